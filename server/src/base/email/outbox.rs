//! The outbox in the database.

use utoipa::ToSchema;

use super::message::EmailMessage;
use crate::{
    db::{Error, Tx, params, row, statements},
    http::pagination::PageCursor,
    values::{email::Email, ids::Id, time::Timestamp},
};

statements! {
    INSERT = "INSERT INTO email_outbox (id, kind, recipient, subject, message, state, attempts, next_at, expires_at, created_at, order_id)
        VALUES ($1, $2, $3, $4, $5, 'queued', 0, $6, $7, $6, $8)";
    OF_RECIPIENT = "SELECT id, kind, recipient, subject, message, created_at FROM email_outbox WHERE recipient = $1 AND created_at >= $2 ORDER BY created_at, id LIMIT $3";
    OF_ORDER = "SELECT kind, recipient, subject, state, created_at FROM email_outbox WHERE order_id = $1 ORDER BY created_at, id LIMIT $2";
    VERIFIED = "SELECT id FROM users WHERE email = $1 AND email_verified_at IS NOT NULL";
    // Several rows, so that a node can skip those that another node has just claimed.
    DUE = "SELECT id FROM email_outbox WHERE state = 'queued' AND next_at <= $1 ORDER BY next_at LIMIT $2";
    // When two nodes claim the same e-mail, the second finds it no longer due.
    CLAIM = "UPDATE email_outbox SET next_at = $3 WHERE id = $1 AND state = 'queued' AND next_at <= $2
        RETURNING id, kind, recipient, message, attempts, expires_at, last_error, created_at";
    SENT = "UPDATE email_outbox SET state = 'sent', attempts = attempts + 1, message = '', last_error = NULL, sent_at = $2
        WHERE id = $1 AND state = 'queued'";
    // $2 identifies the claim: it may have expired and be held by another node.
    FAILED = "UPDATE email_outbox SET state = 'failed', attempts = attempts + 1, last_error = $3 WHERE id = $1 AND state = 'queued' AND next_at = $2";
    DELETE_BODY = "UPDATE email_outbox SET message = '' WHERE id = $1";
    RESCHEDULE = "UPDATE email_outbox SET attempts = $3, next_at = $4, last_error = $5 WHERE id = $1 AND state = 'queued' AND next_at = $2";
    RETRY = "UPDATE email_outbox SET state = 'queued', attempts = 0, next_at = $2, expires_at = $3 WHERE id = $1 AND state = 'failed' AND message <> ''";
    BY_ID = "SELECT id, kind, recipient, subject, state, attempts, next_at, last_error, created_at, CASE WHEN message <> '' THEN 1 ELSE 0 END
        FROM email_outbox WHERE id = $1";
    FAILED_NEWEST = "SELECT id, kind, recipient, subject, state, attempts, next_at, last_error, created_at, CASE WHEN message <> '' THEN 1 ELSE 0 END
        FROM email_outbox WHERE state = 'failed' AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3";
    QUEUED_NEWEST = "SELECT id, kind, recipient, subject, state, attempts, next_at, last_error, created_at, CASE WHEN message <> '' THEN 1 ELSE 0 END
        FROM email_outbox WHERE state = 'queued' AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3";
    COUNT_FAILED = "SELECT CAST(count(*) AS BIGINT) FROM email_outbox WHERE state = 'failed'";
    COUNT_QUEUED = "SELECT CAST(count(*) AS BIGINT) FROM email_outbox WHERE state = 'queued'";
    OLDEST_QUEUED = "SELECT created_at FROM email_outbox WHERE state = 'queued' ORDER BY created_at, id LIMIT 1";
    DELETE_OF_RECIPIENT = "DELETE FROM email_outbox WHERE recipient = $1";
    DELETE_SENT = "DELETE FROM email_outbox WHERE id IN (SELECT id FROM email_outbox WHERE state = 'sent' AND sent_at < $1 LIMIT 500)";
    // The state is checked again because an administrator may retry the e-mail while this statement waits for the row.
    DELETE_FAILED = "DELETE FROM email_outbox WHERE id IN (SELECT id FROM email_outbox WHERE state = 'failed' AND created_at < $1 LIMIT 500)
        AND state = 'failed'";
}

/// How many due e-mails a node reads to claim one.
const CLAIM_CANDIDATES: i64 = 8;

