// Rows to JSON, straight from the executor's slots: byte for byte what json_agg(row) gives.
#pragma once

#include "pg.hpp"

namespace kp {

// A growing byte buffer outside the memory contexts' accounting of each call: one lives per backend.
// Never NUL-terminated. data is palloc'd in context.
struct JsonBuffer {
    char *data = nullptr;
    std::size_t used = 0;
    std::size_t capacity = 0;
    MemoryContext context = nullptr;
};

// The backend's output buffer, emptied. Only one page is written at a time through it: a nested call (a filter that itself
// calls keyset_page) gets a buffer of its own in CurrentMemoryContext. Given back by json_buffer_release.
JsonBuffer *json_buffer_acquire();

// Ends the use of buffer; memory above 1 MB goes back to the system.
void json_buffer_release(JsonBuffer *buffer);

// Makes room for n more bytes and returns the place to write them.
char *json_buffer_reserve(JsonBuffer &buffer, std::size_t n);
void json_buffer_append(JsonBuffer &buffer, const char *bytes, std::size_t n);

struct RowWriter; // what is decided once per plan: names escaped, types categorised, output functions looked up

// A writer for the first column_count columns of desc, in context (everything it owns is freed with it).
RowWriter *row_writer_create(TupleDesc desc, int column_count, MemoryContext context);

// Appends {"column":value,...} for the row in slot. Allocates scratch memory in CurrentMemoryContext,
// which the caller resets now and then.
void row_writer_append(RowWriter *writer, TupleTableSlot *slot, JsonBuffer &buffer);

} // namespace kp
