-- Cursors of format version 1, signed by a key that everybody knows. Every release opens them, on every
-- server: what fails here has broken the cursors that clients hold.
\a
SET client_min_messages = warning;
SET keyset_page.require_index = off;
CREATE SCHEMA golden;
SET search_path = golden, public;
SELECT keyset_import_key(16909060, decode('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex'));

CREATE TYPE mood AS ENUM ('low', 'mid', 'high');
CREATE TYPE pair AS (x int, y text COLLATE "C");
CREATE DOMAIN score AS numeric(6, 2);
CREATE TABLE item (
    id bigint PRIMARY KEY,
    yes bool, n2 smallint, n4 int, n8 bigint, f4 real, f8 double precision, num numeric, dom score, cash money,
    txt text COLLATE "C", posix varchar(20) COLLATE "POSIX", ch character(4) COLLATE "C", nm name, bytes bytea, one "char",
    day date, tm time, tmz timetz, ts timestamp, tsz timestamptz, span interval,
    u uuid, mac macaddr, ip inet, lsn pg_lsn, o oid, feel mood, p pair, arr int[], words text[] COLLATE "C", r int4range, j jsonb, bits varbit);
-- 24 rows; in each column groups of equal values, and some NULLs
INSERT INTO item
SELECT n, g % 2 = 0, g, g * -70000, g * 5000000000, CASE g WHEN 1 THEN '-0' WHEN 6 THEN 'NaN' ELSE g / 3.0 END, CASE g WHEN 2 THEN '-Infinity' WHEN 6 THEN 'NaN' ELSE g / 7.0 END,
       CASE WHEN n % 2 = 0 THEN g + 0.50 ELSE g + 0.5 END, g * 1.25, (g * 100)::numeric::money,
       repeat('a', g) || E'\u00e9', 'Code ' || g, 'c' || g, 'name ' || g, decode(repeat('0' || g, g), 'hex'), chr(64 + g)::"char",
       date '1999-12-30' + g, time '23:59:59.999999' - g * interval '1 h', timetz '12:00:00+02' + g * interval '1 min', timestamp '2026-03-29 01:30' + g * interval '1 us',
       CASE g WHEN 1 THEN '-infinity' ELSE timestamptz '2026-03-29 00:30:00.000001+00' + g * interval '1 us' END,
       CASE WHEN n % 2 = 0 THEN g * interval '1 mon' ELSE g * interval '30 days' END,
       ('00000000-0000-4000-8000-00000000000' || g)::uuid, ('08:00:2b:01:02:0' || g)::macaddr, ('10.0.' || g || '.0/24')::inet, ('1/' || g)::pg_lsn, (4000000000 + g)::oid,
       (ARRAY['low', 'mid', 'high']::mood[])[1 + g / 3], ROW(g, 'p,"' || g)::pair, ARRAY[g, NULL, n % 2], ARRAY['w ' || g, NULL, ''], int4range(g, g + 2), jsonb_build_object('k', g, 's', U&'\00fc'),
       (g::bit(5))::varbit
  FROM generate_series(1, 24) n, LATERAL (SELECT 1 + (n * 5 % 24) / 4 AS g) s;
DO $$
DECLARE
    k text;
BEGIN
    FOR k IN SELECT attname FROM pg_attribute WHERE attrelid = 'item'::regclass AND attnum > 1 LOOP
        EXECUTE format('UPDATE item SET %I = NULL WHERE id IN (3, 11, 20)', k);
    END LOOP;
