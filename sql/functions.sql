-- Calls from everywhere: PL/pgSQL, subtransactions, cursors, nested, lateral, prepared, read only, parallel.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA calls;
SET search_path = calls, public;
CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL);
INSERT INTO t SELECT g, g % 5 FROM generate_series(1, 20) g;
CREATE INDEX ON t (a, id);
CREATE TABLE u (id int PRIMARY KEY, t_id int NOT NULL);
INSERT INTO u SELECT g, 1 + g % 20 FROM generate_series(1, 60) g;
CREATE INDEX ON u (t_id, id);

-- PL/pgSQL: a walk with an exception block about each page, errors in between, each taken back
DO $$
DECLARE
    place text;
    p record;
    seen text;
    codes text;
BEGIN
    LOOP
        BEGIN
            SELECT * INTO p FROM keyset_page('t', 'a', place, 6);
            INSERT INTO t VALUES (p.items ->> 0); -- refused, and the page's work with it
        EXCEPTION WHEN OTHERS THEN
            codes := concat_ws(' ', codes, SQLSTATE);
        END;
        BEGIN
            PERFORM keyset_page('t', 'a', 'no cursor');
        EXCEPTION WHEN SQLSTATE 'KP001' THEN
            codes := concat_ws(' ', codes, SQLSTATE);
        END;
        BEGIN
            PERFORM keyset_page('t', 'a', NULL, 5, filter => '1 / (id - 5) < 9');
        EXCEPTION WHEN division_by_zero THEN
            codes := concat_ws(' ', codes, SQLSTATE);
        END;
        seen := concat_ws(' | ', seen, ids(p.items));
        place := p.next_cursor;
        EXIT WHEN place IS NULL;
    END LOOP;
    RAISE NOTICE '%', seen;
    RAISE NOTICE '%', codes;
END
$$;

-- Arguments by name: "limit" and "position" want quotes
SELECT ids(items), total FROM keyset_page(relation => 't', order_spec => 'a', cursor => NULL, "limit" => 3, filter => 'a > $1', args => '{1}', columns => 'id', with_total => true, legacy_offset => NULL);
SELECT ids(keyset_page_json("limit" => 2, order_spec => 'id DESC', relation => 't') -> 'items');
SELECT (item).id, has_more FROM keyset_rows(row_type => NULL::t, order_spec => 'a', "limit" => 1, backward => true);
SELECT (keyset_cursor_decode(cursor => keyset_cursor_encode(relation => 't', order_spec => 'id', "position" => '{"id": 7}', direction => 'prev'))).direction;
SELECT index_backed FROM keyset_explain(relation => 't', order_spec => 'a', filter => 'a = $1', args => '{1}');

-- Rolled back subtransactions: what the page saw there is not seen any more, first plans made there are good
BEGIN;
SAVEPOINT s;
INSERT INTO t VALUES (0, 0);
SELECT ids(items), next_cursor AS place FROM keyset_page('t', 'a, id', NULL, 2) \gset inner_
\echo :inner_ids
ROLLBACK TO s;
SELECT ids(items) FROM keyset_page('t', 'a, id', NULL, 2);
SELECT ids(items) FROM keyset_page('t', 'a, id', :'inner_place', 2);
SAVEPOINT s;
SELECT keyset_page('t', 'nope');
ROLLBACK TO s;
SELECT ids(items) FROM keyset_page('t', 'a, id', NULL, 2);
SAVEPOINT s;
ALTER TABLE t RENAME a TO aa;
SELECT ids(items) FROM keyset_page('t', 'aa', NULL, 2);
ROLLBACK TO s;
SELECT ids(items) FROM keyset_page('t', 'a', NULL, 2);
RELEASE s;
COMMIT;
SELECT ids(items) FROM keyset_page('t', 'a', NULL, 2);

-- Cursors of the server over pages; the snapshot is the cursor's
BEGIN;
DECLARE c CURSOR FOR SELECT ids(items) FROM generate_series(1, 3) n, keyset_page('t', 'a', NULL, n);
FETCH 1 FROM c;
INSERT INTO t VALUES (-1, -1);
FETCH ALL FROM c;
CLOSE c;
DECLARE c CURSOR WITH HOLD FOR SELECT ids(keyset_page_json('t', 'a', NULL, n) -> 'items') FROM generate_series(1, 3) n;
FETCH 1 FROM c;
COMMIT;
DELETE FROM t WHERE id = -1;
FETCH ALL FROM c;
CLOSE c;
BEGIN;
DECLARE c CURSOR FOR SELECT ids(items) FROM generate_series(1, 3) n, LATERAL keyset_page('t', 'a', NULL, n);
FETCH 1 FROM c;
SAVEPOINT s;
FETCH 1 FROM c;
SELECT keyset_page('t', 'nope');
ROLLBACK TO s;
FETCH 1 FROM c;
COMMIT;

