#include "seek.hpp"

#include "names.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<Range> && std::is_trivially_destructible_v<Statement>);

namespace {

// Under a qualifier that is not the relation's name stand the nodes that have no safe spelling.
const char *reference_qualifier(const RelationInfo &relation) {
    constexpr const char *usual = "keyset_page reference";
    return strcmp(relation.name, usual) == 0 ? "keyset_page other reference" : usual;
}

constexpr char whole_row_name[] = "row";

bool runs_down(const OrderKey &key, bool reversed) {
    return key.descending != reversed;
}
bool nulls_come_last(const OrderKey &key, bool reversed) {
    return key.nulls_first == reversed;
}

void append_reference(StringInfo sql, const Statement &statement, int k) {
    const OrderKey &key = statement.ordering->keys[k];
    if (key.attno != 0)
        appendStringInfo(sql, "%s.%s", quote_identifier(statement.relation->name), quote_identifier(key.name));
    else
        appendStringInfo(sql, "%s.\"%d\"", quote_identifier(reference_qualifier(*statement.relation)), k);
}

// As the server's own generate_operator_clause: an operand is cast to what the operator declares, unless that is
// polymorphic. anyenum does not look through a domain, so a domain is taken off first.
void append_cast(StringInfo sql, const OrderKey &key) {
    Oid base = getBaseType(key.type);
    bool polymorphic = IsPolymorphicType(key.opcintype) || key.opcintype == RECORDOID;
    Oid wanted = polymorphic ? base : key.opcintype;
    if (wanted != (polymorphic ? key.type : base))
        appendStringInfo(sql, "::%s", format_type_extended(wanted, -1, FORMAT_TYPE_FORCE_QUALIFY));
}

void append_operand(StringInfo sql, const Statement &statement, int k) {
    const OrderKey &key = statement.ordering->keys[k];
    append_reference(sql, statement, k);
    append_cast(sql, key);
    if (key.collation_named)
        appendStringInfo(sql, " COLLATE %s", collation_sql(key.collation));
}

void append_param(StringInfo sql, const Statement &statement, int k) {
    appendStringInfo(sql, "$%d", statement_key_param(statement, k));
    append_cast(sql, statement.ordering->keys[k]);
}

void append_comparison(StringInfo sql, const Statement &statement, int k, Oid op) {
    append_operand(sql, statement, k);
    appendStringInfo(sql, " %s ", operator_sql(op));
    append_param(sql, statement, k);
}

// IS NULL on a composite looks at its members; ORDER BY and indexes look at the value itself, and so does a
// comparison with the literal NULL, which the parser makes a plain test of.
void append_null_test(StringInfo sql, const Statement &statement, int k, bool is_null) {
    append_reference(sql, statement, k);
    if (type_is_rowtype(statement.ordering->keys[k].type))
        appendStringInfoString(sql, is_null ? " IS NOT DISTINCT FROM NULL" : " IS DISTINCT FROM NULL");
    else
        appendStringInfoString(sql, is_null ? " IS NULL" : " IS NOT NULL");
}

Oid bound_operator(const OrderKey &key, bool down, bool inclusive) {
    if (down)
        return inclusive ? key.less_equal : key.less;
    return inclusive ? key.greater_equal : key.greater;
}

void append_run(StringInfo sql, const Statement &statement, const Range &range) {
    const OrderKey *keys = statement.ordering->keys;
    bool down = runs_down(keys[range.prefix], range.reversed);
    Oid op = bound_operator(keys[range.prefix], down, range.bound == Bound::from);
    if (range.run == 1) {
        append_comparison(sql, statement, range.prefix, op);
        return;
    }
    if (statement.relation->partitioned) { // implied by the rest, and the part that pruning understands
        append_comparison(sql, statement, range.prefix, bound_operator(keys[range.prefix], down, true));
        appendStringInfoString(sql, "\n  AND ");
    }
    appendStringInfoString(sql, "ROW(");
    for (int k = range.prefix; k < range.prefix + range.run; k++) {
        appendStringInfoString(sql, k > range.prefix ? ", " : "");
        append_operand(sql, statement, k);
    }
    appendStringInfo(sql, ") %s ROW(", operator_sql(op));
    for (int k = range.prefix; k < range.prefix + range.run; k++) {
        appendStringInfoString(sql, k > range.prefix ? ", " : "");
        append_param(sql, statement, k);
    }
    appendStringInfoChar(sql, ')');
}

void append_where(StringInfo sql, const Statement &statement, const Range &range) {
    const char *glue = "\nWHERE ";
    if (statement.filter->sql != nullptr) {
        appendStringInfo(sql, "%s(\n%s\n)", glue, statement.filter->sql);
        glue = "\n  AND ";
    }
    for (int k = 0; k < range.prefix; k++) {
        appendStringInfoString(sql, glue);
        glue = "\n  AND ";
        if ((range.null_mask & (1U << k)) != 0) {
            append_null_test(sql, statement, k, true);
        } else {
            append_comparison(sql, statement, k, statement.ordering->keys[k].equal);
        }
    }
    switch (range.bound) {
    case Bound::after:
    case Bound::from:
        appendStringInfoString(sql, glue);
        append_run(sql, statement, range);
        break;
    case Bound::nulls:
    case Bound::non_null:
        appendStringInfoString(sql, glue);
        append_null_test(sql, statement, range.prefix, range.bound == Bound::nulls);
        break;
    case Bound::none:
    case Bound::equal:
    case Bound::count:
        break;
    }
}

void append_order(StringInfo sql, const Statement &statement, bool reversed) {
    const Ordering &ordering = *statement.ordering;
    appendStringInfoString(sql, "\nORDER BY ");
    for (int k = 0; k < ordering.key_count; k++) {
        const OrderKey &key = ordering.keys[k];
        bool down = runs_down(key, reversed);
        appendStringInfoString(sql, k > 0 ? ", " : "");
        append_reference(sql, statement, k);
        if (key.collation_named)
            appendStringInfo(sql, " COLLATE %s", collation_sql(key.collation));
        if (key.own_operators)
            appendStringInfo(sql, " USING %s", operator_sql(down ? key.greater : key.less));
        else
            appendStringInfoString(sql, down ? " DESC" : " ASC");
        appendStringInfoString(sql, nulls_come_last(key, reversed) ? " NULLS LAST" : " NULLS FIRST");
    }
}

bool key_in_every_column(const Statement &statement, int key) {
    return statement.output == Output::json && statement.columns == nullptr && statement.ordering->keys[key].attno != 0;
}

void append_select_list(StringInfo sql, const Statement &statement) {
    if (statement.output == Output::row)
        appendStringInfo(sql, "%s.%s", quote_identifier(reference_qualifier(*statement.relation)), whole_row_name);
    else if (statement.columns == nullptr)
        appendStringInfoChar(sql, '*');
    else
        appendStringInfo(sql, "\n%s\n", statement.columns);
    for (int k = 0; k < statement.ordering->key_count; k++) {
        if (key_in_every_column(statement, k))
            continue;
        appendStringInfoString(sql, ", ");
        append_reference(sql, statement, k);
    }
}

Node *resolve_parameter(ParseState *state, ParamRef *reference) {
    auto *names = static_cast<StatementNames *>(state->p_ref_hook_state);
    if (reference->number <= 0 || reference->number > names->param_count ||
        !OidIsValid(names->param_types[reference->number - 1]))
        return nullptr; // the parser says that there is no such parameter
    Param *param = makeNode(Param);
    param->paramkind = PARAM_EXTERN;
    param->paramid = reference->number;
    param->paramtype = names->param_types[reference->number - 1];
    param->paramtypmod = -1;
    param->paramcollid = get_typcollation(param->paramtype);
    param->location = reference->location;
    return reinterpret_cast<Node *>(param);
}

// Columns that a node uses need the caller's privilege as if the caller had written them.
Node *with_privileges(ParseState *state, Node *node) {
    List *vars = pull_var_clause(node, 0);
    ListCell *cell = nullptr;
    foreach (cell, vars)
        compat::mark_for_select_privilege(state, static_cast<Var *>(lfirst(cell)));
    return node;
}

Node *resolve_reference(ParseState *state, ColumnRef *reference) {
    auto *names = static_cast<StatementNames *>(state->p_ref_hook_state);
    if (list_length(reference->fields) != 2 || !IsA(linitial(reference->fields), String) ||
        !IsA(lsecond(reference->fields), String) || state->parentParseState != nullptr ||
        strcmp(strVal(linitial(reference->fields)), reference_qualifier(*names->relation)) != 0)
        return nullptr;
    const char *name = strVal(lsecond(reference->fields));
    if (strcmp(name, whole_row_name) == 0) {
        auto *entry = static_cast<RangeTblEntry *>(linitial(state->p_rtable));
        return with_privileges(state, reinterpret_cast<Node *>(makeWholeRowVar(entry, 1, 0, false)));
    }
    int key = atoi(name);
    if (key < 0 || key >= names->ordering->key_count || names->ordering->keys[key].expression == nullptr)
        return nullptr;
    return with_privileges(state, static_cast<Node *>(copyObjectImpl(names->ordering->keys[key].expression)));
}

} // namespace

