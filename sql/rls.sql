-- Row-level security: each role its rows, whatever plan was kept for another.
\a \t
SET keyset_page.require_index = off;
CREATE SCHEMA rls;
SET search_path = rls, public;
CREATE ROLE regress_kp_red;
CREATE ROLE regress_kp_blue;
CREATE ROLE regress_kp_owner;
CREATE ROLE regress_kp_bypass BYPASSRLS;
GRANT USAGE, CREATE ON SCHEMA rls TO regress_kp_owner;
GRANT USAGE ON SCHEMA rls TO PUBLIC;

SET ROLE regress_kp_owner;
CREATE TABLE t (id int PRIMARY KEY, team text NOT NULL, v int NOT NULL, n numeric NOT NULL, name text NOT NULL);
INSERT INTO t SELECT g, CASE g % 3 WHEN 0 THEN 'regress_kp_red' WHEN 1 THEN 'regress_kp_blue' ELSE 'nobody' END, g / 4, g / 2.0, 'n' || g FROM generate_series(1, 12) g;
CREATE INDEX ON t (v, id);
CREATE INDEX ON t (n, id);
CREATE INDEX ON t (name, id);
GRANT SELECT ON t TO PUBLIC;
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
RESET ROLE;

-- Without a policy: nothing, and no error
SET ROLE regress_kp_red;
SELECT items, next_cursor, prev_cursor, total FROM keyset_page('t', 'v', NULL, 3, with_total => true);
RESET ROLE;

-- Policies per role; two roles on one kept plan, page by page
CREATE POLICY own ON t TO regress_kp_red, regress_kp_blue USING (team = current_user);
CREATE POLICY common ON t FOR SELECT TO regress_kp_blue USING (team = 'nobody' AND v < 2);
SET ROLE regress_kp_red;
SELECT ids(items), total, next_cursor AS red FROM keyset_page('t', 'v', NULL, 2, with_total => true) \gset red_
SET ROLE regress_kp_blue;
SELECT ids(items), total, next_cursor AS blue FROM keyset_page('t', 'v', NULL, 2, with_total => true) \gset blue_
RESET ROLE;
SELECT ids(items), total, next_cursor AS super FROM keyset_page('t', 'v', NULL, 2, with_total => true) \gset super_
\echo red :red_ids of :red_total, blue :blue_ids of :blue_total, superuser :super_ids of :super_total
SET ROLE regress_kp_red;
SELECT ids(items), next_cursor IS NULL FROM keyset_page('t', 'v', :'red_red', 2);
SET ROLE regress_kp_blue;
SELECT ids(items), next_cursor IS NULL FROM keyset_page('t', 'v', :'blue_blue', 2);
RESET ROLE;
SELECT ids(items), next_cursor IS NULL FROM keyset_page('t', 'v', :'super_super', 2);
-- A cursor is a position: what another role minted goes on among one's own rows
SET ROLE regress_kp_red;
SELECT ids(items) FROM unnest(ARRAY[:'blue_blue', :'super_super']) c, keyset_page('t', 'v', c, 9);
SET ROLE regress_kp_blue;
SELECT ids(items) FROM unnest(ARRAY[:'red_red', :'super_super']) c, keyset_page('t', 'v', c, 9);
RESET ROLE;
-- prev_cursor tells only of rows that one may see
SET ROLE regress_kp_blue;
SELECT ids(items), prev_cursor IS NULL, next_cursor IS NULL
  FROM keyset_page('t', 'v DESC', keyset_cursor_encode('t', 'v DESC', '{"v": 3, "id": 12}'), 9);
SET ROLE regress_kp_red;
SELECT ids(items), prev_cursor IS NULL, next_cursor IS NULL
  FROM keyset_page('t', 'v DESC', keyset_cursor_encode('t', 'v DESC', '{"v": 3, "id": 12}'), 9);
SELECT string_agg((item).id::text, ' '), string_agg(has_more::text, ' ') FROM keyset_rows(NULL::t, 'v', NULL, 3);
SELECT string_agg((item).id::text, ' ') FROM keyset_rows(NULL::t, 'v', :'super_super', 9);
SELECT ids(keyset_page_json('t', 'v') -> 'items');
SELECT pages('t', 'name DESC', 1), pages('t', 'n', 3), pages('t', '', 2, filter => 'team = $1 OR v > 0', args => '{nobody}');
RESET ROLE;

-- Within one statement, by a function of another role
SET ROLE regress_kp_owner;
CREATE FUNCTION owners() RETURNS text SECURITY DEFINER LANGUAGE sql SET search_path = rls, public AS $$ SELECT ids(items) FROM keyset_page('rls.t', 'v', NULL, 20) $$;
RESET ROLE;
SET ROLE regress_kp_red;
SELECT ids(p.items), owners(), ids(q.items) FROM keyset_page('t', 'v', NULL, 20) p, keyset_page('t', 'v', NULL, 20) q;
RESET ROLE;

-- FORCE: the owner, too
SET ROLE regress_kp_owner;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
ALTER TABLE t FORCE ROW LEVEL SECURITY;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
RESET ROLE;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
SET ROLE regress_kp_bypass;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
SET ROLE regress_kp_owner;
ALTER TABLE t NO FORCE ROW LEVEL SECURITY;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
RESET ROLE;

-- row_security = off: an error where rows would be hidden, no difference where not
SET row_security = off;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 3);
SET ROLE regress_kp_red;
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''v'', NULL, 3)');
SET row_security = on;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 3);
SET row_security = off;
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''v'', NULL, 3)');
SET ROLE regress_kp_bypass;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 3);
RESET ROLE;
RESET row_security;

