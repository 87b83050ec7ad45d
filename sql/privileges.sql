-- Privileges: the page is read with the caller's own, and who may not read learns nothing.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA privileges;
SET search_path = privileges, public;
CREATE ROLE regress_kp_none;
CREATE ROLE regress_kp_reader;
CREATE ROLE regress_kp_columns;
CREATE ROLE regress_kp_keys;
CREATE ROLE regress_kp_all IN ROLE pg_read_all_data;
GRANT USAGE ON SCHEMA privileges TO PUBLIC;

CREATE TABLE t (id int PRIMARY KEY, k text, secret text);
INSERT INTO t SELECT g, 'k' || g % 3, 'secret' || g FROM generate_series(1, 6) g;
CREATE INDEX ON t (k, id);
CREATE INDEX ON t (lower(secret), id);
GRANT SELECT ON t TO regress_kp_reader;
GRANT SELECT (id, k) ON t TO regress_kp_columns;
SELECT next_cursor AS by_k FROM keyset_page('t', 'k', NULL, 2) \gset
SELECT next_cursor AS by_secret FROM keyset_page('t', 'secret', NULL, 2) \gset
SELECT next_cursor AS by_lower FROM keyset_page('t', 'lower(secret)', NULL, 2) \gset

-- Everything but the key functions is for everybody
SELECT p.proname, has_function_privilege('regress_kp_none', p.oid, 'EXECUTE') AS execute, p.prosecdef, p.provolatile, p.proparallel, p.proleakproof
  FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
  JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'keyset_page'
 ORDER BY p.proname;

