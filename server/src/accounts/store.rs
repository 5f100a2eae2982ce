//! Accounts in the database.

use futures_util::future::try_join_all;

use super::user::{Role, User};
use crate::{
    db::{Error, Last, One, Tx, queries, row},
    values::{
        email::Email,
        ids::Id,
        language::Language,
        search_words::{search_key, word_keys},
        time::Timestamp,
    },
};

row! {
    /// An account as login needs it.
    pub struct Account {
        pub user: User,
        pub password_hash: Option<String>,
        /// Whether the password is too weak for administrators and staff. `None` if it was not judged yet.
        pub has_weak_password: Option<bool>,
        pub is_verified: bool,
    }
}

impl Account {
    /// `None` if it has no e-mail address.
    pub fn with_email(self) -> Option<(Self, Email)> {
        let email = self.user.email.as_deref().and_then(Email::parse)?;
        Some((self, email))
    }
}

/// The columns of [`Account`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, email, display_name, photo_url, role, language, password_hash, has_weak_password, \
             email_verified_at IS NOT NULL FROM users ",
            $rest
        )
    };
}

queries! {
    pub fn account_by_email(email: &Email) -> Option<Account> = select!("WHERE email = $1");
    /// `None` also for a deleted account.
    pub fn account_by_id(id: &Id) -> Option<Account> = select!("WHERE id = $1 AND deleted_at IS NULL");
    fn insert(user: &User, password_hash: Option<&str>, now: Timestamp) =
        "INSERT INTO users (id, email, display_name, photo_url, role, password_hash, created_at, search_key, changed_at, language) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9)",
        [user.id, user.email, user.display_name, user.photo_url, user.role, password_hash, now, key_of(&user.display_name, user.email.as_deref()), user.language];
    fn insert_search_word(word: i64, user: &Id) -> Last =
        "INSERT INTO user_search_words (word, user_id) VALUES ($1, $2) ON CONFLICT (word, user_id) DO NOTHING";
    fn delete_search_words(user: &Id) = "DELETE FROM user_search_words WHERE user_id = $1";
    fn names(user: &Id) -> Option<(String, Option<String>)> = "SELECT display_name, email FROM users WHERE id = $1";
    fn names_after(after: &str, limit: i64) -> Vec<(Id, String, Option<String>)> =
        "SELECT id, display_name, email FROM users WHERE id > $1 ORDER BY id LIMIT $2";
    fn set_search_key(user: &Id, search_key: &str) = "UPDATE users SET search_key = $2 WHERE id = $1";
    /// `false` if the account no longer has the old role.
    pub fn replace_role(email: &Email, old: Role, new: Role, now: Timestamp) -> bool =
        "UPDATE users SET role = $3, changed_at = $4 WHERE email = $1 AND role = $2";
    /// Marks the address as verified. `false` if it was verified before.
    pub fn set_verified(email: &Email, now: Timestamp) -> bool =
        "UPDATE users SET email_verified_at = $2, changed_at = $2 WHERE email = $1 AND email_verified_at IS NULL";
    /// Empties the account for the owner of its address. Returns `false` if the address was verified meanwhile.
    pub fn reclaim_user(user: &Id, role: Role, now: Timestamp) -> bool =
        "UPDATE users SET role = $2, password_hash = NULL, has_weak_password = NULL, phone = NULL, photo_url = NULL, email_verified_at = $3, reclaimed_at = $3, changed_at = $3
        WHERE id = $1 AND email_verified_at IS NULL AND deleted_at IS NULL";
    /// Empties the row of a deleted account.
    pub fn erase_user(user: &Id, name: &str, now: Timestamp) =
        "UPDATE users SET email = NULL, email_verified_at = NULL, display_name = $2, search_key = '', photo_url = NULL, phone = NULL, phone_used_at = NULL, password_hash = NULL, has_weak_password = NULL, notes = NULL,
        role = 'user', language = 'en', deleted_at = $3, changed_at = $3 WHERE id = $1";
    fn delete_phone(user: &Id) = "UPDATE users SET phone = NULL WHERE id = $1";
    fn delete_identities(user: &Id) = "DELETE FROM linked_identities WHERE user_id = $1";
    fn delete_second_factor(user: &Id) = "DELETE FROM second_factors WHERE user_id = $1";
    pub fn delete_upload_tokens(user: &Id) = "DELETE FROM upload_tokens WHERE user_id = $1";
    fn delete_api_keys(user: &Id) = "DELETE FROM api_keys WHERE user_id = $1";
    /// Leaves the customer of the saved cards to the payments job, which deletes it at the provider.
    fn release_card_customer(user: &Id) = "UPDATE card_customers SET user_id = NULL WHERE user_id = $1";
    pub fn delete_profile(user: &Id) = "DELETE FROM profiles WHERE user_id = $1";
    /// Whether someone can log in to the account.
    pub fn has_login_method(user: &Id) -> bool =
        "SELECT id FROM users WHERE id = $1 AND (password_hash IS NOT NULL OR phone IS NOT NULL
        OR (SELECT l.user_id FROM linked_identities l WHERE l.user_id = users.id LIMIT 1) IS NOT NULL)";
    /// Gives the address to the account of a guest, which has none yet. Another account with this address violates
    /// `users_email`.
    pub fn give_email(user: &Id, email: &Email, now: Timestamp) =
        "UPDATE users SET email = $2, changed_at = $3 WHERE id = $1 AND email IS NULL AND deleted_at IS NULL";
    /// Deletes the account of a guest without orders. Nothing but its orders refers to it.
    pub fn delete_guest(user: &Id) =
        "DELETE FROM users WHERE id = $1 AND email IS NULL AND NOT EXISTS (SELECT 1 FROM orders WHERE user_id = $1)";
    pub fn set_password(email: &Email, password_hash: &str) =
        "UPDATE users SET password_hash = $2, has_weak_password = NULL WHERE email = $1";
    /// Replaces only the hash that was verified, so that a concurrent password change is kept.
    pub fn replace_password_hash(user: &Id, stored: &str, rehashed: &str) =
        "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2";
    /// Counts the lines of the account's basket, for the header. The basket itself belongs to the sales.
    pub fn count_basket_lines(user: &Id) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM baskets b JOIN basket_lines l ON l.basket_id = b.id WHERE b.user_id = $1";
    pub fn has_admin() -> bool = "SELECT id FROM users WHERE role = 'admin' LIMIT 1";
    /// Locks all administrator rows until the transaction ends, and returns their number. Concurrent removals of the
    /// last two administrators wait for each other and count again.
    pub fn lock_admins() -> u64 = "SELECT id FROM users WHERE role = 'admin' FOR NO KEY UPDATE";
    /// Locks the account until the transaction ends. Returns `false` if the account was deleted.
    pub fn lock_user(user: &Id) -> bool = "SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE";
    /// The same, for a transaction that reads afterwards whether the account is still there.
    pub fn lock_user_to_read(user: &Id) = "SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE";
    /// Like [`lock_user`]. Also returns `false` if the password has changed.
    pub fn lock_user_with(user: &Id, password_hash: &str) -> bool =
        "SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL AND password_hash = $2 FOR NO KEY UPDATE";
    /// Changes the language of e-mails to the account.
    pub fn set_language(user: &Id, language: Language, now: Timestamp) = "UPDATE users SET language = $2, changed_at = $3 WHERE id = $1";
    pub fn is_blocked(user: &Id) -> bool = "SELECT id FROM users WHERE id = $1 AND blocked_at IS NOT NULL";
    /// Blocks the account. Returns `false` if it is blocked already.
    pub fn block(user: &Id, now: Timestamp) -> bool = "UPDATE users SET blocked_at = $2, changed_at = $2 WHERE id = $1 AND blocked_at IS NULL";
    /// Unblocks the account. Returns `false` if it is not blocked.
    pub fn unblock(user: &Id, now: Timestamp) -> bool =
        "UPDATE users SET blocked_at = NULL, changed_at = $2 WHERE id = $1 AND blocked_at IS NOT NULL";
    /// What the owner has written down about the customer.
    pub fn notes(user: &Id) -> Option<String> = "SELECT notes FROM users WHERE id = $1 AND notes IS NOT NULL";
    /// Requires the [lock](lock_user).
    pub fn set_notes(user: &Id, notes: &str, now: Timestamp) = "UPDATE users SET notes = $2, changed_at = $3 WHERE id = $1",
        [user, (!notes.is_empty()).then_some(notes), now];
}

