"""The walks that each program of this folder makes with its driver's two calls.

page(order, cursor, filter, args) returns items, next_cursor and prev_cursor;
rows(order, cursor, filter, args, backward) returns rows of id, updated_at, amount, label, row_cursor, has_more.
"""

COLUMNS = "id::text AS id, updated_at, amount::text AS amount, label"
ORDERS = [
    ("updated_at DESC NULLS LAST", None, None),
    ("amount ASC NULLS FIRST, label DESC, id", None, None),
    ("label, id", "state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)",
     ["open", "it's \"quoted\" {a,b} \\ 🚀", "-1.5"]),
]


def line(*values):
    print(" | ".join("~" if value is None else str(value) for value in values))


def print_items(walk, items):
    for i in items:
        line(walk, i["id"], i["updated_at"], i["amount"], i["label"])


def print_rows(walk, rows):
    for id, updated_at, amount, label, *_ in rows:
        line(walk, id, updated_at and updated_at.strftime("%Y-%m-%d %H:%M:%S.%f+00"), amount, label)


def run(page, rows, error_class, sqlstate):
    for walk, (order, filter, args) in enumerate(ORDERS, 1):
        n, after = 0, None
        while n == 0 or after:
            n += 1
            items, after, before = page(order, after, filter, args)
            print_items(f"{walk} forward {n}", items)
        n = 0
        while before:
            n += 1
            items, _, before = page(order, before, filter, args)
            print_items(f"{walk} back {n}", items)
        n, cursor, more = 0, None, True
        while more:
            n += 1
            found = rows(order, cursor, filter, args, False)
            print_rows(f"{walk} rows {n}", found)
            *_, cursor, more = found[-1]
        n, more = 0, True
        while more:
            n += 1
            found = rows(order, cursor, filter, args, True)
            print_rows(f"{walk} rows back {n}", found)
            *_, cursor, more = found[0]

    try:
        page("id", "not-a-cursor", None, None)
    except error_class as error:
        print("error", sqlstate(error))
    _, after, _ = page("id", None, "state = $1", ["open"])
    try:
        page("id", after, "state = $1", ["closed"])
    except error_class as error:
        print("error", sqlstate(error))
    items, _, _ = page("id", None, None, None)
    line("after the errors", items[0]["id"])
