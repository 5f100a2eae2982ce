//! POST /orders/{id}/refund, POST /purchases/{id}/refund, POST /purchases/{id}/refund-quote and POST
//! /purchases/{id}/refunds/{refundId}/again.

use super::{
    RefundOutcome, RefundRejection, RefundRequest, RefundStatus, RefundTarget, find_refundable,
    lines_body::{LineToRefund, LinesToRefund},
    plan::RefundSelection,
    refund, refund_again,
    refund_json::{RefundRestJson, RefundSumJson},
    refund_problem::refund_problem,
};
use crate::{
    accounts::extractors::AdminRefunding,
    http::prelude::*,
    sales::payments::record_payment::RecordedRefund,
    shop::Shop,
    values::{locale::AmountFormat, payment_method::PaymentMethod},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(refund_order))
        .routes(routes!(refund_purchase))
        .routes(routes!(get_refund_quote))
        .routes(routes!(repeat_refund))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundBody {
    /// Whether the quantity goes back into stock. Only before the order is shipped.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    return_stock: Field<bool>,
    #[serde(flatten)]
    recorded: RecordedRefundBody,
}

/// About the refund of a recorded payment. Ignored for a card.
#[derive(Deserialize, ToSchema)]
struct RecordedRefundBody {
    /// How a recorded payment went back. If absent, as it was paid. Ignored for a card.
    #[serde(default)]
    #[schema(value_type = Option<PaymentMethod>)]
    method: Field<PaymentMethod>,
    /// About the refund of a recorded payment, for the shop.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    note: Field<Text<300>>,
}

/// What to refund of a purchase.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundSelection)]
struct SelectionBody {
    #[serde(default)]
    #[schema(value_type = Option<Vec<LineToRefund>>, max_items = 50)]
    lines: Field<LinesToRefund>,
    /// All that is left of the delivery. If nothing was shipped, it goes back with the last line in any case.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    delivery: Field<bool>,
    /// The pieces go back on sale. Only before they are shipped.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    return_stock: Field<bool>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PurchaseRefundBody {
    #[serde(flatten)]
    selection: SelectionBody,
    /// The customer reads it in an e-mail and on the credit note.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    reason: Field<Text<300>>,
    /// Dollars that were refunded before: the purchase's `refunded`. A repeated request is refused by it.
    #[serde(default)]
    #[schema(required, value_type = f64, minimum = 0, maximum = 999_999.99)]
    refunded_before: Field<Cents>,
    #[serde(flatten)]
    recorded: RecordedRefundBody,
}

impl SelectionBody {
    fn check(self, check: &mut Validator) -> RefundSelection {
        RefundSelection {
            lines: check.optional("lines", self.lines).map(|lines| lines.0).unwrap_or_default(),
            delivery: check.optional("delivery", self.delivery).unwrap_or_default(),
            returns_stock: check.optional("returnStock", self.return_stock).unwrap_or_default(),
        }
    }
}

impl RecordedRefundBody {
    fn check(self, check: &mut Validator) -> RecordedRefund {
        let method = check.optional("method", self.method);
        let note = check.optional("note", self.note).map(Text::into_string);
        RecordedRefund { method, note }
    }
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
    fn new(progress: Option<RefundStatus>) -> Self {
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
    AdminRefunding(caller): AdminRefunding,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<RefundBody>,
) -> Result<ApiJson<RefundResponse>, ApiError> {
    let id = OrderPathId::parse(&id)?;
    let mut check = Validator::new();
    let returns_stock = check.required("returnStock", body.return_stock);
    let recorded = body.recorded.check(&mut check);
    let returns_stock = check.finish(returns_stock)?;
    let target = RefundTarget::Order { id, returns_stock };
    let request = RefundRequest { target, reason: String::new(), recorded };
    let amounts = shop.amounts();
    run_to_completion(async move {
        respond(refund(&shop, caller.actor(), request).await?, Missing::Order, amounts)
    })
    .await
}

/// Refund pieces, amounts, lines or the delivery of a purchase (administrators). It cannot be undone.
#[utoipa::path(post, path = "/purchases/{id}/refund", tag = "orders", params(("id" = String, Path)),
    request_body = PurchaseRefundBody, security(("bearer" = []), ("keyRefundsWrite" = [])),
    responses((status = 200, body = RefundResponse), (status = 403),
        (status = 409, description = "`not_paid`, `refunded`, `refund_changed` (not `refundedBefore`), `already_shipped` (stock cannot be returned), `refund_under_way`, `disputed`, `no_payment`, `payments_disabled`"),
        (status = 422, description = "`refund_too_large` (with the rest), `nothing_to_refund`"),
        (status = 503, description = "`provider_unavailable`: whether it is paid is not known; nothing changed")))]
