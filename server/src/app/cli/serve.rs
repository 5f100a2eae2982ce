//! `trowel serve`, and the start and shutdown that it shares with `trowel demo`.

use std::{
    fs::{File, TryLockError},
    io,
    net::SocketAddr,
    path::Path,
    sync::Arc,
};

use axum::Router;
use serde_json::json;
use tokio::net::TcpListener;

use super::{
    CliError,
    doctor::order_in_future,
    systemd::{self, ServiceState},
    verify::cannot_open,
};
use crate::{
    app::{background, metrics, router},
    base::{
        config::{
            Config, ConfigArgs, RunMode,
            environment::{self, LogFormat},
        },
        folders,
    },
    clients,
    db::{self, Db},
    http::{self, server::TlsAcceptor},
    shop::Shop,
    site::setup_page,
    values::clock::Clock,
};

pub async fn serve(settings: ConfigArgs) -> Result<(), CliError> {
    let (config, listeners) = bind(settings, RunMode::Serve).await?;
    let shop = open_shop(config).await?;
    let banner = banner(&shop, listeners.address).await;
    run(shop, listeners, None, &banner).await
}

pub(super) struct Listeners {
    shop: TcpListener,
    pub(super) address: SocketAddr,
    metrics: Option<TcpListener>,
    /// The process holds the lock until it ends. It is `None` with PostgreSQL, which serves several nodes.
    _data_lock: Option<File>,
}

/// Checks the settings and binds the listeners.
pub(super) async fn bind(settings: ConfigArgs, mode: RunMode) -> Result<(Config, Listeners), CliError> {
    let mut faults = Vec::new();
    environment::check(&mut faults);
    let config = match settings.check(mode) {
        Ok(config) if faults.is_empty() => config,
        checked => {
            faults.extend(checked.err().unwrap_or_default());
            return Err(CliError::settings(&faults));
        }
    };
    let shop = match systemd::inherited_listener()? {
        Some(inherited) => from_std(inherited).map_err(|error| error.to_string())?,
        None => listen(config.listen, "--listen").await?,
    };
    let address = shop.local_addr().map_err(|error| error.to_string())?;
    let metrics = match config.metrics_listen {
        None => None,
        Some(address) => Some(listen(address, "--metrics-listen").await?),
    };
    let data_lock = match config.database {
        db::DatabaseLocation::Sqlite(_) => Some(lock_data_folder(&config.data)?),
        db::DatabaseLocation::Postgres(_) => None,
    };
    Ok((config, Listeners { shop, address, metrics, _data_lock: data_lock }))
}

/// SQLite serves one node: another one would keep the catalogue in its own memory, and sell what is gone. The system
/// releases the lock when the process ends, however it ends.
pub(super) fn lock_data_folder(data: &Path) -> Result<File, CliError> {
    try_lock_data_folder(data)?.ok_or_else(|| {
        format!(
            "another shop is running on the folder {}. Stop it, or choose another folder with --data. \
             Several nodes need PostgreSQL (--database)",
            data.display()
        )
        .into()
    })
}

/// Locks the data folder, and makes it if it is missing. Returns `None` if another process has the lock.
pub(super) fn try_lock_data_folder(data: &Path) -> Result<Option<File>, CliError> {
    create_data_folder(data)?;
    let path = data.join("trowel.lock");
    let file = folders::open_private(&path);
    let file = file.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            Err(format!("{} cannot be locked: {error}", path.display()).into())
        }
    }
}

fn from_std(listener: std::net::TcpListener) -> io::Result<TcpListener> {
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

/// `flag` is the setting to change when the address is taken.
async fn listen(address: SocketAddr, flag: &str) -> Result<TcpListener, CliError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "{address} is already used by another program. Stop that program, or choose another port, for example {flag} {}:{}",
            address.ip(),
            address.port().wrapping_add(1).max(1024)
        )
        .into(),
        io::ErrorKind::PermissionDenied => CliError::Settings(format!(
            "this user may not listen on {address}: {error}. Let a proxy listen there, or systemd (ListenStream={} in \
             trowel.socket). Or give the program the capability: AmbientCapabilities=CAP_NET_BIND_SERVICE and \
             CapabilityBoundingSet=CAP_NET_BIND_SERVICE in trowel.service",
            address.port()
        )),
        _ => format!("cannot listen on {address}: {error}").into(),
    })
}

pub(super) fn create_data_folder(data: &Path) -> Result<(), CliError> {
    Ok(folders::create_private(data)
        .map_err(|error| format!("the folder {} cannot be created: {error}", data.display()))?)
}

pub(super) async fn open_shop(config: Config) -> Result<Arc<Shop>, CliError> {
    if config.image_store.folder().is_some() {
        create_data_folder(&config.data)?;
    }
    // The shop does not change the permissions, because another program may read the folder with the ones of a group.
    if folders::is_open_to_others(&config.data) {
        let folder = config.data.display();
        tracing::warn!("other users of this machine can enter the data folder. Close it: chmod 700 {folder}");
    }
    let options = db::Options { pool: config.database_connections, ..db::Options::default() };
    let db = Db::open(&config.database, options).await.map_err(|error| match &config.database {
        db::DatabaseLocation::Sqlite(path) => {
            cannot_open(&error, &format!("the database {}", path.display()))
        }
        db::DatabaseLocation::Postgres(_) => cannot_open(&error, "the database at TROWEL_DATABASE_URL"),
    })?;
    let shop = Shop::open(config, db, Clock::default()).await.map_err(|error| match error.to_string() {
        sentence if error.is_about_settings() => CliError::Settings(sentence),
        sentence => CliError::from(sentence),
    })?;
    warn_of_faults(&shop).await;
    Ok(shop)
}

