// PostGraphile: a function that wraps keyset_page is a field of the schema (postgraphile.sql).
import { graphql } from 'graphql';
import pg from 'pg';
import postgraphile from 'postgraphile';
import { run } from './show.js';

const pool = new pg.Pool();
const schema = await postgraphile.createPostGraphileSchema(pool, 'public');

const query = `
  query ($team: String!, $cursor: String) {
    incidentsByTeam(team: $team, cursor: $cursor, first: 7) {
      items { id title updatedAt }
      nextCursor
      prevCursor
    }
  }`;

const page = (team, cursor) => postgraphile.withPostGraphileContext({ pgPool: pool }, async (context) => {
  const { data, errors } = await graphql(schema, query, null, context, { team, cursor });
  if (errors) throw errors[0].originalError;
  const { items, nextCursor, prevCursor } = data.incidentsByTeam;
  return { items, next_cursor: nextCursor, prev_cursor: prevCursor };
});

await run(page);
await pool.end();
