//! The REST calls on payment intents.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::ids;

use super::super::error::Refusal;
use super::super::form::Params;
use super::super::keys::Caller;
use super::super::methods::Method;
use super::super::visit::Visit;
use super::confirm::{self, Confirmation};
use super::{Intent, Status, currency, expand};

/// `POST /v1/payment_intents`, confirmed in the same call with `confirm=true`.
pub fn create(visit: &mut Visit<'_>, mut params: Params) -> Result<Value, Refusal> {
    let amount = params.require_integer("amount")?;
    let Some(currency) = currency::take(&mut params)? else {
        return Err(
            Refusal::invalid("parameter_missing", "Missing required param: currency.").param("currency")
        );
    };
    let amount = currency::check_amount(amount, &currency)?;
    let automatic_payment_methods = take_automatic_methods(&mut params)?;
    let details = Details::take(&mut params)?;
    let capture_method = params.take_one_of("capture_method", &["automatic", "automatic_async"])?;
    params.take_one_of("confirmation_method", &["automatic"])?;
    let confirmation = match params.take_bool("confirm")? {
        Some(true) => Some(Confirmation::take(&mut params)?),
        _ => None,
    };
    let offered = take_method(visit, &mut params)?;
    let expansions = params.take_list("expand");
    params.finish()?;
    if let Some(confirmation) = &confirmation {
        confirmation.check_redirects(automatic_payment_methods.as_deref())?;
        if offered.is_none() {
            return Err(confirm::method_missing(None));
        }
    }

    let id = ids::new("pi_3");
    let mut intent = Intent {
        client_secret: ids::new(&format!("{id}_secret_")),
        id: id.clone(),
        created: visit.now,
        amount,
        currency,
        status: Status::RequiresPaymentMethod,
        metadata: BTreeMap::new(),
        description: None,
        receipt_email: None,
        payment_method: None,
        latest_charge: None,
        last_payment_error: None,
        shipping: None,
        statement_descriptor: None,
        statement_descriptor_suffix: None,
        capture_method: capture_method.unwrap_or("automatic_async").to_owned(),
        automatic_payment_methods,
        challenge_url: None,
        canceled_at: None,
        cancellation_reason: None,
    };
    details.apply(&mut intent);
    if let Some(method) = &offered {
        intent.payment_method = Some(method.id.clone());
        intent.status = Status::RequiresConfirmation;
    }
    visit.record("payment_intent.created", intent.to_json(Caller::Server));
    let shown = intent.to_json(visit.caller);
    visit.book.intents.put(intent);
    let shown = match (confirmation, offered) {
        (Some(confirmation), Some(method)) => confirm::attempt(visit, &id, method, &confirmation)?,
        _ => shown,
    };
    expand(visit.book, shown, &expansions)
}

/// `GET /v1/payment_intents/{id}`; a browser shows the client secret.
pub fn retrieve(visit: &mut Visit<'_>, id: &str, mut params: Params) -> Result<Value, Refusal> {
    let shown = known(visit, id, &mut params)?.to_json(visit.caller);
    let expansions = params.take_list("expand");
    params.take("is_stripe_sdk");
    params.finish()?;
    expand(visit.book, shown, &expansions)
}

/// `POST /v1/payment_intents/{id}`
pub fn update(visit: &mut Visit<'_>, id: &str, mut params: Params) -> Result<Value, Refusal> {
    let intent = known(visit, id, &mut params)?;
    if intent.status.is_final() {
        let allowed = [Status::RequiresPaymentMethod, Status::RequiresConfirmation, Status::RequiresAction];
        return Err(intent.unexpected_state("update", "updated", &allowed, visit.caller));
    }
    let currency = currency::take(&mut params)?.unwrap_or_else(|| intent.currency.clone());
    let amount = params.take_integer("amount")?.unwrap_or(intent.amount);
    let amount = currency::check_amount(amount, &currency)?;
    let details = Details::take(&mut params)?;
    let offered = take_method(visit, &mut params)?;
    let expansions = params.take_list("expand");
    params.finish()?;

    let intent = found(visit, id)?;
    (intent.amount, intent.currency) = (amount, currency);
    details.apply(intent);
    if let Some(method) = offered {
        intent.payment_method = Some(method.id);
        intent.status = Status::RequiresConfirmation;
        intent.challenge_url = None;
    }
    let shown = intent.to_json(Caller::Server);
    expand(visit.book, shown, &expansions)
}

