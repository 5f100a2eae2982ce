//! The account's own row for its export.

use crate::{
    accounts::user::Role,
    db::{queries, row},
    values::{ids::Id, language::Language, time::Timestamp},
};

row! {
    pub struct ExportedAccountRow {
        pub id: Id,
        pub email: Option<String>,
        pub email_verified_at: Option<Timestamp>,
        pub display_name: String,
        pub photo_url: Option<String>,
        pub phone: Option<String>,
        pub role: Role,
        pub language: Language,
        pub has_password: bool,
        pub created_at: Timestamp,
    }
}

queries! {
    pub fn account(user: &Id) -> Option<ExportedAccountRow> =
        "SELECT id, email, email_verified_at, display_name, photo_url, phone, role, language,
            CAST(CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END AS BIGINT), created_at
        FROM users WHERE id = $1 AND deleted_at IS NULL";
}
