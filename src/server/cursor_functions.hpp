// keyset_cursor_encode and keyset_cursor_decode: a cursor from key values, and what a cursor says.
#pragma once

#include "binding.hpp"
#include "pg.hpp"

namespace kp {

struct EncodeRequest {
    ShapeRequest shape;
    Jsonb *position = nullptr;
    ArrayType *args = nullptr;
    const char *direction = nullptr; // "next" or "prev"
};

// The cursor, in CurrentMemoryContext.
text *cursor_encode(const EncodeRequest &request);

struct DecodedCursor {
    std::int64_t key_id = 0;
    const char *relation = nullptr;
    const char *order_by = nullptr;
    const char *direction = nullptr;
    Jsonb *position = nullptr;
    bool filtered = false;
    bool expires = false;
    TimestampTz issued_at = 0;
    TimestampTz expires_at = 0;
};

// Verifies first. Raises KP004 or KP005 when relation or ordering cannot be told from the catalog any more, 42501
// without SELECT on the relation and its key columns.
void cursor_decode_for_caller(const TextRef &text, DecodedCursor &out);

} // namespace kp
