//! Sends a failed e-mail again.

use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{self, EMAIL_TTL},
    },
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

pub enum ResendOutcome {
    Queued,
    /// It is sent or queued.
    NotFailed,
    /// Its body is deleted, because it held a link or a code.
    BodyDeleted,
    Unknown,
}

/// Only for administrators.
pub async fn resend(shop: &Shop, by: &Id, id: Id) -> Result<ResendOutcome, db::Error> {
    let entry = AuditEntry {
        actor: Some(by.clone()),
        action: AuditAction::ResendEmail,
        subject: id,
        at: shop.clock.now(),
    };
    let outcome = shop.db.write(entry.clone(), |tx, entry| Box::pin(queue_again(tx, entry))).await;
    if let Ok(ResendOutcome::Queued) = outcome {
        entry.log();
        shop.mailer.notify();
    }
    outcome
}

async fn queue_again(tx: &Tx<'_>, entry: &AuditEntry) -> Result<ResendOutcome, db::Error> {
    let (id, now) = (&entry.subject, entry.at);
    if email::outbox::retry(tx, id, now, now.plus(EMAIL_TTL)).await? {
        audit::record(tx, entry).await?;
        return Ok(ResendOutcome::Queued);
    }
    Ok(match email::outbox::state(tx, id).await? {
        None => ResendOutcome::Unknown,
        Some(state) if state == "failed" => ResendOutcome::BodyDeleted,
        Some(_) => ResendOutcome::NotFailed,
    })
}
