# asyncpg: every statement is prepared and its types asked for, so a list of str is bound as text[] and a str
# as regclass; json comes back as text.
import asyncio
import json
import os

import asyncpg

from walk import COLUMNS, run

loop = asyncio.new_event_loop()
# Behind PgBouncer: keep no prepared statement.
conn = loop.run_until_complete(asyncpg.connect(statement_cache_size=0 if "POOLED" in os.environ else 100))



def page(order, cursor, filter, args):
    row = loop.run_until_complete(conn.fetchrow(
        """SELECT items, next_cursor, prev_cursor
             FROM keyset_page($1, $2, $3, $4, $5, $6, $7)""",
        '"Work items"', order, cursor, 7, filter, args, COLUMNS))
    return json.loads(row["items"]), row["next_cursor"], row["prev_cursor"]


def rows(order, cursor, filter, args, backward):
    return loop.run_until_complete(conn.fetch(
        """SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
             FROM keyset_rows(NULL::"Work items", $1, $2, $3, $4, $5, $6)""",
        order, cursor, 7, filter, args, backward))


run(page, rows, asyncpg.PostgresError, lambda error: error.sqlstate)
loop.run_until_complete(conn.close())
