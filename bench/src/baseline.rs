//! The baseline of orders: the statements of a purchase in a plain rusqlite loop, without the shop around them.

use std::{
    iter::Cycle,
    path::Path,
    time::{Duration, Instant},
    vec::IntoIter,
};

use rusqlite::{Connection, Params, config::DbConfig, params};
use trowel::{
    app::all_statements,
    base::migrations::MIGRATIONS,
    db::Statement,
    values::{clock::Clock, hash::sha256_hex, ids::Id},
};

use crate::{Failure, cpu};

const TOOL_KEY: &str = "draw hoe";

/// The statements of a purchase in the writer thread, in their order. A test compares them with a purchase.
pub const PURCHASE: [&str; 7] = [
    "catalogue::tools::store::live_by_name",
    "sales::orders::store::customer_status",
    "base::rate_limit::store::read",
    "base::rate_limit::store::take_at_end",
    "catalogue::tools::store::take",
    "sales::purchases::store::insert_plain",
    "sales::orders::store::insert::insert",
];

struct Baseline {
    connection: Connection,
    clock: Clock,
    tool: Id,
    buyers: Cycle<IntoIter<Buyer>>,
    purchase: [&'static str; PURCHASE.len()],
    order_number: i64,
}

#[derive(Clone)]
struct Buyer {
    user: Id,
    session: Id,
    limit: String,
}

/// One of the shop's statements, by its name.
pub fn statement(name: &str) -> Result<&'static Statement, Failure> {
    let full = format!("trowel::{name}");
    let mut all = all_statements::ALL.iter().flat_map(|list| list.iter());
    all.find(|statement| statement.name() == full)
        .copied()
        .ok_or_else(|| format!("the shop has no statement {name}").into())
}

impl Baseline {
    fn open(file: &Path, customers: usize) -> Result<Self, Failure> {
        let connection = Connection::open(file)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4096;",
        )?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(64);
        for migration in MIGRATIONS {
            connection.execute_batch(migration.sql)?;
        }
        let clock = Clock::default();
        let now = clock.now().micros();
        let tool = Id::new(clock.now());
        let row = params![tool.as_str(), TOOL_KEY, now];
        connection.execute(
            "INSERT INTO tools (id, name, name_key, search_key, description, img, price_cents, available, minimum, revision, created_at, changed_at, slug)
             VALUES ($1, 'Draw Hoe', $2, ' draw hoe', 'Cuts weeds.', '/x', 1000, 1000000, 1, 1, $3, $3, 'draw-hoe')",
            row,
        )?;
        let mut buyers = Vec::with_capacity(customers);
        connection.execute_batch("BEGIN")?;
        for number in 0..customers {
            let (user, session) = (Id::new(clock.now()), Id::new(clock.now()));
            let (email, secret) = (format!("buyer{number}@example.com"), format!("secret{number}"));
            let key = format!(" buyer {email}");
            let row = params![
                user.as_str(),
                email,
                "Buyer",
                None::<String>,
                "user",
                None::<String>,
                now,
                key,
                "en"
            ];
            connection.prepare_cached(statement("accounts::store::insert")?.sqlite())?.execute(row)?;
            let row = params![session.as_str(), user.as_str(), secret, "password", "bench", now, i64::MAX];
            connection
                .prepare_cached(statement("accounts::session::store::insert")?.sqlite())?
                .execute(row)?;
            let limit = format!("place_order {}", sha256_hex(user.as_str().as_bytes()));
            buyers.push(Buyer { user, session, limit });
        }
        connection.execute_batch("COMMIT")?;
        let mut purchase = <[&'static str; PURCHASE.len()]>::default();
        for (sql, name) in purchase.iter_mut().zip(PURCHASE) {
            *sql = statement(name)?.sqlite_change();
        }
        Ok(Self {
            connection,
            clock,
            tool,
            buyers: buyers.into_iter().cycle(),
            purchase,
            order_number: 1_000,
        })
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
        self.order_number += 1;
        let [
            find_tool,
            find_customer,
            read_limit,
            take_limit,
            take_from_stock,
            insert_purchase,
            insert_order,
        ] = &self.purchase;
        let connection = &self.connection;
        let now = self.clock.now();
        let Buyer { user, session, limit } = self.buyers.next().ok_or("no buyers")?;
        let (name, price, revision): (String, i64, i64) =
            connection.prepare_cached(find_tool)?.query_row([TOOL_KEY], |row| {
                Ok((row.get("name")?, row.get("price_cents")?, row.get("revision")?))
            })?;
        must_find(connection, find_customer, params![user.as_str(), session.as_str(), 20])?;
        let an_hour_later = now.plus(Duration::from_hours(1));
        connection.prepare_cached(read_limit)?.exists([&limit])?;
        connection.prepare_cached(take_limit)?.execute(params![
            limit,
            now.micros(),
            an_hour_later.micros(),
            i64::MAX,
            1
        ])?;
        let stock = params![self.tool.as_str(), 1, price, now.micros(), revision, 0];
        connection.prepare_cached(take_from_stock)?.execute(stock)?;
        let email = "buyer@example.com";
        let search_key = " buyer buyer@example.com draw hoe";
        let id = Id::new(now);
        let purchase =
            params![id.as_str(), self.order_number, price, price, now.micros(), None::<String>, "en"];
        connection.prepare_cached(insert_purchase)?.execute(purchase)?;
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
            search_key,
            self.order_number,
            None::<i64>,
            0,
            None::<i64>,
            0,
            id.as_str(),
            1,
            1,
            0,
            0,
            0,
            price,
            0
        ];
        connection.prepare_cached(insert_order)?.execute(order)?;
        Ok(())
    }
}

