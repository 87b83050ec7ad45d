// pgx: every statement is prepared and its types asked for, so a []string is bound as text[] and a string as
// regclass. Rows are scanned into what their types want: a numeric as text by a cast.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"

	"../walk"
)

type driver struct{ conn *pgx.Conn }

func (d driver) Page(order walk.Order, cursor *string) (page walk.Page, err error) {
	err = d.conn.QueryRow(context.Background(),
		"SELECT items, next_cursor, prev_cursor FROM keyset_page($1, $2, $3, $4, $5, $6, $7)",
		`"Work items"`, order.Spec, cursor, 7, order.Filter, order.Args, walk.Columns,
	).Scan(&page.Items, &page.Next, &page.Prev)
	return
}

func (d driver) Rows(order walk.Order, cursor *string, backward bool) (rows []walk.Row, err error) {
	found, err := d.conn.Query(context.Background(),
		`SELECT (item).id, (item).updated_at, (item).amount::text, (item).label, row_cursor, has_more
		   FROM keyset_rows(NULL::"Work items", $1, $2, $3, $4, $5, $6)`,
		order.Spec, cursor, 7, order.Filter, order.Args, backward)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var row walk.Row
		if err := found.Scan(&row.ID, &row.UpdatedAt, &row.Amount, &row.Label, &row.Cursor, &row.More); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, found.Err()
}

func (d driver) Code(err error) string {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return server.Code
	}
	return "none"
}

func main() {
	config, err := pgx.ParseConfig("")
	if err != nil {
		log.Fatal(err)
	}
	if os.Getenv("POOLED") != "" { // behind PgBouncer: prepare nothing
		config.PreferSimpleProtocol = true
	}
	conn, err := pgx.ConnectConfig(context.Background(), config)
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(context.Background())
	walk.Run(driver{conn})
}
