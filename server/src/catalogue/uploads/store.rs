//! The tables `upload_tokens` and `images`.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    INSERT_TOKEN = "INSERT INTO upload_tokens (hash, user_id, expires_at) VALUES ($1, $2, $3)";
    TOKEN_BY_HASH = "SELECT expires_at, used_at FROM upload_tokens WHERE hash = $1";
    // Decides between concurrent uploads with one key: only the first one gets a row.
    CONSUME_TOKEN = "UPDATE upload_tokens SET used_at = $2 WHERE hash = $1 AND used_at IS NULL RETURNING user_id";
    RELEASE_TOKEN = "UPDATE upload_tokens SET used_at = NULL WHERE hash = $1";
    DELETE_EXPIRED_TOKENS = "DELETE FROM upload_tokens WHERE hash IN (SELECT hash FROM upload_tokens WHERE expires_at < $1 LIMIT 500)";
    // The same picture may be uploaded again. Its files are then written again.
    INSERT_IMAGE = "INSERT INTO images (hash, user_id, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (hash) DO NOTHING";
}

row! {
    pub struct UploadTokenRow {
        pub expires_at: i64,
        pub used_at: Option<i64>,
    }
}

pub async fn insert_token(tx: &Tx<'_>, hash: &str, user: &Id, expires_at: Timestamp) -> Result<(), Error> {
    tx.execute(&INSERT_TOKEN, params![hash, user.as_str(), expires_at.micros()]).await.map(|_| ())
}

pub async fn find_token(tx: &Tx<'_>, hash: &str) -> Result<Option<UploadTokenRow>, Error> {
    tx.optional(&TOKEN_BY_HASH, params![hash]).await
}

/// Uses the ticket for this picture. `false`: another upload used it first.
pub async fn consume_token(tx: &Tx<'_>, ticket: &str, picture: &str, now: Timestamp) -> Result<bool, Error> {
    let used = tx.optional::<(String,)>(&CONSUME_TOKEN, params![ticket, now.micros()]).await?;
    let Some((user,)) = used else { return Ok(false) };
    insert_image(tx, picture, &user, now).await?;
    Ok(true)
}

pub async fn insert_image(tx: &Tx<'_>, picture: &str, user: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(&INSERT_IMAGE, params![picture, user, now.micros()]).await.map(|_| ())
}

/// Makes the ticket usable again. The row of the picture stays, because some of its files may be in the store.
pub async fn release_token(tx: &Tx<'_>, ticket: &str) -> Result<(), Error> {
    tx.execute(&RELEASE_TOKEN, params![ticket]).await.map(|_| ())
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_tokens_before(tx: &Tx<'_>, moment: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED_TOKENS, params![moment.micros()]).await
}
