//! The `reviews` table.

use super::review::{ReviewState, ReviewWithState};
use crate::{
    db::{Error, One, Tx, TxFuture, queries},
    http::pagination::{PageCursor, SortDirection},
    values::{ids::Id, time::Timestamp},
};

/// The columns of [`ReviewWithState`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, review, rating, CASE WHEN former_key IS NULL THEN tool_name ELSE NULL END, reply, created_at,
            CAST(CASE WHEN former_key IS NULL THEN 0 ELSE 1 END AS BIGINT), state FROM reviews ",
            $rest
        )
    };
}

macro_rules! rated {
    ($where:literal) => {
        concat!(
            "SELECT stars, CAST(count(*) AS BIGINT), sum(rating) FROM (SELECT
            CAST(CASE WHEN rating < 0.5 THEN 0 WHEN rating < 1.5 THEN 1 WHEN rating < 2.5 THEN 2 WHEN rating < 3.5 THEN 3
                WHEN rating < 4.5 THEN 4 ELSE 5 END AS BIGINT) AS stars,
            CASE WHEN rating < 0 THEN 0.0 WHEN rating > 5 THEN 5.0 ELSE rating END AS rating
            FROM reviews WHERE ",
            $where,
            ") AS rated GROUP BY stars"
        )
    };
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

/// A review of a former shop.
#[derive(Clone)]
pub struct NewFormerReview {
    pub id: Id,
    pub name: String,
    pub text: String,
    pub rating: f64,
    pub reply: Option<String>,
    pub created_at: Timestamp,
    pub tool: Id,
    pub tool_name: String,
    /// The hash of its content, and of its number among equal reviews of a file.
    pub former_key: String,
}

queries! {
    /// Whether the shop did not have it.
    pub fn insert_former(new: &NewFormerReview) -> bool =
        "INSERT INTO reviews (id, user_id, name, email, review, rating, created_at, state, tool_id, tool_name, reply, former_key)
        VALUES ($1, NULL, $2, '', $3, $4, $5, 'published', $6, $7, $8, $9)
        ON CONFLICT (former_key) WHERE former_key IS NOT NULL DO NOTHING",
        [new.id, new.name, new.text, new.rating, new.created_at, new.tool, new.tool_name, new.reply, new.former_key];
    /// Whether it had no reply. The owner may have changed one since.
    pub fn set_former_reply(former_key: &str, reply: &str) -> bool =
        "UPDATE reviews SET reply = $2 WHERE former_key = $1 AND reply IS NULL";
    pub fn insert(new: &NewReview, tool_name: Option<&str>) =
        "INSERT INTO reviews (id, user_id, name, email, review, rating, created_at, state, tool_id, tool_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        [new.id, new.user_id, new.name, new.email, new.review, new.rating, new.created_at, new.state, new.tool, tool_name];
    fn oldest(after: &PageCursor, state: ReviewState, limit: i64) -> Vec<ReviewWithState> =
        select!("WHERE state = $3 AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $4"),
        [after.created_at, after.id, state, limit];
    fn newest(after: &PageCursor, state: ReviewState, limit: i64) -> Vec<ReviewWithState> =
        select!("WHERE state = $3 AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $4"),
        [after.created_at, after.id, state, limit];
    /// The reviews of an author, oldest first.
    pub fn by_user(user: &Id) -> Vec<ReviewWithState> = select!("WHERE user_id = $1 ORDER BY created_at, id");
    pub fn by_id(id: &Id) -> Option<ReviewWithState> = select!("WHERE id = $1");
    /// The inner `None` is a sample review of the demo.
    pub fn author(id: &Id) -> Option<Option<Id>> = "SELECT user_id FROM reviews WHERE id = $1";
    pub fn is_author(id: &Id, user: &Id) -> bool = "SELECT id FROM reviews WHERE id = $1 AND user_id = $2";
    pub fn lock(id: &Id) -> bool = "SELECT id FROM reviews WHERE id = $1 FOR NO KEY UPDATE";
    pub fn lock_own(id: &Id, author: &Id) -> bool = "SELECT id FROM reviews WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE";
    pub fn edit(id: &Id, review: &str, rating: f64, state: ReviewState) =
        "UPDATE reviews SET review = $2, rating = $3, state = $4 WHERE id = $1";
    pub fn set_state(id: &Id, state: ReviewState) = "UPDATE reviews SET state = $2 WHERE id = $1";
    pub fn set_reply(id: &Id, reply: Option<&str>) = "UPDATE reviews SET reply = $2 WHERE id = $1";
    pub fn delete_own(id: &Id, author: &Id) -> bool = "DELETE FROM reviews WHERE id = $1 AND user_id = $2";
    /// Deletes a review of any author.
    pub fn delete(id: &Id) -> bool = "DELETE FROM reviews WHERE id = $1";
    pub fn delete_by_user(user: &Id) = "DELETE FROM reviews WHERE user_id = $1";
    /// Replaces the author's name and removes the e-mail address.
    pub fn anonymize_author(user: &Id, name: &str) = "UPDATE reviews SET name = $2, email = '' WHERE user_id = $1";
    /// The newest published reviews of a tool.
    pub fn of_tool(tool: &Id, limit: i64) -> Vec<ReviewWithState> =
        select!("WHERE tool_id = $1 AND state = 'published' ORDER BY created_at DESC, id DESC LIMIT $2");
    /// Counts a tool's published reviews of verified purchases by whole stars, with the sum of their ratings. Screens
    /// clamp and round a rating, and so does this.
    pub fn ratings_of_tool(tool: &Id) -> Vec<(i64, i64, f64)> =
        rated!("tool_id = $1 AND state = 'published' AND former_key IS NULL");
    /// The same of all tools, and of the reviews of no tool.
    pub fn ratings() -> Vec<(i64, i64, f64)> = rated!("state = 'published' AND former_key IS NULL");
    pub fn count(state: ReviewState) -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM reviews WHERE state = $1";
}

pub fn page<'t>(
    tx: &'t Tx<'t>,
    state: ReviewState,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> TxFuture<'t, Result<Vec<ReviewWithState>, Error>> {
    match direction {
        SortDirection::Oldest => oldest(tx, after, state, limit),
        SortDirection::Newest => newest(tx, after, state, limit),
    }
}
