// One page: runs the ranges of the seek, collects the rows, and finds out what precedes and follows.
#pragma once

#include "binding.hpp"
#include "collector.hpp"
#include "pg.hpp"
#include "plan_cache.hpp"

namespace kp {

struct PageRequest {
    ShapeRequest shape;
    TextRef cursor; // none: the first page
    bool limited = false;
    std::int64_t limit = 0; // not looked at unless limited
    ArrayType *args = nullptr;
    bool with_total = false;
    bool has_offset = false; // legacy_offset
    std::int64_t offset = 0;
    bool backward_rows = false; // keyset_rows: backward
};

// What a page came to. Everything is in the context that was current when the page was asked for.
struct Page {
    char *items = nullptr; // Output::json: a varlena of items, or of the whole object
    TypedRow *rows = nullptr;
    std::int64_t row_count = 0;
    bool more = false; // in the direction of reading
    text *next_cursor = nullptr;
    text *prev_cursor = nullptr;
    const char *order_by = nullptr;
    bool has_total = false;
    std::int64_t total = 0;
};

// Checks the request and reads the page. as_object: items becomes the one JSON object of keyset_page_json.
void page_read(const PageRequest &request, bool as_object, Page &page);

// The limit in force for what a caller gave: 22023 below 1, lowered to the maximum.
std::int64_t page_limit(bool given, std::int64_t limit);

// Parameters of all the shape's statements, each with its type and NULL.
ParamListInfo page_params(const Shape &shape);

// Runs a kept plan, read-only, in the caller's snapshot; its rows go to the collector.
void page_execute(const KeptPlan &kept, ParamListInfo params, Collector &collector);

// Warns or raises KP009 when no index serves the shape, as keyset_page.require_index says.
void page_check_index(Shape &shape, const KeptPlan &kept);

} // namespace kp
