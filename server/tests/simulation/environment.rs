//! The database of one engine, reused by all seeds, and read without the scheduler.

use std::{path::PathBuf, sync::Arc};

use tokio::runtime::Runtime;
use trowel::{
    db::{self, Body, DatabaseLocation, Db, Engine, Options},
    values::clock::Clock,
};

mod wipe {
    trowel::db::statements! {
        IDEMPOTENCY_KEYS = "DELETE FROM idempotency_keys";
        WEBHOOK_EVENTS = "DELETE FROM webhook_events";
        EMAILS = "DELETE FROM email_outbox";
        ENDED_PURCHASES = "DELETE FROM ended_purchases";
        GUESTS = "DELETE FROM guest_purchases";
        DISCOUNT_USES = "DELETE FROM discount_uses";
        BASKET_LINES = "DELETE FROM basket_lines";
        BASKETS = "DELETE FROM baskets";
        DISCOUNT_CODES = "DELETE FROM discount_codes";
        PROFILES = "DELETE FROM profiles";
        SHOP_SETTINGS = "DELETE FROM shop_settings";
        REFUND_LINES = "DELETE FROM refund_lines";
        REFUNDS = "DELETE FROM refunds";
        PAYMENTS = "DELETE FROM payments";
        ORDERS = "DELETE FROM orders";
        PURCHASES = "DELETE FROM purchases";
        STOCK_CHANGES = "DELETE FROM stock_changes";
        TOOLS = "DELETE FROM tools";
        AUDIT = "DELETE FROM audit_entries";
        SETTINGS = "DELETE FROM shop_metadata";
        RATE_LIMITS = "DELETE FROM rate_limits";
        LEASES = "DELETE FROM leases";
        SESSIONS = "DELETE FROM sessions";
        USERS = "DELETE FROM users";
    }
}

pub struct Environment {
    pub runtime: Arc<Runtime>,
    /// A client without timeouts, because the seed decides how long a call takes. Each call has its own connection, so
    /// that no call reuses a half-closed one.
    pub http: reqwest::Client,
    pub place: DatabaseLocation,
    pub folder: PathBuf,
    /// The scheduler does not control this handle of the database.
    pub db: Db,
    /// PostgreSQL only: the server's URL and the database's name, to drop it at the end.
    server: Option<(String, String)>,
}

impl Environment {
    pub fn create(engine: Engine) -> Self {
        let runtime = Arc::new(
            tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .expect("a runtime"),
        );
        let name = format!("trowel_simulation_{}_{}", std::process::id(), Clock::default().now().micros());
        let folder = std::env::temp_dir().join(&name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let (place, server) = match engine {
            Engine::Sqlite => (DatabaseLocation::Sqlite(folder.join("shop.sqlite")), None),
            Engine::Postgres => {
                let server = std::env::var("TROWEL_TEST_POSTGRES").expect(
                    "TROWEL_TEST_POSTGRES names a server for tests; scripts/with-postgres starts one",
                );
                runtime.block_on(on_server(
                    &server,
                    &[
                        &format!("CREATE DATABASE {name}"),
                        // Nothing loses power in a test, so commits need not wait for the disk.
                        &format!("ALTER DATABASE {name} SET synchronous_commit = off"),
                    ],
                ));
                let mut url = reqwest::Url::parse(&server).expect("an address");
                url.set_path(&name);
                (DatabaseLocation::Postgres(url.to_string()), Some((server, name)))
            }
        };
        let db = runtime.block_on(async {
            let db = Db::open(&place, Options::default()).await?;
            db.migrate(trowel::base::migrations::MIGRATIONS, Clock::default().now().micros()).await?;
            Ok::<_, db::Error>(db)
        });
        let db = db.expect("a database");
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().expect("a client");
        Self { runtime, http, place, folder, db, server }
    }

    /// Deletes all rows.
    pub fn wipe(&self) {
        self.write((), |tx, ()| {
            Box::pin(async move {
                for statement in wipe::STATEMENTS {
                    tx.execute(statement, &[]).await?;
                }
                Ok(())
            })
        });
    }

    /// A transaction that bypasses the scheduler. It cannot fail.
    pub fn write<I, T>(&self, input: I, body: Body<I, T, db::Error>) -> T
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.runtime.block_on(self.db.write(input, body)).expect("the simulation may write")
    }

    pub fn read<I, T>(&self, input: I, body: Body<I, T, db::Error>) -> T
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.runtime.block_on(self.db.read(input, body)).expect("the simulation may read")
    }

    pub fn remove(self) {
        self.runtime.block_on(async {
            self.db.close().await;
            if let Some((server, name)) = &self.server {
                on_server(server, &[&format!("DROP DATABASE {name} WITH (FORCE)")]).await;
            }
        });
        std::fs::remove_dir_all(&self.folder).expect("the folder can be removed");
    }
}

async fn on_server(server: &str, statements: &[&str]) {
    let (client, connection) =
        tokio_postgres::connect(server, tokio_postgres::NoTls).await.expect("a server");
    let connection = tokio::spawn(connection);
    for sql in statements {
        client.batch_execute(sql).await.expect("a statement");
    }
    drop(client);
    _ = connection.await;
}
