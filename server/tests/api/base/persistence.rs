//! All rows of a shop's database as text, to show that a request changed nothing.

use std::collections::BTreeMap;

use rusqlite::{Connection, OpenFlags, types::ValueRef};
use trowel::db::DatabaseLocation;

use crate::support::TestShop;

/// Tables that change with any request or over time: sessions' last use, login failures, started logins.
const ALIVE: [&str; 7] = [
    "email_outbox",
    "idempotency_keys",
    "leases",
    "oauth_states",
    "one_time_codes",
    "rate_limits",
    "sessions",
];

/// Each table with its rows, sorted.
pub type Stored = BTreeMap<String, Vec<String>>;

/// All tables except [`ALIVE`], and without the counter of order numbers: a refused purchase may reserve a block.
pub async fn at_rest(shop: &TestShop) -> Stored {
    let mut rows = everything(shop).await;
    rows.retain(|table, _| !ALIVE.contains(&table.as_str()));
    if let Some(counters) = rows.get_mut("counters") {
        counters.retain(|row| !row.starts_with("orders|") && !row.starts_with("(orders,"));
    }
    rows
}

pub async fn everything(shop: &TestShop) -> Stored {
    let mut stored = match &shop.shop.config.database {
        DatabaseLocation::Sqlite(file) => {
            in_sqlite(&Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap())
        }
        DatabaseLocation::Postgres(url) => in_postgres(url).await,
    };
    for rows in stored.values_mut() {
        rows.sort();
    }
    assert!(stored.len() > 20, "too few tables: {:?}", stored.keys());
    stored
}

fn in_sqlite(connection: &Connection) -> Stored {
    let mut tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").unwrap();
    let names: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let rows_of = |name: &str| {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            let cells = (0..columns).map(|column| {
                Ok(match row.get_ref(column)? {
                    ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    other => format!("{other:?}"),
                })
            });
            Ok(cells.collect::<rusqlite::Result<Vec<_>>>()?.join("|"))
        });
        rows.unwrap().map(Result::unwrap).collect()
    };
    names.iter().map(|name| (name.clone(), rows_of(name))).collect()
}

async fn in_postgres(url: &str) -> Stored {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'";
    let names: Vec<String> = client.query(tables, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
    // One statement, because the tests ask hundreds of times.
    let rows_of = |name: &String| format!("SELECT '{name}', t::text FROM \"{name}\" t");
    let all = names.iter().map(rows_of).collect::<Vec<_>>().join(" UNION ALL ");
    let mut stored: Stored = names.into_iter().map(|name| (name, Vec::new())).collect();
    for row in client.query(&all, &[]).await.unwrap() {
        stored.get_mut(row.get::<_, &str>(0)).unwrap().push(row.get(1));
    }
    drop(client);
    let _ = connection.await;
    stored
}

/// Panics with the first difference.
#[track_caller]
pub fn same(before: &Stored, after: &Stored, what: &str) {
    for (table, rows) in before {
        let now = &after[table];
        if rows == now {
            continue;
        }
        let gone: Vec<_> = rows.iter().filter(|row| !now.contains(row)).collect();
        let come: Vec<_> = now.iter().filter(|row| !rows.contains(row)).collect();
        assert!(gone.is_empty() && come.is_empty(), "{what} changed {table}\n  from {gone:?}\n  to {come:?}");
    }
}
