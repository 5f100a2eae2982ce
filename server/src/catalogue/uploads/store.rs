//! The tables `upload_tokens` and `images`.

use crate::{
    db::{Error, Tx, queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    pub struct UploadTokenRow {
        pub expires_at: Timestamp,
        pub used_at: Option<Timestamp>,
    }
}

queries! {
    pub fn insert_token(hash: &str, user: &Id, expires_at: Timestamp) =
        "INSERT INTO upload_tokens (hash, user_id, expires_at) VALUES ($1, $2, $3)";
    pub fn find_token(hash: &str) -> Option<UploadTokenRow> = "SELECT expires_at, used_at FROM upload_tokens WHERE hash = $1";
    // Decides between concurrent uploads with one key: only the first one gets a row.
    fn use_token(hash: &str, now: Timestamp) -> Option<Id> =
        "UPDATE upload_tokens SET used_at = $2 WHERE hash = $1 AND used_at IS NULL RETURNING user_id";
    /// Makes the ticket usable again. The row of the picture stays, because some of its files may be in the store.
    pub fn release_token(hash: &str) = "UPDATE upload_tokens SET used_at = NULL WHERE hash = $1";
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_tokens_before(moment: Timestamp) -> u64 =
        "DELETE FROM upload_tokens WHERE hash IN (SELECT hash FROM upload_tokens WHERE expires_at < $1 LIMIT 500)";
    /// The same picture may be uploaded again. Its files are then written again.
    pub fn insert_image(picture: &str, user: &Id, now: Timestamp) =
        "INSERT INTO images (hash, user_id, created_at) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING";
}

/// Uses the ticket for this picture. Returns `false` if another upload used it first.
pub async fn consume_token(tx: &Tx<'_>, ticket: &str, picture: &str, now: Timestamp) -> Result<bool, Error> {
    let Some(user) = use_token(tx, ticket, now).await? else { return Ok(false) };
    insert_image(tx, picture, &user, now).await?;
    Ok(true)
}
