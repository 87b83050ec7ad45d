// What is kept per backend: for each query shape its facts, its ordering, its fingerprints and its
// plans. A shape is used only while nothing that it was built from has changed.
#pragma once

#include "../core/cursor.hpp"
#include "filter.hpp"
#include "ordering.hpp"
#include "pg.hpp"
#include "proof.hpp"
#include "relation_info.hpp"
#include "row_json.hpp"
#include "seek.hpp"
#include "storage.hpp"

namespace kp {

// Text of the caller, not terminated; data is nullptr for NULL.
struct TextRef {
    const char *data = nullptr;
    int length = 0;
};

// What makes two calls the same query.
struct ShapeRequest {
    Oid relid = InvalidOid;
    Output output = Output::json;
    TextRef order_spec;
    TextRef filter;
    TextRef columns;
};

struct KeptPlan {
    Range range;
    SPIPlanPtr plan;
    bool custom;    // planned with the values of each call: a foreign server is given its LIMIT, a join chosen by it
    bool sorted;    // no index yields the order, or not beside a join: planned freely
    bool unbounded; // a condition of the seek is checked row by row instead of bounding the index scan
    int generation; // of the plan that the two before were seen in
};

struct Shape {
    // Of the cache:
    Shape *newer; // used more recently
    Shape *older;
    MemoryContext context; // holds everything below
    int pins;              // calls that are using it
    bool stale;            // something it rests on has changed
    struct ShapeKey *key;
    List *relations;       // OIDs of those that it rests on: the relation's, and what the caller's text mentions
    struct Watch *watches; // other catalog rows that it rests on
    int watch_count;

    // The query:
    RelationInfo *relation;
    Storage storage;
    Proof proof;
    KeyList listed;
    Ordering *ordering;
    Filter filter;
    Statement statement;
    StatementNames names;
    Cursor minted;       // what all its cursors have in common
    Oid role;            // for whom the next was decided
    bool single_columns; // ranges of one column each, and no row comparisons
    List *indexes;       // the ones that yield the ordering
    bool seek_hidden;    // row security or a barrier view keeps the seek's comparisons from the index

    // Learnt with the first statement:
    bool columns_known;
    int column_count; // of the whole row of a statement
    Oid *column_types;
    int visible_columns;       // the caller's
    int key_columns[max_keys]; // from 1
    int key_width;             // the last of them
    RowWriter *writer;         // Output::json

    KeptPlan **plans; // most recently used first; each where it was made: a nested call may add to the list
    int plan_count;
    int plan_capacity;
    bool warned;            // about the missing index
    const char *order_json; // the ordering's text as a JSON string; made when first asked for
};

// Registers for invalidation. Called once, from _PG_init.
void plan_cache_init();

// The shape of a request, from the cache or built. relation_lock must have been called. minted_with: nullptr, or the
// cursor whose ordering is wanted where it is another complete one for the same listed keys; then nullptr is returned
// when the cursor's hints do not lead to it or it does not serve the request (other_ordering then tells its text, if
// known). The shape stays usable until CurrentMemoryContext is reset.
Shape *shape_acquire(const ShapeRequest &request, const Cursor *minted_with, const char **other_ordering);

// The plan of a range, prepared and planned if it was not or is no longer valid. Within SPI_connect.
KeptPlan &shape_plan(Shape &shape, const Range &range);

// Adds a plan, the session's own from here on, as the most recently used; frees the least recently used one of the
// backend when there are too many: a nullable ordering has a plan for each pattern of NULLs it meets.
KeptPlan *shape_add_plan(Shape &shape, const Range &range, bool custom, SPIPlanPtr plan);

// How many invalidation messages the backend has heard since it loaded the module, of whatever.
std::uint64_t invalidations_heard();

// The planner's settings for a plan of the seek, until AtEOXact_GUC(true, the result): an error in between undoes them.
int planner_settings_push(bool for_index);

// The statement's one cached plan source.
CachedPlanSource *plan_source(SPIPlanPtr plan);

// Raises 40001 unless the statement, as the server understands it now, reads the shape's relation: its text says a
// name.
void plan_check_relation(const Shape &shape, SPIPlanPtr plan);

} // namespace kp
