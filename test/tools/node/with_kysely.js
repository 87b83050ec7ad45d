// Kysely: values in a sql template are parameters; a function in FROM is a table like any other.
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { run } from './show.js';

const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });

const page = (team, cursor) => db
  .selectFrom(sql`keyset_page('incidents', 'updated_at DESC', ${cursor}, 7, 'team = $1', ${[team]})`.as('p'))
  .select(['items', 'next_cursor', 'prev_cursor'])
  .executeTakeFirstOrThrow();

await run(page);
await db.destroy();
