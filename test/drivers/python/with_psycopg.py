# psycopg 3: parameters go to the server apart from the statement; a str goes untyped, a list of str as
# an array; json comes back parsed.
import os

import psycopg

from walk import COLUMNS, run

conn = psycopg.connect(autocommit=True)
if "POOLED" in os.environ:  # behind PgBouncer: prepare nothing
    conn.prepare_threshold = None
cur = conn.cursor()


def page(order, cursor, filter, args):
    cur.execute("""SELECT items, next_cursor, prev_cursor
                     FROM keyset_page(%s, %s, %s, %s, %s, %s, %s)""",
                ('"Work items"', order, cursor, 7, filter, args, COLUMNS))
    return cur.fetchone()


def rows(order, cursor, filter, args, backward):
    cur.execute("""SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
                     FROM keyset_rows(NULL::"Work items", %s, %s, %s, %s, %s, %s)""",
                (order, cursor, 7, filter, args, backward))
    return cur.fetchall()


run(page, rows, psycopg.Error, lambda error: error.sqlstate)
