// Every error that is ours: SQLSTATE, message, DETAIL and HINT are worded here and nowhere else.
// All of these raise and do not return.
#pragma once

#include "../core/status.hpp"
#include "pg.hpp"

namespace kp {

// KP001, whatever is wrong with it: a caller learns no more than that it is not a cursor or was altered. crypto_failure is XX000's
// nearest decent kin, 58000.
[[noreturn]] void raise_cursor_status(Status status);
[[noreturn]] void raise_key_unknown(std::uint32_t key_id, bool retired);                   // KP002
[[noreturn]] void raise_key_function(int sqlstate, const char *message, const char *hint); // the key functions' own

} // namespace kp
