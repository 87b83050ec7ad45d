// What a core function reports. The core never throws and never prints; the
// server zone turns a Status into an SQLSTATE and words (src/server/errors).
#pragma once

#include <cstdint>

namespace kp {

enum class [[nodiscard]] Status : std::uint8_t{
    ok,
    malformed,           // not the encoding, or not the layout, of a cursor
    unsupported_version, // well-formed base64url of a version this code does not know
    forged,              // the MAC does not match: altered, or made by another key
    no_space,            // the caller's buffer is too small
    crypto_failure,      // libcrypto refused or ran out of memory
};

} // namespace kp
