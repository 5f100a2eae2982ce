//! Mailed links in the database.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{email::Email, ids::Id, time::Timestamp},
};

statements! {
    INSERT = "INSERT INTO email_tokens (hash, user_id, purpose, email, created_at, expires_at)
        SELECT CAST($1 AS TEXT), id, CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT)
        FROM users WHERE id = $2 AND deleted_at IS NULL";
    BY_HASH = "SELECT user_id, email, expires_at FROM email_tokens WHERE hash = $1 AND purpose = $2";
    // Only one of two concurrent requests gets the row.
    CONSUME = "DELETE FROM email_tokens WHERE hash = $1 AND purpose = $2 RETURNING user_id, email, expires_at";
    DELETE_OF = "DELETE FROM email_tokens WHERE user_id = $1 AND purpose = $2";
    DELETE_ALL_OF = "DELETE FROM email_tokens WHERE user_id = $1";
    DELETE_EXPIRED = "DELETE FROM email_tokens WHERE hash IN (SELECT hash FROM email_tokens WHERE expires_at < $1 LIMIT 500)";
    VERIFY = "UPDATE users SET email_verified_at = coalesce(email_verified_at, $3) WHERE id = $1 AND email = $2 AND deleted_at IS NULL";
}

pub struct NewEmailTokenRow<'a> {
    pub hash: &'a str,
    pub user: &'a Id,
    pub purpose: &'a str,
    pub email: &'a Email,
    pub made_at: Timestamp,
    pub expires_at: Timestamp,
}

row! {
    struct EmailTokenRow {
        user_id: String,
        email: String,
        expires_at: i64,
    }
}

/// A stored link.
pub struct EmailToken {
    pub user: Id,
    pub email: Email,
    pub expires_at: Timestamp,
}

impl EmailTokenRow {
    fn into_token(self) -> Option<EmailToken> {
        Some(EmailToken {
            user: Id::parse(&self.user_id)?,
            email: Email::parse(&self.email)?,
            expires_at: Timestamp::from_micros(self.expires_at),
        })
    }
}

/// Inserts nothing for an unknown user id.
pub async fn insert(tx: &Tx<'_>, link: &NewEmailTokenRow<'_>) -> Result<(), Error> {
    let values = params![
        link.hash,
        link.user.as_str(),
        link.purpose,
        link.email.as_str(),
        link.made_at.micros(),
        link.expires_at.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

pub async fn by_hash(tx: &Tx<'_>, hash: &str, purpose: &str) -> Result<Option<EmailToken>, Error> {
    Ok(tx
        .optional::<EmailTokenRow>(&BY_HASH, params![hash, purpose])
        .await?
        .and_then(EmailTokenRow::into_token))
}

pub async fn take(tx: &Tx<'_>, hash: &str, purpose: &str) -> Result<Option<EmailToken>, Error> {
    Ok(tx
        .optional::<EmailTokenRow>(&CONSUME, params![hash, purpose])
        .await?
        .and_then(EmailTokenRow::into_token))
}

pub async fn delete_by_purpose(tx: &Tx<'_>, user: &Id, purpose: &str) -> Result<(), Error> {
    tx.execute(&DELETE_OF, params![user.as_str(), purpose]).await.map(|_| ())
}

pub async fn delete_all(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_ALL_OF, params![user.as_str()]).await.map(|_| ())
}

/// `false`: the account has another address by now, or was deleted.
pub async fn set_email_verified(
    tx: &Tx<'_>,
    user: &Id,
    email: &Email,
    now: Timestamp,
) -> Result<bool, Error> {
    Ok(tx.execute(&VERIFY, params![user.as_str(), email.as_str(), now.micros()]).await? == 1)
}

pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED, params![now.micros()]).await
}
