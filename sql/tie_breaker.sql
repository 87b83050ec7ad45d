-- The tie-breaker: which unique key is appended, in which direction, and when none is needed or none is there.
SET keyset_page.require_index = off;
CREATE FUNCTION order_of(relation regclass, VARIADIC order_specs text[], OUT order_spec text, OUT order_by text) RETURNS SETOF record
LANGUAGE plpgsql AS $$
BEGIN
    FOREACH order_spec IN ARRAY order_specs LOOP
        BEGIN
            SELECT p.order_by INTO order_by FROM keyset_page(relation, order_spec, NULL, 1) p;
        EXCEPTION WHEN OTHERS THEN
            order_by := SQLSTATE || ' ' || SQLERRM;
        END;
        RETURN NEXT;
    END LOOP;
END
$$;

-- A primary key in another order than the columns'.
CREATE TABLE scattered (a int, b text COLLATE "C", c timestamp, x int, PRIMARY KEY (b, c, a));
INSERT INTO scattered SELECT n % 3, chr(97 + n / 3 % 2), timestamp '2026-03-09' + n / 6 % 2 * interval '1 us', n % 2 FROM generate_series(0, 11) n;
SELECT * FROM order_of('scattered', 'x', 'x DESC', '', 'c, a', 'b DESC', 'c, b', 'x, c DESC, a', 'a, b, c', 'c DESC, x, a, b, c', 'b, c, a, x');
SELECT walk('scattered', 'x'), walk('scattered', 'x DESC'), walk('scattered', 'c, a'), walk('scattered', NULL);
-- The key itself serves what begins with it.
SELECT order_spec, unique_key, seek_index, index_backed
  FROM unnest(ARRAY['', 'b', 'b DESC, c DESC', 'b DESC', 'b, c DESC']) order_spec, keyset_explain('scattered', order_spec);

-- Which key: the primary one, else the narrowest, else the first by name.
CREATE TABLE keys (id int NOT NULL, a int NOT NULL, b int NOT NULL, c int NOT NULL, d int, v int);
INSERT INTO keys SELECT n, n % 4, n / 4, n, n, n % 2 FROM generate_series(0, 15) n;
CREATE UNIQUE INDEX keys_two ON keys (a, b);
SELECT * FROM order_of('keys', 'v DESC');
CREATE UNIQUE INDEX keys_z ON keys (c);
SELECT * FROM order_of('keys', 'v DESC');
CREATE UNIQUE INDEX keys_y ON keys (id);
SELECT * FROM order_of('keys', 'v DESC', 'a, b DESC, v', 'v, b, a', 'c DESC, id', 'id, c');
ALTER TABLE keys ADD CONSTRAINT keys_pkey PRIMARY KEY USING INDEX keys_two;
SELECT * FROM order_of('keys', 'v DESC', '', 'b DESC', 'c');
SELECT order_spec, unique_key FROM unnest(ARRAY['v', 'c DESC', 'id', 'b, a', '']) order_spec, keyset_explain('keys', order_spec);
SELECT walk('keys', 'v DESC'), walk('keys', 'v, b'), walk('keys', 'v, c DESC, id');
ALTER TABLE keys DROP CONSTRAINT keys_pkey;
-- An INCLUDE column is no part of the key.
DROP INDEX keys_y, keys_z;
CREATE UNIQUE INDEX keys_include ON keys (c) INCLUDE (id, v);
SELECT * FROM order_of('keys', 'v', 'id, v');
DROP INDEX keys_include;

-- What is no proof of uniqueness: KP008 on page one, whatever the rows are.
SELECT refusal($$SELECT keyset_page('keys', 'v')$$);
SELECT refusal($$SELECT keyset_page('keys', '')$$), refusal($$SELECT keyset_page('keys', 'id, a, b, c, d, v')$$);
CREATE FUNCTION with_index(definition text, OUT index text, OUT order_in_force text)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE definition;
    SELECT order_by INTO order_in_force FROM order_of('keys', 'v');
    index := regexp_replace(definition, '^(CREATE UNIQUE INDEX|ALTER TABLE keys ADD CONSTRAINT) none (ON keys )?', '');
    EXECUTE CASE WHEN definition ~ '^ALTER' THEN 'ALTER TABLE keys DROP CONSTRAINT none' ELSE 'DROP INDEX none' END;
