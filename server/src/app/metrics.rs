//! Metrics for Prometheus, on a separate listener that only the operator can reach.
//!
//! Metrics are recorded only with `--metrics-listen`. Labels are known routes and methods, so that a client cannot
//! create new label values.

use std::{fs, sync::Arc, time::Duration};

use axum::{Router, http::header, routing::get};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use thiserror::Error;
use tokio::task::spawn_blocking;

use crate::{
    base::{email, folders, metadata::maintenance},
    http::request_timer,
    shop::Shop,
    values::time::Timestamp,
};

/// Seconds: from a response out of memory to one that waits for the card provider.
const BUCKETS: &[f64] = &[0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Durations are stored one by one until the recorder aggregates them.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

#[derive(Debug, Error)]
pub enum StartMetricsError {
    #[error(transparent)]
    Buckets(#[from] BuildError),
    #[error("metrics are recorded already")]
    AlreadyStarted,
}

/// Starts recording for the rest of the process. Returns the router that serves `/metrics`.
pub fn start(shop: Arc<Shop>) -> Result<Router, StartMetricsError> {
    let recorder = PrometheusBuilder::new().set_buckets(BUCKETS)?.build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).map_err(|_| StartMetricsError::AlreadyStarted)?;
    describe();
    set_count(&gauge!("process_start_time_seconds"), shop.clock.now().micros() / 1_000_000);
    gauge!("trowel_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    request_timer::turn_on();
    let summing = handle.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(UPKEEP_INTERVAL).await;
            summing.run_upkeep();
        }
    });
    Ok(Router::new().route("/metrics", get(move || async move { answer(&shop, &handle).await })))
}

fn describe() {
    describe_gauge!("process_start_time_seconds", Unit::Seconds, "When metrics began, since 1970");
    describe_counter!("process_cpu_seconds_total", "Processor time of the process");
    describe_gauge!("process_resident_memory_bytes", "Memory of the process");
    describe_gauge!("process_open_fds", "Open files and connections");
    describe_gauge!("process_max_fds", "Files and connections that may be open at once");
    describe_gauge!("trowel_build_info", "1, with the version as a label");
    describe_counter!(
        "trowel_orders_total",
        "Attempts to order a tool: placed, repeated with the same key, or the error code"
    );
    describe_counter!(
        "trowel_payments_total",
        "Payments: started, or the error code; then what the card provider reported"
    );
    // A counter that begins with its first event would hide that event from rate().
    counter!("trowel_orders_total", "result" => "placed").absolute(0);
    for result in ["started", "paid", "refunding", "mismatch", "provider_unavailable"] {
        counter!("trowel_payments_total", "result" => result).absolute(0);
    }
    for result in ["rendered", "skipped", "failed"] {
        counter!("trowel_page_renderings_total", "result" => result).absolute(0);
    }
    for result in ["sent", "failed"] {
        counter!("trowel_webhooks_total", "result" => result).absolute(0);
    }
    counter!("trowel_emails_withheld_total").absolute(0);
    describe_gauge!("trowel_db_up", "1 if the database answered this request for metrics");
    describe_counter!("trowel_db_writes_total", "Write transactions, including those that changed nothing");
    describe_counter!("trowel_db_commits_total", "Commits; on SQLite several writes share one");
    describe_counter!(
        "trowel_db_retries_total",
        "Transactions retried after a conflict or a broken connection"
    );
    describe_counter!("trowel_db_refused_total", "Transactions rejected because the queue was full");
    describe_gauge!("trowel_db_writes_pending", "Write transactions that are queued or running");
    describe_histogram!(
        "trowel_db_write_duration_seconds",
        Unit::Seconds,
        "Write transactions, with the time in the queue and all retries"
    );
    describe_gauge!("trowel_db_connections_in_use", "Connections in use; on SQLite those for long reads");
    describe_gauge!("trowel_db_connections_max", "Connections that may be in use at once");
    describe_gauge!("trowel_tools", "Tools on sale in this node's cache");
    describe_gauge!(
        "trowel_catalogue_age_seconds",
        Unit::Seconds,
        "Since this node compared its cache of tools with the database"
    );
    describe_counter!(
        "trowel_page_renderings_total",
        "Public pages rendered on the server, or failed: those are sent without HTML"
    );
    describe_counter!("trowel_webhooks_total", "Attempts to deliver a webhook: sent or failed");
    describe_counter!("trowel_emails_sent_total", "E-mails that the mail server accepted, by kind");
    describe_counter!("trowel_emails_failed_total", "E-mails that failed permanently, by kind");
    describe_counter!(
        "trowel_emails_withheld_total",
        "E-mails to unconfirmed addresses that were not sent because the shop had reached its limit of a day"
    );
    describe_gauge!("trowel_emails_queued", "E-mails in the outbox, of all nodes");
    describe_gauge!(
        "trowel_outbox_oldest_seconds",
        Unit::Seconds,
        "Since the oldest e-mail in the outbox was queued; 0 without one"
    );
    describe_gauge!("trowel_emails_undelivered", "Failed e-mails that were not resent, of all nodes");
    describe_maintenance();
    describe_gauge!("trowel_mail_on", "1 if a mail server is configured");
    describe_gauge!("trowel_payment_on", "1 if card payment is configured");
}

