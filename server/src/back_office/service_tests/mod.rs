//! An admin tries e-mail and card payments from the dashboard.

pub mod http;

use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        rate_limit::{self, LimitedAction, RateLimited},
    },
    db,
    shop::Shop,
    values::ids::Id,
};

/// Counts and records a test before it begins.
async fn begin(shop: &Shop, by: &Id, action: AuditAction) -> Result<Result<(), RateLimited>, db::Error> {
    let entry = AuditEntry::by(by, action, by.clone(), shop.clock.now());
    let begun = shop.db.write(entry, |tx, entry| {
        Box::pin(async move {
            let limit = LimitedAction::TestService.by(entry.subject.as_str());
            if let Err(limited) = rate_limit::take(tx, &[limit], entry.at).await? {
                return Ok(Err(limited));
            }
            audit::record(tx, entry).await.map(Ok)
        })
    });
    begun.await
}
