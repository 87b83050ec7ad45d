-- The incidents of one week, as they are when each walk begins, and the people who work on them.

CREATE TABLE incidents_at_start AS
SELECT n AS id,
       (ARRAY['Checkout answers 500', 'Queue grows', 'Disk nearly full', 'Login is slow', 'Certificate expires',
              'Replica lags', 'Mail bounces'])[1 + n % 7] || ' #' || n AS title,
       (ARRAY['low', 'medium', 'high'])[1 + n % 3] AS severity,
       'open' AS state,
       timestamptz '2026-03-09 08:00:00+00' + n * interval '20 minutes' AS opened_at,
       timestamptz '2026-03-09 08:00:00+00' + (n * 7919 % 5000) * interval '83.2071 seconds'
         + n * interval '20 minutes' AS updated_at
  FROM generate_series(1, 350) n;

CREATE TABLE incidents (
    id         bigint PRIMARY KEY,
    title      text NOT NULL,
    severity   text NOT NULL,
    state      text NOT NULL,
    opened_at  timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX ON incidents (state, updated_at, id);
CREATE INDEX ON incidents (state, opened_at, id);

-- Every incident that somebody touched while the walk went on.
CREATE TABLE touched (walk int, id bigint, resolved bool);
-- What the agent was given, in order.
CREATE TABLE seen (walk int, page int, id bigint);
-- What the table says when the walk is over: open from its beginning to its end.
CREATE TABLE still_open (walk int, id bigint);

-- The on-call engineers between two pages: comment on eight incidents, resolve four, each in a
-- transaction of its own. Which ones depends on the batch alone, so every walk meets the same week.
CREATE PROCEDURE on_call(walk int, batch int)
LANGUAGE plpgsql AS $$
DECLARE
    k int;
    chosen bigint;
    resolve bool;
BEGIN
    FOR k IN 1..12 LOOP
        chosen := 1 + (batch * 131 + k * 89 + batch * k * 17) % 350;
        resolve := k % 3 = 0;
        UPDATE incidents
           SET updated_at = clock_timestamp(),
               state = CASE WHEN resolve THEN 'resolved' ELSE state END
         WHERE id = chosen AND state = 'open';
        IF FOUND THEN
            INSERT INTO touched VALUES (walk, chosen, resolve);
        END IF;
        COMMIT;
        PERFORM pg_sleep(0.02);
    END LOOP;
END
$$;
