//! /webhooks/{id}/deliveries: the log of an endpoint.

use serde_json::Value;

use super::super::{
    http::refusal,
    manage,
    store::{self, AttemptRow, DeliveryRow},
};
use crate::{accounts::extractors::AdminManagingWebhooks, http::prelude::*, shop::Shop};

const MAX_ATTEMPTS_SHOWN: i64 = 100;
const MAX_LOG_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_webhook_deliveries)).routes(routes!(replay_webhook))
}

/// An event for one endpoint, with what the receiver answered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WebhookDelivery {
    /// The header `webhook-id`.
    #[serde(rename = "_id")]
    id: String,
    /// One of the events, or `test`.
    event: String,
    /// The `data` of the message. Its stock is added when it is sent.
    #[schema(value_type = Object)]
    data: Value,
    #[schema(value_type = WebhookDeliveryState)]
    state: String,
    created_at: Timestamp,
    /// When the next attempt is made, if it is queued.
    #[schema(required)]
    next_at: Option<Timestamp>,
    /// The latest hundred, newest first.
    attempts: Vec<WebhookAttempt>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the states")]
#[schema(rename_all = "lowercase")]
enum WebhookDeliveryState {
    /// Delivery is retried.
    Queued,
    Sent,
    Failed,
}

#[derive(Serialize, ToSchema)]
struct WebhookAttempt {
    at: Timestamp,
    /// The HTTP status of the response. Below 200 or above 299 it is a failure.
    #[schema(required)]
    status: Option<i64>,
    /// Why there was no response.
    #[schema(required)]
    error: Option<String>,
}

impl WebhookDelivery {
    fn new(row: DeliveryRow, attempts: Vec<AttemptRow>) -> Self {
        let attempt = |row: AttemptRow| WebhookAttempt {
            at: Timestamp::from_micros(row.created_at),
            status: row.status,
            error: row.error,
        };
        Self {
            data: serde_json::from_str(&row.data).unwrap_or_default(),
            next_at: (row.state == "queued").then(|| Timestamp::from_micros(row.next_at)),
            id: row.id,
            event: row.event,
            state: row.state,
            created_at: Timestamp::from_micros(row.created_at),
            attempts: attempts.into_iter().map(attempt).collect(),
        }
    }
}

impl HasCursor for WebhookDelivery {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.created_at.micros(), id: self.id.clone() }
    }
}

fn queued() -> ApiError {
    ApiError::conflict(
        "delivery_queued",
        localized!(
            "This delivery is still queued. The shop sends it without a replay.",
            "Cet envoi est encore en attente. La boutique l’envoie sans répétition."
        ),
    )
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WebhookLogQuery {
    /// Rows in this page, 1 to 50 (the default).
    #[param(value_type = Option<i64>, minimum = 1, maximum = 50)]
    limit: Option<String>,
    /// From the `Link` header of the previous page.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

/// What a webhook was sent in the last 14 days, newest first.
#[utoipa::path(get, path = "/webhooks/{id}/deliveries", tag = "webhooks",
    params(("id" = String, Path), WebhookLogQuery), security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = Vec<WebhookDelivery>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403)))]
async fn list_webhook_deliveries(
    State(shop): State<Arc<Shop>>,
    _: AdminManagingWebhooks,
    PathSegment(id): PathSegment,
    QueryParams(query): QueryParams<WebhookLogQuery>,
) -> Result<Response, ApiError> {
    let id = WebhookPathId::parse(&id)?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: Some("newest".into()) }.check()?;
    let limit = page.limit.unwrap_or(MAX_LOG_PAGE);
    if limit > MAX_LOG_PAGE {
        return Err(pagination::limit_out_of_range(MAX_LOG_PAGE));
    }
    let input = (id.clone(), page.after, limit + 1);
    let found = shop
        .db
        .read_long(input, |tx, (id, after, limit)| {
            Box::pin(async move {
                if store::endpoint(tx, id.as_str()).await?.is_none() {
                    return Ok(None);
                }
                let mut rows = Vec::new();
                for row in store::log(tx, id, after, *limit).await? {
                    let attempts = store::attempts(tx, &row.id, MAX_ATTEMPTS_SHOWN).await?;
                    rows.push(WebhookDelivery::new(row, attempts));
                }
                Ok(Some((rows, store::count_log(tx, id).await?)))
            })
        })
        .await?;
    let (rows, total) = found.ok_or_else(|| ApiError::not_found(Missing::Webhook))?;
    pagination::page(rows, limit, total, &format!("/api/webhooks/{id}/deliveries"), &[])
}

/// Sends a delivery again, with the same `webhook-id`.
#[utoipa::path(post, path = "/webhooks/{id}/deliveries/{delivery}/replay", tag = "webhooks",
    params(("id" = String, Path), ("delivery" = String, Path)),
    security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`delivery_queued`")))]
async fn replay_webhook(
    State(shop): State<Arc<Shop>>,
    AdminManagingWebhooks(caller): AdminManagingWebhooks,
    PathSegment((id, delivery)): PathSegment<(String, String)>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let delivery = Id::parse(&delivery).ok_or_else(|| ApiError::not_found(Missing::Delivery))?;
    let id = WebhookPathId::parse(&id)?;
    let replayed = manage::replay(&shop, caller.actor(), id, delivery).await;
    replayed.map_err(|error| refusal(error, queued()))?;
    Ok(ApiJson(WriteResult::modified()))
}