async fn refund_purchase(
    State(shop): State<Arc<Shop>>,
    AdminRefunding(caller): AdminRefunding,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<PurchaseRefundBody>,
) -> Result<ApiJson<RefundResponse>, ApiError> {
    let id = PurchasePathId::parse(&id)?;
    let mut check = Validator::new();
    let selection = body.selection.check(&mut check);
    let reason = check.optional("reason", body.reason).map(Text::into_string).unwrap_or_default();
    let recorded = body.recorded.check(&mut check);
    let refunded_before = check.required("refundedBefore", body.refunded_before);
    let refunded_before = check.finish(refunded_before)?;
    let target = RefundTarget::Purchase { id, selection, refunded_before };
    let request = RefundRequest { target, reason: reason.trim().to_owned(), recorded };
    let amounts = shop.amounts();
    run_to_completion(async move {
        respond(refund(&shop, caller.actor(), request).await?, Missing::Purchase, amounts)
    })
    .await
}

/// What a refund would return, and what is left.
#[derive(Serialize, ToSchema)]
struct RefundQuote {
    #[serde(flatten)]
    sum: RefundSumJson,
    /// Dollars that were refunded before.
    #[schema(value_type = f64)]
    refunded: Cents,
    left: RefundRestJson,
}

/// What a refund would return, and what can be refunded at most (administrators). With each tax. Changes nothing.
#[utoipa::path(post, path = "/purchases/{id}/refund-quote", tag = "orders", params(("id" = String, Path)),
    request_body = SelectionBody, security(("bearer" = []), ("keyRefundsWrite" = [])),
    responses((status = 200, body = RefundQuote), (status = 403),
        (status = 409, description = "`not_paid`, `refunded`, `already_shipped` (stock cannot be returned), `refund_under_way`"),
        (status = 422, description = "`refund_too_large` (with the rest)")))]
async fn get_refund_quote(
    State(shop): State<Arc<Shop>>,
    _: AdminRefunding,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<SelectionBody>,
) -> Result<ApiJson<RefundQuote>, ApiError> {
    let id = PurchasePathId::parse(&id)?;
    let mut check = Validator::new();
    let selection = body.check(&mut check);
    check.finish(())?;
    let purchase = find_refundable(&shop, id).await?.ok_or_else(|| ApiError::not_found(Missing::Purchase))?;
    let plan = match purchase.plan(&selection) {
        Ok(plan) => Some(plan),
        Err(RefundRejection::Nothing) => None,
        Err(rejection) => return Err(refund_problem(rejection, Missing::Purchase, shop.amounts())),
    };
    let sum = RefundSumJson::of_plan(&purchase, plan.as_ref());
    let left = RefundRestJson::new(&purchase);
    Ok(ApiJson(RefundQuote { sum, refunded: purchase.refunded(), left }))
}

/// How to return the money of a refund that failed.
#[derive(Deserialize, ToSchema)]
struct RefundAgainBody {
    /// How the shop has returned it itself. If absent, it goes to the card again.
    #[serde(default)]
    #[schema(value_type = Option<PaymentMethod>)]
    method: Field<PaymentMethod>,
    /// Only the shop reads this note.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    note: Field<Text<300>>,
}

/// Return the money of a refund that a bank sent back (administrators). To the card again, or recorded in
/// another way. The refund is one with `waits`.
#[utoipa::path(post, path = "/purchases/{id}/refunds/{refundId}/again", tag = "orders",
    params(("id" = String, Path), ("refundId" = String, Path)),
    request_body = RefundAgainBody, security(("bearer" = []), ("keyRefundsWrite" = [])),
    responses((status = 200, body = RefundResponse), (status = 403), (status = 409, description = "`payments_disabled`")))]
async fn repeat_refund(
    State(shop): State<Arc<Shop>>,
    AdminRefunding(caller): AdminRefunding,
    PathSegment((id, refund)): PathSegment<(String, String)>,
    JsonBody(body): JsonBody<RefundAgainBody>,
) -> Result<ApiJson<RefundResponse>, ApiError> {
    let ids = (
        PurchasePathId::parse(&id)?,
        Id::parse(&refund).ok_or_else(|| ApiError::not_found(Missing::Refund))?,
    );
    let mut check = Validator::new();
    let recorded = RecordedRefundBody { method: body.method, note: body.note }.check(&mut check);
    check.finish(())?;
    let amounts = shop.amounts();
    run_to_completion(async move {
        respond(refund_again(&shop, caller.actor(), ids, recorded).await?, Missing::Refund, amounts)
    })
    .await
}

fn respond(
    outcome: RefundOutcome,
    target: Missing,
    amounts: AmountFormat,
) -> Result<ApiJson<RefundResponse>, ApiError> {
    match outcome {
        RefundOutcome::Started(progress) => Ok(ApiJson(RefundResponse::new(Some(progress)))),
        RefundOutcome::AlreadyStarted => Ok(ApiJson(RefundResponse::new(None))),
        RefundOutcome::Rejected(rejection) => Err(refund_problem(rejection, target, amounts)),
    }
}
