//! Changing the password of the logged-in user.

use std::sync::Arc;

use thiserror::Error;

use super::{Typed, store};
use crate::{
    db::{self, Tx},
    email::{Mail, message::Letter},
    identity::{
        email_link,
        password::reauthenticate::{Unconfirmed, confirm},
        session::{NewSession, store as session_store},
        store::{Account, StoredSession, delete_sessions_of, lock_user},
        user::User,
    },
    shop::Shop,
    values::{email::Email, ids::Id, time::Moment},
};

#[derive(Debug, Error)]
pub enum Refusal {
    #[error(transparent)]
    Unconfirmed(#[from] Unconfirmed),
    /// A login by password needs an e-mail address.
    #[error("the account has no address")]
    NoEmail,
}

struct Change {
    account: Account,
    email: Email,
    /// The session of the request.
    session: Id,
    hash: String,
    /// The session that replaces it.
    new: NewSession,
}

/// Ends every session of the account, and starts `new` for the requesting browser.
pub async fn change(
    shop: &Shop,
    session: &StoredSession,
    current: Option<&Typed>,
    wished: &Typed,
    new: NewSession,
) -> Result<User, Refusal> {
    let account = confirm(shop, session, current).await?;
    let (account, email) = account.with_email().ok_or(Refusal::NoEmail)?;
    let hash = shop.passwords.hash(wished.as_str()).await.map_err(Unconfirmed::from)?;
    let user = account.user.clone();
    let asked = Arc::new(Change { account, email, session: session.id.clone(), hash, new });
    let (mail, now) = (shop.mail.clone(), shop.clock.now());
    let is_changed: Result<bool, db::Error> = shop
        .db
        .write(move |tx| {
            let (asked, mail) = (Arc::clone(&asked), mail.clone());
            Box::pin(async move { change_in(tx, &asked, &mail, now).await })
        })
        .await;
    if !is_changed.map_err(Unconfirmed::from)? {
        return Err(Unconfirmed::SessionOver.into());
    }
    shop.mail.wake();
    tracing::info!(user = user.id.as_str(), "password changed");
    Ok(user)
}

/// `false`: a concurrent request changed the password or ended this session first. Nothing was changed.
async fn change_in(tx: &Tx<'_>, asked: &Change, mail: &Mail, now: Moment) -> Result<bool, db::Error> {
    let Change { account: Account { user, password_hash, .. }, email, session, hash, new } = asked;
    // Locked first, so that concurrent changes and resets wait for each other and see the result.
    if !lock_user(tx, &user.id).await?
        || !session_store::is_there(tx, &user.id, session).await?
        || !store::change(tx, &user.id, password_hash.as_deref(), hash).await?
    {
        return Ok(false);
    }
    delete_sessions_of(tx, &user.id).await?;
    email_link::store::delete_all_of(tx, &user.id).await?;
    session_store::delete_devices_of(tx, &user.id).await?;
    mail.queue(tx, email, &Letter::PasswordChanged { name: user.display_name.clone() }, now).await?;
    new.start(tx, user).await
}
