//! The outbox in the database.

use serde::Serialize;
use utoipa::ToSchema;

use super::message::EmailMessage;
use crate::{
    db::{Error, One, Tx, TxFuture, queries, row},
    http::pagination::PageCursor,
    values::{email::Email, ids::Id, language::Language, time::Timestamp},
};

/// How many due e-mails a node reads to claim one.
const CLAIM_CANDIDATES: i64 = 8;

/// An e-mail to be queued.
pub struct NewOutboxEntry<'l> {
    pub id: Id,
    pub recipient: &'l Email,
    pub message: &'l EmailMessage,
    pub language: Language,
    /// In that language.
    pub subject: String,
    pub expires_at: Timestamp,
    pub created_at: Timestamp,
}

row! {
    pub struct OutboxRow {
        pub id: Id,
        pub kind: String,
        pub subject: String,
        /// The [`EmailMessage`] as JSON. It is empty after delivery.
        pub message: String,
        pub created_at: Timestamp,
        pub language: Language,
    }
}

row! {
    /// An e-mail about an order.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct OrderEmail {
        /// The kind of the e-mail, for example `order_paid`.
        pub kind: String,
        pub recipient: String,
        pub subject: String,
        /// `queued`, `sent` or `failed`.
        pub state: String,
        #[schema(value_type = String, format = DateTime)]
        pub created_at: Timestamp,
    }
}

row! {
    /// An undelivered e-mail. Only its recipient may read the body.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct UndeliveredEmail {
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
        /// The kind of the e-mail, for example `order_paid`.
        pub kind: String,
        pub recipient: String,
        pub subject: String,
        #[schema(value_type = DeliveryState)]
        pub state: String,
        pub attempts: i64,
        /// The last error of the mail server.
        #[schema(required)]
        pub last_error: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        pub created_at: Timestamp,
        /// When the next attempt is made, if it is queued.
        #[schema(required, value_type = Option<String>, format = DateTime)]
        pub next_at: Option<Timestamp>,
        /// Whether it can be sent again. An e-mail that held a link or a code cannot.
        pub retryable: bool,
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
    /// Texts are parsed later, so that a malformed row does not block the queue.
    struct DueRow {
        id: String,
        kind: String,
        recipient: String,
        message: String,
        attempts: i64,
        expires_at: Timestamp,
        last_error: Option<String>,
        created_at: Timestamp,
        language: Language,
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
    pub language: Language,
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
            expires_at: self.expires_at,
            last_error: self.last_error,
            created_at: self.created_at,
            language: self.language,
            claimed_until,
        })
    }
}

/// The columns of [`UndeliveredEmail`], in its order.
macro_rules! select_undelivered {
    ($rest:literal) => {
        concat!(
            "SELECT id, kind, recipient, subject, state, attempts, last_error, created_at, \
             CASE WHEN state = 'failed' THEN NULL ELSE next_at END, \
             CASE WHEN state = 'failed' AND message <> '' THEN 1 ELSE 0 END FROM email_outbox ",
            $rest
        )
    };
}

