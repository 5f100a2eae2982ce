//! One-time codes in the database.

use super::CodeRequest;
use crate::{
    db::queries,
    values::{ids::Id, time::Timestamp},
};

queries! {
    pub fn replace(request: &CodeRequest, code_hash: &str, expires_at: Timestamp) =
        "INSERT INTO one_time_codes (target, holder_hash, code_hash, tries, expires_at) VALUES ($1, $2, $3, 0, $4)
        ON CONFLICT (target, holder_hash) DO UPDATE SET code_hash = $3, tries = 0, expires_at = $4",
        [request.target, request.requester, code_hash, expires_at];
    /// The hash of the code that this requester can use, with one try less.
    pub fn count_try(request: &CodeRequest, max: i64, now: Timestamp) -> Option<String> =
        "UPDATE one_time_codes SET tries = tries + 1 WHERE target = $1 AND holder_hash = $2 AND tries < $3 AND expires_at > $4
        RETURNING code_hash",
        [request.target, request.requester, max, now];
    pub fn delete(request: &CodeRequest) = "DELETE FROM one_time_codes WHERE target = $1 AND holder_hash = $2",
        [request.target, request.requester];
    /// The codes that were sent to the account's phone.
    pub fn delete_by_user(user: &Id) = "DELETE FROM one_time_codes WHERE target = (SELECT phone FROM users WHERE id = $1)";
    pub fn delete_expired(now: Timestamp) -> u64 = "DELETE FROM one_time_codes WHERE expires_at < $1";
}
