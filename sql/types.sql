-- Every type with a default btree operator class, at its edges, with NULLs and ties, by index and by sorting.
SET keyset_page.require_index = off;
SET client_min_messages = warning;
CREATE EXTENSION citext;
RESET client_min_messages;

CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
ALTER TYPE mood ADD VALUE 'so-so' BEFORE 'ok';
CREATE TYPE pair AS (a int, b text);
CREATE TYPE nested AS (p pair, at timestamptz);
CREATE TYPE textrange AS RANGE (subtype = text, collation = "C");
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE DOMAIN posh AS positive CHECK (VALUE <> 13);
CREATE DOMAIN c_text AS text COLLATE "C";
CREATE DOMAIN pair_domain AS pair CHECK ((VALUE).a IS NULL OR (VALUE).a > 0);
CREATE DOMAIN mood_domain AS mood;
CREATE DOMAIN array_domain AS int[];
CREATE DOMAIN v_domain AS varchar(9) COLLATE "C";
CREATE DOMAIN range_domain AS int4range CHECK (NOT isempty(VALUE));
CREATE DOMAIN ci_domain AS citext;
CREATE DOMAIN inet_domain AS cidr;
CREATE DOMAIN number_domain AS numeric(6,1);

CREATE TABLE type_values (n serial, type text PRIMARY KEY, literals text[]);
INSERT INTO type_values (type, literals) VALUES
    ('bool', '{t, f, f}'),
    ('"char"', '{a, "", b, A, " "}'),
    ('name', '{abc, "", Abc, "x y", abcd, a23456789012345678901234567890123456789012345678901234567890123456789}'),
    ('int2', '{0, -32768, 32767, 1, -1, 1}'),
    ('int4', '{0, -2147483648, 2147483647, 1, -1, 1}'),
    ('int8', '{0, -9223372036854775808, 9223372036854775807, 9007199254740993, 9007199254740992, 1}'),
    ('float4', '{0, -0, NaN, Infinity, -Infinity, 1e-45, -1e-45, 3.4028235e38, 0.1, NaN}'),
    ('float8', '{0, -0, NaN, Infinity, -Infinity, 5e-324, 1.7976931348623157e308, 0.1, 0.30000000000000004, 0.3}'),
    ('numeric', '{0, 0.00, NaN, Infinity, -Infinity, 1.0, 1.00, 1e-30, -1e30, 123456789012345678901234567890.123456789, 1.000}'),
    ('numeric(10,2)', '{0, 0.01, 12345678.90, -0.01, NaN}'),
    ('money', '{0, -92233720368547758.08, 92233720368547758.07, 0.01, -0.01}'),
    ('oid', '{0, 1, 4294967295, 2147483648}'),
    ('oidvector', '{1 2, "", 1, 1 2 3, 2}'),
    ('tid', '{"(0,1)", "(4294967294,65534)", "(0,2)", "(1,1)"}'),
    ('xid8', '{0, 18446744073709551615, 4294967296, 4294967295}'),
    ('pg_lsn', '{0/0, FFFFFFFF/FFFFFFFF, 1/0, 0/FFFFFFFF}'),
    ('uuid', '{00000000-0000-0000-0000-000000000000, ffffffff-ffff-ffff-ffff-ffffffffffff, 80000000-0000-0000-0000-000000000000, 7fffffff-ffff-ffff-ffff-ffffffffffff}'),
    ('bytea', '{"\\x", "\\x00", "\\x0000", "\\xff", "\\x5c27", "\\x61"}'),
    ('text COLLATE "C"', '{a|b, "", "''''", "\\", "a\"b", " a", a, "a ", é, 😀, "$1"}'),
    ('varchar(9) COLLATE "C"', '{abc, "abc ", "", ABC, 123456789}'),
    ('char(5) COLLATE "C"', '{abc, "abc  ", "ab", "", ABC}'),
    ('char', '{a, "", b}'),
    ('citext', '{acme, ACME, Acme, beta, "", Beta, acme}'),
    ('date', '{2000-01-01, infinity, -infinity, 4713-01-01 BC, 5874897-12-31, 1999-12-31}'),
    ('time', '{00:00, 24:00, 12:34:56.789012, 12:34:56.789013}'),
    ('timetz', '{00:00+00, 12:00+01, 11:00+00, 13:00+02, 23:59:59.999999-15:59, 24:00+15:59}'),
    ('timestamp', '{2000-01-01 00:00, infinity, -infinity, 4713-01-01 00:00 BC, 294276-12-31 23:59:59.999999, 2026-03-09 10:00:00.000001}'),
    ('timestamptz', '{2000-01-01 00:00+00, infinity, -infinity, 4713-01-01 00:00+00 BC, 294276-12-31 23:59:59.999999+00, 2026-03-09 10:00:00.000001+05:30, 2026-03-09 04:30:00.000001+00}'),
    ('interval', '{0, 1 mon, 30 days, 720:00, -1 mon +60 days, 1 mon -1 us, -178000000 years, 178000000 years, 1 day, 24:00}'),
    ('inet', '{10.0.0.1, 10.0.0.1/8, ::1, 10.0.0.0/24, ::ffff:10.0.0.1, 0.0.0.0/0}'),
    ('cidr', '{10.0.0.0/8, 10.0.0.0/24, ::/0, 10.0.0.1/32}'),
    ('macaddr', '{00:00:00:00:00:00, ff:ff:ff:ff:ff:ff, 08:00:2b:01:02:03}'),
    ('macaddr8', '{00:00:00:00:00:00:00:00, ff:ff:ff:ff:ff:ff:ff:ff, 08:00:2b:01:02:03}'),
    ('bit(3)', '{101, 000, 111, 101}'),
    ('varbit', '{"", 0, 00, 1, 10, 1010101011}'),
    ('jsonb', '{"null", "\"a\"", "1", "1.0", "1.00", "[]", "{}", "{\"a\": [1, null]}", "true", "[1, 2]", "\"é\\u0001\""}'),
    ('tsvector', '{"", "a:1 b:2", "a b", "''a b'':1A", "b"}'),
    ('tsquery', '{a, a & b, "a | !b", "a <-> b", "''x y'':*A"}'),
    ('mood', '{happy, sad, ok, so-so, ok}'),
    ('int4range', '{empty, "(,)", "[1,2)", "[1,3)", "[1,)", "(,1)", "[1,1]"}'),
    ('numrange', '{empty, "(,)", "[1.0,2)", "[1.00,2.000)", "(1,2]"}'),
    ('tstzrange', '{empty, "[2026-03-09 10:00+00,infinity)", "[2026-03-09 10:00+00,)", "[-infinity,2026-03-09 10:00:00.000001+00]"}'),
    ('textrange', '{empty, "[a,b)", "[\"a,\",\"b)\")", "(,z]", "[a,a]"}'),
    ('int4multirange', '{"{}", "{[1,2)}", "{[1,2),[4,5)}", "{(,)}"}'),
    ('int4[]', '{"{}", "{1}", "{1,NULL}", "{NULL}", "{1,2}", "{{1,2},{3,4}}", "[2:3]={1,2}", "{2}"}'),
    ('text[] COLLATE "C"', '{"{}", "{a}", "{\"\"}", "{NULL}", "{\"NULL\"}", "{\"a\\\"b\",c}", "{a,b}"}'),
    ('timestamptz[]', '{"{2026-03-09 10:00:00.000001+00}", "{infinity,NULL}", "{}"}'),
    ('numeric[]', '{"{1.0}", "{1.00}", "{NaN}", "{1,2}", "{1.0,2.00}"}'),
    ('pair', '{"(1,a)", "(1,)", "(,a)", "(,)", "(2,\"b\"\"c\")", "(1,\"\")"}'),
    ('pair[]', '{"{}", "{\"(1,a)\"}", "{\"(1,a)\",NULL}", "{\"(,)\"}"}'),
    ('nested', '{"(\"(1,a)\",\"2026-03-09 10:00+00\")", "(\"(1,)\",)", "(,infinity)", "(\"(1,a)\",\"2026-03-09 10:00:00.000001+00\")"}'),
    ('positive', '{1, 2, 2147483647, 2}'),
    ('posh', '{1, 12, 14, 2147483647}'),
    ('c_text', '{b, a, "", B}'),
    ('pair_domain', '{"(1,a)", "(,a)", "(1,)", "(2,a)"}'),
    ('mood_domain', '{happy, sad, so-so}'),
    ('array_domain', '{"{3}", "{}", "{1,NULL}"}'),
    ('v_domain', '{b, a, "", "b "}'),
    ('range_domain', '{"[1,2)", "(,)", "[1,3)"}'),
    ('ci_domain', '{acme, ACME, beta}'),
    ('inet_domain', '{10.0.0.0/8, ::/0}'),
    ('number_domain', '{1.04, 1.0, NaN, -0.1}'),
    ('mood[]', '{"{ok,sad}", "{}", "{NULL}", "{sad}"}'),
    ('int4range[]', '{"{\"[1,2)\",empty}", "{}", "{\"(,)\"}"}'),
    ('citext[]', '{"{acme}", "{ACME}", "{b}"}'),
    ('jsonb[]', '{"{1,2}", "{1.0}", "{\"{}\"}"}'),
    ('name[] COLLATE "C"', '{"{a,b}", "{a}", "{A}"}'),
    ('int2vector', '{1 2, "", 1, 2}'),
    ('tstzmultirange', '{"{}", "{[2026-03-09 10:00+00,infinity)}", "{[2026-03-09 10:00+00,)}"}'),
    ('positive[]', '{"{1}", "{}", "{1,2}"}'),
    ('regclass', '{pg_class, pg_type, pg_attribute}');

-- Each value twice, the whole between two NULLs, in no order at all.
CREATE FUNCTION walk_type(type text, literals text[], OUT walked text, OUT in_order text, OUT same text)
LANGUAGE plpgsql AS $$
DECLARE
    clause text;
    result text;
    count int;
BEGIN
    EXECUTE format('CREATE TABLE typed (id int PRIMARY KEY, v %s)', type);
    EXECUTE format('INSERT INTO typed SELECT n * 13 %% 101, l FROM (SELECT row_number() OVER () AS n, l::%s AS l
                      FROM unnest(ARRAY[NULL::text] || $1 || $1 || ARRAY[NULL::text]) l) q',
                   regexp_replace(type, ' COLLATE.*', '')) USING literals;
    SELECT count(*) INTO count FROM typed;
    -- The order in plain sight: one value of each tie.
    SELECT string_agg(coalesce(nullif(f, ''), '""'), ' ' ORDER BY n) INTO in_order
      FROM (SELECT min(n) AS n, (array_agg(coalesce(f, 'NULL') ORDER BY n))[1] AS f
              FROM (SELECT id, v::text AS f, dense_rank() OVER (ORDER BY v) AS rank FROM typed) t
              JOIN (SELECT n, (i ->> 'id')::int AS id
                      FROM keyset_page('typed', 'v', NULL, 100), json_array_elements(items) WITH ORDINALITY i (i, n)) p
             USING (id)
             GROUP BY rank) q;
    FOREACH clause IN ARRAY ARRAY['v', 'v DESC', 'v NULLS FIRST, id DESC', 'v DESC NULLS LAST, id'] LOOP
        result := walk('typed', clause, sizes => '{1, 3, 7}');
        IF result NOT LIKE count || ' rows by v%' THEN
            walked := concat_ws('; ', walked, clause || ': ' || result);
        END IF;
    END LOOP;
    CREATE INDEX ON typed (v, id);
    CREATE INDEX ON typed (v NULLS FIRST, id DESC);
    FOREACH clause IN ARRAY ARRAY['v', 'v DESC', 'v NULLS FIRST, id DESC', 'v DESC NULLS LAST, id'] LOOP
        result := walk('typed', clause, sizes => '{2, 5}');
        IF result NOT LIKE count || ' rows by v%' OR NOT (SELECT index_backed FROM keyset_explain('typed', clause)) THEN
            walked := concat_ws('; ', walked, clause || ' by index: ' || result);
        END IF;
    END LOOP;
    walked := coalesce(walked, count || ' rows');
    -- What a cursor says of its position makes the same cursor, and the type's value survives it.
    SELECT string_agg(DISTINCT CASE WHEN encoded.order_by IS DISTINCT FROM decoded.order_by
                                      OR encoded.position::text IS DISTINCT FROM decoded.position::text THEN 'no' ELSE 'yes' END, ', ')
      INTO same
      FROM keyset_rows(NULL::typed, 'v', NULL, 100) r, keyset_cursor_decode(r.row_cursor) decoded,
           keyset_cursor_decode(keyset_cursor_encode('typed', 'v', decoded.position)) encoded;
    DROP TABLE typed;
EXCEPTION WHEN OTHERS THEN
    walked := concat_ws('; ', walked, SQLERRM);
END
$$;
-- Values as they are under one set of settings.
SET TimeZone = 'UTC';
SET DateStyle = ISO;
SET IntervalStyle = postgres;
SET extra_float_digits = 1;
SET bytea_output = hex;
SET lc_monetary = 'C';
\pset format unaligned
SELECT v.type, w.* FROM type_values v, walk_type(v.type, v.literals) w ORDER BY v.n;
\pset format aligned

-- No type of the server with such a class was left out (but arrays of the above, and pseudo-types).
SELECT DISTINCT opcintype::regtype AS left_out
  FROM pg_opclass c
 WHERE opcmethod = (SELECT oid FROM pg_am WHERE amname = 'btree') AND opcdefault
   AND opcintype NOT IN ('anyarray'::regtype, 'anyenum'::regtype, 'anyrange'::regtype, 'anymultirange'::regtype, 'record'::regtype)
   AND NOT EXISTS (SELECT FROM type_values WHERE regexp_replace(type, ' COLLATE.*', '')::regtype = opcintype);

-- Several of them in one order.
CREATE TABLE together (u uuid PRIMARY KEY, at timestamptz, d interval, n numeric NOT NULL, t citext);
INSERT INTO together
SELECT md5(g::text)::uuid, CASE WHEN g % 5 > 0 THEN timestamptz '2026-03-09 10:00+00' + g % 3 * interval '1 us' END,
       ('{1 mon, 30 days, 720:00, NULL}'::interval[])[g % 4 + 1], g % 2, ('{acme, ACME, beta}'::citext[])[g % 3 + 1]
  FROM generate_series(1, 30) g;
SELECT walk('together', 'at, d DESC'), walk('together', 'd NULLS FIRST, at DESC, t'), walk('together', 'n DESC, t, at');
CREATE INDEX ON together (at, d DESC, u DESC);
CREATE INDEX ON together (n, t, at, u);
SELECT walk('together', 'at, d DESC'), walk('together', 'at DESC, d'), walk('together', 'n, t, at');
-- Types side by side whose operators are not of one schema.
CREATE TABLE beside (a citext NOT NULL, b bigint NOT NULL, c citext NOT NULL, PRIMARY KEY (b, a, c));
INSERT INTO beside SELECT ('{x, X, y}'::citext[])[g % 3 + 1], g % 4, ('{x, X, y}'::citext[])[g / 4 % 3 + 1] FROM generate_series(1, 12) g
    ON CONFLICT DO NOTHING;
CREATE INDEX ON beside (a, b, c);
SELECT walk('beside', 'a, b, c'), walk('beside', 'b'), walk('beside', 'a DESC');

-- Made under one set of settings, used under another, and the other way round, page by page.
CREATE TABLE stable (id int PRIMARY KEY, at timestamptz, ts timestamp, day date, d interval, raw bytea, f float8, g float4,
    m money, t text COLLATE "C", r tstzrange, c nested, e mood, o regclass);
INSERT INTO stable
SELECT n, '2026-03-08 22:15+00'::timestamptz + n % 6 * interval '10 min', '2026-03-08 22:15'::timestamp + n % 4 * interval '1 us',
       '2026-01-02'::date + n % 5, ('{1 mon 2 days 03:04:05.000006, -1 mon +2 days -03:04, 1 year -1 day, 00:00}'::interval[])[n % 4 + 1],
       ('{"\\x5c00", "\\x27", "\\xff", "\\x"}'::bytea[])[n % 4 + 1], ('{0.1, 0.30000000000000004, 0.3, -0, 1e300}'::float8[])[n % 5 + 1],
       ('{0.1, 0.10000001, 16777216, -0}'::float4[])[n % 4 + 1], ('{-1234.56, 1234.56, 0.07}'::money[])[n % 3 + 1],
       ('{é, à, "a\\b", ''}'::text[])[n % 4 + 1], tstzrange('2026-03-08 22:15+00', '2026-03-09 22:15+00'::timestamptz + n % 3 * interval '1 us'),
       ROW(ROW(n % 2, 'ü'), '2026-03-08 22:15+00'::timestamptz + n % 4 * interval '1 h')::nested, ('{ok, sad}'::mood[])[n % 2 + 1], 'pg_class'
  FROM generate_series(1, 24) n;
CREATE FUNCTION use_settings(other bool) RETURNS void
LANGUAGE sql AS $$
    SELECT set_config(s.name, CASE WHEN other THEN s.b ELSE s.a END, false)
      FROM (VALUES ('TimeZone', 'UTC', 'Asia/Kolkata'), ('DateStyle', 'ISO, MDY', 'German, DMY'),
                   ('IntervalStyle', 'postgres', 'sql_standard'), ('bytea_output', 'hex', 'escape'),
                   ('extra_float_digits', '1', '0'), ('client_encoding', 'UTF8', 'LATIN1'), ('search_path', 'public', 'pg_catalog, public'),
                   ('lc_monetary', 'C', 'POSIX'), ('xmloption', 'content', 'document'), ('quote_all_identifiers', 'off', 'on')) s (name, a, b)
$$;
-- Every second page under the other settings, then the same with the two exchanged, and as many steps back.
CREATE FUNCTION alternate(order_spec text, size int) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    page record;
    place text;
    wanted text;
    got text;
    other bool;
BEGIN
    FOREACH other IN ARRAY ARRAY[false, true] LOOP
        PERFORM use_settings(false);
        EXECUTE format('SELECT string_agg(id::text, '' '') FROM (SELECT id FROM public.stable ORDER BY %s) q',
                       (SELECT order_by FROM keyset_page('public.stable', order_spec, NULL, 1))) INTO wanted;
        got := NULL;
        place := NULL;
        LOOP
            PERFORM use_settings(other);
            other := NOT other;
            SELECT * INTO page FROM keyset_page('public.stable', order_spec, place, size);
            got := concat_ws(' ', got, ids(page.items));
            place := page.next_cursor;
            EXIT WHEN place IS NULL;
        END LOOP;
        IF got <> wanted THEN
            PERFORM use_settings(false);
            RETURN format('%s, not %s', got, wanted);
        END IF;
        got := ids(page.items);
        WHILE page.prev_cursor IS NOT NULL LOOP
            PERFORM use_settings(other);
            other := NOT other;
            SELECT * INTO page FROM keyset_page('public.stable', order_spec, page.prev_cursor, size);
            got := concat_ws(' ', ids(page.items), got);
        END LOOP;
        PERFORM use_settings(false);
        IF got <> wanted THEN
            RETURN format('back: %s, not %s', got, wanted);
        END IF;
    END LOOP;
    RETURN 'ok';
END
$$;
SELECT a.attname AS key, alternate(quote_ident(a.attname), 2), alternate(quote_ident(a.attname) || ' DESC', 5)
  FROM pg_attribute a WHERE attrelid = 'stable'::regclass AND attnum > 1 ORDER BY attnum;
SELECT alternate('at, ts DESC, day, d DESC, raw, f DESC, g, m, t, r, c, e, o', 1);

-- A type without an order is refused on page one, and the column named.
CREATE TYPE holder AS (a int, j json);
CREATE TABLE orderless (id int PRIMARY KEY, j json, x xml, p point, b box, ps point[], xi xid, c cid, h holder, js json[], pr int4range);
SELECT column_name, refusal(format('SELECT keyset_page(%L, %L)', 'orderless', column_name || ' DESC'))
  FROM unnest('{j, x, p, b, ps, xi, c, h, js}'::text[]) column_name;
-- Beside them, columns with one.
SELECT walk('orderless', 'pr');
-- Without the order they are no hindrance, and show in the items.
INSERT INTO orderless (id, j, p, xi, h) VALUES (1, '[1,  2]', '(1,2)', '7', '(1,{})'), (2, 'null', NULL, NULL, NULL);
SELECT items FROM keyset_page('orderless', 'id DESC', NULL, 2);

DROP TABLE type_values, together, beside, stable, orderless;
DROP FUNCTION walk_type, use_settings, alternate;
DROP TYPE holder, textrange, nested;
DROP DOMAIN posh, positive, c_text, pair_domain, mood_domain, array_domain, v_domain, range_domain, ci_domain, inet_domain, number_domain;
DROP TYPE pair, mood;
DROP EXTENSION citext;
