// Where a row is being written, and the values of varying length: numeric, jsonb and text.
#pragma once

#include "row_json.hpp"

namespace kp {

// The raw end of a row under way in a JsonBuffer, whose used still stands at the row's begin.
struct JsonOut {
    char *at;  // the next byte goes here
    char *end; // up to here there is room, json_slack not counted
    std::size_t
        tail; // what every json_out_ensure leaves free behind its own bytes: the parts of fixed length that follow
    JsonBuffer *buffer;
};
static_assert(std::is_trivially_destructible_v<JsonOut>);

// The slow half of json_out_ensure.
void json_out_grow(JsonOut &out, std::size_t n);

// Makes room for n more bytes and the tail.
inline void json_out_ensure(JsonOut &out, std::size_t n) {
    if (static_cast<std::size_t>(out.end - out.at) < n + out.tail) [[unlikely]]
        json_out_grow(out, n);
}

// Writes n bytes as they are.
inline void json_out_bytes(JsonOut &out, const char *bytes, std::size_t n) {
    json_out_ensure(out, n);
    std::memcpy(out.at, bytes, n);
    out.at += n;
}

// Writes n bytes of text as a JSON string, however long: a long text is escaped in pieces, so that it does not ask for
// six times its length at once.
void json_out_long_string(JsonOut &out, const char *text, std::size_t n);

constexpr std::size_t json_string_piece = 4096;

// Writes n bytes of text as a JSON string.
inline void json_out_string(JsonOut &out, const char *text, std::size_t n) {
    if (n > json_string_piece) [[unlikely]] {
        json_out_long_string(out, text, n);
        return;
    }
    json_out_ensure(out, json_quoted_max(n));
    char *at = out.at;
    *at = '"';
    at = json_escape(at + 1, text, n);
    *at = '"';
    out.at = at + 1;
}

// Write a value as the server's output functions do; value is not toasted but may have a short header. NaN and the
// infinities of numeric come with quotes.
void json_out_numeric(JsonOut &out, const char *data, std::size_t size); // without the header
void json_out_jsonb(JsonOut &out, const JsonbContainer *container);      // aligned as jsonb.h asks

} // namespace kp
