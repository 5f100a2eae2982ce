//! Writing a review.

use std::sync::Arc;

use super::store::{self, NewReview};
use crate::{
    db, identity,
    identity::user::User,
    rate_limit::{self, LimitedAction, RateLimited},
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
    let (now, max) = (shop.clock.now(), shop.config.limits.reviews_per_hour);
    let author_id = author.id.clone();
    let review = Arc::new(NewReview {
        id: Id::new(now),
        user_id: Some(author.id.clone()),
        name: author.display_name.clone(),
        email,
        review: text,
        rating,
        created_at: now,
    });
    shop.db
        .write_with(move |tx| {
            let (author, review) = (author_id.clone(), Arc::clone(&review));
            Box::pin(async move {
                if !identity::store::lock_user(tx, &author).await? {
                    return Ok(WriteReviewOutcome::AccountDeleted);
                }
                let limit = LimitedAction::WriteReview.by(author.as_str()).at_most(max);
                if let Err(limited) = rate_limit::take(tx, &[limit], now).await? {
                    return Ok(WriteReviewOutcome::TooMany(limited));
                }
                store::insert(tx, &review).await?;
                Ok(WriteReviewOutcome::Written(review.id.clone()))
            })
        })
        .await
}
