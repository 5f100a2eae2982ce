//! How many wrong passwords an account is asked to bear. The first few cost nothing; each further one makes the next
//! wait longer, up to a minute, which is fewer than a hundred in an hour, from however many addresses and on
//! however many nodes they come.
//!
//! A browser that has signed in before ([`known_device`](crate::identity::session::known_device)) is counted by itself: whoever guesses at somebody's password keeps
//! other strangers out, and never its owner.

use std::time::Duration;

use crate::{
    db::{self, Db},
    values::{clock::Clock, email::Email, hash::sha256_hex, ids::Id, time::Moment},
};

pub const LONGEST_DELAY: Duration = Duration::from_mins(1);

/// After so long without a wrong password, the next one counts as the first.
pub const FORGOTTEN_AFTER: Duration = Duration::from_hours(1);

/// What wrong passwords are counted by. The address is hashed, so that those without an account leave the same trace as
/// others, and no list of addresses.
#[derive(Debug, Clone)]
pub struct Bucket(String);

impl Bucket {
    pub fn of_account(email: &Email) -> Self {
        Self(format!("account {}", sha256_hex(email.as_str().as_bytes())))
    }

    pub fn of_device(device_hash: &str) -> Self {
        Self(format!("device {device_hash}"))
    }

    /// For passwords that are asked for once more in an open session.
    pub fn of_session(session: &Id) -> Self {
        Self(format!("session {session}"))
    }
}

/// The next password is not looked at for so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    pub seconds: u64,
}

#[derive(Clone)]
pub struct Guesses {
    db: Db,
    clock: Clock,
    free: u32,
}

impl Guesses {
    pub fn new(db: Db, clock: Clock, free: u32) -> Self {
        Self { db, clock, free }
    }

    /// Call it before the password is compared. It counts as wrong until it is [given back](Self::give_back), so that of
    /// many guesses at the same moment all count.
    pub async fn take(&self, bucket: &Bucket) -> Result<Result<(), Wait>, db::Error> {
        let mut now = self.clock.now();
        loop {
            let Some(next) = self.take_at(bucket, now).await? else { return Ok(Ok(())) };
            // Whoever was faster wrote while we waited for the row: what lay ahead of us then may be over by now.
            let later = self.clock.now();
            if next <= now || next > later {
                return Ok(Err(until(next, later)));
            }
            now = later;
        }
    }

    /// When the next guess is looked at, if this one is not.
    async fn take_at(&self, bucket: &Bucket, now: Moment) -> Result<Option<Moment>, db::Error> {
        let (free, bucket) = (self.free, bucket.clone());
        self.db
            .write(move |tx| {
                let bucket = bucket.clone();
                Box::pin(async move {
                    match crate::rate_limit::store::count(tx, &bucket.0, now).await? {
                        Some(failures) => {
                            let delay = delay_after(failures, free);
                            crate::rate_limit::store::delay(tx, &bucket.0, now.plus(delay)).await?;
                            Ok(None)
                        }
                        None => Ok(Some(crate::rate_limit::store::next(tx, &bucket.0).await?.unwrap_or(now))),
                    }
                })
            })
            .await
    }

    /// The last one was not wrong, or was not looked at.
    pub async fn give_back(&self, bucket: &Bucket) -> Result<(), db::Error> {
        let bucket = bucket.clone();
        self.db
            .write(move |tx| {
                let bucket = bucket.clone();
                Box::pin(async move { crate::rate_limit::store::give_back(tx, &bucket.0).await })
            })
            .await
    }
}

/// 1, 2, 4, … seconds once the free ones are used up.
fn delay_after(failures: i64, free: u32) -> Duration {
    let Ok(doublings) = u32::try_from(failures - i64::from(free)) else { return Duration::ZERO };
    1_u64.checked_shl(doublings).map_or(LONGEST_DELAY, Duration::from_secs).min(LONGEST_DELAY)
}

fn until(next: Moment, now: Moment) -> Wait {
    Wait { seconds: now.seconds_until(next).max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_few_cost_nothing_and_each_further_one_twice_the_last() {
        let delays: Vec<u64> = (1..=12).map(|failures| delay_after(failures, 5).as_secs()).collect();
        assert_eq!(delays, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(delay_after(i64::from(u32::MAX) + 5, 5), LONGEST_DELAY);
    }

    #[test]
    fn whoever_never_stops_has_fewer_than_a_hundred_in_any_hour() {
        let (mut at, mut guesses) = (Vec::new(), Duration::ZERO);
        for failures in 1..=2_000 {
            at.push(guesses);
            guesses += delay_after(failures, 5);
        }
        let hour = Duration::from_hours(1);
        let most =
            at.iter().map(|from| at.iter().filter(|t| **t >= *from && **t < *from + hour).count()).max();
        assert!(most.is_some_and(|most| most < 100), "{most:?}");
    }
}
