-- Pages of every kind, for a server that forgets what it has cached at every look into the catalog. Slow there: few
-- rows, few calls. No cursor is printed, so that two runs say the same.
SET client_min_messages = error;
SET debug_discard_caches = 0;
CREATE TYPE pair AS (x int, y text);
CREATE TABLE item (id int PRIMARY KEY, ts timestamptz NOT NULL, name text, v numeric, p pair) ;
INSERT INTO item SELECT n, '2024-01-01 00:00+00'::timestamptz + n / 3 * interval '1 s', CASE WHEN n % 4 > 0 THEN chr(96 + n) END, CASE WHEN n % 3 > 0 THEN n % 5 END, ROW(n % 2, 'y'::text)::pair
    FROM generate_series(1, 12) n;
CREATE INDEX ON item (ts DESC, id DESC);
CREATE INDEX ON item (lower(name), id);
CREATE TABLE part (id int PRIMARY KEY, v int) PARTITION BY RANGE (id);
CREATE TABLE part1 PARTITION OF part FOR VALUES FROM (0) TO (5);
CREATE TABLE part2 PARTITION OF part FOR VALUES FROM (5) TO (100);
INSERT INTO part SELECT n, n % 3 FROM generate_series(1, 9) n;
CREATE VIEW seen AS SELECT id, name, v FROM item WHERE id % 2 = 0;
ALTER TABLE item ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON item USING (id > 3);
DROP ROLE IF EXISTS regress_kp_discard;
CREATE ROLE regress_kp_discard;
GRANT SELECT ON item, part, seen TO regress_kp_discard;
SET debug_discard_caches = :discard;
\pset format unaligned
\pset tuples_only on
SELECT items, next_cursor AS c FROM keyset_page('item', 'ts DESC', NULL, 5) \gset
SELECT :'items';
SELECT items, prev_cursor AS b FROM keyset_page('item', 'ts DESC', :'c', 5) \gset
SELECT :'items';
SELECT items FROM keyset_page('item', 'ts DESC', :'b', 5);
SELECT next_cursor AS c, items FROM keyset_page('item', 'v DESC NULLS LAST, name COLLATE "C"', NULL, 7, 'id > $1 OR id IN (SELECT id FROM seen)', '{2}', 'id, v + 1 AS w', true) \gset
SELECT :'items';
SELECT items FROM keyset_page('item', 'v DESC NULLS LAST, name COLLATE "C"', :'c', 7, 'id > $1 OR id IN (SELECT id FROM seen)', '{2}', 'id, v + 1 AS w', true);
SELECT (item).id, (item).p FROM keyset_rows(NULL::item, 'lower(name), id', NULL, 4);
SELECT (item).id FROM keyset_rows(NULL::item, 'p, id', keyset_cursor_encode('item', 'p, id', '{"p": "(1,y)", "id": 5}'), 3);
SELECT keyset_page_json('part', 'v DESC, id', NULL, 4) -> 'items';
SELECT items FROM keyset_page('seen', 'name DESC, id', NULL, 3);
SELECT relation, order_by, position FROM keyset_cursor_decode(keyset_cursor_encode('part', 'v, id', '{"v": 1, "id": 4}'));
SELECT order_by, seek_index, index_backed, advice FROM keyset_explain('item', 'v, id');
SET ROLE regress_kp_discard;
SELECT items FROM keyset_page('item', 'ts DESC', NULL, 5, columns => 'id');
RESET ROLE;
-- A plan that was kept, and what it rests on altered.
SELECT next_cursor AS c FROM keyset_page('item', 'ts DESC', NULL, 5) \gset
ALTER TABLE item ADD COLUMN more int DEFAULT 7;
SELECT items FROM keyset_page('item', 'ts DESC', :'c', 2);
DROP INDEX item_ts_id_idx;
SELECT items FROM keyset_page('item', 'ts DESC', :'c', 2);
SELECT keyset_rotate_key() > 0;
SELECT items FROM keyset_page('item', 'ts DESC', :'c', 2);
SELECT keyset_retire_key(key_id) FROM keyset_keys WHERE status = 'verifying';
-- Refusals.
\set VERBOSITY sqlstate
SELECT items FROM keyset_page('item', 'ts DESC', :'c', 2);
SELECT keyset_page('item', 'nosuch');
SELECT keyset_page('item', 'ts DESC', 'AQAx');
SELECT keyset_page('item', 'id', NULL, 5, '1 / (id - 6) < 5');
SELECT keyset_page('item', 'id', NULL, 5, 'random() < 1');
SELECT items FROM keyset_page('part', 'id', NULL, 2);
SET debug_discard_caches = 0;
