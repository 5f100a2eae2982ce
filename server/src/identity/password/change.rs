//! A new password for an account that somebody is signed in to.

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
    /// A password without an address to type beside it would open nothing.
    #[error("the account has no address")]
    NoEmail,
}

struct Change {
    account: Account,
    email: Email,
    /// The one that asks.
    session: Id,
    hash: String,
    /// What takes its place.
    new: NewSession,
}

/// Ends every session of the account and starts `new` in place of the one that asks.
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

/// `false`: nothing was changed, since another browser changed the password or ended this session first.
async fn change_in(tx: &Tx<'_>, asked: &Change, mail: &Mail, now: Moment) -> Result<bool, db::Error> {
    let Change { account: Account { user, password_hash, .. }, email, session, hash, new } = asked;
    // First, so that of two changes, or a change and a reset, one waits and finds the other done.
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
