//! Sign-up with e-mail and password.

use std::sync::Arc;

use crate::{
    db::{self, Tx},
    email::{Mail, message::Letter},
    identity::{
        email_link::{NewLink, Purpose},
        store,
        user::User,
    },
    rate_limit::{self, LimitedAction},
    shop::Shop,
    values::{email::Email, time::Moment},
};

pub enum Outcome {
    Made,
    /// An account with this address exists.
    Taken,
}

struct Wish {
    user: User,
    email: Email,
    password_hash: String,
    link: NewLink,
}

/// Creates the account `user`, whose address is `email`, and mails a link that verifies the address.
pub async fn sign_up(
    shop: &Shop,
    user: &User,
    email: &Email,
    password_hash: &str,
) -> Result<Outcome, db::Error> {
    let now = shop.clock.now();
    let wish = Arc::new(Wish {
        user: user.clone(),
        email: email.clone(),
        password_hash: password_hash.to_owned(),
        link: NewLink::new(shop, Purpose::Verify),
    });
    let mail = shop.mail.clone();
    let made: Result<(), db::Error> = shop
        .db
        .write(move |tx| {
            let (wish, mail) = (Arc::clone(&wish), mail.clone());
            Box::pin(async move { make(tx, &wish, &mail, now).await })
        })
        .await;
    match made {
        Ok(()) => {
            shop.mail.wake();
            Ok(Outcome::Made)
        }
        Err(error) if error.is_unique_violation() => {
            // A failure to notify the owner must not change the response.
            if let Err(error) = warn(shop, email).await {
                tracing::warn!(%error, "could not notify the owner of an address of a sign-up attempt");
            }
            Ok(Outcome::Taken)
        }
        Err(error) => Err(error),
    }
}

async fn make(tx: &Tx<'_>, wish: &Wish, mail: &Mail, now: Moment) -> Result<(), db::Error> {
    let Wish { user, email, password_hash, link } = wish;
    store::insert_user(tx, user, Some(password_hash), now).await?;
    if mail.is_on() {
        link.keep(tx, &user.id, email).await?;
        mail.queue(tx, email, &link.letter_to(user), now).await?;
    }
    Ok(())
}

async fn warn(shop: &Shop, email: &Email) -> Result<(), db::Error> {
    if !shop.mail.is_on() {
        return Ok(());
    }
    let (email, mail, now) = (email.clone(), shop.mail.clone(), shop.clock.now());
    shop.db
        .write(move |tx| {
            let (email, mail) = (email.clone(), mail.clone());
            Box::pin(async move {
                let Some(account) = store::account_by_email(tx, &email).await? else { return Ok(()) };
                let limit = LimitedAction::EmailSignUpAttempt.by(email.as_str());
                if rate_limit::take(tx, &[limit], now).await?.is_ok() {
                    let letter = Letter::SignUpAttempt { name: account.user.display_name };
                    mail.queue(tx, &email, &letter, now).await?;
                }
                Ok::<_, db::Error>(())
            })
        })
        .await?;
    shop.mail.wake();
    Ok(())
}
