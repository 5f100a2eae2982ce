//! POST /manageOrders: an order that staff enters, unpaid or paid at once.

use serde_json::Value;

use super::{
    RecordPaymentOutcome, RecordedPayment,
    http::{check_details, respond},
    record_payment,
};
use crate::{
    accounts::{extractors::StaffWritingOrders, permissions::Caller},
    base::idempotency::{self, IdempotencyKey, IdempotentRequest, StoredResponse},
    http::prelude::*,
    sales::orders::{
        enter_order::{
            EnteredOrder,
            http::{check, person},
        },
        http::{PlaceOrderBody, PlacedOrder, stored_response},
        place_order::{self, Buyer, PlaceOrderOutcome},
        place_order_problem::place_order_problem,
    },
    shop::Shop,
    values::{metrics, money::UncheckedAmount},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(enter_order))
}

/// Enter an order for a customer, for example on the phone. Price, minimum and stock are checked as in POST /orders.
/// With `customerName`, an address without an account gets one. With `paymentMethod`, the order is paid at once.
#[utoipa::path(post, path = "/manageOrders", tag = "orders", request_body = PlaceOrderBody,
    security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "Repeat with the same key to be sure: it is one order")),
    responses((status = 200, body = PlacedOrder),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`"),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`not_enough_stock`, `price_changed` (with the current `price`), `amount_differs` (with the `amountDue`), `tool_unavailable`, `tool_mismatch`, `account_blocked`, `idempotency_running`"),
        (status = 422, description = "`below_minimum`, `total_out_of_range`, `invalid_field` (of `customerName`: no account has the address, or one that has not confirmed it), `idempotency_mismatch`")))]
async fn enter_order(
    State(shop): State<Arc<Shop>>,
    StaffWritingOrders(caller): StaffWritingOrders,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let by = person(caller)?;
    let request = IdempotentRequest::new(key, by.actor(), "POST /manageOrders", &body.bytes);
    let checked = body.parse::<PlaceOrderBody>().and_then(|mut body| {
        let payment = check_payment(&shop, &mut body)?;
        Ok((payment, check(body)?))
    });
    let (payment, (purchase, email, name)) = match checked {
        Ok(checked) => checked,
        Err(refusal) => return idempotency::store_refusal(&shop.db, &shop.clock, request, refusal).await,
    };
    // The order is as the caller showed it, so the total is what was paid.
    let payment = payment
        .map(|payment| RecordedPayment { amount: payment.amount.or(Some(purchase.total_cents)), ..payment });
    let amount = payment.as_ref().and_then(|payment| payment.amount);
    let mut entered = EnteredOrder::new(&shop, by.actor(), email, name, payment.is_some());
    entered.amount = amount;
    let buyer = Buyer::Named(entered);
    match place_order::place(&shop, buyer, purchase, request, stored_response).await? {
        PlaceOrderOutcome::Placed { order, purchase, .. } => {
            pay(shop, by, order.clone(), payment).await?;
            metrics::ORDERS.with_label_values(&["entered"]).inc();
            Ok(ApiJson(PlacedOrder::new(&order, purchase.as_deref())).into_response())
        }
        PlaceOrderOutcome::Refused(why) => Err(place_order_problem(&why)),
        PlaceOrderOutcome::Repeated(status) => {
            let stored = status.into_stored()?;
            pay_stored(shop, by, &stored, payment).await?;
            Ok(stored.into_response())
        }
    }
}

/// How the customer has paid, if so.
fn check_payment(shop: &Shop, body: &mut PlaceOrderBody) -> Result<Option<RecordedPayment>, ApiError> {
    let mut check = Validator::new();
    let method = check.optional("paymentMethod", std::mem::take(&mut body.payment_method));
    let received_on = std::mem::take(&mut body.received_on);
    let reference = std::mem::take(&mut body.reference);
    let amount = std::mem::take(&mut body.amount);
    let payment =
        method.map(|method| check_details(shop, &mut check, method, amount, received_on, reference));
    check.finish(())?;
    Ok(payment)
}

/// A new order has no other payment. A repeated request finds it paid.
pub async fn pay(
    shop: Arc<Shop>,
    by: Caller,
    order: Id,
    payment: Option<RecordedPayment>,
) -> Result<(), ApiError> {
    let Some(payment) = payment else { return Ok(()) };
    let recorded = run_to_completion(async move {
        Ok(record_payment(&shop, by.actor(), order, payment, None, |_| None).await?)
    });
    match recorded.await? {
        outcome @ RecordPaymentOutcome::AmountDiffers { .. } => respond(&outcome).map(drop),
        RecordPaymentOutcome::Recorded(_)
        | RecordPaymentOutcome::AlreadyPaid
        | RecordPaymentOutcome::Refunded
        | RecordPaymentOutcome::CardPaymentUnderWay
        | RecordPaymentOutcome::CardPaymentOpen
        | RecordPaymentOutcome::Unknown
        | RecordPaymentOutcome::Repeated(_) => Ok(()),
    }
}

/// The same for the order of a stored answer: the first request may have ended between the order and its payment.
pub async fn pay_stored(
    shop: Arc<Shop>,
    by: Caller,
    stored: &StoredResponse,
    payment: Option<RecordedPayment>,
) -> Result<(), ApiError> {
    let body = serde_json::from_str::<Value>(stored.body()).unwrap_or_default();
    let Some(order) = body["insertedId"].as_str().and_then(Id::parse) else { return Ok(()) };
    let due = UncheckedAmount::from_json(&body["totalPrice"]).ok().map(UncheckedAmount::as_i64);
    let payment = payment.map(|payment| RecordedPayment { amount: payment.amount.or(due), ..payment });
    pay(shop, by, order, payment).await
}