/// Faults with which the shop runs, and sells with errors.
async fn warn_of_faults(shop: &Shop) {
    if let Ok(Some(order)) = order_in_future(&shop.db, shop.clock.now()).await {
        tracing::warn!(
            %order,
            "an order is later than this machine's clock. Synchronize the clock with NTP, because sessions and codes end by it"
        );
    }
    if shop.config.image_store.folder().is_none() {
        let store = shop.images.store.clone();
        // A bucket that does not answer does not delay the start.
        tokio::spawn(async move {
            if let Err(error) = store.check_readable().await {
                tracing::warn!(
                    %error,
                    "the bucket of TROWEL_IMAGE_STORE cannot be read, so pictures are missing. Run `trowel doctor`"
                );
            }
        });
    }
}

/// How a demo differs from a shop.
pub(super) struct DemoServer {
    /// The routes below /sandbox.
    pub(super) sandbox: Router,
    /// Whether only this machine is answered.
    pub(super) is_private: bool,
}

/// Serves requests until the process is told to stop.
pub(super) async fn run(
    shop: Arc<Shop>,
    listeners: Listeners,
    demo: Option<DemoServer>,
    banner: &str,
) -> Result<(), CliError> {
    let shutdown = shutdown_signal().map_err(|error| format!("signals cannot be received: {error}"))?;
    shop.catalogue.refresh().await.map_err(|error| error.to_string())?;
    let jobs = background::start(&shop);
    if !*clients::HAS_AUTHORITIES {
        tracing::warn!(
            "this machine has no certificate authorities, so requests to other services by TLS fail. Install the package \
             ca-certificates, or name a file of certificates in SSL_CERT_FILE"
        );
    }
    tell(banner);
    if let Some(listener) = listeners.metrics {
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let routes = metrics::start(Arc::clone(&shop));
        tell(&format!("Metrics are at http://{address}/metrics."));
        // Metrics stay available until the process ends.
        tokio::spawn(http::serve::serve(listener, routes, std::future::pending()));
    }
    systemd::start_watchdog();
    systemd::notify(ServiceState::Ready);
    let shutdown = async {
        shutdown.await;
        shop.catalogue.stock_events.close();
        systemd::notify(ServiceState::Stopping);
    };
    let is_private = demo.as_ref().is_some_and(|demo| demo.is_private);
    let server = router::server(Arc::clone(&shop), demo.map(|demo| demo.sandbox));
    let server = server.with_tls(start_tls(&shop.config)?).private(is_private);
    http::serve::serve(listeners.shop, server, shutdown).await;
    jobs.stop().await;
    shop.db.clone().close().await;
    tell("Trowel is closed.");
    Ok(())
}

/// Prints what people read when a shop starts and ends, whatever the log leaves out. Beside a log of JSON objects it is
/// one too, because service managers mix both outputs.
fn tell(text: &str) {
    if matches!(environment::log_format(), Ok(LogFormat::Json)) {
        let now = Clock::default().now();
        let event = json!({ "timestamp": now, "level": "INFO", "target": "trowel", "message": text });
        println!("{event}");
    } else {
        println!("{text}");
    }
}

#[cfg(feature = "acme")]
fn start_tls(config: &Config) -> Result<Option<TlsAcceptor>, CliError> {
    let Some(acme) = &config.acme else { return Ok(None) };
    let cache = http::acme::folder(&config.data);
    folders::make_private(&cache)
        .map_err(|error| format!("the folder {} cannot be created: {error}", cache.display()))?;
    let started = http::acme::start(&acme.domains, acme.email.as_ref(), &acme.directory, cache);
    Ok(Some(started.map_err(|error| format!("TLS could not be started: {error}"))?))
}

/// The settings refuse ACME.
#[cfg(not(feature = "acme"))]
#[expect(clippy::unnecessary_wraps, reason = "as with the feature")]
fn start_tls(_config: &Config) -> Result<Option<TlsAcceptor>, CliError> {
    Ok(None)
}

async fn banner(shop: &Shop, address: SocketAddr) -> String {
    let url = shop.public_url();
    let mut lines = vec![format!("Trowel is open at {url} (listening on {address}). Ctrl-C closes it.")];
    if setup_page::is_due(shop).await == Some(true) {
        lines.push(format!(
            "The shop has no administrator yet. Sign up at {url}/signup, then run: {}",
            setup_page::grant_command(&shop.config)
        ));
    }
    if shop.payments.as_ref().is_some_and(|cards| cards.is_test_mode) {
        lines.push(
            "Payments are in test mode: cards are not charged. For real payments, set live keys.".into(),
        );
        tracing::warn!("payments are in test mode: cards are not charged");
    }
    if shop.payments.is_none() {
        lines.push(
            "Card payment is off. To turn it on, set the keys of the card provider (see .env.example)."
                .into(),
        );
    }
    if !shop.mailer.is_on() {
        lines.push(
            "E-mail is off, so customers cannot confirm an address or reset a password. \
             To turn it on, set a mail server (see .env.example)."
                .into(),
        );
    }
    lines.join("\n")
}

/// Completes on Ctrl-C or SIGTERM. The handlers are installed by the call, before the banner is printed.
#[cfg(unix)]
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
