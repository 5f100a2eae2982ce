//! Payment methods: a card and its billing details.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::card::Card;
use super::object;
use crate::ids;

pub const ADDRESS_FIELDS: [&str; 6] = ["city", "country", "line1", "line2", "postal_code", "state"];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub created: i64,
    pub card: Card,
    pub billing: BillingDetails,
    pub metadata: BTreeMap<String, String>,
    /// Set by a successful payment, and when it is detached. A method without a customer pays only once.
    pub used: bool,
    /// The customer that it is attached to.
    #[serde(default)]
    pub customer: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BillingDetails {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// Keyed by [`ADDRESS_FIELDS`].
    pub address: BTreeMap<String, String>,
}

object!(PaymentMethod);

impl BillingDetails {
    pub fn to_json(&self) -> Value {
        let address: BTreeMap<&str, Option<&String>> =
            ADDRESS_FIELDS.iter().map(|field| (*field, self.address.get(*field))).collect();
        json!({ "address": address, "email": self.email, "name": self.name, "phone": self.phone })
    }
}

impl PaymentMethod {
    pub fn new(card: Card, billing: BillingDetails, metadata: BTreeMap<String, String>, now: i64) -> Self {
        Self { id: ids::new("pm_1"), created: now, card, billing, metadata, used: false, customer: None }
    }

    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "object": "payment_method",
            "billing_details": self.billing.to_json(),
            "card": self.card_json(),
            "created": self.created,
            "customer": self.customer,
            "livemode": false,
            "metadata": self.metadata,
            "type": "card",
        })
    }

    /// The `payment_method_details` of a charge.
    pub fn details(&self) -> Value {
        json!({ "card": self.card_json(), "type": "card" })
    }

    fn card_json(&self) -> Value {
        let check = |field| self.billing.address.contains_key(field).then_some("pass");
        self.card.to_json(json!({
            "address_line1_check": check("line1"), "address_postal_code_check": check("postal_code"),
        }))
    }
}
