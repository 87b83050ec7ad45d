-- Partitioned tables: one order over all partitions, and those already passed are not read again.
SET keyset_page.require_index = off;

-- The partitions (leaves) that one call reads, by the server's own counters; after the plans were made.
CREATE FUNCTION reads(relation regclass, order_spec text, cursor text, size bigint, filter text DEFAULT NULL, args text[] DEFAULT NULL)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    counting text := format('SELECT jsonb_object_agg(relid::regclass, pg_stat_get_xact_numscans(relid) +
                                  (SELECT coalesce(sum(pg_stat_get_xact_numscans(indexrelid)), 0) FROM pg_index WHERE indrelid = relid))
                               FROM pg_partition_tree(%L) WHERE isleaf', relation);
    before jsonb;
    after jsonb;
BEGIN
    PERFORM keyset_page(relation, order_spec, cursor, size, filter, args);
    EXECUTE counting INTO before;
    PERFORM keyset_page(relation, order_spec, cursor, size, filter, args);
    EXECUTE counting INTO after;
    RETURN (SELECT string_agg(key, ' ' ORDER BY key COLLATE "C") FROM jsonb_each(after) WHERE value <> before -> key);
END
$$;
-- The pages of a walk, each with what it read, then two steps back.
CREATE FUNCTION read_pages(relation regclass, order_spec text, size bigint)
RETURNS TABLE (page text, reads text)
LANGUAGE plpgsql AS $$
DECLARE
    way text;
    place text;
    p record;
BEGIN
    LOOP
        SELECT * INTO p FROM keyset_page(relation, order_spec, place, size);
        page := ids(p.items);
        reads := reads(relation, order_spec, place, size);
        RETURN NEXT;
        place := p.next_cursor;
        EXIT WHEN place IS NULL;
    END LOOP;
    FOR n IN 1 .. 2 LOOP
        page := 'back: ' || ids((SELECT items FROM keyset_page(relation, order_spec, p.prev_cursor, size)));
        reads := reads(relation, order_spec, p.prev_cursor, size);
        RETURN NEXT;
        SELECT * INTO p FROM keyset_page(relation, order_spec, p.prev_cursor, size);
    END LOOP;
END
$$;

-- By range of the leading key; one partition has its columns in another order, one a column less.
CREATE TABLE events (id int NOT NULL, gone text, at timestamptz NOT NULL, v int, PRIMARY KEY (at, id)) PARTITION BY RANGE (at);
CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM ('2026-01-01 UTC') TO ('2026-02-01 UTC');
CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM ('2026-02-01 UTC') TO ('2026-03-01 UTC');
ALTER TABLE events DROP gone;
CREATE TABLE events_3 (v int, at timestamptz NOT NULL, id int NOT NULL);
ALTER TABLE events ATTACH PARTITION events_3 FOR VALUES FROM ('2026-03-01 UTC') TO ('2026-04-01 UTC');
INSERT INTO events SELECT n, timestamptz '2026-01-10 UTC' + n / 2 * interval '8 days', n % 3 FROM generate_series(0, 19) n;
SELECT tableoid::regclass, string_agg(id::text, ' ' ORDER BY id) FROM events GROUP BY 1 ORDER BY 1::text COLLATE "C";
SELECT walk('events', 'at'), walk('events', 'at DESC'), walk('events', 'v, at'), walk('events', 'v NULLS FIRST, id DESC');
SELECT * FROM read_pages('events', 'at', 5);
SELECT * FROM read_pages('events', 'at DESC', 5);
-- In mixed directions the tie and what is beyond it are two ranges, each pruned.
CREATE INDEX ON events (at DESC, id);
SELECT * FROM read_pages('events', 'at DESC, id', 5);
SELECT walk('events', 'at DESC, id'), walk('events', 'at, id DESC');
-- Ordered by what says nothing about partitions, each may hold the next row.
CREATE INDEX ON events (v, at, id);
SELECT * FROM read_pages('events', 'v', 10);
SELECT walk('events', 'v, at'), walk('events', 'v DESC'), walk('events', 'at, v');
SELECT order_spec, order_by, unique_key, index_backed FROM unnest(ARRAY['at DESC', 'v', 'v, at DESC', 'id']) order_spec,
       keyset_explain('events', order_spec);
