//! Sign-up with e-mail and password.

use std::sync::Arc;

use crate::{
    db::{self, Tx},
    email::{Mailer, message::EmailMessage},
    identity::{
        email_link::{EmailLinkPurpose, NewEmailToken},
        store,
        user::User,
    },
    rate_limit::{self, LimitedAction},
    shop::Shop,
    values::{email::Email, time::Moment},
};

pub enum SignUpOutcome {
    Made,
    /// An account with this address exists.
    EmailTaken,
}

struct NewAccount {
    user: User,
    email: Email,
    password_hash: String,
    link: NewEmailToken,
}

/// Creates the account `user`, whose address is `email`, and mails a link that verifies the address.
pub async fn sign_up(
    shop: &Shop,
    user: &User,
    email: &Email,
    password_hash: &str,
) -> Result<SignUpOutcome, db::Error> {
    let now = shop.clock.now();
    let wish = Arc::new(NewAccount {
        user: user.clone(),
        email: email.clone(),
        password_hash: password_hash.to_owned(),
        link: NewEmailToken::new(shop, EmailLinkPurpose::Verify),
    });
    let mail = shop.mailer.clone();
    let made: Result<(), db::Error> = shop
        .db
        .write_with(move |tx| {
            let (wish, mail) = (Arc::clone(&wish), mail.clone());
            Box::pin(async move { create_account(tx, &wish, &mail, now).await })
        })
        .await;
    match made {
        Ok(()) => {
            shop.mailer.notify();
            Ok(SignUpOutcome::Made)
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

async fn create_account(tx: &Tx<'_>, wish: &NewAccount, mail: &Mailer, now: Moment) -> Result<(), db::Error> {
    let NewAccount { user, email, password_hash, link } = wish;
    store::insert_user(tx, user, Some(password_hash), now).await?;
    if mail.is_on() {
        link.store(tx, &user.id, email).await?;
        mail.queue(tx, email, &link.email_to(user), now).await?;
    }
    Ok(())
}

async fn notify_owner(shop: &Shop, email: &Email) -> Result<(), db::Error> {
    if !shop.mailer.is_on() {
        return Ok(());
    }
    let (email, mail, now) = (email.clone(), shop.mailer.clone(), shop.clock.now());
    shop.db
        .write_with(move |tx| {
            let (email, mail) = (email.clone(), mail.clone());
            Box::pin(async move {
                let Some(account) = store::account_by_email(tx, &email).await? else { return Ok(()) };
                let limit = LimitedAction::EmailSignUpAttempt.by(email.as_str());
                if rate_limit::take(tx, &[limit], now).await?.is_ok() {
                    let letter = EmailMessage::SignUpAttempt { name: account.user.display_name };
                    mail.queue(tx, &email, &letter, now).await?;
                }
                Ok::<_, db::Error>(())
            })
        })
        .await?;
    shop.mailer.notify();
    Ok(())
}
