-- keyset_explain: what a page will run, by which index, and which index is missing.
\a \t
\pset null -
SET keyset_page.require_index = off;
CREATE SCHEMA explaining;
SET search_path = explaining, public;
CREATE TABLE t (id int PRIMARY KEY, tenant_id int NOT NULL, state text, a int NOT NULL, b int NOT NULL, c int, "Odd name" text, j json);
INSERT INTO t SELECT g, g % 3, 's' || g % 2, g % 7, g % 5, nullif(g % 4, 0), 'o' || g FROM generate_series(1, 200) g;
ANALYZE t;
CREATE FUNCTION pg_temp.told(order_spec text, filter text DEFAULT NULL, args text[] DEFAULT NULL, relation regclass DEFAULT 't') RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' | ', order_by, coalesce(unique_key, '-'), coalesce(seek_index, '-'), index_backed::text, coalesce(advice, '-'))
      FROM keyset_explain(relation, order_spec, filter, args)
$$;

-- The ordering, the key that makes it total, the index, the missing index
SELECT order_by, unique_key, seek_index, index_backed, advice FROM keyset_explain('t', NULL);
SELECT spec, pg_temp.told(spec) FROM unnest(ARRAY['', 'id DESC', 'a', 'a DESC', 'a, b DESC', 'a NULLS FIRST', 'a DESC NULLS LAST', 'c', '"Odd name" COLLATE "C" DESC', 'id, a', 'a, id DESC']) spec;

