//! The tables `tools` and `stock_changes`.

use super::{
    price_steps::PriceSteps,
    slugs,
    tool::{Tool, ToolExtras, name_key},
};
use crate::{
    base::audit::AuditEntry,
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// The columns of `ToolRow`, in its order.
macro_rules! tool_columns {
    () => {
        "id, name, description, img, price_cents, available, minimum, revision, created_at, changed_at, deleted_at, \
         sku, category, draft, low_stock, price_steps, img_alt, more_pictures, slug"
    };
}

statements! {
    INSERT_TOOL = "INSERT INTO tools (id, name, name_key, description, img, price_cents, available, minimum, revision, created_at, changed_at,
            sku, category, draft, low_stock, search_key, price_steps, img_alt, more_pictures, slug)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    INSERT_STOCK_CHANGE = "INSERT INTO stock_changes (id, tool_id, delta, reason, user_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    BY_ID = concat!("SELECT ", tool_columns!(), " FROM tools WHERE id = $1");
    LIVE_AFTER = concat!("SELECT ", tool_columns!(), " FROM tools WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT $2");
    INSERT_IMPORT = "INSERT INTO tool_imports (id, user_id, added, changed, unchanged, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    ANY = "SELECT id FROM tools LIMIT 1";
    LIVE = concat!("SELECT ", tool_columns!(), " FROM tools WHERE deleted_at IS NULL");
    LIVE_BY_ID = concat!("SELECT ", tool_columns!(), " FROM tools WHERE id = $1 AND deleted_at IS NULL");
    LIVE_BY_NAME = concat!("SELECT ", tool_columns!(), " FROM tools WHERE name_key = $1 AND deleted_at IS NULL");
    CHANGED_SINCE = concat!("SELECT ", tool_columns!(), " FROM tools WHERE changed_at >= $1");
    // Decides between concurrent orders for the last item: the later one gets no row.
    TAKE_FROM_STOCK = "UPDATE tools SET available = available - $2, changed_at = $4
        WHERE id = $1 AND deleted_at IS NULL AND revision = $5 AND price_cents = $3 AND minimum <= $2 AND available >= $2 + $6 RETURNING available";
    // Stock changes by a difference, so that a concurrent order is not undone.
    EDIT_TOOL = "UPDATE tools SET name = $3, name_key = $4, description = $5, img = $6, price_cents = $7, minimum = $8, revision = $9,
            available = available + $10, changed_at = $11, sku = $12, category = $13, draft = $14, low_stock = $15, price_steps = $17, img_alt = $18, more_pictures = $19,
            search_key = CASE WHEN name = $3 THEN search_key ELSE search_key || $16 END
        WHERE id = $1 AND deleted_at IS NULL AND revision = $2 AND available + $10 >= 0 RETURNING available";
    // Once until the owner adds to the stock.
    MARK_LOW_STOCK = "UPDATE tools SET low_stock_told_at = $3 WHERE id = $1 AND deleted_at IS NULL AND available <= $2
            AND (low_stock_told_at IS NULL OR EXISTS (SELECT 1 FROM stock_changes s WHERE s.tool_id = tools.id AND s.delta > 0 AND s.created_at > tools.low_stock_told_at))
        RETURNING name, available";
    LOCK_TOOL = "SELECT id FROM tools WHERE id = $1 FOR NO KEY UPDATE";
    REMOVE_FROM_SALE = "UPDATE tools SET deleted_at = $2, changed_at = $2 WHERE id = $1 AND deleted_at IS NULL";
    REMOVED_SINCE = concat!("SELECT ", tool_columns!(), " FROM tools WHERE deleted_at >= $1 ORDER BY deleted_at DESC, id LIMIT 200");
    RESTORE = "UPDATE tools SET deleted_at = NULL, revision = revision + 1, changed_at = $3 WHERE id = $1 AND deleted_at >= $2";
    // Orders name their tool for ever.
    DELETE_STOCK_CHANGES_OF_REMOVED = "DELETE FROM stock_changes WHERE tool_id IN
        (SELECT id FROM tools t WHERE deleted_at < $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE tool_id = t.id) ORDER BY deleted_at LIMIT 100)";
    DELETE_REMOVED = "DELETE FROM tools WHERE id IN
        (SELECT id FROM tools t WHERE deleted_at < $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE tool_id = t.id) ORDER BY deleted_at LIMIT 100)
        AND NOT EXISTS (SELECT 1 FROM stock_changes WHERE tool_id = tools.id)";
    // The details change, so that edits and caches notice.
    LEAVE_CATEGORY = "UPDATE tools SET category = NULL, revision = revision + 1, changed_at = $2 WHERE category = $1 RETURNING id";
    // Includes tools off sale, so that their stock matches the stock records.
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
        pub sku: Option<String>,
        pub category: Option<String>,
        pub draft: i64,
        pub low_stock: Option<i64>,
        pub price_steps: Option<String>,
        pub img_alt: String,
        pub more_pictures: Option<String>,
        pub slug: String,
    }
}

