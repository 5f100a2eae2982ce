//! Linked identities and pending authorization requests in the database.

use super::{
    SocialProvider,
    external_profile::{ExternalIdentity, LoginMethod},
    pending_authorization::{LoginDestination, LoginScreen, PendingAuthorization, SocialLoginMode},
    return_to::ReturnTo,
};
use crate::{
    accounts,
    db::{Error, Tx, params, row, statements},
    values::{email::Email, ids::Id, time::Timestamp},
};

statements! {
    INSERT_REQUEST = "INSERT INTO oauth_states (state_hash, browser_hash, provider, nonce, pkce_verifier, mode, screen, return_to, link_user_id, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    HAS_REQUEST = "SELECT provider FROM oauth_states WHERE state_hash = $1";
    CONSUME_REQUEST = "DELETE FROM oauth_states WHERE state_hash = $1
        RETURNING browser_hash, provider, nonce, pkce_verifier, mode, screen, return_to, link_user_id, expires_at";
    DELETE_EXPIRED_REQUESTS = "DELETE FROM oauth_states WHERE state_hash IN (SELECT state_hash FROM oauth_states WHERE expires_at < $1 LIMIT 500)";
    USER_OF_IDENTITY = "SELECT user_id FROM linked_identities WHERE issuer = $1 AND subject = $2";
    USER_OF_PHONE = "SELECT id FROM users WHERE phone = $1";
    INSERT_IDENTITY = "INSERT INTO linked_identities (issuer, subject, provider, user_id, label, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    SET_LABEL = "UPDATE linked_identities SET label = $3 WHERE issuer = $1 AND subject = $2 AND label <> $3";
    PHONE_OF = "SELECT phone FROM users WHERE id = $1";
    SET_PHONE = "UPDATE users SET phone = $2, phone_used_at = $3 WHERE id = $1 AND phone IS NULL";
    USE_PHONE = "UPDATE users SET phone_used_at = $2 WHERE id = $1 AND phone_used_at >= $3";
    ABANDONED = "SELECT id FROM users WHERE email IS NULL AND deleted_at IS NULL AND created_at < $1
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.user_id = users.id) ORDER BY created_at LIMIT 100";
    DELETE_ABANDONED = "DELETE FROM users WHERE id = $1 AND email IS NULL AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.user_id = users.id)";
    UNLINK_PHONE = "UPDATE users SET phone = NULL WHERE id = $1";
    PROVIDERS_OF = "SELECT provider FROM linked_identities WHERE user_id = $1";
    MOVE_IDENTITIES = "UPDATE linked_identities SET user_id = $2 WHERE user_id = $1";
    SET_EMAIL = "UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1 AND email IS NULL";
    SET_NAME = "UPDATE users SET display_name = $2, photo_url = coalesce($3, photo_url) WHERE id = $1";
    // The login methods of the row have been moved before.
    DELETE_INCOMPLETE = "DELETE FROM users WHERE id = $1 AND email IS NULL";
}

row! {
    struct PendingAuthorizationRow {
        browser_hash: String,
        provider: String,
        nonce: String,
        pkce_verifier: String,
        mode: String,
        screen: String,
        return_to: String,
        link_user_id: Option<String>,
        expires_at: i64,
    }
}

pub async fn insert_request(
    tx: &Tx<'_>,
    state_hash: &str,
    pending: &PendingAuthorization,
) -> Result<(), Error> {
    let values = params![
        state_hash,
        pending.browser_hash.as_str(),
        pending.provider.as_str(),
        pending.nonce.as_str(),
        pending.pkce_verifier.as_str(),
        pending.destination.mode.as_str(),
        pending.destination.screen.as_str(),
        pending.destination.return_to.as_str(),
        pending.link_user_id.as_ref().map(Id::as_str),
        pending.expires_at.micros()
    ];
    tx.execute(&INSERT_REQUEST, values).await.map(|_| ())
}

pub async fn has_request(tx: &Tx<'_>, state_hash: &str) -> Result<bool, Error> {
    Ok(tx.optional::<(String,)>(&HAS_REQUEST, params![state_hash]).await?.is_some())
}

/// Only one request gets it.
pub async fn consume_request(tx: &Tx<'_>, state_hash: &str) -> Result<Option<PendingAuthorization>, Error> {
    let row = tx.optional::<PendingAuthorizationRow>(&CONSUME_REQUEST, params![state_hash]).await?;
    Ok(row.and_then(|row| {
        Some(PendingAuthorization {
            provider: SocialProvider::parse(&row.provider)?,
            browser_hash: row.browser_hash,
            nonce: row.nonce,
            pkce_verifier: row.pkce_verifier,
            destination: LoginDestination {
                mode: SocialLoginMode::parse(&row.mode)?,
                screen: LoginScreen::parse(&row.screen)?,
                return_to: ReturnTo::parse_or_home(Some(&row.return_to)),
            },
            link_user_id: row.link_user_id.as_deref().and_then(Id::parse),
            expires_at: Timestamp::from_micros(row.expires_at),
        })
    }))
}