queries! {
    fn insert_row(new: &NewOutboxEntry<'_>, message: &str) =
        "INSERT INTO email_outbox (id, kind, recipient, subject, message, state, attempts, next_at, expires_at, created_at, order_id, language)
        VALUES ($1, $2, $3, $4, $5, 'queued', 0, $6, $7, $6, $8, $9)",
        [new.id, new.message.kind(), new.recipient, new.subject, message, new.created_at, new.expires_at, new.message.order_id(), new.language];
    /// The stored e-mails to this address, oldest first.
    pub fn list_for_recipient(recipient: &Email, since: Timestamp, limit: i64) -> Vec<OutboxRow> =
        "SELECT id, kind, subject, message, created_at, language FROM email_outbox WHERE recipient = $1 AND created_at >= $2 ORDER BY created_at, id LIMIT $3";
    pub fn of_order(order: &Id, limit: i64) -> Vec<OrderEmail> =
        "SELECT kind, recipient, subject, state, created_at FROM email_outbox WHERE order_id = $1 ORDER BY created_at, id LIMIT $2";
    /// Whether the address belongs to an account that has verified it.
    pub fn is_verified(address: &Email) -> bool = "SELECT id FROM users WHERE email = $1 AND email_verified_at IS NOT NULL";
    /// The language of the account with this address.
    pub fn language_of(address: &Email) -> Option<Language> = "SELECT language FROM users WHERE email = $1";
    /// Whether the account with this address has paid, or staff entered an order for it.
    fn has_order(address: &Email) -> bool =
        "SELECT u.id FROM users u WHERE u.email = $1
            AND EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND (o.transaction_id IS NOT NULL OR o.entered = 1))";
    /// Whether someone has paid with this address and without a login.
    fn has_guest_purchase(address: &Email) -> bool =
        "SELECT purchase_id FROM guest_purchases WHERE email = $1 AND link_hash IS NOT NULL LIMIT 1";
    // Several rows, so that a node can skip those that another node has just claimed.
    fn due(now: Timestamp, limit: i64) -> Vec<String> =
        "SELECT id FROM email_outbox WHERE state = 'queued' AND next_at <= $1 ORDER BY next_at LIMIT $2";
    // When two nodes claim the same e-mail, the second finds it no longer due.
    fn claim_one(id: &str, now: Timestamp, until: Timestamp) -> Option<DueRow> =
        "UPDATE email_outbox SET next_at = $3 WHERE id = $1 AND state = 'queued' AND next_at <= $2
        RETURNING id, kind, recipient, message, attempts, expires_at, last_error, created_at, language";
    /// Marks an e-mail as sent, and deletes its body, which may hold a link or a code.
    pub fn mark_sent(id: &Id, now: Timestamp) =
        "UPDATE email_outbox SET state = 'sent', attempts = attempts + 1, message = '', last_error = NULL, sent_at = $2
        WHERE id = $1 AND state = 'queued'";
    // $2 identifies the claim: it may have expired and be held by another node.
    fn set_failed(id: &str, claimed_until: Timestamp, reason: &str) -> bool =
        "UPDATE email_outbox SET state = 'failed', attempts = attempts + 1, last_error = $3 WHERE id = $1 AND state = 'queued' AND next_at = $2";
    fn delete_body(id: &str) = "UPDATE email_outbox SET message = '' WHERE id = $1";
    /// Does nothing if another node has claimed the e-mail since.
    pub fn reschedule(email: &ClaimedEmail, attempts: i64, retry_at: Timestamp, reason: &str) =
        "UPDATE email_outbox SET attempts = $3, next_at = $4, last_error = $5 WHERE id = $1 AND state = 'queued' AND next_at = $2",
        [email.id, email.claimed_until, attempts, retry_at, reason];
    /// Returns `false` if the e-mail has not failed or its body is deleted.
    pub fn retry(id: &Id, now: Timestamp, until: Timestamp) -> bool =
        "UPDATE email_outbox SET state = 'queued', attempts = 0, next_at = $2, expires_at = $3 WHERE id = $1 AND state = 'failed' AND message <> ''";
    pub fn state(id: &Id) -> Option<String> = "SELECT state FROM email_outbox WHERE id = $1";
    fn newest_failed(after: &PageCursor, limit: i64) -> Vec<UndeliveredEmail> =
        select_undelivered!("WHERE state = 'failed' AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3"),
        [after.created_at, after.id, limit];
    fn newest_queued(after: &PageCursor, limit: i64) -> Vec<UndeliveredEmail> =
        select_undelivered!("WHERE state = 'queued' AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3"),
        [after.created_at, after.id, limit];
    fn count_failed() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM email_outbox WHERE state = 'failed'";
    fn count_queued() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM email_outbox WHERE state = 'queued'";
    /// When the oldest queued e-mail was queued.
    pub fn oldest_queued() -> Option<Timestamp> =
        "SELECT created_at FROM email_outbox WHERE state = 'queued' ORDER BY created_at, id LIMIT 1";
    /// Deletes every e-mail to this address, for an account that is deleted.
    pub fn delete_for_recipient(to: &Email) = "DELETE FROM email_outbox WHERE recipient = $1";
    /// Deletes the e-mails of this kind about the customer's orders that are not sent yet.
    pub fn delete_unsent(kind: &str, customer: &Id) =
        "DELETE FROM email_outbox WHERE kind = $1 AND state <> 'sent'
        AND order_id IN (SELECT id FROM orders WHERE user_id = $2)";
    fn delete_sent(before: Timestamp) -> u64 =
        "DELETE FROM email_outbox WHERE id IN (SELECT id FROM email_outbox WHERE state = 'sent' AND sent_at < $1 LIMIT 500)";
    // The state is checked again because an administrator may retry the e-mail while this statement waits for the row.
    fn delete_failed(before: Timestamp) -> u64 =
        "DELETE FROM email_outbox WHERE id IN (SELECT id FROM email_outbox WHERE state = 'failed' AND created_at < $1 LIMIT 500)
        AND state = 'failed'";
}

