//! The `idempotency_keys` table.

use super::{IdempotentRequest, StoredResponse};
use crate::{
    db::{Last, queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    pub struct KeyRow {
        pub request_hash: String,
        pub status: Option<i64>,
        pub answer: Option<String>,
        pub created_at: Timestamp,
    }
}

queries! {
    pub fn find(request: &IdempotentRequest) -> Option<KeyRow> =
        "SELECT request_hash, status, answer, created_at FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3",
        [request.user, request.route, request.key];
    /// Inserts the response at the end of the transaction.
    pub fn finish_with_response(request: &IdempotentRequest, answer: &StoredResponse, now: Timestamp) -> Last =
        "INSERT INTO idempotency_keys (user_id, route, key, request_hash, status, answer, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [request.user, request.route, request.key, request.hash, i64::from(answer.status), answer.to_row(), now];
    /// Whether a stored response of this user is a success.
    pub fn has_succeeded(user: &Id) -> bool = "SELECT user_id FROM idempotency_keys WHERE user_id = $1 AND status = 200 LIMIT 1";
    pub fn reserve(request: &IdempotentRequest, now: Timestamp) =
        "INSERT INTO idempotency_keys (user_id, route, key, request_hash, created_at) VALUES ($1, $2, $3, $4, $5)",
        [request.user, request.route, request.key, request.hash, now];
    /// Does nothing if the key is no longer reserved since `at`: another request may have reserved it.
    pub fn complete(request: &IdempotentRequest, at: Timestamp, answer: &StoredResponse) =
        "UPDATE idempotency_keys SET status = $5, answer = $6 WHERE user_id = $1 AND route = $2 AND key = $3 AND created_at = $4 AND status IS NULL",
        [request.user, request.route, request.key, at, i64::from(answer.status), answer.to_row()];
    /// Deletes the key. Returns `false` if it is no longer reserved since `at`.
    pub fn delete(request: &IdempotentRequest, at: Timestamp) -> bool =
        "DELETE FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3 AND created_at = $4",
        [request.user, request.route, request.key, at];
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_before(moment: Timestamp) -> u64 =
        "DELETE FROM idempotency_keys WHERE (user_id, route, key) IN
        (SELECT user_id, route, key FROM idempotency_keys WHERE created_at < $1 LIMIT 500) AND created_at < $1";
}
