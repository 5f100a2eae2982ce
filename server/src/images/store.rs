//! The tables `upload_tokens` and `images`.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    INSERT_TICKET = "INSERT INTO upload_tokens (hash, user_id, expires_at) VALUES ($1, $2, $3)";
    TICKET = "SELECT expires_at, used_at FROM upload_tokens WHERE hash = $1";
    // Decides between concurrent uploads with one key: only the first one gets a row.
    USE_TICKET = "UPDATE upload_tokens SET used_at = $2 WHERE hash = $1 AND used_at IS NULL RETURNING user_id";
    GIVE_TICKET_BACK = "UPDATE upload_tokens SET used_at = NULL WHERE hash = $1";
    DELETE_TICKETS_BEFORE = "DELETE FROM upload_tokens WHERE hash IN (SELECT hash FROM upload_tokens WHERE expires_at < $1 LIMIT 500)";
    // The same picture may be uploaded again. Its files are then written again.
    INSERT_IMAGE = "INSERT INTO images (hash, user_id, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (hash) DO NOTHING";
}

row! {
    pub struct TicketRow {
        pub expires_at: i64,
        pub used_at: Option<i64>,
    }
}

pub async fn insert_token(tx: &Tx<'_>, hash: &str, user: &Id, expires_at: Timestamp) -> Result<(), Error> {
    tx.execute(&INSERT_TICKET, params![hash, user.as_str(), expires_at.micros()]).await.map(|_| ())
}

pub async fn find_token(tx: &Tx<'_>, hash: &str) -> Result<Option<TicketRow>, Error> {
    tx.optional(&TICKET, params![hash]).await
}

/// Uses the ticket for this picture. `false`: another upload used it first.
pub async fn consume_token(tx: &Tx<'_>, ticket: &str, picture: &str, now: Timestamp) -> Result<bool, Error> {
    let used = tx.optional::<(String,)>(&USE_TICKET, params![ticket, now.micros()]).await?;
    let Some((user,)) = used else { return Ok(false) };
    tx.execute(&INSERT_IMAGE, params![picture, user, now.micros()]).await?;
    Ok(true)
}

/// Makes the ticket usable again. The row of the picture stays, because some of its files may be in the store.
pub async fn release_token(tx: &Tx<'_>, ticket: &str) -> Result<(), Error> {
    tx.execute(&GIVE_TICKET_BACK, params![ticket]).await.map(|_| ())
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_tokens_before(tx: &Tx<'_>, moment: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_TICKETS_BEFORE, params![moment.micros()]).await
}
