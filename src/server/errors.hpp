// Every error that is ours: SQLSTATE, message, DETAIL and HINT are worded here and nowhere else.
// All of these raise and do not return.
#pragma once

#include "../core/status.hpp"
#include "pg.hpp"

namespace kp {

// KP001, whatever is wrong with it: a caller learns no more than that it is not a cursor or was altered. crypto_failure
// is XX000's nearest decent kin, 58000.
[[noreturn]] void raise_cursor_status(Status status);
[[noreturn]] void raise_key_unknown(std::uint32_t key_id, bool retired); // KP002

// Key functions and the key store: src/server/key_errors.cpp.
[[noreturn]] void raise_extension_missing();                      // 55000: the code is here, the extension is not
[[noreturn]] void raise_key_table_altered();                      // 55000: no longer as the extension made it
[[noreturn]] void raise_no_active_key();                          // 55000
[[noreturn]] void raise_no_random_bytes();                        // 58000
[[noreturn]] void raise_key_unknown_id(std::int64_t key_id);      // 42704
[[noreturn]] void raise_key_id_out_of_range(std::int64_t key_id); // 22023
[[noreturn]] void raise_key_secret_size(std::size_t size);        // 22023
[[noreturn]] void raise_key_secret_differs(std::int64_t key_id);  // 42710
[[noreturn]] void raise_key_is_active(std::int64_t key_id);       // 55000, on retiring it
[[noreturn]] void raise_key_is_retired(std::int64_t key_id);      // 55000, on activating it
[[noreturn]] void raise_not_extension_owner();                    // 42501

// Values: src/server/value_errors.cpp. type is the key's own, perhaps a domain.
[[noreturn]] void raise_value_malformed(Oid type);   // 22P03: a cursor's bytes are none of the type's values
[[noreturn]] void raise_value_pseudo_type(Oid type); // 0A000
[[noreturn]] void raise_value_not_json(Oid type,
                                       const char *expected); // 22P02: a position's member is of the wrong kind

} // namespace kp
