// The plans of a shape: prepared when first run, planned for the order that an index yields, checked before each use.
#include "errors.hpp"
#include "index_choice.hpp"
#include "plan_cache.hpp"

namespace kp {

namespace {

// A join's other side that is read whole for each row of the page is better not longer than this.
constexpr double small_side = 100;

struct Inspection {
    int first_param; // the parameters of the seek
    int last_param;
    bool sorted;
    bool joined; // to a side that is read whole for each row, and is not small
    bool unbounded;
};

bool mentions_seek(Node *node, Inspection *inspection) {
    if (node == nullptr)
        return false;
    if (IsA(node, Param)) {
        auto *param = reinterpret_cast<Param *>(node);
        return param->paramkind == PARAM_EXTERN && param->paramid >= inspection->first_param &&
               param->paramid <= inspection->last_param;
    }
    return compat::walk_expression(node, mentions_seek, inspection);
}

void inspect(Plan *plan, Inspection *inspection);

void inspect_all(List *plans, Inspection *inspection) {
    ListCell *cell = nullptr;
    foreach (cell, plans)
        inspect(static_cast<Plan *>(lfirst(cell)), inspection);
}

// A range that the planner has proven empty: what stands above it costs nothing.
bool proven_empty(const Plan *plan) {
    return IsA(plan, Result) && outerPlan(plan) == nullptr &&
           reinterpret_cast<const Result *>(plan)->resconstantqual != nullptr;
}

// Sub-selects of the caller's filter may sort; only the tree that yields the rows is looked at.
void inspect(Plan *plan, Inspection *inspection) {
    if (plan == nullptr)
        return;
    check_stack_depth();
    if ((IsA(plan, Sort) || IsA(plan, IncrementalSort)) && !proven_empty(outerPlan(plan)))
        inspection->sorted = true;
    if (IsA(plan, NestLoop) && reinterpret_cast<NestLoop *>(plan)->nestParams == NIL &&
        innerPlan(plan)->plan_rows > small_side)
        inspection->joined = true;
    if (mentions_seek(reinterpret_cast<Node *>(plan->qual), inspection))
        inspection->unbounded = true;
    if (IsA(plan, Append))
        inspect_all(reinterpret_cast<Append *>(plan)->appendplans, inspection);
    else if (IsA(plan, MergeAppend))
        inspect_all(reinterpret_cast<MergeAppend *>(plan)->mergeplans, inspection);
    else if (IsA(plan, SubqueryScan))
        inspect(reinterpret_cast<SubqueryScan *>(plan)->subplan, inspection);
    inspect(outerPlan(plan), inspection);
    bool sorted = inspection->sorted; // the order comes from the outer side
    inspect(innerPlan(plan), inspection);
    inspection->sorted = sorted;
}

// True when running the plan now would use its generic plan as it is: the conditions of the server's CheckCachedPlan
// and RevalidateCachedQuery. Only a change that the statement itself waits for, behind a table of the filter, is met
// there after all: then it is planned under the caller's settings, and here once more before the next use.
bool plan_is_ready(const KeptPlan &kept) {
    CachedPlanSource *source = plan_source(kept.plan);
    const CachedPlan *plan = source->gplan;
    if (!source->is_valid || plan == nullptr || !plan->is_valid || TransactionIdIsValid(plan->saved_xmin) ||
        plan->generation != kept.generation)
        return false;
    if (plan->dependsOnRole && plan->planRoleId != GetUserId())
        return false;
    return !source->dependsOnRLS ||
           (source->rewriteRoleId == GetUserId() && source->rewriteRowSecurity == row_security);
}

// The rows of one table that come by its index need no node that counts them: the collector ends the statement. Below
// all else LIMIT does more: it bounds a sort, and what foreign servers send.
bool needs_limit(const Shape &shape) {
    const RelationInfo &relation = *shape.relation;
    return relation.foreign || (relation.kind != RELKIND_RELATION && relation.kind != RELKIND_MATVIEW);
}

SPIPlanPtr prepare_statement(Shape &shape, const Range &range, bool custom, bool sorted) {
    SPIPrepareOptions options = {};
    options.parserSetup = statement_parser_setup;
    options.parserSetupArg = &shape.names;
    options.parseMode = RAW_PARSE_DEFAULT;
    options.cursorOptions = custom ? CURSOR_OPT_CUSTOM_PLAN : CURSOR_OPT_GENERIC_PLAN;
    bool limited = sorted || range.limited || needs_limit(shape);
    // What the planner makes of a LIMIT that it does not know: a tenth of the rows will be read.
    if (!limited && range.bound != Bound::count)
        options.cursorOptions |= CURSOR_OPT_FAST_PLAN;
    SPIPlanPtr plan = SPI_prepare_extended(seek_sql(shape.statement, range, limited), &options);
    if (plan == nullptr || SPI_keepplan(plan) != 0)
        raise_spi("prepare", SPI_result);
    return plan;
}

// Another statement in the place of the kept one. (Not while an outer call of the same query, from whose filter this
// one came, may be running the plan.)
bool prepare_again(Shape &shape, KeptPlan &kept) {
    if (shape.pins > 1)
        return false;
    SPIPlanPtr anew = prepare_statement(shape, kept.range, kept.custom, kept.sorted);
    SPI_freeplan(kept.plan);
    kept.plan = anew;
    return true;
}

void make_ready(Shape &shape, KeptPlan &kept) {
    const CachedPlan *other = plan_source(kept.plan)->gplan;
    bool made_elsewhere = other != nullptr && other->is_valid && other->generation != kept.generation;
    bool made_here = !made_elsewhere || prepare_again(shape, kept);
    int nest_level = planner_settings_push(!kept.sorted);
    CachedPlan *plan = kept.sorted ? SPI_plan_get_cached_plan(kept.plan) : plan_with_indexes(shape, kept.plan);
    AtEOXact_GUC(true, nest_level);
    if (plan == nullptr)
        raise_catalog_changed();
    Inspection inspection = {statement_key_param(shape.statement, 0),
                             statement_key_param(shape.statement, shape.ordering->key_count - 1), false, false, false};
    inspect(linitial_node(PlannedStmt, plan->stmt_list)->planTree, &inspection);
    kept.unbounded = inspection.unbounded;
    kept.generation = made_here ? plan->generation : 0;
    ReleaseCachedPlan(plan, CurrentResourceOwner);
    plan_check_relation(shape, kept.plan);
    // No index yields the order, or not beside a join: let the planner do what it thinks best; of a join it has to know
    // how many rows are wanted.
    if ((inspection.sorted || inspection.joined) && !kept.sorted) {
        bool custom = kept.custom;
        kept.sorted = true;
        kept.custom = custom || inspection.joined;
        if (prepare_again(shape, kept)) {
            make_ready(shape, kept);
        } else { // to be looked at again
            kept.sorted = false;
            kept.custom = custom;
            kept.generation = 0;
        }
    }
}

void learn_columns(Shape &shape, TupleDesc descriptor) {
    MemoryContext caller = MemoryContextSwitchTo(shape.context);
    shape.column_count = descriptor->natts;
    shape.column_types = static_cast<Oid *>(palloc(sizeof(Oid) * static_cast<Size>(Max(descriptor->natts, 1))));
    for (int i = 0; i < descriptor->natts; i++)
        shape.column_types[i] = TupleDescAttr(descriptor, i)->atttypid;
    for (int k = 0; k < shape.ordering->key_count; k++) {
        shape.key_columns[k] = statement_key_column(shape.statement, k, &shape.visible_columns, descriptor->natts);
        shape.key_width = Max(shape.key_width, shape.key_columns[k]);
    }
    if (shape.statement.output == Output::json)
        shape.writer = row_writer_create(descriptor, shape.visible_columns, shape.context);
    shape.columns_known = true;
    MemoryContextSwitchTo(caller);
}

// A count is planned for its values each time: there it pays, and there is no order to keep. So is what a foreign
// server runs: it is given the LIMIT only where its value is known, and the way there costs more than the planning.
bool is_custom(const Shape &shape, const Range &range) {
    return range.bound == Bound::count || shape.relation->kind == RELKIND_FOREIGN_TABLE;
}

KeptPlan *find_plan(Shape &shape, const Range &range) {
    for (int i = 0; i < shape.plan_count; i++) {
        KeptPlan *kept = shape.plans[i];
        if (kept->range == range) {
            if (i > 0) {
                memmove(shape.plans + 1, shape.plans, sizeof(KeptPlan *) * static_cast<std::size_t>(i));
                shape.plans[0] = kept;
            }
            return kept;
        }
    }
    return nullptr;
}

} // namespace

// In force while planning, and while running only where that may plan anew: what a foreign server runs, and under
// plan_cache_mode = force_custom_plan. for_index: rather anything than a sort. jit would be fired by the penalty of it.
int planner_settings_push(bool for_index) {
    int nest_level = NewGUCNestLevel();
    static const char *const off[] = {"enable_sort", "enable_incremental_sort", "jit"};
    for (const char *name : off) {
        if (for_index || strcmp(name, "jit") == 0)
            (void)set_config_option(name, "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
    }
    (void)set_config_option("cursor_tuple_fraction", "0.1", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
                            false);
    (void)set_config_option("plan_cache_mode", "auto", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
    return nest_level;
}

CachedPlanSource *plan_source(SPIPlanPtr plan) {
    return static_cast<CachedPlanSource *>(linitial(SPI_plan_get_plan_sources(plan)));
}

void plan_check_relation(const Shape &shape, SPIPlanPtr plan) {
    if (!list_member_oid(plan_source(plan)->relationOids, shape.relation->oid))
        raise_catalog_changed();
}

KeptPlan &shape_plan(Shape &shape, const Range &range) {
    KeptPlan *kept = find_plan(shape, range);
    if (kept == nullptr)
        kept = shape_add_plan(shape, range, is_custom(shape, range),
                              prepare_statement(shape, range, is_custom(shape, range), false));
    if (range.bound == Bound::count)
        return *kept;
    if (!shape.columns_known)
        learn_columns(shape, plan_source(kept->plan)->resultDesc);
    if (!plan_is_ready(*kept))
        make_ready(shape, *kept);
    return *kept;
}

} // namespace kp