END
$$;
SELECT w.*
  FROM unnest(ARRAY['CREATE UNIQUE INDEX none ON keys (id) WHERE id >= 0', 'CREATE UNIQUE INDEX none ON keys ((id + 0))',
                    'CREATE UNIQUE INDEX none ON keys (id, (c + 0))', 'CREATE UNIQUE INDEX none ON keys (d)', 'CREATE UNIQUE INDEX none ON keys (id, d)',
                    'ALTER TABLE keys ADD CONSTRAINT none UNIQUE (id) DEFERRABLE', 'ALTER TABLE keys ADD CONSTRAINT none UNIQUE (id) DEFERRABLE INITIALLY DEFERRED',
                    'ALTER TABLE keys ADD CONSTRAINT none PRIMARY KEY (id) DEFERRABLE', 'ALTER TABLE keys ADD CONSTRAINT none UNIQUE (id)',
                    'ALTER TABLE keys ADD CONSTRAINT none EXCLUDE USING btree (id WITH =)',
                    'CREATE UNIQUE INDEX none ON keys (d) NULLS NOT DISTINCT', 'CREATE UNIQUE INDEX none ON keys (id, d) NULLS NOT DISTINCT']) definition,
       with_index(definition) w;
-- An index that failed to be built is not valid.
SET client_min_messages = error;
INSERT INTO keys VALUES (0, 0, 0, 0, 0, 0);
\set VERBOSITY terse
CREATE UNIQUE INDEX CONCURRENTLY keys_invalid ON keys (id);
\set VERBOSITY default
DELETE FROM keys WHERE ctid = (SELECT max(ctid) FROM keys);
RESET client_min_messages;
SELECT indisvalid, o.order_by FROM pg_index, order_of('keys', 'v') o WHERE indexrelid = 'keys_invalid'::regclass;
REINDEX INDEX keys_invalid;
SELECT indisvalid, o.order_by FROM pg_index, order_of('keys', 'v') o WHERE indexrelid = 'keys_invalid'::regclass;
-- NOT NULL by a check constraint is not NOT NULL of the column; NOT NULL itself counts as soon as it is there.
DROP INDEX keys_invalid;
CREATE UNIQUE INDEX keys_d ON keys (d);
ALTER TABLE keys ADD CHECK (d IS NOT NULL);
SELECT order_by FROM order_of('keys', 'v');
ALTER TABLE keys ALTER d SET NOT NULL;
SELECT order_by FROM order_of('keys', 'v');
SELECT walk('keys', 'v DESC');

