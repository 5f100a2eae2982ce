//! Sign-up with e-mail and password.

use std::{net::IpAddr, sync::Arc};

use super::{
    HashedPassword,
    store::{set, set_strength},
};
use crate::{
    accounts::{
        email_link::{EmailLinkPurpose, NewEmailToken},
        social::store::set_name,
        store,
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
    let account = Arc::new(NewAccount {
        user: user.clone(),
        email: email.clone(),
        password: password.clone(),
        link: NewEmailToken::new(shop, EmailLinkPurpose::Verify),
        mail: shop.mailer.asked_by(client),
        now: shop.clock.now(),
    });
    let created =
        shop.db.write(Arc::clone(&account), |tx, account| Box::pin(create_account(tx, account))).await;
    match created {
        Ok(()) => Ok(SignUpOutcome::Made(user.clone())),
        Err(error) if error.is_unique_violation() && !shop.mailer.is_on() => {
            let opened =
                shop.db.write(account, |tx, account| Box::pin(set_first_password(tx, account))).await?;
            Ok(opened.map_or(SignUpOutcome::EmailTaken, SignUpOutcome::Made))
        }
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

async fn create_account(tx: &Tx<'_>, account: &NewAccount) -> Result<(), db::Error> {
    let NewAccount { user, email, password, link, mail, now } = account;
    store::insert_user(tx, user, Some(&password.hash), *now).await?;
    set_strength(tx, &user.id, &password.hash, password.strength).await?;
    if mail.is_on() {
        link.store(tx, &user.id, email).await?;
        mail.queue(tx, email, &link.email_to(&user.display_name), *now).await?;
    }
    Ok(())
}

/// Opens the account of a customer whose order staff entered, because this shop can mail no link to it. Anyone may sign
/// up with this address. So the account gets the typed name and loses its profile. It shows no name or address of its
/// orders (docs/decisions/0031). Returns `None` if the account has a login, a role, a confirmed address or a block.
async fn set_first_password(tx: &Tx<'_>, account: &NewAccount) -> Result<Option<User>, db::Error> {
    let NewAccount { user: User { display_name, .. }, email, password, now, .. } = account;
    let Some(found) = store::account_by_email(tx, email).await? else { return Ok(None) };
    // A role, a block or another sign-up waits for this lock, or is seen here.
    store::lock_user(tx, &found.user.id).await?;
    let Some(account) = store::account_by_email(tx, email).await? else { return Ok(None) };
    let store::Account { user, is_verified, .. } = account;
    if user.id != found.user.id {
        return Ok(None);
    }
    let is_closed = user.role != Role::Customer || is_verified || store::is_blocked(tx, &user.id).await?;
    if is_closed || store::has_login_method(tx, &user.id).await? {
        return Ok(None);
    }
    // The profile came from the import of a former shop, or from another person's orders.
    store::delete_profile(tx, &user.id).await?;
    set(tx, &user.id, password).await?;
    set_name(tx, &user.id, display_name, None, *now).await?;
    Ok(Some(User { display_name: display_name.clone(), photo_url: None, ..user }))
}

async fn notify_owner(shop: &Shop, email: &Email) -> Result<(), db::Error> {
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
    let is_sent = !mail.try_queue(tx, email, &message, now).await?.is_refused();
    let holder = if has_login || !is_sent { Id::new(now) } else { id };
    // A stranger's sign-up ends no link that was sent before.
    link.store_beside_others(tx, &holder, email).await
}
