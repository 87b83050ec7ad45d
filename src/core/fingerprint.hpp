// What a cursor is bound to, in eight bytes: the front of SHA-256 over a purpose label and a
// canonical message that the caller built from qualified names, never from OIDs.
#pragma once

#include "span.hpp"
#include "status.hpp"

#include <string_view>

namespace kp {

struct Fingerprint {
    std::uint8_t bytes[8];
    friend bool operator==(const Fingerprint &, const Fingerprint &) = default;
};

// SHA-256(length of purpose as one byte || purpose || message), its first eight bytes. The label
// keeps a relation's fingerprint from ever equalling a filter's. purpose: at most 255 bytes.
Status fingerprint(std::string_view purpose, Bytes message, Fingerprint &out);

} // namespace kp
