-- The two tables of the benchmark. Variables: rows (incidents), cases (cases of the daily sweep).
--
-- Forty incidents share each updated_at, one severity in a thousand has a tenth of them, and neither
-- follows the order in which the rows lie in the table: a page of 50 rows is 50 blocks. Unlogged, because
-- pages are only read.
SET client_min_messages = warning;
SET maintenance_work_mem = '256MB';

CREATE UNLOGGED TABLE incidents (
    id          bigint NOT NULL,
    severity    int NOT NULL,
    state       text NOT NULL,
    title       text NOT NULL,
    assignee    text,
    opened_at   timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    summary     text NOT NULL
);
INSERT INTO incidents
SELECT id,
       CASE WHEN id % 10 = 0 THEN 3 ELSE (id * 7919 % 1000)::int END,
       (ARRAY['open', 'acknowledged', 'resolved', 'closed'])[1 + id * 31 % 4],
       'Latency above its objective in region eu-central-' || id % 3 || ' #' || id,
       CASE WHEN id % 3 > 0 THEN 'engineer-' || id * 13 % 400 || '@example.com' END,
       timestamptz '2025-01-01 00:00:00+00' + place / 40 * interval '7.25 seconds',
       timestamptz '2025-01-02 00:00:00+00' + place / 40 * interval '7.311111 seconds',
       'p99 at ' || 200 + id * 37 % 800 || ' ms for 5 minutes; rollout ' || md5(id::text) || ' went out eleven minutes before, error budget of the month is spent to ' || id % 100 || ' percent; the previous one was rolled back'
  FROM (SELECT id, id * 1236061 % :rows AS place FROM generate_series(1::bigint, :rows) id) g;
ALTER TABLE incidents ADD PRIMARY KEY (id);
CREATE INDEX incidents_updated ON incidents (updated_at, id);
CREATE INDEX incidents_severity ON incidents (severity DESC, id);
CREATE INDEX incidents_severity_updated ON incidents (severity, updated_at, id);

CREATE UNLOGGED TABLE cases (
    id                bigint NOT NULL,
    state             text NOT NULL,
    customer          text NOT NULL,
    opened_at         timestamptz NOT NULL,
    last_evaluated_at timestamptz,
    rule              text NOT NULL,
    score             int NOT NULL,
    note              text NOT NULL
);
INSERT INTO cases
SELECT id,
       CASE WHEN id % 5 > 0 THEN 'OPEN' ELSE 'CLOSED' END,
       'customer-' || id * 104729 % 90000 || '@example.com',
       timestamptz '2024-11-01 00:00:00+00' + id * interval '1.5 seconds',
       CASE WHEN id * 1236061 % :cases % 2 = 0 THEN timestamptz '2025-01-01 00:00:00+00' + id * 1236061 % :cases / 40 * interval '1 second' END,
       'velocity of card payments above the limit of the last ' || 7 + id % 23 || ' days',
       (id * 7 % 1000)::int,
       'transaction ' || md5(id::text) || ' was held back and waits for a second look by the night shift'
  FROM generate_series(1::bigint, :cases) id;
ALTER TABLE cases ADD PRIMARY KEY (id);
CREATE INDEX cases_evaluated ON cases (last_evaluated_at NULLS FIRST, id);

VACUUM (ANALYZE, FREEZE) incidents, cases;
