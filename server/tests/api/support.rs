//! A shop per test: its own database, listener and card provider.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
    time::Duration,
};

use axum::{body::Body, http::Request};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::oneshot};
use tower::ServiceExt as _;
use trowel::{
    accounts::{
        self, roles,
        session::{self, NewSession},
        user::{AuthMethod, Role, User},
    },
    app::router,
    base::{
        audit::{self, store::EntryRow},
        config::{
            Config, PasswordCost, RunMode,
            email::EmailConfig,
            limits::Limits,
            payments::{PaymentConfig, PublishableKey},
            social_login::SocialLoginConfig,
        },
        email::{self, message::EmailMessage, outbox::OutboxRow},
        migrations::MIGRATIONS,
        rate_limit::LimitedAction,
    },
    catalogue::{
        self,
        tools::tool::{Tool, ToolExtras},
    },
    clients::{object_store, smtp},
    db::{self, DatabaseLocation, Db, Engine, Statement},
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
        serve::serve,
    },
    sales::reviews::{self, review::ReviewState, store::NewReview},
    shop::Shop,
    values::{
        clock::Clock,
        email::Email,
        hash::sha256_hex,
        ids::{Id, Secret},
        money::Cents,
        time::Timestamp,
    },
};
use trowel_sandbox::{SandboxClock, SmtpSandbox, SmtpSettings, StripeSandbox, StripeSettings, stripe::MOUNT};

use crate::{accounts::sms_support::Phones, accounts::social_support::Elsewhere, wire::Wire};

