//! Paying, deleting and shipping an order, and the provider's webhook.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    PaymentError, cancel_order, confirm, create_intent, refund,
    ship::{self, ShipPaidOrderOutcome},
    webhook,
};
use crate::{
    clients::stripe::webhook::{StripeEvent, signature_is_valid},
    db,
    http::{
        error::{ApiError, Problem},
        json::{ApiJson, Field, JsonBody, PathSegment, RawBody, RawJson, Validator},
        write_results::{Deleted, WriteResult},
    },
    idempotency::{self, IdempotencyKey, StoredResponse},
    identity::{extractors::BearerUser, store::Session},
    orders::{self, order::Order, ship_order::ShipOrderOutcome},
    shop::Shop,
    values::{InvalidValue, ids::Id, money::Cents, text::Text},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(create_payment_intent))
        .routes(routes!(delete_order, change_order))
        .routes(routes!(receive_stripe_event))
        .merge(refund::http::routes())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CreateIntentBody {
    /// Dollars; exactly the total of an unpaid order of the caller.
    #[serde(default)]
    #[schema(required, value_type = f64)]
    total_price: Field<Cents>,
    /// Which order, when several come to the same total.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    order_id: Field<Text<64>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClientSecret {
    /// For the card provider's browser script.
    client_secret: String,
}

/// Start to pay an order, or continue: repeated calls for one order return the same secret.
#[utoipa::path(post, path = "/create-payment-intent", tag = "payment", request_body = CreateIntentBody, security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = ClientSecret), (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`", body = Problem), (status = 401, body = Problem), (status = 404, description = "the order is unknown, or it belongs to another account", body = Problem),
        (status = 409, description = "`no_payable_order`, `already_paid`, `refunded`, `payments_disabled`, `payment_refused`, `idempotency_running`", body = Problem), (status = 422, description = "`idempotency_mismatch`", body = Problem),
        (status = 429, description = "`too_many_intents`", body = Problem), (status = 503, description = "`provider_unavailable`", body = Problem)))]
async fn create_payment_intent(
    State(shop): State<Arc<Shop>>,
    BearerUser(session): BearerUser,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let Some(request) = idempotency::IdempotentRequest::new(
        key,
        &session.user.id,
        "POST /create-payment-intent",
        &body.bytes,
    ) else {
        return run_to_completion(async move { start_payment(&shop, &session, &body).await })
            .await
            .map(IntoResponse::into_response);
    };
    run_to_completion(start_payment_idempotent(shop, session, request, body)).await
}

/// Runs `work` in a task of its own, so that it completes even when the client disconnects.
pub(crate) async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work).await.unwrap_or_else(|panic| Err(ApiError::internal(panic)))
}

/// Claims the idempotency key first, and completes or releases it whatever the outcome.
async fn start_payment_idempotent(
    shop: Arc<Shop>,
    session: Session,
    request: idempotency::IdempotentRequest,
    body: RawJson,
) -> Result<Response, ApiError> {
    let now = shop.clock.now();
    let reserve = || {
        let input = (request.clone(), now);
        shop.db.write(input, |tx, (request, now)| Box::pin(idempotency::begin(tx, request, *now)))
    };
    let mut status = reserve().await;
    if status.as_ref().is_err_and(db::Error::is_unique_violation) {
        status = reserve().await; // a concurrent request claimed the key: read its status
    }
    if let Some(kept) = status?.into_result()? {
        return Ok(kept.into_response());
    }
    let answer = start_payment(&shop, &session, &body).await;
    let kept = match &answer {
        Ok(ApiJson(secret)) => serde_json::to_string(secret).ok().map(StoredResponse::success),
        Err(error) => StoredResponse::from_error(error),
    };
    shop.db
        .write((request, now, kept), |tx, (request, now, kept)| {
            Box::pin(idempotency::complete(tx, request, *now, kept.as_ref()))
        })
        .await?;
    answer.map(IntoResponse::into_response)
}

