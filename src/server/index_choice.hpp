// Keeps the planner to the indexes that yield an ordering, and to reading the paged relation by them. With a prefix
// fixed by equality another index may seem to yield it too (the primary key, say), and a generic plan cannot know how
// much it would pass over to find the prefix.
#pragma once

#include "pg.hpp"
#include "plan_cache.hpp"

namespace kp {

// Installs the planner's hooks. Called once, from _PG_init.
void index_choice_init();

// The index of the shape that index is or, in a partition, is part of; InvalidOid when it is none.
Oid shape_index(const Shape &shape, Oid index);

// The generic plan of a kept statement, made if it must be, with only the shape's own indexes in sight. The caller
// releases it.
CachedPlan *plan_with_indexes(const Shape &shape, SPIPlanPtr plan);

} // namespace kp
