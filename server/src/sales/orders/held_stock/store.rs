//! Tools whose pieces are mostly held by unpaid orders.

use crate::db::{queries, row};

row! {
    pub struct HeldToolRow {
        pub name: String,
        pub held: i64,
        pub available: i64,
    }
}

queries! {
    /// The first tools of which unpaid orders hold more than half of the pieces that could be sold.
    pub fn mostly_held(limit: i64) -> Vec<HeldToolRow> =
        "SELECT t.name, held.units, t.available
        FROM (SELECT tool_id, CAST(sum(quantity) AS BIGINT) AS units FROM orders WHERE state = 'unpaid' GROUP BY tool_id) AS held
            JOIN tools t ON t.id = held.tool_id
        WHERE held.units > t.available AND t.deleted_at IS NULL ORDER BY held.units DESC, t.id LIMIT $1";
}
