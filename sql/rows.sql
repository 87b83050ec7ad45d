-- keyset_rows: typed rows.
\a \t
\pset null -
SET keyset_page.require_index = off;
CREATE SCHEMA typed;
SET search_path = typed, public;
CREATE TYPE pair AS (x int, y text);
CREATE TABLE t (id int PRIMARY KEY, a int, gone text, p pair, l int[], at timestamptz);
INSERT INTO t SELECT g, nullif(g % 3, 2), 'x', ROW(g, 'y' || g)::pair, ARRAY[g, g + 1], '2026-03-01 00:00+00'::timestamptz + g * interval '1 h' FROM generate_series(1, 8) g;
CREATE INDEX ON t (a, id);
CREATE FUNCTION pg_temp.shown(order_spec text, place text DEFAULT NULL, size int DEFAULT 3, filter text DEFAULT NULL, args text[] DEFAULT NULL, backward boolean DEFAULT false) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce(string_agg((r.item).id || CASE WHEN r.has_more THEN '+' ELSE '' END, ' '), 'none') FROM keyset_rows(NULL::t, order_spec, place, size, filter, args, backward) r
$$;
CREATE FUNCTION pg_temp.place_of(n int, order_spec text DEFAULT 'a', filter text DEFAULT NULL, args text[] DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
    SELECT row_cursor FROM keyset_rows(NULL::t, order_spec, NULL, 1000, filter, args) WHERE (item).id = n
$$;

-- What comes back, and of which types
SELECT (r.item).*, r.has_more FROM keyset_rows(NULL::t, 'a DESC', NULL, 2) r;
SELECT pg_typeof(r.item), pg_typeof(r.row_cursor), pg_typeof(r.has_more), ((r.item).p).y, (r.item).l[2], (r.item).at < now() FROM keyset_rows(NULL::t, 'id', NULL, 1) r;
SELECT r.item = t, r.item::text = t::text FROM keyset_rows(NULL::t, 'id', NULL, 2) r JOIN t ON t.id = (r.item).id;
SELECT count(*), min((r.item).id), bool_and(r.row_cursor ~ '^[A-Za-z0-9_-]+$'), count(DISTINCT r.row_cursor) FROM keyset_rows(NULL::t, 'id') r;

-- has_more: whether any row follows this one
SELECT string_agg(id::text, ' ' ORDER BY a, id) FROM t;
SELECT pg_temp.shown('a'), pg_temp.shown('a', size => 7), pg_temp.shown('a', size => 8), pg_temp.shown('a', size => 9), pg_temp.shown('a', filter => 'false');

-- row_cursor: behind each row the rest, before each row the rest of the other side
SELECT n, pg_temp.shown('a', pg_temp.place_of(n), 9), pg_temp.shown('a', pg_temp.place_of(n), 9, backward => true) FROM generate_series(1, 8) n;
SELECT n, pg_temp.shown('a', pg_temp.place_of(n), 2), pg_temp.shown('a', pg_temp.place_of(n), 2, backward => true) FROM generate_series(1, 8) n;
SELECT n, pg_temp.shown('a DESC', pg_temp.place_of(n, 'a DESC'), 2), pg_temp.shown('a DESC', pg_temp.place_of(n, 'a DESC'), 2, backward => true) FROM generate_series(1, 8) n;
-- backward without a cursor: the last rows
SELECT pg_temp.shown('a', backward => true), pg_temp.shown('a DESC', backward => true), pg_temp.shown('a', size => 8, backward => true), pg_temp.shown('a', size => 7, backward => true);
SELECT pg_temp.shown('a', filter => 'id > $1', args => '{3}'), pg_temp.shown('a', filter => 'id > $1', args => '{3}', backward => true);
SELECT pg_temp.shown('a', pg_temp.place_of(4, 'a', 'id > $1', '{3}'), filter => 'id > $1', args => '{3}');
SELECT outcome(format('SELECT pg_temp.shown(''a'', %L)', pg_temp.place_of(4, 'a', 'id > $1', '{3}')));

-- The cursors are those of pages, and go to and fro between them
SELECT ids(items) FROM keyset_page('t', 'a', pg_temp.place_of(4), 3);
SELECT d.direction, d.order_by, d.position FROM keyset_cursor_decode(pg_temp.place_of(4)) d;
SELECT pg_temp.shown('a', next_cursor), pg_temp.shown('a', next_cursor, backward => true), ids(items) FROM keyset_page('t', 'a', NULL, 3);
SELECT pg_temp.shown('a', q.prev_cursor, backward => true), pg_temp.shown('a', q.prev_cursor), ids(q.items) FROM keyset_page('t', 'a', NULL, 3) p, keyset_page('t', 'a', p.next_cursor, 2) q;
SELECT pg_temp.shown('a', keyset_cursor_encode('t', 'a', to_jsonb(t))), pg_temp.shown('a', keyset_cursor_encode('t', 'a', to_jsonb(t), direction => 'prev')) FROM t WHERE id = 4;
-- a cursor made on the way back leads on backward in keyset_page
SELECT ids(q.items) FROM keyset_rows(NULL::t, 'a', NULL, 3, backward => true) r, keyset_page('t', 'a', r.row_cursor, 2) q WHERE (r.item).id = 2;
-- the row of the cursor deleted
BEGIN;
SELECT pg_temp.place_of(4) AS place \gset
DELETE FROM t WHERE id = 4;
SELECT pg_temp.shown('a', :'place'), pg_temp.shown('a', :'place', backward => true);
ROLLBACK;

-- A whole walk by its cursors
CREATE FUNCTION pg_temp.walked(order_spec text, size int, backward boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    r record;
    place text;
    more boolean := true;
    result text;
    part text;
BEGIN
    WHILE more LOOP
        part := NULL;
        more := false;
        FOR r IN SELECT (item).id, row_cursor, has_more FROM keyset_rows(NULL::t, order_spec, place, size, backward => backward) LOOP
            part := concat_ws(' ', part, r.id);
            IF NOT backward OR part = r.id::text THEN
                place := r.row_cursor;
                more := r.has_more;
            END IF;
        END LOOP;
        result := concat_ws(' | ', result, part);
    END LOOP;
    RETURN result;
END
$$;
SELECT size, pg_temp.walked('a', size, false), pg_temp.walked('a', size, true) FROM unnest(ARRAY[1, 3, 5]) size;
SELECT pg_temp.walked('a DESC NULLS LAST, id', 3, false), pg_temp.walked('a DESC NULLS LAST, id', 3, true);

-- Limits, defaults, NULLs for arguments
SELECT pg_temp.shown('', size => NULL), pg_temp.shown(NULL, size => 1);
SELECT outcome('SELECT count(*) FROM keyset_rows(NULL::t, ''a'', NULL, 0)'), outcome('SELECT count(*) FROM keyset_rows(NULL::t, ''a'', backward => NULL)');
SELECT refusal('SELECT * FROM keyset_rows(NULL::t, ''a'', filter => ''id = $1'')');
SELECT refusal('SELECT * FROM keyset_rows(NULL::t, ''nope'')');
SELECT outcome('SELECT * FROM keyset_rows(NULL, ''a'')');
SELECT refusal('SELECT * FROM keyset_rows(''x''::text, ''a'')');
SELECT refusal('SELECT * FROM keyset_rows(NULL::pair, ''x'')');
SELECT refusal('SELECT * FROM keyset_rows(ROW(1, 2), ''a'')');
SELECT pg_temp.shown('id', NULL, 1), (r.item).id FROM keyset_rows((SELECT t FROM t WHERE id = 5), 'id', NULL, 1) r;

-- In the select list, in a join, lateral, limited from outside, as a column's subselect
SELECT (keyset_rows(NULL::t, 'id', NULL, 2)).has_more;
SELECT ((keyset_rows(NULL::t, 'id', NULL, 2)).item).id;
SELECT (r.item).id, s FROM generate_series(1, 2) s, keyset_rows(NULL::t, 'id DESC', NULL, s) r ORDER BY s, 1;
SELECT (r.item).id FROM keyset_rows(NULL::t, 'id') r LIMIT 1 OFFSET 2;
SELECT (r.item).id, n FROM keyset_rows(NULL::t, 'id DESC', NULL, 2) WITH ORDINALITY r (item, row_cursor, has_more, n);
SELECT ARRAY(SELECT (r.item).id FROM keyset_rows(NULL::t, 'id DESC', NULL, 3) r);
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT (item).id FROM keyset_rows(NULL::t, 'a', NULL, 4);
FETCH 2 FROM c;
INSERT INTO t VALUES (100, 0);
FETCH BACKWARD 1 FROM c;
FETCH ALL FROM c;
ROLLBACK;

-- A row type that changes: columns dropped, added, retyped between two calls and under a prepared statement
PREPARE p AS SELECT r.item::text FROM keyset_rows(NULL::t, 'id', NULL, 1) r;
EXECUTE p;
ALTER TABLE t DROP COLUMN gone;
EXECUTE p;
SELECT (r.item).*, r.has_more FROM keyset_rows(NULL::t, 'id', NULL, 1) r;
ALTER TABLE t ADD fresh int DEFAULT 9;
EXECUTE p;
ALTER TABLE t ALTER fresh TYPE text USING 'nine';
EXECUTE p;
ALTER TABLE t DROP COLUMN fresh;
DEALLOCATE p;

-- Views, materialized views, partitioned tables, domains over the row type
CREATE VIEW v AS SELECT id, a FROM t WHERE a = 0;
SELECT (r.item).*, pg_typeof(r.item) FROM keyset_rows(NULL::v, 'a DESC', NULL, 2) r;
CREATE MATERIALIZED VIEW m AS SELECT id, a FROM t;
SELECT (r.item).id, r.has_more FROM keyset_rows(NULL::m, 'id', NULL, 2) r;
CREATE TABLE parts (id int, day int, PRIMARY KEY (day, id)) PARTITION BY RANGE (day);
CREATE TABLE parts_1 (id int NOT NULL, x int, day int NOT NULL);
ALTER TABLE parts_1 DROP COLUMN x;
ALTER TABLE parts ATTACH PARTITION parts_1 FOR VALUES FROM (0) TO (5);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (5) TO (9);
INSERT INTO parts SELECT g, g FROM generate_series(3, 6) g;
SELECT (r.item).*, pg_typeof(r.item) FROM keyset_rows(NULL::parts, 'day DESC', NULL, 3) r;
CREATE DOMAIN row_of_v AS v;
SELECT (r.item).id, pg_typeof(r.item) FROM keyset_rows(NULL::row_of_v, 'a', NULL, 1) r;
CREATE DOMAIN few_of_v AS v CHECK ((VALUE).id < 5);
SELECT (r.item).id FROM keyset_rows(NULL::few_of_v, 'id', NULL, 1) r;
SELECT (r.item).id FROM keyset_rows(NULL::few_of_v, 'id DESC', NULL, 1) r;

-- Large rows
CREATE TABLE large (id int PRIMARY KEY, body text);
INSERT INTO large SELECT g, repeat(md5(g::text), 10000) FROM generate_series(1, 3) g;
SELECT length((r.item).body), md5((r.item).body) = md5(large.body) FROM keyset_rows(NULL::large, 'id DESC') r JOIN large ON id = (r.item).id ORDER BY id;

SET client_min_messages = warning;
DROP SCHEMA typed CASCADE;
