-- Text under its own collation, under another one, and where the collation calls different texts equal.
-- Without ICU, or in an encoding it does not know, there is only the first half.
SET keyset_page.require_index = off;

CREATE TABLE texts (id int PRIMARY KEY, t text COLLATE "C", u text COLLATE "C");
INSERT INTO texts
SELECT n, w, w FROM unnest('{b, A, a, B, ab, Ab, "a b", "", NULL, a, "a-b", "ab ", _a, NULL, Z}'::text[]) WITH ORDINALITY w (w, n);

-- The column's own collation needs no word; COLLATE with another is part of the order.
SELECT order_spec, order_by, pages('texts', order_spec, 5)
  FROM unnest(ARRAY['t', 't COLLATE "C"', 't COLLATE pg_catalog."C"', 't COLLATE "POSIX"', 't COLLATE "POSIX" DESC NULLS LAST']) order_spec,
       keyset_page('texts', order_spec, NULL, 1);
SELECT walk('texts', 't'), walk('texts', 't DESC'), walk('texts', 't COLLATE "POSIX"'), walk('texts', 't COLLATE "default", id'),
       walk('texts', 't COLLATE "default" DESC');
-- The same column twice, under two collations: the first decides, as both tell all texts apart.
SELECT walk('texts', 't COLLATE "POSIX", t'), walk('texts', 't, u COLLATE "POSIX" DESC, t COLLATE "POSIX"');
-- Cursors of one collation do not fit the other, though the columns are the same.
SELECT refusal(format('SELECT keyset_page(%L, %L, %L)', 'texts', 't COLLATE "POSIX"', next_cursor)) FROM keyset_page('texts', 't', NULL, 3);
SELECT refusal(format('SELECT keyset_page(%L, %L, %L)', 'texts', 't', next_cursor)) FROM keyset_page('texts', 't COLLATE "POSIX"', NULL, 3);
SELECT ids(items) FROM keyset_page('texts', 't COLLATE "POSIX"', (SELECT next_cursor FROM keyset_page('texts', 't COLLATE "POSIX"', NULL, 3)), 3);

-- Two indexes of one column: COLLATE in the order picks its own.
CREATE INDEX texts_c ON texts (t, id);
CREATE INDEX texts_posix ON texts (t COLLATE "POSIX", id);
SELECT order_spec, walk('texts', order_spec), seek_index, index_backed, advice
  FROM unnest(ARRAY['t', 't COLLATE "POSIX"', 't DESC', 't COLLATE "POSIX" DESC', 't COLLATE "C"', 't COLLATE ucs_basic']) order_spec,
       keyset_explain('texts', order_spec);
DROP INDEX texts_posix;
SELECT index_backed, advice FROM keyset_explain('texts', 't COLLATE "POSIX"');

-- A domain's collation, and a composite's and an array's elements'.
CREATE DOMAIN posix_text AS text COLLATE "POSIX";
CREATE TYPE texted AS (a text COLLATE "POSIX", n int);
CREATE TABLE holders (id int PRIMARY KEY, d posix_text, c texted, a text[] COLLATE "POSIX", n name, v varchar COLLATE "POSIX");
INSERT INTO holders SELECT id, t, ROW(t, id % 2)::texted, ARRAY[t, 'x'], t, t FROM texts;
SELECT walk('holders', 'd'), walk('holders', 'c DESC'), walk('holders', 'a'), walk('holders', 'n COLLATE "POSIX"'),
       walk('holders', 'v COLLATE "C" DESC');
CREATE INDEX ON holders (d, id);
CREATE INDEX ON holders (c, id);
CREATE INDEX ON holders (a, id);
CREATE INDEX ON holders (n COLLATE "POSIX", id);
SELECT order_spec, walk('holders', order_spec), index_backed
  FROM unnest(ARRAY['d', 'd COLLATE "POSIX"', 'd COLLATE "C"', 'c', 'a DESC', 'n', 'n COLLATE "POSIX"']) order_spec,
       keyset_explain('holders', order_spec);
-- A collation where there is nothing to collate.
SELECT refusal($$SELECT keyset_page('holders', 'c COLLATE "C"')$$);
SELECT refusal($$SELECT keyset_page('texts', 'id COLLATE "C"')$$);

SELECT getdatabaseencoding() <> 'UTF8' OR NOT EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS no_icu \gset
\if :no_icu
DROP TABLE texts, holders;
\quit
\endif

-- ICU: another order than the bytes'.
CREATE COLLATION english (provider = icu, locale = 'en');
CREATE COLLATION upper_first (provider = icu, locale = 'en-u-kf-upper');
SELECT order_spec, pages('texts', order_spec, 5, 't')
  FROM unnest(ARRAY['t COLLATE english', 't COLLATE upper_first DESC', 't COLLATE "C"']) order_spec;
SELECT walk('texts', 't COLLATE english'), walk('texts', 't COLLATE upper_first DESC'), walk('texts', 't COLLATE english, t');

