// Where the rows of a page arrive: a DestReceiver that turns each into output and remembers the positions at both ends.
#pragma once

#include "binding.hpp"
#include "pg.hpp"
#include "plan_cache.hpp"
#include "row_json.hpp"

namespace kp {

// One row as keyset_rows hands it out.
struct TypedRow {
    Datum item;
    text *cursor;
};

struct Collector {
    DestReceiver receiver; // first: the server knows the collector by it
    Shape *shape;
    SPIPlanPtr plan;            // that is running
    MemoryContext page_context; // what must outlive a statement
    MemoryContext row_context;  // emptied after each row

    std::int64_t wanted; // rows of the page
    std::int64_t taken;
    bool more;     // a row beyond the page was seen
    bool probing;  // only whether a row exists matters; its position is kept
    bool skip_one; // the first row precedes the page (legacy_offset)
    bool skipped;

    // The row that the page starts at and does not contain:
    bool drop_start;
    std::int64_t start_rows; // rows equal to it that were seen
    const Datum *start_values;
    std::uint32_t start_nulls;
    bool start_whole_tie; // all rows equal to it are on the side that was read
    bool start_tied;      // and there is more than one: nothing was taken

    Position first; // of the first and of the last wanted row, as they arrive
    Position last;
    StringInfoData first_bytes;
    StringInfoData last_bytes;
    Datum last_values[max_keys]; // kept where uniqueness is unproven, to meet a tie behind the last row
    bool last_nulls[max_keys];

    JsonBuffer *json;   // Output::json
    bool reversed;      // rows arrive against the display order
    std::int32_t *ends; // of each row in json, where reversed
    std::int64_t ends_capacity;

    TypedRow *rows; // Output::row
    std::int64_t rows_capacity;
    CursorTerms row_terms; // of the rows' own cursors
};

// A collector in CurrentMemoryContext, within SPI_connect.
Collector *collector_create(Shape &shape, std::int64_t wanted, bool reversed, MemoryContext page_context);

} // namespace kp
