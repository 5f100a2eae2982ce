//! Durable orders per second on PostgreSQL, over HTTP with 32 concurrent buyers, beside pgbench on the same server in
//! the same run. pgbench runs the shop's own statements in one transaction, and finds the buyer by an index first.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::json;
use trowel::{
    accounts::{
        self,
        session::store::NewSessionRow,
        user::{AuthMethod, Role, User},
    },
    base::migrations::MIGRATIONS,
    catalogue::{
        self,
        tools::tool::{Tool, ToolExtras},
    },
    db::{self, DatabaseLocation, Db, Tx},
    values::{
        clock::Clock,
        ids::{Id, Secret},
        money::Cents,
        time::Timestamp,
    },
};

use crate::{
    AT_ONCE, Failure, LOAD,
    baseline::{PURCHASE, statement},
    checkouts, load,
    orders::{Buyer, CUSTOMERS_PER_CALLER},
    program::Running,
    report,
};

const TOOLS: usize = 50;
const REPETITIONS: usize = 5;
/// The buyers of pgbench. The sequence numbers its orders, which the shop counts from 1,001.
const TABLES: &str = "CREATE TABLE bench_buyers AS SELECT row_number() OVER () AS n, user_id, id AS session_id FROM sessions;
    ALTER TABLE bench_buyers ADD PRIMARY KEY (n); CREATE SEQUENCE bench_orders START 1000000000 CACHE 100; ANALYZE";

/// Needs the server of `scripts/with-postgres` and its programs.
pub async fn measure(program: &str, folder: &Path) -> Result<(), Failure> {
    let (Ok(server), Ok(programs)) =
        (std::env::var("TROWEL_TEST_POSTGRES"), std::env::var("TROWEL_PG_BIN").map(PathBuf::from))
    else {
        report("PostgreSQL: not measured, its programs are missing", 0.0, "");
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    let (address, _) = server.rsplit_once('/').ok_or("no database in TROWEL_TEST_POSTGRES")?;
    let url = format!("{address}/trowel_bench");
    let psql = |url: &str, sql: &str| run(Command::new(programs.join("psql")).args([url, "-qXc", sql]));
    psql(&server, "CREATE DATABASE trowel_bench")?;
    let customers = fill(&url).await?;
    psql(&url, TABLES)?;
    psql(&url, "VACUUM ANALYZE")?;
    let shop = serve(program, folder, &url).await?;
    let port = shop.address;
    let mut orders_per_second = 0.0;
    for tools in [1, TOOLS] {
        let script = folder.join("pgbench.sql");
        std::fs::write(&script, pgbench_script(tools)?)?;
        let callers = customers.iter().enumerate().map(|(caller, them)| order_requests(caller, them, tools));
        let callers: Vec<_> = callers.collect();
        let (mut yardstick, mut rate, mut median) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..REPETITIONS {
            yardstick.push(pgbench(&programs, &url, &script)?);
            let outcome = load::run(port, callers.clone(), LOAD).await?;
            rate.push(outcome.per_second());
            median.push(outcome.percentile(50).as_secs_f64() * 1e3);
        }
        let ratio = rate.iter().zip(&yardstick).map(|(rate, yardstick)| rate / yardstick * 100.0).collect();
        let decay = rate[REPETITIONS - 1] / rate[0] * 100.0;
        orders_per_second = report_all(
            &format!("durable orders, HTTP, PostgreSQL, 32 buyers, {tools} tools"),
            rate,
            "orders/s",
        );
        report_all("  a buyer waits, median", median, "ms");
        report_all("pgbench, the statements of an order, 32 clients", yardstick, "tps");
        report_all("  orders over HTTP / pgbench", ratio, "%");
        report("  the last repetition / the first", decay, "%");
    }
    drop(shop);
    let db = Db::open(&DatabaseLocation::Postgres(url.clone()), db::Options::default()).await?;
    db.write(Clock::default().now(), |tx, now| Box::pin(checkouts::charge_as_demo(tx, *now))).await?;
    db.close().await;
    let shop = serve(program, folder, &url).await?;
    let checkouts = checkouts::measure(shop.address, &customers).await?;
    checkouts::report_beside(&checkouts, orders_per_second);
    Ok(())
}

/// A shop without limits.
async fn serve(program: &str, folder: &Path, url: &str) -> Result<Running, Failure> {
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let shop = Command::new(program)
        .args(["serve", "--listen", &port.to_string(), "--database", url])
        .args(["--public-url", &format!("http://{port}"), "--email-rule", "simple"])
        .args(["--max-unpaid-orders", "1000000", "--max-orders-per-hour", "1000000"])
        .args(["--max-writes", "1000000", "--new-customer-orders-per-hour", "0"])
        .args(["--new-customer-unpaid-orders", "1000000", "--data"])
        .arg(folder)
        .env_remove("TROWEL_TEST_POSTGRES")
        .env_remove("TROWEL_PG_BIN")
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.join("log"))?)
        .spawn()?;
    let shop = Running { child: shop, address: port };
    let request = load::request("GET", "/readyz", "", None);
    let began = Instant::now();
    while let Err(error) = load::once(port, &request).await {
        if began.elapsed() > Duration::from_secs(30) {
            let log = std::fs::read_to_string(folder.join("log"))?;
            return Err(format!("the shop does not respond: {error}\n{log}").into());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(shop)
}

/// The median of the repetitions, the lowest and the highest. Returns the median.
fn report_all(what: &str, mut figures: Vec<f64>, unit: &str) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    let spread = format!("{what} ({:.0}–{:.0})", figures[0], figures[figures.len() - 1]);
    let median = figures[figures.len() / 2];
    report(&spread, median, unit);
    median
}

