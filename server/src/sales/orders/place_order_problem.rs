//! What a client reads when an order was not placed.

use super::place_order::PlaceOrderError;
use crate::{
    http::error::ApiError,
    values::{InvalidValue, money::Cents},
};

/// Delivery and taxes depend on the place.
pub fn place_unknown() -> ApiError {
    let why = "Please add the province and the postal code to the address.";
    ApiError::invalid_field("phone", InvalidValue::new("required", why))
}

pub fn place_order_problem(why: &PlaceOrderError) -> ApiError {
    match why {
        PlaceOrderError::SignedOut => ApiError::unauthenticated(),
        PlaceOrderError::ToolUnavailable => ApiError::conflict(
            "tool_unavailable",
            "This tool is no longer for sale. Please choose another one.",
        ),
        PlaceOrderError::ToolMismatch => ApiError::conflict(
            "tool_mismatch",
            "This tool has been renamed. Please check it before you order.",
        ),
        PlaceOrderError::BelowMinimum { minimum } => ApiError::unprocessable(
            "below_minimum",
            format!("Ordered Quantity is less than minimum quantity ({minimum})."),
        )
        .with("minimumQuantity", *minimum),
        PlaceOrderError::NotEnoughStock { available } => ApiError::conflict(
            "not_enough_stock",
            format!("Ordered Quantity is more than available quantity in stock ({available} left)."),
        )
        .with("availableQuantity", *available),
        PlaceOrderError::PriceChanged { price, amounts } => {
            let shown = price.format(*amounts);
            price_changed(*price, format!("The price has changed. One piece is now {shown}."))
        }
        PlaceOrderError::WrongTotal { price, quantity, total, amounts } => {
            let shown = price.format(*amounts);
            let total = total.format(*amounts);
            price_changed(*price, format!("The total is wrong: {quantity} × {shown} is {total}."))
        }
        PlaceOrderError::AmountDiffers { due, amounts } => {
            let detail = format!(
                "The amount due is {}. Nothing was entered. Please check the amount and enter the order again.",
                due.format(*amounts)
            );
            amount_differs(*due, detail)
        }
        PlaceOrderError::TotalOutOfRange { amounts } => {
            let least = Cents::MIN_CHARGE.format(*amounts);
            let most = Cents::MAX.format(*amounts);
            ApiError::unprocessable(
                "total_out_of_range",
                format!("We can charge a card between {least} and {most}. Please change the quantity."),
            )
        }
        PlaceOrderError::ProvinceUnknown => place_unknown(),
        PlaceOrderError::NotDeliveredThere(province) => ApiError::unprocessable(
            "not_delivered_there",
            format!("We do not deliver to {}. Please choose another address.", province.name()),
        ),
        PlaceOrderError::TooHeavy => ApiError::unprocessable(
            "too_heavy",
            "This is too heavy for our deliveries. Please order fewer pieces, or ask us.",
        ),
        PlaceOrderError::TooManyUnpaid { max, max_after_payment } => {
            let later = max_after_payment.map_or_else(String::new, |later| {
                format!(" After your first payment you can have up to {later}.")
            });
            ApiError::conflict(
                "too_many_unpaid_orders",
                format!(
                    "You have {max} unpaid orders. Please pay for one or delete one before you place another.{later}"
                ),
            )
        }
        PlaceOrderError::RateLimited(limited) => (*limited).into(),
        PlaceOrderError::CustomerUnknown => ApiError::invalid_field(
            "customerName",
            InvalidValue::new(
                "required",
                "No account has this e-mail address. Please enter the customer’s name too.",
            ),
        ),
        PlaceOrderError::CustomerUnconfirmed => ApiError::invalid_field(
            "customerName",
            InvalidValue::new(
                "not_confirmed",
                "This address is not confirmed. Is it this customer? If so, please enter the order again.",
            ),
        ),
        PlaceOrderError::CustomerBlocked => ApiError::conflict(
            "account_blocked",
            "This customer is blocked. An administrator can end the block on the Users page.",
        ),
        PlaceOrderError::Db(error) => error.clone().into(),
    }
}

/// Another amount was taken than is due.
pub fn amount_differs(due: Cents, detail: String) -> ApiError {
    let error = ApiError::conflict("amount_differs", detail);
    match serde_json::to_value(due) {
        Ok(due) => error.with("amountDue", due),
        Err(_) => error,
    }
}

/// One code for a wrong price and a wrong total, with the current price: the customer reloads in both cases.
fn price_changed(price: Cents, detail: String) -> ApiError {
    let error = ApiError::conflict("price_changed", detail);
    match serde_json::to_value(price) {
        Ok(price) => error.with("price", price),
        Err(_) => error,
    }
}
