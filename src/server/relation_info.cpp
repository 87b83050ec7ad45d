#include "relation_info.hpp"

#include "errors.hpp"

namespace kp {

namespace {

bool kind_has_rows(char kind) {
    return kind == RELKIND_RELATION || kind == RELKIND_PARTITIONED_TABLE || kind == RELKIND_VIEW ||
           kind == RELKIND_MATVIEW || kind == RELKIND_FOREIGN_TABLE;
}

void read_columns(Relation relation, RelationInfo &info) {
    // The relation's own descriptor: a copy made by CreateTupleDescCopy has lost attnotnull.
    TupleDesc descriptor = RelationGetDescr(relation);
    bool enforced = !info.foreign && info.kind != RELKIND_VIEW && info.kind != RELKIND_MATVIEW;
    info.column_count = descriptor->natts;
    info.columns =
        static_cast<ColumnInfo *>(palloc0(sizeof(ColumnInfo) * static_cast<Size>(Max(descriptor->natts, 1))));
    for (int i = 0; i < descriptor->natts; i++) {
        Form_pg_attribute attribute = TupleDescAttr(descriptor, i);
        ColumnInfo &column = info.columns[i];
        column.name = pstrdup(NameStr(attribute->attname));
        column.type = attribute->atttypid;
        column.typmod = attribute->atttypmod;
        column.collation = attribute->attcollation;
        column.dropped = attribute->attisdropped;
        column.not_null = enforced && compat::column_is_not_null(descriptor, i);
    }
}

// The expressions as they are stored: RelationGetIndexExpressions would fold constants, and what an
// ordering is compared with is the parser's own output, which is not folded either.
List *stored_expressions(HeapTuple index_tuple) {
    bool is_null = false;
    Datum stored = SysCacheGetAttr(INDEXRELID, index_tuple, Anum_pg_index_indexprs, &is_null);
    if (is_null)
        return NIL;
    return static_cast<List *>(stringToNode(TextDatumGetCString(stored)));
}

bool read_index(Oid oid, const RelationInfo &info, IndexInfo &out) {
    Relation index = index_open(oid, AccessShareLock);
    const FormData_pg_index *form = index->rd_index;
    bool usable = index->rd_rel->relam == BTREE_AM_OID && form->indisvalid && form->indisready;
    if (usable) {
        HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(oid));
        List *expressions = HeapTupleIsValid(tuple) ? stored_expressions(tuple) : NIL;
        if (HeapTupleIsValid(tuple))
            ReleaseSysCache(tuple);
        ListCell *expression = list_head(expressions);

        out.oid = oid;
        out.name = pstrdup(RelationGetRelationName(index));
        out.primary = form->indisprimary;
        out.partial = !heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, nullptr);
        out.unique = form->indisunique && form->indimmediate && expressions == NIL && !out.partial;
        out.declared_unique = out.unique;
        out.key_count = form->indnkeyatts;
        out.keys = static_cast<IndexKey *>(palloc0(sizeof(IndexKey) * static_cast<Size>(out.key_count)));
        for (int i = 0; i < out.key_count; i++) {
            IndexKey &key = out.keys[i];
            key.attno = form->indkey.values[i];
            if (key.attno == 0) {
                key.expression = static_cast<Node *>(lfirst(expression));
                expression = lnext(expressions, expression);
            }
            key.collation = index->rd_indcollation[i];
            key.opfamily = index->rd_opfamily[i];
            key.opcintype = index->rd_opcintype[i];
            key.descending = (index->rd_indoption[i] & INDOPTION_DESC) != 0;
            key.nulls_first = (index->rd_indoption[i] & INDOPTION_NULLS_FIRST) != 0;
            if (out.unique && key.attno > 0 && !compat::nulls_not_distinct(form) &&
                !info.columns[key.attno - 1].not_null)
                out.unique = false;
            if (key.attno < 0)
                out.unique = false;
        }
    }
    index_close(index, NoLock);
    return usable;
}

void read_indexes(Relation relation, RelationInfo &info) {
    if (!relation->rd_rel->relhasindex && info.kind != RELKIND_PARTITIONED_TABLE)
        return;
    List *oids = RelationGetIndexList(relation);
    info.indexes = static_cast<IndexInfo *>(palloc0(sizeof(IndexInfo) * static_cast<Size>(Max(list_length(oids), 1))));
    ListCell *cell = nullptr;
    foreach (cell, oids) {
        if (read_index(lfirst_oid(cell), info, info.indexes[info.index_count]))
            info.index_count++;
    }
    list_free(oids);
}

