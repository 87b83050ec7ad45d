# psycopg2: values are put into the statement as literals; a list becomes ARRAY[...]; json comes back parsed.
import psycopg2

from walk import COLUMNS, run

conn = psycopg2.connect("")
conn.autocommit = True
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


run(page, rows, psycopg2.Error, lambda error: error.pgcode)
