//! Granting and revoking roles.

pub mod http;

use std::time::Duration;

use super::{
    api_keys, email_link, one_time_code, session,
    store::{self, Account},
    user::Role,
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage},
    },
    db::{self, Db, Tx},
    values::{email::Email, ids::Id, time::Timestamp},
};

/// How long before the grant the owner may have signed up.
const SETUP_TIME: Duration = Duration::from_hours(1);

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
        /// Notifies the account.
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
    /// The account has no login method. A link that was mailed to a customer would set the password of an administrator.
    NoLoginMethod,
    /// A shop needs an administrator.
    LastAdmin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleEdit {
    Grant(Role),
    /// Revokes only this role, because the account may have received another one meanwhile.
    Revoke(Role),
}

/// A changed role ends the account's sessions and revokes its API keys. Mailed links and codes end too, because they were
/// sent to an account with fewer rights. The shop's first administrator keeps the sessions of the last hour, because
/// setting up the shop goes on in one of them.
pub async fn change(
    db: &Db,
    email: &Email,
    edit: RoleEdit,
    by: GrantedBy,
    now: Timestamp,
) -> Result<RoleChange, db::Error> {
    let input = (email.clone(), edit, by, now);
    db.write(input, |tx, (email, edit, by, now)| Box::pin(change_in_tx(tx, email, *edit, by, *now))).await
}

async fn change_in_tx(
    tx: &Tx<'_>,
    email: &Email,
    edit: RoleEdit,
    by: &GrantedBy,
    now: Timestamp,
) -> Result<RoleChange, db::Error> {
    let Some(account) = store::account_by_email(tx, email).await? else {
        return Ok(RoleChange::UnknownAccount);
    };
    let (old, new) = match edit {
        RoleEdit::Grant(role) => (account.user.role, role),
        RoleEdit::Revoke(role) => (role, Role::Customer),
    };
    if account.user.role != old || old == new {
        return Ok(RoleChange::Unchanged);
    }
    if let Some(refusal) = refusal(tx, &account, (old, new), by).await? {
        return Ok(refusal);
    }
    let is_first_owner =
        new == Role::Admin && matches!(by, GrantedBy::Host { .. }) && !store::has_admin(tx).await?;
    if !store::replace_role(tx, email, old, new, now).await? {
        return Ok(RoleChange::Unchanged); // a concurrent request changed it first
    }
    if is_first_owner {
        session::store::delete_older(tx, &account.user.id, now.minus(SETUP_TIME)).await?;
    } else {
        session::store::delete_all(tx, &account.user.id).await?;
    }
    delete_capabilities(tx, &account.user.id, email, now).await?;
    if let GrantedBy::Admin { mail, .. } = by {
        let name = account.user.display_name;
        let message = match new {
            Role::Admin => Some(EmailMessage::MadeAdmin { name }),
            Role::Staff => Some(EmailMessage::MadeStaff { name }),
            Role::Customer => None,
        };
        if let Some(message) = message {
            mail.queue(tx, email, &message, now).await?;
        }
    }
    let entry = AuditEntry {
        actor: if let GrantedBy::Admin { id, .. } = by { Some(id.clone()) } else { None },
        action: match new {
            Role::Admin => AuditAction::GrantAdmin,
            Role::Staff => AuditAction::GrantStaff,
            Role::Customer => revocation(old),
        },
        subject: account.user.id,
        at: now,
    };
    audit::record(tx, &entry).await?;
    Ok(RoleChange::Made)
}

/// Locks the account, so that a concurrent use of a link is either seen here or refused.
async fn refusal(
    tx: &Tx<'_>,
    account: &Account,
    (old, new): (Role, Role),
    by: &GrantedBy,
) -> Result<Option<RoleChange>, db::Error> {
    let user = &account.user.id;
    let (GrantedBy::Host { only_verified } | GrantedBy::Admin { only_verified, .. }) = by;
    if new != Role::Customer && *only_verified && !account.is_verified {
        return Ok(Some(RoleChange::NotVerified));
    }
    if old == Role::Admin {
        if store::lock_admins(tx).await? <= 1 {
            return Ok(Some(RoleChange::LastAdmin));
        }
    } else if !store::lock_user(tx, user).await? {
        return Ok(Some(RoleChange::UnknownAccount));
    }
    let has_login = new == Role::Customer || store::has_login_method(tx, user).await?;
    Ok((!has_login).then_some(RoleChange::NoLoginMethod))
}

/// Ends what opens the account with the old role.
async fn delete_capabilities(tx: &Tx<'_>, user: &Id, email: &Email, now: Timestamp) -> Result<(), db::Error> {
    api_keys::store::revoke_all(tx, user, now).await?;
    store::delete_upload_tokens(tx, user).await?;
    email_link::store::delete_all(tx, user).await?;
    // A link that finishes another account with this address would add that account's login method to this one.
    email_link::store::delete_finishing(tx, email, now).await?;
    one_time_code::store::delete_by_user(tx, user).await
}

/// What the audit trail calls the loss of this role.
pub fn revocation(role: Role) -> AuditAction {
    if role == Role::Staff { AuditAction::RevokeStaff } else { AuditAction::RevokeAdmin }
}

pub async fn has_any_admin(db: &Db) -> Result<bool, db::Error> {
    db.read((), |tx, ()| store::has_admin(tx)).await
}