int seek_ranges(const Ordering &ordering, bool single_columns, std::uint32_t nulls, bool reversed, bool inclusive,
                Range (&out)[max_ranges]) {
    int count = 0;
    const OrderKey *keys = ordering.keys;
    auto prefix_of = [nulls](int n) { return n >= 32 ? nulls : nulls & ((1U << n) - 1); };
    auto add = [&](Bound bound, int prefix, int run) {
        out[count++] = {
            bound, reversed, static_cast<std::uint8_t>(prefix), static_cast<std::uint8_t>(run), prefix_of(prefix),
            false, false};
    };
    int end = ordering.key_count;
    if (inclusive && (nulls & (1U << (end - 1))) != 0) {
        add(Bound::equal, end, 0);
        inclusive = false;
    }
    while (end > 0) {
        int first = end - 1;
        if ((nulls & (1U << first)) != 0) {
            if (!nulls_come_last(keys[first], reversed))
                add(Bound::non_null, first, 1);
        } else {
            while (!single_columns && first > 0 && (nulls & (1U << (first - 1))) == 0 && keys[first].extends_run)
                first--;
            add(inclusive ? Bound::from : Bound::after, first, end - first);
            inclusive = false;
            if (keys[first].nullable && nulls_come_last(keys[first], reversed))
                add(Bound::nulls, first, 1);
        }
        end = first;
    }
    return count;
}