-- No SELECT: nothing is told, not even which columns there are
SET ROLE regress_kp_none;
SELECT attempt(format('SELECT * FROM %s', call)), call FROM unnest(ARRAY[
    'keyset_page(''t'', ''k'')', 'keyset_page(''t'', ''nope'')', 'keyset_page(''t'', ''j, 1'')', 'keyset_page(''t'', '''')', 'keyset_page(''t'', ''k b'')',
    'keyset_page(''t'', ''upper(k)'')', 'keyset_page(''t'', ''k'', filter => ''nope = 1'')', 'keyset_page(''t'', ''k'', filter => ''k ='')', 'keyset_page(''t'', ''k'', columns => ''nope'')',
    'keyset_page(''t'', ''k'', args => ''{1}'')', 'keyset_page_json(''t'', ''nope'')', 'keyset_rows(NULL::t, ''nope'')', 'keyset_explain(''t'', ''nope'')', 'keyset_explain(''t'', ''k'')',
    'keyset_cursor_encode(''t'', ''nope'', ''{}'')', 'keyset_cursor_encode(''t'', ''k'', ''{"k": 1}'')', 't']) call;
SELECT attempt(format('SELECT items FROM keyset_page(''t'', ''k'', %L)', :'by_k'));
SELECT attempt(format('SELECT items FROM keyset_page(''t'', ''secret'', %L)', :'by_k'));
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', :'by_k'));
RESET ROLE;

-- SELECT on the table
SET ROLE regress_kp_reader;
SELECT ids(items) FROM keyset_page('t', 'k', :'by_k', 10);
SELECT ids(items) FROM keyset_page('t', 'lower(secret)', :'by_lower', 10);
SELECT position FROM unnest(ARRAY[:'by_k', :'by_secret', :'by_lower']) c, keyset_cursor_decode(c);
SELECT (item).id FROM keyset_rows(NULL::t, 'k DESC', NULL, 1);
SELECT order_by, index_backed FROM keyset_explain('t', 'k');
SELECT (d).position FROM keyset_cursor_decode(keyset_cursor_encode('t', 'k', '{"k": "x", "id": 1}')) d;
SELECT keyset_page_json('t', 'k', NULL, 1) -> 'items';
RESET ROLE;

-- SELECT on some columns: these in columns and filter and order_spec, and no others
SET ROLE regress_kp_columns;
SELECT attempt(format('SELECT items FROM keyset_page(''t'', %L, NULL, 2, filter => %L, columns => %L)', o, f, c)), o, f, c
  FROM (VALUES ('k', NULL, 'id, k'), ('k', 'k > ''k0''', 'id'), ('', NULL, 'id'), ('k', NULL, 'lower(k) AS l'), ('id', NULL, '(SELECT max(id) FROM t)'),
               ('k', NULL, NULL), ('k', NULL, '*'), ('k', NULL, 'secret'), ('k', NULL, 't'), ('k', NULL, 'id, (SELECT secret)'), ('k', 'secret > ''''', 'id'), ('k', 't IS NOT NULL', 'id'),
               ('k', 'EXISTS (SELECT secret)', 'id'), ('secret', NULL, 'id'), ('lower(secret)', NULL, 'id'), ('k, secret', NULL, 'id'), ('secret', 'false', '1 AS x'), ('id, secret', NULL, 'id')) v (o, f, c);
SELECT attempt('SELECT * FROM keyset_rows(NULL::t, ''k'')');
SELECT attempt('SELECT order_by FROM keyset_explain(''t'', ''secret'')');
SELECT attempt('SELECT order_by FROM keyset_explain(''t'', ''lower(secret)'')');
SELECT attempt('SELECT order_by FROM keyset_explain(''t'', ''k'', ''secret = ''''x'''''')');
SELECT attempt('SELECT keyset_cursor_encode(''t'', ''secret'', ''{"secret": "x", "id": 1}'') IS NOT NULL');
SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''k'', %L, 10, columns => ''id'')', :'by_k'));
SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''secret'', %L, 10, columns => ''id'')', :'by_secret'));
SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''k'', %L, 10, columns => ''id'')', :'by_secret'));
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', c)) FROM unnest(ARRAY[:'by_k', :'by_secret', :'by_lower']) c;
-- with_total needs no column but those of the filter
SELECT total FROM keyset_page('t', 'k', NULL, 1, columns => 'id', with_total => true);
RESET ROLE;

-- The tie-breaker is a column, too: who may not read it cannot be given cursors that hold it
CREATE TABLE hidden_key (id int PRIMARY KEY, k text);
INSERT INTO hidden_key VALUES (1, 'a'), (2, 'b');
GRANT SELECT (k) ON hidden_key TO regress_kp_columns;
SET ROLE regress_kp_columns;
SELECT attempt('SELECT items FROM keyset_page(''hidden_key'', ''k'', NULL, 1, columns => ''k'')');
SELECT attempt('SELECT items FROM keyset_page(''hidden_key'', '''', NULL, 1, columns => ''k'')');
SELECT attempt('SELECT keyset_cursor_encode(''hidden_key'', ''k'', ''{"k": "a", "id": 1}'') IS NOT NULL');
SELECT attempt('SELECT order_by FROM keyset_explain(''hidden_key'', ''k'')');
RESET ROLE;

-- Granted and revoked while the plan is kept
SET ROLE regress_kp_none;
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''k'')');
RESET ROLE;
GRANT SELECT ON t TO regress_kp_none;
SET ROLE regress_kp_none;
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''k'')');
RESET ROLE;
REVOKE SELECT ON t FROM regress_kp_none;
SET ROLE regress_kp_none;
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''k'')');
RESET ROLE;
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''k'')');

-- Schemas: a relation that cannot be named can still not be read by its OID; the tables of a filter
SELECT 't'::regclass::oid AS t_oid \gset
CREATE TABLE other (t_id int);
SET ROLE regress_kp_none;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(%s, ''k'')', :t_oid));
SET ROLE regress_kp_reader;
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''k'', filter => ''id IN (SELECT t_id FROM other)'')');
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''k'', columns => ''id, (SELECT max(t_id) FROM other) AS m'')');
RESET ROLE;
REVOKE USAGE ON SCHEMA privileges FROM PUBLIC;
SET ROLE regress_kp_reader;
SELECT outcome('SELECT public.ids(items) FROM keyset_page(''privileges.t'', ''k'')');
RESET ROLE;
GRANT USAGE ON SCHEMA privileges TO PUBLIC;

-- Functions of a filter
CREATE FUNCTION yes() RETURNS boolean STABLE LANGUAGE sql AS 'SELECT true';
REVOKE EXECUTE ON FUNCTION yes() FROM PUBLIC;
SET ROLE regress_kp_reader;
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''k'', filter => ''yes()'')');
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''k'', columns => ''yes()'')');
RESET ROLE;

