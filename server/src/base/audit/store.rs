//! The audit entries in the database. Rows are only added.

use super::{AuditAction, AuditEntry};
use crate::{
    db::{Error, Tx, params, row, statements},
    values::ids::Id,
};

statements! {
    INSERT = "INSERT INTO audit_entries (id, actor_id, action, subject_id, created_at) VALUES ($1, $2, $3, $4, $5)";
    LAST_ACTOR = "SELECT actor_id FROM audit_entries WHERE subject_id = $1 AND action = $2 ORDER BY created_at DESC, id DESC LIMIT 1";
    NAMED_OF_SUBJECT = "SELECT CASE WHEN u.display_name = '' THEN u.email ELSE u.display_name END, e.action, e.created_at FROM audit_entries e LEFT JOIN api_keys k ON k.id = e.actor_id LEFT JOIN users u ON u.id = coalesce(k.user_id, e.actor_id)
        WHERE e.subject_id = $1 ORDER BY e.created_at DESC, e.id DESC LIMIT $2";
    OF_SUBJECT = "SELECT actor_id, action, created_at FROM audit_entries WHERE subject_id = $1 ORDER BY created_at, id LIMIT $2";
}

row! {
    pub struct EntryRow {
        pub actor_id: Option<String>,
        pub action: String,
        pub created_at: i64,
    }
}

row! {
    /// An entry with the administrator's name instead of the id.
    pub struct NamedEntryRow {
        pub actor: Option<String>,
        pub action: String,
        pub created_at: i64,
    }
}

pub async fn insert(tx: &Tx<'_>, id: &Id, entry: &AuditEntry) -> Result<(), Error> {
    let values = params![
        id.as_str(),
        entry.actor.as_ref().map(Id::as_str),
        entry.action.as_str(),
        entry.subject.as_str(),
        entry.at.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

/// The last actor of this action on this account or tool. The inner `None` is the host, the outer one means never.
pub async fn last_actor(
    tx: &Tx<'_>,
    subject: &Id,
    action: AuditAction,
) -> Result<Option<Option<String>>, Error> {
    let row =
        tx.optional::<(Option<String>,)>(&LAST_ACTOR, params![subject.as_str(), action.as_str()]).await?;
    Ok(row.map(|(actor,)| actor))
}

/// What was done to this account, tool or order, oldest first.
pub async fn of_subject(tx: &Tx<'_>, subject: &Id, limit: i64) -> Result<Vec<EntryRow>, Error> {
    tx.all(&OF_SUBJECT, params![subject.as_str(), limit]).await
}

/// The newest entries as [`of_subject`] returns them, with names for administrators to read.
pub async fn named_of_subject(tx: &Tx<'_>, subject: &Id, limit: i64) -> Result<Vec<NamedEntryRow>, Error> {
    let mut newest: Vec<NamedEntryRow> = tx.all(&NAMED_OF_SUBJECT, params![subject.as_str(), limit]).await?;
    newest.reverse();
    Ok(newest)
}
