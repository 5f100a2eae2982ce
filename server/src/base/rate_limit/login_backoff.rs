//! Delays after wrong passwords. The first few cost nothing. Each further one doubles the delay, up to a minute. So all
//! clients and nodes together try fewer than a hundred passwords an hour at one account.
//!
//! A browser that has logged in before ([`known_device`](crate::accounts::session::known_device)) has a count of its
//! own. An attacker who tries passwords delays other unknown browsers, but not the owner's.

use std::time::Duration;

use super::{
    LimitedAction, RateLimited,
    store::{self, Counter},
};
use crate::{
    db::{self, Committed, Db, Tx},
    values::{clock::Clock, email::Email, ids::Id, time::Timestamp},
};

const MAX_DELAY: Duration = Duration::from_mins(1);

/// What wrong passwords are counted by. Accounts that do not exist have counters too.
#[derive(Debug, Clone)]
pub struct BackoffKey(String);

impl BackoffKey {
    fn new(kind: &str, subject: &str) -> Self {
        Self(LimitedAction::TryPassword.key(&format!("{kind} {subject}")))
    }

    pub fn of_account(email: &Email) -> Self {
        Self::new("account", email.as_str())
    }

    pub fn of_device(device_hash: &str) -> Self {
        Self::new("device", device_hash)
    }

    /// The key of a password that an open session asks for again.
    pub fn of_session(session: &Id) -> Self {
        Self::new("session", session.as_str())
    }
}

#[derive(Clone)]
pub struct LoginBackoff {
    db: Db,
    clock: Clock,
    /// Wrong passwords without a delay.
    free: u32,
}

impl LoginBackoff {
    pub fn new(db: Db, clock: Clock, free: u32) -> Self {
        Self { db, clock, free }
    }

    /// Counts a wrong password until it is [given back](Self::give_back), so that concurrent attempts all count.
    /// Callers run this before the password is compared.
    pub async fn take(&self, key: &BackoffKey) -> Result<Committed<(), RateLimited>, db::Error> {
        let input = (key.clone(), self.clock.clone(), self.free);
        self.db.write(input, |tx, (key, clock, free)| Box::pin(count_attempt(tx, key, clock, *free))).await
    }

    /// The password was right, or it was not compared. Ends the delay as well.
    pub async fn give_back(&self, key: &BackoffKey) -> Result<(), db::Error> {
        self.db.write(key.clone(), |tx, key| store::give_back(tx, &key.0, MAX_DELAY)).await
    }
}

async fn count_attempt(
    tx: &Tx<'_>,
    key: &BackoffKey,
    clock: &Clock,
    free: u32,
) -> Result<Committed<(), RateLimited>, db::Error> {
    let counter = store::lock(tx, &key.0).await?;
    // The clock is read after the lock, because the transaction may have waited for a concurrent attempt.
    let now = clock.now();
    match next(counter, free, now) {
        Ok(counter) => store::set(tx, &key.0, counter).await.map(Committed::Done),
        Err(retry_at) => {
            let action = LimitedAction::TryPassword;
            Ok(Committed::Refused(RateLimited { action, at: now, retry_at }))
        }
    }
}

/// The counter with one more attempt, or when that attempt is allowed. A counter lasts from the latest attempt on.
fn next(counter: Counter, free: u32, now: Timestamp) -> Result<Counter, Timestamp> {
    let per = LimitedAction::TryPassword.limit().per;
    let counter = counter.at(now, per);
    let retry_at = counter.expires_at.minus(per).plus(delay_after(counter.count, free));
    if counter.count > 0 && now < retry_at {
        return Err(retry_at);
    }
    Ok(Counter { count: counter.count + 1, expires_at: now.plus(per) })
}

/// 1, 2, 4, … seconds once the free ones are used up.
fn delay_after(failures: i64, free: u32) -> Duration {
    let Ok(doublings) = u32::try_from(failures - i64::from(free)) else { return Duration::ZERO };
    1_u64.checked_shl(doublings).map_or(MAX_DELAY, Duration::from_secs).min(MAX_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_few_cost_nothing_and_each_further_one_twice_the_last() {
        let delays: Vec<u64> = (1..=12).map(|failures| delay_after(failures, 5).as_secs()).collect();
        assert_eq!(delays, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(delay_after(i64::from(u32::MAX) + 5, 5), MAX_DELAY);
    }

    #[test]
    fn endless_attempts_stay_below_a_hundred_an_hour() {
        let (mut counter, mut now, mut at) = (
            Counter { count: 0, expires_at: Timestamp::from_micros(0) },
            Timestamp::from_micros(1),
            Vec::new(),
        );
        while at.len() < 2_000 {
            match next(counter, 5, now) {
                Ok(taken) => {
                    counter = taken;
                    at.push(now);
                }
                Err(retry_at) => now = retry_at,
            }
        }
        let hour = Duration::from_hours(1);
        let most =
            at.iter().map(|from| at.iter().filter(|t| **t >= *from && **t < from.plus(hour)).count()).max();
        assert!(most.is_some_and(|most| most < 100), "{most:?}");
    }
}
