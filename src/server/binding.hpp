// Cursors as the server meets them: opened and verified, checked against the query they are used for, and minted.
#pragma once

#include "../core/cursor.hpp"
#include "pg.hpp"
#include "plan_cache.hpp"

namespace kp {

// A verified cursor; cursor's bytes point into scratch, so it is not copied.
struct OpenCursor {
    Cursor cursor;
    std::uint8_t scratch[max_cursor_bytes];
};

// The key values of one row, or of a cursor.
struct Position {
    bool set = false;
    std::uint32_t nulls = 0;
    int too_large = -1; // the key with which the values outgrew max_value_bytes, or -1
    KeyValue values[max_keys] = {};
};

// Decodes, verifies, then parses, and refuses what has expired: KP001, KP002, KP003.
void cursor_verify(const TextRef &text, OpenCursor &out);

// The shape that serves a request with a verified cursor: KP004 when it is another relation's, KP005 when it
// is another ordering's.
Shape *shape_for_cursor(const ShapeRequest &request, const Cursor &cursor);

// KP006 for another filter or other args, whose fingerprint filter is (not looked at without a filter); KP007 for
// another role.
void cursor_check_filter(const Shape &shape, const Cursor &cursor, const Fingerprint &filter);
void cursor_check_role(const Cursor &cursor);

// A key's value from a cursor. KP005 when it is an enum's label that has been renamed since.
Datum cursor_value(OrderKey &key, Bytes bytes);

// Fills the parameters of the keys from a position.
void position_bind(Shape &shape, const Position &position, ParamListInfo params);
void position_of_cursor(const Cursor &cursor, Position &out);

// Encodes the values of a row. bytes is the memory they go to, emptied first.
void position_of_values(Shape &shape, const Datum *values, const bool *nulls, StringInfo bytes, Position &out);

// Now, as cursors count time: seconds since 2000-01-01 UTC.
std::uint32_t cursor_time_now();

// What a cursor says besides its shape and its position.
struct CursorTerms {
    Direction direction = Direction::next;
    bool inclusive = false;
    bool whole_tie = false;      // no row equal to the position is beyond it, as a page knows of its own
    std::uint32_t issued_at = 0; // cursor_time_now(), once for all cursors of a page
    Fingerprint filter = {};     // looked at where the shape has a filter
};

// The text of a cursor at a position, in CurrentMemoryContext. 54000 when the values are too large.
text *cursor_mint(const Shape &shape, const Position &position, const CursorTerms &terms);

} // namespace kp
