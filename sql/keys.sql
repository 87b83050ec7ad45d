-- Signing keys: rotated, retired, carried to another database and back.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA keys;
SET search_path = keys, public;
CREATE TABLE t (id int PRIMARY KEY);
INSERT INTO t SELECT generate_series(1, 9);
CREATE FUNCTION pg_temp.use(cursor text) RETURNS text LANGUAGE sql AS $$
    SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2)', cursor))
$$;
CREATE FUNCTION pg_temp.key_of(cursor text) RETURNS bigint LANGUAGE sql AS $$ SELECT key_id FROM keyset_cursor_decode(cursor) $$;

-- There is one active key from the first moment on, with a random id of 31 bits
SELECT count(*), min(key_id) > 0, max(key_id) <= 2147483647, bool_and(retired_at IS NULL), bool_and(created_at <= clock_timestamp()) FROM keyset_keys WHERE status = 'active';
SELECT key_id AS k1 FROM keyset_keys WHERE status = 'active' \gset
SELECT next_cursor AS c1 FROM keyset_page('t', 'id', NULL, 2) \gset
SELECT pg_temp.key_of(:'c1') = :k1;

-- Rotation: new cursors by the new key, the old ones go on, and pages read with them carry the new one
SELECT keyset_rotate_key() AS k2 \gset
SELECT :k2 <> :k1, :k2 BETWEEN 1 AND 2147483647;
SELECT status, retired_at FROM keyset_keys WHERE key_id IN (:k1, :k2) ORDER BY key_id = :k2;
SELECT count(*) FROM keyset_keys WHERE status = 'active';
SELECT next_cursor AS c2 FROM keyset_page('t', 'id', NULL, 2) \gset
SELECT pg_temp.key_of(:'c2') = :k2, pg_temp.use(:'c1'), pg_temp.use(:'c2');
SELECT pg_temp.key_of(next_cursor) = :k2, pg_temp.key_of(prev_cursor) = :k2 FROM keyset_page('t', 'id', :'c1', 2);

-- Retirement: refused from now on; once more changes nothing; never the active one
SELECT keyset_retire_key(:k1);
SELECT status, retired_at BETWEEN created_at AND clock_timestamp() FROM keyset_keys WHERE key_id = :k1;
SELECT pg_temp.use(:'c1'), pg_temp.use(:'c2');
SELECT retired_at AS once FROM keyset_keys WHERE key_id = :k1 \gset
SELECT keyset_retire_key(:k1);
SELECT retired_at = :'once' FROM keyset_keys WHERE key_id = :k1;
SELECT replace(refusal(format('SELECT keyset_retire_key(%s)', :k2)), :'k2', '(k2)');
SELECT refusal('SELECT keyset_retire_key(-1)');
SELECT refusal('SELECT keyset_retire_key(9223372036854775807)');
SELECT keyset_retire_key(NULL) IS NULL;

