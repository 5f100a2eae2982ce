//! Metrics for Prometheus, on a separate listener that only the operator can reach.
//!
//! Requests are measured only with `--metrics-listen`; the other counters always count. Labels are known routes and
//! methods, so that a client cannot create new label values.

use std::{
    fs,
    sync::{Arc, OnceLock},
    time::Duration,
};

use axum::{Router, http::header, response::IntoResponse, routing::get};
use prometheus::{Counter, Gauge, IntCounter, Opts, Registry, TextEncoder, core::Collector};
use tokio::task::spawn_blocking;

use crate::{
    base::{email, folders, metadata::maintenance},
    db::WRITE_DURATIONS,
    http::{error::ApiError, request_timer},
    shop::Shop,
    values::{
        metrics::{self, register_in},
        time::Timestamp,
    },
};

/// The commit of the build. The program sets it when it starts, because the library is not built for each commit.
pub static COMMIT: OnceLock<&'static str> = OnceLock::new();

/// Starts recording for the rest of the process. Returns the router that serves `/metrics`.
pub fn start(shop: Arc<Shop>) -> Router {
    metrics::register_all();
    request_timer::turn_on();
    let started_at = shop.clock.now();
    Router::new().route("/metrics", get(move || async move { answer(&shop, started_at).await }))
}

/// What one answer says of this process and its shop, beside the counters that features keep. What is not known is
/// absent.
struct Readings(Registry);

impl Readings {
    fn gauge(&self, name: &str, help: &str, value: f64) {
        register_in(&self.0, Gauge::new(name, help)).set(value);
    }

    fn count(&self, name: &str, help: &str, count: impl TryInto<u32>) {
        self.gauge(name, help, count.try_into().map_or(f64::INFINITY, f64::from));
    }

    fn flag(&self, name: &str, help: &str, is_on: bool) {
        self.gauge(name, help, if is_on { 1.0 } else { 0.0 });
    }

    fn counter(&self, name: &str, help: &str, total: u64) {
        register_in(&self.0, IntCounter::new(name, help)).inc_by(total);
    }
}

