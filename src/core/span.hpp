// Views over bytes that somebody else owns. The core passes nothing else
// across its borders: spans in, the caller's buffers out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kp {

using Bytes = std::span<const std::uint8_t>;
using MutableBytes = std::span<std::uint8_t>;

} // namespace kp
