//! The tables `tools` and `stock_changes`.

use futures_util::future::try_join_all;

use super::{
    identifiers::ProductIdentifiers,
    slugs, texts,
    tool::{Tool, ToolExtras, name_key},
};
use crate::{
    base::audit::AuditEntry,
    db::{Error, Last, One, Param, Tx, Value, queries, row},
    http::pagination::PageCursor,
    values::{ids::Id, money::Cents, search_words, text_enum, time::Timestamp},
};

/// The columns of [`Tool`], in its order.
macro_rules! columns {
    () => {
        "id, name, description, img, price_cents, available, minimum, revision, created_at, changed_at, \
         sku, category, draft, low_stock, weight_grams, price_steps, img_alt, more_pictures, gtin, brand, mpn, slug, \
         (SELECT t.name FROM tool_texts t WHERE t.tool_id = tools.id AND t.language = 'fr'), \
         (SELECT t.description FROM tool_texts t WHERE t.tool_id = tools.id AND t.language = 'fr')"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM tools ", $rest)
    };
    (with deleted_at $rest:literal) => {
        concat!("SELECT ", columns!(), ", deleted_at FROM tools ", $rest)
    };
}

/// What a new tool and an edit write: the columns, their parameters and their values.
macro_rules! details {
    ($tool:pat, $($column:literal, $parameter:literal, $value:expr;)+) => {
        macro_rules! insert {
            ($columns:literal, $parameters:literal) => {
                concat!("INSERT INTO tools (", $($column, ", ",)+ $columns, ") VALUES (", $($parameter, ", ",)+ $parameters, ")")
            };
        }
        macro_rules! edit {
            ($rest:literal) => {
                concat!("UPDATE tools SET ", $($column, " = ", $parameter, ", ",)+ $rest)
            };
        }

        /// The first parameters of both statements.
        fn details($tool: &Tool) -> Vec<Value> {
            vec![$(Param::to_value(&$value)),+]
        }
    };
}

details! {
    Tool {
        id: _, name, description, img, price, available: _, minimum, revision: _, created_at: _, changed_at: _,
        extras: ToolExtras { sku, category, is_draft, low_stock, weight_grams, price_steps, img_alt, more_pictures,
            identifiers: ProductIdentifiers { gtin, brand, mpn }, slug: _, french: _ },
    },
    "name", "$1", name;
    "name_key", "$2", name_key(name);
    "description", "$3", description;
    "img", "$4", img;
    "price_cents", "$5", price;
    "minimum", "$6", minimum;
    "sku", "$7", sku;
    "category", "$8", category;
    "draft", "$9", is_draft;
    "low_stock", "$10", low_stock;
    "price_steps", "$11", price_steps;
    "img_alt", "$12", img_alt;
    "more_pictures", "$13", more_pictures;
    "weight_grams", "$14", weight_grams;
    "gtin", "$15", gtin;
    "brand", "$16", brand;
    "mpn", "$17", mpn;
}

text_enum! {
    /// Why the stock changed. What orders take is in the table only if the order was deleted.
    pub enum StockChangeReason {
        Demo = "demo",
        Added = "added",
        Edited = "edited",
        Imported = "imported",
        Counted = "counted",
        Ordered = "ordered",
        OrderDeleted = "order_deleted",
        /// The shop ended the order, because it was not paid in time, or not by the owner of the e-mail address.
        OrderExpired = "order_expired",
        /// The reason is never in the table, because the order has it.
        OrderRefunded = "order_refunded",
    }
}

row! {
    /// A tool, on sale or not.
    pub struct ToolRow {
        pub tool: Tool,
        pub deleted_at: Option<Timestamp>,
    }
}

row! {
    /// What an order took from the stock before it was deleted.
    pub struct DeletedOrder {
        pub tool_id: Id,
        pub quantity: i64,
        pub created_at: Timestamp,
    }
}

