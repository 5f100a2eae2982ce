//! What a purchase costs.

use super::place_order::{PlaceOrderError, PurchaseRequest};
use crate::{
    catalogue::tools::tool::Tool,
    values::{locale::AmountFormat, money::Cents},
};

/// The price of one piece and the total, if the request matches the tool's current price and stock. Clients that do not
/// know prices by quantity show the base price. Their customers pay the lower one.
pub fn check_terms(
    tool: &Tool,
    purchase: &PurchaseRequest,
    amounts: AmountFormat,
) -> Result<(Cents, Cents), PlaceOrderError> {
    if purchase.quantity < tool.minimum {
        return Err(PlaceOrderError::BelowMinimum { minimum: tool.minimum });
    }
    let price = tool.price_for(purchase.quantity);
    let Some(total) = price.times(purchase.quantity) else {
        return Err(PlaceOrderError::TotalOutOfRange { amounts });
    };
    if purchase.quantity > tool.available {
        return Err(PlaceOrderError::NotEnoughStock { available: tool.available });
    }
    let shown = [price, tool.price].map(Cents::as_i64);
    if !shown.contains(&purchase.price_cents) {
        return Err(PlaceOrderError::PriceChanged { price, amounts });
    }
    if !shown.map(|cents| cents * purchase.quantity).contains(&purchase.total_cents) {
        return Err(PlaceOrderError::WrongTotal { price, quantity: purchase.quantity, total, amounts });
    }
    Ok((price, total))
}
