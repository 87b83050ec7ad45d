#include "ordering.hpp"

#include "errors.hpp"
#include "names.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<OrderKey> && std::is_trivially_destructible_v<Ordering>);

namespace {

Oid family_operator(Oid opfamily, Oid type, int strategy) {
    Oid op = get_opfamily_member(opfamily, type, type, static_cast<int16>(strategy));
    if (!OidIsValid(op))
        raise_catalog_changed();
    return op;
}

void set_operators(OrderKey &key, Oid opfamily, Oid opcintype) {
    key.opfamily = opfamily;
    key.opcintype = opcintype;
    key.less = family_operator(opfamily, opcintype, BTLessStrategyNumber);
    key.less_equal = family_operator(opfamily, opcintype, BTLessEqualStrategyNumber);
    key.equal = family_operator(opfamily, opcintype, BTEqualStrategyNumber);
    key.greater_equal = family_operator(opfamily, opcintype, BTGreaterEqualStrategyNumber);
    key.greater = family_operator(opfamily, opcintype, BTGreaterStrategyNumber);
    Oid procedure = get_opfamily_proc(opfamily, opcintype, opcintype, BTORDER_PROC);
    if (!OidIsValid(procedure))
        raise_catalog_changed();
    fmgr_info_cxt(procedure, &key.compare, CurrentMemoryContext);
}

// The type's own ordering, as ORDER BY finds it: by the type cache, whatever the search path.
void set_default_operators(OrderKey &key) {
    TypeCacheEntry *type = lookup_type_cache(key.type, TYPECACHE_LT_OPR | TYPECACHE_GT_OPR | TYPECACHE_EQ_OPR |
                                                           TYPECACHE_CMP_PROC | TYPECACHE_BTREE_OPFAMILY);
    // The three are missing also where a member of an array, range or composite cannot be ordered.
    if (!OidIsValid(type->btree_opf) || !OidIsValid(type->lt_opr) || !OidIsValid(type->cmp_proc))
        raise_type_without_order(key.name, key.type);
    set_operators(key, type->btree_opf, type->btree_opintype);
}

void set_collation(OrderKey &key, Oid own, Oid asked) {
    if (OidIsValid(asked) && !OidIsValid(own))
        raise_type_without_collation(key.name, key.type);
    key.collation = OidIsValid(asked) ? asked : own;
    key.collation_named = key.collation != own;
}

bool same_expression(const OrderKey &a, const OrderKey &b) {
    if (a.attno != 0 || b.attno != 0)
        return a.attno == b.attno;
    return equal(a.expression, b.expression);
}

// Equal values under key are equal under (equality, collation): only a nondeterministic collation makes
// more values equal than the type does.
bool equality_implies(const OrderKey &key, Oid equality, Oid collation) {
    return key.equal == equality &&
           (key.collation == collation || !OidIsValid(key.collation) || get_collation_isdeterministic(key.collation));
}

bool covers_index_key(const OrderKey &key, const IndexKey &index_key) {
    return index_key.attno != 0 && key.attno == index_key.attno &&
           equality_implies(key, family_operator(index_key.opfamily, index_key.opcintype, BTEqualStrategyNumber),
                            index_key.collation);
}

bool keys_cover(const OrderKey *keys, int count, const IndexInfo &unique) {
    for (int i = 0; i < unique.key_count; i++) {
        bool covered = false;
        for (int k = 0; k < count && !covered; k++)
            covered = covers_index_key(keys[k], unique.keys[i]);
        if (!covered)
            return false;
    }
    return true;
}

const IndexInfo *covering_key(const RelationInfo &relation, const OrderKey *keys, int count) {
    for (int i = 0; i < relation.index_count; i++) {
        if (relation.indexes[i].unique && keys_cover(keys, count, relation.indexes[i]))
            return &relation.indexes[i];
    }
    return nullptr;
}

// The primary key, else the narrowest unique key; among equals the first by name, so that a restored
// database chooses the same.
const IndexInfo *best_unique_key(const RelationInfo &relation) {
    const IndexInfo *best = nullptr;
    for (int i = 0; i < relation.index_count; i++) {
        const IndexInfo &index = relation.indexes[i];
        if (!index.unique)
            continue;
        if (index.primary)
            return &index;
        if (best == nullptr || index.key_count < best->key_count ||
            (index.key_count == best->key_count && strcmp(index.name, best->name) < 0))
            best = &index;
    }
    return best;
}

OrderKey key_of_index(const RelationInfo &relation, const IndexInfo &index, int position) {
    const IndexKey &source = index.keys[position];
    const ColumnInfo &column = relation.columns[source.attno - 1];
    OrderKey key = {};
    key.attno = source.attno;
    key.name = column.name;
    key.type = column.type;
    key.nullable = !column.not_null;
    key.partition_key = column.partition_key;
    set_collation(key, column.collation, source.collation);
    TypeCacheEntry *type = lookup_type_cache(key.type, TYPECACHE_BTREE_OPFAMILY);
    key.own_operators = type->btree_opf != source.opfamily;
    if (key.own_operators) {
        key.index = index.oid;
        key.index_key = position + 1;
    }
    set_operators(key, source.opfamily, source.opcintype);
    value_codec_init(key.codec, key.type, CurrentMemoryContext);
    return key;
}

// A materialized view's columns are never NOT NULL, so its unique indexes prove nothing: one of them is
// taken all the same, and a tie at a page boundary is met where it happens.
const IndexInfo *unproven_unique_key(const RelationInfo &relation) {
    for (int i = 0; i < relation.index_count; i++) {
        if (relation.indexes[i].declared_unique)
            return &relation.indexes[i];
    }
    return nullptr;
}

bool key_from_hint(const RelationInfo &relation, const KeyHint &hint, OrderKey *key) {
    if (!hint.expression && !hint.own_operators) {
        if (hint.column < 1 || hint.column > relation.column_count || relation.columns[hint.column - 1].dropped)
            return false;
        if (!OidIsValid(lookup_type_cache(relation.columns[hint.column - 1].type, TYPECACHE_CMP_PROC)->cmp_proc))
            return false;
        if (OidIsValid(hint.collation) && (!SearchSysCacheExists1(COLLOID, ObjectIdGetDatum(hint.collation)) ||
                                           !OidIsValid(relation.columns[hint.column - 1].collation)))
            return false;
        *key = order_key_for_column(relation, static_cast<AttrNumber>(hint.column), hint.collation);
    } else {
        const IndexInfo *index = nullptr;
        for (int i = 0; i < relation.index_count; i++) {
            if (relation.indexes[i].oid == hint.index)
                index = &relation.indexes[i];
        }
        if (index == nullptr || hint.column < 1 || hint.column > index->key_count ||
            hint.expression != (index->keys[hint.column - 1].attno == 0))
            return false;
        *key = hint.expression ? order_key_for_expression(relation, *index, hint.column, hint.collation)
                               : key_of_index(relation, *index, hint.column - 1);
    }
    key->descending = hint.descending;
    key->nulls_first = hint.nulls_first;
    return true;
}

bool index_key_matches(const IndexKey &index_key, const OrderKey &key) {
    bool same = key.attno != 0 ? index_key.attno == key.attno
                               : index_key.attno == 0 && equal(index_key.expression, key.expression);
    return same && index_key.opfamily == key.opfamily && index_key.collation == key.collation;
}

// A column that the filter fixes to a value, and that the index has passed already: there it is in order anywhere.
bool passed_fixed(const IndexInfo &index, int position, const OrderKey &key, Bitmapset *bound) {
    for (int i = 0; i < position; i++) {
        if (index_key_matches(index.keys[i], key))
            return key.attno > 0 && bms_is_member(key.attno, bound);
    }
    return false;
}

// Walks index beside the keys. Keys from `free_from` on take the direction that the index gives them; the others must
// have it. Returns how many keys of the filter's the index leads with before, or between, those of the ordering; -1
// where it does not yield the order. A fixed key may be passed over only when all directions are settled: what they are
// is part of a cursor.
int follow_index(const IndexInfo &index, OrderKey *keys, int count, int free_from, Bitmapset *bound, bool settled) {
    int position = 0;
    int leading = 0;
    bool backward = false;
    bool backward_known = false;
    for (int k = 0; k < count; k++) {
        if (settled && passed_fixed(index, position, keys[k], bound))
            continue;
        while (position < index.key_count && !index_key_matches(index.keys[position], keys[k]) &&
               index.keys[position].attno > 0 && bms_is_member(index.keys[position].attno, bound)) {
            position++;
            leading++;
        }
        if (position == index.key_count || !index_key_matches(index.keys[position], keys[k]))
            return -1;
        const IndexKey &index_key = index.keys[position++];
        if (!backward_known && k < free_from) {
            backward = index_key.descending != keys[k].descending;
            backward_known = true;
        }
        bool descending = index_key.descending != backward;
        bool nulls_first = index_key.nulls_first != backward;
        if (k < free_from) {
            if (descending != keys[k].descending || nulls_first != keys[k].nulls_first)
                return -1;
        } else {
            keys[k].descending = descending;
            keys[k].nulls_first = nulls_first;
        }
    }
    return leading;
}

int leading_bound(const IndexInfo &index, const Ordering &ordering, Bitmapset *bound) {
    return follow_index(index, ordering.keys, ordering.key_count, ordering.key_count, bound, true);
}

// The direction of the last listed key, unless only an index with another one exists.
void choose_tie_directions(const RelationInfo &relation, OrderKey *keys, int listed, int count, Bitmapset *bound) {
    bool descending = listed > 0 && keys[listed - 1].descending;
    for (int k = listed; k < count; k++) {
        keys[k].descending = descending;
        keys[k].nulls_first = descending;
    }
    if (listed == 0 || listed == count)
        return;
    for (int i = 0; i < relation.index_count; i++) {
        if (!relation.indexes[i].partial && index_yields(relation.indexes[i], keys, count, bound))
            return;
    }
    auto *trial = static_cast<OrderKey *>(palloc(sizeof(OrderKey) * static_cast<Size>(count)));
    for (int i = 0; i < relation.index_count; i++) {
        memcpy(trial, keys, sizeof(OrderKey) * static_cast<Size>(count));
        if (!relation.indexes[i].partial &&
            follow_index(relation.indexes[i], trial, count, listed, bound, false) >= 0) {
            memcpy(keys, trial, sizeof(OrderKey) * static_cast<Size>(count));
            return;
        }
    }
}

// A row comparison takes one operator name for all its columns, and looks each column's own up under it.
bool same_operator_name(Oid a, Oid b) {
    if (a == b)
        return true;
    char *name_a = get_opname(a);
    char *name_b = get_opname(b);
    if (name_a == nullptr || name_b == nullptr || strcmp(name_a, name_b) != 0)
        return false;
    return strcmp(operator_sql(a), operator_sql(b)) == 0;
}

bool extends_run(const OrderKey &first, const OrderKey &second) {
    // Pruning understands single columns: where partitions are told apart by a key, it stands alone or first.
    return first.descending == second.descending && !second.nullable && !second.partition_key &&
           same_operator_name(first.less, second.less) && same_operator_name(first.less_equal, second.less_equal) &&
           same_operator_name(first.greater, second.greater) &&
           same_operator_name(first.greater_equal, second.greater_equal);
}

void append_key_text(StringInfo text, const OrderKey &key) {
    // An expression is printed with all the parentheses that it needs.
    appendStringInfoString(text, key.attno != 0 ? quote_identifier(key.name) : key.name);
    if (key.collation_named)
        appendStringInfo(text, " COLLATE %s", collation_sql(key.collation));
    if (key.own_operators)
        appendStringInfo(text, " USING %s", operator_sql(key.descending ? key.greater : key.less));
    else if (key.descending)
        appendStringInfoString(text, " DESC");
    if (key.nulls_first != key.descending)
        appendStringInfoString(text, key.nulls_first ? " NULLS FIRST" : " NULLS LAST");
}

void finish(RelationInfo &relation, Ordering &ordering) {
    StringInfoData text;
    initStringInfo(&text);
    StringInfoData message;
    initStringInfo(&message);
    for (int k = 0; k < ordering.key_count; k++) {
        OrderKey &key = ordering.keys[k];
        key.extends_run = k > 0 && extends_run(ordering.keys[k - 1], key);
        if (k > 0)
            appendStringInfoString(&text, ", ");
        append_key_text(&text, key);
        message_add_flag(&message, key.attno != 0);
        message_add_text(&message, key.attno != 0 ? key.name : portable_spelling(key.name));
        message_add_type(&message, key.type);
        message_add_type_structure(&message, key.type, &relation.relations);
        message_add_opfamily(&message, key.opfamily);
        message_add_collation(&message, key.collation);
        message_add_flag(&message, key.descending);
        message_add_flag(&message, key.nulls_first);
    }
    ordering.text = text.data;
    ordering.fingerprint = message_fingerprint(&message, "ordering");
    const IndexInfo *unique = covering_key(relation, ordering.keys, ordering.key_count);
    ordering.total = unique != nullptr && relation.uniqueness != Uniqueness::unproven;
    ordering.unique_key = unique == nullptr ? nullptr : unique->name;
    ordering.unique_index = unique == nullptr ? InvalidOid : unique->oid;
}

} // namespace

