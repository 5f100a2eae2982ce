//! Finds or creates the account of a social or phone login (docs/authorization.md §3).
//!
//! A known login method opens its account. Otherwise a verified e-mail address selects the account that has it. If that
//! account's address is verified too, the login method is linked. If not, the account is reclaimed, unless it has a
//! second factor, which this login has not shown. All of it happens in the caller's transaction. Of two concurrent
//! logins one fails on a unique index and must be retried.

use thiserror::Error;

use super::{
    external_profile::{ExternalProfile, LoginMethod},
    store,
};
use crate::{
    accounts::{
        self, second_factor,
        session::{NewSession, SessionStart},
        social::reclaim::reclaim,
        store::Account,
        user::{AuthMethod, Role, User},
    },
    base::email::{Mailer, message::EmailMessage},
    db::{self, Tx},
    shop::Shop,
    values::{email::Email, ids::Id, time::Timestamp},
};

/// What a login did to the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginEffect {
    /// The login method was linked to it before.
    Existing,
    Made,
    /// An account with a verified address got a login method.
    Linked,
    /// The verified owner of the address reclaimed it. The previous user's unpaid orders are still to be deleted.
    Reclaimed,
}

pub struct LoginResult {
    pub user: User,
    pub effect: LoginEffect,
    /// Started, or waiting for the second step.
    pub start: SessionStart,
}

impl LoginResult {
    fn new(user: User, effect: LoginEffect) -> Self {
        Self { user, effect, start: SessionStart::Started }
    }
}

#[derive(Debug, Error)]
pub enum LinkError {
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error("the account was deleted")]
    AccountDeleted,
    #[error("the account is blocked")]
    AccountBlocked,
    /// The account of this address has another identity with the same provider, or another phone.
    #[error("the account has another login method of this kind")]
    ProviderAlreadyLinked,
    /// The account of this address has a second factor, and its address is not verified.
    #[error("the account has a second factor and cannot be reclaimed")]
    SecondFactorOn,
}

impl LinkError {
    /// A concurrent request did the same. A retry sees its result.
    pub fn is_conflict(&self) -> bool {
        matches!(self, Self::Db(error) if error.is_unique_violation() || matches!(error, db::Error::Conflict))
    }
}

const MAX_ATTEMPTS: usize = 4;

/// Finds or creates the account and starts its session, in one transaction.
pub async fn login_or_create(
    shop: &Shop,
    profile: ExternalProfile,
    session: NewSession,
) -> Result<LoginResult, LinkError> {
    let now = shop.clock.now();
    let login = retry_on_conflict(LinkError::is_conflict, || {
        let input = (profile.clone(), session.clone(), shop.mailer.clone(), now);
        shop.db.try_write(input, |tx, (profile, session, mail, now)| {
            Box::pin(log_in(tx, profile, session, mail, *now))
        })
    })
    .await?;
    after_commit(shop, &login, profile.login_method.method());
    Ok(login)
}

async fn log_in(
    tx: &Tx<'_>,
    profile: &ExternalProfile,
    session: &NewSession,
    mail: &Mailer,
    now: Timestamp,
) -> Result<LoginResult, LinkError> {
    let mut login = find_or_create(tx, profile, now).await?;
    login.start = require_proof(session.start(tx, &login.user).await?)?;
    if login.effect == LoginEffect::Linked {
        let label = profile.login_method.label(login.user.language);
        notify_method_added(tx, mail, &login.user, label, now).await?;
    }
    Ok(login)
}

/// Otherwise the transaction is rolled back.
pub fn require_proof(start: SessionStart) -> Result<SessionStart, LinkError> {
    match start {
        SessionStart::Started | SessionStart::SecondStepRequired => Ok(start),
        SessionStart::AccountChanged => Err(LinkError::AccountDeleted),
        SessionStart::AccountBlocked => Err(LinkError::AccountBlocked),
    }
}

/// Retries after a conflict with a concurrent request.
pub async fn retry_on_conflict<T, E, F>(
    is_conflict: impl Fn(&E) -> bool,
    attempt: impl Fn() -> F,
) -> Result<T, E>
where
    F: Future<Output = Result<T, E>>,
{
    for _ in 1..MAX_ATTEMPTS {
        match attempt().await {
            Err(error) if is_conflict(&error) => {}
            other => return other,
        }
    }
    attempt().await
}

/// Notifies the owner of the account that a login method was added.
pub async fn notify_method_added(
    tx: &Tx<'_>,
    mail: &Mailer,
    user: &User,
    way: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(email) = user.email.as_deref().and_then(Email::parse) else { return Ok(()) };
    let message =
        EmailMessage::LoginMethodAdded { name: user.display_name.clone(), login_method: way.to_owned() };
    mail.queue(tx, &email, &message, now).await
}

/// Logs what the login did. For a reclaimed account, wakes the job that cancels its orders. Callers call it after the
/// commit.
pub fn after_commit(shop: &Shop, login: &LoginResult, method: AuthMethod) {
    let (user, way) = (login.user.id.as_str(), method.as_str());
    match login.effect {
        LoginEffect::Existing => {}
        LoginEffect::Made => tracing::info!(user, way, "account created"),
        LoginEffect::Linked => tracing::info!(user, way, "login method added"),
        LoginEffect::Reclaimed => {
            tracing::warn!(user, way, "the owner of an address took the account over");
            shop.reclaimed.notify_one();
        }
    }
}