fn run(command: &mut Command) -> Result<String, Failure> {
    let output = command.stdin(Stdio::null()).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// An order as the shop writes it, with variables of pgbench for the values.
fn pgbench_script(tools: usize) -> Result<String, Failure> {
    const NOW: &str = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)";
    let later = format!("{NOW} + 3600000000");
    let limit = "'place_order ' || :user_id";
    let id = "'0' || lpad(:number::text, 25, '0')";
    // SQLite has no row locks, so its list has none.
    let [find_tool, others @ ..] = PURCHASE;
    let statements = [find_tool, "accounts::store::lock_user_to_read"].into_iter().chain(others);
    let values: [&[&str]; PURCHASE.len() + 1] = [
        &["'draw hoe ' || :tool"],
        &[":user_id"],
        &[":user_id", ":session_id", "20"],
        &[limit],
        &[limit, NOW, &later, "1000000000"],
        &[":tool_id", "1", ":tool_price_cents", NOW, ":tool_revision", "0"],
        &[id, ":number", ":tool_price_cents", ":tool_price_cents", NOW, "NULL"],
        &[
            id,
            ":user_id",
            ":tool_id",
            ":tool_name",
            ":tool_price_cents",
            "1",
            ":tool_price_cents",
            "'Buyer'",
            "'buyer@example.com'",
            "''",
            "''",
            NOW,
            "'buyer|buyer@example.com|draw hoe||'",
            ":number",
            "NULL",
            "0",
            "NULL",
            "0",
            id,
            "1",
            "1",
            "0",
            "0",
            "0",
            ":tool_price_cents",
        ],
    ];
    let mut script = format!(
        "\\set tool random(0, {last})\n\\set n :client_id * {each} + random(1, {each})\n\
         SELECT user_id, session_id, nextval('bench_orders') AS number FROM bench_buyers WHERE n = :n \\gset\nBEGIN;\n",
        last = tools - 1,
        each = CUSTOMERS_PER_CALLER,
    );
    for (name, values) in statements.zip(values) {
        let mut sql = statement(name)?.sql().replace('\n', " ");
        // The highest number first, because $1 begins $12.
        for (at, value) in values.iter().enumerate().rev() {
            sql = sql.replace(&format!("${}", at + 1), value);
        }
        let end = if name == find_tool { " \\gset tool_" } else { ";" };
        let _ = writeln!(script, "{sql}{end}");
    }
    Ok(script + "END;\n")
}

