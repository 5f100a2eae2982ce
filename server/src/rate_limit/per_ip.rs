//! So many attempts per client address and while, whoever they are about. Kept by this process alone: it spares work,
//! and what guards an account is [`super::login_backoff`].

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::{http::error::ApiError, values::clock::Clock};

pub const MINUTE: Duration = Duration::from_mins(1);
pub const HOUR: Duration = Duration::from_hours(1);

pub struct Throttle {
    clock: Clock,
    by_address: Allowance<IpAddr>,
}

impl Throttle {
    pub fn new(attempts: u32, within: Duration, clock: Clock) -> Self {
        Self { clock, by_address: Allowance::new(attempts, within) }
    }

    /// Call before any work is done for the attempt.
    pub fn admit(&self, address: IpAddr) -> Result<(), ApiError> {
        self.by_address.take(network_of(address), self.clock.instant()).map_err(refusal)
    }

    /// Forgets the keys that are back at their full allowance.
    pub fn sweep(&self) {
        self.by_address.sweep(self.clock.instant());
    }
}

fn refusal(wait: Duration) -> ApiError {
    let wait_s = wait.as_secs() + 1;
    ApiError::too_many(
        "too_many_requests",
        format!("Too many attempts. Please wait {} and try again.", in_words(wait_s)),
        wait_s,
    )
}

/// `1 second`, `59 seconds`, `2 minutes`: never less than it is.
pub fn in_words(seconds: u64) -> String {
    match seconds {
        1 => "1 second".into(),
        2..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

/// All of it at once, refilled evenly. Kept per key as the moment at which it is full again.
struct Allowance<K> {
    within: Duration,
    one_more_after: Duration,
    full_again: Mutex<HashMap<K, Instant>>,
}

impl<K: Hash + Eq> Allowance<K> {
    fn new(attempts: u32, within: Duration) -> Self {
        Self { within, one_more_after: within / attempts.max(1), full_again: Mutex::default() }
    }

    /// `Err` says how long to wait for the next.
    fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut keys = self.lock();
        let full_again = keys.get(&key).map_or(now, |moment| *moment.max(&now)) + self.one_more_after;
        let missing = full_again.duration_since(now);
        if let Some(wait) = missing.checked_sub(self.within)
            && !wait.is_zero()
        {
            return Err(wait);
        }
        keys.insert(key, full_again);
        Ok(())
    }

    fn sweep(&self, now: Instant) {
        self.lock().retain(|_, full_again| *full_again > now);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Instant>> {
        self.full_again.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One household has a whole /64 of IPv6, and an IPv4 client may come in IPv6 dress.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) & (u128::MAX << 64)).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_attempt_after_the_allowance_waits() {
        let throttle = Throttle::new(3, MINUTE, Clock::default());
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..3 {
            assert!(throttle.admit(address).is_ok());
        }
        assert_eq!(throttle.admit(address).unwrap_err().code, "too_many_requests");
        assert!(throttle.admit("192.0.2.2".parse().unwrap()).is_ok());
    }

    #[test]
    fn an_allowance_comes_back_bit_by_bit() {
        let allowance = Allowance::new(3, MINUTE);
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(allowance.take("a", start), Ok(()));
        }
        assert_eq!(allowance.take("a", start), Err(Duration::from_secs(20)));
        assert_eq!(allowance.take("a", start + Duration::from_secs(19)), Err(Duration::from_secs(1)));
        assert_eq!(allowance.take("a", start + Duration::from_secs(20)), Ok(()));
        allowance.sweep(start + Duration::from_secs(79));
        assert_eq!(allowance.lock().len(), 1);
        allowance.sweep(start + Duration::from_secs(80));
        assert_eq!(allowance.lock().len(), 0);
    }

    #[test]
    fn a_wait_is_told_in_words() {
        let told = [1, 2, 90, 91, 600].map(in_words);
        assert_eq!(told, ["1 second", "2 seconds", "90 seconds", "2 minutes", "10 minutes"]);
    }

    #[test]
    fn neighbours_in_one_ipv6_network_count_as_one() {
        let throttle = Throttle::new(1, MINUTE, Clock::default());
        assert!(throttle.admit("2001:db8::1".parse().unwrap()).is_ok());
        assert!(throttle.admit("2001:db8::2".parse().unwrap()).is_err());
    }
}
