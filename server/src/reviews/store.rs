//! The `reviews` table.

use crate::{
    db::{Error, Tx, params, row, statements},
    http::pagination::{PageCursor, SortDirection},
    values::{ids::Id, time::Timestamp},
};

statements! {
    INSERT = "INSERT INTO reviews (id, user_id, name, email, review, rating, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    OLDEST = "SELECT id, name, review, rating, created_at FROM reviews WHERE (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3";
    NEWEST = "SELECT id, name, review, rating, created_at FROM reviews WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3";
    OF_USER = "SELECT id, name, review, rating, created_at FROM reviews WHERE user_id = $1 ORDER BY created_at, id";
    SET_AUTHOR = "UPDATE reviews SET name = $2, email = '' WHERE user_id = $1";
    COUNT = "SELECT CAST(count(*) AS BIGINT) FROM reviews";
}

row! {
    pub struct ReviewRow {
        pub id: String,
        pub name: String,
        pub review: String,
        pub rating: f64,
        pub created_at: i64,
    }
}

pub struct NewReview {
    pub id: Id,
    pub user_id: Option<Id>,
    pub name: String,
    pub email: String,
    pub review: String,
    pub rating: f64,
    pub created_at: Timestamp,
}

pub async fn insert(tx: &Tx<'_>, review: &NewReview) -> Result<(), Error> {
    let values = params![
        review.id.as_str(),
        review.user_id.as_ref().map(Id::as_str),
        review.name.as_str(),
        review.email.as_str(),
        review.review.as_str(),
        review.rating,
        review.created_at.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

pub async fn page(
    tx: &Tx<'_>,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> Result<Vec<ReviewRow>, Error> {
    let statement = match direction {
        SortDirection::Oldest => &OLDEST,
        SortDirection::Newest => &NEWEST,
    };
    tx.all(statement, params![after.created_at, after.id.as_str(), limit]).await
}

/// Oldest first.
pub async fn by_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<ReviewRow>, Error> {
    tx.all(&OF_USER, params![user.as_str()]).await
}

/// Replaces the author's name and removes the e-mail address.
pub async fn anonymize_author(tx: &Tx<'_>, user: &Id, name: &str) -> Result<(), Error> {
    tx.execute(&SET_AUTHOR, params![user.as_str(), name]).await.map(|_| ())
}

pub async fn count(tx: &Tx<'_>) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT, params![]).await.map(|(count,)| count)
}
