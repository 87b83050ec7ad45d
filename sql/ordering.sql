-- The order asked for is the order of the pages, whatever the directions, and order_by names all of it.
SET keyset_page.require_index = off;

CREATE TABLE ordering (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL, name text COLLATE "C");
INSERT INTO ordering
SELECT n, (n * 7) % 5, (n * 11) % 3, chr(97 + (n * 5) % 4) FROM generate_series(1, 12) n;

-- What a page is, to the letter.
SELECT items, order_by, next_cursor IS NULL AS at_end, prev_cursor IS NULL AS at_start, total
  FROM keyset_page('ordering', 'a DESC', NULL, 3);
SELECT pages('ordering', 'a DESC', 5), pages('ordering', 'a DESC', 5, 'a');
SELECT pages('ordering', 'a', 5), pages('ordering', 'b, a DESC', 5), pages('ordering', 'name DESC, id', 5);

-- One order, many spellings; the order in force has one.
SELECT spelling, order_by
  FROM (VALUES ('a DESC'), ('A desc'), ('"a" DESC NULLS FIRST'), ('ordering.a DESC'), ('public.ordering.a DESC'),
               ('DATABASE.public.ordering.a DESC'), (E'  a\n\tDESC -- the newest first'), ('a /* of ordering */ DESC'),
               ('(a) DESC'), ('U&"\0061" DESC'), ('a DESC, a, a DESC NULLS LAST')) s (spelling),
       keyset_page('ordering', replace(spelling, 'DATABASE', quote_ident(current_database())), NULL, 1);
SELECT order_by FROM keyset_page('ordering', 'name COLLATE "C", b ASC NULLS LAST', NULL, 1);
-- NULLS FIRST and LAST matter also where no NULL can be: another order to the letter, the same rows.
SELECT walk('ordering', 'a NULLS FIRST, b DESC NULLS LAST');

-- No order: the unique key alone, ascending.
SELECT walk('ordering', NULL), walk('ordering', ''), pages('ordering', NULL, 7);
SELECT refusal($$SELECT keyset_page('ordering', '  ')$$), refusal($$SELECT keyset_page('ordering', '/* nothing */')$$);

-- A key repeated counts once, and keys after a complete unique key change nothing.
SELECT walk('ordering', 'name, name DESC'), walk('ordering', 'name DESC, a, name, b'), walk('ordering', 'id'),
       walk('ordering', 'id DESC, name'), walk('ordering', 'name, id DESC, a DESC');
-- A cursor of the short list opens under the long one and the other way round: they are the same order.
SELECT ids(items) FROM keyset_page('ordering', 'name, name DESC',
    (SELECT next_cursor FROM keyset_page('ordering', 'name', NULL, 4)), 4);
SELECT ids(items) FROM keyset_page('ordering', 'id',
    (SELECT next_cursor FROM keyset_page('ordering', 'id, name', NULL, 4)), 4);
SELECT ids(items) FROM keyset_page('ordering', 'name, id',
    (SELECT next_cursor FROM keyset_page('ordering', 'name', NULL, 4)), 4);
-- The same keys in another direction are not.
SELECT refusal(format('SELECT keyset_page(%L, %L, %L)', 'ordering', 'name, id DESC', next_cursor))
  FROM keyset_page('ordering', 'name', NULL, 4);

-- Every mixture of three directions, without and with an index that serves two of the eight.
SELECT walk('ordering', order_spec)
  FROM (SELECT format('a%s, b%s, id%s', x, y, z) FROM unnest(ARRAY['', ' DESC']) x, unnest(ARRAY['', ' DESC']) y,
        unnest(ARRAY['', ' DESC']) z) o (order_spec);
CREATE INDEX ordering_mixed ON ordering (a, b DESC, id);
SELECT walk('ordering', order_spec)
  FROM (SELECT format('a%s, b%s, id%s', x, y, z) FROM unnest(ARRAY['', ' DESC']) x, unnest(ARRAY['', ' DESC']) y,
        unnest(ARRAY['', ' DESC']) z) o (order_spec);

-- A grid of 5 by 5 with repeats.
CREATE TABLE grid (id int PRIMARY KEY, a int, b int);
INSERT INTO grid SELECT n, n % 5, n / 5 % 5 FROM generate_series(0, 57) n;
SELECT walk('grid', 'a, b DESC, id');
SELECT pages('grid', 'a, b DESC, id', 20);
CREATE INDEX ON grid (a, b DESC, id);
SELECT walk('grid', 'a, b DESC, id'), walk('grid', 'a DESC, b, id DESC'), walk('grid', 'a, b DESC, id DESC');

-- Microseconds count: a cursor cut to milliseconds would repeat or skip.
CREATE TABLE moments (id int PRIMARY KEY, at timestamptz NOT NULL);
INSERT INTO moments VALUES (1, '2026-03-09 10:00:00.1232+00'), (2, '2026-03-09 10:00:00.1231+00'),
    (3, '2026-03-09 10:00:00.1233+00'), (4, '2026-03-09 10:00:00.123299+00'), (5, '2026-03-09 10:00:00.123301+00');
SELECT pages('moments', 'at', 1), pages('moments', 'at DESC', 1);
SELECT walk('moments', 'at'), walk('moments', 'at DESC');
-- Fifty rows of one statement have one time.
TRUNCATE moments;
ALTER TABLE moments ALTER at SET DEFAULT now();
INSERT INTO moments (id) SELECT generate_series(1, 50);
SELECT pages('moments', 'at DESC', 10), walk('moments', 'at DESC');

