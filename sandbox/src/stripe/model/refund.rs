//! Refunds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::object;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub currency: String,
    pub charge: String,
    pub payment_intent: String,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    /// Why the payer's bank has sent it back.
    #[serde(default)]
    pub failure_reason: Option<String>,
}

object!(Refund);

impl Refund {
    pub fn to_json(&self) -> Value {
        let status = if self.failure_reason.is_some() { "failed" } else { "succeeded" };
        let mut shown = json!({
            "id": self.id,
            "object": "refund",
            "amount": self.amount,
            "charge": self.charge,
            "created": self.created,
            "currency": self.currency,
            "metadata": self.metadata,
            "payment_intent": self.payment_intent,
            "reason": null,
            "receipt_number": null,
            "status": status,
        });
        if let Some(reason) = &self.failure_reason {
            shown["failure_reason"] = json!(reason);
        }
        shown
    }
}
