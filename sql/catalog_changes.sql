-- Definitions that change between two pages of one session: the right rows or a code, and never rows of another table
-- than the one that the argument names now.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA changes;
SET search_path = changes, public;

-- A table of 9 rows, read by a, and read often before, so that its plans are kept. place: behind its third row.
CREATE FUNCTION pg_temp.anew() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    place text;
    after_three text;
BEGIN
    SET LOCAL client_min_messages = warning;
    DROP TABLE IF EXISTS t CASCADE;
    CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b text NOT NULL, extra text);
    INSERT INTO t SELECT g, g, 'b' || 10 - g, 'x' || g FROM generate_series(1, 9) g;
    CREATE INDEX t_a ON t (a, id);
    FOR n IN 1..8 LOOP
        SELECT next_cursor INTO STRICT place FROM keyset_page('t', 'a', place, 1);
        IF n = 3 THEN
            after_three := place;
        END IF;
    END LOOP;
    RETURN after_three;
END
$$;
-- What follows a place, in pages of 4; or the error
CREATE FUNCTION pg_temp.rest(place text, relation text DEFAULT 't', order_spec text DEFAULT 'a', member text DEFAULT 'id') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    found text;
    result text;
BEGIN
    WHILE place IS NOT NULL LOOP
        SELECT ids(items, member), next_cursor INTO STRICT found, place FROM keyset_page(relation::regclass, order_spec, place, 4);
        result := concat_ws(' | ', result, found);
    END LOOP;
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN concat_ws(' | ', result, SQLSTATE || ' ' || SQLERRM);
END
$$;
CREATE FUNCTION pg_temp.item(n int, order_spec text DEFAULT 'a') RETURNS text LANGUAGE sql AS $$
    SELECT attempt(format('SELECT items ->> 0 FROM keyset_page(''t'', %L, legacy_offset => %s)', order_spec, n))
$$;
SET keyset_page.legacy_offset = on;

SELECT pg_temp.anew() AS place \gset
SELECT pg_temp.rest(:'place');

-- Columns
ALTER TABLE t ADD more int DEFAULT 7;
SELECT pg_temp.rest(:'place'), pg_temp.item(3);
ALTER TABLE t DROP COLUMN extra;
SELECT pg_temp.rest(:'place'), pg_temp.item(3);
ALTER TABLE t RENAME more TO other;
SELECT pg_temp.rest(:'place'), pg_temp.item(3);
ALTER TABLE t ALTER other TYPE text USING 't' || other;
SELECT pg_temp.rest(:'place'), pg_temp.item(3);
ALTER TABLE t RENAME a TO aa;
SELECT pg_temp.rest(:'place');
SELECT pg_temp.rest(:'place', order_spec => 'aa');
SELECT refusal(format('SELECT keyset_page(''t'', ''aa'', %L)', :'place'));
ALTER TABLE t ADD a int;
UPDATE t SET a = 100 - aa;
SELECT pg_temp.rest(:'place');
ALTER TABLE t DROP COLUMN a;
ALTER TABLE t RENAME aa TO a;
SELECT pg_temp.rest(:'place');
ALTER TABLE t RENAME id TO key;
SELECT pg_temp.rest(:'place');
ALTER TABLE t RENAME key TO id;
SELECT pg_temp.rest(:'place');

-- Types
SELECT pg_temp.anew() AS place \gset
ALTER TABLE t ALTER a TYPE bigint;
SELECT pg_temp.rest(:'place');
SELECT refusal(format('SELECT keyset_page(''t'', ''a'', %L)', :'place'));
ALTER TABLE t ALTER a TYPE int;
SELECT pg_temp.rest(:'place');
ALTER TABLE t ALTER id TYPE bigint;
SELECT pg_temp.rest(:'place');
SELECT pg_temp.anew() IS NOT NULL;
SELECT next_cursor AS place FROM keyset_page('t', 'b', NULL, 3) \gset
ALTER TABLE t ALTER b TYPE varchar(20);
SELECT pg_temp.rest(:'place', order_spec => 'b');
SELECT next_cursor AS place FROM keyset_page('t', 'b', NULL, 3) \gset
ALTER TABLE t ALTER b TYPE varchar(10);
SELECT pg_temp.rest(:'place', order_spec => 'b');

