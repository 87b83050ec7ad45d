// Text of the caller on its way through the server's own parser. Nothing here interprets a character
// of it: the parser does, and what comes back is a tree.
#pragma once

#include "pg.hpp"

namespace kp {

// While alive on the error context stack, an error position that the parser reports is taken for one in `query`, of
// which the caller wrote only `text` at `offset`: the position is moved into the text, or dropped if it is outside.
// Not an RAII object: push, parse, pop; an error in between pops it with the stack.
struct UserText {
    ErrorContextCallback callback;
    const char *label; // "order_spec", "filter", "columns"
    const char *text;
    int offset; // bytes before text in the string given to the parser
};

void user_text_push(UserText &guard, const char *label, const char *text, int offset);
void user_text_pop(UserText &guard);

// The SortBy list of an ORDER BY list; raises 42601 for anything more than that.
List *parse_order_by(const char *text);

// The one expression that text is, alone; raises 42601 for anything else. label names it in errors.
Node *parse_expression(const char *label, const char *text);

// The target list that text is, alone.
List *parse_select_list(const char *label, const char *text);

} // namespace kp
