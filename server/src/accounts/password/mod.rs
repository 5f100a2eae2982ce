//! Password hashing on a bounded number of threads.
//!
//! A hash costs about 10 ms of a core and 19 MiB on purpose. Hashes run on all cores but one, a few wait, and the rest
//! are refused, so that many logins cannot starve other requests.
pub mod change;
pub mod http;
pub mod login;
mod plaintext;
pub mod reauthenticate;
pub mod sign_up;
pub mod store;
pub mod strength;

use std::time::Duration;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use thiserror::Error;

use self::plaintext::normalized;
pub use self::{plaintext::PlaintextPassword, strength::PasswordStrength};
use super::user::User;
use crate::{
    base::config::PasswordCost,
    http::worker_pool::{self, WorkerPool},
    values::InvalidValue,
};

const MAX_WAITING: usize = 32;
const QUEUE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, Error)]
pub enum PasswordError {
    #[error("too many passwords are being checked at the moment")]
    Busy,
    #[error("hashing failed: {0}")]
    Failed(String),
}

impl From<worker_pool::WorkerPoolError> for PasswordError {
    fn from(error: worker_pool::WorkerPoolError) -> Self {
        match error {
            worker_pool::WorkerPoolError::Busy => Self::Busy,
            worker_pool::WorkerPoolError::Failed(cause) => Self::Failed(cause),
        }
    }
}

/// A new password as it is stored.
#[derive(Debug, Clone)]
pub struct HashedPassword {
    pub hash: String,
    pub strength: PasswordStrength,
}

#[derive(Debug, Error)]
pub enum NewPasswordError {
    /// The password is too weak for the role of the account.
    #[error("the password is too weak")]
    TooWeak(InvalidValue),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

#[derive(Debug, PartialEq, Eq)]
pub enum PasswordCheck {
    Wrong,
    Right {
        /// A hash with current parameters, if the stored one has older parameters.
        rehashed: Option<String>,
    },
}

#[derive(Clone)]
pub struct Passwords {
    pool: WorkerPool,
    hasher: PasswordHashing,
}

impl Passwords {
    pub fn new(cost: PasswordCost) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let at_once = cores.saturating_sub(1).max(1);
        Self { pool: WorkerPool::new(at_once, MAX_WAITING, QUEUE_TIMEOUT), hasher: PasswordHashing { cost } }
    }

    pub async fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let password = normalized(password);
        let hasher = self.hasher;
        self.pool.run(move || hasher.hash(&password)).await?
    }

    /// `stored` is `None` for an unknown account: [`PasswordCheck::Wrong`] after the same work.
    pub async fn verify(
        &self,
        password: &str,
        stored: Option<String>,
    ) -> Result<PasswordCheck, PasswordError> {
        let typed = password.to_owned();
        let password = normalized(password);
        let hasher = self.hasher;
        let verdict = self.pool.run(move || {
            let hash = stored.clone().unwrap_or_else(|| hasher.decoy());
            let is_right = matches(&password, &hash);
            // Earlier versions hashed the password as it was typed.
            let is_right_as_typed = !is_right && typed != password && matches(&typed, &hash);
            if stored.is_none() || !(is_right || is_right_as_typed) {
                return PasswordCheck::Wrong;
            }
            let is_current = is_right && hasher.is_current(&hash);
            PasswordCheck::Right { rehashed: if is_current { None } else { hasher.hash(&password).ok() } }
        });
        Ok(verdict.await?)
    }

    pub async fn strength(&self, password: &str, owner: &User) -> Result<PasswordStrength, PasswordError> {
        let (password, owner) = (normalized(password), owner.clone());
        Ok(self.pool.run(move || PasswordStrength::of(&password, &owner)).await?)
    }

    /// Judges and hashes the new password of an account.
    pub async fn hash_new(
        &self,
        password: &PlaintextPassword,
        owner: &User,
    ) -> Result<HashedPassword, NewPasswordError> {
        let strength = self.strength(password.as_str(), owner).await?;
        match strength.refusal_for(owner.role) {
            Some(fault) => Err(NewPasswordError::TooWeak(fault)),
            None => Ok(HashedPassword { hash: self.hash(password.as_str()).await?, strength }),
        }
    }

    /// Refuses early, before any query is made.
    pub fn check_capacity(&self) -> Result<(), PasswordError> {
        if self.pool.is_full() { Err(PasswordError::Busy) } else { Ok(()) }
    }
}

/// argon2id with one lane.
#[derive(Clone, Copy)]
struct PasswordHashing {
    cost: PasswordCost,
}

