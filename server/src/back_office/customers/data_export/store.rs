//! The account's own row for its export.

use crate::{
    accounts::user::Role,
    db::{Error, Tx, params, row, statements},
    values::ids::Id,
};

statements! {
    ACCOUNT = "SELECT id, email, email_verified_at, display_name, photo_url, phone, role,
            CAST(CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END AS BIGINT), created_at
        FROM users WHERE id = $1 AND deleted_at IS NULL";
}

row! {
    pub struct ExportedAccountRow {
        pub id: String,
        pub email: Option<String>,
        pub email_verified_at: Option<i64>,
        pub display_name: String,
        pub photo_url: Option<String>,
        pub phone: Option<String>,
        pub role: Role,
        /// 1 if the account has a password.
        pub passwords: i64,
        pub created_at: i64,
    }
}

pub async fn account(tx: &Tx<'_>, user: &Id) -> Result<Option<ExportedAccountRow>, Error> {
    tx.optional(&ACCOUNT, params![user.as_str()]).await
}
