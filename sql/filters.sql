-- Filters: what they mean, what args are, what is refused.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA filters;
SET search_path = filters, public;

CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE t (
    id int PRIMARY KEY,
    a int,
    b text,
    n numeric,
    f float8,
    at timestamptz,
    d date,
    i interval,
    j jsonb,
    u uuid,
    y bytea,
    z boolean,
    m mood,
    p positive,
    l int[]
);
INSERT INTO t
SELECT g, g % 4, 'b' || g % 3, g / 2.0, g, '2026-03-01 00:00+00'::timestamptz + g * interval '1 day',
       '2026-03-01'::date + g, g * interval '1 day', jsonb_build_object('a', g % 2),
       ('00000000-0000-4000-8000-00000000000' || g % 10)::uuid, decode('0' || g % 10, 'hex'), g % 2 = 0,
       (ARRAY['sad', 'ok', 'happy'])[1 + g % 3]::mood, g, ARRAY[g % 2, 7]
  FROM generate_series(1, 12) g;
INSERT INTO t (id) VALUES (13);
CREATE TABLE note (t_id int, body text);
INSERT INTO note SELECT g, 'note' FROM generate_series(2, 12, 2) g;

CREATE FUNCTION pg_temp.found(filter text, args text[] DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
    SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', NULL, 100, %L, %L)', filter, args))
$$;

