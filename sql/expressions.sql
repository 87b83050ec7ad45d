-- An expression is a key if an index of the relation has that same expression as a key, and only then.
SET keyset_page.require_index = off;

CREATE TABLE acme (id int PRIMARY KEY, name text COLLATE "C", born date, at timestamp, tags text[], doc jsonb, a int, b int, p point);
INSERT INTO acme
SELECT n, ('{acme, ACME, Acme, beta, NULL, Beta, gamma}'::text[])[n % 7 + 1], date '2000-02-29' + n % 4 * 366,
       timestamp '2026-03-09 23:30' + n % 3 * interval '1 h', ARRAY[chr(97 + n % 3), 'x'], format('{"name": "n%s", "n": %s}', n % 3, n % 4)::jsonb,
       nullif(n % 4, 0), n % 3, point(n % 3, n)
  FROM generate_series(1, 20) n;
SELECT split_part(refusal($$SELECT keyset_page('acme', 'lower(name)')$$), E'\n', 1),
       split_part(refusal($$SELECT keyset_page('acme', 'lower(name), id')$$), E'\n', 1);
SELECT refusal($$SELECT keyset_page('acme', 'lower(name)')$$);

CREATE INDEX acme_lower ON acme (lower(name), id);
SELECT walk('acme', 'lower(name)'), walk('acme', 'lower(name) DESC'), pages('acme', 'lower(name)', 6), pages('acme', 'lower(name)', 6, 'name');
SELECT seek_index, index_backed, statements[2] FROM keyset_explain('acme', 'lower(name)');
SELECT walk('acme', 'lower(name) NULLS FIRST, id DESC'), walk('acme', 'b DESC, lower(name)'), walk('acme', 'lower(name), name DESC');
-- The expression's other spellings are the same key; like a column it counts once.
SELECT order_spec, order_by
  FROM unnest(ARRAY['lower(name)', 'LOWER ( "name" )', 'pg_catalog.lower(name)', 'lower(acme.name)', 'lower(public.acme.name::text)',
                    'lower(name), lower(name) DESC', '(lower(name))', 'lower(name) COLLATE "C"', 'lower(name) COLLATE "POSIX"']) order_spec,
       keyset_page('acme', order_spec, NULL, 1);
SELECT walk('acme', 'lower(name) COLLATE "POSIX" DESC');
-- Others are not: another function, another argument, another nesting.
SELECT order_spec, split_part(refusal(format('SELECT keyset_page(%L, %L)', 'acme', order_spec)), E'\n', 1)
  FROM unnest(ARRAY['upper(name)', 'lower(upper(name))', 'lower(lower(name))', 'lower(tags[1])', 'lower(name || name)', 'lower(other.name)',
                    'lower(nothing)', 'lower(name, name)', 'lower(''a'')', 'lower(DISTINCT name)', 'lower(name ORDER BY id)',
                    'lower(name) FILTER (WHERE true)', 'lower(name) OVER ()', 'lower(VARIADIC tags)', 'lower(arg => name)', 'lower(id::text)',
                    'other.lower(name)', 'lower((SELECT name FROM acme LIMIT 1))', 'lower($1)', 'lower(acme)', 'lower(acme.*)',
                    'lower(name)::int', 'lower(ctid)', 'lower(name COLLATE "POSIX")', 'length(lower(name))']) order_spec;

-- Expressions of many kinds; each is as it was written, and each is served by its index.
CREATE FUNCTION years(d date) RETURNS float8 LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT date_part('year', d) $$;
CREATE TYPE two AS (a int, b int);
CREATE TABLE kinds (expression text PRIMARY KEY);
INSERT INTO kinds VALUES ('a + b'), ('-a'), ('a % 2'), ('coalesce(a, 0)'), ('greatest(a, b)'), ('nullif(a, b)'), ('abs(a - b)'),
    ('a::text'), ('a::numeric(10,2)'), ('CAST(a AS bigint)'), ('a IS NULL'), ('a > b'), ('a = 1 AND b > 0'), ('NOT (a = 1)'),
    ('(a > b) IS NOT TRUE'), ('a IS DISTINCT FROM b'), ('a BETWEEN 1 AND 2'), ('a IN (1, 3)'), ('a = ANY (''{1,3}'')'),
    ('CASE WHEN a > 1 THEN b ELSE a END'), ('CASE a WHEN 1 THEN ''one'' WHEN 2 THEN ''two'' END'),
    ('doc ->> ''name'''), ('(doc -> ''n'')::int'), ('doc #>> ''{name}'''), ('doc @> ''{"n": 1}'''), ('doc -> ''n'''),
    ('tags[1]'), ('tags[1:2]'), ('array_length(tags, 1)'), ('(p)[1]'), ('ARRAY[a, b]'), ('ROW(a, b)::two'),
    ('name || ''!'''), ('left(name, 2)'), ('substring(name from 2 for 2)'), ('substring(name, 2)'), ('trim(both from name)'),
    ('position(''e'' in name)'), ('overlay(name placing ''x'' from 1)'), ('name LIKE ''a%'''), ('name ~ ''^a'''), ('name SIMILAR TO ''a%'''),
    ('md5(name)'), ('hashtext(name)'), ('E''\\t'' || name'), ('upper(name) COLLATE "POSIX"'), ('(name COLLATE "POSIX") || ''x'''),
    ('years(born)'), ('years(d => born)'), ('extract(year from born)'), ('date_part(''year'', born)'), ('date_trunc(''day'', at)'),
    ('at::date'), ('at AT TIME ZONE ''Europe/Berlin'''), ('at + interval ''24 hours'''), ('at + ''1 day''::interval'), ('born - date ''2000-02-29'''),
    ('born + 1'), ('age(at, timestamp ''2000-01-01 00:00'')'), ('int4range(b, 10)'), ('a * 1.50'), ('a::float8 / 3'), ('1e3 * b'),
    ('acme.a + acme.b'), ('id + 0'), ('at::time'), ('interval ''1 day 36 hours'' * b'), ('numeric ''1.50'' + b'),
    ('bit_length(name)'), ('a::smallint::text'), ('a OPERATOR(pg_catalog.+) b'), ('char_length(name)'), ('normalize(name)'),
    ('name IS NORMALIZED'), ('ascii(name)::"char"'), ('name::char(3)'), ('name::varchar(2)');