impl ToolRow {
    /// Fails for an invalid row, which the table's checks exclude.
    pub fn into_tool(self) -> Result<Tool, Error> {
        let (Some(id), Some(price)) = (Id::parse(&self.id), Cents::new(self.price_cents)) else {
            return Err(Error::broken_row("tools", &self.id));
        };
        let price_steps = PriceSteps::parse(self.price_steps.as_deref().unwrap_or_default())
            .map_err(|_| Error::broken_row("tools", &self.id))?;
        let more_pictures = serde_json::from_str(self.more_pictures.as_deref().unwrap_or("[]"))
            .map_err(|_| Error::broken_row("tools", &self.id))?;
        Ok(Tool {
            id,
            name: self.name,
            description: self.description,
            img: self.img,
            price,
            available: self.available,
            minimum: self.minimum,
            revision: self.revision,
            created_at: Timestamp::from_micros(self.created_at),
            changed_at: Timestamp::from_micros(self.changed_at),
            extras: ToolExtras {
                sku: self.sku,
                category: self.category,
                is_draft: self.draft != 0,
                low_stock: self.low_stock,
                price_steps,
                img_alt: self.img_alt,
                more_pictures,
                slug: self.slug,
            },
        })
    }
}

/// Whether the shop never had a tool.
pub async fn is_empty(tx: &Tx<'_>) -> Result<bool, Error> {
    Ok(tx.optional::<(String,)>(&ANY, params![]).await?.is_none())
}

/// Inserts the tool with a new slug, and its first stock change. Violates `tools_live_name` if the name is taken.
pub async fn insert_tool(tx: &Tx<'_>, tool: &Tool, by: Option<&Id>, reason: &str) -> Result<(), Error> {
    let now = tool.created_at;
    let slug = slugs::claim(tx, &tool.id, &tool.name, now).await?;
    let values = params![
        tool.id.as_str(),
        tool.name.as_str(),
        name_key(&tool.name),
        tool.description.as_str(),
        tool.img.as_str(),
        tool.price.as_i64(),
        tool.available,
        tool.minimum,
        now.micros(),
        tool.extras.sku.as_deref(),
        tool.extras.category.as_deref(),
        i64::from(tool.extras.is_draft),
        tool.extras.low_stock,
        search_key(tool),
        price_steps(tool),
        tool.extras.img_alt.as_str(),
        more_pictures(tool)?,
        slug
    ];
    tx.execute(&INSERT_TOOL, values).await?;
    insert_stock_change(tx, &tool.id, tool.available, reason, by, now).await
}

/// The name for the search of orders.
fn search_key(tool: &Tool) -> String {
    format!(" {}", tool.name.to_lowercase())
}

fn price_steps(tool: &Tool) -> Option<String> {
    let steps = &tool.extras.price_steps;
    (!steps.as_slice().is_empty()).then(|| steps.to_string())
}

fn more_pictures(tool: &Tool) -> Result<Option<String>, Error> {
    let pictures = &tool.extras.more_pictures;
    let text = (!pictures.is_empty()).then(|| serde_json::to_string(pictures));
    text.transpose().map_err(|_| Error::broken_row("tools", tool.id.as_str()))
}

/// The name and stock of a tool that is at or below `level`, if the owner has not been told since the last delivery.
pub async fn mark_low_stock(
    tx: &Tx<'_>,
    tool: &Id,
    level: i64,
    now: Timestamp,
) -> Result<Option<(String, i64)>, Error> {
    tx.optional(&MARK_LOW_STOCK, params![tool.as_str(), level, now.micros()]).await
}

/// Records a stock change by the owner.
pub async fn insert_stock_change(
    tx: &Tx<'_>,
    tool: &Id,
    delta: i64,
    reason: &str,
    by: Option<&Id>,
    now: Timestamp,
) -> Result<(), Error> {
    let change = Id::new(now);
    let values = params![change.as_str(), tool.as_str(), delta, reason, by.map(Id::as_str), now.micros()];
    tx.execute(&INSERT_STOCK_CHANGE, values).await.map(|_| ())
}

/// Updates the tool if it still has revision `from` and the stock would not become negative. Returns the new stock.
/// Violates `tools_live_name` if the name is taken.
pub async fn update_tool(tx: &Tx<'_>, tool: &Tool, from: i64, delta: i64) -> Result<Option<i64>, Error> {
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
        tool.changed_at.micros(),
        tool.extras.sku.as_deref(),
        tool.extras.category.as_deref(),
        i64::from(tool.extras.is_draft),
        tool.extras.low_stock,
        search_key(tool),
        price_steps(tool),
        tool.extras.img_alt.as_str(),
        more_pictures(tool)?
    ];
    let updated = tx.optional::<(i64,)>(&EDIT_TOOL, values).await?;
    if updated.is_some() {
        slugs::follow_name(tx, tool).await?;
    }
    Ok(updated.map(|(available,)| available))
}

/// Locks the tool until the transaction ends. Does nothing if there is no such tool.
pub async fn lock_tool(tx: &Tx<'_>, id: &Id) -> Result<(), Error> {
    tx.lock(&LOCK_TOOL, params![id.as_str()]).await.map(|_| ())
}

