/* libpq: parameters as text, untyped, by PQexecParams; an array is its text form. Items are read with Jansson. */
#include <jansson.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const columns = "id::text AS id, updated_at, amount::text AS amount, label";

struct order {
    const char *spec, *filter, *args;
};
static const struct order orders[] = {
    {"updated_at DESC NULLS LAST", NULL, NULL},
    {"amount ASC NULLS FIRST, label DESC, id", NULL, NULL},
    {"label, id", "state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)",
     "{open,\"it's \\\"quoted\\\" {a,b} \\\\ 🚀\",-1.5}"},
};

static PGconn *conn;

static PGresult *page(const struct order *order, const char *cursor) {
    const char *values[] = {"\"Work items\"", order->spec, cursor, "7", order->filter, order->args, columns};
    return PQexecParams(conn, "SELECT items, next_cursor, prev_cursor FROM keyset_page($1, $2, $3, $4, $5, $6, $7)", 7,
                        NULL, values, NULL, NULL, 0);
}

static PGresult *rows(const struct order *order, const char *cursor, int backward) {
    const char *values[] = {order->spec, cursor, "7", order->filter, order->args, backward ? "true" : "false"};
    return PQexecParams(conn,
                        "SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more"
                        " FROM keyset_rows(NULL::\"Work items\", $1, $2, $3, $4, $5, $6)",
                        6, NULL, values, NULL, NULL, 0);
}

/* A value that outlives its result, or NULL; the one before it is freed. */
static void keep(char **kept, const PGresult *result, int row, int column) {
    char *value = PQgetisnull(result, row, column) ? NULL : strdup(PQgetvalue(result, row, column));
    free(*kept);
    *kept = value;
}

static const char *text(const char *value) {
    return value != NULL ? value : "~";
}

static void must(const PGresult *result) {
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        fputs(PQresultErrorMessage(result), stderr);
        exit(1);
    }
}

static void print_items(int walk, const char *way, int n, const PGresult *result) {
    json_t *items = json_loads(PQgetvalue(result, 0, 0), 0, NULL), *item;
    size_t i;
    json_array_foreach(items, i, item)
        printf("%d %s %d | %s | %s | %s | %s\n", walk, way, n, text(json_string_value(json_object_get(item, "id"))),
               text(json_string_value(json_object_get(item, "updated_at"))),
               text(json_string_value(json_object_get(item, "amount"))),
               text(json_string_value(json_object_get(item, "label"))));
    json_decref(items);
}

static void print_rows(int walk, const char *way, int n, const PGresult *result) {
    for (int row = 0; row < PQntuples(result); row++) {
        printf("%d %s %d", walk, way, n);
        for (int column = 0; column < 4; column++)
            printf(" | %s", PQgetisnull(result, row, column) ? "~" : PQgetvalue(result, row, column));
        putchar('\n');
    }
}

int main(void) {
    conn = PQconnectdb("");
    if (PQstatus(conn) != CONNECTION_OK) {
        fputs(PQerrorMessage(conn), stderr);
        return 1;
    }
    char *after = NULL, *before = NULL, *cursor = NULL;
    PGresult *result;
    for (int walk = 1; walk <= 3; walk++) {
        const struct order *order = &orders[walk - 1];
        int n = 0, more;
        do {
            must(result = page(order, after));
            print_items(walk, "forward", ++n, result);
            keep(&after, result, 0, 1);
            keep(&before, result, 0, 2);
            PQclear(result);
        } while (after != NULL);
        for (n = 0; before != NULL; PQclear(result)) {
            must(result = page(order, before));
            print_items(walk, "back", ++n, result);
            keep(&before, result, 0, 2);
        }
        n = 0;
        do {
            must(result = rows(order, cursor, 0));
            print_rows(walk, "rows", ++n, result);
            int last = PQntuples(result) - 1;
            keep(&cursor, result, last, 4);
            more = strcmp(PQgetvalue(result, last, 5), "t") == 0;
            PQclear(result);
        } while (more);
        n = 0;
        do {
            must(result = rows(order, cursor, 1));
            print_rows(walk, "rows back", ++n, result);
            keep(&cursor, result, 0, 4);
            more = strcmp(PQgetvalue(result, 0, 5), "t") == 0;
            PQclear(result);
        } while (more);
        free(cursor);
        cursor = NULL;
    }

    const struct order open = {"id", "state = $1", "{open}"}, closed = {"id", "state = $1", "{closed}"},
                       all = {"id", NULL, NULL};
    result = page(&all, "not-a-cursor");
    printf("error %s\n", text(PQresultErrorField(result, PG_DIAG_SQLSTATE)));
    PQclear(result);
    must(result = page(&open, NULL));
    keep(&after, result, 0, 1);
    PQclear(result);
    result = page(&closed, after);
    printf("error %s\n", text(PQresultErrorField(result, PG_DIAG_SQLSTATE)));
    PQclear(result);
    must(result = page(&all, NULL));
    json_t *items = json_loads(PQgetvalue(result, 0, 0), 0, NULL);
    printf("after the errors | %s\n", json_string_value(json_object_get(json_array_get(items, 0), "id")));
    json_decref(items);
    PQclear(result);
    free(after);
    PQfinish(conn);
    return 0;
}
