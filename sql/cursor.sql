-- Cursors: what they carry, what they are bound to, encode and decode.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA cursors;
SET search_path = cursors, public;

CREATE TABLE t (id int PRIMARY KEY, a int, b text NOT NULL, at timestamptz NOT NULL);
INSERT INTO t
SELECT g, nullif(g % 3, 2), 'b' || g, '2026-03-01 10:00:00.123456+00'::timestamptz + g * interval '1 us'
  FROM generate_series(1, 9) g;

-- What a cursor says
SELECT d.version, d.key_id = k.key_id, d.relation, d.order_by, d.direction, d.position, d.filtered,
       clock_timestamp() - d.issued_at BETWEEN interval '0' AND interval '1 hour', d.expires_at
  FROM keyset_page('t', 'at DESC', NULL, 2) p, keyset_cursor_decode(p.next_cursor) d, keyset_keys k
 WHERE k.status = 'active';
SELECT d.relation, d.order_by, d.direction, d.position, d.filtered
  FROM keyset_page('t', 'a NULLS FIRST, b DESC', NULL, 2, 'id < $1', '{9}') p,
       keyset_page('t', 'a NULLS FIRST, b DESC', p.next_cursor, 2, 'id < $1', '{9}') q,
       unnest(ARRAY[p.next_cursor, q.prev_cursor, q.next_cursor]) c, keyset_cursor_decode(c) d;
SELECT d.direction, d.position FROM keyset_rows(NULL::t, 'id', NULL, 1) r, keyset_cursor_decode(r.row_cursor) d;

