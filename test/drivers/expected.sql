-- What every program prints, by plain ORDER BY and row numbers alone. The size of a page is 7.
\pset null ~
\pset fieldsep ' | '
WITH ordered AS (
    SELECT 1 AS walk, row_number() OVER w AS n, count(*) OVER () AS total, id, updated_at, amount, label
      FROM "Work items" WINDOW w AS (ORDER BY updated_at DESC NULLS LAST, id)
    UNION ALL
    SELECT 2, row_number() OVER w, count(*) OVER (), id, updated_at, amount, label
      FROM "Work items" WINDOW w AS (ORDER BY amount ASC NULLS FIRST, label DESC, id)
    UNION ALL
    SELECT 3, row_number() OVER w, count(*) OVER (), id, updated_at, amount, label
      FROM "Work items"
     WHERE state = 'open' AND label <> E'it''s "quoted" {a,b} \\ 🚀' AND (amount > -1.5 OR amount IS NULL)
    WINDOW w AS (ORDER BY label, id)
), place AS (
    SELECT 1 AS kind, 'forward' AS way, (n - 1) / 7 + 1 AS page, * FROM ordered
    UNION ALL -- from the last page back, which is itself not read again
    SELECT 2, 'back', (total - 1) / 7 - (n - 1) / 7, * FROM ordered WHERE (n - 1) / 7 < (total - 1) / 7
    UNION ALL
    SELECT 3, 'rows', (n - 1) / 7 + 1, * FROM ordered
    UNION ALL -- from the last row back, which is itself not read again
    SELECT 4, 'rows back', (total - n - 1) / 7 + 1, * FROM ordered WHERE n < total
)
SELECT format('%s %s %s', walk, way, page), id,
       CASE WHEN kind <= 2 THEN to_json(updated_at) #>> '{}' ELSE updated_at::text END, amount, label
  FROM place ORDER BY walk, kind, page, n;
\echo error KP001
\echo error KP006
SELECT 'after the errors', min(id) FROM "Work items";
