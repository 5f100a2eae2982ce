//! Durable orders over HTTP with 32 concurrent buyers, per second and by CPU time, beside a plain rusqlite loop of the
//! same statements with the same number of orders per commit, on the same disk in the same run.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::net::TcpListener;
use trowel::{
    accounts::{
        self,
        session::NewSession,
        user::{AuthMethod, Role, User},
    },
    app::router,
    base::{
        config::{
            Config, RunMode,
            email::{EmailConfig, EmailRule},
            limits::Limits,
            social_login::SocialLoginConfig,
        },
        rate_limit::LimitedAction,
    },
    catalogue::{
        self,
        tools::tool::{Tool, ToolExtras},
    },
    clients::smtp::{EmailSender, SmtpServer, TlsMode},
    db::{self, DatabaseLocation, Db, Tx},
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
        serve::serve,
    },
    shop::Shop,
    values::{
        clock::Clock,
        email::Email,
        ids::{Id, Secret},
        money::Cents,
        time::Timestamp,
    },
};

use crate::{
    AT_ONCE, Failure, LOAD, baseline, checkouts,
    cpu::{CpuTime, micros_each},
    load, report,
};

pub const TOOL: &str = "Draw Hoe";
/// A customer may have 20 unpaid orders. All customers together may place more than the load does while it lasts.
pub const CUSTOMERS_PER_CALLER: usize = 400;
/// The shop updates `seen_at` of a session once a minute. The measurement ends before that, because here almost every
/// order would cause such a write.
const SESSIONS_STAY_QUIET: Duration = Duration::from_secs(55);

pub async fn measure(folder: &Path) -> Result<(), Failure> {
    let orders = place_orders(&folder.join("orders"), None).await?;
    let baseline = baseline::place_orders(&folder.join("baseline.sqlite"), orders.per_commit, LOAD)?;
    let checkouts = checkouts::on_sqlite(&folder.join("checkouts")).await?;
    let emails = place_orders(&folder.join("emails"), Some(unreachable_mail_server()?)).await?;
    report("durable orders, HTTP, SQLite, 32 concurrent buyers", orders.load.per_second(), "orders/s");
    report("  CPU of the shop for each order", orders.shop_micros, "µs");
    report("  CPU of the writer thread for each order", orders.writer_micros, "µs");
    report("  a buyer waits, median", orders.load.percentile(50).as_secs_f64() * 1e3, "ms");
    report("  a buyer waits, 99th percentile", orders.load.percentile(99).as_secs_f64() * 1e3, "ms");
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    report("  orders per commit", orders.per_commit as f64, "");
    report("plain rusqlite loop, same statements, same orders per commit", baseline.per_second, "orders/s");
    report("  CPU for each order", baseline.micros, "µs");
    report("  orders over HTTP / plain loop", orders.load.per_second() / baseline.per_second * 100.0, "%");
    report("  CPU of the writer thread / plain loop", orders.writer_micros / baseline.micros * 100.0, "%");
    checkouts::report_beside(&checkouts, orders.load.per_second());
    checkouts::measure_quotes()?;
    report("the same with an e-mail queued for each order", emails.load.per_second(), "orders/s");
    report("  CPU of the shop for each order", emails.shop_micros, "µs");
    report("  CPU of the writer thread for each order", emails.writer_micros, "µs");
    Ok(())
}

struct Measurement {
    load: load::Outcome,
    per_commit: u64,
    shop_micros: f64,
    writer_micros: f64,
}

