//! Customers: what saved payment methods are attached to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::object;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Customer {
    pub id: String,
    pub created: i64,
    pub metadata: BTreeMap<String, String>,
    pub is_deleted: bool,
}

object!(Customer);

impl Customer {
    pub fn to_json(&self) -> Value {
        if self.is_deleted {
            return json!({ "id": self.id, "object": "customer", "deleted": true });
        }
        json!({
            "id": self.id,
            "object": "customer",
            "created": self.created,
            "description": null,
            "email": null,
            "livemode": false,
            "metadata": self.metadata,
            "name": null,
        })
    }
}