-- Whether a cursor that was minted with one filter and its args is taken with another.
CREATE FUNCTION pg_temp.same(f1 text, a1 text[], f2 text, a2 text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    place text;
BEGIN
    SELECT next_cursor INTO STRICT place FROM keyset_page('t', 'id', NULL, 1, f1, a1);
    IF place IS NULL THEN
        RETURN 'no cursor: the case tests nothing';
    END IF;
    RETURN outcome(format('SELECT ''same'' FROM keyset_page(''t'', ''id'', %L, 1, %L, %L)', place, f2, a2));
END
$$;

-- What is found
SELECT pg_temp.found('a = 1');
SELECT pg_temp.found('t.a = 1');
SELECT pg_temp.found('filters.t.a = 1 AND t.id > 4');
SELECT pg_temp.found('a = 1 OR b = ''b0''');
SELECT pg_temp.found('a IS NULL');
SELECT pg_temp.found('NULL');
SELECT pg_temp.found('NOT z');
SELECT pg_temp.found('m > ''sad''');
SELECT pg_temp.found('t.l @> ARRAY[1]');
SELECT pg_temp.found('(t).a = 2');
SELECT pg_temp.found(E'a = 2 -- the rest of the line');
SELECT pg_temp.found(E'/* before */ a /* /* nested */ */ = 2');
SELECT pg_temp.found($$b = 'x -- not a comment' OR b = '/*' OR a = 2$$);
SELECT pg_temp.found('U&"\0061" = 2');
SELECT pg_temp.found('at < CURRENT_TIMESTAMP AND a = 3');

-- OR stays within the filter on page two, too
SELECT ids(p.items), ids(q.items), q.next_cursor IS NULL
  FROM keyset_page('t', 'id', NULL, 2, 'a = 1 OR a = 2') p,
       keyset_page('t', 'id', p.next_cursor, 10, 'a = 1 OR a = 2') q;

-- Parameters
SELECT pg_temp.found('a = $1', '{1}');
SELECT pg_temp.found('a = $2 AND b = $1', '{b0,1}');
SELECT pg_temp.found('a = $1 AND id > $1 + 4', '{1}');
SELECT pg_temp.found('a = ANY ($1)', '{"{1,2}"}');
SELECT pg_temp.found('a IN ($1, $2)', '{1,3}');
SELECT pg_temp.found('b LIKE $1 || ''%''', '{b1}');
SELECT pg_temp.found('a = coalesce($1, 3)', '{NULL}');
SELECT pg_temp.found('a = $1', '{NULL}');
SELECT pg_temp.found('a = $1 OR $1 IS NULL', '{NULL}');
SELECT pg_temp.found('at < $1', '{2026-03-04 00:00+00}');
SELECT pg_temp.found('m = $1', '{happy}');
SELECT pg_temp.found('j @> $1', '{"{\"a\": 1}"}');
SELECT pg_temp.found('$1', '{t}');
SELECT pg_temp.found('p = $1', '{3}');
SELECT pg_temp.found('n = $1::numeric(3, 0)', '{2.4}');
SELECT pg_temp.found('b = $1', '{"b1'' OR true --"}');
SELECT pg_temp.found('id IN (SELECT t_id FROM note WHERE t_id < $1 AND body = $2)', '{7,note}');
SELECT pg_temp.found('b = ''$1'' OR a = 2');
SELECT pg_temp.found('a = 1', '{}');

-- A value is read by the input function of the type that the parser gave its parameter
SELECT pg_temp.found('a = $1', '{1.0}');
SELECT pg_temp.found('a = $1', '{x}');
SELECT pg_temp.found('a = $1', '{99999999999}');
SELECT pg_temp.found('m = $1', '{glad}');
SELECT pg_temp.found('at < $1', '{soon}');
SELECT pg_temp.found('a = $1::positive', '{-1}');
SELECT pg_temp.found('a = ANY ($1)', '{1}');

-- Number and type of parameters
SELECT pg_temp.found('a = $1');
SELECT pg_temp.found('a = $1', '{1,2}');
SELECT pg_temp.found('a = 1', '{1}');
SELECT pg_temp.found(NULL, '{1}');
SELECT pg_temp.found('a = $1', '{{1,2},{3,4}}');
SELECT pg_temp.found('a = $2', '{1,2}');
SELECT pg_temp.found('$1 IS NULL', '{1}');
SELECT pg_temp.found('$1 IS NULL OR a = $1', '{1}');
SELECT pg_temp.found('a = $1 OR b = $1', '{1}');
SELECT pg_temp.found('a = $0', '{1}');
SELECT outcome($$SELECT keyset_page('t', 'id', filter => 'a = $60000', args => '{1}')$$);
SELECT outcome($$SELECT keyset_page('t', 'id', filter => 'a = $20000000', args => '{1}')$$);
SELECT outcome($$SELECT keyset_page('t', 'id', filter => 'a = $2147483647', args => '{1}')$$);
SELECT outcome($$SELECT keyset_page('t', 'id', filter => 'a = $99999999999', args => '{1}')$$) IN ('42601', '42P02');

-- Equal in meaning, however it is spelled
SELECT pg_temp.same('a = 1', NULL, f, NULL), to_json(f)
  FROM unnest(ARRAY['a = 1', 'a=1', ' a = 1 ', E'a\n=\n1', 'a = 1 -- one', '/* one */ a = 1', 't.a = 1', 'filters.t.a = 1',
                    '(a = 1)', '"a" = 1', 'A = 1', 'a = (1)', 'a = 1::int', 'a = ''1''', 'a OPERATOR(pg_catalog.=) 1']) f;
SELECT pg_temp.same('id IN (SELECT t_id FROM note)', NULL, 't.id IN (SELECT note.t_id FROM filters.note)', NULL);
SELECT pg_temp.same('lower(b) = ''b1''', NULL, 'pg_catalog.lower(t.b) = ''b1''::text', NULL);
SELECT pg_temp.same(NULL, NULL, NULL, '{}');

-- Another meaning
SELECT pg_temp.same('a = 1', NULL, f, NULL), to_json(f)
  FROM unnest(ARRAY['a = 2', 'a < 2', 'a = 1.0', 'id = 1', 'a = 1 AND true', 'NOT a = 1', 'a = 1 OR b = ''b1''', NULL]) f;
SELECT pg_temp.same(NULL, NULL, 'true', NULL);
SELECT pg_temp.same('a = 1', NULL, 'a = $1', '{1}');
SELECT pg_temp.same('a = $1 AND id > $2', '{1,0}', 'a = $2 AND id > $1', '{0,1}');

-- The args by value, not by spelling
CREATE TABLE spelling (n serial, filter text, one text, other text);
INSERT INTO spelling (filter, one, other) VALUES
    ('a = $1', '1', ' 1 '),
    ('a = $1', '1', '+01'),
    ('a = $1', '1', '2'),
    ('n <> $1', '1.5', '01.5'),
    ('n <> $1', '1.5', '15e-1'),
    ('n <> $1', '1.5', '1.50'),
    ('f <> $1', '2', '2.0e0'),
    ('f >= $1', '0', '-0'),
    ('at > $1', '2026-03-02 00:00+00', '2 Mar 2026 01:00:00+01'),
    ('at > $1', '2026-03-02 00:00+00', '2026-03-02 00:00:00.000001+00'),
    ('d > $1', '2026-03-02', 'March 2, 2026'),
    ('i < $1', '1 mon', '1 month'),
    ('i < $1', '1 mon', '30 days'),
    ('j <> $1', '{"x": 1, "y": 2}', '{"y":2,"x":1}'),
    ('u <> $1', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', '{a0eebc999c0b4ef8bb6d6bb9bd380a11}'),
    ('y > $1', '\x00', '\000'),
    ('z = $1', 'true', ' YES '),
    ('z = $1', 'true', 'false'),
    ('b > $1', 'a', 'A'),
    ('b > $1', 'a', 'a '),
    ('b = $1 OR a = 1', NULL, 'NULL'),
    ('l <> $1', '{1,2}', ' { 1 , 2 } '),
    ('l <> $1', '{1,2}', '[0:1]={1,2}'),
    ('m > $1', 'sad', 'ok');
SELECT n, pg_temp.same(filter, ARRAY[one], filter, ARRAY[other]), filter, one, other FROM spelling ORDER BY n;

-- A name that means something else under another search_path is another filter; so is a literal that the settings decide
CREATE SCHEMA filters_other;
CREATE FUNCTION limit_of() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 3';
CREATE FUNCTION filters_other.limit_of() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 2';
SELECT next_cursor AS place FROM keyset_page('t', 'id', NULL, 1, 'a < limit_of()') \gset
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''a < filters.limit_of()'')', :'place'));
SET search_path = filters_other, filters, public;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''a < limit_of()'')', :'place'));
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''a < filters.limit_of()'')', :'place'));
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 20, 'a < limit_of()');
SET search_path = filters, public;
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 20, 'a < limit_of()');
DROP SCHEMA filters_other CASCADE;
SET TimeZone = 'UTC';
SELECT next_cursor AS place FROM keyset_page('t', 'id', NULL, 1, 'at > ''2026-03-03 00:00''') \gset
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''at > ''''2026-03-03 00:00'''''')', :'place'));
SET TimeZone = 'Asia/Kolkata';
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''at > ''''2026-03-03 00:00'''''')', :'place'));
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''at > ''''2026-03-03 05:30'''''')', :'place'));
SELECT next_cursor AS place FROM keyset_page('t', 'id', NULL, 1, 'at > $1', '{2026-03-03 05:30}') \gset
SET TimeZone = 'UTC';
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''at > $1'', ''{2026-03-03 05:30}'')', :'place'));
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2, ''at > $1'', ''{2026-03-03 00:00}'')', :'place'));
RESET TimeZone;

-- Subqueries, and what may stand in them
SELECT pg_temp.found('EXISTS (SELECT 1 FROM note WHERE t_id = t.id)');
SELECT pg_temp.found('id IN (SELECT t_id FROM note ORDER BY t_id DESC LIMIT 2)');
SELECT pg_temp.found('id = (SELECT max(t_id) FROM note)');
SELECT pg_temp.found('(SELECT count(*) FROM note WHERE t_id = id) = 1');
SELECT pg_temp.found('id IN (SELECT row_number() OVER () + 2 FROM note)');
SELECT pg_temp.found('id IN (WITH w AS (SELECT 5 AS x UNION SELECT 6) SELECT x FROM w)');
SELECT pg_temp.found('id IN (SELECT generate_series(2, 4))');
SELECT pg_temp.found('id IN (SELECT x FROM generate_series(2, $1) x)', '{4}');
SELECT pg_temp.found('id IN (VALUES (2), (3))');
SELECT pg_temp.found('EXISTS (SELECT FROM unnest(l) e WHERE e = 1)');
SELECT pg_temp.found('id IN (SELECT i.id FROM t i WHERE i.a = t.a AND i.id <= 2)');

-- Refused at the top: aggregates, windows, set-returning functions
SELECT pg_temp.found('count(*) > 1');
SELECT pg_temp.found('a = 1 AND sum(a) > 1');
SELECT pg_temp.found('(SELECT sum(t.a)) > 1');
SELECT pg_temp.found('GROUPING(a) = 1');
SELECT pg_temp.found('row_number() OVER (ORDER BY id) < 3');
SELECT pg_temp.found('generate_series(1, 2) = 1');
SELECT pg_temp.found('unnest(l) = 1');

-- Volatile functions at any depth; nothing of them runs
CREATE SEQUENCE canary;
CREATE FUNCTION sings() RETURNS boolean LANGUAGE sql AS 'SELECT nextval(''filters.canary'') > 0';
CREATE FUNCTION stays(boolean DEFAULT filters.sings()) RETURNS boolean LANGUAGE plpgsql STABLE AS 'BEGIN RETURN true; END';
CREATE FUNCTION loud(int, int) RETURNS boolean LANGUAGE sql AS 'SELECT nextval(''filters.canary'') > 0';
CREATE OPERATOR ### (LEFTARG = int, RIGHTARG = int, FUNCTION = loud);
SELECT pg_temp.found('sings()');
SELECT split_part(pg_temp.found(f), E'\n', 1), f
  FROM unnest(ARRAY['random() < 1', 'a = 1 OR sings()', 'stays()', 'id IN (SELECT t_id FROM note WHERE stays())', 'EXISTS (SELECT FROM stays())', 'a ### 1', 'clock_timestamp() > at',
                    'id IN (SELECT t_id FROM note WHERE sings())', 'EXISTS (SELECT FROM (SELECT nextval(''canary'')) s)',
                    'id IN (WITH w AS (SELECT nextval(''canary'')) SELECT 1 FROM w)',
                    'EXISTS (SELECT FROM note ORDER BY sings())', 'EXISTS (SELECT FROM note LIMIT nextval(''canary''))',
                    'EXISTS (SELECT FROM generate_series(1, nextval(''canary'')))',
                    'EXISTS (SELECT FROM note n JOIN note o ON sings())',
                    'EXISTS (SELECT t_id FROM note GROUP BY t_id HAVING sings())',
                    'EXISTS (SELECT FROM note, LATERAL (SELECT sings()) s)',
                    'id IN (VALUES (nextval(''canary'')))',
                    'CASE WHEN a = 1 THEN true ELSE sings() END', 'a = ANY (ARRAY[1, nextval(''canary'')::int])',
                    'pg_advisory_lock(1) IS NOT NULL', 'set_config(''work_mem'', ''1MB'', false) IS NOT NULL',
                    'query_to_xml(''DELETE FROM t'', true, true, '''') IS NOT NULL']) f;
