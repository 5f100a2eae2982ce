//! The table `stock_alerts`.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    INSERT = "INSERT INTO stock_alerts (tool_id, user_id, created_at) VALUES ($1, $2, $3) ON CONFLICT (tool_id, user_id) DO NOTHING";
    DELETE = "DELETE FROM stock_alerts WHERE tool_id = $1 AND user_id = $2";
    FIND = "SELECT tool_id FROM stock_alerts WHERE tool_id = $1 AND user_id = $2";
    COUNT_OF_USER = "SELECT CAST(count(*) AS BIGINT) FROM stock_alerts WHERE user_id = $1";
    OF_USER = "SELECT a.tool_id, t.name, a.created_at FROM stock_alerts a JOIN tools t ON t.id = a.tool_id WHERE a.user_id = $1 ORDER BY a.created_at, a.tool_id";
    DELETE_OF_USER = "DELETE FROM stock_alerts WHERE user_id = $1";
    COUNTS = "SELECT tool_id, CAST(count(*) AS BIGINT) FROM stock_alerts GROUP BY tool_id LIMIT 10000";
    // CROSS JOIN makes SQLite start with the few alerts.
    DUE = "SELECT a.tool_id, a.user_id, t.name FROM stock_alerts a CROSS JOIN tools t
        WHERE t.id = a.tool_id AND t.deleted_at IS NULL AND t.draft = 0 AND t.available >= t.minimum LIMIT $1";
    DELETE_OF_REMOVED = "DELETE FROM stock_alerts WHERE tool_id IN (SELECT id FROM tools WHERE deleted_at IS NOT NULL)";
}

row! {
    pub struct DueStockAlert {
        pub tool_id: String,
        pub user_id: String,
        pub tool_name: String,
    }
}

row! {
    /// A tool that a customer waits for.
    pub struct OwnStockAlert {
        pub tool_id: String,
        pub tool_name: String,
        pub created_at: i64,
    }
}

pub async fn insert(tx: &Tx<'_>, tool: &Id, user: &Id, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&INSERT, params![tool.as_str(), user.as_str(), now.micros()]).await? > 0)
}

/// Returns whether the customer was waiting. Of two nodes that delete the same row, one gets `true`.
pub async fn delete(tx: &Tx<'_>, tool: &Id, user: &Id) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![tool.as_str(), user.as_str()]).await? > 0)
}

pub async fn is_waiting(tx: &Tx<'_>, tool: &Id, user: &Id) -> Result<bool, Error> {
    Ok(tx.optional::<(String,)>(&FIND, params![tool.as_str(), user.as_str()]).await?.is_some())
}

pub async fn count_of_user(tx: &Tx<'_>, user: &Id) -> Result<i64, Error> {
    let count = tx.optional::<(i64,)>(&COUNT_OF_USER, params![user.as_str()]).await?;
    Ok(count.map_or(0, |(count,)| count))
}

/// Oldest first.
pub async fn of_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<OwnStockAlert>, Error> {
    tx.all(&OF_USER, params![user.as_str()]).await
}

pub async fn delete_of_user(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![user.as_str()]).await.map(|_| ())
}

/// How many customers wait for each tool.
pub async fn counts(tx: &Tx<'_>) -> Result<Vec<(String, i64)>, Error> {
    tx.all(&COUNTS, params![]).await
}

/// Alerts of tools that are in stock.
pub async fn due(tx: &Tx<'_>, limit: i64) -> Result<Vec<DueStockAlert>, Error> {
    tx.all(&DUE, params![limit]).await
}

pub async fn delete_of_removed_tools(tx: &Tx<'_>) -> Result<(), Error> {
    tx.execute(&DELETE_OF_REMOVED, params![]).await.map(|_| ())
}
