//! POST /orders and GET /orders/{id}. Deleting and changing an order is in `payments::orders_http`, because both may
//! concern a payment.

use std::net::IpAddr;

use super::{
    enter_order, list,
    order::Contact,
    order_json::OrderJson,
    owner_view,
    place_order::{self, Buyer, PlaceOrderError, PlaceOrderOutcome, PurchaseRequest},
    place_order_problem::place_order_problem,
    store,
};
use crate::{
    accounts::{
        extractors::{AnyAccountByToken, AnyAccountReadingOrders},
        http::wrong_email,
        permissions::Permission,
        session::store::Session,
    },
    base::idempotency::{self, IdempotencyKey, StoredResponse},
    http::prelude::*,
    sales::purchases::{Purchase, purchase_json::PurchaseTaxJson},
    shop::Shop,
    values::{
        metrics,
        money::{Cents, UncheckedAmount},
        payment_method::PaymentMethod,
        quantity::OrderQuantity,
    },
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(place_order))
        .routes(routes!(get_order))
        .merge(enter_order::http::routes())
        .merge(list::http::routes())
        .merge(owner_view::http::routes())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceOrderBody {
    /// Which tool, when given; must agree with the name.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 64)]
    tool_id: Field<Text<64>>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 120)]
    tool_name: Field<NonEmptyText<120>>,
    /// A whole number or its text.
    #[serde(default)]
    #[schema(required, value_type = i64, minimum = 1, maximum = 1_000_000)]
    order_quantity: Field<OrderQuantity>,
    /// Dollars for one piece, as the customer saw it; must be the current price for this quantity. A client that does
    /// not know prices by quantity sends the tool's `price`, and its customer pays the lower one.
    #[serde(default)]
    #[schema(required, value_type = f64)]
    price: Field<UncheckedAmount>,
    /// POST /orders takes the caller's own. POST /manageOrders requires the customer's.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 320)]
    customer_email: Field<Text<320>>,
    /// The name of a new account in POST /manageOrders. Otherwise ignored: the account's name is used.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    pub customer_name: Field<SingleLine<120>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    phone: Field<Text<300>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    address: Field<Text<300>>,
    /// Dollars; must be price times quantity.
    #[serde(default)]
    #[schema(required, value_type = f64)]
    total_price: Field<UncheckedAmount>,
    /// In POST /manageOrders: how the customer has paid already. Otherwise ignored, like the next three.
    #[serde(default)]
    #[schema(value_type = Option<PaymentMethod>)]
    pub payment_method: Field<PaymentMethod>,
    /// Dollars that the customer has paid, with `paymentMethod`: exactly what is due. If absent, `totalPrice` counts.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub amount: Field<UncheckedAmount>,
    /// The day on which the money came, as `2026-11-24`. If absent, today where the shop is.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    pub received_on: Field<Text<10>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 100)]
    pub reference: Field<SingleLine<100>>,
}

/// The new order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlacedOrder {
    acknowledged: bool,
    inserted_id: String,
    /// Dollars to pay. This and the next three are there if the shop charges delivery or taxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    total_price: Option<Cents>,
    /// Dollars for the goods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    subtotal: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    shipping: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tax: Option<Vec<PurchaseTaxJson>>,
}

impl PlacedOrder {
    pub fn new(order: &Id, purchase: Option<&Purchase>) -> Self {
        Self {
            acknowledged: true,
            inserted_id: order.to_string(),
            total_price: purchase.map(|purchase| purchase.total),
            subtotal: purchase.map(|purchase| purchase.goods),
            shipping: purchase.map(|purchase| purchase.shipping),
            tax: purchase.map(PurchaseTaxJson::all),
        }
    }
}

impl PlaceOrderBody {
    /// The checked request, and the e-mail address in it.
    pub fn check(self, language: Language) -> Result<(PurchaseRequest, Option<String>), ApiError> {
        let mut check = Validator::new();
        let tool_id = check.optional("toolId", self.tool_id);
        let tool_name = check.required("toolName", self.tool_name);
        let quantity = check.required("orderQuantity", self.order_quantity);
        let price = check.required("price", self.price);
        let total = check.required("totalPrice", self.total_price);
        let phone = check.optional("phone", self.phone);
        let address = check.optional("address", self.address);
        let email = check.optional("customerEmail", self.customer_email);
        let (tool_name, quantity, price, total) = check.finish((tool_name, quantity, price, total))?;
        let contact = Contact {
            phone: phone.map(Text::into_string).unwrap_or_default(),
            address: address.map(Text::into_string).unwrap_or_default(),
        };
        let tool_id = match tool_id {
            None => None,
            Some(id) => Some(
                Id::parse(id.as_str())
                    .ok_or_else(|| place_order_problem(&PlaceOrderError::ToolUnavailable))?,
            ),
        };
        let purchase = PurchaseRequest {
            tool_id,
            tool_name: tool_name.into_string(),
            quantity: quantity.as_i64(),
            price_cents: price.as_i64(),
            total_cents: total.as_i64(),
            contact,
            language,
        };
        Ok((purchase, email.map(Text::into_string)))
    }
}

