//! The calls on payment intents.

use serde_json::Value;

use super::context::RequestContext;
use super::error::StripeError;
use super::params::Params;
use super::{confirm, lists, payment_methods};
use crate::ids;
use crate::stripe::model::KeyKind;
use crate::stripe::model::charge::Charge;
use crate::stripe::model::currency::{CURRENCIES, MAX_AMOUNT, MIN_AMOUNT, format_amount};
use crate::stripe::model::payment_intent::{StoredIntent, StoredIntentStatus};
use crate::stripe::model::payment_method::PaymentMethod;
use crate::stripe::store::Database;

/// `POST /v1/payment_intents`. `confirm=true` also confirms the intent.
pub fn create(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeError> {
    let amount = params.require_integer("amount")?;
    let currency = supported_currency(&params.require("currency")?)?;
    check_amount(amount, &currency)?;
    if let Some(other) = params.take_list("allowed_payment_method_types").iter().find(|kind| *kind != "card")
    {
        let message = format!("The payment method type '{other}' is not activated for this account.");
        return Err(StripeError::malformed(message).with("param", "allowed_payment_method_types"));
    }
    let metadata = params.take_metadata()?;
    let (description, receipt_email) = (params.take("description"), params.take("receipt_email"));
    let confirms = params.take_bool("confirm")?.unwrap_or(false);
    let method = take_method(context, &mut params)?;
    let expand = params.take_list("expand");
    params.finish()?;

    let id = ids::new("pi_3");
    let is_ready = method.is_some();
    let intent = StoredIntent {
        client_secret: ids::new(&format!("{id}_secret_")),
        id: id.clone(),
        created: context.now,
        amount,
        currency,
        status: if is_ready {
            StoredIntentStatus::RequiresConfirmation
        } else {
            StoredIntentStatus::RequiresPaymentMethod
        },
        metadata,
        description,
        receipt_email,
        payment_method: method.as_ref().map(|method| method.id.clone()),
        latest_charge: None,
        last_payment_error: None,
        challenge_url: None,
        canceled_at: None,
    };
    let mut shown = intent.to_json(KeyKind::Server);
    match method {
        None if confirms => return Err(confirm::method_missing()),
        Some(method) if confirms => {
            context.database.intents.insert(intent);
            context.record("payment_intent.created", shown);
            shown = confirm::attempt(context, &id, &method)?;
        }
        _ => {
            context.database.intents.insert(intent);
            context.record("payment_intent.created", shown.clone());
        }
    }
    expand_charge(context.database, shown, &expand)
}

/// `GET /v1/payment_intents/{id}`. A browser needs the client secret.
pub fn retrieve(
    context: &mut RequestContext<'_>,
    id: &str,
    mut params: Params,
) -> Result<Value, StripeError> {
    let shown = authorized(context, id, &mut params)?.to_json(context.key_kind);
    let expand = params.take_list("expand");
    params.finish()?;
    expand_charge(context.database, shown, &expand)
}

/// `POST /v1/payment_intents/{id}`. Changes amount, currency and metadata; an empty value removes its key.
pub fn update(context: &mut RequestContext<'_>, id: &str, mut params: Params) -> Result<Value, StripeError> {
    let key_kind = context.key_kind;
    let intent = context.intent(id)?;
    if intent.status.is_final() {
        return Err(unexpected_status(intent, "update", key_kind));
    }
    let amount = params.take_integer("amount")?.unwrap_or(intent.amount);
    let currency = match params.take("currency") {
        Some(code) => supported_currency(&code)?,
        None => intent.currency.clone(),
    };
    check_amount(amount, &currency)?;
    let metadata = params.take_metadata()?;
    params.finish()?;
    (intent.amount, intent.currency) = (amount, currency);
    for (key, value) in metadata {
        if value.is_empty() {
            intent.metadata.remove(&key);
        } else {
            intent.metadata.insert(key, value);
        }
    }
    Ok(intent.to_json(KeyKind::Server))
}

/// `POST /v1/payment_intents/{id}/confirm`. A browser needs the client secret.
pub fn confirm(context: &mut RequestContext<'_>, id: &str, mut params: Params) -> Result<Value, StripeError> {
    let intent = authorized(context, id, &mut params)?;
    // Sent by browser scripts, without effect here.
    params.take_bool("use_stripe_sdk")?;
    params.take("expected_payment_method_type");
    params.take("return_url");
    let receipt_email = params.take("receipt_email");
    if intent.status.is_final() {
        return Err(unexpected_status(&intent, "confirm", context.key_kind));
    }
    let method = take_method(context, &mut params)?;
    let expand = params.take_list("expand");
    params.finish()?;
    let method = match (method, &intent.payment_method) {
        (Some(method), _) => method,
        (None, Some(id)) => context.method(id)?,
        (None, None) => {
            return Err(confirm::method_missing().with("payment_intent", intent.to_json(context.key_kind)));
        }
    };
    if receipt_email.is_some() {
        context.intent(id)?.receipt_email = receipt_email;
    }
    let shown = confirm::attempt(context, id, &method)?;
    expand_charge(context.database, shown, &expand)
}

/// `POST /v1/payment_intents/{id}/cancel`
pub fn cancel(context: &mut RequestContext<'_>, id: &str, params: Params) -> Result<Value, StripeError> {
    params.finish()?;
    let (now, key_kind) = (context.now, context.key_kind);
    let intent = context.intent(id)?;
    if intent.status.is_final() {
        return Err(unexpected_status(intent, "cancel", key_kind));
    }
    intent.status = StoredIntentStatus::Canceled;
    intent.challenge_url = None;
    intent.canceled_at = Some(now);
    let shown = intent.to_json(KeyKind::Server);
    context.record("payment_intent.canceled", shown.clone());
    Ok(shown)
}

/// `GET /v1/payment_intents`
pub fn list(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeError> {
    let expand: Vec<String> =
        params.take_list("expand").iter().map(|name| name.trim_start_matches("data.").to_owned()).collect();
    let to_json = |intent: &StoredIntent| intent.to_json(KeyKind::Server);
    let mut page =
        lists::page(&context.database.intents, "/v1/payment_intents", &mut params, |_| true, to_json)?;
    params.finish()?;
    for intent in page["data"].as_array_mut().into_iter().flatten() {
        *intent = expand_charge(context.database, intent.take(), &expand)?;
    }
    Ok(page)
}

fn supported_currency(given: &str) -> Result<String, StripeError> {
    let currency = given.to_ascii_lowercase();
    if CURRENCIES.contains(&currency.as_str()) {
        return Ok(currency);
    }
    let supported = CURRENCIES.join(", ");
    let message = format!("Invalid currency: {given}. These currencies are supported: {supported}");
    Err(StripeError::malformed(message).with("param", "currency"))
}

fn check_amount(amount: i64, currency: &str) -> Result<(), StripeError> {
    let (code, message) = if amount < 1 {
        ("parameter_invalid_integer", "This value must be greater than or equal to 1.".to_owned())
    } else if amount < MIN_AMOUNT {
        let minimum = format_amount(MIN_AMOUNT, currency);
        ("amount_too_small", format!("Amount must be at least {minimum} {currency}"))
    } else if amount > MAX_AMOUNT {
        let maximum = format_amount(MAX_AMOUNT, currency);
        ("amount_too_large", format!("Amount must be no more than {maximum}"))
    } else {
        return Ok(());
    };
    Err(StripeError::invalid(code, message).with("param", "amount"))
}

/// The intent at `id`. A browser must know its client secret.
fn authorized(
    context: &RequestContext<'_>,
    id: &str,
    params: &mut Params,
) -> Result<StoredIntent, StripeError> {
    let secret = params.take("client_secret");
    if context.key_kind == KeyKind::Browser && secret.is_none() {
        return Err(StripeError::secret_key_required());
    }
    let intent = context.database.intents.get(id);
    let intent = intent.ok_or_else(|| StripeError::not_found("payment_intent", id, "intent"))?;
    if secret.is_some_and(|secret| secret != intent.client_secret) {
        let message = "The client_secret provided does not match the client_secret of this PaymentIntent.";
        let error = StripeError::invalid("payment_intent_invalid_parameter", message);
        return Err(error.with("param", "client_secret"));
    }
    Ok(intent.clone())
}

/// `payment_method` by id or name, or a new one from `payment_method_data`.
fn take_method(
    context: &mut RequestContext<'_>,
    params: &mut Params,
) -> Result<Option<PaymentMethod>, StripeError> {
    let data = params.take_group("payment_method_data");
    match params.take("payment_method") {
        Some(_) if !data.is_empty() => {
            let message = "Pass either payment_method or payment_method_data, not both.";
            Err(StripeError::malformed(message).with("param", "payment_method_data"))
        }
        Some(id) => context.method(&id).map(Some),
        None if data.is_empty() => Ok(None),
        None => payment_methods::insert(context, data).map(Some),
    }
}

fn unexpected_status(intent: &StoredIntent, verb: &str, key_kind: KeyKind) -> StripeError {
    let status = intent.status.code();
    let message = format!("You cannot {verb} this PaymentIntent because it has a status of {status}.");
    StripeError::invalid("payment_intent_unexpected_state", message)
        .with("payment_intent", intent.to_json(key_kind))
}

/// Replaces the id in `latest_charge` with the charge, for `expand[]=latest_charge`.
fn expand_charge(database: &Database, mut shown: Value, expand: &[String]) -> Result<Value, StripeError> {
    for name in expand {
        if name != "latest_charge" {
            let message = format!("This property cannot be expanded ({name}).");
            return Err(StripeError::malformed(message).with("param", "expand"));
        }
        let charge = shown[name].as_str().and_then(|id| database.charges.get(id));
        if let Some(charge) = charge.map(Charge::to_json) {
            shown[name] = charge;
        }
    }
    Ok(shown)
}
