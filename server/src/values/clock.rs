//! The wall clock. All code reads the time from [`Clock`], so that tests can move it.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant, UNIX_EPOCH},
};

use crate::values::time::Timestamp;

#[derive(Clone)]
pub struct Clock {
    /// Added to the system's time, in microseconds. Zero outside tests.
    shift: Arc<AtomicI64>,
    /// The time at which the clock is stopped, in microseconds. [`RUNNING`] outside tests.
    stopped_at: Arc<AtomicI64>,
    stopped_instant: Arc<OnceLock<Instant>>,
}

const RUNNING: i64 = i64::MIN;

impl Default for Clock {
    fn default() -> Self {
        Self {
            shift: Arc::default(),
            stopped_at: Arc::new(AtomicI64::new(RUNNING)),
            stopped_instant: Arc::default(),
        }
    }
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the wall clock")]
    pub fn now(&self) -> Timestamp {
        let stopped_at = self.stopped_at.load(Ordering::Relaxed);
        if stopped_at != RUNNING {
            return Timestamp::from_micros(stopped_at.saturating_add(self.shift.load(Ordering::Relaxed)));
        }
        let since_1970 = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let micros = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        Timestamp::from_micros(micros.saturating_add(self.shift.load(Ordering::Relaxed)))
    }

    /// A monotonic clock, for waits within this process. It stops with the clock.
    pub fn instant(&self) -> Instant {
        self.stopped_instant.get().copied().unwrap_or_else(Instant::now)
    }

    /// Stops the clock. Then only [`advance`](Self::advance) and [`rewind`](Self::rewind) move it. Tests of time limits
    /// call this, because a slow machine could exceed the limits.
    pub fn stop(&self) {
        let shift = self.shift.load(Ordering::Relaxed);
        self.stopped_instant.get_or_init(Instant::now);
        self.stopped_at.store(self.now().micros().saturating_sub(shift), Ordering::Relaxed);
    }

    /// Moves the clock forward. Tests call this.
    pub fn advance(&self, by: Duration) {
        self.shift.fetch_add(micros(by), Ordering::Relaxed);
    }

    /// Moves the clock backward. Tests call this.
    pub fn rewind(&self, by: Duration) {
        self.shift.fetch_sub(micros(by), Ordering::Relaxed);
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