/// Fails unless the statement returns a row.
fn must_find(connection: &Connection, statement: &str, values: impl Params) -> Result<(), Failure> {
    Ok(connection.prepare_cached(statement)?.query_row(values, |_| Ok(()))?)
}

/// What the plain loop needs for one order.
pub struct BaselineResult {
    pub per_second: f64,
    pub micros: f64,
}

/// Places orders one after the other, `group` of them to a durable commit.
pub fn place_orders(file: &Path, group: u64, lasting: Duration) -> Result<BaselineResult, Failure> {
    let mut baseline = Baseline::open(file, crate::AT_ONCE * crate::orders::CUSTOMERS_PER_CALLER)?;
    let (began, cpu) = (Instant::now(), cpu::of_this_thread()?);
    let mut placed = 0;
    while began.elapsed() < lasting {
        baseline.place(group)?;
        placed += group;
    }
    let (took, cpu) = (began.elapsed(), cpu::of_this_thread()?.saturating_sub(cpu));
    #[expect(clippy::cast_precision_loss, reason = "a count far below 2^52")]
    let count = placed as f64;
    Ok(BaselineResult { per_second: count / took.as_secs_f64(), micros: cpu.as_secs_f64() * 1e6 / count })
}

#[cfg(test)]
mod tests {
    use std::{fs::File, sync::Mutex};

    use super::*;
    use crate::{load, orders};

    #[tokio::test]
    async fn the_statements_are_those_of_a_purchase() {
        let folder = std::env::temp_dir().join(format!("trowel-purchase-{}", std::process::id()));
        let (shop, address) = orders::open(&folder).await.unwrap();
        orders::put_on_sale(&shop, orders::TOOL, 10).await.unwrap();
        let buyers = orders::sign_up_customers(&shop, 0, 1).await.unwrap();
        let purchase = orders::order_requests(&buyers).remove(0);
        let log = folder.join("log");
        let traces = tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::TRACE);
        traces.with_writer(Mutex::new(File::create(&log).unwrap())).with_ansi(false).init();
        load::once(address, &purchase).await.unwrap();
        shop.db.clone().close().await;
        let log = std::fs::read_to_string(log).unwrap();
        let traced =
            log.lines().filter_map(|line| line.split_once("statement=\"trowel::")?.1.split('"').next());
        // A block of numbers for many orders is reserved before the first one's transaction.
        let is_beside = |name: &str| {
            name.ends_with("session::store::by_token") || name.ends_with("numbers::store::reserve")
        };
        let written: Vec<_> = traced.filter(|name| !is_beside(name)).collect();
        assert_eq!(written, PURCHASE);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// IN with three values or more, RETURNING and an ORDER BY without an index need one. It costs more than an insert.
    #[test]
    fn no_statement_of_a_purchase_fills_a_temporary_table() {
        let file = std::env::temp_dir().join(format!("trowel-opcodes-{}.sqlite", std::process::id()));
        let baseline = Baseline::open(&file, 1).unwrap();
        // A purchase without delivery and taxes does not get as far as the names of the provinces' taxes.
        let is_plain = |sql: &&&str| !sql.starts_with("INSERT INTO purchases");
        for sql in baseline.purchase.iter().filter(is_plain) {
            let mut program = baseline.connection.prepare(&format!("EXPLAIN {sql}")).unwrap();
            let mut steps = program.raw_query();
            let mut opcodes: Vec<String> = Vec::new();
            while let Some(step) = steps.next().unwrap() {
                opcodes.push(step.get("opcode").unwrap());
            }
            let is_temporary =
                |opcode: &String| matches!(&**opcode, "OpenEphemeral" | "OpenAutoindex" | "SorterOpen");
            assert!(opcodes.len() > 5 && !opcodes.iter().any(is_temporary), "{sql}: {opcodes:?}");
        }
        drop(baseline);
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", file.display()));
        }
    }

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
