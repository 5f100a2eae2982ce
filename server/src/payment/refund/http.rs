//! POST /orders/{id}/refund.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Outcome, refund};
use crate::{
    identity::caller::Admin,
    payment::http::to_the_end,
    shop::Shop,
    values::ids::Id,
    web::{
        answers::WriteResult,
        error::{ApiError, Problem},
        json::{Answer, Check, Field, JsonBody, PathSegment},
    },
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(refund_order))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundBody {
    /// Whether the pieces go back on sale. Only before the order is shipped.
    #[serde(default)]
    #[schema(value_type = bool)]
    return_stock: Field<bool>,
}

/// Give the whole amount of a paid order back (administrators). Decided once and for all; when the card provider does not
/// answer, the order says `Refund under way` and the shop asks again.
#[utoipa::path(post, path = "/orders/{id}/refund", tag = "orders", params(("id" = String, Path)), request_body = RefundBody, security(("bearer" = [])),
    responses((status = 200, description = "`modifiedCount` 0: it was refunded before", body = WriteResult), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, description = "`not_paid`, `already_shipped` (stock cannot be returned), `no_payment`, `payment_off`", body = Problem),
        (status = 422, body = Problem)))]
async fn refund_order(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<RefundBody>,
) -> Result<Answer<WriteResult>, ApiError> {
    let id = Id::parse(&id).ok_or_else(|| ApiError::not_found("order"))?;
    let mut check = Check::new();
    let Some(returns_stock) = check.required("returnStock", body.return_stock) else {
        return Err(check.refusal());
    };
    let outcome = to_the_end(async move { Ok(refund(&shop, &session.user.id, id, returns_stock).await?) });
    match outcome.await? {
        Outcome::Begun => Ok(Answer(WriteResult::modified())),
        Outcome::BegunBefore => Ok(Answer(WriteResult::unchanged())),
        Outcome::NotPaid => Err(ApiError::conflict(
            "not_paid",
            "Nobody has paid for this order, so there is nothing to give back.",
        )),
        Outcome::Shipped => Err(ApiError::conflict(
            "already_shipped",
            "This order was shipped, so its pieces cannot go back on sale. Refund it without returning them.",
        )),
        Outcome::NoPayment => Err(ApiError::conflict(
            "no_payment",
            "The books have no payment for this order. Look at Books before any money is given back.",
        )),
        Outcome::Unknown => Err(ApiError::not_found("order")),
    }
}
