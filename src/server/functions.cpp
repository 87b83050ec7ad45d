// The SQL-callable functions of the page and of cursors: fetch arguments, call, return.
#include "binding.hpp"
#include "cursor_functions.hpp"
#include "errors.hpp"
#include "explain.hpp"
#include "page.hpp"
#include "pg.hpp"

namespace kp {

namespace {

TextRef text_argument(FunctionCallInfo fcinfo, int number) {
    if (PG_ARGISNULL(number))
        return {};
    text *value = PG_GETARG_TEXT_PP(number);
    return {VARDATA_ANY(value), static_cast<int>(VARSIZE_ANY_EXHDR(value))};
}

ArrayType *array_argument(FunctionCallInfo fcinfo, int number) {
    return PG_ARGISNULL(number) ? nullptr : PG_GETARG_ARRAYTYPE_P(number);
}

Oid relation_argument(FunctionCallInfo fcinfo) {
    if (PG_ARGISNULL(0))
        raise_null_argument("relation");
    return PG_GETARG_OID(0);
}

// The arguments that keyset_page and keyset_page_json share.
PageRequest page_arguments(FunctionCallInfo fcinfo) {
    PageRequest request;
    request.shape.relid = relation_argument(fcinfo);
    request.shape.order_spec = text_argument(fcinfo, 1);
    request.cursor = text_argument(fcinfo, 2);
    request.limited = !PG_ARGISNULL(3);
    request.limit = request.limited ? PG_GETARG_INT64(3) : 0;
    request.shape.filter = text_argument(fcinfo, 4);
    request.args = array_argument(fcinfo, 5);
    request.shape.columns = text_argument(fcinfo, 6);
    request.with_total = !PG_ARGISNULL(7) && PG_GETARG_BOOL(7);
    request.has_offset = !PG_ARGISNULL(8);
    request.offset = request.has_offset ? PG_GETARG_INT64(8) : 0;
    return request;
}

Datum text_or_null(const text *value, bool *is_null) {
    *is_null = value == nullptr;
    return PointerGetDatum(value);
}

Datum string_or_null(const char *value, bool *is_null) {
    *is_null = value == nullptr;
    return *is_null ? Datum(0) : CStringGetTextDatum(value);
}

struct ResultColumn {
    const char *name;
    Oid type;
};

// A descriptor of the columns that the install script declares, made once per backend: looking the declaration up costs
// as much as five rows of a page, at each execution.
template <int count> TupleDesc result_descriptor(TupleDesc &kept, const ResultColumn (&columns)[count]) {
    if (kept == nullptr) {
        MemoryContext caller = MemoryContextSwitchTo(TopMemoryContext);
        TupleDesc descriptor = CreateTemplateTupleDesc(count);
        for (int i = 0; i < count; i++)
            TupleDescInitEntry(descriptor, static_cast<AttrNumber>(i + 1), columns[i].name, columns[i].type, -1, 0);
        kept = BlessTupleDesc(descriptor);
        MemoryContextSwitchTo(caller);
    }
    return kept;
}

Datum row_result(TupleDesc descriptor, Datum *values, bool *nulls) {
    return HeapTupleGetDatum(heap_form_tuple(descriptor, values, nulls));
}

// The type that the function was declared to return; it may have been dropped while the page waited for a lock.
Oid declared_result(FunctionCallInfo fcinfo) {
    HeapTuple function = SearchSysCache1(PROCOID, ObjectIdGetDatum(fcinfo->flinfo->fn_oid));
    if (!HeapTupleIsValid(function))
        raise_catalog_changed();
    Oid type = reinterpret_cast<Form_pg_proc>(GETSTRUCT(function))->prorettype;
    ReleaseSysCache(function);
    if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)))
        raise_catalog_changed();
    return type;
}

// The descriptor of the type that keyset_page is declared to return, as the server keeps it.
TupleDesc page_descriptor(FunctionCallInfo fcinfo) {
    constexpr Oid types[] = {JSONOID, TEXTOID, TEXTOID, TEXTOID, INT8OID};
    TupleDesc descriptor = lookup_type_cache(declared_result(fcinfo), TYPECACHE_TUPDESC)->tupDesc;
    bool same = descriptor != nullptr && descriptor->natts == static_cast<int>(std::size(types));
    for (int i = 0; same && i < descriptor->natts; i++)
        same = TupleDescAttr(descriptor, i)->atttypid == types[i];
    if (!same)
        raise_result_type_altered();
    return descriptor;
}

