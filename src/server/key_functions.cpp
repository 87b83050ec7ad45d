// The key functions as SQL calls them: arguments in, a value out, and nothing else.
#include "key_store.hpp"

extern "C" {

PG_FUNCTION_INFO_V1(keyset_rotate_key);
PGDLLEXPORT Datum keyset_rotate_key(PG_FUNCTION_ARGS) {
    (void)fcinfo;
    PG_RETURN_INT64(kp::key_rotate());
}

PG_FUNCTION_INFO_V1(keyset_retire_key);
PGDLLEXPORT Datum keyset_retire_key(PG_FUNCTION_ARGS) {
    kp::key_retire(PG_GETARG_INT64(0));
    PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(keyset_import_key);
PGDLLEXPORT Datum keyset_import_key(PG_FUNCTION_ARGS) {
    const bytea *secret = PG_GETARG_BYTEA_PP(1);
    const auto *bytes = static_cast<const std::uint8_t *>(static_cast<const void *>(VARDATA_ANY(secret)));
    kp::key_import(PG_GETARG_INT64(0), {bytes, VARSIZE_ANY_EXHDR(secret)}, PG_GETARG_BOOL(2));
    PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(keyset_export_key);
PGDLLEXPORT Datum keyset_export_key(PG_FUNCTION_ARGS) {
    PG_RETURN_BYTEA_P(kp::key_export(PG_GETARG_INT64(0)));
}

} // extern "C"
