// Whether what an ordering rests on held already in the statement's snapshot: a page reads the rows of the snapshot,
// but the catalog as it is now. A column that became NOT NULL, or a key that became unique, behind the snapshot says
// nothing of its rows.
#pragma once

#include "ordering.hpp"
#include "pg.hpp"
#include "relation_info.hpp"

namespace kp {

struct Proof {
    Oid table;            // that the keys are columns of: the relation, or what a view reads
    Bitmapset *not_null;  // its columns that are taken to hold no NULL
    Oid unique_index;     // that proves the ordering total, or InvalidOid
    TransactionId newest; // that last changed a catalog row among these
};

// Notes what the ordering rests on, in CurrentMemoryContext.
Proof proof_read(const RelationInfo &relation, const Ordering &ordering);

// Raises 40001 when some of it did not hold yet for the active snapshot. Cheap where all of it is older.
void proof_check_if_recent(const Proof &proof);

} // namespace kp
