//! The table `ended_purchases`.

use crate::{
    db::{queries, row},
    values::{ids::Id, time::Timestamp},
};

pub struct NewEndedLine<'a> {
    pub purchase: &'a Id,
    pub line: i64,
    pub tool: &'a Id,
    pub quantity: i64,
    /// The account that bought it. `None` if a guest did.
    pub user: Option<&'a Id>,
    pub browser_hash: Option<&'a str>,
    pub is_expired: bool,
    pub kept_until: Timestamp,
}

row! {
    /// A line of a purchase that was deleted.
    pub struct EndedLine {
        pub tool: Id,
        /// The name of the tool as it is now.
        pub name: String,
        pub quantity: i64,
        pub is_expired: bool,
    }
}

queries! {
    pub fn insert(line: &NewEndedLine<'_>) =
        "INSERT INTO ended_purchases (purchase_id, line, tool_id, quantity, user_id, browser_hash, is_expired, kept_until)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (purchase_id, line) DO NOTHING",
        [line.purchase, line.line, line.tool, line.quantity, line.user, line.browser_hash, line.is_expired, line.kept_until];
    /// The lines of a purchase of this account or browser.
    pub fn lines_of(purchase: &Id, user: Option<&Id>, browser_hash: Option<&str>, now: Timestamp) -> Vec<EndedLine> =
        "SELECT t.id, t.name, e.quantity, e.is_expired FROM ended_purchases e JOIN tools t ON t.id = e.tool_id
        WHERE e.purchase_id = $1 AND (e.user_id = $2 OR e.browser_hash = $3) AND e.kept_until > $4 ORDER BY e.line";
    pub fn delete_of_user(user: &Id) = "DELETE FROM ended_purchases WHERE user_id = $1";
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_expired(now: Timestamp) -> u64 =
        "DELETE FROM ended_purchases WHERE purchase_id IN (SELECT purchase_id FROM ended_purchases WHERE kept_until < $1 LIMIT 500)
        AND kept_until < $1";
}
