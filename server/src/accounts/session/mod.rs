//! Sessions and access tokens: how long they live and what ends them.
//!
//! A session ends, and its tokens with it:
//!
//! - after a time without requests, and at a maximum age: `lifetimes`, by the role at the request;
//! - when the browser closes, because its cookie has no Max-Age (`start.rs`);
//! - at a logout, and when the same browser logs in again: [`Sessions::end`], [`NewSession::start`];
//! - when its user ends it, or all others, in the list of sessions: `list.rs`;
//! - at a change or reset of the password: `password/change.rs`, `email_link/reset_password.rs`;
//! - when another session turns two-step login on: `second_factor/manage.rs`;
//! - when its login method is unlinked by another session: `login_methods/mod.rs`;
//! - when the account's role changes or the account is blocked: `roles/mod.rs`, `customers/block/mod.rs`;
//! - when the account is reclaimed or deleted: `cleanup.rs`;
//! - when an unfinished account merges into another, which deletes its row: `social/account_linking.rs`.
//!
//! The first two leave the row until [`store::delete_expired`]. The others delete it, and what they end gets no
//! notifications of new orders any more (`push_devices/mod.rs`).

pub mod http;
pub mod known_device;
pub mod list;
pub mod start;
pub mod store;
pub mod user_agent;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use self::store::Session;
use super::{
    push_devices,
    second_factor::{pending_login::PENDING_LOGIN_TTL, store as second_factor_store},
    store as identity_store,
    user::{AuthMethod, Role, User},
};
use crate::{
    db::{self, Db, Tx},
    http::database_log,
    values::{
        clock::Clock,
        ids::{Id, Secret},
        time::Timestamp,
    },
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// The longest session: of a customer who stays logged in.
pub const SESSION_TTL: Duration = DAY.saturating_mul(30);
/// A token ends earlier if its session does.
pub const TOKEN_TTL: Duration = HOUR;
/// The time of last use is written at most this often per session, so that reads cause few writes.
const TOUCH_INTERVAL: Duration = MINUTE;

/// Tokens per session. Issuing a further one ends the oldest.
const MAX_TOKENS: i64 = 20;

/// Idle timeout and maximum lifetime of sessions of this role.
fn lifetimes(role: Role) -> (Duration, Duration) {
    match role {
        Role::Customer => (DAY.saturating_mul(7), SESSION_TTL),
        Role::Staff | Role::Admin => (MINUTE.saturating_mul(30), HOUR.saturating_mul(8)),
    }
}

#[derive(Clone)]
pub struct Sessions {
    db: Db,
    clock: Clock,
    /// When this process last wrote, or tried to write, that a session was used. Covers one [`TOUCH_INTERVAL`].
    touched: Arc<Mutex<HashMap<Id, Timestamp>>>,
}

/// A session to be started inside the caller's transaction. Holds only the hash of its secret.
#[derive(Clone)]
pub struct NewSession {
    secret_hash: String,
    method: AuthMethod,
    user_agent: String,
    /// The browser's previous session, which ends.
    previous_secret_hash: Option<String>,
    /// The known-device secret of this browser.
    device: Arc<Secret>,
    /// The stored hash against which the password was verified.
    verified_password_hash: Option<String>,
    has_second_step: bool,
    at: Timestamp,
}

/// Whether a session was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionStart {
    Started,
    /// The account has a second factor. The secret leads to the second step instead.
    SecondStepRequired,
    /// The account was deleted or its password changed since authentication.
    AccountChanged,
    /// An administrator blocked the account.
    AccountBlocked,
}

impl NewSession {
    pub fn new(
        secret: &Secret,
        method: AuthMethod,
        user_agent: &str,
        previous: Option<&Secret>,
        device: Arc<Secret>,
        at: Timestamp,
    ) -> Self {
        let (secret_hash, previous_secret_hash) = (secret.hash(), previous.map(Secret::hash));
        Self {
            secret_hash,
            method,
            user_agent: user_agent.to_owned(),
            previous_secret_hash,
            device,
            verified_password_hash: None,
            has_second_step: false,
            at,
        }
    }

