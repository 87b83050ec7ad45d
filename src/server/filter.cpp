#include "filter.hpp"

#include "errors.hpp"
#include "names.hpp"
#include "user_text.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<Filter>);

namespace {

// Analyses `before` + text + `after`, of which only text is the caller's.
Query *analyse_around(const char *label, const char *before, const char *text, const char *after, Oid **types,
                      int *type_count) {
    StringInfoData sql;
    initStringInfo(&sql);
    appendStringInfo(&sql, "%s%s%s", before, text, after);
    UserText guard;
    user_text_push(guard, label, text, pg_mbstrlen(before));
    auto *statement = static_cast<RawStmt *>(linitial(raw_parser(sql.data, RAW_PARSE_DEFAULT)));
    Query *query = compat::analyze_varparams(statement, sql.data, types, type_count);
    user_text_pop(guard);
    return query;
}

constexpr int max_parameter = 65535; // the protocol's own: analysis allocates as many as the highest number says

// True at the first parameter with a number above limit.
bool has_parameter_above(Node *node, int *limit) {
    if (node == nullptr)
        return false;
    if (IsA(node, ParamRef))
        return reinterpret_cast<ParamRef *>(node)->number > *limit;
    return compat::walk_raw(node, has_parameter_above, limit);
}

// contain_volatile_functions sees what the parser made; default arguments are put in only when the expression is
// planned.
bool has_volatile_default(Node *node, void *) {
    if (node == nullptr)
        return false;
    if (IsA(node, Query))
        return compat::walk_query<void>(reinterpret_cast<Query *>(node), has_volatile_default, nullptr, 0);
    if (IsA(node, FuncExpr)) {
        auto *call = reinterpret_cast<FuncExpr *>(node);
        HeapTuple function = SearchSysCache1(PROCOID, ObjectIdGetDatum(call->funcid));
        if (!HeapTupleIsValid(function))
            raise_catalog_changed();
        List *arguments = call->args;
        if (reinterpret_cast<Form_pg_proc>(GETSTRUCT(function))->pronargs > list_length(arguments))
            arguments = expand_function_arguments(arguments, false, call->funcresulttype, function);
        ReleaseSysCache(function);
        if (contain_volatile_functions(reinterpret_cast<Node *>(arguments)))
            return true;
    }
    return compat::walk_expression<void>(node, has_volatile_default, nullptr);
}

void refuse_volatile(Node *node, const char *label) {
    if (contain_volatile_functions(node) || has_volatile_default(node, nullptr))
        raise_volatile(label);
}

// `column = value` among the conditions that all must hold: the value may not depend on the row.
AttrNumber bound_column(const RelationInfo &relation, Node *condition) {
    if (!IsA(condition, OpExpr))
        return 0;
    auto *op = reinterpret_cast<OpExpr *>(condition);
    if (list_length(op->args) != 2)
        return 0;
    for (int side = 0; side < 2; side++) {
        auto *column = static_cast<Node *>(list_nth(op->args, side));
        auto *value = static_cast<Node *>(list_nth(op->args, 1 - side));
        while (IsA(column, RelabelType))
            column = reinterpret_cast<Node *>(reinterpret_cast<RelabelType *>(column)->arg);
        if (!IsA(column, Var) || contain_var_clause(value) || contain_subplans(value))
            continue;
        auto *var = reinterpret_cast<Var *>(column);
        if (var->varlevelsup != 0 || var->varattno <= 0)
            continue;
        Oid type = relation.columns[var->varattno - 1].type;
        Oid opfamily = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
        if (OidIsValid(opfamily) && get_op_opfamily_strategy(op->opno, opfamily) == BTEqualStrategyNumber)
            return var->varattno;
    }
    return 0;
}

void collect_bound(const RelationInfo &relation, Node *condition, Filter *filter) {
    if (condition == nullptr)
        return;
    if (is_andclause(condition)) {
        ListCell *cell = nullptr;
        foreach (cell, reinterpret_cast<BoolExpr *>(condition)->args)
            collect_bound(relation, static_cast<Node *>(lfirst(cell)), filter);
        return;
    }
    AttrNumber attno = bound_column(relation, condition);
    if (attno != 0 && !bms_is_member(attno, filter->bound)) {
        filter->bound = bms_add_member(filter->bound, attno);
        filter->bound_order = lappend_int(filter->bound_order, attno);
    }
}

// The relation's columns that the condition mentions outside of sub-selects: what pull_varattnos finds, which may be
// given planned trees only.
bool collect_columns(Node *node, Bitmapset **columns) {
    if (node == nullptr || IsA(node, Query))
        return false;
    if (IsA(node, Var)) {
        auto *var = reinterpret_cast<Var *>(node);
        if (var->varno == 1 && var->varlevelsup == 0)
            *columns = bms_add_member(*columns, var->varattno - FirstLowInvalidHeapAttributeNumber);
        return false;
    }
    return compat::walk_expression(node, collect_columns, columns);
}

void learn_arguments(Filter *filter) {
    auto count = static_cast<Size>(filter->arg_count);
    filter->arg_codecs = static_cast<ValueCodec *>(palloc0(sizeof(ValueCodec) * count));
    filter->arg_input = static_cast<FmgrInfo *>(palloc0(sizeof(FmgrInfo) * count));
    filter->arg_input_params = static_cast<Oid *>(palloc0(sizeof(Oid) * count));
    for (int i = 0; i < filter->arg_count; i++) {
        Oid type = filter->arg_types[i];
        if (!OidIsValid(type) || type == UNKNOWNOID)
            raise_argument_type_unknown(i + 1);
        if (get_typtype(type) == TYPTYPE_PSEUDO)
            raise_argument_pseudo_type(i + 1, type);
        value_codec_init(filter->arg_codecs[i], type, CurrentMemoryContext);
        Oid input = InvalidOid;
        getTypeInputInfo(type, &input, &filter->arg_input_params[i]);
        fmgr_info_cxt(input, &filter->arg_input[i], CurrentMemoryContext);
    }
}

} // namespace

