-- Data that moves while it is paged: what nobody touches is read exactly once.
SET keyset_page.require_index = off;

CREATE TABLE moving (id int PRIMARY KEY, v int NOT NULL, note text);
CREATE INDEX ON moving (v, id);
-- All pages of a walk; after the n-th page the n-th change is made.
CREATE FUNCTION walk_while(order_spec text, size bigint, VARIADIC changes text[]) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    page record;
    place text;
    result text;
    n int := 0;
BEGIN
    TRUNCATE moving;
    INSERT INTO moving SELECT g, g * 10 FROM generate_series(1, 12) g;
    LOOP
        SELECT p.* INTO page FROM keyset_page('moving', order_spec, place, size, 'note IS DISTINCT FROM $1', '{hidden}') p;
        result := concat_ws(' | ', result, coalesce(ids(page.items), 'nothing'));
        place := page.next_cursor;
        EXIT WHEN place IS NULL;
        n := n + 1;
        IF n <= cardinality(changes) THEN
            EXECUTE changes[n];
        END IF;
    END LOOP;
    RETURN result;
END
$$;

SELECT walk_while('v DESC', 4, 'SELECT 1');
-- What is inserted above the page is not repeated below it; what is inserted below it appears; with the value of the
-- page's last row (9, 90) the tie-breaker decides which of the two it is.
SELECT walk_while('v DESC', 4, 'INSERT INTO moving VALUES (20, 200), (21, 95), (22, 90)');
SELECT walk_while('v DESC', 4, 'INSERT INTO moving VALUES (0, 90), (23, 85), (24, 5)', 'INSERT INTO moving VALUES (25, 86), (26, 5)');
-- The last row of the page just read is touched, moved or deleted, or everything around it is.
SELECT change, walk_while('v DESC', 4, change)
  FROM (VALUES (1, $$UPDATE moving SET note = 'x' WHERE id = 9$$), (2, $$UPDATE moving SET v = 1000 WHERE id = 9$$),
               (3, $$UPDATE moving SET v = 35 WHERE id = 9$$), (4, $$UPDATE moving SET note = 'hidden' WHERE id = 9$$),
               (5, $$UPDATE moving SET note = 'hidden' WHERE id IN (8, 9)$$), (6, $$UPDATE moving SET id = 99 WHERE id = 9$$),
               (7, $$UPDATE moving SET id = 0 WHERE id = 9$$), (8, $$DELETE FROM moving WHERE id = 9$$),
               (9, $$DELETE FROM moving WHERE id IN (7, 8, 9)$$), (10, $$DELETE FROM moving WHERE id < 9$$), (11, $$DELETE FROM moving$$),
               (12, $$UPDATE moving SET v = v + 1$$), (13, $$UPDATE moving SET v = v - 1$$), (14, $$UPDATE moving SET v = -v$$),
               (15, $$UPDATE moving SET v = 90$$), (16, $$TRUNCATE moving$$)) c (n, change)
 ORDER BY n;
-- A row moves over the page's end: downwards it is seen twice, upwards never; the others once.
SELECT walk_while('v DESC', 4, 'UPDATE moving SET v = 15 WHERE id = 11'), walk_while('v DESC', 4, 'UPDATE moving SET v = 115 WHERE id = 2');
-- Under the key that nobody changes, each exactly once.
SELECT walk_while('id', 4, 'UPDATE moving SET v = 15 WHERE id = 3', 'UPDATE moving SET v = 115 WHERE id = 10');

-- Three hundred and fifty incidents, the newest change first. After page one the one at position 214 changes: this
-- walk does not see it again, as it moved to where the walk has been; no other is lost or read twice.
CREATE TABLE incidents (id int PRIMARY KEY, updated_at timestamptz NOT NULL);
INSERT INTO incidents SELECT n, '2026-03-09 UTC'::timestamptz + n * interval '1 minute' FROM generate_series(1, 350) n;
CREATE INDEX ON incidents (updated_at, id);
CREATE FUNCTION read_while(order_spec text, change text) RETURNS TABLE (pages int, seen int, never text, twice text)
LANGUAGE plpgsql AS $$
DECLARE
    page record;
    place text;
    got int[] := '{}';
BEGIN
    pages := 0;
    LOOP
        SELECT p.* INTO page FROM keyset_page('incidents', order_spec, place, 50) p;
        pages := pages + 1;
        got := got || ARRAY(SELECT (i ->> 'id')::int FROM json_array_elements(page.items) i);
        place := page.next_cursor;
        EXIT WHEN place IS NULL;
        EXECUTE change USING pages;
    END LOOP;
    seen := cardinality(got);
    SELECT string_agg(id::text, ' ' ORDER BY id) INTO never FROM incidents WHERE id <> ALL (got) AND id <= 350;
    SELECT string_agg(id::text, ' ' ORDER BY id) INTO twice FROM (SELECT id FROM unnest(got) id GROUP BY id HAVING count(*) > 1) t;
    RETURN NEXT;
