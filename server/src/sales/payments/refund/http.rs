//! POST /orders/{id}/refund.

use super::{RefundOutcome, RefundStatus, refund};
use crate::{
    accounts::extractors::Refunder, http::prelude::*, sales::payments::record_payment::RecordedRefund,
    shop::Shop, values::payment_method::PaymentMethod,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(refund_order))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundBody {
    /// Whether the quantity goes back into stock. Only before the order is shipped.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    return_stock: Field<bool>,
    /// How a recorded payment went back. If absent, as it was paid. Ignored for a card.
    #[serde(default)]
    #[schema(value_type = Option<PaymentMethod>)]
    method: Field<PaymentMethod>,
    /// About the refund of a recorded payment, for the shop.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    note: Field<Text<300>>,
}

/// The outcome of a refund. Until it is `given` the order says `Refund under way`, and the shop retries.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundResponse {
    acknowledged: bool,
    matched_count: u64,
    /// 0: it was refunded before.
    modified_count: u64,
    refund: RefundProgress,
}

/// `waits`: the card provider did not respond. `refused`: it rejects the refund; check its dashboard. `before`: it was
/// refunded before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RefundProgress {
    Given,
    Waits,
    Refused,
    Before,
}

impl RefundResponse {
    pub fn new(progress: Option<RefundStatus>) -> Self {
        let refund = match progress {
            Some(RefundStatus::Accepted) => RefundProgress::Given,
            Some(RefundStatus::Pending) => RefundProgress::Waits,
            Some(RefundStatus::Refused) => RefundProgress::Refused,
            None => RefundProgress::Before,
        };
        Self { acknowledged: true, matched_count: 1, modified_count: progress.is_some().into(), refund }
    }
}

/// Refund the whole amount of a paid order, or what is left of it (administrators). It cannot be undone.
#[utoipa::path(post, path = "/orders/{id}/refund", tag = "orders", params(("id" = String, Path)),
    request_body = RefundBody, security(("bearer" = []), ("keyRefundsWrite" = [])),
    responses((status = 200, body = RefundResponse), (status = 403),
        (status = 409, description = "`not_paid`, `already_shipped` (stock cannot be returned), `refund_conflict`, `disputed`, `no_payment`, `refund_under_way` (of a part), `payments_disabled`"),
        (status = 503, description = "`provider_unavailable`: whether it is paid is not known; nothing changed")))]
async fn refund_order(
    State(shop): State<Arc<Shop>>,
    Refunder(caller): Refunder,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<RefundBody>,
) -> Result<ApiJson<RefundResponse>, ApiError> {
    let id = OrderPathId::parse(&id)?;
    let mut check = Validator::new();
    let returns_stock = check.required("returnStock", body.return_stock);
    let method = check.optional("method", body.method);
    let note = check.optional("note", body.note).map(Text::into_string).filter(|note| !note.is_empty());
    let returns_stock = check.finish(returns_stock)?;
    let recorded = RecordedRefund { method, note };
    let outcome =
        run_to_completion(
            async move { Ok(refund(&shop, caller.actor(), id, returns_stock, recorded).await?) },
        );
    match outcome.await? {
        RefundOutcome::Started(progress) => Ok(ApiJson(RefundResponse::new(Some(progress)))),
        RefundOutcome::AlreadyStarted => Ok(ApiJson(RefundResponse::new(None))),
        RefundOutcome::Conflict => Err(ApiError::conflict(
            "refund_conflict",
            "This order is already refunded, with another choice about its stock. You can change the stock in Manage Tool.",
        )),
        RefundOutcome::Disputed => Err(ApiError::conflict(
            "disputed",
            "The customer's bank has disputed this payment. Please respond to the dispute at the card provider: a refund would pay twice.",
        )),
        RefundOutcome::PartUnderWay => Err(ApiError::conflict(
            "refund_under_way",
            "A refund of a part of this order is still under way. Please wait until the card provider has confirmed it.",
        )),
        RefundOutcome::NotPaid => {
            Err(ApiError::conflict("not_paid", "This order is not paid, so there is nothing to refund."))
        }
        RefundOutcome::Shipped => Err(ApiError::conflict(
            "already_shipped",
            "This order is shipped, so its tools can’t return to stock. Please refund it without returning them.",
        )),
        RefundOutcome::NoPayment => Err(ApiError::conflict(
            "no_payment",
            "There is no recorded payment for this order. Please check Books before you refund it.",
        )),
        RefundOutcome::Unknown => Err(ApiError::not_found("order")),
    }
}
