-- Views inherit the key of the one table they show; other views, and materialized ones, take the order as it
-- is given, and say so when a page would end between two rows that it does not tell apart.
SET keyset_page.require_index = off;

CREATE TABLE base (id int PRIMARY KEY, code text COLLATE "C" NOT NULL, v int, w int NOT NULL);
CREATE UNIQUE INDEX base_code ON base (code);
INSERT INTO base SELECT n, chr(97 + n % 26), nullif(n % 4, 0), n % 2 FROM generate_series(1, 20) n;
CREATE INDEX base_v ON base (v, id);

-- Views over one table: the rows are the table's, so its key is theirs, under their names.
CREATE VIEW all_of AS SELECT * FROM base;
CREATE VIEW renamed AS SELECT v AS price, id AS number, lower(code) AS small FROM base WHERE v IS NOT NULL;
CREATE VIEW second_key AS SELECT v, code FROM base;
CREATE VIEW twice AS SELECT number AS n, price AS p FROM renamed WHERE number > 3;
CREATE VIEW with_order AS SELECT id, v FROM base ORDER BY v DESC;
CREATE VIEW with_subquery AS SELECT id, v, (SELECT count(*) FROM base b WHERE b.v = base.v) AS same FROM base;
CREATE VIEW barrier WITH (security_barrier) AS SELECT id, v, w FROM base WHERE w = 1;
CREATE VIEW checked AS SELECT id, v FROM base WHERE v > 1 WITH CHECK OPTION;
CREATE VIEW limited AS SELECT id, v FROM base ORDER BY id LIMIT 9;
SELECT name, walk(name::regclass, order_spec)
  FROM (VALUES (1, 'all_of', 'v DESC'), (2, 'renamed', 'price'), (3, 'second_key', 'v DESC NULLS LAST'), (4, 'twice', 'p DESC'),
               (5, 'with_order', 'v'), (6, 'with_subquery', 'same DESC, v'), (7, 'barrier', 'v'), (8, 'checked', 'v DESC'), (9, 'limited', 'v'),
               (10, 'renamed', ''), (11, 'renamed', 'small'), (12, 'all_of', 'code DESC, v')) v (n, name, order_spec) ORDER BY n;
SELECT pages('renamed', 'price DESC', 4, 'number');
SELECT name, order_by, unique_key, seek_index, index_backed
  FROM unnest(ARRAY['all_of', 'with_order', 'with_subquery', 'checked', 'second_key', 'limited']) name, keyset_explain(name::regclass, 'v');
SELECT * FROM unnest(ARRAY['price', 'number DESC']) order_spec, LATERAL (SELECT order_by, unique_key, seek_index FROM keyset_explain('renamed', order_spec)) e;
-- The view's own change of the key makes it another one, which nothing proves.
CREATE VIEW changed AS SELECT id + 0 AS id, v FROM base;
CREATE VIEW cast_key AS SELECT id::bigint AS id, v FROM base;
CREATE VIEW without AS SELECT v, w FROM base;
CREATE VIEW other_text AS SELECT code COLLATE "POSIX" AS code, v FROM base;
SELECT name, order_by, unique_key FROM unnest(ARRAY['changed', 'cast_key', 'without', 'other_text']) name, keyset_explain(name::regclass, 'v');

-- Not one row of a table each: joins, groups, unions, distinct rows, sets, samples, values. The order is the caller's.
CREATE VIEW joined AS SELECT base.id, o.id AS other, base.v FROM base JOIN base o ON o.v = base.v AND o.id <> base.id;
CREATE VIEW grouped AS SELECT v, count(*) AS n, min(id) AS id FROM base GROUP BY v;
CREATE VIEW unioned AS SELECT id, v FROM base WHERE id < 9 UNION ALL SELECT id, v FROM base WHERE id < 4;
CREATE VIEW one_of_each AS SELECT DISTINCT v, w FROM base;
CREATE VIEW spread AS SELECT id, generate_series(1, w + 1) AS n, v FROM base;
CREATE VIEW windowed AS SELECT id, v, row_number() OVER (ORDER BY id) AS r FROM base;
CREATE VIEW literal AS SELECT * FROM (VALUES (1, 'a'), (2, NULL), (3, 'a')) t (id, v);
CREATE VIEW nested AS SELECT id, v FROM (SELECT * FROM base) b;
CREATE VIEW of_join AS SELECT id, other FROM joined;
SELECT name, walk(name::regclass, order_spec)
  FROM (VALUES (1, 'joined', 'v, id, other DESC'), (2, 'grouped', 'v NULLS FIRST'), (3, 'grouped', 'n DESC, id'), (4, 'one_of_each', 'w DESC, v'),
               (5, 'spread', 'id, n'), (6, 'windowed', 'r DESC'), (7, 'windowed', 'v, id'), (8, 'literal', 'v, id'), (9, 'nested', 'v DESC, id'),
               (10, 'of_join', 'other, id'), (11, 'changed', 'v, id'), (12, 'without', 'v, w')) v (n, name, order_spec) WHERE n < 12 ORDER BY n;
