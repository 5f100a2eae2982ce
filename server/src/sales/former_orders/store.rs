//! The table `former_orders`.

use serde::Serialize;
use utoipa::ToSchema;

use super::file::FormerOrder;
use crate::{
    db::{Last, queries, row},
    values::{email::Email, ids::Id, money::Cents, time::Timestamp},
};

row! {
    /// An order of a former shop.
    pub struct FormerOrderRow {
        pub id: Id,
        pub number: String,
        pub ordered_at: Timestamp,
        pub state: String,
        pub total: Cents,
        pub taxes: Option<Cents>,
        pub currency: String,
        /// The lines as JSON.
        pub lines: String,
    }
}

row! {
    /// An import, and how many orders are left of it.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    #[schema(as = PastFormerOrderImport)]
    pub struct FormerOrderImportRow {
        pub imported_at: Timestamp,
        pub order_count: i64,
    }
}

pub struct NewFormerOrder<'a> {
    pub id: Id,
    pub order: &'a FormerOrder,
    /// The lines as JSON.
    pub lines: String,
    pub now: Timestamp,
}

queries! {
    /// Whether the shop did not have it.
    pub fn insert(new: &NewFormerOrder<'_>) -> bool =
        "INSERT INTO former_orders (id, program, number, email, ordered_at, state, total, taxes, currency, lines, imported_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (program, number) DO NOTHING",
        [new.id, new.order.program, new.order.number, new.order.email, new.order.ordered_at, new.order.state, new.order.total,
        new.order.taxes, new.order.currency, new.lines, new.now];
    pub fn exists(program: &str, number: &str) -> bool =
        "SELECT id FROM former_orders WHERE program = $1 AND number = $2";
    /// The newest, newest first.
    pub fn of_customer(email: &Email, limit: i64) -> Vec<FormerOrderRow> =
        "SELECT id, number, ordered_at, state, total, taxes, currency, lines FROM former_orders
        WHERE email = $1 ORDER BY ordered_at DESC, id DESC LIMIT $2";
    /// The last imports that have orders, newest first.
    pub fn imports(limit: i64) -> Vec<FormerOrderImportRow> =
        "SELECT imported_at, CAST(count(*) AS BIGINT) FROM former_orders GROUP BY imported_at ORDER BY imported_at DESC LIMIT $1";
    /// Deletes up to `limit` orders of an import. Returns how many there were.
    pub fn delete_some(imported_at: Timestamp, limit: i64) -> u64 =
        "DELETE FROM former_orders WHERE id IN (SELECT id FROM former_orders WHERE imported_at = $1 LIMIT $2)";
    pub fn forget_email(email: &Email) -> Last = "UPDATE former_orders SET email = NULL WHERE email = $1";
}
