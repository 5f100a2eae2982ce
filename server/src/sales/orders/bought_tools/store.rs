//! Paid orders of a customer, by tool.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::ids::Id,
};

statements! {
    OF_USER = "SELECT tool_id, tool_name FROM orders WHERE user_id = $1 AND state IN ('paid', 'shipped') ORDER BY created_at DESC, id DESC LIMIT 200";
    NAME = "SELECT tool_name FROM orders WHERE user_id = $1 AND tool_id = $2 AND state IN ('paid', 'shipped') ORDER BY created_at DESC, id DESC LIMIT 1";
}

row! {
    /// With its name in the order.
    pub struct BoughtTool {
        pub id: String,
        pub name: String,
    }
}

/// From the last orders, each once.
pub async fn of_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<BoughtTool>, Error> {
    let mut tools: Vec<BoughtTool> = Vec::new();
    for bought in tx.all::<BoughtTool>(&OF_USER, params![user.as_str()]).await? {
        if tools.iter().all(|tool| tool.id != bought.id) {
            tools.push(bought);
        }
    }
    Ok(tools)
}

/// The tool's name in the last paid order. `None` if the customer has not bought it.
pub async fn name(tx: &Tx<'_>, user: &Id, tool: &Id) -> Result<Option<String>, Error> {
    let row = tx.optional::<(String,)>(&NAME, params![user.as_str(), tool.as_str()]).await?;
    Ok(row.map(|(name,)| name))
}
