//! Granting and revoking the administrator's role.

use super::{store, user::Role};
use crate::{
    audit::{self, AuditAction, AuditEntry},
    db::{self, Db, Tx},
    email::{Mailer, message::EmailMessage},
    values::{email::Email, ids::Id, time::Timestamp},
};

/// Who changes a role.
#[derive(Debug, Clone)]
pub enum GrantedBy {
    /// The operator of the host, by the command line.
    Host { only_verified: bool },
    Admin {
        id: Id,
        /// If the shop verifies addresses, an attacker who signed up with another person's address must not become
        /// admin.
        only_verified: bool,
        /// Notifies the new administrator.
        mail: Mailer,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleChange {
    Made,
    Unchanged,
    UnknownAccount,
    /// The e-mail address is not verified yet.
    NotVerified,
    /// A shop needs an administrator.
    LastAdmin,
}

/// A changed role ends the account's sessions, because session lifetimes depend on the role.
pub async fn change(
    db: &Db,
    email: &Email,
    role: Role,
    by: GrantedBy,
    now: Timestamp,
) -> Result<RoleChange, db::Error> {
    let (change, entry) = db
        .write((email.clone(), role, by.clone(), now), |tx, (email, role, by, now)| {
            Box::pin(change_in_tx(tx, email, *role, by, *now))
        })
        .await?;
    if let Some(entry) = entry {
        entry.log();
        if let GrantedBy::Admin { mail, .. } = &by {
            mail.notify();
        }
    }
    Ok(change)
}

async fn change_in_tx(
    tx: &Tx<'_>,
    email: &Email,
    role: Role,
    by: &GrantedBy,
    now: Timestamp,
) -> Result<(RoleChange, Option<AuditEntry>), db::Error> {
    let Some(account) = store::account_by_email(tx, email).await? else {
        return Ok((RoleChange::UnknownAccount, None));
    };
    if account.user.role == role {
        return Ok((RoleChange::Unchanged, None));
    }
    let (GrantedBy::Host { only_verified } | GrantedBy::Admin { only_verified, .. }) = by;
    if role == Role::Admin && *only_verified && !account.is_verified {
        return Ok((RoleChange::NotVerified, None));
    }
    if role == Role::User && store::lock_admins(tx).await? <= 1 {
        return Ok((RoleChange::LastAdmin, None));
    }
    if !store::set_role(tx, email, role).await? {
        return Ok((RoleChange::Unchanged, None)); // a concurrent request changed it first
    }
    store::delete_sessions(tx, &account.user.id).await?;
    if role == Role::Admin
        && let GrantedBy::Admin { mail, .. } = by
    {
        let message = EmailMessage::MadeAdmin { name: account.user.display_name };
        mail.queue(tx, email, &message, now).await?;
    }
    let entry = AuditEntry {
        actor: if let GrantedBy::Admin { id, .. } = by { Some(id.clone()) } else { None },
        action: if role == Role::Admin { AuditAction::GrantAdmin } else { AuditAction::RevokeAdmin },
        subject: account.user.id,
        at: now,
    };
    audit::record(tx, &entry).await?;
    Ok((RoleChange::Made, Some(entry)))
}

pub async fn has_any_admin(db: &Db) -> Result<bool, db::Error> {
    db.read((), |tx, ()| Box::pin(store::has_admin(tx))).await
}
