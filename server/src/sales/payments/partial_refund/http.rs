//! POST /orders/{id}/partial-refund.

use super::{PartialRefundOutcome, PartialRefundRequest, refund_part};
use crate::{
    accounts::extractors::Refunder, http::prelude::*, sales::payments::refund::http::RefundResponse,
    shop::Shop, values::payment_method::PaymentMethod,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(refund_part_of_order))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PartialRefundBody {
    /// Dollars, less than what is left of the payment.
    #[serde(default)]
    #[schema(required, value_type = f64, minimum = 0.01, maximum = 999_999.99)]
    amount: Field<Cents>,
    /// The customer reads it in an e-mail.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 300)]
    reason: Field<NonEmptyText<300>>,
    /// Dollars that were refunded before: the order's `refundedAmount`, or 0. A repeated request is refused by it.
    #[serde(default)]
    #[schema(required, value_type = f64, minimum = 0, maximum = 999_999.99)]
    refunded_before: Field<Cents>,
    /// How a part of a recorded payment went back. If absent, as it was paid. Ignored for a card.
    #[serde(default)]
    #[schema(value_type = Option<PaymentMethod>)]
    method: Field<PaymentMethod>,
}

/// Refund a part of a paid order (administrators). The order stays as it is. It cannot be undone.
#[utoipa::path(post, path = "/orders/{id}/partial-refund", tag = "orders", params(("id" = String, Path)),
    request_body = PartialRefundBody, security(("bearer" = []), ("keyRefundsWrite" = [])),
    responses((status = 200, body = RefundResponse), (status = 403),
        (status = 409, description = "`not_paid`, `refunded`, `refund_changed` (not `refundedBefore`), `refund_under_way`, `not_partial`, `disputed`, `no_payment`, `payments_disabled`")))]
async fn refund_part_of_order(
    State(shop): State<Arc<Shop>>,
    Refunder(caller): Refunder,
    PathSegment(order): PathSegment,
    JsonBody(body): JsonBody<PartialRefundBody>,
) -> Result<ApiJson<RefundResponse>, ApiError> {
    let order = OrderPathId::parse(&order)?;
    let mut check = Validator::new();
    let amount = check.required("amount", body.amount);
    if amount == Some(Cents::ZERO) {
        check.add_error("amount", InvalidValue::new("out_of_range", "Please enter at least 0.01."));
    }
    let reason = check.required("reason", body.reason);
    let method = check.optional("method", body.method);
    let refunded_before = check.required("refundedBefore", body.refunded_before);
    let (amount, reason, refunded_before) = check.finish((amount, reason, refunded_before))?;
    let request =
        PartialRefundRequest { order, amount, reason: reason.into_string(), refunded_before, method };
    let outcome = run_to_completion(async move { Ok(refund_part(&shop, caller.actor(), request).await?) });
    match outcome.await? {
        PartialRefundOutcome::Started(progress) => Ok(ApiJson(RefundResponse::new(Some(progress)))),
        PartialRefundOutcome::NotPaid => {
            Err(ApiError::conflict("not_paid", "This order is not paid, so there is nothing to refund."))
        }
        PartialRefundOutcome::Refunded => Err(ApiError::conflict(
            "refunded",
            "All of this order is already refunded, or is being refunded. Nothing was refunded this time.",
        )),
        PartialRefundOutcome::Disputed => Err(ApiError::conflict(
            "disputed",
            "The customer's bank has disputed this payment. Please respond to the dispute at the card provider: a refund would pay twice.",
        )),
        PartialRefundOutcome::NoPayment => Err(ApiError::conflict(
            "no_payment",
            "There is no recorded payment for this order. Please check Books before you refund it.",
        )),
        PartialRefundOutcome::UnderWay => Err(ApiError::conflict(
            "refund_under_way",
            "Another refund of this order is still under way. Please wait until the card provider has confirmed it.",
        )),
        PartialRefundOutcome::Changed(now) => Err(ApiError::conflict(
            "refund_changed",
            format!(
                "${now} of this order is refunded by now. Nothing was refunded this time. Please check the amount and try again."
            ),
        )),
        PartialRefundOutcome::NotPartial => Err(ApiError::conflict(
            "not_partial",
            "This is all that is left of the payment, or more. Please refund all of it instead, which closes the order.",
        )),
        PartialRefundOutcome::Unknown => Err(ApiError::not_found("order")),
    }
}
