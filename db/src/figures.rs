//! Counts of what the module did, for metrics.

use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Default)]
pub(super) struct Counters {
    pub writes: AtomicU64,
    pub commits: AtomicU64,
    pub retries: AtomicU64,
    pub refused: AtomicU64,
}

/// Counts since the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Pieces of work given to `Db::write` that ran to an end.
    pub writes: u64,
    /// Commits; on SQLite fewer than writes, as those share them.
    pub commits: u64,
    /// Runs begun again after a conflict or a broken connection.
    pub retries: u64,
    /// Work refused because too much was waiting.
    pub refused: u64,
}

impl Counters {
    pub(super) fn add(counter: &AtomicU64, more: u64) {
        counter.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn figures(&self) -> Figures {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Figures {
            writes: of(&self.writes),
            commits: of(&self.commits),
            retries: of(&self.retries),
            refused: of(&self.refused),
        }
    }
}