-- Export and import: what another database needs to open this one's cursors
SELECT length(keyset_export_key(:k2)), length(keyset_export_key(:k1)), keyset_export_key(:k1) <> keyset_export_key(:k2);
SELECT refusal('SELECT keyset_export_key(0)');
SELECT keyset_export_key(NULL) IS NULL;
SELECT keyset_import_key(1001, decode(repeat('01', 32), 'hex'));
SELECT status, retired_at FROM keyset_keys WHERE key_id = 1001;
SELECT keyset_export_key(1001) = decode(repeat('01', 32), 'hex');
-- the same again: nothing happens; with another secret: refused
SELECT keyset_import_key(1001, decode(repeat('01', 32), 'hex'));
SELECT refusal($$SELECT keyset_import_key(1001, decode(repeat('02', 32), 'hex'))$$);
SELECT refusal($$SELECT keyset_import_key(1001, decode(repeat('01', 33), 'hex'))$$);
SELECT keyset_export_key(1001) = decode(repeat('01', 32), 'hex');
-- it verifies at once, and signs if it is told to
SELECT key_id = :k2 FROM keyset_keys WHERE status = 'active';
SELECT keyset_import_key(1001, decode(repeat('01', 32), 'hex'), true);
SELECT key_id, status FROM keyset_keys WHERE key_id = 1001 OR status = 'active';
SELECT status FROM keyset_keys WHERE key_id = :k2;
SELECT next_cursor AS c3 FROM keyset_page('t', 'id', NULL, 2) \gset
SELECT pg_temp.key_of(:'c3'), pg_temp.use(:'c2'), pg_temp.use(:'c3');
-- an active one that is imported again without activate goes on signing
SELECT keyset_import_key(1001, decode(repeat('01', 32), 'hex'));
SELECT key_id FROM keyset_keys WHERE status = 'active';
-- a new one, active at once
SELECT keyset_import_key(1002, decode(repeat('0a', 64), 'hex'), true);
SELECT key_id, status FROM keyset_keys WHERE key_id > 1000 AND key_id < 1010 ORDER BY 1;
SELECT keyset_retire_key(1001);
SELECT pg_temp.use(:'c3');
-- a retired one stays retired
SELECT keyset_import_key(1001, decode(repeat('01', 32), 'hex'));
SELECT status FROM keyset_keys WHERE key_id = 1001;
SELECT pg_temp.use(:'c3');
SELECT refusal($$SELECT keyset_import_key(1001, decode(repeat('01', 32), 'hex'), true)$$);
SELECT refusal($$SELECT keyset_import_key(1001, decode(repeat('03', 32), 'hex'), true)$$);
-- what is no key
SELECT id, n, left(refusal(format($$SELECT keyset_import_key(%s, decode(repeat('04', %s), 'hex'))$$, id, n)), 5)
  FROM (VALUES (0, 32), (-1, 32), (2147483648, 32), (9223372036854775807, 32), (1003, 0), (1003, 31), (1003, 65), (1003, 1000000)) v (id, n);
SELECT refusal($$SELECT keyset_import_key(0, decode(repeat('04', 32), 'hex'))$$);
SELECT refusal($$SELECT keyset_import_key(1003, '')$$);
SELECT keyset_import_key(NULL, 'x') IS NULL, keyset_import_key(1003, NULL) IS NULL;
SELECT count(*) FROM keyset_keys WHERE key_id = 1003;
SELECT keyset_import_key(2147483647, decode(repeat('05', 64), 'hex')), keyset_import_key(1, decode(repeat('06', 32), 'hex'));
SELECT key_id, status FROM keyset_keys WHERE key_id IN (1, 2147483647) ORDER BY 1;

-- The secret is what counts: another secret under the same id does not open the cursor
CREATE FUNCTION pg_temp.rekeyed(cursor text, key_id int) RETURNS text LANGUAGE sql AS $$
    SELECT translate(rtrim(replace(encode(substr(b, 1, 2) || int4send(key_id) || substr(b, 7), 'base64'), E'\n', ''), '='), '+/', '-_')
      FROM decode(translate(cursor, '-_', '+/') || repeat('=', -length(cursor) & 3), 'base64') b
$$;
SELECT pg_temp.use(pg_temp.rekeyed(:'c2', 1)), pg_temp.use(:'c2');
-- and the id is under the signature: with two keys of one secret, a cursor opens under its own id alone
SELECT keyset_import_key(1004, decode(repeat('0a', 64), 'hex'));
SELECT next_cursor AS c4 FROM keyset_page('t', 'id', NULL, 2) \gset
SELECT pg_temp.key_of(:'c4'), pg_temp.use(:'c4'), pg_temp.use(pg_temp.rekeyed(:'c4', 1004));

-- version, flags, key id
SELECT encode(substr(b, 1, 6), 'hex') FROM decode(translate(:'c4', '-_', '+/') || repeat('=', -length(:'c4') & 3), 'base64') b;

-- With the transaction, and not before
BEGIN;
SELECT keyset_rotate_key() AS k5 \gset
SELECT next_cursor AS c5 FROM keyset_page('t', 'id', NULL, 2) \gset
SELECT pg_temp.key_of(:'c5') = :k5, pg_temp.use(:'c5');
ROLLBACK;
SELECT pg_temp.use(:'c5'), count(*) FROM keyset_keys WHERE key_id = :k5;
SELECT key_id FROM keyset_keys WHERE status = 'active';
BEGIN;
SAVEPOINT s;
SELECT keyset_retire_key(:k2);
SELECT pg_temp.use(:'c2');
ROLLBACK TO s;
SELECT pg_temp.use(:'c2');
COMMIT;
SELECT pg_temp.use(:'c2');
BEGIN;
SELECT keyset_rotate_key() AS k6 \gset
SELECT keyset_retire_key(:k2);
COMMIT;
SELECT pg_temp.use(:'c2'), key_id = :k6 FROM keyset_keys WHERE status = 'active';

