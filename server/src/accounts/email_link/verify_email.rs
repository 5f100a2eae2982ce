//! Verification of an e-mail address, of the account or of one that it is to have.

use std::net::IpAddr;

use super::{
    EmailLinkPurpose, NewEmailToken, change_email,
    store::{self, EmailToken},
};
use crate::{
    accounts::{store as accounts, user::User},
    base::{email::Mailer, rate_limit::RateLimited},
    db::{self, Committed, Tx},
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        time::Timestamp,
    },
};

pub enum RequestVerificationOutcome {
    Sent,
    AlreadyVerified,
    NoEmail,
    RateLimited(RateLimited),
    EmailDisabled,
}

/// Mails the account a link that verifies its address.
pub async fn ask(shop: &Shop, user: &User, client: IpAddr) -> Result<RequestVerificationOutcome, db::Error> {
    if !shop.mailer.is_on() {
        return Ok(RequestVerificationOutcome::EmailDisabled);
    }
    let link = NewEmailToken::new(shop, EmailLinkPurpose::Verify);
    let input = (user.id.clone(), link, shop.mailer.asked_by(client));
    shop.db.write(input, |tx, (user, link, mail)| Box::pin(queue_link(tx, user, link, mail))).await
}

async fn queue_link(
    tx: &Tx<'_>,
    user: &Id,
    link: &NewEmailToken,
    mail: &Mailer,
) -> Result<RequestVerificationOutcome, db::Error> {
    let account = accounts::account_by_id(tx, user).await?;
    let Some((account, email)) = account.and_then(accounts::Account::with_email) else {
        return Ok(RequestVerificationOutcome::NoEmail);
    };
    if account.is_verified {
        return Ok(RequestVerificationOutcome::AlreadyVerified);
    }
    let message = link.email_to(&account.user.display_name);
    if let Committed::Refused(limited) = mail.try_queue(tx, &email, &message, link.created_at).await? {
        return Ok(RequestVerificationOutcome::RateLimited(limited));
    }
    link.store(tx, user, &email).await?;
    Ok(RequestVerificationOutcome::Sent)
}

pub enum VerifyEmailOutcome {
    Verified(Email),
    /// The link has expired, is unknown or was used.
    LinkExpired,
    /// The link is valid, and stays so, but the caller is not logged in to its account.
    LoginRequired,
}

/// Requires the mailed link and a session of the account. Otherwise an attacker who signed up with another person's
/// address would get it verified when that person follows the link.
pub async fn verify_email(
    shop: &Shop,
    secret: &Secret,
    signed_in: Option<Id>,
) -> Result<VerifyEmailOutcome, db::Error> {
    let outcome = shop
        .db
        .write((secret.hash(), signed_in, shop.clock.now()), |tx, (hash, signed_in, now)| {
            Box::pin(use_link(tx, hash, signed_in.as_ref(), *now))
        })
        .await;
    let outcome = match outcome {
        // Another account took the address in the same moment.
        Err(error) if error.is_unique_violation() => VerifyEmailOutcome::LinkExpired,
        other => other?,
    };
    if let VerifyEmailOutcome::Verified(_) = outcome {
        tracing::info!("e-mail verified");
    }
    Ok(outcome)
}

async fn use_link(
    tx: &Tx<'_>,
    hash: &str,
    signed_in: Option<&Id>,
    now: Timestamp,
) -> Result<VerifyEmailOutcome, db::Error> {
    for purpose in [EmailLinkPurpose::Verify, EmailLinkPurpose::Change] {
        let Some(link) = store::by_hash(tx, hash, purpose).await? else { continue };
        if now >= link.expires_at {
            return Ok(VerifyEmailOutcome::LinkExpired);
        }
        if signed_in != Some(&link.user) {
            return Ok(VerifyEmailOutcome::LoginRequired);
        }
        let is_ours = store::take(tx, hash, purpose).await?.is_some();
        if !is_ours || !apply(tx, purpose, &link, now).await? {
            return Ok(VerifyEmailOutcome::LinkExpired);
        }
        return Ok(VerifyEmailOutcome::Verified(link.email));
    }
    Ok(VerifyEmailOutcome::LinkExpired)
}

/// Returns whether the link's address is now a verified one of the account.
async fn apply(
    tx: &Tx<'_>,
    purpose: EmailLinkPurpose,
    link: &EmailToken,
    now: Timestamp,
) -> Result<bool, db::Error> {
    if purpose == EmailLinkPurpose::Change {
        change_email::change(tx, link, now).await
    } else {
        store::set_email_verified(tx, &link.user, &link.email, now).await
    }
}
