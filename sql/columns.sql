-- Columns: the caller's select list.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA columns;
SET search_path = columns, public;

CREATE TABLE t (id int PRIMARY KEY, a int, b text, secret text DEFAULT 'hidden');
INSERT INTO t SELECT g, g % 3, 'b' || g FROM generate_series(1, 7) g;
CREATE TABLE note (t_id int, body text);
INSERT INTO note VALUES (1, 'one'), (2, 'two'), (2, 'zwei');

CREATE FUNCTION pg_temp.row1(columns text, order_spec text DEFAULT 'id') RETURNS text LANGUAGE sql AS $$
    SELECT attempt(format('SELECT items -> 0 FROM keyset_page(''t'', %L, NULL, 1, columns => %L)', order_spec, columns))
$$;

-- Exactly what is listed, in that order and under those names; keys that are not listed are not shown
SELECT pg_temp.row1(NULL);
SELECT pg_temp.row1('b');
SELECT pg_temp.row1('b, id');
SELECT pg_temp.row1('b, a', 'b DESC');
SELECT pg_temp.row1('*');
SELECT pg_temp.row1('t.*, 1 AS x');
SELECT pg_temp.row1('b AS "B", upper(b) u, a + 1');
SELECT pg_temp.row1('id, id, id AS id');
SELECT pg_temp.row1('t.b, columns.t.id');
SELECT pg_temp.row1('t');
SELECT pg_temp.row1('(t).b, ARRAY[id, a] AS l, ROW(id, b) AS r, NULL AS n');
SELECT pg_temp.row1('CASE WHEN a = 1 THEN ''one'' ELSE ''other'' END AS c, ''$1 -- '' AS s');
SELECT pg_temp.row1(E'id -- the rest\n, b');
SELECT pg_temp.row1('id, b -- the rest');
SELECT pg_temp.row1('id, b /* the rest */');
SELECT pg_temp.row1('now() > ''2026-01-01'' AS later');

-- As json_agg has it
SELECT p.items::text = (SELECT json_agg(q)::text FROM (SELECT b AS "x y", a, ARRAY[a] AS l, t AS r FROM t ORDER BY t.b DESC) q)
  FROM keyset_page('t', 'b DESC', columns => 'b AS "x y", a, ARRAY[a] AS l, t AS r') p;

-- A name given to an output column does not change the ordering, nor the cursor
SELECT ids(p.items), ids(q.items), p.order_by, p.next_cursor IS NOT NULL
  FROM keyset_page('t', 'id DESC', NULL, 3, columns => '-id AS id, 5 AS a') p,
       keyset_page('t', 'id DESC', p.next_cursor, 3, columns => '100 + id AS id') q;
SELECT ids(p.items, 'x'), ids(q.items, 'x')
  FROM keyset_page('t', 'a, b', NULL, 4, columns => 'id AS x, -a AS a, ''z'' AS b') p,
       keyset_page('t', 'a, b', p.next_cursor, 4, columns => 'id AS x, -a AS a, ''z'' AS b') q;
CREATE INDEX ON t ((a * 2));
SELECT ids(items, 'x'), order_by FROM keyset_page('t', '(a * 2)', NULL, 10, columns => 'id AS x, 1 AS a, 2 AS id');

-- A cursor is not bound to columns, and does not need them
SELECT q.items
  FROM keyset_page('t', 'b', NULL, 6, columns => 'a') p, keyset_page('t', 'b', p.next_cursor, 5) q;
SELECT next_cursor IS NOT NULL, position('b3' IN items::text) FROM keyset_page('t', 'b', NULL, 3, columns => 'id');
SELECT (keyset_cursor_decode(next_cursor)).position FROM keyset_page('t', 'b', NULL, 3, columns => 'a');

-- Backwards and in keyset_page_json
SELECT q.items FROM keyset_page('t', 'id', NULL, 2) o, keyset_page('t', 'id', o.next_cursor, 3) p,
       keyset_page('t', 'id', p.prev_cursor, 2, columns => 'id * 10 AS tens') q;
SELECT keyset_page_json('t', 'id', NULL, 10, 'id > 6', columns => 'b') -> 'items';

-- Subqueries
SELECT pg_temp.row1('id, (SELECT string_agg(body, '','' ORDER BY body) FROM note WHERE t_id = t.id) AS notes');
SELECT pg_temp.row1('id, (SELECT count(*) FROM note) AS n', 'id DESC');
SELECT pg_temp.row1('id, ARRAY(SELECT body FROM note WHERE t_id = id ORDER BY 1) AS l', 'a DESC, id');
SELECT pg_temp.row1('EXISTS (SELECT FROM note WHERE t_id = id) AS e, (SELECT row_number() OVER () FROM note LIMIT 1) AS w');
SELECT pg_temp.row1('(SELECT body FROM note WHERE t_id = 2)');

