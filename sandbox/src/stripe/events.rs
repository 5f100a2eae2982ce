//! Events: what happened, kept for 30 days for shops that missed the webhook.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids;

use super::error::Refusal;
use super::faults::is_of_kind;
use super::form::Params;
use super::shelf::Kept;
use super::visit::Visit;

/// The version whose shapes are spoken.
pub const API_VERSION: &str = "2025-09-30.clover";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub created: i64,
    /// The object as it was.
    object: Value,
    request_id: String,
    idempotency_key: Option<String>,
}

impl Kept for Event {
    fn id(&self) -> &str {
        &self.id
    }
    fn created(&self) -> i64 {
        self.created
    }
}

impl Event {
    pub fn new(kind: &str, object: Value, now: i64, request_id: &str, idempotency_key: Option<&str>) -> Self {
        Self {
            id: ids::new("evt_3"),
            kind: kind.to_owned(),
            created: now,
            object,
            request_id: request_id.to_owned(),
            idempotency_key: idempotency_key.map(str::to_owned),
        }
    }

    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "object": "event",
            "api_version": API_VERSION,
            "created": self.created,
            "data": { "object": self.object },
            "livemode": false,
            "pending_webhooks": 1,
            "request": { "id": self.request_id, "idempotency_key": self.idempotency_key },
            "type": self.kind,
        })
    }
}

/// `GET /v1/events`: by `type` (with `*` at its end) or `types[]`, and time.
pub fn list(visit: &mut Visit<'_>, mut params: Params) -> Result<Value, Refusal> {
    let kind = params.take("type");
    let kinds = params.take_list("types");
    let wanted = |event: &Event| match &kind {
        Some(kind) => is_of_kind(&event.kind, kind),
        None => kinds.is_empty() || kinds.contains(&event.kind),
    };
    let page = visit.book.events.page("/v1/events", &mut params, wanted, Event::to_json)?;
    params.finish()?;
    Ok(page)
}

/// `GET /v1/events/{id}`
pub fn retrieve(visit: &mut Visit<'_>, id: &str, params: Params) -> Result<Value, Refusal> {
    params.finish()?;
    let found = visit.book.events.get(id);
    found.map(Event::to_json).ok_or_else(|| Refusal::missing("event", id, "id"))
}