TupleDesc decode_descriptor() {
    static TupleDesc kept = nullptr;
    return result_descriptor(kept, {{"version", INT4OID},
                                    {"key_id", INT8OID},
                                    {"relation", TEXTOID},
                                    {"order_by", TEXTOID},
                                    {"direction", TEXTOID},
                                    {"position", JSONBOID},
                                    {"filtered", BOOLOID},
                                    {"issued_at", TIMESTAMPTZOID},
                                    {"expires_at", TIMESTAMPTZOID}});
}

TupleDesc explain_descriptor() {
    static TupleDesc kept = nullptr;
    return result_descriptor(kept, {{"order_by", TEXTOID},
                                    {"unique_key", TEXTOID},
                                    {"seek_index", TEXTOID},
                                    {"index_backed", BOOLOID},
                                    {"advice", TEXTOID},
                                    {"statements", TEXTARRAYOID},
                                    {"plans", JSONOID}});
}

// The relation whose row type the caller gave.
Oid relation_of_row_type(FunctionCallInfo fcinfo) {
    Oid type = get_fn_expr_argtype(fcinfo->flinfo, 0);
    Oid relid = OidIsValid(type) ? typeidTypeRelid(getBaseType(type)) : InvalidOid;
    if (!OidIsValid(relid) || get_rel_relkind(relid) == RELKIND_COMPOSITE_TYPE)
        raise_row_type(type);
    return relid;
}

// A tuplestore as the function's result, in the executor's context for it.
Tuplestorestate *materialized_result(FunctionCallInfo fcinfo, TupleDesc *descriptor) {
    auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    if (result == nullptr || !IsA(result, ReturnSetInfo) || (result->allowedModes & SFRM_Materialize) == 0)
        raise_set_context();
    MemoryContext caller = MemoryContextSwitchTo(result->econtext->ecxt_per_query_memory);
    if (get_call_result_type(fcinfo, nullptr, descriptor) != TYPEFUNC_COMPOSITE)
        raise_catalog_changed();
    *descriptor = BlessTupleDesc(*descriptor);
    Tuplestorestate *store =
        tuplestore_begin_heap((result->allowedModes & SFRM_Materialize_Random) != 0, false, work_mem);
    result->returnMode = SFRM_Materialize;
    result->setResult = store;
    result->setDesc = *descriptor;
    MemoryContextSwitchTo(caller);
    return store;
}

// type: what the items are declared to be, the relation's row type or a domain over it.
void put_rows(const Page &page, bool backward, Oid type, Tuplestorestate *store, TupleDesc descriptor) {
    bool of_domain = get_typtype(type) == TYPTYPE_DOMAIN;
    void *domain = nullptr;
    for (std::int64_t i = 0; i < page.row_count; i++) {
        std::int64_t row = backward ? page.row_count - 1 - i : i;
        // Beyond each row but the outermost there is the next one of the page.
        bool more = row < page.row_count - 1 || page.more;
        Datum values[3] = {page.rows[row].item, PointerGetDatum(page.rows[row].cursor), BoolGetDatum(more)};
        bool nulls[3] = {page.rows[row].item == 0, false, false};
        if (of_domain)
            domain_check(values[0], nulls[0], type, &domain, CurrentMemoryContext);
        tuplestore_putvalues(store, descriptor, values, nulls);
    }
}

} // namespace

} // namespace kp

