// base64url (RFC 4648 section 5) without padding, and with one spelling only.
#pragma once

#include "span.hpp"
#include "status.hpp"

#include <string_view>

namespace kp {

// Characters that n bytes take.
constexpr std::size_t base64url_encoded_size(std::size_t n) {
    return (n * 4 + 2) / 3;
}

// Bytes that n characters stand for (n mod 4 == 1 stands for nothing; decode refuses it).
constexpr std::size_t base64url_decoded_size(std::size_t n) {
    return n * 3 / 4;
}

// Writes exactly base64url_encoded_size(in.size()) characters to out, no terminator.
void base64url_encode(Bytes in, char *out);

// Decodes text into the front of out and sets written. Refuses (Status::malformed) any character
// outside [A-Za-z0-9_-], a length of 1 mod 4 and non-zero trailing bits, so that each byte string
// has exactly one spelling. Status::no_space when out is smaller than base64url_decoded_size.
Status base64url_decode(std::string_view text, MutableBytes out, std::size_t &written);

} // namespace kp
