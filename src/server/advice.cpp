#include "advice.hpp"

#include "names.hpp"

namespace kp {

namespace {

// The operator class of a family for its input type, qualified; the class itself is not kept with a key.
const char *opclass_sql(Oid opfamily, Oid opcintype) {
    CatCList *classes = SearchSysCacheList1(CLAAMNAMENSP, ObjectIdGetDatum(BTREE_AM_OID));
    const char *sql = "";
    for (int i = 0; i < classes->n_members; i++) {
        auto *form = reinterpret_cast<Form_pg_opclass>(GETSTRUCT(&classes->members[i]->tuple));
        if (form->opcfamily == opfamily && form->opcintype == opcintype)
            sql = quote_qualified_identifier(get_namespace_name(form->opcnamespace), NameStr(form->opcname));
    }
    ReleaseSysCacheList(classes);
    return sql;
}

// The table that an index for the relation can be made on: the one that a view of one table reads.
const RelationInfo &indexable(const RelationInfo &relation) {
    return relation.table == nullptr ? relation : indexable(*relation.table);
}

// The name that a column has there, or nullptr when the view computes it.
const char *indexable_column(const RelationInfo &relation, AttrNumber attno) {
    if (relation.table == nullptr)
        return relation.columns[attno - 1].name;
    AttrNumber source = relation.columns[attno - 1].source;
    return source == 0 ? nullptr : indexable_column(*relation.table, source);
}

bool can_be_indexed(const Shape &shape) {
    if (shape.relation->sliced || indexable(*shape.relation).kind == RELKIND_VIEW)
        return false;
    for (int k = 0; k < shape.ordering->key_count; k++) {
        const OrderKey &key = shape.ordering->keys[k];
        if (key.attno != 0 && indexable_column(*shape.relation, key.attno) == nullptr)
            return false;
    }
    return true;
}

void append_index_key(StringInfo sql, const RelationInfo &relation, const OrderKey &key) {
    if (key.attno != 0)
        appendStringInfoString(sql, quote_identifier(indexable_column(relation, key.attno)));
    else
        appendStringInfo(sql, "(%s)", key.name);
    if (key.collation_named)
        appendStringInfo(sql, " COLLATE %s", collation_sql(key.collation));
    if (key.own_operators)
        appendStringInfo(sql, " %s", opclass_sql(key.opfamily, key.opcintype));
    if (key.descending)
        appendStringInfoString(sql, " DESC");
    if (key.nulls_first != key.descending)
        appendStringInfoString(sql, key.nulls_first ? " NULLS FIRST" : " NULLS LAST");
}

} // namespace

char *advice_create_index(const Shape &shape) {
    StringInfoData sql;
    initStringInfo(&sql);
    appendStringInfo(&sql, "CREATE INDEX ON %s (", indexable(*shape.relation).sql_name);
    const char *glue = "";
    ListCell *cell = nullptr;
    foreach (cell, shape.filter.bound_order) {
        const char *name = indexable_column(*shape.relation, static_cast<AttrNumber>(lfirst_int(cell)));
        if (name == nullptr)
            continue;
        appendStringInfo(&sql, "%s%s", glue, quote_identifier(name));
        glue = ", ";
    }
    for (int k = 0; k < shape.ordering->key_count; k++) {
        const OrderKey &key = shape.ordering->keys[k];
        if (key.attno != 0 && bms_is_member(key.attno, shape.filter.bound))
            continue;
        appendStringInfoString(&sql, glue);
        append_index_key(&sql, *shape.relation, key);
        glue = ", ";
    }
    appendStringInfoChar(&sql, ')');
    return sql.data;
}

const char *advice_reason(const Shape &shape) {
    if (shape.seek_hidden)
        return "Row-level security or a security barrier keeps a comparison of the ordering from the index, because "
               "its operator is not leakproof.";
    if (!can_be_indexed(shape))
        return "The relation is a view that computes its ordering, has a LIMIT or reads more than one table, and no "
               "index of one of them serves both the ordering and the seek.";
    if (shape.relation->foreign)
        return "The foreign server does not take over the ordering or the conditions of the seek.";
    if (shape.indexes != NIL)
        return "An index yields the ordering, but the filter or the view keeps the planner from using it for the seek.";
    return nullptr;
}

} // namespace kp
