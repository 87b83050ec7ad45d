SELECT items, quote_nullable(next_cursor) AS cursor, quote_nullable(prev_cursor) AS prev_cursor,
       next_cursor IS NOT NULL AS more, :page + 1 AS next_page
  FROM keyset_page('"Work items"', :'order', :cursor, 7, :filter, :args, :'columns') \gset
SELECT format('%s forward %s', :walk, :page), i ->> 'id', i ->> 'updated_at', i ->> 'amount', i ->> 'label'
  FROM json_array_elements(:'items') i;
\set page :next_page
\if :more
  \ir forward.sql
\endif
