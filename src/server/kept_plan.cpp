// The plans of a shape: prepared when first run, planned for the order that an index yields, checked before each use.
#include "errors.hpp"
#include "index_choice.hpp"
#include "plan_cache.hpp"

namespace kp {

namespace {

struct Inspection {
    int first_param; // the parameters of the seek
    int last_param;
    bool sorted;
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
    if (mentions_seek(reinterpret_cast<Node *>(plan->qual), inspection))
        inspection->unbounded = true;
    if (IsA(plan, Append))
        inspect_all(reinterpret_cast<Append *>(plan)->appendplans, inspection);
    else if (IsA(plan, MergeAppend))
        inspect_all(reinterpret_cast<MergeAppend *>(plan)->mergeplans, inspection);
    else if (IsA(plan, SubqueryScan))
        inspect(reinterpret_cast<SubqueryScan *>(plan)->subplan, inspection);
    inspect(outerPlan(plan), inspection);
    inspect(innerPlan(plan), inspection);
}

// True when running the plan now would use its generic plan as it is: the conditions of the server's CheckCachedPlan
// and RevalidateCachedQuery, so that re-planning never happens under the settings of the caller.
bool plan_is_ready(CachedPlanSource *source) {
    const CachedPlan *plan = source->gplan;
    if (!source->is_valid || plan == nullptr || !plan->is_valid || TransactionIdIsValid(plan->saved_xmin))
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
    return relation.foreign || relation.has_children ||
           (relation.kind != RELKIND_RELATION && relation.kind != RELKIND_MATVIEW);
}

SPIPlanPtr prepare_statement(Shape &shape, const Range &range, bool sorted) {
    SPIPrepareOptions options = {};
    options.parserSetup = statement_parser_setup;
    options.parserSetupArg = &shape.names;
    options.parseMode = RAW_PARSE_DEFAULT;
    // A count is planned for its values each time: there it pays, and there is no order to keep. So is what a foreign
    // server runs: it is given the LIMIT only where its value is known, and the way there costs more than the planning.
    bool custom = range.bound == Bound::count || shape.relation->kind == RELKIND_FOREIGN_TABLE;
    options.cursorOptions = custom ? CURSOR_OPT_CUSTOM_PLAN : CURSOR_OPT_GENERIC_PLAN;
    bool limited = sorted || range.limited || needs_limit(shape);
    if (!limited) // what the planner makes of a LIMIT that it does not know: a tenth of the rows will be read
        options.cursorOptions |= CURSOR_OPT_FAST_PLAN;
    SPIPlanPtr plan = SPI_prepare_extended(seek_sql(shape.statement, range, limited), &options);
    if (plan == nullptr || SPI_keepplan(plan) != 0)
        raise_spi("prepare", SPI_result);
    return plan;
}

void make_ready(Shape &shape, KeptPlan &kept) {
    int nest_level = planner_settings_push(!kept.sorted);
    CachedPlan *plan = kept.sorted ? SPI_plan_get_cached_plan(kept.plan) : plan_with_indexes(shape, kept.plan);
    AtEOXact_GUC(true, nest_level);
    if (plan == nullptr)
        raise_catalog_changed();
    CachedPlanSource *source = plan_source(kept.plan);
    // The text names the relation; between reading its name and here a schema may have been renamed.
    bool same_relation = list_member_oid(source->relationOids, shape.relation->oid);
    Inspection inspection = {statement_key_param(shape.statement, 0),
                             statement_key_param(shape.statement, shape.ordering->key_count - 1), false, false};
    inspect(linitial_node(PlannedStmt, plan->stmt_list)->planTree, &inspection);
    kept.unbounded = inspection.unbounded;
    bool sorted = inspection.sorted;
    ReleaseCachedPlan(plan, CurrentResourceOwner);
    if (!same_relation)
        raise_catalog_changed();
    // No index yields the order: let the planner do what it thinks best. (Not while an outer call of the same query,
    // from whose filter this one came, may be running the plan.)
    if (sorted && !kept.sorted && shape.pins == 1) {
        SPIPlanPtr free_plan = prepare_statement(shape, kept.range, true);
        SPI_freeplan(kept.plan);
        kept.plan = free_plan;
        kept.sorted = true;
        make_ready(shape, kept);
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

// A generic plan over a skewed filter would sort a third of the table; an index that yields the order never does worse
// than the page. In force while planning and, but for what a foreign server runs, never while running. jit would be
// fired by the penalty of the disabled paths.
int planner_settings_push(bool for_index) {
    int nest_level = NewGUCNestLevel();
    static const char *const off[] = {"enable_sort", "enable_incremental_sort", "enable_bitmapscan", "enable_seqscan",
                                      "jit"};
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

KeptPlan &shape_plan(Shape &shape, const Range &range) {
    KeptPlan *kept = find_plan(shape, range);
    if (kept == nullptr)
        kept = shape_add_plan(shape, range, prepare_statement(shape, range, false));
    if (range.bound == Bound::count)
        return *kept;
    if (!shape.columns_known)
        learn_columns(shape, plan_source(kept->plan)->resultDesc);
    if (!plan_is_ready(plan_source(kept->plan)))
        make_ready(shape, *kept);
    return *kept;
}

} // namespace kp