pub async fn insert(tx: &Tx<'_>, new: &NewOutboxEntry<'_>) -> Result<(), Error> {
    let message = serde_json::to_string(new.message);
    let message = message.map_err(|_| Error::broken_row("email_outbox", new.id.as_str()))?;
    insert_row(tx, new, &message).await
}

/// The next `limit` e-mails after `after`, newest first.
pub fn list_undelivered<'t>(
    tx: &'t Tx<'t>,
    which: DeliveryState,
    after: &PageCursor,
    limit: i64,
) -> TxFuture<'t, Result<Vec<UndeliveredEmail>, Error>> {
    match which {
        DeliveryState::Queued => newest_queued(tx, after, limit),
        DeliveryState::Failed => newest_failed(tx, after, limit),
    }
}

pub fn count_undelivered<'t>(tx: &'t Tx<'t>, which: DeliveryState) -> TxFuture<'t, Result<i64, Error>> {
    match which {
        DeliveryState::Queued => count_queued(tx),
        DeliveryState::Failed => count_failed(tx),
    }
}

/// A read without a lock, because most rounds find nothing.
pub async fn is_due(tx: &Tx<'_>, now: Timestamp) -> Result<bool, Error> {
    Ok(!due(tx, now, 1).await?.is_empty())
}

/// Claims the e-mail that is due longest. No other node can claim it before `until`.
pub async fn claim(tx: &Tx<'_>, now: Timestamp, until: Timestamp) -> Result<Option<ClaimedEmail>, Error> {
    for id in &due(tx, now, CLAIM_CANDIDATES).await? {
        let Some(row) = claim_one(tx, id, now, until).await? else { continue };
        match row.into_claimed(until) {
            Ok(mail) => return Ok(Some(mail)),
            // Marks it as failed, because it would block the queue. Deletes the body, which may hold a link or a code.
            Err(error) => {
                tracing::error!(%error, "a row of the outbox is malformed and marked as failed");
                set_failed(tx, id, until, "The shop cannot read this e-mail.").await?;
                delete_body(tx, id).await?;
            }
        }
    }
    Ok(None)
}

/// Does nothing if another node has claimed the e-mail since.
pub async fn mark_failed(
    tx: &Tx<'_>,
    id: &Id,
    claimed_until: Timestamp,
    reason: &str,
    keeps_body: bool,
) -> Result<bool, Error> {
    let failed = set_failed(tx, id.as_str(), claimed_until, reason).await?;
    if failed && !keeps_body {
        delete_body(tx, id.as_str()).await?;
    }
    Ok(failed)
}

/// Deletes up to a thousand expired rows. Returns 0 when there are no more.
pub async fn delete_expired(
    tx: &Tx<'_>,
    sent_before: Timestamp,
    failed_before: Timestamp,
) -> Result<u64, Error> {
    Ok(delete_sent(tx, sent_before).await? + delete_failed(tx, failed_before).await?)
}

/// Whether someone with this address is a customer whom strangers cannot imitate.
pub async fn has_bought(tx: &Tx<'_>, address: &Email) -> Result<bool, Error> {
    Ok(has_order(tx, address).await? || has_guest_purchase(tx, address).await?)
}
