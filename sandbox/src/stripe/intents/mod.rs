//! Payment intents: one payment from its first mention to success or cancellation.
//!
//! `requires_payment_method → requires_confirmation → (requires_action) → succeeded`, back to the start after a
//! decline, and `canceled` from anywhere before success. At most one charge of an intent ever succeeds.
//!
//! [`calls`] are the REST calls, [`confirm`] asks the card for money, [`challenge`] is the bank's question to the
//! customer.

pub mod calls;
pub mod challenge;
mod confirm;
pub mod currency;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::error::Refusal;
use super::keys::Caller;
use super::ledger::Book;
use super::methods::Method;
use super::shelf::Kept;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Succeeded,
    Canceled,
}

impl Status {
    pub fn code(self) -> &'static str {
        match self {
            Self::RequiresPaymentMethod => "requires_payment_method",
            Self::RequiresConfirmation => "requires_confirmation",
            Self::RequiresAction => "requires_action",
            Self::Succeeded => "succeeded",
            Self::Canceled => "canceled",
        }
    }

    fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Canceled)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Intent {
    pub id: String,
    pub created: i64,
    pub client_secret: String,
    /// In the currency's smallest unit.
    pub amount: i64,
    pub currency: String,
    pub status: Status,
    pub metadata: BTreeMap<String, String>,
    pub description: Option<String>,
    pub receipt_email: Option<String>,
    pub payment_method: Option<String>,
    pub latest_charge: Option<String>,
    pub last_payment_error: Option<Value>,
    shipping: Option<Value>,
    statement_descriptor: Option<String>,
    statement_descriptor_suffix: Option<String>,
    capture_method: String,
    /// `allow_redirects`, when the methods are left to the provider.
    automatic_payment_methods: Option<String>,
    /// Where the customer proves themselves, while that is asked.
    challenge_url: Option<String>,
    canceled_at: Option<i64>,
    cancellation_reason: Option<String>,
}

impl Kept for Intent {
    fn id(&self) -> &str {
        &self.id
    }
    fn created(&self) -> i64 {
        self.created
    }
}

impl Intent {
    pub fn is_paid(&self) -> bool {
        self.status == Status::Succeeded
    }

    /// The object in full for the shop's server, and what is public of it for a browser.
    pub fn to_json(&self, caller: Caller) -> Value {
        let automatic = self.automatic_payment_methods.as_ref();
        let next_action = self.challenge_url.as_ref().map(|url| {
            json!({
                "type": "use_stripe_sdk",
                "use_stripe_sdk": { "type": "three_d_secure_redirect", "stripe_js": url },
            })
        });
        let mut object = json!({
            "id": self.id,
            "object": "payment_intent",
            "amount": self.amount,
            "amount_details": { "tip": {} },
            "automatic_payment_methods":
                automatic.map(|redirects| json!({ "allow_redirects": redirects, "enabled": true })),
            "canceled_at": self.canceled_at,
            "cancellation_reason": self.cancellation_reason,
            "capture_method": self.capture_method,
            "client_secret": self.client_secret,
            "confirmation_method": "automatic",
            "created": self.created,
            "currency": self.currency,
            "description": self.description,
            "last_payment_error": self.last_payment_error,
            "livemode": false,
            "next_action": next_action,
            "payment_method": self.payment_method,
            "payment_method_types": ["card"],
            "processing": null,
            "receipt_email": self.receipt_email,
            "setup_future_usage": null,
            "shipping": self.shipping,
            "source": null,
            "status": self.status.code(),
        });
        if caller == Caller::Server {
            let private = json!({
                "amount_capturable": 0,
                "amount_received": if self.is_paid() { self.amount } else { 0 },
                "application": null,
                "application_fee_amount": null,
                "customer": null,
                "latest_charge": self.latest_charge,
                "metadata": self.metadata,
                "on_behalf_of": null,
                "payment_method_options": { "card": { "request_three_d_secure": "automatic" } },
                "review": null,
                "statement_descriptor": self.statement_descriptor,
                "statement_descriptor_suffix": self.statement_descriptor_suffix,
                "transfer_data": null,
                "transfer_group": null,
            });
            if let (Value::Object(object), Value::Object(private)) = (&mut object, private) {
                object.extend(private);
            }
        }
        object
    }

    fn unexpected_state(&self, verb: &str, participle: &str, allowed: &[Status], caller: Caller) -> Refusal {
        let allowed: Vec<_> = allowed.iter().map(|status| status.code()).collect();
        let message = format!(
            "You cannot {verb} this PaymentIntent because it has a status of {}. Only a PaymentIntent with one of \
             the following statuses may be {participle}: {}.",
            self.status.code(),
            allowed.join(", ")
        );
        Refusal::invalid("payment_intent_unexpected_state", message).about(self.to_json(caller))
    }
}

/// Replaces the ids named by `expand[]` with the objects they stand for.
fn expand(book: &Book, mut shown: Value, names: &[String]) -> Result<Value, Refusal> {
    for name in names {
        let object = match (name.as_str(), shown[name].as_str()) {
            ("payment_method", Some(id)) => book.methods.get(id).map(Method::to_json),
            ("latest_charge", Some(id)) => book.charges.get(id).map(super::charges::Charge::to_json),
            ("payment_method" | "latest_charge" | "customer", None) => None,
            _ => {
                let message = format!("This property cannot be expanded ({name}).");
                return Err(Refusal::malformed(message).param("expand"));
            }
        };
        if let Some(object) = object {
            shown[name] = object;
        }
    }
    Ok(shown)
}
