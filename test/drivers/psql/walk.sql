-- psql: a value goes into a statement as :'name'; \gset keeps a page's cursor for the next call. A cursor
-- may be NULL, so it is kept as it is written in a statement, by quote_nullable.
\pset null ~
\pset fieldsep ' | '
\set columns 'id::text AS id, updated_at, amount::text AS amount, label'
\set filter NULL
\set args NULL

\set walk 1
\set order 'updated_at DESC NULLS LAST'
\ir order.sql

\set walk 2
\set order 'amount ASC NULLS FIRST, label DESC, id'
\ir order.sql

\set walk 3
\set order 'label, id'
\set filter '''state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)'''
\set label 'it\'s "quoted" {a,b} \\ 🚀'
\set args 'ARRAY[''open'', :''label'', ''-1.5'']'
\ir order.sql

-- An error's code is in SQLSTATE after it.
\unset ON_ERROR_STOP
SELECT * FROM keyset_page('"Work items"', 'id', 'not-a-cursor');
\echo error :SQLSTATE
SELECT next_cursor FROM keyset_page('"Work items"', 'id', NULL, 7, 'state = $1', '{open}') \gset
SELECT * FROM keyset_page('"Work items"', 'id', :'next_cursor', 7, 'state = $1', '{closed}');
\echo error :SQLSTATE
SELECT 'after the errors', i ->> 'id' FROM keyset_page_json('"Work items"', 'id', NULL, 1) p, json_array_elements(p -> 'items') i;