END
$$;
SELECT * FROM read_while('updated_at DESC', 'UPDATE incidents SET updated_at = ''2026-03-10 UTC'' WHERE id = 351 - 214 AND $1 = 1');
-- Ordered the other way, it comes round again instead.
SELECT * FROM read_while('updated_at', 'UPDATE incidents SET updated_at = ''2026-03-11 UTC'' WHERE id = 7 AND $1 = 1');
-- Commented on all the time, and resolved, and new ones opened: under the immutable key nothing is lost or doubled.
SELECT * FROM read_while('id DESC', 'WITH n AS (INSERT INTO incidents VALUES (350 + $1, ''2026-03-12 UTC''))
                                     UPDATE incidents SET updated_at = ''2026-03-12 UTC'' WHERE id % 7 = $1');

-- The daily sweep: what has waited longest first, each batch stamped with the place and the sweep's start kept beside it.
CREATE TABLE cases (id int PRIMARY KEY, state text NOT NULL, last_evaluated_at timestamptz, evaluations int NOT NULL DEFAULT 0);
CREATE INDEX ON cases (last_evaluated_at NULLS FIRST, id);
INSERT INTO cases SELECT n, CASE WHEN n % 5 = 0 THEN 'CLOSED' ELSE 'OPEN' END,
                         CASE WHEN n % 2 = 0 THEN '2026-03-08 UTC'::timestamptz + n % 10 * interval '1 minute' END FROM generate_series(1, 500) n;
CREATE TABLE sweep (started_at timestamptz, place text);
CREATE FUNCTION sweep_on(filter text, most int, OUT batches int, OUT evaluated int, OUT done bool)
LANGUAGE plpgsql AS $$
DECLARE
    page record;
    batch int;
BEGIN
    batches := 0;
    evaluated := 0;
    done := false;
    WHILE batches < most AND NOT done LOOP
        SELECT p.* INTO page
          FROM sweep s, keyset_page('cases', 'last_evaluated_at NULLS FIRST, id', s.place, 30, filter,
                                    CASE WHEN filter ~ '\$1' THEN ARRAY[s.started_at::text] END, 'id') p;
        UPDATE cases SET last_evaluated_at = clock_timestamp(), evaluations = evaluations + 1
         WHERE id IN (SELECT (i ->> 'id')::int FROM json_array_elements(page.items) i);
        GET DIAGNOSTICS batch = ROW_COUNT;
        batches := batches + 1;
        evaluated := evaluated + batch;
        done := page.next_cursor IS NULL;
        UPDATE sweep SET place = page.next_cursor;
    END LOOP;
END
$$;
\set bounded 'state = ''OPEN'' AND (last_evaluated_at IS NULL OR last_evaluated_at < $1)'
INSERT INTO sweep VALUES (clock_timestamp());
SELECT * FROM sweep_on(:'bounded', 6);
-- The seventh batch is read and stamped, and the process dies before it commits; another goes on where the sixth ended.
BEGIN;
SELECT * FROM sweep_on(:'bounded', 1);
ROLLBACK;
SELECT * FROM sweep_on(:'bounded', 100);
SELECT state, evaluations, count(*) FROM cases GROUP BY 1, 2 ORDER BY 1, 2;
-- The next day's sweep finds each of them again.
UPDATE sweep SET started_at = clock_timestamp(), place = NULL;
SELECT * FROM sweep_on(:'bounded', 100);
SELECT state, evaluations, count(*) FROM cases GROUP BY 1, 2 ORDER BY 1, 2;
-- Without the bound the stamped rows come round again: there is no end.
UPDATE sweep SET place = NULL;
SELECT * FROM sweep_on('state = ''OPEN''', 100);

-- One statement, one snapshot: what it changes itself is not on its page, and all its calls read the same state.
SELECT walk_while('v DESC', 4, 'SELECT 1');
WITH new AS (INSERT INTO moving VALUES (30, 1) RETURNING id), gone AS (DELETE FROM moving WHERE id < 6 RETURNING id)
SELECT ids(items), total, (SELECT count(*) FROM gone) AS gone FROM keyset_page('moving', 'v', NULL, 4, with_total => true), new;
SELECT ids(items), total FROM keyset_page('moving', 'v', NULL, 4, with_total => true);
-- A savepoint that is rolled back takes its rows with it, and leaves the walk where it was.
BEGIN;
SELECT next_cursor FROM keyset_page('moving', 'v', NULL, 2) \gset
SAVEPOINT before;
INSERT INTO moving VALUES (31, 65);
SELECT ids(items) FROM keyset_page('moving', 'v', :'next_cursor', 2);
ROLLBACK TO before;
SELECT ids(items) FROM keyset_page('moving', 'v', :'next_cursor', 2);
COMMIT;
-- In a read-only transaction, and read by a cursor of the server's that was opened before a change.
BEGIN READ ONLY;
SELECT ids(items) FROM keyset_page('moving', 'v DESC', NULL, 3);
COMMIT;
BEGIN;
DECLARE opened CURSOR FOR SELECT ids(p.items) FROM generate_series(2, 3) n, keyset_page('moving', 'v DESC', NULL, n) p;
FETCH opened;
DELETE FROM moving WHERE id > 10;
FETCH opened;
ROLLBACK;

DROP TABLE moving, incidents, cases, sweep;
DROP FUNCTION walk_while, read_while, sweep_on;
