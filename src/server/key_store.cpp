#include "key_store.hpp"

#include "errors.hpp"

#include <cstring>
#include <type_traits>

namespace kp {

namespace {

constexpr char extension_name[] = "keyset_page";
constexpr char table_name[] = "keyset_signing_key";
constexpr std::size_t new_secret_size = 32;
constexpr std::size_t min_secret_size = 32;
constexpr std::size_t max_secret_size = 64;

// The table's columns, as the install script makes them.
enum Column : int { column_id, column_status, column_secret, column_created_at, column_retired_at, column_count };
constexpr Oid column_types[column_count] = {INT8OID, TEXTOID, BYTEAOID, TIMESTAMPTZOID, TIMESTAMPTZOID};

enum class KeyStatus : std::uint8_t { active, verifying, retired };
constexpr const char *status_names[] = {"active", "verifying", "retired"};

const char *status_name(KeyStatus status) {
    return status_names[static_cast<int>(status)];
}

// --- finding the table ----------------------------------------------------------------------------------------------

struct Extension {
    Oid oid;
    Oid schema;
    Oid owner;
};

// The extension's row in pg_extension; raises when there is none. The catalog has no syscache.
Extension find_extension() {
    Relation catalog = table_open(ExtensionRelationId, AccessShareLock);
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_extension_extname, BTEqualStrategyNumber, F_NAMEEQ, CStringGetDatum(extension_name));
    SysScanDesc scan = systable_beginscan(catalog, ExtensionNameIndexId, true, nullptr, 1, &key);
    HeapTuple tuple = systable_getnext(scan);
    if (!HeapTupleIsValid(tuple))
        raise_extension_missing();
    const auto *row = static_cast<Form_pg_extension>(static_cast<void *>(GETSTRUCT(tuple)));
    const Extension extension = {row->oid, row->extnamespace, row->extowner};
    systable_endscan(scan);
    table_close(catalog, AccessShareLock);
    return extension;
}

// The table, opened and locked. That it is a member of the extension is what makes it the right one: anybody may
// have made a table of the name in a schema that the extension was put into. Only its owner may have made one that
// has the extension's owner, which spares a look into pg_depend.
Relation open_key_table(LOCKMODE lock) {
    const Extension extension = find_extension();
    const Oid table = get_relname_relid(table_name, extension.schema);
    // A view, or a partitioned table, has no rows of its own to read.
    const bool has_rows = OidIsValid(table) && get_rel_relkind(table) == RELKIND_RELATION;
    Relation relation = has_rows ? try_table_open(table, lock) : nullptr;
    if (relation == nullptr || relation->rd_rel->relkind != RELKIND_RELATION ||
        (relation->rd_rel->relowner != extension.owner &&
         getExtensionOfObject(RelationRelationId, table) != extension.oid))
        raise_key_table_altered();
    TupleDesc descriptor = RelationGetDescr(relation);
    if (descriptor->natts != column_count)
        raise_key_table_altered();
    for (int i = 0; i < column_count; i++) {
        const FormData_pg_attribute *column = TupleDescAttr(descriptor, i);
        if (column->attisdropped || column->atttypid != column_types[i] ||
            (i != column_retired_at && !column->attnotnull))
            raise_key_table_altered();
    }
    return relation;
}

// --- reading it -----------------------------------------------------------------------------------------------------

// One row, copied out of the table into the current context.
struct StoredKey {
    HeapTuple tuple;
    std::uint32_t id;
    KeyStatus status;
    TimestampTz created_at;
    Bytes secret; // in tuple, unless the row was stored in an unusual way
};

struct StoredKeys {
    StoredKey *rows;
    int count;

