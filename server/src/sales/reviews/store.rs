//! The `reviews` table.

use super::review::ReviewState;
use crate::{
    db::{Error, Tx, params, row, statements},
    http::pagination::{PageCursor, SortDirection},
    values::{ids::Id, time::Timestamp},
};

/// The columns of [`ReviewRow`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT id, name, review, rating, created_at, state, tool_name FROM reviews ", $rest)
    };
}

statements! {
    INSERT = "INSERT INTO reviews (id, user_id, name, email, review, rating, created_at, state, tool_id, tool_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    OLDEST = select!("WHERE state = $4 AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3");
    NEWEST = select!("WHERE state = $4 AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3");
    OF_USER = select!("WHERE user_id = $1 ORDER BY created_at, id");
    BY_ID = select!("WHERE id = $1");
    AUTHOR = "SELECT user_id FROM reviews WHERE id = $1";
    LOCK = "SELECT id FROM reviews WHERE id = $1 FOR NO KEY UPDATE";
    LOCK_OWN = "SELECT id FROM reviews WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE";
    EDIT = "UPDATE reviews SET review = $2, rating = $3, state = $4 WHERE id = $1";
    SET_STATE = "UPDATE reviews SET state = $2 WHERE id = $1";
    DELETE_OWN = "DELETE FROM reviews WHERE id = $1 AND user_id = $2";
    DELETE_ONE = "DELETE FROM reviews WHERE id = $1";
    DELETE_OF_USER = "DELETE FROM reviews WHERE user_id = $1";
    SET_AUTHOR = "UPDATE reviews SET name = $2, email = '' WHERE user_id = $1";
    OF_TOOL = select!("WHERE tool_id = $1 AND state = 'published' ORDER BY created_at DESC, id DESC LIMIT $2");
    // Screens clamp each rating, so their average is of clamped ratings.
    RATINGS_OF_TOOL = "SELECT CAST(count(*) AS BIGINT), sum(CASE WHEN rating < 0 THEN 0.0 WHEN rating > 5 THEN 5.0 ELSE rating END)
        FROM reviews WHERE tool_id = $1 AND state = 'published'";
    COUNT = "SELECT CAST(count(*) AS BIGINT) FROM reviews WHERE state = $1";
}

row! {
    pub struct ReviewRow {
        pub id: String,
        pub name: String,
        pub review: String,
        pub rating: f64,
        pub created_at: i64,
        pub state: String,
        pub tool_name: Option<String>,
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
    pub state: ReviewState,
    /// A tool that the author has bought.
    pub tool: Option<Id>,
}

pub async fn insert(tx: &Tx<'_>, review: &NewReview, tool_name: Option<&str>) -> Result<(), Error> {
    let values = params![
        review.id.as_str(),
        review.user_id.as_ref().map(Id::as_str),
        review.name.as_str(),
        review.email.as_str(),
        review.review.as_str(),
        review.rating,
        review.created_at.micros(),
        review.state.as_str(),
        review.tool.as_ref().map(Id::as_str),
        tool_name
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

pub async fn page(
    tx: &Tx<'_>,
    state: ReviewState,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> Result<Vec<ReviewRow>, Error> {
    let statement = match direction {
        SortDirection::Oldest => &OLDEST,
        SortDirection::Newest => &NEWEST,
    };
    tx.all(statement, params![after.created_at, after.id.as_str(), limit, state.as_str()]).await
}

/// Oldest first.
pub async fn by_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<ReviewRow>, Error> {
    tx.all(&OF_USER, params![user.as_str()]).await
}

pub async fn by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<ReviewRow>, Error> {
    tx.optional(&BY_ID, params![id.as_str()]).await
}

pub async fn is_author(tx: &Tx<'_>, id: &Id, user: &Id) -> Result<bool, Error> {
    Ok(author(tx, id).await?.as_ref() == Some(user))
}

/// `None` also for a sample review of the demo.
pub async fn author(tx: &Tx<'_>, id: &Id) -> Result<Option<Id>, Error> {
    let author = tx.optional::<(Option<String>,)>(&AUTHOR, params![id.as_str()]).await?;
    Ok(author.and_then(|(author,)| Id::parse(&author?)))
}

/// Returns `false` if it does not exist.
pub async fn lock(tx: &Tx<'_>, id: &Id) -> Result<bool, Error> {
    tx.lock(&LOCK, params![id.as_str()]).await.map(|count| count > 0)
}

/// Returns `false` if there is no such review of this user.
pub async fn lock_own(tx: &Tx<'_>, id: &Id, author: &Id) -> Result<bool, Error> {
    tx.lock(&LOCK_OWN, params![id.as_str(), author.as_str()]).await.map(|count| count > 0)
}

pub async fn edit(tx: &Tx<'_>, id: &Id, review: &str, rating: f64, state: ReviewState) -> Result<(), Error> {
    tx.execute(&EDIT, params![id.as_str(), review, rating, state.as_str()]).await.map(|_| ())
}

pub async fn set_state(tx: &Tx<'_>, id: &Id, state: ReviewState) -> Result<(), Error> {
    tx.execute(&SET_STATE, params![id.as_str(), state.as_str()]).await.map(|_| ())
}

/// Returns `false` if there is no such review of this user.
pub async fn delete_own(tx: &Tx<'_>, id: &Id, author: &Id) -> Result<bool, Error> {
    tx.execute(&DELETE_OWN, params![id.as_str(), author.as_str()]).await.map(|count| count > 0)
}

/// Deletes a review of any author. Returns `false` if it does not exist.
pub async fn delete(tx: &Tx<'_>, id: &Id) -> Result<bool, Error> {
    tx.execute(&DELETE_ONE, params![id.as_str()]).await.map(|count| count > 0)
}

pub async fn delete_by_user(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![user.as_str()]).await.map(|_| ())
}

/// Replaces the author's name and removes the e-mail address.
pub async fn anonymize_author(tx: &Tx<'_>, user: &Id, name: &str) -> Result<(), Error> {
    tx.execute(&SET_AUTHOR, params![user.as_str(), name]).await.map(|_| ())
}

pub async fn count(tx: &Tx<'_>, state: ReviewState) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT, params![state.as_str()]).await.map(|(count,)| count)
}

/// The newest published reviews of a tool.
pub async fn of_tool(tx: &Tx<'_>, tool: &Id, limit: i64) -> Result<Vec<ReviewRow>, Error> {
    tx.all(&OF_TOOL, params![tool.as_str(), limit]).await
}

/// How many published reviews a tool has, and the sum of their stars.
pub async fn ratings_of_tool(tx: &Tx<'_>, tool: &Id) -> Result<(i64, f64), Error> {
    let (count, sum) = tx.one::<(i64, Option<f64>)>(&RATINGS_OF_TOOL, params![tool.as_str()]).await?;
    Ok((count, sum.unwrap_or_default()))
}