-- Nested: a filter, a select list and a view that read pages themselves
CREATE FUNCTION first_ids(order_spec text, n int) RETURNS int[] STABLE LANGUAGE sql SET search_path = calls, public AS $$
    SELECT array_agg((i ->> 'id')::int) FROM keyset_page('t', order_spec, NULL, n) p, json_array_elements(p.items) i
$$;
SELECT ids(items) FROM keyset_page('t', 'id DESC', NULL, 10, filter => 'id = ANY (first_ids(''a'', 3))');
SELECT ids(items) FROM keyset_page('t', 'a', NULL, 10, filter => 'id = ANY (first_ids(''a'', 3))');
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3, filter => 'EXISTS (SELECT FROM keyset_rows(NULL::calls.u, ''t_id'', NULL, 5) r WHERE (r.item).t_id = t.id)');
SELECT items FROM keyset_page('t', 'a DESC', NULL, 2, columns => 'id, (SELECT items -> 1 FROM keyset_page(''calls.u'', ''id'', NULL, 2, ''t_id = $1'', ARRAY[t.id::text])) AS u');
SELECT keyset_page_json('t', 'a DESC', NULL, 2, columns => 'id, keyset_page_json(''calls.t'', ''a DESC'', NULL, id % 3 + 1, columns => ''id'') -> ''items'' AS same') -> 'items';
CREATE VIEW v AS SELECT t.id, t.a, (SELECT string_agg(i ->> 'id', ',') FROM keyset_page('calls.u', 'id', NULL, 2, 't_id = $1', ARRAY[t.id::text]) p, json_array_elements(p.items) i) AS us FROM t;
SELECT items FROM keyset_page('v', 'a', NULL, 2);
SELECT ids(q.items, 'us') FROM keyset_page('v', 'us DESC, id', NULL, 2) p, keyset_page('v', 'us DESC, id', p.next_cursor, 2) q;
CREATE FUNCTION deep(n int) RETURNS text STABLE LANGUAGE plpgsql SET search_path = calls, public AS $$
BEGIN
    RETURN (SELECT items ->> 0 FROM keyset_page('t', 'id', NULL, 1, columns => CASE WHEN n = 0 THEN 'id' ELSE format('id, deep(%s) AS below', n - 1) END));
END
$$;
SELECT deep(5);
CREATE FUNCTION endless() RETURNS text STABLE LANGUAGE sql SET search_path = calls, public AS $$
    SELECT items ->> 0 FROM keyset_page('t', 'id', NULL, 1, columns => 'calls.endless() AS below')
$$;
SELECT outcome('SELECT endless()');
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3);
-- an error within the inner page
SELECT outcome('SELECT items FROM keyset_page(''t'', ''id'', NULL, 2, columns => ''id, keyset_page_json(''''calls.u'''', ''''nope'''') AS us'')');
SELECT outcome('SELECT items FROM keyset_page(''t'', ''id'', NULL, 2, filter => ''1 = (SELECT json_array_length(keyset_page_json(''''calls.u'''', ''''id'''', NULL, 1, ''''1 / (id - 1) = 1'''') -> ''''items''''))'')');
SELECT ids(items) FROM keyset_page('t', 'id', NULL, 3);

-- Lateral, several calls in one select, in VALUES, in a CTE, in aggregates, correlated with their own rows
SELECT t.id, ids(p.items) FROM t, LATERAL keyset_page('u', 'id', NULL, 2, 't_id = $1', ARRAY[t.id::text]) p WHERE t.id < 4 ORDER BY 1;
SELECT ids(a.items), ids(b.items), ids(c.items), ids(d.items)
  FROM keyset_page('t', 'a', NULL, 2) a, keyset_page('t', 'a DESC', NULL, 2) b, keyset_page('u', 't_id', NULL, 2) c, keyset_page('t', 'a', a.next_cursor, 2) d;
SELECT keyset_page_json('t', 'a', NULL, 1) ->> 'order_by', keyset_page_json('t', 'a DESC', NULL, 1) ->> 'order_by', (keyset_page('t', 'id', NULL, 1)).order_by, (keyset_page('t', 'id', NULL, 1)).items;
WITH RECURSIVE walk AS (
    SELECT ids(items), next_cursor FROM keyset_page('t', 'a', NULL, 6)
    UNION ALL
    SELECT ids(p.items), p.next_cursor FROM walk, keyset_page('t', 'a', walk.next_cursor, 6) p WHERE walk.next_cursor IS NOT NULL
)
SELECT ids FROM walk;
SELECT string_agg(p.order_by, '; ' ORDER BY p.order_by) FROM unnest(ARRAY['a', 'id DESC', 'a DESC']) s, keyset_page('t', s, NULL, 1) p;
SELECT count(*), count(DISTINCT ids(p.items)) FROM generate_series(1, 500) n, keyset_page('t', 'a', NULL, 1 + n % 20) p;
-- (expanded by .*, the function runs once for each of its columns, and they still agree)
SELECT ids((q.p).items), (q.p).order_by FROM (SELECT keyset_page('t', 'a', NULL, 3) AS p) q;

