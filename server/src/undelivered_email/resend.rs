//! Sends a failed e-mail again.

use crate::{
    audit::{self, Action, Entry},
    db,
    email::{self, NEWS_FOR},
    shop::Shop,
    values::ids::Id,
};

pub enum Outcome {
    Queued,
    /// It is sent or queued.
    NotFailed,
    /// Its body is deleted, because it held a link or a code.
    NoWords,
    Unknown,
}

/// Only for administrators.
pub async fn send_again(shop: &Shop, by: &Id, id: Id) -> Result<Outcome, db::Error> {
    let now = shop.clock.now();
    let entry = Entry { actor: Some(by.clone()), action: Action::SendMailAgain, subject: id, at: now };
    let asked = entry.clone();
    let outcome: Result<Outcome, db::Error> = shop
        .db
        .write(move |tx| {
            let entry = asked.clone();
            Box::pin(async move {
                if email::outbox::send_again(tx, &entry.subject, now, now.plus(NEWS_FOR)).await? {
                    audit::record(tx, &entry).await?;
                    return Ok(Outcome::Queued);
                }
                Ok(match email::outbox::standing(tx, &entry.subject).await? {
                    None => Outcome::Unknown,
                    Some(mail) if mail.state == "failed" => Outcome::NoWords,
                    Some(_) => Outcome::NotFailed,
                })
            })
        })
        .await;
    if let Ok(Outcome::Queued) = outcome {
        entry.log();
        shop.mail.wake();
    }
    outcome
}