    StoredKey *find(std::int64_t id) {
        for (int i = 0; i < count; i++)
            if (rows[i].id == id)
                return &rows[i];
        return nullptr;
    }
};

Bytes bytes_of(const bytea *value) {
    return {static_cast<const std::uint8_t *>(static_cast<const void *>(VARDATA_ANY(value))), VARSIZE_ANY_EXHDR(value)};
}

bool read_status(const char *name, KeyStatus &status) {
    for (const KeyStatus candidate : {KeyStatus::active, KeyStatus::verifying, KeyStatus::retired})
        if (std::strcmp(name, status_name(candidate)) == 0) {
            status = candidate;
            return true;
        }
    return false;
}

// False for a row that is none of ours: only somebody who wrote to the table by hand can have made it.
bool read_key(HeapTuple tuple, TupleDesc descriptor, StoredKey &key) {
    Datum values[column_count];
    bool nulls[column_count];
    heap_deform_tuple(tuple, descriptor, values, nulls);
    const std::int64_t id = DatumGetInt64(values[column_id]);
    key.tuple = tuple;
    key.id = static_cast<std::uint32_t>(id);
    key.created_at = DatumGetTimestampTz(values[column_created_at]);
    key.secret = bytes_of(DatumGetByteaPP(values[column_secret]));
    return id >= 1 && id <= max_key_id && key.secret.size() >= min_secret_size &&
           key.secret.size() <= max_secret_size &&
           read_status(text_to_cstring(DatumGetTextPP(values[column_status])), key.status);
}

// All keys as last committed, whatever snapshot the transaction has, and whoever asks: the one place that reads the
// table. Neither privileges nor row-level security are looked at. The caller holds a lock on the relation.
StoredKeys read_keys(Relation relation) {
    int room = 8;
    StoredKeys keys = {static_cast<StoredKey *>(palloc(sizeof(StoredKey) * static_cast<std::size_t>(room))), 0};
    SysScanDesc scan = systable_beginscan(relation, InvalidOid, false, nullptr, 0, nullptr);
    for (HeapTuple tuple = systable_getnext(scan); HeapTupleIsValid(tuple); tuple = systable_getnext(scan)) {
        if (keys.count == room) {
            room *= 2;
            keys.rows =
                static_cast<StoredKey *>(repalloc(keys.rows, sizeof(StoredKey) * static_cast<std::size_t>(room)));
        }
        if (read_key(heap_copytuple(tuple), RelationGetDescr(relation), keys.rows[keys.count]))
            keys.count++;
    }
    systable_endscan(scan);
    return keys;
}

// Overwrites the secrets that keys holds.
void wipe_keys(StoredKeys &keys) {
    for (int i = 0; i < keys.count; i++)
        wipe({const_cast<std::uint8_t *>(keys.rows[i].secret.data()), keys.rows[i].secret.size()});
    keys.count = 0;
}

// --- the cache ------------------------------------------------------------------------------------------------------

struct CachedKey {
    std::uint32_t id;
    KeyStatus status;
    TimestampTz created_at;
    bool derived; // key is filled, secret wiped
    std::size_t secret_size;
    std::uint8_t secret[max_secret_size];
    CursorKey key;
};

static_assert(std::is_trivially_destructible_v<CachedKey>);

bool is_newer(const CachedKey &a, const CachedKey &b) {
    return a.created_at != b.created_at ? a.created_at > b.created_at : a.id > b.id;
}

// What the backend knows. Rows are allocated in context; libcrypto's share of each derived key is freed by wiping it.
struct KeyCache {
    MemoryContext context;
    Oid table;   // whose rows these are; set before they are read, so that no message about it is missed meanwhile
    bool loaded; // rows are complete
    bool stale;  // and the table has changed since
    CachedKey *rows;
    int count;
    CachedKey *active; // among rows; nullptr when there is none
};

KeyCache cache;

// Called by the server amid anything: it may only note that there was news.
void key_table_changed(Datum, Oid relation) {
    if (relation == InvalidOid || relation == cache.table)
        cache.stale = true;
}

void forget_cached_keys() {
    cache.loaded = false;
    for (int i = 0; i < cache.count; i++) {
        if (cache.rows[i].derived)
            cursor_key_wipe(cache.rows[i].key);
        wipe(cache.rows[i].secret);
    }
    cache.count = 0;
    cache.rows = nullptr;
    cache.active = nullptr;
    cache.table = InvalidOid;
    MemoryContextReset(cache.context);
}

void load_keys() {
    if (cache.context == nullptr)
        cache.context = AllocSetContextCreate(TopMemoryContext, "keyset_page signing keys", ALLOCSET_SMALL_SIZES);
    forget_cached_keys();
    Relation relation = open_key_table(AccessShareLock);
    cache.table = RelationGetRelid(relation);
    cache.stale = false;
    StoredKeys stored = read_keys(relation);
    cache.rows = static_cast<CachedKey *>(
        MemoryContextAllocZero(cache.context, sizeof(CachedKey) * static_cast<std::size_t>(stored.count)));
    for (; cache.count < stored.count; cache.count++) {
        const StoredKey &from = stored.rows[cache.count];
        CachedKey &row = cache.rows[cache.count];
        row.id = from.id;
        row.status = from.status;
        row.created_at = from.created_at;
        // Logical replication of the table can bring a second active row: every backend signs with the same one.
        if (from.status == KeyStatus::active && (cache.active == nullptr || is_newer(row, *cache.active)))
            cache.active = &row;
        if (from.status != KeyStatus::retired) {
            row.secret_size = from.secret.size();
            std::memcpy(row.secret, from.secret.data(), from.secret.size());
        }
    }
    wipe_keys(stored);
    table_close(relation, AccessShareLock);
    cache.loaded = true;
}

// Makes the cache hold what was last committed.
void refresh_keys() {
    // Messages are looked for here, and not only where the next relation happens to be locked: a key that was retired
    // is refused at once, even by a transaction that opens nothing new. Without news this reads one flag.
    AcceptInvalidationMessages();
    if (!cache.loaded || cache.stale)
        load_keys();
}

CachedKey *cached_key(std::uint32_t id) {
    for (int i = 0; i < cache.count; i++)
        if (cache.rows[i].id == id)
            return &cache.rows[i];
    return nullptr;
}

const CursorKey &derived_key(CachedKey &row) {
    if (!row.derived) {
        const Status status = cursor_key_derive(row.id, {row.secret, row.secret_size}, row.key);
        if (status != Status::ok)
            raise_cursor_status(status);
        row.derived = true;
        wipe(row.secret);
    }
    return row.key;
}

// --- writing --------------------------------------------------------------------------------------------------------
//
// At the level of the heap, as the server writes its own catalogs: a secret is never part of an SQL text, a parameter
// or a plan that could end in a log, and neither privileges, nor row-level security, nor triggers stand in between.

struct KeyWriter {
    Relation table;
    CatalogIndexState indexes;
    StoredKeys
        keys; // as they were when the lock was got, and as nobody else can change them until the transaction ends
};

KeyWriter begin_writing(const char *command) {
    PreventCommandDuringRecovery(command);
    PreventCommandIfReadOnly(command);
    PreventCommandIfParallelMode(command);
    Relation table = open_key_table(ShareRowExclusiveLock);
    return {table, CatalogOpenIndexes(table), read_keys(table)};
}

// Makes the change visible to what follows in the transaction and, when that commits, known to every backend: only
// changes of structure are told without being asked.
void end_writing(KeyWriter &writer) {
    wipe_keys(writer.keys);
    CatalogCloseIndexes(writer.indexes);
    CacheInvalidateRelcache(writer.table);
    table_close(writer.table, NoLock);
    CommandCounterIncrement();
}

void set_status(KeyWriter &writer, const StoredKey &key, KeyStatus status) {
    Datum values[column_count] = {};
    bool nulls[column_count] = {};
    bool replaced[column_count] = {};
    values[column_status] = CStringGetTextDatum(status_name(status));
    replaced[column_status] = true;
    if (status == KeyStatus::retired) {
        values[column_retired_at] = TimestampTzGetDatum(GetCurrentTimestamp());
        replaced[column_retired_at] = true;
    }
    HeapTuple tuple = heap_modify_tuple(key.tuple, RelationGetDescr(writer.table), values, nulls, replaced);
    CatalogTupleUpdateWithInfo(writer.table, &key.tuple->t_self, tuple, writer.indexes);
    wipe({static_cast<std::uint8_t *>(static_cast<void *>(tuple->t_data)), tuple->t_len});
}

void insert_key(KeyWriter &writer, std::int64_t id, KeyStatus status, Bytes secret) {
    auto *stored_secret = static_cast<bytea *>(palloc(secret.size() + VARHDRSZ));
    SET_VARSIZE(stored_secret, secret.size() + VARHDRSZ);
    std::memcpy(VARDATA(stored_secret), secret.data(), secret.size());
    Datum values[column_count] = {};
    bool nulls[column_count] = {};
    values[column_id] = Int64GetDatum(id);
    values[column_status] = CStringGetTextDatum(status_name(status));
    values[column_secret] = PointerGetDatum(stored_secret);
    values[column_created_at] = TimestampTzGetDatum(GetCurrentTimestamp());
    nulls[column_retired_at] = true;
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(writer.table), values, nulls);
    CatalogTupleInsertWithInfo(writer.table, tuple, writer.indexes);
    wipe({static_cast<std::uint8_t *>(static_cast<void *>(tuple->t_data)), tuple->t_len});
    wipe({static_cast<std::uint8_t *>(static_cast<void *>(VARDATA(stored_secret))), secret.size()});
}