/// Order a tool. Takes the stock in the same transaction; price and total must be the current ones.
#[utoipa::path(post, path = "/orders", tag = "orders", request_body = PlaceOrderBody,
    security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "Repeat with the same key to be sure: it is one order")),
    responses((status = 200, body = PlacedOrder),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`"),
        (status = 403, description = "`wrong_email`"),
        (status = 409, description = "`not_enough_stock`, `price_changed` (with the current `price`), `tool_unavailable`, `tool_mismatch`, `too_many_unpaid_orders`, `idempotency_running`"),
        (status = 422, description = "`below_minimum`, `total_out_of_range`, `quebec_not_open`, `not_delivered_there`, `too_heavy`, `invalid_field`, `idempotency_mismatch`"),
        (status = 429, description = "`too_many_orders`")))]
async fn place_order(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    ClientIp(address): ClientIp,
    RequestLanguage(language): RequestLanguage,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let placed = place_or_repeat(&shop, (session, address), language, key, body).await;
    let result = placed.as_ref().map_or_else(|error| error.code, |(result, _)| *result);
    metrics::ORDERS.with_label_values(&[result]).inc();
    placed.map(|(_, response)| response)
}

/// Returns the response, and its name in the metrics.
async fn place_or_repeat(
    shop: &Shop,
    (session, address): (Session, IpAddr),
    language: Language,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<(&'static str, Response), ApiError> {
    let request = idempotency::IdempotentRequest::new(key, &session.user.id, "POST /orders", &body.bytes);
    let (purchase, email) = match body.parse::<PlaceOrderBody>().and_then(|body| body.check(language)) {
        Ok(asked) => asked,
        Err(refusal) => {
            return Ok((
                "repeated",
                idempotency::store_refusal(&shop.db, &shop.clock, request, refusal).await?,
            ));
        }
    };
    let is_own =
        |email: &str| Email::parse(email).is_some_and(|email| session.user.has_email(email.as_str()));
    if session.user.email.is_none() || email.is_some_and(|email| !is_own(&email)) {
        return Err(wrong_email());
    }
    let buyer = Buyer::LoggedIn(session, address);
    match place_order::place(shop, buyer, purchase, request, stored_response).await? {
        PlaceOrderOutcome::Placed { order, purchase, .. } => {
            Ok(("placed", ApiJson(PlacedOrder::new(&order, purchase.as_deref())).into_response()))
        }
        PlaceOrderOutcome::Refused(why) => Err(place_order_problem(&why)),
        PlaceOrderOutcome::Repeated(status) => Ok(("repeated", status.into_stored()?.into_response())),
    }
}

pub fn stored_response(outcome: &PlaceOrderOutcome) -> Option<StoredResponse> {
    match outcome {
        PlaceOrderOutcome::Placed { order, purchase, .. } => {
            let placed = PlacedOrder::new(order, purchase.as_deref());
            serde_json::to_string(&placed).ok().map(StoredResponse::success)
        }
        PlaceOrderOutcome::Refused(why) => StoredResponse::from_error(&place_order_problem(why)),
        PlaceOrderOutcome::Repeated(_) => None,
    }
}

/// One order, for its owner or the people of the shop. When several unpaid orders have the same total, a payment that
/// names no order pays the one that its owner read last.
#[utoipa::path(get, path = "/orders/{id}", tag = "orders", params(("id" = String, Path)),
    security(("bearer" = []), ("keyOrdersRead" = [])),
    responses((status = 200, body = OrderJson), (status = 403, description = "`api_key_not_allowed`")))]
async fn get_order(
    State(shop): State<Arc<Shop>>,
    AnyAccountReadingOrders(caller): AnyAccountReadingOrders,
    OrderPathId(id): OrderPathId,
) -> Result<ApiJson<OrderJson>, ApiError> {
    let found = shop.db.read_statement(id.clone(), |tx, id| store::by_id(tx, id)).await?;
    let order = found
        .filter(|order| order.is_visible_to(&caller))
        .ok_or_else(|| ApiError::not_found(Missing::Order))?;
    let is_own = order.is_of(&caller);
    if is_own && order.state.payment().is_none() {
        let input = (order.line.purchase_id.clone(), shop.clock.now());
        let opened = shop.db.write(input, |tx, (id, now)| store::mark_opened(tx, id, *now)).await;
        // The order is returned even when this write fails. A payment that names no order may then pay an equal order.
        if let Err(error) = opened {
            tracing::warn!(%error, "could not record that an order was opened");
        }
    }
    let order = if caller.may(Permission::ReadOrders) { order } else { order.for_customer() };
    Ok(ApiJson(OrderJson::new(order, &shop.config)))
}