-- Values of every kind, exact both ways: decode -> encode gives the very same bytes, and the row that follows is the
-- same one. to_jsonb(row) is a position, too, but for what JSON itself does not tell: a jsonb null from NULL, where an
-- array begins.
CREATE EXTENSION IF NOT EXISTS citext;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (x int, y text);
CREATE TYPE deep AS (p pair, l numeric[], f float8);
CREATE DOMAIN positive AS numeric CHECK (VALUE > 0);
CREATE TABLE kinds (n int PRIMARY KEY, name text, type text, value text);
INSERT INTO kinds (n, type, value)
SELECT row_number() OVER (), type, value
  FROM (VALUES
    ('bool', 'true'), ('bool', 'false'), ('"char"', 'x'), ('"char"', ''), ('int2', '-32768'), ('int4', '2147483647'),
    ('int8', '9223372036854775807'), ('int8', '9007199254740993'), ('oid', '4294967295'),
    ('float4', '-0'), ('float4', 'NaN'), ('float4', '-Infinity'), ('float4', '1e-45'), ('float4', '0.1'),
    ('float8', '-0'), ('float8', '0'), ('float8', 'NaN'), ('float8', 'Infinity'), ('float8', '5e-324'), ('float8', '0.1'),
    ('float8', '1.7976931348623157e308'), ('float8', '9007199254740993'),
    ('numeric', '1.0'), ('numeric', '1.00'), ('numeric', '1'), ('numeric', '-0.000'), ('numeric', 'NaN'), ('numeric', 'Infinity'),
    ('numeric', '-Infinity'), ('numeric', '123456789012345678901234567890.1234567890123456789'), ('numeric', '1e-50'), ('numeric(6,3)', '1.5'),
    ('money', '-1234.56'), ('text', ''), ('text', 'a|b''"\{}[],:% '), ('text', E'\n\t\r\b\f'), ('text', U&'\00e9\20ac\+01f600'),
    ('text', 'null'), ('text', '"quoted"'), ('varchar(5)', 'ab'), ('char(5)', 'ab'), ('name', 'A name'), ('citext', 'AbC'),
    ('bytea', '\x00ff5c27'), ('bytea', ''),
    ('date', '2026-03-09'), ('date', 'infinity'), ('date', '4713-11-24 BC'), ('time', '24:00'), ('time', '10:00:00.000001'),
    ('timetz', '10:00:00.123456+05:30'), ('timetz', '10:00:00-15:59:59'), ('timestamp', '294276-12-31 23:59:59.999999'),
    ('timestamp', '-infinity'), ('timestamp', '0044-03-15 BC'), ('timestamptz', '2026-03-09 10:00:00.123457+00'), ('timestamptz', 'infinity'),
    ('timestamptz', '1883-11-18 12:00:00 America/New_York'),
    ('interval', '1 mon'), ('interval', '30 days'), ('interval', '720:00:00'), ('interval', '-1 year +2 mons -3 days +04:05:06.789'),
    ('interval', '-178000000 years'),
    ('uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), ('inet', '192.168.0.1/24'), ('inet', '::ffff:1.2.3.4'), ('cidr', '10.0.0.0/8'),
    ('macaddr', '08:00:2b:01:02:03'), ('macaddr8', '08:00:2b:01:02:03:04:05'), ('bit(3)', '101'), ('varbit', ''), ('varbit', '10101010101'),
    ('pg_lsn', 'FFFFFFFF/FFFFFFFF'), ('xid8', '18446744073709551615'), ('tid', '(4294967295,65535)'),
    ('tsvector', '''a'':1A ''b c'':2'), ('tsquery', '''a'' & !''b'''), ('jsonb', 'null'), ('jsonb', '{"a": [1.0, null, "x"], "b": {}}'), ('jsonb', '"s"'),
    ('jsonb', '1.10'), ('jsonb', '{"$jsonb": null}'),
    ('cursors.mood', 'happy'), ('cursors.positive', '1.50'),
    ('int4[]', '{}'), ('int4[]', '{1,NULL,3}'), ('int4[]', '[0:1]={5,6}'), ('int4[]', '{{1,2},{3,4}}'), ('text[]', '{NULL,"NULL","",a\\b,"{}"}'),
    ('float8[]', '{-0,NaN,0}'), ('numeric[]', '{1.0,1.00}'), ('timestamptz[]', '{"2026-03-09 10:00+00",-infinity}'), ('jsonb[]', '{"null",NULL}'),
    ('bytea[]', '{"\\x00"}'), ('cursors.mood[]', '{sad,ok}'), ('cursors.pair[]', '{"(1,a)","(,)",NULL}'),
    ('cursors.pair', '(1,a)'), ('cursors.pair', '(,)'), ('cursors.pair', '(,"")'), ('cursors.deep', '("(1,""a,b"")","{1.0,NULL}",-0)'),
    ('int4range', '[1,5)'), ('int4range', 'empty'), ('numrange', '(1.0,)'), ('tstzrange', '["2026-03-09 10:00+00",infinity)'), ('int8multirange', '{[1,3),[5,7)}'),
    ('oidvector', '1 2 3'), ('int2vector', '1 2')
  ) v (type, value);

CREATE FUNCTION pg_temp.bytes(cursor text) RETURNS bytea LANGUAGE sql AS $$
    SELECT decode(translate(cursor, '-_', '+/') || repeat('=', -length(cursor) & 3), 'base64')
$$;
-- All that a cursor says but for when it was issued: without bytes 6 to 9 and the tag.
CREATE FUNCTION pg_temp.body(cursor text) RETURNS bytea LANGUAGE sql AS $$
    SELECT substr(pg_temp.bytes(cursor), 1, 6) || substr(pg_temp.bytes(cursor), 11, length(pg_temp.bytes(cursor)) - 26)
$$;
CREATE FUNCTION pg_temp.round_trip(type text, value text, OUT "position" jsonb, OUT verdict text) LANGUAGE plpgsql AS $$
DECLARE
    minted text;
    again text;
    row_form text;
BEGIN
    EXECUTE format('CREATE TEMP TABLE one (k %s, id int PRIMARY KEY)', type);
    INSERT INTO pg_temp.one VALUES (NULL, 0), (NULL, 9);
    EXECUTE format('INSERT INTO pg_temp.one SELECT %L::%s, i FROM generate_series(1, 3) i', value, type);
    SELECT next_cursor INTO STRICT minted FROM keyset_page('pg_temp.one', 'k', NULL, 2);
    SELECT d.position INTO STRICT "position" FROM keyset_cursor_decode(minted) d;
    again := keyset_cursor_encode('pg_temp.one', 'k', "position");
    row_form := (SELECT keyset_cursor_encode('pg_temp.one', 'k', to_jsonb(o)) FROM pg_temp.one o WHERE id = 2);
    verdict := concat_ws(', ',
        CASE WHEN (SELECT d.position FROM keyset_cursor_decode(again) d) <> "position" THEN 'another position' END,
        CASE WHEN (SELECT d.position FROM keyset_cursor_decode(again) d)::text <> "position"::text THEN 'another spelling' END,
        CASE WHEN pg_temp.body(again) <> pg_temp.body(minted) THEN 'other bytes' END,
        CASE WHEN (SELECT ids(items) FROM keyset_page('pg_temp.one', 'k', again)) IS DISTINCT FROM '3 0 9' THEN 'other rows' END,
        CASE WHEN (SELECT ids(items) FROM keyset_page('pg_temp.one', 'k', row_form)) IS DISTINCT FROM '3 0 9' THEN 'other rows from to_jsonb' END);
    verdict := CASE verdict WHEN '' THEN 'exact' ELSE verdict END;
    DROP TABLE pg_temp.one;
END
$$;
SELECT k.type, to_json(k.value), r.position, r.verdict FROM kinds k, pg_temp.round_trip(k.type, k.value) r ORDER BY k.n;

-- What a position may be
CREATE FUNCTION pg_temp.after("position" jsonb, order_spec text DEFAULT 'a, b', direction text DEFAULT 'next') RETURNS text LANGUAGE sql AS $$
    SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', %2$L, keyset_cursor_encode(''t'', %2$L, %1$L, direction => %3$L))',
                          "position", order_spec, direction))
$$;
SELECT string_agg(id::text, ' ' ORDER BY a, b, id) FROM t;
SELECT pg_temp.after('{"a": 0, "b": "b6", "id": 6}');
SELECT pg_temp.after('{"a": 0, "b": "b6", "id": 6}', direction => 'prev');
SELECT pg_temp.after('{"a": "0", "b": "b6", "id": "6", "c": [1], "at": "never"}');
SELECT pg_temp.after('{"a": 0, "b": "b7", "id": 0}');
SELECT pg_temp.after('{"a": -5, "b": "", "id": 0}');
SELECT pg_temp.after('{"a": null, "b": "b5", "id": 5}');
SELECT pg_temp.after('{"a": null, "b": "zz", "id": 5}');
SELECT pg_temp.after('{"a": 1, "b": 7, "id": 5}');
SELECT pg_temp.after(to_jsonb(t)) FROM t WHERE id = 4;
SELECT pg_temp.after(to_jsonb(t), '') FROM t WHERE id = 4;
SELECT pg_temp.after(to_jsonb(t), 'at DESC') FROM t WHERE id = 4;
SELECT pg_temp.after('{"a": 0, "b": "b6"}');
SELECT pg_temp.after('{"A": 0, "b": "b6", "id": 1}');
SELECT pg_temp.after('{"a": 0, "b": null, "id": 1}');
SELECT pg_temp.after('{"a": "x", "b": "b6", "id": 1}');
SELECT pg_temp.after('{"a": 1.5, "b": "b6", "id": 1}');
SELECT pg_temp.after('{"a": true, "b": "b6", "id": 1}');
SELECT pg_temp.after('{"a": {}, "b": "b6", "id": 1}');
SELECT pg_temp.after('{"a": 99999999999, "b": "b6", "id": 1}');
SELECT pg_temp.after('{"at": "soon", "id": 1}', 'at');
SELECT pg_temp.after('[0, "b6", 6]');
SELECT pg_temp.after('null');
SELECT pg_temp.after('{}', direction => 'sideways');
SELECT pg_temp.after('{}', direction => 'NEXT');
SELECT attempt($$SELECT keyset_cursor_encode('t', 'a', NULL)$$);
SELECT attempt($$SELECT keyset_cursor_encode('t', 'a', '{}', direction => NULL)$$);
SELECT attempt($$SELECT keyset_cursor_encode(NULL, 'a', '{}')$$);
SELECT attempt($$SELECT keyset_cursor_encode('t', 'nope', '{}')$$);
SELECT attempt($$SELECT keyset_cursor_encode('t', 'id', '{"id": 1}', 'a = $1', '{x}')$$);
SELECT attempt($$SELECT keyset_cursor_encode('t', 'id', '{"id": 1}', 'a = $1')$$);

-- With a filter, an expression, no key listed at all
SELECT ids(items) FROM keyset_page('t', 'id', keyset_cursor_encode('t', 'id', '{"id": 3}', 'a = $1', '{1}'), 9, 'a = $1', '{ 1}');
SELECT refusal($$SELECT items FROM keyset_page('t', 'id', keyset_cursor_encode('t', 'id', '{"id": 3}', 'a = $1', '{1}'), 9, 'a = $1', '{0}')$$);
CREATE INDEX ON t (upper(b), id);
SELECT d.order_by, d.position FROM keyset_page('t', 'upper(b)', NULL, 4) p, keyset_cursor_decode(p.next_cursor) d;
SELECT ids(items) FROM keyset_page('t', 'upper(b)', keyset_cursor_encode('t', 'upper(b)', '{"upper(b)": "B7", "id": 7}'));

-- decode: NULL, and whatever is no cursor
SELECT attempt('SELECT position FROM keyset_cursor_decode(NULL)');
SELECT attempt('SELECT position FROM keyset_cursor_decode('''')');
SELECT attempt('SELECT position FROM keyset_cursor_decode(''AQEx'')');

-- Not bound to limit, columns and with_total; nor to how the relation and the ordering are spelled
SELECT ids(q.items), q.total
  FROM keyset_page('t', 'a desc nulls last', NULL, 2, columns => 'b') p,
       keyset_page('cursors.t', ' "a"  DESC NULLS LAST, id DESC', p.next_cursor, 3, columns => 'id', with_total => true) q;
SELECT ids(q.items) FROM keyset_rows(NULL::t, 'a', NULL, 2) r, keyset_page('t', 'a', r.row_cursor, 3) q WHERE (r.item).id = 6;
SELECT string_agg((q.item).id::text, ' ') FROM keyset_page('t', 'a', NULL, 2) p, keyset_rows(NULL::t, 'a', p.next_cursor, 3) q;
SELECT ids(keyset_page_json('t', 'a', next_cursor, 3) -> 'items') FROM keyset_page('t', 'a', NULL, 2);

-- Bound to relation, ordering, filter
CREATE TABLE twin (LIKE t INCLUDING ALL);
INSERT INTO twin SELECT * FROM t;
CREATE VIEW t_view AS SELECT * FROM t;
SELECT next_cursor AS place FROM keyset_page('t', 'a', NULL, 3) \gset
SELECT relation, order_spec, filter, attempt(format('SELECT ids(items) FROM keyset_page(%L, %L, %L, 3, %L)', relation, order_spec, :'place', filter))
  FROM (VALUES ('t', 'a', NULL), ('twin', 'a', NULL), ('t_view', 'a', NULL), ('t', 'a DESC', NULL), ('t', 'a NULLS FIRST', NULL), ('t', 'b', NULL), ('t', 'a, b', NULL),
               ('t', '', NULL), ('t', 'id', NULL), ('t', 'a', 'true'), ('t', 'a, id', NULL), ('t', 'a, id DESC', NULL)) v (relation, order_spec, filter);

-- Not bound to the table's OID: dropped and made anew
DROP VIEW t_view;
DROP TABLE twin;
ALTER TABLE t RENAME TO old;
CREATE TABLE t (LIKE old INCLUDING INDEXES);
INSERT INTO t SELECT * FROM old ORDER BY id DESC;
DROP TABLE old;
SELECT ids(items) FROM keyset_page('t', 'a', :'place', 3);
-- (decode is given no relation and has the OID alone)
SELECT refusal(format('SELECT keyset_cursor_decode(%L)', :'place'));

-- A temporary table is pg_temp's, whatever its number
CREATE TEMP TABLE passing (id int PRIMARY KEY);
INSERT INTO passing VALUES (1), (2), (3);
SELECT d.relation, ids(q.items) FROM keyset_page('passing', '', NULL, 1) p, keyset_page('pg_temp.passing', '', p.next_cursor, 5) q, keyset_cursor_decode(p.next_cursor) d;

-- Key values beyond 2,048 bytes
CREATE TABLE wide (id int PRIMARY KEY, k text, l text);
INSERT INTO wide SELECT g, repeat('x', 1000) || g, repeat('y', CASE WHEN g = 3 THEN 2000 ELSE 100 END) FROM generate_series(1, 5) g;
SELECT ids(items), next_cursor IS NOT NULL FROM keyset_page('wide', 'k, l', NULL, 2);
SELECT attempt($$SELECT ids(items) FROM keyset_page('wide', 'k, l', NULL, 3)$$);
SELECT attempt($$SELECT ids(items) FROM keyset_page('wide', 'l DESC, k', NULL, 1)$$);
SELECT ids(items), next_cursor FROM keyset_page('wide', 'k, l', NULL, 5);
SELECT refusal($$SELECT * FROM keyset_rows(NULL::wide, 'k, l', NULL, 5)$$);
SELECT ids(q.items), q.next_cursor IS NULL, q.prev_cursor IS NULL
  FROM keyset_page('wide', 'k, l', NULL, 1) p, keyset_page('wide', 'k, l', p.next_cursor, 4) q;
SELECT attempt($$SELECT ids(q.items) FROM keyset_page('wide', 'k, l', NULL, 2) p, keyset_page('wide', 'k, l', p.next_cursor, 4) q$$);
SELECT n, outcome(format('SELECT length(keyset_cursor_encode(''wide'', ''k'', %L)) > 2000', jsonb_build_object('k', repeat('x', n), 'id', 1)))
  FROM (VALUES (2044), (2045), (1000000)) v (n);

-- The settings of neither side matter
CREATE TABLE worldly (id int PRIMARY KEY, at timestamptz, ts timestamp, d date, i interval, y bytea, f float8, r float4, c money, x text, l timestamptz[], n text[]);
INSERT INTO worldly
SELECT g, '2026-03-29 00:30:00.000001+00'::timestamptz + g / 3 * interval '20 min', '2026-03-29 01:30'::timestamp + g / 3 * interval '20 min',
       '2026-01-01'::date + 40 * (g / 3), (g / 3) * interval '1 mon 2 days 03:04:05.6', decode(lpad(to_hex(g / 3 * 37), 4, '0'), 'hex'),
       (g / 3) / 7.0, (g / 3) / 7.0, (g / 3)::int8::money * 1000.5, U&'gr\00fc\00dfe ' || g / 3, ARRAY['2026-03-29 00:30+00'::timestamptz + g / 3 * interval '20 min'], ARRAY['NULL', NULL, 'x' || g / 3]
  FROM generate_series(1, 10) g;
CREATE FUNCTION pg_temp.here() RETURNS void LANGUAGE sql AS $$
    SELECT set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false), set_config('IntervalStyle', 'postgres', false),
           set_config('bytea_output', 'hex', false), set_config('extra_float_digits', '1', false), set_config('client_encoding', 'UTF8', false),
           set_config('search_path', 'cursors, public', false), set_config('array_nulls', 'on', false), set_config('quote_all_identifiers', 'off', false);
$$;
CREATE FUNCTION pg_temp.there() RETURNS void LANGUAGE sql AS $$
    SELECT set_config('TimeZone', 'Asia/Kolkata', false), set_config('DateStyle', 'German, DMY', false), set_config('IntervalStyle', 'sql_standard', false),
           set_config('bytea_output', 'escape', false), set_config('extra_float_digits', '-15', false), set_config('client_encoding', 'LATIN1', false),
           set_config('search_path', 'public', false), set_config('array_nulls', 'off', false), set_config('quote_all_identifiers', 'on', false);
$$;
-- Pages of 2, each read under the settings that the one before was not read under; and the position of each cursor
-- decoded under the one and encoded under the other
CREATE FUNCTION pg_temp.to_and_fro(order_spec text, here_first boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    place text;
    spoken jsonb;
    found text;
    result text;
    here boolean := here_first;
BEGIN
    LOOP
        IF here THEN PERFORM pg_temp.here(); ELSE PERFORM pg_temp.there(); END IF;
        SELECT public.ids(items), next_cursor INTO found, place FROM public.keyset_page('cursors.worldly', order_spec, place, 2);
        result := concat_ws(' | ', result, found);
        EXIT WHEN place IS NULL;
        SELECT d.position INTO spoken FROM public.keyset_cursor_decode(place) d;
        here := NOT here;
        IF here THEN PERFORM pg_temp.here(); ELSE PERFORM pg_temp.there(); END IF;
        IF spoken IS DISTINCT FROM (SELECT d.position FROM public.keyset_cursor_decode(place) d) THEN
            RETURN 'decoded otherwise: ' || spoken;
        END IF;
        IF pg_temp.body(place) <> pg_temp.body(public.keyset_cursor_encode('cursors.worldly', order_spec, spoken)) THEN
            RETURN 'encoded otherwise: ' || spoken;
        END IF;
    END LOOP;
    PERFORM pg_temp.here();
    RETURN result;
END
$$;
SELECT k, pg_temp.to_and_fro(k, true), pg_temp.to_and_fro(k, false)
  FROM unnest(ARRAY['at', 'ts DESC', 'd', 'i DESC', 'y', 'f DESC', 'r', 'c', 'x DESC', 'l', 'n', 'at DESC, x, f']) k;
-- A position written by hand under other settings is read under the fixed ones
SELECT FROM pg_temp.there();
SELECT public.ids(items) FROM public.keyset_page('cursors.worldly', 'd', public.keyset_cursor_encode('cursors.worldly', 'd', '{"d": "2026-02-10", "id": 4}'));
SELECT public.outcome($$SELECT public.keyset_cursor_encode('cursors.worldly', 'd', '{"d": "30.02.2026", "id": 4}')$$);
SELECT public.ids(items) FROM public.keyset_page('cursors.worldly', 'at', public.keyset_cursor_encode('cursors.worldly', 'at', '{"at": "2026-03-29T00:50:00.000001", "id": 4}'));
SELECT FROM pg_temp.here();
RESET ALL;
SET search_path = cursors, public;
SET keyset_page.require_index = off;

-- cursor_ttl
SET keyset_page.cursor_ttl = '1h';
SELECT expires_at - issued_at FROM keyset_page('t', 'id', NULL, 3) p, keyset_cursor_decode(p.next_cursor) d;
SELECT next_cursor AS long_lived FROM keyset_page('t', 'id', NULL, 3) \gset
SET keyset_page.cursor_ttl = 1;
SELECT next_cursor AS short_lived FROM keyset_page('t', 'id', NULL, 3) \gset
SELECT ids(items), next_cursor AS of_short FROM keyset_page('t', 'id', :'long_lived', 2) \gset
\echo :ids
RESET keyset_page.cursor_ttl;
SELECT pg_sleep(1.1);
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2)', c)) FROM unnest(ARRAY[:'long_lived', :'short_lived', :'of_short']) c;
SELECT outcome(format('SELECT position FROM keyset_cursor_decode(%L)', c)) FROM unnest(ARRAY[:'long_lived', :'short_lived']) c;
SELECT regexp_replace(attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 2)', :'short_lived')), 'expired at [^\n]*\n', E'expired at (time).\n');
SELECT d.expires_at FROM keyset_page('t', 'id', :'long_lived', 2) p, keyset_cursor_decode(p.next_cursor) d;

-- bind_role
CREATE ROLE regress_kp_ann;
CREATE ROLE regress_kp_bob;
GRANT USAGE ON SCHEMA cursors TO PUBLIC;
GRANT SELECT ON t TO regress_kp_ann, regress_kp_bob;
SELECT next_cursor AS unbound FROM keyset_page('t', 'id', NULL, 3) \gset
SET keyset_page.bind_role = on;
SET ROLE regress_kp_ann;
SELECT next_cursor AS of_ann FROM keyset_page('t', 'id', NULL, 3) \gset
SELECT ids(items) FROM keyset_page('t', 'id', :'of_ann', 3);
SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 3)', :'unbound'));
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', c)) FROM unnest(ARRAY[:'of_ann', :'unbound']) c;
SET ROLE regress_kp_bob;
SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 3)', :'of_ann'));
SELECT outcome(format('SELECT position FROM keyset_cursor_decode(%L)', :'of_ann'));
SELECT outcome(format('SELECT (item).id FROM keyset_rows(NULL::t, ''id'', %L, 3)', :'of_ann'));
RESET ROLE;
-- (a superuser is another role, too; off is for unbound cursors only)
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 3)', c)) FROM unnest(ARRAY[:'of_ann', :'unbound']) c;
RESET keyset_page.bind_role;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 3)', c)) FROM unnest(ARRAY[:'of_ann', :'unbound']) c;
SET ROLE regress_kp_ann;
SELECT ids(items) FROM keyset_page('t', 'id', :'of_ann', 3);
RESET ROLE;
-- by name
ALTER ROLE regress_kp_ann RENAME TO regress_kp_eve;
SET ROLE regress_kp_eve;
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 3)', :'of_ann'));
RESET ROLE;
ALTER ROLE regress_kp_eve RENAME TO regress_kp_ann;

