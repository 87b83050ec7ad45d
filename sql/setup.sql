-- What the other tests stand on: the extension, and functions that walk a relation.
CREATE EXTENSION keyset_page;

-- check_walk and check_rows: one walk, forward and back, against one SELECT ... ORDER BY.
\set top `echo "${PG_ABS_SRCDIR:-.}"`
\set ECHO none
\i :top/test/lib/walk.sql
\set ECHO all

-- Walks with pages of 1, 2, 3, 5 and 7 rows and says how many rows there are and in which order, or what
-- is wrong. The order in force must be a refinement of the one asked for.
CREATE FUNCTION walk(relation regclass, order_spec text, filter text DEFAULT NULL, args text[] DEFAULT NULL,
    literal_filter text DEFAULT 'true', sizes bigint[] DEFAULT '{1, 2, 3, 5, 7}')
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    size bigint;
    result text;
    in_force text;
    asked text;
    total bigint;
    page record;
    object json;
BEGIN
    SELECT order_by INTO in_force FROM keyset_page(relation, order_spec, NULL, 1, filter, args);
    IF order_spec <> '' THEN
        EXECUTE format('SELECT format(''row %%s is not where "%%s" has it'', n, $1)
                          FROM (SELECT row_number() OVER (ORDER BY %1$s) AS n,
                                       row_number() OVER (ORDER BY %2$s, %1$s) AS m
                                  FROM %3$s WHERE %4$s) q
                         WHERE n <> m ORDER BY n LIMIT 1',
                       in_force, order_spec, relation, literal_filter) INTO asked USING order_spec;
        IF asked IS NOT NULL THEN
            RETURN format('%s; %s', in_force, asked);
        END IF;
    END IF;
    EXECUTE format('SELECT count(*) FROM %s WHERE %s', relation, literal_filter) INTO total;
    FOREACH size IN ARRAY sizes LOOP
        result := check_walk(relation, order_spec, size, NULL, filter, args, literal_filter);
        IF result IN ('ok', 'no rows') THEN
            result := check_rows(relation, order_spec, size, filter, args, literal_filter);
        END IF;
        IF result NOT IN ('ok', 'no rows') THEN
            RETURN format('%s; pages of %s: %s', in_force, size, result);
        END IF;
        -- The scalar form has the same page.
        SELECT * INTO page FROM keyset_page(relation, order_spec, NULL, size, filter, args);
        SELECT * INTO page FROM keyset_page(relation, order_spec, page.next_cursor, size, filter, args);
        SELECT keyset_page_json(relation, order_spec,
                   (keyset_page_json(relation, order_spec, NULL, size, filter, args)) ->> 'next_cursor',
                   size, filter, args) INTO object;
        IF (object -> 'items')::text <> page.items::text OR object ->> 'order_by' <> page.order_by
            OR (object ->> 'next_cursor' IS NULL) <> (page.next_cursor IS NULL)
            OR (object ->> 'prev_cursor' IS NULL) <> (page.prev_cursor IS NULL) THEN
            RETURN format('%s; pages of %s: keyset_page_json differs', in_force, size);
        END IF;
    END LOOP;
    RETURN format('%s rows by %s', total, in_force);
END
$$;

-- The ids of a page's items, in display order.
CREATE FUNCTION ids(items json, member text DEFAULT 'id')
RETURNS text
LANGUAGE sql AS $$
    SELECT string_agg(coalesce(i ->> member, '-'), ' ') FROM json_array_elements(items) i
$$;

-- The ids of all rows, page by page, with a bar between two pages.
CREATE FUNCTION pages(relation regclass, order_spec text, size bigint, member text DEFAULT 'id',
    filter text DEFAULT NULL, args text[] DEFAULT NULL)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    items json;
    place text;
    result text;
BEGIN
    LOOP
        SELECT p.items, p.next_cursor INTO items, place
          FROM keyset_page(relation, order_spec, place, size, filter, args) p;
        result := concat_ws(' | ', result, coalesce(ids(items, member), 'nothing'));
        EXIT WHEN place IS NULL;
    END LOOP;
    RETURN result;
END
$$;

-- How a statement is refused: SQLSTATE and message, DETAIL and HINT below; or that it is not.
CREATE FUNCTION refusal(statement text)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    detail text;
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'not refused';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n', SQLSTATE || ' ' || SQLERRM, nullif(detail, ''), nullif(hint, ''));
END
$$;

-- What a statement gives: its first column, or how it is refused.
CREATE FUNCTION attempt(statement text)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    result text;
    detail text;
    hint text;
BEGIN
    EXECUTE statement INTO result;
    RETURN coalesce(result, 'null');
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n', SQLSTATE || ' ' || SQLERRM, nullif(detail, ''), nullif(hint, ''));
END
$$;

-- The same, of a refusal the SQLSTATE alone.
CREATE FUNCTION outcome(statement text)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE statement INTO result;
    RETURN coalesce(result, 'null');
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END
$$;

-- The functions themselves find fault where there is one.
CREATE TABLE setup_test (id int PRIMARY KEY, v int);
INSERT INTO setup_test VALUES (1, 30), (2, 20), (3, NULL), (4, 20), (5, 10);
CREATE INDEX ON setup_test (v, id);
SELECT walk('setup_test', 'v DESC');
SELECT walk('setup_test', 'v DESC', 'id > $1', '{2}', 'id > 2');
SELECT walk('setup_test', 'v DESC', 'id > $1', '{2}', 'id > 1');
SELECT check_walk('setup_test', 'v', 2), check_walk('setup_test', 'v', 2, 'id', 'id > $1', '{9}', 'id > 9');
SELECT check_walk('setup_test', 'v', 2, 'id', 'id > $1', '{3}', 'id > 2');
SELECT check_rows('setup_test', 'v', 2), check_rows('setup_test', 'v', 2, 'id > $1', '{9}', 'id > 9');
SELECT check_rows('setup_test', 'v', 2, 'id > $1', '{3}', 'id > 2');
SELECT pages('setup_test', 'v', 2), pages('setup_test', 'v', 2, 'v', 'id > $1', '{2}'), pages('setup_test', 'v', 2, 'id', 'false');
SELECT refusal('SELECT 1'), refusal($$SELECT keyset_page('setup_test', 'v', 'x')$$);
DROP TABLE setup_test;
