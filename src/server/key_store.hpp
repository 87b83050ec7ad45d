// The signing keys: the extension's table keyset_signing_key, read by OID with the latest committed
// contents, cached per backend, and never shown.
#pragma once

#include "../core/cursor.hpp"
#include "pg.hpp"

namespace kp {

// Registers for invalidation. Called once, from _PG_init.
void key_store_init();

// Both of the following see what was last committed, whatever snapshot the transaction has, and also what the
// transaction itself did. They look for invalidation messages first, so that a retired key is refused at once even
// where no relation is locked anew; as with locking one, the caller holds no catalog pointers without a pin.
//
// The key that signs. Valid until the next call into this file. Raises 55000 when there is none, or no extension.
const CursorKey &key_store_active();

// The key a cursor names, or nullptr when this database does not hold it or has retired it (then *retired is true).
const CursorKey *key_store_find(std::uint32_t id, bool *retired);

// True when the current user has the privileges of the role that owns the extension.
bool user_owns_extension();

// The writers behind the SQL functions of the same names; the right to call them is EXECUTE's affair.
// Each takes SHARE ROW EXCLUSIVE on the table first, so two of them never make two active keys, and raises 25006 where
// the transaction or the server is read-only. What they do is known to all backends when the transaction commits.
std::int64_t key_rotate();
void key_retire(std::int64_t id);
void key_import(std::int64_t id, Bytes secret, bool activate);

// The secret of a key, retired or not; 42501 unless user_owns_extension(), whoever was granted EXECUTE.
bytea *key_export(std::int64_t id);

} // namespace kp
