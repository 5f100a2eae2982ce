//! One process of the shop: the real router on a runtime of its own, so that it can be killed as a whole.

use std::{sync::Arc, time::Duration};

use axum::Router;
use tokio::runtime::Runtime;
use trowel::{
    app::router::router,
    base::config::{
        Config, PasswordCost, RunMode, email::EmailConfig, limits::Limits, social_login::SocialLoginConfig,
    },
    clients::{object_store, smtp},
    db::{Db, Options},
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
    },
    shop::Shop,
    values::{clock::Clock, email::Email},
};

use crate::{
    actions::Reply,
    environment::Environment,
    provider::Provider,
    scheduler::{Operation, Scheduler},
};

pub struct Node {
    runtime: Runtime,
    scheduler: Scheduler,
    pub shop: Arc<Shop>,
    pub router: Router,
}

impl Node {
    /// Call it while the scheduler is disabled.
    pub fn open(
        environment: &Environment,
        provider: &Provider,
        scheduler: &Scheduler,
        clock: &Clock,
    ) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let config = Config {
            mode: RunMode::Serve,
            listen: ([127, 0, 0, 1], 0).into(),
            metrics_listen: None,
            acme: None,
            data: environment.folder.clone(),
            has_sample_orders: false,
            database: environment.place.clone(),
            public_url: PublicUrl::new("http://127.0.0.1:1"),
            // Requests without a socket say where they come from.
            trusted_proxies: TrustedProxies::new(
                TrustedProxies::parse_network("0.0.0.0").into_iter().collect(),
            ),
            database_connections: trowel::base::config::database::DATABASE_CONNECTIONS,
            hsts_includes_subdomains: false,
            webhooks_to_private_networks: false,
            allowed_origins: AllowedOrigins::default(),
            currency: "cad".into(),
            email_rule: trowel::base::config::email::EmailRule::Simple,
            image_store: object_store::StorageLocation::Folder(environment.folder.join("images")),
            backups: trowel::base::config::backups::BackupConfig::default(),
            image_hosts: Vec::new(),
            payments: Some(provider.config()),
            apple_pay_association: None,
            social: SocialLoginConfig::default(),
            // No job sends what is queued.
            email: Some(EmailConfig {
                server: smtp::SmtpServer {
                    host: "127.0.0.1".into(),
                    port: 9,
                    tls_mode: smtp::TlsMode::Loopback,
                    credentials: None,
                },
                from: smtp::EmailSender {
                    name: None,
                    address: Email::parse("shop@tools.example.ca").expect("an address"),
                },
            }),
            sms: None,
            limits: Limits::of(RunMode::Serve),
            password_cost: PasswordCost { memory_kib: 64, passes: 1 },
            has_quebec_gate: false,
        };
        let options =
            Options { tx_gate: Some(scheduler.tx_gate()), readers: 1, long_readers: 1, ..Options::default() };
        let shop = runtime.block_on(async {
            let db = Db::open(&config.database, options).await.expect("the database opens");
            let shop = Shop::open_with_http_client(environment.http.clone(), config, db, clock.clone()).await;
            shop.expect("the shop opens")
        });
        Self { runtime, scheduler: scheduler.clone(), router: router(Arc::clone(&shop), None), shop }
    }

    /// Runs the work as an operation of this node.
    pub fn begin(
        &self,
        who: Operation,
        work: impl Future<Output = Reply> + Send + 'static,
    ) -> tokio::task::AbortHandle {
        let scheduler = self.scheduler.clone();
        scheduler.begin(who);
        let task = self.runtime.spawn(async move {
            let reply = work.await;
            scheduler.end(who, reply);
        });
        task.abort_handle()
    }

    /// Kills the node: its operations stop where they are.
    pub fn kill(self) {
        let Self { runtime, shop, router, .. } = self;
        let db = shop.db.clone();
        drop((router, shop));
        // No write is queued, because every operation waits. On SQLite this waits until the writer closes the file.
        runtime.block_on(db.close());
        runtime.shutdown_timeout(Duration::from_secs(10));
    }
}