// The active key goes on verifying.
void demote_active(KeyWriter &writer) {
    for (int i = 0; i < writer.keys.count; i++)
        if (writer.keys.rows[i].status == KeyStatus::active)
            set_status(writer, writer.keys.rows[i], KeyStatus::verifying);
}

void random_bytes(void *out, std::size_t size) {
    if (!pg_strong_random(out, size))
        raise_no_random_bytes();
}

// An id that is not held yet. Ids are random so that those of two databases, whose keys may meet by keyset_import_key,
// do not collide.
std::int64_t new_key_id(StoredKeys &held) {
    for (;;) {
        std::uint32_t random;
        random_bytes(&random, sizeof random);
        const std::int64_t id = random & max_key_id;
        if (id != 0 && held.find(id) == nullptr)
            return id;
    }
}

} // namespace

void key_store_init() {
    CacheRegisterRelcacheCallback(key_table_changed, 0);
}

const CursorKey &key_store_active() {
    refresh_keys();
    if (cache.active == nullptr)
        raise_no_active_key();
    return derived_key(*cache.active);
}

const CursorKey *key_store_find(std::uint32_t id, bool *retired) {
    refresh_keys();
    CachedKey *row = cached_key(id);
    if (row == nullptr) { // one that logical replication brought came without a message
        load_keys();
        row = cached_key(id);
    }
    *retired = row != nullptr && row->status == KeyStatus::retired;
    return row == nullptr || *retired ? nullptr : &derived_key(*row);
}

