//! The table `stock_alerts`.

use crate::{
    db::{One, queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    pub struct DueStockAlert {
        pub tool_id: Id,
        pub user_id: Id,
        pub tool_name: String,
    }
}

row! {
    /// A tool that a customer waits for.
    pub struct OwnStockAlert {
        pub tool_id: Id,
        pub tool_name: String,
        pub created_at: Timestamp,
    }
}

queries! {
    pub fn insert(tool: &Id, user: &Id, now: Timestamp) =
        "INSERT INTO stock_alerts (tool_id, user_id, created_at) VALUES ($1, $2, $3) ON CONFLICT (tool_id, user_id) DO NOTHING";
    /// Returns whether the customer was waiting. Of two nodes that delete the same row, one gets `true`.
    pub fn delete(tool: &Id, user: &Id) -> bool = "DELETE FROM stock_alerts WHERE tool_id = $1 AND user_id = $2";
    pub fn is_waiting(tool: &Id, user: &Id) -> bool = "SELECT tool_id FROM stock_alerts WHERE tool_id = $1 AND user_id = $2";
    pub fn count_of_user(user: &Id) -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM stock_alerts WHERE user_id = $1";
    /// The tools that a customer waits for, oldest first.
    pub fn of_user(user: &Id) -> Vec<OwnStockAlert> =
        "SELECT a.tool_id, t.name, a.created_at FROM stock_alerts a JOIN tools t ON t.id = a.tool_id WHERE a.user_id = $1 ORDER BY a.created_at, a.tool_id";
    pub fn delete_of_user(user: &Id) = "DELETE FROM stock_alerts WHERE user_id = $1";
    /// How many customers wait for each tool.
    pub fn counts() -> Vec<(String, i64)> = "SELECT tool_id, CAST(count(*) AS BIGINT) FROM stock_alerts GROUP BY tool_id LIMIT 10000";
    // CROSS JOIN makes SQLite start with the few alerts.
    /// Alerts of tools that are in stock.
    pub fn due(limit: i64) -> Vec<DueStockAlert> =
        "SELECT a.tool_id, a.user_id, t.name FROM stock_alerts a CROSS JOIN tools t
        WHERE t.id = a.tool_id AND t.deleted_at IS NULL AND t.draft = 0 AND t.available >= t.minimum LIMIT $1";
    pub fn delete_of_removed_tools() = "DELETE FROM stock_alerts WHERE tool_id IN (SELECT id FROM tools WHERE deleted_at IS NOT NULL)";
}
