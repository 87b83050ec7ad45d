-- Half a million rows: a page costs the same wherever it is, at most limit + 20 buffers.
SET keyset_page.require_index = error;
SET jit = off;

CREATE TABLE big (
    id bigint NOT NULL,
    a int NOT NULL,  -- five rows each, in no order of the heap
    g int NOT NULL,  -- 300,000 rows in one group, the others alone
    v int,           -- 250,000 NULLs
    w int,           -- the same, but two rows each
    state text COLLATE "C" NOT NULL,
    pad text NOT NULL DEFAULT repeat('x', 60)
);
INSERT INTO big
SELECT n, n::bigint * 7919 % 100000, CASE WHEN n % 5 < 3 THEN 250000 ELSE n END, CASE WHEN n % 2 = 0 THEN n::bigint * 104729 % 500009 END,
       CASE WHEN n % 2 = 0 THEN n / 4 END, CASE WHEN n < 350000 THEN 'closed' WHEN n % 2 = 0 THEN 'open' ELSE 'waiting' END
  FROM generate_series(1, 500000) n;
ALTER TABLE big ADD PRIMARY KEY (id);
CREATE INDEX big_a ON big (a, id);
CREATE INDEX big_g ON big (g, id DESC);
CREATE INDEX big_v ON big (v, id);
CREATE INDEX big_w ON big (w DESC NULLS LAST, v, id DESC);
CREATE INDEX big_state ON big (state, id DESC);
VACUUM ANALYZE big;
SELECT count(*), count(*) FILTER (WHERE g = 250000) AS in_one_group, count(*) FILTER (WHERE v IS NULL) AS nulls FROM big;

