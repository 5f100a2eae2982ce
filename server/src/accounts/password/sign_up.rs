//! Sign-up with e-mail and password.

use std::net::IpAddr;

use super::{HashedPassword, store::set_strength};
use crate::{
    accounts::{
        email_link::{EmailLinkPurpose, NewEmailToken},
        social, store,
        user::{Role, User},
    },
    base::email::{Mailer, message::EmailMessage},
    db::{self, Tx},
    shop::Shop,
    values::{email::Email, ids::Id, time::Timestamp},
};

pub enum SignUpOutcome {
    Made(User),
    /// An account with this address exists.
    EmailTaken,
}

struct NewAccount {
    user: User,
    email: Email,
    password: HashedPassword,
    link: NewEmailToken,
    mail: Mailer,
    now: Timestamp,
}

/// Creates the account `user`, whose address is `email`, and mails a link that verifies the address.
pub async fn sign_up(
    shop: &Shop,
    user: &User,
    email: &Email,
    password: &HashedPassword,
    client: IpAddr,
) -> Result<SignUpOutcome, db::Error> {
    let account = NewAccount {
        user: user.clone(),
        email: email.clone(),
        password: password.clone(),
        link: NewEmailToken::new(shop, EmailLinkPurpose::Verify),
        mail: shop.mailer.asked_by(client),
        now: shop.clock.now(),
    };
    match shop.db.write(account, |tx, account| Box::pin(create_account(tx, account))).await {
        Ok(user) => Ok(SignUpOutcome::Made(user)),
        Err(error) if error.is_unique_violation() => {
            // A failure to notify the owner must not change the response.
            if let Err(error) = notify_owner(shop, email).await {
                tracing::warn!(%error, "could not notify the owner of an address of a sign-up attempt");
            }
            Ok(SignUpOutcome::EmailTaken)
        }
        Err(error) => Err(error),
    }
}

async fn create_account(tx: &Tx<'_>, account: &NewAccount) -> Result<User, db::Error> {
    let NewAccount { user, email, password, link, mail, now } = account;
    if !mail.is_on()
        && let Some(customer) = without_login(tx, email).await?
    {
        return set_first_password(tx, User { id: customer, ..user.clone() }, email, password).await;
    }
    store::insert_user(tx, user, Some(&password.hash), *now).await?;
    set_strength(tx, &user.id, &password.hash, password.strength).await?;
    if mail.is_on() {
        link.store(tx, &user.id, email).await?;
        mail.queue(tx, email, &link.email_to(&user.display_name), *now).await?;
    }
    Ok(user.clone())
}

/// Locks the account of a customer whose orders staff entered, and who has no login yet.
async fn without_login(tx: &Tx<'_>, email: &Email) -> Result<Option<Id>, db::Error> {
    let Some(account) = store::account_by_email(tx, email).await? else { return Ok(None) };
    let User { id, role, .. } = account.user;
    let is_locked = role == Role::User && store::lock_user(tx, &id).await?;
    Ok((is_locked && !store::has_login_method(tx, &id).await?).then_some(id))
}

/// No e-mail can prove whose address it is. So the account sees its entered orders as a stranger does, without the
/// person (docs/decisions/0031).
async fn set_first_password(
    tx: &Tx<'_>,
    user: User,
    email: &Email,
    password: &HashedPassword,
) -> Result<User, db::Error> {
    store::set_password(tx, email, &password.hash).await?;
    set_strength(tx, &user.id, &password.hash, password.strength).await?;
    social::store::set_name(tx, &user.id, &user.display_name, None).await?;
    Ok(user)
}

async fn notify_owner(shop: &Shop, email: &Email) -> Result<(), db::Error> {
    if !shop.mailer.is_on() {
        return Ok(());
    }
    let input = (email.clone(), shop.mailer.clone(), NewEmailToken::new(shop, EmailLinkPurpose::Reset));
    shop.db
        .write(input, |tx, (email, mail, link)| Box::pin(queue_sign_up_attempt(tx, email, mail, link)))
        .await
}

/// Guests, and customers whose order staff entered, have an account and no login yet. They get a link for their first
/// password. Other accounts run the same statements, for an id that does not exist.
async fn queue_sign_up_attempt(
    tx: &Tx<'_>,
    email: &Email,
    mail: &Mailer,
    link: &NewEmailToken,
) -> Result<(), db::Error> {
    let now = link.created_at;
    let Some(User { id, display_name: name, .. }) =
        store::account_by_email(tx, email).await?.map(|account| account.user)
    else {
        return Ok(());
    };
    let has_login = store::has_login_method(tx, &id).await?;
    let message =
        if has_login { EmailMessage::SignUpAttempt { name } } else { link.first_password_email(&name) };
    let is_sent = mail.try_queue(tx, email, &message, now).await?.is_ok();
    let holder = if has_login || !is_sent { Id::new(now) } else { id };
    // A stranger's sign-up ends no link that was sent before.
    link.store_beside_others(tx, &holder, email).await
}
