// order_spec to keys: the server's raw parser, then a walk over the tree that refuses everything it does not know. Safe
// for untrusted text: no name is looked up but the columns of the one relation, and an expression is analysed only when
// all its functions, types and literals occur in an index of the relation.
#pragma once

#include "ordering.hpp"
#include "pg.hpp"
#include "relation_info.hpp"

namespace kp {

// The listed keys, repeated ones left out. NULL and the empty string list nothing.
KeyList order_spec_parse(const RelationInfo &relation, const char *text);

} // namespace kp
