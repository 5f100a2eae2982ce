//! Charges: the attempts to charge a card, successful or not.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::card::{Behaviour, Decline};
use super::object;
use super::payment_intent::StoredIntent;
use super::payment_method::PaymentMethod;
use crate::ids;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Charge {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub amount_refunded: i64,
    pub currency: String,
    pub payment_intent: String,
    pub decline: Option<Decline>,
    /// The bank of the payer has claimed the money back.
    pub disputed: bool,
    /// The bank of the payer sends each refund back.
    #[serde(default)]
    pub refunds_fail: bool,
    metadata: Value,
    payment_method: String,
    payment_method_details: Value,
    billing_details: Value,
    receipt_email: Option<String>,
}

object!(Charge);

impl Charge {
    pub fn new(intent: &StoredIntent, method: &PaymentMethod, decline: Option<Decline>, now: i64) -> Self {
        Self {
            id: ids::new("ch_3"),
            created: now,
            amount: intent.amount,
            amount_refunded: 0,
            currency: intent.currency.clone(),
            payment_intent: intent.id.clone(),
            disputed: decline.is_none() && method.card.behaviour == Behaviour::PaysAndIsDisputed,
            refunds_fail: method.card.behaviour == Behaviour::PaysAndSendsRefundsBack,
            decline,
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

    /// The dispute that the payer's bank has opened.
    pub fn dispute_json(&self) -> Value {
        json!({
            "id": ids::new("dp_1"),
            "object": "dispute",
            "amount": self.amount,
            "charge": self.id,
            "created": self.created,
            "currency": self.currency,
            "livemode": false,
            "metadata": {},
            "payment_intent": self.payment_intent,
            "reason": "fraudulent",
            "status": "needs_response",
        })
    }

    pub fn to_json(&self) -> Value {
        let paid = self.decline.is_none();
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
            "disputed": self.disputed,
            "failure_code": self.decline.map(Decline::code),
            "failure_message": self.decline.map(Decline::message),
            "livemode": false,
            "metadata": self.metadata,
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
