//! Giving and taking the administrator's role, from the host.

use super::{store, user::Role};
use crate::{
    db::{self, Db},
    values::email::Email,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Made,
    WasSo,
    UnknownAccount,
    /// A shop without an administrator could not be run.
    LastAdmin,
}

/// A changed role ends the account's sessions, so that each one knows the limits of its role.
pub async fn change(db: &Db, email: &Email, role: Role) -> Result<Change, db::Error> {
    let email = email.clone();
    db.write(move |tx| {
        let email = email.clone();
        Box::pin(async move {
            let Some(account) = store::account_by_email(tx, &email).await? else {
                return Ok(Change::UnknownAccount);
            };
            if account.user.role == role {
                return Ok(Change::WasSo);
            }
            if role == Role::User && store::lock_admins(tx).await? <= 1 {
                return Ok(Change::LastAdmin);
            }
            store::set_role(tx, &email, role).await?;
            store::delete_sessions_of(tx, &account.user.id).await?;
            Ok(Change::Made)
        })
    })
    .await
}
