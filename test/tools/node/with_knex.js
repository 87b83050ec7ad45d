// knex: raw() binds by name; a function in FROM is a table, so the rest of the builder goes on from there.
import knex from 'knex';
import { run } from './show.js';

const { PGHOST: host, PGPORT: port, PGUSER: user, PGDATABASE: database } = process.env;
const db = knex({ client: 'pg', connection: { host, port, user, database } });

const page = (team, cursor) => db
  .select('items', 'next_cursor', 'prev_cursor')
  .from(db.raw('keyset_page(:relation, :order, :cursor, :limit, :filter, :args)', {
    relation: 'incidents', order: 'updated_at DESC', cursor, limit: 7, filter: 'team = $1', args: [team],
  }))
  .first();

await run(page);
await db.destroy();