queries! {
    fn search_keys_after(after: &str, limit: i64) -> Vec<(Id, String)> =
        "SELECT id, search_key FROM tools WHERE id > $1 ORDER BY id LIMIT $2";
    fn set_search_key(tool: &Id, search_key: &str) = "UPDATE tools SET search_key = $2 WHERE id = $1";
    fn insert(tool: &Tool, search_key: &str, slug: &str) =
        insert!("id, available, revision, created_at, changed_at, search_key, slug", "$18, $19, 1, $20, $20, $21, $22"),
        [@details(tool), tool.id, tool.available, tool.created_at, search_key, slug];
    // Stock changes by a difference, so that a concurrent order is not undone.
    fn edit(tool: &Tool, from: i64, delta: i64, search_key: &str) -> Option<i64> =
        edit!("revision = $18, available = available + $19, changed_at = $20,
            search_key = CASE WHEN name = $1 THEN search_key ELSE search_key || $21 END
        WHERE id = $22 AND deleted_at IS NULL AND revision = $23 AND available + $19 >= 0 RETURNING available"),
        [@details(tool), tool.revision, delta, tool.changed_at, search_key, tool.id, from];
    fn insert_change(id: &Id, tool: &Id, delta: i64, reason: StockChangeReason, by: Option<&Id>, now: Timestamp) =
        "INSERT INTO stock_changes (id, tool_id, delta, reason, user_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    fn any() -> bool = "SELECT id FROM tools LIMIT 1";
    /// The tool, on sale or not.
    pub fn find_row(id: &Id) -> Option<ToolRow> = select!(with deleted_at "WHERE id = $1");
    /// Tools that are not removed, in the order of their ids.
    pub fn live_after(id: &str, limit: i64) -> Vec<Tool> = select!("WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT $2");
    fn live() -> Vec<Tool> = select!("WHERE deleted_at IS NULL");
    /// A tool that is not removed. It may be a draft.
    pub fn live_by_id(id: &Id) -> Option<Tool> = select!("WHERE id = $1 AND deleted_at IS NULL");
    pub fn live_by_sku(sku: &str) -> Option<Tool> = select!("WHERE sku = $1 AND deleted_at IS NULL");
    fn live_by_name(key: &str) -> Option<Tool> = select!("WHERE name_key = $1 AND deleted_at IS NULL");
    /// Every tool that changed at or after `moment`, on sale or not.
    pub fn changed_since(moment: Timestamp) -> Vec<ToolRow> = select!(with deleted_at "WHERE changed_at >= $1");
    /// Tools that are not removed, the next `limit` in the order of their changes.
    pub fn live_changed_after(after: &PageCursor, limit: i64) -> Vec<Tool> =
        select!("WHERE (changed_at, id) > ($1, $2) AND deleted_at IS NULL ORDER BY changed_at, id LIMIT $3"),
        [after.created_at, after.id, limit];
    pub fn count_live_changed(since: Timestamp) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM tools WHERE changed_at >= $1 AND deleted_at IS NULL";
    // Decides between concurrent orders for the last item: the later one gets no row.
    fn take(tool: &SoldTool<'_>, quantity: i64, second: i64, min_left: i64) -> Last =
        "UPDATE tools SET available = available - $2, changed_at = $4
        WHERE id = $1 AND deleted_at IS NULL AND revision = $5 AND price_cents = $3 AND minimum <= $2 AND available >= $2 + $6 RETURNING available",
        [tool.id, quantity, tool.price, second, tool.revision, min_left];
    /// The name and stock of a tool that is at or below `level`, if the owner has not been told since the last
    /// delivery.
    pub fn mark_low_stock(tool: &Id, level: i64, now: Timestamp) -> Option<(String, i64)> =
        "UPDATE tools SET low_stock_told_at = $3 WHERE id = $1 AND deleted_at IS NULL AND available <= $2
            AND (low_stock_told_at IS NULL OR EXISTS (SELECT 1 FROM stock_changes s WHERE s.tool_id = tools.id AND s.delta > 0
                AND s.reason NOT IN ('order_deleted', 'order_expired') AND s.created_at > tools.low_stock_told_at))
        RETURNING name, available";
    /// Locks the tool until the transaction ends. Does nothing if there is no such tool.
    pub fn lock_tool(id: &Id) = "SELECT id FROM tools WHERE id = $1 FOR NO KEY UPDATE";
    /// Returns whether the tool was on sale.
    pub fn remove_from_sale(id: &Id, now: Timestamp) -> bool =
        "UPDATE tools SET deleted_at = $2, changed_at = $2 WHERE id = $1 AND deleted_at IS NULL";
    /// The tools that were removed at or after `since`, the last removed first.
    pub fn removed_since(since: Timestamp) -> Vec<(Tool, Timestamp)> =
        select!(with deleted_at "WHERE deleted_at >= $1 ORDER BY deleted_at DESC, id LIMIT 200");
    /// Returns whether the tool was removed at or after `since`. Violates `tools_live_name` or `tools_live_sku` if
    /// another tool has its name or SKU.
    pub fn restore(id: &Id, since: Timestamp, now: Timestamp) -> bool =
        "UPDATE tools SET deleted_at = NULL, revision = revision + 1, changed_at = $3 WHERE id = $1 AND deleted_at >= $2";
    // Orders name their tool for ever.
    fn delete_stock_changes_of_removed(before: Timestamp) =
        "DELETE FROM stock_changes WHERE tool_id IN
        (SELECT id FROM tools t WHERE deleted_at < $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE tool_id = t.id) ORDER BY deleted_at LIMIT 100)";
    fn delete_removed(before: Timestamp) -> u64 =
        "DELETE FROM tools WHERE id IN
        (SELECT id FROM tools t WHERE deleted_at < $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE tool_id = t.id) ORDER BY deleted_at LIMIT 100)
        AND NOT EXISTS (SELECT 1 FROM stock_changes WHERE tool_id = tools.id)";
    /// Takes all tools out of a category. Returns them. Their details change, so that edits and caches notice.
    pub fn leave_category(slug: &str, now: Timestamp) -> Vec<Id> =
        "UPDATE tools SET category = NULL, revision = revision + 1, changed_at = $2 WHERE category = $1 RETURNING id";
    /// Adds pieces to the stock, also of a tool off sale, so that its stock matches the stock records. Less than 0
    /// takes pieces out of the stock.
    pub fn add_to_stock(id: &Id, quantity: i64, now: Timestamp) =
        "UPDATE tools SET available = available + $2, changed_at = $3 WHERE id = $1";
    /// Records an import with the numbers of added, changed and unchanged tools.
    pub fn insert_import(entry: &AuditEntry, counts: [i64; 3]) =
        "INSERT INTO tool_imports (id, user_id, added, changed, unchanged, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        [entry.subject, entry.actor, counts[0], counts[1], counts[2], entry.at];
}

