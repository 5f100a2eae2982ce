//! "Finish your account": a user who logged in by phone, or by a provider without a verified address, verifies an
//! address by a mailed code. Until then the session gets no access token.
//!
//! No response reveals whether an address has an account before the code is right.

pub mod http;

use thiserror::Error;

use super::{
    one_time_code::{self, Errand, Judged, Purpose, Sent},
    social::{
        Provider,
        account_linking::{Admitted, News, Refusal, finish, racing, settle, tell_of},
    },
};
use crate::{
    db,
    email::message::Letter,
    identity::{
        self,
        session::{Method, NewSession},
        store::StoredSession,
    },
    rate_limit::RateLimited,
    shop::Shop,
    values::{email::Email, hash::sha256_hex},
};

fn errand(email: &Email, session: &StoredSession) -> Errand {
    let holder = sha256_hex(session.id.as_str().as_bytes());
    Errand { purpose: Purpose::Complete, target: email.to_string(), holder, is_known: false }
}

/// Mails a code for this session.
pub async fn send(
    shop: &Shop,
    session: &StoredSession,
    email: &Email,
) -> Result<Result<Sent, RateLimited>, db::Error> {
    let (now, errand, code) = (shop.clock.now(), errand(email, session), one_time_code::new());
    let (email, mail) = (email.clone(), shop.mail.clone());
    let issued = shop
        .db
        .write(move |tx| {
            let (errand, email, mail, code) = (errand.clone(), email.clone(), mail.clone(), code.clone());
            Box::pin(async move {
                let issued = one_time_code::issue(tx, &errand, &code, now).await?;
                if let Ok(Sent { expires_at, .. }) = issued {
                    mail.queue(tx, &email, &Letter::FinishCode { code, expires_at }, now).await?;
                }
                Ok::<_, db::Error>(issued)
            })
        })
        .await?;
    shop.mail.wake();
    Ok(issued)
}

#[derive(Debug, Error)]
pub enum Unfinished {
    #[error("wrong code")]
    Wrong,
    /// This session has no valid code for this address, or too many were tried.
    #[error("no valid code")]
    Over,
    /// Another tab was faster.
    #[error("the account has an address already")]
    HasAddress,
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The result of the transaction. A wrong code is not an error, because its try must be committed.
enum Tried {
    Right(Admitted),
    Not(Judged),
    HasAddress,
}

/// Sets the account's address if the code is right, and replaces the requesting session by a new one.
pub async fn complete(
    shop: &Shop,
    session: &StoredSession,
    email: &Email,
    code: &str,
    name: &str,
    new: NewSession,
) -> Result<Admitted, Unfinished> {
    let (now, method) = (shop.clock.now(), session.method);
    let errand = errand(email, session);
    let tried = racing(|| {
        let asked = (errand.clone(), code.to_owned(), email.clone(), name.to_owned(), new.clone());
        let (user, asking, mail) = (session.user.id.clone(), session.id.clone(), shop.mail.clone());
        shop.db.write(move |tx| {
            let ((errand, code, email, name, new), user, asking, mail) =
                (asked.clone(), user.clone(), asking.clone(), mail.clone());
            Box::pin(async move {
                let judged = one_time_code::judge(tx, &errand, &code, now).await?;
                if judged != Judged::Right {
                    return Ok(Tried::Not(judged));
                }
                identity::store::lock_user(tx, &user).await?;
                // The session may have been ended while the code was entered.
                if !identity::session::store::is_there(tx, &user, &asking).await? {
                    return Ok(Tried::Not(Judged::Over));
                }
                let unfinished = identity::store::account_by_id(tx, &user).await?.ok_or(Refusal::Closed)?;
                if unfinished.user.email.is_some() {
                    return Ok(Tried::HasAddress);
                }
                let admitted = finish(tx, &unfinished.user, &email, &name, now).await?;
                if !new.start(tx, &admitted.user).await? {
                    return Err(Refusal::Closed);
                }
                if admitted.news == News::Linked {
                    tell_of(tx, &mail, &admitted.user, label_of(method), now).await?;
                }
                Ok::<_, Refusal>(Tried::Right(admitted))
            })
        })
    })
    .await?;
    match tried {
        Tried::Right(admitted) => {
            settle(shop, &admitted, method);
            Ok(admitted)
        }
        Tried::Not(Judged::Wrong) => {
            tracing::warn!(user = session.user.id.as_str(), "wrong code of an account to finish");
            Err(Unfinished::Wrong)
        }
        Tried::Not(_) => Err(Unfinished::Over),
        Tried::HasAddress => Err(Unfinished::HasAddress),
    }
}

/// The name for display. An account with a password is never incomplete.
fn label_of(method: Method) -> &'static str {
    Provider::ALL
        .into_iter()
        .find(|provider| provider.method() == method)
        .map_or("a phone number", Provider::label)
}
