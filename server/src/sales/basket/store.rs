//! The tables `baskets` and `basket_lines`.

use super::line::{BasketLine, BasketTool};
use crate::{
    db::{Last, One, queries},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// The columns of [`BasketTool`], in its order.
macro_rules! tool_columns {
    () => {
        "t.id, t.name, t.slug, t.img, t.img_alt, t.price_cents, t.price_steps, t.available, t.minimum, t.revision, \
         t.draft, t.deleted_at, t.weight_grams"
    };
}

/// The lines of the basket with this key, by the ids of their tools, so that all checkouts lock tools in one order.
macro_rules! rows_of {
    ($key:literal) => {
        concat!(
            "SELECT b.id, b.revision, ",
            tool_columns!(),
            ", l.quantity, l.shown_cents, l.added_at FROM baskets b JOIN basket_lines l ON l.basket_id = b.id \
             JOIN tools t ON t.id = l.tool_id WHERE b.",
            $key,
            " = $1 ORDER BY l.tool_id"
        )
    };
}

/// Writing the row back locks it on either engine.
macro_rules! lock_or_create {
    ($key:literal) => {
        concat!(
            "INSERT INTO baskets (id, ",
            $key,
            ", revision, changed_at) VALUES ($2, $1, 1, $3) ON CONFLICT (",
            $key,
            ") DO UPDATE SET changed_at = $3 RETURNING id"
        )
    };
}

queries! {
    pub fn rows_of_user(user: &Id) -> Vec<(Id, i64, BasketLine)> = rows_of!("user_id");
    pub fn rows_of_cookie(hash: &str) -> Vec<(Id, i64, BasketLine)> = rows_of!("secret_hash");
    /// The id and name of each tool and its quantity, for the export of an account.
    pub fn export_of_user(user: &Id) -> Vec<(Id, String, i64)> =
        "SELECT t.id, t.name, l.quantity FROM baskets b JOIN basket_lines l ON l.basket_id = b.id
        JOIN tools t ON t.id = l.tool_id WHERE b.user_id = $1 ORDER BY l.tool_id";
    /// Reads a tool, whether it is on sale or not.
    pub fn tool(id: &Id) -> Option<BasketTool> = concat!("SELECT ", tool_columns!(), " FROM tools t WHERE t.id = $1");
    /// The basket of the account, or a new one with this id. Locked until the transaction ends.
    pub fn lock_of_user(user: &Id, new: &Id, now: Timestamp) -> One<Id> = lock_or_create!("user_id");
    pub fn lock_of_cookie(hash: &str, new: &Id, now: Timestamp) -> One<Id> = lock_or_create!("secret_hash");
    /// Locks the basket of the cookie until the transaction ends. Returns `false` if the cookie has no basket.
    pub fn lock_existing_of_cookie(hash: &str) -> bool = "SELECT id FROM baskets WHERE secret_hash = $1 FOR NO KEY UPDATE";
    pub fn exists_of_cookie(hash: &str) -> bool = "SELECT id FROM baskets WHERE secret_hash = $1";
    /// The time of a line that is there already stays.
    pub fn set_line(basket: &Id, tool: &Id, quantity: i64, shown: Cents, now: Timestamp) =
        "INSERT INTO basket_lines (basket_id, tool_id, quantity, shown_cents, added_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (basket_id, tool_id) DO UPDATE SET quantity = $3, shown_cents = $4";
    pub fn remove_line(basket: &Id, tool: &Id) = "DELETE FROM basket_lines WHERE basket_id = $1 AND tool_id = $2";
    /// Stores the price that was shown, unless the quantity was changed meanwhile.
    pub fn set_shown(basket: &Id, tool: &Id, quantity: i64, shown: Cents) =
        "UPDATE basket_lines SET shown_cents = $4 WHERE basket_id = $1 AND tool_id = $2 AND quantity = $3";
    /// Sets the code of the basket. `None` removes it.
    pub fn set_code(basket: &Id, code: Option<&Id>) = "UPDATE baskets SET code_id = $2 WHERE id = $1";
    pub fn count_change(basket: &Id) = "UPDATE baskets SET revision = revision + 1 WHERE id = $1";
    pub fn delete_of_cookie(hash: &str) = "DELETE FROM baskets WHERE secret_hash = $1";
    /// Empties the basket that a checkout buys, at the end of the transaction, which runs again if the basket was
    /// changed after this revision.
    pub fn delete_at_end(basket: &Id, revision: i64) -> Last =
        "DELETE FROM baskets WHERE id = $1 AND revision = $2 RETURNING id";
    /// What a stranger put into the basket of an account before its holder reclaimed it.
    pub fn delete_before_reclaim() -> u64 =
        "DELETE FROM baskets WHERE id IN (SELECT b.id FROM users u CROSS JOIN baskets b
        WHERE b.user_id = u.id AND u.reclaimed_at IS NOT NULL AND b.changed_at <= u.reclaimed_at LIMIT 500)";
    pub fn delete_of_user(user: &Id) = "DELETE FROM baskets WHERE user_id = $1";
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_old_of_cookies(before: Timestamp) -> u64 =
        "DELETE FROM baskets WHERE id IN (SELECT id FROM baskets WHERE secret_hash IS NOT NULL AND changed_at < $1 LIMIT 500)
        AND changed_at < $1";
    pub fn delete_old_of_accounts(before: Timestamp) -> u64 =
        "DELETE FROM baskets WHERE id IN (SELECT id FROM baskets WHERE user_id IS NOT NULL AND changed_at < $1 LIMIT 500)
        AND changed_at < $1";
}