OrderKey order_key_for_column(const RelationInfo &relation, AttrNumber attno, Oid collation) {
    const ColumnInfo &column = relation.columns[attno - 1];
    OrderKey key = {};
    key.attno = attno;
    key.name = column.name;
    key.type = column.type;
    key.nullable = !column.not_null;
    key.partition_key = column.partition_key;
    set_default_operators(key);
    set_collation(key, column.collation, collation);
    value_codec_init(key.codec, key.type, CurrentMemoryContext);
    return key;
}

OrderKey order_key_for_expression(const RelationInfo &relation, const IndexInfo &index, int index_key, Oid collation) {
    OrderKey key = {};
    key.expression = index.keys[index_key - 1].expression;
    key.index = index.oid;
    key.index_key = index_key;
    int nest_level = fixed_settings_push();
    key.name = expression_text(relation.oid, relation.name, key.expression);
    fixed_settings_pop(nest_level);
    key.type = exprType(key.expression);
    key.nullable = true;
    set_default_operators(key);
    set_collation(key, exprCollation(key.expression), collation);
    value_codec_init(key.codec, key.type, CurrentMemoryContext);
    return key;
}

bool order_key_implies(const OrderKey &a, const OrderKey &b) {
    return same_expression(a, b) && equality_implies(a, b.equal, b.collation);
}

