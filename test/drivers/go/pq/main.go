// lib/pq through database/sql: parameters go to the server apart from the statement, as text; pq.Array makes an
// array of a []string.
package main

import (
	"database/sql"
	"errors"
	"log"
	"os"

	"github.com/lib/pq"

	"../walk"
)

type driver struct{ db *sql.DB }

func (d driver) Page(order walk.Order, cursor *string) (page walk.Page, err error) {
	err = d.db.QueryRow(
		"SELECT items, next_cursor, prev_cursor FROM keyset_page($1, $2, $3, $4, $5, $6, $7)",
		`"Work items"`, order.Spec, cursor, 7, order.Filter, pq.Array(order.Args), walk.Columns,
	).Scan(&page.Items, &page.Next, &page.Prev)
	return
}

func (d driver) Rows(order walk.Order, cursor *string, backward bool) (rows []walk.Row, err error) {
	found, err := d.db.Query(
		`SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
		   FROM keyset_rows(NULL::"Work items", $1, $2, $3, $4, $5, $6)`,
		order.Spec, cursor, 7, order.Filter, pq.Array(order.Args), backward)
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
	var server *pq.Error
	if errors.As(err, &server) {
		return string(server.Code)
	}
	return "none"
}

func main() {
	options := "sslmode=disable"
	if os.Getenv("POOLED") != "" { // behind PgBouncer: parse and run in one step
		options += " binary_parameters=yes"
	}
	db, err := sql.Open("postgres", options)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	walk.Run(driver{db})
}
