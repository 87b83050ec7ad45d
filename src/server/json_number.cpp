// Integers as decimal digits.
#include "json_number.hpp"

namespace kp {

namespace {

struct Powers {
    std::uint64_t of[20];
};

constexpr Powers make_powers() {
    Powers powers{};
    std::uint64_t power = 1;
    for (int i = 0; i < 20; i++, power *= 10)
        powers.of[i] = power;
    return powers;
}

constexpr Powers powers_of_10 = make_powers();

// How many digits value has. The number of bits times log10(2) is right or one too low.
inline unsigned count_digits(std::uint64_t value) {
    const unsigned bits = 64 - static_cast<unsigned>(__builtin_clzll(value | 1));
    const unsigned guess = (bits * 1233) >> 12;
    return guess + (value >= powers_of_10.of[guess] ? 1 : 0) + (value == 0 ? 1 : 0);
}

} // namespace

char *write_uint64(char *out, std::uint64_t value) {
    if (value < 10) {
        *out = static_cast<char>('0' + value);
        return out + 1;
    }
    char *const end = out + count_digits(value);
    char *at = end;
    while (value > UINT32_MAX) {
        const std::uint32_t low = static_cast<std::uint32_t>(value % 10000);
        value /= 10000;
        at -= 4;
        write_4_digits(at, low);
    }
    std::uint32_t rest = static_cast<std::uint32_t>(value);
    while (rest >= 100) {
        at -= 2;
        write_2_digits(at, rest % 100);
        rest /= 100;
    }
    if (rest >= 10)
        write_2_digits(at - 2, rest);
    else if (at > out)
        at[-1] = static_cast<char>('0' + rest);
    return end;
}

} // namespace kp
