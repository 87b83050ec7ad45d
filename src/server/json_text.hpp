// JSON string escaping over the bytes of the server encoding: exactly what the server's escape_json writes. Sixteen
// bytes at a time where the processor has SSE2, else eight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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
inline char *json_escape(char *out, const char *in, std::size_t n);

// Copies length bytes, whole vectors at a time: up to 15 bytes more are read and written. For short pieces of unknown
// length, where a call of memcpy would cost more than the copy.
inline char *json_copy_short(char *out, const char *in, std::size_t length) {
    std::size_t done = 0;
    do {
        std::memcpy(out + done, in + done, 16);
        done += 16;
    } while (done < length);
    return out + length;
}

namespace json_text {

// The same byte by byte, for the stretches that have something to escape.
char *escape_bytes(char *out, const char *in, std::size_t n);

// Escapes the one byte at in.
char *escape_byte(char *out, char byte);

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

// Less than sixteen bytes. Never reads outside them, so that memory checkers stay content.
inline char *escape_short(char *out, const char *in, std::size_t n) {
    if (n >= 8) {
        const __m128i front = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(in));
        const __m128i back = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(in + n - 8));
        if (special_bytes(_mm_unpacklo_epi64(front, back)) != 0) [[unlikely]]
            return escape_bytes(out, in, n);
        _mm_storel_epi64(reinterpret_cast<__m128i *>(out), front);
        _mm_storel_epi64(reinterpret_cast<__m128i *>(out + n - 8), back);
        return out + n;
    }
    if (n >= 4) {
        std::uint32_t front, back;
        std::memcpy(&front, in, 4);
        std::memcpy(&back, in + n - 4, 4);
        // All sixteen bytes are filled: zeros would count as control characters.
        const __m128i both = _mm_set1_epi64x(static_cast<long long>(front | (std::uint64_t{back} << 32)));
        if (special_bytes(both) != 0) [[unlikely]]
            return escape_bytes(out, in, n);
        std::memcpy(out, &front, 4);
        std::memcpy(out + n - 4, &back, 4);
        return out + n;
    }
    return escape_bytes(out, in, n);
}

// Sixteen bytes or more.
inline char *escape_long(char *out, const char *in, std::size_t n) {
    const char *const end = in + n;
    const char *const last = end - 16;
    do {
        const __m128i bytes = load16(in);
        _mm_storeu_si128(reinterpret_cast<__m128i *>(out), bytes);
        const unsigned special = special_bytes(bytes);
        if (special == 0) [[likely]] {
            in += 16;
            out += 16;
        } else {
            const int clean = __builtin_ctz(special);
            out = escape_byte(out + clean, in[clean]);
            in += clean + 1;
        }
    } while (in <= last);
    const std::size_t rest = static_cast<std::size_t>(end - in);
    if (rest == 0)
        return out;
    // The last sixteen bytes are read again as a whole; the bits of those already written are shifted out.
    if ((special_bytes(load16(last)) >> (16 - rest)) != 0) [[unlikely]]
        return escape_bytes(out, in, rest);
    if (rest >= 8) {
        std::memcpy(out, in, 8);
        std::memcpy(out + rest - 8, end - 8, 8);
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

// True if one of the eight bytes cannot stand for itself. Exact as a whole; which byte it is, is not told.
inline bool has_special(std::uint64_t word) {
    constexpr std::uint64_t ones = 0x0101010101010101u;
    const std::uint64_t quote = word ^ (ones * 0x22);
    const std::uint64_t backslash = word ^ (ones * 0x5c);
    const std::uint64_t found =
        ((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash);
    return (found & (ones * 0x80)) != 0;
}

inline char *escape_words(char *out, const char *in, std::size_t n) {
    while (n >= 8) {
        std::uint64_t word;
        std::memcpy(&word, in, 8);
        if (has_special(word)) [[unlikely]] {
            out = escape_bytes(out, in, 8);
        } else {
            std::memcpy(out, &word, 8);
            out += 8;
        }
        in += 8;
        n -= 8;
    }
    return escape_bytes(out, in, n);
}

#endif

} // namespace json_text

inline char *json_escape(char *out, const char *in, std::size_t n) {
#if defined(__SSE2__)
    return n < 16 ? json_text::escape_short(out, in, n) : json_text::escape_long(out, in, n);
#else
    return json_text::escape_words(out, in, n);
#endif
}

} // namespace kp