bool user_owns_extension() {
    return has_privs_of_role(GetUserId(), find_extension().owner);
}

std::int64_t key_rotate() {
    KeyWriter writer = begin_writing("keyset_rotate_key()");
    const std::int64_t id = new_key_id(writer.keys);
    std::uint8_t secret[new_secret_size];
    random_bytes(secret, sizeof secret);
    demote_active(writer);
    insert_key(writer, id, KeyStatus::active, secret);
    wipe(secret);
    end_writing(writer);
    return id;
}

void key_retire(std::int64_t id) {
    KeyWriter writer = begin_writing("keyset_retire_key()");
    const StoredKey *key = writer.keys.find(id);
    if (key == nullptr)
        raise_key_unknown_id(id);
    if (key->status == KeyStatus::active)
        raise_key_is_active(id);
    if (key->status == KeyStatus::verifying)
        set_status(writer, *key, KeyStatus::retired);
    end_writing(writer);
}

void key_import(std::int64_t id, Bytes secret, bool activate) {
    if (id < 1 || id > max_key_id)
        raise_key_id_out_of_range(id);
    if (secret.size() < min_secret_size || secret.size() > max_secret_size)
        raise_key_secret_size(secret.size());
    KeyWriter writer = begin_writing("keyset_import_key()");
    const StoredKey *key = writer.keys.find(id);
    if (key == nullptr) {
        if (activate)
            demote_active(writer);
        insert_key(writer, id, activate ? KeyStatus::active : KeyStatus::verifying, secret);
    } else {
        if (!equal_in_constant_time(key->secret, secret))
            raise_key_secret_differs(id);
        if (activate && key->status == KeyStatus::retired)
            raise_key_is_retired(id);
        if (activate && key->status == KeyStatus::verifying) {
            demote_active(writer);
            set_status(writer, *key, KeyStatus::active);
        }
    }
    end_writing(writer);
}

bytea *key_export(std::int64_t id) {
    if (!user_owns_extension())
        raise_not_extension_owner();
    Relation table = open_key_table(AccessShareLock);
    StoredKeys keys = read_keys(table);
    const StoredKey *key = keys.find(id);
    if (key == nullptr)
        raise_key_unknown_id(id);
    auto *secret = static_cast<bytea *>(palloc(key->secret.size() + VARHDRSZ));
    SET_VARSIZE(secret, key->secret.size() + VARHDRSZ);
    std::memcpy(VARDATA(secret), key->secret.data(), key->secret.size());
    wipe_keys(keys);
    table_close(table, AccessShareLock);
    return secret;
}

} // namespace kp
