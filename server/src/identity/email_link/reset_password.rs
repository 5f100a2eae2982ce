//! A new password in place of a forgotten one.

use std::{sync::Arc, time::Duration};

use thiserror::Error;

use super::{
    NewLink, Purpose,
    store::{self, StoredLink},
};
use crate::{
    db::{self, Tx},
    email::{Mail, message::Letter},
    identity::{
        password::{self, Typed},
        session::{known_device, store as session_store},
        store as accounts,
        user::User,
    },
    rate_limit::{self, LimitedAction},
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        time::Moment,
    },
};

/// When the answer to [`ask`] is due. What there is to do is over by then, whether it is a letter more or less.
const ANSWERED_AFTER: Duration = Duration::from_millis(250);

/// Mails a link to whoever has an account with this address. Neither the answer nor the time it takes tells whether
/// somebody has.
pub async fn ask(shop: &Shop, email: &Email) -> Result<(), db::Error> {
    let (written, ()) = tokio::join!(write_to(shop, email), tokio::time::sleep(ANSWERED_AFTER));
    written?;
    shop.mail.wake();
    Ok(())
}

/// What is written down for an account is tried as well for an id that nobody has.
async fn write_to(shop: &Shop, email: &Email) -> Result<(), db::Error> {
    let (now, max) = (shop.clock.now(), shop.config.limits.letters_per_hour);
    let asked =
        Arc::new((email.clone(), NewLink::new(shop, Purpose::Reset), Id::new(now), shop.mail.clone()));
    shop.db
        .write(move |tx| {
            let asked = Arc::clone(&asked);
            Box::pin(async move {
                let (email, link, nobody, mail) = &*asked;
                let limit = LimitedAction::EmailPasswordReset.by(email.as_str()).at_most(max);
                let may_be_sent = rate_limit::take(tx, &[limit], now).await?.is_ok();
                match accounts::account_by_email(tx, email).await?.filter(|_| may_be_sent) {
                    Some(account) => {
                        link.keep(tx, &account.user.id, email).await?;
                        mail.queue(tx, email, &link.letter_to(&account.user), now).await
                    }
                    None => link.keep(tx, nobody, email).await,
                }
            })
        })
        .await
}

#[derive(Debug, Error)]
pub enum Refusal {
    #[error("the link is not good for anything any more")]
    LinkEnded,
    #[error(transparent)]
    Password(#[from] password::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Ends every session of the account and everything else by which somebody may have got into it. The browser that brings
/// the link is known to the account from then on: whoever guesses at the password meanwhile does not keep its owner out.
pub async fn reset(
    shop: &Shop,
    secret: &Secret,
    wished: &Typed,
    browser: Arc<Secret>,
) -> Result<(), Refusal> {
    let now = shop.clock.now();
    let link_hash = secret.hash();
    if !is_good(shop, link_hash.clone(), now).await? {
        return Err(Refusal::LinkEnded); // before a core is busy with its password
    }
    let hash = shop.passwords.hash(wished.as_str()).await?;
    let mail = shop.mail.clone();
    let done = shop
        .db
        .write(move |tx| {
            let (link_hash, hash, mail, browser) =
                (link_hash.clone(), hash.clone(), mail.clone(), Arc::clone(&browser));
            Box::pin(async move {
                let link = store::take(tx, &link_hash, Purpose::Reset.as_str()).await?;
                let Some(link) = link.filter(|link| now < link.ends_at) else { return Ok(None) };
                let user = reset_in(tx, &link, &hash, &mail, now).await?;
                if let Some(user) = &user {
                    known_device::remember(tx, &browser, &user.id, now).await?;
                }
                Ok(user)
            })
        })
        .await
        .map_err(|error: db::Error| Refusal::from(error))?;
    let user = done.ok_or(Refusal::LinkEnded)?;
    shop.mail.wake();
    tracing::info!(user = user.id.as_str(), "password reset");
    Ok(())
}

async fn is_good(shop: &Shop, hash: String, now: Moment) -> Result<bool, db::Error> {
    let link: Option<StoredLink> = shop
        .db
        .read(move |tx| {
            let hash = hash.clone();
            Box::pin(async move { store::of_hash(tx, &hash, Purpose::Reset.as_str()).await })
        })
        .await?;
    Ok(link.is_some_and(|link| now < link.ends_at))
}

async fn reset_in(
    tx: &Tx<'_>,
    link: &StoredLink,
    hash: &str,
    mail: &Mail,
    now: Moment,
) -> Result<Option<User>, db::Error> {
    // A sign-in that has just found the old password right waits here, and then finds it gone.
    if !accounts::lock_user(tx, &link.user).await? {
        return Ok(None);
    }
    let Some(account) = accounts::account_by_id(tx, &link.user).await? else { return Ok(None) };
    if account.user.email.as_deref() != Some(link.email.as_str()) {
        return Ok(None);
    }
    if !account.is_verified {
        // Whoever signed up with this address need not be who reads its mail, and must not keep another way in.
        accounts::drop_other_ways_in(tx, &link.user).await?;
        store::verify(tx, &link.user, &link.email, now).await?;
    }
    password::store::set(tx, &link.user, hash).await?;
    accounts::delete_sessions_of(tx, &link.user).await?;
    store::delete_all_of(tx, &link.user).await?;
    session_store::delete_devices_of(tx, &link.user).await?;
    let letter = Letter::PasswordChanged { name: account.user.display_name.clone() };
    mail.queue(tx, &link.email, &letter, now).await?;
    Ok(Some(account.user))
}
