//! "Finish your account": a user who logged in by phone, or by a provider without a verified address, verifies an
//! address by a mailed code. Until then the session gets no access token.
//!
//! No response reveals whether an address has an account before the code is right.

pub mod http;

use thiserror::Error;

use super::{
    one_time_code::{self, CodeCheck, CodePurpose, CodeRequest, IssuedCode},
    social::{
        Provider,
        account_linking::{
            LinkError, LoginEffect, LoginResult, finish, notify_method_added, retry_on_conflict, settle,
        },
    },
};
use crate::{
    db,
    email::message::EmailMessage,
    identity::{
        self,
        session::{Method, NewSession},
        store::Session,
    },
    rate_limit::RateLimited,
    shop::Shop,
    values::{email::Email, hash::sha256_hex},
};

fn code_request(email: &Email, session: &Session) -> CodeRequest {
    let holder = sha256_hex(session.id.as_str().as_bytes());
    CodeRequest {
        purpose: CodePurpose::Complete,
        target: email.to_string(),
        requester: holder,
        is_known_device: false,
    }
}

/// Mails a code for this session.
pub async fn send(
    shop: &Shop,
    session: &Session,
    email: &Email,
) -> Result<Result<IssuedCode, RateLimited>, db::Error> {
    let (now, errand, code) = (shop.clock.now(), code_request(email, session), one_time_code::new());
    let (email, mail) = (email.clone(), shop.mailer.clone());
    let issued = shop
        .db
        .write_with(move |tx| {
            let (errand, email, mail, code) = (errand.clone(), email.clone(), mail.clone(), code.clone());
            Box::pin(async move {
                let issued = one_time_code::issue(tx, &errand, &code, now).await?;
                if let Ok(IssuedCode { expires_at, .. }) = issued {
                    mail.queue(tx, &email, &EmailMessage::AddressCode { code, expires_at }, now).await?;
                }
                Ok::<_, db::Error>(issued)
            })
        })
        .await?;
    shop.mailer.notify();
    Ok(issued)
}

#[derive(Debug, Error)]
pub enum CompleteProfileError {
    #[error("wrong code")]
    WrongCode,
    /// This session has no valid code for this address, or too many were tried.
    #[error("no valid code")]
    CodeExpired,
    /// Another tab was faster.
    #[error("the account has an address already")]
    AlreadyComplete,
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// The result of the transaction. A wrong code is not an error, because its try must be committed.
enum CompleteOutcome {
    Completed(LoginResult),
    CodeRefused(CodeCheck),
    HasAddress,
}

/// Sets the account's address if the code is right, and replaces the requesting session by a new one.
pub async fn complete(
    shop: &Shop,
    session: &Session,
    email: &Email,
    code: &str,
    name: &str,
    new: NewSession,
) -> Result<LoginResult, CompleteProfileError> {
    let (now, method) = (shop.clock.now(), session.method);
    let errand = code_request(email, session);
    let tried = retry_on_conflict(|| {
        let asked = (errand.clone(), code.to_owned(), email.clone(), name.to_owned(), new.clone());
        let (user, asking, mail) = (session.user.id.clone(), session.id.clone(), shop.mailer.clone());
        shop.db.write_with(move |tx| {
            let ((errand, code, email, name, new), user, asking, mail) =
                (asked.clone(), user.clone(), asking.clone(), mail.clone());
            Box::pin(async move {
                let judged = one_time_code::check(tx, &errand, &code, now).await?;
                if judged != CodeCheck::Right {
                    return Ok(CompleteOutcome::CodeRefused(judged));
                }
                identity::store::lock_user(tx, &user).await?;
                // The session may have been ended while the code was entered.
                if !identity::session::store::exists(tx, &user, &asking).await? {
                    return Ok(CompleteOutcome::CodeRefused(CodeCheck::Expired));
                }
                let unfinished =
                    identity::store::account_by_id(tx, &user).await?.ok_or(LinkError::AccountDeleted)?;
                if unfinished.user.email.is_some() {
                    return Ok(CompleteOutcome::HasAddress);
                }
                let admitted = finish(tx, &unfinished.user, &email, &name, now).await?;
                if !new.start(tx, &admitted.user).await? {
                    return Err(LinkError::AccountDeleted);
                }
                if admitted.effect == LoginEffect::Linked {
                    notify_method_added(tx, &mail, &admitted.user, method_label(method), now).await?;
                }
                Ok::<_, LinkError>(CompleteOutcome::Completed(admitted))
            })
        })
    })
    .await?;
    match tried {
        CompleteOutcome::Completed(admitted) => {
            settle(shop, &admitted, method);
            Ok(admitted)
        }
        CompleteOutcome::CodeRefused(CodeCheck::Wrong) => {
            tracing::warn!(user = session.user.id.as_str(), "wrong code of an account to finish");
            Err(CompleteProfileError::WrongCode)
        }
        CompleteOutcome::CodeRefused(_) => Err(CompleteProfileError::CodeExpired),
        CompleteOutcome::HasAddress => Err(CompleteProfileError::AlreadyComplete),
    }
}

/// The name for display. An account with a password is never incomplete.
fn method_label(method: Method) -> &'static str {
    Provider::ALL
        .into_iter()
        .find(|provider| provider.method() == method)
        .map_or("a phone number", Provider::label)
}
