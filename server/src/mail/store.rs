//! Mail in the database.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{email::Email, ids::Id, time::Moment},
};

statements! {
    INSERT = "INSERT INTO mails (id, kind, recipient, subject, text_body, html_body, state, attempts, next_at, expires_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, 'queued', 0, $7, $8, $7)";
    TO_RECIPIENT = "SELECT id, kind, recipient, subject, text_body, html_body FROM mails WHERE recipient = $1 ORDER BY created_at, id LIMIT $2";
}

/// A letter that is to be sent from now on.
pub struct NewMail<'l> {
    pub id: Id,
    pub kind: &'static str,
    pub recipient: &'l Email,
    pub subject: &'l str,
    pub text: &'l str,
    pub html: &'l str,
    pub expires_at: Option<Moment>,
    pub created_at: Moment,
}

row! {
    pub struct MailRow {
        pub id: String,
        pub kind: String,
        pub recipient: String,
        pub subject: String,
        pub text_body: String,
        pub html_body: String,
    }
}

pub async fn insert(tx: &Tx<'_>, mail: &NewMail<'_>) -> Result<(), Error> {
    let values = params![
        mail.id.as_str(),
        mail.kind,
        mail.recipient.as_str(),
        mail.subject,
        mail.text,
        mail.html,
        mail.created_at.micros(),
        mail.expires_at.map(Moment::micros)
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

/// What was written to this address and is still kept, the oldest first.
pub async fn to_recipient(tx: &Tx<'_>, recipient: &Email, limit: i64) -> Result<Vec<MailRow>, Error> {
    tx.all(&TO_RECIPIENT, params![recipient.as_str(), limit]).await
}
