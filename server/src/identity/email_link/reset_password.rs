//! Password reset.

use std::{sync::Arc, time::Duration};

use thiserror::Error;

use super::{
    EmailLinkPurpose, NewEmailToken,
    store::{self, EmailToken},
};
use crate::{
    db::{self, Tx},
    email::{Mailer, message::EmailMessage},
    identity::{
        password::{self, PlaintextPassword},
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

/// The response to [`ask`] takes this long. The work is done by then, with or without an e-mail.
const RESPONSE_DELAY: Duration = Duration::from_millis(250);

/// Mails a link if an account has this address. Neither the response nor its timing reveals whether one does.
pub async fn ask(shop: &Shop, email: &Email) -> Result<(), db::Error> {
    let (written, ()) = tokio::join!(email_reset_link(shop, email), tokio::time::sleep(RESPONSE_DELAY));
    written?;
    shop.mailer.notify();
    Ok(())
}

/// Runs the same statements for a non-existing user id, so that timing does not reveal whether the account exists.
async fn email_reset_link(shop: &Shop, email: &Email) -> Result<(), db::Error> {
    let (now, max) = (shop.clock.now(), shop.config.limits.emails_per_hour);
    let asked = Arc::new((
        email.clone(),
        NewEmailToken::new(shop, EmailLinkPurpose::Reset),
        Id::new(now),
        shop.mailer.clone(),
    ));
    shop.db
        .write_with(move |tx| {
            let asked = Arc::clone(&asked);
            Box::pin(async move {
                let (email, link, unknown_user, mail) = &*asked;
                let limit = LimitedAction::EmailPasswordReset.by(email.as_str()).at_most(max);
                let may_be_sent = rate_limit::take(tx, &[limit], now).await?.is_ok();
                match accounts::account_by_email(tx, email).await?.filter(|_| may_be_sent) {
                    Some(account) => {
                        link.store(tx, &account.user.id, email).await?;
                        mail.queue(tx, email, &link.email_to(&account.user), now).await
                    }
                    None => link.store(tx, unknown_user, email).await,
                }
            })
        })
        .await
}

#[derive(Debug, Error)]
pub enum ResetPasswordError {
    #[error("the link is invalid or has expired")]
    LinkExpired,
    #[error(transparent)]
    Password(#[from] password::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Sets the password, and ends every session and every other link and known device of the account. The requesting
/// browser becomes a known device, so that an attacker who tries passwords does not delay the owner.
pub async fn reset_password(
    shop: &Shop,
    secret: &Secret,
    wished: &PlaintextPassword,
    browser: Arc<Secret>,
) -> Result<(), ResetPasswordError> {
    let now = shop.clock.now();
    let link_hash = secret.hash();
    if !is_valid(shop, link_hash.clone(), now).await? {
        return Err(ResetPasswordError::LinkExpired); // before hashing keeps a core busy
    }
    let hash = shop.passwords.hash(wished.as_str()).await?;
    let mail = shop.mailer.clone();
    let done = shop
        .db
        .write_with(move |tx| {
            let (link_hash, hash, mail, browser) =
                (link_hash.clone(), hash.clone(), mail.clone(), Arc::clone(&browser));
            Box::pin(async move {
                let link = store::take(tx, &link_hash, EmailLinkPurpose::Reset.as_str()).await?;
                let Some(link) = link.filter(|link| now < link.expires_at) else { return Ok(None) };
                let user = reset_in_tx(tx, &link, &hash, &mail, now).await?;
                if let Some(user) = &user {
                    known_device::remember(tx, &browser, &user.id, now).await?;
                }
                Ok(user)
            })
        })
        .await
        .map_err(|error: db::Error| ResetPasswordError::from(error))?;
    let user = done.ok_or(ResetPasswordError::LinkExpired)?;
    shop.mailer.notify();
    tracing::info!(user = user.id.as_str(), "password reset");
    Ok(())
}

async fn is_valid(shop: &Shop, hash: String, now: Moment) -> Result<bool, db::Error> {
    let link: Option<EmailToken> = shop
        .db
        .read_with(move |tx| {
            let hash = hash.clone();
            Box::pin(async move { store::by_hash(tx, &hash, EmailLinkPurpose::Reset.as_str()).await })
        })
        .await?;
    Ok(link.is_some_and(|link| now < link.expires_at))
}

async fn reset_in_tx(
    tx: &Tx<'_>,
    link: &EmailToken,
    hash: &str,
    mail: &Mailer,
    now: Moment,
) -> Result<Option<User>, db::Error> {
    // A concurrent login with the old password waits for this lock and then fails.
    if !accounts::lock_user(tx, &link.user).await? {
        return Ok(None);
    }
    let Some(account) = accounts::account_by_id(tx, &link.user).await? else { return Ok(None) };
    if account.user.email.as_deref() != Some(link.email.as_str()) {
        return Ok(None);
    }
    if !account.is_verified {
        // An attacker may have signed up with this address, and must not keep another login method.
        accounts::unlink_all(tx, &link.user).await?;
        store::set_email_verified(tx, &link.user, &link.email, now).await?;
    }
    password::store::set_hash(tx, &link.user, hash).await?;
    accounts::delete_sessions(tx, &link.user).await?;
    store::delete_all(tx, &link.user).await?;
    session_store::delete_devices(tx, &link.user).await?;
    let letter = EmailMessage::PasswordChanged { name: account.user.display_name.clone() };
    mail.queue(tx, &link.email, &letter, now).await?;
    Ok(Some(account.user))
}
