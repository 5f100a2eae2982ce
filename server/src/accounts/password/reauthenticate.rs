//! Reauthentication before an irreversible action, for the user of an open session.

use std::time::Duration;

use thiserror::Error;

use super::{PasswordCheck, PlaintextPassword};
use crate::{
    accounts::{
        password,
        session::store::Session,
        store::{Account, account_by_id},
    },
    base::rate_limit::{RateLimited, login_backoff::BackoffKey},
    db::{self, Committed},
    shop::Shop,
};

/// How recently a user without a password must have logged in.
const FRESH_SESSION_TTL: Duration = Duration::from_mins(10);

#[derive(Debug, Error)]
pub enum ReauthError {
    #[error("the password is missing")]
    Missing,
    #[error("the password is wrong")]
    Wrong,
    #[error("too many wrong passwords")]
    TooMany(RateLimited),
    /// The account has no password, and this session is too old to go without.
    #[error("the session is not fresh")]
    ReauthenticationRequired,
    /// The session ended or its account was deleted since it was read.
    #[error("the session has ended")]
    SessionExpired,
    #[error(transparent)]
    Password(#[from] password::PasswordError),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Whether the user logged in recently enough to need no reauthentication.
pub fn is_fresh(shop: &Shop, session: &Session) -> bool {
    shop.clock.now() < session.created_at.plus(FRESH_SESSION_TTL)
}

/// Returns the account as it is now.
pub async fn reauthenticate(
    shop: &Shop,
    session: &Session,
    typed: Option<&PlaintextPassword>,
) -> Result<Account, ReauthError> {
    let id = session.user.id.clone();
    let account =
        shop.db.read(id, |tx, id| account_by_id(tx, id)).await?.ok_or(ReauthError::SessionExpired)?;
    let Some(stored) = account.password_hash.clone() else {
        return if is_fresh(shop, session) {
            Ok(account)
        } else {
            Err(ReauthError::ReauthenticationRequired)
        };
    };
    let typed = typed.ok_or(ReauthError::Missing)?;
    // Counted by session: attempts at an unattended browser are delayed too, and do not delay logins elsewhere.
    let key = BackoffKey::of_session(&session.id);
    if let Committed::Refused(limited) = shop.login_backoff.take(&key).await? {
        return Err(ReauthError::TooMany(limited));
    }
    let verdict = shop.passwords.verify(typed.as_str(), Some(stored)).await;
    if !matches!(verdict, Ok(PasswordCheck::Wrong)) {
        shop.login_backoff.give_back(&key).await?;
    }
    if verdict? == PasswordCheck::Wrong {
        tracing::warn!(user = session.user.id.as_str(), "wrong password in an open session");
        return Err(ReauthError::Wrong);
    }
    Ok(account)
}