/// Whether the shop never had a tool.
pub async fn is_empty(tx: &Tx<'_>) -> Result<bool, Error> {
    Ok(!any(tx).await?)
}

/// Inserts the tool with a new slug, and its first stock change. Violates `tools_live_name` if the name is taken.
pub async fn insert_tool(
    tx: &Tx<'_>,
    tool: &Tool,
    by: Option<&Id>,
    reason: StockChangeReason,
) -> Result<(), Error> {
    let now = tool.created_at;
    let slug = slugs::claim(tx, &tool.id, &tool.name, now).await?;
    insert(tx, tool, &search_key(tool), &slug).await?;
    if !tool.extras.french.is_empty() {
        texts::write(tx, &tool.id, &tool.extras.french).await?;
    }
    insert_stock_change(tx, &tool.id, tool.available, reason, by, now).await
}

/// The name for the search of orders.
fn search_key(tool: &Tool) -> String {
    search_words::search_key(&[&tool.name])
}

/// Writes the search keys of up to `limit` tools after this id again, and returns the last one.
pub async fn update_search_keys_after(tx: &Tx<'_>, after: &str, limit: i64) -> Result<Option<Id>, Error> {
    let tools = search_keys_after(tx, after, limit).await?;
    // The key has the former names too.
    let keys: Vec<_> = tools.iter().map(|(id, key)| (id, search_words::search_key(&[key]))).collect();
    try_join_all(keys.iter().map(|(id, key)| set_search_key(tx, id, key))).await?;
    Ok(tools.last().map(|(id, _)| id.clone()))
}

