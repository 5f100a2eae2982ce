//! Accounts in the database.

use super::user::{Role, User};
use crate::{
    db::{Error, Tx, params, row, statements},
    values::{email::Email, ids::Id, search_words::word_keys, time::Timestamp},
};

statements! {
    INSERT_USER = "INSERT INTO users (id, email, display_name, photo_url, role, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    INSERT_SEARCH_WORD = "INSERT INTO user_search_words (word, user_id) VALUES ($1, $2) ON CONFLICT (word, user_id) DO NOTHING";
    DELETE_SEARCH_WORDS_OF = "DELETE FROM user_search_words WHERE user_id = $1";
    USER_BY_EMAIL = "SELECT id, email, display_name, photo_url, role, password_hash, has_weak_password, email_verified_at FROM users WHERE email = $1";
    REPLACE_ROLE = "UPDATE users SET role = $3 WHERE email = $1 AND role = $2";
    SET_VERIFIED = "UPDATE users SET email_verified_at = $2 WHERE email = $1 AND email_verified_at IS NULL";
    USER_BY_ID = "SELECT id, email, display_name, photo_url, role, password_hash, has_weak_password, email_verified_at FROM users WHERE id = $1 AND deleted_at IS NULL";
    RECLAIM_USER = "UPDATE users SET role = $2, password_hash = NULL, has_weak_password = NULL, phone = NULL, photo_url = NULL, email_verified_at = $3, reclaimed_at = $3
        WHERE id = $1 AND email_verified_at IS NULL AND deleted_at IS NULL";
    ERASE_USER = "UPDATE users SET email = NULL, email_verified_at = NULL, display_name = $2, photo_url = NULL, phone = NULL, phone_used_at = NULL, password_hash = NULL, has_weak_password = NULL, notes = NULL,
        role = 'user', deleted_at = $3 WHERE id = $1";
    BLOCKED = "SELECT id FROM users WHERE id = $1 AND blocked_at IS NOT NULL";
    BLOCK = "UPDATE users SET blocked_at = $2 WHERE id = $1 AND blocked_at IS NULL";
    NOTES = "SELECT notes FROM users WHERE id = $1";
    SET_NOTES = "UPDATE users SET notes = $2 WHERE id = $1";
    UNBLOCK = "UPDATE users SET blocked_at = NULL WHERE id = $1 AND blocked_at IS NOT NULL";
    DELETE_PHONE_OF = "UPDATE users SET phone = NULL WHERE id = $1";
    DELETE_IDENTITIES_OF = "DELETE FROM linked_identities WHERE user_id = $1";
    DELETE_UPLOAD_TOKENS_OF = "DELETE FROM upload_tokens WHERE user_id = $1";
    DELETE_API_KEYS_OF = "DELETE FROM api_keys WHERE user_id = $1";
    DELETE_PROFILE_OF = "DELETE FROM profiles WHERE user_id = $1";
    SET_PASSWORD = "UPDATE users SET password_hash = $2, has_weak_password = NULL WHERE email = $1";
    // Replaces only the hash that was verified, so that a concurrent password change is kept.
    REPLACE_PASSWORD_HASH = "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2";
    AN_ADMIN = "SELECT id FROM users WHERE role = 'admin' LIMIT 1";
    // As LOCK_USER: concurrent removals of the last two administrators wait for each other and count again.
    LOCK_ADMINS = "SELECT id FROM users WHERE role = 'admin' FOR NO KEY UPDATE";
    LOCK_USER = "SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE";
    LOCK_USER_WITH = "SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL AND password_hash = $2 FOR NO KEY UPDATE";
    DELETE_SECOND_FACTOR_OF = "DELETE FROM second_factors WHERE user_id = $1";
}

row! {
    pub struct UserRow {
        pub id: String,
        pub email: Option<String>,
        pub display_name: String,
        pub photo_url: Option<String>,
        pub role: Role,
        pub password_hash: Option<String>,
        pub has_weak_password: Option<i64>,
        pub email_verified_at: Option<i64>,
    }
}

/// An account as login needs it.
pub struct Account {
    pub user: User,
    pub password_hash: Option<String>,
    /// Whether the password is too weak for administrators and staff. `None`: it was not judged yet.
    pub has_weak_password: Option<bool>,
    pub is_verified: bool,
}

impl Account {
    /// `None` if it has no e-mail address.
    pub fn with_email(self) -> Option<(Self, Email)> {
        let email = self.user.email.as_deref().and_then(Email::parse)?;
        Some((self, email))
    }
}

pub async fn account_by_email(tx: &Tx<'_>, email: &Email) -> Result<Option<Account>, Error> {
    let row = tx.optional::<UserRow>(&USER_BY_EMAIL, params![email.as_str()]).await?;
    Ok(row.and_then(UserRow::into_account))
}

/// `None` also for a deleted account.
pub async fn account_by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<Account>, Error> {
    let row = tx.optional::<UserRow>(&USER_BY_ID, params![id.as_str()]).await?;
    Ok(row.and_then(UserRow::into_account))
}

impl UserRow {
    fn into_account(self) -> Option<Account> {
        Some(Account {
            user: User {
                id: Id::parse(&self.id)?,
                email: self.email,
                display_name: self.display_name,
                photo_url: self.photo_url,
                role: self.role,
            },
            password_hash: self.password_hash,
            has_weak_password: self.has_weak_password.map(|is_weak| is_weak != 0),
            is_verified: self.email_verified_at.is_some(),
        })
    }
}

