-- Where the pages begin: twenty places, a page of 50 rows apart, around each spot, with the cursor that
-- names each. Variables: rows, cases.
CREATE SCHEMA bench;

CREATE TABLE bench.place (
    spot              text,
    n                 int,
    updated_at        timestamptz,
    severity          int,
    last_evaluated_at timestamptz,
    id                bigint,
    page_cursor       text,
    PRIMARY KEY (spot, n)
);

-- The twenty rows from an offset on, as the table itself orders them.
CREATE PROCEDURE bench.put(spot text, relation text, order_by text, condition text, depth bigint,
                           order_spec text, filter text DEFAULT NULL, args text[] DEFAULT NULL)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($sql$
        INSERT INTO bench.place
        SELECT %1$L, k, (j->>'updated_at')::timestamptz, (j->>'severity')::int, (j->>'last_evaluated_at')::timestamptz,
               (j->>'id')::bigint, keyset_cursor_encode(%2$L, %3$L, j, %4$L, %5$L)
          FROM (SELECT (row_number() OVER () - 1) / 50 AS k, (row_number() OVER ()) %% 50 AS one, to_jsonb(r) AS j
                  FROM (SELECT * FROM %2$I WHERE %6$s ORDER BY %7$s OFFSET %8$s LIMIT 1000) r) s
         WHERE one = 1$sql$, spot, relation, order_spec, filter, args, condition, order_by, depth);
END
$$;

SET TimeZone = 'UTC';
CALL bench.put('middle', 'incidents', 'updated_at DESC, id DESC', 'true', :rows / 2, 'updated_at DESC');
CALL bench.put('tie', 'incidents', 'severity DESC, id', 'severity = 3', :rows / 20, 'severity DESC, id');
CALL bench.put('mixed', 'incidents', 'severity DESC, id', 'severity > 3', :rows / 2, 'severity DESC, id');
CALL bench.put('filter', 'incidents', 'updated_at DESC, id DESC', 'severity = 3', :rows / 20, 'updated_at DESC',
               'severity = $1', '{3}');
CALL bench.put('nulls', 'cases', 'last_evaluated_at NULLS FIRST, id', 'true', :cases / 4,
               'last_evaluated_at NULLS FIRST, id');
CALL bench.put('values', 'cases', 'last_evaluated_at NULLS FIRST, id', 'true', :cases / 4 * 3,
               'last_evaluated_at NULLS FIRST, id');
ANALYZE bench.place;
