//! Events: a change of an object, sent as a webhook and listed for 30 days.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::object;
use crate::ids;

pub const API_VERSION: &str = "2026-09-30.endive";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub created: i64,
    /// The object after the change.
    object: Value,
    request_id: String,
    idempotency_key: Option<String>,
}

object!(Event);

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