/// `POST /v1/payment_intents/{id}/confirm`; a browser shows the client secret.
pub fn confirm(visit: &mut Visit<'_>, id: &str, mut params: Params) -> Result<Value, Refusal> {
    let intent = known(visit, id, &mut params)?;
    let confirmation = Confirmation::take(&mut params)?;
    let receipt_email = params.take("receipt_email");
    if intent.status.is_final() {
        let allowed = [Status::RequiresConfirmation, Status::RequiresAction];
        return Err(intent.unexpected_state("confirm", "confirmed", &allowed, visit.caller));
    }
    if visit.caller == Caller::Server {
        confirmation.check_redirects(intent.automatic_payment_methods.as_deref())?;
    }
    let offered = take_method(visit, &mut params)?;
    let expansions = params.take_list("expand");
    params.finish()?;
    let method = match (offered, &intent.payment_method) {
        (Some(method), _) => method,
        (None, Some(id)) => visit.method(id)?,
        (None, None) => return Err(confirm::method_missing(Some(intent.to_json(visit.caller)))),
    };
    if receipt_email.is_some() {
        found(visit, id)?.receipt_email = receipt_email;
    }
    let shown = confirm::attempt(visit, id, method, &confirmation)?;
    expand(visit.book, shown, &expansions)
}

/// `POST /v1/payment_intents/{id}/cancel`
pub fn cancel(visit: &mut Visit<'_>, id: &str, mut params: Params) -> Result<Value, Refusal> {
    let reasons = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"];
    let reason = params.take_one_of("cancellation_reason", &reasons)?;
    let expansions = params.take_list("expand");
    params.finish()?;
    let now = visit.now;
    let caller = visit.caller;
    let intent = found(visit, id)?;
    if intent.status.is_final() {
        let allowed = [Status::RequiresPaymentMethod, Status::RequiresConfirmation, Status::RequiresAction];
        return Err(intent.unexpected_state("cancel", "canceled", &allowed, caller));
    }
    intent.status = Status::Canceled;
    intent.challenge_url = None;
    intent.canceled_at = Some(now);
    intent.cancellation_reason = reason.map(str::to_owned);
    let shown = intent.to_json(Caller::Server);
    visit.record("payment_intent.canceled", shown.clone());
    expand(visit.book, shown, &expansions)
}

/// `GET /v1/payment_intents`
pub fn list(visit: &mut Visit<'_>, mut params: Params) -> Result<Value, Refusal> {
    let expansions = params.take_list("expand");
    let show = |intent: &Intent| intent.to_json(Caller::Server);
    let mut page = visit.book.intents.page("/v1/payment_intents", &mut params, |_| true, show)?;
    params.finish()?;
    // In a list, what is expanded is named from the list down.
    let of_each: Vec<String> = expansions
        .iter()
        .map(|name| name.strip_prefix("data.").unwrap_or(name.as_str()).to_owned())
        .collect();
    if let Some(listed) = page["data"].as_array_mut() {
        for intent in listed {
            *intent = expand(visit.book, intent.take(), &of_each)?;
        }
    }
    Ok(page)
}

/// The intent at `id`, if the caller may touch it: browsers must know its secret.
fn known(visit: &Visit<'_>, id: &str, params: &mut Params) -> Result<Intent, Refusal> {
    let secret = params.take("client_secret");
    if visit.caller == Caller::Browser && secret.is_none() {
        return Err(Refusal::secret_key_required());
    }
    let intent = visit.book.intents.get(id).ok_or_else(|| unknown(id))?;
    match secret {
        Some(secret) if secret != intent.client_secret => {
            let message =
                "The client_secret provided does not match the client_secret of this PaymentIntent.";
            Err(Refusal::invalid("payment_intent_invalid_parameter", message).param("client_secret"))
        }
        _ => Ok(intent.clone()),
    }
}

