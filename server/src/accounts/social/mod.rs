//! Social login: Google, Facebook, GitHub and Twitter.
//!
//! Invariants: issuer and subject identify an account, because a provider may reassign an e-mail address. An address
//! counts only if the provider says it is verified. A login completes once, in the browser that started it.

pub mod account_linking;
pub mod authorize;
pub mod callback;
pub mod external_profile;
pub mod http;
pub mod pending_authorization;
pub mod providers;
pub mod reclaim;
pub mod return_to;
pub mod store;

use std::time::Duration;

use crate::{
    accounts::user::AuthMethod,
    db::{self, Tx},
    values::{social_provider::SocialProvider, time::Timestamp},
};

/// An expired request is kept for a while, so that a late user sees the error on the page where the login started.
pub const EXPIRED_REQUEST_TTL: Duration = Duration::from_hours(1);
/// An account without an e-mail address is deleted after this long.
pub const INCOMPLETE_ACCOUNT_TTL: Duration = Duration::from_hours(30 * 24);

impl SocialProvider {
    pub fn method(self) -> AuthMethod {
        match self {
            Self::Google => AuthMethod::Google,
            Self::Facebook => AuthMethod::Facebook,
            Self::Github => AuthMethod::Github,
            Self::Twitter => AuthMethod::Twitter,
        }
    }

    /// Whether the provider tells which e-mail addresses it has verified.
    pub fn verifies_emails(self) -> bool {
        matches!(self, Self::Google | Self::Github)
    }
}

/// Deletes some hundred rows at once, so that no other write waits for long.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    let flows = store::delete_expired_requests(tx, now.minus(EXPIRED_REQUEST_TTL)).await?;
    Ok(flows + store::delete_abandoned(tx, now.minus(INCOMPLETE_ACCOUNT_TTL)).await?)
}
