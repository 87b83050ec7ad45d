#include "base64url.hpp"

namespace kp {

namespace {

constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint8_t not_a_digit = 0xFF;

struct DecodeTable {
    std::uint8_t digit[256];
};

consteval DecodeTable make_decode_table() {
    DecodeTable table = {};
    for (std::uint8_t &digit : table.digit)
        digit = not_a_digit;
    for (std::uint8_t i = 0; i < 64; i++)
        table.digit[static_cast<unsigned char>(alphabet[i])] = i;
    return table;
}

constexpr DecodeTable decode_table = make_decode_table();

std::uint32_t digit_of(char c) {
    return decode_table.digit[static_cast<unsigned char>(c)];
}

} // namespace

void base64url_encode(Bytes in, char *out) {
    const std::uint8_t *at = in.data();
    std::size_t left = in.size();

    for (; left >= 3; left -= 3, at += 3, out += 4) {
        const std::uint32_t group = static_cast<std::uint32_t>(at[0] << 16 | at[1] << 8 | at[2]);
        out[0] = alphabet[group >> 18];
        out[1] = alphabet[group >> 12 & 63];
        out[2] = alphabet[group >> 6 & 63];
        out[3] = alphabet[group & 63];
    }
    if (left == 2) {
        const std::uint32_t group = static_cast<std::uint32_t>(at[0] << 8 | at[1]);
        out[0] = alphabet[group >> 10];
        out[1] = alphabet[group >> 4 & 63];
        out[2] = alphabet[group << 2 & 63];
    } else if (left == 1) {
        out[0] = alphabet[at[0] >> 2];
        out[1] = alphabet[at[0] << 4 & 63];
    }
}

Status base64url_decode(std::string_view text, MutableBytes out, std::size_t &written) {
    written = 0;
    if (text.size() % 4 == 1)
        return Status::malformed;
    if (out.size() < base64url_decoded_size(text.size()))
        return Status::no_space;

    const char *at = text.data();
    std::size_t left = text.size();
    std::uint8_t *to = out.data();
    std::uint32_t seen = 0;     // every digit or-ed together: above 63 once one was not a digit
    std::uint32_t leftover = 0; // bits of the last digit that no byte takes

    for (; left >= 4; left -= 4, at += 4, to += 3) {
        const std::uint32_t a = digit_of(at[0]), b = digit_of(at[1]), c = digit_of(at[2]), d = digit_of(at[3]);
        seen |= a | b | c | d;
        to[0] = static_cast<std::uint8_t>(a << 2 | b >> 4);
        to[1] = static_cast<std::uint8_t>(b << 4 | c >> 2);
        to[2] = static_cast<std::uint8_t>(c << 6 | d);
    }
    if (left == 3) {
        const std::uint32_t a = digit_of(at[0]), b = digit_of(at[1]), c = digit_of(at[2]);
        seen |= a | b | c;
        leftover = c & 0x03;
        to[0] = static_cast<std::uint8_t>(a << 2 | b >> 4);
        to[1] = static_cast<std::uint8_t>(b << 4 | c >> 2);
    } else if (left == 2) {
        const std::uint32_t a = digit_of(at[0]), b = digit_of(at[1]);
        seen |= a | b;
        leftover = b & 0x0F;
        to[0] = static_cast<std::uint8_t>(a << 2 | b >> 4);
    }
    if (seen > 63 || leftover != 0)
        return Status::malformed;
    written = base64url_decoded_size(text.size());
    return Status::ok;
}

} // namespace kp
