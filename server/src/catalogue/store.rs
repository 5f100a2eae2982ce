//! Tools in the database, and the one statement that takes stock.

use super::tool::{Tool, name_key};
use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, money::Cents, time::Moment},
};

/// What a row struct below reads, in its order.
macro_rules! tool_columns {
    () => {
        "id, name, description, img, price_cents, available, minimum, revision, created_at, changed_at, deleted_at"
    };
}

statements! {
    INSERT_TOOL = "INSERT INTO tools (id, name, name_key, description, img, price_cents, available, minimum, revision, created_at, changed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $9)";
    INSERT_STOCK_CHANGE = "INSERT INTO stock_changes (id, tool_id, delta, reason, user_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    BY_ID = concat!("SELECT ", tool_columns!(), " FROM tools WHERE id = $1");
    ANY = "SELECT id FROM tools LIMIT 1";
    LIVE = concat!("SELECT ", tool_columns!(), " FROM tools WHERE deleted_at IS NULL");
    LIVE_BY_ID = concat!("SELECT ", tool_columns!(), " FROM tools WHERE id = $1 AND deleted_at IS NULL");
    LIVE_BY_NAME = concat!("SELECT ", tool_columns!(), " FROM tools WHERE name_key = $1 AND deleted_at IS NULL");
    CHANGED_SINCE = concat!("SELECT ", tool_columns!(), " FROM tools WHERE changed_at >= $1");
    // The race for the last piece is decided here and nowhere else: no row comes back for whoever is too late.
    TAKE_FROM_STOCK = "UPDATE tools SET available = available - $2, changed_at = $4
        WHERE id = $1 AND deleted_at IS NULL AND revision = $5 AND price_cents = $3 AND minimum <= $2 AND available >= $2 RETURNING available";
    // Stock moves by a difference, so that a sale in between is not undone.
    EDIT_TOOL = "UPDATE tools SET name = $3, name_key = $4, description = $5, img = $6, price_cents = $7, minimum = $8, revision = $9,
            available = available + $10, changed_at = $11
        WHERE id = $1 AND deleted_at IS NULL AND revision = $2 AND available + $10 >= 0 RETURNING available";
    HOLD = "UPDATE tools SET revision = revision WHERE id = $1";
    REMOVE_FROM_SALE = "UPDATE tools SET deleted_at = $2, changed_at = $2 WHERE id = $1 AND deleted_at IS NULL";
    // Also for a tool that is no longer sold: what it holds must add up all the same.
    RETURN_TO_STOCK = "UPDATE tools SET available = available + $2, changed_at = $3 WHERE id = $1";
}

row! {
    pub struct ToolRow {
        pub id: String,
        pub name: String,
        pub description: String,
        pub img: String,
        pub price_cents: i64,
        pub available: i64,
        pub minimum: i64,
        pub revision: i64,
        pub created_at: i64,
        pub changed_at: i64,
        pub deleted_at: Option<i64>,
    }
}

impl ToolRow {
    /// Fails for a row that breaks our own rules, which the table's checks exclude.
    pub fn into_tool(self) -> Result<Tool, Error> {
        let (Some(id), Some(price)) = (Id::parse(&self.id), Cents::new(self.price_cents)) else {
            return Err(Error::broken_row("tools", &self.id));
        };
        Ok(Tool {
            id,
            name: self.name,
            description: self.description,
            img: self.img,
            price,
            available: self.available,
            minimum: self.minimum,
            revision: self.revision,
            created_at: Moment::from_micros(self.created_at),
            changed_at: Moment::from_micros(self.changed_at),
        })
    }
}

/// Whether no tool was ever for sale.
pub async fn is_empty(tx: &Tx<'_>) -> Result<bool, Error> {
    Ok(tx.optional::<(String,)>(&ANY, params![]).await?.is_none())
}