/// Writes each test twice: `sqlite::name` and `postgres::name`. `with change;` in front names a function that changes
/// the setup of all of them.
macro_rules! on_both_engines {
    (with $change:path; $($(#[$meta:meta])* async fn $name:ident($shop:ident: TestShop) $body:block)*) => {
        $(async fn $name($shop: &$crate::support::TestShop) $body)*
        mod sqlite {
            $($(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                $crate::support::with_shop($change($crate::support::Setup::sqlite()), async |shop| super::$name(shop).await).await;
            })*
        }
        mod postgres {
            $($(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                $crate::support::with_shop($change($crate::support::Setup::postgres()), async |shop| super::$name(shop).await).await;
            })*
        }
    };
    ($($tests:tt)*) => {
        $crate::support::on_both_engines! { with std::convert::identity; $($tests)* }
    };
}
pub(crate) use on_both_engines;

/// An e-mail in the outbox. Its texts are empty after delivery.
pub struct Letter {
    pub id: String,
    pub kind: String,
    pub subject: String,
    pub text_body: String,
    pub html_body: String,
}

/// How a test's shop differs from a shop under `serve` with card payment.
#[expect(clippy::struct_excessive_bools, reason = "what is on and what is off")]
pub struct Setup {
    pub engine: Engine,
    pub limits: Limits,
    pub cards: bool,
    pub mode: RunMode,
    pub social: SocialLoginConfig,
    /// Social login through the sandbox's providers, whatever `social` says.
    pub elsewhere: bool,
    /// Text messages go to the sandbox.
    pub phones: bool,
    /// Webhooks may go to this machine.
    pub webhooks_to_private_networks: bool,
    /// The shop sells into Québec only when it is ready.
    pub has_quebec_gate: bool,
    /// Whether the shop has a mail server. E-mails stay queued, to be read by [`TestShop::letters_to`], until a test
    /// delivers them.
    pub mail: bool,
    pub allowed_origins: Vec<String>,
    /// Requests may say in X-Forwarded-For where they come from.
    pub behind_proxy: bool,
    /// The public URL, when it differs from the listening address.
    pub public_url: Option<String>,
    /// Three lower-case letters.
    pub currency: &'static str,
}

impl Setup {
    pub fn sqlite() -> Self {
        // All clients have one address, and most customers of these tests never pay: see `unpaid_stock::as_served`.
        let limits = Limits {
            new_customer_unpaid_orders: i64::MAX,
            new_customer_order_ttl: None,
            new_customer_large_order_ttl: None,
            ..Limits::of(RunMode::Serve)
        }
        .with(LimitedAction::LogIn, 10_000)
        .with(LimitedAction::Write, 10_000)
        .with(LimitedAction::PlaceFirstOrder, 0)
        .with(LimitedAction::StartFirstPayment, 10_000)
        .with(LimitedAction::EmailUnconfirmedOfNetwork, 10_000);
        Self {
            engine: Engine::Sqlite,
            limits,
            cards: true,
            mode: RunMode::Serve,
            social: SocialLoginConfig::default(),
            elsewhere: false,
            phones: false,
            webhooks_to_private_networks: false,
            has_quebec_gate: false,
            mail: false,
            allowed_origins: Vec::new(),
            behind_proxy: false,
            public_url: None,
            currency: "cad",
        }
    }

    pub fn postgres() -> Self {
        Self { engine: Engine::Postgres, ..Self::sqlite() }
    }

    pub fn with_mail(self) -> Self {
        Self { mail: true, ..self }
    }
}

pub struct TestShop {
    pub url: String,
    pub shop: Arc<Shop>,
    pub provider: Provider,
    elsewhere: Option<Elsewhere>,
    /// The mail server, if e-mail is enabled.
    pub post: Option<SmtpSandbox>,
    pub phones: Option<Phones>,
    http: reqwest::Client,
    stops: Vec<oneshot::Sender<()>>,
}

/// Ids of one millisecond sort by chance, so each tool of a test has a millisecond of its own.
fn next_tool_id(now: Timestamp) -> Id {
    static LAST_MICROS: AtomicI64 = AtomicI64::new(0);
    let next = |last: i64| now.micros().max(last + 1_000);
    let last = LAST_MICROS.update(Ordering::Relaxed, Ordering::Relaxed, next);
    Id::new(Timestamp::from_micros(next(last)))
}

/// The card provider.
pub struct Provider {
    pub url: String,
    pub secret_key: &'static str,
    pub publishable_key: &'static str,
    pub webhook_secret: &'static str,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

/// How long ago tests begin, by this machine's clock.
static SINCE_BEGINNING: LazyLock<Duration> = LazyLock::new(|| {
    const BEGINNING: Timestamp = Timestamp::from_micros(1_795_618_800_000_000);
    let since = Clock::default().now().micros() - BEGINNING.micros();
    Duration::from_micros(since.try_into().expect("this machine's clock is behind the tests"))
});

/// A clock on which the test began on 2026-11-25 at 10:00 in Toronto, so that no later tax rate changes its amounts.
/// All of them show the same time until one is moved.
pub fn clock_of_test() -> Clock {
    let clock = Clock::default();
    clock.rewind(*SINCE_BEGINNING);
    clock
}

/// [`clock_of_test`] for services of others. To move the shop's clock does not move theirs.
pub fn sandbox_clock() -> SandboxClock {
    let clock = clock_of_test();
    Arc::new(move || clock.now().micros() / 1_000_000)
}

/// Runs `test` with a shop of its own. A PostgreSQL database is emptied afterwards and reused by a later test. After a
/// failure the database stays for inspection.
pub async fn with_shop(setup: Setup, test: impl AsyncFnOnce(&TestShop)) {
    let database = OwnDatabase::open(setup.engine, true).await;
    let shop = Box::pin(TestShop::open(&setup, database.place.clone(), &database.folder)).await;
    test(&shop).await;
    shop.close().await;
    database.close().await;
}

/// Runs `test` with a shop on a database that is there already.
pub async fn with_shop_at(
    setup: &Setup,
    place: DatabaseLocation,
    folder: &Path,
    test: impl AsyncFnOnce(&TestShop),
) {
    let shop = Box::pin(TestShop::open(setup, place, folder)).await;
    test(&shop).await;
    shop.close().await;
}

/// Runs `test` with a new PostgreSQL database in which `sql` was executed, and a folder.
pub async fn on_new_database(sql: &str, test: impl AsyncFnOnce(DatabaseLocation, &Path)) {
    let server = test_server();
    let name = format!("trowel_older_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(&name);
    std::fs::create_dir_all(&folder).unwrap();
    on_server(&server, &format!("CREATE DATABASE {name}")).await;
    let database = with_database(&server, &name);
    on_server(&database, sql).await;
    test(DatabaseLocation::Postgres(database), &folder).await;
    on_server(&server, &format!("DROP DATABASE {name}")).await;
    std::fs::remove_dir_all(folder).unwrap();
}

fn test_server() -> String {
    std::env::var("TROWEL_TEST_POSTGRES")
        .expect("TROWEL_TEST_POSTGRES names a server for tests; scripts/with-postgres starts one")
}

/// Runs `test` with a shop on PostgreSQL and the proxy between them.
pub async fn with_wire(setup: Setup, test: impl AsyncFnOnce(&TestShop, &Wire)) {
    let database = OwnDatabase::open(Engine::Postgres, true).await;
    let DatabaseLocation::Postgres(url) = &database.place else { panic!("this needs a server") };
    let mut url = reqwest::Url::parse(url).unwrap();
    let wire = Wire::to(format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432))).await;
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(wire.port)).unwrap();
    let setup = Setup { engine: Engine::Postgres, ..setup };
    let shop =
        Box::pin(TestShop::open(&setup, DatabaseLocation::Postgres(url.into()), &database.folder)).await;
    test(&shop, &wire).await;
    shop.close().await;
    database.close().await;
}

/// Runs `test` with an empty database, and a folder for other files.
pub async fn with_empty_database(engine: Engine, test: impl AsyncFnOnce(&Db, &Path)) {
    let database = OwnDatabase::open(engine, false).await;
    let db = Db::open(&database.place, db::Options::default()).await.unwrap();
    test(&db, &database.folder).await;
    db.close().await;
    database.close().await;
}

struct OwnDatabase {
    place: DatabaseLocation,
    folder: PathBuf,
    /// PostgreSQL only: the server's URL and the database's name.
    server: Option<(String, String)>,
}

impl OwnDatabase {
    /// Opens a database of its own. If `is_migrated`, it has all migrations and no row. PostgreSQL may keep one of an
    /// earlier test.
    async fn open(engine: Engine, is_migrated: bool) -> Self {
        // The system reuses process ids, and a failed test leaves its folder. The time makes the name unique.
        let (pid, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let name = format!("trowel_{pid}_{count}_{}", Clock::default().now().micros());
        let folder = std::env::temp_dir().join(&name);
        std::fs::create_dir_all(&folder).unwrap();
        match engine {
            Engine::Sqlite => {
                let file = folder.join("shop.sqlite");
                if is_migrated {
                    std::fs::copy(migrated_file().await, &file).unwrap();
                }
                Self { place: DatabaseLocation::Sqlite(file), folder, server: None }
            }
            Engine::Postgres => {
                let server = test_server();
                let name = idle_or_new_database(&server, name).await;
                Self {
                    place: DatabaseLocation::Postgres(with_database(&server, &name)),
                    folder,
                    server: Some((server, name)),
                }
            }
        }
    }

    async fn close(self) {
        if let Some((server, name)) = &self.server {
            on_server(&with_database(server, name), EMPTY_TABLES).await;
            let idle = format!("INSERT INTO trowel_idle VALUES ('{name}', '{}')", schema());
            on_server(server, &idle).await;
        }
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// A file that the first test of a run makes. Each test copies it, because migrating is a quarter of a short test.
async fn migrated_file() -> PathBuf {
    let name = format!("trowel_migrated_{}.sqlite", schema());
    let file = std::env::temp_dir().join(&name);
    if !file.exists() {
        // Tests that start together make a file each, also as threads of one process.
        let own = std::env::temp_dir().join(format!("{name}_{}", Id::new(Clock::default().now())));
        let db = Db::open(&DatabaseLocation::Sqlite(own.clone()), db::Options::default()).await.unwrap();
        db.migrate(MIGRATIONS, Clock::default().now().micros()).await.unwrap();
        db.close().await;
        std::fs::rename(own, &file).unwrap();
    }
    file
}

/// Empties the tables that have rows. Creating and dropping a database would take much longer.
const EMPTY_TABLES: &str = "DO $$
    DECLARE name TEXT; has_rows BOOLEAN;
    BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LOOP
            EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO has_rows;
            IF has_rows THEN EXECUTE format('TRUNCATE %I CASCADE', name); END IF;
        END LOOP;
    END $$";

/// Identifies the migrations, because the server may still have databases of other ones.
fn schema() -> String {
    let sql: String = MIGRATIONS.iter().map(|migration| migration.sql).collect();
    sha256_hex(sql.as_bytes())
}

/// A database that a passed test has emptied, or else a new one with this name.
async fn idle_or_new_database(server: &str, name: String) -> String {
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    // Tests that start together may create the table at the same time; then all but one of these fail.
    let _ = client.batch_execute("CREATE TABLE IF NOT EXISTS trowel_idle (name TEXT, schema TEXT)").await;
    let take = "DELETE FROM trowel_idle WHERE name =
        (SELECT name FROM trowel_idle WHERE schema = $1 LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING name";
    let idle: Option<String> = client.query_opt(take, &[&schema()]).await.unwrap().map(|row| row.get(0));
    if idle.is_none() {
        client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    }
    drop(client);
    let _ = connection.await;
    idle.unwrap_or(name)
}

fn with_database(server: &str, name: &str) -> String {
    let mut url = reqwest::Url::parse(server).unwrap();
    url.set_path(name);
    url.to_string()
}

async fn on_server(server: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
    drop(client);
    let _ = connection.await;
}

impl TestShop {
    async fn open(setup: &Setup, place: DatabaseLocation, folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let bound = listener.local_addr().unwrap();
        let url = format!("http://{bound}");
        let (provider, stop_provider) = Provider::open(&url).await;
        let mut stops = vec![stop_provider];
        let cards = setup.cards.then(|| PaymentConfig {
            api_url: format!("{}{MOUNT}", provider.url),
            js_url: format!("{}{MOUNT}/v3.js", provider.url),
            secret_key: provider.secret_key.into(),
            publishable_key: PublishableKey::parse(provider.publishable_key).unwrap(),
            webhook_secret: provider.webhook_secret.into(),
        });
        let public_url = setup.public_url.clone().unwrap_or_else(|| url.clone());
        let (mut elsewhere, mut social) = (None, setup.social.clone());
        if setup.elsewhere {
            let opened = Elsewhere::open(&public_url).await;
            elsewhere = Some(opened.0);
            social = opened.1;
            stops.push(opened.2);
        }
        let post = setup.mail.then(|| {
            let mut settings = SmtpSettings::new(MAIL_CONTROL_KEY);
            settings.clock = sandbox_clock();
            SmtpSandbox::open(settings).unwrap()
        });
        let (mut phones, mut sms) = (None, None);
        if setup.phones {
            let opened = Phones::open().await;
            phones = Some(opened.0);
            sms = Some(opened.1);
            stops.push(opened.2);
        }
        let config = Config {
            mode: setup.mode,
            listen: bound,
            metrics_listen: None,
            acme: None,
            has_sample_orders: false,
            data: folder.to_owned(),
            database: place,
            public_url: PublicUrl::new(public_url),
            trusted_proxies: TrustedProxies::new(
                setup.behind_proxy.then(|| bound.ip().into()).into_iter().collect(),
            ),
            database_connections: trowel::base::config::database::DATABASE_CONNECTIONS,
            hsts_includes_subdomains: false,
            webhooks_to_private_networks: setup.webhooks_to_private_networks,
            allowed_origins: AllowedOrigins::new(setup.allowed_origins.clone()),
            currency: setup.currency.into(),
            email_rule: trowel::base::config::email::EmailRule::Simple,
            image_store: image_store(folder),
            backups: trowel::base::config::backups::BackupConfig::default(),
            image_hosts: vec!["pictures.example.org".into()],
            payments: cards,
            apple_pay_association: setup.cards.then(|| APPLE_PAY_ASSOCIATION.to_owned()),
            social,
            email: post.as_ref().map(mail_server),
            sms,
            limits: setup.limits.clone(),
            password_cost: PasswordCost { memory_kib: 64, passes: 1 },
            has_quebec_gate: setup.has_quebec_gate,
        };
        let db = Db::open(&config.database, db::Options::default()).await.unwrap();
        let shop = Shop::open(config, db, clock_of_test()).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(serve(listener, router::server(Arc::clone(&shop), None), async {
            let _ = stopped.await;
        }));
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .unwrap();
        stops.push(stop);
        Self { url, shop, provider, elsewhere, post, phones, http, stops }
    }

    /// Another node of the same shop, with the same database. [Close](Self::close) it.
    pub async fn another_node(&self, setup: &Setup) -> Self {
        Box::pin(Self::open(setup, self.shop.config.database.clone(), &self.shop.config.data)).await
    }

    pub async fn close(self) {
        for stop in self.stops {
            let _ = stop.send(());
        }
        self.shop.db.clone().close().await;
    }

    /// Moves the clock for a test that runs programs, which have no other clock than this machine's.
    pub fn use_machine_clock(&self) {
        self.shop.clock.advance(*SINCE_BEGINNING);
    }

    /// The identity providers.
    pub fn elsewhere(&self) -> &Elsewhere {
        self.elsewhere.as_ref().expect("Setup::elsewhere is set")
    }

    /// An anonymous caller.
    pub fn visitor(&self) -> Person<'_> {
        Person {
            shop: self,
            email: String::new(),
            cookie: String::new(),
            device: String::new(),
            token: String::new(),
        }
    }

    /// Signs up `name@example.com` and fetches a token.
    pub async fn customer(&self, name: &str) -> Person<'_> {
        let mut person = self.visitor();
        person.email = format!("{}@example.com", name.to_lowercase());
        let body = json!({ "name": name, "email": person.email, "password": "correct horse" });
        let answer = person.post("/identity/sign-up", body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        person.remember(&answer);
        person.fetch_token().await;
        person
    }

    /// A customer whose e-mail address is verified.
    pub async fn verified_customer(&self, name: &str) -> Person<'_> {
        let person = self.customer(name).await;
        self.verify(&person.email).await;
        person
    }

    /// Marks the address of an account as verified.
    pub async fn verify(&self, email: &str) {
        let input = (Email::parse(email).unwrap(), self.shop.clock.now());
        let verified =
            self.shop.db.write(input, |tx, (email, now)| accounts::store::set_verified(tx, email, *now));
        assert!(verified.await.unwrap());
    }

    /// A user who signed up through a provider: an account without a password, and a session.
    pub async fn newcomer(&self, name: &str) -> Person<'_> {
        let (now, secret) = (self.shop.clock.now(), Secret::new());
        let email = format!("{}@example.com", name.to_lowercase());
        let user = User {
            id: Id::new(now),
            email: Some(email.clone()),
            display_name: name.into(),
            photo_url: None,
            role: Role::Customer,
            language: trowel::values::language::Language::English,
        };
        let mut person = self.visitor();
        (person.email, person.cookie) = (email, format!("trowel_session={}", secret.reveal()));
        let new = NewSession::new(&secret, AuthMethod::Google, "", None, Arc::default(), now);
        let begun = self.shop.db.write((user, new, now), |tx, (user, new, now)| {
            Box::pin(async move {
                accounts::store::insert_user(tx, user, None, *now).await?;
                new.start(tx, user).await
            })
        });
        assert_eq!(begun.await.unwrap(), session::SessionStart::Started);
        person.fetch_token().await;
        person
    }

    /// A customer who became an administrator on the host and signed in again.
    pub async fn admin(&self) -> Person<'_> {
        self.with_role("Hazel", Role::Admin).await
    }

    pub async fn staff(&self) -> Person<'_> {
        self.with_role("Sam", Role::Staff).await
    }

    async fn with_role(&self, name: &str, role: Role) -> Person<'_> {
        let mut person = self.customer(name).await;
        let email = Email::parse(&person.email).unwrap();
        let now = self.shop.clock.now();
        let change = roles::change(
            &self.shop.db,
            &email,
            roles::RoleEdit::Grant(role),
            roles::GrantedBy::Host { only_verified: false },
            now,
        )
        .await
        .unwrap();
        assert_eq!(change, roles::RoleChange::Made);
        person.sign_in().await;
        person
    }

    /// Inserts a tool into the database.
    pub async fn tool(&self, name: &str, price_cents: i64, available: i64, minimum: i64) -> Id {
        let now = self.shop.clock.now();
        let tool = Tool {
            id: next_tool_id(now),
            name: name.into(),
            description: format!("{name}, for the border.").into(),
            img: "/images/hoe/350.webp".into(),
            price: Cents::new(price_cents).unwrap(),
            available,
            minimum,
            revision: 1,
            created_at: now,
            changed_at: now,
            extras: ToolExtras::default(),
        };
        let id = tool.id.clone();
        let written = self.shop.db.write(tool, |tx, tool| {
            Box::pin(catalogue::tools::store::insert_tool(
                tx,
                tool,
                None,
                catalogue::tools::store::StockChangeReason::Added,
            ))
        });
        written.await.unwrap();
        self.shop.catalogue.mark_changed(&id);
        id
    }

    /// Inserts a review into the database.
    pub async fn review(&self, name: &str, review: &str, rating: f64) -> Id {
        let now = self.shop.clock.now();
        let review = NewReview {
            id: Id::new(now),
            user_id: None,
            name: name.into(),
            email: format!("{}@example.com", name.to_lowercase()),
            review: review.into(),
            rating,
            created_at: now,
            state: ReviewState::Published,
            tool: None,
        };
        let id = review.id.clone();
        self.shop
            .db
            .write(review, |tx, review| Box::pin(reviews::store::insert(tx, review, None)))
            .await
            .unwrap();
        self.shop.content_version.advance();
        id
    }

    /// A call without credentials; the path need not be below /api.
    pub fn fetch(&self, method: Method, path: &str) -> Call {
        Call(self.http.request(method, format!("{}{path}", self.url)))
    }

    /// Sends exactly these bytes on a new connection and returns the whole response.
    pub async fn send_raw(&self, request: &str) -> String {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        let mut socket =
            tokio::net::TcpStream::connect(self.url.trim_start_matches("http://")).await.unwrap();
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // The server may reset a connection after responding, because we sent too much.
        let _ = socket.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The e-mails to this address, oldest first.
    pub async fn letters_to(&self, email: &str) -> Vec<Letter> {
        let email = Email::parse(email).unwrap();
        let emails = self.shop.db.read(email, |tx, email| {
            email::outbox::list_for_recipient(tx, email, Timestamp::from_micros(0), 300)
        });
        let letter = |row: OutboxRow| {
            let message: Option<EmailMessage> =
                (!row.message.is_empty()).then(|| serde_json::from_str(&row.message).unwrap());
            let rendered = message.map(|it| {
                it.render(
                    &self
                        .shop
                        .settings
                        .current()
                        .letterhead(self.shop.public_url(), &self.shop.config.currency)
                        .in_language(row.language),
                    row.created_at,
                )
            });
            let (text_body, html_body) = rendered.map(|it| (it.text, it.html)).unwrap_or_default();
            Letter { id: row.id.into_string(), kind: row.kind, subject: row.subject, text_body, html_body }
        };
        emails.await.unwrap().into_iter().map(letter).collect()
    }

    /// The stock of a tool in the database, removed or not.
    pub async fn stock(&self, id: &Id) -> i64 {
        let tool = self.shop.db.read(id.clone(), |tx, id| catalogue::tools::store::find_row(tx, id));
        tool.await.unwrap().unwrap().tool.available
    }

    /// What was done to this order, tool or account.
    pub async fn audit_entries(&self, subject: &Id) -> Vec<EntryRow> {
        let entries = self
            .shop
            .db
            .read(subject.clone(), |tx, subject| Box::pin(audit::store::of_subject(tx, subject, 100)));
        entries.await.unwrap()
    }

    /// Runs one statement, as another node would: this node gets no notification. Returns the number of changed rows.
    pub async fn execute(&self, statement: &'static Statement, values: &[db::Value]) -> u64 {
        let input = (statement, values.to_vec());
        let changed =
            self.shop.db.write(input, |tx, (statement, values)| Box::pin(tx.execute(statement, values)));
        changed.await.unwrap()
    }

    /// Adds a fault to the SMTP server; see the sandbox's `_control/faults`.
    pub async fn fail_email(&self, step: &str, action: Value) {
        let faults = json!({ "smtp": [{ "step": step, "action": action }] });
        let request = Request::post("/sandbox/mail/_control/faults")
            .header("authorization", format!("Bearer {MAIL_CONTROL_KEY}"))
            .header("content-type", "application/json")
            .body(Body::from(faults.to_string()))
            .unwrap();
        let answer = self.post.as_ref().unwrap().router().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), 200);
    }
}

