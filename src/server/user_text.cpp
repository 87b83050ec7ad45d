#include "user_text.hpp"

#include "errors.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<UserText>);

namespace {

constexpr char order_prefix[] = "SELECT ORDER BY ";

void move_error_position(void *argument) {
    auto *guard = static_cast<UserText *>(argument);
    int position = geterrposition();
    if (position <= 0)
        return;
    // Positions count characters; what stands before the text is ASCII or was written by us in the server's encoding.
    int moved = position - guard->offset;
    errposition(0);
    if (moved > 0 && moved <= pg_mbstrlen(guard->text) + 1) {
        internalerrposition(moved);
        internalerrquery(guard->text);
    }
    errcontext("%s of keyset_page", guard->label);
}

// True when the statement is a bare SELECT with nothing but what the caller of this function looks at.
bool only_select(const SelectStmt *select) {
    return select->distinctClause == NIL && select->intoClause == nullptr && select->fromClause == NIL &&
           select->whereClause == nullptr && select->groupClause == NIL && select->havingClause == nullptr &&
           select->windowClause == NIL && select->valuesLists == NIL && select->limitOffset == nullptr &&
           select->limitCount == nullptr && select->lockingClause == NIL && select->withClause == nullptr &&
           select->op == SETOP_NONE;
}

// The parser's answer, when it is one SELECT and no semicolon ended it.
SelectStmt *single_select(List *statements, const char *label) {
    if (list_length(statements) != 1)
        raise_text_not_alone(label);
    auto *statement = static_cast<RawStmt *>(linitial(statements));
    if (!IsA(statement->stmt, SelectStmt) || statement->stmt_len != 0)
        raise_text_not_alone(label);
    auto *select = reinterpret_cast<SelectStmt *>(statement->stmt);
    if (!only_select(select))
        raise_text_not_alone(label);
    return select;
}

SelectStmt *parse_as_expression(const char *label, const char *text) {
    UserText guard;
    user_text_push(guard, label, text, 0);
    List *statements = raw_parser(text, RAW_PARSE_PLPGSQL_EXPR);
    user_text_pop(guard);
    SelectStmt *select = single_select(statements, label);
    if (select->sortClause != NIL || select->targetList == NIL)
        raise_text_not_alone(label);
    return select;
}

} // namespace

void user_text_push(UserText &guard, const char *label, const char *text, int offset) {
    guard.label = label;
    guard.text = text;
    guard.offset = offset;
    guard.callback.callback = move_error_position;
    guard.callback.arg = &guard;
    guard.callback.previous = error_context_stack;
    error_context_stack = &guard.callback;
}

void user_text_pop(UserText &guard) {
    error_context_stack = guard.callback.previous;
}

List *parse_order_by(const char *text) {
    StringInfoData query;
    initStringInfo(&query);
    appendStringInfoString(&query, order_prefix);
    appendStringInfoString(&query, text);
    UserText guard;
    user_text_push(guard, "order_spec", text, sizeof(order_prefix) - 1);
    List *statements = raw_parser(query.data, RAW_PARSE_DEFAULT);
    user_text_pop(guard);
    SelectStmt *select = single_select(statements, "order_spec");
    if (select->targetList != NIL || select->sortClause == NIL)
        raise_text_not_alone("order_spec");
    return select->sortClause;
}

Node *parse_expression(const char *label, const char *text) {
    SelectStmt *select = parse_as_expression(label, text);
    auto *target = static_cast<ResTarget *>(linitial(select->targetList));
    if (list_length(select->targetList) != 1 || target->name != nullptr || target->indirection != NIL)
        raise_text_not_alone(label);
    return target->val;
}

List *parse_select_list(const char *label, const char *text) {
    return parse_as_expression(label, text)->targetList;
}

} // namespace kp
