//! Sends a failed e-mail again.

use crate::{
    audit::{self, AuditAction, AuditEntry},
    db,
    email::{self, EMAIL_TTL},
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
    let now = shop.clock.now();
    let entry =
        AuditEntry { actor: Some(by.clone()), action: AuditAction::ResendEmail, subject: id, at: now };
    let asked = entry.clone();
    let outcome: Result<ResendOutcome, db::Error> = shop
        .db
        .write_with(move |tx| {
            let entry = asked.clone();
            Box::pin(async move {
                if email::outbox::retry(tx, &entry.subject, now, now.plus(EMAIL_TTL)).await? {
                    audit::record(tx, &entry).await?;
                    return Ok(ResendOutcome::Queued);
                }
                Ok(match email::outbox::status(tx, &entry.subject).await? {
                    None => ResendOutcome::Unknown,
                    Some(mail) if mail.state == "failed" => ResendOutcome::BodyDeleted,
                    Some(_) => ResendOutcome::NotFailed,
                })
            })
        })
        .await;
    if let Ok(ResendOutcome::Queued) = outcome {
        entry.log();
        shop.mailer.notify();
    }
    outcome
}