async fn start_payment(
    shop: &Shop,
    session: &Session,
    body: &RawJson,
) -> Result<ApiJson<ClientSecret>, ApiError> {
    let body: CreateIntentBody = body.parse()?;
    let mut check = Validator::new();
    let total = check.required("totalPrice", body.total_price);
    let order = check.optional("orderId", body.order_id);
    let (Some(total), true) = (total, check.is_valid()) else { return Err(check.into_error()) };
    let order = match order {
        None => None,
        Some(id) => Some(Id::parse(id.as_str()).ok_or_else(|| ApiError::not_found("order"))?),
    };
    match create_intent::start(shop, &session.user.id, total, order).await? {
        create_intent::CreateIntentOutcome::ClientSecret(client_secret) => {
            Ok(ApiJson(ClientSecret { client_secret }))
        }
        create_intent::CreateIntentOutcome::UnknownOrder => Err(ApiError::not_found("order")),
        create_intent::CreateIntentOutcome::NoPayableOrder => Err(ApiError::conflict(
            "no_payable_order",
            "You have no unpaid order with this total. Please check My Orders.",
        )),
        create_intent::CreateIntentOutcome::AlreadyPaid => Err(already_paid()),
        create_intent::CreateIntentOutcome::Refunded => Err(refunded()),
        create_intent::CreateIntentOutcome::TooMany(limited) => Err(limited.into()),
        create_intent::CreateIntentOutcome::Refused => Err(ApiError::conflict(
            "payment_refused",
            "The card provider does not accept a payment for this order. Your order is kept. Please contact the shop.",
        )),
    }
}

fn already_paid() -> ApiError {
    ApiError::conflict("already_paid", "This order is already paid, so it can’t be paid again or deleted.")
}

fn refunded() -> ApiError {
    ApiError::conflict(
        "refunded",
        "This order is being refunded to your card, so it can’t be paid or deleted.",
    )
}

fn payment_mismatch() -> ApiError {
    ApiError::conflict(
        "payment_mismatch",
        "This payment does not belong to this order. Please contact the shop before you pay again.",
    )
}

/// Delete an unpaid order and give its stock back. For its owner and for administrators.
#[utoipa::path(delete, path = "/orders/{id}", tag = "orders", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = Deleted), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, description = "`already_paid`, `refunded`, `payment_under_way`", body = Problem), (status = 503, description = "`provider_unavailable`: nothing changed", body = Problem)))]
async fn delete_order(
    State(shop): State<Arc<Shop>>,
    BearerUser(session): BearerUser,
    PathSegment(id): PathSegment,
) -> Result<ApiJson<Deleted>, ApiError> {
    let id = Id::parse(&id).ok_or_else(|| ApiError::not_found("order"))?;
    let outcome = run_to_completion(async move {
        let caller = &session.user;
        let by = |order: &Order| {
            let is_own = order.user_id == caller.id;
            let whose = || {
                if is_own {
                    cancel_order::CancelledBy::Owner
                } else {
                    cancel_order::CancelledBy::Admin(caller.id.clone())
                }
            };
            order.is_visible_to(caller).then(whose)
        };
        Ok(cancel_order::cancel_order(&shop, &id, by).await?)
    });
    match outcome.await? {
        cancel_order::CancelOrderOutcome::Deleted => Ok(ApiJson(Deleted::one())),
        cancel_order::CancelOrderOutcome::AlreadyPaid => Err(already_paid()),
        cancel_order::CancelOrderOutcome::Refunded => Err(refunded()),
        cancel_order::CancelOrderOutcome::PaymentInProgress => Err(ApiError::conflict(
            "payment_under_way",
            "A payment for this order is being processed. Please try again in a moment.",
        )),
        cancel_order::CancelOrderOutcome::Unknown => Err(ApiError::not_found("order")),
    }
}

/// Exactly one of two bodies.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
enum ChangeOrderBody {
    Ship(ShipOrderBody),
    ReportPayment(ReportPaymentBody),
}

/// Ship a paid order. For administrators.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ShipOrderBody {
    #[expect(dead_code, reason = "its one value names the change")]
    status: ShippedStatus,
}

/// Report a payment. For the owner.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReportPaymentBody {
    /// The order's id again.
    orders: String,
    /// The card provider's id of the payment.
    #[schema(max_length = 255)]
    transaction_id: String,
    #[expect(dead_code, reason = "its one value names the change")]
    status: PaidStatus,
}

