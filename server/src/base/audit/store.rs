//! The audit entries in the database. Rows are never changed.

use super::{AuditAction, AuditEntry};
use crate::{
    db::{Error, Tx, queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    pub struct EntryRow {
        pub actor_id: Option<Id>,
        // A newer version may have written an action that this one does not know.
        pub action: String,
        pub created_at: Timestamp,
    }
}

row! {
    /// An entry with the administrator's name instead of the id.
    pub struct NamedEntryRow {
        pub actor: Option<String>,
        pub action: String,
        pub created_at: Timestamp,
    }
}

queries! {
    pub fn insert(id: &Id, entry: &AuditEntry) =
        "INSERT INTO audit_entries (id, actor_id, action, subject_id, created_at) VALUES ($1, $2, $3, $4, $5)",
        [id, entry.actor, entry.action, entry.subject, entry.at];
    /// The last actor of this action on this account or tool. The inner `None` is the host, the outer one means never.
    pub fn last_actor(subject: &Id, action: AuditAction) -> Option<Option<Id>> =
        "SELECT actor_id FROM audit_entries WHERE subject_id = $1 AND action = $2 ORDER BY created_at DESC, id DESC LIMIT 1";
    pub fn delete_before(before: Timestamp, kept: AuditAction) -> u64 =
        "DELETE FROM audit_entries WHERE id IN
        (SELECT id FROM audit_entries WHERE created_at < $1 AND action <> $2 LIMIT 500)";
    /// What was done to this account, tool or order, oldest first.
    pub fn of_subject(subject: &Id, limit: i64) -> Vec<EntryRow> =
        "SELECT actor_id, action, created_at FROM audit_entries WHERE subject_id = $1 ORDER BY created_at, id LIMIT $2";
    fn newest_of_subject(subject: &Id, limit: i64) -> Vec<NamedEntryRow> =
        "SELECT CASE WHEN u.display_name = '' THEN u.email ELSE u.display_name END, e.action, e.created_at FROM audit_entries e LEFT JOIN api_keys k ON k.id = e.actor_id LEFT JOIN users u ON u.id = coalesce(k.user_id, e.actor_id)
        WHERE e.subject_id = $1 ORDER BY e.created_at DESC, e.id DESC LIMIT $2";
}

/// The newest entries as [`of_subject`] returns them, with names for administrators to read.
pub async fn named_of_subject(tx: &Tx<'_>, subject: &Id, limit: i64) -> Result<Vec<NamedEntryRow>, Error> {
    let mut newest = newest_of_subject(tx, subject, limit).await?;
    newest.reverse();
    Ok(newest)
}