SELECT pg_temp.found('EXISTS (SELECT FROM note FOR UPDATE)');
SELECT pg_temp.found('id IN (WITH w AS (DELETE FROM note RETURNING t_id) SELECT t_id FROM w)');
SELECT last_value, is_called FROM canary;
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid();
SELECT count(*) FROM note;

-- One expression and nothing else
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', NULL, 3, %L)', f)), to_json(f)
  FROM unnest(ARRAY['', ' ', '-- nothing', '/* nothing */', '*', 'a = 1;', ';', 'true; SELECT true', 'a = 1; DROP TABLE filters.note',
                    'true) OR (true', 'true); DROP TABLE filters.note; --', '(a = 1', 'a = 1)', 'a = 1 /*', 'a = 1 /* /* */',
                    'b = ''x', 'b = $$x', 'b = E''\', '"a = 1', 'b = $x$ $$', 'a = 1, b = ''x''', 'a = 1 AS x', 'a = 1 x', 'true INTO x',
                    'true FROM t', 'a = 1 WHERE true', 'a = 1 ORDER BY id', 'a = 1 LIMIT 1', 'a = 1 OFFSET 1', 'a = 1 FETCH FIRST 1 ROW ONLY',
                    'a = 1 FOR UPDATE', 'a = 1 GROUP BY a', 'a = 1 HAVING true', 'a = 1 WINDOW w AS ()', 'a = 1 UNION SELECT true',
                    'DISTINCT a = 1', 'ALL a = 1', 'SELECT true', 'VALUES (true)', 'WITH w AS (SELECT 1) SELECT true', 'a := 1', 'x => true', 'a = DEFAULT',
                    'CURRENT OF c', 'DROP TABLE filters.note', 'COPY filters.note TO STDOUT', U&'a = 1 \0001', 'a = 1 \g', 'a = :a', 'a = ?', '%s', '$1$2']) f;