/// What a shop with cards shows to Apple.
pub const APPLE_PAY_ASSOCIATION: &str = "7B2276657273696F6E";

const MAIL_CONTROL_KEY: &str = "control_of_this_test";

/// A folder; in `faults/test-with-s3` a bucket, below a prefix of its own.
fn image_store(folder: &Path) -> object_store::StorageLocation {
    #[cfg(feature = "s3")]
    if let Ok(bucket) = std::env::var("TROWEL_TEST_BUCKET") {
        let name = folder.file_name().unwrap().to_string_lossy();
        return object_store::StorageLocation::Bucket(format!("{bucket}/{name}"));
    }
    object_store::StorageLocation::Folder(folder.join("images"))
}

fn mail_server(sandbox: &SmtpSandbox) -> EmailConfig {
    EmailConfig {
        server: smtp::SmtpServer {
            host: "127.0.0.1".into(),
            port: sandbox.address().port(),
            tls_mode: smtp::TlsMode::Loopback,
            credentials: None,
        },
        from: smtp::EmailSender {
            name: Some("Trowel".into()),
            address: Email::parse("shop@tools.example.ca").unwrap(),
        },
    }
}

impl Provider {
    async fn open(shop_url: &str) -> (Self, oneshot::Sender<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let bound: SocketAddr = listener.local_addr().unwrap();
        let provider = Self {
            url: format!("http://{bound}"),
            secret_key: "sk_test_of_this_test",
            publishable_key: "pk_test_of_this_test",
            webhook_secret: "whsec_of_this_test",
        };
        let mut settings = StripeSettings::new(
            provider.secret_key,
            provider.publishable_key,
            provider.webhook_secret,
            provider.url.clone(),
        );
        settings.webhook_url = Some(format!("{shop_url}/api/webhooks/stripe"));
        settings.clock = sandbox_clock();
        let sandbox = StripeSandbox::open(settings).unwrap();
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(serve(listener, sandbox.router(), async {
            let _ = stopped.await;
        }));
        (provider, stop)
    }

