//! Payment intents: one payment from its creation to success or cancellation.
//!
//! `requires_payment_method → requires_confirmation → (requires_action) → succeeded`. A decline returns to the start,
//! and every state before success can change to `canceled`. At most one charge of an intent succeeds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{KeyKind, object};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredIntentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Succeeded,
    Canceled,
}

impl StoredIntentStatus {
    pub fn code(self) -> &'static str {
        match self {
            Self::RequiresPaymentMethod => "requires_payment_method",
            Self::RequiresConfirmation => "requires_confirmation",
            Self::RequiresAction => "requires_action",
            Self::Succeeded => "succeeded",
            Self::Canceled => "canceled",
        }
    }

    pub fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Canceled)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredIntent {
    pub id: String,
    pub created: i64,
    pub client_secret: String,
    /// The amount is in the smallest unit of the currency.
    pub amount: i64,
    pub currency: String,
    pub status: StoredIntentStatus,
    pub metadata: BTreeMap<String, String>,
    pub description: Option<String>,
    pub receipt_email: Option<String>,
    pub payment_method: Option<String>,
    pub latest_charge: Option<String>,
    /// What it can be paid with.
    #[serde(default = "all_types")]
    pub payment_method_types: Vec<String>,
    #[serde(default)]
    pub shipping: Option<Value>,
    /// A browser cannot change it then.
    #[serde(default)]
    pub shipping_is_of_server: bool,
    pub last_payment_error: Option<Value>,
    #[serde(default)]
    pub customer: Option<String>,
    /// `on_session` or `off_session`: a successful payment attaches its method to the customer.
    #[serde(default)]
    pub setup_future_usage: Option<String>,
    /// Where the customer authenticates, in status `requires_action`.
    pub challenge_url: Option<String>,
    /// Where the customer comes back to, if the whole page goes to the bank.
    #[serde(default)]
    pub return_url: Option<String>,
    pub canceled_at: Option<i64>,
}

object!(StoredIntent);

/// The types that the account has activated.
pub fn all_types() -> Vec<String> {
    ["card", "link"].map(str::to_owned).to_vec()
}

impl StoredIntent {
    pub fn is_paid(&self) -> bool {
        self.status == StoredIntentStatus::Succeeded
    }

    /// The full object for a server, or its public part for a browser.
    pub fn to_json(&self, key_kind: KeyKind) -> Value {
        let next_action = self.challenge_url.as_ref().map(|url| match &self.return_url {
            Some(return_url) => json!({
                "type": "redirect_to_url",
                "redirect_to_url": { "url": url, "return_url": return_url },
            }),
            None => json!({
                "type": "use_stripe_sdk",
                "use_stripe_sdk": { "type": "three_d_secure_redirect", "stripe_js": url },
            }),
        });
        let mut object = json!({
            "id": self.id,
            "object": "payment_intent",
            "amount": self.amount,
            "automatic_payment_methods": null,
            "canceled_at": self.canceled_at,
            "cancellation_reason": null,
            "capture_method": "automatic_async",
            "client_secret": self.client_secret,
            "confirmation_method": "automatic",
            "created": self.created,
            "currency": self.currency,
            "description": self.description,
            "last_payment_error": self.last_payment_error,
            "livemode": false,
            "next_action": next_action,
            "payment_method": self.payment_method,
            "payment_method_types": self.payment_method_types,
            "receipt_email": self.receipt_email,
            "setup_future_usage": self.setup_future_usage,
            "shipping": self.shipping,
            "status": self.status.code(),
        });
        if key_kind == KeyKind::Server {
            object["amount_capturable"] = json!(0);
            object["amount_received"] = json!(if self.is_paid() { self.amount } else { 0 });
            object["customer"] = json!(self.customer);
            object["latest_charge"] = json!(self.latest_charge);
            object["metadata"] = json!(self.metadata);
        }
        object
    }
}
