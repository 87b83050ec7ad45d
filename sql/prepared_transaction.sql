-- A page read in a transaction that is prepared and committed by name. Where the server has no room for one
-- (max_prepared_transactions = 0), prepared_transaction_1.out is expected.
\a \t
SET keyset_page.require_index = off;
CREATE TABLE prepared (id int PRIMARY KEY);
INSERT INTO prepared VALUES (1), (2);
BEGIN;
INSERT INTO prepared VALUES (3), (4);
SELECT ids(items), next_cursor AS place FROM keyset_page('prepared', 'id DESC', NULL, 1) \gset
\echo :ids
PREPARE TRANSACTION 'regress_kp';
SELECT ids(items) FROM keyset_page('prepared', 'id DESC');
SELECT ids(items) FROM keyset_page('prepared', 'id DESC', :'place');
COMMIT PREPARED 'regress_kp';
SELECT ids(items) FROM keyset_page('prepared', 'id DESC');
SELECT ids(items) FROM keyset_page('prepared', 'id DESC', :'place');
-- a key that is made in one signs once it is committed
BEGIN;
SELECT keyset_rotate_key() AS made \gset
PREPARE TRANSACTION 'regress_kp';
SELECT key_id = :made FROM keyset_keys WHERE status = 'active';
COMMIT PREPARED 'regress_kp';
SELECT key_id = :made FROM keyset_page('prepared', 'id', NULL, 1), keyset_cursor_decode(next_cursor);
DROP TABLE prepared;
