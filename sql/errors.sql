-- Errors: each code with its message, DETAIL and HINT; and what a hostile order_spec meets.
CREATE SCHEMA errors;
SET search_path = errors, public;

CREATE TABLE t (id int PRIMARY KEY, a int, b text, z boolean, l int[], j json);
INSERT INTO t SELECT g, g % 3, 'b' || g, true, ARRAY[g], '{}' FROM generate_series(1, 7) g;
CREATE INDEX ON t (a, id);
CREATE INDEX ON t (b, id);
CREATE INDEX ON t (lower(b), id);
CREATE INDEX ON t ((a + 1), id);
CREATE TABLE twin (LIKE t INCLUDING ALL);
SELECT next_cursor AS place FROM keyset_page('t', 'a', NULL, 2) \gset

-- KP001: not a cursor, or altered
SELECT * FROM keyset_page('t', 'a', '');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'a', '123');
SELECT * FROM keyset_page('t', 'a', :'place' || 'A');
SELECT * FROM keyset_page('t', 'a', left(:'place', -1));
SELECT * FROM keyset_page('t', 'a', ' ' || :'place');
SELECT * FROM keyset_page('t', 'a', overlay(:'place' PLACING CASE WHEN substr(:'place', 40, 1) = 'A' THEN 'B' ELSE 'A' END FROM 40));
SELECT * FROM keyset_page('t', 'a', 'Ag' || substr(:'place', 3));
SELECT * FROM keyset_page('t', 'a', U&'\+01f600');
SELECT * FROM keyset_page('t', 'a', repeat('A', 1000000));
SELECT outcome(format('SELECT * FROM keyset_page(''t'', ''a'', %L)', lower(:'place')));
SELECT * FROM keyset_rows(NULL::t, 'a', 'x');
SELECT keyset_page_json('t', 'a', 'x');
SELECT * FROM keyset_cursor_decode('x');

-- KP002: a key that is not here, or was retired
CREATE FUNCTION pg_temp.rekeyed(cursor text, key_id int) RETURNS text LANGUAGE sql AS $$
    SELECT translate(rtrim(replace(encode(substr(b, 1, 2) || int4send(key_id) || substr(b, 7), 'base64'), E'\n', ''), '='), '+/', '-_')
      FROM decode(translate(cursor, '-_', '+/') || repeat('=', -length(cursor) & 3), 'base64') b
$$;
SELECT pg_temp.rekeyed(:'place', d.key_id::int) = :'place' FROM keyset_cursor_decode(:'place') d;
SELECT * FROM keyset_page('t', 'a', pg_temp.rekeyed(:'place', 5));
\echo :LAST_ERROR_SQLSTATE
SELECT FROM keyset_import_key(6, decode(repeat('6b', 32), 'hex'));
SELECT * FROM keyset_page('t', 'a', pg_temp.rekeyed(:'place', 6));
SELECT FROM keyset_retire_key(6);
SELECT * FROM keyset_page('t', 'a', pg_temp.rekeyed(:'place', 6));
\echo :LAST_ERROR_SQLSTATE

-- KP003: expired (when, is no matter of this test)
SET keyset_page.cursor_ttl = '1s';
SELECT next_cursor AS short_lived FROM keyset_page('t', 'a', NULL, 2) \gset
RESET keyset_page.cursor_ttl;
SELECT FROM pg_sleep(1.1);
\set VERBOSITY sqlstate
SELECT * FROM keyset_page('t', 'a', :'short_lived');
\set VERBOSITY default
SELECT regexp_replace(refusal(format('SELECT keyset_page(''t'', ''a'', %L)', :'short_lived')),
                      'expired at [A-Z0-9a-z :.+-]+\.', 'expired at (time).');

-- KP004: another relation
SELECT * FROM keyset_page('twin', 'a', :'place');
\echo :LAST_ERROR_SQLSTATE

-- KP005: another ordering
SELECT * FROM keyset_page('t', 'a DESC', :'place');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'lower(b)', :'place');
-- (with an ordering whose index is gone, it cannot be spelled any more)
SELECT next_cursor AS by_expression FROM keyset_page('t', '(a + 1)', NULL, 2) \gset
DROP INDEX t_expr_id_idx;
SELECT * FROM keyset_page('t', 'a', :'by_expression');
SELECT * FROM keyset_page('t', '(a + 1)', :'by_expression');

-- KP006: another filter, other args
SELECT next_cursor AS filtered FROM keyset_page('t', 'a', NULL, 2, 'id > $1', '{1}') \gset
SELECT * FROM keyset_page('t', 'a', :'place', 2, 'id > 1');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'a', :'filtered', 2);
SELECT * FROM keyset_page('t', 'a', :'filtered', 2, 'id > $1', '{2}');