-- Collations: of the column; another locale under an old name
SELECT pg_temp.anew() IS NOT NULL;
SELECT next_cursor AS place FROM keyset_page('t', 'b', NULL, 3) \gset
SELECT pg_temp.rest(:'place', order_spec => 'b');
ALTER TABLE t ALTER b TYPE text COLLATE "C";
SELECT pg_temp.rest(:'place', order_spec => 'b');
CREATE COLLATION mine FROM "C";
SELECT next_cursor AS place FROM keyset_page('t', 'b COLLATE mine', NULL, 3) \gset
SELECT pg_temp.rest(:'place', order_spec => 'b COLLATE mine');
DROP COLLATION mine;
SELECT pg_temp.rest(:'place', order_spec => 'b COLLATE mine');
CREATE COLLATION mine FROM "POSIX";
SELECT pg_temp.rest(:'place', order_spec => 'b COLLATE mine');
DROP COLLATION mine;
CREATE COLLATION mine FROM "C";
SELECT pg_temp.rest(:'place', order_spec => 'b COLLATE mine');
ALTER COLLATION mine RENAME TO yours;
SELECT pg_temp.rest(:'place', order_spec => 'b COLLATE yours');

-- NULLs allowed where there were none: they come last, and after the last of the values
SELECT pg_temp.anew() AS place \gset
ALTER TABLE t ALTER a DROP NOT NULL;
INSERT INTO t VALUES (20, NULL, ''), (21, NULL, '');
SELECT pg_temp.rest(:'place');
DELETE FROM t WHERE a IS NULL;
ALTER TABLE t ALTER a SET NOT NULL;
SELECT pg_temp.rest(:'place');

-- The relation: renamed, another under the old name
SELECT pg_temp.anew() AS place \gset
ALTER TABLE t RENAME TO u;
SELECT pg_temp.rest(:'place');
SELECT pg_temp.rest(:'place', 'u');
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, stranger boolean DEFAULT true);
INSERT INTO t SELECT g, g / 3 FROM generate_series(10, 20) g;
SELECT pg_temp.rest(:'place'), pg_temp.item(0);
SELECT pg_temp.rest(:'place', 'u');
DROP TABLE t;
CREATE TABLE t (id int PRIMARY KEY, a text);
INSERT INTO t VALUES (1, '1');
SELECT pg_temp.rest(:'place'), pg_temp.item(0);
DROP TABLE t;
CREATE VIEW t AS SELECT id + 100 AS id, a FROM u;
SELECT pg_temp.rest(:'place'), pg_temp.item(0, 'a, id');
DROP VIEW t;
ALTER TABLE u RENAME TO t;
SELECT pg_temp.rest(:'place'), pg_temp.item(0);
-- a temporary one before it
CREATE TEMP TABLE t (id int PRIMARY KEY, a int NOT NULL);
INSERT INTO pg_temp.t VALUES (77, 5);
SELECT pg_temp.rest(:'place');
SELECT pg_temp.rest(:'place', 'changes.t');
SELECT pg_temp.rest(next_cursor) FROM keyset_page('changes.t', 'a', NULL, 3);
DROP TABLE pg_temp.t;
SELECT pg_temp.rest(:'place');

-- The schema
SELECT pg_temp.anew() AS place \gset
ALTER SCHEMA changes RENAME TO changed;
SELECT pg_temp.rest(:'place', 'changed.t');
SELECT pages('changed.t', 'a', 5);
CREATE SCHEMA changes;
CREATE TABLE changes.t (id int PRIMARY KEY, a int NOT NULL);
INSERT INTO changes.t VALUES (55, 5);
SELECT pg_temp.rest(:'place', 'changes.t'), pg_temp.rest(:'place', 'changed.t');
DROP SCHEMA changes CASCADE;
ALTER SCHEMA changed RENAME TO changes;
SELECT pg_temp.rest(:'place', 'changes.t');
CREATE SCHEMA changes_elsewhere;
ALTER TABLE t SET SCHEMA changes_elsewhere;
SELECT pg_temp.rest(:'place', 'changes_elsewhere.t');
ALTER TABLE changes_elsewhere.t SET SCHEMA changes;
DROP SCHEMA changes_elsewhere;
SELECT pg_temp.rest(:'place');

