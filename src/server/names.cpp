#include "names.hpp"

#include "errors.hpp"

namespace kp {

namespace {

void add_qualified(StringInfo message, Oid schema, const char *name) {
    const char *schema_name = get_namespace_name(schema);
    message_add_text(message, schema_name == nullptr ? "" : schema_name);
    message_add_text(message, name);
}

// The server's own function knows where each version keeps the recorded and the actual version.
void add_collation_version(StringInfo message, Oid collation) {
    LOCAL_FCINFO(call, 1);
    FmgrInfo function;
    fmgr_info(F_PG_COLLATION_ACTUAL_VERSION, &function);
    InitFunctionCallInfoData(*call, &function, 1, InvalidOid, nullptr, nullptr);
    call->args[0].value = ObjectIdGetDatum(collation);
    call->args[0].isnull = false;
    Datum version = FunctionCallInvoke(call);
    message_add_text(message, call->isnull ? "" : TextDatumGetCString(version));
}

// The collation "default" is another one in another database: its locale is part of what it is.
void add_database_locale(StringInfo message) {
    HeapTuple tuple = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
    if (!HeapTupleIsValid(tuple))
        return;
    bool is_null = false;
    Datum locale = compat::database_locale(tuple, &is_null);
    message_add_text(message, is_null ? "" : TextDatumGetCString(locale));
    ReleaseSysCache(tuple);
}

bool is_keyword_of_some_majors(const char *name, std::size_t length) {
    for (const char *keyword : compat::keywords_of_some_majors) {
        if (strlen(keyword) == length && memcmp(keyword, name, length) == 0)
            return true;
    }
    return false;
}

// Behind the literal or quoted name that begins here.
const char *quoted_end(const char *begin) {
    const char *end = begin;
    do {
        end = strchr(end + 1, *begin);
        if (end == nullptr)
            return begin + strlen(begin);
        end++;
    } while (*end == *begin); // doubled: one of the text itself
    return end;
}

bool collect_types(Node *node, List **types) {
    if (node == nullptr)
        return false;
    if (IsA(node, Query))
        return compat::walk_query(reinterpret_cast<Query *>(node), collect_types, types, 0);
    if (IsA(node, Const) || IsA(node, Param) || IsA(node, FuncExpr) || IsA(node, RelabelType) ||
        IsA(node, CoerceViaIO) || IsA(node, Var) || IsA(node, RowExpr) || IsA(node, ConvertRowtypeExpr) ||
        IsA(node, CoerceToDomain))
        *types = list_append_unique_oid(*types, exprType(node));
    return compat::walk_expression(node, collect_types, types);
}

// What an array or a range is made of; InvalidOid for any other type.
Oid element_of(Oid base_type) {
    Oid element = get_element_type(base_type);
    return OidIsValid(element) || get_typtype(base_type) != TYPTYPE_RANGE ? element : get_range_subtype(base_type);
}

// The composite types and tables whose rows values of the type are made of: to alter one changes what a name in an
// expression means.
void collect_row_types(Oid type, List **relations) {
    check_stack_depth();
    Oid base = getBaseType(type);
    Oid element = element_of(base);
    if (OidIsValid(element)) {
        collect_row_types(element, relations);
        return;
    }
    Oid relid = get_typ_typrelid(base);
    if (!OidIsValid(relid) || list_member_oid(*relations, relid))
        return;
    *relations = lappend_oid(*relations, relid);
    TupleDesc attributes = lookup_rowtype_tupdesc(base, -1);
    for (int i = 0; i < attributes->natts; i++) {
        if (!TupleDescAttr(attributes, i)->attisdropped)
            collect_row_types(TupleDescAttr(attributes, i)->atttypid, relations);
    }
    ReleaseTupleDesc(attributes);
}

} // namespace

void message_add(StringInfo message, const char *bytes, int length) {
    auto size = static_cast<std::uint32_t>(length);
    const char prefix[4] = {static_cast<char>(size >> 24), static_cast<char>(size >> 16), static_cast<char>(size >> 8),
                            static_cast<char>(size)};
    appendBinaryStringInfo(message, prefix, sizeof(prefix));
    appendBinaryStringInfo(message, bytes, length);
}

void message_add_text(StringInfo message, const char *text) {
    message_add(message, text, static_cast<int>(strlen(text)));
}

void message_add_flag(StringInfo message, bool flag) {
    appendStringInfoChar(message, flag ? '1' : '0');
}

void message_add_type(StringInfo message, Oid type) {
    HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    if (!HeapTupleIsValid(tuple))
        raise_type_gone(type);
    auto *form = reinterpret_cast<Form_pg_type>(GETSTRUCT(tuple));
    add_qualified(message, form->typnamespace, NameStr(form->typname));
    ReleaseSysCache(tuple);
}

void message_add_type_structure(StringInfo message, Oid type, List **relations) {
    check_stack_depth();
    Oid base = getBaseType(type);
    Oid element = element_of(base);
    if (OidIsValid(element)) {
        message_add_type(message, element);
        message_add_type_structure(message, element, relations);
        return;
    }
    Oid relid = get_typ_typrelid(base);
    if (!OidIsValid(relid))
        return;
    *relations = list_append_unique_oid(*relations, relid);
    TupleDesc attributes = lookup_rowtype_tupdesc(base, -1);
    for (int i = 0; i < attributes->natts; i++) {
        const FormData_pg_attribute *attribute = TupleDescAttr(attributes, i);
        if (attribute->attisdropped)
            continue;
        message_add_text(message, NameStr(attribute->attname));
        message_add_type(message, attribute->atttypid);
        message_add_type_structure(message, attribute->atttypid, relations);
    }
    ReleaseTupleDesc(attributes);
}

void message_add_opfamily(StringInfo message, Oid opfamily) {
    HeapTuple tuple = SearchSysCache1(OPFAMILYOID, ObjectIdGetDatum(opfamily));
    if (!HeapTupleIsValid(tuple))
        raise_catalog_changed();
    auto *form = reinterpret_cast<Form_pg_opfamily>(GETSTRUCT(tuple));
    add_qualified(message, form->opfnamespace, NameStr(form->opfname));
    ReleaseSysCache(tuple);
}

void message_add_collation(StringInfo message, Oid collation) {
    if (!OidIsValid(collation)) {
        message_add_text(message, "");
        return;
    }
    HeapTuple tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collation));
    if (!HeapTupleIsValid(tuple))
        raise_catalog_changed();
    auto *form = reinterpret_cast<Form_pg_collation>(GETSTRUCT(tuple));
    add_qualified(message, form->collnamespace, NameStr(form->collname));
    // One that was dropped and made again under its name may be of another locale with the same version.
    bool is_null = false;
    Datum locale = compat::collation_locale(tuple, &is_null);
    message_add_text(message, is_null ? "" : TextDatumGetCString(locale));
    message_add_flag(message, form->collisdeterministic);
    ReleaseSysCache(tuple);
    add_collation_version(message, collation);
    if (collation == DEFAULT_COLLATION_OID)
        add_database_locale(message);
}

