// filter, args and columns: the caller's own SQL, run with the caller's rights. Each is parsed alone and
// analysed alone by the server; what is learned here is its meaning, its parameters and what it may not contain.
#pragma once

#include "../core/fingerprint.hpp"
#include "names.hpp"
#include "pg.hpp"
#include "relation_info.hpp"
#include "values.hpp"

namespace kp {

struct Filter {
    const char *sql;        // as given; nullptr: none
    const char *meaning;    // every name resolved and qualified
    int arg_count;          // $1 .. $n
    Oid *arg_types;         // as analysis found them
    ValueCodec *arg_codecs; // for the canonical text of args
    FmgrInfo *arg_input;
    Oid *arg_input_params;
    Bitmapset *columns; // all that it mentions, as pull_varattnos counts them
    Bitmapset *bound;   // columns that a top-level `column = value` fixes
    List *bound_order;  // the same as attribute numbers, as they stand in the text
    Dependencies dependencies;
};

// Analyses sql (nullptr: no filter), in CurrentMemoryContext. Raises the parser's own errors, positions in the filter's
// text, and 0A000 for a volatile function.
Filter filter_analyse(const RelationInfo &relation, const char *sql);

// Checks a select list alone (nullptr: every column), and adds what it rests on to dependencies.
void columns_check(const RelationInfo &relation, const char *sql, Dependencies &dependencies);

// Reads args (nullptr: none) by the parameters' own input functions, as the protocol's text parameters are, into params
// from index 0 on. Raises 22023 when their number is not arg_count.
void filter_bind(Filter &filter, ArrayType *args, ParamListInfo params);

// The fingerprint of the filter's meaning over these values. Not called without a filter.
Fingerprint filter_fingerprint(Filter &filter, ParamListInfo params);

} // namespace kp
