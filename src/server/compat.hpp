// The one place with PG_VERSION_NUM. Each difference between the majors stands here with its reason.
// Included by pg.hpp, after the server's headers, and by nobody else.
#pragma once

// Modules are built with hidden visibility from 16 on and PGDLLEXPORT marks what stays visible; on
// earlier majors the macro is empty on Unix, so it is given the same meaning here.
#if PG_VERSION_NUM < 160000
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif

extern "C" {
// From utils/pg_locale.h, which includes ICU's own headers: they do not come with the server's.
extern PGDLLIMPORT char *locale_monetary;

#if PG_VERSION_NUM >= 160000
#include "varatt.h" // split out of postgres.h in 16
#endif
#if PG_VERSION_NUM >= 180000
#include "commands/explain_format.h" // split out of explain.h in 18
#include "commands/explain_state.h"
#endif
}

namespace kp::compat {

inline void reserve_setting_prefix(const char *prefix) {
#if PG_VERSION_NUM >= 150000
    MarkGUCPrefixReserved(prefix);
#else
    EmitWarningsOnPlaceholders(prefix); // its name before 15
#endif
}

// parse_analyze got its three suffixes in 15, and with them the query environment.
inline Query *analyze_varparams(RawStmt *statement, const char *text, Oid **types, int *count) {
#if PG_VERSION_NUM >= 150000
    return parse_analyze_varparams(statement, text, types, count, nullptr);
#else
    return parse_analyze_varparams(statement, text, types, count);
#endif
}

// parse_analyze with a parser setup hook; before 15 the steps were the caller's own.
inline Query *analyze_with_setup(RawStmt *statement, const char *text, ParserSetupHook setup, void *argument) {
#if PG_VERSION_NUM >= 150000
    return parse_analyze_withcb(statement, text, setup, argument, nullptr);
#else
    ParseState *state = make_parsestate(nullptr);
    state->p_sourcetext = text;
    setup(state, argument);
    Query *query = transformTopLevelStmt(state, statement);
    free_parsestate(state);
    return query;
#endif
}

// DatumGetHeapTupleHeader and its copying form became functions in late minor releases of every major; what they were
// as macros keeps a module loadable in the earlier ones.
inline HeapTupleHeader composite_header(Datum value) {
    return reinterpret_cast<HeapTupleHeader>(PG_DETOAST_DATUM(value));
}
inline HeapTupleHeader composite_header_copy(Datum value) {
    return reinterpret_cast<HeapTupleHeader>(PG_DETOAST_DATUM_COPY(value));
}

// From 18 on a btree scan starts at a plain bound of its first column where one stands beside a row comparison, and
// passes over all that lies between the two; up to 17 the row comparison is what it starts at.
#if PG_VERSION_NUM >= 180000
inline constexpr bool plain_bound_comes_first = true;
#else
inline constexpr bool plain_bound_comes_first = false;
#endif

// What may not stand bare as a column's name in some majors only: their deparser quotes it, the others' does not.
// From 16 on system_user, json_array and what is beside it; from 17 on the rest but the last, which comes with 19.
inline constexpr const char *keywords_of_some_majors[] = {
    "json",        "json_array",     "json_arrayagg", "json_exists", "json_object",  "json_objectagg", "json_query",
    "json_scalar", "json_serialize", "json_table",    "json_value",  "merge_action", "system_user",    "graph_table"};

// A search path as kept plans are compared by, the session's temporary schema included; renamed in 17.
#if PG_VERSION_NUM >= 170000
using SearchPath = SearchPathMatcher;
inline SearchPath *search_path_copy(MemoryContext context) {
    return GetSearchPathMatcher(context);
}
inline bool search_path_is(SearchPath *path) {
    return SearchPathMatchesCurrentEnvironment(path);
}
#else
using SearchPath = OverrideSearchPath;
inline SearchPath *search_path_copy(MemoryContext context) {
    return GetOverrideSearchPath(context);
}
inline bool search_path_is(SearchPath *path) {
    return OverrideSearchPathMatchesCurrent(path);
}
#endif

// What invalidation calls a catalog cache by: an int before 19.
#if PG_VERSION_NUM >= 190000
using CacheId = SysCacheIdentifier;
#else
using CacheId = int;
#endif

// A jsonb value under way: before 19 a state, and what the last push returned.
struct JsonbBuilder {
#if PG_VERSION_NUM >= 190000
    JsonbInState state = {};
#else
    JsonbParseState *state = nullptr;
    JsonbValue *result = nullptr;
#endif
};
inline void jsonb_push(JsonbBuilder &builder, JsonbIteratorToken token, JsonbValue *value) {
#if PG_VERSION_NUM >= 190000
    pushJsonbValue(&builder.state, token, value);
#else
    builder.result = pushJsonbValue(&builder.state, token, value);
#endif
}
inline Jsonb *jsonb_built(const JsonbBuilder &builder) {
#if PG_VERSION_NUM >= 190000
    return JsonbValueToJsonb(builder.state.result);
#else
    return JsonbValueToJsonb(builder.result);
#endif
}

// Backslashes in plain literals: a setting before 19, and off from then on.
inline bool conforming_strings() {
#if PG_VERSION_NUM >= 190000
    return true;
#else
    return standard_conforming_strings;
#endif
}

// The hook that is called when what is known of a relation has been put together for the planner: from 19 on another
// one.
#if PG_VERSION_NUM >= 190000
using RelationHook = build_simple_rel_hook_type;
inline RelationHook *relation_hook() {
    return &build_simple_rel_hook;
}
template <void (*hook)(PlannerInfo *, RelOptInfo *), RelationHook *previous>
void relation_hook_body(PlannerInfo *root, RelOptInfo *relation, RangeTblEntry *entry) {
    if (*previous != nullptr)
        (*previous)(root, relation, entry);
    hook(root, relation);
}
#else
using RelationHook = get_relation_info_hook_type;
inline RelationHook *relation_hook() {
    return &get_relation_info_hook;
}
template <void (*hook)(PlannerInfo *, RelOptInfo *), RelationHook *previous>
void relation_hook_body(PlannerInfo *root, Oid oid, bool inherits, RelOptInfo *relation) {
    if (*previous != nullptr)
        (*previous)(root, oid, inherits, relation);
    hook(root, relation);
}
#endif

// NULLS NOT DISTINCT came with 15.
inline bool nulls_not_distinct([[maybe_unused]] const FormData_pg_index *index) {
#if PG_VERSION_NUM >= 150000
    return index->indnullsnotdistinct;
#else
    return false;
#endif
}

// From 18 on a NOT NULL constraint can be NOT VALID, and attnotnull is set all the same.
inline bool column_is_not_null(TupleDesc descriptor, int index) {
#if PG_VERSION_NUM >= 180000
    return TupleDescCompactAttr(descriptor, index)->attnullability == ATTNULLABLE_VALID;
#else
    return TupleDescAttr(descriptor, index)->attnotnull;
#endif
}

// The text of a string literal in a raw parse tree, or nullptr: A_Const changed its shape in 15.
inline const char *literal_string(const A_Const *literal) {
#if PG_VERSION_NUM >= 150000
    if (literal->isnull || nodeTag(&literal->val) != T_String)
        return nullptr;
    return literal->val.sval.sval;
#else
    return nodeTag(&literal->val) == T_String ? strVal(&literal->val) : nullptr;
#endif
}

// The locale behind the collation "default" is a column of pg_database, renamed twice.
inline Datum database_locale(HeapTuple tuple, bool *is_null) {
#if PG_VERSION_NUM >= 170000
    Datum locale = SysCacheGetAttr(DATABASEOID, tuple, Anum_pg_database_datlocale, is_null);
#elif PG_VERSION_NUM >= 150000
    Datum locale = SysCacheGetAttr(DATABASEOID, tuple, Anum_pg_database_daticulocale, is_null);
#else
    Datum locale = 0;
    *is_null = true;
#endif
#if PG_VERSION_NUM >= 150000
    return *is_null ? SysCacheGetAttr(DATABASEOID, tuple, Anum_pg_database_datcollate, is_null) : locale;
#else
    // before 15 datcollate is of type name
    (void)locale;
    *is_null = false;
    return CStringGetTextDatum(NameStr(reinterpret_cast<Form_pg_database>(GETSTRUCT(tuple))->datcollate));
#endif
}

// The same for a named collation.
inline Datum collation_locale(HeapTuple tuple, bool *is_null) {
#if PG_VERSION_NUM >= 170000
    Datum locale = SysCacheGetAttr(COLLOID, tuple, Anum_pg_collation_colllocale, is_null);
#elif PG_VERSION_NUM >= 150000
    Datum locale = SysCacheGetAttr(COLLOID, tuple, Anum_pg_collation_colliculocale, is_null);
#else
    Datum locale = 0;
    *is_null = true;
#endif
#if PG_VERSION_NUM >= 150000
    return *is_null ? SysCacheGetAttr(COLLOID, tuple, Anum_pg_collation_collcollate, is_null) : locale;
#else
    (void)locale;
    *is_null = false;
    return CStringGetTextDatum(NameStr(reinterpret_cast<Form_pg_collation>(GETSTRUCT(tuple))->collcollate));
#endif
}

// The range table entry was an argument of its own before 15.
inline void mark_for_select_privilege(ParseState *state, Var *var) {
#if PG_VERSION_NUM >= 150000
    markVarForSelectPriv(state, var);
#else
    markVarForSelectPriv(state, var, rt_fetch(var->varno, state->p_rtable));
#endif
}

// The tree walkers take a walker without a prototype before 16, which in C++ is one without arguments; from 16 on
// they are macros that cast.
template <typename Context> bool walk_expression(Node *node, bool (*walker)(Node *, Context *), Context *context) {
    return expression_tree_walker(node, reinterpret_cast<bool (*)()>(reinterpret_cast<void (*)()>(walker)), context);
}
template <typename Context> bool walk_raw(Node *node, bool (*walker)(Node *, Context *), Context *context) {
    return raw_expression_tree_walker(node, reinterpret_cast<bool (*)()>(reinterpret_cast<void (*)()>(walker)),
                                      context);
}
template <typename Context>
bool walk_query(Query *query, bool (*walker)(Node *, Context *), Context *context, int flags) {
    return query_tree_walker(query, reinterpret_cast<bool (*)()>(reinterpret_cast<void (*)()>(walker)), context, flags);
}

// The memory counters came with 17.
inline void explain_plan(PlannedStmt *plan, ExplainState *state, const char *text, ParamListInfo params) {
#if PG_VERSION_NUM >= 170000
    ExplainOnePlan(plan, nullptr, state, text, params, nullptr, nullptr, nullptr, nullptr);
#else
    ExplainOnePlan(plan, nullptr, state, text, params, nullptr, nullptr, nullptr);
#endif
}

} // namespace kp::compat
