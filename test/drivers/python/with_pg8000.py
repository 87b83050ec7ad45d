# pg8000: parameters go to the server apart from the statement, each with a type of the driver's own; a
# list of str goes as an array; json comes back parsed. The folder of a socket is unix_sock here, not host.
import os

import pg8000

from walk import COLUMNS, run

host, port = os.environ["PGHOST"], int(os.environ.get("PGPORT", 5432))
where = {"unix_sock": f"{host}/.s.PGSQL.{port}"} if host.startswith("/") else {"host": host, "port": port}
conn = pg8000.connect(user=os.environ["PGUSER"], database=os.environ["PGDATABASE"], **where)
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


run(page, rows, pg8000.DatabaseError, lambda error: error.args[2])
