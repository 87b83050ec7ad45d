// Whether the snapshot of the statement can see the rows as they are stored now. The server locks a table of a plain
// SELECT before it takes the snapshot; a function locks under the snapshot of the statement that calls it, and a table
// that was rewritten or truncated while it waited is empty to that snapshot (the MVCC caveat of ALTER TABLE and
// TRUNCATE).
#pragma once

#include "pg.hpp"
#include "relation_info.hpp"

namespace kp {

struct Storage {
    List *relations;      // OIDs of what the rows of a relation are read from: itself, partitions, the table of a view
    TransactionId newest; // that last changed a definition among them
};

// Whether what the transaction did is in the snapshot; what precedes all of them is.
bool snapshot_sees(Snapshot snapshot, TransactionId transaction);

// Notes the relations, in CurrentMemoryContext.
Storage storage_read(const RelationInfo &relation);

// Raises 40001 when one of them was stored anew, or made, by a transaction that the active snapshot does not see.
void storage_check(const Storage &storage);

// The same, but cheap where the definitions are older than the snapshot.
void storage_check_if_recent(const Storage &storage);

} // namespace kp
