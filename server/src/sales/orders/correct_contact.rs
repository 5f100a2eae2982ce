//! Correcting the address and phone of an order that is not shipped yet, and of the orders that it was paid with.

use super::{
    order::{Contact, Order, OrderState},
    store,
};
use crate::{
    accounts::permissions::{Caller, Permission},
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    sales::purchases::{self, Purchase},
    settings::{
        charges::{Charges, named_place},
        delivery::Destination,
        shop_settings::cache::CurrentSettings,
    },
    shop::Shop,
    values::{ids::Id, postal_code::find_postal_code},
};

pub enum CorrectContactOutcome {
    Corrected,
    Unchanged,
    AlreadyShipped,
    /// The order was refunded, or its refund has begun.
    Refunded,
    /// Delivery and taxes were calculated for another place.
    OtherProvince,
    /// Delivery and taxes depend on the place, and the new address names none.
    PlaceUnknown,
    /// Its customer does not see the address that it has.
    EmailNotVerified,
    /// There is no such order, or it belongs to another customer.
    Unknown,
}

/// Corrects the contact of an order. The order's owner calls it, and the people of the shop, whose correction is
/// audited.
pub async fn correct_contact(
    shop: &Shop,
    by: &Caller,
    id: Id,
    contact: Contact,
) -> Result<CorrectContactOutcome, db::Error> {
    let entry = AuditEntry::by(by.actor(), AuditAction::CorrectContact, id, shop.clock.now());
    let input = (by.clone(), contact, shop.settings.current(), entry);
    shop.db
        .write(input, |tx, (by, contact, settings, entry)| {
            Box::pin(correct_in_tx(tx, by, contact, settings, entry))
        })
        .await
}

async fn correct_in_tx(
    tx: &Tx<'_>,
    by: &Caller,
    contact: &Contact,
    settings: &CurrentSettings,
    entry: &AuditEntry,
) -> Result<CorrectContactOutcome, db::Error> {
    // Shipping and refunding wait for these locks, or come first.
    purchases::store::lock_of(tx, &entry.subject).await?;
    let Some(purchase) = purchases::store::of_order(tx, &entry.subject).await? else {
        return Ok(CorrectContactOutcome::Unknown);
    };
    store::lock_lines(tx, &purchase.id).await?;
    let lines = store::of_purchase(tx, &purchase.id).await?;
    let order = lines.iter().find(|line| line.id == entry.subject);
    let Some(order) = order.filter(|order| order.is_of(by) || by.may(Permission::WriteOrders)) else {
        return Ok(CorrectContactOutcome::Unknown);
    };
    let refusal = match &order.state {
        _ if order.is_unconfirmed && !by.may(Permission::WriteOrders) => {
            Some(CorrectContactOutcome::EmailNotVerified)
        }
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
    let to = named_place(contact.delivery_address()).filter(|_| !purchase.delivery.is_pick_up);
    if is_charged(&purchase) && !purchase.delivery.is_pick_up {
        let before = order.contact.delivery_address();
        let has_moved = before != contact.delivery_address() && named_place(before).is_some();
        match &to {
            Some(to) if is_quoted_for_another(&purchase, to, &settings.charges) => {
                return Ok(CorrectContactOutcome::OtherProvince);
            }
            None if has_moved => return Ok(CorrectContactOutcome::PlaceUnknown),
            _ => {}
        }
    }
    if !by.is(&order.user_id) {
        audit::record(tx, entry).await?;
    }
    if let Some(Destination { province, .. }) = to {
        let code = find_postal_code(contact.delivery_address());
        purchases::store::set_place(tx, &purchase.id, province, code.as_ref()).await?;
    }
    // They go into one parcel.
    for line in lines {
        if matches!(line.state, OrderState::Unpaid | OrderState::Paid(_)) {
            store::update_customer(tx, &Order { contact: contact.clone(), ..line }, entry.at).await?;
        }
    }
    Ok(CorrectContactOutcome::Corrected)
}

fn is_charged(purchase: &Purchase) -> bool {
    purchase.delivery.method.is_some() || purchase.taxes().next().is_some()
}

/// Whether the purchase would cost something else there.
fn is_quoted_for_another(purchase: &Purchase, to: &Destination, charges: &Charges) -> bool {
    let mut methods =
        charges.methods.iter().filter(|method| purchase.delivery.method.as_ref() == Some(&method.id));
    purchase.province != Some(to.province) || methods.any(|method| !method.reaches(to))
}