fn found<'a>(visit: &'a mut Visit<'_>, id: &str) -> Result<&'a mut Intent, Refusal> {
    visit.book.intents.get_mut(id).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> Refusal {
    Refusal::missing("payment_intent", id, "intent")
}

/// `payment_method`, by id or name, or a new one from `payment_method_data`.
fn take_method(visit: &mut Visit<'_>, params: &mut Params) -> Result<Option<Method>, Refusal> {
    let data = params.take_group("payment_method_data");
    match params.take("payment_method") {
        Some(_) if !data.is_empty() => {
            let message = "Pass either payment_method or payment_method_data, not both.";
            Err(Refusal::malformed(message).param("payment_method_data"))
        }
        Some(id) => visit.method(&id).map(Some),
        None if data.is_empty() => Ok(None),
        None => {
            let method = Method::from_form(data, visit)?;
            visit.book.methods.put(method.clone());
            Ok(Some(method))
        }
    }
}

/// Whether redirects are allowed, if the methods are left to the provider; or `payment_method_types`, of which
/// there is one.
fn take_automatic_methods(params: &mut Params) -> Result<Option<String>, Refusal> {
    let mut group = params.take_group("automatic_payment_methods");
    let enabled = group.take_bool("enabled")?.unwrap_or(false);
    let redirects = group.take_one_of("allow_redirects", &["always", "never"])?.unwrap_or("always");
    group.finish()?;
    let types = params.take_list("payment_method_types");
    if enabled && !types.is_empty() {
        let message =
            "You may only specify one of these parameters: automatic_payment_methods, payment_method_types.";
        return Err(Refusal::malformed(message));
    }
    if let Some(other) = types.iter().find(|kind| *kind != "card") {
        let message = format!("The payment method type '{other}' is not activated for this account.");
        return Err(Refusal::malformed(message).param("payment_method_types"));
    }
    Ok(enabled.then(|| redirects.to_owned()))
}

/// What a shop may note on an intent.
struct Details {
    metadata: BTreeMap<String, String>,
    description: Option<String>,
    receipt_email: Option<String>,
    shipping: Option<Value>,
    statement_descriptor: Option<String>,
    statement_descriptor_suffix: Option<String>,
}

impl Details {
    fn take(params: &mut Params) -> Result<Self, Refusal> {
        let mut shipping = params.take_group("shipping");
        let shipping = if shipping.is_empty() {
            None
        } else {
            let name = shipping.require("name")?;
            let (phone, carrier) = (shipping.take("phone"), shipping.take("carrier"));
            let tracking_number = shipping.take("tracking_number");
            let mut group = shipping.take_group("address");
            let mut address = BTreeMap::new();
            for field in ["city", "country", "line1", "line2", "postal_code", "state"] {
                address.insert(field, group.take(field));
            }
            group.finish()?;
            shipping.finish()?;
            Some(json!({
                "address": address, "carrier": carrier, "name": name, "phone": phone,
                "tracking_number": tracking_number,
            }))
        };
        Ok(Self {
            metadata: params.take_metadata()?,
            description: params.take("description"),
            receipt_email: params.take("receipt_email"),
            shipping,
            statement_descriptor: params.take("statement_descriptor"),
            statement_descriptor_suffix: params.take("statement_descriptor_suffix"),
        })
    }

    /// Writes what was given over what was there; an empty metadata value removes its key.
    fn apply(self, intent: &mut Intent) {
        for (key, value) in self.metadata {
            if value.is_empty() {
                intent.metadata.remove(&key);
            } else {
                intent.metadata.insert(key, value);
            }
        }
        let replace = |slot: &mut Option<String>, given: Option<String>| {
            if given.is_some() {
                *slot = given;
            }
        };
        replace(&mut intent.description, self.description);
        replace(&mut intent.receipt_email, self.receipt_email);
        replace(&mut intent.statement_descriptor, self.statement_descriptor);
        replace(&mut intent.statement_descriptor_suffix, self.statement_descriptor_suffix);
        if self.shipping.is_some() {
            intent.shipping = self.shipping;
        }
    }
}