-- The direction of the appended key is the last listed key's, unless an index serves another one; DESC is
-- the exact reverse of ASC either way.
CREATE FUNCTION mirrored(relation regclass, order_spec text, reverse text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    forth json;
    back json;
BEGIN
    SELECT items INTO forth FROM keyset_page(relation, order_spec, NULL, 1000);
    SELECT items INTO back FROM keyset_page(relation, reverse, NULL, 1000);
    RETURN (SELECT array_agg(f::text ORDER BY n) FROM json_array_elements(forth) WITH ORDINALITY f (f, n))
         = (SELECT array_agg(f::text ORDER BY n DESC) FROM json_array_elements(back) WITH ORDINALITY f (f, n));
END
$$;
CREATE TABLE mirror (id int PRIMARY KEY, a int, b int NOT NULL);
INSERT INTO mirror SELECT n, nullif(n % 3, 0), n % 2 FROM generate_series(1, 18) n;
CREATE FUNCTION directions() RETURNS TABLE (order_spec text, order_by text, index_backed bool, reversed text, mirrored text)
LANGUAGE sql AS $$
    SELECT o.*, e.index_backed, r.order_by, mirrored('mirror', o.order_spec, r.order_spec)
      FROM (VALUES (1, 'a', 'a DESC'), (2, 'a DESC', 'a'), (3, 'a NULLS FIRST', 'a DESC NULLS LAST'),
                   (4, 'b, a DESC', 'b DESC, a'), (5, 'b DESC, a DESC NULLS LAST', 'b, a NULLS FIRST')) v (n, spec, reverse),
           order_of('mirror', spec) o, order_of('mirror', reverse) r, keyset_explain('mirror', spec) e
     ORDER BY n
$$;
SELECT * FROM directions();
CREATE INDEX mirror_one ON mirror (a, id DESC);
SELECT * FROM directions();
CREATE INDEX mirror_two ON mirror (b DESC, a, id DESC);
SELECT * FROM directions();
-- With an index for the usual direction as well, that one is taken.
CREATE INDEX mirror_three ON mirror (a, id);
SELECT * FROM directions();
SELECT walk('mirror', 'a'), walk('mirror', 'b DESC, a'), walk('mirror', 'b, a DESC');
DROP INDEX mirror_one, mirror_two, mirror_three;
-- A tie-breaker of two columns, in the mixed directions of an index.
ALTER TABLE mirror DROP CONSTRAINT mirror_pkey, ADD PRIMARY KEY (id, b);
CREATE INDEX mirror_mixed ON mirror (a NULLS FIRST, b DESC, id);
CREATE INDEX mirror_key ON mirror (a, id, b DESC);
SELECT * FROM order_of('mirror', 'a', 'a DESC', 'a NULLS FIRST', 'a DESC NULLS LAST', 'a NULLS FIRST, b DESC', 'a DESC NULLS LAST, b', '');
SELECT mirrored('mirror', 'a', 'a DESC'), mirrored('mirror', 'a NULLS FIRST', 'a DESC NULLS LAST');
SELECT walk('mirror', 'a'), walk('mirror', 'a DESC'), walk('mirror', 'a NULLS FIRST, b DESC');
-- A filter that fixes a column: an index that leads with it serves the order, the appended key's direction included.
CREATE INDEX mirror_filter ON mirror (b, a DESC, id DESC);
SELECT e.order_by, seek_index, index_backed, walk('mirror', 'a DESC, id DESC', 'b = $1', '{1}', 'b = 1')
  FROM keyset_explain('mirror', 'a DESC, id DESC', 'b = $1', '{1}') e;
DROP INDEX mirror_mixed, mirror_key, mirror_filter;

-- A cursor keeps the tie-breaker it was minted with, though a primary key has come since.
CREATE TABLE growing (id int NOT NULL, code int NOT NULL, v int);
INSERT INTO growing SELECT n, 100 - n, n % 2 FROM generate_series(1, 10) n;
CREATE UNIQUE INDEX growing_code ON growing (code);
SELECT ids(items), order_by, next_cursor FROM keyset_page('growing', 'v', NULL, 3) \gset before_
ALTER TABLE growing ADD PRIMARY KEY (id);
SELECT :'before_ids' AS page_one, ids(items) AS page_two, order_by FROM keyset_page('growing', 'v', :'before_next_cursor', 3);
SELECT ids(items), order_by FROM keyset_page('growing', 'v', NULL, 3);
-- When that key is gone, uniqueness is not proven any more: the cursor is refused, not guessed at.
DROP INDEX growing_code;
SELECT refusal(format('SELECT keyset_page(%L, %L, %L)', 'growing', 'v', :'before_next_cursor'));

-- Keys of other operator classes than the type's own.
CREATE TABLE patterns (t text COLLATE "C" NOT NULL, v int);
INSERT INTO patterns SELECT chr(97 + n % 5) || n, n % 3 FROM generate_series(1, 15) n;
CREATE UNIQUE INDEX ON patterns (t text_pattern_ops);
SELECT walk('patterns', 'v'), walk('patterns', 'v DESC'), walk('patterns', ''), walk('patterns', 't DESC');
CREATE INDEX ON patterns (v, t text_pattern_ops);
SELECT e.order_by, index_backed, walk('patterns', 'v DESC') FROM keyset_explain('patterns', 'v DESC') e;

-- Inheritance: a parent's unique index does not reach its children.
CREATE TABLE parent (id int PRIMARY KEY, v int);
SELECT * FROM order_of('parent', 'v');
CREATE TABLE child (PRIMARY KEY (id)) INHERITS (parent);
INSERT INTO parent VALUES (1, 1), (2, 1);
INSERT INTO child VALUES (1, 1), (3, 2);
SELECT refusal($$SELECT keyset_page('parent', 'v')$$), refusal($$SELECT keyset_page('parent', 'id')$$);
SELECT walk('child', 'v');
DROP TABLE child;
SELECT walk('parent', 'v');

DROP TABLE scattered, keys, mirror, growing, patterns, parent;
DROP FUNCTION order_of, with_index, mirrored, directions;
