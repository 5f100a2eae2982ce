//! Profiles and the list of users in the database.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    accounts::user::Role,
    db::{Error, Last, One, Param, Tx, TxFuture, Value, like, queries, row},
    http::pagination::{PageCursor, SortDirection},
    values::{ids::Id, search_words::word_patterns, time::Timestamp},
};

row! {
    pub struct ProfileRow {
        pub location: String,
        pub address: String,
        pub phone: String,
    }
}

row! {
    /// An account in the list of users.
    #[derive(Serialize, ToSchema)]
    #[schema(as = User)]
    pub struct ListedUser {
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
        pub email: String,
        pub role: Role,
        /// Present if an administrator blocked the account.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        pub blocked: bool,
        #[serde(skip)]
        pub created_at: Timestamp,
    }
}

/// `None` leaves a field unchanged.
#[derive(Debug, Clone)]
pub struct ProfileChange {
    pub location: Option<String>,
    pub address: Option<String>,
    pub phone: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveProfileOutcome {
    Made,
    Updated,
    Unchanged,
}

/// Says which accounts a list contains.
#[derive(Debug, Clone)]
pub struct UserSearch {
    /// A part of the address, or words of the name. An empty text matches all accounts.
    pub text: String,
    pub is_blocked: bool,
}

impl UserSearch {
    fn parameters(&self) -> Vec<Value> {
        // A form-encoded query turns a plus into a space, and no address contains a space.
        let part = like::containing(&self.text.replace(' ', "+"));
        let mut all = vec![part.to_value(), self.is_blocked.to_value()];
        all.extend(word_patterns(&self.text).iter().map(Param::to_value));
        all
    }
}

/// The accounts that a [`UserSearch`] finds.
macro_rules! found {
    ($columns:literal, $rest:literal) => {
        concat!(
            "SELECT ", $columns, " FROM users WHERE (email LIKE $1 ESCAPE '!' OR email IS NOT NULL
                AND search_key LIKE $3 ESCAPE '!' AND search_key LIKE $4 ESCAPE '!' AND search_key LIKE $5 ESCAPE '!' AND search_key LIKE $6 ESCAPE '!')
            AND ($2 = 0 OR blocked_at IS NOT NULL)",
            $rest
        )
    };
}

/// The columns of [`ListedUser`], in its order.
macro_rules! select_users {
    ($rest:literal) => {
        found!("id, email, role, blocked_at IS NOT NULL, created_at", $rest)
    };
}

queries! {
    pub fn profile(user: &Id) -> Option<ProfileRow> = "SELECT location, address, phone FROM profiles WHERE user_id = $1";
    /// The address to which purchases go, as JSON.
    pub fn delivery_address(user: &Id) -> Option<Option<String>> = "SELECT delivery_address FROM profiles WHERE user_id = $1";
    /// Saves the address at the end of the transaction. `line` is the address as the profile shows it.
    pub fn save_delivery_address(user: &Id, parts: &str, line: &str, phone: &str, now: Timestamp) -> Last =
        "INSERT INTO profiles (user_id, location, address, phone, changed_at, delivery_address) VALUES ($1, '', $3, $4, $5, $2)
        ON CONFLICT (user_id) DO UPDATE SET address = $3, phone = CASE WHEN $4 = '' THEN profiles.phone ELSE $4 END, changed_at = $5, delivery_address = $2",
        [user, parts, line, phone, now];
    fn insert_profile(user: &Id, change: &ProfileChange, now: Timestamp) -> bool =
        "INSERT INTO profiles (user_id, location, address, phone, changed_at)
        VALUES ($1, coalesce($2, ''), coalesce($3, ''), coalesce($4, ''), $5) ON CONFLICT (user_id) DO NOTHING",
        [user, change.location, change.address, change.phone, now];
    /// Absent fields stay. Equal values write nothing. Returns `false` if the profile did not change.
    fn change_profile(user: &Id, change: &ProfileChange, now: Timestamp) -> bool =
        "UPDATE profiles SET location = coalesce($2, location), address = coalesce($3, address), phone = coalesce($4, phone), changed_at = $5
        WHERE user_id = $1 AND (location <> coalesce($2, location) OR address <> coalesce($3, address) OR phone <> coalesce($4, phone))",
        [user, change.location, change.address, change.phone, now];
    fn oldest_users(search: &UserSearch, after: &PageCursor, limit: i64) -> Vec<ListedUser> =
        select_users!(" AND (created_at, id) > ($7, $8) ORDER BY created_at, id LIMIT $9"),
        [@search.parameters(), after.created_at, after.id, limit];
    fn newest_users(search: &UserSearch, after: &PageCursor, limit: i64) -> Vec<ListedUser> =
        select_users!(" AND (created_at, id) < ($7, $8) ORDER BY created_at DESC, id DESC LIMIT $9"),
        [@search.parameters(), after.created_at, after.id, limit];
    /// The next `limit` accounts with an address in the order of their changes, each with its last one.
    pub fn changed_users(after: &PageCursor, limit: i64) -> Vec<(ListedUser, Timestamp)> =
        "SELECT id, email, role, blocked_at IS NOT NULL, created_at, changed_at FROM users
        WHERE (changed_at, id) > ($1, $2) AND email IS NOT NULL ORDER BY changed_at, id LIMIT $3",
        [after.created_at, after.id, limit];
    pub fn count_changed_users(since: Timestamp) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM users WHERE changed_at >= $1 AND email IS NOT NULL";
    pub fn count_users(search: &UserSearch) -> One<i64> =
        found!("CAST(count(*) AS BIGINT)", ""), [@search.parameters(),];
}

pub async fn save_profile(
    tx: &Tx<'_>,
    user: &Id,
    change: &ProfileChange,
    now: Timestamp,
) -> Result<SaveProfileOutcome, Error> {
    Ok(if insert_profile(tx, user, change, now).await? {
        SaveProfileOutcome::Made
    } else if change_profile(tx, user, change, now).await? {
        SaveProfileOutcome::Updated
    } else {
        SaveProfileOutcome::Unchanged
    })
}

/// The next `limit` accounts after `after` that match. Incomplete accounts have no address and are not listed.
pub fn users<'t>(
    tx: &'t Tx<'t>,
    search: &UserSearch,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> TxFuture<'t, Result<Vec<ListedUser>, Error>> {
    match direction {
        SortDirection::Oldest => oldest_users(tx, search, after, limit),
        SortDirection::Newest => newest_users(tx, search, after, limit),
    }
}
