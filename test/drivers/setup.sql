-- The table that every program walks: microseconds, NULLs, ties, numerics that are equal but not
-- identical, text with quotes and emoji, ids that a double cannot hold, a name that wants quotes.
DROP TABLE IF EXISTS "Work items";
CREATE TABLE "Work items" (
    id bigint PRIMARY KEY,
    updated_at timestamptz,
    amount numeric,
    label text COLLATE "C" NOT NULL,
    state text NOT NULL
);
INSERT INTO "Work items"
SELECT 9007199254740960 + n,
       CASE WHEN n % 9 <> 0
            THEN timestamptz '2026-03-09 10:00:00.123451+00' + n % 13 * interval '10 microseconds' END,
       (ARRAY[NULL, 0.10, 0.1, -12345678901234567890.123456789, n * 1.5, 99999999999999999999.9, 0.00001])[n % 7 + 1],
       (ARRAY['', 'it''s', 'say "so"', E'back\\slash', '🚀 déjà', 'a,b}', E'it''s "quoted" {a,b} \\ 🚀'])[n % 5 + n % 3 + 1],
       CASE WHEN n % 4 = 0 THEN 'closed' ELSE 'open' END
  FROM generate_series(1, 64) n;
CREATE INDEX ON "Work items" (updated_at DESC NULLS LAST, id);
CREATE INDEX ON "Work items" (amount NULLS FIRST, label DESC, id);
CREATE INDEX ON "Work items" (state, label, id);
ANALYZE "Work items";

-- What the README's examples page.
DROP TABLE IF EXISTS incidents CASCADE;
CREATE TABLE incidents (id bigint PRIMARY KEY, updated_at timestamptz NOT NULL);
INSERT INTO incidents SELECT n, timestamptz '2026-03-09 10:00+00' + n * interval '1 second' FROM generate_series(1, 60) n;
CREATE INDEX ON incidents (updated_at, id);
