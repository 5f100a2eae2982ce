//! The time as the stand-ins see it.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970. Tests bring their own.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

pub fn system() -> Clock {
    Arc::new(system_seconds)
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the clock, replaceable by settings")]
fn system_seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
