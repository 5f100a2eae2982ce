//! Verification of an e-mail address.

use super::{EmailLinkPurpose, NewEmailToken, store};
use crate::{
    db,
    identity::{store as accounts, user::User},
    rate_limit::{self, LimitedAction, RateLimited},
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
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
pub async fn ask(shop: &Shop, user: &User) -> Result<RequestVerificationOutcome, db::Error> {
    if !shop.mailer.is_on() {
        return Ok(RequestVerificationOutcome::EmailDisabled);
    }
    let (id, now, max) = (user.id.clone(), shop.clock.now(), shop.config.limits.emails_per_hour);
    let (link, mail) = (NewEmailToken::new(shop, EmailLinkPurpose::Verify), shop.mailer.clone());
    let asked: RequestVerificationOutcome = shop
        .db
        .write_with(move |tx| {
            let (id, link, mail) = (id.clone(), link.clone(), mail.clone());
            Box::pin(async move {
                let account = accounts::account_by_id(tx, &id).await?;
                let Some((account, email)) = account.and_then(accounts::Account::with_email) else {
                    return Ok(RequestVerificationOutcome::NoEmail);
                };
                if account.is_verified {
                    return Ok(RequestVerificationOutcome::AlreadyVerified);
                }
                let limit = LimitedAction::EmailVerification.by(email.as_str()).at_most(max);
                if let Err(limited) = rate_limit::take(tx, &[limit], now).await? {
                    return Ok(RequestVerificationOutcome::RateLimited(limited));
                }
                link.store(tx, &id, &email).await?;
                mail.queue(tx, &email, &link.email_to(&account.user), now).await?;
                Ok(RequestVerificationOutcome::Sent)
            })
        })
        .await
        .map_err(|error: db::Error| error)?;
    if let RequestVerificationOutcome::Sent = asked {
        shop.mailer.notify();
    }
    Ok(asked)
}

pub enum VerifyEmailOutcome {
    Verified(Email),
    /// Also for an unknown or used link.
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
    let (hash, now) = (secret.hash(), shop.clock.now());
    let outcome = shop
        .db
        .write_with(move |tx| {
            let (hash, signed_in) = (hash.clone(), signed_in.clone());
            Box::pin(async move {
                let purpose = EmailLinkPurpose::Verify.as_str();
                let link = store::by_hash(tx, &hash, purpose).await?;
                let Some(link) = link.filter(|link| now < link.expires_at) else {
                    return Ok(VerifyEmailOutcome::LinkExpired);
                };
                if signed_in.is_none_or(|user| user != link.user) {
                    return Ok(VerifyEmailOutcome::LoginRequired);
                }
                let is_ours = store::take(tx, &hash, purpose).await?.is_some();
                if !is_ours || !store::set_email_verified(tx, &link.user, &link.email, now).await? {
                    return Ok(VerifyEmailOutcome::LinkExpired);
                }
                Ok(VerifyEmailOutcome::Verified(link.email))
            })
        })
        .await
        .map_err(|error: db::Error| error)?;
    if let VerifyEmailOutcome::Verified(_) = outcome {
        tracing::info!("e-mail verified");
    }
    Ok(outcome)
}
