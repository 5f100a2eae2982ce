//! Changing the password of the logged-in user.

use thiserror::Error;

use super::{PlaintextPassword, store};
use crate::{
    db::{self, Tx},
    email::{Mailer, message::EmailMessage},
    identity::{
        email_link,
        password::reauthenticate::{ReauthError, reauthenticate},
        session::{
            NewSession, SessionStart,
            store::{self as session_store, Session},
        },
        store::{Account, lock_user},
        user::User,
    },
    shop::Shop,
    values::{InvalidValue, email::Email, ids::Id, time::Timestamp},
};

#[derive(Debug, Error)]
pub enum ChangePasswordError {
    #[error(transparent)]
    Reauth(#[from] ReauthError),
    /// A login by password needs an e-mail address.
    #[error("the account has no address")]
    NoEmail,
    /// For the role of the account.
    #[error("the password is too short")]
    TooShort(InvalidValue),
}

struct PasswordChange {
    account: Account,
    email: Email,
    /// The session of the request.
    session: Id,
    hash: String,
    /// The session that replaces it.
    new: NewSession,
    mail: Mailer,
    now: Timestamp,
}

/// Ends every session of the account, and starts `new` for the requesting browser.
pub async fn change(
    shop: &Shop,
    session: &Session,
    current: Option<&PlaintextPassword>,
    password: &PlaintextPassword,
    new: NewSession,
) -> Result<User, ChangePasswordError> {
    let account = reauthenticate(shop, session, current).await?;
    let (account, email) = account.with_email().ok_or(ChangePasswordError::NoEmail)?;
    if let Some(fault) = password.validate_for(account.user.role) {
        return Err(ChangePasswordError::TooShort(fault));
    }
    let hash = shop.passwords.hash(password.as_str()).await.map_err(ReauthError::from)?;
    let user = account.user.clone();
    let change = PasswordChange {
        account,
        email,
        session: session.id.clone(),
        hash,
        new,
        mail: shop.mailer.clone(),
        now: shop.clock.now(),
    };
    let is_changed = shop.db.write(change, |tx, change| Box::pin(change_in_tx(tx, change))).await;
    if !is_changed.map_err(ReauthError::from)? {
        return Err(ReauthError::SessionExpired.into());
    }
    shop.mailer.notify();
    tracing::info!(user = user.id.as_str(), "password changed");
    Ok(user)
}

/// `false`: a concurrent request changed the password or ended this session first. Nothing was changed.
async fn change_in_tx(tx: &Tx<'_>, change: &PasswordChange) -> Result<bool, db::Error> {
    let PasswordChange { account, email, session, hash, new, mail, now } = change;
    let Account { user, password_hash, .. } = account;
    // Locked first, so that concurrent changes and resets wait for each other and see the result.
    if !lock_user(tx, &user.id).await?
        || !session_store::exists(tx, &user.id, session).await?
        || !store::change(tx, &user.id, password_hash.as_deref(), hash).await?
    {
        return Ok(false);
    }
    session_store::delete_all(tx, &user.id).await?;
    email_link::store::delete_all(tx, &user.id).await?;
    session_store::delete_devices(tx, &user.id).await?;
    mail.queue(tx, email, &EmailMessage::PasswordChanged { name: user.display_name.clone() }, *now).await?;
    let new = new.clone().after_second_step(new.method());
    Ok(new.start(tx, user).await? == SessionStart::Started)
}
