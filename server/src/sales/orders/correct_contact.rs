//! Correcting the address and phone of an order that is not shipped yet.

use super::{
    order::{Contact, Order, OrderState},
    store,
};
use crate::{
    accounts::permissions::{Caller, Permission},
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    sales::purchases,
    shop::Shop,
    values::{ids::Id, province::Province},
};

pub enum CorrectContactOutcome {
    Corrected,
    Unchanged,
    AlreadyShipped,
    /// Or its refund has begun.
    Refunded,
    /// Delivery and taxes were calculated for another province.
    OtherProvince,
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
    let to = shop.settings.current().charges.destination_of(contact.delivery_address());
    let province = to.map(|to| to.province);
    let input = (by.clone(), contact, province, entry);
    shop.db
        .write(input, |tx, (by, contact, province, entry)| {
            Box::pin(correct_in_tx(tx, by, contact, *province, entry))
        })
        .await
}

async fn correct_in_tx(
    tx: &Tx<'_>,
    by: &Caller,
    contact: &Contact,
    province: Option<Province>,
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
    let purchase = purchases::store::by_id(tx, &order.line.purchase_id).await?;
    let charged = purchase.filter(|it| !it.delivery.is_pick_up).and_then(|purchase| purchase.province);
    if charged.is_some_and(|charged| province != Some(charged)) {
        return Ok(CorrectContactOutcome::OtherProvince);
    }
    if !by.is(&order.user_id) {
        audit::record(tx, entry).await?;
    }
    store::update_customer(tx, &Order { contact: contact.clone(), ..order }).await?;
    Ok(CorrectContactOutcome::Corrected)
}
