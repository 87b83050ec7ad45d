-- keyset_page_json: the page of keyset_page as one object; and items as json_agg has them.
\a \t
SET keyset_page.require_index = off;
SET keyset_page.legacy_offset = on;
CREATE SCHEMA as_json;
SET search_path = as_json, public;
CREATE TYPE mood AS ENUM ('sad', 'it''s "ok"');
CREATE TYPE pair AS (x int, y text);
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE t (id int PRIMARY KEY, a int, b text, n numeric, f float8, r float4, at timestamptz, ts timestamp, d date, ti time, i interval, j json, jb jsonb, u uuid, y bytea, z boolean,
                m mood, p pair, l int[], tl text[], pl pair[], g int4range, po positive, c char(4), v varchar(3), na name, ip inet, mo money, bi bit(3), x xid, "A ""q"" \ b" int);
INSERT INTO t (id, a) SELECT g, g % 3 FROM generate_series(1, 7) g;
UPDATE t SET b = E'quote " backslash \\ slash / tab \t newline \n cr \r bell \x07 nul-like \\u0000 <>&' || U&' \00e9 \20ac \+01f600', n = 1.50, f = 0.1, r = 0.1, at = '2026-03-09 10:00:00.123456+00',
             ts = '2026-03-09 10:00', d = '2026-03-09', ti = '10:00:00.5', i = '1 mon 2 days 03:04:05', j = ' {"k" : [1, 2.50, null] , "k": 1e400} ', jb = '{"k": [1, 2.50, null]}', u = 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
             y = '\xdead00', z = true, m = 'it''s "ok"', p = '(1,"a""b")', l = '{{1,NULL},{3,4}}', tl = '{a,NULL,"NULL",""}', pl = '{"(1,x)",NULL}', g = '[1,5)', po = 5, c = 'ab', v = 'abc', na = 'name', ip = '10.0.0.1/8', mo = 12.5,
             bi = '101', x = '7', "A ""q"" \ b" = 1 WHERE id = 1;
UPDATE t SET n = 'NaN', f = '-Infinity', r = 'NaN', at = 'infinity', ts = '-infinity', d = '0044-03-15 BC', i = '-1 day', l = '{}', tl = '{}', b = '' WHERE id = 2;
UPDATE t SET n = 1e30, f = 1e300, r = '-0', f = '-0', at = '1883-11-18 12:00 America/New_York', l = '[0:1]={1,2}', b = repeat('x', 100) || '"' WHERE id = 3;
UPDATE t SET n = -0.001, f = 123456789012345678, b = E'\x01\x1f\x7f' || U&'\2028\feff' WHERE id = 4;

-- The object: these members in this order, valid JSON, and what keyset_page's own columns have
SELECT string_agg(k, ' ' ORDER BY n) FROM json_object_keys(keyset_page_json('t', 'a')) WITH ORDINALITY o (k, n);
SELECT json_typeof(o -> 'items'), json_typeof(o -> 'next_cursor'), json_typeof(o -> 'prev_cursor'), json_typeof(o -> 'order_by'), json_typeof(o -> 'total')
  FROM unnest(ARRAY[keyset_page_json('t', 'a', NULL, 2), keyset_page_json('t', 'a', NULL, 100, with_total => true)]) o;
SELECT regexp_replace(keyset_page_json('t', 'a DESC', NULL, 2, columns => 'id')::text, '"[A-Za-z0-9_-]{40,}"', '"(cursor)"', 'g');
SELECT keyset_page_json('t', 'id', NULL, 2, 'false', with_total => true);

-- Same page, whatever the arguments. A cursor's bytes but for the time of issue and the tag
CREATE FUNCTION pg_temp.body(cursor text) RETURNS bytea LANGUAGE sql AS $$
    SELECT substr(b, 1, 6) || substr(b, 11, length(b) - 26)
      FROM decode(translate(cursor, '-_', '+/') || repeat('=', -length(cursor) & 3), 'base64') b