/// The caller maps a violated `users_email` to "this address is taken".
pub async fn insert_user(
    tx: &Tx<'_>,
    user: &User,
    password_hash: Option<&str>,
    now: Timestamp,
) -> Result<(), Error> {
    insert(tx, user, password_hash, now).await?;
    let email = user.email.as_deref().unwrap_or_default();
    add_search_words(tx, &user.id, &format!("{} {email}", user.display_name)).await
}

fn key_of(name: &str, email: Option<&str>) -> String {
    search_key(&[name, email.unwrap_or_default()])
}

/// Makes the account known to the searches by its name and address. Each change of one of them calls this afterwards.
pub async fn update_search_words(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    let Some((name, email)) = names(tx, user).await? else { return Ok(()) };
    set_names(tx, user, &name, email.as_deref()).await
}

async fn set_names(tx: &Tx<'_>, user: &Id, name: &str, email: Option<&str>) -> Result<(), Error> {
    set_search_key(tx, user, &key_of(name, email)).await?;
    add_search_words(tx, user, &format!("{name} {}", email.unwrap_or_default())).await
}

/// [`update_search_words`] for up to `limit` accounts after this id. Returns the last one.
pub async fn update_search_words_after(tx: &Tx<'_>, after: &str, limit: i64) -> Result<Option<Id>, Error> {
    let users = names_after(tx, after, limit).await?;
    try_join_all(users.iter().map(|(user, name, email)| set_names(tx, user, name, email.as_deref()))).await?;
    Ok(users.last().map(|(user, ..)| user.clone()))
}

/// Makes the account's orders known to the search by these words too.
pub async fn add_search_words(tx: &Tx<'_>, user: &Id, text: &str) -> Result<(), Error> {
    for word in word_keys(text) {
        insert_search_word(tx, word, user).await?;
    }
    Ok(())
}

/// Replaces the search words of a deleted account. The search finds its orders by these words only.
pub async fn set_search_words(tx: &Tx<'_>, user: &Id, text: &str) -> Result<(), Error> {
    delete_search_words(tx, user).await?;
    add_search_words(tx, user, text).await
}

/// Deletes the account's second factor, linked identities, upload tokens and API keys.
pub async fn delete_owned_rows(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    delete_second_factor(tx, user).await?;
    delete_identities(tx, user).await?;
    delete_upload_tokens(tx, user).await?;
    delete_api_keys(tx, user).await?;
    release_card_customer(tx, user).await
}

/// Removes every login method but the password: linked providers and the phone.
pub async fn unlink_all(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    delete_phone(tx, user).await?;
    delete_identities(tx, user).await
}
