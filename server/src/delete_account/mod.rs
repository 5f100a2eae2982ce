//! Closing one's account: whatever tells who somebody was goes, and what the shop has to account for stays.
//!
//! The row of the account stays behind, empty, since paid orders point to it. Nobody can sign in to it, no list shows it,
//! and its address is free for a new account. docs/decisions/0015 says what is kept, and why.

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
    /// A shop without an administrator could not be run.
    #[error("the last administrator")]
    LastAdmin,
    /// Whether an order is paid is open: its customer must still be there when it turns out.
    #[error("a payment is under way")]
    PaymentUnderWay,
    #[error(transparent)]
    Payment(#[from] payments::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// How often orders may be placed between our two steps before we give up for now.
const ROUNDS: usize = 3;

enum Step {
    Closed(Option<Entry>),
    LastAdmin,
    SessionOver,
    /// Placed since the unpaid ones were deleted.
    HasUnpaidOrders,
}

/// Nothing of the account has changed when this is refused, but unpaid orders may be gone by then.
pub async fn close(shop: &Shop, session: &StoredSession, password: Option<&Typed>) -> Result<(), Refusal> {
    let account = confirm(shop, session, password).await?;
    let user = account.user.id;
    if account.user.role == identity::user::Role::Admin && !has_another_admin(shop).await? {
        return Err(Refusal::LastAdmin); // before an order is deleted for it
    }
    for _ in 0..ROUNDS {
        delete_unpaid(shop, &user).await?;
        match close_in_one(shop, &user, &session.id).await? {
            Step::Closed(deed) => {
                shop.mail.wake();
                tracing::info!(user = user.as_str(), "account closed");
                if let Some(deed) = deed {
                    deed.log();
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
                // Paid at this very moment: it stays, like every order that is paid for.
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
    // In this order, as whoever changes a role does it. No customer waits for the administrators.
    let seen = identity::store::account_by_id(tx, user).await?;
    let is_admin = seen.is_some_and(|account| account.user.is_admin());
    let admins = if is_admin { identity::store::lock_admins(tx).await? } else { 0 };
    // Whoever orders, pays, ships or signs in waits here, and then finds no account.
    if !identity::store::lock_user(tx, user).await? || !session_store::is_there(tx, user, session).await? {
        return Ok(Step::SessionOver);
    }
    let Some(account) = identity::store::account_by_id(tx, user).await? else { return Ok(Step::SessionOver) };
    if account.user.is_admin() != is_admin {
        return Err(tx.overtaken()); // the role was changed between the two
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
    let deed =
        Entry { actor: Some(user.clone()), action: Action::RevokeAdmin, subject: user.clone(), at: now };
    audit::record(tx, &deed).await?;
    Ok(Step::Closed(Some(deed)))
}
