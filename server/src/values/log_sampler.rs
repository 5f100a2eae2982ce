//! Limits what every request could write to the log to one line a second.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use super::time::Timestamp;

/// Counts the lines that it leaves out, so that the next one can say how many they were.
#[derive(Default)]
pub struct LogSampler {
    second: AtomicI64,
    left_out: AtomicU64,
}

impl LogSampler {
    pub const fn new() -> Self {
        Self { second: AtomicI64::new(0), left_out: AtomicU64::new(0) }
    }

    /// Returns how many lines were left out before this one. Returns `None` if this line must be left out.
    pub fn sample(&self, now: Timestamp) -> Option<u64> {
        let second = now.micros() / 1_000_000;
        if self.second.swap(second, Ordering::Relaxed) == second {
            self.left_out.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some(self.take_left_out())
    }

    pub fn take_left_out(&self) -> u64 {
        self.left_out.swap(0, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_a_second_says_how_many_were_left_out() {
        let sampler = LogSampler::new();
        let at = |millis: i64| sampler.sample(Timestamp::from_micros(millis * 1_000));
        assert_eq!([1_000, 1_001, 1_999].map(at), [Some(0), None, None]);
        assert_eq!([2_000, 2_500, 9_000].map(at), [Some(2), None, Some(1)]);
    }
}
