//! Editing and deleting a review.

use std::slice;

use super::{review::ReviewRefusal, store, write};
use crate::{
    accounts::{
        self,
        permissions::{Caller, Permission},
        user::User,
    },
    base::{
        audit::{self, AuditAction, AuditEntry},
        rate_limit::{self, LimitedAction, RateLimit, RateLimited},
    },
    db::{self, Committed, Tx},
    settings::shop_settings::preferences::ReviewPolicy,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

pub enum EditReviewOutcome {
    Edited,
    /// Unknown, or of another author.
    NotFound,
    /// Edits count as reviews, because both publish a text.
    TooMany(RateLimited),
    /// The owner's settings forbid it.
    Refused(ReviewRefusal),
    /// The account was deleted during the request.
    AccountDeleted,
}

struct ReviewEdit {
    id: Id,
    author: Id,
    text: String,
    rating: f64,
    policy: ReviewPolicy,
    limit: RateLimit,
    at: Timestamp,
}

/// Replaces text and rating. Only for the author.
pub async fn edit(
    shop: &Shop,
    author: &User,
    id: Id,
    text: String,
    rating: f64,
) -> Result<EditReviewOutcome, db::Error> {
    let limit = shop.config.limits.rates.by(LimitedAction::WriteReview, author.id.as_str());
    let policy = shop.settings.current().preferences.review_policy;
    let edit =
        ReviewEdit { id, author: author.id.clone(), text, rating, policy, limit, at: shop.clock.now() };
    let outcome = shop.db.write(edit, |tx, edit| Box::pin(edit_in_tx(tx, edit))).await;
    shop.content_version.advance();
    outcome
}

async fn edit_in_tx(tx: &Tx<'_>, edit: &ReviewEdit) -> Result<EditReviewOutcome, db::Error> {
    if !accounts::store::lock_user(tx, &edit.author).await? {
        return Ok(EditReviewOutcome::AccountDeleted);
    }
    if let Committed::Refused(limited) = rate_limit::take(tx, slice::from_ref(&edit.limit), edit.at).await? {
        return Ok(EditReviewOutcome::TooMany(limited));
    }
    if !store::lock_own(tx, &edit.id, &edit.author).await? {
        return Ok(EditReviewOutcome::NotFound);
    }
    if let Some(refusal) = write::refusal(tx, edit.policy, &edit.author).await? {
        return Ok(EditReviewOutcome::Refused(refusal));
    }
    let Some(before) = store::by_id(tx, &edit.id).await? else { return Ok(EditReviewOutcome::NotFound) };
    store::edit(tx, &edit.id, &edit.text, edit.rating, before.state.after_edit(edit.policy)).await?;
    Ok(EditReviewOutcome::Edited)
}

/// Deletes a review of the caller's, or of any author for an administrator. Returns `false` if it does not exist.
pub async fn delete(shop: &Shop, caller: &Caller, id: Id) -> Result<bool, db::Error> {
    let user = &caller.user.id;
    let entry = AuditEntry::by(user, AuditAction::DeleteReview, id, shop.clock.now());
    let input = (user.clone(), caller.may(Permission::RunShop), entry);
    let deleted = shop
        .db
        .write_repeatable(input, |tx, (caller, is_admin, entry)| {
            Box::pin(delete_in_tx(tx, caller, *is_admin, entry))
        })
        .await?;
    shop.content_version.advance();
    Ok(deleted)
}

async fn delete_in_tx(
    tx: &Tx<'_>,
    caller: &Id,
    is_admin: bool,
    entry: &AuditEntry,
) -> Result<bool, db::Error> {
    if store::delete_own(tx, &entry.subject, caller).await? {
        return Ok(true);
    }
    if !is_admin || !store::delete(tx, &entry.subject).await? {
        return Ok(tx.may_be_committed());
    }
    audit::record(tx, entry).await?;
    Ok(true)
}
