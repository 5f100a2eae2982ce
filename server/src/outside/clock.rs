//! The wall clock. Everything that needs the time asks here, so that a test can move it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, UNIX_EPOCH},
};

use crate::values::time::Moment;

#[derive(Clone, Default)]
pub struct Clock {
    /// Added to the system's time, in microseconds. Zero outside tests.
    shift: Arc<AtomicI64>,
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the wall clock")]
    pub fn now(&self) -> Moment {
        let since_1970 = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let micros = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        Moment::from_micros(micros.saturating_add(self.shift.load(Ordering::Relaxed)))
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
