//! The `shop_settings` table. Rows are only added.

use super::settings::ChangedSettings;
use crate::{
    db::{Error, Tx, queries, row},
    values::{ids::Id, time::Timestamp},
};

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

queries! {
    fn newest(revision: i64) -> Option<(i64, String)> =
        "SELECT revision, settings FROM shop_settings WHERE revision > $1 ORDER BY revision DESC LIMIT 1";
    /// Whether the revision was free.
    pub fn insert(revision: i64, id: &Id, settings: &str, now: Timestamp) -> bool =
        "INSERT INTO shop_settings (revision, id, settings, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (revision) DO NOTHING";
    /// The revisions below this one, newest first, each beside the one before it, with who saved it.
    pub fn history(below: i64, limit: i64) -> Vec<SettingsRevisionRow> =
        "SELECT s.revision, s.id, s.settings, s.created_at, p.settings, e.actor_id, a.display_name, a.email
        FROM shop_settings s LEFT JOIN shop_settings p ON p.revision = s.revision - 1
        LEFT JOIN audit_entries e ON e.subject_id = s.id LEFT JOIN users a ON a.id = e.actor_id
        WHERE s.revision < $1 ORDER BY s.revision DESC LIMIT $2";
}

/// The newest revision, if it is above this one. The first values of a shop are revision 0.
pub async fn newest_after(tx: &Tx<'_>, revision: i64) -> Result<Option<(i64, ChangedSettings)>, Error> {
    let Some((revision, settings)) = newest(tx, revision).await? else { return Ok(None) };
    let broken = |_| Error::broken_row("shop_settings", &revision.to_string());
    let changed = serde_json::from_str(&settings).map_err(broken)?;
    Ok(Some((revision, changed)))
}
