//! Sends the e-mails in the outbox. Every node runs it, and claims an e-mail before sending, so that one node has it
//! at a time.
//!
//! A claim expires. If a node dies while sending, the e-mail becomes due again. If the mail server had already taken
//! it, it arrives twice with the same Message-ID.

use std::time::Duration;

use super::{
    Mailer, Outbox,
    message::EmailMessage,
    outbox::{self, ClaimedEmail},
    owner_message::OwnerMessage,
};
use crate::{
    base::rate_limit::{self, LimitedAction},
    clients::smtp::{OutgoingEmail, SEND_TIMEOUT, SmtpConnection, SmtpError},
    db::{self, Db, Tx},
    values::{backoff::backoff, clock::Clock, ids::Id, metrics, time::Timestamp},
};

/// Longer than one connection and one response of the mail server may take.
const CLAIM_TTL: Duration = SEND_TIMEOUT.saturating_mul(3);
/// The delay after an error of the server itself. It does not grow, so that the queue empties soon after a recovery.
const SERVER_RETRY_DELAY: Duration = Duration::from_secs(30);
/// Limits duplicates from a server that takes e-mails and never confirms.
const MAX_UNCERTAIN_ATTEMPTS: i64 = 4;

/// Sends due e-mails until none is due or the server accepts none.
pub async fn deliver_due(mailer: &Mailer, db: &Db, clock: &Clock) -> Result<(), db::Error> {
    let Some(outbox) = &mailer.outbox else { return Ok(()) };
    let mut connection = None;
    while let Some(email) = claim(db, clock.now()).await? {
        if email.expires_at <= clock.now() {
            let reason = email.last_error.as_deref().map_or_else(
                || "It expired before it could be sent.".to_owned(),
                |last| format!("It expired before it could be sent. The last attempt: {last}"),
            );
            mark_failed(mailer, db, &email, reason, clock.now()).await?;
            continue;
        }
        match send(outbox, &mut connection, &email).await {
            Ok(_) => mark_sent(db, &email, clock.now()).await?,
            Err(SmtpError::Rejected(reason)) => {
                connection = None;
                mark_failed(mailer, db, &email, reason, clock.now()).await?;
            }
            Err(error @ SmtpError::OutcomeUnknown(_)) if email.attempts + 1 >= MAX_UNCERTAIN_ATTEMPTS => {
                connection = None;
                mark_failed(mailer, db, &email, error.to_string(), clock.now()).await?;
            }
            Err(SmtpError::Deferred(reason) | SmtpError::OutcomeUnknown(reason)) => {
                connection = None;
                let (attempts, retry_at) = (email.attempts + 1, clock.now().plus(backoff(email.attempts)));
                tracing::info!(email = %email.id, kind = email.kind, attempts, "the mail server deferred an e-mail");
                reschedule(db, email, attempts, retry_at, reason).await?;
            }
            Err(SmtpError::Unavailable(reason)) => {
                // The error is not about this e-mail, so it does not count as an attempt.
                tracing::warn!(reason, "the mail server accepts no e-mails, they stay queued");
                let (attempts, retry_at) = (email.attempts, clock.now().plus(SERVER_RETRY_DELAY));
                return reschedule(db, email, attempts, retry_at, reason).await;
            }
        }
    }
    if let Some(connection) = connection {
        connection.close().await;
    }
    Ok(())
}

/// Uses the open connection, or opens one.
async fn send<'o>(
    outbox: &'o Outbox,
    open: &mut Option<SmtpConnection<'o>>,
    email: &ClaimedEmail,
) -> Result<String, SmtpError> {
    let connection = match open {
        Some(connection) => connection,
        None => open.insert(outbox.client.connect().await?),
    };
    let shop = outbox.letterhead.load().in_language(email.language);
    let rendered = email.message.render(&shop, email.created_at);
    let from_name = outbox.sender_name.load();
    let message = OutgoingEmail {
        id: email.id.as_str(),
        from_name: from_name.as_ref().map(|name| name.as_str()),
        to: &email.recipient,
        reply_to: shop.reply_to.as_ref(),
        unsubscribe: email.message.facts().unsubscribe,
        subject: &rendered.subject,
        text: &rendered.text,
        html: &rendered.html,
        created_at: email.created_at,
    };
    connection.send(&message).await
}

async fn claim(db: &Db, now: Timestamp) -> Result<Option<ClaimedEmail>, db::Error> {
    if !db.read(now, |tx, now| Box::pin(outbox::is_due(tx, *now))).await? {
        return Ok(None);
    }
    db.write((now, now.plus(CLAIM_TTL)), |tx, (now, until)| Box::pin(outbox::claim(tx, *now, *until))).await
}

async fn mark_sent(db: &Db, email: &ClaimedEmail, now: Timestamp) -> Result<(), db::Error> {
    db.write((email.id.clone(), now), |tx, (id, now)| outbox::mark_sent(tx, id, *now)).await?;
    metrics::EMAILS_SENT.with_label_values(&[&email.kind]).inc();
    Ok(())
}

async fn mark_failed(
    mailer: &Mailer,
    db: &Db,
    email: &ClaimedEmail,
    reason: String,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(outbox) = &mailer.outbox else { return Ok(()) };
    let failed = FailedEmail {
        id: email.id.clone(),
        claimed_until: email.claimed_until,
        keeps_body: email.message.facts().secret_until.is_none(),
        // Nothing tells the owner that the owner cannot be told.
        notice: (!matches!(email.message, EmailMessage::Owner(_))).then(|| OwnerMessage::OwnerUndelivered {
            subject: email
                .message
                .subject(&outbox.letterhead.load().in_language(email.language), email.created_at),
        }),
        reason,
    };
    let input = (mailer.clone(), failed, now);
    db.write(input, |tx, (mailer, failed, now)| Box::pin(fail_and_tell(tx, mailer, failed, *now))).await?;
    tracing::warn!(email = %email.id, kind = email.kind, "an e-mail could not be delivered and is marked as failed");
    metrics::EMAILS_FAILED.with_label_values(&[&email.kind]).inc();
    Ok(())
}

struct FailedEmail {
    id: Id,
    claimed_until: Timestamp,
    keeps_body: bool,
    reason: String,
    notice: Option<OwnerMessage>,
}

/// Tells the owner in the same transaction, at most once a day.
async fn fail_and_tell(
    tx: &Tx<'_>,
    mailer: &Mailer,
    failed: &FailedEmail,
    now: Timestamp,
) -> Result<(), db::Error> {
    let FailedEmail { id, claimed_until, keeps_body, reason, notice } = failed;
    if !outbox::mark_failed(tx, id, *claimed_until, reason, *keeps_body).await? {
        return Ok(());
    }
    let Some(notice) = notice.clone().filter(|_| mailer.tells_owner()) else { return Ok(()) };
    if rate_limit::take(tx, &[LimitedAction::TellUndelivered.by("")], now).await?.is_refused() {
        return Ok(());
    }
    mailer.queue_for_owner(tx, notice, now).await
}

async fn reschedule(
    db: &Db,
    email: ClaimedEmail,
    attempts: i64,
    retry_at: Timestamp,
    reason: String,
) -> Result<(), db::Error> {
    db.write((email, attempts, retry_at, reason), |tx, (email, attempts, retry_at, reason)| {
        outbox::reschedule(tx, email, *attempts, *retry_at, reason)
    })
    .await
}
