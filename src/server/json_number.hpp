// Integers as decimal digits, and the table of digit pairs that the date writers share.
#pragma once

#include <cstdint>
#include <cstring>

namespace kp {

// "00" to "99", one after another.
struct DigitPairs {
    char of[200];
};

constexpr DigitPairs make_digit_pairs() {
    DigitPairs pairs{};
    for (int i = 0; i < 100; i++) {
        pairs.of[2 * i] = static_cast<char>('0' + i / 10);
        pairs.of[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}

inline constexpr DigitPairs digit_pairs = make_digit_pairs();

// Writes value, which is below 100, as two digits.
inline void write_2_digits(char *out, std::uint32_t value) {
    std::memcpy(out, digit_pairs.of + 2 * value, 2);
}

// Writes value, which is below 10000, as four digits.
inline void write_4_digits(char *out, std::uint32_t value) {
    write_2_digits(out, value / 100);
    write_2_digits(out + 2, value % 100);
}

// Write value without leading zeros and return the end. At most 20 characters.
char *write_uint64(char *out, std::uint64_t value);

inline char *write_int64(char *out, std::int64_t value) {
    std::uint64_t magnitude = static_cast<std::uint64_t>(value);
    if (value < 0) {
        *out++ = '-';
        magnitude = 0 - magnitude; // well defined for the smallest value too
    }
    return write_uint64(out, magnitude);
}

} // namespace kp
