-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION keyset_page" to load this file. \quit

-- The signing keys. Nobody is granted anything, and row-level security without a policy closes the
-- table even to pg_read_all_data. Not marked for pg_dump: keyset_export_key is the way out.
CREATE TABLE @extschema@.keyset_signing_key (
    key_id     pg_catalog.int8 NOT NULL,
    status     pg_catalog.text NOT NULL,
    secret     pg_catalog.bytea NOT NULL,
    created_at pg_catalog.timestamptz NOT NULL,
    retired_at pg_catalog.timestamptz,
    CONSTRAINT keyset_signing_key_pkey PRIMARY KEY (key_id)
);
ALTER TABLE @extschema@.keyset_signing_key ENABLE ROW LEVEL SECURITY;
-- pg_read_all_data may read pg_statistic, where ANALYZE would put the secrets.
ALTER TABLE @extschema@.keyset_signing_key ALTER COLUMN secret SET STATISTICS 0;
COMMENT ON TABLE @extschema@.keyset_signing_key IS
    'signing keys of keyset_page; read and written by its functions only';

CREATE VIEW @extschema@.keyset_keys AS
    SELECT key_id, status, created_at, retired_at FROM @extschema@.keyset_signing_key;
COMMENT ON VIEW @extschema@.keyset_keys IS
    'signing keys of keyset_page without their secrets: active signs, verifying still opens cursors, retired refuses them';

-- A named type: a list of OUT parameters would be read from the catalog again at each page.
CREATE TYPE @extschema@.keyset_page_result AS (
    items pg_catalog.json,
    next_cursor pg_catalog.text,
    prev_cursor pg_catalog.text,
    order_by pg_catalog.text,
    total pg_catalog.int8);
COMMENT ON TYPE @extschema@.keyset_page_result IS 'what keyset_page returns: a page and the cursors to those around it';
COMMENT ON COLUMN @extschema@.keyset_page_result.items IS 'array of the rows as objects, in display order; [] when empty';
COMMENT ON COLUMN @extschema@.keyset_page_result.next_cursor IS 'NULL exactly when no row follows';
COMMENT ON COLUMN @extschema@.keyset_page_result.prev_cursor IS 'NULL exactly when no row precedes';
COMMENT ON COLUMN @extschema@.keyset_page_result.order_by IS 'the complete ordering in force, tie-breaker included';
COMMENT ON COLUMN @extschema@.keyset_page_result.total IS 'rows of the filter; NULL unless with_total';

CREATE FUNCTION @extschema@.keyset_page(
    relation pg_catalog.regclass,
    order_spec pg_catalog.text,
    cursor pg_catalog.text DEFAULT NULL,
    "limit" pg_catalog.int8 DEFAULT NULL,
    filter pg_catalog.text DEFAULT NULL,
    args pg_catalog.text[] DEFAULT NULL,
    columns pg_catalog.text DEFAULT NULL,
    with_total pg_catalog.bool DEFAULT false,
    legacy_offset pg_catalog.int8 DEFAULT NULL)
RETURNS @extschema@.keyset_page_result
LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000
AS 'MODULE_PATHNAME', 'keyset_page';
COMMENT ON FUNCTION @extschema@.keyset_page(pg_catalog.regclass, pg_catalog.text, pg_catalog.text, pg_catalog.int8,
    pg_catalog.text, pg_catalog.text[], pg_catalog.text, pg_catalog.bool, pg_catalog.int8) IS
    'one page of a relation in the given order, after or before the position a cursor names';

CREATE FUNCTION @extschema@.keyset_page_json(
    relation pg_catalog.regclass,
    order_spec pg_catalog.text,
    cursor pg_catalog.text DEFAULT NULL,
    "limit" pg_catalog.int8 DEFAULT NULL,
    filter pg_catalog.text DEFAULT NULL,
    args pg_catalog.text[] DEFAULT NULL,
    columns pg_catalog.text DEFAULT NULL,
    with_total pg_catalog.bool DEFAULT false,
    legacy_offset pg_catalog.int8 DEFAULT NULL)
RETURNS pg_catalog.json
LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000
AS 'MODULE_PATHNAME', 'keyset_page_json';
COMMENT ON FUNCTION @extschema@.keyset_page_json(pg_catalog.regclass, pg_catalog.text, pg_catalog.text, pg_catalog.int8,
    pg_catalog.text, pg_catalog.text[], pg_catalog.text, pg_catalog.bool, pg_catalog.int8) IS
    'the page of keyset_page as one JSON object';

CREATE FUNCTION @extschema@.keyset_rows(
    row_type pg_catalog.anyelement,
    order_spec pg_catalog.text,
    cursor pg_catalog.text DEFAULT NULL,
    "limit" pg_catalog.int8 DEFAULT NULL,
    filter pg_catalog.text DEFAULT NULL,
    args pg_catalog.text[] DEFAULT NULL,
    backward pg_catalog.bool DEFAULT false)
