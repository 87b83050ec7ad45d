#include "explain.hpp"

#include "advice.hpp"
#include "errors.hpp"
#include "index_choice.hpp"
#include "page.hpp"

namespace kp {

namespace {

struct Writing {
    Shape *shape;
    ParamListInfo params;
    MemoryContext caller;
    StringInfoData plans;
    ArrayBuildState *statements;
    bool index_backed;
    Oid index; // that the scans use, if they agree
    bool indexes_differ;
};

void note_index(Plan *plan, Writing *writing) {
    if (plan == nullptr)
        return;
    check_stack_depth();
    Oid index = InvalidOid;
    if (IsA(plan, IndexScan))
        index = reinterpret_cast<IndexScan *>(plan)->indexid;
    else if (IsA(plan, IndexOnlyScan))
        index = reinterpret_cast<IndexOnlyScan *>(plan)->indexid;
    if (OidIsValid(index)) {
        Oid known = shape_index(*writing->shape, index); // partitions' indexes go by the name of the parent's
        index = OidIsValid(known) ? known : index;
        if (OidIsValid(writing->index) && writing->index != index)
            writing->indexes_differ = true;
        writing->index = index;
    }
    List *children = NIL;
    if (IsA(plan, Append))
        children = reinterpret_cast<Append *>(plan)->appendplans;
    else if (IsA(plan, MergeAppend))
        children = reinterpret_cast<MergeAppend *>(plan)->mergeplans;
    else if (IsA(plan, SubqueryScan))
        children = list_make1(reinterpret_cast<SubqueryScan *>(plan)->subplan);
    ListCell *cell = nullptr;
    foreach (cell, children)
        note_index(static_cast<Plan *>(lfirst(cell)), writing);
    note_index(outerPlan(plan), writing); // of a join the outer side, which the order comes from
}

// One plan as a JSON object: EXPLAIN itself gives an array of one.
void append_plan(StringInfo json, const Writing &writing, PlannedStmt *plan, const char *text) {
    ExplainState *state = NewExplainState();
    state->costs = true;
    state->verbose = writing.shape->relation->foreign; // which shows what is shipped
    state->format = EXPLAIN_FORMAT_JSON;
    ExplainBeginOutput(state);
    compat::explain_plan(plan, state, text, writing.params);
    ExplainEndOutput(state);
    const char *begin = strchr(state->str->data, '{');
    const char *end = strrchr(state->str->data, '}');
    appendBinaryStringInfo(json, begin, static_cast<int>(end - begin + 1));
}

// The statement as the server understood it: every name qualified, nothing of ours left to resolve.
char *statement_text(CachedPlanSource *source, RawStmt *raw, const StatementNames &names) {
    Query *query = compat::analyze_with_setup(raw, source->query_string, statement_parser_setup,
                                              const_cast<StatementNames *>(&names));
    int nest_level = fixed_settings_push(); // so that the names are qualified
    char *text = pg_get_querydef(query, true);
    fixed_settings_pop(nest_level);
    while (*text == ' ')
        text++;
    return text;
}

void add_range(Writing &writing, Range range) {
    Shape &shape = *writing.shape;
    range.limited = true; // the page may leave it out and stop by itself, people who try the statement will not
    KeptPlan &kept = shape_plan(shape, range);
    if (kept.sorted || kept.unbounded)
        writing.index_backed = false;
    CachedPlanSource *source = plan_source(kept.plan);
    auto *raw = static_cast<RawStmt *>(copyObjectImpl(source->raw_parse_tree));
    char *text = statement_text(source, raw, shape.names);
    writing.statements =
        accumArrayResult(writing.statements, CStringGetTextDatum(text), false, TEXTOID, CurrentMemoryContext);
    CachedPlan *plan = SPI_plan_get_cached_plan(kept.plan);
    auto *planned = linitial_node(PlannedStmt, plan->stmt_list);
    note_index(planned->planTree, &writing);
    if (writing.plans.len > 1)
        appendStringInfoString(&writing.plans, ",\n ");
    append_plan(&writing.plans, writing, planned, text);
    ReleaseCachedPlan(plan, CurrentResourceOwner);
}

// The position of the first row, so that partitions are pruned as they would be; NULLs where there is no row.
void bind_sample(Writing &writing, Position &position) {
    Shape &shape = *writing.shape;
    Collector *first = collector_create(shape, 1, false, CurrentMemoryContext);
    first->probing = true;
    KeptPlan &kept = shape_plan(shape, whole_range(false));
    ParamExternData &limit = writing.params->params[statement_limit_param(shape.statement) - 1];
    limit.isnull = false;
    limit.value = Int64GetDatum(1);
    page_execute(kept, writing.params, *first);
    if (first->taken > 0 && first->first.too_large < 0) {
        position = first->first;
        position_bind(shape, position, writing.params);
    }
}

const char *index_name(const Writing &writing) {
    if (!OidIsValid(writing.index) || writing.indexes_differ || !writing.index_backed)
        return nullptr;
    const char *name = get_rel_name(writing.index);
    return name == nullptr ? nullptr : MemoryContextStrdup(writing.caller, quote_identifier(name));
}

const char *advice(const Writing &writing) {
    if (writing.index_backed)
        return nullptr;
    const char *reason = advice_reason(*writing.shape);
    return MemoryContextStrdup(writing.caller, reason != nullptr ? reason : advice_create_index(*writing.shape));
}

} // namespace

void explain_page(const ShapeRequest &request, ArrayType *args, Explanation &out) {
    Writing writing = {};
    writing.caller = CurrentMemoryContext;
    relation_lock(request.relid);
    if (SPI_connect() != SPI_OK_CONNECT)
        raise_spi("connect", SPI_result);
    const char *other = nullptr;
    writing.shape = shape_acquire(request, nullptr, &other);
    Shape &shape = *writing.shape;
    writing.params = page_params(shape);
    if (args != nullptr || shape.filter.sql == nullptr)
        filter_bind(shape.filter, args, writing.params);
    initStringInfo(&writing.plans);
    appendStringInfoChar(&writing.plans, '[');
    writing.index_backed = !shape.seek_hidden;

    Position position;
    bind_sample(writing, position);
    add_range(writing, whole_range(false));
    Range ranges[max_ranges];
    int count = seek_ranges(*shape.ordering, shape.single_columns, position.nulls, false, true, ranges);
    for (int i = 0; i < count; i++)
        add_range(writing, ranges[i]);
    appendStringInfoChar(&writing.plans, ']');

    out.order_by = MemoryContextStrdup(writing.caller, shape.ordering->text);
    out.unique_key = shape.ordering->unique_key == nullptr
                         ? nullptr
                         : MemoryContextStrdup(writing.caller, quote_identifier(shape.ordering->unique_key));
    out.seek_index = index_name(writing);
    out.index_backed = writing.index_backed;
    out.advice = advice(writing);
    out.statements = DatumGetArrayTypeP(makeArrayResult(writing.statements, writing.caller));
    out.plans = MemoryContextStrdup(writing.caller, writing.plans.data);
    SPI_finish();
}

} // namespace kp
