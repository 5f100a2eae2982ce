//! The owner hides and publishes reviews.

pub mod http;

use super::{review::ReviewState, store};
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
    /// The author changed the text after the owner read it.
    TextChanged,
    Unknown,
}

/// Hides or publishes a review. `read` is the text that the owner decided about. Only for administrators.
pub async fn set_state(
    shop: &Shop,
    by: &Id,
    id: Id,
    state: ReviewState,
    read: Option<String>,
) -> Result<ModerateReviewOutcome, db::Error> {
    let action = match state {
        ReviewState::Published => AuditAction::PublishReview,
        ReviewState::Pending | ReviewState::Hidden => AuditAction::HideReview,
    };
    let entry = AuditEntry::by(by, action, id, shop.clock.now());
    let input = (state, read, entry, shop.mailer.clone());
    let outcome = shop
        .db
        .write(input, |tx, (state, read, entry, mailer)| {
            Box::pin(set_in_tx(tx, *state, read.as_deref(), entry, mailer))
        })
        .await;
    shop.content_version.advance();
    outcome
}

async fn set_in_tx(
    tx: &Tx<'_>,
    state: ReviewState,
    read: Option<&str>,
    entry: &AuditEntry,
    mailer: &Mailer,
) -> Result<ModerateReviewOutcome, db::Error> {
    let id = &entry.subject;
    if !store::lock(tx, id).await? {
        return Ok(ModerateReviewOutcome::Unknown);
    }
    let Some(before) = store::by_id(tx, id).await? else { return Ok(ModerateReviewOutcome::Unknown) };
    if read.is_some_and(|read| read != before.review.review) {
        return Ok(ModerateReviewOutcome::TextChanged);
    }
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

/// Only at a verified address: another person may have signed up with it.
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
