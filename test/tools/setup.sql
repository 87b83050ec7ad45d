-- The table that every tool pages: ties, microseconds, a team whose name wants care.
DROP TYPE IF EXISTS incidents_page CASCADE;
DROP TABLE IF EXISTS incidents;
CREATE TABLE incidents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    team text NOT NULL,
    title text NOT NULL,
    updated_at timestamptz NOT NULL
);
INSERT INTO incidents (team, title, updated_at)
SELECT (ARRAY['network', 'o''neil "ops"', 'storage'])[n % 3 + 1], (ARRAY['disk full', 'it''s slow', '🔥 "hot"'])[n % 5 % 3 + 1] || ' ' || n,
       timestamptz '2026-03-09 10:00:00.123451+00' + n % 11 * interval '10 microseconds'
  FROM generate_series(1, 130) n;
CREATE INDEX ON incidents (team, updated_at, id);
ANALYZE incidents;
