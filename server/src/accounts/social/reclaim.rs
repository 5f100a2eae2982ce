//! Reclaims an account with an unverified e-mail for the verified owner of that address.

use crate::{
    accounts::{
        cleanup,
        roles::revocation,
        user::{Role, User},
    },
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    values::time::Timestamp,
};

/// Removes the previous user's password, sessions, login methods, known devices and profile, and marks the address as
/// verified. An account that no one could log in to keeps its profile. `payments` cancels the unpaid orders of the
/// previous user. Returns the user as of now.
///
/// The role of an administrator stays only if the operator granted it. The operator meant the owner of the address,
/// while another administrator may have trusted the previous user. The account has no second factor.
pub async fn reclaim(tx: &Tx<'_>, user: &User, now: Timestamp) -> Result<User, db::Error> {
    let by_host = user.is_admin()
        && audit::store::last_actor(tx, &user.id, AuditAction::GrantAdmin).await? == Some(None);
    let role = if by_host { Role::Admin } else { Role::Customer };
    if !cleanup::clear_credentials(tx, &user.id, role, now).await? {
        return Err(tx.conflict()); // verified since it was read
    }
    if role != user.role {
        let entry = AuditEntry::by(&user.id, revocation(user.role), user.id.clone(), now);
        audit::record(tx, &entry).await?;
    }
    Ok(User { role, photo_url: None, ..user.clone() })
}
