//! Password hashing on a bounded number of threads.
//!
//! A hash costs about 10 ms of a core and 19 MiB on purpose. So that a flood of sign-ins cannot starve everyone else,
//! at most one hash per core runs, a few wait, and the rest are told to come back.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use thiserror::Error;
use tokio::sync::Semaphore;

/// Longer input is refused before it is hashed.
pub const MOST_BYTES: usize = 1_024;
const MOST_WAITING: usize = 32;
const LONGEST_WAIT: Duration = Duration::from_secs(2);

#[derive(Debug, Error)]
pub enum Error {
    #[error("too many passwords are being checked at the moment")]
    Busy,
    #[error("hashing failed: {0}")]
    Failed(String),
}

#[derive(Clone)]
pub struct Passwords {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// Verified against when there is no account, so that an unknown address takes as long as a wrong password.
    decoy: Arc<OnceLock<String>>,
}

impl Passwords {
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            running: Arc::new(Semaphore::new(cores)),
            waiting: Arc::new(AtomicUsize::new(0)),
            decoy: Arc::default(),
        }
    }

    pub async fn hash(&self, password: &str) -> Result<String, Error> {
        let password = password.to_owned();
        self.run(move || hash(&password)).await?
    }

    /// `stored` is `None` for an unknown account; the answer then is `false` after the same work.
    pub async fn verify(&self, password: &str, stored: Option<String>) -> Result<bool, Error> {
        let password = password.to_owned();
        let decoy = Arc::clone(&self.decoy);
        self.run(move || {
            let Some(stored) = stored else {
                let decoy = decoy.get_or_init(|| hash("no account has this password").unwrap_or_default());
                matches(&password, decoy);
                return false;
            };
            matches(&password, &stored)
        })
        .await
    }

    /// Makes the decoy ahead of the first sign-in, which would otherwise take twice as long.
    pub async fn warm_up(&self) -> Result<(), Error> {
        self.verify("", None).await.map(|_| ())
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let place = Waiting::take(&self.waiting).ok_or(Error::Busy)?;
        let permit = tokio::time::timeout(LONGEST_WAIT, Arc::clone(&self.running).acquire_owned())
            .await
            .map_err(|_| Error::Busy)?
            .map_err(|error| Error::Failed(error.to_string()))?;
        drop(place);
        tokio::task::spawn_blocking(move || {
            let _held = permit;
            work()
        })
        .await
        .map_err(|error| Error::Failed(error.to_string()))
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

/// A place in the queue, given back even when the caller goes away while waiting.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn take(count: &Arc<AtomicUsize>) -> Option<Self> {
        let place = Self(Arc::clone(count));
        (count.fetch_add(1, Ordering::AcqRel) < MOST_WAITING).then_some(place)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// argon2id with 19 MiB, two passes, one lane.
fn hasher() -> Result<Argon2<'static>, Error> {
    let params = Params::new(19_456, 2, 1, None).map_err(|error| Error::Failed(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str) -> Result<String, Error> {
    let mut salt = [0; 16];
    crate::values::ids::fill(&mut salt);
    hasher()?
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Failed(error.to_string()))
}

fn matches(password: &str, stored: &str) -> bool {
    let Ok(parsed) = PasswordHash::new(stored) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_opens_its_own_hash_only() {
        let passwords = Passwords::new();
        let stored = passwords.hash("garden-customer").await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify("garden-customer", Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify("garden-custome", Some(stored)).await.unwrap());
        assert!(!passwords.verify("no account has this password", None).await.unwrap());
    }

    #[tokio::test]
    async fn a_flood_is_turned_away_instead_of_queued_without_end() {
        let passwords = Passwords::new();
        let _all = Arc::clone(&passwords.running)
            .acquire_many_owned(u32::try_from(passwords.running.available_permits()).unwrap())
            .await
            .unwrap();
        let waiting: Vec<_> = (0..MOST_WAITING)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.verify("x", None).await })
            })
            .collect();
        while passwords.waiting.load(Ordering::Acquire) < MOST_WAITING {
            tokio::task::yield_now().await;
        }
        assert!(matches!(passwords.verify("x", None).await, Err(Error::Busy)));
        for handle in waiting {
            handle.abort();
            let _ = handle.await;
        }
        assert_eq!(passwords.waiting.load(Ordering::Acquire), 0);
    }
}
