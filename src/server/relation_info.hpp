// The facts of one relation that an ordering rests on: its columns, its btree indexes and its unique
// keys, read from the catalog under a lock. Everything is allocated in CurrentMemoryContext.
#pragma once

#include "pg.hpp"

namespace kp {

struct ColumnInfo {
    const char *name;
    Oid type;
    std::int32_t typmod;
    Oid collation;
    bool dropped;
    AttrNumber source;  // of a view over one table: the column of the table that it shows unchanged, or 0
    bool partition_key; // of the relation or of a partition that is partitioned itself
    bool not_null;      // proven: by a validated constraint of a table whose rows the server itself keeps
};

// One key of a btree index.
struct IndexKey {
    AttrNumber attno; // 0: an expression
    Node *expression; // as stored in pg_index, varno 1; nullptr for a column
    Oid collation;
    Oid opfamily;
    Oid opcintype;
    bool descending;
    bool nulls_first;
};

struct IndexInfo {
    Oid oid;
    const char *name;
    bool primary;
    bool partial; // yields an ordering only where the filter implies its predicate, which is the planner's to see
    bool unique;  // proves uniqueness: valid, immediate, not partial, not on expressions, NULLs excluded or equal
    bool declared_unique; // the same but for NULLs: what a materialized view's unique index promises
    int key_count;
    IndexKey *keys;
};

enum class Uniqueness : std::uint8_t {
    provable,  // tables: a unique key must be found
    inherited, // a view over one table: a unique key of the table, if its columns are all there
    unproven,  // other views, materialized views, foreign tables: the caller's list as it is
};

struct RelationInfo {
    Oid oid;
    char kind; // pg_class.relkind
    const char *schema_name;
    const char *name;
    const char *sql_name; // qualified and quoted
    Uniqueness uniqueness;
    bool temporary;
    bool has_children; // an inheritance parent that is not partitioned
    bool partitioned;
    bool foreign; // a foreign table, or partitioned with a foreign partition
    int column_count;
    ColumnInfo *columns; // by attribute number - 1
    int index_count;
    IndexInfo *indexes;        // btree, valid; of a view the ones of its table, in the view's columns
    const RelationInfo *table; // what a view over one table reads; nullptr otherwise
    bool sliced;               // a view with LIMIT or OFFSET, or over one: it reads its table before the page does
    List *relations;           // OIDs of the relation and of those its key was inferred from
};

// Locks relid in AccessShareLock until the transaction ends, raises 42P01 when it is gone, 42809 when it is of a kind
// that has no rows to page, 42501 when the current user may select none of its columns (before anything could name
// one).
void relation_lock(Oid relid);

// Reads the facts. The relation must have been locked by relation_lock.
RelationInfo *relation_info_read(Oid relid);

// A column by name, or nullptr.
const ColumnInfo *relation_column(const RelationInfo &relation, const char *name, AttrNumber *attno);

// Raises 42501 unless the current user may select the column.
void relation_check_column_privilege(Oid relid, AttrNumber attno);

} // namespace kp
