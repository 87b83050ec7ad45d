-- What every tool prints: the incidents of one team, the newest first, in pages of 7, forward and from the last
-- page back; then the code of a cursor that is none.
\pset fieldsep ' | '
WITH ordered AS (
    SELECT row_number() OVER (ORDER BY updated_at DESC, id DESC) - 1 AS n, count(*) OVER () - 1 AS last, id, title
      FROM incidents WHERE team = 'o''neil "ops"'
)
SELECT format('%s %s', way, page), id, title
  FROM (SELECT 1 AS kind, 'forward' AS way, n / 7 + 1 AS page, * FROM ordered
        UNION ALL
        SELECT 2, 'back', last / 7 - n / 7, * FROM ordered WHERE n / 7 < last / 7) lines
 ORDER BY kind, page, n;
\echo error KP001
