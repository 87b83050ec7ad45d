-- Settings: defaults, units, bounds, who may set them, and when they act.
\a \t
CREATE SCHEMA settings;
SET search_path = settings, public;
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL);
INSERT INTO t SELECT g, g FROM generate_series(1, 1500) g;
GRANT USAGE ON SCHEMA settings TO PUBLIC;
GRANT SELECT ON t TO PUBLIC;
CREATE ROLE regress_kp_plain;

-- (known once the library is loaded)
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 1);
SELECT name, setting, unit, vartype, context, min_val, max_val, enumvals, boot_val FROM pg_settings WHERE name LIKE 'keyset_page.%' ORDER BY name;
SELECT name FROM pg_settings WHERE name LIKE 'keyset_page.%' AND short_desc IS NULL;
SHOW keyset_page.default_limit;
SHOW keyset_page.cursor_ttl;

-- No setting of another name
SET keyset_page.secret = 'x';
SET keyset_page.nope = on;

-- default_limit: of a page whose caller gives none
SELECT json_array_length(items) FROM keyset_page('t', 'id');
SELECT json_array_length(keyset_page_json('t', 'id', NULL, NULL) -> 'items');
SELECT count(*) FROM keyset_rows(NULL::t, 'id');
SET keyset_page.default_limit = 7;
SELECT json_array_length(items) FROM keyset_page('t', 'id');
SELECT json_array_length(items) FROM keyset_page('t', 'id', NULL, 3);
SELECT count(*) FROM keyset_rows(NULL::t, 'id');
SELECT v, left(refusal(format('SET keyset_page.default_limit = %L', v)), 5) FROM unnest(ARRAY['0', '-1', 'many', '2147483648']) v;
SET keyset_page.default_limit = 2147483647;
SELECT json_array_length(items) FROM keyset_page('t', 'id');
RESET keyset_page.default_limit;

-- limit: at least 1; over max_limit it is max_limit
SELECT l, outcome(format('SELECT json_array_length(items) FROM keyset_page(''t'', ''id'', NULL, %L)', l)) FROM unnest(ARRAY[NULL, 1, 2, 999, 1000, 1001, 2147483647, 2147483648, 4294967297, 9223372036854775807, 0, -1, -2147483649, -9223372036854775808]) l;
SELECT l, outcome(format('SELECT count(*) FROM keyset_rows(NULL::t, ''id'', NULL, %L)', l)) FROM unnest(ARRAY[NULL, 1, 1001, 9223372036854775807, 0, -1]) l;
SELECT l, outcome(format('SELECT json_array_length(keyset_page_json(''t'', ''id'', NULL, %L) -> ''items'')', l)) FROM unnest(ARRAY[NULL, 1, 1001, 9223372036854775807, 0, -1]) l;
SET keyset_page.max_limit = 5;
SELECT ids(p.items), ids(q.items) FROM keyset_page('t', 'id', NULL, 100) p, keyset_page('t', 'id', p.next_cursor) q;
SELECT string_agg((item).id::text, ' '), bool_and(has_more) FROM keyset_rows(NULL::t, 'id', NULL, 9223372036854775807);
SET keyset_page.max_limit = 10000;
SELECT json_array_length(items), next_cursor IS NULL FROM keyset_page('t', 'id', NULL, 2000);
SELECT v, left(refusal(format('SET keyset_page.max_limit = %L', v)), 5) FROM unnest(ARRAY['0', '-1', '1000001']) v;
RESET keyset_page.max_limit;

-- require_index: off, warn (once for each query of a session), error
CREATE TABLE u (id int PRIMARY KEY, a int, b int);
SET keyset_page.require_index = off;
SELECT items FROM keyset_page('u', 'a');
SET keyset_page.require_index = warn;
SELECT items FROM keyset_page('u', 'a');
SELECT items FROM keyset_page('u', 'a');
SELECT items FROM keyset_page('u', 'a DESC');
SELECT items FROM keyset_page('u', 'a', filter => 'b = 1');
SET keyset_page.require_index = error;
SELECT items FROM keyset_page('u', 'a');
SELECT items FROM keyset_page('u', 'id');
SELECT keyset_page_json('u', 'a');
SELECT * FROM keyset_rows(NULL::u, 'a');
SET keyset_page.require_index = on;
SET keyset_page.require_index = 'WARN';
SELECT items FROM keyset_page('u', 'a');
RESET keyset_page.require_index;

-- cursor_ttl: seconds, and units
SET keyset_page.cursor_ttl = '15min';
SHOW keyset_page.cursor_ttl;
SELECT d.expires_at - d.issued_at FROM keyset_page('t', 'id', NULL, 1) p, keyset_cursor_decode(p.next_cursor) d;
SET keyset_page.cursor_ttl = 90;
SELECT d.expires_at - d.issued_at FROM keyset_rows(NULL::t, 'id', NULL, 1) r, keyset_cursor_decode(r.row_cursor) d;
SET keyset_page.cursor_ttl = '1d';
SELECT d.expires_at - d.issued_at FROM keyset_cursor_encode('t', 'id', '{"id": 1}') c, keyset_cursor_decode(c) d;
SET keyset_page.cursor_ttl = 2147483647;
SELECT d.expires_at > now() + interval '60 years' FROM keyset_page('t', 'id', NULL, 1) p, keyset_cursor_decode(p.next_cursor) d;
SET keyset_page.cursor_ttl = 0;
SELECT d.expires_at FROM keyset_page('t', 'id', NULL, 1) p, keyset_cursor_decode(p.next_cursor) d;
SELECT left(refusal('SET keyset_page.cursor_ttl = -1'), 5), left(refusal('SET keyset_page.cursor_ttl = ''1 fortnight'''), 5);
RESET keyset_page.cursor_ttl;

