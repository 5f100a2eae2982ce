//! The counters of the process. Features add to them; `/metrics` shows them to the operator.
//!
//! A label has few values that the shop chooses, so that a client cannot create new ones.

use std::sync::LazyLock;

use prometheus::{IntCounter, IntCounterVec, Opts, Registry, core::Collector};

/// Attempts to order a tool. A result is also the code of an error.
pub static ORDERS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    counters(
        (
            "trowel_orders_total",
            "Attempts to order a tool: placed, repeated with the same key, or the error code",
        ),
        "result",
        &["placed"],
    )
});

pub static PAYMENTS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    counters(
        (
            "trowel_payments_total",
            "Payments: started, or the error code; then what the card provider reported",
        ),
        "result",
        &["started", "paid", "refunding", "mismatch", "provider_unavailable"],
    )
});

pub static PAGE_RENDERINGS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    counters(
        (
            "trowel_page_renderings_total",
            "Public pages rendered on the server, or skipped or failed: those are sent without HTML",
        ),
        "result",
        &["rendered", "skipped", "failed"],
    )
});

pub static WEBHOOKS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    counters(
        ("trowel_webhooks_total", "Attempts to deliver a webhook: sent or failed"),
        "result",
        &["sent", "failed"],
    )
});

pub static PUSH_MESSAGES: LazyLock<IntCounterVec> = LazyLock::new(|| {
    counters(
        ("trowel_push_messages_total", "Attempts to tell a device of a new order: sent, gone or failed"),
        "result",
        &["sent", "gone", "failed"],
    )
});

pub static EMAILS_SENT: LazyLock<IntCounterVec> = LazyLock::new(|| {
    counters(("trowel_emails_sent_total", "E-mails that the mail server accepted, by kind"), "kind", &[])
});

pub static EMAILS_FAILED: LazyLock<IntCounterVec> = LazyLock::new(|| {
    counters(("trowel_emails_failed_total", "E-mails that failed permanently, by kind"), "kind", &[])
});

pub static EMAILS_WITHHELD: LazyLock<IntCounter> = LazyLock::new(|| {
    let counter = IntCounter::new(
        "trowel_emails_withheld_total",
        "E-mails to unconfirmed addresses that were not sent because the shop had reached its limit of a day",
    );
    register(counter)
});

/// Registers the counters above. A counter that begins with its first event would hide that event from `rate()`.
pub fn register_all() {
    let all = [&ORDERS, &PAYMENTS, &PAGE_RENDERINGS, &WEBHOOKS, &PUSH_MESSAGES, &EMAILS_SENT, &EMAILS_FAILED];
    for counters in all {
        LazyLock::force(counters);
    }
    LazyLock::force(&EMAILS_WITHHELD);
}

/// Counters by one label, which begin at 0 for the `known` values.
fn counters((name, help): (&str, &str), label: &str, known: &[&str]) -> IntCounterVec {
    let counters = register(IntCounterVec::new(Opts::new(name, help), &[label]));
    for value in known {
        counters.with_label_values(&[value]);
    }
    counters
}

/// Adds a metric to the counters of the process. Its name must be valid and new there.
pub fn register<M: Collector + Clone + 'static>(metric: prometheus::Result<M>) -> M {
    register_in(prometheus::default_registry(), metric)
}

pub fn register_in<M: Collector + Clone + 'static>(registry: &Registry, metric: prometheus::Result<M>) -> M {
    let metric = metric.expect("names and labels of metrics are constants");
    registry.register(Box::new(metric.clone())).expect("each metric is registered once");
    metric
}
