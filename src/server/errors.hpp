// Every error that is ours: SQLSTATE, message, DETAIL and HINT are worded here and nowhere else.
// All of these raise and do not return, but for warn_offset and report_no_index, which may warn only.
#pragma once

#include "../core/status.hpp"
#include "pg.hpp"

namespace kp {

// KP001, whatever is wrong with it: a caller learns no more than that it is not a cursor or was altered. crypto_failure
// is XX000's nearest decent kin, 58000.
[[noreturn]] void raise_cursor_status(Status status);
[[noreturn]] void raise_key_unknown(std::uint32_t key_id, bool retired); // KP002
[[noreturn]] void raise_cursor_expired(std::uint32_t expires_at);        // KP003; seconds since 2000-01-01 UTC
[[noreturn]] void raise_other_relation(const char *sql_name);            // KP004
[[noreturn]] void raise_relation_unidentified();                         // KP004, where only the cursor is given
// KP005; issued is nullptr where the cursor's ordering cannot be spelled any more
[[noreturn]] void raise_other_ordering(const char *issued, const char *requested);
[[noreturn]] void raise_ordering_unidentified(const char *sql_name); // KP005, where only the cursor is given
[[noreturn]] void raise_value_gone(const char *key, Oid type);       // KP005
[[noreturn]] void raise_other_filter(bool issued_filtered, bool requested_filtered); // KP006
[[noreturn]] void raise_other_role(bool bound);                                      // KP007
[[noreturn]] void raise_no_unique_key(const char *sql_name);                         // KP008
[[noreturn]] void raise_inheritance_parent(const char *sql_name);                    // KP008
[[noreturn]] void raise_tie_at_boundary(const char *sql_name, const char *order);    // KP008
// KP009: a warning, or an error that does not return. reason may be nullptr.
void report_no_index(bool is_error, const char *order, const char *sql_name, const char *reason, const char *statement);
[[noreturn]] void raise_key_too_large(const char *name); // 54000

// Arguments: src/server/errors.cpp.
[[noreturn]] void raise_null_argument(const char *name); // 22004
[[noreturn]] void raise_limit(std::int64_t limit);       // 22023
[[noreturn]] void raise_offset_with_cursor();            // 22023
[[noreturn]] void raise_offset_negative(std::int64_t offset);
[[noreturn]] void raise_offset_refused(); // 0A000
void warn_offset();
[[noreturn]] void raise_row_type(Oid type);          // 42809
[[noreturn]] void raise_direction(const char *text); // 22023
[[noreturn]] void raise_position_missing(const char *key);
[[noreturn]] void raise_position_null(const char *key);
[[noreturn]] void raise_position_not_object();
[[noreturn]] void raise_page_too_large();   // 54000
[[noreturn]] void raise_encrypted_hidden(); // 42501
[[noreturn]] void raise_set_context();      // 0A000

// Relations: src/server/errors.cpp.
[[noreturn]] void raise_relation_gone(Oid relid);          // 42P01
[[noreturn]] void raise_relation_kind(const char *name);   // 42809
[[noreturn]] void raise_other_temporary(const char *name); // 0A000
[[noreturn]] void raise_type_gone(Oid type);               // 42704
[[noreturn]] void raise_catalog_changed();                 // 40001: try again
[[noreturn]] void raise_result_type_altered();             // 55000: no longer as the extension made it
[[noreturn]] void raise_spi(const char *what, int code);   // XX000: the impossible

// The caller's text: src/server/text_errors.cpp. label names the argument.
[[noreturn]] void raise_text_not_alone(const char *label);                            // 42601
[[noreturn]] void raise_volatile(const char *label);                                  // 0A000
[[noreturn]] void raise_argument_type_unknown(int number);                            // 42P18
[[noreturn]] void raise_argument_pseudo_type(int number, Oid type);                   // 0A000
[[noreturn]] void raise_parameter_number(int limit);                                  // 42P02
[[noreturn]] void raise_parameter_in_columns();                                       // 42P02
[[noreturn]] void raise_not_in_columns(int sqlstate, const char *what);               // 42803, 42P20, 0A000
[[noreturn]] void raise_args_dimensions();                                            // 22023
[[noreturn]] void raise_args_count(int given, int wanted, bool filtered);             // 22023
[[noreturn]] void raise_order_expression(const char *sql_name);                       // 0A000
[[noreturn]] void raise_order_qualifier(const char *reference, const char *sql_name); // 42P01
[[noreturn]] void raise_order_column(const char *name, const char *sql_name);         // 42703
[[noreturn]] void raise_order_system_column(const char *name);                        // 0A000
[[noreturn]] void raise_order_whole_row();                                            // 0A000
[[noreturn]] void raise_order_constant();                                             // 0A000
[[noreturn]] void raise_order_parameter();                                            // 0A000
[[noreturn]] void raise_order_too_long(std::size_t limit);                            // 54000
[[noreturn]] void raise_order_using();                                                // 0A000
[[noreturn]] void raise_too_many_keys();                                              // 54011
[[noreturn]] void raise_type_without_order(const char *key, Oid type);                // 42883
[[noreturn]] void raise_type_without_collation(const char *key, Oid type);            // 42804

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
[[noreturn]] void raise_jsonb_corrupt();                      // XX001

} // namespace kp
