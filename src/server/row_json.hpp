// Rows to JSON, straight from the executor's slots: byte for byte what json_agg(row) gives.
#pragma once

#include "pg.hpp"

#include "json_text.hpp"

#include <cstring>
#include <type_traits>

namespace kp {

// A growing byte buffer outside the memory contexts' accounting of each call: one lives per backend.
// Never NUL-terminated. data is palloc'd in context.
struct JsonBuffer {
    char *data = nullptr;
    std::size_t used = 0;
    std::size_t capacity = 0;
    MemoryContext context = nullptr;
};
static_assert(std::is_trivially_destructible_v<JsonBuffer>);

// The backend's output buffer, emptied. Only one page is written at a time through it: a nested call (a filter that
// itself calls keyset_page) gets a buffer of its own in CurrentMemoryContext. Given back by json_buffer_release.
//
// The use also ends when CurrentMemoryContext as it is now is reset or deleted, which is what gives the buffer back
// after an error. So release it before that context goes; SPI_finish, for one, deletes the context that SPI_connect
// made current.
JsonBuffer *json_buffer_acquire();

// Ends the use of buffer; memory above 1 MB goes back to the system.
void json_buffer_release(JsonBuffer *buffer);

// The slow half of json_buffer_reserve: the buffer is too small and becomes larger. Errors above 1 GB.
char *json_buffer_grow(JsonBuffer &buffer, std::size_t n);

// Makes room for n more bytes and returns the place to write them. used is left to the caller, who adds what was
// written. json_slack further bytes may be overwritten behind the n.
inline char *json_buffer_reserve(JsonBuffer &buffer, std::size_t n) {
    if (buffer.capacity >= json_slack && n <= buffer.capacity - json_slack &&
        buffer.used <= buffer.capacity - json_slack - n)
        return buffer.data + buffer.used;
    return json_buffer_grow(buffer, n);
}

// Appends n bytes.
inline void json_buffer_append(JsonBuffer &buffer, const char *bytes, std::size_t n) {
    std::memcpy(json_buffer_reserve(buffer, n), bytes, n);
    buffer.used += n;
}

struct RowWriter; // what is decided once per plan: names escaped, types categorised, output functions looked up

// A writer for the first column_count columns of desc, in context (everything it owns is freed with it). desc is not
// kept.
RowWriter *row_writer_create(TupleDesc desc, int column_count, MemoryContext context);

// Appends {"column":value,...} for the row in slot. Allocates scratch memory in CurrentMemoryContext,
// which the caller resets now and then.
//
// Dropped columns are left out. A writer may be entered again from an output function it calls. After an error the row
// is not in the buffer: used moves when the row is complete.
void row_writer_append(RowWriter *writer, TupleTableSlot *slot, JsonBuffer &buffer);

} // namespace kp