/// Records a stock change by the owner.
pub async fn insert_stock_change(
    tx: &Tx<'_>,
    tool: &Id,
    delta: i64,
    reason: StockChangeReason,
    by: Option<&Id>,
    now: Timestamp,
) -> Result<(), Error> {
    insert_change(tx, &Id::new(now), tool, delta, reason, by, now).await
}

/// Returns the stock of an order that was deleted. Its place in the history is kept as two changes, which add up to 0.
/// `by` names who entered it and who deleted it, if they are of the shop.
pub async fn return_deleted_order(
    tx: &Tx<'_>,
    order: &Id,
    deleted: &DeletedOrder,
    reason: StockChangeReason,
    [entered_by, by]: [Option<&Id>; 2],
    now: Timestamp,
) -> Result<(), Error> {
    let DeletedOrder { tool_id, quantity, created_at } = deleted;
    add_to_stock(tx, tool_id, *quantity, now).await?;
    insert_change(tx, order, tool_id, -quantity, StockChangeReason::Ordered, entered_by, *created_at).await?;
    insert_stock_change(tx, tool_id, *quantity, reason, by, now).await
}

/// Updates the tool if it still has revision `from` and the stock would not become negative. Returns the new stock.
/// Violates `tools_live_name` if the name is taken.
pub async fn update_tool(tx: &Tx<'_>, tool: &Tool, from: i64, delta: i64) -> Result<Option<i64>, Error> {
    let updated = edit(tx, tool, from, delta, &search_key(tool)).await?;
    if updated.is_some() {
        slugs::follow_name(tx, tool).await?;
        texts::write(tx, &tool.id, &tool.extras.french).await?;
    }
    Ok(updated)
}

/// A tool that customers see.
pub async fn published_by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<Tool>, Error> {
    Ok(live_by_id(tx, id).await?.filter(|tool| !tool.extras.is_draft))
}

pub async fn published_by_name(tx: &Tx<'_>, name: &str) -> Result<Option<Tool>, Error> {
    Ok(live_by_name(tx, &name_key(name)).await?.filter(|tool| !tool.extras.is_draft))
}

/// Deletes some tools that were removed before this time and that no order names.
pub async fn delete_removed_before(tx: &Tx<'_>, before: Timestamp) -> Result<u64, Error> {
    delete_stock_changes_of_removed(tx, before).await?;
    delete_removed(tx, before).await
}

/// Calls `receive` with every tool that is not removed, unordered.
pub async fn each_live_tool(
    tx: &Tx<'_>,
    receive: impl FnMut(Tool) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    tx.each(&Sql::live, receive).await
}

/// A tool as the customer buys it.
pub struct SoldTool<'t> {
    pub id: &'t Id,
    pub price: Cents,
    pub revision: i64,
}

/// Takes `quantity` items at the end of the transaction. The transaction is rolled back and retried in two cases: the
/// tool is no longer on sale with the same price and revision, or fewer than `min_left` would be left.
pub async fn take_from_stock(
    tx: &Tx<'_>,
    tool: &SoldTool<'_>,
    quantity: i64,
    min_left: i64,
    now: Timestamp,
) -> Result<(), Error> {
    // The time is cut to the second, because PostgreSQL updates a row in place (HOT) only if no indexed column changes.
    // Otherwise a tool that sells well leaves thousands of index entries behind.
    let second = now.micros() - now.micros().rem_euclid(1_000_000);
    take(tx, tool, quantity, second, min_left).await
}
