//! The baseline of orders: the statements of a purchase in a plain rusqlite loop, without the shop around them.

use std::{
    iter::Cycle,
    path::Path,
    time::{Duration, Instant},
    vec::IntoIter,
};

use rusqlite::{Connection, Params, params};
use trowel::{
    all_statements,
    migrations::MIGRATIONS,
    values::{clock::Clock, ids::Id},
};

use crate::Failure;

const TOOL_KEY: &str = "draw hoe";

struct Baseline {
    connection: Connection,
    clock: Clock,
    tool: Id,
    /// User and session of each customer.
    buyers: Cycle<IntoIter<(Id, Id)>>,
    statements: Statements,
}

/// The text of the shop's statements, in the order in which a purchase runs them.
struct Statements {
    find_tool: String,
    lock_user: String,
    find_customer: String,
    take_from_stock: String,
    insert_order: String,
}

/// One of the shop's statements, by its name.
fn text(name: &str) -> Result<String, Failure> {
    let full = format!("trowel::{name}");
    let mut all = all_statements::ALL.iter().flat_map(|list| list.iter());
    let statement = all.find(|statement| statement.name() == full);
    Ok(statement.ok_or_else(|| format!("the shop has no statement {name}"))?.sql().replace('$', "?"))
}

impl Baseline {
    fn open(file: &Path, customers: usize) -> Result<Self, Failure> {
        let connection = Connection::open(file)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )?;
        connection.set_prepared_statement_cache_capacity(64);
        for migration in MIGRATIONS {
            connection.execute_batch(migration.sql)?;
        }
        let clock = Clock::default();
        let now = clock.now().micros();
        let tool = Id::new(clock.now());
        let row = params![tool.as_str(), "Draw Hoe", TOOL_KEY, "Cuts weeds.", "/x", 1_000, 1_000_000, 1, now];
        connection.execute(&text("catalogue::store::INSERT_TOOL")?, row)?;
        let mut buyers = Vec::with_capacity(customers);
        connection.execute_batch("BEGIN")?;
        for number in 0..customers {
            let (user, session) = (Id::new(clock.now()), Id::new(clock.now()));
            let (email, secret) = (format!("buyer{number}@example.com"), format!("secret{number}"));
            let row = params![user.as_str(), email, "Buyer", None::<String>, "user", None::<String>, now];
            connection.prepare_cached(&text("identity::store::INSERT_USER")?)?.execute(row)?;
            let row = params![session.as_str(), user.as_str(), secret, "password", "bench", now, i64::MAX];
            connection.prepare_cached(&text("identity::store::INSERT_SESSION")?)?.execute(row)?;
            buyers.push((user, session));
        }
        connection.execute_batch("COMMIT")?;
        let statements = Statements {
            find_tool: text("catalogue::store::LIVE_BY_NAME")?,
            lock_user: text("identity::store::LOCK_USER")?,
            find_customer: text("orders::store::CUSTOMER")?,
            take_from_stock: text("catalogue::store::TAKE_FROM_STOCK")?,
            insert_order: text("orders::store::INSERT")?,
        };
        Ok(Self { connection, clock, tool, buyers: buyers.into_iter().cycle(), statements })
    }

    /// Places `count` orders in one durable commit.
    fn place(&mut self, count: u64) -> Result<(), Failure> {
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        for _ in 0..count {
            self.place_one()?;
        }
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    fn place_one(&mut self) -> Result<(), Failure> {
        let Statements { find_tool, lock_user, find_customer, take_from_stock, insert_order } =
            &self.statements;
        let connection = &self.connection;
        let now = self.clock.now();
        let (user, session) = self.buyers.next().ok_or("no buyers")?;
        let (name, price, revision): (String, i64, i64) =
            connection.prepare_cached(find_tool)?.query_row([TOOL_KEY], |row| {
                Ok((row.get("name")?, row.get("price_cents")?, row.get("revision")?))
            })?;
        connection.prepare_cached(lock_user)?.execute([user.as_str()])?;
        must_find(connection, find_customer, params![user.as_str(), session.as_str(), 20])?;
        let stock = params![self.tool.as_str(), 1, price, now.micros(), revision];
        must_find(connection, take_from_stock, stock)?;
        let (email, search_key) = ("buyer@example.com", "buyer|buyer@example.com|draw hoe");
        let id = Id::new(now);
        let order = params![
            id.as_str(),
            user.as_str(),
            self.tool.as_str(),
            name,
            price,
            1,
            price,
            "Buyer",
            email,
            "",
            "",
            now.micros(),
            search_key
        ];
        connection.prepare_cached(insert_order)?.execute(order)?;
        Ok(())
    }
}

/// Fails unless the statement returns a row.
fn must_find(connection: &Connection, statement: &str, values: impl Params) -> Result<(), Failure> {
    Ok(connection.prepare_cached(statement)?.query_row(values, |_| Ok(()))?)
}

/// Places orders one after the other, `group` of them to a durable commit.
pub fn orders_per_second(file: &Path, group: u64, lasting: Duration) -> Result<f64, Failure> {
    let mut baseline = Baseline::open(file, crate::AT_ONCE * crate::orders::CUSTOMERS_PER_CALLER)?;
    let began = Instant::now();
    let mut placed = 0;
    while began.elapsed() < lasting {
        baseline.place(group)?;
        placed += group;
    }
    #[expect(clippy::cast_precision_loss, reason = "a count far below 2^52")]
    Ok(placed as f64 / began.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_baseline_runs_the_statements_of_a_purchase() {
        let file = std::env::temp_dir().join(format!("trowel-baseline-{}.sqlite", std::process::id()));
        let mut baseline = Baseline::open(&file, 2).unwrap();
        baseline.place(3).unwrap();
        baseline.place(1).unwrap();
        let count = "SELECT (SELECT count(*) FROM orders), (SELECT 1000000 - available FROM tools)";
        let counts = baseline.connection.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(counts, Ok((4_i64, 4_i64)));
        drop(baseline);
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", file.display()));
        }
    }
}
