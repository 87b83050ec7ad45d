// AES-256 in counter mode (NIST SP 800-38A). On its own it hides and does not protect: cursor.hpp
// composes it with HMAC so that the tag is the initial counter (the SIV construction of RFC 5297
// with HMAC-SHA-256 in the place of S2V).
#pragma once

#include "span.hpp"
#include "status.hpp"

namespace kp {

inline constexpr std::size_t cipher_key_size = 32;
inline constexpr std::size_t cipher_counter_size = 16;

// Encrypts or decrypts (the same operation) data in place.
Status aes256_ctr(const std::uint8_t (&key)[cipher_key_size], const std::uint8_t (&counter)[cipher_counter_size],
                  MutableBytes data);

} // namespace kp
