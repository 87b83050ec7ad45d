-- Where the pages begin: places a page of 50 rows apart, from each spot on, with the cursor that names each.
-- Variables: rows, cases.
CREATE SCHEMA bench;

CREATE TABLE bench.place (
    spot              text,
    n                 int,
    depth             bigint,       -- how many rows lie before the place, what OFFSET would say
    updated_at        timestamptz,
    severity          int,
    last_evaluated_at timestamptz,
    id                bigint,
    page_cursor       text,
    PRIMARY KEY (spot, n)
);

CREATE PROCEDURE bench.put(spot text, relation text, order_spec text, depth bigint, condition text DEFAULT 'true',
                           filter text DEFAULT NULL, args text[] DEFAULT NULL, direction text DEFAULT 'next',
                           places int DEFAULT 20)
LANGUAGE plpgsql AS $$
DECLARE
    -- The tie-breaker goes the way of the last listed key.
    order_by text := order_spec || CASE WHEN order_spec LIKE '%DESC' THEN ', id DESC' ELSE '' END;
BEGIN
    EXECUTE format($sql$
        INSERT INTO bench.place
        SELECT %L, k, %s + k * 50, (j->>'updated_at')::timestamptz, (j->>'severity')::int,
               (j->>'last_evaluated_at')::timestamptz, (j->>'id')::bigint,
               keyset_cursor_encode(%L, %L, j, %L, %L, %L)
          FROM (SELECT id, (row_number() OVER () - 1) / 50 AS k, (row_number() OVER ()) %% 50 AS one
                  FROM (SELECT id FROM %I WHERE %s ORDER BY %s OFFSET %s - 1 LIMIT %s * 50) r) s,
               LATERAL (SELECT to_jsonb(t) AS j FROM %I t WHERE t.id = s.id) t
         WHERE one = 1$sql$, spot, depth, relation, order_spec, filter, args, direction, relation, condition,
         order_by, depth, places, relation);
END
$$;

SET TimeZone = 'UTC';
SET work_mem = '64MB';
SELECT format('CALL bench.put(%L, ''incidents'', ''updated_at DESC'', %s)', 'depth-' || depth, depth)
  FROM unnest(ARRAY[1, 5000, 50000, 500000, :rows::bigint * 95 / 100]) depth
 WHERE depth <= :rows::bigint * 95 / 100 \gexec
CALL bench.put('middle', 'incidents', 'updated_at DESC', :rows / 2);
CALL bench.put('again', 'incidents', 'updated_at DESC', :rows / 2, places => 1);
CALL bench.put('back', 'incidents', 'updated_at DESC', :rows / 2, direction => 'prev');
CALL bench.put('end', 'incidents', 'updated_at DESC', :rows - 20, places => 1);

-- Inside the tie of a tenth of the table, where it ends, and among the small severities.
SELECT count(*) FILTER (WHERE severity > 3) AS above, count(*) FILTER (WHERE severity = 3) AS tie FROM incidents \gset
CALL bench.put('tie', 'incidents', 'severity DESC, id', :above + :tie / 2);
CALL bench.put('tie-back', 'incidents', 'severity DESC, id', :above + :tie / 2, direction => 'prev');
CALL bench.put('tie-edge', 'incidents', 'severity DESC, id', :above + :tie - 20, places => 1);
CALL bench.put('mixed', 'incidents', 'severity DESC, id', :above / 2);

-- A filter the index leads with: a severity of the usual size, and the one of a tenth of the table.
CALL bench.put('filter', 'incidents', 'updated_at DESC', :rows / 10000, 'severity = 4', 'severity = $1', '{4}', places => 1);
CALL bench.put('skewed', 'incidents', 'updated_at DESC', :tie / 2, 'severity = 3', 'severity = $1', '{3}');

-- Inside the half that was never evaluated, where it ends, and in the other half.
SELECT count(*) AS nulls FROM cases WHERE last_evaluated_at IS NULL \gset
CALL bench.put('nulls', 'cases', 'last_evaluated_at NULLS FIRST, id', :nulls / 2);
CALL bench.put('nulls-back', 'cases', 'last_evaluated_at NULLS FIRST, id', :nulls / 2, direction => 'prev');
CALL bench.put('nulls-edge', 'cases', 'last_evaluated_at NULLS FIRST, id', :nulls - 20, places => 1);
CALL bench.put('values-edge', 'cases', 'last_evaluated_at NULLS FIRST, id', :nulls + 20, direction => 'prev', places => 1);
CALL bench.put('values', 'cases', 'last_evaluated_at NULLS FIRST, id', (:nulls + :cases) / 2);

ANALYZE bench.place;