-- KP007: another role
SET keyset_page.bind_role = on;
SELECT * FROM keyset_page('t', 'a', :'place');
\echo :LAST_ERROR_SQLSTATE
CREATE ROLE regress_kp_other;
GRANT USAGE ON SCHEMA errors TO regress_kp_other;
GRANT SELECT ON t TO regress_kp_other;
SELECT next_cursor AS bound FROM keyset_page('t', 'a', NULL, 2) \gset
SET ROLE regress_kp_other;
SELECT * FROM keyset_page('t', 'a', :'bound');
RESET ROLE;
RESET keyset_page.bind_role;

-- KP008: no unique key
CREATE TABLE keyless (a int, b int);
INSERT INTO keyless VALUES (1, 1), (1, 2);
SELECT * FROM keyset_page('keyless', 'a');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('keyless', '');
CREATE TABLE child () INHERITS (twin);
SELECT * FROM keyset_page('twin', 'id');
DROP TABLE child;
SET keyset_page.require_index = off;
CREATE VIEW joined AS SELECT k.a, k.b FROM keyless k, keyless l;
SELECT refusal($$SELECT * FROM keyset_page('joined', 'a', NULL, 2)$$);
SELECT * FROM keyset_page('joined', '', NULL, 2);
RESET keyset_page.require_index;

-- KP009: no index; a warning once, then an error where it is wished
SELECT ids(items) FROM keyset_page('t', 'z, b', NULL, 2);
SELECT ids(items) FROM keyset_page('t', 'z, b', NULL, 2);
SET keyset_page.require_index = error;
SELECT ids(items) FROM keyset_page('t', 'z, b', NULL, 2);
\echo :LAST_ERROR_SQLSTATE
RESET keyset_page.require_index;

-- 22023: limit, args, options
SELECT * FROM keyset_page('t', 'a', NULL, 0);
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'a', NULL, -1);
SELECT * FROM keyset_page('t', 'a', NULL, -9223372036854775808);
SELECT * FROM keyset_rows(NULL::t, 'a', NULL, 0);
SELECT * FROM keyset_page('t', 'a', filter => 'id = $1');
SELECT * FROM keyset_page('t', 'a', filter => 'id = 1', args => '{1}');
SELECT * FROM keyset_page('t', 'a', args => '{1}');
SELECT * FROM keyset_page('t', 'a', filter => 'id = $1', args => '{{1}}');
SELECT * FROM keyset_page('t', 'a', :'place', legacy_offset => 1);
SELECT * FROM keyset_page('t', 'a', legacy_offset => -1);
SELECT keyset_cursor_encode('t', 'a', '{"a": 1, "id": 1}', direction => 'back');
SELECT keyset_cursor_encode('t', 'a', '{"a": 1}');
SELECT keyset_cursor_encode('t', 'a', '7');

-- 22004: NULL where a value is needed
SELECT * FROM keyset_page(NULL, 'a');
\echo :LAST_ERROR_SQLSTATE
SELECT keyset_page_json(NULL, 'a');
SELECT * FROM keyset_explain(NULL, 'a');
SELECT keyset_cursor_encode(NULL, 'a', '{}');
SELECT keyset_cursor_encode('t', 'a', NULL);
SELECT keyset_cursor_encode('t', 'a', '{}', direction => NULL);
SELECT keyset_cursor_encode('t', 'a', '{"a": 1, "id": null}');
SELECT * FROM keyset_cursor_decode(NULL);

-- 42501
CREATE TABLE closed (id int PRIMARY KEY, k int);
SET ROLE regress_kp_other;
SELECT * FROM keyset_page('closed', 'k');
\echo :LAST_ERROR_SQLSTATE
SELECT keyset_page_json('closed', 'nope');
SELECT * FROM keyset_rows(NULL::closed, 'k');
SELECT * FROM keyset_explain('closed', 'k');
SELECT keyset_cursor_encode('closed', 'k', '{}');
SELECT keyset_rotate_key();
RESET ROLE;

-- 42P01, 42809: no such relation, or none with rows
SELECT * FROM keyset_page('nowhere', 'a');
SELECT * FROM keyset_page(0, 'a');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t_pkey', 'a');
\echo :LAST_ERROR_SQLSTATE
CREATE SEQUENCE canary;
SELECT * FROM keyset_page('canary', 'a');
CREATE TYPE composite AS (x int);
SELECT * FROM keyset_page('composite', 'x');
SELECT * FROM keyset_rows(NULL::composite, 'x');
SELECT * FROM keyset_rows(1, 'x');
SELECT * FROM keyset_rows(NULL::int[], 'x');

