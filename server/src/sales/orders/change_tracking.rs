//! Changing carrier and tracking number of a shipped order.

use super::{store, tracking::Tracking};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

pub enum ChangeTrackingOutcome {
    Changed,
    Unchanged,
    NotShipped,
    Unknown,
}

/// Changes the tracking of a shipped order. Callers have `Permission::WriteOrders`.
pub async fn change_tracking(
    shop: &Shop,
    by: &Id,
    id: Id,
    tracking: Tracking,
) -> Result<ChangeTrackingOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::ChangeTracking, id, shop.clock.now());
    let input = (tracking, entry);
    shop.db.write(input, |tx, (tracking, entry)| Box::pin(change_in_tx(tx, tracking, entry))).await
}

async fn change_in_tx(
    tx: &Tx<'_>,
    tracking: &Tracking,
    entry: &AuditEntry,
) -> Result<ChangeTrackingOutcome, db::Error> {
    let id = &entry.subject;
    store::lock_order(tx, id).await?;
    let Some(order) = store::by_id(tx, id).await? else { return Ok(ChangeTrackingOutcome::Unknown) };
    if order.state.shipped_at().is_none() {
        return Ok(ChangeTrackingOutcome::NotShipped);
    }
    if order.tracking == *tracking {
        return Ok(ChangeTrackingOutcome::Unchanged);
    }
    store::set_tracking(tx, id, tracking, entry.at).await?;
    audit::record(tx, entry).await?;
    Ok(ChangeTrackingOutcome::Changed)
}
