//! Blocks a customer who holds stock without paying: ends the sessions, refuses every login, and deletes the unpaid
//! orders. Paid orders stay and are shipped.

pub mod http;

use std::collections::HashSet;

use crate::{
    accounts::{self, user::Role},
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    sales::{
        orders::{self, order::Order},
        payments::{
            cancel_order::{CancelOrderOutcome, CancelledBy, cancel_purchase_of},
            job::is_unreachable,
        },
    },
    shop::Shop,
    values::ids::Id,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockOutcome {
    Changed,
    Unchanged,
    UnknownAccount,
    /// The role has to be revoked first.
    HasRole,
}

/// Blocks or unblocks the account.
pub async fn set_blocked(
    shop: &Shop,
    admin: &Id,
    user: &Id,
    is_blocked: bool,
) -> Result<BlockOutcome, db::Error> {
    let action = if is_blocked { AuditAction::BlockAccount } else { AuditAction::UnblockAccount };
    let entry = AuditEntry::by(admin, action, user.clone(), shop.clock.now());
    shop.db.write(entry, |tx, entry| Box::pin(set_blocked_in_tx(tx, entry))).await
}

async fn set_blocked_in_tx(tx: &Tx<'_>, entry: &AuditEntry) -> Result<BlockOutcome, db::Error> {
    let user = &entry.subject;
    // Concurrent orders and logins wait for this lock, and then find no session or a blocked account.
    if !accounts::store::lock_user(tx, user).await? {
        return Ok(BlockOutcome::UnknownAccount);
    }
    let Some(account) = accounts::store::account_by_id(tx, user).await? else {
        return Ok(BlockOutcome::UnknownAccount);
    };
    let is_changed = if entry.action == AuditAction::UnblockAccount {
        accounts::store::unblock(tx, user, entry.at).await?
    } else if account.user.role != Role::Customer {
        return Ok(BlockOutcome::HasRole);
    } else {
        accounts::session::store::delete_all(tx, user).await?;
        accounts::store::block(tx, user, entry.at).await?
    };
    if !is_changed {
        return Ok(BlockOutcome::Unchanged);
    }
    audit::record(tx, entry).await?;
    Ok(BlockOutcome::Changed)
}

/// Deletes the account's unpaid orders, and returns how many were deleted and how many are left. An order is left while
/// its payment is in progress, or while the card provider does not answer.
pub async fn delete_unpaid_orders(shop: &Shop, admin: &Id, user: &Id) -> Result<(u64, usize), db::Error> {
    let (mut deleted, mut tried) = (0, HashSet::new());
    loop {
        let unpaid =
            shop.db.read(user.clone(), |tx, user| Box::pin(orders::store::unpaid_of(tx, user))).await?;
        let mut left = unpaid.len();
        let new: Vec<Id> = unpaid.into_iter().filter(|id| tried.insert(id.clone())).collect();
        if new.is_empty() {
            return Ok((deleted, left));
        }
        for order in new {
            let by = |order: &Order| (order.user_id == *user).then(|| CancelledBy::Admin(admin.clone()));
            match cancel_purchase_of(shop, &order, by).await {
                Ok(CancelOrderOutcome::Deleted) => {
                    deleted += 1;
                    left -= 1;
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, order = %order, "an unpaid order of a customer could not be deleted yet");
                    if is_unreachable(&error) {
                        return Ok((deleted, left));
                    }
                }
            }
        }
    }
}