#[derive(Deserialize, ToSchema)]
enum ShippedStatus {
    #[serde(rename = "Approved and shipped")]
    Shipped,
}

#[derive(Deserialize, ToSchema)]
enum PaidStatus {
    #[serde(rename = "pending")]
    Pending,
}

enum OrderChange {
    Ship,
    Paid { order: String, transaction_id: String },
    Invalid,
}

impl OrderChange {
    fn from_body(body: Value) -> Self {
        let is_id = |text: &str| text.len() <= 255 && text.bytes().all(|byte| byte.is_ascii_graphic());
        match serde_json::from_value(body) {
            Ok(ChangeOrderBody::Ship(_)) => Self::Ship,
            Ok(ChangeOrderBody::ReportPayment(body)) if is_id(&body.transaction_id) => {
                Self::Paid { order: body.orders, transaction_id: body.transaction_id }
            }
            _ => Self::Invalid,
        }
    }
}

/// Ship a paid order (administrators), or report a payment (its owner). The card provider is asked whether it was paid.
#[utoipa::path(patch, path = "/orders/{id}", tag = "orders", params(("id" = String, Path)), request_body = ChangeOrderBody, security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, description = "`not_shippable`, `refunded_at_provider`, `payment_disputed`, `payment_mismatch`, `payment_not_succeeded`, `payment_returned`, `already_paid`, `refunded`", body = Problem),
        (status = 422, body = Problem), (status = 429, description = "`too_many_requests`: an order was reported too often", body = Problem),
        (status = 503, description = "`provider_unavailable`: a payment is settled later; nothing is shipped", body = Problem)))]
async fn change_order(
    State(shop): State<Arc<Shop>>,
    BearerUser(session): BearerUser,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<Value>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let change = OrderChange::from_body(body);
    if matches!(change, OrderChange::Ship) && !session.user.is_admin() {
        return Err(ApiError::forbidden("forbidden", "Only administrators of the shop can ship orders."));
    }
    let id = Id::parse(&id).ok_or_else(|| ApiError::not_found("order"))?;
    match change {
        OrderChange::Ship => ship_order(&shop, &session.user.id, id).await,
        OrderChange::Paid { order, transaction_id } => {
            report_payment(&shop, &session, &id, &order, &transaction_id).await
        }
        OrderChange::Invalid => {
            require_visible(&shop, &session, id).await?;
            let detail = "Send exactly {status: \"Approved and shipped\"}, or exactly {orders, transactionId, status: \"pending\"}.";
            Err(ApiError::invalid_field("status", InvalidValue::new("invalid_transition", detail)))
        }
    }
}

async fn ship_order(shop: &Shop, by: &Id, id: Id) -> Result<ApiJson<WriteResult>, ApiError> {
    let outcome = ship::ship(shop, by, id).await.map_err(|error| match error {
        PaymentError::Provider(cause) => {
            tracing::warn!(%cause, "the card provider gave no usable response before an order was shipped");
            ApiError::unavailable(
                "provider_unavailable",
                "We can’t reach the card provider to check that this order’s payment was not refunded or disputed. Nothing was changed. Please try again in a moment.",
            )
        }
        error => error.into(),
    });
    match outcome? {
        ShipPaidOrderOutcome::Asked(ShipOrderOutcome::Shipped) => Ok(ApiJson(WriteResult::modified())),
        ShipPaidOrderOutcome::Asked(ShipOrderOutcome::NotShippable) => Err(ApiError::conflict(
            "not_shippable",
            "This order can’t be shipped. It is not paid, or it is already shipped.",
        )),
        ShipPaidOrderOutcome::Asked(ShipOrderOutcome::Unknown) => Err(ApiError::not_found("order")),
        ShipPaidOrderOutcome::Refunded => Err(ApiError::conflict(
            "refunded_at_provider",
            "This payment was refunded at the card provider, so the order was not shipped. Press Refund to close the order here too.",
        )),
        ShipPaidOrderOutcome::Disputed => Err(ApiError::conflict(
            "payment_disputed",
            "The customer’s bank disputes this payment, so the order was not shipped. Answer the dispute at the card provider first.",
        )),
        ShipPaidOrderOutcome::NotPaid => Err(ApiError::conflict(
            "payment_not_succeeded",
            "The card provider says that this payment did not succeed, so the order was not shipped. Open Books to see the difference.",
        )),
    }
}