-- 42703, 42P01: columns of order_spec
SELECT * FROM keyset_page('t', 'nope');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'a, "ID"');
SELECT * FROM keyset_page('t', 'twin.a');
\echo :LAST_ERROR_SQLSTATE

-- 42601: what is not an ORDER BY list
SELECT * FROM keyset_page('t', 'a b');
SELECT * FROM keyset_page('t', 'a LIMIT 1');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'a', filter => 'a =');
SELECT * FROM keyset_page('t', 'a', columns => 'a,');

-- 0A000, 42883, 42804, 42704, 54011: what cannot be ordered by
SELECT * FROM keyset_page('t', '1');
SELECT * FROM keyset_page('t', '$1');
SELECT * FROM keyset_page('t', 'upper(b)');
SELECT * FROM keyset_page('t', 'ctid');
SELECT * FROM keyset_page('t', 't');
SELECT * FROM keyset_page('t', 'a USING <');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'j');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'a COLLATE "C"');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM keyset_page('t', 'b COLLATE nowhere');
\echo :LAST_ERROR_SQLSTATE

-- 22P02: values
SELECT * FROM keyset_page('t', 'a', filter => 'id = $1', args => '{x}');
\echo :LAST_ERROR_SQLSTATE

-- 54000: values that no cursor can carry
CREATE TABLE wide (id int PRIMARY KEY, k text);
INSERT INTO wide VALUES (1, repeat('k', 2050)), (2, 'z');
CREATE INDEX ON wide (k, id);
SELECT * FROM keyset_page('wide', 'k', NULL, 1, columns => 'id');
\echo :LAST_ERROR_SQLSTATE

\a \t