-- Policies made, altered and dropped while plans are kept
SET ROLE regress_kp_red;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
RESET ROLE;
ALTER POLICY own ON t USING (team = current_user AND v > 0);
SET ROLE regress_kp_red;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
RESET ROLE;
CREATE POLICY narrow ON t AS RESTRICTIVE USING (id <> 6);
SET ROLE regress_kp_red;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
RESET ROLE;
DROP POLICY narrow ON t;
DROP POLICY own ON t;
SET ROLE regress_kp_red;
SELECT items FROM keyset_page('t', 'v', NULL, 20);
RESET ROLE;
ALTER TABLE t DISABLE ROW LEVEL SECURITY;
SET ROLE regress_kp_red;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20);
RESET ROLE;
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON t USING (team = current_user);

-- The policy's condition may depend on the session, and may call what is volatile
ALTER POLICY own ON t USING (team = current_setting('rls.team') AND random() >= 0);
SET ROLE regress_kp_red;
SET rls.team = 'nobody';
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 3);
SET rls.team = 'regress_kp_blue';
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 3);
RESET ROLE;
ALTER POLICY own ON t USING (team = current_user);

-- A caller's filter cannot look at rows that the policy hides
CREATE FUNCTION tell(int) RETURNS boolean STABLE COST 0.0000001 LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'saw %', $1; RETURN true; END $$;
SET ROLE regress_kp_red;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20, filter => 'tell(id)');
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 20, filter => 'id = 5 AND tell(id)');
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''v'', NULL, 20, filter => ''1 / (id - 5) < 2'')');
RESET ROLE;

-- A comparison that is not leakproof cannot be an index condition behind the policy: keyset_explain and KP009 say so.
-- int4 and text are; numeric and an enum are not.
SELECT order_by, index_backed, seek_index, advice FROM keyset_explain('t', 'n');
SET ROLE regress_kp_red;
SELECT order_by, index_backed, seek_index, advice FROM keyset_explain('t', 'v');
SELECT order_by, index_backed, seek_index, advice FROM keyset_explain('t', 'n');
SELECT order_by, index_backed, seek_index, advice FROM keyset_explain('t', 'name');
SET keyset_page.require_index = error;
SELECT ids(items) FROM keyset_page('t', 'v', NULL, 2);
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''n'', NULL, 2)');
RESET ROLE;
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''n'', NULL, 2)');
SET ROLE regress_kp_owner;
SELECT attempt('SELECT ids(items) FROM keyset_page(''t'', ''n'', NULL, 2)');
SET ROLE regress_kp_red;
SELECT outcome('SELECT ids(items) FROM keyset_page(''t'', ''n'', NULL, 2)');
RESET ROLE;
SET keyset_page.require_index = off;
SET ROLE regress_kp_red;
SELECT pages('t', 'n', 2), pages('t', 'n DESC', 1);
RESET ROLE;
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TABLE moods (id int PRIMARY KEY, m mood NOT NULL);
INSERT INTO moods SELECT g, (ARRAY['sad', 'ok'])[1 + g % 2]::mood FROM generate_series(1, 6) g;
CREATE INDEX ON moods (m, id);
GRANT SELECT ON moods TO PUBLIC;
ALTER TABLE moods ENABLE ROW LEVEL SECURITY;
CREATE POLICY even ON moods USING (id % 2 = 0);
SET ROLE regress_kp_red;
SELECT order_by, index_backed, advice FROM keyset_explain('moods', 'm');
SELECT pages('moods', 'm', 2);
RESET ROLE;

-- Security-barrier views, and views that look with the eyes of whoever asks
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM t WHERE v > 0;
CREATE VIEW plain AS SELECT * FROM t WHERE v > 0;
GRANT SELECT ON barrier, plain TO PUBLIC;
ALTER VIEW barrier OWNER TO regress_kp_bypass;
GRANT SELECT ON t TO regress_kp_bypass;
SET ROLE regress_kp_red;
SELECT ids(items), order_by FROM keyset_page('barrier', 'v DESC', NULL, 20);
SELECT ids(items) FROM keyset_page('barrier', 'v DESC', NULL, 20, filter => 'tell(id) AND id < 6');
-- (an index's order does not come out of a security-barrier view, whatever the comparison)
SELECT order_by, index_backed, advice FROM keyset_explain('barrier', 'v');
SELECT order_by, index_backed, advice FROM keyset_explain('barrier', 'n');
SELECT order_by, index_backed, advice FROM keyset_explain('plain', 'n');
SELECT pages('barrier', 'n', 4), pages('plain', 'n', 4);
RESET ROLE;

-- On a partitioned table and through an inherited key
CREATE TABLE parts (id int, day int, team text, PRIMARY KEY (day, id)) PARTITION BY RANGE (day);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (5);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (5) TO (10);
INSERT INTO parts SELECT g, g, CASE WHEN g % 2 = 0 THEN 'regress_kp_red' ELSE 'regress_kp_blue' END FROM generate_series(0, 9) g;
GRANT SELECT ON parts TO PUBLIC;
ALTER TABLE parts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON parts USING (team = current_user);
SET ROLE regress_kp_red;
SELECT pages('parts', 'day DESC', 2);
SET ROLE regress_kp_blue;
SELECT pages('parts', 'day DESC', 2);
RESET ROLE;

SET client_min_messages = warning;
DROP SCHEMA rls CASCADE;
DROP ROLE regress_kp_red, regress_kp_blue, regress_kp_owner, regress_kp_bypass;
