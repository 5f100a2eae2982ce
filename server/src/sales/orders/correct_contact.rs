//! Correcting the address and phone of an order that is not shipped yet.

use super::{
    order::{Contact, Order, OrderState},
    store,
};
use crate::{
    accounts::permissions::{Caller, Permission},
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    shop::Shop,
    values::ids::Id,
};

pub enum CorrectContactOutcome {
    Corrected,
    Unchanged,
    AlreadyShipped,
    /// Or its refund has begun.
    Refunded,
    /// Or it belongs to another customer.
    Unknown,
}

/// For the order's owner and for the people of the shop, whose correction is audited.
pub async fn correct_contact(
    shop: &Shop,
    by: &Caller,
    id: Id,
    contact: Contact,
) -> Result<CorrectContactOutcome, db::Error> {
    let entry = AuditEntry::by(by.actor(), AuditAction::CorrectContact, id, shop.clock.now());
    let input = (by.clone(), contact, entry);
    shop.db.write(input, |tx, (by, contact, entry)| Box::pin(correct_in_tx(tx, by, contact, entry))).await
}

async fn correct_in_tx(
    tx: &Tx<'_>,
    by: &Caller,
    contact: &Contact,
    entry: &AuditEntry,
) -> Result<CorrectContactOutcome, db::Error> {
    // Shipping and refunding wait for this lock, or come first.
    store::lock_order(tx, &entry.subject).await?;
    let order = store::by_id(tx, &entry.subject)
        .await?
        .filter(|order| by.is(&order.user_id) || by.may(Permission::WriteOrders));
    let Some(order) = order else { return Ok(CorrectContactOutcome::Unknown) };
    let refusal = match &order.state {
        OrderState::Unpaid | OrderState::Paid(_) => None,
        OrderState::Shipped { .. } => Some(CorrectContactOutcome::AlreadyShipped),
        OrderState::Refunding(_) | OrderState::Refunded { .. } => Some(CorrectContactOutcome::Refunded),
    };
    if let Some(refusal) = refusal {
        return Ok(refusal);
    }
    if order.contact == *contact {
        return Ok(CorrectContactOutcome::Unchanged);
    }
    if !by.is(&order.user_id) {
        audit::record(tx, entry).await?;
    }
    store::update_customer(tx, &Order { contact: contact.clone(), ..order }).await?;
    Ok(CorrectContactOutcome::Corrected)
}
