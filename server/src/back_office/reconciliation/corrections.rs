//! The two corrections that an operator may make on the host: `trowel adjust-stock` and `trowel refund`. Each writes
//! its audit entry in the same transaction.

use super::store;
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    catalogue::tools::store::{StockChangeReason, insert_stock_change},
    db::{self, Db, Tx},
    values::{ids::Id, time::Timestamp},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockAdjustment {
    /// The recorded stock changes were off by so many units.
    By(i64),
    Unchanged,
    UnknownTool,
}

/// Takes the tool's available quantity as counted and records the difference as a stock change, so that both agree.
pub async fn adjust_stock(db: &Db, tool: &Id, now: Timestamp) -> Result<StockAdjustment, db::Error> {
    let entry = AuditEntry { actor: None, action: AuditAction::AdjustStock, subject: tool.clone(), at: now };
    db.write(entry, |tx, entry| Box::pin(correct_stock(tx, entry))).await
}

async fn correct_stock(tx: &Tx<'_>, entry: &AuditEntry) -> Result<StockAdjustment, db::Error> {
    let tool = &entry.subject;
    let Some((available, put_in, ordered)) = store::lock_stock(tx, tool.as_str()).await? else {
        return Ok(StockAdjustment::UnknownTool);
    };
    let off_by = available - (put_in - ordered);
    if off_by == 0 {
        return Ok(StockAdjustment::Unchanged);
    }
    insert_stock_change(tx, tool, off_by, StockChangeReason::Counted, None, entry.at).await?;
    audit::record(tx, entry).await?;
    Ok(StockAdjustment::By(off_by))
}

/// Marks a payment that succeeded but paid no order, so that the running shop refunds it. Returns `false` if there is
/// no such payment.
pub async fn mark_refund_due(db: &Db, intent_id: &str, now: Timestamp) -> Result<bool, db::Error> {
    let input = (intent_id.to_owned(), now);
    db.write(input, |tx, (intent_id, now)| Box::pin(mark_payment(tx, intent_id, *now))).await
}

async fn mark_payment(tx: &Tx<'_>, intent_id: &str, now: Timestamp) -> Result<bool, db::Error> {
    let Some(order) = store::mark_refund_due(tx, intent_id, now).await? else { return Ok(false) };
    let entry = AuditEntry { actor: None, action: AuditAction::RefundPayment, subject: order, at: now };
    audit::record(tx, &entry).await?;
    Ok(true)
}