Fingerprint message_fingerprint(StringInfo message, const char *purpose) {
    Fingerprint result = {};
    Status status = fingerprint(
        purpose, Bytes(reinterpret_cast<const std::uint8_t *>(message->data), static_cast<std::size_t>(message->len)),
        result);
    if (status != Status::ok)
        raise_cursor_status(status);
    return result;
}

Fingerprint relation_fingerprint(Oid relid) {
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
    if (!HeapTupleIsValid(tuple))
        raise_relation_gone(relid);
    auto *form = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple));
    StringInfoData message;
    initStringInfo(&message);
    if (form->relpersistence == RELPERSISTENCE_TEMP) {
        message_add_text(&message, "pg_temp");
        message_add_text(&message, NameStr(form->relname));
    } else {
        add_qualified(&message, form->relnamespace, NameStr(form->relname));
    }
    ReleaseSysCache(tuple);
    return message_fingerprint(&message, "relation");
}

const char *collation_sql(Oid collation) {
    HeapTuple tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collation));
    if (!HeapTupleIsValid(tuple))
        raise_catalog_changed();
    auto *form = reinterpret_cast<Form_pg_collation>(GETSTRUCT(tuple));
    const char *sql = quote_qualified_identifier(get_namespace_name(form->collnamespace), NameStr(form->collname));
    ReleaseSysCache(tuple);
    return sql;
}

const char *operator_sql(Oid op) {
    HeapTuple tuple = SearchSysCache1(OPEROID, ObjectIdGetDatum(op));
    if (!HeapTupleIsValid(tuple))
        raise_catalog_changed();
    auto *form = reinterpret_cast<Form_pg_operator>(GETSTRUCT(tuple));
    const char *sql =
        psprintf("OPERATOR(%s.%s)", quote_identifier(get_namespace_name(form->oprnamespace)), NameStr(form->oprname));
    ReleaseSysCache(tuple);
    return sql;
}

char *expression_text(Oid relid, const char *relation_name, Node *expression) {
    return deparse_expression(expression, deparse_context_for(relation_name, relid), false, false);
}

void dependencies_add_expression(Dependencies &dependencies, Node *expression) {
    List *types = NIL;
    (void)collect_types(expression, &types);
    dependencies.types = list_concat_unique_oid(dependencies.types, types);
    ListCell *cell = nullptr;
    foreach (cell, types)
        collect_row_types(lfirst_oid(cell), &dependencies.relations);
}

void dependencies_add_query(Dependencies &dependencies, Query *query) {
    List *relations = NIL;
    List *functions = NIL;
    bool has_row_security = false;
    extract_query_dependencies(reinterpret_cast<Node *>(query), &relations, &functions, &has_row_security);
    dependencies.relations = list_concat_unique_oid(dependencies.relations, relations);
    dependencies.functions = list_concat(dependencies.functions, functions);
    dependencies_add_expression(dependencies, reinterpret_cast<Node *>(query));
}

// A name that only some majors quote loses its quotes. Keywords themselves are printed in capitals, so that it is not
// taken for one.
char *portable_spelling(const char *text) {
    StringInfoData portable;
    initStringInfo(&portable);
    while (*text != '\0') {
        const char *end = *text == '\'' || *text == '"' ? quoted_end(text) : text + strcspn(text, "'\"");
        auto length = static_cast<std::size_t>(end - text);
        bool bare = *text == '"' && length > 2 && is_keyword_of_some_majors(text + 1, length - 2);
        appendBinaryStringInfo(&portable, text + bare, static_cast<int>(length) - 2 * bare);
        text = end;
    }
    return portable.data;
}

} // namespace kp
