//! Profiles and the list of users in the database.

use crate::{
    accounts::user::Role,
    db::{Error, Tx, like, params, row, statements},
    http::pagination::{PageCursor, SortDirection},
    values::{ids::Id, time::Timestamp},
};

statements! {
    PROFILE = "SELECT location, address, phone FROM profiles WHERE user_id = $1";
    INSERT_PROFILE = "INSERT INTO profiles (user_id, location, address, phone, changed_at)
        VALUES ($1, coalesce($2, ''), coalesce($3, ''), coalesce($4, ''), $5) ON CONFLICT (user_id) DO NOTHING";
    // Absent fields stay. Equal values write nothing, so the row count tells whether the profile changed.
    CHANGE_PROFILE = "UPDATE profiles SET location = coalesce($2, location), address = coalesce($3, address), phone = coalesce($4, phone), changed_at = $5
        WHERE user_id = $1 AND (location <> coalesce($2, location) OR address <> coalesce($3, address) OR phone <> coalesce($4, phone))";
    USERS_OLDEST = "SELECT id, email, role, created_at, CASE WHEN blocked_at IS NULL THEN 0 ELSE 1 END FROM users WHERE email LIKE $4 ESCAPE '!' AND ($5 = 0 OR blocked_at IS NOT NULL) AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3";
    USERS_NEWEST = "SELECT id, email, role, created_at, CASE WHEN blocked_at IS NULL THEN 0 ELSE 1 END FROM users WHERE email LIKE $4 ESCAPE '!' AND ($5 = 0 OR blocked_at IS NOT NULL) AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3";
    COUNT_USERS = "SELECT CAST(count(*) AS BIGINT) FROM users WHERE email LIKE $1 ESCAPE '!' AND ($2 = 0 OR blocked_at IS NOT NULL)";
}

row! {
    pub struct ProfileRow {
        pub location: String,
        pub address: String,
        pub phone: String,
    }
}

row! {
    pub struct UserListRow {
        pub id: String,
        pub email: String,
        pub role: Role,
        pub created_at: i64,
        pub is_blocked: i32,
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

pub async fn profile(tx: &Tx<'_>, user: &Id) -> Result<Option<ProfileRow>, Error> {
    tx.optional(&PROFILE, params![user.as_str()]).await
}

pub async fn save_profile(
    tx: &Tx<'_>,
    user: &Id,
    change: &ProfileChange,
    now: Timestamp,
) -> Result<SaveProfileOutcome, Error> {
    let values = params![
        user.as_str(),
        change.location.as_deref(),
        change.address.as_deref(),
        change.phone.as_deref(),
        now.micros()
    ];
    if tx.execute(&INSERT_PROFILE, values).await? == 1 {
        return Ok(SaveProfileOutcome::Made);
    }
    Ok(if tx.execute(&CHANGE_PROFILE, values).await? == 1 {
        SaveProfileOutcome::Updated
    } else {
        SaveProfileOutcome::Unchanged
    })
}

/// Which accounts a list contains.
#[derive(Debug, Clone)]
pub struct UserSearch {
    /// Part of the address. Empty: any.
    pub part: String,
    pub is_blocked: bool,
}

/// The next `limit` accounts after `after` that match. Incomplete accounts have no address and are not listed.
pub async fn users(
    tx: &Tx<'_>,
    search: &UserSearch,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> Result<Vec<UserListRow>, Error> {
    let statement = match direction {
        SortDirection::Oldest => &USERS_OLDEST,
        SortDirection::Newest => &USERS_NEWEST,
    };
    let (pattern, is_blocked) = (like::containing(&search.part), i64::from(search.is_blocked));
    let values = params![after.created_at, after.id.as_str(), limit, pattern, is_blocked];
    tx.all(statement, values).await
}

pub async fn count_users(tx: &Tx<'_>, search: &UserSearch) -> Result<i64, Error> {
    let values = params![like::containing(&search.part), i64::from(search.is_blocked)];
    tx.one::<(i64,)>(&COUNT_USERS, values).await.map(|(count,)| count)
}
