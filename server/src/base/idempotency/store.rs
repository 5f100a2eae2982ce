//! The `idempotency_keys` table.

use super::{IdempotentRequest, StoredResponse};
use crate::{
    db::{Error, Tx, Value, params, row, statements},
    values::time::Timestamp,
};

statements! {
    FIND = "SELECT request_hash, status, answer, created_at FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3";
    INSERT = "INSERT INTO idempotency_keys (user_id, route, key, request_hash, status, answer, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    // Only the reservation made at $4: another request may have reserved the key since.
    COMPLETE = "UPDATE idempotency_keys SET status = $5, answer = $6 WHERE user_id = $1 AND route = $2 AND key = $3 AND created_at = $4 AND status IS NULL";
    DELETE = "DELETE FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3 AND created_at = $4";
    DELETE_BEFORE = "DELETE FROM idempotency_keys WHERE (user_id, route, key) IN
        (SELECT user_id, route, key FROM idempotency_keys WHERE created_at < $1 LIMIT 500) AND created_at < $1";
}

row! {
    pub struct KeyRow {
        pub request_hash: String,
        pub status: Option<i64>,
        pub answer: Option<String>,
        pub created_at: i64,
    }
}

pub async fn find(tx: &Tx<'_>, request: &IdempotentRequest) -> Result<Option<KeyRow>, Error> {
    tx.optional(&FIND, params![request.user.as_str(), request.route, request.key.as_str()]).await
}

fn insert_values(request: &IdempotentRequest, answer: Option<&StoredResponse>, now: Timestamp) -> [Value; 7] {
    let (status, body) = answer.map(|kept| (i64::from(kept.status), kept.body.as_str())).unzip();
    params![request.user, request.route, request.key, request.hash, status, body, now].clone()
}

/// Inserts the response at the end of the transaction.
pub async fn finish_with_response(
    tx: &Tx<'_>,
    request: &IdempotentRequest,
    answer: &StoredResponse,
    now: Timestamp,
) -> Result<(), Error> {
    tx.finish_with(&INSERT, &insert_values(request, Some(answer), now)).await
}

/// Reserves the key.
pub async fn reserve(tx: &Tx<'_>, request: &IdempotentRequest, now: Timestamp) -> Result<(), Error> {
    tx.execute(&INSERT, &insert_values(request, None, now)).await.map(|_| ())
}

/// Does nothing if the key is no longer reserved since `at`.
pub async fn complete(
    tx: &Tx<'_>,
    request: &IdempotentRequest,
    at: Timestamp,
    answer: &StoredResponse,
) -> Result<(), Error> {
    let values = params![
        request.user.as_str(),
        request.route,
        request.key.as_str(),
        at.micros(),
        i64::from(answer.status),
        answer.body.as_str()
    ];
    tx.execute(&COMPLETE, values).await.map(|_| ())
}

/// `false`: the key is no longer reserved since `at`.
pub async fn delete(tx: &Tx<'_>, request: &IdempotentRequest, at: Timestamp) -> Result<bool, Error> {
    let values = params![request.user.as_str(), request.route, request.key.as_str(), at.micros()];
    Ok(tx.execute(&DELETE, values).await? == 1)
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_before(tx: &Tx<'_>, moment: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_BEFORE, params![moment.micros()]).await
}