-- Nondeterministic: acme, ACME and Acme are equal, and the tie-breaker decides.
CREATE COLLATION no_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE COLLATION no_accent (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE firms (id int PRIMARY KEY, name text COLLATE no_case, plain text COLLATE "C" NOT NULL);
INSERT INTO firms SELECT n, w, w || n % 2 FROM unnest('{acme, ACME, beta, Acme, Ácme, BETA, NULL, aCME}'::text[]) WITH ORDINALITY w (w, n)
 WHERE w IS NOT NULL;
INSERT INTO firms VALUES (7, NULL, '-'), (9, 'acme', 'a');
SELECT pages('firms', 'name', 3), pages('firms', 'name DESC', 3), pages('firms', 'name COLLATE no_accent', 4),
       pages('firms', 'name COLLATE "C"', 4);
SELECT walk('firms', 'name'), walk('firms', 'name DESC'), walk('firms', 'name COLLATE no_accent DESC'), walk('firms', 'name, plain DESC');
CREATE INDEX firms_name ON firms (name, id);
CREATE INDEX firms_no_accent ON firms (name COLLATE no_accent, plain, id);
SELECT walk('firms', 'name'), walk('firms', 'name DESC'), walk('firms', 'name COLLATE no_accent, plain'),
       walk('firms', 'name COLLATE no_accent DESC, plain DESC');
SELECT order_spec, seek_index, index_backed FROM unnest(ARRAY['name', 'name COLLATE no_accent, plain', 'name COLLATE "C"']) order_spec,
       keyset_explain('firms', order_spec);
-- From each row's cursor on come the same rows, whichever spelling the cursor holds.
SELECT (r.item).name, ids(p.items) AS next FROM keyset_rows(NULL::firms, 'name') r, keyset_page('firms', 'name', r.row_cursor, 2) p;
-- Nondeterministic first and deterministic second is an order of its own, the other way round it is not.
SELECT walk('firms', 'name, name COLLATE "C"'), walk('firms', 'name COLLATE "C", name'),
       walk('firms', 'name COLLATE no_accent, name, name COLLATE "C" DESC');

-- What is unique under one collation need not be told apart by another.
CREATE TABLE spelled (name text COLLATE "C" PRIMARY KEY, v int);
INSERT INTO spelled VALUES ('acme', 1), ('ACME', 1), ('Acme', 1), ('beta', 2), ('Beta', 1);
-- Under a coarser one the key itself is still wanted as a tie-breaker.
SELECT walk('spelled', 'name COLLATE no_case'), walk('spelled', 'name COLLATE no_case DESC'), pages('spelled', 'name COLLATE no_case', 2, 'name');
SELECT walk('spelled', 'name COLLATE english'), walk('spelled', 'v, name COLLATE no_case');
-- And unique without regard to case is unique all the more with it.
CREATE TABLE folded (name text COLLATE no_case PRIMARY KEY, v int);
INSERT INTO folded VALUES ('acme', 1), ('Beta', 1), ('gamma', 2), ('DELTA', 1);
SELECT walk('folded', 'name COLLATE "C"'), walk('folded', 'v DESC'), walk('folded', 'name COLLATE no_accent');
INSERT INTO folded VALUES ('ACME', 1);
-- Two accents apart: one under no_accent, two under no_case.
INSERT INTO folded VALUES ('ácme', 1);
SELECT walk('folded', 'name COLLATE no_accent'), pages('folded', 'name COLLATE no_accent', 1, 'name'), walk('folded', 'v DESC');

-- citext under such a column: its own equality, and the collation's order.
SET client_min_messages = warning;
CREATE EXTENSION citext;
RESET client_min_messages;
CREATE TABLE ci (id int PRIMARY KEY, name citext, name_en citext COLLATE english);
INSERT INTO ci SELECT n, w, w FROM unnest('{acme, ACME, beta, Acme, _x, BETA, NULL, aCME, Zeta}'::text[]) WITH ORDINALITY w (w, n);
SELECT pages('ci', 'name', 3), walk('ci', 'name'), walk('ci', 'name DESC'), walk('ci', 'name_en'), walk('ci', 'name_en, name');
CREATE INDEX ON ci (name, id);
CREATE INDEX ON ci (name_en DESC, id);
SELECT walk('ci', 'name'), walk('ci', 'name DESC'), walk('ci', 'name_en DESC'), walk('ci', 'name COLLATE english');
CREATE TABLE ci_key (name citext PRIMARY KEY, v int);
INSERT INTO ci_key VALUES ('Acme', 1), ('beta', 1), ('Zeta', NULL), ('', 1);
SELECT walk('ci_key', 'v'), walk('ci_key', 'v DESC'), walk('ci_key', 'name DESC');
DROP TABLE ci, ci_key;
DROP EXTENSION citext;

DROP TABLE texts, holders, firms, spelled, folded;
DROP TYPE texted;
DROP DOMAIN posix_text;
DROP COLLATION english, upper_first, no_case, no_accent;