CREATE FUNCTION walk_by(expression text, OUT walked text, OUT backed bool)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE INDEX by_expression ON acme ((%s), id)', expression);
    walked := walk('acme', expression, sizes => '{2, 7}');
    SELECT index_backed INTO backed FROM keyset_explain('acme', expression || ' DESC');
    DROP INDEX by_expression;
EXCEPTION WHEN OTHERS THEN
    walked := SQLSTATE || ' ' || SQLERRM;
END
$$;
SELECT expression, w.* FROM kinds, walk_by(expression) w ORDER BY expression COLLATE "C";

-- Where a constant stands in it, the constant must be the same; its spelling, and the session's settings, do not matter.
CREATE INDEX acme_since ON acme ((born - date '2000-02-29'), id);
CREATE INDEX acme_later ON acme ((at + interval '24 hours'), id);
SELECT order_spec, split_part(refusal(format('SELECT keyset_page(%L, %L)', 'acme', order_spec)), E'\n', 1)
  FROM unnest(ARRAY['born - date ''2000-02-29''', 'born - ''29 Feb 2000''::date', 'born - date ''2000-02-28''', 'at + interval ''24:00''',
                    'at + interval ''1 day''', 'at + interval ''nonsense''']) order_spec;
SET DateStyle = 'SQL, DMY';
SET IntervalStyle = sql_standard;
SELECT walk('acme', 'born - date ''2000-02-29'''), walk('acme', 'at + interval ''24 hours''');
RESET DateStyle;
RESET IntervalStyle;
DROP INDEX acme_since, acme_later;

-- Several expressions, in one index, in mixed directions, and beside columns; a nullable one inside.
CREATE INDEX acme_mixed ON acme (b, (a % 2) DESC NULLS LAST, lower(name) DESC, id DESC);
SELECT walk('acme', 'b, a % 2 DESC NULLS LAST, lower(name) DESC'), walk('acme', 'b DESC, a % 2 NULLS FIRST, lower(name)');
SELECT order_spec, seek_index, index_backed
  FROM unnest(ARRAY['b, a % 2 DESC NULLS LAST, lower(name) DESC', 'b DESC, a % 2 NULLS FIRST, lower(name)', 'a % 2']) order_spec,
       keyset_explain('acme', order_spec);
-- The expression's index need not lead with it, nor serve the order: to have it is enough.
SELECT walk('acme', 'a % 2 DESC, lower(name)');
-- A filter over the expression, and columns that do not show what it is made of.
SELECT walk('acme', 'lower(name)', 'lower(name) >= $1', '{beta}', 'lower(name) >= ''beta''');
SELECT items FROM keyset_page('acme', 'lower(name) DESC', (SELECT next_cursor FROM keyset_page('acme', 'lower(name) DESC', NULL, 4)), 3,
    columns => 'id');
-- Two indexes with the same expression, one dropped between two pages: the cursor goes on, by sorting if need be.
CREATE INDEX acme_other ON acme (lower(name));
SELECT next_cursor FROM keyset_page('acme', 'lower(name)', NULL, 4) \gset
SELECT ids(items) FROM keyset_page('acme', 'lower(name)', :'next_cursor', 4);
DROP INDEX acme_lower;
SELECT ids(items) FROM keyset_page('acme', 'lower(name)', :'next_cursor', 4);
DROP INDEX acme_mixed;
SELECT ids(items) FROM keyset_page('acme', 'lower(name)', :'next_cursor', 4);
DROP INDEX acme_other;
SELECT split_part(refusal(format('SELECT keyset_page(%L, %L, %L, 4)', 'acme', 'lower(name)', :'next_cursor')), E'\n', 1);

-- A unique index on an expression proves nothing about rows; a partial one has the expression as well as any.
CREATE TABLE unproven (name text NOT NULL, v int);
INSERT INTO unproven VALUES ('acme', 1), ('BETA', 2);
CREATE UNIQUE INDEX ON unproven (lower(name));
SELECT split_part(refusal($$SELECT keyset_page('unproven', 'lower(name)')$$), E'\n', 1),
       split_part(refusal($$SELECT keyset_page('unproven', 'v')$$), E'\n', 1);
ALTER TABLE unproven ADD id serial PRIMARY KEY;
SELECT walk('unproven', 'lower(name) DESC');
CREATE INDEX ON unproven (upper(name)) WHERE v > 0;
SELECT walk('unproven', 'upper(name) DESC'), (SELECT index_backed FROM keyset_explain('unproven', 'upper(name)'));

DROP TABLE acme, kinds, unproven;
DROP FUNCTION walk_by, years;
DROP TYPE two;
