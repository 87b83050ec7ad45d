-- What stands first in search_path, or in pg_temp, changes nothing about an order and its seek.
SET keyset_page.require_index = off;

CREATE TABLE plain (id int PRIMARY KEY, v int, t text COLLATE "C", n numeric, at timestamptz, c char(3) COLLATE "C");
INSERT INTO plain
SELECT n, nullif(n % 5, 0), chr(97 + n % 4), nullif(n % 3, 0)::numeric / 3, '2026-03-09 UTC'::timestamptz + n % 2 * interval '1 us', chr(97 + n % 2)
  FROM generate_series(1, 20) n;
CREATE INDEX ON plain (v, id);
CREATE INDEX ON plain ((v % 3), id);
CREATE TABLE orders (order_spec text, wanted text);
INSERT INTO orders SELECT o, pages('plain', o, 6)
  FROM unnest(ARRAY['v', 'v DESC', 't, n DESC', 'n', 'at DESC, c', 'c DESC, v NULLS FIRST', '', 't COLLATE pg_catalog."POSIX"']) o;
SELECT * FROM orders;

-- A schema of operators that complain when used, of a function, an aggregate, types, collations and tables of
-- the names that a page needs, and casts that would make other comparisons possible.
CREATE SCHEMA evil;
CREATE FUNCTION evil.complain() RETURNS bool LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE EXCEPTION 'evil was called'; END $$;
CREATE TABLE types (type text);
INSERT INTO types VALUES ('int'), ('text'), ('numeric'), ('timestamptz'), ('bpchar'), ('anyarray'), ('record');
SELECT format('CREATE FUNCTION evil.lie(%s, %1$s) RETURNS bool LANGUAGE %s IMMUTABLE AS %L', type,
           CASE type WHEN 'record' THEN 'internal' ELSE 'sql' END, CASE type WHEN 'record' THEN 'record_ne' ELSE 'SELECT evil.complain()' END)
  FROM types \gexec
SELECT format('CREATE OPERATOR evil.%s (LEFTARG = %s, RIGHTARG = %2$s, FUNCTION = evil.lie)', op, type)
  FROM types, unnest(ARRAY['=', '<', '<=', '>', '>=', '<>']) op ORDER BY type, op \gexec
