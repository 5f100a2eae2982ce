//! Deletes the caller's account: personal data is deleted, and what the shop has to account for is anonymized.
//!
//! The row of the account stays, without personal data, because paid orders refer to it. It has no login method, no
//! list shows it, and its address is free for a new account. docs/decisions/0015 says what is kept, and why.

pub mod http;

use thiserror::Error;

use crate::{
    accounts::{
        self,
        password::{
            PlaintextPassword,
            reauthenticate::{ReauthError, reauthenticate},
        },
        session::{store as session_store, store::Session},
        user::Role,
    },
    base::{
        audit::{self, AuditEntry},
        email::{self, Mailer, message::EmailMessage},
    },
    catalogue::stock_alerts,
    db::{self, Tx},
    sales::{
        basket, former_orders, guests, newsletter,
        orders::{self, enter_order},
        payments::{
            self,
            cancel_order::{CancelledBy, cancel_purchase_of},
            ended_purchase,
        },
        review_requests, reviews,
    },
    shop::Shop,
    values::{email::Email, ids::Id, time::Timestamp},
};

#[derive(Debug, Error)]
pub enum DeleteAccountError {
    #[error(transparent)]
    Reauth(#[from] ReauthError),
    /// A shop needs an administrator.
    #[error("the last administrator")]
    LastAdmin,
    /// The customer must exist until the payment has succeeded or failed.
    #[error("a payment is in progress")]
    PaymentInProgress,
    #[error(transparent)]
    Payment(#[from] payments::PaymentError),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// How often a concurrent request may place an order between the two steps.
const MAX_ATTEMPTS: usize = 3;

enum DeleteAttempt {
    Deleted,
    LastAdmin,
    SessionExpired,
    /// An order was placed since the unpaid orders were deleted.
    HasUnpaidOrders,
}

/// An error leaves the account unchanged, but its unpaid orders may be deleted by then.
pub async fn close(
    shop: &Shop,
    session: &Session,
    password: Option<&PlaintextPassword>,
    deletes_reviews: bool,
) -> Result<(), DeleteAccountError> {
    let account = reauthenticate(shop, session, password).await?;
    let user = account.user.id;
    if account.user.role == Role::Admin && !has_another_admin(shop).await? {
        return Err(DeleteAccountError::LastAdmin); // before any order is deleted
    }
    for _ in 0..MAX_ATTEMPTS {
        delete_unpaid_orders(shop, &user).await?;
        match try_delete(shop, &user, &session.id, deletes_reviews).await? {
            DeleteAttempt::Deleted => {
                tracing::info!(user = user.as_str(), "account closed");
                return Ok(());
            }
            DeleteAttempt::LastAdmin => return Err(DeleteAccountError::LastAdmin),
            DeleteAttempt::SessionExpired => return Err(ReauthError::SessionExpired.into()),
            DeleteAttempt::HasUnpaidOrders => {}
        }
    }
    Err(DeleteAccountError::PaymentInProgress)
}

async fn has_another_admin(shop: &Shop) -> Result<bool, db::Error> {
    Ok(shop.db.write((), |tx, ()| accounts::store::lock_admins(tx)).await? > 1)
}

async fn delete_unpaid_orders(shop: &Shop, user: &Id) -> Result<(), DeleteAccountError> {
    loop {
        let unpaid = shop
            .db
            .read(user.clone(), |tx, user| Box::pin(enter_order::store::deletable_of(tx, user)))
            .await?;
        if unpaid.is_empty() {
            return Ok(());
        }
        for order in unpaid {
            let by = |order: &orders::order::Order| (order.user_id == *user).then_some(CancelledBy::Customer);
            match cancel_purchase_of(shop, &order, by).await? {
                payments::cancel_order::CancelOrderOutcome::PaymentInProgress => {
                    return Err(DeleteAccountError::PaymentInProgress);
                }
                // Paid meanwhile: it stays, like every paid order.
                payments::cancel_order::CancelOrderOutcome::Deleted
                | payments::cancel_order::CancelOrderOutcome::AlreadyPaid
                | payments::cancel_order::CancelOrderOutcome::Refunded
                | payments::cancel_order::CancelOrderOutcome::CardPaymentOpen
                | payments::cancel_order::CancelOrderOutcome::StillHeld
                | payments::cancel_order::CancelOrderOutcome::RestTooSmall
                | payments::cancel_order::CancelOrderOutcome::Unknown => {}
            }
        }
    }
}

async fn try_delete(
    shop: &Shop,
    user: &Id,
    session: &Id,
    deletes_reviews: bool,
) -> Result<DeleteAttempt, db::Error> {
    let input = (user.clone(), session.clone(), deletes_reviews, shop.mailer.clone(), shop.clock.now());
    let attempt = shop
        .db
        .write(input, |tx, (user, session, deletes_reviews, mail, now)| {
            Box::pin(delete_in_tx(tx, user, session, *deletes_reviews, mail, *now))
        })
        .await;
    shop.content_version.advance(); // their reviews
    attempt
}

async fn delete_in_tx(
    tx: &Tx<'_>,
    user: &Id,
    session: &Id,
    deletes_reviews: bool,
    mail: &Mailer,
    now: Timestamp,
) -> Result<DeleteAttempt, db::Error> {
    // Locks in the same order as a role change. Customers do not wait for the administrators' rows.
    let seen = accounts::store::account_by_id(tx, user).await?;
    let is_admin = seen.is_some_and(|account| account.user.is_admin());
    let admins = if is_admin { accounts::store::lock_admins(tx).await? } else { 0 };
    // Concurrent orders, payments, shipments and logins wait for this lock, and then find no account.
    if !accounts::store::lock_user(tx, user).await? || !session_store::exists(tx, user, session).await? {
        return Ok(DeleteAttempt::SessionExpired);
    }
    let Some(account) = accounts::store::account_by_id(tx, user).await? else {
        return Ok(DeleteAttempt::SessionExpired);
    };
    if account.user.is_admin() != is_admin {
        return Err(tx.conflict()); // the role was changed meanwhile
    }
    if is_admin && admins <= 1 {
        return Ok(DeleteAttempt::LastAdmin);
    }
    if !enter_order::store::deletable_of(tx, user).await?.is_empty() {
        return Ok(DeleteAttempt::HasUnpaidOrders);
    }
    let email = account.user.email.as_deref().and_then(Email::parse);
    let customer = enter_order::keep::keep_entered(tx, user, now).await?;
    if let Some(customer) = &customer {
        payments::store::move_to_user(tx, user, customer).await?;
    }
    if let Some(email) = &email {
        email::outbox::delete_for_recipient(tx, email).await?;
        // An unconfirmed address may be another person's.
        if account.is_verified {
            former_orders::anonymize(tx, email).await?;
            newsletter::store::withdraw(tx, email, now).await?;
        }
        let message = EmailMessage::AccountDeleted { name: account.user.display_name.clone() };
        mail.queue(tx, email, &message, now).await?;
    }
    review_requests::store::anonymize(tx, user).await?;
    orders::anonymize::anonymize_orders(tx, user, now).await?;
    guests::store::delete_of_user(tx, user).await?;
    stock_alerts::store::delete_of_user(tx, user).await?;
    basket::store::delete_of_user(tx, user).await?;
    ended_purchase::store::delete_of_user(tx, user).await?;
    if deletes_reviews {
        reviews::store::delete_by_user(tx, user).await?;
    }
    reviews::store::anonymize_author(tx, user, orders::anonymize::ANONYMIZED_NAME).await?;
    accounts::cleanup::erase_user(tx, user, orders::anonymize::ANONYMIZED_NAME, now).await?;
    if let (Some(customer), Some(email)) = (&customer, &email) {
        accounts::store::give_email(tx, customer, email, now).await?;
        accounts::store::update_search_words(tx, customer).await?;
    }
    if account.user.role != Role::Customer {
        let action = accounts::roles::revocation(account.user.role);
        audit::record(tx, &AuditEntry::by(user, action, user.clone(), now)).await?;
    }
    Ok(DeleteAttempt::Deleted)
}
