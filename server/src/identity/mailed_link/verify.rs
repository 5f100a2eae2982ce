//! Showing that an address is one's own.

use super::{
    NewLink, Purpose,
    quota::{self, Kind},
    store,
};
use crate::{
    db,
    identity::{store as accounts, user::User},
    shop::Shop,
    values::{email::Email, ids::Secret, time::Moment},
};

pub enum Asked {
    Sent,
    /// There is nothing to show any more.
    WasVerified,
    NoEmail,
    TooMany {
        again_at: Moment,
    },
    /// The shop cannot send mail.
    MailIsOff,
}

/// Mails the account a link that verifies its address.
pub async fn ask(shop: &Shop, user: &User) -> Result<Asked, db::Error> {
    if !shop.mail.is_on() {
        return Ok(Asked::MailIsOff);
    }
    let (id, now, most) = (user.id.clone(), shop.clock.now(), shop.config.limits.letters_per_hour);
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
                if let Err(again_at) = quota::take(tx, Kind::Verify, &email, most, now).await? {
                    return Ok(Asked::TooMany { again_at });
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

/// Whose address it is now known to be; `None` if the link is not good for anything (any more).
pub async fn verify(shop: &Shop, secret: &Secret) -> Result<Option<Email>, db::Error> {
    let (hash, now) = (secret.hash(), shop.clock.now());
    let verified = shop
        .db
        .write(move |tx| {
            let hash = hash.clone();
            Box::pin(async move {
                let link = store::take(tx, &hash, Purpose::Verify.as_str()).await?;
                let Some(link) = link.filter(|link| now < link.ends_at) else { return Ok(None) };
                let is_verified = store::verify(tx, &link.user, &link.email, now).await?;
                Ok(is_verified.then_some((link.user, link.email)))
            })
        })
        .await
        .map_err(|error: db::Error| error)?;
    Ok(verified.map(|(user, email)| {
        tracing::info!(user = user.as_str(), "e-mail verified");
        email
    }))
}