-- Indexes and keys
SELECT pg_temp.anew() AS place \gset
SET keyset_page.require_index = error;
DROP INDEX t_a;
SELECT pg_temp.rest(:'place');
SET keyset_page.require_index = off;
SELECT pg_temp.rest(:'place');
CREATE INDEX t_a ON t (a, id);
SET keyset_page.require_index = error;
SELECT pg_temp.rest(:'place');
REINDEX TABLE t;
CLUSTER t USING t_a;
SELECT pg_temp.rest(:'place');
SET keyset_page.require_index = off;
-- an index that makes a new walk break ties downwards does not turn the old one
UPDATE t SET a = a / 3;
SELECT next_cursor AS in_tie FROM keyset_page('t', 'a', NULL, 4) \gset
SELECT order_by, pg_temp.rest(:'in_tie') FROM keyset_page('t', 'a');
DROP INDEX t_a;
CREATE INDEX t_a ON t (a, id DESC);
SELECT order_by, pages('t', 'a', 4), pg_temp.rest(:'in_tie') FROM keyset_page('t', 'a');
SELECT d.order_by FROM keyset_page('t', 'a', :'in_tie', 2) p, keyset_cursor_decode(p.next_cursor) d;
UPDATE t SET a = id;
SELECT pg_temp.rest(:'place');
-- the primary key dropped: the order is not total any more; another key takes its place
ALTER TABLE t DROP CONSTRAINT t_pkey;
SELECT pg_temp.rest(:'place');
CREATE UNIQUE INDEX t_id ON t (id);
SELECT pg_temp.rest(:'place');
ALTER TABLE t ALTER id DROP NOT NULL;
SELECT pg_temp.rest(:'place');
ALTER TABLE t ALTER id SET NOT NULL;
ALTER TABLE t ADD PRIMARY KEY (b);
SELECT order_by FROM keyset_page('t', 'a');
SELECT pg_temp.rest(:'place');
DROP INDEX t_id;
SELECT refusal(format('SELECT keyset_page(''t'', ''a'', %L)', :'place'));
CREATE UNIQUE INDEX t_id ON t (id) WHERE id > 0;
SELECT pg_temp.rest(:'place');
DROP INDEX t_id;
ALTER TABLE t ADD UNIQUE (id) DEFERRABLE;
SELECT pg_temp.rest(:'place');
ALTER TABLE t DROP CONSTRAINT t_id_key, DROP CONSTRAINT t_pkey, ADD PRIMARY KEY (id);
SELECT pg_temp.rest(:'place');
-- a child of it
CREATE TABLE child () INHERITS (t);
SELECT pg_temp.rest(:'place');
DROP TABLE child;
SELECT pg_temp.rest(:'place');
-- the index of an expression dropped and made again
CREATE INDEX t_e ON t ((-a), id);
SELECT next_cursor AS by_e FROM keyset_page('t', '(-a)', NULL, 3) \gset
SELECT pg_temp.rest(:'by_e', order_spec => '(-a)');
DROP INDEX t_e;
SELECT pg_temp.rest(:'by_e', order_spec => '(-a)');
CREATE INDEX t_e ON t ((-a), id);
SELECT pg_temp.rest(:'by_e', order_spec => '(-a)');

-- Types of keys: renamed, moved, given values
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE m (id int PRIMARY KEY, k mood NOT NULL);
INSERT INTO m SELECT g, (ARRAY['sad', 'ok', 'happy'])[1 + g / 3]::mood FROM generate_series(0, 8) g;
CREATE INDEX ON m (k, id);
SELECT next_cursor AS place FROM keyset_page('m', 'k', NULL, 4) \gset
SELECT pg_temp.rest(:'place', 'm', 'k');
ALTER TYPE mood ADD VALUE 'so-so' BEFORE 'happy';
SELECT pg_temp.rest(:'place', 'm', 'k');
INSERT INTO m VALUES (20, 'so-so');
SELECT pg_temp.rest(:'place', 'm', 'k');
ALTER TYPE mood RENAME TO feeling;
SELECT pg_temp.rest(:'place', 'm', 'k');
ALTER TYPE feeling RENAME TO mood;
SELECT pg_temp.rest(:'place', 'm', 'k');
CREATE SCHEMA changes_types;
ALTER TYPE mood SET SCHEMA changes_types;
SELECT pg_temp.rest(:'place', 'm', 'k');
ALTER TYPE changes_types.mood SET SCHEMA changes;
ALTER TYPE mood RENAME VALUE 'ok' TO 'fine';
SELECT pg_temp.rest(:'place', 'm', 'k');
SELECT pages('m', 'k', 4);
ALTER TYPE mood RENAME VALUE 'fine' TO 'ok';
SELECT pg_temp.rest(:'place', 'm', 'k');
CREATE DOMAIN small AS int;
CREATE TABLE d (id int PRIMARY KEY, k small NOT NULL);
INSERT INTO d SELECT g, g FROM generate_series(1, 6) g;
SELECT next_cursor AS place FROM keyset_page('d', 'k', NULL, 2) \gset
ALTER DOMAIN small ADD CHECK (VALUE > 2) NOT VALID;
SELECT pg_temp.rest(:'place', 'd', 'k');
CREATE TYPE pair AS (x int, y text);
CREATE TABLE p (id int PRIMARY KEY, k pair);
INSERT INTO p SELECT g, ROW(g, 'y')::pair FROM generate_series(1, 6) g;
SELECT next_cursor AS place FROM keyset_page('p', 'k', NULL, 2) \gset
SELECT pg_temp.rest(:'place', 'p', 'k');
ALTER TYPE pair ADD ATTRIBUTE z int;
SELECT pg_temp.rest(:'place', 'p', 'k');
SELECT pages('p', 'k', 4);
ALTER TYPE pair DROP ATTRIBUTE y;
SELECT pg_temp.rest(:'place', 'p', 'k');
SELECT pages('p', 'k', 4);

