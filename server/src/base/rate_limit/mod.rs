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

use futures_util::future::try_join_all;
use thiserror::Error;

pub use self::limited_action::LimitedAction;
use self::{http::humanize_seconds, store::Counter};
use crate::{
    db::{self, Committed, Tx},
    values::{
        hash::sha256_hex,
        language::{Language, Localized},
        time::Timestamp,
    },
};

impl LimitedAction {
    /// `wait` is for example `7 minutes`.
    /// The sentence of the 429, for so many seconds to wait.
    fn message(self, seconds: u64) -> Localized {
        let (limit, wait) = (self.limit(), humanize_seconds(seconds));
        Localized::each(|language| {
            let message = match language {
                Language::English => limit.message,
                Language::French => limit.french,
            };
            message.replace("{wait}", wait.in_language(language))
        })
    }

    /// Returns the key in the table. The subject is hashed, so that the table holds no list of addresses.
    fn key(self, subject: &str) -> String {
        format!("{} {}", self.limit().name, sha256_hex(subject.as_bytes()))
    }

    /// The limit for one `subject`, for example an address. Other numbers than the fixed ones are in [`RateLimits`].
    pub fn by(self, subject: &str) -> RateLimit {
        let limit = self.limit();
        debug_assert!(limit.is_fixed(), "{self:?} needs RateLimits::by");
        RateLimit::new(self, subject, limit.max)
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
        RateLimit::new(action, subject, self.max(action))
    }

    /// A part of the limit, for one `subject`.
    pub fn part(&self, action: LimitedAction, subject: &str, max: u32) -> RateLimit {
        debug_assert!(max <= self.max(action), "a part of {action:?} is more than all of it");
        RateLimit::new(action, subject, max)
    }
}

/// How many times an action is allowed within a period. The period begins with the first time and does not slide,
/// unless the limit [refills](limited_action::ActionLimit::refills).
#[derive(Debug, Clone)]
pub struct RateLimit {
    action: LimitedAction,
    key: String,
    max: u32,
    per: Duration,
    /// How many one time counts.
    amount: i64,
}

impl RateLimit {
    fn new(action: LimitedAction, subject: &str, max: u32) -> Self {
        Self { action, key: action.key(subject), max, per: action.limit().per, amount: 1 }
    }

    /// One time counts so many. The first within a period may exceed the limit.
    #[must_use]
    pub fn counting(self, amount: usize) -> Self {
        Self { amount: i64::try_from(amount).unwrap_or(i64::MAX), ..self }
    }

    /// How long a limit that refills takes for one more.
    fn step(&self) -> Duration {
        self.per / self.max.max(1)
    }

    /// Returns when the counter allows `amount` more.
    fn next_at(&self, counter: Counter, now: Timestamp) -> Timestamp {
        if self.action.limit().refills {
            return counter.expires_at.plus(self.step()).minus(self.per).max(now);
        }
        let is_allowed =
            counter.count == 0 || counter.count.saturating_add(self.amount) <= i64::from(self.max);
        if is_allowed { now } else { counter.expires_at }
    }

    async fn take(&self, tx: &Tx<'_>, now: Timestamp) -> Result<Option<Counter>, db::Error> {
        if self.max == 0 {
            return Ok(None);
        }
        if self.action.limit().refills {
            return store::take_refilled(tx, &self.key, now, self.step(), self.per).await;
        }
        store::take(tx, &self.key, self.amount, self.max, now, self.per).await
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("rate limit exceeded: {action:?} may be repeated at {retry_at}")]
pub struct RateLimited {
    pub action: LimitedAction,
    pub at: Timestamp,
    pub retry_at: Timestamp,
}

/// The error of a function that rolls back if a limit is used up.
#[derive(Debug, Error)]
pub enum LimitError {
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Counts one for all of these limits, or for none of them if one is used up. Answers when all of them allow the next.
///
/// Locks the counters until the transaction ends, so concurrent requests cannot exceed a limit.
pub async fn take(
    tx: &Tx<'_>,
    limits: &[RateLimit],
    now: Timestamp,
) -> Result<Committed<Timestamp, RateLimited>, db::Error> {
    let mut next_at = now;
    for (taken, limit) in limits.iter().enumerate() {
        let Some(counter) = limit.take(tx, now).await? else {
            give_back(tx, &limits[..taken]).await?;
            let counter = store::lock(tx, &limit.key).await?.at(now, limit.per);
            let retry_at = if limit.max == 0 { counter.expires_at } else { limit.next_at(counter, now) };
            return Ok(Committed::Refused(RateLimited { action: limit.action, at: now, retry_at }));
        };
        next_at = next_at.max(limit.next_at(counter, now));
    }
    Ok(Committed::Done(next_at))
}

/// Returns `None` if the limit allows one more. It locks nothing, so [`take_at_end`] decides.
pub async fn check(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<Option<RateLimited>, db::Error> {
    let retry_at = counter_of(tx, limit, now).await?.map_or(now, |counter| limit.next_at(counter, now));
    Ok((retry_at > now).then_some(RateLimited { action: limit.action, at: now, retry_at }))
}

/// Whether nothing was counted in the period that lasts. Locks nothing.
pub async fn is_unused(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<bool, db::Error> {
    Ok(counter_of(tx, limit, now).await?.is_none_or(|counter| counter.count == 0))
}

async fn counter_of(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<Option<Counter>, db::Error> {
    Ok(store::read(tx, &limit.key).await?.map(|counter| counter.at(now, limit.per)))
}

/// Counts at the end of the transaction, after [`check`]. If the limit was used up meanwhile, the transaction conflicts
/// and runs again.
pub async fn take_at_end(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<(), db::Error> {
    store::take_at_end(tx, &limit.key, limit.amount, limit.max, now, limit.per).await
}

/// Checks all of these limits like [`check`]. A limit that is used up is an error.
pub async fn check_all(tx: &Tx<'_>, limits: &[RateLimit], now: Timestamp) -> Result<(), LimitError> {
    let checked = try_join_all(limits.iter().map(|limit| check(tx, limit, now))).await?;
    match checked.into_iter().flatten().next() {
        Some(limited) => Err(limited.into()),
        None => Ok(()),
    }
}

/// Counts for all of these limits like [`take_at_end`].
pub async fn take_all_at_end(tx: &Tx<'_>, limits: &[RateLimit], now: Timestamp) -> Result<(), db::Error> {
    for limit in limits {
        take_at_end(tx, limit, now).await?;
    }
    Ok(())
}

/// Counts from zero again.
pub async fn reset(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<(), db::Error> {
    store::set(tx, &limit.key, Counter { count: 0, expires_at: now }).await
}

/// Uncounts what was [taken](take) in the same transaction.
pub async fn give_back(tx: &Tx<'_>, limits: &[RateLimit]) -> Result<(), db::Error> {
    for limit in limits {
        let sooner = if limit.action.limit().refills { limit.step() } else { Duration::ZERO };
        store::give_back(tx, &limit.key, sooner).await?;
    }
    Ok(())
}
