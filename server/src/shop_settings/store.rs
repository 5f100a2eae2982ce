//! The `shop_settings` table. Rows are only added.

use super::settings::ChangedSettings;
use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    NEWEST_AFTER = "SELECT revision, settings FROM shop_settings WHERE revision > $1 ORDER BY revision DESC LIMIT 1";
    INSERT = "INSERT INTO shop_settings (revision, id, settings, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (revision) DO NOTHING";
}

row! {
    struct SettingsRow {
        revision: i64,
        settings: String,
    }
}

/// The newest revision, if it is above this one. The first values of a shop are revision 0.
pub async fn newest_after(tx: &Tx<'_>, revision: i64) -> Result<Option<(i64, ChangedSettings)>, Error> {
    let Some(row) = tx.optional::<SettingsRow>(&NEWEST_AFTER, params![revision]).await? else {
        return Ok(None);
    };
    let broken = |_| Error::broken_row("shop_settings", &row.revision.to_string());
    let changed = serde_json::from_str(&row.settings).map_err(broken)?;
    Ok(Some((row.revision, changed)))
}

/// Whether the revision was free.
pub async fn insert(
    tx: &Tx<'_>,
    revision: i64,
    id: &Id,
    settings: &str,
    now: Timestamp,
) -> Result<bool, Error> {
    Ok(tx.execute(&INSERT, params![revision, id.as_str(), settings, now.micros()]).await? == 1)
}