-- encrypt_cursors: no key value in the bytes, the same rows, decoded for the extension's owner only
CREATE TABLE secrets (id int PRIMARY KEY, k text);
INSERT INTO secrets SELECT g, 'topsecret' || g FROM generate_series(1, 3) g;
GRANT SELECT ON secrets TO regress_kp_ann;
SELECT next_cursor AS clear FROM keyset_page('secrets', 'k', NULL, 1) \gset
SET keyset_page.encrypt_cursors = on;
SELECT next_cursor AS veiled FROM keyset_page('secrets', 'k', NULL, 1) \gset
SELECT position('topsecret' IN pg_temp.bytes(:'clear')) > 0, position('topsecret' IN pg_temp.bytes(:'veiled')) > 0, length(:'clear') = length(:'veiled');
RESET keyset_page.encrypt_cursors;
SELECT ids(items) FROM unnest(ARRAY[:'clear', :'veiled']) c, keyset_page('secrets', 'k', c, 5);
SELECT position FROM unnest(ARRAY[:'clear', :'veiled']) c, keyset_cursor_decode(c);
SET ROLE regress_kp_ann;
SELECT ids(items) FROM unnest(ARRAY[:'clear', :'veiled']) c, keyset_page('secrets', 'k', c, 5);
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', c)) FROM unnest(ARRAY[:'clear', :'veiled']) c;
RESET ROLE;
SELECT rolname AS owner FROM pg_extension JOIN pg_roles r ON r.oid = extowner WHERE extname = 'keyset_page' \gset
GRANT :"owner" TO regress_kp_ann;
SET ROLE regress_kp_ann;
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', :'veiled'));
RESET ROLE;
REVOKE :"owner" FROM regress_kp_ann;