-- The buffers of one call, as EXPLAIN counts them, once its plans are made.
CREATE FUNCTION buffers(order_spec text, cursor text, size bigint, filter text DEFAULT NULL, args text[] DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    FOR n IN 1 .. 3 LOOP
        EXECUTE format('EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT keyset_page_json(%L, %L, %L, %s, %L, %L)',
                       'big', order_spec, cursor, size, filter, args) INTO plan;
    END LOOP;
    RETURN (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::bigint + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::bigint;
END
$$;
-- The dearest of the pages on either side of some positions: within limit + 20, or how many.
CREATE FUNCTION cost(order_spec text, positions jsonb, size bigint DEFAULT 20, filter text DEFAULT NULL, args text[] DEFAULT NULL)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    place jsonb;
    way text;
    one bigint;
    most bigint := 0;
    count int := 0;
BEGIN
    FOR place IN SELECT jsonb_array_elements(positions) LOOP
        FOREACH way IN ARRAY ARRAY['next', 'prev'] LOOP
            one := buffers(order_spec, keyset_cursor_encode('big', order_spec, place, filter, args, way), size, filter, args);
            most := greatest(most, one);
            count := count + 1;
        END LOOP;
    END LOOP;
    RETURN format('%s pages: %s', count, CASE WHEN most BETWEEN 1 AND size + 20 THEN 'within limit + 20' ELSE format('%s buffers for %s rows', most, size) END);
END
$$;

-- One direction: at the start, in the middle and at the end, on a row and where none is (any more).
SELECT order_spec, cost(order_spec, '[{"a": 0, "id": 1}, {"a": 50000, "id": 250000}, {"a": 50000, "id": 150000}, {"a": 99999, "id": 500000}, {"a": 200000, "id": 0}]')
  FROM unnest(ARRAY['a', 'a DESC']) order_spec;
SELECT cost('id', '[{"id": 1}, {"id": 250000}, {"id": 499990}, {"id": 0}, {"id": 600000}]'), cost('id DESC', '[{"id": 250000}]');
SELECT size, cost('a', '[{"a": 50000, "id": 250000}]', size) FROM unnest('{1, 10, 100, 1000}'::int[]) size;
-- Two directions, inside the group of 300,000 rows, at its edges and outside.
SELECT order_spec, cost(order_spec, '[{"g": 250000, "id": 250001}, {"g": 250000, "id": 500000}, {"g": 250000, "id": 1}, {"g": 249999, "id": 249999},
                                      {"g": 250003, "id": 250003}, {"g": 4, "id": 4}, {"g": 499999, "id": 499999}]')
  FROM unnest(ARRAY['g, id DESC', 'g DESC, id']) order_spec;
-- Inside the block of 250,000 NULLs, at its edges and outside; NULLs last and first, by the same index.
SELECT order_spec, cost(order_spec, '[{"v": null, "id": 250001}, {"v": null, "id": 1}, {"v": null, "id": 499999}, {"v": 250000, "id": 0},
                                      {"v": 500008, "id": 500000}, {"v": -1, "id": 0}, {"v": 600000, "id": 0}]')
  FROM unnest(ARRAY['v', 'v DESC']) order_spec;
-- Three keys, two of them nullable, in mixed directions.
SELECT order_spec, cost(order_spec, '[{"w": null, "v": null, "id": 250001}, {"w": null, "v": null, "id": 499999}, {"w": 60000, "v": 250000, "id": 0},
                                      {"w": 60000, "v": null, "id": 0}, {"w": 1, "v": 3, "id": 4}, {"w": 125000, "v": 3, "id": 500000}]')
  FROM unnest(ARRAY['w DESC NULLS LAST, v, id DESC', 'w NULLS FIRST, v DESC, id']) order_spec;
-- A few values beside a serial key: the planner is not led astray to the key's own index.
SELECT order_spec, cost(order_spec, '[{"state": "closed", "id": 200000}, {"state": "open", "id": 350040}, {"state": "open", "id": 499990},
                                      {"state": "waiting", "id": 350041}, {"state": "closed", "id": 1}, {"state": "open", "id": 1}]')
  FROM unnest(ARRAY['state, id DESC', 'state DESC, id']) order_spec;
-- With a filter that an index leads with.
SELECT cost('id DESC', '[{"id": 350040}, {"id": 400000}, {"id": 499990}]', 20, 'state = $1', '{open}'),
       cost('a', '[{"a": 50000, "id": 250000}]', 20, 'a >= $1', '{40000}');
-- First pages and last ones.
SELECT max(buffers(order_spec, NULL, 20)) <= 40 AS first_pages
  FROM unnest(ARRAY['id', 'id DESC', 'a', 'a DESC', 'g, id DESC', 'g DESC, id', 'v', 'v DESC', 'v NULLS LAST, id', 'w DESC NULLS LAST, v, id DESC', 'state, id DESC']) order_spec;
-- The hundredth page costs what the second does, and what it costs in a session is the same at every call and in every plan cache mode.
SELECT keyset_cursor_encode('big', 'g, id DESC', '{"g": 250000, "id": 250001}') AS middle \gset
SELECT count(DISTINCT buffers('g, id DESC', :'middle', 20)) AS costs FROM generate_series(1, 10);
CREATE FUNCTION costs_under(mode text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    place text := keyset_cursor_encode('big', 'g, id DESC', '{"g": 250000, "id": 250001}');
    plans text;
BEGIN
    PERFORM set_config('plan_cache_mode', mode, true);
    SELECT regexp_replace(p.plans::text, '"(Startup|Total) Cost": [0-9.]+, ', '', 'g') INTO plans FROM keyset_explain('big', 'g, id DESC') p;
    RETURN concat_ws(' ', buffers('g, id DESC', place, 20), buffers('v', keyset_cursor_encode('big', 'v', '{"v": null, "id": 250001}'), 20), md5(plans));
END
$$;
SELECT count(DISTINCT costs_under(mode)) AS costs FROM unnest(ARRAY['auto', 'force_generic_plan', 'force_custom_plan', 'auto']) mode;

-- A temporary table, the session's first, changes the search path: the statement is planned anew, and in the same way.
\c -
SELECT buffers('state, id DESC', NULL, 20, 'state = $1', '{open}') AS before \gset
CREATE TEMP TABLE first_of_the_session (i int);
SELECT count(*) FROM generate_series(1, 3) WHERE buffers('state, id DESC', NULL, 20, 'state = $1', '{open}') <= :before;

-- A sub-select of the filter that becomes a join reads by the indexes it likes, also of the paged table itself; and where
-- the join would read much of a table for each row, the page is sorted, and said to be.
CREATE TABLE threads (id int PRIMARY KEY, parent int NOT NULL, at int NOT NULL);
INSERT INTO threads SELECT n, n / 2, n * 7 % 50000 FROM generate_series(1, 50000) n;
CREATE INDEX ON threads (parent);
CREATE INDEX ON threads (at, id);
CREATE TABLE unindexed AS SELECT n * 1000 AS y FROM generate_series(1, 20000) n;
ANALYZE threads, unindexed;
CREATE FUNCTION join_of(condition text) RETURNS TABLE (index_backed bool, reason bool, nodes text) LANGUAGE sql AS $$
    SELECT e.index_backed, e.advice LIKE '%the filter or the view keeps the planner from%',
           (SELECT string_agg(DISTINCT match[1], ', ' ORDER BY match[1]) FROM regexp_matches(e.plans::text, '"Node Type": "((?:Nested|Hash|Merge|Sort|Seq|Materialize)[^"]*)"', 'g') match)
      FROM keyset_explain('threads', 'at', condition) e
$$;
SELECT condition, j.* FROM unnest(ARRAY['NOT EXISTS (SELECT FROM threads c WHERE c.parent = threads.id)', 'id IN (SELECT y FROM unindexed)']) condition, join_of(condition) j;
SET statement_timeout = '20s';
SELECT ids(items) FROM keyset_page('threads', 'at', NULL, 4, 'NOT EXISTS (SELECT FROM threads c WHERE c.parent = threads.id)');
SELECT ids(items) FROM keyset_page('threads', 'at', NULL, 4, 'id IN (SELECT y FROM unindexed)');
RESET statement_timeout;
-- The same through a view, whose table the sub-select reads too; and a sorted sub-select that is small.
CREATE VIEW seen_threads AS SELECT * FROM threads;
SELECT e.seek_index, e.index_backed FROM keyset_explain('seen_threads', 'at', 'EXISTS (SELECT FROM threads x WHERE x.id = seen_threads.id)') e;
SELECT e.seek_index, e.index_backed FROM keyset_explain('threads', 'at', 'parent IN (SELECT y FROM unindexed ORDER BY y DESC LIMIT 3)') e;
DROP VIEW seen_threads;
DROP FUNCTION join_of;
DROP TABLE threads, unindexed;

-- NOT NULL keys get no arm for NULLs; each range of a nullable order is one index range scan and nothing more.
SELECT order_spec, seek_index, index_backed, advice, array_to_string(statements, ' ') ~ 'NULL' AS null_arm, array_to_string(statements, ' ') ~ ' OR ' AS an_or
  FROM unnest(ARRAY['a', 'g, id DESC', 'v', 'w DESC NULLS LAST, v, id DESC', 'state, id DESC']) order_spec, keyset_explain('big', order_spec);
SELECT order_spec, count(*) AS ranges, bool_and(plan::text ~ '"Node Type": "Index (Only )?Scan"') AS index_scans, bool_or(plan::text ~ '"Filter"') AS filters,
       bool_or(plan::text ~ '"(Sort|Incremental Sort|Seq Scan|Bitmap Heap Scan)"') AS others, count(*) FILTER (WHERE plan::text ~ '"Index Cond"') AS bounded
  FROM unnest(ARRAY['a', 'g, id DESC', 'v', 'w DESC NULLS LAST, v, id DESC', 'state, id DESC']) order_spec,
       LATERAL (SELECT json_array_elements(plans) FROM keyset_explain('big', order_spec) WHERE index_backed) p (plan)
 GROUP BY order_spec ORDER BY order_spec;

-- The statement of page 100 is as long as that of page 2: the text is taken from the context of an error that the filter
-- raises at the row each page begins with.
CREATE FUNCTION statement_at(page int) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    context text;
    args text[] := ARRAY[(page * 20 + 1)::text];
BEGIN
    PERFORM keyset_page('big', 'id', keyset_cursor_encode('big', 'id', jsonb_build_object('id', page * 20), '1 / (id - $1) <> 7', args), 20,
                        '1 / (id - $1) <> 7', args);
    RETURN 'no error';
EXCEPTION WHEN division_by_zero THEN
    GET STACKED DIAGNOSTICS context = PG_EXCEPTION_CONTEXT;
    RETURN substring(context from 'SELECT.*NULLS LAST');
END
$$;
SELECT statement_at(2) = statement_at(100) AS same, statement_at(2) = statement_at(20000) AS same, statement_at(2);

-- A limit above the maximum is lowered to it, however large.
SELECT size, json_array_length(items), next_cursor IS NOT NULL AS more
  FROM unnest('{1000, 1001, 2147483648, 9223372036854775807}'::bigint[]) size, keyset_page('big', 'id', NULL, size, columns => 'id');
-- A page of a thousand begins where the one before ended.
SELECT (b.items -> 0 ->> 'id')::int - (a.items -> -1 ->> 'id')::int AS step
  FROM keyset_page('big', 'id', NULL, 1000, columns => 'id') a, keyset_page('big', 'id', a.next_cursor, 1000, columns => 'id') b;

-- A column that the filter fixes may be listed as well, before or behind what the index has next.
CREATE INDEX big_fixed ON big (state, g, id);
SELECT order_spec, cost(order_spec, '[{"g": 250000, "state": "closed", "id": 250001}, {"g": 250000, "state": "closed", "id": 349000}, {"g": 4, "state": "closed", "id": 4}]', 20,
                        'state = $1', '{closed}'), seek_index
  FROM unnest(ARRAY['g, state', 'state, g', 'state DESC, g DESC', 'g DESC, state DESC', 'g']) order_spec, keyset_explain('big', order_spec, 'state = $1');

DROP TABLE big;
DROP FUNCTION buffers, cost, costs_under, statement_at;
