//! Whether the engine accepts writes, as far as the last ones have shown.
//!
//! A write that succeeds proves little: on a full disk, one that changes nothing succeeds too. So only a probe that needs
//! space ends the failure.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::Error;

/// Several load balancers may ask, and a probe costs two commits.
pub(super) const PROBE_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct WriteHealth(Mutex<Option<FailedWrite>>);

struct FailedWrite {
    error: Error,
    probed_at: Option<Instant>,
}

impl WriteHealth {
    pub(super) fn record_failure(&self, error: &Error) {
        let mut failed = self.lock();
        let probed_at = failed.as_ref().and_then(|failed| failed.probed_at);
        *failed = Some(FailedWrite { error: error.clone(), probed_at });
    }

    pub(super) fn failure(&self) -> Option<Error> {
        self.lock().as_ref().map(|failed| failed.error.clone())
    }

    /// Whether the caller may probe. It also takes the turn, so that only one caller probes at a time.
    pub(super) fn may_probe(&self) -> bool {
        let now = Instant::now();
        let mut failed = self.lock();
        let Some(failed) = failed.as_mut() else { return false };
        let is_due = failed.probed_at.is_none_or(|at| now.duration_since(at) >= PROBE_INTERVAL);
        if is_due {
            failed.probed_at = Some(now);
        }
        is_due
    }

    pub(super) fn clear(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<FailedWrite>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