END $$;
CREATE INDEX item_lower ON item (lower(txt), id);
CREATE INDEX item_sum ON item ((n4 + n8) DESC, id);
CREATE TABLE "Odd ""names""" ("Order" int NOT NULL, "a b" int PRIMARY KEY);
INSERT INTO "Odd ""names""" SELECT n / 3, n FROM generate_series(1, 24) n;
-- A tie-breaker of another operator class than its type's own
CREATE TABLE pattern (code text COLLATE "C" NOT NULL, id bigint);
CREATE UNIQUE INDEX pattern_code ON pattern (code text_pattern_ops);
INSERT INTO pattern SELECT 'k' || lpad(n::text, 3, '0'), n / 3 FROM generate_series(1, 24) n;
-- Its cursors were made when uniq was all there was
CREATE TABLE later (id bigint NOT NULL, uniq text COLLATE "C" NOT NULL UNIQUE, v int);
INSERT INTO later SELECT n, 'u' || lpad((25 - n)::text, 3, '0'), n / 5 FROM generate_series(1, 24) n;
CREATE TABLE parts (id bigint, at date NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
INSERT INTO parts SELECT n, date '2026-01-25' + n / 2 FROM generate_series(1, 24) n;
CREATE VIEW over_item AS SELECT id AS key, n2, txt FROM item WHERE id % 3 <> 1;
CREATE VIEW joined AS SELECT i.id, i.n2, l.uniq FROM item i JOIN later l USING (id);
CREATE TEMP TABLE passing (id int PRIMARY KEY);
INSERT INTO passing SELECT generate_series(1, 24);

-- The place of a cursor is the row whose "identity" it names, in the ordering order_by, of the rows the filter lets through
CREATE TABLE cursors (n int, sort text, relation text, order_spec text, filter text, args text[], identity text, direction text, cursor text);
-- (the expired ones were dated back by hand and signed again)
INSERT INTO cursors VALUES
    (1, 'plain', 'item', NULL, NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889EQUzlwFXcz6wgQEBAAABCAAAAAAAAAAEwgwNwy7bD3oZ-pUcPSfXaQ'),
    (2, 'plain', 'item', NULL, NULL, NULL, '5', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889EQUzlwFXcz6wgQEBAAABCAAAAAAAAAAFoDi2Oe8Wx_7niyVvwtMJLw'),
    (3, 'plain', 'item', '"id" DESC', NULL, NULL, '21', 'next', 'AQABAgMEMqAy5JtX0lYF_889_adrsmzI0sqwgQEBAQMBCAAAAAAAAAAVe236a8-JCpeuoLGDdl0PFw'),
    (4, 'plain', 'item', '"id" DESC', NULL, NULL, '20', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889_adrsmzI0sqwgQEBAQMBCAAAAAAAAAAUwFrXW_EtKSXxcHH_uI94yA'),
    (5, 'plain', 'item', 'yes DESC', NULL, NULL, '22', 'next', 'AQABAgMEMqAy5JtX0lYF_889SAWwGZYzAbKwgQECAQMCAwEBAQgAAAAAAAAAFphwf4h9WeM4gZMH9aoyc7k'),
    (6, 'plain', 'item', 'yes DESC', NULL, NULL, '19', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889SAWwGZYzAbKwgQECAQMCAwEBAQgAAAAAAAAAE6Z3lyhzYyQNjSl1RyADd2E'),
    (7, 'plain', 'item', 'n2 NULLS FIRST', NULL, NULL, '5', 'next', 'AQABAgMEMqAy5JtX0lYF_889vh1LjMa5Tx-wgQECAQIDAAECAAEIAAAAAAAAAAXihSGJkMXhKb2g9VjKU7O5'),
    (8, 'plain', 'item', 'n2 NULLS FIRST', NULL, NULL, '10', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889vh1LjMa5Tx-wgQECAQIDAAECAAEIAAAAAAAAAAq_d8bpUcDMznxgpHpEG6X5'),
    (9, 'plain', 'item', 'n4 DESC NULLS LAST', NULL, NULL, '5', 'next', 'AQABAgMEMqAy5JtX0lYF_889yQNsoDyu_RWwgQECAQEEAwEE__7ukAgAAAAAAAAABWjGOwJfa2Nd3vKNMbhRqFU'),
    (10, 'plain', 'item', 'n4 DESC NULLS LAST', NULL, NULL, '6', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889yQNsoDyu_RWwgQECAQEEAwEE__3dIAgAAAAAAAAABvx3POGCbMC4q97DQlDUwjc'),
    (11, 'plain', 'item', 'n8', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889EXlTWuslkdewgQECAQAFAAEIAAAAASoF8gAIAAAAAAAAABj22hSD1Sjf8i8hEibOuaAR'),
    (12, 'plain', 'item', 'n8', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889EXlTWuslkdewgQECAQAFAAEIAAAAAlQL5AAIAAAAAAAAAAGaatpLHtEMjZIwM1vR0rQX'),
    (13, 'plain', 'item', 'f4 DESC', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_889gMy5D922bG2wgQECAQMGAwEEf8AAAAgAAAAAAAAAE-J8SqXDQg86KWblvYhCAWE'),
    (14, 'plain', 'item', 'f4 DESC', NULL, NULL, '14', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889gMy5D922bG2wgQECAQMGAwEEf8AAAAgAAAAAAAAADgDvoEDo-xGyZbBbeBTXNaM'),
    (15, 'plain', 'item', 'f8 NULLS FIRST', NULL, NULL, '1', 'next', 'AQABAgMEMqAy5JtX0lYF_889OSuuyz8CF1ewgQECAQIHAAEI__AAAAAAAAAIAAAAAAAAAAF32OZE1g1AHhNQ3XekcyHL'),
    (16, 'plain', 'item', 'f8 NULLS FIRST', NULL, NULL, '6', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889OSuuyz8CF1ewgQECAQIHAAEI__AAAAAAAAAIAAAAAAAAAAbT_NWQmICt3Gu08HeUiy3r'),
    (17, 'plain', 'item', 'num DESC NULLS LAST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889_TwdXc2b8niwgQECAQEIAwEENi41MAgAAAAAAAAABMPgb59tRCPovYRn2WrowKU'),
    (18, 'plain', 'item', 'num DESC NULLS LAST', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889_TwdXc2b8niwgQECAQEIAwEDNS41CAAAAAAAAAAXrBNwBgSyEJfN-xh6e7Nn6g'),
    (19, 'plain', 'item', 'dom', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889OgfgUCPzx2uwgQECAQAJAAEEMS4yNQgAAAAAAAAAGEjk6Tk-xU09ujCii9ZFn7I'),
    (20, 'plain', 'item', 'dom', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889OgfgUCPzx2uwgQECAQAJAAEEMi41MAgAAAAAAAAAAVs_D-EdT77nOwkJ9G1dwA8'),
    (21, 'plain', 'item', 'cash DESC', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_8898R71WGXILqiwgQECAQMKAwEIAAAAAAAA6mAIAAAAAAAAABNKXOpKUFTRKGtRTa6ThQ9g'),
    (22, 'plain', 'item', 'cash DESC', NULL, NULL, '14', 'prev', 'AQEBAgMEMqAy5JtX0lYF_8898R71WGXILqiwgQECAQMKAwEIAAAAAAAA6mAIAAAAAAAAAA7iUMY3jU-Ii0iEzzmv2dOU'),
    (23, 'plain', 'item', 'txt NULLS FIRST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_8897RHyrywdBN6wgQECAQILAAEIYWFhYWFhw6kIAAAAAAAAAASuxl8QNU2TZ5ddUF9eT46l'),
    (24, 'plain', 'item', 'txt NULLS FIRST', NULL, NULL, '9', 'prev', 'AQEBAgMEMqAy5JtX0lYF_8897RHyrywdBN6wgQECAQILAAEIYWFhYWFhw6kIAAAAAAAAAAkpCi0cCPi9EmI_6H92bkPJ'),
    (25, 'plain', 'item', 'posix DESC NULLS LAST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_8892mG4Fl7bhoWwgQECAQEMAwEGQ29kZSA2CAAAAAAAAAAEnujq9QDfJwHg4XcvhFexqw'),
    (26, 'plain', 'item', 'posix DESC NULLS LAST', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_8892mG4Fl7bhoWwgQECAQEMAwEGQ29kZSA1CAAAAAAAAAAX0yJWFnShzm5wwBWoMIt7Gw'),
    (27, 'plain', 'item', 'ch', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889JxCzaXT2x0CwgQECAQANAAEEYzEgIAgAAAAAAAAAGNWI4eYtGBP8Ksjo5kzw_xw'),
    (28, 'plain', 'item', 'ch', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889JxCzaXT2x0CwgQECAQANAAEEYzIgIAgAAAAAAAAAAZs6oWA5WVAuSdxGbBiucss'),
    (29, 'plain', 'item', 'nm DESC', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_889YrEFlue_NMmwgQECAQMOAwEGbmFtZSA2CAAAAAAAAAATULfKGkWn1YqtkTxy8p42lA'),
    (30, 'plain', 'item', 'nm DESC', NULL, NULL, '14', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889YrEFlue_NMmwgQECAQMOAwEGbmFtZSA2CAAAAAAAAAAOPvfJ-KkqaXVxuiOtnWd7fg'),
    (31, 'plain', 'item', 'bytes NULLS FIRST', NULL, NULL, '5', 'next', 'AQABAgMEMqAy5JtX0lYF_889yFsQw8ALXlKwgQECAQIPAAEBAQgAAAAAAAAABdKaHYq1Hw4TtmdE-O6vk8M'),
    (32, 'plain', 'item', 'bytes NULLS FIRST', NULL, NULL, '10', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889yFsQw8ALXlKwgQECAQIPAAEBAQgAAAAAAAAACr1JhGIoxeEn9gTB-Ob5YU0'),
    (33, 'plain', 'item', 'one DESC NULLS LAST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889x4B3Ms5rxN2wgQECAQEQAwEBRggAAAAAAAAABDgQ3vtfn1z1fRwVQEhHhr0'),
    (34, 'plain', 'item', 'one DESC NULLS LAST', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889x4B3Ms5rxN2wgQECAQEQAwEBRQgAAAAAAAAAF8N8FaztwQVDD80JmK3W1VY'),
    (35, 'plain', 'item', 'day', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889cQYO5kkrAzOwgQECAQARAAEE_____wgAAAAAAAAAGDJjF24sdzCiv5N5x7EvDc4'),
    (36, 'plain', 'item', 'day', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889cQYO5kkrAzOwgQECAQARAAEEAAAAAAgAAAAAAAAAARQtT_p11_v_66LcNxKkrtE'),
    (37, 'plain', 'item', 'tm DESC', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_8899MTehrbY7h6wgQECAQMSAwEIAAAAE0dDu_8IAAAAAAAAABgIxXPwh17Mmam_vStyxV3n'),
    (38, 'plain', 'item', 'tm DESC', NULL, NULL, '15', 'prev', 'AQEBAgMEMqAy5JtX0lYF_8899MTehrbY7h6wgQECAQMSAwEIAAAAE0dDu_8IAAAAAAAAAA8HQEx5DQX0WQDbxwuCKAL-'),
    (39, 'plain', 'item', 'tmz NULLS FIRST', NULL, NULL, '5', 'next', 'AQABAgMEMqAy5JtX0lYF_889TTFklSNosCSwgQECAQITAAEMAAAAChJ_NwD__-PgCAAAAAAAAAAFNE59ahu_D1k_Zjon26O47g'),
    (40, 'plain', 'item', 'tmz NULLS FIRST', NULL, NULL, '10', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889TTFklSNosCSwgQECAQITAAEMAAAAChJ_NwD__-PgCAAAAAAAAAAKFLk8GKnGGCBjmKFBNDai5g'),
    (41, 'plain', 'item', 'ts DESC NULLS LAST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889T2fuqvxGz4-wgQECAQEUAwEIAALxHnD3dgYIAAAAAAAAAATWuWk3BhfZmpMutCh3lRBs'),
    (42, 'plain', 'item', 'ts DESC NULLS LAST', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889T2fuqvxGz4-wgQECAQEUAwEIAALxHnD3dgUIAAAAAAAAABe1zHXIWYjXy6njmRr7r5Ct'),
    (43, 'plain', 'item', 'tsz', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889Yfx1EGSqDUiwgQECAQAVAAEIgAAAAAAAAAAIAAAAAAAAABiirUFqpNPUJDjQs4BhfvH2'),
    (44, 'plain', 'item', 'tsz', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889Yfx1EGSqDUiwgQECAQAVAAEIAALxHZpj0gMIAAAAAAAAAAHFo8ivI0I__YsmnGUPaHkm'),
    (45, 'plain', 'item', 'span DESC', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_889STSDRwk-Pd2wgQECAQMWAwEQAAAAAAAAAAAAAAC0AAAAAAgAAAAAAAAAEztP1L0TdVgMLttBV5r2tU4'),
    (46, 'plain', 'item', 'span DESC', NULL, NULL, '14', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889STSDRwk-Pd2wgQECAQMWAwEQAAAAAAAAAAAAAAAAAAAABggAAAAAAAAADtLL62tdMtTa6UDrI7JWgN0'),
    (47, 'plain', 'item', 'u NULLS FIRST', NULL, NULL, '5', 'next', 'AQABAgMEMqAy5JtX0lYF_889xo8vd33LRuWwgQECAQIXAAEQAAAAAAAAQACAAAAAAAAAAQgAAAAAAAAABdClVZmgMrlV2UUXiuluE2k'),
    (48, 'plain', 'item', 'u NULLS FIRST', NULL, NULL, '10', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889xo8vd33LRuWwgQECAQIXAAEQAAAAAAAAQACAAAAAAAAAAQgAAAAAAAAACkL9a7k8XkWW1JyZHDPWgnQ'),
    (49, 'plain', 'item', 'mac DESC NULLS LAST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889I2ZZmDxcM2ywgQECAQEYAwEGCAArAQIGCAAAAAAAAAAEA0X9ToiYqlW1XwN0DaPMYw'),
    (50, 'plain', 'item', 'mac DESC NULLS LAST', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889I2ZZmDxcM2ywgQECAQEYAwEGCAArAQIFCAAAAAAAAAAXhY0gI-MSHtxeTKDTLcwM4Q'),
    (51, 'plain', 'item', 'ip', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889ByXUnnhHd3qwgQECAQAZAAELMTAuMC4xLjAvMjQIAAAAAAAAABhY0-hYCcd9kA2wKs1AgvBT'),
    (52, 'plain', 'item', 'ip', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889ByXUnnhHd3qwgQECAQAZAAELMTAuMC4yLjAvMjQIAAAAAAAAAAE8Qdo3XlUlhA1XULT8DsgX'),
    (53, 'plain', 'item', 'lsn DESC', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_8893wvLbbjzjiuwgQECAQMaAwEIAAAAAQAAAAYIAAAAAAAAABOxzY0MDknV27wOG4SHrQe6'),
    (54, 'plain', 'item', 'lsn DESC', NULL, NULL, '14', 'prev', 'AQEBAgMEMqAy5JtX0lYF_8893wvLbbjzjiuwgQECAQMaAwEIAAAAAQAAAAYIAAAAAAAAAA7XLIoq4rrToLrye0Gadofx'),
    (55, 'plain', 'item', 'o NULLS FIRST', NULL, NULL, '5', 'next', 'AQABAgMEMqAy5JtX0lYF_889JSEeS_jBKMCwgQECAQIbAAEE7msoAQgAAAAAAAAABT8s14_MyWPLGUaoHgaFwcE'),
    (56, 'plain', 'item', 'o NULLS FIRST', NULL, NULL, '10', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889JSEeS_jBKMCwgQECAQIbAAEE7msoAQgAAAAAAAAACkMpGEP1U3JS_dkqxrorLoY'),
    (57, 'plain', 'item', 'feel DESC NULLS LAST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889PYiMFtly-iywgQECAQEcAwEEaGlnaAgAAAAAAAAABJp46n6WNdP2CrPGd-uy7i0'),
    (58, 'plain', 'item', 'feel DESC NULLS LAST', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889PYiMFtly-iywgQECAQEcAwEDbWlkCAAAAAAAAAAX3F1SWP0uFWpAna4kSDpCTA'),
    (59, 'plain', 'item', 'p', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889FYIKWUGZVpWwgQECAQAdAAELKDEsInAsIiIxIikIAAAAAAAAABj9SVV2MI4F6xqKg_2vxXIF'),
    (60, 'plain', 'item', 'p', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889FYIKWUGZVpWwgQECAQAdAAELKDIsInAsIiIyIikIAAAAAAAAAAGpnJ-kKbukOrWd6hw15xUW'),
    (61, 'plain', 'item', 'arr DESC', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_889HnZ0P_jPiz2wgQECAQMeAwEKezYsTlVMTCwxfQgAAAAAAAAAE0GwDN7uqAzopoWW6ePcXiQ'),
    (62, 'plain', 'item', 'arr DESC', NULL, NULL, '9', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889HnZ0P_jPiz2wgQECAQMeAwEKezYsTlVMTCwxfQgAAAAAAAAACbVVWlcCLDC_8urpJ3BzEOI'),
    (63, 'plain', 'item', 'words NULLS FIRST', NULL, NULL, '5', 'next', 'AQABAgMEMqAy5JtX0lYF_889bfW_6BXAhGiwgQECAQIfAAEPeyJ3IDEiLE5VTEwsIiJ9CAAAAAAAAAAF1p-NQbKCCFebzyNn4hC2XA'),
    (64, 'plain', 'item', 'words NULLS FIRST', NULL, NULL, '10', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889bfW_6BXAhGiwgQECAQIfAAEPeyJ3IDEiLE5VTEwsIiJ9CAAAAAAAAAAK2SDRwvA5PVt_xiMVWVvelQ'),
    (65, 'plain', 'item', 'r DESC NULLS LAST', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889vhGzDT6UtrewgQECAQEgAwEFWzYsOCkIAAAAAAAAAARyqgiiexSaVxR5o_ZXD2YK'),
    (66, 'plain', 'item', 'r DESC NULLS LAST', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889vhGzDT6UtrewgQECAQEgAwEFWzUsNykIAAAAAAAAABdGYjLvA-PS5_uNhknr54Pl'),
    (67, 'plain', 'item', 'j', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5JtX0lYF_889le-WTNQCXYCwgQECAQAhAAETeyJrIjogMSwgInMiOiAiw7wifQgAAAAAAAAAGCoRhK9ill4plFCKO3rJvls'),
    (68, 'plain', 'item', 'j', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889le-WTNQCXYCwgQECAQAhAAETeyJrIjogMiwgInMiOiAiw7wifQgAAAAAAAAAAcf0yRlcWmCMC5MoSwXeBIo'),
    (69, 'plain', 'item', 'bits DESC', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_889wjj6gvYvdvWwgQECAQMiAwEFMDAxMTAIAAAAAAAAABOa--NPlESoM769aXjkUgFe'),
    (70, 'plain', 'item', 'bits DESC', NULL, NULL, '14', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889wjj6gvYvdvWwgQECAQMiAwEFMDAxMTAIAAAAAAAAAA70kM5k1KQJzMMTsP8aRMvW'),
    (71, 'plain', 'item', 'txt COLLATE "POSIX", n2 DESC NULLS LAST, id DESC', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889D_KoAGx19v6wgQEDAxALtwcBAwMBCGFhYWFhYcOpAgAGCAAAAAAAAAAEhob4MmabfWAIgOe9Nf-JyA'),
    (72, 'plain', 'item', 'txt COLLATE "POSIX", n2 DESC NULLS LAST, id DESC', NULL, NULL, '23', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889D_KoAGx19v6wgQEDAxALtwcBAwMBB2FhYWFhw6kCAAUIAAAAAAAAABdbvMP4X-fLwkcPnk6RFeTH'),
    (73, 'plain', 'item', 'yes, feel DESC, tsz NULLS FIRST, n2', NULL, NULL, '21', 'next', 'AQABAgMEMqAy5JtX0lYF_889v-P6oF6jC7OwgQEFBAACAxwCFQADAAEBAANtaWQIAALxHZpj0gQCAAMIAAAAAAAAABX1iUDk8xNhkSoOH8u2EAFK'),
    (74, 'plain', 'item', 'yes, feel DESC, tsz NULLS FIRST, n2', NULL, NULL, '8', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889v-P6oF6jC7OwgQEFBAACAxwCFQADAAEBAANtaWQIAALxHZpj0gYCAAUIAAAAAAAAAAghVs77GAWhn3e7ATpp6rWE'),
    (75, 'null', 'item', 'num NULLS FIRST', NULL, NULL, '11', 'next', 'AQABAgMEMqAy5JtX0lYF_889niCmNNwn7XywgQECAQIIAAH_CAAAAAAAAAAL8o418hnVTzn9zbNK1WCeRw'),
    (76, 'null', 'item', 'num NULLS FIRST', NULL, NULL, '20', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889niCmNNwn7XywgQECAQIIAAH_CAAAAAAAAAAUzZQ8_-o5-9dF7HjJOxsUWw'),
    (77, 'null', 'item', 'p DESC, u', NULL, NULL, '11', 'next', 'AQABAgMEMqAy5JtX0lYF_8890fOtsaknJXKwgQEDAgMdABcAAf__CAAAAAAAAAALdacfXEEhYCtJxa_Z3GZzcg'),
    (78, 'null', 'item', 'p DESC, u', NULL, NULL, '20', 'prev', 'AQEBAgMEMqAy5JtX0lYF_8890fOtsaknJXKwgQEDAgMdABcAAf__CAAAAAAAAAAU4i_v5KMIPB-GyY0UMqUm3A'),
    (79, 'expression', 'item', 'lower(txt)', NULL, NULL, '19', 'next', 'AQABAgMEMqAy5JtX0lYF_889sOMu716IT02wgQECAQS3gQEBAAEIYWFhYWFhw6kIAAAAAAAAABNUAESyVhXC1nzq5_rYlGAd'),
    (80, 'expression', 'item', 'lower(txt)', NULL, NULL, '8', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889sOMu716IT02wgQECAQS3gQEBAAEHYWFhYWHDqQgAAAAAAAAACHd5Q9Ez3KPaxslP75BTArk'),
    (81, 'expression', 'item', 'n4 + n8 DESC', NULL, NULL, '4', 'next', 'AQABAgMEMqAy5JtX0lYF_889TQygGTb7kB-wgQECAQe4gQEBAAEIAAAABvwdQ2AIAAAAAAAAAAS2Y4dhG3XyiSg4QHaWALE0'),
    (82, 'expression', 'item', 'n4 + n8 DESC', NULL, NULL, '9', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889TQygGTb7kB-wgQECAQe4gQEBAAEIAAAABvwdQ2AIAAAAAAAAAAnLklCYBsviceXoliOl4P2Z'),
    (83, 'filtered', 'item', 'tsz DESC', 'n2 > $1', '{1}', '4', 'next', 'ARABAgMEMqAy5JtX0lYF_889NxuK31KA3wrtUBkew5Tei7CBAQIBAxUDAQgAAvEdmmPSBwgAAAAAAAAABCraCnMrHVZmlv6xNxUbx7Q'),
    (84, 'filtered', 'item', 'tsz DESC', 'n2 > $1', '{1}', '23', 'prev', 'AREBAgMEMqAy5JtX0lYF_889NxuK31KA3wrtUBkew5Tei7CBAQIBAxUDAQgAAvEdmmPSBggAAAAAAAAAF97XLebldPqk8LTSSjGkpqI'),
    (85, 'filtered', 'item', 'tsz DESC', 'txt LIKE $1 AND (num = ANY ($2) OR day IS NULL OR feel >= $3)', '{a%,"{2.5,3.5}",mid}', '4', 'next', 'ARABAgMEMqAy5JtX0lYF_889NxuK31KA3wrG3maJJFGpJLCBAQIBAxUDAQgAAvEdmmPSBwgAAAAAAAAABGp4xtwnBDF6NSv6cYnjdjI'),
    (86, 'filtered', 'item', 'tsz DESC', 'txt LIKE $1 AND (num = ANY ($2) OR day IS NULL OR feel >= $3)', '{a%,"{2.5,3.5}",mid}', '23', 'prev', 'AREBAgMEMqAy5JtX0lYF_889NxuK31KA3wrG3maJJFGpJLCBAQIBAxUDAQgAAvEdmmPSBggAAAAAAAAAFwcJgreyBw-7Ujav3pVRgvs'),
    (87, 'filtered', 'item', 'id', 'n2 = $1 IS NOT TRUE', '{NULL}', '4', 'next', 'ARABAgMEMqAy5JtX0lYF_889EQUzlwFXcz4Rlq83X4AnI7CBAQEBAAEIAAAAAAAAAASGGpSBO9p7SLZfojY_FEOJ'),
    (88, 'filtered', 'item', 'id', 'n2 = $1 IS NOT TRUE', '{NULL}', '5', 'prev', 'AREBAgMEMqAy5JtX0lYF_889EQUzlwFXcz4Rlq83X4AnI7CBAQEBAAEIAAAAAAAAAAWKBYTaw0lXo2RS9UShhMh-'),
    (89, 'filtered', 'item', 'id', 'EXISTS (SELECT FROM later l WHERE l.id = item.id AND l.v > $1::int)', '{1}', '13', 'next', 'ARABAgMEMqAy5JtX0lYF_889EQUzlwFXcz5C5gz9RyqSHLCBAQEBAAEIAAAAAAAAAA2hkfjSCQUS_kFIjzmIj88i'),
    (90, 'filtered', 'item', 'id', 'EXISTS (SELECT FROM later l WHERE l.id = item.id AND l.v > $1::int)', '{1}', '14', 'prev', 'AREBAgMEMqAy5JtX0lYF_889EQUzlwFXcz5C5gz9RyqSHLCBAQEBAAEIAAAAAAAAAA5iDIVyxM-Cj-VSRRjPIM9f'),
    (91, 'plain', '"Odd ""names"""', '"Order" DESC', NULL, NULL, '21', 'next', 'AQABAgMEMqAy5FI_DHhaCZEcQy1Hp8yWQcW5gQECAQMBAwIEAAAABwQAAAAVVx6GzsAImRAW3CUsP45phg'),
    (92, 'plain', '"Odd ""names"""', '"Order" DESC', NULL, NULL, '20', 'prev', 'AQEBAgMEMqAy5FI_DHhaCZEcQy1Hp8yWQcW5gQECAQMBAwIEAAAABgQAAAAU50CnyK4O70bbbAy66msG6Q'),
    (93, 'operator class', 'pattern', 'id DESC', NULL, NULL, 'k021', 'next', 'AQABAgMEMqAy5MQ__fAzRzMj8DyGwpVZ-xq-gQECAQMCC8OBAQEIAAAAAAAAAAcEazAyMeddg3Q2RCdHK6v6SE7hfNk'),
    (94, 'operator class', 'pattern', 'id DESC', NULL, NULL, 'k020', 'prev', 'AQEBAgMEMqAy5MQ__fAzRzMj8DyGwpVZ-xq-gQECAQMCC8OBAQEIAAAAAAAAAAYEazAyMKW8i43YLK-_jnRSG-VA2B0'),
    (95, 'operator class', 'pattern', NULL, NULL, NULL, 'k004', 'next', 'AQABAgMEMqAy5MQ__fAzRzMjxorW7sKdQgy-gQEBAAjDgQEBBGswMDTtALczNVa0eqYbbqVClZ1Q'),
    (96, 'operator class', 'pattern', NULL, NULL, NULL, 'k005', 'prev', 'AQEBAgMEMqAy5MQ__fAzRzMjxorW7sKdQgy-gQEBAAjDgQEBBGswMDU7DnonV7zE65PW6WSGot7p'),
    (97, 'tie-breaker', 'later', 'v DESC', NULL, NULL, '23', 'next', 'AQABAgMEMqAy5EKkMllbDn8YRhK605BWTWrEgQECAQMDAwIEAAAABAR1MDAyQ1t-_TrDvk4OM71YpsD8zg'),
    (98, 'tie-breaker', 'later', 'v DESC', NULL, NULL, '24', 'prev', 'AQEBAgMEMqAy5EKkMllbDn8YRhK605BWTWrEgQECAQMDAwIEAAAABAR1MDAxa9WfLN7Ck7BdV9N_zXpVUg'),
    (99, 'partitioned', 'parts', 'at DESC', NULL, NULL, '21', 'next', 'AQABAgMEMqAy5GkO9NiZybTFpxL9VGO0CTLLgQECAQMCAwEEAAAlOwgAAAAAAAAAFWQEpHG2fr0JgNHFe9YK6ZE'),
    (100, 'partitioned', 'parts', 'at DESC', NULL, NULL, '20', 'prev', 'AQEBAgMEMqAy5GkO9NiZybTFpxL9VGO0CTLLgQECAQMCAwEEAAAlOwgAAAAAAAAAFBOaYEQbvD6SM4rZV4NcE0Y'),
    (101, 'view', 'over_item', 'n2 NULLS FIRST', NULL, NULL, '20', 'next', 'AQABAgMEMqAy5AtQmu8GQaRITkGdnV8obU7agQECAQICAAH_CAAAAAAAAAAUlazZrHyB1Z4JnQEhSvzP2w'),
    (102, 'view', 'over_item', 'n2 NULLS FIRST', NULL, NULL, '5', 'prev', 'AQEBAgMEMqAy5AtQmu8GQaRITkGdnV8obU7agQECAQICAAECAAEIAAAAAAAAAAWwWiPZSE9oXDjLnrVDbhIn'),
    (103, 'unproven', 'joined', 'n2, id', NULL, NULL, '24', 'next', 'AQABAgMEMqAy5KqVJthce0okUY6COQTm0AHegQECggACAAECAAEIAAAAAAAAABjnbVSi04dz7Ii3QbMFpIoZ'),
    (104, 'unproven', 'joined', 'n2, id', NULL, NULL, '1', 'prev', 'AQEBAgMEMqAy5KqVJthce0okUY6COQTm0AHegQECggACAAECAAIIAAAAAAAAAAGxGdYFbYjXKKbS2OvkLEx1'),
    (105, 'temporary', 'passing', NULL, NULL, NULL, '4', 'next', 'AQABAgMEMqAy5PwKB4LD_Etse56TOubD_-DlgQEBAAABBAAAAATEBQ-fStr6NmTyiaBs9IyW'),
    (106, 'temporary', 'passing', NULL, NULL, NULL, '5', 'prev', 'AQEBAgMEMqAy5PwKB4LD_Etse56TOubD_-DlgQEBAAABBAAAAAUpEqw7yyx8-yxrBKBozdsb'),
    (115, 'rows', 'item', 'n2 DESC', NULL, NULL, '18', 'next', 'AQABAgMEMqAy5JtX0lYF_889bPvDD3Bmj82wgQECAQMDAwECAAUIAAAAAAAAABLYPa9OG2p34-4vwZ7qMRRU'),
    (124, 'rows', 'joined', 'n2, id', NULL, NULL, '16', 'next', 'AQABAgMEMqAy5KqVJthce0okUY6COQTm0AHegQECAgACAAECAAMIAAAAAAAAABB9I1xwhOiI8bJmRbwlVBPf'),
    (125, 'encoded', 'item', 'span', NULL, NULL, '8', 'next', 'AQABAgMEMqAy5JtX0lYF_889E_Z2UahFV7uwgQECAQAWAAEQAAAAAAAAAAAAAAAAAAAABQgAAAAAAAAACD_G7Ue0YrRbVfwuR7r5jPs'),
    (126, 'encoded', 'item', 'span', NULL, NULL, '8', 'prev', 'AQEBAgMEMqAy5JtX0lYF_889E_Z2UahFV7uwgQECAQAWAAEQAAAAAAAAAAAAAAAAAAAABQgAAAAAAAAACGERdelveCiQAXS0Yu-afMs'),
    (127, 'encoded', 'item', 'tmz DESC', 'n2 > $1', '{1}', '8', 'prev', 'AREBAgMEMqAy5JtX0lYF_889GWGRLP3f1dvtUBkew5Tei7CBAQIBAxMDAQwAAAAKIM1TAP__4-AIAAAAAAAAAAiDlaWUkrGOc5-LF8XCZ5ux'),
    (128, 'inclusive', 'item', 'id', NULL, NULL, '24', 'prev', 'AQMBAgMEMqAy5JtX0lYF_889EQUzlwFXcz6wgQEBAQABCAAAAAAAAAAYsDZpyswywFx1gW8L6uVYqg'),
    (129, 'inclusive', 'item', 'n2 DESC', NULL, NULL, '20', 'next', 'AQIBAgMEMqAy5JtX0lYF_889bPvDD3Bmj82wgQECAQMDAwH_CAAAAAAAAAAU8QrBX6U9Wsnu2VdNqst9qw'),
    (130, 'encrypted', 'item', NULL, NULL, NULL, '4', 'next', 'AQQBAgMEUzgqxxJrOB47w72uXHGjgsfU-0DrcTJJ7xLKuLzqhOVRuLTdCrkHNqCEujWXFC58LVVIxw'),
    (131, 'encrypted', 'item', NULL, NULL, NULL, '5', 'prev', 'AQUBAgMEEl3faBlZYxWJFicH6MAIAwo-JBaDyzyZYh7lWP-X75ISZEBZ-J_jZN3DjbStYDng3Lzx0Q'),
    (132, 'encrypted', 'item', 'txt DESC, n2', NULL, NULL, '5', 'next', 'AQQBAgMEo-75Dn3qf3QssehdejV8iTdpVUDpE9y405v4gyYaB3A-90mP1XCO4BRWm7Nd54nmyICG_eEUb1izpQS3AXvF'),
    (133, 'encrypted', 'item', 'txt DESC, n2', NULL, NULL, '10', 'prev', 'AQUBAgME3Km0ECpFMJWfQ9zaM9pHSJ3o-_uKMRlv3-msj6PANMZOq1HZ9DtjEoM5WDvFDUGkYE25XUZyD0J556vlRH2v'),
    (134, 'encrypted', 'item', 'tsz DESC', 'n2 > $1', '{1}', '4', 'next', 'ARQBAgMEvdB3XUod4jJfr8-fHs1JZFrJ5Q4Rd9yHq_jTcyOlAWFTXlfJDfrKeeB_c1-GyL31UetqchjGr3nEyZS1XJCo09Et0MEBC2E'),
    (135, 'encrypted', 'item', 'tsz DESC', 'n2 > $1', '{1}', '23', 'prev', 'ARUBAgMEL-ds3luDKBKm_UWAjMoBqvlVgp2lTL7BhFTQXCbBMcEl-TYRJ70u0M_zpn19OcZhhZXDKWlTm7t-L-im6v2YmQ8Afysj2Xg'),
    (136, 'encrypted', 'item', 'lower(txt)', NULL, NULL, '19', 'next', 'AQQBAgMEYeQ_lMVft5rlog0apvtWT-OHzHmF8oYo1emJqArq0w2AyRrXIfL137Ms5zPBdwTIOhRe_7ihDsSkLeMlStKezkp_'),
    (137, 'encrypted', 'item', 'lower(txt)', NULL, NULL, '8', 'prev', 'AQUBAgMECP_4xvh1jOP0fM46ATyRmZAzIYKnju97cUveLnjE2W4fuum3QJ_EiIG0wNPk6wAMLygAHydttCugS9NVqsCdq1E'),
    (138, 'encrypted, expiring', 'item', 'tsz DESC', NULL, NULL, '19', 'next', 'AQwBAgME6klwijB5Jj2WFarbP62bRrJH4r_nqgXB_2Mt4Kwljpo8NZ-FjVgF2PgiIiSpOLPaWJWDIgRyiKYlWC7qBG5vC-fH-Q'),
    (139, 'encrypted, expiring', 'item', 'tsz DESC', NULL, NULL, '14', 'prev', 'AQ0BAgMEa28jEn6b5s4Qbm4TbOltfVN6k1ei0GG9bWvj67qrED9RZnmS7c3aU3PgPteIjImn6TjTuhTwgINslsgEc_YBv7yw8A'),
    (140, 'expiring', 'item', 'tsz DESC', NULL, NULL, '19', 'next', 'AQgBAgMEMqAy5LKgMuObV9JWBf_PPTcbit9SgN8KsIEBAgEDFQMBCAAC8R2aY9IHCAAAAAAAAAAT8JXUFl9zoVaDj2iZDxEnrQ'),
    (141, 'expiring', 'item', 'tsz DESC', NULL, NULL, '14', 'prev', 'AQkBAgMEMqAy5LKgMuObV9JWBf_PPTcbit9SgN8KsIEBAgEDFQMBCAAC8R2aY9IHCAAAAAAAAAAO-95UdFOd1kmTVH_cVxrXpw'),
    (142, 'bound', 'item', 'tsz DESC', 'n2 > $1', '{1}', '4', 'next', 'ATABAgMEMqAy5JtX0lYF_889NxuK31KA3wrtUBkew5Tei08SyDEKXmR_sIEBAgEDFQMBCAAC8R2aY9IHCAAAAAAAAAAE3dY1onRst7TNKzGYofpUMQ'),
    (143, 'bound', 'item', 'tsz DESC', 'n2 > $1', '{1}', '23', 'prev', 'ATEBAgMEMqAy5JtX0lYF_889NxuK31KA3wrtUBkew5Tei08SyDEKXmR_sIEBAgEDFQMBCAAC8R2aY9IGCAAAAAAAAAAXgvvPfL1nzhwi5DJrjxiBhg'),
    (144, 'bound, encrypted, expiring', 'item', 'tsz DESC', 'n2 > $1', '{1}', '4', 'next', 'ATwBAgMECaJ8YzGqT9rBwniRWQiEZeHcUMOJnO08VkKEsDXpDPedwey_1_0U4bgpmxEpojLT3vB6Qp3QhU6et-7EDIcvG8kMaSBB-O0VnRPO7SFtl-bPTmI'),
    (145, 'bound, encrypted, expiring', 'item', 'tsz DESC', 'n2 > $1', '{1}', '23', 'prev', 'AT0BAgMEqazcvKYk1HeWbPNWntRtk7hDf7iXdixMLXaxLTu0hgm1GaKm1iPj68Wd01pP5ERgW1vIWxxKAcDFliHiznwFkV4ge4ampiQDMQKJsZmvZK1FBTk'),
    (146, 'expired', 'item', 'tsz DESC', NULL, NULL, '19', 'next', 'AQgBAgMEAvrwgAL68IGbV9JWBf_PPTcbit9SgN8KsIEBAgEDFQMBCAAC8R2aY9IHCAAAAAAAAAAT9Y6ld4nbl8i3Ev92uxPUeQ'),
    (147, 'expired', 'item', 'tsz DESC', NULL, NULL, '14', 'prev', 'AQkBAgMEAvrwgAL68IGbV9JWBf_PPTcbit9SgN8KsIEBAgEDFQMBCAAC8R2aY9IHCAAAAAAAAAAO-zuAYP4Ska1ntXXNOJqlYQ');

-- The key that makes another tie-breaker now
ALTER TABLE later ADD PRIMARY KEY (id);
SELECT order_by FROM keyset_page('later', 'v DESC', NULL, 1);

-- Pages of 5, and whether they have the rows that ORDER BY puts there
CREATE FUNCTION try(INOUT c cursors, OUT rows text, OUT verdict text, OUT order_by text) LANGUAGE plpgsql AS $$
DECLARE
    page record;
    identity text := CASE c.relation WHEN 'item' THEN 'id' WHEN 'pattern' THEN 'code' WHEN 'over_item' THEN 'key' WHEN '"Odd ""names"""' THEN '"a b"' ELSE 'id' END;
    condition text := coalesce(c.filter, 'true');
    wanted text;
BEGIN
    SELECT * INTO page FROM keyset_page(c.relation::regclass, c.order_spec, c.cursor, 5, c.filter, c.args);
    order_by := page.order_by;
    FOR i IN 1 .. coalesce(cardinality(c.args), 0) LOOP
        condition := replace(condition, '$' || i, quote_nullable(c.args[i]));
    END LOOP;
    EXECUTE format(
        'WITH numbered AS (SELECT %1$s AS identity, row_number() OVER (ORDER BY %2$s) AS n FROM %3$s WHERE %4$s)
         SELECT string_agg(r.identity::text, '' '' ORDER BY r.n)
           FROM numbered p, numbered r
          WHERE p.identity::text = %5$L
            AND CASE WHEN %6$L THEN r.n BETWEEN p.n + 1 - %7$s AND p.n + 5 - %7$s ELSE r.n BETWEEN p.n - 5 + %7$s AND p.n - 1 + %7$s END',
        identity, page.order_by, c.relation, condition, c.identity, c.direction = 'next', (c.sort = 'inclusive')::int) INTO wanted;
    rows := ids(page.items, replace(identity, '"', ''));
    verdict := CASE WHEN rows = wanted THEN 'right' ELSE 'wanted ' || wanted END;
EXCEPTION WHEN OTHERS THEN
    verdict := SQLSTATE;
END $$;
CREATE ROLE regress_kp_golden;
GRANT USAGE ON SCHEMA golden TO regress_kp_golden;
GRANT SELECT ON ALL TABLES IN SCHEMA golden TO regress_kp_golden;
SELECT c.n, c.sort, c.relation, t.order_by, c.direction, t.rows, t.verdict FROM cursors c, try(c) t WHERE c.sort !~ 'bound' ORDER BY c.n;
SET ROLE regress_kp_golden;
SELECT c.n, c.sort, c.direction, t.rows, t.verdict FROM cursors c, try(c) t WHERE c.sort ~ 'bound' ORDER BY c.n;
RESET ROLE;
SELECT c.sort, t.verdict FROM cursors c, try(c) t WHERE c.sort ~ 'bound' ORDER BY c.n;

-- Refused elsewhere, as any cursor is
SELECT outcome(format('SELECT keyset_page(''item'', ''txt'', %L)', cursor)), outcome(format('SELECT keyset_page(''later'', NULL, %L)', cursor)),
       outcome(format('SELECT keyset_page(''item'', NULL, %L, 5, ''n2 > 0'')', cursor))
  FROM cursors WHERE n = 1;

SELECT keyset_retire_key(16909060);
SELECT c.sort, t.verdict, count(*) FROM cursors c, try(c) t GROUP BY 1, 2 ORDER BY min(n);
DROP SCHEMA golden CASCADE;
DROP ROLE regress_kp_golden;