extern "C" {

PG_FUNCTION_INFO_V1(keyset_page);
PG_FUNCTION_INFO_V1(keyset_page_json);
PG_FUNCTION_INFO_V1(keyset_rows);
PG_FUNCTION_INFO_V1(keyset_cursor_encode);
PG_FUNCTION_INFO_V1(keyset_cursor_decode);
PG_FUNCTION_INFO_V1(keyset_explain);

PGDLLEXPORT Datum keyset_page(PG_FUNCTION_ARGS);
PGDLLEXPORT Datum keyset_page_json(PG_FUNCTION_ARGS);
PGDLLEXPORT Datum keyset_rows(PG_FUNCTION_ARGS);
PGDLLEXPORT Datum keyset_cursor_encode(PG_FUNCTION_ARGS);
PGDLLEXPORT Datum keyset_cursor_decode(PG_FUNCTION_ARGS);
PGDLLEXPORT Datum keyset_explain(PG_FUNCTION_ARGS);

Datum keyset_page(PG_FUNCTION_ARGS) {
    kp::PageRequest request = kp::page_arguments(fcinfo);
    kp::Page page;
    kp::page_read(request, false, page);
    Datum values[5];
    bool nulls[5] = {};
    values[0] = PointerGetDatum(page.items);
    values[1] = kp::text_or_null(page.next_cursor, &nulls[1]);
    values[2] = kp::text_or_null(page.prev_cursor, &nulls[2]);
    values[3] = CStringGetTextDatum(page.order_by);
    values[4] = Int64GetDatum(page.total);
    nulls[4] = !page.has_total;
    return kp::row_result(kp::page_descriptor(fcinfo), values, nulls);
}

Datum keyset_page_json(PG_FUNCTION_ARGS) {
    kp::PageRequest request = kp::page_arguments(fcinfo);
    kp::Page page;
    kp::page_read(request, true, page);
    PG_RETURN_POINTER(page.items);
}

Datum keyset_rows(PG_FUNCTION_ARGS) {
    kp::PageRequest request;
    request.shape.relid = kp::relation_of_row_type(fcinfo);
    request.shape.output = kp::Output::row;
    request.shape.order_spec = kp::text_argument(fcinfo, 1);
    request.cursor = kp::text_argument(fcinfo, 2);
    request.limited = !PG_ARGISNULL(3);
    request.limit = request.limited ? PG_GETARG_INT64(3) : 0;
    request.shape.filter = kp::text_argument(fcinfo, 4);
    request.args = kp::array_argument(fcinfo, 5);
    request.backward_rows = !PG_ARGISNULL(6) && PG_GETARG_BOOL(6);
    TupleDesc descriptor = nullptr;
    Tuplestorestate *store = kp::materialized_result(fcinfo, &descriptor);
    kp::Page page;
    kp::page_read(request, false, page);
    kp::put_rows(page, request.backward_rows, get_fn_expr_argtype(fcinfo->flinfo, 0), store, descriptor);
    return Datum(0);
}

Datum keyset_cursor_encode(PG_FUNCTION_ARGS) {
    kp::EncodeRequest request;
    request.shape.relid = kp::relation_argument(fcinfo);
    request.shape.order_spec = kp::text_argument(fcinfo, 1);
    if (PG_ARGISNULL(2))
        kp::raise_null_argument("position");
    request.position = PG_GETARG_JSONB_P(2);
    request.shape.filter = kp::text_argument(fcinfo, 3);
    request.args = kp::array_argument(fcinfo, 4);
    if (PG_ARGISNULL(5))
        kp::raise_null_argument("direction");
    request.direction = text_to_cstring(PG_GETARG_TEXT_PP(5));
    PG_RETURN_TEXT_P(kp::cursor_encode(request));
}

Datum keyset_cursor_decode(PG_FUNCTION_ARGS) {
    if (PG_ARGISNULL(0))
        kp::raise_null_argument("cursor");
    kp::DecodedCursor decoded;
    kp::cursor_decode_for_caller(kp::text_argument(fcinfo, 0), decoded);
    Datum values[9];
    bool nulls[9] = {};
    values[0] = Int32GetDatum(1);
    values[1] = Int64GetDatum(decoded.key_id);
    values[2] = CStringGetTextDatum(decoded.relation);
    values[3] = CStringGetTextDatum(decoded.order_by);
    values[4] = CStringGetTextDatum(decoded.direction);
    values[5] = PointerGetDatum(decoded.position);
    values[6] = BoolGetDatum(decoded.filtered);
    values[7] = TimestampTzGetDatum(decoded.issued_at);
    values[8] = TimestampTzGetDatum(decoded.expires_at);
    nulls[8] = !decoded.expires;
    return kp::row_result(kp::decode_descriptor(), values, nulls);
}

Datum keyset_explain(PG_FUNCTION_ARGS) {
    kp::ShapeRequest request;
    request.relid = kp::relation_argument(fcinfo);
    request.order_spec = kp::text_argument(fcinfo, 1);
    request.filter = kp::text_argument(fcinfo, 2);
    kp::Explanation explanation = {};
    kp::explain_page(request, kp::array_argument(fcinfo, 3), explanation);
    Datum values[7];
    bool nulls[7] = {};
    values[0] = CStringGetTextDatum(explanation.order_by);
    values[1] = kp::string_or_null(explanation.unique_key, &nulls[1]);
    values[2] = kp::string_or_null(explanation.seek_index, &nulls[2]);
    values[3] = BoolGetDatum(explanation.index_backed);
    values[4] = kp::string_or_null(explanation.advice, &nulls[4]);
    values[5] = PointerGetDatum(explanation.statements);
    values[6] = CStringGetTextDatum(explanation.plans);
    return kp::row_result(kp::explain_descriptor(), values, nulls);
}
}