async fn report_payment(
    shop: &Arc<Shop>,
    session: &Session,
    id: &Id,
    order: &str,
    transaction_id: &str,
) -> Result<ApiJson<WriteResult>, ApiError> {
    if order != id.as_str() {
        require_visible(shop, session, id.clone()).await?;
        return Err(ApiError::invalid_field(
            "orders",
            InvalidValue::new("order_mismatch", "The body must contain the id of the order in the path."),
        ));
    }
    let (shop, user, id, transaction_id) =
        (Arc::clone(shop), session.user.id.clone(), id.clone(), transaction_id.to_owned());
    let outcome =
        run_to_completion(async move { Ok(confirm::confirm(&shop, &user, &id, &transaction_id).await?) });
    match outcome.await? {
        confirm::ConfirmOutcome::Paid => Ok(ApiJson(WriteResult::modified())),
        confirm::ConfirmOutcome::AlreadyConfirmed => Ok(ApiJson(WriteResult::unchanged())),
        confirm::ConfirmOutcome::PaidByOther => Err(already_paid()),
        confirm::ConfirmOutcome::Refunded => Err(refunded()),
        confirm::ConfirmOutcome::LatePaymentRefunded => Err(ApiError::conflict(
            "payment_returned",
            "This payment arrived too late for its order. We are refunding it to your card.",
        )),
        confirm::ConfirmOutcome::NotSucceeded => Err(ApiError::conflict(
            "payment_not_succeeded",
            "The card provider has not confirmed this payment yet. Please try again in a moment.",
        )),
        confirm::ConfirmOutcome::TooMany(limited) => Err(limited.into()),
        confirm::ConfirmOutcome::Mismatch => Err(payment_mismatch()),
        confirm::ConfirmOutcome::UnknownOrder => Err(ApiError::not_found("order")),
    }
}

async fn require_visible(shop: &Shop, session: &Session, id: Id) -> Result<(), ApiError> {
    match shop.db.read(id, |tx, id| Box::pin(orders::store::by_id(tx, id))).await? {
        Some(order) if order.is_visible_to(&session.user) => Ok(()),
        _ => Err(ApiError::not_found("order")),
    }
}

/// The card provider's events, proved by their signature over the raw body.
#[utoipa::path(post, path = "/webhooks/stripe", tag = "payment", request_body(content = inline(Object), content_type = "application/json"),
    params(("Stripe-Signature" = String, Header)),
    responses((status = 200, description = "Stored"), (status = 400, description = "`bad_signature`, `malformed_json`, `incomplete_body`", body = Problem),
        (status = 404, description = "card payment is off", body = Problem), (status = 503, body = Problem)))]
async fn receive_stripe_event(
    State(shop): State<Arc<Shop>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Result<StatusCode, ApiError> {
    let Some(cards) = &shop.payments else { return Err(ApiError::not_found("API address")) };
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !signature_is_valid(signature, &body, &cards.webhook_secret, shop.clock.now()) {
        return Err(ApiError::bad_request(
            "bad_signature",
            "The signature is missing, wrong or too old. Check TROWEL_STRIPE_WEBHOOK_SECRET and the clock of this server.",
        ));
    }
    let event: StripeEvent = serde_json::from_slice(&body).map_err(|error| {
        tracing::error!(%error, "a signed event of the card provider is not in the shape that is read here");
        let detail = "This event has no object. Set the webhook's payload style to snapshot.";
        ApiError::bad_request("malformed_json", detail)
    })?;
    webhook::receive(&shop, cards, event).await?;
    Ok(StatusCode::OK)
}

impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Db(error) => error.into(),
            PaymentError::Disabled => Self::conflict(
                "payments_disabled",
                "This shop does not accept card payments right now. Your order is kept.",
            ),
            PaymentError::Provider(cause) => {
                tracing::warn!(%cause, "the card provider gave no usable response");
                Self::unavailable(
                    "provider_unavailable",
                    "We can’t reach the card provider right now. If you have paid, your payment will show up here automatically. Otherwise please try again in a moment.",
                )
            }
        }
    }
}
