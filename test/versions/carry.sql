-- The same tables on every major, and calls over them: what a cursor binds must be the same everywhere.
CREATE EXTENSION citext;
CREATE SCHEMA carry;
SET search_path = carry, public;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN cents AS numeric CHECK (VALUE >= 0);
CREATE FUNCTION half(numeric) RETURNS numeric IMMUTABLE LANGUAGE sql AS 'SELECT $1 / 2';
CREATE TABLE things (
    id bigint PRIMARY KEY,
    small smallint NOT NULL,
    amount numeric,
    price cents,
    at timestamptz NOT NULL,
    day date,
    took interval,
    ratio float8,
    flag boolean,
    name text COLLATE "C",
    nick citext COLLATE "C",
    title text COLLATE "und-x-icu",
    code varchar(10) COLLATE "C",
    fixed char(5) COLLATE "C",
    uid uuid,
    raw bytea,
    feeling mood,
    list int[],
    span int4range,
    both_ pair,
    address inet,
    doc jsonb
);
INSERT INTO things
SELECT n, n % 3, nullif(n % 7, 3) / 4.0, (n % 11) * 1.10, timestamptz '2026-03-09 00:00+00' + n / 5 * interval '0.123456 s', date '2026-01-01' + n % 9,
       (n % 6) * interval '1 day 30 min', CASE n % 8 WHEN 0 THEN 'NaN' WHEN 1 THEN '-infinity' WHEN 2 THEN NULL ELSE n / 3.0 END::float8, n % 2 = 0,
       chr(64 + n % 20) || '''é' || n % 4, chr(CASE WHEN n % 2 = 0 THEN 97 ELSE 65 END + n % 5), chr(CASE WHEN n % 2 = 0 THEN 97 ELSE 65 END + n % 7),
       'c' || n % 10, 'f' || n % 10, md5((n % 30)::text)::uuid, decode(md5((n % 12)::text), 'hex'), (ARRAY['sad', 'ok', 'happy', NULL]::mood[])[1 + n % 4],
       ARRAY[n % 3, n % 5], int4range(n % 10, n % 10 + 5), ROW(n % 4, chr(97 + n % 3))::pair, ('10.0.0.' || n % 50)::inet, jsonb_build_object('k', n % 6)
  FROM generate_series(1, 60) n;
CREATE INDEX ON things (half(amount), id);
CREATE INDEX ON things ((doc ->> 'k') COLLATE "C", id);
CREATE TABLE parts (id int NOT NULL, at date NOT NULL, PRIMARY KEY (at, id)) PARTITION BY RANGE (at);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
INSERT INTO parts SELECT n, date '2026-01-20' + n % 25 FROM generate_series(1, 60) n;
-- Names that are keywords in some majors only
CREATE TABLE words (id int PRIMARY KEY, "json" text COLLATE "C", "system_user" text COLLATE "C", "merge_action" int, "json_array" int);
INSERT INTO words SELECT n, 'J' || n % 3, 's' || n % 4, n % 5, n % 6 FROM generate_series(1, 60) n;
CREATE INDEX ON words (lower("json"), id);
CREATE INDEX ON words (("merge_action" + "json_array"), id);
CREATE VIEW good AS SELECT id, amount, name FROM things WHERE flag;

CREATE TABLE calls (n int GENERATED ALWAYS AS IDENTITY, relation text, order_spec text, filter text, args text[]);
INSERT INTO calls (relation, order_spec)
SELECT 'carry.things', format('%I%s', column_name, way)
  FROM (VALUES ('id'), ('small'), ('amount'), ('price'), ('at'), ('day'), ('took'), ('ratio'), ('flag'), ('name'), ('nick'), ('title'), ('code'),
               ('fixed'), ('uid'), ('raw'), ('feeling'), ('list'), ('span'), ('both_'), ('address'), ('doc')) c (column_name),
       (VALUES (''), (' DESC NULLS LAST')) w (way);
INSERT INTO calls (relation, order_spec) VALUES
    ('carry.things', 'small, amount DESC NULLS LAST, at'), ('carry.things', 'carry.half(amount), id'), ('carry.things', '(doc ->> ''k'') COLLATE "C", id'),
    ('carry.things', 'name COLLATE "POSIX" DESC, id'), ('carry.parts', 'at DESC'), ('carry.good', 'name, id'), ('carry.things', ''),
    ('carry.words', '"json", "system_user" DESC'), ('carry.words', 'lower("json") DESC, id'), ('carry.words', '"merge_action" + "json_array"');
INSERT INTO calls (relation, order_spec, filter, args)
SELECT 'carry.things', 'at DESC', filter, args
  FROM (VALUES
    ('amount > $1', '{0.25}'::text[]), ('amount > 0.25 AND NOT flag', NULL), ('lower(name) <> upper($1)', '{x}'), ('coalesce(amount, 0) >= 0', NULL),
    ('day BETWEEN $1 AND $2', '{2026-01-02,2026-01-08}'), ('small IN (0, 1)', NULL), ('small = ANY ($1)', '{"{0,1}"}'),
    ('CASE WHEN flag THEN amount END IS DISTINCT FROM $1', '{0.5}'), ('EXISTS (SELECT FROM carry.parts p WHERE p.id = things.id)', NULL),
    ('id IN (SELECT id FROM carry.good)', NULL), ('extract(dow FROM day) < 6', NULL), ('name LIKE $1', '{%é%}'), ('name ~ ''^[A-Z]''', NULL),
    ('doc ->> ''k'' < ''5''', NULL), ('list && ARRAY[1,2]', NULL), ('span @> 7', NULL), ('(both_).a > 0', NULL), ('feeling IS NOT NULL AND feeling >= ''ok''', NULL),
    ('at AT TIME ZONE ''UTC'' > ''2026-03-09''', NULL), ('(amount, id) > ($1, $2)', '{0.1,3}'), ('price::int % 2 = 0', NULL), ('substring(name FROM 1 FOR 1) > ''B''', NULL),
    ('carry.half(amount) < 10', NULL), ('(SELECT count(*) FROM carry.parts) > 3', NULL), ('name COLLATE "C" > ''A''', NULL), ('trim(fixed) <> ''f1''', NULL),
    ('greatest(amount, 1) > 0.5', NULL), ('num_nulls(amount, ratio) < 2', NULL), ('nick = ''A'' OR nick > ''b''', NULL), ('current_user IS NOT NULL', NULL)
  ) f (filter, args);
INSERT INTO calls (relation, order_spec, filter)
SELECT 'carry.words', 'id DESC', filter
  FROM unnest(ARRAY['"json" > ''J'' AND "system_user" <> ''"json"''', '"merge_action" + "json_array" > 0', '"json" = ANY (''{J1,"json"}'')',
    'EXISTS (SELECT FROM carry.words "json" WHERE "json".id = words.id AND "json"."json" <> ''x'')']) filter;
ANALYZE;
