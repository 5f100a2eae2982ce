//! Saves a new revision of the settings.

use thiserror::Error;

use super::{settings::ChangedSettings, store};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

#[derive(Debug, Error)]
pub enum EditSettingsError {
    #[error("another save came first")]
    Conflict,
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Changes these settings if `expected` is still the newest revision. Only for administrators.
pub async fn edit(
    shop: &Shop,
    by: &Id,
    expected: i64,
    change: ChangedSettings,
) -> Result<(), EditSettingsError> {
    let at = shop.clock.now();
    // The id of the new revision, so that the audit trail has the whole history.
    let entry = AuditEntry::by(by, AuditAction::EditShopSettings, Id::new(at), at);
    let input = (expected, change, entry);
    let saved = shop
        .db
        .try_write(input, |tx, (expected, change, entry)| Box::pin(save(tx, *expected, change, entry)));
    let (revision, settings) = saved.await?;
    if revision > expected {
        shop.settings.replace(revision, &settings)?;
    }
    Ok(())
}

async fn save(
    tx: &Tx<'_>,
    expected: i64,
    change: &ChangedSettings,
    entry: &AuditEntry,
) -> Result<(i64, ChangedSettings), EditSettingsError> {
    let (revision, mut settings) = store::newest_after(tx, 0).await?.unwrap_or_default();
    if revision != expected {
        return Err(EditSettingsError::Conflict);
    }
    let before = settings.clone();
    settings.extend(change.clone());
    if settings == before {
        return Ok((revision, settings));
    }
    let text = serde_json::to_string(&settings)
        .map_err(|_| db::Error::broken_row("shop_settings", entry.subject.as_str()))?;
    if !store::insert(tx, revision + 1, &entry.subject, &text, entry.at).await? {
        return Err(EditSettingsError::Conflict);
    }
    audit::record(tx, entry).await?;
    Ok((revision + 1, settings))
}
