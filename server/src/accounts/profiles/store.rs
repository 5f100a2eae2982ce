//! Profiles and the list of users in the database.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    accounts::user::Role,
    db::{Error, Last, One, Tx, TxFuture, like, queries, row},
    http::pagination::{PageCursor, SortDirection},
    values::{ids::Id, time::Timestamp},
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

/// Which accounts a list contains.
#[derive(Debug, Clone)]
pub struct UserSearch {
    /// Part of the address. Empty: any.
    pub part: String,
    pub is_blocked: bool,
}

/// The columns of [`ListedUser`], in its order, of the accounts that match `$1` and `$2`.
macro_rules! select_users {
    ($rest:literal) => {
        concat!(
            "SELECT id, email, role, blocked_at IS NOT NULL, created_at FROM users \
             WHERE email LIKE $1 ESCAPE '!' AND ($2 = 0 OR blocked_at IS NOT NULL) AND ",
            $rest
        )
    };
}

queries! {
    pub fn profile(user: &Id) -> Option<ProfileRow> = "SELECT location, address, phone FROM profiles WHERE user_id = $1";
    /// Where purchases go, as JSON.
    pub fn delivery_address(user: &Id) -> Option<Option<String>> = "SELECT delivery_address FROM profiles WHERE user_id = $1";
    /// At the end of the transaction. The line is what the profile shows.
    pub fn save_delivery_address(user: &Id, parts: &str, line: &str, phone: &str, now: Timestamp) -> Last =
        "INSERT INTO profiles (user_id, location, address, phone, changed_at, delivery_address) VALUES ($1, '', $3, $4, $5, $2)
        ON CONFLICT (user_id) DO UPDATE SET address = $3, phone = CASE WHEN $4 = '' THEN profiles.phone ELSE $4 END, changed_at = $5, delivery_address = $2",
        [user, parts, line, phone, now];
    fn insert_profile(user: &Id, change: &ProfileChange, now: Timestamp) -> bool =
        "INSERT INTO profiles (user_id, location, address, phone, changed_at)
        VALUES ($1, coalesce($2, ''), coalesce($3, ''), coalesce($4, ''), $5) ON CONFLICT (user_id) DO NOTHING",
        [user, change.location, change.address, change.phone, now];
    /// Absent fields stay. Equal values write nothing. `false`: the profile did not change.
    fn change_profile(user: &Id, change: &ProfileChange, now: Timestamp) -> bool =
        "UPDATE profiles SET location = coalesce($2, location), address = coalesce($3, address), phone = coalesce($4, phone), changed_at = $5
        WHERE user_id = $1 AND (location <> coalesce($2, location) OR address <> coalesce($3, address) OR phone <> coalesce($4, phone))",
        [user, change.location, change.address, change.phone, now];
    fn oldest_users(search: &UserSearch, after: &PageCursor, limit: i64) -> Vec<ListedUser> =
        select_users!("(created_at, id) > ($3, $4) ORDER BY created_at, id LIMIT $5"),
        [like::containing(&search.part), search.is_blocked, after.created_at, after.id, limit];
    fn newest_users(search: &UserSearch, after: &PageCursor, limit: i64) -> Vec<ListedUser> =
        select_users!("(created_at, id) < ($3, $4) ORDER BY created_at DESC, id DESC LIMIT $5"),
        [like::containing(&search.part), search.is_blocked, after.created_at, after.id, limit];
    pub fn count_users(search: &UserSearch) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM users WHERE email LIKE $1 ESCAPE '!' AND ($2 = 0 OR blocked_at IS NOT NULL)",
        [like::containing(&search.part), search.is_blocked];
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
