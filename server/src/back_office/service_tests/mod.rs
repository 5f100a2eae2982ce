//! An admin tries e-mail and card payments from the dashboard.

pub mod http;

use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        rate_limit::{self, LimitedAction},
    },
    http::error::ApiError,
    shop::Shop,
    values::ids::Id,
};

/// Counts and records a test before it begins.
async fn begin(shop: &Shop, by: &Id, action: AuditAction) -> Result<(), ApiError> {
    let entry = AuditEntry::by(by, action, by.clone(), shop.clock.now());
    let begun = shop.db.try_write(entry, |tx, entry| {
        Box::pin(async move {
            let limit = LimitedAction::TestService.by(entry.subject.as_str());
            rate_limit::take(tx, &[limit], entry.at).await?.into_result()?;
            Ok(audit::record(tx, entry).await?)
        })
    });
    begun.await
}