/// An e-mail to be queued.
pub struct NewOutboxEntry<'l> {
    pub id: Id,
    pub recipient: &'l Email,
    pub message: &'l EmailMessage,
    pub subject: String,
    pub expires_at: Timestamp,
    pub created_at: Timestamp,
}

row! {
    pub struct OutboxRow {
        pub id: String,
        pub kind: String,
        pub recipient: String,
        pub subject: String,
        /// The [`EmailMessage`] as JSON. Empty after delivery.
        pub message: String,
        pub created_at: i64,
    }
}

row! {
    /// An e-mail about an order.
    pub struct OrderEmailRow {
        pub kind: String,
        pub recipient: String,
        pub subject: String,
        pub state: String,
        pub created_at: i64,
    }
}

row! {
    /// What administrators see of an e-mail: everything except its body.
    pub struct EmailStatus {
        pub id: String,
        pub kind: String,
        pub recipient: String,
        pub subject: String,
        pub state: String,
        pub attempts: i64,
        pub next_at: i64,
        pub last_error: Option<String>,
        pub created_at: i64,
        /// 1 if the body is still stored, so that the e-mail can be sent.
        pub has_body: i32,
    }
}

/// The states of e-mails that were not delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum DeliveryState {
    /// Delivery is retried.
    Queued,
    Failed,
}

row! {
    struct DueRow {
        id: String,
        kind: String,
        recipient: String,
        message: String,
        attempts: i64,
        expires_at: i64,
        last_error: Option<String>,
        created_at: i64,
    }
}

/// An e-mail that this node has claimed.
pub struct ClaimedEmail {
    pub id: Id,
    pub kind: String,
    pub recipient: Email,
    pub message: EmailMessage,
    /// Attempts before this one.
    pub attempts: i64,
    pub expires_at: Timestamp,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    /// No other node sends it before this time.
    pub claimed_until: Timestamp,
}

impl DueRow {
    fn into_claimed(self, claimed_until: Timestamp) -> Result<ClaimedEmail, Error> {
        let broken = || Error::broken_row("email_outbox", &self.id);
        Ok(ClaimedEmail {
            id: Id::parse(&self.id).ok_or_else(broken)?,
            recipient: Email::parse(&self.recipient).ok_or_else(broken)?,
            message: serde_json::from_str(&self.message).map_err(|_| broken())?,
            kind: self.kind,
            attempts: self.attempts,
            expires_at: Timestamp::from_micros(self.expires_at),
            last_error: self.last_error,
            created_at: Timestamp::from_micros(self.created_at),
            claimed_until,
        })
    }
}

pub async fn of_order(tx: &Tx<'_>, order: &Id, limit: i64) -> Result<Vec<OrderEmailRow>, Error> {
    tx.all(&OF_ORDER, params![order.as_str(), limit]).await
}

