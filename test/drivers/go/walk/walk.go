// Package walk makes the walks with the two calls that each program beside it makes with its driver.
package walk

import (
	"encoding/json"
	"fmt"
	"log"
	"strings"
	"time"
)

// Columns leaves numbers as text: a float64 of Go's JSON holds neither such ids nor such amounts.
const Columns = "id::text AS id, updated_at, amount::text AS amount, label"

// Order is an order_spec with the filter and its args, if there is one.
type Order struct {
	Spec   string
	Filter *string
	Args   []string
}

// Page is what keyset_page returns.
type Page struct {
	Items      []byte
	Next, Prev *string
}

// Row is what keyset_rows returns.
type Row struct {
	ID        int64
	UpdatedAt *time.Time
	Amount    *string
	Label     string
	Cursor    *string
	More      bool
}

// Driver makes the two calls; Code gives the SQLSTATE of an error.
type Driver interface {
	Page(order Order, cursor *string) (Page, error)
	Rows(order Order, cursor *string, backward bool) ([]Row, error)
	Code(err error) string
}

func text(value *string) string {
	if value == nil {
		return "~"
	}
	return *value
}

func printItems(walk string, page Page) {
	var items []struct {
		ID        string  `json:"id"`
		UpdatedAt *string `json:"updated_at"`
		Amount    *string `json:"amount"`
		Label     string  `json:"label"`
	}
	if err := json.Unmarshal(page.Items, &items); err != nil {
		log.Fatal(err)
	}
	for _, i := range items {
		fmt.Println(strings.Join([]string{walk, i.ID, text(i.UpdatedAt), text(i.Amount), i.Label}, " | "))
	}
}

func printRows(walk string, rows []Row) {
	for _, row := range rows {
		at := "~"
		if row.UpdatedAt != nil {
			at = row.UpdatedAt.UTC().Format("2006-01-02 15:04:05.000000+00")
		}
		fmt.Printf("%s | %d | %s | %s | %s\n", walk, row.ID, at, text(row.Amount), row.Label)
	}
}

// Run prints the walks.
func Run(driver Driver) {
	page := func(order Order, cursor *string) Page {
		found, err := driver.Page(order, cursor)
		if err != nil {
			log.Fatal(err)
		}
		return found
	}
	rows := func(order Order, cursor *string, backward bool) []Row {
		found, err := driver.Rows(order, cursor, backward)
		if err != nil {
			log.Fatal(err)
		}
		return found
	}
	filter := "state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)"
	for w, order := range []Order{
		{Spec: "updated_at DESC NULLS LAST"},
		{Spec: "amount ASC NULLS FIRST, label DESC, id"},
		{Spec: "label, id", Filter: &filter, Args: []string{"open", `it's "quoted" {a,b} \ 🚀`, "-1.5"}},
	} {
		walk := w + 1
		found := page(order, nil)
		printItems(fmt.Sprintf("%d forward 1", walk), found)
		for n := 2; found.Next != nil; n++ {
			found = page(order, found.Next)
			printItems(fmt.Sprintf("%d forward %d", walk, n), found)
		}
		for n := 1; found.Prev != nil; n++ {
			found = page(order, found.Prev)
			printItems(fmt.Sprintf("%d back %d", walk, n), found)
		}
		edge := Row{More: true}
		for n := 1; edge.More; n++ {
			found := rows(order, edge.Cursor, false)
			printRows(fmt.Sprintf("%d rows %d", walk, n), found)
			edge = found[len(found)-1]
		}
		edge.More = true
		for n := 1; edge.More; n++ {
			found := rows(order, edge.Cursor, true)
			printRows(fmt.Sprintf("%d rows back %d", walk, n), found)
			edge = found[0]
		}
	}

	all, byState, nonsense := Order{Spec: "id"}, "state = $1", "not-a-cursor"
	_, err := driver.Page(all, &nonsense)
	fmt.Println("error", driver.Code(err))
	first := page(Order{"id", &byState, []string{"open"}}, nil)
	_, err = driver.Page(Order{"id", &byState, []string{"closed"}}, first.Next)
	fmt.Println("error", driver.Code(err))
	var items []struct{ ID string }
	if err := json.Unmarshal(page(all, nil).Items, &items); err != nil {
		log.Fatal(err)
	}
	fmt.Println("after the errors |", items[0].ID)
}
