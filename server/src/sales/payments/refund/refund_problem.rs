//! What an administrator reads when a refund was not made.

use super::RefundRejection;
use crate::{
    http::error::ApiError,
    values::{InvalidValue, locale::AmountFormat, money::Cents},
};

/// `what` is `order` or `purchase`.
pub fn refund_problem(rejection: RefundRejection, what: &str, amounts: AmountFormat) -> ApiError {
    let (code, detail) = match rejection {
        RefundRejection::NotPaid => {
            ("not_paid", "This order is not paid, so there is nothing to refund.".to_owned())
        }
        RefundRejection::Refunded => (
            "refunded",
            "All of this order is already refunded, or is being refunded. Nothing was refunded this time."
                .to_owned(),
        ),
        RefundRejection::Conflict => (
            "refund_conflict",
            "This order is already refunded, with another choice about its stock. You can change the stock in Manage Tool."
                .to_owned(),
        ),
        RefundRejection::UnderWay => (
            "refund_under_way",
            "Another refund of this order is still under way. Please wait until the card provider has confirmed it."
                .to_owned(),
        ),
        RefundRejection::Changed(now) => (
            "refund_changed",
            format!(
                "{} is refunded by now. Nothing was refunded this time. Please check the amount and try again.",
                now.format(amounts)
            ),
        ),
        RefundRejection::Shipped => (
            "already_shipped",
            "This order is shipped, so its tools can’t return to stock. Please refund it without returning them."
                .to_owned(),
        ),
        RefundRejection::Disputed => (
            "disputed",
            "The customer’s bank has disputed this payment. Please respond to the dispute at the card provider: a refund would pay twice."
                .to_owned(),
        ),
        RefundRejection::NoPayment => (
            "no_payment",
            "There is no recorded payment for this order. Please check Books before you refund it.".to_owned(),
        ),
        RefundRejection::TooLarge { of, rest } => {
            let amount = Cents::new(rest.amount).unwrap_or(Cents::ZERO);
            let pieces = match rest.quantity {
                _ if amount == Cents::ZERO || of == "the delivery" => String::new(),
                0 => String::new(),
                1 => " (1 piece)".to_owned(),
                pieces => format!(" ({pieces} pieces)"),
            };
            return ApiError::unprocessable(
                "refund_too_large",
                format!(
                    "{}{pieces} is left to refund of {of}. Nothing was refunded this time.",
                    amount.format(amounts)
                ),
            )
            .with("left", serde_json::json!(amount));
        }
        RefundRejection::Nothing => {
            return ApiError::unprocessable(
                "nothing_to_refund",
                "Please choose what to refund: pieces, an amount or the delivery.",
            );
        }
        RefundRejection::UnknownLine => {
            let detail = "A line names an order that is not in this purchase. Please reload the page.";
            return ApiError::invalid_field("lines", InvalidValue::new("invalid_lines", detail));
        }
        RefundRejection::Unknown => return ApiError::not_found(what),
    };
    ApiError::conflict(code, detail)
}
