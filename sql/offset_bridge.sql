-- legacy_offset: the bridge from OFFSET.
\a \t
CREATE SCHEMA bridge;
SET search_path = bridge, public;
CREATE TABLE t (id int PRIMARY KEY, a int);
INSERT INTO t SELECT g, nullif(g % 4, 3) FROM generate_series(1, 11) g;
CREATE INDEX ON t (a, id);

-- warn, the default: the page, and a warning each time
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3, legacy_offset => 4);
SHOW keyset_page.legacy_offset;
SELECT ids(keyset_page_json('t', 'id', NULL, 3, legacy_offset => 4) -> 'items');
\set VERBOSITY sqlstate
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3, legacy_offset => 0);
\set VERBOSITY default
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3, legacy_offset => NULL);

-- off: an error
SET keyset_page.legacy_offset = off;
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3, legacy_offset => 4);
\echo :LAST_ERROR_SQLSTATE
SELECT keyset_page_json('t', 'id', NULL, 3, legacy_offset => 0);
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3);

-- on: silence. What OFFSET gives, and cursors that go on from there both ways
SET keyset_page.legacy_offset = on;
CREATE FUNCTION pg_temp.at(n bigint, order_spec text DEFAULT 'a', size int DEFAULT 3, filter text DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    here record;
    wanted text;
BEGIN
    SELECT ids(p.items) AS ids, next_cursor, prev_cursor, order_by,
           (SELECT ids(items) FROM keyset_page('t', order_spec, p.next_cursor, size, filter) WHERE p.next_cursor IS NOT NULL) AS next_ids,
           (SELECT ids(items) FROM keyset_page('t', order_spec, p.prev_cursor, size, filter) WHERE p.prev_cursor IS NOT NULL) AS prev_ids
      INTO here FROM keyset_page('t', order_spec, NULL, size, filter, legacy_offset => n) p;
    EXECUTE format('SELECT string_agg(id::text, '' '') FROM (SELECT id FROM t WHERE %s ORDER BY %s LIMIT %s OFFSET %s) q', coalesce(filter, 'true'), here.order_by, size, n) INTO wanted;
    RETURN format('%s < %s > %s%s', coalesce(here.prev_ids, 'none'), coalesce(here.ids, 'none'), coalesce(here.next_ids, 'none'),
                  CASE WHEN wanted IS DISTINCT FROM here.ids THEN ', but OFFSET gives ' || coalesce(wanted, 'none') END);
END
$$;
SELECT string_agg(id::text, ' ' ORDER BY a, id) FROM t;
SELECT n, pg_temp.at(n) FROM generate_series(0, 13) n;
SELECT n, pg_temp.at(n, 'a DESC', 4) FROM generate_series(0, 13, 3) n;
SELECT n, pg_temp.at(n, 'id', 2, 'a > 0') FROM generate_series(0, 7) n;
SELECT pg_temp.at(9223372036854775807), pg_temp.at(9223372036854775806, size => 1000);
SELECT items, next_cursor, prev_cursor, total FROM keyset_page('t', 'a', NULL, 3, 'false', legacy_offset => 5, with_total => true);
SELECT total FROM keyset_page('t', 'a', NULL, 3, 'a > 0', legacy_offset => 2, with_total => true);
-- an empty page beyond the end: back from there are the last rows, all of them
SELECT ids(q.items), q.next_cursor IS NULL, ids(r.items)
  FROM keyset_page('t', 'id', NULL, 4, legacy_offset => 50) p, keyset_page('t', 'id', p.prev_cursor, 4) q, keyset_page('t', 'id', q.prev_cursor, 4) r;
SELECT ids(p.items), p.next_cursor IS NULL FROM keyset_page('t', 'id', NULL, 4, legacy_offset => 11) p;

-- A walk that begins by offset and goes on by cursor
SELECT ids(p.items), ids(q.items), ids(r.items), r.next_cursor IS NULL
  FROM keyset_page('t', 'a', NULL, 4, legacy_offset => 1) p, keyset_page('t', 'a', p.next_cursor, 4) q, keyset_page('t', 'a', q.next_cursor, 4) r;

-- Only one of the two says where the page begins
SELECT refusal(format('SELECT keyset_page(''t'', ''a'', %L, 3, legacy_offset => 0)', next_cursor)) FROM keyset_page('t', 'a', NULL, 3);
SELECT refusal('SELECT keyset_page(''t'', ''a'', legacy_offset => -1)');
SELECT outcome('SELECT keyset_page(''t'', ''a'', legacy_offset => -9223372036854775808)');
SELECT outcome('SELECT keyset_page(''t'', ''a'', ''x'', legacy_offset => 1)');

SET keyset_page.legacy_offset = 'maybe';
RESET keyset_page.legacy_offset;

SET client_min_messages = warning;
DROP SCHEMA bridge CASCADE;
