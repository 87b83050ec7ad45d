#include "index_choice.hpp"

namespace kp {

namespace {

get_relation_info_hook_type previous_hook = nullptr;
const Shape *planning_for = nullptr; // the shape whose statement is being planned

// The relation of the page, or what stands for it in the plan: a partition, or the table behind a view. A sub-select of
// the caller's filter is planned below, with everything in sight.
bool is_paged(const Shape &shape, const PlannerInfo *root, Oid relation) {
    if (root->parent_root != nullptr)
        return false;
    if (list_member_oid(shape.relation->relations, relation))
        return true;
    return shape.relation->partitioned && get_rel_relispartition(relation) &&
           list_member_oid(get_partition_ancestors(relation), shape.relation->oid);
}

void hide_other_indexes(PlannerInfo *root, Oid relation, bool inh_parent, RelOptInfo *info) {
    if (previous_hook != nullptr)
        previous_hook(root, relation, inh_parent, info);
    if (planning_for == nullptr || planning_for->indexes == NIL || info->indexlist == NIL ||
        !is_paged(*planning_for, root, relation))
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
    previous_hook = get_relation_info_hook;
    get_relation_info_hook = hide_other_indexes;
}

CachedPlan *plan_with_indexes(const Shape &shape, SPIPlanPtr plan) {
    const Shape *const outer = planning_for; // an immutable function that the planner evaluates may page, too
    CachedPlan *volatile result = nullptr;
    // The hook must not outlive the planning that it is for, and nothing else is told when that fails.
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
