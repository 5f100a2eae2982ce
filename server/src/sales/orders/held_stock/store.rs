//! Tools whose pieces are mostly held by unpaid orders.

use crate::db::{Error, Tx, params, row, statements};

statements! {
    MOSTLY_HELD = "SELECT t.name, held.units, t.available
        FROM (SELECT tool_id, CAST(sum(quantity) AS BIGINT) AS units FROM orders WHERE state = 'unpaid' GROUP BY tool_id) AS held
            JOIN tools t ON t.id = held.tool_id
        WHERE held.units > t.available AND t.deleted_at IS NULL ORDER BY held.units DESC, t.id LIMIT $1";
}

row! {
    pub struct HeldToolRow {
        pub name: String,
        pub held: i64,
        pub available: i64,
    }
}

/// The first tools of which unpaid orders hold more than half of the pieces that could be sold.
pub async fn mostly_held(tx: &Tx<'_>, limit: i64) -> Result<Vec<HeldToolRow>, Error> {
    tx.all(&MOSTLY_HELD, params![limit]).await
}
