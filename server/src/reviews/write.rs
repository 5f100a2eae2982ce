//! Writing a review.

use std::{sync::Arc, time::Duration};

use super::store::{self, NewReview};
use crate::{
    db, identity,
    identity::user::User,
    shop::Shop,
    values::{ids::Id, time::Moment},
};

const HOUR: Duration = Duration::from_hours(1);

pub enum Outcome {
    Written(Id),
    /// The user may write the next review at `retry_at`.
    TooMany {
        again_at: Moment,
    },
    /// The profile is incomplete: it has no e-mail address.
    NoEmail,
    /// The account was deleted during the request.
    AccountClosed,
}

/// Uses the name and e-mail of the account and ignores the form's.
pub async fn write(shop: &Shop, author: &User, text: String, rating: f64) -> Result<Outcome, db::Error> {
    let Some(email) = author.email.clone() else { return Ok(Outcome::NoEmail) };
    let (now, most) = (shop.clock.now(), shop.config.limits.reviews_per_hour);
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
        .write(move |tx| {
            let (author, review) = (author_id.clone(), Arc::clone(&review));
            Box::pin(async move {
                if !identity::store::lock_user(tx, &author).await? {
                    return Ok(Outcome::AccountClosed);
                }
                if let Some(written_at) = store::most_since(tx, &author, now.minus(HOUR), most).await? {
                    return Ok(Outcome::TooMany { again_at: written_at.plus(HOUR) });
                }
                store::insert(tx, &review).await?;
                Ok(Outcome::Written(review.id.clone()))
            })
        })
        .await
}