async fn place_orders(folder: &Path, email: Option<EmailConfig>) -> Result<Measurement, Failure> {
    let (shop, address) = open_with(folder, email).await?;
    put_on_sale(&shop, TOOL, 1_000_000).await?;
    let began = Instant::now();
    let callers = sign_up_buyers(&shop).await?;
    if began.elapsed() + LOAD > SESSIONS_STAY_QUIET {
        return Err(
            "signing the buyers up took too long: writes of sessions would be measured as well".into()
        );
    }
    let (before, cpu_before) = (shop.db.metrics(), CpuTime::now()?);
    let load = load::run(address, callers, LOAD).await?;
    let (after, cpu_after) = (shop.db.metrics(), CpuTime::now()?);
    let writes = after.writes - before.writes;
    // Besides the orders, a purchase in ten reserves order numbers.
    let expected = load.answered as u64..=load.answered as u64 * 6 / 5;
    if !expected.contains(&writes) {
        return Err(
            format!("{writes} writes for {} orders: something else writes as well", load.answered).into()
        );
    }
    shop.db.clone().close().await;
    Ok(Measurement {
        per_commit: writes.div_ceil((after.commits - before.commits).max(1)),
        shop_micros: micros_each(cpu_after.shop.saturating_sub(cpu_before.shop), load.answered),
        writer_micros: micros_each(cpu_after.writer.saturating_sub(cpu_before.writer), load.answered),
        load,
    })
}

/// E-mails stay in the outbox, because no job delivers them.
fn unreachable_mail_server() -> Result<EmailConfig, Failure> {
    let server =
        SmtpServer { host: "127.0.0.1".into(), port: 9, tls_mode: TlsMode::Loopback, credentials: None };
    let address = Email::parse("shop@example.com").ok_or("not an address")?;
    Ok(EmailConfig { server, from: EmailSender { name: None, address } })
}

/// A customer with a session.
pub struct Buyer {
    pub email: String,
    /// The header that proves the session.
    pub proof: String,
}

/// The requests of each caller: an order of each customer, who are many, so that none reaches the limit of unpaid
/// orders.
pub async fn sign_up_buyers(shop: &Arc<Shop>) -> Result<Vec<Vec<Vec<u8>>>, Failure> {
    let callers = sign_up(shop, CUSTOMERS_PER_CALLER).await?;
    Ok(callers.iter().map(|buyers| order_requests(buyers)).collect())
}

/// The customers of each caller. All sign up at once, so that they share commits.
pub async fn sign_up(shop: &Arc<Shop>, customers: usize) -> Result<Vec<Vec<Buyer>>, Failure> {
    let signing_up: Vec<_> = (0..AT_ONCE)
        .map(|caller| {
            let shop = Arc::clone(shop);
            tokio::spawn(async move { sign_up_customers(&shop, caller, customers).await })
        })
        .collect();
    let mut callers = Vec::with_capacity(AT_ONCE);
    for caller in signing_up {
        callers.push(caller.await??);
    }
    Ok(callers)
}

pub async fn sign_up_customers(shop: &Shop, caller: usize, customers: usize) -> Result<Vec<Buyer>, Failure> {
    let mut buyers = Vec::with_capacity(customers);
    for number in 0..customers {
        let email = format!("buyer{caller}-{number}@example.com");
        let (_, proof) = sign_in(shop, &email, Role::Customer).await?;
        buyers.push(Buyer { email, proof });
    }
    Ok(buyers)
}

pub fn order_requests(buyers: &[Buyer]) -> Vec<Vec<u8>> {
    let request = |Buyer { email, proof }: &Buyer| {
        let order = json!({ "toolName": TOOL, "orderQuantity": 1, "price": 10, "totalPrice": 10, "customerEmail": email });
        load::request("POST", "/api/orders", proof, Some(&order))
    };
    buyers.iter().map(request).collect()
}

/// Creates an account. Returns it with the header that proves its session.
pub async fn sign_in(shop: &Shop, email: &str, role: Role) -> Result<(User, String), Failure> {
    let now = shop.clock.now();
    let user = User {
        id: Id::new(now),
        email: Some(email.to_owned()),
        display_name: "Buyer".into(),
        photo_url: None,
        role,
        language: trowel::values::language::Language::English,
    };
    let input = (user.clone(), now);
    shop.db.write(input, |tx, (user, now)| Box::pin(insert_verified(tx, user, *now))).await?;
    let secret = Secret::new();
    let session = NewSession::new(&secret, AuthMethod::Password, "bench", None, Arc::default(), now);
    shop.sessions.start(&user, session).await?;
    let session = shop.sessions.by_secret(&secret).await?.ok_or("no session")?;
    let token = shop.sessions.issue_token(&session).await?.ok_or("no session")?.token;
    Ok((user, format!("authorization: Bearer {}\r\n", token.reveal())))
}

