// libpqxx: exec_params sends text; a null pointer or an empty optional is NULL. Version 6 binds no arrays:
// pass an array's text form (7 binds a std::vector<std::string>). Items are read with nlohmann::json.
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <pqxx/pqxx>
#include <string>

using text = std::optional<std::string>;

static const char *const columns = "id::text AS id, updated_at, amount::text AS amount, label";

struct Order {
    std::string spec;
    text filter, args;
};
static const Order orders[] = {
    {"updated_at DESC NULLS LAST", {}, {}},
    {"amount ASC NULLS FIRST, label DESC, id", {}, {}},
    {"label, id", "state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)",
     R"({open,"it's \"quoted\" {a,b} \\ 🚀",-1.5})"},
};

static const char *parameter(const text &value) {
    return value ? value->c_str() : nullptr;
}
static text optional(const pqxx::field &field) {
    return field.is_null() ? text{} : field.as<std::string>();
}

static pqxx::row page(pqxx::transaction_base &tx, const Order &order, const text &cursor) {
    return tx.exec_params1("SELECT items, next_cursor, prev_cursor FROM keyset_page($1, $2, $3, $4, $5, $6, $7)",
                           "\"Work items\"", order.spec, parameter(cursor), 7, parameter(order.filter),
                           parameter(order.args), columns);
}

static pqxx::result rows(pqxx::transaction_base &tx, const Order &order, const text &cursor, bool backward) {
    return tx.exec_params(R"(SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
                               FROM keyset_rows(NULL::"Work items", $1, $2, $3, $4, $5, $6))",
                          order.spec, parameter(cursor), 7, parameter(order.filter), parameter(order.args), backward);
}

static void print_items(const std::string &walk, const pqxx::row &page) {
    for (const auto &item : nlohmann::json::parse(page["items"].c_str())) {
        std::cout << walk;
        for (const char *name : {"id", "updated_at", "amount", "label"})
            std::cout << " | " << (item[name].is_null() ? "~" : item[name].get<std::string>());
        std::cout << '\n';
    }
}

static void print_rows(const std::string &walk, const pqxx::result &rows) {
    for (const auto &row : rows) {
        std::cout << walk;
        for (int column = 0; column < 4; column++)
            std::cout << " | " << row[column].as<std::string>("~");
        std::cout << '\n';
    }
}

static void print_error(pqxx::connection &conn, const Order &order, const text &cursor) {
    try {
        pqxx::nontransaction tx(conn);
        page(tx, order, cursor);
    } catch (const pqxx::sql_error &error) {
        std::cout << "error " << error.sqlstate() << '\n';
    }
}

int main() {
    pqxx::connection conn;
    int walk = 0;
    for (const Order &order : orders) {
        const std::string name = std::to_string(++walk);
        pqxx::nontransaction tx(conn);
        text after, before, cursor;
        int n = 0;
        do {
            const auto found = page(tx, order, after);
            print_items(name + " forward " + std::to_string(++n), found);
            after = optional(found["next_cursor"]);
            before = optional(found["prev_cursor"]);
        } while (after);
        for (n = 0; before;) {
            const auto found = page(tx, order, before);
            print_items(name + " back " + std::to_string(++n), found);
            before = optional(found["prev_cursor"]);
        }
        n = 0;
        for (bool more = true; more;) {
            const auto found = rows(tx, order, cursor, false);
            print_rows(name + " rows " + std::to_string(++n), found);
            cursor = optional(found.back()["row_cursor"]);
            more = found.back()["has_more"].as<bool>();
        }
        n = 0;
        for (bool more = true; more;) {
            const auto found = rows(tx, order, cursor, true);
            print_rows(name + " rows back " + std::to_string(++n), found);
            cursor = optional(found.front()["row_cursor"]);
            more = found.front()["has_more"].as<bool>();
        }
    }

    const Order all{"id", {}, {}}, open{"id", "state = $1", "{open}"}, closed{"id", "state = $1", "{closed}"};
    print_error(conn, all, "not-a-cursor");
    text after;
    {
        pqxx::nontransaction tx(conn);
        after = optional(page(tx, open, {})["next_cursor"]);
    }
    print_error(conn, closed, after);
    pqxx::nontransaction tx(conn);
    const auto items = nlohmann::json::parse(page(tx, all, {})["items"].c_str());
    std::cout << "after the errors | " << items[0]["id"].get<std::string>() << '\n';
}
