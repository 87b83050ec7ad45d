#include "storage.hpp"

#include "errors.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<Storage>);

namespace {

struct Definition {
    TransactionId changed; // by this transaction
    Oid file;
    bool partition; // of another
};

Definition definition_of(HeapTuple tuple) {
    const auto *row = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple));
    return {HeapTupleHeaderGetXmin(tuple->t_data), row->relfilenode, row->relispartition};
}

bool read_definition(Oid relid, Definition *out) {
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
    if (!HeapTupleIsValid(tuple))
        return false;
    *out = definition_of(tuple);
    ReleaseSysCache(tuple);
    return true;
}

// The relation as the snapshot sees it; false when it does not see it at all.
bool definition_in_snapshot(Oid relid, Snapshot snapshot, Definition *out) {
    Relation catalog = table_open(RelationRelationId, AccessShareLock);
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_class_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(relid));
    SysScanDesc scan = systable_beginscan(catalog, ClassOidIndexId, true, snapshot, 1, &key);
    HeapTuple tuple = systable_getnext(scan);
    bool seen = HeapTupleIsValid(tuple);
    if (seen)
        *out = definition_of(tuple);
    systable_endscan(scan);
    table_close(catalog, AccessShareLock);
    return seen;
}

} // namespace

bool snapshot_sees(Snapshot snapshot, TransactionId transaction) {
    return !TransactionIdIsNormal(transaction) || TransactionIdIsCurrentTransactionId(transaction) ||
           !XidInMVCCSnapshot(transaction, snapshot);
}

Storage storage_read(const RelationInfo &relation) {
    Storage storage = {list_copy(relation.relations), InvalidTransactionId};
    ListCell *cell = nullptr;
    foreach (cell, relation.relations) { // a view's table may be partitioned, too
        if (get_rel_relkind(lfirst_oid(cell)) == RELKIND_PARTITIONED_TABLE)
            storage.relations = list_concat_unique_oid(storage.relations,
                                                       find_all_inheritors(lfirst_oid(cell), AccessShareLock, nullptr));
    }
    foreach (cell, storage.relations) {
        Definition now = {};
        if (read_definition(lfirst_oid(cell), &now) && TransactionIdIsNormal(now.changed) &&
            (!TransactionIdIsNormal(storage.newest) || TransactionIdFollows(now.changed, storage.newest)))
            storage.newest = now.changed;
    }
    return storage;
}

void storage_check(const Storage &storage) {
    Snapshot snapshot = GetActiveSnapshot();
    ListCell *cell = nullptr;
    foreach (cell, storage.relations) {
        Definition now = {};
        if (!read_definition(lfirst_oid(cell), &now))
            raise_catalog_changed();
        if (snapshot_sees(snapshot, now.changed))
            continue;
        Definition then = {};
        if (!definition_in_snapshot(lfirst_oid(cell), snapshot, &then)) {
            // Nothing of a partition that was made since is in the snapshot; the rows of one that was there are.
            if (!now.partition || lfirst_oid(cell) == linitial_oid(storage.relations))
                raise_catalog_changed();
        } else if (then.file != now.file || then.partition != now.partition) {
            // A grant or an option changes the definition, too, and leaves the rows where they are. What became a
            // partition was not held to the keys before.
            raise_catalog_changed();
        }
    }
}

void storage_check_if_recent(const Storage &storage) {
    if (TransactionIdIsNormal(storage.newest) && !TransactionIdPrecedes(storage.newest, GetActiveSnapshot()->xmin))
        storage_check(storage);
}

} // namespace kp
