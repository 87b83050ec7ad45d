// The complete ordering of a relation: the caller's keys, then the tie-breaker that makes it total.
// Everything about one key that seeks, cursors and comparisons need is decided here, once.
#pragma once

#include "../core/cursor.hpp"
#include "pg.hpp"
#include "relation_info.hpp"
#include "values.hpp"

namespace kp {

struct OrderKey {
    AttrNumber attno; // 0: an expression
    Node *expression; // as the index holds it, varno 1; nullptr for a column
    Oid index;        // where an expression or the key's own operators come from
    int index_key;    // its position there, from 1
    const char *name; // the column's name, or the expression as text; as members of a position are called
    Oid type;
    Oid collation;        // InvalidOid when the type has none
    bool collation_named; // not the column's own, so it must be spelled
    bool own_operators;   // not of the type's default operator class
    bool nullable;
    bool descending;
    bool nulls_first;
    bool partition_key;
    bool extends_run; // one row comparison can hold this key and the one before it
    Oid opfamily;
    Oid opcintype;
    Oid less, less_equal, equal, greater_equal, greater; // operators, by the class's input type
    FmgrInfo compare;                                    // the class's order procedure
    ValueCodec codec;
};

struct Ordering {
    int key_count;
    int listed_count; // the caller's; the others are the tie-breaker
    bool total;       // proven: no two rows are equal under it
    OrderKey *keys;
    const char *unique_key; // the name of the index that proves it, or nullptr
    Oid unique_index;       // and its OID
    const char *text;       // as it stands after ORDER BY
    Fingerprint fingerprint;
};

// The keys of an ORDER BY list, a repeated one left out, no tie-breaker; order_spec is where that comes from.
struct KeyList {
    int count;
    OrderKey *keys;
};

// Builds the key for a column, without direction. Raises 42883 when the type has no default btree operator class.
OrderKey order_key_for_column(const RelationInfo &relation, AttrNumber attno, Oid collation);

// Builds the key for an expression that is key index_key (from 1) of index.
OrderKey order_key_for_expression(const RelationInfo &relation, const IndexInfo &index, int index_key, Oid collation);

// True when two values equal under a are equal under b too (same expression, same equality, and a
// collation that makes no more values equal).
bool order_key_implies(const OrderKey &a, const OrderKey &b);

// Appends key unless one before it implies it; raises 54011 beyond max_keys.
void key_list_add(KeyList &list, const OrderKey &key);

// Both constructors note in relation.relations the composite types that the ordering rests on.

// The complete ordering of the listed keys: cut after a complete unique key, or completed by a
// tie-breaker. bound holds the columns that the filter fixes to one value: an index may lead with them.
// Raises KP008 where uniqueness must be proven and cannot, or where there is no key at all.
Ordering *ordering_complete(RelationInfo &relation, const KeyList &listed, Bitmapset *bound);

// The ordering a verified cursor says it was minted with, or nullptr when its hints do not lead to
// one that has the cursor's fingerprint.
Ordering *ordering_from_cursor(RelationInfo &relation, const Cursor &cursor);

// True when other, a cursor's ordering, is one that the listed keys may be read in: it begins with
// them and is still total.
bool ordering_serves(const RelationInfo &relation, const KeyList &listed, const Ordering &other);

// True when index, read forward or backward, yields the ordering; leading index keys in bound are passed over.
bool index_yields(const IndexInfo &index, const OrderKey *keys, int count, Bitmapset *bound);

// The OIDs of the indexes that yield the ordering; NIL when none does for every filter.
List *indexes_that_yield(const RelationInfo &relation, const Ordering &ordering, Bitmapset *bound);

// Raises 42501 unless the current user may select what key is made of.
void ordering_check_privilege(const RelationInfo &relation, const OrderKey &key);

// A cursor's hints for key.
KeyHint order_key_hint(const OrderKey &key);

// Compares two values of key, NULLs aside, by its operator class and collation.
int order_key_compare(OrderKey &key, Datum a, Datum b);

} // namespace kp