SELECT name, order_by, unique_key FROM unnest(ARRAY['joined', 'grouped', 'unioned', 'one_of_each', 'spread', 'windowed', 'nested']) name,
       keyset_explain(name::regclass, 'v');
-- A tie is met where a page would end inside it, and nowhere else.
SELECT pages('unioned', 'id', 6), pages('unioned', 'id', 8), pages('unioned', 'id', 100);
SELECT refusal($$SELECT keyset_page('unioned', 'id', NULL, 1)$$);
SELECT size, split_part(refusal(format($$SELECT keyset_page('unioned', 'id', NULL, %s)$$, size)), E'\n', 1) FROM generate_series(1, 8) size;
SELECT ids(b.items), ids(c.items), c.next_cursor IS NULL AS at_end
  FROM keyset_page('unioned', 'id', NULL, 6) a, keyset_page('unioned', 'id', a.next_cursor, 2) b, keyset_page('unioned', 'id', b.next_cursor, 3) c;
-- A tie of nine, and pages much smaller behind it and before it.
CREATE VIEW nine AS SELECT id / 10 AS n FROM base WHERE id BETWEEN 11 AND 19 UNION ALL SELECT id FROM base WHERE id > 1;
SELECT ids(a.items, 'n') AS first, ids(b.items, 'n') AS second, ids(c.items, 'n') AS third, ids(d.items, 'n') AS back, ids(e.items, 'n') AS to_the_start,
       e.prev_cursor
  FROM keyset_page('nine', 'n', NULL, 9) a, keyset_page('nine', 'n', a.next_cursor, 1) b, keyset_page('nine', 'n', b.next_cursor, 2) c,
       keyset_page('nine', 'n', c.prev_cursor, 1) d, keyset_page('nine', 'n', d.prev_cursor, 9) e;
SELECT ids(a.items, 'n') AS first, ids(b.items, 'n') AS second, ids(c.items, 'n') AS third, ids(d.items, 'n') AS back, d.next_cursor IS NOT NULL AS more
  FROM keyset_page('nine', 'n DESC', NULL, 18) a, keyset_page('nine', 'n DESC', a.next_cursor, 1) b, keyset_page('nine', 'n DESC', b.next_cursor, 9) c,
       keyset_page('nine', 'n DESC', c.prev_cursor, 2) d;
DROP VIEW nine;
-- Backward the tie is at the other end of the page.
SELECT size, split_part(refusal(format('SELECT keyset_page(%L, %L, %L, %s)', 'unioned', 'id', b.prev_cursor, size)), E'\n', 1)
  FROM keyset_page('unioned', 'id', NULL, 8) a, keyset_page('unioned', 'id', a.next_cursor, 3) b, generate_series(1, 9) size;
SELECT ids(c.items) FROM keyset_page('unioned', 'id', NULL, 8) a, keyset_page('unioned', 'id', a.next_cursor, 3) b,
    keyset_page('unioned', 'id', b.prev_cursor, 4) c;
-- A tie of NULLs is a tie too, and rows that differ only in NULL are none.
SELECT pages('literal', 'id', 2), pages('literal', 'v', 2, 'v'), split_part(refusal($$SELECT pages('literal', 'v', 1)$$), E'\n', 1);
UPDATE base SET v = NULL WHERE id <= 4;
SELECT size, split_part(refusal(format($$SELECT keyset_page('changed', 'v DESC', NULL, %s)$$, size)), E'\n', 1) FROM unnest('{1, 7, 8}'::int[]) size;
-- No order at all is none.
SELECT refusal($$SELECT keyset_page('unioned', '')$$);
SELECT split_part(refusal($$SELECT keyset_page('grouped', NULL)$$), E'\n', 1);
-- keyset_rows names the position of each row; of two that the order does not tell apart none can be gone on from.
SELECT (item).v, has_more FROM keyset_rows(NULL::grouped, 'v', NULL, 3);
SELECT (item).id, split_part(refusal(format('SELECT keyset_page(%L, %L, %L, 2)', 'unioned', 'id', row_cursor)), E'\n', 1)
  FROM keyset_rows(NULL::unioned, 'id', NULL, 8) r WHERE (item).id IN (1, 4);

-- Materialized views: their unique index is appended, and stays unproven.
CREATE MATERIALIZED VIEW counted AS SELECT v, w, count(*) AS n FROM base GROUP BY v, w;
SELECT split_part(refusal($$SELECT keyset_page('counted', '')$$), E'\n', 1);
SELECT walk('counted', 'v, w'), walk('counted', 'n DESC, w, v');
SELECT split_part(refusal($$SELECT keyset_page('counted', 'w', NULL, 1)$$), E'\n', 1);
CREATE UNIQUE INDEX counted_key ON counted (v, w);
SELECT walk('counted', 'n DESC'), walk('counted', ''), walk('counted', 'w');
SELECT order_by, unique_key, seek_index, index_backed FROM unnest(ARRAY['', 'w', 'v DESC']) order_spec, keyset_explain('counted', order_spec);
-- Its unique index lets two NULLs stand: met where it happens.
CREATE MATERIALIZED VIEW loose AS SELECT nullif(id % 5, 0) AS k, v FROM base WHERE id IN (1, 2, 3, 5, 10);
CREATE UNIQUE INDEX ON loose (k);
SELECT order_by FROM keyset_explain('loose', 'k DESC');
SELECT split_part(refusal($$SELECT keyset_page('loose', 'k DESC', NULL, 1)$$), E'\n', 1), pages('loose', 'k DESC', 2, 'k');
SELECT walk('loose', 'k, v');
CREATE MATERIALIZED VIEW empty AS SELECT 1 AS one WITH NO DATA;
SELECT refusal($$SELECT keyset_page('empty', 'one')$$);

