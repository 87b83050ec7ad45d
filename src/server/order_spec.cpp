#include "order_spec.hpp"

#include "errors.hpp"
#include "user_text.hpp"

namespace kp {

namespace {

constexpr std::size_t max_order_spec = 10000; // bytes: 32 keys with the longest names and all their clauses fit

// What the index expressions of a relation are made of, by the names a caller may write.
struct Vocabulary {
    List *functions; // names of functions and operators, as String nodes
    List *types;
    List *literals;
    bool own_types; // all types are the server's own, and reading a literal of them looks nothing up
};

void add_name(List **names, const char *name) {
    if (name != nullptr)
        *names = lappend(*names, makeString(pstrdup(name)));
}

bool has_name(List *names, const char *name) {
    ListCell *cell = nullptr;
    foreach (cell, names) {
        if (strcmp(strVal(lfirst(cell)), name) == 0)
            return true;
    }
    return false;
}

// Types whose input functions look names up in the catalog.
bool names_an_object(Oid type) {
    return type == REGCLASSOID || type == REGPROCOID || type == REGPROCEDUREOID || type == REGOPEROID ||
           type == REGOPERATOROID || type == REGTYPEOID || type == REGROLEOID || type == REGNAMESPACEOID ||
           type == REGCOLLATIONOID || type == REGCONFIGOID || type == REGDICTIONARYOID;
}

void add_type(Vocabulary *vocabulary, Oid type) {
    if (type >= FirstNormalObjectId || names_an_object(type))
        vocabulary->own_types = false;
    HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    if (!HeapTupleIsValid(tuple))
        return;
    add_name(&vocabulary->types, NameStr(reinterpret_cast<Form_pg_type>(GETSTRUCT(tuple))->typname));
    ReleaseSysCache(tuple);
}

void add_literal(Vocabulary *vocabulary, const Const *constant) {
    if (constant->constisnull)
        return;
    Oid output = InvalidOid;
    bool is_varlena = false;
    getTypeOutputInfo(constant->consttype, &output, &is_varlena);
    add_name(&vocabulary->literals, OidOutputFunctionCall(output, constant->constvalue));
}

bool collect(Node *node, Vocabulary *vocabulary) {
    if (node == nullptr)
        return false;
    if (IsA(node, FuncExpr))
        add_name(&vocabulary->functions, get_func_name(reinterpret_cast<FuncExpr *>(node)->funcid));
    else if (IsA(node, OpExpr) || IsA(node, DistinctExpr) || IsA(node, NullIfExpr))
        add_name(&vocabulary->functions, get_opname(reinterpret_cast<OpExpr *>(node)->opno));
    else if (IsA(node, ScalarArrayOpExpr))
        add_name(&vocabulary->functions, get_opname(reinterpret_cast<ScalarArrayOpExpr *>(node)->opno));
    else if (IsA(node, Const))
        add_literal(vocabulary, reinterpret_cast<Const *>(node));
    if (!IsA(node, List))
        add_type(vocabulary, exprType(node));
    return compat::walk_expression(node, collect, vocabulary);
}

bool knows_operator(const Vocabulary *vocabulary, const A_Expr *expression) {
    switch (expression->kind) {
    case AEXPR_BETWEEN: // its name is the keyword's; it becomes two comparisons
        return has_name(vocabulary->functions, ">=") && has_name(vocabulary->functions, "<=");
    case AEXPR_NOT_BETWEEN:
        return has_name(vocabulary->functions, "<") && has_name(vocabulary->functions, ">");
    default:
        return has_name(vocabulary->functions, strVal(llast(expression->name)));
    }
}

// True when node is of a kind that may stand in an index's expression and names only what occurs there. The
// walk ends (returns true) at the first thing that does not.
bool finds_foreign(Node *node, Vocabulary *vocabulary) {
    if (node == nullptr)
        return false;
    switch (nodeTag(node)) {
    case T_FuncCall: {
        auto *call = reinterpret_cast<FuncCall *>(node);
        if (call->agg_order != NIL || call->agg_filter != nullptr || call->over != nullptr || call->agg_within_group ||
            call->agg_star || call->agg_distinct || !has_name(vocabulary->functions, strVal(llast(call->funcname))))
            return true;
        break;
    }
    case T_A_Expr:
        if (!knows_operator(vocabulary, reinterpret_cast<A_Expr *>(node)))
            return true;
        break;
    case T_TypeCast: {
        TypeName *type = reinterpret_cast<TypeCast *>(node)->typeName;
        if (type->names == NIL || type->setof || type->pct_type || type->arrayBounds != NIL ||
            !has_name(vocabulary->types, strVal(llast(type->names))))
            return true;
        return finds_foreign(reinterpret_cast<TypeCast *>(node)->arg, vocabulary);
    }
    case T_A_Const: {
        const char *text = compat::literal_string(reinterpret_cast<A_Const *>(node));
        return text != nullptr && !vocabulary->own_types && !has_name(vocabulary->literals, text);
    }
    case T_ColumnRef:
    case T_BoolExpr:
    case T_NullTest:
    case T_BooleanTest:
    case T_CoalesceExpr:
    case T_MinMaxExpr:
    case T_CaseExpr:
    case T_CaseWhen:
    case T_CollateClause:
    case T_A_Indirection:
    case T_A_Indices:
    case T_A_ArrayExpr:
    case T_RowExpr:
    case T_NamedArgExpr:
    case T_List:
    case T_String:
        break;
    default:
        return true;
    }
    return compat::walk_raw(node, finds_foreign, vocabulary);
}

// The relation's own columns only, as the parser resolves them; collations assigned.
Node *analyse(const RelationInfo &relation, Node *raw) {
    Relation open = relation_open(relation.oid, NoLock);
    ParseState *state = make_parsestate(nullptr);
    ParseNamespaceItem *item = addRangeTableEntryForRelation(state, open, AccessShareLock, nullptr, false, true);
    addNSItemToQuery(state, item, true, true, true);
    Node *expression = transformExpr(state, raw, EXPR_KIND_ORDER_BY);
    assign_expr_collations(state, expression);
    free_parsestate(state);
    relation_close(open, NoLock);
    return expression;
}

OrderKey key_for_expression(const RelationInfo &relation, Node *raw, Oid collation) {
    Vocabulary vocabulary = {NIL, NIL, NIL, true};
    int nest_level = fixed_settings_push(); // the stored constants are spelled as in a dump
    for (int i = 0; i < relation.index_count; i++) {
        for (int k = 0; k < relation.indexes[i].key_count; k++)
            (void)collect(relation.indexes[i].keys[k].expression, &vocabulary);
    }
    fixed_settings_pop(nest_level);
    if (!finds_foreign(raw, &vocabulary)) {
        Node *expression = analyse(relation, raw);
        for (int i = 0; i < relation.index_count; i++) {
            for (int k = 0; k < relation.indexes[i].key_count; k++) {
                const IndexKey &key = relation.indexes[i].keys[k];
                if (key.attno == 0 && equal(key.expression, expression))
                    return order_key_for_expression(relation, relation.indexes[i], k + 1, collation);
            }
        }
    }
    raise_order_expression(relation.sql_name);
}

bool qualifies(const RelationInfo &relation, List *fields) {
    int count = list_length(fields);
    if (count >= 2 && strcmp(strVal(list_nth(fields, count - 2)), relation.name) != 0)
        return false;
    if (count >= 3) {
        const char *schema = strVal(list_nth(fields, count - 3));
        if (strcmp(schema, relation.schema_name) != 0)
            return false;
    }
    return count < 4 || (count == 4 && strcmp(strVal(linitial(fields)), get_database_name(MyDatabaseId)) == 0);
}

OrderKey key_for_column(const RelationInfo &relation, ColumnRef *reference, Oid collation) {
    ListCell *cell = nullptr;
    foreach (cell, reference->fields) {
        if (!IsA(lfirst(cell), String))
            raise_order_whole_row();
    }
    const char *name = strVal(llast(reference->fields));
    if (!qualifies(relation, reference->fields))
        raise_order_qualifier(NameListToString(reference->fields), relation.sql_name);
    AttrNumber attno = 0;
    const ColumnInfo *column = relation_column(relation, name, &attno);
    if (column == nullptr) {
        if (SystemAttributeByName(name) != nullptr)
            raise_order_system_column(name);
        if (list_length(reference->fields) == 1 && strcmp(name, relation.name) == 0)
            raise_order_whole_row();
        raise_order_column(name, relation.sql_name);
    }
    relation_check_column_privilege(relation.oid, attno);
    return order_key_for_column(relation, attno, collation);
}

OrderKey key_for_item(const RelationInfo &relation, SortBy *item) {
    Node *node = item->node;
    Oid collation = InvalidOid;
    if (IsA(node, CollateClause)) {
        auto *clause = reinterpret_cast<CollateClause *>(node);
        collation = get_collation_oid(clause->collname, false);
        node = clause->arg;
    }
    if (IsA(node, ColumnRef))
        return key_for_column(relation, reinterpret_cast<ColumnRef *>(node), collation);
    if (IsA(node, A_Const))
        raise_order_constant();
    if (IsA(node, ParamRef))
        raise_order_parameter();
    return key_for_expression(relation, node, collation);
}

} // namespace

KeyList order_spec_parse(const RelationInfo &relation, const char *text) {
    KeyList list = {0, static_cast<OrderKey *>(palloc(sizeof(OrderKey) * max_keys))};
    if (text == nullptr || text[0] == '\0')
        return list;
    // The server's scanner takes quadratic time over a run of comments, and cannot be interrupted meanwhile.
    if (strlen(text) > max_order_spec)
        raise_order_too_long(max_order_spec);
    ListCell *cell = nullptr;
    foreach (cell, parse_order_by(text)) {
        CHECK_FOR_INTERRUPTS();
        auto *item = static_cast<SortBy *>(lfirst(cell));
        if (item->useOp != NIL || item->sortby_dir == SORTBY_USING)
            raise_order_using();
        OrderKey key = key_for_item(relation, item);
        key.descending = item->sortby_dir == SORTBY_DESC;
        key.nulls_first =
            item->sortby_nulls == SORTBY_NULLS_DEFAULT ? key.descending : item->sortby_nulls == SORTBY_NULLS_FIRST;
        key_list_add(list, key);
    }
    return list;
}

} // namespace kp
