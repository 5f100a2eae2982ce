//! Rate limiters in this process, by client IP or by user. They save work before any query. Limits that must hold on
//! all nodes together are rows of the table.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{LimitedAction, RateLimited, RateLimits};
use crate::values::{clock::Clock, ids::Id};

pub struct RateLimiter<K> {
    action: LimitedAction,
    clock: Clock,
    one_more_after: Duration,
    /// A token bucket per key, stored as the moment at which it is full again.
    full_again: Mutex<HashMap<K, Instant>>,
}

pub type IpRateLimiter = RateLimiter<IpAddr>;
pub type UserRateLimiter = RateLimiter<Id>;

impl IpRateLimiter {
    /// Counts an attempt of this address. Callers run this before they do any work for the attempt.
    pub fn admit(&self, address: IpAddr) -> Result<(), RateLimited> {
        self.admit_key(network_of(address, HOUSEHOLD_BITS))
    }
}

impl UserRateLimiter {
    pub fn admit_user(&self, user: &Id) -> Result<(), RateLimited> {
        self.admit_key(user.clone())
    }
}

impl<K: Eq + Hash> RateLimiter<K> {
    pub fn new(action: LimitedAction, rates: &RateLimits, clock: Clock) -> Self {
        Self {
            action,
            clock,
            one_more_after: action.limit().per / rates.max(action).max(1),
            full_again: Mutex::new(HashMap::new()),
        }
    }

    fn admit_key(&self, key: K) -> Result<(), RateLimited> {
        self.take(key, self.clock.instant()).map_err(|wait| {
            let at = self.clock.now();
            RateLimited { action: self.action, at, retry_at: at.plus(wait) }
        })
    }

    /// `Err` is how long to wait.
    fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.lock();
        let full_again = buckets.get(&key).map_or(now, |full| *full.max(&now)) + self.one_more_after;
        let wait = full_again.duration_since(now).saturating_sub(self.action.limit().per);
        if !wait.is_zero() {
            return Err(wait);
        }
        buckets.insert(key, full_again);
        Ok(())
    }

    /// Deletes the buckets that are full again.
    pub fn delete_expired(&self) {
        self.delete_full(self.clock.instant());
    }

    fn delete_full(&self, now: Instant) {
        self.lock().retain(|_, full_again| *full_again > now);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Instant>> {
        self.full_again.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A household has a whole /64 of IPv6 or more.
const HOUSEHOLD_BITS: u32 = 64;
/// What a provider assigns to one customer at most. A /48 has 65,536 networks of `HOUSEHOLD_BITS`.
pub const SITE_BITS: u32 = 48;

/// The address itself, or its network of so many bits of IPv6. An IPv4 address may be written as an IPv6 one.
pub fn network_of(address: IpAddr, bits: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) & (u128::MAX << (u128::BITS - bits))).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(max: u32) -> IpRateLimiter {
        let mut rates = RateLimits::of_shop();
        rates.set(LimitedAction::LogIn, max);
        IpRateLimiter::new(LimitedAction::LogIn, &rates, Clock::default())
    }

    #[test]
    fn the_next_attempt_after_the_allowance_waits() {
        let limiter = limiter(3);
        limiter.clock.stop();
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..3 {
            assert!(limiter.admit(address).is_ok());
        }
        let limited = limiter.admit(address).unwrap_err();
        assert_eq!(limited.retry_at, limited.at.plus(Duration::from_secs(20)));
        assert!(limiter.admit("192.0.2.2".parse().unwrap()).is_ok());
    }

    #[test]
    fn an_allowance_comes_back_bit_by_bit() {
        let (limiter, start) = (limiter(3), Instant::now());
        let take = |seconds| limiter.take("192.0.2.1".parse().unwrap(), start + Duration::from_secs(seconds));
        for _ in 0..3 {
            assert_eq!(take(0), Ok(()));
        }
        assert_eq!(take(0), Err(Duration::from_secs(20)));
        assert_eq!(take(19), Err(Duration::from_secs(1)));
        assert_eq!(take(20), Ok(()));
        limiter.delete_full(start + Duration::from_secs(79));
        assert_eq!(limiter.lock().len(), 1);
        limiter.delete_full(start + Duration::from_secs(80));
        assert_eq!(limiter.lock().len(), 0);
    }

    #[test]
    fn neighbours_in_one_ipv6_network_count_as_one() {
        let limiter = limiter(1);
        assert!(limiter.admit("2001:db8::1".parse().unwrap()).is_ok());
        assert!(limiter.admit("2001:db8::2".parse().unwrap()).is_err());
    }
}