$$;
CREATE FUNCTION pg_temp.agree(order_spec text, place text, size int, filter text DEFAULT NULL, args text[] DEFAULT NULL, columns text DEFAULT NULL, with_total boolean DEFAULT NULL, legacy_offset int DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN (o -> 'items')::text IS DISTINCT FROM p.items::text THEN 'items differ'
                WHEN pg_temp.body(o ->> 'next_cursor') IS DISTINCT FROM pg_temp.body(p.next_cursor) THEN 'next_cursor differs'
                WHEN pg_temp.body(o ->> 'prev_cursor') IS DISTINCT FROM pg_temp.body(p.prev_cursor) THEN 'prev_cursor differs'
                WHEN o ->> 'order_by' IS DISTINCT FROM p.order_by THEN 'order_by differs'
                WHEN o ->> 'total' IS DISTINCT FROM p.total::text THEN 'total differs'
                ELSE concat('agree on ', json_array_length(p.items), ' rows', CASE WHEN p.prev_cursor IS NOT NULL THEN ', more before' END, CASE WHEN p.next_cursor IS NOT NULL THEN ', more behind' END, ', ' || p.total || ' in all') END
      FROM keyset_page('t', order_spec, place, size, filter, args, columns, with_total, legacy_offset) p,
           keyset_page_json('t', order_spec, place, size, filter, args, columns, with_total, legacy_offset) o
$$;
SELECT pg_temp.agree('a', NULL, 3), pg_temp.agree('a', NULL, 3, with_total => true), pg_temp.agree('a', NULL, 7), pg_temp.agree('a', NULL, 3, 'id > $1', '{2}', 'id, b', true), pg_temp.agree('', NULL, 3, legacy_offset => 2);
SELECT pg_temp.agree('a', p.next_cursor, 2, with_total => true), pg_temp.agree('a', q.prev_cursor, 2), pg_temp.agree('a', q.next_cursor, 2, columns => '1 AS "a""b"')
  FROM keyset_page('t', 'a', NULL, 3) p, keyset_page('t', 'a', p.next_cursor, 2) q;
SELECT pg_temp.agree('"A ""q"" \ b" DESC, b COLLATE "C"', NULL, 3), keyset_page_json('t', '"A ""q"" \ b" DESC, b COLLATE "C"', NULL, 1) ->> 'order_by';
SELECT pg_temp.agree('a', keyset_cursor_encode('t', 'a', '{"a": 9, "id": 9}'), 3), pg_temp.agree('a', keyset_cursor_encode('t', 'a', '{"a": -1, "id": 0}', direction => 'prev'), 3);

-- Errors are the same, too
SELECT call, split_part(refusal('SELECT * FROM keyset_page(' || call || ')'), E'\n', 1) = split_part(refusal('SELECT * FROM keyset_page_json(' || call || ')'), E'\n', 1), outcome('SELECT * FROM keyset_page_json(' || call || ')')
  FROM unnest(ARRAY['NULL, ''a''', '''t'', ''nope''', '''t'', ''a'', ''x''', '''t'', ''a'', NULL, 0', '''t'', ''a'', filter => ''$1''', '''t'', ''a'', columns => ''count(*)''', '''t'', ''a'', legacy_offset => -1']) call;

-- Items, byte for byte as json_agg writes the rows; forward and backward, and under other settings
CREATE FUNCTION pg_temp.byte_for_byte() RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN p.items::text = (SELECT json_agg(t ORDER BY id)::text FROM t) AND q.items::text = (SELECT json_agg(t ORDER BY id DESC)::text FROM t) AND r.items::text = (SELECT json_agg(t ORDER BY id)::text FROM t WHERE id < 7)
                THEN 'as json_agg' ELSE 'otherwise' END
      FROM keyset_page('t', 'id') p, keyset_page('t', 'id DESC') q, keyset_page('t', 'id', keyset_cursor_encode('t', 'id', '{"id": 7}', direction => 'prev')) r
$$;
SELECT pg_temp.byte_for_byte();
SELECT items FROM keyset_page('t', 'id', NULL, 1);
SET TimeZone = 'Europe/Berlin';
SELECT pg_temp.byte_for_byte(), items -> 0 ->> 'at' FROM keyset_page('t', 'id', NULL, 1);
SET TimeZone = 'America/St_Johns';
SELECT pg_temp.byte_for_byte(), items -> 0 ->> 'at' FROM keyset_page('t', 'id', NULL, 1);
SET TimeZone = 'UTC';
SELECT pg_temp.byte_for_byte(), items -> 0 ->> 'at' FROM keyset_page('t', 'id', NULL, 1);
SET DateStyle = 'SQL, DMY';
SET IntervalStyle = 'iso_8601';
SET extra_float_digits = -3;
SET bytea_output = 'escape';
SELECT pg_temp.byte_for_byte(), items -> 0 ->> 'at', items -> 0 ->> 'd', items -> 0 ->> 'i', items -> 0 ->> 'f', items -> 0 ->> 'y' FROM keyset_page('t', 'id', NULL, 1);
RESET DateStyle;
RESET IntervalStyle;
RESET extra_float_digits;
RESET bytea_output;
RESET TimeZone;

-- A type with a cast to json of its own, also within others; a row without columns
CREATE FUNCTION mood_json(mood) RETURNS json IMMUTABLE LANGUAGE sql AS $$ SELECT json_build_object('mood', $1::text) $$;
CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood);
CREATE TYPE felt AS (m mood, l mood[]);
CREATE TABLE nested (id int PRIMARY KEY, m mood, l mood[], f felt, t pair[]);
INSERT INTO nested VALUES (1, 'sad', '{sad,NULL}', '(sad,{sad})', '{{"(1,a)"},{"(2,b)"}}');
SELECT p.items::text = (SELECT json_agg(n)::text FROM nested n), p.items FROM keyset_page('nested', 'id') p;
CREATE TABLE bare ();
SELECT refusal('SELECT keyset_page(''bare'', '''')');

-- A large page
CREATE TABLE large (id int PRIMARY KEY, body text);
INSERT INTO large SELECT g, repeat(chr(64 + g), 300000) || '"' FROM generate_series(1, 20) g;
SELECT json_array_length(o -> 'items'), (o -> 'items')::text = (SELECT json_agg(l ORDER BY id DESC)::text FROM large l) FROM keyset_page_json('large', 'id DESC') o;
SELECT json_array_length(o -> 'items') FROM keyset_page_json('large', 'id', NULL, 1) o;

SET client_min_messages = warning;
DROP SCHEMA as_json CASCADE;