Filter filter_analyse(const RelationInfo &relation, const char *sql) {
    Filter filter = {};
    if (sql == nullptr)
        return filter;
    int limit = max_parameter;
    if (has_parameter_above(parse_expression("filter", sql), &limit))
        raise_parameter_number(limit);
    filter.sql = sql;
    Query *query = analyse_around("filter", psprintf("SELECT FROM %s WHERE (\n", relation.sql_name), sql, "\n)",
                                  &filter.arg_types, &filter.arg_count);
    Node *condition = query->jointree->quals;
    refuse_volatile(condition, "filter");
    learn_arguments(&filter);
    int nest_level = fixed_settings_push();
    filter.meaning = portable_spelling(expression_text(relation.oid, relation.name, condition));
    fixed_settings_pop(nest_level);
    collect_bound(relation, condition, &filter);
    (void)collect_columns(condition, &filter.columns);
    dependencies_add_query(filter.dependencies, query);
    return filter;
}

void columns_check(const RelationInfo &relation, const char *sql, Dependencies &dependencies) {
    if (sql == nullptr)
        return;
    int limit = 0;
    if (has_parameter_above(reinterpret_cast<Node *>(parse_select_list("columns", sql)), &limit))
        raise_parameter_in_columns();
    Oid *types = nullptr;
    int count = 0;
    Query *query = analyse_around("columns", "SELECT\n", sql, psprintf("\nFROM %s", relation.sql_name), &types, &count);
    if (query->hasAggs)
        raise_not_in_columns(ERRCODE_GROUPING_ERROR, "aggregate functions");
    if (query->hasWindowFuncs)
        raise_not_in_columns(ERRCODE_WINDOWING_ERROR, "window functions");
    if (query->hasTargetSRFs)
        raise_not_in_columns(ERRCODE_FEATURE_NOT_SUPPORTED, "set-returning functions");
    refuse_volatile(reinterpret_cast<Node *>(query->targetList), "columns");
    dependencies_add_query(dependencies, query);
}

void filter_bind(Filter &filter, ArrayType *args, ParamListInfo params) {
    Datum *values = nullptr;
    bool *nulls = nullptr;
    int count = 0;
    if (args != nullptr) {
        if (ARR_NDIM(args) > 1)
            raise_args_dimensions();
        deconstruct_array(args, TEXTOID, -1, false, TYPALIGN_INT, &values, &nulls, &count);
    }
    if (count != filter.arg_count)
        raise_args_count(count, filter.arg_count, filter.sql != nullptr);
    for (int i = 0; i < count; i++) {
        ParamExternData &param = params->params[i];
        char *value = nulls[i] ? nullptr : TextDatumGetCString(values[i]);
        param.ptype = filter.arg_types[i];
        param.pflags = PARAM_FLAG_CONST;
        param.isnull = nulls[i];
        param.value = InputFunctionCall(&filter.arg_input[i], value, filter.arg_input_params[i], -1);
    }
}

Fingerprint filter_fingerprint(Filter &filter, ParamListInfo params) {
    StringInfoData message;
    initStringInfo(&message);
    message_add_text(&message, filter.meaning);
    StringInfoData value;
    initStringInfo(&value);
    for (int i = 0; i < filter.arg_count; i++) {
        message_add_type(&message, filter.arg_types[i]);
        message_add_flag(&message, params->params[i].isnull);
        resetStringInfo(&value);
        if (!params->params[i].isnull)
            value_encode(filter.arg_codecs[i], params->params[i].value, &value);
        message_add(&message, value.data, value.len);
    }
    return message_fingerprint(&message, "filter");
}

} // namespace kp