/// The user of this login method. Deleted accounts have no login methods.
pub async fn user_by_method(tx: &Tx<'_>, method: &LoginMethod) -> Result<Option<Id>, Error> {
    let row = match method {
        LoginMethod::External(identity) => {
            let values = params![identity.issuer.as_str(), identity.subject.as_str()];
            tx.optional::<(String,)>(&USER_OF_IDENTITY, values).await?
        }
        LoginMethod::Phone(number) => {
            tx.optional::<(String,)>(&USER_OF_PHONE, params![number.as_str()]).await?
        }
    };
    Ok(row.and_then(|(id,)| Id::parse(&id)))
}

/// `false`: the account already has a login method of this kind.
pub async fn link(tx: &Tx<'_>, user: &Id, method: &LoginMethod, now: Timestamp) -> Result<bool, Error> {
    match method {
        LoginMethod::External(identity) => {
            if linked_providers(tx, user).await?.contains(&identity.provider) {
                return Ok(false);
            }
            insert_identity(tx, user, identity, now).await.map(|()| true)
        }
        LoginMethod::Phone(number) => {
            Ok(tx.execute(&SET_PHONE, params![user.as_str(), number.as_str(), now.micros()]).await? == 1)
        }
    }
}

async fn insert_identity(
    tx: &Tx<'_>,
    user: &Id,
    identity: &ExternalIdentity,
    now: Timestamp,
) -> Result<(), Error> {
    let values = params![
        identity.issuer.as_str(),
        identity.subject.as_str(),
        identity.provider.as_str(),
        user.as_str(),
        identity.label.as_str(),
        now.micros()
    ];
    tx.execute(&INSERT_IDENTITY, values).await.map(|_| ())
}

pub async fn set_label(tx: &Tx<'_>, identity: &ExternalIdentity) -> Result<(), Error> {
    let values = params![identity.issuer.as_str(), identity.subject.as_str(), identity.label.as_str()];
    tx.execute(&SET_LABEL, values).await.map(|_| ())
}

pub async fn linked_providers(tx: &Tx<'_>, user: &Id) -> Result<Vec<SocialProvider>, Error> {
    let rows: Vec<(String,)> = tx.all(&PROVIDERS_OF, params![user.as_str()]).await?;
    Ok(rows.iter().filter_map(|(provider,)| SocialProvider::parse(provider)).collect())
}

pub async fn phone(tx: &Tx<'_>, user: &Id) -> Result<Option<String>, Error> {
    let row = tx.optional::<(Option<String>,)>(&PHONE_OF, params![user.as_str()]).await?;
    Ok(row.and_then(|(phone,)| phone))
}

pub async fn unlink_phone(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&UNLINK_PHONE, params![user.as_str()]).await.map(|_| ())
}

/// Records a login by the account's phone. `false`: the last one was before `since`.
pub async fn use_phone(tx: &Tx<'_>, user: &Id, now: Timestamp, since: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&USE_PHONE, params![user.as_str(), now.micros(), since.micros()]).await? == 1)
}

/// Moves all login methods. `false`: both accounts have one of the same kind.
pub async fn merge_identities(tx: &Tx<'_>, from: &Id, to: &Id, now: Timestamp) -> Result<bool, Error> {
    let (own, theirs) = (linked_providers(tx, from).await?, linked_providers(tx, to).await?);
    if own.iter().any(|provider| theirs.contains(provider)) {
        return Ok(false);
    }
    tx.execute(&MOVE_IDENTITIES, params![from.as_str(), to.as_str()]).await?;
    let Some(phone) = phone(tx, from).await? else { return Ok(true) };
    unlink_phone(tx, from).await?;
    Ok(tx.execute(&SET_PHONE, params![to.as_str(), phone.as_str(), now.micros()]).await? == 1)
}

/// `false`: the account got an address meanwhile.
pub async fn set_email(tx: &Tx<'_>, user: &Id, email: &Email, now: Timestamp) -> Result<bool, Error> {
    accounts::store::add_search_words(tx, user, email.as_str()).await?;
    Ok(tx.execute(&SET_EMAIL, params![user.as_str(), email.as_str(), now.micros()]).await? == 1)
}

pub async fn set_name(tx: &Tx<'_>, user: &Id, name: &str, photo_url: Option<&str>) -> Result<(), Error> {
    tx.execute(&SET_NAME, params![user.as_str(), name, photo_url]).await?;
    accounts::store::add_search_words(tx, user, name).await
}

pub async fn delete_incomplete(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_INCOMPLETE, params![user.as_str()]).await.map(|_| ())
}

/// Deletes up to 100 accounts created before then that have no address, session or order. A concurrent login locks the
/// row and then has a session.
pub async fn delete_abandoned(tx: &Tx<'_>, made_before: Timestamp) -> Result<u64, Error> {
    let abandoned: Vec<(String,)> = tx.all(&ABANDONED, params![made_before.micros()]).await?;
    let mut deleted = 0;
    for user in abandoned.iter().filter_map(|(id,)| Id::parse(id)) {
        accounts::store::lock_user(tx, &user).await?;
        deleted += tx.execute(&DELETE_ABANDONED, params![user.as_str()]).await?;
    }
    Ok(deleted)
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_expired_requests(tx: &Tx<'_>, before: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED_REQUESTS, params![before.micros()]).await
}
