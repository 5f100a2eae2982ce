//! Deletes the caller's account: personal data is deleted, and what the shop has to account for is anonymized.
//!
//! The row of the account stays, without personal data, because paid orders refer to it. It has no login method, no
//! list shows it, and its address is free for a new account. docs/decisions/0015 says what is kept, and why.

pub mod http;

use std::sync::Arc;

use thiserror::Error;

use crate::{
    audit::{self, Action, Entry},
    db::{self, Tx},
    email::{self, Mail, message::Letter},
    identity::{
        self,
        password::{
            Typed,
            reauthenticate::{Unconfirmed, confirm},
        },
        session::store as session_store,
        store::StoredSession,
    },
    orders,
    payments::{
        self,
        cancel_order::{By, delete},
    },
    reviews,
    shop::Shop,
    values::{email::Email, ids::Id, time::Moment},
};

#[derive(Debug, Error)]
pub enum Refusal {
    #[error(transparent)]
    Unconfirmed(#[from] Unconfirmed),
    /// A shop needs an administrator.
    #[error("the last administrator")]
    LastAdmin,
    /// The customer must exist until the payment has succeeded or failed.
    #[error("a payment is in progress")]
    PaymentUnderWay,
    #[error(transparent)]
    Payment(#[from] payments::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// How often a concurrent request may place an order between the two steps.
const ROUNDS: usize = 3;

enum Step {
    Closed(Option<Entry>),
    LastAdmin,
    SessionOver,
    /// An order was placed since the unpaid orders were deleted.
    HasUnpaidOrders,
}

/// An error leaves the account unchanged, but its unpaid orders may be deleted by then.
pub async fn close(shop: &Shop, session: &StoredSession, password: Option<&Typed>) -> Result<(), Refusal> {
    let account = confirm(shop, session, password).await?;
    let user = account.user.id;
    if account.user.role == identity::user::Role::Admin && !has_another_admin(shop).await? {
        return Err(Refusal::LastAdmin); // before any order is deleted
    }
    for _ in 0..ROUNDS {
        delete_unpaid(shop, &user).await?;
        match close_in_one(shop, &user, &session.id).await? {
            Step::Closed(audit_entry) => {
                shop.mail.wake();
                tracing::info!(user = user.as_str(), "account closed");
                if let Some(audit_entry) = audit_entry {
                    audit_entry.log();
                }
                return Ok(());
            }
            Step::LastAdmin => return Err(Refusal::LastAdmin),
            Step::SessionOver => return Err(Unconfirmed::SessionOver.into()),
            Step::HasUnpaidOrders => {}
        }
    }
    Err(Refusal::PaymentUnderWay)
}

async fn has_another_admin(shop: &Shop) -> Result<bool, db::Error> {
    let admins: u64 =
        shop.db.write(move |tx| Box::pin(async move { identity::store::lock_admins(tx).await })).await?;
    Ok(admins > 1)
}

async fn delete_unpaid(shop: &Shop, user: &Id) -> Result<(), Refusal> {
    loop {
        let whose = user.clone();
        let unpaid: Vec<Id> = shop
            .db
            .read(move |tx| {
                let user = whose.clone();
                Box::pin(async move { orders::store::unpaid_of(tx, &user).await })
            })
            .await
            .map_err(|error: db::Error| Refusal::from(error))?;
        if unpaid.is_empty() {
            return Ok(());
        }
        for order in unpaid {
            let by = |order: &orders::order::Order| (order.user_id == *user).then_some(By::Owner);
            match delete(shop, &order, by).await? {
                payments::cancel_order::Outcome::PaymentUnderWay => return Err(Refusal::PaymentUnderWay),
                // Paid meanwhile: it stays, like every paid order.
                payments::cancel_order::Outcome::Deleted
                | payments::cancel_order::Outcome::AlreadyPaid
                | payments::cancel_order::Outcome::Refunded
                | payments::cancel_order::Outcome::Unknown => {}
            }
        }
    }
}

async fn close_in_one(shop: &Shop, user: &Id, session: &Id) -> Result<Step, db::Error> {
    let asked = Arc::new((user.clone(), session.clone(), shop.mail.clone()));
    let now = shop.clock.now();
    shop.db
        .write(move |tx| {
            let asked = Arc::clone(&asked);
            Box::pin(async move {
                let (user, session, mail) = &*asked;
                close_in(tx, user, session, mail, now).await
            })
        })
        .await
}

async fn close_in(tx: &Tx<'_>, user: &Id, session: &Id, mail: &Mail, now: Moment) -> Result<Step, db::Error> {
    // Locks in the same order as a role change. Customers do not wait for the administrators' rows.
    let seen = identity::store::account_by_id(tx, user).await?;
    let is_admin = seen.is_some_and(|account| account.user.is_admin());
    let admins = if is_admin { identity::store::lock_admins(tx).await? } else { 0 };
    // Concurrent orders, payments, shipments and logins wait for this lock, and then find no account.
    if !identity::store::lock_user(tx, user).await? || !session_store::is_there(tx, user, session).await? {
        return Ok(Step::SessionOver);
    }
    let Some(account) = identity::store::account_by_id(tx, user).await? else { return Ok(Step::SessionOver) };
    if account.user.is_admin() != is_admin {
        return Err(tx.overtaken()); // the role was changed meanwhile
    }
    if is_admin && admins <= 1 {
        return Ok(Step::LastAdmin);
    }
    if orders::store::has_unpaid(tx, user, 1).await? {
        return Ok(Step::HasUnpaidOrders);
    }
    if let Some(email) = account.user.email.as_deref().and_then(Email::parse) {
        email::outbox::forget_recipient(tx, &email).await?;
        let letter = Letter::AccountClosed { name: account.user.display_name.clone() };
        mail.queue(tx, &email, &letter, now).await?;
    }
    orders::anonymize::forget_customer(tx, user).await?;
    reviews::store::set_author(tx, user, orders::anonymize::NOBODY).await?;
    identity::store::erase_user(tx, user, orders::anonymize::NOBODY, now).await?;
    if !is_admin {
        return Ok(Step::Closed(None));
    }
    let audit_entry =
        Entry { actor: Some(user.clone()), action: Action::RevokeAdmin, subject: user.clone(), at: now };
    audit::record(tx, &audit_entry).await?;
    Ok(Step::Closed(Some(audit_entry)))
}
