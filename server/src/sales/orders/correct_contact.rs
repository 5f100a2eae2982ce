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
    let actor = Some(by.actor().clone());
    let entry = AuditEntry { actor, action: AuditAction::CorrectContact, subject: id, at: shop.clock.now() };
    let input = (by.clone(), contact, entry.clone());
    let (outcome, is_audited) = shop
        .db
        .write(input, |tx, (by, contact, entry)| Box::pin(correct_in_tx(tx, by, contact, entry)))
        .await?;
    if is_audited {
        entry.log();
    }
    Ok(outcome)
}

/// The second value tells whether the correction is audited.
async fn correct_in_tx(
    tx: &Tx<'_>,
    by: &Caller,
    contact: &Contact,
    entry: &AuditEntry,
) -> Result<(CorrectContactOutcome, bool), db::Error> {
    // Shipping and refunding wait for this lock, or come first.
    store::lock_order(tx, &entry.subject).await?;
    let order = store::by_id(tx, &entry.subject)
        .await?
        .filter(|order| by.is(&order.user_id) || by.may(Permission::WriteOrders));
    let Some(order) = order else { return Ok((CorrectContactOutcome::Unknown, false)) };
    let refusal = match &order.state {
        OrderState::Unpaid | OrderState::Paid(_) => None,
        OrderState::Shipped { .. } => Some(CorrectContactOutcome::AlreadyShipped),
        OrderState::Refunding(_) | OrderState::Refunded { .. } => Some(CorrectContactOutcome::Refunded),
    };
    if let Some(refusal) = refusal {
        return Ok((refusal, false));
    }
    if order.contact == *contact {
        return Ok((CorrectContactOutcome::Unchanged, false));
    }
    let is_audited = !by.is(&order.user_id);
    store::update_customer(tx, &Order { contact: contact.clone(), ..order }).await?;
    if is_audited {
        audit::record(tx, entry).await?;
    }
    Ok((CorrectContactOutcome::Corrected, is_audited))
}
