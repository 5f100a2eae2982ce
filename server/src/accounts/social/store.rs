//! Linked identities and pending authorization requests in the database.

use super::{
    SocialProvider,
    external_profile::{ExternalIdentity, LoginMethod},
    pending_authorization::{LoginDestination, LoginScreen, PendingAuthorization, SocialLoginMode},
    return_to::ReturnTo,
};
use crate::{
    accounts,
    db::{Error, Tx, TxFuture, queries, row},
    values::{email::Email, ids::Id, time::Timestamp},
};

row! {
    struct PendingAuthorizationRow {
        browser_hash: String,
        provider: String,
        nonce: String,
        pkce_verifier: String,
        mode: String,
        screen: String,
        return_to: ReturnTo,
        link_user_id: Option<Id>,
        expires_at: Timestamp,
    }
}

queries! {
    pub fn insert_request(state_hash: &str, pending: &PendingAuthorization) =
        "INSERT INTO oauth_states (state_hash, browser_hash, provider, nonce, pkce_verifier, mode, screen, return_to, link_user_id, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        [state_hash, pending.browser_hash, pending.provider, pending.nonce, pending.pkce_verifier, pending.destination.mode,
            pending.destination.screen, pending.destination.return_to, pending.link_user_id, pending.expires_at];
    pub fn has_request(state_hash: &str) -> bool = "SELECT provider FROM oauth_states WHERE state_hash = $1";
    fn take_request(state_hash: &str) -> Option<PendingAuthorizationRow> =
        "DELETE FROM oauth_states WHERE state_hash = $1
        RETURNING browser_hash, provider, nonce, pkce_verifier, mode, screen, return_to, link_user_id, expires_at";
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_expired_requests(before: Timestamp) -> u64 =
        "DELETE FROM oauth_states WHERE state_hash IN (SELECT state_hash FROM oauth_states WHERE expires_at < $1 LIMIT 500)";
    fn user_by_identity(identity: &ExternalIdentity) -> Option<Id> =
        "SELECT user_id FROM linked_identities WHERE issuer = $1 AND subject = $2", [identity.issuer, identity.subject];
    fn user_by_phone(phone: &str) -> Option<Id> = "SELECT id FROM users WHERE phone = $1";
    fn insert_identity(user: &Id, identity: &ExternalIdentity, now: Timestamp) =
        "INSERT INTO linked_identities (issuer, subject, provider, user_id, label, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        [identity.issuer, identity.subject, identity.provider, user, identity.label, now];
    pub fn set_label(identity: &ExternalIdentity) =
        "UPDATE linked_identities SET label = $3 WHERE issuer = $1 AND subject = $2 AND label <> $3",
        [identity.issuer, identity.subject, identity.label];
    pub fn phone(user: &Id) -> Option<String> = "SELECT phone FROM users WHERE id = $1 AND phone IS NOT NULL";
    /// Returns `false` if the account has a phone.
    fn set_phone(user: &Id, phone: &str, now: Timestamp) -> bool =
        "UPDATE users SET phone = $2, phone_used_at = $3 WHERE id = $1 AND phone IS NULL";
    /// Records a login by the account's phone. Returns `false` if the last one was before `since`.
    pub fn use_phone(user: &Id, now: Timestamp, since: Timestamp) -> bool =
        "UPDATE users SET phone_used_at = $2 WHERE id = $1 AND phone_used_at >= $3";
    pub fn unlink_phone(user: &Id) = "UPDATE users SET phone = NULL WHERE id = $1";
    fn abandoned(created_before: Timestamp) -> Vec<Id> =
        "SELECT id FROM users WHERE email IS NULL AND deleted_at IS NULL AND created_at < $1
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.user_id = users.id) ORDER BY created_at LIMIT 100";
    fn delete_if_abandoned(user: &Id) -> u64 =
        "DELETE FROM users WHERE id = $1 AND email IS NULL AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.user_id = users.id)";
    fn providers(user: &Id) -> Vec<String> = "SELECT provider FROM linked_identities WHERE user_id = $1";
    fn move_identities(from: &Id, to: &Id) = "UPDATE linked_identities SET user_id = $2 WHERE user_id = $1";
    fn insert_email(user: &Id, email: &Email, now: Timestamp) -> bool =
        "UPDATE users SET email = $2, email_verified_at = $3, changed_at = $3 WHERE id = $1 AND email IS NULL";
    fn replace_name(user: &Id, name: &str, photo_url: Option<&str>, now: Timestamp) =
        "UPDATE users SET display_name = $2, photo_url = coalesce($3, photo_url), changed_at = $4 WHERE id = $1";
    // The login methods of the row have been moved before.
    pub fn delete_incomplete(user: &Id) = "DELETE FROM users WHERE id = $1 AND email IS NULL";
}

