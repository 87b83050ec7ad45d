#include "proof.hpp"

#include "errors.hpp"
#include "storage.hpp"

namespace kp {

static_assert(std::is_trivially_destructible_v<Proof>);

namespace {

// The transaction that made the catalog row what it is; InvalidTransactionId where there is none.
TransactionId maker(HeapTuple tuple) {
    if (!HeapTupleIsValid(tuple))
        return InvalidTransactionId;
    TransactionId transaction = HeapTupleHeaderGetXmin(tuple->t_data);
    ReleaseSysCache(tuple);
    return transaction;
}

TransactionId column_maker(Oid table, int attno) {
    return maker(SearchSysCache2(ATTNUM, ObjectIdGetDatum(table), Int16GetDatum(static_cast<int16>(attno))));
}

TransactionId index_maker(Oid index) {
    return maker(SearchSysCache1(INDEXRELID, ObjectIdGetDatum(index)));
}

void note(Proof &proof, TransactionId transaction) {
    if (TransactionIdIsNormal(transaction) &&
        (!TransactionIdIsNormal(proof.newest) || TransactionIdFollows(transaction, proof.newest)))
        proof.newest = transaction;
}

bool was_not_null(Oid table, int attno, Snapshot snapshot) {
    Relation catalog = table_open(AttributeRelationId, AccessShareLock);
    ScanKeyData keys[2];
    ScanKeyInit(&keys[0], Anum_pg_attribute_attrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
    ScanKeyInit(&keys[1], Anum_pg_attribute_attnum, BTEqualStrategyNumber, F_INT2EQ,
                Int16GetDatum(static_cast<int16>(attno)));
    SysScanDesc scan = systable_beginscan(catalog, AttributeRelidNumIndexId, true, snapshot, 2, keys);
    HeapTuple tuple = systable_getnext(scan);
    bool was = HeapTupleIsValid(tuple) && reinterpret_cast<Form_pg_attribute>(GETSTRUCT(tuple))->attnotnull;
    systable_endscan(scan);
    table_close(catalog, AccessShareLock);
    return was;
}

bool is_same_key(const FormData_pg_index *a, const FormData_pg_index *b) {
    return a->indnkeyatts == b->indnkeyatts && compat::nulls_not_distinct(a) == compat::nulls_not_distinct(b) &&
           memcmp(a->indkey.values, b->indkey.values, sizeof(int16) * static_cast<std::size_t>(b->indnkeyatts)) == 0;
}

// The index may have been made anew by REINDEX CONCURRENTLY: any one with its keys will do.
bool was_unique(const Proof &proof, Snapshot snapshot) {
    HeapTuple now = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(proof.unique_index));
    if (!HeapTupleIsValid(now))
        return false;
    Relation catalog = table_open(IndexRelationId, AccessShareLock);
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_index_indrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(proof.table));
    SysScanDesc scan = systable_beginscan(catalog, IndexIndrelidIndexId, true, snapshot, 1, &key);
    bool was = false;
    for (HeapTuple then = systable_getnext(scan); HeapTupleIsValid(then) && !was; then = systable_getnext(scan)) {
        const auto *index = reinterpret_cast<Form_pg_index>(GETSTRUCT(then));
        was = index->indisunique && index->indisvalid && index->indimmediate &&
              heap_attisnull(then, Anum_pg_index_indpred, nullptr) &&
              heap_attisnull(then, Anum_pg_index_indexprs, nullptr) &&
              is_same_key(index, reinterpret_cast<Form_pg_index>(GETSTRUCT(now)));
    }
    systable_endscan(scan);
    table_close(catalog, AccessShareLock);
    ReleaseSysCache(now);
    return was;
}

} // namespace

Proof proof_read(const RelationInfo &relation, const Ordering &ordering) {
    Proof proof = {relation.oid, nullptr, ordering.unique_index, InvalidTransactionId};
    for (int k = 0; k < ordering.key_count; k++) {
        const OrderKey &key = ordering.keys[k];
        if (key.attno == 0 || key.nullable)
            continue;
        AttrNumber attno = key.attno;
        const RelationInfo *table = &relation;
        for (; table->table != nullptr; table = table->table)
            attno = table->columns[attno - 1].source;
        proof.table = table->oid;
        proof.not_null = bms_add_member(proof.not_null, attno);
        note(proof, column_maker(proof.table, attno));
    }
    if (OidIsValid(proof.unique_index))
        note(proof, index_maker(proof.unique_index));
    return proof;
}

void proof_check_if_recent(const Proof &proof) {
    Snapshot snapshot = GetActiveSnapshot();
    if (!TransactionIdIsNormal(proof.newest) || TransactionIdPrecedes(proof.newest, snapshot->xmin))
        return;
    for (int attno = bms_next_member(proof.not_null, -1); attno >= 0; attno = bms_next_member(proof.not_null, attno)) {
        if (!snapshot_sees(snapshot, column_maker(proof.table, attno)) && !was_not_null(proof.table, attno, snapshot))
            raise_catalog_changed();
    }
    if (OidIsValid(proof.unique_index) && !snapshot_sees(snapshot, index_maker(proof.unique_index)) &&
        !was_unique(proof, snapshot))
        raise_catalog_changed();
}

} // namespace kp
