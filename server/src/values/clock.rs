//! The wall clock. Everything that needs the time asks here, so that a test can move it.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant, UNIX_EPOCH},
};

use crate::values::time::Moment;

#[derive(Clone)]
pub struct Clock {
    /// Added to the system's time, in microseconds. Zero outside tests.
    shift: Arc<AtomicI64>,
    /// Where it stands still, in microseconds; [`RUNNING`] outside tests.
    stopped_at: Arc<AtomicI64>,
    stood_still: Arc<OnceLock<Instant>>,
}

const RUNNING: i64 = i64::MIN;

impl Default for Clock {
    fn default() -> Self {
        Self {
            shift: Arc::default(),
            stopped_at: Arc::new(AtomicI64::new(RUNNING)),
            stood_still: Arc::default(),
        }
    }
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the wall clock")]
    pub fn now(&self) -> Moment {
        let stopped_at = self.stopped_at.load(Ordering::Relaxed);
        if stopped_at != RUNNING {
            return Moment::from_micros(stopped_at.saturating_add(self.shift.load(Ordering::Relaxed)));
        }
        let since_1970 = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let micros = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        Moment::from_micros(micros.saturating_add(self.shift.load(Ordering::Relaxed)))
    }

    /// For waits that end with this process: nobody sets it back. It stands still when the clock is stopped.
    pub fn instant(&self) -> Instant {
        self.stood_still.get().copied().unwrap_or_else(Instant::now)
    }

    /// For tests of waits that a slow machine would sit out: only [`advance`](Self::advance) and
    /// [`set_back`](Self::set_back) move it from now on.
    pub fn stop(&self) {
        let shift = self.shift.load(Ordering::Relaxed);
        self.stood_still.get_or_init(Instant::now);
        self.stopped_at.store(self.now().micros().saturating_sub(shift), Ordering::Relaxed);
    }

    /// For tests: from now on the clock is ahead by this much more.
    pub fn advance(&self, by: Duration) {
        self.shift.fetch_add(micros(by), Ordering::Relaxed);
    }

    /// For tests: from now on the clock is behind by this much more.
    pub fn set_back(&self, by: Duration) {
        self.shift.fetch_sub(micros(by), Ordering::Relaxed);
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
