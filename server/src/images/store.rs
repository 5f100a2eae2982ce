//! Tickets and pictures in the database.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Moment},
};

statements! {
    INSERT_TICKET = "INSERT INTO image_tickets (hash, user_id, expires_at) VALUES ($1, $2, $3)";
    TICKET = "SELECT expires_at, used_at FROM image_tickets WHERE hash = $1";
    // Two uploads with one key are decided here: no row comes back for the second.
    USE_TICKET = "UPDATE image_tickets SET used_at = $2 WHERE hash = $1 AND used_at IS NULL RETURNING user_id";
    GIVE_TICKET_BACK = "UPDATE image_tickets SET used_at = NULL WHERE hash = $1";
    // Unless the picture was there before, or was sent again in the meantime.
    FORGET_DUE = "UPDATE images SET avif_due_at = NULL WHERE hash = $1 AND created_at = $2 AND avif_due_at = $3";
    DELETE_TICKETS_BEFORE = "DELETE FROM image_tickets WHERE expires_at < $1";
    // The same picture again: whatever may have become of its files, they are written anew.
    INSERT_IMAGE = "INSERT INTO images (hash, user_id, created_at, avif_due_at, avif_attempts) VALUES ($1, $2, $3, $4, 0)
        ON CONFLICT (hash) DO UPDATE SET avif_due_at = excluded.avif_due_at, avif_attempts = 0";
    SET_DUE = "UPDATE images SET avif_due_at = $2 WHERE hash = $1";
    // Of several nodes, one gets it; should that one end before it is done, it is due again. An attempt is counted before
    // it begins: the picture may be what ends the node.
    TAKE_DUE = "UPDATE images SET avif_due_at = $2, avif_attempts = avif_attempts + 1
        WHERE avif_due_at <= $1 AND hash =
            (SELECT hash FROM images WHERE avif_due_at <= $1 AND avif_attempts < $3 ORDER BY avif_due_at LIMIT 1)
        RETURNING hash, avif_attempts, avif_due_at";
    // Not of a picture that was sent again meanwhile, or is another node's by now.
    SET_DONE = "UPDATE images SET avif_due_at = NULL WHERE hash = $1 AND avif_due_at = $2";
}

row! {
    pub struct TicketRow {
        pub expires_at: i64,
        pub used_at: Option<i64>,
    }
}

row! {
    /// A picture whose AVIF files are to be drawn.
    pub struct DueRow {
        pub hash: String,
        pub avif_attempts: i64,
        /// When it is due again.
        pub avif_due_at: i64,
    }
}

pub async fn insert_ticket(tx: &Tx<'_>, hash: &str, user: &Id, expires_at: Moment) -> Result<(), Error> {
    tx.execute(&INSERT_TICKET, params![hash, user.as_str(), expires_at.micros()]).await.map(|_| ())
}

pub async fn ticket(tx: &Tx<'_>, hash: &str) -> Result<Option<TicketRow>, Error> {
    tx.optional(&TICKET, params![hash]).await
}

/// Uses the ticket for this picture, whose AVIF files are due at `due`. `false`: somebody was faster.
pub async fn use_ticket(
    tx: &Tx<'_>,
    ticket: &str,
    picture: &str,
    now: Moment,
    due: Moment,
) -> Result<bool, Error> {
    let used = tx.optional::<(String,)>(&USE_TICKET, params![ticket, now.micros()]).await?;
    let Some((user,)) = used else { return Ok(false) };
    tx.execute(&INSERT_IMAGE, params![picture, user, now.micros(), due.micros()]).await?;
    Ok(true)
}

/// Undoes [`use_ticket`] of these moments. The picture stays known: some of its files may lie in the store.
pub async fn give_ticket_back(
    tx: &Tx<'_>,
    ticket: &str,
    picture: &str,
    now: Moment,
    due: Moment,
) -> Result<(), Error> {
    tx.execute(&GIVE_TICKET_BACK, params![ticket]).await?;
    tx.execute(&FORGET_DUE, params![picture, now.micros(), due.micros()]).await.map(|_| ())
}

pub async fn delete_tickets_before(tx: &Tx<'_>, moment: Moment) -> Result<u64, Error> {
    tx.execute(&DELETE_TICKETS_BEFORE, params![moment.micros()]).await
}

pub async fn set_due(tx: &Tx<'_>, picture: &str, due: Moment) -> Result<(), Error> {
    tx.execute(&SET_DUE, params![picture, due.micros()]).await.map(|_| ())
}

/// The picture that waits longest, of those with fewer than `most` attempts. It is due again at `again`, unless
/// [`set_done`] comes first.
pub async fn take_due(tx: &Tx<'_>, now: Moment, again: Moment, most: i64) -> Result<Option<DueRow>, Error> {
    tx.optional(&TAKE_DUE, params![now.micros(), again.micros(), most]).await
}

pub async fn set_done(tx: &Tx<'_>, taken: &DueRow) -> Result<(), Error> {
    tx.execute(&SET_DONE, params![taken.hash.as_str(), taken.avif_due_at]).await.map(|_| ())
}