void note_partition_key(Oid relid, RelationInfo &info) {
    Relation partitioned = relation_open(relid, AccessShareLock);
    PartitionKey key = RelationGetPartitionKey(partitioned);
    for (int i = 0; i < get_partition_natts(key); i++) {
        AttrNumber attno = get_partition_col_attnum(key, i);
        if (attno != 0 && // partitions have their columns at numbers of their own
            relation_column(info, NameStr(TupleDescAttr(RelationGetDescr(partitioned), attno - 1)->attname), &attno))
            info.columns[attno - 1].partition_key = true;
    }
    relation_close(partitioned, NoLock);
}

// What the relations below a partitioned one add to the facts.
void read_partitions(RelationInfo &info) {
    ListCell *cell = nullptr;
    foreach (cell, find_all_inheritors(info.oid, AccessShareLock, nullptr)) {
        char kind = get_rel_relkind(lfirst_oid(cell));
        if (kind == RELKIND_PARTITIONED_TABLE) {
            note_partition_key(lfirst_oid(cell), info);
            info.relations = list_append_unique_oid(info.relations, lfirst_oid(cell));
        }
    }
}

bool has_foreign_partition(Oid relid) {
    ListCell *cell = nullptr;
    foreach (cell, find_all_inheritors(relid, AccessShareLock, nullptr)) {
        if (get_rel_relkind(lfirst_oid(cell)) == RELKIND_FOREIGN_TABLE)
            return true;
    }
    return false;
}

// The range table entry of the one table or view that query reads row by row, so that each row of
// the query is one row of it; nullptr when there is no such one.
RangeTblEntry *single_source(Query *query) {
    if (query->commandType != CMD_SELECT || query->hasAggs || query->hasWindowFuncs || query->hasTargetSRFs ||
        query->distinctClause != NIL || query->groupClause != NIL || query->groupingSets != NIL ||
        query->havingQual != nullptr || query->setOperations != nullptr)
        return nullptr;
    if (list_length(query->jointree->fromlist) != 1 || !IsA(linitial(query->jointree->fromlist), RangeTblRef))
        return nullptr;
    RangeTblEntry *entry =
        rt_fetch(static_cast<RangeTblRef *>(linitial(query->jointree->fromlist))->rtindex, query->rtable);
    return entry->rtekind == RTE_RELATION ? entry : nullptr;
}

// For each column of a view the column of its table that it shows unchanged, or 0.
AttrNumber *shown_columns(Query *query, int view_columns) {
    auto *shown = static_cast<AttrNumber *>(palloc0(sizeof(AttrNumber) * static_cast<Size>(Max(view_columns, 1))));
    Index source = static_cast<Index>(static_cast<RangeTblRef *>(linitial(query->jointree->fromlist))->rtindex);
    ListCell *cell = nullptr;
    foreach (cell, query->targetList) {
        auto *entry = static_cast<TargetEntry *>(lfirst(cell));
        if (entry->resjunk || entry->resno > view_columns || !IsA(entry->expr, Var))
            continue;
        auto *var = reinterpret_cast<Var *>(entry->expr);
        if (static_cast<Index>(var->varno) == source && var->varlevelsup == 0 && var->varattno > 0)
            shown[entry->resno - 1] = var->varattno;
    }
    return shown;
}

// Takes the indexes of the table over into the view's columns: the leading keys that the view shows. A unique key
// stays one only when all of it is shown.
void inherit_indexes(RelationInfo &view, const RelationInfo &table, const AttrNumber *shown) {
    view.indexes = static_cast<IndexInfo *>(palloc0(sizeof(IndexInfo) * static_cast<Size>(Max(table.index_count, 1))));
    for (int i = 0; i < table.index_count; i++) {
        IndexInfo index = table.indexes[i];
        auto *keys = static_cast<IndexKey *>(palloc0(sizeof(IndexKey) * static_cast<Size>(index.key_count)));
        int taken = 0;
        for (; taken < index.key_count; taken++) {
            AttrNumber attno = 0;
            for (int c = 0; c < view.column_count && attno == 0; c++) {
                if (shown[c] != 0 && shown[c] == index.keys[taken].attno &&
                    view.columns[c].collation == table.columns[shown[c] - 1].collation)
                    attno = static_cast<AttrNumber>(c + 1);
            }
            if (attno == 0)
                break;
            keys[taken] = index.keys[taken];
            keys[taken].attno = attno;
        }
        if (taken == 0)
            continue;
        index.unique = index.unique && taken == index.key_count;
        index.declared_unique = index.declared_unique && taken == index.key_count;
        index.key_count = taken;
        index.keys = keys;
        view.indexes[view.index_count++] = index;
    }
}