-- Filters: what they call, and the types of their parameters
SELECT pg_temp.anew() IS NOT NULL;
CREATE FUNCTION bound() RETURNS int STABLE LANGUAGE sql AS 'SELECT 2';
SELECT next_cursor AS place FROM keyset_page('t', 'a', NULL, 2, 'a > bound()') \gset
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''a > bound()'')', :'place'));
CREATE OR REPLACE FUNCTION bound() RETURNS int STABLE LANGUAGE sql AS 'SELECT 5';
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''a > bound()'')', :'place'));
CREATE OR REPLACE FUNCTION bound() RETURNS int VOLATILE LANGUAGE sql AS 'SELECT 5';
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''a > bound()'')', :'place'));
DROP FUNCTION bound();
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''a > bound()'')', :'place'));
CREATE FUNCTION bound() RETURNS bigint STABLE LANGUAGE sql AS 'SELECT 2::bigint';
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''a > bound()'')', :'place'));
SELECT next_cursor AS place FROM keyset_page('t', 'a', NULL, 2, 'extra > $1', '{x1}') \gset
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''extra > $1'', ''{x1}'')', :'place'));
ALTER TABLE t ALTER extra TYPE int USING substr(extra, 2)::int;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''extra > $1'', ''{x1}'')', :'place'));
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''extra > $1'', ''{1}'')', :'place'));
ALTER TABLE t RENAME extra TO spare;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''extra > $1'', ''{1}'')', :'place'));
CREATE TABLE chosen (t_id int);
INSERT INTO chosen VALUES (2), (4), (6), (8);
SELECT next_cursor AS place FROM keyset_page('t', 'a', NULL, 2, 'id IN (SELECT t_id FROM chosen)') \gset
ALTER TABLE chosen RENAME TO chosen_once;
CREATE TABLE chosen (t_id int);
INSERT INTO chosen VALUES (7);
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''id IN (SELECT t_id FROM chosen)'')', :'place'));
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 2, ''id IN (SELECT t_id FROM chosen_once)'')', :'place'));

-- Columns: what they call
CREATE FUNCTION tag(int) RETURNS text STABLE LANGUAGE sql AS $$ SELECT 'one' || $1 $$;
SELECT items FROM keyset_page('t', 'a', NULL, 1, columns => 'tag(id) AS tag');
CREATE OR REPLACE FUNCTION tag(int) RETURNS text STABLE LANGUAGE sql AS $$ SELECT 'two' || $1 $$;
SELECT items FROM keyset_page('t', 'a', NULL, 1, columns => 'tag(id) AS tag');
DROP FUNCTION tag(int);
CREATE FUNCTION tag(int) RETURNS int[] STABLE LANGUAGE sql AS $$ SELECT ARRAY[$1, $1] $$;
SELECT items FROM keyset_page('t', 'a', NULL, 1, columns => 'tag(id) AS tag');

-- Views, defined anew
CREATE VIEW v AS SELECT id, a FROM t WHERE a < 7;
SELECT next_cursor AS place FROM keyset_page('v', 'a', NULL, 3) \gset
SELECT pg_temp.rest(:'place', 'v');
CREATE OR REPLACE VIEW v AS SELECT id, a FROM t WHERE a > 4;
SELECT pg_temp.rest(:'place', 'v');
CREATE OR REPLACE VIEW v AS SELECT id, a, b FROM t;
SELECT pg_temp.rest(:'place', 'v', member => 'b');
CREATE OR REPLACE VIEW v AS SELECT t.id, t.a, t.b FROM t JOIN t u USING (id);
SELECT pg_temp.rest(:'place', 'v');
DROP VIEW v;
CREATE VIEW v AS SELECT id, a::bigint AS a FROM t;
SELECT pg_temp.rest(:'place', 'v');
DROP VIEW v;

