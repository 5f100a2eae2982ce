//! Growing delays between attempts at the same delivery.

use std::time::Duration;

const INITIAL_BACKOFF: Duration = Duration::from_secs(30);
const MAX_BACKOFF: Duration = Duration::from_hours(1);

/// The delay after this many earlier attempts. It doubles with each.
pub fn backoff(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts).unwrap_or(u32::MAX).min(10);
    (INITIAL_BACKOFF * 2_u32.pow(doublings)).min(MAX_BACKOFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_backoff_doubles_up_to_its_maximum() {
        let seconds: Vec<u64> = (0..9).map(|attempts| backoff(attempts).as_secs()).collect();
        assert_eq!(seconds, [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
        assert_eq!(backoff(i64::MAX), MAX_BACKOFF);
    }
}
