//! Shipping a paid order, after asking the provider whether its payment still stands.
//!
//! An owner wants no parcel on its way for money that is gone: a refund in the provider's dashboard and a dispute are
//! not told to the shop. While the provider does not respond nothing is shipped, because a parcel does not come back
//! (docs/decisions/0017). Without card settings, with keys of another account, or for a recorded
//! payment, there is nothing to ask.

use super::{PaymentError, apply_intent::apply_intent};
use crate::{
    clients::stripe::IntentStatus,
    sales::orders::{
        order::OrderState,
        ship_order::{self, ShipOrderOutcome, ShipTarget},
        tracking::Tracking,
    },
    shop::Shop,
    values::ids::Id,
};

pub enum ShipPaidOrderOutcome {
    Asked(ShipOrderOutcome),
    /// The whole amount was refunded at the provider.
    Refunded,
    /// The payer's bank claimed the money back.
    Disputed,
    /// The provider has this payment, and it did not succeed.
    NotPaid,
}

/// Ships paid orders. Callers have `Permission::WriteOrders`. The provider is asked once for all orders. If the payment
/// of an order is disputed, the caller has to confirm the shipping.
pub async fn ship(
    shop: &Shop,
    by: &Id,
    target: ShipTarget,
    tracking: Tracking,
    despite_dispute: bool,
) -> Result<ShipPaidOrderOutcome, PaymentError> {
    let orders = shop.db.read(target.clone(), |tx, target| Box::pin(ship_order::meant(tx, target))).await?;
    // All orders of a purchase have one payment.
    let payment = orders.iter().find_map(|order| match &order.state {
        OrderState::Paid(payment) if payment.method.is_none() => Some(payment),
        OrderState::Unpaid
        | OrderState::Paid(_)
        | OrderState::Shipped { .. }
        | OrderState::Refunding(_)
        | OrderState::Refunded { .. } => None,
    });
    if let Some((cards, payment)) = shop.payments.as_ref().zip(payment) {
        match cards.client.retrieve_intent(&payment.transaction_id).await {
            Ok(intent) if intent.is_disputed() && !despite_dispute => {
                apply_intent(shop, &intent).await?;
                return Ok(ShipPaidOrderOutcome::Disputed);
            }
            Ok(intent) if intent.is_refunded() => return Ok(ShipPaidOrderOutcome::Refunded),
            Ok(intent) if intent.status != IntentStatus::Succeeded => {
                return Ok(ShipPaidOrderOutcome::NotPaid);
            }
            Ok(_) => {}
            Err(error) if error.is_missing() => {
                tracing::warn!(
                    intent = payment.transaction_id,
                    "an order is shipped whose payment this account of the card provider does not have"
                );
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(ShipPaidOrderOutcome::Asked(ship_order::ship(shop, by, target, tracking).await?))
}
