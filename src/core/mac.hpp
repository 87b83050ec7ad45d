// HMAC-SHA-256 (RFC 2104, vectors of RFC 4231), HKDF-SHA-256 (RFC 5869) and a comparison whose
// time does not depend on where the first difference is. All of it is libcrypto's.
#pragma once

#include "span.hpp"
#include "status.hpp"

namespace kp {

inline constexpr std::size_t mac_size = 32;

// A keyed HMAC-SHA-256, kept so that a message costs a re-initialisation and not a key schedule.
// Owned by whoever created it; freed by mac_destroy, which also wipes the key schedule.
struct Mac;

// Returns nullptr when libcrypto fails.
Mac *mac_create(Bytes key);
void mac_destroy(Mac *mac); // nullptr is allowed

// HMAC-SHA-256 over first || second.
Status mac_compute(Mac *mac, Bytes first, Bytes second, std::uint8_t (&out)[mac_size]);

// HKDF-Extract-and-Expand; an empty salt is the RFC's default (HashLen zeros).
Status hkdf_sha256(Bytes secret, Bytes salt, Bytes info, MutableBytes out);

// False when the sizes differ; otherwise compares all bytes whatever they are.
[[nodiscard]] bool equal_in_constant_time(Bytes a, Bytes b);

// Overwrites memory in a way the compiler does not remove.
void wipe(MutableBytes bytes);

} // namespace kp