-- A foreign table takes the order as it is; nothing is proven of its rows, whatever is declared.
SET client_min_messages = warning;
CREATE EXTENSION file_fdw;
RESET client_min_messages;
CREATE SERVER lines FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE letters (id int NOT NULL, v text COLLATE "C") SERVER lines
    OPTIONS (program 'printf "1,b\n2,a\n3,\n4,b\n5,\n6,c\n"', format 'csv');
SELECT walk('letters', 'id DESC'), walk('letters', 'v, id'), walk('letters', 'v DESC NULLS LAST, id DESC', 'id > $1', '{1}', 'id > 1');
SELECT pages('letters', 'v', 3, 'v'), split_part(refusal($$SELECT pages('letters', 'v', 2)$$), E'\n', 1),
       split_part(refusal($$SELECT keyset_page('letters', '')$$), E'\n', 1);
SELECT order_by, unique_key, index_backed FROM keyset_explain('letters', 'v, id');
DROP FOREIGN TABLE letters;
DROP SERVER lines;
DROP EXTENSION file_fdw;

-- The server's own views, over joins and with domains of their own.
CREATE TABLE described (a int PRIMARY KEY, b text, c timestamptz, "D d" numeric);
SELECT order_by, (SELECT string_agg(i ->> 'column_name', ', ') FROM json_array_elements(b.items) i) AS columns
  FROM (SELECT next_cursor AS place FROM keyset_page('information_schema.columns', 'table_name, ordinal_position DESC', NULL, 1,
            'table_schema = $1 AND table_name = $2', '{public, described}', 'column_name')) a,
       keyset_page('information_schema.columns', 'table_name, ordinal_position DESC', place, 9,
            'table_schema = $1 AND table_name = $2', '{public, described}', 'column_name') b;
DROP TABLE described;

-- What has no rows to page.
CREATE SEQUENCE numbers;
CREATE TYPE pair AS (a int, b int);
SELECT refusal($$SELECT keyset_page('numbers', 'last_value')$$);
SELECT name, split_part(refusal(format('SELECT keyset_page(%L, %L)', name, 'a')), E'\n', 1) FROM unnest('{base_pkey, pair, pg_toast.pg_toast_1255}'::text[]) name;
-- Views over a partitioned table inherit its key as well; over an inheritance parent, a materialized view or a view of a join there is none.
CREATE TABLE parted (id int PRIMARY KEY, v int) PARTITION BY HASH (id);
CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 1, REMAINDER 0);
INSERT INTO parted SELECT n, n % 2 FROM generate_series(1, 9) n;
CREATE TABLE parent (id int PRIMARY KEY, v int);
CREATE TABLE child () INHERITS (parent);
CREATE VIEW over_parted AS SELECT v, id AS key FROM parted;
CREATE VIEW over_parent AS SELECT * FROM parent;
CREATE VIEW over_counted AS SELECT * FROM counted;
CREATE VIEW over_joined AS SELECT * FROM joined;
SELECT walk('over_parted', 'v DESC');
SELECT name, order_by, unique_key FROM unnest(ARRAY['over_parent', 'over_counted', 'over_joined']) name, keyset_explain(name::regclass, 'v');
DROP VIEW over_parted, over_parent, over_counted, over_joined;
DROP TABLE parted, parent, child;

-- The view is replaced by one with another key, between two pages.
CREATE VIEW replaced AS SELECT id, v FROM base;
SELECT next_cursor FROM keyset_page('replaced', 'v', NULL, 4) \gset
SELECT ids(items) FROM keyset_page('replaced', 'v', :'next_cursor', 4);
CREATE OR REPLACE VIEW replaced AS SELECT id, v FROM base WHERE w = 0;
SELECT ids(items) FROM keyset_page('replaced', 'v', :'next_cursor', 4);
CREATE OR REPLACE VIEW replaced AS SELECT b.id, b.v FROM base b JOIN base c USING (w);
SELECT split_part(refusal(format('SELECT keyset_page(%L, %L, %L, 4)', 'replaced', 'v', :'next_cursor')), E'\n', 1);

DROP MATERIALIZED VIEW counted, loose, empty;
DROP VIEW all_of, twice, renamed, second_key, with_order, with_subquery, barrier, checked, limited, changed, cast_key, without, other_text,
    of_join, joined, grouped, unioned, one_of_each, spread, windowed, literal, nested, replaced;
DROP TABLE base;
DROP SEQUENCE numbers;
DROP TYPE pair;
