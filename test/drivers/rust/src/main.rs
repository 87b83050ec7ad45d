// tokio-postgres: every statement is prepared and its types asked for. A Vec<&str> is bound as text[]; a &str is no
// regclass, so a name wants a cast: $1::text::regclass. It reads no numeric, and a timestamptz only with a crate for
// dates: read them as text.
use serde_json::Value;
use tokio_postgres::{Client, Config, Error, NoTls, Row};

const COLUMNS: &str = "id::text AS id, updated_at, amount::text AS amount, label";

struct Order {
    spec: &'static str,
    filter: Option<&'static str>,
    args: Option<Vec<&'static str>>,
}

struct Page {
    items: Value,
    next: Option<String>,
    prev: Option<String>,
}

async fn page(db: &Client, order: &Order, cursor: Option<&str>) -> Result<Page, Error> {
    let row = db
        .query_one(
            "SELECT items, next_cursor, prev_cursor FROM keyset_page($1::text::regclass, $2, $3, $4, $5, $6, $7)",
            &[&"\"Work items\"", &order.spec, &cursor, &7i64, &order.filter, &order.args, &COLUMNS],
        )
        .await?;
    Ok(Page { items: row.get("items"), next: row.get("next_cursor"), prev: row.get("prev_cursor") })
}

async fn rows(db: &Client, order: &Order, cursor: Option<&str>, backward: bool) -> Result<Vec<Row>, Error> {
    db.query(
        r#"SELECT (item).id, (item).updated_at::text, (item).amount::text, (item).label, row_cursor, has_more
             FROM keyset_rows(NULL::"Work items", $1, $2, $3, $4, $5, $6)"#,
        &[&order.spec, &cursor, &7i64, &order.filter, &order.args, &backward],
    )
    .await
}

fn print_items(walk: &str, page: &Page) {
    for i in page.items.as_array().unwrap() {
        let text = |name: &str| i[name].as_str().unwrap_or("~").to_owned();
        println!("{} | {} | {} | {} | {}", walk, text("id"), text("updated_at"), text("amount"), text("label"));
    }
}

fn print_rows(walk: &str, rows: &[Row]) {
    for row in rows {
        let text = |name| row.get::<_, Option<&str>>(name).unwrap_or("~");
        println!(
            "{} | {} | {} | {} | {}",
            walk,
            row.get::<_, i64>("id"),
            text("updated_at"),
            text("amount"),
            text("label")
        );
    }
}

fn print_error(result: Result<Page, Error>) {
    if let Err(error) = result {
        println!("error {}", error.code().map_or("none", |code| code.code()));
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let env = |name| std::env::var(name).unwrap();
    let (db, connection) = Config::new()
        .host(&env("PGHOST"))
        .port(env("PGPORT").parse().unwrap())
        .user(&env("PGUSER"))
        .dbname(&env("PGDATABASE"))
        .connect(NoTls)
        .await?;
    tokio::spawn(connection);

    let orders = [
        Order { spec: "updated_at DESC NULLS LAST", filter: None, args: None },
        Order { spec: "amount ASC NULLS FIRST, label DESC, id", filter: None, args: None },
        Order {
            spec: "label, id",
            filter: Some("state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)"),
            args: Some(vec!["open", "it's \"quoted\" {a,b} \\ 🚀", "-1.5"]),
        },
    ];
    for (order, walk) in orders.iter().zip(1..) {
        let mut found = page(&db, order, None).await?;
        let mut n = 1;
        print_items(&format!("{} forward {}", walk, n), &found);
        while found.next.is_some() {
            found = page(&db, order, found.next.as_deref()).await?;
            n += 1;
            print_items(&format!("{} forward {}", walk, n), &found);
        }
        n = 0;
        while found.prev.is_some() {
            found = page(&db, order, found.prev.as_deref()).await?;
            n += 1;
            print_items(&format!("{} back {}", walk, n), &found);
        }
        let mut cursor: Option<String> = None;
        for (way, backward) in [("rows", false), ("rows back", true)] {
            let (mut n, mut more) = (0, true);
            while more {
                let found = rows(&db, order, cursor.as_deref(), backward).await?;
                n += 1;
                print_rows(&format!("{} {} {}", walk, way, n), &found);
                let edge = if backward { found.first() } else { found.last() }.unwrap();
                cursor = edge.get("row_cursor");
                more = edge.get("has_more");
            }
        }
    }

    let all = Order { spec: "id", filter: None, args: None };
    let state = |value| Order { spec: "id", filter: Some("state = $1"), args: Some(vec![value]) };
    print_error(page(&db, &all, Some("not-a-cursor")).await);
    let first = page(&db, &state("open"), None).await?;
    print_error(page(&db, &state("closed"), first.next.as_deref()).await);
    println!("after the errors | {}", page(&db, &all, None).await?.items[0]["id"].as_str().unwrap());
    Ok(())
}
