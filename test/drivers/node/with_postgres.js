// postgres: a value in the template is a parameter; the statement is prepared and its types asked for, so an
// array of strings is bound as text[]; json comes back parsed.
import postgres from 'postgres';
import { columns, run } from './walk.js';

// Behind PgBouncer: prepare nothing.
const sql = postgres({ prepare: !process.env.POOLED });

const page = async (order, cursor, filter, args) => (await sql`
  SELECT items, next_cursor, prev_cursor
    FROM keyset_page(${'"Work items"'}, ${order}, ${cursor}, ${7}, ${filter}, ${args}, ${columns})`)[0];

const rows = (order, cursor, filter, args, backward) => sql`
  SELECT (item).id, (item).updated_at::text, (item).amount, (item).label, row_cursor, has_more
    FROM keyset_rows(NULL::"Work items", ${order}, ${cursor}, ${7}, ${filter}, ${args}, ${backward})`;

await run(page, rows);
await sql.end();
