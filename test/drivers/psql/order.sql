-- The four walks by one order.
\set page 1
\set cursor NULL
\ir forward.sql
\set page 1
\ir back.sql
\set page 1
\set cursor NULL
\ir rows.sql
\set page 1
\ir rows_back.sql
