//! Saves a new revision of the settings.

use super::{settings::ChangedSettings, store};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

/// Another save came first.
#[derive(Clone, Copy)]
pub struct SettingsConflict;

/// Changes these settings if `expected` is still the newest revision. Only for administrators.
pub async fn edit(
    shop: &Shop,
    by: &Id,
    expected: i64,
    change: ChangedSettings,
) -> Result<Result<(), SettingsConflict>, db::Error> {
    let at = shop.clock.now();
    // The id of the new revision, so that the audit trail has the whole history.
    let entry = AuditEntry::by(by, AuditAction::EditShopSettings, Id::new(at), at);
    let input = (expected, change, entry);
    let saved =
        shop.db.write(input, |tx, (expected, change, entry)| Box::pin(save(tx, *expected, change, entry)));
    let saved = saved.await?;
    if let Ok((revision, settings)) = &saved
        && *revision > expected
    {
        shop.settings.replace(*revision, settings)?;
    }
    Ok(saved.map(drop))
}

async fn save(
    tx: &Tx<'_>,
    expected: i64,
    change: &ChangedSettings,
    entry: &AuditEntry,
) -> Result<Result<(i64, ChangedSettings), SettingsConflict>, db::Error> {
    let (revision, mut settings) = store::newest_after(tx, 0).await?.unwrap_or_default();
    if revision != expected {
        return Ok(Err(SettingsConflict));
    }
    let before = settings.clone();
    settings.extend(change.clone());
    if settings == before {
        return Ok(Ok((revision, settings)));
    }
    let text = serde_json::to_string(&settings)
        .map_err(|_| db::Error::broken_row("shop_settings", entry.subject.as_str()))?;
    if !store::insert(tx, revision + 1, &entry.subject, &text, entry.at).await? {
        return Ok(Err(SettingsConflict));
    }
    audit::record(tx, entry).await?;
    Ok(Ok((revision + 1, settings)))
}
