#include "errors.hpp"

namespace kp {

namespace {

const char *key_number(std::int64_t key_id) {
    return psprintf(INT64_FORMAT, key_id);
}

} // namespace

void raise_extension_missing() {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("extension \"keyset_page\" is not installed in this database"),
                    errdetail("The signing keys of cursors are kept in a table of the extension."),
                    errhint("Run CREATE EXTENSION keyset_page.")));
    pg_unreachable();
}

void raise_key_table_altered() {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("table \"keyset_signing_key\" is not as extension \"keyset_page\" made it"),
                    errdetail("The table is missing, belongs to something else, or its columns were altered."),
                    errhint("Undo the change, or create the extension anew; that makes a new signing key.")));
    pg_unreachable();
}

void raise_no_active_key() {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("no active signing key"),
                    errdetail("Cursors cannot be signed: this database holds no key with status \"active\"."),
                    errhint("Run SELECT keyset_rotate_key() as the owner of the extension.")));
    pg_unreachable();
}

void raise_no_random_bytes() {
    ereport(ERROR, (errcode(ERRCODE_SYSTEM_ERROR), errmsg("could not generate random bytes"),
                    errdetail("A signing key needs a source of strong random bytes, and the server has none just now."),
                    errhint("Try again, and see to the system's random source if that does not help.")));
    pg_unreachable();
}

void raise_key_unknown_id(std::int64_t key_id) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("signing key %s does not exist", key_number(key_id)),
                    errdetail("This database holds no signing key with that id."),
                    errhint("The view keyset_keys lists the keys that it holds.")));
    pg_unreachable();
}

void raise_key_id_out_of_range(std::int64_t key_id) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("signing key id %s is out of range", key_number(key_id)),
             errdetail("Key ids are numbers from 1 to 2147483647."),
             errhint("Give the id that the key has in the database it was exported from.")));
    pg_unreachable();
}

void raise_key_secret_size(std::size_t size) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid size of signing key secret: %zu bytes", size),
             errdetail("A secret has 32 to 64 bytes."),
             errhint("Give what keyset_export_key returned in the database that made the key.")));
    pg_unreachable();
}

void raise_key_secret_differs(std::int64_t key_id) {
    ereport(ERROR, (errcode(ERRCODE_DUPLICATE_OBJECT),
                    errmsg("signing key %s already exists with another secret", key_number(key_id)),
                    errdetail("A secret is never replaced: the cursors signed with it would be refused."),
                    errhint("Import the key under the id and with the secret that it was exported with.")));
    pg_unreachable();
}

void raise_key_is_active(std::int64_t key_id) {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("cannot retire the active signing key"),
                    errdetail("New cursors are signed with key %s.", key_number(key_id)),
                    errhint("Run SELECT keyset_rotate_key() first.")));
    pg_unreachable();
}

void raise_key_is_retired(std::int64_t key_id) {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("cannot activate a retired signing key"),
                    errdetail("Key %s was retired; cursors signed with it are refused for good.", key_number(key_id)),
                    errhint("Run SELECT keyset_rotate_key() for a new key, or import another one.")));
    pg_unreachable();
}

void raise_not_extension_owner() {
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("must be owner of extension keyset_page"),
                    errdetail("The secret of a signing key is shown to the owner of the extension only."),
                    errhint("Run it as a member of the role that owns the extension.")));
    pg_unreachable();
}

} // namespace kp