pub async fn insert(tx: &Tx<'_>, mail: &NewOutboxEntry<'_>) -> Result<(), Error> {
    let message = serde_json::to_string(mail.message);
    let message = message.map_err(|_| Error::broken_row("email_outbox", mail.id.as_str()))?;
    let values = params![
        mail.id.as_str(),
        mail.message.kind(),
        mail.recipient.as_str(),
        mail.subject.clone(),
        message,
        mail.created_at.micros(),
        mail.expires_at.micros(),
        mail.message.order_id().map(Id::as_str)
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

/// The stored e-mails to this address, oldest first.
pub async fn list_for_recipient(
    tx: &Tx<'_>,
    recipient: &Email,
    since: Timestamp,
    limit: i64,
) -> Result<Vec<OutboxRow>, Error> {
    tx.all(&OF_RECIPIENT, params![recipient.as_str(), since.micros(), limit]).await
}

/// Whether the address belongs to an account that has verified it.
pub async fn is_verified(tx: &Tx<'_>, address: &Email) -> Result<bool, Error> {
    tx.optional::<(String,)>(&VERIFIED, params![address.as_str()]).await.map(|found| found.is_some())
}

pub async fn status(tx: &Tx<'_>, id: &Id) -> Result<Option<EmailStatus>, Error> {
    tx.optional(&BY_ID, params![id.as_str()]).await
}

/// The next `limit` e-mails after `after`, newest first.
pub async fn list_undelivered(
    tx: &Tx<'_>,
    which: DeliveryState,
    after: &PageCursor,
    limit: i64,
) -> Result<Vec<EmailStatus>, Error> {
    let statement = match which {
        DeliveryState::Queued => &QUEUED_NEWEST,
        DeliveryState::Failed => &FAILED_NEWEST,
    };
    tx.all(statement, params![after.created_at, after.id.as_str(), limit]).await
}

pub async fn count_undelivered(tx: &Tx<'_>, which: DeliveryState) -> Result<i64, Error> {
    let statement = match which {
        DeliveryState::Queued => &COUNT_QUEUED,
        DeliveryState::Failed => &COUNT_FAILED,
    };
    tx.one::<(i64,)>(statement, params![]).await.map(|(count,)| count)
}

/// When the oldest queued e-mail was queued.
pub async fn oldest_queued(tx: &Tx<'_>) -> Result<Option<Timestamp>, Error> {
    let oldest = tx.optional::<(i64,)>(&OLDEST_QUEUED, params![]).await?;
    Ok(oldest.map(|(at,)| Timestamp::from_micros(at)))
}

/// Returns `false` if the e-mail has not failed or its body is deleted.
pub async fn retry(tx: &Tx<'_>, id: &Id, now: Timestamp, until: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&RETRY, params![id.as_str(), now.micros(), until.micros()]).await? == 1)
}

/// A read without a lock, because most rounds find nothing.
pub async fn is_due(tx: &Tx<'_>, now: Timestamp) -> Result<bool, Error> {
    Ok(!tx.all::<(String,)>(&DUE, params![now.micros(), 1_i64]).await?.is_empty())
}

/// Claims the e-mail that is due longest. No other node can claim it before `until`.
pub async fn claim(tx: &Tx<'_>, now: Timestamp, until: Timestamp) -> Result<Option<ClaimedEmail>, Error> {
    let due: Vec<(String,)> = tx.all(&DUE, params![now.micros(), CLAIM_CANDIDATES]).await?;
    for (id,) in &due {
        let claimed =
            tx.optional::<DueRow>(&CLAIM, params![id.as_str(), now.micros(), until.micros()]).await?;
        let Some(row) = claimed else { continue };
        match row.into_claimed(until) {
            Ok(mail) => return Ok(Some(mail)),
            // Marks it as failed, because it would block the queue. Deletes the body, which may hold a link or a code.
            Err(error) => {
                tracing::error!(%error, "a row of the outbox is malformed and marked as failed");
                let values = params![id.as_str(), until.micros(), "The shop cannot read this e-mail."];
                tx.execute(&FAILED, values).await?;
                tx.execute(&DELETE_BODY, params![id.as_str()]).await?;
            }
        }
    }
    Ok(None)
}

/// Also deletes the body, which may hold a link or a code.
pub async fn mark_sent(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<(), Error> {
    tx.execute(&SENT, params![id.as_str(), now.micros()]).await.map(|_| ())
}

/// Does nothing if another node has claimed the e-mail since.
pub async fn mark_failed(
    tx: &Tx<'_>,
    id: &Id,
    claimed_until: Timestamp,
    reason: &str,
    keeps_body: bool,
) -> Result<bool, Error> {
    let failed = tx.execute(&FAILED, params![id.as_str(), claimed_until.micros(), reason]).await? == 1;
    if failed && !keeps_body {
        tx.execute(&DELETE_BODY, params![id.as_str()]).await?;
    }
    Ok(failed)
}

/// Does nothing if another node has claimed the e-mail since.
pub async fn reschedule(
    tx: &Tx<'_>,
    id: &Id,
    claimed_until: Timestamp,
    attempts: i64,
    retry_at: Timestamp,
    reason: &str,
) -> Result<(), Error> {
    let values = params![id.as_str(), claimed_until.micros(), attempts, retry_at.micros(), reason];
    tx.execute(&RESCHEDULE, values).await.map(|_| ())
}

/// Deletes every e-mail to this address, for an account that is deleted.
pub async fn delete_for_recipient(tx: &Tx<'_>, to: &Email) -> Result<(), Error> {
    tx.execute(&DELETE_OF_RECIPIENT, params![to.as_str()]).await.map(|_| ())
}

/// Deletes up to a thousand expired rows. Returns 0 when there are no more.
pub async fn delete_expired(
    tx: &Tx<'_>,
    sent_before: Timestamp,
    failed_before: Timestamp,
) -> Result<u64, Error> {
    let sent = tx.execute(&DELETE_SENT, params![sent_before.micros()]).await?;
    Ok(sent + tx.execute(&DELETE_FAILED, params![failed_before.micros()]).await?)
}
