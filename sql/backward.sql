-- Backward: prev_cursor leads to the page before, in display order, from wherever one stands.
SET keyset_page.require_index = off;

CREATE TABLE backward (id int PRIMARY KEY, v int);
INSERT INTO backward SELECT n, n FROM generate_series(1, 10) n;
CREATE INDEX ON backward (v, id);
CREATE TABLE place (next text, prev text);
INSERT INTO place VALUES (NULL, NULL);

-- One step of a walk, remembered for the next.
CREATE FUNCTION step(way text, size bigint DEFAULT 3, order_spec text DEFAULT 'v', OUT ids text, OUT before bool, OUT after bool)
LANGUAGE plpgsql AS $$
DECLARE
    page record;
BEGIN
    SELECT p.* INTO page
      FROM place, keyset_page('backward', order_spec, CASE way WHEN 'next' THEN next WHEN 'prev' THEN prev END, size) p;
    UPDATE place SET next = page.next_cursor, prev = page.prev_cursor;
    ids := ids(page.items);
    before := page.prev_cursor IS NOT NULL;
    after := page.next_cursor IS NOT NULL;
END
$$;

-- Three pages on, two back, on again, to the end, and back to the start.
SELECT way, s.* FROM unnest(ARRAY['first', 'next', 'next', 'prev', 'next', 'next', 'prev', 'prev', 'prev']) way, step(way) s;
-- The size may change with every page; the pages stay seamless.
SELECT way, size, s.* FROM (VALUES ('first', 2), ('next', 3), ('prev', 1), ('prev', 5), ('next', 1), ('next', 7), ('next', 9),
                                   ('prev', 4), ('prev', 9)) w (way, size), step(way, size) s;
-- Downward as well.
SELECT way, s.* FROM unnest(ARRAY['first', 'next', 'prev', 'next', 'next', 'next', 'prev']) way, step(way, 4, 'v DESC') s;
-- Back over a page of one, and off a single page.
SELECT way, s.* FROM unnest(ARRAY['first', 'next', 'prev']) way, step(way, 1) s;
SELECT s.* FROM step('first', 10) s;
SELECT s.* FROM step('first', 11) s;

-- The row a prev_cursor stands on is deleted: what precedes it comes all the same, and next leads on past the gap.
SELECT way, s.* FROM unnest(ARRAY['first', 'next', 'next']) way, step(way) s;
DELETE FROM backward WHERE id = 7;
SELECT s.* FROM step('prev') s;
SELECT s.* FROM step('next') s;
-- The row a next_cursor stands on is deleted, and the page it leads to still knows that rows precede.
SELECT way, s.* FROM unnest(ARRAY['first', 'next']) way, step(way) s;
DELETE FROM backward WHERE id IN (6, 8);
SELECT s.* FROM step('next') s;
SELECT s.* FROM step('prev') s;
-- All rows that precede are deleted: no prev_cursor; all that follow: an empty page, whose prev_cursor leads to the last rows.
SELECT way, s.* FROM unnest(ARRAY['first', 'next']) way, step(way) s;
DELETE FROM backward WHERE id < 10;
SELECT s.* FROM step('next') s;
INSERT INTO backward VALUES (11, 11), (12, 12);
SELECT s.* FROM step('first', 1) s;
DELETE FROM backward WHERE id > 10;
SELECT s.* FROM step('next') s;
SELECT s.* FROM step('prev') s;
DELETE FROM backward;
SELECT s.* FROM step('first') s;
-- And with nothing left at all: nothing, and no way on or back.
INSERT INTO backward VALUES (1, 1), (2, 2), (3, 3);
SELECT way, s.* FROM unnest(ARRAY['first', 'next']) way, step(way, 1) s;
DELETE FROM backward;
SELECT s.* FROM step('prev') s;
INSERT INTO backward VALUES (1, 1), (2, 2), (3, 3);
SELECT way, s.* FROM unnest(ARRAY['first', 'next']) way, step(way, 1) s;
DELETE FROM backward;
SELECT s.* FROM step('next') s;

-- An empty page in front of rows: what it says of before and after is so.
INSERT INTO backward VALUES (5, 5), (6, 6);
SELECT way, s.* FROM unnest(ARRAY['first', 'next']) way, step(way, 1) s;
DELETE FROM backward WHERE id = 5;
SELECT s.* FROM step('prev') s;
SELECT s.* FROM step('next') s;

-- Back through NULLs and mixed directions, from every row of the relation.
CREATE TABLE mixed (id int PRIMARY KEY, a int, b int);
INSERT INTO mixed SELECT n, nullif(n % 4, 0), nullif(n % 3, 0) FROM generate_series(1, 24) n;
CREATE FUNCTION back_from_every_row(order_spec text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    r record;
    page record;
    wanted int[];
    n int := 0;
BEGIN
    EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM mixed ORDER BY %s) q',
                   (SELECT order_by FROM keyset_page('mixed', order_spec, NULL, 1))) INTO wanted;
    FOR r IN SELECT (item).id, row_cursor FROM keyset_rows(NULL::mixed, order_spec, NULL, 24) LOOP
        n := n + 1;
        -- One row past the cursor, and from there four back: they end with the cursor's own row.
        SELECT p.* INTO page FROM keyset_page('mixed', order_spec, r.row_cursor, 1) p;
        IF n = 24 THEN
            RETURN CASE WHEN page.items::text = '[]' THEN 'ok' ELSE 'a row follows the last' END;
        END IF;
        SELECT p.* INTO page FROM keyset_page('mixed', order_spec, page.prev_cursor, 4) p;
        IF ids(page.items) <> array_to_string(wanted[greatest(1, n - 3):n], ' ')
            OR (page.prev_cursor IS NULL) <> (n <= 4) THEN
            RETURN format('back from row %s: %s', n + 1, ids(page.items));
        END IF;
    END LOOP;
    RETURN 'too few rows';
END
$$;
SELECT order_spec, back_from_every_row(order_spec)
  FROM unnest(ARRAY['a, b', 'a DESC, b', 'a NULLS FIRST, b DESC', 'b DESC NULLS LAST, a NULLS FIRST', 'a, b DESC, id DESC']) order_spec;
CREATE INDEX ON mixed (a NULLS FIRST, b DESC, id DESC);
SELECT order_spec, back_from_every_row(order_spec)
  FROM unnest(ARRAY['a NULLS FIRST, b DESC', 'a DESC NULLS LAST, b']) order_spec;

DROP TABLE backward, place, mixed;
DROP FUNCTION step, back_from_every_row;