-- decode shows nothing that the caller may not read
SELECT next_cursor AS of_b FROM keyset_page('t', 'b', NULL, 3) \gset
REVOKE SELECT ON t FROM regress_kp_bob;
SET ROLE regress_kp_bob;
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', :'of_b'));
RESET ROLE;
GRANT SELECT (id, a) ON t TO regress_kp_bob;
SET ROLE regress_kp_bob;
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', :'of_b'));
RESET ROLE;
GRANT SELECT (b) ON t TO regress_kp_bob;
SET ROLE regress_kp_bob;
SELECT attempt(format('SELECT position FROM keyset_cursor_decode(%L)', :'of_b'));
RESET ROLE;

-- A cursor is a position, not a permission
REVOKE SELECT ON t FROM regress_kp_ann;
SET ROLE regress_kp_ann;
SELECT attempt(format('SELECT ids(items) FROM keyset_page(''t'', ''id'', %L, 3)', :'of_ann'));
RESET ROLE;

-- decode: the relation gone, renamed, moved; a column gone
SELECT next_cursor AS place FROM keyset_page('wide', 'k', NULL, 1) \gset
ALTER TABLE wide RENAME TO broad;
SELECT attempt(format('SELECT relation FROM keyset_cursor_decode(%L)', :'place'));
ALTER TABLE broad RENAME TO wide;
SELECT attempt(format('SELECT relation FROM keyset_cursor_decode(%L)', :'place'));
ALTER TABLE wide SET SCHEMA public;
SELECT outcome(format('SELECT relation FROM keyset_cursor_decode(%L)', :'place'));
ALTER TABLE public.wide SET SCHEMA cursors;
ALTER TABLE wide RENAME k TO kk;
SELECT attempt(format('SELECT relation FROM keyset_cursor_decode(%L)', :'place'));
ALTER TABLE wide DROP COLUMN kk;
SELECT outcome(format('SELECT relation FROM keyset_cursor_decode(%L)', :'place'));
DROP TABLE wide;
SELECT attempt(format('SELECT relation FROM keyset_cursor_decode(%L)', :'place'));

SET client_min_messages = warning;
DROP SCHEMA cursors CASCADE;
DROP ROLE regress_kp_ann, regress_kp_bob;
