//! Login by a mailed link. The link is the second proof where a right password or code is not enough: while others try
//! passwords, and after a phone number was not used for long.

use super::{EmailLinkPurpose, NewEmailToken, store};
use crate::{
    accounts::{
        session::{NewSession, SessionStart},
        store as accounts,
        user::User,
    },
    base::email::Mailer,
    db::{self, Tx},
    shop::Shop,
    values::{
        ids::{Id, Secret},
        time::Timestamp,
    },
};

/// Mails the account a link if its address is verified. Returns `false` if it is not, or the shop sends no e-mail.
/// Above the limit of the address the link of the last e-mail stays valid.
pub async fn send(shop: &Shop, user: &Id) -> Result<bool, db::Error> {
    if !shop.mailer.is_on() {
        return Ok(false);
    }
    let link = NewEmailToken::new(shop, EmailLinkPurpose::LogIn);
    let input = (user.clone(), link, shop.mailer.clone());
    shop.db.write(input, |tx, (user, link, mail)| Box::pin(queue_link(tx, user, link, mail))).await
}

async fn queue_link(tx: &Tx<'_>, user: &Id, link: &NewEmailToken, mail: &Mailer) -> Result<bool, db::Error> {
    let account = accounts::account_by_id(tx, user).await?.filter(|account| account.is_verified);
    let Some((account, email)) = account.and_then(accounts::Account::with_email) else { return Ok(false) };
    let message = link.email_to(&account.user.display_name);
    if !mail.try_queue(tx, &email, &message, link.created_at).await?.is_refused() {
        link.store(tx, user, &email).await?;
    }
    Ok(true)
}

pub enum EmailLoginOutcome {
    /// The link was right. [`SessionStart`] says whether the session begins now, after the second step, or not at all.
    LoggedIn(User, SessionStart),
    LinkExpired,
}

/// The browser becomes a known device, so other people's wrong passwords delay it no more.
pub async fn log_in(
    shop: &Shop,
    secret: &Secret,
    session: NewSession,
) -> Result<EmailLoginOutcome, db::Error> {
    let input = (secret.hash(), session, shop.clock.now());
    shop.db.write(input, |tx, (hash, session, now)| Box::pin(use_link(tx, hash, session, *now))).await
}

async fn use_link(
    tx: &Tx<'_>,
    hash: &str,
    session: &NewSession,
    now: Timestamp,
) -> Result<EmailLoginOutcome, db::Error> {
    let link = store::take(tx, hash, EmailLinkPurpose::LogIn).await?.filter(|link| now < link.expires_at);
    let Some(link) = link else { return Ok(EmailLoginOutcome::LinkExpired) };
    let account = accounts::account_by_id(tx, &link.user).await?;
    let Some(account) = account.filter(|account| account.user.has_email(link.email.as_str())) else {
        return Ok(EmailLoginOutcome::LinkExpired);
    };
    Ok(match session.start(tx, &account.user).await? {
        SessionStart::AccountChanged => EmailLoginOutcome::LinkExpired,
        start => EmailLoginOutcome::LoggedIn(account.user, start),
    })
}
