//! GET /users/{id} and PUT /users/{id}/notes.

use super::{CustomerView, load, save_notes};
use crate::{
    accounts::{extractors::Admin, user::Role},
    http::prelude::*,
    sales::{
        former_orders::http::FormerOrderJson,
        orders::{order_json::OrderJson, owner_view::http::NotesBody},
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_customer_for_owner)).routes(routes!(save_customer_notes))
}

/// An account with everything that the owner may know about it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CustomerForOwner)]
struct CustomerViewJson {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    /// Absent for an account that is not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    email: Option<String>,
    /// Whether the e-mail address is verified.
    verified: bool,
    /// A verified phone number that logs in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    login_phone: Option<String>,
    role: Role,
    blocked: bool,
    /// How many browsers are logged in.
    sessions: usize,
    created_at: Timestamp,
    /// The owner's notes. Empty without.
    notes: String,
    /// The location of the profile. Empty without a profile.
    location: String,
    address: String,
    phone: String,
    /// The newest hundred, newest first.
    orders: Vec<OrderJson>,
    order_count: i64,
    /// Orders of the former shop with this address, the newest 500, newest first.
    former_orders: Vec<FormerOrderJson>,
    /// Newest first.
    reviews: Vec<CustomerReview>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerReview {
    #[serde(rename = "_id")]
    id: String,
    review: String,
    rating: f64,
    created_at: Timestamp,
}

/// One account for the owner: profile, role, sessions, orders and reviews.
#[utoipa::path(get, path = "/users/{id}", tag = "accounts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = CustomerViewJson), (status = 403)))]
async fn get_customer_for_owner(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    AccountPathId(id): AccountPathId,
) -> Result<ApiJson<CustomerViewJson>, ApiError> {
    let CustomerView {
        account,
        is_blocked,
        notes,
        profile,
        sessions,
        orders,
        order_count,
        former_orders,
        reviews,
    } = load(&shop, id).await?.ok_or_else(|| ApiError::not_found(Missing::Account))?;
    let (location, address, phone) =
        profile.map_or_else(Default::default, |profile| (profile.location, profile.address, profile.phone));
    let reviews = reviews.into_iter().rev().map(|row| CustomerReview {
        id: row.review.id.into_string(),
        review: row.review.review,
        rating: row.review.rating,
        created_at: row.review.created_at,
    });
    Ok(ApiJson(CustomerViewJson {
        id: account.id.into_string(),
        name: account.display_name,
        email: account.email,
        verified: account.email_verified_at.is_some(),
        login_phone: account.phone,
        role: account.role,
        blocked: is_blocked,
        notes,
        sessions: sessions.len(),
        created_at: account.created_at,
        location,
        address,
        phone,
        orders: orders.into_iter().map(|order| OrderJson::new(order, &shop.config)).collect(),
        order_count,
        former_orders: former_orders.into_iter().map(FormerOrderJson::new).collect(),
        reviews: reviews.collect(),
    }))
}

/// Save the owner's notes about a customer. Empty text removes them.
#[utoipa::path(put, path = "/users/{id}/notes", tag = "accounts", params(("id" = String, Path)),
    request_body = NotesBody, security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`notes_changed` (with the current `notes`)")))]
async fn save_customer_notes(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<NotesBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let id = AccountPathId::parse(&id)?;
    let (notes, before) = body.check()?;
    save_notes(&shop, &session.user.id, id, before, notes).await?.respond(Missing::Account)
}
