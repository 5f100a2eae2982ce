//! The yardstick of orders: the shop's own statements in a plain loop, nothing around them.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use rusqlite::{Connection, params};
use trowel::{
    all_statements,
    db::migrations,
    values::{clock::Clock, ids::Id},
};

use crate::Failure;

/// As many as in the measurement beside it.
const CUSTOMERS: usize = crate::AT_ONCE * crate::orders::CUSTOMERS_PER_CALLER;

/// The text of one of the shop's statements, by its name.
fn text(name: &str) -> Result<String, Failure> {
    let full = format!("trowel::{name}");
    let found =
        all_statements::ALL.iter().flat_map(|list| list.iter()).find(|statement| statement.name() == full);
    let statement = found.ok_or_else(|| format!("the shop has no statement {name}"))?;
    Ok(statement.sql().replace('$', "?"))
}

/// Orders one after the other, `group` of them to a durable commit.
pub fn orders_per_second(file: &Path, group: u64, lasting: Duration) -> Result<f64, Failure> {
    let connection = Connection::open(file)?;
    connection
        .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
    connection.set_prepared_statement_cache_capacity(64);
    for migration in migrations::ALL {
        connection.execute_batch(migration.sql)?;
    }
    let clock = Clock::default();
    let now = clock.now().micros();
    let tool = Id::new(clock.now());
    let mut users = Vec::with_capacity(CUSTOMERS);
    connection.execute_batch("BEGIN")?;
    for number in 0..CUSTOMERS {
        let (user, email) = (Id::new(clock.now()), format!("buyer{number}@example.com"));
        let row = params![user.as_str(), email, "Buyer", "user", None::<String>, now];
        connection.prepare_cached(&text("identity::store::INSERT_USER")?)?.execute(row)?;
        users.push(user);
    }
    connection.execute_batch("COMMIT")?;
    connection.execute(
        &text("catalogue::store::INSERT_TOOL")?,
        params![tool.as_str(), "Draw Hoe", "draw hoe", "Cuts weeds.", "/x", 1_000, 1_000_000, 1, now],
    )?;
    let (find, take) = (text("catalogue::store::LIVE_BY_NAME")?, text("catalogue::store::TAKE_FROM_STOCK")?);
    let lock = text("identity::store::LOCK_USER")?;
    let (count, insert) = (text("ordering::store::COUNT_UNPAID")?, text("ordering::store::INSERT")?);
    let began = Instant::now();
    let mut placed = 0_u32;
    let mut buyers = users.iter().cycle();
    while began.elapsed() < lasting {
        connection.execute_batch("BEGIN IMMEDIATE")?;
        for _ in 0..group {
            let now = clock.now();
            let user = buyers.next().ok_or("no buyers")?;
            let (name, price): (String, i64) = connection
                .prepare_cached(&find)?
                .query_row(["draw hoe"], |row| Ok((row.get(1)?, row.get(4)?)))?;
            connection.prepare_cached(&lock)?.execute([user.as_str()])?;
            let _: i64 =
                connection.prepare_cached(&count)?.query_row(params![user.as_str(), 20], |row| row.get(0))?;
            let taken = params![tool.as_str(), 1, price, now.micros()];
            let _: i64 = connection.prepare_cached(&take)?.query_row(taken, |row| row.get(0))?;
            let order = Id::new(now);
            let row = params![
                order.as_str(),
                user.as_str(),
                tool.as_str(),
                name,
                price,
                1,
                price,
                "Buyer",
                "buyer@example.com",
                "",
                "",
                now.micros()
            ];
            connection.prepare_cached(&insert)?.execute(row)?;
            placed += 1;
        }
        connection.execute_batch("COMMIT")?;
    }
    Ok(f64::from(placed) / began.elapsed().as_secs_f64())
}
