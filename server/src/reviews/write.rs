//! Writing a review.

use std::slice;

use super::store::{self, NewReview};
use crate::{
    db::{self, Tx},
    identity::{self, user::User},
    rate_limit::{self, LimitedAction, RateLimit, RateLimited},
    shop::Shop,
    values::ids::Id,
};

pub enum WriteReviewOutcome {
    Written(Id),
    TooMany(RateLimited),
    /// An account without an address has to be finished first.
    NoEmail,
    /// The account was deleted during the request.
    AccountDeleted,
}

/// Uses the name and e-mail of the account and ignores the form's.
pub async fn write(
    shop: &Shop,
    author: &User,
    text: String,
    rating: f64,
) -> Result<WriteReviewOutcome, db::Error> {
    let Some(email) = author.email.clone() else { return Ok(WriteReviewOutcome::NoEmail) };
    let now = shop.clock.now();
    let review = NewReview {
        id: Id::new(now),
        user_id: Some(author.id.clone()),
        name: author.display_name.clone(),
        email,
        review: text,
        rating,
        created_at: now,
    };
    let limit =
        LimitedAction::WriteReview.by(author.id.as_str()).at_most(shop.config.limits.reviews_per_hour);
    let input = (author.id.clone(), limit, review);
    let written = shop
        .db
        .write(input, |tx, (author, limit, review)| Box::pin(write_once(tx, author, limit, review)))
        .await;
    shop.content_version.advance();
    written
}

async fn write_once(
    tx: &Tx<'_>,
    author: &Id,
    limit: &RateLimit,
    review: &NewReview,
) -> Result<WriteReviewOutcome, db::Error> {
    if !identity::store::lock_user(tx, author).await? {
        return Ok(WriteReviewOutcome::AccountDeleted);
    }
    if let Err(limited) = rate_limit::take(tx, slice::from_ref(limit), review.created_at).await? {
        return Ok(WriteReviewOutcome::TooMany(limited));
    }
    store::insert(tx, review).await?;
    Ok(WriteReviewOutcome::Written(review.id.clone()))
}
