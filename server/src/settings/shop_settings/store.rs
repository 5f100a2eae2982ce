//! The `shop_settings` table. Rows are only added.

use super::settings::ChangedSettings;
use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    NEWEST_AFTER = "SELECT revision, settings FROM shop_settings WHERE revision > $1 ORDER BY revision DESC LIMIT 1";
    INSERT = "INSERT INTO shop_settings (revision, id, settings, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (revision) DO NOTHING";
    // Each revision beside the one before it, with who saved it.
    HISTORY = "SELECT s.revision, s.id, s.settings, s.created_at, p.settings, e.actor_id, a.display_name, a.email
        FROM shop_settings s LEFT JOIN shop_settings p ON p.revision = s.revision - 1
        LEFT JOIN audit_entries e ON e.subject_id = s.id LEFT JOIN users a ON a.id = e.actor_id
        WHERE s.revision < $1 ORDER BY s.revision DESC LIMIT $2";
}

row! {
    pub struct SettingsRevisionRow {
        pub revision: i64,
        pub id: String,
        pub settings: String,
        pub created_at: i64,
        pub before: Option<String>,
        pub actor_id: Option<String>,
        pub actor_name: Option<String>,
        pub actor_email: Option<String>,
    }
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

/// Those below this revision, newest first.
pub async fn history(tx: &Tx<'_>, below: i64, limit: i64) -> Result<Vec<SettingsRevisionRow>, Error> {
    tx.all(&HISTORY, params![below, limit]).await
}