/// The caller maps a violated `users_email` to "this address is taken".
pub async fn insert_user(
    tx: &Tx<'_>,
    user: &User,
    password_hash: Option<&str>,
    now: Timestamp,
) -> Result<(), Error> {
    let values = params![
        user.id.as_str(),
        user.email.as_deref(),
        user.display_name.as_str(),
        user.photo_url.as_deref(),
        user.role.as_str(),
        password_hash,
        now.micros()
    ];
    tx.execute(&INSERT_USER, values).await?;
    let email = user.email.as_deref().unwrap_or_default();
    add_search_words(tx, &user.id, &format!("{} {email}", user.display_name)).await
}

/// Makes the account's orders known to the search by these words.
pub async fn add_search_words(tx: &Tx<'_>, user: &Id, text: &str) -> Result<(), Error> {
    for word in word_keys(text) {
        tx.finish_with(&INSERT_SEARCH_WORD, params![word, user.as_str()]).await?;
    }
    Ok(())
}

/// For a deleted account: the search finds its orders by these words only.
pub async fn set_search_words(tx: &Tx<'_>, user: &Id, text: &str) -> Result<(), Error> {
    tx.execute(&DELETE_SEARCH_WORDS_OF, params![user.as_str()]).await?;
    add_search_words(tx, user, text).await
}

/// `false` if the account no longer has the old role.
pub async fn replace_role(tx: &Tx<'_>, email: &Email, old: Role, new: Role) -> Result<bool, Error> {
    Ok(tx.execute(&REPLACE_ROLE, params![email.as_str(), old.as_str(), new.as_str()]).await? == 1)
}

/// Marks the address as verified. `false` if it was verified before.
pub async fn set_verified(tx: &Tx<'_>, email: &Email, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&SET_VERIFIED, params![email.as_str(), now.micros()]).await? == 1)
}

/// Empties the account for the owner of its address. `false`: the address was verified meanwhile.
pub async fn reclaim_user(tx: &Tx<'_>, user: &Id, role: Role, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&RECLAIM_USER, params![user.as_str(), role.as_str(), now.micros()]).await? == 1)
}

/// Empties the row of a deleted account.
pub async fn erase_user(tx: &Tx<'_>, user: &Id, name: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(&ERASE_USER, params![user.as_str(), name, now.micros()]).await.map(|_| ())
}

/// Deletes the account's second factor, linked identities, upload tokens, API keys and profile.
pub async fn delete_owned_rows(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    for statement in [
        &DELETE_SECOND_FACTOR_OF,
        &DELETE_IDENTITIES_OF,
        &DELETE_UPLOAD_TOKENS_OF,
        &DELETE_API_KEYS_OF,
        &DELETE_PROFILE_OF,
    ] {
        tx.execute(statement, params![user.as_str()]).await?;
    }
    Ok(())
}

/// Removes every login method but the password: linked providers and the phone.
pub async fn unlink_all(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_PHONE_OF, params![user.as_str()]).await?;
    tx.execute(&DELETE_IDENTITIES_OF, params![user.as_str()]).await.map(|_| ())
}

pub async fn set_password(tx: &Tx<'_>, email: &Email, password_hash: &str) -> Result<(), Error> {
    tx.execute(&SET_PASSWORD, params![email.as_str(), password_hash]).await.map(|_| ())
}

/// Does nothing if the hash is no longer `stored`.
pub async fn replace_password_hash(
    tx: &Tx<'_>,
    user: &Id,
    stored: &str,
    rehashed: &str,
) -> Result<(), Error> {
    tx.execute(&REPLACE_PASSWORD_HASH, params![user.as_str(), stored, rehashed]).await.map(|_| ())
}

pub async fn has_admin(tx: &Tx<'_>) -> Result<bool, Error> {
    tx.optional::<(String,)>(&AN_ADMIN, params![]).await.map(|found| found.is_some())
}

/// Locks all administrator rows until the transaction ends, and returns their number.
pub async fn lock_admins(tx: &Tx<'_>) -> Result<u64, Error> {
    tx.lock(&LOCK_ADMINS, params![]).await
}

/// Locks the account until the transaction ends. `false`: the account was deleted.
pub async fn lock_user(tx: &Tx<'_>, user: &Id) -> Result<bool, Error> {
    Ok(tx.lock(&LOCK_USER, params![user.as_str()]).await? == 1)
}

/// As [`lock_user`]; `false` also if the password has changed.
pub async fn lock_user_with(tx: &Tx<'_>, user: &Id, password_hash: &str) -> Result<bool, Error> {
    Ok(tx.lock(&LOCK_USER_WITH, params![user.as_str(), password_hash]).await? == 1)
}

pub async fn is_blocked(tx: &Tx<'_>, user: &Id) -> Result<bool, Error> {
    tx.optional::<(String,)>(&BLOCKED, params![user.as_str()]).await.map(|found| found.is_some())
}

/// What the owner has written down about the customer. Empty without notes.
pub async fn notes(tx: &Tx<'_>, user: &Id) -> Result<String, Error> {
    let row = tx.optional::<(Option<String>,)>(&NOTES, params![user.as_str()]).await?;
    Ok(row.and_then(|(notes,)| notes).unwrap_or_default())
}

/// Requires the [lock](lock_user).
pub async fn set_notes(tx: &Tx<'_>, user: &Id, notes: &str) -> Result<(), Error> {
    let notes = (!notes.is_empty()).then_some(notes);
    tx.execute(&SET_NOTES, params![user.as_str(), notes]).await.map(|_| ())
}

/// `false`: the account is blocked already.
pub async fn block(tx: &Tx<'_>, user: &Id, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&BLOCK, params![user.as_str(), now.micros()]).await? == 1)
}

/// `false`: the account is not blocked.
pub async fn unblock(tx: &Tx<'_>, user: &Id) -> Result<bool, Error> {
    Ok(tx.execute(&UNBLOCK, params![user.as_str()]).await? == 1)
}
