// JDBC: ? placeholders, prepared on the server from the fifth use on. A String goes as varchar, which becomes a
// regclass by itself; an array is made by createArrayOf; a null's type is named. Items are read with Gson. The
// driver speaks TCP only.

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

public class Jdbc {
    record Order(String spec, String filter, String... args) {}

    record Page(JsonArray items, String next, String prev) {}

    record Row(long id, OffsetDateTime updatedAt, String amount, String label, String cursor, boolean more) {}

    static final String COLUMNS = "id::text AS id, updated_at, amount::text AS amount, label";
    static final Order[] ORDERS = {
        new Order("updated_at DESC NULLS LAST", null),
        new Order("amount ASC NULLS FIRST, label DESC, id", null),
        new Order("label, id", "state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)",
            "open", "it's \"quoted\" {a,b} \\ 🚀", "-1.5"),
    };
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSx");
    static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    static Connection db;
    static PreparedStatement pageStatement, rowsStatement;

    static void setArgs(PreparedStatement statement, int n, Order order) throws SQLException {
        Array args = order.filter == null ? null : db.createArrayOf("text", order.args);
        statement.setString(n, order.filter);
        if (args == null) {
            statement.setNull(n + 1, Types.ARRAY);
        } else {
            statement.setArray(n + 1, args);
        }
    }

    static Page page(Order order, String cursor) throws SQLException {
        pageStatement.setString(1, "\"Work items\"");
        pageStatement.setString(2, order.spec);
        pageStatement.setString(3, cursor);
        pageStatement.setInt(4, 7);
        setArgs(pageStatement, 5, order);
        pageStatement.setString(7, COLUMNS);
        try (ResultSet found = pageStatement.executeQuery()) {
            found.next();
            return new Page(JsonParser.parseString(found.getString("items")).getAsJsonArray(),
                found.getString("next_cursor"), found.getString("prev_cursor"));
        }
    }

    static List<Row> rows(Order order, String cursor, boolean backward) throws SQLException {
        rowsStatement.setString(1, order.spec);
        rowsStatement.setString(2, cursor);
        rowsStatement.setInt(3, 7);
        setArgs(rowsStatement, 4, order);
        rowsStatement.setBoolean(6, backward);
        List<Row> rows = new ArrayList<>();
        try (ResultSet found = rowsStatement.executeQuery()) {
            while (found.next()) {
                rows.add(new Row(found.getLong("id"), found.getObject("updated_at", OffsetDateTime.class),
                    found.getString("amount"), found.getString("label"), found.getString("row_cursor"),
                    found.getBoolean("has_more")));
            }
        }
        return rows;
    }

    static String text(JsonElement value) {
        return value.isJsonNull() ? "~" : value.getAsString();
    }

    static void printItems(String walk, Page page) {
        for (JsonElement element : page.items) {
            JsonObject i = element.getAsJsonObject();
            OUT.println(String.join(" | ", walk, text(i.get("id")), text(i.get("updated_at")), text(i.get("amount")),
                text(i.get("label"))));
        }
    }

    static void printRows(String walk, List<Row> rows) {
        for (Row row : rows) {
            OUT.println(String.join(" | ", walk, Long.toString(row.id),
                row.updatedAt == null ? "~" : TIME.format(row.updatedAt), row.amount == null ? "~" : row.amount,
                row.label));
        }
    }

    static void printError(Order order, String cursor) {
        try {
            page(order, cursor);
        } catch (SQLException error) {
            OUT.println("error " + error.getSQLState());
        }
    }

    public static void main(String[] arguments) throws SQLException {
        // Behind PgBouncer: prepare nothing.
        String options = System.getenv("POOLED") == null ? "" : "?prepareThreshold=0";
        db = DriverManager.getConnection("jdbc:postgresql://" + System.getenv("PGHOST") + ":" + System.getenv("PGPORT")
            + "/" + System.getenv("PGDATABASE") + options, System.getenv("PGUSER"), null);
        pageStatement = db.prepareStatement(
            "SELECT items, next_cursor, prev_cursor FROM keyset_page(?, ?, ?, ?, ?, ?, ?)");
        rowsStatement = db.prepareStatement("""
            SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
              FROM keyset_rows(NULL::"Work items", ?, ?, ?, ?, ?, ?)""");

        int walk = 0;
        for (Order order : ORDERS) {
            walk++;
            Page page = new Page(null, null, null);
            int n = 0;
            do {
                page = page(order, page.next);
                printItems(walk + " forward " + ++n, page);
            } while (page.next != null);
            for (n = 1; page.prev != null; n++) {
                page = page(order, page.prev);
                printItems(walk + " back " + n, page);
            }
            Row edge = null;
            n = 0;
            do {
                List<Row> rows = rows(order, edge == null ? null : edge.cursor, false);
                printRows(walk + " rows " + ++n, rows);
                edge = rows.get(rows.size() - 1);
            } while (edge.more);
            n = 0;
            do {
                List<Row> rows = rows(order, edge.cursor, true);
                printRows(walk + " rows back " + ++n, rows);
                edge = rows.get(0);
            } while (edge.more);
        }

        printError(new Order("id", null), "not-a-cursor");
        String after = page(new Order("id", "state = $1", "open"), null).next;
        printError(new Order("id", "state = $1", "closed"), after);
        JsonArray items = page(new Order("id", null), null).items;
        OUT.println("after the errors | " + text(items.get(0).getAsJsonObject().get("id")));
        db.close();
    }
}
