-- Cursors as texts: what they are made of, and that nothing else is one.
SET keyset_page.require_index = off;

-- A thousand of them: letters, digits, - and _, no padding, and short.
CREATE TABLE thousand (id bigint PRIMARY KEY, at timestamptz NOT NULL, t text COLLATE "C");
INSERT INTO thousand SELECT n * 7919, '2026-03-09 UTC'::timestamptz + n * n * interval '1 us', md5(n::text) FROM generate_series(1, 1000) n;
CREATE INDEX ON thousand (at, id);
SELECT count(*), count(DISTINCT row_cursor), bool_and(row_cursor ~ '^[A-Za-z0-9_-]+$') AS url_safe, max(length(row_cursor)) <= 120 AS short
  FROM keyset_rows(NULL::thousand, 'at DESC', NULL, 1000);
SELECT count(*), count(DISTINCT row_cursor), bool_and(row_cursor ~ '^[A-Za-z0-9_-]+$') AS url_safe
  FROM keyset_rows(NULL::thousand, 't', NULL, 1000);
-- All the alphabet occurs, the two that differ from plain base64 included.
SELECT string_agg(DISTINCT c, '' ORDER BY c)
  FROM (SELECT regexp_split_to_table(row_cursor, '') COLLATE "C" FROM keyset_rows(NULL::thousand, 't', NULL, 1000)) l (c);

-- Text of every kind as a key, through the cursor and back.
CREATE TABLE texts (id serial PRIMARY KEY, t text COLLATE "C" NOT NULL);
INSERT INTO texts (t) VALUES ('a|b'), (''''), ('"'), ('\'), (E'\n'), (E'\r\n'), (E'\t'), (E'\x01'), (''), (' '), ('  '), ('a '), ('a'), ('😀'), ('👩‍👩‍👧'),
    ('é'), (E'e\u0301'), (E'\u2028'), (E'\uFEFFa'), (E'\U0010FFFF'), ('%s'), ('$1'), ('\x41'), ('null'), ('NULL'), ('{}'), ('AQE'), (repeat('x', 1500)),
    (repeat('x', 1499) || 'y'), (repeat('é', 750)), (repeat('😀', 375)), ('a|b'), ('😀'), ('');
SELECT walk('texts', 't'), walk('texts', 't DESC, id');
SELECT ids(items) FROM keyset_page('texts', 't', (SELECT next_cursor FROM keyset_page('texts', 't', NULL, 3)), 100);
CREATE INDEX ON texts (t, id);
SELECT walk('texts', 't'), walk('texts', 't DESC');
SELECT count(*) AS same FROM keyset_rows(NULL::texts, 't', NULL, 100) r, keyset_cursor_decode(r.row_cursor) d
 WHERE d.position = jsonb_build_object('t', (r.item).t, 'id', (r.item).id);

-- What is not a cursor is KP001, never page one and never an internal error. No cursor at all is page one.
CREATE FUNCTION opened(cursor text) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
    RETURN 'opened: ' || ids((SELECT items FROM keyset_page('thousand', 'at', cursor, 1)));
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END
$$;
SELECT opened(NULL);
SELECT name, opened(cursor)
  FROM (VALUES (1, 'the empty text', ''), (2, 'a number', '123'), (3, 'a blank', ' '), (4, 'a megabyte of A', repeat('A', 1048576)),
               (5, 'an emoji', '😀'), (6, 'a Relay cursor', 'YXJyYXljb25uZWN0aW9uOjQ5'), (7, 'base64 of JSON', 'eyJpZCI6MX0='),
               (8, 'the word null', 'null'), (9, 'one letter', 'A'), (10, 'two letters', 'AQ'), (11, 'the beginning of one', 'AQE'),
               (12, 'a hundred A', repeat('A', 100)), (13, 'a hundred _', repeat('_', 100)), (14, 'quotes', ''''), (15, 'a backslash', '\'),
               (16, 'SQL', '1; DROP TABLE thousand'), (17, 'four thousand letters', repeat('AQab', 1000)), (18, 'another alphabet', repeat('Ä', 60)),
               (19, 'a uuid', '00000000-0000-0000-0000-000000000000'), (20, 'a JSON text', '{"id": 1}'), (21, 'sixteen megabytes', repeat('_-Aa', 4194304)))
       c (n, name, cursor) ORDER BY n;
SELECT split_part(refusal($$SELECT keyset_cursor_decode('123')$$), E'\n', 1), split_part(refusal($$SELECT keyset_page_json('thousand', 'at', '123')$$), E'\n', 1),
       split_part(refusal($$SELECT * FROM keyset_rows(NULL::thousand, 'at', '123')$$), E'\n', 1);