CREATE FUNCTION evil.lie_mod(int, int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT evil.complain()::int $$;
CREATE OPERATOR evil.% (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.lie_mod);
CREATE AGGREGATE evil.count(*) (SFUNC = int8inc, STYPE = int8, INITCOND = '1000');
CREATE FUNCTION evil.to_json(anyelement) RETURNS json LANGUAGE sql IMMUTABLE AS $$ SELECT '"evil"'::json $$;
CREATE DOMAIN evil.int4 AS text CHECK (VALUE = 'evil');
CREATE DOMAIN evil.text AS int CHECK (VALUE = 666);
CREATE DOMAIN evil.numeric AS text CHECK (VALUE = 'evil');
CREATE DOMAIN evil.timestamptz AS date CHECK (VALUE > 'infinity');
CREATE DOMAIN evil.bpchar AS text CHECK (VALUE = 'evil');
CREATE COLLATION evil."C" FROM "POSIX";
CREATE COLLATION evil."default" FROM "POSIX";
CREATE TABLE evil.plain (id int PRIMARY KEY, v int);
CREATE TABLE evil.pg_class (id int PRIMARY KEY);
CREATE TABLE evil.keyset_signing_key (key_id int);
CREATE CAST (text AS int) WITH INOUT AS IMPLICIT;
CREATE CAST (int AS text) WITH INOUT AS IMPLICIT;
-- They are in the way indeed.
SET search_path = evil, pg_catalog, public;
\set VERBOSITY terse
SELECT count(*) FROM public.plain;
SELECT 1 < 2;
SELECT id FROM public.plain WHERE (id, v) > (1, 1);
SELECT 5 % 3;
SELECT 'x'::int4;
\set VERBOSITY default
RESET search_path;

-- Page after page, each under the next of the paths; here, between the pages, is the usual one.
CREATE FUNCTION pages_under(paths text[], order_spec text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    page record;
    place text;
    forth text;
    back text;
    n int := 0;
BEGIN
    LOOP
        PERFORM pg_catalog.set_config('search_path', paths[n], true);
        SELECT p.* INTO page FROM public.keyset_page('public.plain', order_spec, place, 6, with_total => true) p;
        PERFORM pg_catalog.set_config('search_path', 'public', true);
        n := (n + 1) % cardinality(paths);
        place := page.next_cursor;
        forth := concat_ws(' | ', forth, ids(page.items));
        EXIT WHEN place IS NULL;
    END LOOP;
    back := ids(page.items);
    WHILE page.prev_cursor IS NOT NULL LOOP
        PERFORM pg_catalog.set_config('search_path', paths[n], true);
        SELECT p.* INTO page FROM public.keyset_page('public.plain', order_spec, page.prev_cursor, 6, with_total => true) p;
        PERFORM pg_catalog.set_config('search_path', 'public', true);
        n := (n + 1) % cardinality(paths);
        back := concat_ws(' | ', ids(page.items), back);
    END LOOP;
    IF back <> forth THEN
        RETURN format('%s, but back %s', forth, back);
    END IF;
    IF page.total <> 20 THEN
        RETURN format('%s of 20 rows', page.total);
    END IF;
    RETURN forth;
END
$$;
SELECT order_spec, pages_under('[0:0]={"evil, pg_catalog, public"}', order_spec) = wanted AS evil_first,
       pages_under('[0:2]={public, "evil, pg_catalog, public", ""}', order_spec) = wanted AS in_turn
  FROM orders;
-- pg_temp comes first for types and tables without being named.
CREATE DOMAIN pg_temp.int4 AS text CHECK (VALUE = 'evil');
CREATE DOMAIN pg_temp."numeric" AS text CHECK (VALUE = 'evil');
CREATE DOMAIN pg_temp.timestamptz AS text CHECK (VALUE = 'evil');
CREATE DOMAIN pg_temp.text AS int CHECK (VALUE = 666);
CREATE TABLE pg_temp.plain (id pg_catalog.int4 PRIMARY KEY, v pg_catalog.int4);
CREATE TABLE pg_temp.pg_class (id pg_catalog.int4);
CREATE TABLE pg_temp.pg_attribute (id pg_catalog.int4);
SELECT order_spec, public.pages_under('[0:0]={"evil, pg_catalog, public"}', order_spec) = wanted AS temp_first,
       public.pages_under('[0:2]={"public, pg_temp", "pg_temp, evil", ""}', order_spec) = wanted AS in_turn
  FROM public.orders;
DISCARD TEMP;

-- Rows, cursors and explanations under such a path.
SELECT next_cursor AS place FROM keyset_page('plain', 'v DESC, t', NULL, 5) \gset
SELECT order_by, items FROM keyset_page('plain', 'v DESC, t', :'place', 2);
SET search_path = evil, pg_catalog, public;
SELECT order_by, items FROM keyset_page('public.plain', 'v DESC, t', :'place', 2);
SELECT keyset_page_json('public.plain', 'v DESC, t', :'place', 2) -> 'items' AS items;
SELECT (item).id, has_more FROM keyset_rows(NULL::public.plain, 'v DESC, t', :'place', 2);
SELECT relation, order_by, direction, position FROM keyset_cursor_decode(:'place');
SELECT order_by, position FROM keyset_cursor_decode(keyset_cursor_encode('public.plain', 'v DESC, t', '{"v": 4, "t": "a", "id": 4}'));
SELECT order_by, unique_key, seek_index, index_backed, statements[2] FROM keyset_explain('public.plain', 'v');
SELECT advice FROM keyset_explain('public.plain', 't COLLATE pg_catalog."POSIX"');
RESET search_path;
-- A collation is the one that the path finds: another one is another order.
SET search_path = evil, pg_catalog, public;
SELECT order_by FROM keyset_page('public.plain', 't COLLATE "C", id', NULL, 1);
RESET search_path;
SELECT order_by FROM keyset_page('public.plain', 't COLLATE "C", id', NULL, 1);
-- So is an operator in an expression: evil's is none that an index has, and is not called to find that out.
SELECT ids(items) FROM keyset_page('public.plain', 'v % 3', NULL, 9);
SET search_path = evil, pg_catalog, public;
\set VERBOSITY sqlstate
SELECT keyset_page('public.plain', 'v % 3');
SELECT keyset_page('public.plain', 'v OPERATOR(evil.%) 3');
\set VERBOSITY default
SELECT items FROM keyset_page('public.plain', 'v OPERATOR(pg_catalog.%) 3', NULL, 3, columns => 'id');
RESET search_path;

-- A relation is what the argument names when the page is read: of the same name in another schema, it is another.
INSERT INTO evil.plain VALUES (1, 1), (2, 2);
SELECT next_cursor FROM keyset_page('plain', 'v', NULL, 4) \gset
SELECT keyset_page('evil.plain', 'v', :'next_cursor', 2);
CREATE TEMP TABLE plain (id int PRIMARY KEY, v int);
INSERT INTO pg_temp.plain SELECT n, -n FROM generate_series(1, 5) n;
SELECT ids(items) FROM keyset_page('plain', 'v', NULL, 9);
SELECT keyset_page('plain', 'v', :'next_cursor', 2);
SELECT relation FROM keyset_page('plain', 'v', NULL, 2), keyset_cursor_decode(next_cursor);
-- A kept plan of the one is not used for the other.
SELECT ids(a.items), ids(b.items) FROM keyset_page('plain', 'v', NULL, 3) a, keyset_page('public.plain', 'v', NULL, 3) b;
DROP TABLE pg_temp.plain;
SELECT ids(items) FROM keyset_page('plain', 'v', NULL, 3);

-- What a filter's names mean is looked up under the path of each call: also for the first temporary table of a session,
-- and however long the path is.
CREATE TABLE allow AS SELECT n AS id FROM generate_series(1, 6) n;
ANALYZE allow;
\c -
SELECT next_cursor FROM keyset_page('plain', 'v', NULL, 1, 'id IN (SELECT id FROM allow)') \gset
CREATE TEMP TABLE allow (id int);
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''plain'', ''v'', %L, 2, ''id IN (SELECT id FROM allow)'')', :'next_cursor'));
DROP TABLE pg_temp.allow;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''plain'', ''v'', %L, 2, ''id IN (SELECT id FROM allow)'')', :'next_cursor'));
SELECT string_agg(format('path_%s', n), ', ') AS path FROM generate_series(1, 16) n \gset
SELECT format('CREATE SCHEMA path_%s', n) FROM generate_series(1, 18) n \gexec
CREATE TABLE path_17.lim AS SELECT 9 AS top;
CREATE TABLE path_18.lim AS SELECT 0 AS top;
SET search_path = :path, path_17, public;
SELECT next_cursor FROM keyset_page('plain', 'v', NULL, 1, 'id < (SELECT top FROM lim)') \gset
SET search_path = :path, path_18, public;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''plain'', ''v'', %L, 2, ''id < (SELECT top FROM lim)'')', :'next_cursor'));
RESET search_path;
SET client_min_messages = warning;
SELECT format('DROP SCHEMA path_%s CASCADE', n) FROM generate_series(1, 18) n \gexec
RESET client_min_messages;
DROP TABLE allow;

DROP CAST (text AS int);
DROP CAST (int AS text);
SET client_min_messages = warning;
DROP SCHEMA evil CASCADE;
DROP TABLE plain, orders, types;
DROP FUNCTION pages_under;
