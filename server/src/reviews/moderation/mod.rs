//! The owner hides and publishes reviews.

pub mod http;

use super::{review::ReviewState, store};
use crate::{
    audit::{self, AuditAction, AuditEntry},
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
    let entry = AuditEntry { actor: Some(by.clone()), action, subject: id, at: shop.clock.now() };
    let input = (state, read, entry.clone());
    let outcome = shop
        .db
        .write(input, |tx, (state, read, entry)| Box::pin(set_once(tx, *state, read.as_deref(), entry)))
        .await;
    shop.content_version.advance();
    if let Ok(ModerateReviewOutcome::Changed) = outcome {
        entry.log();
    }
    outcome
}

async fn set_once(
    tx: &Tx<'_>,
    state: ReviewState,
    read: Option<&str>,
    entry: &AuditEntry,
) -> Result<ModerateReviewOutcome, db::Error> {
    let id = &entry.subject;
    if !store::lock(tx, id).await? {
        return Ok(ModerateReviewOutcome::Unknown);
    }
    let Some(review) = store::by_id(tx, id).await? else { return Ok(ModerateReviewOutcome::Unknown) };
    if read.is_some_and(|read| read != review.review) {
        return Ok(ModerateReviewOutcome::TextChanged);
    }
    if review.state == state.as_str() {
        return Ok(ModerateReviewOutcome::Unchanged);
    }
    store::set_state(tx, id, state).await?;
    audit::record(tx, entry).await?;
    Ok(ModerateReviewOutcome::Changed)
}
