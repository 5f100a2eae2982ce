//! Limits on how often something may be done. [`LimitedAction`] lists them all.
//!
//! Counts by account, number, address or browser are rows of the table `rate_limits`, shared by all nodes. They name
//! nothing of the account itself, so deleting an account resets none of them. [`token_bucket`] counts in this process.
//! [`login_backoff`] has a rule of its own on top of the same table.

pub mod http;
pub mod limited_action;
pub mod limiters;
pub mod login_backoff;
pub mod store;
pub mod token_bucket;

use std::time::Duration;

use thiserror::Error;

pub use self::limited_action::LimitedAction;
use self::store::Counter;
use crate::{
    db::{self, Tx},
    values::{hash::sha256_hex, time::Timestamp},
};

impl LimitedAction {
    /// `wait` is for example `7 minutes`.
    fn message(self, wait: &str) -> String {
        self.limit().message.replace("{wait}", wait)
    }

    /// In the table. The subject is hashed, so that the table holds no list of addresses.
    fn key(self, subject: &str) -> String {
        format!("{} {}", self.limit().name, sha256_hex(subject.as_bytes()))
    }

    /// The limit for one `subject`, for example an address. Other numbers than the fixed ones are in [`RateLimits`].
    pub fn by(self, subject: &str) -> RateLimit {
        let limit = self.limit();
        debug_assert!(limit.is_fixed(), "{self:?} needs RateLimits::by");
        RateLimit { action: self, key: self.key(subject), max: limit.max, per: limit.per }
    }
}

/// The numbers of this shop.
#[derive(Debug, Clone)]
pub struct RateLimits([u32; LimitedAction::ALL.len()]);

impl RateLimits {
    pub fn of_shop() -> Self {
        Self(LimitedAction::ALL.map(|action| action.limit().max))
    }

    pub fn of_demo() -> Self {
        Self(LimitedAction::ALL.map(|action| action.limit().demo))
    }

    pub fn max(&self, action: LimitedAction) -> u32 {
        self.0[action as usize]
    }

    pub fn set(&mut self, action: LimitedAction, max: u32) {
        debug_assert!(!action.limit().is_fixed(), "{action:?} is the same in every shop");
        self.0[action as usize] = max;
    }

    /// The limit for one `subject`, for example a customer.
    pub fn by(&self, action: LimitedAction, subject: &str) -> RateLimit {
        RateLimit { action, key: action.key(subject), max: self.max(action), per: action.limit().per }
    }
}

/// So many times within a period. The period begins with the first time and does not slide.
#[derive(Debug, Clone)]
pub struct RateLimit {
    action: LimitedAction,
    key: String,
    max: u32,
    per: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("rate limit exceeded: {action:?} may be repeated at {retry_at}")]
pub struct RateLimited {
    pub action: LimitedAction,
    pub at: Timestamp,
    pub retry_at: Timestamp,
}

/// Counts one for all of these limits, or for none of them if one is used up. Answers when all of them allow the next.
///
/// Locks the counters until the transaction ends, so concurrent requests cannot exceed a limit.
pub async fn take(
    tx: &Tx<'_>,
    limits: &[RateLimit],
    now: Timestamp,
) -> Result<Result<Timestamp, RateLimited>, db::Error> {
    let mut next_at = now;
    for (taken, RateLimit { action, key, max, per }) in limits.iter().enumerate() {
        let counter = if *max == 0 { None } else { store::take(tx, key, *max, now, *per).await? };
        let Some(counter) = counter else {
            give_back(tx, &limits[..taken]).await?;
            let retry_at = store::lock(tx, key).await?.at(now, *per).expires_at;
            return Ok(Err(RateLimited { action: *action, at: now, retry_at }));
        };
        if counter.count == i64::from(*max) {
            next_at = next_at.max(counter.expires_at);
        }
    }
    Ok(Ok(next_at))
}

/// Whether the limit allows one more. Locks nothing, so [`take_at_end`] decides.
pub async fn check(
    tx: &Tx<'_>,
    &RateLimit { action, ref key, max, per }: &RateLimit,
    now: Timestamp,
) -> Result<Result<(), RateLimited>, db::Error> {
    let counter = store::read(tx, key).await?.map(|counter| counter.at(now, per));
    let used_up = counter.filter(|counter| counter.count >= i64::from(max));
    Ok(used_up.map_or(Ok(()), |counter| Err(RateLimited { action, at: now, retry_at: counter.expires_at })))
}

/// Counts one at the end of the transaction, after [`check`]. If the limit was used up meanwhile, the transaction
/// conflicts and runs again.
pub async fn take_at_end(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<(), db::Error> {
    store::take_at_end(tx, &limit.key, limit.max, now, limit.per).await
}

/// Counts from zero again.
pub async fn reset(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<(), db::Error> {
    store::set(tx, &limit.key, Counter { count: 0, expires_at: now }).await
}

/// Uncounts what was [taken](take) in the same transaction.
pub async fn give_back(tx: &Tx<'_>, limits: &[RateLimit]) -> Result<(), db::Error> {
    for limit in limits {
        store::give_back(tx, &limit.key, Duration::ZERO).await?;
    }
    Ok(())
}
