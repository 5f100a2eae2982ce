//! The audit entries in the database. They are only ever added to.

use super::Entry;
use crate::{
    db::{Error, Tx, params, row, statements},
    values::ids::Id,
};

statements! {
    INSERT = "INSERT INTO audit_entries (id, actor_id, action, subject_id, created_at) VALUES ($1, $2, $3, $4, $5)";
    OF_SUBJECT = "SELECT actor_id, action, created_at FROM audit_entries WHERE subject_id = $1 ORDER BY created_at, id LIMIT $2";
}

row! {
    pub struct EntryRow {
        pub actor_id: Option<String>,
        pub action: String,
        pub created_at: i64,
    }
}

pub async fn insert(tx: &Tx<'_>, id: &Id, entry: &Entry) -> Result<(), Error> {
    let values = params![
        id.as_str(),
        entry.actor.as_ref().map(Id::as_str),
        entry.action.as_str(),
        entry.subject.as_str(),
        entry.at.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

/// What was done to this account or tool, the first first.
pub async fn of_subject(tx: &Tx<'_>, subject: &Id, limit: i64) -> Result<Vec<EntryRow>, Error> {
    tx.all(&OF_SUBJECT, params![subject.as_str(), limit]).await
}
