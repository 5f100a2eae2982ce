//! /webhooks: endpoints, their secrets and their log.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    MAX_ENDPOINTS, WebhookEvent,
    manage::{self, EndpointChoice, WebhookChangeError},
    signature::SECRET_PREFIX,
    store::{self, AttemptRow, DeliveryRow, EndpointRow},
};
use crate::{
    http::{
        error::{ApiError, Problem},
        json::{ApiJson, Field, JsonBody, PathSegment, QueryParams, Validator},
        pagination::{self, HasCursor, PageCursor, PageQuery},
        write_results::{Deleted, WriteResult},
    },
    identity::extractors::Admin,
    shop::Shop,
    values::{
        InvalidValue,
        ids::Id,
        text::SingleLine,
        time::Timestamp,
        url::{is_public_https, public_literal},
    },
};

const MAX_ATTEMPTS_SHOWN: i64 = 100;
const MAX_LOG_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_webhooks, add_webhook))
        .routes(routes!(edit_webhook, delete_webhook))
        .routes(routes!(rotate_webhook_secret))
        .routes(routes!(test_webhook))
        .routes(routes!(list_webhook_deliveries))
        .routes(routes!(replay_webhook))
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
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// The first failure since the last success.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    failing_since: Option<Timestamp>,
    /// Since then nothing is sent: by the owner, or because it failed for three days.
    #[schema(required, value_type = Option<String>, format = DateTime)]
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
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the next attempt is made, if it is queued.
    #[schema(required, value_type = Option<String>, format = DateTime)]
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
    #[schema(value_type = String, format = DateTime)]
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

#[derive(Deserialize, ToSchema)]
struct WebhookBody {
    /// Begins with `https://`, and is no address of a private network.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 500)]
    url: Field<SingleLine<500>>,
    /// At least one.
    #[serde(default)]
    #[schema(required, value_type = Vec<WebhookEvent>)]
    events: Field<Value>,
    /// `true`: nothing is sent for now. `false` resumes.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    paused: Field<bool>,
}

impl WebhookBody {
    fn check(self, shop: &Shop) -> Result<EndpointChoice, ApiError> {
        let mut check = Validator::new();
        let url = check.required("url", self.url).map(SingleLine::into_string);
        if let Some(fault) =
            url.as_deref().and_then(|url| url_fault(url, shop.config.webhooks_to_private_networks))
        {
            check.add_error("url", fault);
        }
        let events = check.required("events", self.events).and_then(|events| {
            let events = choose(&events);
            if events.is_none() {
                let names = WebhookEvent::ALL.map(WebhookEvent::as_str).join(", ");
                check.add_error(
                    "events",
                    InvalidValue::new("unknown", format!("Choose at least one of {names}.")),
                );
            }
            events
        });
        let is_paused = check.optional("paused", self.paused).unwrap_or(false);
        match (url, events) {
            (Some(url), Some(events)) if check.is_valid() => Ok(EndpointChoice { url, events, is_paused }),
            _ => Err(check.into_error()),
        }
    }
}

fn url_fault(url: &str, allows_private: bool) -> Option<InvalidValue> {
    let parsed = Url::parse(url).ok();
    if allows_private && parsed.as_ref().is_some_and(|url| ["http", "https"].contains(&url.scheme())) {
        return None;
    }
    if !is_public_https(url) || parsed.as_ref().is_some_and(|url| url.fragment().is_some()) {
        let example = "Give an address that begins with https://, for example https://hooks.example.ca/shop.";
        return Some(InvalidValue::new("not_https", example));
    }
    let is_private = parsed.as_ref().and_then(public_literal) == Some(false);
    is_private.then(|| {
        InvalidValue::new(
            "private_address",
            "This address is in a private network. Give one on the Internet.",
        )
    })
}

/// The names in the order of the events, with a space between them.
fn choose(events: &Value) -> Option<String> {
    let names: Vec<&str> = events.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let known = WebhookEvent::ALL.map(WebhookEvent::as_str);
    let chosen: Vec<&str> = known.into_iter().filter(|name| names.contains(name)).collect();
    (!chosen.is_empty() && names.iter().all(|name| known.contains(name))).then(|| chosen.join(" "))
}

fn refusal(error: WebhookChangeError, when_not_now: ApiError) -> ApiError {
    match error {
        WebhookChangeError::TooMany => ApiError::conflict(
            "too_many_webhooks",
            format!("The shop has {MAX_ENDPOINTS} webhooks already. Delete one first."),
        ),
        WebhookChangeError::Unknown => ApiError::not_found("webhook"),
        WebhookChangeError::NotNow => when_not_now,
        WebhookChangeError::Db(error) => error.into(),
    }
}

fn paused() -> ApiError {
    ApiError::conflict("webhook_paused", "This webhook is paused. Resume it first.")
}

fn queued() -> ApiError {
    ApiError::conflict(
        "delivery_queued",
        "This delivery is still queued. The shop sends it without a replay.",
    )
}

fn webhook_id(text: &str) -> Result<Id, ApiError> {
    Id::parse(text).ok_or_else(|| ApiError::not_found("webhook"))
}

/// The webhooks of the shop, oldest first.
#[utoipa::path(get, path = "/webhooks", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = Vec<WebhookJson>), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_webhooks(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<Vec<WebhookJson>>, ApiError> {
    let rows = shop.db.read((), |tx, ()| Box::pin(store::endpoints(tx))).await?;
    Ok(ApiJson(rows.into_iter().map(WebhookJson::from).collect()))
}

