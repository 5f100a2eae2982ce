//! "Finish your account": a user who logged in by phone, or by a provider without a verified address, verifies an
//! address by a mailed link. Until then the session gets no access token.
//!
//! No response reveals whether an address has an account before the link is used.

pub mod http;

use std::{net::IpAddr, sync::Arc};

use thiserror::Error;

use super::{
    email_link::{self, EmailLinkPurpose, NewEmailToken},
    social::{
        self,
        account_linking::{
            LinkError, LoginEffect, LoginResult, after_commit, finish, notify_method_added, require_proof,
            retry_on_conflict,
        },
        external_profile::phone_label,
    },
};
use crate::{
    accounts::{
        self,
        session::{NewSession, store::Session},
        user::AuthMethod,
    },
    base::{
        email::Mailer,
        rate_limit::{self, LimitedAction, RateLimited},
    },
    db::{self, Tx},
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        language::Language,
        social_provider::SocialProvider,
        time::Timestamp,
    },
};

const PURPOSE: EmailLinkPurpose = EmailLinkPurpose::Finish;

#[derive(Debug, Error)]
pub enum SendLinkError {
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A link that is about to be mailed to the address that an unfinished account gave.
struct FinishLink {
    user: Id,
    email: Email,
    /// Replaces the account's name.
    name: Option<String>,
    token: NewEmailToken,
    mail: Mailer,
}

impl FinishLink {
    /// An error rolls back, because a link that is not sent must not replace the previous one.
    async fn send(&self, tx: &Tx<'_>) -> Result<(), SendLinkError> {
        let now = self.token.created_at;
        let limit = LimitedAction::RequestCode.by(self.user.as_str());
        rate_limit::take(tx, &[limit], now).await?.into_result()?;
        self.mail.try_queue(tx, &self.email, &self.token.email_to(""), now).await?.into_result()?;
        if let Some(name) = &self.name {
            social::store::set_name(tx, &self.user, name, None, now).await?;
        }
        Ok(self.token.store(tx, &self.user, &self.email).await?)
    }
}

/// Mails a link that finishes the account of this session. Returns when it expires.
pub async fn send_link(
    shop: &Shop,
    session: &Session,
    email: &Email,
    name: Option<String>,
    client: IpAddr,
) -> Result<Timestamp, SendLinkError> {
    let token = NewEmailToken::new(shop, EmailLinkPurpose::Finish);
    let expires_at = token.expires_at;
    let (user, email, mail) = (session.user.id.clone(), email.clone(), shop.mailer.asked_by(client));
    let mail = mail.in_language(session.user.language);
    let link = FinishLink { user, email, name, token, mail };
    shop.db.try_write(link, |tx, link| Box::pin(link.send(tx))).await?;
    Ok(expires_at)
}

#[derive(Debug, Error)]
pub enum CompleteProfileError {
    #[error("the link is invalid or has expired")]
    LinkExpired,
    /// The link is valid, and stays so, but it belongs to another account.
    #[error("the link belongs to another account")]
    LoginRequired,
    /// Another tab was faster.
    #[error("the account has an address already")]
    AlreadyComplete,
    #[error(transparent)]
    Link(#[from] LinkError),
}

impl From<db::Error> for CompleteProfileError {
    fn from(error: db::Error) -> Self {
        Self::Link(error.into())
    }
}

struct ProfileCompletion {
    link_hash: String,
    /// The session of the request.
    session: Session,
    /// The session that replaces it.
    new: NewSession,
    mail: Mailer,
    now: Timestamp,
}

/// Sets the account's address to the link's, and replaces the requesting session by a new one. It requires the mailed
/// link and a session of the account. Otherwise an attacker could enter another person's address, and that person would
/// link the attacker's login method by following the link.
pub async fn complete(
    shop: &Shop,
    session: &Session,
    secret: &Secret,
    new: NewSession,
) -> Result<LoginResult, CompleteProfileError> {
    let completion = Arc::new(ProfileCompletion {
        link_hash: secret.hash(),
        session: session.clone(),
        new,
        mail: shop.mailer.clone(),
        now: shop.clock.now(),
    });
    let is_conflict = |error: &_| matches!(error, CompleteProfileError::Link(link) if link.is_conflict());
    let login = retry_on_conflict(is_conflict, || {
        shop.db.try_write(Arc::clone(&completion), |tx, completion| Box::pin(complete_in_tx(tx, completion)))
    })
    .await?;
    after_commit(shop, &login, session.method);
    Ok(login)
}

async fn complete_in_tx(
    tx: &Tx<'_>,
    completion: &ProfileCompletion,
) -> Result<LoginResult, CompleteProfileError> {
    let ProfileCompletion { link_hash, session, new, mail, now } = completion;
    let (user, now) = (&session.user.id, *now);
    let link = email_link::store::by_hash(tx, link_hash, PURPOSE).await?;
    let Some(link) = link.filter(|link| now < link.expires_at) else {
        return Err(CompleteProfileError::LinkExpired);
    };
    accounts::store::lock_user(tx, user).await?;
    // The session may have ended meanwhile.
    if link.user != *user || !accounts::session::store::exists(tx, user, &session.id).await? {
        return Err(CompleteProfileError::LoginRequired);
    }
    let unfinished = accounts::store::account_by_id(tx, user).await?.ok_or(LinkError::AccountDeleted)?;
    if unfinished.user.email.is_some() {
        return Err(CompleteProfileError::AlreadyComplete);
    }
    if email_link::store::take(tx, link_hash, PURPOSE).await?.is_none() {
        return Err(CompleteProfileError::LinkExpired);
    }
    let mut login = finish(tx, &unfinished.user, &link.email, "", now).await?;
    login.start = require_proof(new.start(tx, &login.user).await?)?;
    if login.effect == LoginEffect::Linked {
        let label = method_label(session.method, login.user.language);
        notify_method_added(tx, mail, &login.user, label, now).await?;
    }
    Ok(login)
}

/// The name for display. An account with a password is never incomplete.
fn method_label(method: AuthMethod, language: Language) -> &'static str {
    SocialProvider::ALL
        .into_iter()
        .find(|provider| provider.method() == method)
        .map_or_else(|| phone_label(language), SocialProvider::label)
}