-- Refused
SELECT pg_temp.row1('count(*)');
SELECT pg_temp.row1('id, sum(a) AS s');
SELECT pg_temp.row1('(SELECT sum(t.a))');
SELECT pg_temp.row1('row_number() OVER ()');
SELECT pg_temp.row1('sum(a) OVER (ORDER BY id)');
SELECT pg_temp.row1('generate_series(1, 3)');
SELECT pg_temp.row1('id, unnest(ARRAY[1, 2]) AS u');
SELECT pg_temp.row1('id, $1');
SELECT pg_temp.row1('id, (SELECT $1::int)');
SELECT pg_temp.row1('random()');
CREATE SEQUENCE canary;
CREATE FUNCTION sings(int DEFAULT nextval('columns.canary')::int) RETURNS int STABLE LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
SELECT split_part(pg_temp.row1(c), E'\n', 1), c
  FROM unnest(ARRAY['nextval(''canary'')', 'id, sings()', '(SELECT nextval(''canary''))', 'ARRAY(SELECT random() FROM note)',
                    'clock_timestamp()', 'coalesce(a, nextval(''canary''))', '(WITH w AS (SELECT nextval(''canary'') AS x) SELECT x FROM w)',
                    'pg_advisory_lock(1)', 'set_config(''work_mem'', ''1MB'', false)', 'pg_sleep(0)']) c;
SELECT outcome(format('SELECT items FROM keyset_page(''t'', ''id'', columns => %L)', c)), c
  FROM unnest(ARRAY['(SELECT 1 FROM note FOR UPDATE)', '(WITH w AS (DELETE FROM note RETURNING 1) SELECT count(*) FROM w)']) c;
SELECT last_value, is_called FROM canary;
SELECT count(*) FROM note;

-- One select list and nothing else
SELECT outcome(format('SELECT items FROM keyset_page(''t'', ''id'', columns => %L)', c)), to_json(c)
  FROM unnest(ARRAY['', ' ', '-- nothing', ',', 'id,', ', id', 'id;', 'id; DROP TABLE columns.note', 'id FROM note', 'secret FROM note --',
                    'id INTO x', 'id WHERE true', 'id ORDER BY a', 'id LIMIT 1', 'id FOR UPDATE', 'id GROUP BY id', 'id HAVING true',
                    'id WINDOW w AS ()', 'id UNION SELECT 1', 'DISTINCT id', 'DISTINCT ON (a) id', 'SELECT id', 'TABLE note', 'VALUES (1)',
                    'id /*', 'id)', '(id', '''', '"', '$$', 'E''\', 'a := 1', 'id AS', 'id AS ''x''', 'id a b', '*.*', 't.**', '* AS x', 'DEFAULT']) c;

-- Names that are not there
SELECT pg_temp.row1('nope');
SELECT pg_temp.row1('note.body');
SELECT pg_temp.row1('note.*');
SELECT pg_temp.row1('nofunction(id)');
SELECT pg_temp.row1('(SELECT x FROM nowhere)');
SELECT pg_temp.row1('"keyset_page reference"."0"');
SELECT pg_temp.row1('"keyset_page reference".row');
SELECT pg_temp.row1('"keyset_page reference".*');

-- Long lists: as many as the server takes, the keys included
SELECT outcome(format('SELECT json_array_length(items) FROM keyset_page(''t'', ''id'', columns => %L)', 'b' || repeat(', b', 1662)));
SELECT outcome(format('SELECT json_array_length(items) FROM keyset_page(''t'', ''id'', columns => %L)', 'b' || repeat(', b', 1663)));
SELECT outcome(format('SELECT json_array_length(items) FROM keyset_page(''t'', ''id'', columns => %L)', 'b' || repeat(', b', 1664)));
SELECT outcome(format('SELECT json_array_length(items) FROM keyset_page(''t'', ''id'', columns => %L)', repeat('(', 1000000))) IN ('42601', '54001');

-- An error at run time is the list's own
SELECT pg_temp.row1('1 / (id - 1)');

-- Awkward names
CREATE TABLE "Odd ""Table""" ("select" int PRIMARY KEY, "a""b" int, "é" int, " " int, "\" int);
INSERT INTO "Odd ""Table""" VALUES (1, 2, 3, 4, 5);
SELECT items FROM keyset_page('"Odd ""Table"""', '"select"');
SELECT items FROM keyset_page('"Odd ""Table"""', '"a""b"', columns => '"Odd ""Table"""."é" AS "x""y", " ", "\" AS "new
line"');

-- A dropped column is gone from the items, and the keys behind it are found
ALTER TABLE t DROP COLUMN a CASCADE;
SELECT items FROM keyset_page('t', 'b DESC', NULL, 1);
SELECT items, (keyset_cursor_decode(next_cursor)).position FROM keyset_page('t', 'secret, b DESC', NULL, 1, columns => 'secret');

SET client_min_messages = warning;
DROP SCHEMA columns CASCADE;