-- Partitions attached, detached, dropped
CREATE TABLE parts (id int, a int, PRIMARY KEY (a, id)) PARTITION BY RANGE (a);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (4);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (4) TO (7);
INSERT INTO parts SELECT g, g FROM generate_series(1, 6) g;
SELECT next_cursor AS place FROM keyset_page('parts', 'a', NULL, 2) \gset
SELECT pg_temp.rest(:'place', 'parts');
CREATE TABLE parts_3 (id int NOT NULL, a int NOT NULL);
INSERT INTO parts_3 SELECT g, g FROM generate_series(7, 9) g;
ALTER TABLE parts ATTACH PARTITION parts_3 FOR VALUES FROM (7) TO (10);
SELECT pg_temp.rest(:'place', 'parts');
ALTER TABLE parts DETACH PARTITION parts_2;
SELECT pg_temp.rest(:'place', 'parts');
DROP TABLE parts_1;
SELECT pg_temp.rest(:'place', 'parts');

-- Within a transaction, and rolled back
SELECT pg_temp.anew() AS place \gset
BEGIN;
SELECT pg_temp.rest(:'place');
ALTER TABLE t ADD z int NOT NULL DEFAULT 0;
UPDATE t SET z = 100 - a;
ALTER TABLE t RENAME a TO y;
ALTER TABLE t RENAME z TO a;
SELECT pg_temp.rest(:'place');
SAVEPOINT s;
DROP INDEX t_a;
ALTER TABLE t DROP COLUMN extra, ADD extra int DEFAULT 5;
SELECT pg_temp.rest(:'place', member => 'extra');
DROP TABLE t;
SELECT pg_temp.rest(:'place');
ROLLBACK TO s;
SELECT pg_temp.rest(:'place', member => 'extra');
ROLLBACK;
SELECT pg_temp.rest(:'place'), pg_temp.rest(:'place', member => 'extra');
BEGIN;
ALTER TABLE t RENAME TO u;
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL);
INSERT INTO t VALUES (99, 9);
SELECT pg_temp.rest(:'place');
ROLLBACK;
SELECT pg_temp.rest(:'place');

-- The attributes of a row type that the caller's own text looks into
CREATE TYPE duo AS (x int, y int);
CREATE TABLE rowed (x int, y int);
CREATE TABLE holds (id int PRIMARY KEY, c duo, r rowed, cs duo[]);
INSERT INTO holds VALUES (1, '(1,20)', '(1,20)', ARRAY['(1,20)'::duo]), (2, '(2,10)', '(2,10)', ARRAY['(2,10)'::duo]);
CREATE INDEX holds_x ON holds (((c).x), id);
CREATE FUNCTION pg_temp.looks() RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' | ', outcome('SELECT ids(items) FROM keyset_page(''holds'', ''id'', NULL, 5, ''(c).x > 1'')'),
                            outcome('SELECT ids(items) FROM keyset_page(''holds'', ''id'', NULL, 5, ''(r).x > 1'')'),
                            outcome('SELECT ids(items) FROM keyset_page(''holds'', ''id'', NULL, 5, ''(cs[1]).x > 1'')'),
                            outcome('SELECT items FROM keyset_page(''holds'', ''id'', NULL, 1, columns => ''(c).*'')'),
                            outcome('SELECT order_by FROM keyset_page(''holds'', ''(c).x'', NULL, 1)'))
$$;
SELECT pg_temp.looks();
ALTER TYPE duo RENAME ATTRIBUTE x TO z;
ALTER TYPE duo RENAME ATTRIBUTE y TO x;
ALTER TABLE rowed RENAME x TO z;
ALTER TABLE rowed RENAME y TO x;
SELECT pg_temp.looks();
DROP TABLE holds, rowed;
DROP TYPE duo;

-- What its names mean, before a plan was made of them
CREATE FUNCTION far(int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 > 3';
SELECT next_cursor AS far FROM keyset_page('t', 'a', NULL, 1, 'far(id)') \gset
ALTER FUNCTION far(int) RENAME TO further;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 3, ''further(id)'')', :'far'));
ALTER FUNCTION further(int) RENAME TO far;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 3, ''far(id)'')', :'far'));
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 3, ''further(id)'')', :'far'));

-- Dropped, and truncated
SELECT 't'::regclass::oid AS gone \gset
TRUNCATE t;
SELECT pg_temp.rest(:'place'), items, next_cursor, prev_cursor FROM keyset_page('t', 'a', :'place');
DROP TABLE t;
SELECT pg_temp.rest(:'place');
SELECT replace(refusal('SELECT keyset_page(' || :gone || ', ''a'')'), :'gone', '(OID)');

SET client_min_messages = warning;
DROP SCHEMA changes CASCADE;
DROP SCHEMA changes_types;
