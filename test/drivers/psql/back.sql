SELECT items, quote_nullable(prev_cursor) AS prev_cursor, prev_cursor IS NOT NULL AS more, :page + 1 AS next_page
  FROM keyset_page('"Work items"', :'order', :prev_cursor, 7, :filter, :args, :'columns') \gset
SELECT format('%s back %s', :walk, :page), i ->> 'id', i ->> 'updated_at', i ->> 'amount', i ->> 'label'
  FROM json_array_elements(:'items') i;
\set page :next_page
\if :more
  \ir back.sql
\endif
