//! Paid orders of a customer, by tool.

use crate::{
    db::{Error, Tx, queries, row},
    sales::orders::store::is_hidden,
    values::ids::Id,
};

row! {
    /// A tool that a customer bought, with its name in the order.
    #[derive(serde::Serialize, utoipa::ToSchema)]
    #[schema(as = ReviewableTool)]
    pub struct BoughtTool {
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
        pub name: String,
    }
}

row! {
    /// The picture of a tool of a purchase, also after the tool was removed.
    pub struct BoughtToolPicture {
        pub tool_id: Id,
        pub img: String,
        /// May be empty.
        pub img_alt: String,
    }
}

queries! {
    /// The pictures of a purchase, by line.
    pub fn pictures(purchase: &Id) -> Vec<BoughtToolPicture> =
        "SELECT o.tool_id, t.img, t.img_alt FROM orders o JOIN tools t ON t.id = o.tool_id WHERE o.purchase_id = $1 ORDER BY o.line";
    fn newest_of_user(user: &Id) -> Vec<BoughtTool> =
        concat!("SELECT tool_id, tool_name FROM orders WHERE user_id = $1 AND state IN ('paid', 'shipped') AND NOT ", is_hidden!(), " ORDER BY created_at DESC, id DESC LIMIT 200");
    /// The tool's name in the last paid order. `None` if the customer has not bought it.
    pub fn name(user: &Id, tool: &Id) -> Option<String> =
        concat!("SELECT tool_name FROM orders WHERE user_id = $1 AND tool_id = $2 AND state IN ('paid', 'shipped') AND NOT ", is_hidden!(), " ORDER BY created_at DESC, id DESC LIMIT 1");
}

/// The tools of the customer's last orders, each once.
pub async fn of_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<BoughtTool>, Error> {
    let mut tools: Vec<BoughtTool> = Vec::new();
    for bought in newest_of_user(tx, user).await? {
        if tools.iter().all(|tool| tool.id != bought.id) {
            tools.push(bought);
        }
    }
    Ok(tools)
}
