//! Reauthentication before an irreversible action, for the user of an open session.

use std::time::Duration;

use thiserror::Error;

use super::{Typed, Verdict};
use crate::{
    db,
    identity::{
        password,
        store::{Account, StoredSession, account_by_id},
    },
    rate_limit::{RateLimited, login_backoff::BackoffKey},
    shop::Shop,
};

/// How recently a user without a password must have logged in.
const FRESH: Duration = Duration::from_mins(10);

#[derive(Debug, Error)]
pub enum Unconfirmed {
    #[error("the password is missing")]
    Missing,
    #[error("the password is wrong")]
    Wrong,
    #[error("too many wrong passwords")]
    TooMany(RateLimited),
    /// The account has no password, and this session is too old to go without.
    #[error("the session is not fresh")]
    SignInAgain,
    /// The session ended or its account was deleted since it was read.
    #[error("the session has ended")]
    SessionOver,
    #[error(transparent)]
    Password(#[from] password::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Whether the user logged in recently enough to need no reauthentication.
pub fn is_fresh(shop: &Shop, session: &StoredSession) -> bool {
    shop.clock.now() < session.created_at.plus(FRESH)
}

/// Returns the account as it is now.
pub async fn confirm(
    shop: &Shop,
    session: &StoredSession,
    typed: Option<&Typed>,
) -> Result<Account, Unconfirmed> {
    let id = session.user.id.clone();
    let account = shop
        .db
        .read(move |tx| {
            let id = id.clone();
            Box::pin(async move { account_by_id(tx, &id).await })
        })
        .await
        .map_err(|error: db::Error| Unconfirmed::from(error))?
        .ok_or(Unconfirmed::SessionOver)?;
    let Some(stored) = account.password_hash.clone() else {
        return if is_fresh(shop, session) { Ok(account) } else { Err(Unconfirmed::SignInAgain) };
    };
    let typed = typed.ok_or(Unconfirmed::Missing)?;
    // Counted by session: attempts at an unattended browser are delayed too, and do not delay logins elsewhere.
    let key = BackoffKey::of_session(&session.id);
    if let Err(limited) = shop.guesses.take(&key).await? {
        return Err(Unconfirmed::TooMany(limited));
    }
    let verdict = shop.passwords.verify(typed.as_str(), Some(stored)).await;
    if !matches!(verdict, Ok(Verdict::Wrong)) {
        shop.guesses.give_back(&key).await?;
    }
    if verdict? == Verdict::Wrong {
        tracing::warn!(user = session.user.id.as_str(), "wrong password in an open session");
        return Err(Unconfirmed::Wrong);
    }
    Ok(account)
}