fn describe_maintenance() {
    describe_gauge!(
        "trowel_backup_last_success_timestamp_seconds",
        Unit::Seconds,
        "When the newest backup began, since 1970; 0 without one"
    );
    describe_gauge!(
        "trowel_verify_last_timestamp_seconds",
        Unit::Seconds,
        "When `trowel verify` last came to its end, since 1970; 0 before"
    );
    describe_gauge!("trowel_verify_differences", "Differences that it found");
    describe_gauge!("trowel_data_free_bytes", "Free space of the disk of the data folder");
    describe_gauge!("trowel_data_size_bytes", "Size of that disk");
    describe_gauge!(
        "trowel_certificate_expires_timestamp_seconds",
        Unit::Seconds,
        "When the shop's own certificate ends, since 1970"
    );
}

async fn set_maintenance(shop: &Shop) {
    let read = shop.db.read((), |tx, ()| {
        Box::pin(async move {
            Ok((maintenance::last_backup(tx).await?, maintenance::last_verification(tx).await?))
        })
    });
    if let Ok((backup, verification)) = read.await {
        let at = |at: Option<Timestamp>| at.map_or(0, |at| at.micros() / 1_000_000);
        if !shop.config.backups.made_elsewhere {
            set_count(&gauge!("trowel_backup_last_success_timestamp_seconds"), at(backup));
        }
        set_count(&gauge!("trowel_verify_last_timestamp_seconds"), at(verification.map(|last| last.at)));
        set_count(&gauge!("trowel_verify_differences"), verification.map_or(0, |last| last.differences));
    }
    let data = shop.config.data.clone();
    // A network file system may block for minutes.
    if let Ok(Some(disk)) = spawn_blocking(move || folders::disk_space(&data)).await {
        #[expect(clippy::cast_precision_loss, reason = "gauges are floating point numbers")]
        for (name, bytes) in
            [("trowel_data_free_bytes", disk.free as f64), ("trowel_data_size_bytes", disk.total as f64)]
        {
            gauge!(name).set(bytes);
        }
    }
    #[cfg(feature = "acme")]
    if let Some(acme) = &shop.config.acme
        && let Ok(Some(end)) =
            crate::http::acme::expires_at(&acme.domains, &acme.directory, &shop.config.data).await
    {
        set_count(&gauge!("trowel_certificate_expires_timestamp_seconds"), end.micros() / 1_000_000);
    }
}

async fn answer(shop: &Shop, handle: &PrometheusHandle) -> ([(header::HeaderName, &'static str); 1], String) {
    if let Some(process) = ProcessMetrics::read() {
        process.set();
    }
    let figures = shop.db.metrics();
    counter!("trowel_db_writes_total").absolute(figures.writes);
    counter!("trowel_db_commits_total").absolute(figures.commits);
    counter!("trowel_db_retries_total").absolute(figures.retries);
    counter!("trowel_db_refused_total").absolute(figures.refused);
    set_count(&gauge!("trowel_db_writes_pending"), figures.pending);
    set_count(&gauge!("trowel_db_connections_in_use"), figures.connections.in_use);
    set_count(&gauge!("trowel_db_connections_max"), figures.connections.max);
    if let Ok(catalogue) = shop.catalogue.current().await {
        set_count(&gauge!("trowel_tools"), catalogue.count());
    }
    let now = shop.clock.now();
    let age =
        |since: Timestamp| Duration::from_micros((now.micros() - since.micros()).try_into().unwrap_or(0));
    if let Some(refreshed_at) = shop.catalogue.refreshed_at() {
        gauge!("trowel_catalogue_age_seconds").set(age(refreshed_at));
    }
    let waiting = email::count_undelivered(&shop.db).await;
    set_flag("trowel_db_up", waiting.is_ok());
    if let Ok(waiting) = waiting {
        set_count(&gauge!("trowel_emails_queued"), waiting.queued);
        set_count(&gauge!("trowel_emails_undelivered"), waiting.failed);
        gauge!("trowel_outbox_oldest_seconds").set(waiting.oldest_queued.map_or(Duration::ZERO, age));
    }
    set_maintenance(shop).await;
    set_flag("trowel_mail_on", shop.mailer.is_on());
    set_flag("trowel_payment_on", shop.payments.is_some());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], handle.render())
}

fn set_count(gauge: &metrics::Gauge, count: impl TryInto<u32>) {
    gauge.set(count.try_into().map_or(f64::INFINITY, f64::from));
}

fn set_flag(name: &'static str, is_on: bool) {
    gauge!(name).set(if is_on { 1.0 } else { 0.0 });
}

/// What Linux says about this process. Other systems have no `/proc`, and then these metrics are absent.
struct ProcessMetrics {
    cpu_seconds: u64,
    memory_kib: u32,
    open_files: usize,
    max_files: u64,
}

impl ProcessMetrics {
    /// The unit of times in `/proc`, on every architecture.
    const TICKS_PER_SECOND: u64 = 100;

    fn read() -> Option<Self> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program is the second field and may contain spaces.
        let mut times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(str::parse::<u64>);
        let ticks = times.next()?.ok()? + times.next()?.ok()?;
        Some(Self {
            cpu_seconds: ticks / Self::TICKS_PER_SECOND,
            memory_kib: number_behind("/proc/self/status", "VmRSS:")?.try_into().ok()?,
            open_files: fs::read_dir("/proc/self/fd").ok()?.count(),
            max_files: number_behind("/proc/self/limits", "Max open files")?,
        })
    }

    fn set(&self) {
        counter!("process_cpu_seconds_total").absolute(self.cpu_seconds);
        gauge!("process_resident_memory_bytes").set(f64::from(self.memory_kib) * 1024.0);
        set_count(&gauge!("process_open_fds"), self.open_files);
        set_count(&gauge!("process_max_fds"), self.max_files);
    }
}

/// The first number in the line that starts with `name`.
fn number_behind(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}
