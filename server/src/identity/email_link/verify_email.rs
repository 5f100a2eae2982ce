//! Verification of an e-mail address.

use super::{NewLink, Purpose, store};
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

pub enum Asked {
    Sent,
    WasVerified,
    NoEmail,
    TooMany(RateLimited),
    MailIsOff,
}

/// Mails the account a link that verifies its address.
pub async fn ask(shop: &Shop, user: &User) -> Result<Asked, db::Error> {
    if !shop.mail.is_on() {
        return Ok(Asked::MailIsOff);
    }
    let (id, now, max) = (user.id.clone(), shop.clock.now(), shop.config.limits.letters_per_hour);
    let (link, mail) = (NewLink::new(shop, Purpose::Verify), shop.mail.clone());
    let asked: Asked = shop
        .db
        .write(move |tx| {
            let (id, link, mail) = (id.clone(), link.clone(), mail.clone());
            Box::pin(async move {
                let account = accounts::account_by_id(tx, &id).await?;
                let Some((account, email)) = account.and_then(accounts::Account::with_email) else {
                    return Ok(Asked::NoEmail);
                };
                if account.is_verified {
                    return Ok(Asked::WasVerified);
                }
                let limit = LimitedAction::EmailVerification.by(email.as_str()).at_most(max);
                if let Err(limited) = rate_limit::take(tx, &[limit], now).await? {
                    return Ok(Asked::TooMany(limited));
                }
                link.keep(tx, &id, &email).await?;
                mail.queue(tx, &email, &link.letter_to(&account.user), now).await?;
                Ok(Asked::Sent)
            })
        })
        .await
        .map_err(|error: db::Error| error)?;
    if let Asked::Sent = asked {
        shop.mail.wake();
    }
    Ok(asked)
}

pub enum Outcome {
    Verified(Email),
    /// Also for an unknown or used link.
    LinkEnded,
    /// The link is valid, and stays so, but the caller is not logged in to its account.
    SignInFirst,
}

/// Requires the mailed link and a session of the account. Otherwise an attacker who signed up with another person's
/// address would get it verified when that person follows the link.
pub async fn verify(shop: &Shop, secret: &Secret, signed_in: Option<Id>) -> Result<Outcome, db::Error> {
    let (hash, now) = (secret.hash(), shop.clock.now());
    let outcome = shop
        .db
        .write(move |tx| {
            let (hash, signed_in) = (hash.clone(), signed_in.clone());
            Box::pin(async move {
                let purpose = Purpose::Verify.as_str();
                let link = store::of_hash(tx, &hash, purpose).await?;
                let Some(link) = link.filter(|link| now < link.ends_at) else {
                    return Ok(Outcome::LinkEnded);
                };
                if signed_in.is_none_or(|user| user != link.user) {
                    return Ok(Outcome::SignInFirst);
                }
                let is_ours = store::take(tx, &hash, purpose).await?.is_some();
                if !is_ours || !store::verify(tx, &link.user, &link.email, now).await? {
                    return Ok(Outcome::LinkEnded);
                }
                Ok(Outcome::Verified(link.email))
            })
        })
        .await
        .map_err(|error: db::Error| error)?;
    if let Outcome::Verified(_) = outcome {
        tracing::info!("e-mail verified");
    }
    Ok(outcome)
}