-- A hostile order_spec: refused, or a column's name after all
CREATE FUNCTION lower(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT nextval(''errors.canary'')::text';
CREATE FUNCTION sings() RETURNS int LANGUAGE sql AS 'SELECT nextval(''errors.canary'')::int';
CREATE FUNCTION pg_temp.ordered(spec text) RETURNS text LANGUAGE sql AS $$
    SELECT split_part(attempt(format('SELECT order_by FROM keyset_page(''t'', %L, NULL, 2)', spec)), E'\n', 1)
$$;
-- The spec as JSON, what is not ASCII by its bytes
CREATE FUNCTION pg_temp.spelled(spec text) RETURNS text LANGUAGE sql AS $$
    SELECT replace(encode(convert_to(replace(to_json(spec)::text, current_database(), 'DATABASE'), 'UTF8'), 'escape'), '\\', '\')
$$;
SET client_min_messages = error;
SELECT pg_temp.spelled(spec), outcome(format('SELECT order_by FROM keyset_page(''t'', %L, NULL, 2)', spec)) FROM unnest(ARRAY[
    -- clauses and statements behind it
    'id LIMIT 1', 'id LIMIT ALL', 'id OFFSET 1', 'id FETCH FIRST ROW ONLY', 'id FETCH FIRST 1 ROWS WITH TIES', 'id FOR UPDATE', 'id FOR SHARE OF t NOWAIT', 'id;',
    ';id', 'id; DROP TABLE errors.twin', 'id; SELECT pg_advisory_lock(1)', 'id UNION SELECT 1', 'id UNION ALL TABLE t', 'id INTO stolen', 'id FROM t', 'id WHERE true',
    'id GROUP BY id', 'id WINDOW w AS ()', 'id ORDER BY a', 'id) SELECT 1 --', 'id RETURNING 1', 'id USING INDEX',
    -- numbers, constants, parameters
    '1', '2 DESC', '+1', '-1', '1 + 0', '1.0', '''id''', 'NULL', 'true', 'E''\x69\x64''', '''1''::int', 'B''1''', '$1', 'a + $1', '$1::int', '?', ':id', '%s', '%I',
    -- functions, operators, casts
    'now()', 'random()', 'pg_sleep(1)', 'nextval(''canary'')', 'sings()', 'upper(b)', 'a + 2', 'a - 1', '- a', '+ id', 'a || b', 'id::text', 'CAST(id AS text)', '''t''::regclass',
    'a::regclass', 'b::xml', 'a IS NULL', 'a = 1', 'a IN (1, 2)', 'a BETWEEN 1 AND 2', 'a IS DISTINCT FROM 1', 'NOT z', 'z AND z', 'a = ANY (l)', 'coalesce(a, 1)',
    'greatest(a, 1)', 'nullif(a, 1)', 'CASE WHEN a = 1 THEN 1 END', 'ROW(a, id)', '(a, id)', 'ARRAY[a]', 'l[1]', 'b COLLATE "C" || ''x''', 'CURRENT_USER', 'CURRENT_DATE',
    'current_setting(''x'')', 'xmlelement(name x)', 'extract(year FROM now())', 'a AT TIME ZONE ''UTC''', 'b LIKE ''x''', 'a OPERATOR(pg_catalog.+) 1', 'query_to_xml(''SELECT 1'', true, true, '''')',
    -- the vocabulary of the indexes, put to other uses
    'pg_catalog.lower(b)', 'lower(b)', 'errors.lower(b)', 'lower(upper(b))', 'lower(lower(b))', 'lower(pg_sleep(1)::text)', 'lower((SELECT ''x''))', 'lower(b) || b', 'lower(''x'')',
    'lower(DISTINCT b)', 'lower(b ORDER BY b)', 'lower(b) FILTER (WHERE true)', 'lower(b) OVER ()', 'lower(VARIADIC b)', 'lower($1 => b)', 'lower(*)', 'lower()', 'lower(b, b)', 'lower(t)',
    -- subselects, aggregates, windows
    '(SELECT 1)', 'id, (SELECT max(id) FROM t)', 'EXISTS (SELECT 1)', 'ARRAY(SELECT 1)', 'a IN (SELECT 1)', '(TABLE t)', '(VALUES (1))', 'count(*)', 'sum(a)', 'row_number() OVER ()', 'generate_series(1, 2)',
    'GROUPING(a)', 'unnest(l)', '(WITH w AS (DELETE FROM t RETURNING 1) SELECT 1 FROM w)',
    -- columns and what looks like them
    't', 't.*', 'id.*', '*', 'id.id', '(t).id', '(t).*', 'twin.id', 'public.t.id', 'x.y.z.id', 'a.b.c.d.id', 'pg_class.oid', 'ctid', 't.ctid', 'xmin', 'cmax', 'tableoid', 'oid', 'rowid', 'nope',
    '"keyset_page reference"."0"', '"keyset_page reference".row', 'DEFAULT', 'id AS x', 'id x',
    -- directions
    'id USING <', 'id USING OPERATOR(pg_catalog.>)', 'b USING ~<~', 'id ASC DESC', 'id NULLS', 'id NULLS FIRST LAST', 'id NULLS FIRST DESC', 'NULLS FIRST', 'ASC', 'DESC', 'id DESCENDING',
    'id COLLATE "C"', 'b COLLATE nowhere', 'b COLLATE nowhere."C"', 'b COLLATE', 'b COLLATE (SELECT 1)',
    -- punctuation
    ' ', ',', 'id,', ',id', 'id,,a', '()', '(id', 'id)', '(id))', '''', '"', '""', '"id', '$$', '$x$ id', 'E''\', '/*', 'id /*', 'id */', '--', '-- id', '\', '`id`', '[id]', '{id}', 'id\g', '@', '#', U&'id\0001', U&'id\00a0',
    U&'\202eid', U&'\ff49\ff44', U&'i\200bd', U&'\0131d', U&'\+01f600', 'U&"\D800"', 'U&"\0000"', 'U&"\zzzz"', 'U&"!0069d" UESCAPE ''+''', 'X''1''', '0x', '1id'
]) spec;

-- And what is a column's name or an index's expression
SELECT pg_temp.spelled(spec), pg_temp.ordered(spec) FROM unnest(ARRAY[
    'id', 'ID', ' id ', '"id"', 't.id', 'errors.t.id', current_database() || '.errors.t.id', '(id)', '((id))', '( t.id )', E'id\n\t\r\f', 'id -- x', 'id /* x */', '/* DROP */id', 'id DESC NULLS LAST',
    'U&"\0069d"', 'U&"!0069d" UESCAPE ''!''', 'a ASC NULLS FIRST, id DESC', 'a,a,a DESC', 'id, a, b', 'b COLLATE "C"', 'b COLLATE pg_catalog."C"', '(b COLLATE "C") DESC', 'pg_catalog.lower(t.b)', 'pg_catalog.lower((b)) DESC', ''
]) spec;
SELECT order_by FROM keyset_page('t', NULL, NULL, 1);

-- Much of it: as long as the text may be, and longer
SELECT pg_temp.ordered('id' || repeat(', id', 2000));
SELECT pg_temp.ordered('a' || repeat(', nope', 1000));
SELECT pg_temp.ordered('a' || repeat(', pg_catalog.lower(b) DESC, b', 300));
SELECT pg_temp.ordered('a, ' || string_agg('b COLLATE "' || collname || '"', ', ')) FROM (SELECT collname FROM pg_collation WHERE collencoding = -1 AND collname LIKE '%-x-icu' ORDER BY 1 LIMIT 40) c;
SELECT pg_temp.ordered(repeat(' ', 9998) || 'id');
SELECT pg_temp.ordered('id /*' || repeat('*', 9990) || '*/');
SELECT left(pg_temp.ordered(repeat('x', 10000)), 60);
SELECT n, attempt(format('SELECT order_by FROM keyset_page(''t'', %L, NULL, 2)', rpad('id', n))) FROM unnest(ARRAY[10000, 10001]) n;
SELECT what, outcome(format('SELECT order_by FROM keyset_page(''t'', %L, NULL, 2)', spec)) FROM (VALUES ('10,000 keys', 'id' || repeat(', id', 9999)),
    ('parentheses', repeat('(', 1000000)), ('comments', 'id' || repeat('/**/', 250000)), ('an operator', 'a ' || repeat('<', 1000000) || ' 1'), ('a literal', '''' || repeat('x', 1000000) || '''')) v (what, spec);
SELECT outcome(format('SELECT %s', call)) FROM unnest(ARRAY['keyset_page_json(''t'', repeat('' '', 10001))', 'order_by FROM keyset_explain(''t'', repeat('' '', 10001))', 'count(*) FROM keyset_rows(NULL::t, repeat('' '', 10001))',
                                                              'keyset_cursor_encode(''t'', repeat('' '', 10001), ''{}'')']) call;
CREATE TABLE broad (id int PRIMARY KEY);
SELECT format('ALTER TABLE broad %s', string_agg(format('ADD c%s int', n), ', ')) FROM generate_series(1, 33) n \gexec
INSERT INTO broad SELECT 1;
INSERT INTO broad SELECT 2;
SELECT attempt(format('SELECT length(order_by) FROM keyset_page(''broad'', %L, NULL, 1)', string_agg('c' || n, ', '))) FROM generate_series(1, 31) n;
SELECT attempt(format('SELECT length(order_by) FROM keyset_page(''broad'', %L, NULL, 1)', string_agg('c' || n, ', '))) FROM generate_series(1, 32) n;
SELECT attempt(format('SELECT length(order_by) FROM keyset_page(''broad'', %L, NULL, 1)', string_agg('c' || n, ', '))) FROM generate_series(1, 33) n;
SELECT pages('broad', string_agg('c' || n, ', '), 1) FROM generate_series(1, 31) n;
SELECT pg_temp.ordered(repeat('(', 100) || 'id' || repeat(')', 100));
SELECT what, left(pg_temp.ordered(spec), 5) = ANY (string_to_array(codes, ' ')) FROM (VALUES
    ('parentheses', repeat('(', 10000), '42601 54001'),
    ('parentheses, closed', repeat('(', 4999) || 'id' || repeat(')', 4999), 'id 42601 54001'),
    ('signs', repeat('+ ', 4999) || 'id', '0A000 42601 54001'),
    ('NOT', repeat('NOT ', 2499) || 'z', '0A000 42601 54001'),
    ('sums', 'a' || repeat(' + 1', 2499), '0A000 42601 54001'),
    ('calls', repeat('lower(', 1400) || 'b' || repeat(')', 1400), '0A000 42601 54001'),
    ('casts', 'a' || repeat('::int', 1999), '0A000 42601 54001'),
    ('arrays', repeat('ARRAY[', 1400) || '1' || repeat(']', 1400), '0A000 42601 54001'),
    ('CASE', repeat('CASE WHEN ', 1000), '42601 54001'),
    ('collations', 'b' || repeat(' COLLATE "C"', 800), '0A000 54001'),
    ('fields', 'a' || repeat('.a', 4999), '42P01'),
    ('subscripts', 'l' || repeat('[1]', 3333), '0A000 54000'),
    ('a literal', '''' || repeat('x', 9998) || '''', '0A000'),
    ('an operator', 'a ' || repeat('<', 9000) || ' 1', '42601')) v (what, spec, codes);
RESET client_min_messages;

-- Nothing of all that was run
SELECT last_value, is_called FROM canary;
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid();
SELECT to_regclass('twin') IS NOT NULL, to_regclass('stolen') IS NULL, count(*) FROM t;

SET client_min_messages = warning;
DROP SCHEMA errors CASCADE;
DROP ROLE regress_kp_other;
