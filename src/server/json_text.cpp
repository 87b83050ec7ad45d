// JSON string escaping: the bytes that need a backslash, and the bytes beside them.
#include "json_text.hpp"

namespace kp::json_text {

namespace {

// What follows the backslash for each byte: 0 where the byte stands for itself, 'u' for the form \u00XX.
struct EscapeLetters {
    char of[256];
};

constexpr EscapeLetters make_escape_letters() {
    EscapeLetters letters{};
    for (int c = 0; c < 0x20; c++)
        letters.of[c] = 'u';
    letters.of[0x08] = 'b';
    letters.of[0x09] = 't';
    letters.of[0x0a] = 'n';
    letters.of[0x0c] = 'f';
    letters.of[0x0d] = 'r';
    letters.of[0x22] = '"';
    letters.of[0x5c] = '\\';
    return letters;
}

constexpr EscapeLetters escape_letters = make_escape_letters();

inline char *escape(char *out, char byte) {
    const unsigned char c = static_cast<unsigned char>(byte);
    const char letter = escape_letters.of[c];
    if (letter == 0) {
        *out = byte;
        return out + 1;
    }
    out[0] = '\\';
    out[1] = letter;
    if (letter != 'u')
        return out + 2;
    out[2] = '0';
    out[3] = '0';
    out[4] = "0123456789abcdef"[c >> 4];
    out[5] = "0123456789abcdef"[c & 15];
    return out + 6;
}

} // namespace

char *escape_byte(char *out, char byte) {
    return escape(out, byte);
}

char *escape_bytes(char *out, const char *in, std::size_t n) {
    for (std::size_t i = 0; i < n; i++)
        out = escape(out, in[i]);
    return out;
}

} // namespace kp::json_text