async fn answer(shop: &Shop, started_at: Timestamp) -> Result<impl IntoResponse + use<>, ApiError> {
    let readings = Readings(Registry::new());
    read_process(&readings, started_at);
    read_db(&readings, shop);
    read_catalogue(&readings, shop).await;
    read_outbox(&readings, shop).await;
    read_maintenance(&readings, shop).await;
    readings.flag("trowel_mail_on", "1 if a mail server is configured", shop.mailer.is_on());
    readings.flag("trowel_payment_on", "1 if card payment is configured", shop.payments.is_some());
    let mut families = prometheus::gather();
    families.extend(readings.0.gather());
    families.extend(WRITE_DURATIONS.collect());
    let text = TextEncoder::new().encode_to_string(&families).map_err(ApiError::internal)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

fn read_db(readings: &Readings, shop: &Shop) {
    let figures = shop.db.metrics();
    readings.counter(
        "trowel_db_writes_total",
        "Write transactions, including those that changed nothing",
        figures.writes,
    );
    readings.counter(
        "trowel_db_commits_total",
        "Commits; on SQLite several writes share one",
        figures.commits,
    );
    readings.counter(
        "trowel_db_retries_total",
        "Transactions retried after a conflict or a broken connection",
        figures.retries,
    );
    readings.counter(
        "trowel_db_refused_total",
        "Transactions rejected because the queue was full",
        figures.refused,
    );
    readings.count(
        "trowel_db_writes_pending",
        "Write transactions that are queued or running",
        figures.pending,
    );
    readings.count(
        "trowel_db_connections_in_use",
        "Connections in use; on SQLite those for long reads",
        figures.connections.in_use,
    );
    readings.count(
        "trowel_db_connections_max",
        "Connections that may be in use at once",
        figures.connections.max,
    );
}

async fn read_catalogue(readings: &Readings, shop: &Shop) {
    if let Ok(catalogue) = shop.catalogue.current().await {
        readings.count("trowel_tools", "Tools on sale in this node's cache", catalogue.count());
    }
    if let Some(refreshed_at) = shop.catalogue.refreshed_at() {
        let age = seconds_between(refreshed_at, shop.clock.now());
        let help = "Since this node compared its cache of tools with the database";
        readings.gauge("trowel_catalogue_age_seconds", help, age);
    }
}

async fn read_outbox(readings: &Readings, shop: &Shop) {
    let waiting = email::count_undelivered(&shop.db).await;
    readings.flag("trowel_db_up", "1 if the database answered this request for metrics", waiting.is_ok());
    let Ok(waiting) = waiting else { return };
    readings.count("trowel_emails_queued", "E-mails in the outbox, of all nodes", waiting.queued);
    readings.count(
        "trowel_emails_undelivered",
        "Failed e-mails that were not resent, of all nodes",
        waiting.failed,
    );
    let oldest = waiting.oldest_queued.map_or(0.0, |since| seconds_between(since, shop.clock.now()));
    let help = "Since the oldest e-mail in the outbox was queued; 0 without one";
    readings.gauge("trowel_outbox_oldest_seconds", help, oldest);
}

fn seconds_between(since: Timestamp, now: Timestamp) -> f64 {
    Duration::from_micros((now.micros() - since.micros()).try_into().unwrap_or(0)).as_secs_f64()
}

async fn read_maintenance(readings: &Readings, shop: &Shop) {
    let read = shop.db.read((), |tx, ()| {
        Box::pin(async move {
            Ok((maintenance::last_backup(tx).await?, maintenance::last_verification(tx).await?))
        })
    });
    if let Ok((backup, verification)) = read.await {
        let at = |at: Option<Timestamp>| at.map_or(0, unix_seconds);
        if !shop.config.backups.made_elsewhere {
            readings.count(
                "trowel_backup_last_success_timestamp_seconds",
                "When the newest backup began, since 1970; 0 without one",
                at(backup),
            );
        }
        readings.count(
            "trowel_verify_last_timestamp_seconds",
            "When `trowel verify` last came to its end, since 1970; 0 before",
            at(verification.map(|last| last.at)),
        );
        readings.count(
            "trowel_verify_differences",
            "Differences that it found",
            verification.map_or(0, |last| last.differences),
        );
    }
    let data = shop.config.data.clone();
    // A network file system may block for minutes.
    if let Ok(Some(disk)) = spawn_blocking(move || folders::disk_space(&data)).await {
        #[expect(clippy::cast_precision_loss, reason = "gauges are floating point numbers")]
        let free = disk.free as f64;
        #[expect(clippy::cast_precision_loss, reason = "gauges are floating point numbers")]
        let total = disk.total as f64;
        readings.gauge("trowel_data_free_bytes", "Free space of the disk of the data folder", free);
        readings.gauge("trowel_data_size_bytes", "Size of that disk", total);
    }
    #[cfg(feature = "acme")]
    if let Some(acme) = &shop.config.acme
        && let Ok(Some(end)) =
            crate::http::acme::expires_at(&acme.domains, &acme.directory, &shop.config.data).await
    {
        readings.count(
            "trowel_certificate_expires_timestamp_seconds",
            "When the shop's own certificate ends, since 1970",
            unix_seconds(end),
        );
    }
}

fn unix_seconds(at: Timestamp) -> i64 {
    at.micros() / 1_000_000
}

fn read_process(readings: &Readings, started_at: Timestamp) {
    let help = "When metrics began, since 1970";
    readings.count("process_start_time_seconds", help, unix_seconds(started_at));
    let build = Opts::new("trowel_build_info", "1, with the version and the commit as labels");
    let commit = COMMIT.get().copied().unwrap_or("unknown");
    let build = build.const_label("version", env!("CARGO_PKG_VERSION")).const_label("commit", commit);
    register_in(&readings.0, Gauge::with_opts(build)).set(1.0);
    let Some(process) = ProcessMetrics::read() else { return };
    let cpu = Counter::new("process_cpu_seconds_total", "Processor time of the process");
    register_in(&readings.0, cpu).inc_by(process.cpu_seconds);
    let memory = f64::from(process.memory_kib) * 1024.0;
    readings.gauge("process_resident_memory_bytes", "Memory of the process", memory);
    readings.count("process_open_fds", "Open files and connections", process.open_files);
    readings.count("process_max_fds", "Files and connections that may be open at once", process.max_files);
}

/// What Linux says about this process. Other systems have no `/proc`, and then these metrics are absent.
struct ProcessMetrics {
    cpu_seconds: f64,
    memory_kib: u32,
    open_files: usize,
    max_files: u64,
}

impl ProcessMetrics {
    /// The unit of times in `/proc`, on every architecture.
    const TICKS_PER_SECOND: f64 = 100.0;

    fn read() -> Option<Self> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program is the second field and may contain spaces.
        let mut times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(str::parse::<u32>);
        let ticks = times.next()?.ok()? + times.next()?.ok()?;
        Some(Self {
            cpu_seconds: f64::from(ticks) / Self::TICKS_PER_SECOND,
            memory_kib: number_behind("/proc/self/status", "VmRSS:")?.try_into().ok()?,
            open_files: fs::read_dir("/proc/self/fd").ok()?.count(),
            max_files: number_behind("/proc/self/limits", "Max open files")?,
        })
    }
}

/// The first number in the line that starts with `name`.
fn number_behind(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}
