//! Changing the password of the logged-in user.

use thiserror::Error;

use super::{HashedPassword, NewPasswordError, PasswordStrength, PlaintextPassword, store};
use crate::{
    accounts::{
        api_keys, email_link,
        password::reauthenticate::{ReauthError, reauthenticate},
        session::{NewSession, SessionStart, store as session_store, store::Session},
        store::{Account, lock_user},
        user::User,
    },
    base::email::{Mailer, message::EmailMessage},
    db::{self, Tx},
    shop::Shop,
    values::{email::Email, ids::Id, time::Timestamp},
};

#[derive(Debug, Error)]
pub enum ChangePasswordError {
    #[error(transparent)]
    Reauth(#[from] ReauthError),
    /// A login by password needs an e-mail address.
    #[error("the account has no address")]
    NoEmail,
    #[error(transparent)]
    New(#[from] NewPasswordError),
}

struct PasswordChange {
    account: Account,
    email: Email,
    /// The session of the request.
    session: Id,
    password: HashedPassword,
    /// The session that replaces it.
    new: NewSession,
    revokes_api_keys: bool,
    mail: Mailer,
    now: Timestamp,
}

/// Ends every session of the account, and starts `new` for the requesting browser. A weak password may have been
/// guessed, so its change revokes the API keys, too.
pub async fn change(
    shop: &Shop,
    session: &Session,
    current: Option<&PlaintextPassword>,
    password: &PlaintextPassword,
    new: NewSession,
    revokes_api_keys: bool,
) -> Result<(User, PasswordStrength), ChangePasswordError> {
    let account = reauthenticate(shop, session, current).await?;
    let (account, email) = account.with_email().ok_or(ChangePasswordError::NoEmail)?;
    let password = shop.passwords.hash_new(password, &account.user).await?;
    let user = account.user.clone();
    let strength = password.strength;
    let change = PasswordChange {
        account,
        email,
        session: session.id.clone(),
        password,
        new,
        revokes_api_keys: revokes_api_keys || session.has_weak_password,
        mail: shop.mailer.clone(),
        now: shop.clock.now(),
    };
    let changed = shop.db.write(change, |tx, change| Box::pin(change_in_tx(tx, change))).await;
    if !changed.map_err(ReauthError::from)? {
        return Err(ReauthError::SessionExpired.into());
    }
    tracing::info!(user = user.id.as_str(), "password changed");
    Ok((user, strength))
}

/// Returns `false` and changes nothing if a concurrent request changed the password or ended this session first.
async fn change_in_tx(tx: &Tx<'_>, change: &PasswordChange) -> Result<bool, db::Error> {
    let PasswordChange { account, email, session, password, new, revokes_api_keys, mail, now } = change;
    let Account { user, password_hash, .. } = account;
    // Locked first, so that concurrent changes and resets wait for each other and see the result.
    if !lock_user(tx, &user.id).await?
        || !session_store::exists(tx, &user.id, session).await?
        || !store::change(tx, &user.id, password_hash.as_deref(), password).await?
    {
        return Ok(false);
    }
    session_store::delete_all(tx, &user.id).await?;
    email_link::store::delete_all(tx, &user.id).await?;
    session_store::delete_devices(tx, &user.id).await?;
    if *revokes_api_keys {
        api_keys::revoke_all_in_tx(tx, &user.id, *now).await?;
    }
    mail.queue(tx, email, &EmailMessage::PasswordChanged { name: user.display_name.clone() }, *now).await?;
    let new = new.clone().after_second_step(new.method());
    Ok(new.start(tx, user).await? == SessionStart::Started)
}