/// Adds a webhook. The response has its secret, which is not shown again.
#[utoipa::path(post, path = "/webhooks", tag = "site", request_body = WebhookBody, security(("bearer" = [])),
    responses((status = 200, body = WebhookWithSecret), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, description = "`too_many_webhooks`", body = Problem), (status = 422, body = Problem)))]
async fn add_webhook(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    JsonBody(body): JsonBody<WebhookBody>,
) -> Result<ApiJson<WebhookWithSecret>, ApiError> {
    let choice = body.check(&shop)?;
    let added = manage::add(&shop, &session.user.id, choice).await;
    let added = added.map_err(|error| refusal(error, paused()))?;
    Ok(ApiJson(added.into()))
}

/// Changes the address and the events of a webhook, pauses or resumes it.
#[utoipa::path(put, path = "/webhooks/{id}", tag = "site", params(("id" = String, Path)), request_body = WebhookBody, security(("bearer" = [])),
    responses((status = 200, body = WebhookJson), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn edit_webhook(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<WebhookBody>,
) -> Result<ApiJson<WebhookJson>, ApiError> {
    let id = webhook_id(&id)?;
    let choice = body.check(&shop)?;
    let edited = manage::edit(&shop, &session.user.id, id, choice).await;
    Ok(ApiJson(edited.map_err(|error| refusal(error, paused()))?.into()))
}

/// Deletes a webhook with its log.
#[utoipa::path(delete, path = "/webhooks/{id}", tag = "site", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = Deleted), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn delete_webhook(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
) -> Result<ApiJson<Deleted>, ApiError> {
    let deleted = manage::delete(&shop, &session.user.id, webhook_id(&id)?).await;
    deleted.map_err(|error| refusal(error, paused()))?;
    Ok(ApiJson(Deleted::one()))
}

/// Makes a new secret. For a day, messages are signed with the old one too.
#[utoipa::path(post, path = "/webhooks/{id}/secret", tag = "site", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = WebhookWithSecret), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn rotate_webhook_secret(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
) -> Result<ApiJson<WebhookWithSecret>, ApiError> {
    let rotated = manage::rotate_secret(&shop, &session.user.id, webhook_id(&id)?).await;
    Ok(ApiJson(rotated.map_err(|error| refusal(error, paused()))?.into()))
}

/// Sends an event `test` to a webhook.
#[utoipa::path(post, path = "/webhooks/{id}/test", tag = "site", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, description = "`webhook_paused`", body = Problem)))]
async fn test_webhook(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let queued = manage::test(&shop, &session.user.id, webhook_id(&id)?).await;
    queued.map_err(|error| refusal(error, paused()))?;
    Ok(ApiJson(WriteResult::modified()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WebhookLogQuery {
    /// Rows in this page, 1 to 50 (the default).
    #[param(value_type = Option<i64>, minimum = 1, maximum = 50)]
    limit: Option<String>,
    /// From the `Link` header of the previous page.
    cursor: Option<String>,
}

/// What a webhook was sent in the last 14 days, newest first.
#[utoipa::path(get, path = "/webhooks/{id}/deliveries", tag = "site", params(("id" = String, Path), WebhookLogQuery), security(("bearer" = [])),
    responses((status = 200, body = Vec<WebhookDelivery>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn list_webhook_deliveries(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    PathSegment(path): PathSegment,
    QueryParams(query): QueryParams<WebhookLogQuery>,
) -> Result<Response, ApiError> {
    let id = webhook_id(&path)?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: Some("newest".into()) }.check()?;
    let limit = page.limit.unwrap_or(MAX_LOG_PAGE).min(MAX_LOG_PAGE);
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
    let (rows, total) = found.ok_or_else(|| ApiError::not_found("webhook"))?;
    pagination::page(rows, limit, total, &format!("/api/webhooks/{id}/deliveries"), &[])
}

/// Sends a delivery again, with the same `webhook-id`.
#[utoipa::path(post, path = "/webhooks/{id}/deliveries/{delivery}/replay", tag = "site",
    params(("id" = String, Path), ("delivery" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, description = "`delivery_queued`", body = Problem)))]
async fn replay_webhook(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment((id, delivery)): PathSegment<(String, String)>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let delivery = Id::parse(&delivery).ok_or_else(|| ApiError::not_found("delivery"))?;
    let replayed = manage::replay(&shop, &session.user.id, webhook_id(&id)?, delivery).await;
    replayed.map_err(|error| refusal(error, queued()))?;
    Ok(ApiJson(WriteResult::modified()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_address_is_public_and_encrypted() {
        let code = |url| url_fault(url, false).map(|fault| fault.code);
        assert_eq!(code("https://hooks.example.ca/shop?key=1"), None);
        assert_eq!(code("https://8.8.8.8/"), None);
        for url in [
            "http://example.ca",
            "https://localhost/",
            "https://u:p@example.ca/",
            "ftp://a.ca",
            "https://a.ca/#x",
        ] {
            assert_eq!(code(url), Some("not_https"), "{url}");
        }
        for url in ["https://10.0.0.1/", "https://127.1/", "https://192.168.0.1:8443/"] {
            assert_eq!(code(url), Some("private_address"), "{url}");
        }
        assert_eq!(url_fault("http://127.0.0.1:8080/", true), None);
    }

    #[test]
    fn only_known_events_can_be_chosen() {
        assert_eq!(
            choose(&json!(["stock.changed", "order.paid", "order.paid"])).as_deref(),
            Some("order.paid stock.changed")
        );
        for events in
            [json!([]), json!(["order.paid", "other"]), json!(["test"]), json!("order.paid"), json!([1])]
        {
            assert_eq!(choose(&events), None, "{events}");
        }
    }
}
