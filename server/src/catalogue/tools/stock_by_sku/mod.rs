//! The stock of a tool by its SKU, for programs that count it elsewhere.

pub mod http;

use super::{
    events::stock_changed,
    store::{self, StockChangeReason},
};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    settings::webhooks::Webhooks,
    shop::Shop,
    values::ids::Id,
};

pub struct StockReading {
    pub sku: String,
    /// The stock from now on, whatever it was.
    pub available: i64,
    /// The stock that the caller read before it counted. `None` if it did not read it.
    pub based_on: Option<i64>,
}

pub enum SetStockOutcome {
    /// The stock is as asked, also when it was before.
    Set { tool: Id },
    /// No tool on sale and no draft has this SKU.
    NotFound,
    /// The stock is not what the caller has read, because some pieces were sold or returned since.
    Changed { available: i64 },
}

/// Sets the stock. A request that is repeated changes nothing more, if nothing was sold in between.
pub async fn set(shop: &Shop, by: &Id, reading: StockReading) -> Result<SetStockOutcome, db::Error> {
    let Some(tool) =
        shop.db.read_statement(reading.sku.clone(), |tx, sku| store::live_by_sku(tx, sku)).await?
    else {
        return Ok(SetStockOutcome::NotFound);
    };
    let entry = AuditEntry::by(by, AuditAction::EditTool, tool.id, shop.clock.now());
    let id = entry.subject.clone();
    let input = (shop.webhooks.clone(), entry, reading);
    let outcome = shop
        .db
        .write(input, |tx, (webhooks, entry, reading)| Box::pin(set_in_tx(tx, webhooks, entry, reading)))
        .await?;
    if let SetStockOutcome::Set { .. } = outcome {
        shop.catalogue.mark_changed(&id);
    }
    Ok(outcome)
}

async fn set_in_tx(
    tx: &Tx<'_>,
    webhooks: &Webhooks,
    entry: &AuditEntry,
    reading: &StockReading,
) -> Result<SetStockOutcome, db::Error> {
    let id = &entry.subject;
    let now = entry.at;
    // Orders wait until the stock is set, so none is undone.
    store::lock_tool(tx, id).await?;
    let tool = store::live_by_id(tx, id).await?;
    let Some(tool) = tool.filter(|tool| tool.extras.sku.as_deref() == Some(&reading.sku)) else {
        return Ok(SetStockOutcome::NotFound);
    };
    let delta = reading.available - tool.available;
    if delta == 0 {
        return Ok(SetStockOutcome::Set { tool: tool.id });
    }
    if reading.based_on.is_some_and(|read| read != tool.available) {
        return Ok(SetStockOutcome::Changed { available: tool.available });
    }
    store::add_to_stock(tx, id, delta, now).await?;
    store::insert_stock_change(tx, id, delta, StockChangeReason::Counted, entry.actor.as_ref(), now).await?;
    stock_changed(webhooks, tx, id, now).await?;
    audit::record(tx, entry).await?;
    Ok(SetStockOutcome::Set { tool: tool.id })
}
