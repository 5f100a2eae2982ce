//! Login by e-mail and password.

use std::time::Duration;

use thiserror::Error;

use crate::{
    accounts::{
        email_link, password,
        session::{known_device, store as session_store},
        store::{self, Account},
        user::User,
    },
    base::rate_limit::{RateLimited, login_backoff::BackoffKey},
    db::{self, Committed},
    shop::Shop,
    values::{email::Email, ids::Secret},
};

/// A delayed login takes this long, with or without an e-mail.
const RESPONSE_DELAY: Duration = Duration::from_millis(250);

#[derive(Debug, Error)]
pub enum LoginError {
    #[error("the address or the password is wrong")]
    BadCredentials,
    /// Whether a right password causes an e-mail with a login link.
    #[error("too many wrong passwords")]
    RateLimited { limited: RateLimited, mails_link: bool },
    #[error(transparent)]
    Password(#[from] password::PasswordError),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The account whose password was right.
pub struct PasswordLogin {
    pub user: User,
    /// The hash as it is stored.
    pub hash: String,
    /// Too weak for administrators and staff.
    pub has_weak_password: bool,
}

/// Does the same work for an unknown address as for a wrong password.
pub async fn authenticate(
    shop: &Shop,
    email: &Email,
    password: &str,
    browser: Option<&Secret>,
) -> Result<PasswordLogin, LoginError> {
    shop.passwords.check_capacity()?;
    let (account, key) = look_up(shop, email, browser).await?;
    let id = account.as_ref().map(|account| account.user.id.to_string());
    if let Committed::Refused(limited) = shop.login_backoff.take(&key).await? {
        tracing::warn!(user = id, retry_at = %limited.retry_at, "too many wrong passwords");
        let mails_link = shop.mailer.is_on();
        if mails_link {
            let (mailed, ()) =
                tokio::join!(mail_link(shop, account, password), tokio::time::sleep(RESPONSE_DELAY));
            mailed?;
        }
        return Err(LoginError::RateLimited { limited, mails_link });
    }
    let stored = account.as_ref().and_then(|account| account.password_hash.clone());
    let verdict = shop.passwords.verify(password, stored.clone()).await;
    if !matches!(verdict, Ok(password::PasswordCheck::Wrong)) {
        shop.login_backoff.give_back(&key).await?;
    }
    let (password::PasswordCheck::Right { rehashed }, Some(account), Some(stored)) =
        (verdict?, account, stored)
    else {
        tracing::warn!(user = id, "wrong password");
        return Err(LoginError::BadCredentials);
    };
    let hash = match rehashed {
        Some(rehashed) => replace_hash(shop, &account.user, stored, rehashed).await,
        None => stored,
    };
    let has_weak_password = judge_once(shop, &account, &hash, password).await?;
    Ok(PasswordLogin { user: account.user, hash, has_weak_password })
}

/// Whether the right password is too weak for a role. Stores it for all sessions of the account, however they begin.
async fn judge_once(shop: &Shop, account: &Account, hash: &str, password: &str) -> Result<bool, LoginError> {
    if let Some(is_weak) = account.has_weak_password {
        return Ok(is_weak);
    }
    let strength = shop.passwords.strength(password, &account.user).await?;
    let input = (account.user.id.clone(), hash.to_owned(), strength);
    shop.db
        .write(input, |tx, (user, hash, strength)| password::store::set_strength(tx, user, hash, *strength))
        .await?;
    Ok(strength.is_weak())
}

/// Mails the owner a login link if the password is right. Neither the response nor its timing reveals whether it is, so
/// an attacker learns nothing from attempts during the delay.
async fn mail_link(shop: &Shop, account: Option<Account>, password: &str) -> Result<(), LoginError> {
    let stored = account.as_ref().and_then(|account| account.password_hash.clone());
    let verdict = shop.passwords.verify(password, stored.clone()).await?;
    if let (password::PasswordCheck::Right { .. }, Some(account), Some(stored)) = (verdict, account, stored) {
        judge_once(shop, &account, &stored, password).await?;
        email_link::login::send(shop, &account.user.id).await?;
    }
    Ok(())
}

async fn look_up(
    shop: &Shop,
    email: &Email,
    browser: Option<&Secret>,
) -> Result<(Option<Account>, BackoffKey), db::Error> {
    let account = shop.db.read(email.clone(), |tx, email| store::account_by_email(tx, email)).await?;
    let Some(browser) = browser else { return Ok((account, BackoffKey::of_account(email))) };
    let device = known_device::hash(browser, account.as_ref().map(|account| &account.user.id));
    let is_known = shop
        .db
        .read((device.clone(), shop.clock.now()), |tx, (device, now)| {
            session_store::knows_device(tx, device, *now)
        })
        .await?;
    let key = if is_known { BackoffKey::of_device(&device) } else { BackoffKey::of_account(email) };
    Ok((account, key))
}

/// Replaces the hash of a right password that has older parameters. A failure does not fail the login. Returns the hash
/// that is stored afterwards.
async fn replace_hash(shop: &Shop, user: &User, stored: String, rehashed: String) -> String {
    let input = (user.id.clone(), stored.clone(), rehashed.clone());
    let replaced = shop.db.write(input, |tx, (user, stored, rehashed)| {
        store::replace_password_hash(tx, user, stored, rehashed)
    });
    match replaced.await {
        Ok(()) => {
            tracing::info!(user = user.id.as_str(), "password rehashed");
            rehashed
        }
        Err(error) => {
            tracing::warn!(user = user.id.as_str(), %error, "password not rehashed");
            stored
        }
    }
}
