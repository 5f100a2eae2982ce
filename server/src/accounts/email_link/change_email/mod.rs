//! Change of an account's e-mail address. The account gets the new address when the link that was mailed there is
//! opened in a session of the account.

pub mod http;

use std::net::IpAddr;

use thiserror::Error;

use super::{
    EmailLinkPurpose, NewEmailToken,
    store::{self, EmailToken},
};
use crate::{
    accounts::{
        password::{
            PlaintextPassword,
            reauthenticate::{ReauthError, reauthenticate},
        },
        session::store::{self as session_store, Session},
        store::{self as accounts, Account},
    },
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage},
    },
    db::{self, Tx},
    shop::Shop,
    values::{email::Email, ids::Id, time::Timestamp},
};

#[derive(Debug, Error)]
pub enum ChangeEmailError {
    #[error(transparent)]
    Reauth(#[from] ReauthError),
    /// The account has no address that could be changed.
    #[error("no e-mail address")]
    NoEmail,
    #[error("this shop sends no e-mails")]
    EmailDisabled,
}

struct ChangeRequest {
    user: Id,
    session: Id,
    password_hash: Option<String>,
    email: Email,
    link: NewEmailToken,
    mail: Mailer,
}

/// Mails a link to the new address and a notice to the confirmed old one. The caller learns neither whether another
/// account has the address nor whether a limit was reached.
pub async fn ask(
    shop: &Shop,
    session: &Session,
    password: Option<&PlaintextPassword>,
    email: Email,
    client: IpAddr,
) -> Result<(), ChangeEmailError> {
    if !shop.mailer.is_on() {
        return Err(ChangeEmailError::EmailDisabled);
    }
    let account = reauthenticate(shop, session, password).await?;
    if account.user.email.is_none() {
        return Err(ChangeEmailError::NoEmail);
    }
    let request = ChangeRequest {
        user: account.user.id,
        session: session.id.clone(),
        password_hash: account.password_hash,
        email,
        link: NewEmailToken::new(shop, EmailLinkPurpose::Change),
        mail: shop.mailer.asked_by(client),
    };
    let is_same = shop.db.write(request, |tx, request| Box::pin(queue_link(tx, request))).await;
    if is_same.map_err(ReauthError::Db)? { Ok(()) } else { Err(ReauthError::SessionExpired.into()) }
}

/// Returns `false` if the session or the password has ended since the caller was checked.
async fn queue_link(tx: &Tx<'_>, request: &ChangeRequest) -> Result<bool, db::Error> {
    let ChangeRequest { user, session, password_hash, email, link, mail } = request;
    // A changed password and a second request wait for this lock.
    if !accounts::lock_user(tx, user).await? || !session_store::exists(tx, user, session).await? {
        return Ok(false);
    }
    let account = accounts::account_by_id(tx, user).await?;
    let account = account.filter(|account| account.password_hash == *password_hash);
    let Some((account, old)) = account.and_then(Account::with_email) else { return Ok(false) };
    if old == *email {
        return Ok(true);
    }
    let (name, now) = (&account.user.display_name, link.created_at);
    if account.is_verified {
        let notice = EmailMessage::ChangeOfEmailAsked { name: name.clone(), new_email: email.to_string() };
        mail.queue(tx, &old, &notice, now).await?;
    }
    let Some(other) = accounts::account_by_email(tx, email).await? else {
        let mail = mail.in_language(account.user.language);
        if !mail.try_queue(tx, email, &link.email_to(name), now).await?.is_refused() {
            link.store(tx, user, email).await?;
        }
        return Ok(true);
    };
    // The account with the address hears of it as of a sign-up. An older link ends, as it does for a free address.
    if accounts::has_login_method(tx, &other.user.id).await? {
        let attempt = EmailMessage::SignUpAttempt { name: other.user.display_name };
        mail.queue(tx, email, &attempt, now).await?;
    }
    store::delete_by_purpose(tx, user, EmailLinkPurpose::Change).await?;
    Ok(true)
}

/// Gives the account the address of the link. Links to the old address end, because its mailbox may be lost. Sessions
/// stay, and so does the address of past orders. Returns `false` if another account has the address by now.
pub async fn change(tx: &Tx<'_>, link: &EmailToken, now: Timestamp) -> Result<bool, db::Error> {
    let (user, email) = (&link.user, &link.email);
    if !accounts::lock_user(tx, user).await? {
        return Ok(false);
    }
    let account = accounts::account_by_id(tx, user).await?;
    let Some((account, old)) = account.and_then(Account::with_email) else { return Ok(false) };
    if accounts::account_by_email(tx, email).await?.is_some() {
        return Ok(false);
    }
    store::replace_email(tx, user, email, now).await?;
    store::delete_all(tx, user).await?;
    // An unconfirmed address may be another person's.
    if account.is_verified {
        store::move_former_orders(tx, &old, email).await?;
    }
    accounts::update_search_words(tx, user).await?;
    audit::record(tx, &AuditEntry::by(user, AuditAction::ChangeEmail, user.clone(), now)).await?;
    Ok(true)
}