-- A view shows what its owner may read
CREATE VIEW v AS SELECT id, k FROM t;
GRANT SELECT ON v TO regress_kp_none;
SET ROLE regress_kp_none;
SELECT ids(items), order_by FROM keyset_page('v', 'k DESC', NULL, 4);
SELECT attempt('SELECT ids(items) FROM keyset_page(''v'', ''secret'')');
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''k'')');
RESET ROLE;

-- SECURITY DEFINER around it lends its owner's rights for the page and takes them back
CREATE FUNCTION lend() RETURNS text SECURITY DEFINER LANGUAGE sql SET search_path = privileges, public AS $$ SELECT ids(items) FROM keyset_page('t', 'k', NULL, 2) $$;
SET ROLE regress_kp_none;
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''k'', NULL, 2)');
SELECT lend();
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''k'', NULL, 2)');
RESET ROLE;

-- The signing keys: the view is for everybody and has no secret; the table is for nobody
SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'keyset_keys'::regclass AND attnum > 0 ORDER BY attnum;
SELECT relrowsecurity, relforcerowsecurity, (SELECT count(*) FROM pg_policy WHERE polrelid = c.oid), relacl IS NULL OR NOT EXISTS (SELECT FROM aclexplode(relacl) WHERE grantee <> relowner)
  FROM pg_class c WHERE oid = 'keyset_signing_key'::regclass;
SELECT extconfig FROM pg_extension WHERE extname = 'keyset_page';
SET ROLE regress_kp_none;
SELECT status, count(*) FROM keyset_keys WHERE status = 'active' GROUP BY status;
SELECT attempt('SELECT count(*) FROM keyset_signing_key');
SELECT attempt('SELECT keyset_page(''keyset_signing_key'', ''key_id'')');
SELECT attempt('INSERT INTO keyset_signing_key VALUES (1, ''active'', '''', now())');
SELECT attempt('SELECT keyset_page_json(''keyset_keys'', ''key_id'', NULL, 1) IS NOT NULL');
SET ROLE regress_kp_all;
SELECT attempt('SELECT count(*) FROM keyset_signing_key');
SELECT attempt('SELECT count(secret) FROM keyset_signing_key');
SELECT attempt('SELECT items FROM keyset_page(''keyset_signing_key'', ''key_id'')');
SELECT attempt('SELECT json_array_length(items) > 0 FROM keyset_page(''keyset_keys'', ''key_id'')');
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''k'', NULL, 2)');
SELECT attempt(format('SELECT %s', call)), call FROM unnest(ARRAY['keyset_rotate_key()', 'keyset_retire_key(1)', 'keyset_import_key(1, ''x'')', 'keyset_export_key(1)']) call;
RESET ROLE;

-- One role may rotate and never sees a secret
GRANT EXECUTE ON FUNCTION keyset_rotate_key(), keyset_retire_key(int8), keyset_export_key(int8) TO regress_kp_keys;
SET ROLE regress_kp_keys;
SELECT keyset_rotate_key() AS second_key \gset
SELECT key_id = :second_key FROM keyset_keys WHERE status = 'active';
SELECT attempt(format('SELECT keyset_export_key(%s)', :second_key));
SELECT attempt('SELECT secret FROM keyset_signing_key');
SELECT attempt(format('SELECT keyset_retire_key(%s)', :second_key)) LIKE '55000%';
RESET ROLE;
REVOKE EXECUTE ON FUNCTION keyset_rotate_key(), keyset_retire_key(int8), keyset_export_key(int8) FROM regress_kp_keys;
SET ROLE regress_kp_keys;
SELECT outcome('SELECT keyset_rotate_key()');
RESET ROLE;

-- Cursors are signed and opened for whoever may read nothing of the keys
SET ROLE regress_kp_reader;
SELECT ids(q.items) FROM keyset_page('t', 'k', NULL, 1) p, keyset_page('t', 'k', p.next_cursor, 1) q;
RESET ROLE;

SET client_min_messages = warning;
DROP SCHEMA privileges CASCADE;
DROP ROLE regress_kp_none, regress_kp_reader, regress_kp_columns, regress_kp_keys, regress_kp_all;
