// keyset_explain: what a page would run, which index it uses, and what is missing.
#pragma once

#include "pg.hpp"
#include "plan_cache.hpp"

namespace kp {

// Pointers are in the context that was current.
struct Explanation {
    const char *order_by;
    const char *unique_key; // nullptr: none
    const char *seek_index; // nullptr: none, or one for each partition
    bool index_backed;
    const char *advice; // nullptr: nothing to do
    ArrayType *statements;
    char *plans; // JSON
};

// args may be nullptr even where the filter has parameters.
void explain_page(const ShapeRequest &request, ArrayType *args, Explanation &out);

} // namespace kp