void key_list_add(KeyList &list, const OrderKey &key) {
    for (int i = 0; i < list.count; i++) {
        if (order_key_implies(list.keys[i], key))
            return;
    }
    if (list.count == static_cast<int>(max_keys))
        raise_too_many_keys();
    list.keys[list.count++] = key;
}

List *indexes_that_yield(const RelationInfo &relation, const Ordering &ordering, Bitmapset *bound) {
    // The more of the filter an index leads with, the less its scan passes over.
    int best = -1;
    for (int i = 0; i < relation.index_count; i++) {
        if (!relation.indexes[i].partial)
            best = Max(best, leading_bound(relation.indexes[i], ordering, bound));
    }
    List *yielding = NIL;
    for (int i = 0; i < relation.index_count && best >= 0; i++) {
        int leading = leading_bound(relation.indexes[i], ordering, bound);
        if (leading == best || (leading >= 0 && relation.indexes[i].partial))
            yielding = lappend_oid(yielding, relation.indexes[i].oid);
    }
    return yielding;
}

bool index_yields(const IndexInfo &index, const OrderKey *keys, int count, Bitmapset *bound) {
    return follow_index(index, const_cast<OrderKey *>(keys), count, count, bound, false) >= 0;
}

Ordering *ordering_complete(RelationInfo &relation, const KeyList &listed, Bitmapset *bound) {
    if (relation.has_children)
        raise_inheritance_parent(relation.sql_name);
    auto *ordering = static_cast<Ordering *>(palloc0(sizeof(Ordering)));
    KeyList list = {0, static_cast<OrderKey *>(palloc(sizeof(OrderKey) * max_keys))};
    // The shortest prefix that contains a unique key; what follows it changes nothing.
    bool complete = false;
    for (int k = 0; k < listed.count && !complete; k++) {
        key_list_add(list, listed.keys[k]);
        complete =
            relation.uniqueness != Uniqueness::unproven && covering_key(relation, list.keys, list.count) != nullptr;
    }
    ordering->listed_count = list.count;
    if (!complete) {
        const IndexInfo *tie = best_unique_key(relation);
        if (tie == nullptr && relation.kind == RELKIND_MATVIEW)
            tie = unproven_unique_key(relation);
        if (tie == nullptr && (relation.uniqueness == Uniqueness::provable || list.count == 0))
            raise_no_unique_key(relation.sql_name);
        for (int i = 0; tie != nullptr && i < tie->key_count; i++)
            key_list_add(list, key_of_index(relation, *tie, i));
        choose_tie_directions(relation, list.keys, ordering->listed_count, list.count, bound);
    }
    ordering->keys = list.keys;
    ordering->key_count = list.count;
    finish(relation, *ordering);
    return ordering;
}

