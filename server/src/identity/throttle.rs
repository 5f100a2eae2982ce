//! Limits on guessing: so many attempts per client address, and per account, in a minute.

use std::{hash::Hash, net::IpAddr, num::NonZeroU32};

use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};

use crate::web::error::ApiError;

pub struct Throttle {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    by_account: DefaultKeyedRateLimiter<String>,
}

impl Throttle {
    pub fn per_minute(attempts: u32) -> Self {
        let quota = Quota::per_minute(NonZeroU32::new(attempts).unwrap_or(NonZeroU32::MIN));
        Self { by_address: RateLimiter::keyed(quota), by_account: RateLimiter::keyed(quota) }
    }

    /// Call before any work is done for the attempt.
    pub fn admit(&self, address: IpAddr, account: &str) -> Result<(), ApiError> {
        check(&self.by_address, &network_of(address))?;
        check(&self.by_account, &account.to_owned())
    }

    /// Forgets the keys that are back at their full allowance.
    pub fn sweep(&self) {
        self.by_address.retain_recent();
        self.by_account.retain_recent();
    }
}

fn check<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|until| {
        let wait_s = until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
        ApiError::too_many(
            "too_many_requests",
            format!("Too many attempts. Please wait {wait_s} seconds and try again."),
            wait_s,
        )
    })
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
        let throttle = Throttle::per_minute(3);
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..3 {
            assert!(throttle.admit(address, "a@b.ca").is_ok());
        }
        assert_eq!(throttle.admit(address, "a@b.ca").unwrap_err().code, "too_many_requests");
        assert!(throttle.admit("192.0.2.2".parse().unwrap(), "c@d.ca").is_ok());
        assert!(
            throttle.admit("192.0.2.3".parse().unwrap(), "a@b.ca").is_err(),
            "another address, the same account"
        );
    }

    #[test]
    fn neighbours_in_one_ipv6_network_count_as_one() {
        let throttle = Throttle::per_minute(1);
        assert!(throttle.admit("2001:db8::1".parse().unwrap(), "a@b.ca").is_ok());
        assert!(throttle.admit("2001:db8::2".parse().unwrap(), "c@d.ca").is_err());
    }
}
