// The wording of KP001 to KP009, and of what is wrong with arguments and relations.
#include "errors.hpp"

#include "../core/cursor.hpp"

namespace kp {

namespace {

constexpr int kp_code(char number) {
    return MAKE_SQLSTATE('K', 'P', '0', '0', number);
}

// Timestamps in messages look like the server's own.
const char *time_text(std::uint32_t seconds) {
    return timestamptz_to_str(static_cast<TimestampTz>(seconds) * USECS_PER_SEC);
}

} // namespace

void raise_cursor_status(Status status) {
    if (status == Status::crypto_failure || status == Status::no_space)
        ereport(ERROR, (errcode(ERRCODE_SYSTEM_ERROR), errmsg("could not compute the signature of a cursor"),
                        errdetail("The cryptographic library reported a failure."),
                        errhint("Check the memory and the OpenSSL configuration of the server.")));
    if (status == Status::unsupported_version)
        ereport(ERROR, (errcode(kp_code('1')), errmsg("cursor is not valid"),
                        errdetail("It is not a cursor, or one of a version that this release does not know."),
                        errhint("Pass a cursor exactly as it was returned, or start again without one.")));
    ereport(ERROR, (errcode(kp_code('1')), errmsg("cursor is not valid"),
                    errdetail("It is not a cursor of keyset_page, or it was altered on its way."),
                    errhint("Pass a cursor exactly as it was returned, or start again without one.")));
}

void raise_key_unknown(std::uint32_t key_id, bool retired) {
    ereport(ERROR, (errcode(kp_code('2')),
                    retired ? errmsg("cursor was signed by a retired key")
                            : errmsg("cursor was signed by a key that this database does not have"),
                    errdetail("The cursor names signing key %u.", key_id),
                    retired ? errhint("Start again without a cursor.")
                            : errhint("Start again without a cursor, or import the key with keyset_import_key if the "
                                      "cursor comes from a database that this one continues.")));
}

void raise_cursor_expired(std::uint32_t expires_at) {
    ereport(ERROR, (errcode(kp_code('3')), errmsg("cursor has expired"),
                    errdetail("It expired at %s.", time_text(expires_at)), errhint("Start again without a cursor.")));
}

void raise_other_relation(const char *sql_name) {
    ereport(ERROR, (errcode(kp_code('4')), errmsg("cursor was issued for another relation"),
                    errdetail("The query reads %s.", sql_name),
                    errhint("Use a cursor only with the relation that it was issued for.")));
}

void raise_relation_unidentified() {
    ereport(ERROR, (errcode(kp_code('4')), errmsg("cannot identify the relation that the cursor was issued for"),
                    errdetail("The relation was dropped, renamed or moved to another schema, or the cursor comes from "
                              "another database."),
                    errhint("The cursor still works where keyset_page is given the relation it was issued for.")));
}

void raise_other_ordering(const char *issued, const char *requested) {
    ereport(ERROR,
            (errcode(kp_code('5')), errmsg("cursor was issued for another ordering"),
             issued != nullptr
                 ? errdetail("It was issued for \"%s\"; the query is ordered by \"%s\".", issued, requested)
                 : errdetail("It was issued for an ordering whose columns, types or collations are not the ones of "
                             "now, so that it cannot be spelled; the query is ordered by \"%s\".",
                             requested),
             errhint("Use the ordering that the cursor was issued for, or start again without a cursor.")));
}

void raise_ordering_unidentified(const char *sql_name) {
    ereport(
        ERROR,
        (errcode(kp_code('5')), errmsg("cannot identify the ordering that the cursor was issued for"),
         errdetail("Columns, types, collations or indexes of %s are not the ones they were when the cursor was issued.",
                   sql_name),
         errhint("Start again without a cursor.")));
}

void raise_value_gone(const char *key, Oid type) {
    ereport(ERROR,
            (errcode(kp_code('5')), errmsg("cursor was issued for another ordering"),
             errdetail("The value that it carries for \"%s\" is no longer one of type %s.", key, format_type_be(type)),
             errhint("Start again without a cursor.")));
}

void raise_other_filter(bool issued_filtered, bool requested_filtered) {
    ereport(ERROR, (errcode(kp_code('6')), errmsg("cursor was issued for another filter"),
                    !issued_filtered      ? errdetail("It was issued without a filter.")
                    : !requested_filtered ? errdetail("It was issued with a filter, and the query has none.")
                                          : errdetail("The filter's meaning or the values of args are not the same."),
                    errhint("Pass the same filter and args with every page, or start again without a cursor.")));
}

void raise_other_role(bool bound) {
    ereport(ERROR, (errcode(kp_code('7')), errmsg("cursor was issued to another role"),
                    bound ? errdetail("The current role is \"%s\".", GetUserNameFromId(GetUserId(), false))
                          : errdetail("It is bound to no role, and keyset_page.bind_role is on."),
                    errhint("Start again without a cursor.")));
}

void raise_no_unique_key(const char *sql_name) {
    ereport(ERROR, (errcode(kp_code('8')), errmsg("ordering of %s is not total", sql_name),
                    errdetail("There is no unique key: a valid, immediate unique index that is neither partial nor on "
                              "expressions and whose columns are NOT NULL or NULLS NOT DISTINCT."),
                    errhint("Add a primary key or such an index; for a view, show all columns of its table's key.")));
}

void raise_inheritance_parent(const char *sql_name) {
    ereport(ERROR, (errcode(kp_code('8')), errmsg("ordering of %s is not total", sql_name),
                    errdetail("It has inheritance children, and no index is unique across them."),
                    errhint("Page the children one by one, or use a partitioned table.")));
}

void raise_tie_at_boundary(const char *sql_name, const char *order) {
    ereport(ERROR,
            (errcode(kp_code('8')), errmsg("ordering of %s is not total", sql_name),
             errdetail(
                 "Rows that are equal under \"%s\" meet at the boundary of a page, and no unique key tells them apart.",
                 order),
             errhint("List further columns in order_spec until each row has its own place.")));
}

void report_no_index(bool is_error, const char *order, const char *sql_name, const char *reason,
                     const char *statement) {
    ereport(is_error ? ERROR : WARNING,
            (errcode(kp_code('9')), errmsg("no index serves the ordering \"%s\" of %s", order, sql_name),
             reason != nullptr ? errdetail("%s", reason)
                               : errdetail("Each page reads and sorts all rows that the filter leaves."),
             reason != nullptr ? errhint("See keyset_explain.") : errhint("%s", statement)));
}

void raise_key_too_large(const char *name) {
    ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("cannot make a cursor: key values are too large"),
                    errdetail("With column \"%s\" the key values of a row exceed %zu bytes.", name, max_value_bytes),
                    errhint("Order by shorter columns, or by an indexed expression such as left(column, 100).")));
}

