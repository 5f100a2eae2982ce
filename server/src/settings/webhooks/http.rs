//! /webhooks: endpoints and their secrets.

use super::{
    MAX_ENDPOINTS, WebhookEvent,
    endpoint_body::WebhookBody,
    manage::{self, WebhookChangeError},
    signature::SECRET_PREFIX,
    store::{self, EndpointRow},
};
use crate::{accounts::extractors::AdminManagingWebhooks, http::prelude::*, shop::Shop};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_webhooks, add_webhook))
        .routes(routes!(edit_webhook, delete_webhook))
        .routes(routes!(rotate_webhook_secret))
        .routes(routes!(test_webhook))
        .merge(super::log::http::routes())
}

/// An address that the shop tells of its events.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
struct WebhookJson {
    #[serde(rename = "_id")]
    id: String,
    url: String,
    #[schema(value_type = Vec<WebhookEvent>)]
    events: Vec<String>,
    created_at: Timestamp,
    /// The first failure since the last success.
    #[schema(required)]
    failing_since: Option<Timestamp>,
    /// The time since which nothing is sent. The owner paused the webhook, or it failed for three days.
    #[schema(required)]
    paused_at: Option<Timestamp>,
}

impl From<EndpointRow> for WebhookJson {
    fn from(row: EndpointRow) -> Self {
        Self {
            events: row.events.split(' ').map(str::to_owned).collect(),
            id: row.id,
            url: row.url,
            created_at: Timestamp::from_micros(row.created_at),
            failing_since: row.failing_since.map(Timestamp::from_micros),
            paused_at: row.paused_at.map(Timestamp::from_micros),
        }
    }
}

/// An endpoint with its secret, which no later response shows.
#[derive(Serialize, ToSchema)]
struct WebhookWithSecret {
    webhook: WebhookJson,
    /// Checks the header `webhook-signature` (Standard Webhooks).
    secret: String,
}

impl From<EndpointRow> for WebhookWithSecret {
    fn from(row: EndpointRow) -> Self {
        Self { secret: format!("{SECRET_PREFIX}{}", row.secret), webhook: row.into() }
    }
}

pub(super) fn refusal(error: WebhookChangeError, when_not_now: ApiError) -> ApiError {
    match error {
        WebhookChangeError::TooMany => ApiError::conflict(
            "too_many_webhooks",
            localized!(
                "The shop has {MAX_ENDPOINTS} webhooks already. Delete one first.",
                "La boutique a déjà {MAX_ENDPOINTS}\u{a0}webhooks. Supprimez-en un d’abord."
            ),
        ),
        WebhookChangeError::Unknown => ApiError::not_found(Missing::Webhook),
        WebhookChangeError::NotNow => when_not_now,
        WebhookChangeError::Db(error) => error.into(),
    }
}

fn paused() -> ApiError {
    ApiError::conflict(
        "webhook_paused",
        localized!(
            "This webhook is paused. Resume it first.",
            "Ce webhook est en pause. Relancez-le d’abord."
        ),
    )
}

/// The webhooks of the shop, oldest first.
#[utoipa::path(get, path = "/webhooks", tag = "webhooks",
    security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = Vec<WebhookJson>), (status = 403)))]
async fn list_webhooks(
    State(shop): State<Arc<Shop>>,
    _: AdminManagingWebhooks,
) -> Result<ApiJson<Vec<WebhookJson>>, ApiError> {
    let rows = shop.db.read((), |tx, ()| Box::pin(store::endpoints(tx))).await?;
    Ok(ApiJson(rows.into_iter().map(WebhookJson::from).collect()))
}

/// Adds a webhook. The response has its secret, which is not shown again.
#[utoipa::path(post, path = "/webhooks", tag = "webhooks", request_body = WebhookBody,
    security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = WebhookWithSecret), (status = 403),
        (status = 409, description = "`too_many_webhooks`")))]
async fn add_webhook(
    State(shop): State<Arc<Shop>>,
    AdminManagingWebhooks(caller): AdminManagingWebhooks,
    JsonBody(body): JsonBody<WebhookBody>,
) -> Result<ApiJson<WebhookWithSecret>, ApiError> {
    let choice = body.check(&shop)?;
    let added = manage::add(&shop, caller.actor(), choice).await;
    let added = added.map_err(|error| refusal(error, paused()))?;
    Ok(ApiJson(added.into()))
}

/// Changes the address and the events of a webhook, pauses or resumes it.
#[utoipa::path(put, path = "/webhooks/{id}", tag = "webhooks", params(("id" = String, Path)),
    request_body = WebhookBody, security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = WebhookJson), (status = 403)))]
async fn edit_webhook(
    State(shop): State<Arc<Shop>>,
    AdminManagingWebhooks(caller): AdminManagingWebhooks,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<WebhookBody>,
) -> Result<ApiJson<WebhookJson>, ApiError> {
    let id = WebhookPathId::parse(&id)?;
    let choice = body.check(&shop)?;
    let edited = manage::edit(&shop, caller.actor(), id, choice).await;
    Ok(ApiJson(edited.map_err(|error| refusal(error, paused()))?.into()))
}

/// Deletes a webhook with its log.
#[utoipa::path(delete, path = "/webhooks/{id}", tag = "webhooks", params(("id" = String, Path)),
    security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = Deleted), (status = 403)))]
async fn delete_webhook(
    State(shop): State<Arc<Shop>>,
    AdminManagingWebhooks(caller): AdminManagingWebhooks,
    WebhookPathId(id): WebhookPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    let deleted = manage::delete(&shop, caller.actor(), id).await;
    deleted.map_err(|error| refusal(error, paused()))?;
    Ok(ApiJson(Deleted::one()))
}

/// Makes a new secret. For a day, messages are signed with the old one too.
#[utoipa::path(post, path = "/webhooks/{id}/secret", tag = "webhooks", params(("id" = String, Path)),
    security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = WebhookWithSecret), (status = 403)))]
async fn rotate_webhook_secret(
    State(shop): State<Arc<Shop>>,
    AdminManagingWebhooks(caller): AdminManagingWebhooks,
    WebhookPathId(id): WebhookPathId,
) -> Result<ApiJson<WebhookWithSecret>, ApiError> {
    let rotated = manage::rotate_secret(&shop, caller.actor(), id).await;
    Ok(ApiJson(rotated.map_err(|error| refusal(error, paused()))?.into()))
}

/// Sends an event `test` to a webhook.
#[utoipa::path(post, path = "/webhooks/{id}/test", tag = "webhooks", params(("id" = String, Path)),
    security(("bearer" = []), ("keyWebhooksWrite" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`webhook_paused`")))]
async fn test_webhook(
    State(shop): State<Arc<Shop>>,
    AdminManagingWebhooks(caller): AdminManagingWebhooks,
    WebhookPathId(id): WebhookPathId,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let queued = manage::test(&shop, caller.actor(), id).await;
    queued.map_err(|error| refusal(error, paused()))?;
    Ok(ApiJson(WriteResult::modified()))
}
