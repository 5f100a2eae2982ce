//! Counters for metrics.

use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Default)]
pub(super) struct Counters {
    pub writes: AtomicU64,
    pub commits: AtomicU64,
    pub retries: AtomicU64,
    pub refused: AtomicU64,
}

/// Counted since the start of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DbMetrics {
    /// Calls of `Db::write` that ran to the end.
    pub writes: u64,
    /// Commits. On SQLite several writes share one.
    pub commits: u64,
    /// Retries after a conflict or a broken connection.
    pub retries: u64,
    /// Calls rejected because the queue was full.
    pub refused: u64,
}

impl Counters {
    pub(super) fn add(counter: &AtomicU64, more: u64) {
        counter.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn metrics(&self) -> DbMetrics {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        DbMetrics {
            writes: of(&self.writes),
            commits: of(&self.commits),
            retries: of(&self.retries),
            refused: of(&self.refused),
        }
    }
}