    /// The session starts only if the account still has this password hash.
    #[must_use]
    pub fn proven_by(mut self, password_hash: String) -> Self {
        self.verified_password_hash = Some(password_hash);
        self
    }

    /// The session after the second step of a login, or one that replaces such a session.
    #[must_use]
    pub fn after_second_step(self, method: AuthMethod) -> Self {
        Self { method, has_second_step: true, ..self }
    }

    pub fn device(&self) -> &Secret {
        &self.device
    }

    pub fn method(&self) -> AuthMethod {
        self.method
    }

    pub async fn start(&self, tx: &Tx<'_>, user: &User) -> Result<SessionStart, db::Error> {
        // A request that ends all sessions takes the same lock. So it runs before this session is stored, or ends it.
        let is_as_it_was = match &self.verified_password_hash {
            None => identity_store::lock_user(tx, &user.id).await?,
            Some(password_hash) => identity_store::lock_user_with(tx, &user.id, password_hash).await?,
        };
        if !is_as_it_was {
            return Ok(SessionStart::AccountChanged);
        }
        if identity_store::is_blocked(tx, &user.id).await? {
            return Ok(SessionStart::AccountBlocked);
        }
        if !self.has_second_step && second_factor_store::is_on(tx, &user.id).await? {
            let expires_at = self.at.plus(PENDING_LOGIN_TTL);
            let hash = &self.secret_hash;
            second_factor_store::insert_pending(tx, hash, &user.id, self.method, expires_at).await?;
            return Ok(SessionStart::SecondStepRequired);
        }
        let id = Id::new(self.at);
        let browser = known_device::hash(&self.device, Some(&user.id));
        // Before the previous session ends, because its notifications of another account end with it.
        push_devices::store::move_to_session(tx, &user.id, &browser, &id).await?;
        if let Some(previous) = &self.previous_secret_hash {
            store::end_by_secret(tx, previous).await?;
        }
        let row = store::NewSessionRow {
            id,
            user: &user.id,
            secret_hash: &self.secret_hash,
            method: self.method,
            user_agent: &self.user_agent,
            expires_at: self.at.plus(lifetimes(user.role).1),
        };
        store::insert(tx, &row, self.at).await?;
        known_device::remember(tx, &self.device, &user.id, self.at).await?;
        Ok(SessionStart::Started)
    }
}

/// The only time the token's secret is known.
pub struct IssuedToken {
    pub token: Secret,
    pub expires_at: Timestamp,
}

