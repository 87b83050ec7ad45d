// pg: parameters go to the server apart from the statement, as untyped text; an array of strings becomes an
// array; json comes back parsed.
import pg from 'pg';
import { columns, run } from './walk.js';

const client = new pg.Client();
await client.connect();

const page = async (order, cursor, filter, args) => (await client.query(
  'SELECT items, next_cursor, prev_cursor FROM keyset_page($1, $2, $3, $4, $5, $6, $7)',
  ['"Work items"', order, cursor, 7, filter, args, columns])).rows[0];

const rows = async (order, cursor, filter, args, backward) => (await client.query(
  `SELECT (item).id, (item).updated_at::text, (item).amount, (item).label, row_cursor, has_more
     FROM keyset_rows(NULL::"Work items", $1, $2, $3, $4, $5, $6)`,
  [order, cursor, 7, filter, args, backward])).rows;

await run(page, rows);
await client.end();
