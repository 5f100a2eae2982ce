//! Log lines about a database that does not answer: one a second, because every request and job would write one.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{
    db,
    values::{clock::Clock, log_sampler::LogSampler},
};

static SAMPLER: LogSampler = LogSampler::new();
static IS_AWAY: AtomicBool = AtomicBool::new(false);

/// Logs that `what` failed. While the database is away, most lines are left out and counted.
pub fn failed(what: &str, error: &db::Error) {
    if !matches!(error, db::Error::Unavailable(_)) {
        tracing::warn!(%error, "{what}");
        return;
    }
    IS_AWAY.store(true, Ordering::Relaxed);
    if let Some(left_out) = SAMPLER.sample(Clock::default().now()) {
        tracing::error!(%error, left_out, "{what}");
    }
}

/// Logs the end of an outage.
pub fn answered() {
    if IS_AWAY.swap(false, Ordering::Relaxed) {
        let left_out = SAMPLER.take_left_out();
        tracing::info!(left_out, "the database answers again");
    }
}
