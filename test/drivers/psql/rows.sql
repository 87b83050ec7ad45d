SELECT json_agg(item) AS items, (array_agg(quote_literal(row_cursor)))[count(*)] AS cursor,
       (array_agg(has_more))[count(*)] AS more, :page + 1 AS next_page
  FROM keyset_rows(NULL::"Work items", :'order', :cursor, 7, :filter, :args) \gset
SELECT format('%s rows %s', :walk, :page), id, updated_at, amount, label
  FROM json_populate_recordset(NULL::"Work items", :'items');
\set page :next_page
\if :more
  \ir rows.sql
\endif
