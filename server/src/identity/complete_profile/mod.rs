//! "Finish your account": a user who logged in by phone, or by a provider without a verified address, verifies an
//! address by a mailed code. Until then the session gets no access token.
//!
//! No response reveals whether an address has an account before the code is right.

pub mod http;

use std::sync::Arc;

use thiserror::Error;

use super::{
    one_time_code::{self, CodeCheck, CodePurpose, CodeRequest, IssuedCode},
    social::account_linking::{
        LinkError, LoginEffect, LoginResult, finish, notify_method_added, require_started, retry_on_conflict,
        settle,
    },
};
use crate::{
    db::{self, Tx},
    email::{Mailer, message::EmailMessage},
    identity::{self, session::NewSession, store::Session, user::AuthMethod},
    rate_limit::RateLimited,
    shop::Shop,
    values::{email::Email, hash::sha256_hex, social_provider::SocialProvider, time::Timestamp},
};

/// A code that is mailed to an address, or that a session enters.
struct AddressCode {
    email: Email,
    request: CodeRequest,
    code: String,
    mail: Mailer,
    now: Timestamp,
}

impl AddressCode {
    fn new(shop: &Shop, session: &Session, email: &Email, code: String) -> Self {
        let request = CodeRequest {
            purpose: CodePurpose::Complete,
            target: email.to_string(),
            requester: sha256_hex(session.id.as_str().as_bytes()),
            is_known_device: false,
        };
        Self { email: email.clone(), request, code, mail: shop.mailer.clone(), now: shop.clock.now() }
    }

    /// An error rolls back, because a code that is not sent must not replace the previous one.
    async fn issue(&self, tx: &Tx<'_>) -> Result<IssuedCode, SendCodeError> {
        let issued = one_time_code::issue(tx, &self.request, &self.code, self.now).await??;
        let message = EmailMessage::AddressCode { code: self.code.clone(), expires_at: issued.expires_at };
        self.mail.try_queue(tx, &self.email, &message, self.now).await??;
        Ok(issued)
    }
}

#[derive(Debug, Error)]
pub enum SendCodeError {
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Mails a code for this session.
pub async fn send(shop: &Shop, session: &Session, email: &Email) -> Result<IssuedCode, SendCodeError> {
    let code = AddressCode::new(shop, session, email, one_time_code::new());
    let issued = shop.db.try_write(code, |tx, code| Box::pin(code.issue(tx))).await?;
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

struct ProfileCompletion {
    code: AddressCode,
    /// The session of the request.
    session: Session,
    /// The session that replaces it.
    new: NewSession,
    name: String,
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
    let completion = Arc::new(ProfileCompletion {
        code: AddressCode::new(shop, session, email, code.to_owned()),
        session: session.clone(),
        name: name.to_owned(),
        new,
    });
    let outcome = retry_on_conflict(|| {
        shop.db.try_write(Arc::clone(&completion), |tx, completion| Box::pin(complete_in_tx(tx, completion)))
    })
    .await?;
    match outcome {
        CompleteOutcome::Completed(admitted) => {
            settle(shop, &admitted, session.method);
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

async fn complete_in_tx(tx: &Tx<'_>, completion: &ProfileCompletion) -> Result<CompleteOutcome, LinkError> {
    let ProfileCompletion { code, session, name, new } = completion;
    let (user, now) = (&session.user.id, code.now);
    let checked = one_time_code::check(tx, &code.request, &code.code, now).await?;
    if checked != CodeCheck::Right {
        return Ok(CompleteOutcome::CodeRefused(checked));
    }
    identity::store::lock_user(tx, user).await?;
    // The session may have been ended while the code was entered.
    if !identity::session::store::exists(tx, user, &session.id).await? {
        return Ok(CompleteOutcome::CodeRefused(CodeCheck::Expired));
    }
    let unfinished = identity::store::account_by_id(tx, user).await?.ok_or(LinkError::AccountDeleted)?;
    if unfinished.user.email.is_some() {
        return Ok(CompleteOutcome::HasAddress);
    }
    let admitted = finish(tx, &unfinished.user, &code.email, name, now).await?;
    require_started(new.start(tx, &admitted.user).await?)?;
    if admitted.effect == LoginEffect::Linked {
        notify_method_added(tx, &code.mail, &admitted.user, method_label(session.method), now).await?;
    }
    Ok(CompleteOutcome::Completed(admitted))
}

/// The name for display. An account with a password is never incomplete.
fn method_label(method: AuthMethod) -> &'static str {
    SocialProvider::ALL
        .into_iter()
        .find(|provider| provider.method() == method)
        .map_or("a phone number", SocialProvider::label)
}