/// Takes the pending login. Only one request gets it.
pub async fn consume_request(tx: &Tx<'_>, state_hash: &str) -> Result<Option<PendingAuthorization>, Error> {
    let row = take_request(tx, state_hash).await?;
    Ok(row.and_then(|row| {
        Some(PendingAuthorization {
            provider: SocialProvider::parse(&row.provider)?,
            browser_hash: row.browser_hash,
            nonce: row.nonce,
            pkce_verifier: row.pkce_verifier,
            destination: LoginDestination {
                mode: SocialLoginMode::parse(&row.mode)?,
                screen: LoginScreen::parse(&row.screen)?,
                return_to: row.return_to,
            },
            link_user_id: row.link_user_id,
            expires_at: row.expires_at,
        })
    }))
}

/// The user of this login method. Deleted accounts have no login methods.
pub fn user_by_method<'t>(tx: &'t Tx<'t>, method: &LoginMethod) -> TxFuture<'t, Result<Option<Id>, Error>> {
    match method {
        LoginMethod::External(identity) => user_by_identity(tx, identity),
        LoginMethod::Phone(number) => user_by_phone(tx, number),
    }
}

/// Returns `false` if the account already has a login method of this kind.
pub async fn link(tx: &Tx<'_>, user: &Id, method: &LoginMethod, now: Timestamp) -> Result<bool, Error> {
    match method {
        LoginMethod::External(identity) => {
            if linked_providers(tx, user).await?.contains(&identity.provider) {
                return Ok(false);
            }
            insert_identity(tx, user, identity, now).await.map(|()| true)
        }
        LoginMethod::Phone(number) => set_phone(tx, user, number, now).await,
    }
}

/// The providers that are linked to the account, without providers that this version does not know.
pub async fn linked_providers(tx: &Tx<'_>, user: &Id) -> Result<Vec<SocialProvider>, Error> {
    Ok(providers(tx, user).await?.iter().filter_map(|provider| SocialProvider::parse(provider)).collect())
}

/// Moves all login methods. Returns `false` if both accounts have one of the same kind.
pub async fn merge_identities(tx: &Tx<'_>, from: &Id, to: &Id, now: Timestamp) -> Result<bool, Error> {
    let (own, theirs) = (linked_providers(tx, from).await?, linked_providers(tx, to).await?);
    if own.iter().any(|provider| theirs.contains(provider)) {
        return Ok(false);
    }
    move_identities(tx, from, to).await?;
    let Some(phone) = phone(tx, from).await? else { return Ok(true) };
    unlink_phone(tx, from).await?;
    set_phone(tx, to, &phone, now).await
}

/// Returns `false` if the account got an address meanwhile.
pub async fn set_email(tx: &Tx<'_>, user: &Id, email: &Email, now: Timestamp) -> Result<bool, Error> {
    let is_set = insert_email(tx, user, email, now).await?;
    accounts::store::update_search_words(tx, user).await?;
    Ok(is_set)
}

pub async fn set_name(
    tx: &Tx<'_>,
    user: &Id,
    name: &str,
    photo_url: Option<&str>,
    now: Timestamp,
) -> Result<(), Error> {
    replace_name(tx, user, name, photo_url, now).await?;
    accounts::store::update_search_words(tx, user).await
}

/// Deletes up to 100 accounts created before then that have no address, session or order. A concurrent login locks the
/// row and then has a session.
pub async fn delete_abandoned(tx: &Tx<'_>, made_before: Timestamp) -> Result<u64, Error> {
    let mut deleted = 0;
    for user in abandoned(tx, made_before).await? {
        accounts::store::lock_user(tx, &user).await?;
        deleted += delete_if_abandoned(tx, &user).await?;
    }
    Ok(deleted)
}
