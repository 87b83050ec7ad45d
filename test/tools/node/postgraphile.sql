CREATE TYPE incidents_page AS (items incidents[], next_cursor text, prev_cursor text);

CREATE OR REPLACE FUNCTION incidents_by_team(team text, "cursor" text DEFAULT NULL, first int DEFAULT 50)
RETURNS incidents_page
LANGUAGE sql STABLE
AS $$
    SELECT ROW(ARRAY(SELECT i FROM json_populate_recordset(NULL::incidents, p.items) i), p.next_cursor, p.prev_cursor)
      FROM keyset_page('incidents', 'updated_at DESC', $2, $3, 'team = $1', ARRAY[$1]) p
$$;
