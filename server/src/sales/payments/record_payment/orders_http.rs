//! POST /manageOrders: an order that staff enters, unpaid or paid at once.

use metrics::counter;
use serde_json::Value;

use super::{RecordedPayment, http::check_details, record_payment};
use crate::{
    accounts::{extractors::OrderWriter, permissions::Caller},
    base::idempotency::{IdempotencyKey, IdempotentRequest},
    http::prelude::*,
    sales::orders::{
        enter_order::{
            EnteredOrder,
            http::{check, person},
        },
        http::{PlaceOrderBody, PlacedOrder, store_refusal, stored_response},
        place_order::{self, Buyer, PlaceOrderOutcome},
        place_order_problem::place_order_problem,
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(enter_order))
}

/// Enter an order for a customer, for example on the phone. Price, minimum and stock are checked as in POST /orders. With
/// `customerName`, an address without an account gets one. With `paymentMethod`, the order is paid at once.
#[utoipa::path(post, path = "/manageOrders", tag = "orders", request_body = PlaceOrderBody,
    security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "Repeat with the same key to be sure: it is one order")),
    responses((status = 200, body = PlacedOrder),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`"),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`not_enough_stock`, `price_changed` (with the current `price`), `tool_unavailable`, `tool_mismatch`, `account_blocked`, `email_off`, `idempotency_running`"),
        (status = 422, description = "`below_minimum`, `total_out_of_range`, `invalid_field` (of `customerName`: no account has the address, or one that has not confirmed it), `idempotency_mismatch`")))]
async fn enter_order(
    State(shop): State<Arc<Shop>>,
    OrderWriter(caller): OrderWriter,
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
        Err(refusal) => return store_refusal(&shop, request, refusal).await,
    };
    let buyer = Buyer::Named(EnteredOrder::new(&shop, by.actor(), email, name, payment.is_some()));
    match place_order::place(&shop, buyer, purchase, request, stored_response).await? {
        PlaceOrderOutcome::Placed { order, purchase, .. } => {
            pay(shop, by, order.clone(), payment).await?;
            counter!("trowel_orders_total", "result" => "entered").increment(1);
            Ok(ApiJson(PlacedOrder::new(&order, purchase.as_deref())).into_response())
        }
        PlaceOrderOutcome::Refused(why) => Err(place_order_problem(&why)),
        PlaceOrderOutcome::Repeated(status) => match status.into_result()? {
            Some(stored) => {
                // The first request may have ended between the order and its payment.
                let stored_id = serde_json::from_str::<Value>(&stored.body).ok();
                let order = stored_id.and_then(|body| Id::parse(body["insertedId"].as_str()?));
                if let Some(order) = order {
                    pay(shop, by, order, payment).await?;
                }
                Ok(stored.into_response())
            }
            None => Err(ApiError::internal("an unused idempotency key was reported as used")),
        },
    }
}

/// How the customer has paid, if so.
fn check_payment(shop: &Shop, body: &mut PlaceOrderBody) -> Result<Option<RecordedPayment>, ApiError> {
    let mut check = Validator::new();
    let method = check.optional("paymentMethod", std::mem::take(&mut body.payment_method));
    let received_on = std::mem::take(&mut body.received_on);
    let reference = std::mem::take(&mut body.reference);
    let payment = method.map(|method| check_details(shop, &mut check, method, received_on, reference));
    check.finish(())?;
    Ok(payment)
}

/// A new order has no other payment. A repeated request finds it paid.
async fn pay(
    shop: Arc<Shop>,
    by: Caller,
    order: Id,
    payment: Option<RecordedPayment>,
) -> Result<(), ApiError> {
    let Some(payment) = payment else { return Ok(()) };
    let recorded = run_to_completion(async move {
        Ok(record_payment(&shop, by.actor(), order, payment, None, |_| None).await?)
    });
    recorded.await.map(drop)
}
