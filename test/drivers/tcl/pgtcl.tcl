# Pgtcl: with -paramarray, `name` in a statement is a parameter that takes its value from the array, untyped,
# and is NULL where the array has no such element. An array of PostgreSQL is its text form.
package require Pgtcl
package require json
fconfigure stdout -encoding utf-8

set columns {id::text AS id, updated_at, amount::text AS amount, label}
# Each: the order, and a filter with its args if it has any.
set orders {
    {{updated_at DESC NULLS LAST}}
    {{amount ASC NULLS FIRST, label DESC, id}}
    {{label, id}
        filter {state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)}
        args {{open,"it's \"quoted\" {a,b} \\ 🚀",-1.5}}}
}

set db [pg_connect -conninfo ""]
pg_null_value_string $db ~

# The rows of a statement, each as a dictionary. An error's code goes into errorCode.
proc query {statement parameters} {
    global db
    array set p $parameters
    set result [pg_exec -paramarray p $db $statement]
    try {
        if {[pg_result $result -status] ne "PGRES_TUPLES_OK"} {
            throw [list POSTGRES [pg_result $result -error sqlstate]] [pg_result $result -error]
        }
        return [dict values [pg_result $result -dict]]
    } finally {
        pg_result $result -clear
    }
}

proc page {order cursor args} {
    set parameters [list relation {"Work items"} order $order columns $::columns {*}$args]
    if {$cursor ne "~"} { lappend parameters cursor $cursor }
    set page [lindex [query {
        SELECT items, next_cursor, prev_cursor
          FROM keyset_page(`relation`, `order`, `cursor`, 7, `filter`, `args`, `columns`)
    } $parameters] 0]
    return [list [json::json2dict [dict get $page items]] [dict get $page next_cursor] [dict get $page prev_cursor]]
}

proc rows {order cursor backward args} {
    set parameters [list order $order backward $backward {*}$args]
    if {$cursor ne "~"} { lappend parameters cursor $cursor }
    return [query {
        SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
          FROM keyset_rows(NULL::"Work items", `order`, `cursor`, 7, `filter`, `args`, `backward`)
    } $parameters]
}

# In JSON a missing value is null.
proc lines {walk items} {
    foreach i $items {
        set line $walk
        foreach name {id updated_at amount label} {
            append line " | " [string map {null ~} [dict get $i $name]]
        }
        puts $line
    }
}

set walk 0
foreach order $orders {
    incr walk
    set filter [lassign $order order]
    set after ~
    for {set n 1} {$n == 1 || $after ne "~"} {incr n} {
        lassign [page $order $after {*}$filter] items after before
        lines "$walk forward $n" $items
    }
    for {set n 1} {$before ne "~"} {incr n} {
        lassign [page $order $before {*}$filter] items - before
        lines "$walk back $n" $items
    }
    set cursor ~
    foreach {way backward edge} {rows false end "rows back" true 0} {
        set more t
        for {set n 1} {$more eq "t"} {incr n} {
            set found [rows $order $cursor $backward {*}$filter]
            lines "$walk $way $n" $found
            set cursor [dict get [lindex $found $edge] row_cursor]
            set more [dict get [lindex $found $edge] has_more]
        }
    }
}

proc print_error {body} {
    try { uplevel 1 $body } trap POSTGRES {- options} {
        puts "error [lindex [dict get $options -errorcode] 1]"
    }
}
print_error { page id not-a-cursor }
set after [lindex [page id ~ filter {state = $1} args {{open}}] 1]
print_error { page id $after filter {state = $1} args {{closed}} }
puts "after the errors | [dict get [lindex [page id ~] 0 0] id]"
pg_disconnect $db
