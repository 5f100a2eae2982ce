//! Tools whose pieces are mostly held by unpaid orders.

use crate::{
    db::{queries, row},
    values::ids::Id,
};

row! {
    pub struct HeldToolRow {
        pub name: String,
        pub held: i64,
        pub available: i64,
    }
}

row! {
    /// What there is of a tool.
    pub struct ToolHolding {
        pub tool: Id,
        /// Pieces that are for sale.
        pub available: i64,
        /// Pieces in unpaid orders of customers who never paid. Orders that staff entered do not count.
        pub held: i64,
    }
}

/// Each tool with what customers who never paid hold of it, for these tools.
macro_rules! held_by_new_customers {
    ($tools:literal) => {
        concat!(
            "SELECT t.id, t.available, CAST(coalesce(sum(o.quantity), 0) AS BIGINT) FROM tools t
            LEFT JOIN orders o ON o.tool_id = t.id AND o.new_customer = 1 AND o.transaction_id IS NULL
                AND NOT EXISTS (SELECT 1 FROM orders paid WHERE paid.user_id = o.user_id AND paid.transaction_id IS NOT NULL)
            WHERE ", $tools, " GROUP BY t.id, t.available"
        )
    };
}

queries! {
    pub fn of_tool(tool: &Id) -> Option<ToolHolding> = held_by_new_customers!("t.id = $1");
    pub fn of_basket(basket: &Id) -> Vec<ToolHolding> =
        held_by_new_customers!("t.id IN (SELECT tool_id FROM basket_lines WHERE basket_id = $1)");
    /// Whether customers who never paid hold more than half of a tool of this purchase, which is of one of them.
    pub fn is_mostly_held(purchase: &Id) -> bool =
        "SELECT t.id FROM orders own JOIN tools t ON t.id = own.tool_id
        WHERE own.purchase_id = $1 AND own.new_customer = 1 AND own.transaction_id IS NULL
            AND NOT EXISTS (SELECT 1 FROM orders paid WHERE paid.user_id = own.user_id AND paid.transaction_id IS NOT NULL)
            AND t.available < (SELECT sum(o.quantity) FROM orders o WHERE o.tool_id = t.id AND o.new_customer = 1 AND o.transaction_id IS NULL
                AND NOT EXISTS (SELECT 1 FROM orders paid WHERE paid.user_id = o.user_id AND paid.transaction_id IS NOT NULL))
        LIMIT 1";
    /// The first tools of which unpaid orders hold more than half of the pieces that could be sold.
    pub fn mostly_held(limit: i64) -> Vec<HeldToolRow> =
        "SELECT t.name, held.units, t.available
        FROM (SELECT tool_id, CAST(sum(quantity) AS BIGINT) AS units FROM orders WHERE state = 'unpaid' GROUP BY tool_id) AS held
            JOIN tools t ON t.id = held.tool_id
        WHERE held.units > t.available AND t.deleted_at IS NULL ORDER BY held.units DESC, t.id LIMIT $1";
}