Ordering *ordering_from_cursor(RelationInfo &relation, const Cursor &cursor) {
    auto *ordering = static_cast<Ordering *>(palloc0(sizeof(Ordering)));
    ordering->keys = static_cast<OrderKey *>(palloc(sizeof(OrderKey) * max_keys));
    for (int k = 0; k < cursor.key_count; k++) {
        OrderKey key = {};
        if (!key_from_hint(relation, cursor.hints[k], &key))
            return nullptr;
        ordering->keys[k] = key;
    }
    ordering->key_count = cursor.key_count;
    ordering->listed_count = cursor.listed_count;
    finish(relation, *ordering);
    return ordering->fingerprint == cursor.ordering ? ordering : nullptr;
}

bool ordering_serves(const RelationInfo &relation, const KeyList &listed, const Ordering &other) {
    int common = Min(listed.count, other.listed_count);
    for (int k = 0; k < common; k++) {
        const OrderKey &a = listed.keys[k];
        const OrderKey &b = other.keys[k];
        if (!same_expression(a, b) || a.opfamily != b.opfamily || a.collation != b.collation ||
            a.descending != b.descending || a.nulls_first != b.nulls_first)
            return false;
    }
    // A list that goes on where the other has ended says the same only if the common part is unique already.
    if (listed.count != other.listed_count && covering_key(relation, other.keys, common) == nullptr)
        return false;
    return other.total || relation.uniqueness == Uniqueness::unproven;
}

void ordering_check_privilege(const RelationInfo &relation, const OrderKey &key) {
    if (key.attno != 0) {
        relation_check_column_privilege(relation.oid, key.attno);
        return;
    }
    ListCell *cell = nullptr;
    foreach (cell, pull_var_clause(key.expression, 0))
        relation_check_column_privilege(relation.oid, static_cast<Var *>(lfirst(cell))->varattno);
}

KeyHint order_key_hint(const OrderKey &key) {
    KeyHint hint = {};
    hint.descending = key.descending;
    hint.nulls_first = key.nulls_first;
    hint.expression = key.attno == 0;
    hint.own_operators = key.own_operators;
    hint.column = static_cast<std::uint16_t>(hint.expression || hint.own_operators ? key.index_key : key.attno);
    hint.index = key.index;
    hint.collation = key.collation_named ? key.collation : 0;
    return hint;
}

int order_key_compare(OrderKey &key, Datum a, Datum b) {
    return DatumGetInt32(FunctionCall2Coll(&key.compare, key.collation, a, b));
}

} // namespace kp
