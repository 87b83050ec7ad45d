-- Names that must be quoted, names that look like the module's own, and columns that moved.
SET keyset_page.require_index = off;

CREATE TABLE "Weird Table" ("Order" int, "select" text COLLATE "C", "a""b" int, "é" int NOT NULL, "Id" int PRIMARY KEY);
INSERT INTO "Weird Table" SELECT nullif(n % 4, 0), chr(97 + n % 3), nullif(n % 5, 0), n % 2, n FROM generate_series(1, 22) n;
SELECT walk('"Weird Table"', '"Order"'), walk('"Weird Table"', '"select" DESC'), walk('"Weird Table"', '"a""b" NULLS FIRST'),
       walk('"Weird Table"', '"é"'), walk('"Weird Table"', 'é DESC'), walk('"Weird Table"', 'U&"\00E9", "Order" DESC');
SELECT walk('"Weird Table"', '"Weird Table"."a""b", public."Weird Table"."Order" DESC');
SELECT pages('"Weird Table"', '"é", "a""b" DESC', 8, 'Id');
CREATE INDEX "ix ""é""" ON "Weird Table" ("a""b" DESC, "Order", "Id");
SELECT walk('"Weird Table"', '"a""b" DESC, "Order"'), seek_index, unique_key FROM keyset_explain('"Weird Table"', '"a""b" DESC, "Order"');
SELECT walk('"Weird Table"', '"a""b"', '"Order" > $1 AND "Weird Table"."select" = $2', '{0, a}', '"Order" > 0 AND "select" = ''a''');
SELECT items FROM keyset_page('"Weird Table"', '"select" DESC, "Id"', NULL, 2, columns => '"a""b", "Weird Table"."Order" AS "x y", "é"');
-- Without quotes they are other names, or none.
SELECT order_spec, split_part(refusal(format('SELECT keyset_page(%L, %L)', '"Weird Table"', order_spec)), E'\n', 1)
  FROM unnest(ARRAY['Order', 'select', '"order"', 'id', 'Weird Table."Id"', '"weird table"."Id"', '"a"b"']) order_spec;
-- Every other name a relation, a schema and its columns may have.
CREATE FUNCTION walk_named(schema text, tablename text, column_name text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    IF schema NOT IN ('public', 'pg_temp') THEN
        EXECUTE format('CREATE SCHEMA %I', schema);
    END IF;
    EXECUTE format('CREATE TABLE %I.%I (%I int, zz int PRIMARY KEY)', schema, tablename, column_name);
    EXECUTE format('INSERT INTO %I.%I SELECT nullif(n %% 3, 0), n FROM generate_series(1, 10) n', schema, tablename);
    result := walk(format('%I.%I', schema, tablename)::regclass, format('%I DESC', column_name));
    EXECUTE format('CREATE INDEX ON %I.%I (lower(%I::text), zz)', schema, tablename, column_name);
    result := concat_ws('; ', result, walk(format('%I.%I', schema, tablename)::regclass, format('lower(%I::text)', column_name), sizes => '{3}'));
    EXECUTE format('DROP TABLE %I.%I', schema, tablename);
    IF schema NOT IN ('public', 'pg_temp') THEN
        EXECUTE format('DROP SCHEMA %I', schema);
    END IF;
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLERRM;
END
$$;
\pset format unaligned
SELECT n, walk_named(schema, tablename, column_name)
  FROM (VALUES (1, 'public', 'keyset_page reference', 'row'), (2, 'public', 'keyset_page reference', '0'), (3, 'public', 'row', 'keyset_page reference'),
               (4, 'public', 'select', 'from'), (5, 'public', 'x', 'x'), (6, 'public', 'items', 'items'), (7, 'public', '$1', '$2'), (8, 'public', '1', '1'),
               (9, 'a.b', 'c.d', 'e.f'), (10, 'S "q" ''', 'T "q" ''', 'c "q" '''), (11, 'user', 'user', 'current_user'), (12, 'public', 'null', 'null'),
               (13, 'public', 'a;b--', '/*'), (14, 'public', 't', E'new\nline\ttab\\'), (15, 'public', 't', '%s'), (16, 'public', 't', '%1$I'),
               (17, 'public', repeat('n', 63), repeat('c', 63)), (18, 'public', repeat('é', 31), repeat('ü', 31)), (19, 'public', '😀', '日本語'),
               (20, 'pg_temp', 'temporary', 'limit'), (21, 'pg_temp', 'pg_class', 'oid'), (22, 'public', 'unnest', 'collate'), (23, 'public', 'q', 'desc'),
               (24, 'public', ' ', ' '), (25, 'public', 'TRUE', 'True'), (26, 'public', 'NEW', 'old'), (27, 'public', 'excluded', 'asc'),
               (28, 'public', 'interval', 'interval'), (29, 'public', 'jsonb', 'jsonb'), (30, 'public', 'values', 'default')) v (n, schema, tablename, column_name)
 ORDER BY n;
\pset format aligned

-- A filter's subquery may use the relation's name again, for itself or for another.
CREATE TABLE twin (id int PRIMARY KEY, v int);
INSERT INTO twin SELECT n, n % 3 FROM generate_series(1, 10) n;
SELECT walk('twin', 'v DESC', 'EXISTS (SELECT FROM twin t WHERE t.id = twin.id + $1 AND t.v > twin.v)', '{1}', 'id % 3 < 2 AND id < 10');
SELECT walk('twin', 'v', 'id IN (SELECT twin.id FROM generate_series(2, 8) twin (id))', NULL, 'id BETWEEN 2 AND 8');
-- A column may have the relation's own name, and a relation that of a column of it.
ALTER TABLE twin RENAME v TO twin;
SELECT walk('twin', 'twin DESC'), walk('twin', 'twin.twin', 'twin.twin > $1', '{0}', 'twin > 0');

-- Columns that were dropped, added and renamed: a key is its column, wherever it stands.
ALTER TABLE twin DROP twin, ADD w int, ADD twin text;
UPDATE twin SET w = id % 4, twin = id % 2;
SELECT walk('twin', 'w'), walk('twin', 'twin, w DESC');
ALTER TABLE twin RENAME w TO id2;
ALTER TABLE twin RENAME id TO w;
ALTER TABLE twin RENAME id2 TO id;
SELECT walk('twin', 'id'), walk('twin', 'w DESC'), walk('twin', 'twin');
SELECT items FROM keyset_page('twin', 'id DESC', (SELECT next_cursor FROM keyset_page('twin', 'id DESC', NULL, 2)), 2);

-- A name that is a keyword in some majors only is taken for the same by all; a literal like it is another one.
CREATE TABLE words (id int PRIMARY KEY, "json" text, """json""" text);
INSERT INTO words SELECT n, 'json', '"json"' FROM generate_series(1, 3) n;
WITH f (filter) AS (VALUES ('"json" = ''json'''), ('"json" <> ''"json"'''), ('"json" = $$json$$'), ('"""json""" <> ''json'''), ('"""json""" = ''"json"'''))
SELECT a.filter, string_agg(b.filter, ' and ') FILTER (WHERE r NOT LIKE 'KP006%') AS same
  FROM f a, f b, refusal(format('SELECT keyset_page(''words'', ''id'', %L, filter => %L)', (SELECT next_cursor FROM keyset_page('words', 'id', NULL, 1, a.filter)), b.filter)) r
 GROUP BY a.filter ORDER BY a.filter COLLATE "C";

DROP TABLE "Weird Table", twin, words;
DROP FUNCTION walk_named;
