// The seek: an ordering and a position make a list of index ranges, most specific first, which together are
// exactly the rows after (or before) the position, in order. Each range is one statement.
#pragma once

#include "filter.hpp"
#include "ordering.hpp"
#include "pg.hpp"
#include "relation_info.hpp"

namespace kp {

enum class Bound : std::uint8_t {
    none,     // no position: from the start
    after,    // prefix equal, then a run of keys beyond the position's
    from,     // the same, the position's own values included
    equal,    // every key equal: the position's own row where its last key is NULL
    nulls,    // prefix equal, then the NULLs that follow the values
    non_null, // prefix equal, then the values that follow the NULLs
    count,    // not a range: count(*) of the filtered rows
};

// The shape of one statement; which values it runs with is another matter.
struct Range {
    Bound bound;
    bool reversed;           // against the ordering
    std::uint8_t prefix;     // keys that must be equal
    std::uint8_t run;        // keys of the run behind them
    std::uint32_t null_mask; // which keys of the prefix are NULL at the position
    bool offset;             // with OFFSET
    bool limited;            // with LIMIT wherever there is an order, for people to read

    friend bool operator==(const Range &, const Range &) = default;
};

// All rows, from one end or the other; counted, where bound says so.
constexpr Range whole_range(bool reversed, Bound bound = Bound::none) {
    return {bound, reversed, 0, 0, 0, false, false};
}

inline constexpr int max_ranges = 2 * static_cast<int>(max_keys) + 1;

// Writes the ranges to out and returns how many. nulls: which keys are NULL at the position. inclusive: start at the
// position's own row.
int seek_ranges(const Ordering &ordering, bool single_columns, std::uint32_t nulls, bool reversed, bool inclusive,
                Range (&out)[max_ranges]);

// What the rows of a statement are.
enum class Output : std::uint8_t {
    json, // the caller's columns, or all of them, then the keys that are not among them
    row,  // the whole row as one value, then the keys
};

// Everything a statement is made of besides its range. The numbers of its parameters: $1..$n the filter's, then one per
// key, then LIMIT, then OFFSET.
struct Statement {
    const RelationInfo *relation;
    const Ordering *ordering;
    const Filter *filter;
    const char *columns; // nullptr: every column
    Output output;
};

int statement_key_param(const Statement &statement, int key); // 1-based number of a key's parameter
int statement_limit_param(const Statement &statement);
int statement_offset_param(const Statement &statement);
int statement_param_count(const Statement &statement);

// The statement of a range, as text. What cannot be spelled safely (an expression of an index, the whole row) stands as
// a reference that statement_parser_setup resolves. limited: with LIMIT; OFFSET never is without.
char *seek_sql(const Statement &statement, const Range &range, bool limited);

// Where the key stands in the rows of a statement, from 1; *visible_columns is how many of the row's columns are the
// caller's.
int statement_key_column(const Statement &statement, int key, int *visible_columns, int row_width);

// A parser setup hook: gives the parameters their types and the references their nodes. argument is a StatementNames.
struct StatementNames {
    int param_count;
    Oid *param_types;
    const RelationInfo *relation;
    const Ordering *ordering;
};
void statement_parser_setup(ParseState *state, void *argument);

} // namespace kp