impl PasswordHashing {
    /// How a hash of this cost starts.
    fn params(self) -> String {
        format!("$argon2id$v=19$m={},t={},p=1$", self.cost.memory_kib, self.cost.passes)
    }

    fn is_current(self, stored: &str) -> bool {
        stored.starts_with(&self.params())
    }

    /// Verified when there is no account, so that an unknown address takes as long as a wrong password. Salt and hash
    /// are random bytes.
    fn decoy(self) -> String {
        self.params() + "jvxPu6WrdPifZx9vnxeRow$uednDMzBg63a6CW3FCSYRO1nimQvtad+g0E7llBTN7M"
    }

    fn hash(self, password: &str) -> Result<String, PasswordError> {
        let failed = |error: String| PasswordError::Failed(error);
        let params = Params::new(self.cost.memory_kib, self.cost.passes, 1, None)
            .map_err(|error| failed(error.to_string()))?;
        let mut salt = [0; 16];
        crate::values::ids::fill_random(&mut salt);
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_with_salt(password.as_bytes(), &salt)
            .map(|hash| hash.to_string())
            .map_err(|error| failed(error.to_string()))
    }
}

fn matches(password: &str, stored: &str) -> bool {
    let Ok(parsed) = PasswordHash::new(stored) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASHING: PasswordHashing = PasswordHashing { cost: PasswordCost { memory_kib: 19_456, passes: 2 } };
    const RIGHT: PasswordCheck = PasswordCheck::Right { rehashed: None };

    #[tokio::test]
    async fn a_password_opens_its_own_hash_only() {
        let passwords = Passwords::new(PasswordCost::default());
        let stored = passwords.hash("garden-customer").await.unwrap();
        assert!(HASHING.is_current(&stored), "{stored}");
        assert_eq!(passwords.verify("garden-customer", Some(stored.clone())).await.unwrap(), RIGHT);
        assert_eq!(passwords.verify("garden-custome", Some(stored)).await.unwrap(), PasswordCheck::Wrong);
        assert_eq!(passwords.verify("garden-customer", None).await.unwrap(), PasswordCheck::Wrong);
    }

    #[test]
    fn the_decoy_costs_what_a_password_costs() {
        let parts = |hash: &str| {
            let parsed = PasswordHash::new(hash).unwrap();
            (parsed.params, parsed.salt.unwrap().as_ref().len(), parsed.hash.unwrap().len())
        };
        assert_eq!(parts(&HASHING.decoy()), parts(&HASHING.hash("garden-customer").unwrap()));
    }

    #[tokio::test]
    async fn a_password_is_the_same_in_every_form_of_its_letters() {
        let passwords = Passwords::new(PasswordCost::default());
        let verify = async |password: &str, stored: &str| {
            passwords.verify(password, Some(stored.to_owned())).await.unwrap()
        };
        let (composed, decomposed) = ("Pr\u{e9}s verts", "Pre\u{301}s\u{a0}verts");
        for stored in [composed, decomposed] {
            let stored = passwords.hash(stored).await.unwrap();
            assert_eq!(verify(composed, &stored).await, RIGHT);
            assert_eq!(verify(decomposed, &stored).await, RIGHT);
            assert_eq!(verify("Pres verts", &stored).await, PasswordCheck::Wrong);
        }
        // An earlier version hashed the password as it was typed. The next login replaces that hash.
        let older = HASHING.hash(decomposed).unwrap();
        assert_eq!(verify("Pres verts", &older).await, PasswordCheck::Wrong);
        let PasswordCheck::Right { rehashed: Some(rehashed) } = verify(decomposed, &older).await else {
            panic!("it is right as it was typed")
        };
        assert_eq!(verify(composed, &rehashed).await, RIGHT);
    }

    #[tokio::test]
    async fn a_login_rehashes_a_password_of_an_older_kind() {
        let older = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).unwrap());
        let stored = older.hash_password_with_salt(b"garden-customer", &[7; 16]).unwrap().to_string();
        let passwords = Passwords::new(PasswordCost::default());
        assert_eq!(
            passwords.verify("garden-custome", Some(stored.clone())).await.unwrap(),
            PasswordCheck::Wrong
        );
        let verdict = passwords.verify("garden-customer", Some(stored)).await.unwrap();
        let PasswordCheck::Right { rehashed: Some(rehashed) } = verdict else { panic!("{verdict:?}") };
        assert!(HASHING.is_current(&rehashed), "{rehashed}");
        assert_eq!(passwords.verify("garden-customer", Some(rehashed)).await.unwrap(), RIGHT);
    }
}