-- Who may set what
SET ROLE regress_kp_plain;
SET keyset_page.default_limit = 3;
SET keyset_page.require_index = off;
SET keyset_page.legacy_offset = on;
SELECT json_array_length(items) FROM keyset_page('t', 'id');
SET keyset_page.max_limit = 10;
SET keyset_page.cursor_ttl = 10;
SET keyset_page.bind_role = on;
SET keyset_page.encrypt_cursors = on;
SELECT outcome('SELECT set_config(''keyset_page.max_limit'', ''10'', true)');
RESET ROLE;
RESET keyset_page.default_limit;
RESET keyset_page.require_index;
RESET keyset_page.legacy_offset;

-- ALTER ROLE: the superuser for others, nobody for himself
ALTER ROLE regress_kp_plain SET keyset_page.cursor_ttl = '1h';
ALTER ROLE regress_kp_plain SET keyset_page.max_limit = 4;
SELECT unnest(rolconfig) FROM pg_roles WHERE rolname = 'regress_kp_plain';
SET ROLE regress_kp_plain;
ALTER ROLE regress_kp_plain SET keyset_page.cursor_ttl = 0;
ALTER ROLE regress_kp_plain SET keyset_page.default_limit = 2;
RESET ROLE;
SELECT unnest(rolconfig) FROM pg_roles WHERE rolname = 'regress_kp_plain';

-- In a function's own settings, in a transaction, undone with it
CREATE FUNCTION few() RETURNS int LANGUAGE sql SET keyset_page.default_limit = 2 AS $$ SELECT json_array_length(items) FROM keyset_page('t', 'id') $$;
SELECT few(), json_array_length(items) FROM keyset_page('t', 'id');
BEGIN;
SET LOCAL keyset_page.max_limit = 6;
SAVEPOINT s;
SET LOCAL keyset_page.max_limit = 3;
SELECT json_array_length(items) FROM keyset_page('t', 'id');
ROLLBACK TO s;
SELECT json_array_length(items) FROM keyset_page('t', 'id');
COMMIT;
SELECT json_array_length(items) FROM keyset_page('t', 'id');

-- In a session that starts with them: before the library is loaded nobody looks at them
SELECT current_database() AS db \gset
ALTER DATABASE :"db" SET keyset_page.cursor_ttl = '1h';
ALTER DATABASE :"db" SET keyset_page.max_limit = 4;
\c -
SET search_path = settings, public;
SELECT json_array_length(items) FROM keyset_page('t', 'id');
SHOW keyset_page.max_limit;
SELECT d.expires_at - d.issued_at FROM keyset_page('t', 'id', NULL, 1) p, keyset_cursor_decode(p.next_cursor) d;
ALTER DATABASE :"db" RESET keyset_page.cursor_ttl;
ALTER DATABASE :"db" RESET keyset_page.max_limit;

-- What somebody sets who may not, takes no effect when the library arrives
\c -
SET ROLE regress_kp_plain;
SET keyset_page.max_limit = 2;
SET keyset_page.default_limit = 2;
SET keyset_page.bind_role = on;
SELECT json_array_length(public.keyset_page_json('settings.t', 'id', NULL, 5) -> 'items');
SELECT json_array_length(public.keyset_page_json('settings.t', 'id') -> 'items');
SHOW keyset_page.max_limit;
SHOW keyset_page.bind_role;
\c -

-- Cursors bear what was set when they were made (see cursor.sql for what each does)
SET search_path = settings, public;
SELECT next_cursor AS before FROM keyset_page('t', 'id', NULL, 1) \gset
SET keyset_page.cursor_ttl = '1h';
SET keyset_page.encrypt_cursors = on;
SELECT d.expires_at IS NULL FROM keyset_cursor_decode(:'before') d;
SELECT ids(p.items), d.expires_at IS NULL FROM keyset_page('t', 'id', :'before', 1) p, keyset_cursor_decode(p.next_cursor) d;
RESET keyset_page.cursor_ttl;
RESET keyset_page.encrypt_cursors;

-- A literal of the filter means what it means under the settings of each call
CREATE TABLE literals (id int PRIMARY KEY, tag text, at timestamptz, price money, doc xml);
INSERT INTO literals VALUES (1, 'a', '2026-01-01 05:00+00', '1.50', '<a/>'), (2, 'NULL', '2025-12-31 14:00+00', '150', 'b'), (3, NULL, '2026-03-15', '1', '');
CREATE FUNCTION under(setting text, value text, filter text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config(setting, value, true);
    RETURN outcome(format('SELECT ids(items) FROM keyset_page(''literals'', ''id'', NULL, 5, %L, columns => ''id'')', filter));
END
$$;
SELECT under('array_nulls', 'on', $$tag = ANY ('{a,NULL}')$$), under('array_nulls', 'off', $$tag = ANY ('{a,NULL}')$$), under('array_nulls', 'on', $$tag = ANY ('{a,NULL}')$$);
SELECT under('timezone_abbreviations', 'Default', $$at = '2026-01-01 00:00 EST'$$), under('timezone_abbreviations', 'Australia', $$at = '2026-01-01 00:00 EST'$$);
SELECT under('DateStyle', 'ISO, MDY', $$at < '04/01/2026'$$), under('DateStyle', 'ISO, DMY', $$at < '04/01/2026'$$);
SELECT under('xmloption', 'content', $$'b'::xml IS NOT NULL$$), under('xmloption', 'document', $$'b'::xml IS NOT NULL$$);
SELECT under('transform_null_equals', 'off', 'tag = NULL'), under('transform_null_equals', 'on', 'tag = NULL');

SET client_min_messages = warning;
DROP SCHEMA settings CASCADE;
DROP ROLE regress_kp_plain;