RETURNS TABLE (item pg_catalog.anyelement, row_cursor pg_catalog.text, has_more pg_catalog.bool)
LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000 ROWS 50
AS 'MODULE_PATHNAME', 'keyset_rows';
COMMENT ON FUNCTION @extschema@.keyset_rows(pg_catalog.anyelement, pg_catalog.text, pg_catalog.text, pg_catalog.int8,
    pg_catalog.text, pg_catalog.text[], pg_catalog.bool) IS
    'one page of the relation whose row type is given, as typed rows, each with the cursor of its position';

CREATE FUNCTION @extschema@.keyset_cursor_encode(
    relation pg_catalog.regclass,
    order_spec pg_catalog.text,
    "position" pg_catalog.jsonb,
    filter pg_catalog.text DEFAULT NULL,
    args pg_catalog.text[] DEFAULT NULL,
    direction pg_catalog.text DEFAULT 'next')
RETURNS pg_catalog.text
LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000
AS 'MODULE_PATHNAME', 'keyset_cursor_encode';
COMMENT ON FUNCTION @extschema@.keyset_cursor_encode(pg_catalog.regclass, pg_catalog.text, pg_catalog.jsonb,
    pg_catalog.text, pg_catalog.text[], pg_catalog.text) IS
    'a cursor to the rows after (next) or before (prev) the row with these key values';

CREATE FUNCTION @extschema@.keyset_cursor_decode(
    cursor pg_catalog.text,
    OUT version pg_catalog.int4,
    OUT key_id pg_catalog.int8,
    OUT relation pg_catalog.text,
    OUT order_by pg_catalog.text,
    OUT direction pg_catalog.text,
    OUT "position" pg_catalog.jsonb,
    OUT filtered pg_catalog.bool,
    OUT issued_at pg_catalog.timestamptz,
    OUT expires_at pg_catalog.timestamptz)
RETURNS record
LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000
AS 'MODULE_PATHNAME', 'keyset_cursor_decode';
COMMENT ON FUNCTION @extschema@.keyset_cursor_decode(pg_catalog.text) IS
    'what a cursor says, after it was verified';

CREATE FUNCTION @extschema@.keyset_explain(
    relation pg_catalog.regclass,
    order_spec pg_catalog.text,
    filter pg_catalog.text DEFAULT NULL,
    args pg_catalog.text[] DEFAULT NULL,
    OUT order_by pg_catalog.text,
    OUT unique_key pg_catalog.text,
    OUT seek_index pg_catalog.text,
    OUT index_backed pg_catalog.bool,
    OUT advice pg_catalog.text,
    OUT statements pg_catalog.text[],
    OUT plans pg_catalog.json)
RETURNS record
LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000
AS 'MODULE_PATHNAME', 'keyset_explain';
COMMENT ON FUNCTION @extschema@.keyset_explain(pg_catalog.regclass, pg_catalog.text, pg_catalog.text,
    pg_catalog.text[]) IS
    'the complete ordering, the statements a page runs and their plans, and the index that is missing';

CREATE FUNCTION @extschema@.keyset_rotate_key()
RETURNS pg_catalog.int8
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'keyset_rotate_key';
COMMENT ON FUNCTION @extschema@.keyset_rotate_key() IS
    'makes a new signing key and returns its id; older keys go on verifying';

CREATE FUNCTION @extschema@.keyset_retire_key(key_id pg_catalog.int8)
RETURNS void
LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'keyset_retire_key';
COMMENT ON FUNCTION @extschema@.keyset_retire_key(pg_catalog.int8) IS
    'refuses the cursors of a signing key from now on; never the active one';

CREATE FUNCTION @extschema@.keyset_import_key(
    key_id pg_catalog.int8,
    secret pg_catalog.bytea,
    activate pg_catalog.bool DEFAULT false)
RETURNS void
LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'keyset_import_key';
COMMENT ON FUNCTION @extschema@.keyset_import_key(pg_catalog.int8, pg_catalog.bytea, pg_catalog.bool) IS
    'takes over a signing key of another database';

CREATE FUNCTION @extschema@.keyset_export_key(key_id pg_catalog.int8)
RETURNS pg_catalog.bytea
LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'keyset_export_key';
COMMENT ON FUNCTION @extschema@.keyset_export_key(pg_catalog.int8) IS
    'the secret of a signing key, for keyset_import_key in another database; owner only';

SELECT @extschema@.keyset_rotate_key();

REVOKE ALL ON @extschema@.keyset_signing_key FROM PUBLIC;
GRANT SELECT ON @extschema@.keyset_keys TO PUBLIC;
REVOKE ALL ON FUNCTION @extschema@.keyset_rotate_key() FROM PUBLIC;
REVOKE ALL ON FUNCTION @extschema@.keyset_retire_key(pg_catalog.int8) FROM PUBLIC;
REVOKE ALL ON FUNCTION @extschema@.keyset_import_key(pg_catalog.int8, pg_catalog.bytea, pg_catalog.bool) FROM PUBLIC;
REVOKE ALL ON FUNCTION @extschema@.keyset_export_key(pg_catalog.int8) FROM PUBLIC;