/// Returns whether the tool was on sale.
pub async fn remove_from_sale(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&REMOVE_FROM_SALE, params![id.as_str(), now.micros()]).await? > 0)
}

/// A tool that is not removed. It may be a draft.
pub async fn live_by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<Tool>, Error> {
    let row = tx.optional::<ToolRow>(&LIVE_BY_ID, params![id.as_str()]).await?;
    row.map(ToolRow::into_tool).transpose()
}

/// A tool that customers see.
pub async fn published_by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<Tool>, Error> {
    Ok(live_by_id(tx, id).await?.filter(|tool| !tool.extras.is_draft))
}

pub async fn published_by_name(tx: &Tx<'_>, name: &str) -> Result<Option<Tool>, Error> {
    let row = tx.optional::<ToolRow>(&LIVE_BY_NAME, params![name_key(name)]).await?;
    let tool = row.map(ToolRow::into_tool).transpose()?;
    Ok(tool.filter(|tool| !tool.extras.is_draft))
}

/// The tool, on sale or not.
pub async fn find_row(tx: &Tx<'_>, id: &Id) -> Result<Option<ToolRow>, Error> {
    tx.optional(&BY_ID, params![id.as_str()]).await
}

/// Takes all tools out of a category. Returns them.
pub async fn leave_category(tx: &Tx<'_>, slug: &str, now: Timestamp) -> Result<Vec<Id>, Error> {
    let rows = tx.all::<(String,)>(&LEAVE_CATEGORY, params![slug, now.micros()]).await?;
    rows.iter().map(|(id,)| Id::parse(id).ok_or_else(|| Error::broken_row("tools", id))).collect()
}

/// Tools that are not removed, in the order of their ids.
pub async fn live_after(tx: &Tx<'_>, id: &str, limit: i64) -> Result<Vec<Tool>, Error> {
    let rows = tx.all::<ToolRow>(&LIVE_AFTER, params![id, limit]).await?;
    rows.into_iter().map(ToolRow::into_tool).collect()
}

/// Records an import with the numbers of added, changed and unchanged tools.
pub async fn insert_import(tx: &Tx<'_>, entry: &AuditEntry, counts: [usize; 3]) -> Result<(), Error> {
    let [added, changed, unchanged] = counts.map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let by = entry.actor.as_ref().map(Id::as_str);
    let values = params![entry.subject.as_str(), by, added, changed, unchanged, entry.at.micros()];
    tx.execute(&INSERT_IMPORT, values).await.map(|_| ())
}

/// The tools that were removed at or after `since`, the last removed first.
pub async fn removed_since(tx: &Tx<'_>, since: Timestamp) -> Result<Vec<(Tool, Timestamp)>, Error> {
    let rows = tx.all::<ToolRow>(&REMOVED_SINCE, params![since.micros()]).await?;
    rows.into_iter()
        .map(|row| {
            let removed_at = Timestamp::from_micros(row.deleted_at.unwrap_or_default());
            Ok((row.into_tool()?, removed_at))
        })
        .collect()
}

/// Returns whether the tool was removed at or after `since`. Violates `tools_live_name` or `tools_live_sku` if another
/// tool has its name or SKU.
pub async fn restore(tx: &Tx<'_>, id: &Id, since: Timestamp, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&RESTORE, params![id.as_str(), since.micros(), now.micros()]).await? > 0)
}

/// Deletes some tools that were removed before this time and that no order names.
pub async fn delete_removed_before(tx: &Tx<'_>, before: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_STOCK_CHANGES_OF_REMOVED, params![before.micros()]).await?;
    tx.execute(&DELETE_REMOVED, params![before.micros()]).await
}

/// Calls `receive` with every tool that is not removed, unordered.
pub async fn each_live_tool(
    tx: &Tx<'_>,
    receive: impl FnMut(ToolRow) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    tx.each(&LIVE, receive).await
}

/// Every tool that changed at or after `moment`, on sale or not.
pub async fn changed_since(tx: &Tx<'_>, moment: Timestamp) -> Result<Vec<ToolRow>, Error> {
    tx.all(&CHANGED_SINCE, params![moment.micros()]).await
}

/// Takes `quantity` items at the end of the transaction. If the tool is no longer on sale with the same price and
/// revision, or fewer than `min_left` would be left, the transaction is rolled back and retried.
pub async fn take_from_stock(
    tx: &Tx<'_>,
    tool: &Tool,
    quantity: i64,
    min_left: i64,
    now: Timestamp,
) -> Result<(), Error> {
    // To the second: PostgreSQL updates a row in place (HOT) only if no indexed column changes. Otherwise a tool that
    // sells well leaves thousands of index entries behind.
    let second = now.micros() - now.micros().rem_euclid(1_000_000);
    let values = params![tool.id.as_str(), quantity, tool.price.as_i64(), second, tool.revision, min_left];
    tx.finish_with(&TAKE_FROM_STOCK, values).await
}

pub async fn return_to_stock(tx: &Tx<'_>, id: &Id, quantity: i64, now: Timestamp) -> Result<(), Error> {
    tx.execute(&RETURN_TO_STOCK, params![id.as_str(), quantity, now.micros()]).await.map(|_| ())
}