-- Beyond the integers that a double can tell apart.
CREATE TABLE giants (id bigint PRIMARY KEY, x int NOT NULL DEFAULT 1);
INSERT INTO giants SELECT generate_series(9007199254740991, 9007199254740995);
INSERT INTO giants VALUES (9223372036854775807), (-9223372036854775808), (0);
SELECT pages('giants', 'id', 2), pages('giants', 'x, id DESC', 3);
SELECT walk('giants', 'id'), walk('giants', 'x, id'), walk('giants', 'x, id DESC');
SELECT items FROM keyset_page('giants', 'x, id', (SELECT next_cursor FROM keyset_page('giants', 'x, id', NULL, 3)), 3);

-- Nothing but columns and indexed expressions of the relation may stand in an order.
CREATE TABLE other (id int PRIMARY KEY, a int);
SELECT order_spec, split_part(refusal(format('SELECT keyset_page(%L, %L)', 'ordering', order_spec)), E'\n', 1) AS refused
  FROM (VALUES (1, '1'), (2, 'a, 2 DESC'), (3, '''a'''), (4, 'NULL'), (5, '$1'), (6, 'a + 1'), (7, 'abs(a)'),
               (8, 'pg_sleep(100)'), (9, '(SELECT 1)'), (10, 'EXISTS (SELECT FROM other)'), (11, 'a = ANY (SELECT 1)'),
               (12, 'other.a'), (13, 'pg_catalog.ordering.a'), (14, 'otherdb.public.ordering.a'), (15, 'nothing'),
               (16, 'ordering.nothing'), (17, 'A"'), (18, '"A"'), (19, 'ctid'), (20, 'xmin DESC'), (21, 'tableoid'),
               (22, 'ordering'), (23, 'ordering.*'), (24, '*'), (25, 'public.ordering.*'), (26, 'a USING <'),
               (27, 'a LIMIT 1'), (28, 'a OFFSET 1'), (29, 'a FETCH FIRST 1 ROW WITH TIES'), (30, 'a FOR UPDATE'),
               (31, 'a; DROP TABLE other'), (32, 'a;'), (33, 'a UNION SELECT 1'), (34, 'a,'), (35, ','),
               (36, 'a ASC DESC'), (37, 'a NULLS'), (38, 'a) -- '), (39, 'a /*'), (40, 'random()'),
               (41, 'count(*)'), (42, 'sum(a) OVER ()'), (43, 'generate_series(1, a)'), (44, 'a COLLATE "C"'),
               (45, 'name COLLATE nothing'), (46, 'name COLLATE "C" COLLATE "C"'), (47, 'a::regclass'),
               (48, 'CASE WHEN a > 1 THEN a END'), (49, 'ROW(a, b)'), (50, 'ARRAY[a]'), (51, 'a AT TIME ZONE name'),
               (52, 'current_user'), (53, 'DEFAULT'), (54, 'name.a.b.c.d'), (55, '(ordering).a'), (56, 'a IS NULL'))
       o (n, order_spec) ORDER BY n;
SELECT count(*) AS other_is_still_there FROM other;
-- More keys than a cursor can hold, and a list that would take long.
CREATE TABLE wide (id int PRIMARY KEY);
SELECT format('ALTER TABLE wide %s', string_agg(format('ADD c%s int', n), ', ')) FROM generate_series(1, 40) n \gexec
SELECT split_part(refusal(format('SELECT keyset_page(%L, %L)', 'wide', string_agg('c' || n, ', '))), E'\n', 1)
  FROM generate_series(1, 40) n;
SELECT walk('wide', string_agg(format('c%s DESC', n % 8 + 1), ', ')) FROM generate_series(1, 1000) n;
SELECT split_part(refusal(format('SELECT keyset_page(%L, %L)', 'wide', string_agg('c1', ', '))), E'\n', 1) FROM generate_series(1, 10000) n;
INSERT INTO wide (id, c1, c31) SELECT n, n % 2, n % 3 FROM generate_series(1, 9) n;
SELECT pages('wide', string_agg('c' || n, ', '), 4) FROM generate_series(1, 31) n;

-- Where no index serves an order, a WARNING says so: once for each query and session.
RESET keyset_page.require_index;
SELECT ids(items) FROM keyset_page('ordering', 'name', NULL, 4);
SELECT ids(items) FROM keyset_page('ordering', 'name', NULL, 4);
SELECT ids(items) FROM keyset_page('ordering', 'name', (SELECT next_cursor FROM keyset_page('ordering', 'name', NULL, 4)), 4);
SELECT ids(items) FROM keyset_page('ordering', 'name DESC', NULL, 4);
-- With an index there is none.
SELECT ids(items) FROM keyset_page('ordering', 'a, b DESC', NULL, 4);
SELECT ids(items) FROM keyset_page('ordering', 'a DESC, b', NULL, 4);
SET keyset_page.require_index = error;
SELECT refusal($$SELECT keyset_page('ordering', 'name', NULL, 4)$$);
SELECT refusal($$SELECT keyset_page('ordering', 'a, b DESC', NULL, 4)$$);

DROP TABLE ordering, grid, moments, giants, other, wide;
