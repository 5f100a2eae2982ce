//! Writing a review.

use std::slice;

use super::{
    review::{ReviewRefusal, ReviewState},
    store::{self, NewReview},
};
use crate::{
    accounts::{self, user::User},
    base::rate_limit::{self, LimitedAction, RateLimit, RateLimited},
    db::{self, Committed, Tx},
    sales::orders::bought_tools,
    settings::shop_settings::preferences::ReviewPolicy,
    shop::Shop,
    values::ids::Id,
};

pub enum WriteReviewOutcome {
    Written(Id),
    TooMany(RateLimited),
    /// An account without an address has to be finished first.
    NoEmail,
    /// The owner's settings forbid it.
    Refused(ReviewRefusal),
    /// The author has not bought the tool that the review is about.
    NotBought,
    /// The account was deleted during the request.
    AccountDeleted,
}

/// Uses the name and e-mail of the account and ignores the form's.
pub async fn write(
    shop: &Shop,
    author: &User,
    text: String,
    rating: f64,
    tool: Option<Id>,
) -> Result<WriteReviewOutcome, db::Error> {
    let Some(email) = author.email.clone() else { return Ok(WriteReviewOutcome::NoEmail) };
    let now = shop.clock.now();
    let policy = shop.settings.current().preferences.review_policy;
    let review = NewReview {
        id: Id::new(now),
        user_id: Some(author.id.clone()),
        name: author.display_name.clone(),
        email,
        review: text,
        rating,
        created_at: now,
        state: ReviewState::initial(policy),
        tool,
    };
    let limit = shop.config.limits.rates.by(LimitedAction::WriteReview, author.id.as_str());
    let input = (author.id.clone(), policy, limit, review);
    let written = shop
        .db
        .write(input, |tx, (author, policy, limit, review)| {
            Box::pin(write_in_tx(tx, author, *policy, limit, review))
        })
        .await;
    shop.content_version.advance();
    written
}

async fn write_in_tx(
    tx: &Tx<'_>,
    author: &Id,
    policy: ReviewPolicy,
    limit: &RateLimit,
    review: &NewReview,
) -> Result<WriteReviewOutcome, db::Error> {
    if !accounts::store::lock_user(tx, author).await? {
        return Ok(WriteReviewOutcome::AccountDeleted);
    }
    if let Committed::Refused(limited) =
        rate_limit::take(tx, slice::from_ref(limit), review.created_at).await?
    {
        return Ok(WriteReviewOutcome::TooMany(limited));
    }
    if let Some(refusal) = refusal(tx, policy, author).await? {
        return Ok(WriteReviewOutcome::Refused(refusal));
    }
    let tool_name = match &review.tool {
        Some(tool) => bought_tools::store::name(tx, author, tool).await?,
        None => None,
    };
    if review.tool.is_some() && tool_name.is_none() {
        return Ok(WriteReviewOutcome::NotBought);
    }
    store::insert(tx, review, tool_name.as_deref()).await?;
    Ok(WriteReviewOutcome::Written(review.id.clone()))
}

/// Why this account may not review at present.
pub async fn refusal(
    tx: &Tx<'_>,
    policy: ReviewPolicy,
    author: &Id,
) -> Result<Option<ReviewRefusal>, db::Error> {
    match policy {
        ReviewPolicy::Everyone | ReviewPolicy::Approval => Ok(None),
        ReviewPolicy::Verified => {
            let account = accounts::store::account_by_id(tx, author).await?;
            let is_verified = account.is_some_and(|account| account.is_verified);
            Ok((!is_verified).then_some(ReviewRefusal::EmailNotVerified))
        }
        ReviewPolicy::Buyers => {
            let bought = bought_tools::store::of_user(tx, author).await?;
            Ok(bought.is_empty().then_some(ReviewRefusal::NothingBought))
        }
    }
}
