//! One-time codes in the database.

use super::CodeRequest;
use crate::{
    db::{Error, Tx, params, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    REPLACE = "INSERT INTO one_time_codes (target, holder_hash, code_hash, tries, expires_at) VALUES ($1, $2, $3, 0, $4)
        ON CONFLICT (target, holder_hash) DO UPDATE SET code_hash = $3, tries = 0, expires_at = $4";
    COUNT_TRY = "UPDATE one_time_codes SET tries = tries + 1 WHERE target = $1 AND holder_hash = $2 AND tries < $3 AND expires_at > $4
        RETURNING code_hash";
    DELETE = "DELETE FROM one_time_codes WHERE target = $1 AND holder_hash = $2";
    DELETE_OF = "DELETE FROM one_time_codes WHERE target = (SELECT phone FROM users WHERE id = $1)";
    DELETE_EXPIRED = "DELETE FROM one_time_codes WHERE expires_at < $1";
}

pub async fn replace(
    tx: &Tx<'_>,
    request: &CodeRequest,
    code_hash: &str,
    expires_at: Timestamp,
) -> Result<(), Error> {
    let (target, holder) = key(request);
    tx.execute(&REPLACE, params![target, holder, code_hash, expires_at.micros()]).await.map(|_| ())
}

/// The hash of the code that this requester can use, with one try less.
pub async fn count_try(
    tx: &Tx<'_>,
    request: &CodeRequest,
    max: i64,
    now: Timestamp,
) -> Result<Option<String>, Error> {
    let (target, holder) = key(request);
    let row = tx.optional::<(String,)>(&COUNT_TRY, params![target, holder, max, now.micros()]).await?;
    Ok(row.map(|(hash,)| hash))
}

pub async fn delete(tx: &Tx<'_>, request: &CodeRequest) -> Result<(), Error> {
    let (target, holder) = key(request);
    tx.execute(&DELETE, params![target, holder]).await.map(|_| ())
}

fn key(request: &CodeRequest) -> (&str, &str) {
    (&request.target, &request.requester)
}

/// The codes that were sent to the account's phone.
pub async fn delete_by_user(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_OF, params![user.as_str()]).await.map(|_| ())
}

pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED, params![now.micros()]).await
}
