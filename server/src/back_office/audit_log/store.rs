//! The audit trail with names.

use crate::{
    base::audit::AuditAction,
    db::{One, like, queries, row},
    http::pagination::PageCursor,
    values::time::Timestamp,
};

row! {
    pub struct AuditLogRow {
        pub id: String,
        pub action: String,
        pub subject_id: String,
        pub created_at: i64,
        pub actor_id: Option<String>,
        pub actor_name: Option<String>,
        pub actor_email: Option<String>,
        pub actor_key: Option<String>,
        pub account: Option<String>,
        pub tool: Option<String>,
        pub order_number: Option<i64>,
        pub api_key: Option<String>,
    }
}

#[derive(Debug, Clone)]
pub struct AuditSearch {
    /// Part of the address of the person who did it, or to whose account it was done. It is empty for all entries.
    pub person: String,
    pub action: Option<AuditAction>,
    pub since: Timestamp,
    pub until: Timestamp,
}

impl AuditSearch {
    fn action(&self) -> &'static str {
        self.action.map_or("", AuditAction::as_str)
    }
}

queries! {
    /// Reads a page of entries, newest first.
    pub fn page(search: &AuditSearch, after: &PageCursor, limit: i64) -> Vec<AuditLogRow> =
        "SELECT e.id, e.action, e.subject_id, e.created_at, e.actor_id, a.display_name, a.email, k.name, s.email, t.name, o.number, sk.name
        FROM audit_entries e LEFT JOIN api_keys k ON k.id = e.actor_id LEFT JOIN users a ON a.id = coalesce(k.user_id, e.actor_id) LEFT JOIN users s ON s.id = e.subject_id
        LEFT JOIN tools t ON t.id = e.subject_id LEFT JOIN orders o ON o.id = e.subject_id LEFT JOIN api_keys sk ON sk.id = e.subject_id
        WHERE (e.created_at, e.id) < ($1, $2) AND e.created_at >= $4 AND e.created_at < $5 AND ($6 = '' OR e.action = $6)
        AND ($7 = '%%' OR a.email LIKE $7 ESCAPE '!' OR s.email LIKE $7 ESCAPE '!') ORDER BY e.created_at DESC, e.id DESC LIMIT $3",
        [after.created_at, after.id, limit, search.since, search.until, search.action(), like::containing(&search.person)];
    pub fn count(search: &AuditSearch) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM audit_entries e LEFT JOIN api_keys k ON k.id = e.actor_id LEFT JOIN users a ON a.id = coalesce(k.user_id, e.actor_id) LEFT JOIN users s ON s.id = e.subject_id
        WHERE e.created_at >= $1 AND e.created_at < $2 AND ($3 = '' OR e.action = $3)
        AND ($4 = '%%' OR a.email LIKE $4 ESCAPE '!' OR s.email LIKE $4 ESCAPE '!')",
        [search.since, search.until, search.action(), like::containing(&search.person)];
}