impl Sessions {
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, touched: Arc::default() }
    }

    pub async fn start(&self, user: &User, new: NewSession) -> Result<SessionStart, db::Error> {
        self.db.write((new, user.clone()), |tx, (new, user)| Box::pin(new.start(tx, user))).await
    }

    /// Ends the session and every token it issued. Ignores unknown secrets.
    pub async fn end(&self, secret: &Secret) -> Result<(), db::Error> {
        self.db.write(secret.hash(), |tx, hash| Box::pin(store::end_by_secret(tx, hash))).await
    }

    pub async fn by_secret(&self, secret: &Secret) -> Result<Option<Session>, db::Error> {
        let found = self.db.read_statement(secret.hash(), |tx, hash| store::by_secret(tx, hash)).await?;
        Ok(self.if_alive(found).await)
    }

    pub async fn by_token(&self, token: &Secret) -> Result<Option<Session>, db::Error> {
        let found = self
            .db
            .read_statement((token.hash(), self.clock.now()), |tx, (hash, now)| {
                store::by_token(tx, hash, *now)
            })
            .await?;
        if found.is_none() {
            self.end_expired_token(token.hash()).await?;
        }
        Ok(self.if_alive(found).await)
    }

    /// Issues a token that ends with its session at the latest. Returns `None` if the session has ended since it was
    /// read.
    pub async fn issue_token(&self, session: &Session) -> Result<Option<IssuedToken>, db::Error> {
        let expires_at = self.clock.now().plus(TOKEN_TTL).min(session.expires_at);
        let token = Secret::new();
        let is_issued = self
            .db
            .write((token.hash(), session.id.clone(), expires_at), |tx, (hash, session, expires_at)| {
                Box::pin(store_token(tx, hash, session, *expires_at))
            })
            .await?;
        Ok(is_issued.then_some(IssuedToken { token, expires_at }))
    }

    /// Deletes entries that no longer hold back a write.
    pub fn delete_expired(&self) {
        let now = self.clock.now();
        self.touched().retain(|_, at| now < at.plus(TOUCH_INTERVAL));
    }

    /// The later of the stored time and the time that this process knows.
    pub fn last_seen(&self, session: &Id, stored: Timestamp) -> Timestamp {
        self.touched().get(session).map_or(stored, |at| stored.max(*at))
    }

    /// Whether a session of this role is within its idle timeout.
    pub fn is_in_use(&self, role: Role, seen_at: Timestamp) -> bool {
        self.clock.now() < seen_at.plus(lifetimes(role).0)
    }

    /// What was seen expired is deleted, because a clock that is set back would revive it.
    async fn if_alive(&self, found: Option<Session>) -> Option<Session> {
        let session = found?;
        if self.has_expired(&session) {
            self.delete_expired_session(&session).await;
            return None;
        }
        self.record_use(&session);
        Some(session)
    }

    async fn end_expired_token(&self, hash: String) -> Result<(), db::Error> {
        let found =
            self.db.read_statement(hash.clone(), |tx, hash| store::by_token_of_any_age(tx, hash)).await?;
        match found {
            None => {}
            Some(session) if self.has_expired(&session) => self.delete_expired_session(&session).await,
            Some(_) => {
                let deleted = self.db.write(hash, |tx, hash| store::delete_token(tx, hash));
                log_deletion("an expired access token could not be deleted", deleted.await);
            }
        }
        Ok(())
    }

    async fn delete_expired_session(&self, session: &Session) {
        // Another node may have recorded a later use.
        let expired = (session.id.clone(), session.last_seen_at);
        let deleted = self.db.write(expired, |tx, (id, seen_at)| store::delete_unused(tx, id, *seen_at));
        log_deletion("an expired session could not be deleted", deleted.await);
    }

    fn has_expired(&self, session: &Session) -> bool {
        let now = self.clock.now();
        let seen_at = self.last_seen(&session.id, session.last_seen_at);
        // Uses the current role, because a concurrent role change may have given the session the other role's lifetime.
        let (idle, most) = lifetimes(session.user.role);
        let expires_at = session.expires_at.min(session.created_at.plus(most));
        now >= expires_at || now >= seen_at.plus(idle)
    }

    fn record_use(&self, session: &Session) {
        let now = self.clock.now();
        let seen_at = self.last_seen(&session.id, session.last_seen_at);
        if now >= seen_at.plus(TOUCH_INTERVAL) {
            self.touched().insert(session.id.clone(), now);
            self.touch(session.id.clone(), now);
        }
    }

    /// Does not delay or fail the request.
    fn touch(&self, id: Id, now: Timestamp) {
        let db = self.db.clone();
        tokio::spawn(async move {
            let touch = db.write((id, now), |tx, (id, now)| store::touch(tx, id, *now));
            if let Err(error) = touch.await {
                database_log::failed("the use of a session could not be recorded", &error);
            }
        });
    }

    fn touched(&self) -> MutexGuard<'_, HashMap<Id, Timestamp>> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn log_deletion(failure: &'static str, result: Result<(), db::Error>) {
    if let Err(error) = result {
        database_log::failed(failure, &error);
    }
}

async fn store_token(
    tx: &Tx<'_>,
    hash: &str,
    session: &Id,
    expires_at: Timestamp,
) -> Result<bool, db::Error> {
    if !store::lock(tx, session).await? {
        return Ok(false);
    }
    store::delete_oldest_tokens(tx, session, MAX_TOKENS - 1).await?;
    store::insert_token(tx, hash, session, expires_at).await?;
    Ok(true)
}
