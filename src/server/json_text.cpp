// JSON string escaping, sixteen bytes at a time where the processor has SSE2, else eight.
#include "json_text.hpp"

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kp {

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

inline char *escape_byte(char *out, char byte) {
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

inline char *escape_bytes(char *out, const char *in, std::size_t n) {
    for (std::size_t i = 0; i < n; i++)
        out = escape_byte(out, in[i]);
    return out;
}

// Copies size bytes, a compile-time number: the compiler makes it one load and one store.
template <std::size_t size> inline void copy(char *out, const char *in) {
    std::memcpy(out, in, size);
}

#if defined(__SSE2__)

inline __m128i load16(const char *in) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(in));
}

// One bit for each byte that cannot stand for itself.
inline unsigned special_bytes(__m128i bytes) {
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), control)));
}

// n < 16 bytes with nothing readable before them. Never reads outside them, so that memory checkers stay content.
inline char *escape_short(char *out, const char *in, std::size_t n) {
    if (n >= 8) {
        const __m128i front = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(in));
        const __m128i back = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(in + n - 8));
        if (special_bytes(_mm_unpacklo_epi64(front, back)) != 0)
            return escape_bytes(out, in, n);
        _mm_storel_epi64(reinterpret_cast<__m128i *>(out), front);
        _mm_storel_epi64(reinterpret_cast<__m128i *>(out + n - 8), back);
        return out + n;
    }
    if (n >= 4) {
        std::int32_t front, back;
        std::memcpy(&front, in, 4);
        std::memcpy(&back, in + n - 4, 4);
        // The upper half repeats the lower one: zeros there would count as control characters.
        if (special_bytes(_mm_set_epi32(back, front, back, front)) != 0)
            return escape_bytes(out, in, n);
        std::memcpy(out, &front, 4);
        std::memcpy(out + n - 4, &back, 4);
        return out + n;
    }
    return escape_bytes(out, in, n);
}

#else

// True if one of the eight bytes cannot stand for itself. Exact as a whole; which byte it is, is not told.
inline bool has_special(std::uint64_t word) {
    constexpr std::uint64_t ones = 0x0101010101010101u;
    const std::uint64_t quote = word ^ (ones * 0x22);
    const std::uint64_t backslash = word ^ (ones * 0x5c);
    const std::uint64_t found =
        ((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash);
    return (found & (ones * 0x80)) != 0;
}

#endif

} // namespace

#if defined(__SSE2__)

char *json_escape(char *out, const char *in, std::size_t n) {
    if (n < 16)
        return escape_short(out, in, n);
    const char *const end = in + n;
    const char *const last = end - 16;
    while (in <= last) {
        const __m128i bytes = load16(in);
        _mm_storeu_si128(reinterpret_cast<__m128i *>(out), bytes);
        const unsigned special = special_bytes(bytes);
        if (special == 0) {
            in += 16;
            out += 16;
        } else {
            const int clean = __builtin_ctz(special);
            out = escape_byte(out + clean, in[clean]);
            in += clean + 1;
        }
    }
    const std::size_t rest = static_cast<std::size_t>(end - in);
    if (rest == 0)
        return out;
    // The last sixteen bytes are read again as a whole; the bits of those already written are shifted out.
    if ((special_bytes(load16(last)) >> (16 - rest)) != 0)
        return escape_bytes(out, in, rest);
    if (rest >= 8) {
        copy<8>(out, in);
        copy<8>(out + rest - 8, end - 8);
    } else {
        // Eight bytes may be read before the end, and as many written beyond it.
        std::uint64_t word;
        std::memcpy(&word, end - 8, 8);
        word >>= 8 * (8 - rest); // SSE2 means a little-endian machine
        std::memcpy(out, &word, 8);
    }
    return out + rest;
}

#else

char *json_escape(char *out, const char *in, std::size_t n) {
    while (n >= 8) {
        std::uint64_t word;
        std::memcpy(&word, in, 8);
        if (has_special(word)) {
            out = escape_bytes(out, in, 8);
        } else {
            copy<8>(out, in);
            out += 8;
        }
        in += 8;
        n -= 8;
    }
    return escape_bytes(out, in, n);
}

#endif

} // namespace kp