void raise_null_argument(const char *name) {
    ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s must not be null", name),
                    errdetail("Every call needs it."), errhint("Pass a value for %s.", name)));
}

void raise_limit(std::int64_t limit) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("limit must be at least 1"),
                    errdetail("The limit given is %lld.", static_cast<long long>(limit)),
                    errhint("Pass NULL for keyset_page.default_limit.")));
}

void raise_offset_with_cursor() {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("cannot use both a cursor and legacy_offset"),
                    errdetail("Each names where the page begins."),
                    errhint("Pass legacy_offset only for the first call, and the cursor from then on.")));
}

void raise_offset_negative(std::int64_t offset) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("legacy_offset must not be negative"),
                    errdetail("The offset given is %lld.", static_cast<long long>(offset)),
                    errhint("Pass 0 for the first page.")));
}

void raise_offset_refused() {
    ereport(ERROR,
            (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("legacy_offset is turned off"),
             errdetail("keyset_page.legacy_offset is off."), errhint("Page with the cursor of the page before.")));
}

void warn_offset() {
    ereport(WARNING, (errcode(ERRCODE_WARNING_DEPRECATED_FEATURE), errmsg("legacy_offset is a bridge for migration"),
                      errdetail("Pages by offset repeat and lose rows while others write."),
                      errhint("Page with next_cursor, or set keyset_page.legacy_offset to on to silence this.")));
}

void raise_row_type(Oid type) {
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                    errmsg("type %s is not the row type of a relation", format_type_be(type)),
                    errdetail("keyset_rows reads the relation that the row type belongs to."),
                    errhint("Call it with NULL::relation_name.")));
}

void raise_direction(const char *text) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("direction \"%s\" is not valid", text),
             errdetail("A cursor leads to the rows after or before its position."), errhint("Use next or prev.")));
}

void raise_position_missing(const char *key) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("position has no member \"%s\"", key),
             errdetail("A position holds the value of every key of the complete ordering, the tie-breaker included."),
             errhint("See order_by of keyset_explain for the complete ordering.")));
}

void raise_position_null(const char *key) {
    ereport(ERROR,
            (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("position has null for \"%s\", which is never null", key),
             errdetail("The column is NOT NULL."), errhint("Pass the key values of a row.")));
}

void raise_position_not_object() {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("position is not a JSON object"),
                    errdetail("A position has one member for each key of the ordering."),
                    errhint("to_jsonb(row) makes one.")));
}

void raise_page_too_large() {
    ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("page is too large"),
                    errdetail("Its JSON would exceed 1 GB."), errhint("Use a smaller limit, or fewer columns.")));
}

void raise_encrypted_hidden() {
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("permission denied to decode an encrypted cursor"),
                    errdetail("Encrypted cursors are decoded for members of the role that owns the extension only."),
                    errhint("Use the cursor with keyset_page; nothing needs to be decoded for that.")));
}

void raise_set_context() {
    ereport(ERROR,
            (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("keyset_rows called in a context that cannot accept a set"),
             errdetail("It returns rows."), errhint("Call it in FROM.")));
}

void raise_relation_gone(Oid relid) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE), errmsg("relation with OID %u does not exist", relid),
                    errdetail("It may have been dropped since its name was looked up."),
                    errhint("Check the relation's name.")));
}

void raise_relation_kind(const char *name) {
    ereport(
        ERROR,
        (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("cannot page \"%s\"", name),
         errdetail("Only tables, partitioned tables, views, materialized views and foreign tables have rows to page."),
         errhint("Pass one of these.")));
}

void raise_other_temporary(const char *name) {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("cannot page temporary table \"%s\" of another session", name),
                    errdetail("Its rows are in the memory of that session."), errhint("Page it there.")));
}

void raise_type_gone(Oid type) {
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("type with OID %u does not exist", type),
                    errdetail("It was dropped while the query was prepared."), errhint("Try again.")));
}

void raise_catalog_changed() {
    ereport(ERROR,
            (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
             errmsg("could not read the page because a definition it rests on was changed"),
             errdetail("A relation, type or schema was altered while the page was read."), errhint("Try again.")));
}

void raise_result_type_altered() {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("type \"keyset_page_result\" is not as extension \"keyset_page\" made it"),
                    errdetail("Attributes were added to it, dropped, or given another type."),
                    errhint("Create the extension anew. Take its keys along, so that its cursors go on: "
                            "keyset_export_key before, keyset_import_key after.")));
}

void raise_spi(const char *what, int code) {
    elog(ERROR, "could not %s a statement: %s", what, SPI_result_code_string(code));
    pg_unreachable();
}

} // namespace kp