SELECT count(*) FROM note;
-- (a lone parenthesised SELECT is an expression)
SELECT pg_temp.found('(SELECT true)') = pg_temp.found('true');
SELECT pg_temp.found('(TABLE note)');

-- Names and types that are not there
SELECT pg_temp.found('nope = 1');
SELECT pg_temp.found('note.t_id = 1');
SELECT left(pg_temp.found('public.t.a = 1'), 5);
SELECT pg_temp.found('nofunction(a)');
SELECT pg_temp.found('a');
SELECT pg_temp.found('a = ''x''');
SELECT pg_temp.found('id IN (SELECT 1 FROM nowhere)');
SELECT pg_temp.found('"keyset_page reference"."0" IS NOT NULL');
SELECT pg_temp.found('"keyset_page reference".row IS NOT NULL');

-- An error at run time is the filter's own
SELECT pg_temp.found('1 / (a - 1) > 0');

-- Large
SELECT pg_temp.found('a = 1' || repeat(' OR a = 1', 5000));
SELECT pg_temp.found(repeat('(', 500) || 'a = 1' || repeat(')', 500));
SELECT outcome(format('SELECT keyset_page(''t'', ''id'', filter => %L)', repeat('(', 1000000))) IN ('42601', '54001');
SELECT outcome(format('SELECT keyset_page(''t'', ''id'', filter => %L)', repeat('NOT ', 300000) || 'true')) IN ('42601', '54001');
SELECT pg_temp.found('a = 1 AND b <> ''' || repeat('x', 1000000) || '''');

-- A filter does not make the count or the ends of a page unfiltered
SELECT ids(items), next_cursor IS NULL, total FROM keyset_page('t', 'id', NULL, 3, 'a = $1', '{1}', with_total => true);
SELECT ids(q.items), q.prev_cursor IS NULL, q.total
  FROM keyset_page('t', 'id', NULL, 1, 'a = $1', '{1}') p,
       keyset_page('t', 'id', p.next_cursor, 1, 'a = $1', '{1}') o,
       keyset_page('t', 'id', o.prev_cursor, 1, 'a = $1', '{1}', with_total => true) q;
SELECT items, next_cursor, prev_cursor, total FROM keyset_page('t', 'id', NULL, 3, 'false', with_total => true);

SET client_min_messages = warning;
DROP SCHEMA filters CASCADE;