-- The advice is a statement that helps
CREATE FUNCTION pg_temp.follow(order_spec text, filter text DEFAULT NULL, args text[] DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    index_statement text;
    before boolean;
    after record;
BEGIN
    SELECT advice, index_backed INTO index_statement, before FROM keyset_explain('t', order_spec, filter, args);
    EXECUTE index_statement;
    SELECT * INTO after FROM keyset_explain('t', order_spec, filter, args);
    EXECUTE 'DROP INDEX ' || after.seek_index;
    RETURN format('%s: %s -> %s, %s', index_statement, before, after.index_backed, coalesce(after.advice, 'nothing more'));
END
$$;
SELECT pg_temp.follow(spec) FROM unnest(ARRAY['a', 'a DESC', 'a, b DESC', 'a NULLS FIRST', 'c DESC NULLS LAST, a', 'c NULLS FIRST, state DESC', '"Odd name" COLLATE "C" DESC', 'a, id DESC']) spec;

-- With a filter that fixes columns to values, these lead
SELECT pg_temp.follow(spec, filter, args) FROM (VALUES
    ('a', 'tenant_id = $1', '{1}'::text[]), ('a DESC', '$1 = tenant_id', '{1}'), ('a', 'tenant_id = 1', NULL), ('a', 'tenant_id = $1 AND state = $2', '{1,s1}'), ('a', 'state = $2 AND b > 0 AND tenant_id = $1', '{1,s1}'),
    ('a', '(tenant_id = $1 AND (state = $2)) AND c IS NOT NULL', '{1,s1}'), ('tenant_id, a', 'tenant_id = $1', '{1}'), ('a, tenant_id', 'tenant_id = $1', '{1}'),
    ('a', 'tenant_id = $1 OR b = 1', '{1}'), ('a', 'tenant_id > $1', '{0}'), ('a', 'tenant_id = b', NULL), ('a', 'NOT tenant_id = $1', '{1}'), ('a', 'tenant_id = (SELECT 1)', NULL), ('a', 'tenant_id = $1 + 1', '{0}')) v (spec, filter, args);
-- and an index that begins with them serves; one that does not, does not
CREATE INDEX t_tenant ON t (tenant_id, a, id);
SELECT pg_temp.told('a', 'tenant_id = $1', '{1}'), pg_temp.told('a'), pg_temp.told('a', 'tenant_id > $1', '{1}');
SELECT pg_temp.told('tenant_id, a'), pg_temp.told('tenant_id DESC, a DESC', 'b = 1'), pg_temp.told('tenant_id, a DESC');
DROP INDEX t_tenant;

-- args may be left out: the shape is the same
SELECT pg_temp.told('a', 'tenant_id = $1') = pg_temp.told('a', 'tenant_id = $1', '{1}');
SELECT refusal('SELECT keyset_explain(''t'', ''a'', ''tenant_id = $1'', ''{1,2}'')');
SELECT refusal('SELECT keyset_explain(''t'', ''a'', ''tenant_id = $1'', ''{x}'')');
SELECT refusal('SELECT keyset_explain(''t'', ''a'', NULL, ''{1}'')');

-- Indexes that do not serve: another direction, other NULLS, another collation, partial, not btree, a prefix only
CREATE INDEX i ON t (a DESC, id);
SELECT pg_temp.told('a'), pg_temp.told('a, id DESC'), pg_temp.told('a DESC, id');
DROP INDEX i;
CREATE INDEX i ON t (c NULLS FIRST, id);
SELECT pg_temp.told('c'), pg_temp.told('c NULLS FIRST'), pg_temp.told('c DESC NULLS LAST'), pg_temp.told('c DESC');
DROP INDEX i;
CREATE INDEX i ON t (state COLLATE "C", id);
SELECT pg_temp.told('state'), pg_temp.told('state COLLATE "C"');
DROP INDEX i;
CREATE INDEX i ON t (state text_pattern_ops, id);
SELECT pg_temp.told('state');
DROP INDEX i;
CREATE INDEX i ON t (a, id) WHERE b > 0;
SELECT pg_temp.told('a'), pg_temp.told('a', 'b > 0');
DROP INDEX i;
CREATE INDEX i ON t USING hash (a);
SELECT pg_temp.told('a');
DROP INDEX i;
CREATE INDEX i ON t (a);
SELECT pg_temp.told('a');
DROP INDEX i;
CREATE INDEX i ON t (a) INCLUDE (id);
SELECT pg_temp.told('a');
DROP INDEX i;
CREATE INDEX i ON t (a, id) INCLUDE (b);
SELECT pg_temp.told('a');
DROP INDEX i;
CREATE UNIQUE INDEX i ON t (a, b, id);
SELECT pg_temp.told('a'), pg_temp.told('a, b');
DROP INDEX i;

-- Another unique key than the primary one, an expression
CREATE UNIQUE INDEX t_ab ON t (b, id, a);
SELECT pg_temp.told('id, a'), pg_temp.told('b');
DROP INDEX t_ab;
CREATE INDEX t_lower ON t (lower(state), id DESC);
SELECT pg_temp.told('lower(state)'), pg_temp.told('lower(state) DESC'), pg_temp.told('lower(state), a');
DROP INDEX t_lower;
CREATE TABLE two (k int NOT NULL UNIQUE, l int NOT NULL UNIQUE, m int);
SELECT pg_temp.told('', relation => 'two'), pg_temp.told('l', relation => 'two'), pg_temp.told('m', relation => 'two');

-- The statements: those of the first page and of a later one, qualified, with the server's own parameters
CREATE INDEX t_ac ON t (a, c DESC, id DESC);
SELECT s FROM keyset_explain('t', 'a, c DESC', 'tenant_id = $1 AND state <> ''x''', '{1}') e, unnest(e.statements) s;
SELECT s FROM keyset_explain('t', 'id') e, unnest(e.statements) s;
-- as many plans as statements, in the form of EXPLAIN (FORMAT JSON)
SELECT json_array_length(plans) = cardinality(statements), bool_and(p -> 'Plan' ->> 'Node Type' = 'Limit'), bool_and(p -> 'Plan' -> 'Plans' -> 0 ->> 'Index Name' = 't_ac')
  FROM keyset_explain('t', 'a, c DESC') e, json_array_elements(e.plans) p GROUP BY e.plans::text, 1;
-- and the plans are those of pages: index scans bounded by the tie group and the boundary
CREATE FUNCTION pg_temp.scans(order_spec text, filter text DEFAULT NULL, args text[] DEFAULT NULL) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT format('%s %s: %s', p #>> '{Plan,Plans,0,Node Type}', p #>> '{Plan,Plans,0,Scan Direction}', coalesce(p #>> '{Plan,Plans,0,Index Cond}', '-'))
        || coalesce(' filter ' || (p #>> '{Plan,Plans,0,Filter}'), '')
      FROM keyset_explain('t', order_spec, filter, args) e, json_array_elements(e.plans) p
$$;
SELECT pg_temp.scans('a, c DESC');
SELECT pg_temp.scans('a DESC, c');
SELECT pg_temp.scans('id', 'tenant_id = $1', '{1}');

-- What is kept after 2 pages and after 150: no text grows, and there is one for each shape of range
CREATE FUNCTION pg_temp.kept_after(pages int, OUT statements bigint, OUT longest int) LANGUAGE plpgsql AS $$
DECLARE
    place text;
BEGIN
    FOR n IN 1..pages LOOP
        SELECT next_cursor INTO place FROM keyset_page('t', 'a, c', place, 1, 'b >= $1', '{0}');
    END LOOP;
    SELECT count(*), max(length(ident)) INTO statements, longest FROM pg_backend_memory_contexts
     WHERE name = 'CachedPlanSource' AND ident LIKE '%explaining.t%b >= $1%ORDER BY%';
END
$$;
SELECT longest AS longest_2 FROM pg_temp.kept_after(2) \gset
SELECT statements BETWEEN 3 AND 8, longest = :longest_2 FROM pg_temp.kept_after(150);
SELECT statements BETWEEN 3 AND 8, longest = :longest_2 FROM pg_temp.kept_after(150);

-- require_index = error does not keep from asking
SET keyset_page.require_index = error;
SELECT pg_temp.told('b');
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''b'')');
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''a, c DESC'', NULL, 3)');
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''a'', NULL, 3, ''tenant_id = $1'', ''{1}'')');
SET keyset_page.require_index = off;

-- NULLs at the first row, no row at all
CREATE TABLE empty (id int PRIMARY KEY, v int);
CREATE INDEX ON empty (v, id);
SELECT order_by, index_backed, s FROM keyset_explain('empty', 'v') e, unnest(e.statements) s;
INSERT INTO empty VALUES (1, NULL);
SELECT order_by, index_backed, s FROM keyset_explain('empty', 'v') e, unnest(e.statements) s;
SELECT pg_temp.told('v NULLS FIRST', relation => 'empty'), pg_temp.told('v DESC', relation => 'empty');

-- Views, materialized views, partitioned tables
CREATE VIEW over_t AS SELECT id, a, c FROM t WHERE b > 0;
CREATE VIEW joined AS SELECT t.id, two.m FROM t JOIN two ON k = id;
CREATE MATERIALIZED VIEW kept AS SELECT id, a FROM t;
CREATE UNIQUE INDEX kept_id ON kept (id);
SELECT pg_temp.told('a, c DESC', relation => 'over_t'), pg_temp.told('c', relation => 'over_t');
SELECT pg_temp.told('m, id', relation => 'joined');
CREATE VIEW top AS SELECT id, c FROM t ORDER BY c DESC LIMIT 3;
SELECT pg_temp.told('c', relation => 'top');
SELECT pg_temp.told('a', relation => 'kept'), pg_temp.told('id', relation => 'kept');
CREATE TABLE parts (id int, day int, PRIMARY KEY (day, id)) PARTITION BY RANGE (day);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (5);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (5) TO (9);
INSERT INTO parts SELECT g, g FROM generate_series(0, 8) g;
SELECT pg_temp.told('day', relation => 'parts'), pg_temp.told('id', relation => 'parts');

-- Errors are those of a page
SELECT refusal('SELECT keyset_explain(''t'', ''nope'')');
SELECT refusal('SELECT keyset_explain(''t'', ''j'')');
SELECT refusal('SELECT keyset_explain(''t'', ''a; DROP TABLE t'')');
SELECT refusal('SELECT keyset_explain(''t'', ''a'', ''random() > 0'')');
SELECT refusal('SELECT keyset_explain(NULL, ''a'')');

SET client_min_messages = warning;
DROP SCHEMA explaining CASCADE;