pub async fn find_or_create(
    tx: &Tx<'_>,
    profile: &ExternalProfile,
    now: Timestamp,
) -> Result<LoginResult, LinkError> {
    let Some(known) = store::user_by_method(tx, &profile.login_method).await? else {
        return link_or_create(tx, profile, now).await;
    };
    accounts::store::lock_user(tx, &known).await?;
    // A concurrent request unlinked it, deleted the account or merged it into another.
    if store::user_by_method(tx, &profile.login_method).await?.as_ref() != Some(&known) {
        return Err(tx.conflict().into());
    }
    let account = accounts::store::account_by_id(tx, &known).await?.ok_or(LinkError::AccountDeleted)?;
    if let LoginMethod::External(identity) = &profile.login_method {
        store::set_label(tx, identity).await?;
    }
    match &profile.verified_email {
        Some(email) if account.user.email.is_none() => {
            finish(tx, &account.user, email, &profile.name, now).await
        }
        _ => Ok(LoginResult::new(account.user, LoginEffect::Existing)),
    }
}

async fn link_or_create(
    tx: &Tx<'_>,
    profile: &ExternalProfile,
    now: Timestamp,
) -> Result<LoginResult, LinkError> {
    let account = match &profile.verified_email {
        Some(email) => lock_account(tx, email).await?,
        None => None,
    };
    let Some(account) = account else { return create_user(tx, profile, now).await };
    // A concurrent login with the same method was first.
    if store::user_by_method(tx, &profile.login_method).await?.is_some() {
        return Err(tx.conflict().into());
    }
    let mut login = by_verified_email(tx, account, &profile.name, profile.photo_url.as_deref(), now).await?;
    if !store::link(tx, &login.user.id, &profile.login_method, now).await? {
        return Err(LinkError::ProviderAlreadyLinked);
    }
    if login.effect == LoginEffect::Existing {
        login.effect = LoginEffect::Linked;
    }
    Ok(login)
}

async fn create_user(
    tx: &Tx<'_>,
    profile: &ExternalProfile,
    now: Timestamp,
) -> Result<LoginResult, LinkError> {
    let user = User {
        id: Id::new(now),
        email: profile.verified_email.as_ref().map(Email::to_string),
        display_name: profile.name.clone(),
        photo_url: profile.photo_url.clone(),
        role: Role::Customer,
        language: profile.language,
    };
    accounts::store::insert_user(tx, &user, None, now).await?;
    if let Some(email) = &profile.verified_email {
        accounts::store::set_verified(tx, email, now).await?;
    }
    store::link(tx, &user.id, &profile.login_method, now).await?;
    Ok(LoginResult::new(user, LoginEffect::Made))
}

/// Sets the verified address of an account that has none. If another account has the address, the login methods move
/// there and the incomplete account is deleted.
pub async fn finish(
    tx: &Tx<'_>,
    unfinished: &User,
    email: &Email,
    name: &str,
    now: Timestamp,
) -> Result<LoginResult, LinkError> {
    let Some(account) = lock_account(tx, email).await? else {
        if !store::set_email(tx, &unfinished.id, email, now).await? {
            return Err(tx.conflict().into());
        }
        let mut user = User { email: Some(email.to_string()), ..unfinished.clone() };
        if user.display_name.is_empty() {
            name.clone_into(&mut user.display_name);
            store::set_name(tx, &user.id, name, None, now).await?;
        }
        return Ok(LoginResult::new(user, LoginEffect::Made));
    };
    let shown = if unfinished.display_name.is_empty() { name } else { &unfinished.display_name };
    let mut login = by_verified_email(tx, account, shown, unfinished.photo_url.as_deref(), now).await?;
    if !store::merge_identities(tx, &unfinished.id, &login.user.id, now).await? {
        return Err(LinkError::ProviderAlreadyLinked);
    }
    store::delete_incomplete(tx, &unfinished.id).await?;
    if login.effect == LoginEffect::Existing {
        login.effect = LoginEffect::Linked;
    }
    Ok(login)
}

/// Locks the account of this address.
async fn lock_account(tx: &Tx<'_>, email: &Email) -> Result<Option<Account>, db::Error> {
    let Some(found) = accounts::store::account_by_email(tx, email).await? else { return Ok(None) };
    accounts::store::lock_user(tx, &found.user.id).await?;
    let account = accounts::store::account_by_id(tx, &found.user.id).await?;
    // A concurrent request deleted it or changed its address.
    account.filter(|account| account.user.has_email(email.as_str())).map(Some).ok_or_else(|| tx.conflict())
}

/// The account for the verified owner of its address. Reclaims it if its own address is unverified. The caller has
/// locked the account.
async fn by_verified_email(
    tx: &Tx<'_>,
    account: Account,
    name: &str,
    photo_url: Option<&str>,
    now: Timestamp,
) -> Result<LoginResult, LinkError> {
    if account.is_verified {
        return Ok(LoginResult::new(account.user, LoginEffect::Existing));
    }
    if second_factor::store::is_on(tx, &account.user.id).await? {
        return Err(LinkError::SecondFactorOn);
    }
    let mut user = reclaim(tx, &account.user, now).await?;
    store::set_name(tx, &user.id, name, photo_url, now).await?;
    (user.display_name, user.photo_url) = (name.to_owned(), photo_url.map(str::to_owned));
    Ok(LoginResult::new(user, LoginEffect::Reclaimed))
}
