// Bytes from the hexadecimal that the RFCs print, and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using Octets = std::vector<std::uint8_t>;

// Blanks between digits are skipped. Any other character is taken as zero: the test that holds it fails.
inline Octets from_hex(std::string_view text) {
    Octets bytes;
    int digits = 0;
    for (const char c : text) {
        if (c == ' ')
            continue;
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
        if (digits++ % 2 == 0)
            bytes.push_back(static_cast<std::uint8_t>(digit << 4));
        else
            bytes.back() = static_cast<std::uint8_t>(bytes.back() | digit);
    }
    return bytes;
}

inline std::string to_hex(const std::uint8_t *bytes, std::size_t size) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < size; i++) {
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

inline std::string to_hex(const Octets &bytes) {
    return to_hex(bytes.data(), bytes.size());
}

inline Octets octets(std::string_view text) {
    return Octets(text.begin(), text.end());
}
