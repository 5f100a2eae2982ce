//! Counters for metrics.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use prometheus::{Histogram, HistogramOpts};

/// Upper bounds in seconds: from a response out of memory to one that waits for the card provider.
pub const DURATION_BUCKETS: &[f64] =
    &[0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The durations of all write transactions of the process. The caller adds it to its registry.
pub static WRITE_DURATIONS: LazyLock<Histogram> = LazyLock::new(|| {
    let options = HistogramOpts::new(
        "trowel_db_write_duration_seconds",
        "Write transactions, with the time in the queue and all retries",
    );
    Histogram::with_opts(options.buckets(DURATION_BUCKETS.to_vec())).expect("the bounds rise")
});

#[derive(Default)]
pub(super) struct Counters {
    pub writes: AtomicU64,
    pub commits: AtomicU64,
    pub retries: AtomicU64,
    pub refused: AtomicU64,
    pending: AtomicU64,
}

/// Counted since the start of the process, except where the field says "now".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DbMetrics {
    /// Calls of `Db::write` that ran to the end.
    pub writes: u64,
    /// Commits. On SQLite several writes share one.
    pub commits: u64,
    /// Retries after a conflict or a broken connection.
    pub retries: u64,
    /// Calls rejected because the queue was full or no connection became free in time.
    pub refused: u64,
    /// Write transactions that are queued or running now.
    pub pending: u64,
    pub connections: ConnectionCounts,
}

/// The connections of the pool now: on SQLite the ones for long reads, on PostgreSQL all of this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionCounts {
    pub max: usize,
    pub in_use: usize,
}

/// Measures one write transaction, from the call to its result.
pub(super) struct WriteTimer<'c> {
    counters: &'c Counters,
    started: Instant,
}

impl Drop for WriteTimer<'_> {
    fn drop(&mut self) {
        self.counters.pending.fetch_sub(1, Ordering::Relaxed);
        WRITE_DURATIONS.observe(self.started.elapsed().as_secs_f64());
    }
}

impl Counters {
    pub(super) fn add(counter: &AtomicU64, more: u64) {
        counter.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn start_write(&self) -> WriteTimer<'_> {
        self.pending.fetch_add(1, Ordering::Relaxed);
        WriteTimer { counters: self, started: Instant::now() }
    }

    pub(super) fn metrics(&self, connections: ConnectionCounts) -> DbMetrics {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        DbMetrics {
            writes: of(&self.writes),
            commits: of(&self.commits),
            retries: of(&self.retries),
            refused: of(&self.refused),
            pending: of(&self.pending),
            connections,
        }
    }
}
