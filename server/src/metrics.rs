//! Metrics for Prometheus, on a separate listener that only the operator can reach.
//!
//! Metrics are recorded only with `--metrics-listen`. Labels are known routes and methods, so that a client cannot
//! create new label values.

use std::{sync::Arc, time::Duration};

use axum::{Router, http::header, routing::get};
use metrics::{counter, gauge};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use thiserror::Error;

use crate::{email, http::request_timer, shop::Shop};

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
    metrics::describe_counter!(
        "trowel_db_writes_total",
        "Write transactions, including those that changed nothing"
    );
    metrics::describe_counter!("trowel_db_commits_total", "Commits; on SQLite several writes share one");
    metrics::describe_counter!(
        "trowel_db_retries_total",
        "Transactions retried after a conflict or a broken connection"
    );
    metrics::describe_counter!("trowel_db_refused_total", "Transactions rejected because the queue was full");
    metrics::describe_gauge!("trowel_tools", "Tools on sale in this node's cache");
    metrics::describe_counter!("trowel_emails_sent_total", "E-mails that the mail server accepted, by kind");
    metrics::describe_counter!("trowel_emails_failed_total", "E-mails that failed permanently, by kind");
    metrics::describe_gauge!("trowel_emails_queued", "E-mails in the outbox, of all nodes");
    metrics::describe_gauge!(
        "trowel_emails_undelivered",
        "Failed e-mails that were not resent, of all nodes"
    );
    metrics::describe_gauge!("trowel_mail_on", "1 if a mail server is configured");
    metrics::describe_gauge!("trowel_payment_on", "1 if card payment is configured");
}

async fn answer(shop: &Shop, handle: &PrometheusHandle) -> ([(header::HeaderName, &'static str); 1], String) {
    let figures = shop.db.metrics();
    counter!("trowel_db_writes_total").absolute(figures.writes);
    counter!("trowel_db_commits_total").absolute(figures.commits);
    counter!("trowel_db_retries_total").absolute(figures.retries);
    counter!("trowel_db_refused_total").absolute(figures.refused);
    if let Ok(catalogue) = shop.catalogue.current().await {
        set_count(&gauge!("trowel_tools"), catalogue.count());
    }
    if let Ok(waiting) = email::count_undelivered(&shop.db).await {
        set_count(&gauge!("trowel_emails_queued"), waiting.queued);
        set_count(&gauge!("trowel_emails_undelivered"), waiting.failed);
    }
    gauge!("trowel_mail_on").set(if shop.mailer.is_on() { 1.0 } else { 0.0 });
    gauge!("trowel_payment_on").set(if shop.payments.is_some() { 1.0 } else { 0.0 });
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], handle.render())
}

fn set_count(gauge: &metrics::Gauge, count: impl TryInto<u32>) {
    gauge.set(count.try_into().map_or(f64::INFINITY, f64::from));
}