    /// A form-encoded call of the provider's REST API.
    pub async fn call(&self, method: Method, path: &str, key: &str, form: &[(&str, &str)]) -> Answer {
        let call = reqwest::Client::builder()
            .no_proxy()
            .build()
            .unwrap()
            .request(method, format!("{}{MOUNT}{path}", self.url));
        Answer::of(call.bearer_auth(key).form(form).send().await.unwrap()).await
    }

    /// Creates a payment method for the card and confirms the intent, as the browser's script does.
    pub async fn pay(&self, client_secret: &str, card: &str) -> Answer {
        let form = [
            ("type", "card"),
            ("card[number]", card),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
        ];
        let method = self.call(Method::POST, "/v1/payment_methods", self.publishable_key, &form).await;
        assert_eq!(method.status, 200, "{}", method.body);
        let form =
            [("client_secret", client_secret), ("payment_method", method.body["id"].as_str().unwrap())];
        let path = format!("/v1/payment_intents/{}/confirm", intent_of(client_secret));
        self.call(Method::POST, &path, self.publishable_key, &form).await
    }

    /// The customer proves to the bank who pays.
    pub async fn prove(&self, client_secret: &str) {
        let form = [
            ("payment_intent", intent_of(client_secret)),
            ("client_secret", client_secret),
            ("proved", "true"),
        ];
        let answer = self.call(Method::POST, "/elements/challenge/answer", self.publishable_key, &form).await;
        assert_eq!(answer.body["status"], "succeeded", "{}", answer.text);
    }