async fn insert_verified(tx: &Tx<'_>, user: &User, now: Timestamp) -> Result<(), db::Error> {
    accounts::store::insert_user(tx, user, None, now).await?;
    if let Some(email) = user.email.as_deref().and_then(Email::parse) {
        accounts::store::set_verified(tx, &email, now).await?;
    }
    Ok(())
}

/// A shop in this process.
pub async fn open(folder: &Path) -> Result<(Arc<Shop>, std::net::SocketAddr), Failure> {
    open_with(folder, None).await
}

async fn open_with(
    folder: &Path,
    email: Option<EmailConfig>,
) -> Result<(Arc<Shop>, std::net::SocketAddr), Failure> {
    std::fs::create_dir_all(folder)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let config = Config {
        mode: RunMode::Serve,
        listen: address,
        metrics_listen: None,
        acme: None,
        has_sample_orders: false,
        data: folder.to_owned(),
        database: DatabaseLocation::Sqlite(folder.join("shop.sqlite")),
        public_url: PublicUrl::new(format!("http://{address}")),
        // Each listener says that it comes from a network of its own.
        trusted_proxies: TrustedProxies::new(
            TrustedProxies::parse_network("127.0.0.1").into_iter().collect(),
        ),
        database_connections: trowel::base::config::database::DATABASE_CONNECTIONS,
        hsts_includes_subdomains: false,
        webhooks_to_private_networks: false,
        allowed_origins: AllowedOrigins::default(),
        currency: "cad".into(),
        image_hosts: Vec::new(),
        image_store: trowel::clients::object_store::StorageLocation::Folder(folder.join("images")),
        backups: trowel::base::config::backups::BackupConfig::default(),
        payments: None,
        apple_pay_association: None,
        social: SocialLoginConfig::default(),
        email,
        sms: None,
        email_rule: EmailRule::Simple,
        limits: Limits {
            // All clients have one address.
            new_customer_unpaid_orders: i64::MAX,
            ..Limits::of(RunMode::Serve)
        }
        .with(LimitedAction::PlaceOrder, u32::MAX)
        .with(LimitedAction::Write, u32::MAX)
        .with(LimitedAction::PlaceFirstOrder, 0),
        password_cost: trowel::base::config::PasswordCost::default(),
        has_quebec_gate: false,
    };
    let db = Db::open(&config.database, db::Options::default()).await?;
    let shop = Shop::open(config, db, Clock::default()).await?;
    tokio::spawn(serve(listener, router::server(Arc::clone(&shop), None), std::future::pending()));
    Ok((shop, address))
}

pub async fn put_on_sale(shop: &Shop, name: &str, available: i64) -> Result<(), Failure> {
    let now = shop.clock.now();
    let tool = Tool {
        id: Id::new(now),
        name: name.into(),
        description: "Cuts weeds just below the surface. Ash handle, 150 cm; forged head, 16 cm.".into(),
        img: "/images/draw-hoe/350.webp".into(),
        price: Cents::new(1_000).ok_or("not a price")?,
        available,
        minimum: 1,
        revision: 1,
        created_at: now,
        changed_at: now,
        extras: ToolExtras::default(),
    };
    let id = tool.id.clone();
    shop.db
        .write(tool, |tx, tool| {
            Box::pin(catalogue::tools::store::insert_tool(
                tx,
                tool,
                None,
                catalogue::tools::store::StockChangeReason::Added,
            ))
        })
        .await?;
    shop.catalogue.mark_changed(&id);
    Ok(())
}
