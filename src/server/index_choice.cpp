#include "index_choice.hpp"

namespace kp {

namespace {

compat::RelationHook previous_info_hook = nullptr;
set_rel_pathlist_hook_type previous_paths_hook = nullptr;
const Shape *planning_for = nullptr; // the shape whose statement is being planned

// Whether a view's rows come from this entry of the range table: it is of the view's table, and the keys of the order
// are its columns. A sub-select of the filter that became a join may read the same table.
bool is_of_view(const Shape &shape, PlannerInfo *root, Index number) {
    const RangeTblEntry *entry = planner_rt_fetch(number, root);
    if (entry->rtekind != RTE_RELATION || !list_member_oid(shape.relation->relations, entry->relid))
        return false;
    List *keys = get_sortgrouplist_exprs(root->parse->sortClause, root->parse->targetList);
    return bms_is_member(static_cast<int>(number), pull_varnos(root, reinterpret_cast<Node *>(keys)));
}

// The relation of the page, or what stands for it in the plan: a partition, or the table behind a view. What a
// sub-select of the caller's filter reads is planned with everything in sight, also where it became a join.
bool is_paged(const Shape &shape, PlannerInfo *root, const RelOptInfo *info) {
    if (root->parent_root != nullptr)
        return false;
    auto top = static_cast<Index>(info->top_parent_relids != nullptr ? bms_singleton_member(info->top_parent_relids)
                                                                     : static_cast<int>(info->relid));
    if (shape.relation->kind != RELKIND_VIEW)
        return top == 1 &&
               planner_rt_fetch(top, root)->relid == shape.relation->oid; // the one that the statement names
    return is_of_view(shape, root, top) || is_of_view(shape, root, info->relid);
}

void hide_other_indexes(PlannerInfo *root, RelOptInfo *info) {
    if (planning_for == nullptr || planning_for->indexes == NIL || info->indexlist == NIL ||
        !is_paged(*planning_for, root, info))
        return;
    List *chosen = NIL;
    ListCell *cell = nullptr;
    foreach (cell, info->indexlist) {
        auto *index = static_cast<IndexOptInfo *>(lfirst(cell));
        if (OidIsValid(shape_index(*planning_for, index->indexoid)))
            chosen = lappend(chosen, index);
    }
    if (chosen != NIL)
        info->indexlist = chosen;
}

// A generic plan over a skewed filter would sort a third of the table; an index that yields the order never does worse
// than the page.
void keep_ordered_paths(PlannerInfo *root, RelOptInfo *info, Index number, RangeTblEntry *entry) {
    if (previous_paths_hook != nullptr)
        previous_paths_hook(root, info, number, entry);
    if (planning_for == nullptr || entry->rtekind != RTE_RELATION || root->query_pathkeys == NIL ||
        !is_paged(*planning_for, root, info))
        return;
    List *ordered = NIL;
    ListCell *cell = nullptr;
    foreach (cell, info->pathlist) {
        auto *path = static_cast<Path *>(lfirst(cell));
        if (path->param_info == nullptr && pathkeys_contained_in(root->query_pathkeys, path->pathkeys))
            ordered = lappend(ordered, path);
    }
    if (ordered != NIL)
        info->pathlist = ordered;
}

} // namespace

Oid shape_index(const Shape &shape, Oid index) {
    if (list_member_oid(shape.indexes, index))
        return index;
    if (!shape.relation->partitioned || !get_rel_relispartition(index))
        return InvalidOid;
    ListCell *cell = nullptr;
    foreach (cell, get_partition_ancestors(index)) {
        if (list_member_oid(shape.indexes, lfirst_oid(cell)))
            return lfirst_oid(cell);
    }
    return InvalidOid;
}

void index_choice_init() {
    previous_info_hook = *compat::relation_hook();
    *compat::relation_hook() = compat::relation_hook_body<hide_other_indexes, &previous_info_hook>;
    previous_paths_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = keep_ordered_paths;
}

CachedPlan *plan_with_indexes(const Shape &shape, SPIPlanPtr plan) {
    const Shape *const outer = planning_for; // an immutable function that the planner evaluates may page, too
    CachedPlan *volatile result = nullptr;
    // The hooks must not outlive the planning that they are for, and nothing else is told when that fails.
    PG_TRY();
    {
        planning_for = &shape;
        result = SPI_plan_get_cached_plan(plan);
    }
    PG_FINALLY();
    { planning_for = outer; }
    PG_END_TRY();
    return result;
}

} // namespace kp
