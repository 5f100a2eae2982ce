//! Sends a failed e-mail again.

use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{self, EMAIL_TTL, Mailer},
    },
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

pub enum ResendOutcome {
    Queued,
    /// The e-mail is sent or queued.
    NotFailed,
    /// The body of the e-mail is deleted, because it held a link or a code.
    BodyDeleted,
    Unknown,
}

/// Queues a failed e-mail again. Only administrators may do so.
pub async fn resend(shop: &Shop, by: &Id, id: Id) -> Result<ResendOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::ResendEmail, id, shop.clock.now());
    let input = (entry, shop.mailer.clone());
    shop.db.write(input, |tx, (entry, mailer)| Box::pin(queue_again(tx, entry, mailer))).await
}

async fn queue_again(tx: &Tx<'_>, entry: &AuditEntry, mailer: &Mailer) -> Result<ResendOutcome, db::Error> {
    let (id, now) = (&entry.subject, entry.at);
    if email::outbox::retry(tx, id, now, now.plus(EMAIL_TTL)).await? {
        audit::record(tx, entry).await?;
        mailer.wake_after_commit(tx);
        return Ok(ResendOutcome::Queued);
    }
    Ok(match email::outbox::state(tx, id).await? {
        None => ResendOutcome::Unknown,
        Some(state) if state == "failed" => ResendOutcome::BodyDeleted,
        Some(_) => ResendOutcome::NotFailed,
    })
}