fn pgbench(programs: &Path, url: &str, script: &Path) -> Result<f64, Failure> {
    let mut command = Command::new(programs.join("pgbench"));
    command.args(["-n", "-M", "prepared", "-j", "2", "-c", &AT_ONCE.to_string()]);
    command.args(["-T", &LOAD.as_secs().to_string(), "-f"]).arg(script).arg(url);
    let told = run(&mut command)?;
    let rate = told.lines().find_map(|line| line.strip_prefix("tps = ")).ok_or("pgbench told no rate")?;
    Ok(rate.split(' ').next().unwrap_or_default().parse()?)
}

/// Tools, and the customers of each caller with a session and a token.
async fn fill(url: &str) -> Result<Vec<Vec<Buyer>>, Failure> {
    let db = Db::open(&DatabaseLocation::Postgres(url.to_owned()), db::Options::default()).await?;
    let now = Clock::default().now();
    db.migrate(MIGRATIONS, now.micros()).await?;
    db.write(now, |tx, now| Box::pin(insert_tools(tx, *now))).await?;
    let mut callers = Vec::with_capacity(AT_ONCE);
    for caller in 0..AT_ONCE {
        let customers =
            db.write((caller, now), |tx, (caller, now)| Box::pin(sign_up(tx, *caller, *now))).await?;
        callers.push(customers);
    }
    db.close().await;
    Ok(callers)
}

async fn insert_tools(tx: &Tx<'_>, now: Timestamp) -> Result<(), db::Error> {
    for number in 0..TOOLS {
        let tool = Tool {
            id: Id::new(now),
            name: format!("Draw Hoe {number}"),
            description: "Cuts weeds just below the surface. Ash handle, 150 cm; forged head, 16 cm.".into(),
            img: "/images/draw-hoe/350.webp".into(),
            price: Cents::new(1_000).ok_or_else(|| db::Error::broken_row("tools", "price"))?,
            available: 1_000_000,
            minimum: 1,
            revision: 1,
            created_at: now,
            changed_at: now,
            extras: ToolExtras::default(),
        };
        catalogue::tools::store::insert_tool(
            tx,
            &tool,
            None,
            catalogue::tools::store::StockChangeReason::Added,
        )
        .await?;
    }
    Ok(())
}

async fn sign_up(tx: &Tx<'_>, caller: usize, now: Timestamp) -> Result<Vec<Buyer>, db::Error> {
    let expires_at = now.plus(Duration::from_hours(24));
    // The shop writes the last use of a session once a minute. These were used an hour from now.
    let used_at = now.plus(Duration::from_hours(1));
    let mut customers = Vec::with_capacity(CUSTOMERS_PER_CALLER);
    for number in 0..CUSTOMERS_PER_CALLER {
        let email = format!("buyer{caller}-{number}@example.com");
        let user = User {
            id: Id::new(now),
            email: Some(email.clone()),
            display_name: "Buyer".into(),
            photo_url: None,
            role: Role::Customer,
            language: trowel::values::language::Language::English,
        };
        accounts::store::insert_user(tx, &user, None, now).await?;
        let (session, token) = (Id::new(now), Secret::new());
        let row = NewSessionRow {
            id: session.clone(),
            user: &user.id,
            secret_hash: &Secret::new().hash(),
            method: AuthMethod::Password,
            user_agent: "bench",
            expires_at,
        };
        accounts::session::store::insert(tx, &row, used_at).await?;
        accounts::session::store::insert_token(tx, &token.hash(), &session, expires_at).await?;
        customers.push(Buyer { email, proof: format!("authorization: Bearer {}\r\n", token.reveal()) });
    }
    Ok(customers)
}

/// One order of each customer, for the tools in turn. The callers begin with different tools, as pgbench's clients do.
fn order_requests(caller: usize, customers: &[Buyer], tools: usize) -> Vec<Vec<u8>> {
    let request = |(number, Buyer { email, proof }): (usize, &Buyer)| {
        let name = format!("Draw Hoe {}", (caller * checkouts::APART + number * 7) % tools);
        let order = json!({ "toolName": name, "orderQuantity": 1, "price": 10, "totalPrice": 10, "customerEmail": email });
        load::request("POST", "/api/orders", proof, Some(&order))
    };
    customers.iter().enumerate().map(request).collect()
}