void inherit_from_table(Relation relation, RelationInfo &view) {
    Query *query = get_view_query(relation);
    RangeTblEntry *source = single_source(query);
    if (source == nullptr || (source->relkind != RELKIND_RELATION && source->relkind != RELKIND_PARTITIONED_TABLE &&
                              source->relkind != RELKIND_VIEW))
        return;
    LockRelationOid(source->relid, AccessShareLock);
    if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(source->relid)))
        return;
    RelationInfo *table = relation_info_read(source->relid);
    if (table->has_children || table->uniqueness == Uniqueness::unproven)
        return;
    AttrNumber *shown = shown_columns(query, view.column_count);
    view.table = table;
    view.sliced = table->sliced || query->limitCount != nullptr || query->limitOffset != nullptr;
    for (int c = 0; c < view.column_count; c++)
        view.columns[c].source = shown[c];
    for (int c = 0; c < view.column_count; c++)
        view.columns[c].not_null = shown[c] != 0 && table->columns[shown[c] - 1].not_null;
    inherit_indexes(view, *table, shown);
    view.relations = list_concat(view.relations, table->relations);
    view.uniqueness = Uniqueness::unproven;
    for (int i = 0; i < view.index_count; i++) {
        if (view.indexes[i].unique)
            view.uniqueness = Uniqueness::inherited;
    }
}

} // namespace

void relation_lock(Oid relid) {
    LockRelationOid(relid, AccessShareLock);
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
    if (!HeapTupleIsValid(tuple))
        raise_relation_gone(relid);
    auto *form = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple));
    char kind = form->relkind;
    // A column privilege is looked for only where the table's own is missing: the common case stays one look-up.
    if (pg_class_aclcheck(relid, GetUserId(), ACL_SELECT) != ACLCHECK_OK &&
        pg_attribute_aclcheck_all(relid, GetUserId(), ACL_SELECT, ACLMASK_ANY) != ACLCHECK_OK)
        aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(kind), NameStr(form->relname));
    if (!kind_has_rows(kind))
        raise_relation_kind(NameStr(form->relname));
    ReleaseSysCache(tuple);
}

RelationInfo *relation_info_read(Oid relid) {
    check_stack_depth(); // a view over a view over a view
    Relation relation = relation_open(relid, NoLock);
    if (RELATION_IS_OTHER_TEMP(relation))
        raise_other_temporary(RelationGetRelationName(relation));
    auto *info = static_cast<RelationInfo *>(palloc0(sizeof(RelationInfo)));
    info->oid = relid;
    info->kind = relation->rd_rel->relkind;
    info->temporary = relation->rd_rel->relpersistence == RELPERSISTENCE_TEMP;
    info->schema_name = info->temporary ? "pg_temp" : get_namespace_name(RelationGetNamespace(relation));
    if (info->schema_name == nullptr)
        raise_relation_gone(relid);
    info->name = pstrdup(RelationGetRelationName(relation));
    info->sql_name = quote_qualified_identifier(info->schema_name, info->name);
    info->relations = list_make1_oid(relid);
    info->partitioned = info->kind == RELKIND_PARTITIONED_TABLE;
    info->has_children = info->kind == RELKIND_RELATION && relation->rd_rel->relhassubclass &&
                         find_inheritance_children(relid, NoLock) != NIL;
    info->foreign = info->kind == RELKIND_FOREIGN_TABLE || (info->partitioned && has_foreign_partition(relid));
    info->uniqueness = info->kind == RELKIND_RELATION || (info->partitioned && !info->foreign) ? Uniqueness::provable
                                                                                               : Uniqueness::unproven;
    read_columns(relation, *info);
    if (info->partitioned)
        read_partitions(*info);
    if (info->kind == RELKIND_VIEW)
        inherit_from_table(relation, *info);
    else if (info->kind != RELKIND_FOREIGN_TABLE)
        read_indexes(relation, *info);
    relation_close(relation, NoLock);
    return info;
}

const ColumnInfo *relation_column(const RelationInfo &relation, const char *name, AttrNumber *attno) {
    for (int i = 0; i < relation.column_count; i++) {
        if (!relation.columns[i].dropped && strcmp(relation.columns[i].name, name) == 0) {
            *attno = static_cast<AttrNumber>(i + 1);
            return &relation.columns[i];
        }
    }
    return nullptr;
}

void relation_check_column_privilege(Oid relid, AttrNumber attno) {
    if (pg_class_aclcheck(relid, GetUserId(), ACL_SELECT) != ACLCHECK_OK &&
        pg_attribute_aclcheck(relid, attno, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
        aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(relid)), get_rel_name(relid));
}

} // namespace kp