    /// Sends the delayed events, newest first.
    pub async fn release(&self) -> Answer {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let call = client
            .post(format!("{}{MOUNT}/_control/webhooks/release", self.url))
            .bearer_auth(self.secret_key);
        Answer::of(call.json(&json!({ "reversed": true })).send().await.unwrap()).await
    }

    /// Injects faults into the next calls or webhooks; see the sandbox's `_control/faults`.
    pub async fn misbehave(&self, faults: Value) {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let call = client
            .post(format!("{}{MOUNT}/_control/faults", self.url))
            .bearer_auth(self.secret_key)
            .json(&faults);
        let answer = Answer::of(call.send().await.unwrap()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// The day of this moment where a new shop is.
pub fn toronto_day(at: &str) -> String {
    let at: jiff::Timestamp = at.parse().unwrap();
    at.in_tz("America/Toronto").unwrap().date().to_string()
}

pub fn intent_of(client_secret: &str) -> &str {
    client_secret.split("_secret_").next().unwrap()
}

/// A user with a cookie jar and possibly a token.
pub struct Person<'a> {
    shop: &'a TestShop,
    pub email: String,
    pub cookie: String,
    /// The cookie that identifies a known device.
    pub device: String,
    pub token: String,
}

impl<'a> Person<'a> {
    /// Another browser at the same shop.
    pub fn fresh(&self) -> Person<'a> {
        self.shop.visitor()
    }
}

impl Person<'_> {
    pub async fn sign_in(&mut self) {
        let answer =
            self.post("/identity/sign-in", json!({ "email": self.email, "password": "correct horse" })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.remember(&answer);
        self.fetch_token().await;
    }

    /// Signs in again if the session has ended.
    pub async fn be_signed_in(&mut self) {
        let is_over =
            self.get("/orders").await.status == 401 || self.get("/identity/session").await.status == 401;
        if is_over {
            self.token.clear();
            self.sign_in().await;
        }
    }

    pub async fn fetch_token(&mut self) {
        let answer = self.call(Method::PUT, &format!("/user/{}", self.email)).send().await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["token"].as_str().unwrap().clone_into(&mut self.token);
    }

    pub fn remember(&mut self, answer: &Answer) {
        for line in answer.headers.get_all(header::SET_COOKIE) {
            let cookie = line.to_str().unwrap().split(';').next().unwrap().to_owned();
            if cookie.contains("trowel_device=") {
                self.device = cookie;
            } else if cookie.contains("trowel_session=") {
                self.cookie = cookie;
            }
        }
    }

    /// A call with this person's credentials. Paths are below /api.
    pub fn call(&self, method: Method, path: &str) -> Call {
        let mut request = self.shop.http.request(method, format!("{}/api{path}", self.shop.url));
        for cookie in [&self.cookie, &self.device].into_iter().filter(|cookie| !cookie.is_empty()) {
            request = request.header(header::COOKIE, cookie);
        }
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        Call(request)
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path).send().await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path).json(body).send().await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path).json(body).send().await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.call(Method::PATCH, path).json(body).send().await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path).send().await
    }

    /// Follows `Link` from this page to the last one.
    pub async fn pages(&self, first: &str) -> Vec<Answer> {
        let mut pages = Vec::new();
        let mut next = Some(first.to_owned());
        while let Some(path) = next {
            let answer = self.get(&path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
            let target = answer.header("link").strip_prefix("</api").and_then(|link| link.split_once('>'));
            next = target.map(|(path, rest)| {
                assert_eq!(rest, "; rel=\"next\"");
                path.to_owned()
            });
            pages.push(answer);
            assert!(pages.len() <= 1_000, "the pages of {first} have no end");
        }
        pages
    }

    /// The body of an order as the specified client sends it.
    pub fn wish(&self, tool: &str, price_cents: i64, quantity: i64) -> Value {
        #[expect(clippy::cast_precision_loss, reason = "as a browser computes it")]
        let dollars = |cents: i64| cents as f64 / 100.0;
        json!({
            "toolName": tool, "orderQuantity": quantity.to_string(), "price": dollars(price_cents),
            "customerEmail": self.email, "customerName": "any name", "phone": "12 Elm St", "address": "555-0100",
            "totalPrice": dollars(price_cents * quantity)
        })
    }

    /// Places an order and returns its id.
    pub async fn order(&self, tool: &str, price_cents: i64, quantity: i64) -> String {
        let answer = self.post("/orders", self.wish(tool, price_cents, quantity)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["insertedId"].as_str().unwrap().to_owned()
    }

    /// Gets the client secret for an order.
    pub async fn start_payment(&self, order: &str, total: f64) -> String {
        let answer =
            self.post("/create-payment-intent", json!({ "totalPrice": total, "orderId": order })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["clientSecret"].as_str().unwrap().to_owned()
    }
}

pub struct Call(reqwest::RequestBuilder);

impl Call {
    pub fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value))
    }

    pub fn json(self, body: Value) -> Self {
        Self(self.0.json(&body))
    }

    pub fn text(self, kind: &str, body: &str) -> Self {
        self.bytes(kind, body.into())
    }

    pub fn bytes(self, kind: &str, body: Vec<u8>) -> Self {
        Self(self.0.header(header::CONTENT_TYPE, kind).body(body))
    }

    pub async fn send(self) -> Answer {
        let (client, request) = self.0.build_split();
        let request = request.unwrap();
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let answer = Answer::of(client.execute(request).await.unwrap()).await;
        if answer.status == 422 {
            crate::http::openapi_coverage::must_document(&method, &path, "422");
        }
        answer
    }
}

pub struct Answer {
    pub status: u16,
    pub headers: header::HeaderMap,
    /// `Null` if the body is not JSON.
    pub body: Value,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    async fn of(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        // A stream of events has no end.
        let is_stream = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        let bytes = if is_stream { Vec::new() } else { response.bytes().await.unwrap().to_vec() };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if status.is_client_error() && body.get("code").is_some() {
            assert_eq!(kind, "application/problem+json");
            assert_eq!(body["status"], status.as_u16(), "{text}");
        }
        assert!(status != StatusCode::INTERNAL_SERVER_ERROR, "{text}");
        Self { status: status.as_u16(), headers, body, text, bytes }
    }

    /// Checks status and error code.
    #[track_caller]
    pub fn is(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status, self.body["code"].as_str().unwrap_or_default()),
            (status, code),
            "{}",
            self.text
        );
    }

    /// A header's text; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The URL of the next page.
    pub fn cursor(&self) -> String {
        let (_, rest) = self.header("link").split_once("cursor=").unwrap();
        rest.split(['&', '>']).next().unwrap().to_owned()
    }

    /// The names of the invalid fields.
    pub fn fields(&self) -> Vec<&str> {
        self.body["errors"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|error| error["field"].as_str())
            .collect()
    }
}
