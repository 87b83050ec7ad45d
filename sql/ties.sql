-- Ties: the tie-breaker decides, and no row of a tie is lost or read twice wherever the page ends.
SET keyset_page.require_index = off;

CREATE TABLE ties (id int PRIMARY KEY, v int NOT NULL, at timestamptz);
INSERT INTO ties (id, v) SELECT n, 7 FROM generate_series(1, 10) n;
SELECT pages('ties', 'v', 3), pages('ties', 'v DESC', 3);
SELECT walk('ties', 'v', sizes => '{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}');
-- Page three ends within the tie; back from it the pages are whole.
SELECT ids(c.items) AS page_three, ids(d.items) AS page_two, ids(e.items) AS page_one, e.prev_cursor
  FROM keyset_page('ties', 'v', NULL, 3) a, keyset_page('ties', 'v', a.next_cursor, 3) b,
       keyset_page('ties', 'v', b.next_cursor, 3) c, keyset_page('ties', 'v', c.prev_cursor, 3) d,
       keyset_page('ties', 'v', d.prev_cursor, 3) e;

-- Three hundred rows with one timestamp, between others, with an index and by sorting.
INSERT INTO ties SELECT n, 8, CASE WHEN n BETWEEN 31 AND 330 THEN timestamptz '2026-03-09 12:00:00.123456+00'
                                   ELSE timestamptz '2026-03-09 12:00+00' + n * interval '1 ms' END
  FROM generate_series(11, 350) n;
SELECT walk('ties', 'at DESC', sizes => '{50, 49, 51, 7}'), walk('ties', 'at', sizes => '{50, 300}');
CREATE INDEX ON ties (at, id);
SELECT walk('ties', 'at DESC', sizes => '{50, 49, 51, 7}'), walk('ties', 'at', sizes => '{50, 300}');
SELECT walk('ties', 'v DESC, at NULLS FIRST, id', sizes => '{50, 3}');

-- Ties on several keys, the first or the last of them.
CREATE TABLE levels (id int PRIMARY KEY, a int, b int, c int);
INSERT INTO levels SELECT n, n / 16, n / 4 % 4 / 2, n % 4 / 3 FROM generate_series(0, 47) n;
SELECT walk('levels', 'a, b, c'), walk('levels', 'c, b DESC, a'), walk('levels', 'b DESC, c'), walk('levels', 'c DESC');
CREATE INDEX ON levels (a, b, c, id);
CREATE INDEX ON levels (c, b DESC, a, id);
SELECT walk('levels', 'a, b, c'), walk('levels', 'c, b DESC, a'), walk('levels', 'a DESC, b DESC, c DESC'),
       walk('levels', 'c DESC, b, a DESC');

-- Equal but not identical: rows with 1.0 and 1.00 are one tie, and the items show each as it is.
CREATE TABLE shades (id int PRIMARY KEY, n numeric, f float8, d interval, t text);
INSERT INTO shades VALUES
    (1, 1.00, 0, '1 mon', 'x'), (2, 1, '-0', '30 days', 'x'), (3, 1.0, 0, '720:00', 'x '), (4, 1.000, '-0', '1 mon', 'X'),
    (5, 0.99, 1e-300, '29 days 24:00', 'x'), (6, 1.01, -1e-300, '-1 mon +60 days', 'w'), (7, 1.0000, '-0', '1 mon', 'x');
SELECT items FROM keyset_page('shades', 'n', NULL, 7, columns => 'id, n');
SELECT pages('shades', 'n', 2), pages('shades', 'n', 2, 'n');
SELECT pages('shades', 'f DESC', 3), pages('shades', 'f DESC', 3, 'f');
SELECT pages('shades', 'd', 3), pages('shades', 'd, n DESC', 3);
SELECT walk('shades', 'n'), walk('shades', 'n DESC'), walk('shades', 'f'), walk('shades', 'f DESC'), walk('shades', 'd'),
       walk('shades', 'd DESC');
SELECT walk('shades', 'n, f, d'), walk('shades', 'd DESC, f, n DESC');
CREATE INDEX ON shades (n, id);
CREATE INDEX ON shades (f, id);
CREATE INDEX ON shades (d, id);
SELECT walk('shades', 'n'), walk('shades', 'n DESC'), walk('shades', 'f'), walk('shades', 'f DESC'), walk('shades', 'd'),
       walk('shades', 'd DESC');
-- From each row's cursor on come the same rows, whichever of the equal values the cursor holds.
SELECT r.item ->> 'id' AS id, r.item ->> 'n' AS n, ids(p.items) AS next
  FROM (SELECT to_json(item) AS item, row_cursor FROM keyset_rows(NULL::shades, 'n')) r,
       keyset_page('shades', 'n', r.row_cursor, 2) p;

-- A unique key over numeric: no two of its values differ by their scale alone.
CREATE TABLE coarse (n numeric PRIMARY KEY, i int);
INSERT INTO coarse SELECT v, 1 FROM unnest('{1.00, 1.5, 2, 2.50, 3.0}'::numeric[]) v;
SELECT walk('coarse', 'i'), pages('coarse', 'i DESC', 2, 'n');

DROP TABLE ties, levels, shades, coarse;