-- Not where nothing may be written
BEGIN READ ONLY;
SELECT keyset_rotate_key();
ROLLBACK;
BEGIN READ ONLY;
SELECT keyset_import_key(1005, decode(repeat('01', 32), 'hex'));
ROLLBACK;
BEGIN READ ONLY;
SELECT keyset_retire_key(:k6);
ROLLBACK;
BEGIN READ ONLY;
SELECT length(keyset_export_key(:k6)), (SELECT ids(items) FROM keyset_page('t', 'id', NULL, 2));
COMMIT;

-- Many keys
SELECT count(*) FROM (SELECT keyset_import_key(5000 + g, decode(repeat(lpad(to_hex(g), 2, '0'), 32), 'hex'), true) FROM generate_series(1, 40) g) q;
SELECT count(*) FILTER (WHERE status = 'verifying'), count(*) FILTER (WHERE status = 'active') FROM keyset_keys WHERE key_id BETWEEN 5001 AND 5040;
SELECT pg_temp.use(next_cursor), pg_temp.key_of(next_cursor) FROM keyset_page('t', 'id', NULL, 2);

-- The table altered by a superuser's hand: said plainly, and well again when undone
UPDATE keyset_signing_key SET status = 'verifying' WHERE status = 'active';
\c -
SET search_path = keys, public;
SELECT refusal('SELECT keyset_page(''t'', ''id'', NULL, 2)');
SELECT ids(items), next_cursor FROM keyset_page('t', 'id', NULL, 9);
SELECT keyset_rotate_key() AS k7 \gset
SELECT next_cursor IS NOT NULL FROM keyset_page('t', 'id', NULL, 2);
ALTER TABLE keyset_signing_key RENAME COLUMN secret TO secrets;
ALTER TABLE keyset_signing_key RENAME TO keyset_signing_key_once;
\c -
SET search_path = keys, public;
SELECT refusal('SELECT keyset_page(''t'', ''id'', NULL, 2)');
SELECT outcome('SELECT keyset_rotate_key()');
-- Another relation in its place, the owner's or not
CREATE TABLE public.keyset_signing_key (key_id int8 NOT NULL, status text NOT NULL, secret bytea NOT NULL, created_at timestamptz NOT NULL, retired_at timestamptz) PARTITION BY LIST (status);
SELECT outcome('SELECT keyset_page(''t'', ''id'', NULL, 2)');
DROP TABLE public.keyset_signing_key;
CREATE VIEW public.keyset_signing_key AS SELECT * FROM keyset_signing_key_once;
SELECT outcome('SELECT keyset_page(''t'', ''id'', NULL, 2)');
DROP VIEW public.keyset_signing_key;
CREATE TYPE public.keyset_signing_key AS (key_id int8, status text, secret bytea, created_at timestamptz, retired_at timestamptz);
SELECT outcome('SELECT keyset_page(''t'', ''id'', NULL, 2)');
DROP TYPE public.keyset_signing_key;
CREATE TABLE public.keyset_signing_key (LIKE keyset_signing_key_once INCLUDING ALL);
ALTER TABLE public.keyset_signing_key OWNER TO pg_monitor;
SELECT outcome('SELECT keyset_page(''t'', ''id'', NULL, 2)');
DROP TABLE public.keyset_signing_key;
ALTER TABLE keyset_signing_key_once RENAME TO keyset_signing_key;
ALTER TABLE keyset_signing_key RENAME COLUMN secrets TO secret;
SELECT outcome('SELECT next_cursor IS NOT NULL FROM keyset_page(''t'', ''id'', NULL, 2)');

-- Leave one key behind
DO $$
DECLARE
    k bigint;
BEGIN
    PERFORM keyset_rotate_key();
    FOR k IN SELECT key_id FROM keyset_keys WHERE status = 'verifying' LOOP
        PERFORM keyset_retire_key(k);
    END LOOP;
END
$$;
SELECT status, count(*) > 0 FROM keyset_keys GROUP BY status ORDER BY status;
SET client_min_messages = warning;
DROP SCHEMA keys CASCADE;
