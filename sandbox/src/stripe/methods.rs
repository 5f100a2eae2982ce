//! Payment methods: a card and whom it belongs to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids;

use super::cards::Card;
use super::error::Refusal;
use super::form::Params;
use super::shelf::Kept;
use super::visit::Visit;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Method {
    pub id: String,
    pub created: i64,
    pub card: Card,
    pub billing: Billing,
    pub metadata: BTreeMap<String, String>,
    /// Set by a successful payment: a method that belongs to no customer pays once.
    pub used: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Billing {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// By the provider's own field names.
    pub address: BTreeMap<String, String>,
}

const ADDRESS_FIELDS: [&str; 6] = ["city", "country", "line1", "line2", "postal_code", "state"];

impl Kept for Method {
    fn id(&self) -> &str {
        &self.id
    }
    fn created(&self) -> i64 {
        self.created
    }
}

impl Billing {
    fn from_form(mut form: Params) -> Result<Self, Refusal> {
        let mut address_form = form.take_group("address");
        let mut address = BTreeMap::new();
        for field in ADDRESS_FIELDS {
            if let Some(value) = address_form.take(field) {
                address.insert(field.to_owned(), value);
            }
        }
        address_form.finish()?;
        let email = form.take("email");
        if let Some(email) = email.as_deref().filter(|email| !email.contains('@')) {
            let message = format!("Invalid email address: {email}");
            return Err(Refusal::invalid("email_invalid", message).param(form.full_name("email")));
        }
        let billing = Self { name: form.take("name"), email, phone: form.take("phone"), address };
        form.finish()?;
        Ok(billing)
    }

    pub fn to_json(&self) -> Value {
        let address: BTreeMap<&str, Option<&String>> =
            ADDRESS_FIELDS.iter().map(|field| (*field, self.address.get(*field))).collect();
        json!({ "address": address, "email": self.email, "name": self.name, "phone": self.phone })
    }
}

impl Method {
    /// From `type`, `card[…]`, `billing_details[…]`, `metadata[…]`: the parameters of `POST /v1/payment_methods`
    /// and of `payment_method_data`.
    pub fn from_form(mut form: Params, visit: &Visit<'_>) -> Result<Self, Refusal> {
        let kind = form.require("type")?;
        if kind != "card" {
            let message = format!("The payment method type '{kind}' is not activated for this account.");
            return Err(Refusal::malformed(message).param(form.full_name("type")));
        }
        let billing = Billing::from_form(form.take_group("billing_details"))?;
        let metadata = form.take_metadata()?;
        form.take("allow_redisplay");
        // Sent along by browser scripts, meaningless here.
        for noise in ["guid", "muid", "sid", "payment_user_agent", "referrer", "time_on_page"] {
            form.take(noise);
        }
        form.take_group("client_attribution_metadata");
        let mut card_form = form.take_group("card");
        let card = match card_form.take("token") {
            Some(token) => visit
                .card_of_token(&token)
                .ok_or_else(|| Refusal::missing_reference("token", &token, &card_form.full_name("token")))?,
            None => Card::from_form(&mut card_form, visit.now)?,
        };
        card_form.finish()?;
        form.finish()?;
        Ok(Self::of(card, billing, metadata, visit.now))
    }

    fn of(card: Card, billing: Billing, metadata: BTreeMap<String, String>, now: i64) -> Self {
        Self { id: ids::new("pm_1"), created: now, card, billing, metadata, used: false }
    }

    /// A fresh method for a `pm_card_…` name.
    pub fn from_token(id: &str, now: i64) -> Option<Self> {
        let card = Card::from_token(id.strip_prefix("pm_card_")?, now)?;
        Some(Self::of(card, Billing::default(), BTreeMap::new(), now))
    }

    pub fn to_json(&self) -> Value {
        let card = &self.card;
        json!({
            "id": self.id,
            "object": "payment_method",
            "allow_redisplay": "unspecified",
            "billing_details": self.billing.to_json(),
            "card": {
                "brand": card.brand.code(),
                "checks": self.checks(),
                "country": card.country,
                "display_brand": card.brand.code(),
                "exp_month": card.exp_month,
                "exp_year": card.exp_year,
                "funding": card.funding,
                "generated_from": null,
                "last4": card.last4,
                "networks": { "available": [card.brand.code()], "preferred": null },
                "three_d_secure_usage": { "supported": true },
                "wallet": null,
            },
            "created": self.created,
            "customer": null,
            "livemode": false,
            "metadata": self.metadata,
            "type": "card",
        })
    }

    /// As shown on a charge.
    pub fn details(&self) -> Value {
        let card = &self.card;
        json!({
            "card": {
                "brand": card.brand.code(),
                "checks": self.checks(),
                "country": card.country,
                "exp_month": card.exp_month,
                "exp_year": card.exp_year,
                "funding": card.funding,
                "last4": card.last4,
                "network": card.brand.code(),
                "three_d_secure": null,
                "wallet": null,
            },
            "type": "card",
        })
    }

    fn checks(&self) -> Value {
        let checked = |given: bool| given.then_some("pass");
        json!({
            "address_line1_check": checked(self.billing.address.contains_key("line1")),
            "address_postal_code_check": checked(self.billing.address.contains_key("postal_code")),
            "cvc_check": checked(self.card.cvc_given),
        })
    }
}

/// `POST /v1/payment_methods`
pub fn create(visit: &mut Visit<'_>, params: Params) -> Result<Value, Refusal> {
    let method = Method::from_form(params, visit)?;
    let shown = method.to_json();
    visit.book.methods.put(method);
    Ok(shown)
}

/// `GET /v1/payment_methods/{id}`
pub fn retrieve(visit: &mut Visit<'_>, id: &str, params: Params) -> Result<Value, Refusal> {
    params.finish()?;
    let found = visit.book.methods.get(id);
    found.map(Method::to_json).ok_or_else(|| Refusal::missing("PaymentMethod", id, "payment_method"))
}

/// `POST /v1/tokens`: a card as a token, to be named in `payment_method_data[card][token]`.
pub fn create_token(visit: &mut Visit<'_>, mut params: Params) -> Result<Value, Refusal> {
    let mut form = params.take_group("card");
    let card = Card::from_form(&mut form, visit.now)?;
    let mut billing = Billing { name: form.take("name"), ..Billing::default() };
    if let Some(postal_code) = form.take("address_zip") {
        billing.address.insert("postal_code".to_owned(), postal_code);
    }
    form.finish()?;
    params.finish()?;
    let mut method = Method::of(card, billing, BTreeMap::new(), visit.now);
    method.id = ids::new("tok_1");
    let shown = json!({
        "id": method.id,
        "object": "token",
        "card": {
            "id": ids::new("card_1"),
            "object": "card",
            "address_zip": method.billing.address.get("postal_code"),
            "brand": method.card.brand.name(),
            "country": method.card.country,
            "exp_month": method.card.exp_month,
            "exp_year": method.card.exp_year,
            "funding": method.card.funding,
            "last4": method.card.last4,
            "name": method.billing.name,
        },
        "created": method.created,
        "livemode": false,
        "type": "card",
        "used": false,
    });
    visit.book.methods.put(method);
    Ok(shown)
}
