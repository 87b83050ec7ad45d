// JSON string escaping over the bytes of the server encoding: exactly what the server's escape_json writes.
#pragma once

#include <cstddef>

namespace kp {

// Writers in this family may store up to this many bytes beyond the end they return, because they copy whole vectors.
// Every reservation of a JsonBuffer includes it.
constexpr std::size_t json_slack = 32;

// Bytes that n bytes of text can become, the two quotes included, json_slack not.
constexpr std::size_t json_quoted_max(std::size_t n) {
    return n * 6 + 2;
}

// Escapes n bytes of text to out and returns the end. The caller has 6 * n + json_slack bytes of room. No quotes are
// written. Bytes are looked at one by one and never as characters: every server encoding keeps bytes below 0x80 for
// ASCII, so a text may be cut anywhere and escaped in pieces.
char *json_escape(char *out, const char *in, std::size_t n);

} // namespace kp
