//! GET /manageOrders/customers. POST /manageOrders is in `payments::record_payment`, because the order may be paid at
//! once.

use super::{find_customers, store::FoundCustomer};
use crate::{
    accounts::{
        extractors::{StaffWritingOrders, key_not_allowed},
        http::required,
        permissions::Caller,
    },
    http::{pagination, prelude::*},
    sales::orders::{http::PlaceOrderBody, place_order::PurchaseRequest},
    shop::Shop,
};

/// A shorter text would list customers at random.
const MIN_SEARCH_CHARS: usize = 2;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(find_order_customers))
}

/// A person answers for each entered order, and keys of scripts order nothing.
pub fn person(caller: Caller) -> Result<Caller, ApiError> {
    if caller.is_key() { Err(key_not_allowed()) } else { Ok(caller) }
}

/// The request, the customer's address, and the name of a new account.
pub fn check(mut body: PlaceOrderBody) -> Result<(PurchaseRequest, Email, Option<String>), ApiError> {
    let mut check = Validator::new();
    let name = check.optional("customerName", std::mem::take(&mut body.customer_name));
    let (purchase, email) = body.check(Language::default())?;
    let email = email.map_or(Field::Missing, |email| {
        Email::from_json(&email.into()).map_or_else(Field::Invalid, Field::Valid)
    });
    let email = customer_email(&mut check, email);
    Ok((purchase, check.finish(email)?, name.map(SingleLine::into_string)))
}

pub fn customer_email(check: &mut Validator, email: Field<Email>) -> Option<Email> {
    required(
        check,
        "customerEmail",
        localized!("Email is required", "L’adresse courriel est obligatoire"),
        email,
    )
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
    StaffWritingOrders(caller): StaffWritingOrders,
    QueryParams(query): QueryParams<CustomerSearchQuery>,
) -> Result<ApiJson<Vec<FoundCustomer>>, ApiError> {
    person(caller)?;
    let term = pagination::search_term(query.q.as_deref())?;
    let Some(term) = term.filter(|term| term.chars().count() >= MIN_SEARCH_CHARS) else {
        return Ok(ApiJson(Vec::new()));
    };
    Ok(ApiJson(find_customers(&shop, term).await?))
}
