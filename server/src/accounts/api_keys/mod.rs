//! Keys with which scripts call the API for an administrator. A key has scopes and an end. It never changes roles,
//! settings or keys, because no scope has the permission for that. Only the scope `refunds:write` moves money.

pub mod http;
pub mod store;

use std::time::Duration;

use thiserror::Error;

use super::{
    permissions::{Caller, KeyScope},
    session::store as session_store,
    session::store::Session,
    store as identity_store,
};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Db, Tx},
    http::{bearer::KEY_PREFIX, database_log},
    shop::Shop,
    values::{
        clock::Clock,
        ids::{Id, Secret},
        time::Timestamp,
    },
};

/// Keys of one administrator that are in use.
const MAX_KEYS: usize = 20;
pub const MAX_DAYS: i64 = 366;
/// The time of last use is written at most this often.
const USE_INTERVAL: Duration = Duration::from_hours(1);

/// The secret of a bearer token that has the form of a key, not yet checked.
pub fn key_secret(token: &str) -> Option<Secret> {
    token.strip_prefix(KEY_PREFIX).and_then(Secret::parse)
}

pub struct NewApiKey {
    pub name: String,
    pub scopes: Vec<KeyScope>,
    pub days: i64,
}

/// The only time the key is known.
pub struct CreatedKey {
    pub id: Id,
    pub key: String,
}

#[derive(Debug, Error)]
pub enum CreateKeyError {
    #[error("the administrator has {MAX_KEYS} keys in use")]
    TooMany,
    #[error("the session or the role has ended meanwhile")]
    SessionExpired,
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub async fn create(shop: &Shop, session: &Session, new: NewApiKey) -> Result<CreatedKey, CreateKeyError> {
    let (secret, now) = (Secret::new(), shop.clock.now());
    let key = store::NewKeyRow {
        id: Id::new(now),
        user: session.user.id.clone(),
        name: new.name,
        hash: secret.hash(),
        scopes: KeyScope::join(&new.scopes),
        created_at: now,
        expires_at: now.plus(Duration::from_hours(24 * new.days.unsigned_abs())),
    };
    let id = key.id.clone();
    shop.db
        .try_write((key, session.id.clone()), |tx, (key, session)| Box::pin(create_in_tx(tx, key, session)))
        .await?;
    Ok(CreatedKey { id, key: format!("{KEY_PREFIX}{}", secret.reveal()) })
}

async fn create_in_tx(tx: &Tx<'_>, key: &store::NewKeyRow, session: &Id) -> Result<(), CreateKeyError> {
    // A role change and the deletion of the account wait for this lock, and then end this key too.
    if !identity_store::lock_user(tx, &key.user).await?
        || !session_store::exists(tx, &key.user, session).await?
    {
        return Err(CreateKeyError::SessionExpired);
    }
    if store::in_use_by_user(tx, &key.user, key.created_at).await?.len() >= MAX_KEYS {
        return Err(CreateKeyError::TooMany);
    }
    store::insert(tx, key).await?;
    let entry = AuditEntry::by(&key.user, AuditAction::CreateApiKey, key.id.clone(), key.created_at);
    Ok(audit::record(tx, &entry).await?)
}

/// Revokes a key of any user. Returns `false` if no such key is in use.
pub async fn revoke(shop: &Shop, by: &Id, key: Id) -> Result<bool, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::RevokeApiKey, key, shop.clock.now());
    let revoked = shop.db.write(entry, |tx, entry| {
        Box::pin(async move {
            let is_revoked = store::revoke(tx, &entry.subject, entry.at).await?;
            if is_revoked {
                audit::record(tx, entry).await?;
            }
            Ok(is_revoked)
        })
    });
    revoked.await
}

/// Revokes the keys of an account whose password is replaced, in that transaction.
pub async fn revoke_all_in_tx(tx: &Tx<'_>, user: &Id, now: Timestamp) -> Result<(), db::Error> {
    for key in store::in_use_by_user(tx, user, now).await? {
        audit::record(tx, &AuditEntry::by(user, AuditAction::RevokeApiKey, key, now)).await?;
    }
    store::revoke_all(tx, user, now).await
}

/// The caller of a key that is in use. Its user must be an administrator at this moment.
pub async fn authenticate(db: &Db, clock: &Clock, secret: &Secret) -> Result<Option<Caller>, db::Error> {
    let now = clock.now();
    let found =
        db.read_statement((secret.hash(), now), |tx, (hash, now)| store::by_hash(tx, hash, *now)).await?;
    let Some(store::LiveKey { id, user, scopes, last_used_at }) = found else { return Ok(None) };
    if !user.is_admin() {
        return Ok(None);
    }
    if last_used_at.is_none_or(|at| now >= at.plus(USE_INTERVAL)) {
        record_use(db.clone(), id.clone(), now);
    }
    Ok(Some(Caller::of_key(user, id, &KeyScope::split(&scopes))))
}

/// Does not delay or fail the request.
fn record_use(db: Db, key: Id, now: Timestamp) {
    tokio::spawn(async move {
        let write =
            db.write((key, now), |tx, (key, now)| store::record_use(tx, key, *now, now.minus(USE_INTERVAL)));
        if let Err(error) = write.await {
            database_log::failed("the use of an API key could not be recorded", &error);
        }
    });
}