/// Adds the tool and writes its first stock into the ledger. `tools_live_name` is violated when the name is taken.
pub async fn insert_tool(tx: &Tx<'_>, tool: &Tool, by: Option<&Id>, reason: &str) -> Result<(), Error> {
    let now = tool.created_at;
    let values = params![
        tool.id.as_str(),
        tool.name.as_str(),
        name_key(&tool.name),
        tool.description.as_str(),
        tool.img.as_str(),
        tool.price.as_i64(),
        tool.available,
        tool.minimum,
        now.micros()
    ];
    tx.execute(&INSERT_TOOL, values).await?;
    insert_stock_change(tx, &tool.id, tool.available, reason, by, now).await
}

/// Writes into the ledger what the owner put in or took out.
pub async fn insert_stock_change(
    tx: &Tx<'_>,
    tool: &Id,
    delta: i64,
    reason: &str,
    by: Option<&Id>,
    now: Moment,
) -> Result<(), Error> {
    let change = Id::new(now);
    let values = params![change.as_str(), tool.as_str(), delta, reason, by.map(Id::as_str), now.micros()];
    tx.execute(&INSERT_STOCK_CHANGE, values).await.map(|_| ())
}

/// Writes the tool as it shall be if it is still at revision `from` and its stock allows `delta`; answers the stock
/// then. `tools_live_name` is violated when the name is taken.
pub async fn edit_tool(tx: &Tx<'_>, tool: &Tool, from: i64, delta: i64) -> Result<Option<i64>, Error> {
    let values = params![
        tool.id.as_str(),
        from,
        tool.name.as_str(),
        name_key(&tool.name),
        tool.description.as_str(),
        tool.img.as_str(),
        tool.price.as_i64(),
        tool.minimum,
        tool.revision,
        delta,
        tool.changed_at.micros()
    ];
    Ok(tx.optional::<(i64,)>(&EDIT_TOOL, values).await?.map(|(available,)| available))
}

/// Until the transaction ends, nobody else edits the tool or moves its stock. Fine when there is none.
pub async fn hold(tx: &Tx<'_>, id: &Id) -> Result<(), Error> {
    tx.execute(&HOLD, params![id.as_str()]).await.map(|_| ())
}

/// Answers whether it was on sale.
pub async fn remove_from_sale(tx: &Tx<'_>, id: &Id, now: Moment) -> Result<bool, Error> {
    Ok(tx.execute(&REMOVE_FROM_SALE, params![id.as_str(), now.micros()]).await? > 0)
}

pub async fn live_by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<Tool>, Error> {
    let row = tx.optional::<ToolRow>(&LIVE_BY_ID, params![id.as_str()]).await?;
    row.map(ToolRow::into_tool).transpose()
}

pub async fn live_by_name(tx: &Tx<'_>, name: &str) -> Result<Option<Tool>, Error> {
    let row = tx.optional::<ToolRow>(&LIVE_BY_NAME, params![name_key(name)]).await?;
    row.map(ToolRow::into_tool).transpose()
}

/// The tool as it is now, sold or not.
pub async fn by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<ToolRow>, Error> {
    tx.optional(&BY_ID, params![id.as_str()]).await
}

/// Every tool that is sold, in no order.
pub async fn live(tx: &Tx<'_>) -> Result<Vec<ToolRow>, Error> {
    tx.all(&LIVE, params![]).await
}

/// Every tool that changed at or after `moment`, sold or not.
pub async fn changed_since(tx: &Tx<'_>, moment: Moment) -> Result<Vec<ToolRow>, Error> {
    tx.all(&CHANGED_SINCE, params![moment.micros()]).await
}

/// Takes `quantity` pieces if the tool is still sold as it was read, on these terms and under this name; answers what is
/// left.
pub async fn take_from_stock(
    tx: &Tx<'_>,
    tool: &Tool,
    quantity: i64,
    now: Moment,
) -> Result<Option<i64>, Error> {
    let values = params![tool.id.as_str(), quantity, tool.price.as_i64(), now.micros(), tool.revision];
    Ok(tx.optional::<(i64,)>(&TAKE_FROM_STOCK, values).await?.map(|(left,)| left))
}

pub async fn return_to_stock(tx: &Tx<'_>, id: &Id, quantity: i64, now: Moment) -> Result<(), Error> {
    tx.execute(&RETURN_TO_STOCK, params![id.as_str(), quantity, now.micros()]).await.map(|_| ())
}
