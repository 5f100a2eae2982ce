//! POST /manageOrders and GET /manageOrders/customers.

use metrics::counter;

use super::{EnteredOrder, find_customers, store::FoundCustomer};
use crate::{
    accounts::{
        extractors::{OrderWriter, key_not_allowed},
        http::required,
        permissions::Caller,
    },
    base::idempotency::{IdempotencyKey, IdempotentRequest},
    http::{pagination, prelude::*},
    sales::orders::{
        http::{PlaceOrderBody, place_order_problem, store_refusal, stored_response},
        place_order::{self, Buyer, PlaceOrderOutcome, PurchaseRequest},
    },
    shop::Shop,
};

/// A shorter text would list customers at random.
const MIN_SEARCH_CHARS: usize = 2;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(enter_order)).routes(routes!(find_order_customers))
}

/// A person answers for each entered order, and keys of scripts order nothing.
fn person(caller: Caller) -> Result<Caller, ApiError> {
    if caller.is_key() { Err(key_not_allowed()) } else { Ok(caller) }
}

/// Enter an order for a customer, for example on the phone. Price, minimum and stock are checked as in POST /orders. With
/// `customerName`, an address without an account gets one.
#[utoipa::path(post, path = "/manageOrders", tag = "orders", request_body = PlaceOrderBody,
    security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "Repeat with the same key to be sure: it is one order")),
    responses((status = 200, body = Inserted),
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
    let (purchase, email, name) = match body.parse::<PlaceOrderBody>().and_then(check) {
        Ok(checked) => checked,
        Err(refusal) => return store_refusal(&shop, request, refusal).await,
    };
    let buyer = Buyer::Named(EnteredOrder::new(&shop, by.actor(), email, name));
    match place_order::place(&shop, buyer, purchase, request, stored_response).await? {
        PlaceOrderOutcome::Placed { order, .. } => {
            counter!("trowel_orders_total", "result" => "entered").increment(1);
            Ok(ApiJson(Inserted::new(order.into_string())).into_response())
        }
        PlaceOrderOutcome::Refused(why) => Err(place_order_problem(&why)),
        PlaceOrderOutcome::Repeated(status) => match status.into_result()? {
            Some(stored) => Ok(stored.into_response()),
            None => Err(ApiError::internal("an unused idempotency key was reported as used")),
        },
    }
}

fn check(mut body: PlaceOrderBody) -> Result<(PurchaseRequest, Email, Option<String>), ApiError> {
    let mut check = Validator::new();
    let name = check.optional("customerName", std::mem::take(&mut body.customer_name));
    let (purchase, email) = body.check()?;
    let email = email.map_or(Field::Missing, |email| {
        Email::from_json(&email.into()).map_or_else(Field::Invalid, Field::Valid)
    });
    let email = required(&mut check, "customerEmail", "Email is required", email);
    Ok((purchase, check.finish(email)?, name.map(SingleLine::into_string)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CustomerSearchQuery {
    /// The beginning of words of the name or the e-mail address, two characters or more.
    #[param(max_length = 200)]
    q: Option<String>,
}

/// Up to eight customers for an order that is entered.
#[utoipa::path(get, path = "/manageOrders/customers", tag = "orders", params(CustomerSearchQuery),
    security(("bearer" = [])),
    responses((status = 200, body = Vec<FoundCustomer>),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn find_order_customers(
    State(shop): State<Arc<Shop>>,
    OrderWriter(caller): OrderWriter,
    QueryParams(query): QueryParams<CustomerSearchQuery>,
) -> Result<ApiJson<Vec<FoundCustomer>>, ApiError> {
    person(caller)?;
    let term = pagination::search_term(query.q.as_deref())?;
    let Some(term) = term.filter(|term| term.chars().count() >= MIN_SEARCH_CHARS) else {
        return Ok(ApiJson(Vec::new()));
    };
    Ok(ApiJson(find_customers(&shop, term).await?))
}