int statement_key_param(const Statement &statement, int key) {
    return statement.filter->arg_count + key + 1;
}
int statement_limit_param(const Statement &statement) {
    return statement.filter->arg_count + statement.ordering->key_count + 1;
}
int statement_offset_param(const Statement &statement) {
    return statement_limit_param(statement) + 1;
}
int statement_param_count(const Statement &statement) {
    return statement_offset_param(statement);
}

char *seek_sql(const Statement &statement, const Range &range, bool limited) {
    StringInfoData sql;
    initStringInfo(&sql);
    appendStringInfoString(&sql, "SELECT ");
    if (range.bound == Bound::count)
        appendStringInfoString(&sql, "pg_catalog.count(*)");
    else
        append_select_list(&sql, statement);
    appendStringInfo(&sql, "\nFROM %s", statement.relation->sql_name);
    append_where(&sql, statement, range);
    if (range.bound == Bound::count)
        return sql.data;
    append_order(&sql, statement, range.reversed);
    if (limited || range.offset)
        appendStringInfo(&sql, "\nLIMIT $%d", statement_limit_param(statement));
    if (range.offset)
        appendStringInfo(&sql, " OFFSET $%d", statement_offset_param(statement));
    return sql.data;
}

int statement_key_column(const Statement &statement, int key, int *visible_columns, int row_width) {
    int appended = 0;
    int appended_before = 0;
    for (int k = 0; k < statement.ordering->key_count; k++) {
        if (key_in_every_column(statement, k))
            continue;
        appended++;
        appended_before += k < key;
    }
    *visible_columns = row_width - appended;
    if (!key_in_every_column(statement, key))
        return *visible_columns + appended_before + 1;
    int position = 0;
    for (int c = 0; c < statement.ordering->keys[key].attno; c++)
        position += !statement.relation->columns[c].dropped;
    return position;
}

void statement_parser_setup(ParseState *state, void *argument) {
    state->p_ref_hook_state = argument;
    state->p_paramref_hook = resolve_parameter;
    state->p_pre_columnref_hook = resolve_reference;
}

} // namespace kp