-- Prepared statements, with generic and custom plans; parameters of every argument
PREPARE page (text, text, bigint, text, text[]) AS SELECT ids(items), next_cursor IS NULL AS last FROM keyset_page($1::regclass, $2, NULL, $3, $4, $5);
EXECUTE page ('t', 'a', 3, NULL, NULL);
EXECUTE page ('t', 'a DESC', 3, 'id > $1', '{10}');
EXECUTE page ('u', 't_id', 3, 't_id = $1', '{4}');
SET plan_cache_mode = force_generic_plan;
EXECUTE page ('t', 'a', 3, NULL, NULL);
EXECUTE page ('t', 'a DESC', 3, 'id > $1', '{10}');
SELECT pages('t', 'a', 7), pages('u', 't_id DESC', 25);
SET plan_cache_mode = force_custom_plan;
EXECUTE page ('u', 't_id', 3, 't_id = $1', '{4}');
SELECT pages('t', 'a', 7), pages('u', 't_id DESC', 25);
RESET plan_cache_mode;
DEALLOCATE page;

-- The caller's planner settings do not make a page another page, and are his again afterwards
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT pages('t', 'a', 7);
RESET enable_indexscan;
RESET enable_indexonlyscan;
SET enable_sort = off;
SET jit = on;
SET jit_above_cost = 0;
SELECT pages('t', 'a DESC', 7);
SELECT current_setting('enable_sort'), current_setting('enable_seqscan'), current_setting('enable_bitmapscan'), current_setting('jit'), current_setting('plan_cache_mode');
RESET enable_sort;
RESET jit;
RESET jit_above_cost;

-- Parallel plans: the functions stay with the leader
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SELECT count(*), sum(json_array_length(p.items)) FROM u, LATERAL keyset_page('t', 'a', NULL, u.t_id) p;
SELECT pages('t', 'a', 7);
SELECT total FROM keyset_page('u', 't_id', NULL, 1, with_total => true);
SELECT count(*) FROM u WHERE json_array_length(keyset_page_json('t', 'a', NULL, u.t_id) -> 'items') > 10;
SELECT set_config(name, 'on', false) FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
SELECT pages('t', 'a DESC', 7);
SELECT (keyset_cursor_decode(next_cursor)).position, total FROM keyset_page('t', 'a', NULL, 3, 'id IN (SELECT t_id FROM u WHERE id > 30)', with_total => true);
SELECT max((item).id) FROM keyset_rows(NULL::t, 'a', NULL, 7, 'id > $1', '{3}');
SELECT set_config(name, 'off', false) FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET min_parallel_index_scan_size;
RESET max_parallel_workers_per_gather;

-- READ ONLY and DEFERRABLE, each level of isolation; the snapshot is the transaction's
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE;
SELECT ids(p.items), ids(q.items) FROM keyset_page('t', 'a', NULL, 2) p, keyset_page('t', 'a', p.next_cursor, 2) q;
SELECT (keyset_cursor_decode(keyset_cursor_encode('t', 'a', '{"a": 1, "id": 1}'))).position;
SELECT index_backed FROM keyset_explain('t', 'a');
SELECT count(*) FROM keyset_rows(NULL::t, 'a');
COMMIT;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT total FROM keyset_page('t', 'a', NULL, 2, with_total => true);
COMMIT;
-- with_total counts in the page's own snapshot: a statement does not see what it inserts itself
WITH w AS (INSERT INTO t VALUES (500, 0) RETURNING id) SELECT p.total, ids(p.items), w.id FROM w, keyset_page('t', 'a', NULL, 9, 'id > 15', with_total => true) p;
SELECT total FROM keyset_page('t', 'a', NULL, 1, with_total => true);
DELETE FROM t WHERE id = 500;
-- a volatile function's pages see what it did before
CREATE FUNCTION write_and_read() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    INSERT INTO t VALUES (600, 600);
    SELECT ids(items) INTO result FROM keyset_page('t', 'a DESC', NULL, 2);
    DELETE FROM t WHERE id = 600;
    RETURN result || ' | ' || (SELECT ids(items) FROM keyset_page('t', 'a DESC', NULL, 2));
END
$$;
SELECT write_and_read();

