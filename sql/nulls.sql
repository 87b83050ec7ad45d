-- NULLs: before or after the values, at any key, in any mixture; no block of them is lost or read twice.
SET keyset_page.require_index = off;

-- One nullable key.
CREATE TABLE nulls (id int PRIMARY KEY, v int);
INSERT INTO nulls VALUES (1, 10), (2, 20), (3, NULL), (4, NULL);
SELECT pages('nulls', 'v NULLS LAST', 2), pages('nulls', 'v NULLS FIRST', 2), pages('nulls', 'v DESC', 2),
       pages('nulls', 'v DESC NULLS LAST', 2);
INSERT INTO nulls VALUES (5, 30);
SELECT pages('nulls', 'v DESC NULLS FIRST', 1);
-- A page of one at the first of the NULLs goes on.
SELECT ids(items), next_cursor IS NOT NULL AS goes_on FROM keyset_page('nulls', 'v NULLS FIRST', NULL, 1);
UPDATE nulls SET v = NULL;
SELECT pages('nulls', 'v', 2), pages('nulls', 'v DESC NULLS LAST', 2), walk('nulls', 'v DESC');

-- The two placements NULLs have by default need no word; the other two do.
SELECT order_spec, order_by, pages('nulls', order_spec, 3)
  FROM unnest(ARRAY['v', 'v NULLS LAST', 'v NULLS FIRST', 'v DESC', 'v DESC NULLS FIRST', 'v DESC NULLS LAST']) order_spec,
       keyset_page('nulls', order_spec, NULL, 1);

-- All sixteen placements of two nullable keys, with ties on each, and the tie-breaker both ways: first
-- sorted, then each by an index that serves just this one, forward, then the same index read backward.
CREATE TABLE sixteen (id int PRIMARY KEY, a int, b text COLLATE "C");
INSERT INTO sixteen
SELECT n, CASE WHEN n % 4 < 3 THEN n % 4 END, CASE WHEN n / 4 % 3 < 2 THEN chr(97 + n / 4 % 3) END FROM generate_series(0, 19) n;
INSERT INTO sixteen VALUES (30, NULL, NULL), (31, NULL, ''), (32, 0, NULL);
CREATE FUNCTION placements(OUT number int, OUT order_spec text, OUT reverse text) RETURNS SETOF record
LANGUAGE sql AS $$
    SELECT row_number() OVER ()::int, format('a%s NULLS %s, b%s NULLS %s', ad, an, bd, bn),
           format('a%s NULLS %s, b%s NULLS %s', replace(' DESC', ad, ''), replace('FIRSTLAST', an, ''),
                  replace(' DESC', bd, ''), replace('FIRSTLAST', bn, ''))
      FROM unnest(ARRAY['', ' DESC']) ad, unnest(ARRAY['FIRST', 'LAST']) an, unnest(ARRAY['', ' DESC']) bd,
           unnest(ARRAY['FIRST', 'LAST']) bn
$$;
SELECT order_spec, walk('sixteen', order_spec) FROM placements() ORDER BY number;
SELECT order_spec, walk('sixteen', order_spec || ', id DESC') FROM placements() ORDER BY number;
-- The rows themselves, once for every placement of one key.
SELECT order_spec, pages('sixteen', order_spec, 8) FROM placements() WHERE number IN (1, 6, 11, 16) ORDER BY number;

CREATE FUNCTION walk_by_own_index(order_spec text, also text, OUT seek_index text, OUT walked text, OUT reversed text)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE INDEX own_index ON sixteen (%s, id)', order_spec);
    SELECT e.seek_index INTO walk_by_own_index.seek_index FROM keyset_explain('sixteen', order_spec || ', id') e WHERE index_backed;
    walked := walk('sixteen', order_spec || ', id');
    reversed := walk('sixteen', also || ', id DESC');
    SELECT concat_ws(', ', walk_by_own_index.seek_index, e.seek_index) INTO walk_by_own_index.seek_index
      FROM keyset_explain('sixteen', also || ', id DESC') e WHERE index_backed;
    DROP INDEX own_index;
END
$$;
SELECT n.number, w.* FROM placements() n, walk_by_own_index(order_spec, reverse) w ORDER BY number;

-- Three nullable keys and a filter; a key that is NOT NULL between two that are not.
CREATE TABLE three (id int PRIMARY KEY, a int, b int NOT NULL, c float8);
INSERT INTO three SELECT n, nullif(n % 3, 0), n / 3 % 2, nullif(n / 6 % 3, 1) FROM generate_series(1, 36) n;
CREATE INDEX ON three (a, b, c, id);
SELECT walk('three', 'a, b, c'), walk('three', 'a DESC, b DESC, c DESC');
SELECT walk('three', 'a NULLS FIRST, b DESC, c DESC NULLS LAST'), walk('three', 'c NULLS FIRST, a DESC, b');
SELECT walk('three', 'a NULLS FIRST, b, c', 'a IS NULL OR c IS NULL', NULL, 'a IS NULL OR c IS NULL');
SELECT walk('three', 'c, a', 'b = $1', '{1}', 'b = 1');

-- A tie-breaker that is nullable itself, but NULLS NOT DISTINCT, and one NULL in it.
CREATE TABLE nullable_key (a int, b int, v int);
CREATE UNIQUE INDEX ON nullable_key (a, b) NULLS NOT DISTINCT;
INSERT INTO nullable_key VALUES (1, NULL, 1), (NULL, 1, 1), (NULL, NULL, 1), (1, 1, 1), (2, NULL, NULL), (NULL, 2, NULL), (2, 2, 1);
SELECT walk('nullable_key', 'v'), walk('nullable_key', 'v DESC'), walk('nullable_key', NULL),
       walk('nullable_key', 'v NULLS FIRST, a DESC NULLS LAST');
CREATE INDEX ON nullable_key (v, a NULLS FIRST, b DESC);
SELECT walk('nullable_key', 'v'), walk('nullable_key', 'v DESC'), walk('nullable_key', 'a');

-- Rows of nothing but NULLs in all listed keys, at every page size that can end inside, before and behind them.
CREATE TABLE blocks (id int PRIMARY KEY, v int, w int);
INSERT INTO blocks SELECT n, CASE WHEN n > 8 THEN n END FROM generate_series(1, 16) n;
SELECT order_spec, walk('blocks', order_spec, sizes => '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17}')
  FROM unnest(ARRAY['v', 'v DESC', 'v NULLS FIRST', 'v DESC NULLS LAST', 'w, v', 'v NULLS FIRST, w DESC']) order_spec;

-- Each pattern of NULLs in eight keys is a seek of its own; what is kept of them is bounded.
CREATE TABLE patterns (id int PRIMARY KEY, a int, b int, c int, d int, e int, f int, g int, h int);
INSERT INTO patterns
SELECT n, nullif(n & 1, 0), nullif(n & 2, 0), nullif(n & 4, 0), nullif(n & 8, 0), nullif(n & 16, 0), nullif(n & 32, 0), nullif(n & 64, 0),
       nullif(n & 128, 0)
  FROM generate_series(0, 255) n;
CREATE INDEX ON patterns (a, b, c, d, e, f, g, h, id);
SELECT check_walk('patterns', 'a, b, c, d, e, f, g, h', 1, 'id');
SELECT count(*) < 400 AS bounded FROM pg_backend_memory_contexts WHERE name = 'SPI Plan';

DROP TABLE patterns, nulls, sixteen, three, nullable_key, blocks;
DROP FUNCTION placements, walk_by_own_index;
