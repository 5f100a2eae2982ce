//! Password reset.

use std::{net::IpAddr, sync::Arc, time::Duration};

use thiserror::Error;

use super::{EmailLinkPurpose, NewEmailToken, store};
use crate::{
    accounts::{
        api_keys,
        password::{self, HashedPassword, NewPasswordError, PasswordStrength, PlaintextPassword},
        second_factor,
        session::{known_device, store as session_store},
        store as accounts,
        user::User,
    },
    base::email::{Mailer, message::EmailMessage},
    db::{self, Tx},
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        time::Timestamp,
    },
};

/// The response to [`ask`] takes this long. The work is done by then, with or without an e-mail.
const RESPONSE_DELAY: Duration = Duration::from_millis(250);

/// Mails a link if an account has this address. Neither the response nor its timing reveals whether one does.
pub async fn ask(shop: &Shop, email: &Email, client: IpAddr) -> Result<(), db::Error> {
    let (written, ()) =
        tokio::join!(email_reset_link(shop, email, client), tokio::time::sleep(RESPONSE_DELAY));
    written
}

async fn email_reset_link(shop: &Shop, email: &Email, client: IpAddr) -> Result<(), db::Error> {
    let link = NewEmailToken::new(shop, EmailLinkPurpose::Reset);
    let input = (email.clone(), link, shop.mailer.asked_by(client));
    shop.db.write(input, |tx, (email, link, mail)| Box::pin(queue_link(tx, email, link, mail))).await
}

/// Runs the same statements for a non-existing user id, so that timing does not reveal whether the account exists.
async fn queue_link(
    tx: &Tx<'_>,
    email: &Email,
    link: &NewEmailToken,
    mail: &Mailer,
) -> Result<(), db::Error> {
    let now = link.created_at;
    let account = accounts::account_by_email(tx, email).await?;
    let queued = match &account {
        Some(account) => mail.try_queue(tx, email, &link.email_to(&account.user.display_name), now).await?,
        None => mail.count(tx, email, &link.email_to(""), now).await?,
    };
    let user = account.filter(|_| !queued.is_refused()).map(|account| account.user.id);
    link.store(tx, &user.unwrap_or_else(|| Id::new(now)), email).await
}

#[derive(Debug, Error)]
pub enum ResetPasswordError {
    #[error("the link is invalid or has expired")]
    LinkExpired,
    /// The link stays valid.
    #[error(transparent)]
    New(#[from] NewPasswordError),
    #[error(transparent)]
    Db(#[from] db::Error),
}

struct PasswordReset {
    link_hash: String,
    password: HashedPassword,
    browser: Arc<Secret>,
    mail: Mailer,
    now: Timestamp,
}

/// Sets the password, and ends every session, API key and other link and known device of the account. The requesting
/// browser becomes a known device, so that an attacker who tries passwords does not delay the owner.
pub async fn reset_password(
    shop: &Shop,
    secret: &Secret,
    password: &PlaintextPassword,
    browser: Arc<Secret>,
) -> Result<PasswordStrength, ResetPasswordError> {
    let (link_hash, now) = (secret.hash(), shop.clock.now());
    let holder =
        shop.db.read((link_hash.clone(), now), |tx, (hash, now)| Box::pin(holder_of(tx, hash, *now))).await?;
    let holder = holder.ok_or(ResetPasswordError::LinkExpired)?; // before hashing keeps a core busy
    let password = shop.passwords.hash_new(password, &holder).await?;
    let strength = password.strength;
    let reset = PasswordReset { link_hash, password, browser, mail: shop.mailer.clone(), now };
    let user = shop.db.write(reset, |tx, reset| Box::pin(reset_in_tx(tx, reset))).await?;
    let user = user.ok_or(ResetPasswordError::LinkExpired)?;
    tracing::info!(user = user.id.as_str(), "password reset");
    Ok(strength)
}

/// The user to whom the link was mailed. Returns `None` if the link has expired.
async fn holder_of(tx: &Tx<'_>, link_hash: &str, now: Timestamp) -> Result<Option<User>, db::Error> {
    let link =
        store::by_hash(tx, link_hash, EmailLinkPurpose::Reset).await?.filter(|link| now < link.expires_at);
    let Some(link) = link else { return Ok(None) };
    Ok(accounts::account_by_id(tx, &link.user).await?.map(|account| account.user))
}

async fn reset_in_tx(tx: &Tx<'_>, reset: &PasswordReset) -> Result<Option<User>, db::Error> {
    let PasswordReset { link_hash, password, browser, mail, now } = reset;
    let link = store::take(tx, link_hash, EmailLinkPurpose::Reset).await?;
    let Some(link) = link.filter(|link| *now < link.expires_at) else { return Ok(None) };
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
        store::set_email_verified(tx, &link.user, &link.email, *now).await?;
    }
    password::store::set(tx, &link.user, password).await?;
    session_store::delete_all(tx, &link.user).await?;
    store::delete_all(tx, &link.user).await?;
    session_store::delete_devices(tx, &link.user).await?;
    // An attacker with the old password may have made them.
    api_keys::revoke_all_in_tx(tx, &link.user, *now).await?;
    let message = EmailMessage::PasswordChanged { name: account.user.display_name.clone() };
    mail.queue(tx, &link.email, &message, *now).await?;
    // Each known browser may try codes of its own, so with a second factor it becomes known after the second step.
    if second_factor::store::is_on(tx, &link.user).await? {
        second_factor::reset_limit(tx, &link.user, *now).await?;
    } else {
        known_device::remember(tx, browser, &link.user, *now).await?;
    }
    Ok(Some(account.user))
}
