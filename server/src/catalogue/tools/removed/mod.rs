//! Removed tools: the owner restores one within 30 days. Then a job deletes it, unless orders name it.

pub mod http;

use std::time::Duration;

use super::{manage::WriteToolError, store};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

pub const RESTORE_TTL: Duration = Duration::from_hours(30 * 24);

/// Returns whether the tool could be restored. Its name or SKU may be another tool's by now.
async fn restore(shop: &Shop, by: &Id, id: &Id) -> Result<bool, WriteToolError> {
    let entry = AuditEntry::by(by, AuditAction::RestoreTool, id.clone(), shop.clock.now());
    let restored = shop
        .db
        .write(entry, |tx, entry| {
            Box::pin(async move {
                let found = store::restore(tx, &entry.subject, entry.at.minus(RESTORE_TTL), entry.at).await?;
                if found {
                    audit::record(tx, entry).await?;
                }
                Ok(found)
            })
        })
        .await?;
    if restored {
        shop.catalogue.mark_changed(id);
    }
    Ok(restored)
}

/// Deletes tools whose time is over and that no order names. Returns how many.
pub async fn delete_expired(tx: &db::Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    store::delete_removed_before(tx, now.minus(RESTORE_TTL)).await
}