-- One cursor, altered in every way.
SELECT next_cursor AS good FROM keyset_page('thousand', 'at', NULL, 1) \gset
SELECT opened(:'good');
CREATE FUNCTION outcomes(cursors text[]) RETURNS TABLE (tried bigint, outcomes text, refused bool)
LANGUAGE sql AS $$
    SELECT count(*), string_agg(DISTINCT o, ', ' ORDER BY o), bool_and(o IN ('KP001', 'KP002')) FROM unnest(cursors) c, opened(c) o
$$;
-- Each letter replaced by each other one. Where they name the signing key, that is one that is not there: KP002.
SELECT tried = length(:'good') * 63 AS all, outcomes
  FROM outcomes(ARRAY(SELECT overlay(:'good' placing c from n for 1)
                        FROM generate_series(1, length(:'good')) n, regexp_split_to_table('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', '') c
                       WHERE substr(:'good', n, 1) <> c));
SELECT outcomes FROM outcomes(ARRAY(SELECT overlay(:'good' placing c from n for 1)
    FROM unnest(ARRAY[1, 2, 9, 12, 20, 40, length(:'good') - 1, length(:'good')]) n, regexp_split_to_table('AZaz09_-', '') c WHERE substr(:'good', n, 1) <> c));
-- A letter that is none of the alphabet, anywhere.
SELECT tried = length(:'good') * 11 AS all, outcomes
  FROM outcomes(ARRAY(SELECT overlay(:'good' placing c from n for 1)
                        FROM generate_series(1, length(:'good')) n, unnest(ARRAY['+', '/', '=', ' ', E'\n', '.', '~', '%', 'é', '😀', '''']) c));
-- Cut short at either end, made longer, doubled, turned round, in another case, padded, with white space around or inside.
SELECT outcomes FROM outcomes(ARRAY(SELECT left(:'good', n) FROM generate_series(1, length(:'good') - 1) n));
SELECT refused FROM outcomes(ARRAY(SELECT right(:'good', n) FROM generate_series(1, length(:'good') - 1) n));
SELECT outcomes FROM outcomes(ARRAY(SELECT :'good' || c FROM regexp_split_to_table('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', '') c));
SELECT refused FROM outcomes(ARRAY[lower(:'good'), upper(:'good'), reverse(:'good'), :'good' || :'good', :'good' || '=', :'good' || '==', ' ' || :'good',
    :'good' || ' ', :'good' || E'\n', left(:'good', 30) || ' ' || right(:'good', -30), translate(:'good', '-_', '+/') || '=', '"' || :'good' || '"']);
-- Two letters exchanged, and one left out or doubled, anywhere.
SELECT refused FROM outcomes(ARRAY(SELECT overlay(:'good' placing reverse(substr(:'good', n, 2)) from n for 2)
    FROM generate_series(1, length(:'good') - 1) n WHERE substr(:'good', n, 1) <> substr(:'good', n + 1, 1)));
SELECT refused FROM outcomes(ARRAY(SELECT overlay(:'good' placing '' from n for 1) FROM generate_series(1, length(:'good')) n));
-- Two good ones of the same shape, the head of one on the tail of the other.
SELECT next_cursor AS other FROM keyset_page('thousand', 'at', :'good', 1) \gset
SELECT outcomes FROM outcomes(ARRAY(SELECT left(:'good', n) || right(:'other', -n) FROM generate_series(1, length(:'good') - 1) n
    WHERE left(:'good', n) || right(:'other', -n) NOT IN (:'good', :'other')));
SELECT opened(:'good');
-- The same position minted twice is the same page, and a cursor opens any number of times.
SELECT count(DISTINCT opened(:'good')) FROM generate_series(1, 50);

-- Keys that do not fit: the page that needs no cursor works, the other names the column.
CREATE TABLE long (id int PRIMARY KEY, a text COLLATE "C", b text COLLATE "C");
INSERT INTO long SELECT n, repeat(chr(96 + n), 1000), repeat(chr(96 + n), CASE n WHEN 3 THEN 1100 ELSE 900 END) FROM generate_series(1, 4) n;
SELECT ids(items) FROM keyset_page('long', 'a, b', NULL, 4);
SELECT ids(items), next_cursor IS NOT NULL AS more FROM keyset_page('long', 'a, b', NULL, 2);
SELECT refusal($$SELECT keyset_page('long', 'a, b', NULL, 3)$$);
SELECT refusal($$SELECT keyset_page('long', 'b, a', NULL, 3)$$);
-- Two thousand and forty-eight bytes in all, the tie-breaker's among them.
UPDATE long SET a = 'c', b = repeat('x', n) FROM (VALUES (1, 2044), (2, 2045)) v (i, n) WHERE id = i;
SELECT id, split_part(refusal(format('SELECT keyset_cursor_encode(%L, %L, %L)', 'long', 'b', jsonb_build_object('b', b, 'id', id))), E'\n', 1)
  FROM long WHERE id < 3 ORDER BY id;

DROP TABLE thousand, texts, long;
DROP FUNCTION opened, outcomes;
