//! Charges: the attempts at a card, successful or not.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids;

use super::cards::{Behaviour, Decline};
use super::error::Refusal;
use super::form::Params;
use super::intents::Intent;
use super::methods::Method;
use super::shelf::Kept;
use super::visit::Visit;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Charge {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub amount_refunded: i64,
    pub currency: String,
    pub payment_intent: String,
    pub decline: Option<Decline>,
    /// The payer's bank asked for the money back.
    #[serde(default)]
    pub disputed: bool,
    description: Option<String>,
    metadata: Value,
    payment_method: String,
    payment_method_details: Value,
    billing_details: Value,
    receipt_email: Option<String>,
}

impl Kept for Charge {
    fn id(&self) -> &str {
        &self.id
    }
    fn created(&self) -> i64 {
        self.created
    }
}

impl Charge {
    pub fn new(intent: &Intent, method: &Method, decline: Option<Decline>, now: i64) -> Self {
        Self {
            id: ids::new("ch_3"),
            created: now,
            amount: intent.amount,
            amount_refunded: 0,
            currency: intent.currency.clone(),
            payment_intent: intent.id.clone(),
            disputed: decline.is_none() && method.card.behaviour == Behaviour::PaysAndIsDisputed,
            decline,
            description: intent.description.clone(),
            metadata: json!(intent.metadata),
            payment_method: method.id.clone(),
            payment_method_details: method.details(),
            billing_details: method.billing.to_json(),
            receipt_email: intent.receipt_email.clone(),
        }
    }

    pub fn refundable(&self) -> i64 {
        if self.decline.is_some() { 0 } else { self.amount - self.amount_refunded }
    }

    pub fn to_json(&self) -> Value {
        let paid = self.decline.is_none();
        let outcome = match self.decline {
            None => json!({
                "network_status": "approved_by_network", "reason": null, "risk_level": "normal",
                "seller_message": "Payment complete.", "type": "authorized",
            }),
            Some(Decline::Fraudulent) => json!({
                "network_status": "not_sent_to_network", "reason": "highest_risk_level",
                "risk_level": "highest", "seller_message": "The payment was blocked as too risky.",
                "type": "blocked",
            }),
            Some(decline) => json!({
                "network_status": "declined_by_network", "reason": decline.decline_code(),
                "risk_level": "normal", "seller_message": "The bank declined the payment.",
                "type": "issuer_declined",
            }),
        };
        json!({
            "id": self.id,
            "object": "charge",
            "amount": self.amount,
            "amount_captured": if paid { self.amount } else { 0 },
            "amount_refunded": self.amount_refunded,
            "billing_details": self.billing_details,
            "captured": paid,
            "created": self.created,
            "currency": self.currency,
            "customer": null,
            "description": self.description,
            "disputed": self.disputed,
            "failure_code": self.decline.map(Decline::code),
            "failure_message": self.decline.map(Decline::message),
            "livemode": false,
            "metadata": self.metadata,
            "outcome": outcome,
            "paid": paid,
            "payment_intent": self.payment_intent,
            "payment_method": self.payment_method,
            "payment_method_details": self.payment_method_details,
            "receipt_email": self.receipt_email,
            "refunded": paid && self.amount_refunded == self.amount,
            "status": if paid { "succeeded" } else { "failed" },
        })
    }
}

/// `GET /v1/charges/{id}`
pub fn retrieve(visit: &mut Visit<'_>, id: &str, params: Params) -> Result<Value, Refusal> {
    params.finish()?;
    visit.book.charges.get(id).map(Charge::to_json).ok_or_else(|| Refusal::missing("charge", id, "id"))
}
