//! The owner hides, publishes and answers reviews.

pub mod http;

use thiserror::Error;

use super::{
    review::{ReviewState, ReviewWithState},
    store,
};
use crate::{
    accounts,
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage},
    },
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

pub enum ModerateReviewOutcome {
    Changed,
    Unchanged,
}

#[derive(Debug, Error)]
pub enum ModerateReviewError {
    /// The author changed the text after the owner read it.
    #[error("the author has changed the text")]
    TextChanged,
    #[error("there is no such review")]
    Unknown,
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Hides or publishes a review. `read` is the text that the owner decided about. Only for administrators.
pub async fn set_state(
    shop: &Shop,
    by: &Id,
    id: Id,
    state: ReviewState,
    read: Option<String>,
) -> Result<ModerateReviewOutcome, ModerateReviewError> {
    let action = match state {
        ReviewState::Published => AuditAction::PublishReview,
        ReviewState::Pending | ReviewState::Hidden => AuditAction::HideReview,
    };
    let entry = AuditEntry::by(by, action, id, shop.clock.now());
    let input = (state, read, entry, shop.mailer.clone());
    let outcome = shop
        .db
        .try_write(input, |tx, (state, read, entry, mailer)| {
            Box::pin(set_in_tx(tx, *state, read.as_deref(), entry, mailer))
        })
        .await;
    shop.content_version.advance();
    outcome
}

/// Writes or removes the owner's answer to a review. `read` is the text that the owner answers. Only for
/// administrators.
pub async fn set_reply(
    shop: &Shop,
    by: &Id,
    id: Id,
    reply: Option<String>,
    read: Option<String>,
) -> Result<ModerateReviewOutcome, ModerateReviewError> {
    let entry = AuditEntry::by(by, AuditAction::ReplyToReview, id, shop.clock.now());
    let input = (reply, read, entry);
    let outcome = shop
        .db
        .try_write(input, |tx, (reply, read, entry)| {
            Box::pin(reply_in_tx(tx, reply.as_deref(), read.as_deref(), entry))
        })
        .await;
    shop.content_version.advance();
    outcome
}

async fn reply_in_tx(
    tx: &Tx<'_>,
    reply: Option<&str>,
    read: Option<&str>,
    entry: &AuditEntry,
) -> Result<ModerateReviewOutcome, ModerateReviewError> {
    let before = lock_as_read(tx, &entry.subject, read).await?;
    if before.review.reply.as_deref() == reply {
        return Ok(ModerateReviewOutcome::Unchanged);
    }
    store::set_reply(tx, &entry.subject, reply).await?;
    audit::record(tx, entry).await?;
    Ok(ModerateReviewOutcome::Changed)
}

/// The review, if its text is still the one that the owner has read.
async fn lock_as_read(
    tx: &Tx<'_>,
    id: &Id,
    read: Option<&str>,
) -> Result<ReviewWithState, ModerateReviewError> {
    if !store::lock(tx, id).await? {
        return Err(ModerateReviewError::Unknown);
    }
    let before = store::by_id(tx, id).await?.ok_or(ModerateReviewError::Unknown)?;
    let is_as_read = read.is_none_or(|read| read == before.review.review);
    if is_as_read { Ok(before) } else { Err(ModerateReviewError::TextChanged) }
}

async fn set_in_tx(
    tx: &Tx<'_>,
    state: ReviewState,
    read: Option<&str>,
    entry: &AuditEntry,
    mailer: &Mailer,
) -> Result<ModerateReviewOutcome, ModerateReviewError> {
    let id = &entry.subject;
    let before = lock_as_read(tx, id, read).await?;
    if before.state == state {
        return Ok(ModerateReviewOutcome::Unchanged);
    }
    store::set_state(tx, id, state).await?;
    audit::record(tx, entry).await?;
    if state == ReviewState::Published && before.state == ReviewState::Pending {
        notify_author(tx, mailer, entry, before.review.review).await?;
    }
    Ok(ModerateReviewOutcome::Changed)
}

/// Tells the author at a verified address only, because another person may have signed up with an unverified one.
async fn notify_author(
    tx: &Tx<'_>,
    mailer: &Mailer,
    entry: &AuditEntry,
    review: String,
) -> Result<(), db::Error> {
    let Some(author) = store::author(tx, &entry.subject).await?.flatten() else { return Ok(()) };
    if accounts::store::is_blocked(tx, &author).await? {
        return Ok(());
    }
    let account = accounts::store::account_by_id(tx, &author).await?.filter(|account| account.is_verified);
    let Some((account, to)) = account.and_then(accounts::store::Account::with_email) else { return Ok(()) };
    let message = EmailMessage::ReviewPublished { name: account.user.display_name, review };
    mailer.queue(tx, &to, &message, entry.at).await
}