-- A filter prunes as well.
SELECT reads('events', 'at', NULL, 3, 'at >= $1', '{2026-03-01 00:00 UTC}'), reads('events', 'v', NULL, 3, 'at < $1', '{2026-02-01 00:00 UTC}');
-- What is not in the ranges goes to the default partition, at either end.
CREATE TABLE events_rest PARTITION OF events DEFAULT;
INSERT INTO events VALUES (100, '2025-12-31 UTC', 0), (101, '2026-04-01 UTC', 1), (102, 'infinity', 2), (103, '-infinity', NULL);
SELECT walk('events', 'at'), walk('events', 'at DESC'), walk('events', 'v DESC NULLS LAST, at'), pages('events', 'at DESC', 9);
-- A partition is a table of its own.
SELECT walk('events_3', 'at DESC'), walk('events_3', 'v');
SELECT refusal(format('SELECT keyset_page(%L, %L, %L)', 'events_3', 'at', next_cursor)) FROM keyset_page('events', 'at', NULL, 3);

-- By list, with a partition for NULL, and one partitioned again.
CREATE TABLE orders (id int, region text COLLATE "C", placed date NOT NULL, UNIQUE NULLS NOT DISTINCT (region, placed, id)) PARTITION BY LIST (region);
CREATE TABLE orders_eu PARTITION OF orders FOR VALUES IN ('de', 'fr');
CREATE TABLE orders_us PARTITION OF orders FOR VALUES IN ('us') PARTITION BY RANGE (placed);
CREATE TABLE orders_us_old PARTITION OF orders_us FOR VALUES FROM (MINVALUE) TO ('2026-01-01');
CREATE TABLE orders_us_new PARTITION OF orders_us FOR VALUES FROM ('2026-01-01') TO (MAXVALUE);
CREATE TABLE orders_none PARTITION OF orders FOR VALUES IN (NULL);
INSERT INTO orders SELECT n, ('{de, us, fr, us, NULL}'::text[])[n % 5 + 1], date '2025-12-25' + n FROM generate_series(1, 15) n;
INSERT INTO orders VALUES (NULL, 'us', '2026-01-01'), (NULL, NULL, '2026-01-01');
SELECT walk('orders', ''), walk('orders', 'placed DESC'), walk('orders', 'region DESC NULLS LAST'), walk('orders', 'region NULLS FIRST, id DESC'),
       walk('orders_us', 'id');
SELECT * FROM read_pages('orders', 'region, placed, id', 6);
SELECT * FROM read_pages('orders', 'region DESC, placed DESC, id DESC', 6);

-- By hash: every partition may hold the next row, and the order is right all the same.
CREATE TABLE hashed (id int PRIMARY KEY, v int) PARTITION BY HASH (id);
SELECT format('CREATE TABLE hashed_%s PARTITION OF hashed FOR VALUES WITH (MODULUS 3, REMAINDER %s)', n, n) FROM generate_series(0, 2) n \gexec
INSERT INTO hashed SELECT n, n % 4 FROM generate_series(1, 30) n;
SELECT walk('hashed', 'v'), walk('hashed', 'v DESC, id'), walk('hashed', NULL), pages('hashed', NULL, 12);
SELECT reads('hashed', '', NULL, 5);
CREATE INDEX ON hashed (v, id DESC);
SELECT order_by, index_backed, walk('hashed', 'v') FROM keyset_explain('hashed', 'v');

-- Without a unique index over all of it there is no proof, though each partition has one, or one is half built.
CREATE TABLE loose (id int NOT NULL, v int) PARTITION BY RANGE (id);
CREATE TABLE loose_1 PARTITION OF loose (PRIMARY KEY (id)) FOR VALUES FROM (0) TO (10);
CREATE TABLE loose_2 PARTITION OF loose FOR VALUES FROM (10) TO (20);
INSERT INTO loose SELECT n, 1 FROM generate_series(1, 15) n;
SELECT refusal($$SELECT keyset_page('loose', 'id')$$);
CREATE UNIQUE INDEX loose_id ON ONLY loose (id);
SELECT split_part(refusal($$SELECT keyset_page('loose', 'id')$$), E'\n', 1);
CREATE UNIQUE INDEX loose_2_id ON loose_2 (id);
ALTER INDEX loose_id ATTACH PARTITION loose_2_id;
SELECT split_part(refusal($$SELECT keyset_page('loose', 'id')$$), E'\n', 1);
ALTER INDEX loose_id ATTACH PARTITION loose_1_pkey;
SELECT walk('loose', 'id'), walk('loose', 'v DESC');

-- A table without any partition has no rows, and an order.
CREATE TABLE bare (id int PRIMARY KEY) PARTITION BY RANGE (id);
SELECT walk('bare', 'id DESC');

DROP TABLE events, orders, hashed, loose, bare;
DROP FUNCTION reads, read_pages;
