//! What a closed account loses in the database.

use crate::{
    db::{Error, Tx, params, statements},
    values::{ids::Id, time::Moment},
};

statements! {
    DELETE_PHONE_CODES = "DELETE FROM codes WHERE purpose = 'phone' AND target = (SELECT phone FROM users WHERE id = $1)";
    DELETE_EMAIL_CODES = "DELETE FROM codes WHERE purpose = 'complete' AND target = (SELECT email FROM users WHERE id = $1)";
    EMPTY = "UPDATE users SET email = NULL, email_verified_at = NULL, display_name = $2, photo_url = NULL, phone = NULL, password_hash = NULL,
        role = 'user', deleted_at = $3 WHERE id = $1";
    DELETE_SESSIONS = "DELETE FROM sessions WHERE user_id = $1";
    DELETE_IDENTITIES = "DELETE FROM external_identities WHERE user_id = $1";
    DELETE_LINKS = "DELETE FROM mail_links WHERE user_id = $1";
    DELETE_DEVICES = "DELETE FROM known_devices WHERE user_id = $1";
    DELETE_TICKETS = "DELETE FROM image_tickets WHERE user_id = $1";
    DELETE_PROFILE = "DELETE FROM profiles WHERE user_id = $1";
}

/// While the transaction holds the account's row.
pub async fn empty(tx: &Tx<'_>, user: &Id, name: &str, now: Moment) -> Result<(), Error> {
    for statement in [
        &DELETE_PHONE_CODES,
        &DELETE_EMAIL_CODES,
        &DELETE_SESSIONS,
        &DELETE_IDENTITIES,
        &DELETE_LINKS,
        &DELETE_DEVICES,
        &DELETE_TICKETS,
        &DELETE_PROFILE,
    ] {
        tx.execute(statement, params![user.as_str()]).await?;
    }
    tx.execute(&EMPTY, params![user.as_str(), name, now.micros()]).await.map(|_| ())
}
