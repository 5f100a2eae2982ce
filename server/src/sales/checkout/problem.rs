//! What a client reads when a basket was not bought.

use super::CheckoutError;
use crate::{
    http::error::ApiError,
    sales::{
        basket::{
            line::LineProblem,
            quotes::problem::{NOTHING_TO_BUY, login_required},
        },
        orders::place_order_problem::place_order_problem,
    },
    values::InvalidValue,
};

pub fn checkout_problem(why: CheckoutError) -> ApiError {
    match why {
        CheckoutError::Customer(why) => place_order_problem(&why),
        CheckoutError::EmptyBasket => ApiError::conflict(
            "basket_empty",
            "Your basket is empty. You may have bought it in another window.",
        ),
        CheckoutError::NothingToBuy => ApiError::conflict("nothing_to_buy", NOTHING_TO_BUY),
        CheckoutError::BasketChanged => ApiError::conflict(
            "basket_changed",
            "Your basket was changed in another window. Please check it and pay again.",
        ),
        CheckoutError::Line { tool, name, problem } => {
            let error = ApiError::conflict(problem.code(), format!("{name}: {}", problem.sentence()))
                .with("toolId", tool.to_string())
                .with("toolName", name);
            match problem {
                LineProblem::NotEnoughStock { available } => error.with("available", available),
                LineProblem::BelowMinimum { minimum } => error.with("minimum", minimum),
                LineProblem::ToolUnavailable | LineProblem::SoldOut => error,
            }
        }
        CheckoutError::QuoteChanged { quote, mut changes } => {
            if changes.is_empty() {
                changes.push("The sum has changed.".to_owned());
            }
            let detail = format!("{} Please check the new total before you pay.", changes.join(" "));
            let error = ApiError::conflict("quote_changed", detail).with("changes", changes);
            match serde_json::to_value(*quote) {
                Ok(quote) => error.with("quote", quote),
                Err(_) => error,
            }
        }
        CheckoutError::AddressMissing => ApiError::invalid_field(
            "address.street",
            InvalidValue::new(
                "required",
                "Please enter the address, or choose that the customer picks up the goods.",
            ),
        ),
        CheckoutError::TakesTooMuch { most } => ApiError::conflict(
            "takes_too_much",
            format!(
                "Before your first payment you can take more than half of the stock of {most} tools at most. Please take fewer pieces of the others."
            ),
        ),
        CheckoutError::NotPaidAtPickUp => ApiError::conflict(
            "not_paid_at_pick_up",
            "This order cannot be paid at the shop. Please choose another way to pay.",
        ),
        CheckoutError::PickUpWaits => ApiError::conflict(
            "pick_up_waits",
            "An order of yours waits to be paid at the shop. Please pick it up first, or pay for this one another way.",
        ),
        CheckoutError::EmailNotVerified => ApiError::conflict(
            "email_not_verified",
            "Please confirm your e-mail address before your first order that you pay at the shop, or pay by card.",
        ),
        CheckoutError::LoginRequired { most, amounts } => {
            ApiError::conflict("login_required", login_required(most, amounts))
        }
        CheckoutError::NotDeliverable(code, sentence) => ApiError::unprocessable(code, sentence),
        CheckoutError::Db(error) => error.into(),
    }
}