-- Triggers that read pages of the table they stand on
CREATE FUNCTION count_them() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE NOTICE '% %: %', TG_WHEN, TG_OP, (SELECT total FROM keyset_page('t', 'id', NULL, 1, with_total => true));
    RETURN NEW;
END
$$;
CREATE TRIGGER before_t BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION count_them();
CREATE TRIGGER after_t AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION count_them();
INSERT INTO t VALUES (700, 1);
DROP TRIGGER before_t ON t;
DROP TRIGGER after_t ON t;
DELETE FROM t WHERE id = 700;

-- DISCARD: everything kept is forgotten and made again; settings go back
SELECT next_cursor AS place FROM keyset_page('t', 'a', NULL, 3) \gset
SET keyset_page.default_limit = 4;
DISCARD PLANS;
SELECT ids(items) FROM keyset_page('t', 'a', :'place');
DISCARD ALL;
SET search_path = calls, public;
SELECT ids(items) FROM keyset_page('t', 'a', :'place', 4);
SELECT json_array_length(items) FROM keyset_page('t', 'a');
SET keyset_page.require_index = off;
CREATE TEMP TABLE temporary (id int PRIMARY KEY);
INSERT INTO temporary VALUES (1), (2);
SELECT ids(items) FROM keyset_page('temporary', 'id', NULL, 1);
DISCARD TEMP;
SELECT outcome('SELECT ids(items) FROM keyset_page(''temporary'', ''id'')');

-- SET ROLE and SET SESSION AUTHORIZATION between pages
CREATE ROLE regress_kp_caller;
GRANT USAGE ON SCHEMA calls TO regress_kp_caller;
GRANT SELECT ON t TO regress_kp_caller;
SET ROLE regress_kp_caller;
SELECT ids(items) FROM keyset_page('t', 'a', :'place', 3);
SELECT outcome('SELECT ids(items) FROM keyset_page(''u'', ''id'', NULL, 1)');
RESET ROLE;
SELECT ids(items) FROM keyset_page('u', 'id', NULL, 1);
SET SESSION AUTHORIZATION regress_kp_caller;
SELECT ids(items) FROM keyset_page('t', 'a', :'place', 3);
SELECT outcome('SELECT ids(items) FROM keyset_page(''u'', ''id'', NULL, 1)');
RESET SESSION AUTHORIZATION;

-- Cancelled in the middle, and well afterwards
\set SHOW_CONTEXT never
SET statement_timeout = '50ms';
SELECT ids(items) FROM keyset_page('t', 'a', NULL, 3, filter => '(SELECT count(*) FROM generate_series(1, 100000000)) > t.id');
RESET statement_timeout;
\set SHOW_CONTEXT errors
SELECT pages('t', 'a', 9);

-- More orders and filters than are kept: what is kept does not grow any more
CREATE FUNCTION ask(first int, last int) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keyset_page('t', CASE WHEN n % 2 = 0 THEN 'a DESC' ELSE 'a' END, NULL, 2, format('id <> %s', n)) FROM generate_series(first, last) n;
    RETURN (SELECT count(*) FROM pg_backend_memory_contexts WHERE name = 'CachedPlanSource' AND ident LIKE '%calls.t%');
END
$$;
SELECT ask(1, 150) AS kept \gset
SELECT :kept BETWEEN 50 AND 300, ask(151, 400) = :kept;
SELECT pages('t', 'a', 9);

-- The type of a page, altered by its owner: said, and not misread
BEGIN;
SELECT format('%I.keyset_page_result', n.nspname) AS result FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'keyset_page' \gset
SAVEPOINT whole;
ALTER TYPE :result ALTER ATTRIBUTE total TYPE text;
SELECT outcome('SELECT keyset_page(''t'', ''a'', NULL, 3)');
ROLLBACK TO whole;
ALTER TYPE :result DROP ATTRIBUTE total;
SELECT outcome('SELECT next_cursor FROM keyset_page(''t'', ''a'', NULL, 3)');
SELECT json_typeof(keyset_page_json('t', 'a', NULL, 3) -> 'items');
ROLLBACK;
SELECT pages('t', 'a', 9);

-- The extension dropped and made again in the same session: new keys, the old cursors refused
SELECT n.nspname AS home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'keyset_page' \gset
ALTER EXTENSION keyset_page SET SCHEMA calls;
DROP VIEW v;
DROP EXTENSION keyset_page;
SELECT keyset_page('t', 'a');
CREATE EXTENSION keyset_page SCHEMA :"home";
SELECT outcome(format('SELECT ids(items) FROM keyset_page(''t'', ''a'', %L, 3)', :'place'));
SELECT pages('t', 'a', 9);

SET client_min_messages = warning;
DROP SCHEMA calls CASCADE;
DROP ROLE regress_kp_caller;
