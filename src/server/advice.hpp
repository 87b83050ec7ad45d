// What would make an ordering index-backed.
#pragma once

#include "pg.hpp"
#include "plan_cache.hpp"

namespace kp {

// The CREATE INDEX statement that would serve the shape, which advice_reason has nothing against, columns that the
// filter fixes in front.
char *advice_create_index(const Shape &shape);

// Why the seek is not bounded although an index yields the order, as a sentence, or nullptr when an index is simply
// missing.
const char *advice_reason(const Shape &shape);

} // namespace kp
