//! The calls on payment intents.

use serde_json::Value;

use super::context::RequestContext;
use super::error::StripeApiError;
use super::params::Params;
use super::{confirm, customers, lists, payment_methods};
use crate::ids;
use crate::stripe::model::KeyKind;
use crate::stripe::model::charge::Charge;
use crate::stripe::model::currency::{CURRENCIES, MAX_AMOUNT, MIN_AMOUNT, format_amount};
use crate::stripe::model::payment_intent::{StoredIntent, StoredIntentStatus, all_types};
use crate::stripe::model::payment_method::PaymentMethod;
use crate::stripe::store::Database;

/// `POST /v1/payment_intents`. `confirm=true` also confirms the intent.
pub fn create(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeApiError> {
    let amount = params.require_integer("amount")?;
    let currency = supported_currency(&params.require("currency")?)?;
    check_amount(amount, &currency)?;
    let payment_method_types = take_types(&mut params)?;
    let shipping = take_shipping(&mut params)?;
    let metadata = params.take_metadata()?;
    let (description, receipt_email) = (params.take("description"), params.take("receipt_email"));
    let confirms = params.take_bool("confirm")?.unwrap_or(false);
    let method = take_method(context, &mut params)?;
    let customer = take_customer(context.database, &mut params)?;
    let setup_future_usage = take_usage(&mut params)?.filter(|usage| !usage.is_empty());
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
        payment_method_types,
        shipping_is_of_server: shipping.is_some(),
        shipping,
        last_payment_error: None,
        customer,
        setup_future_usage,
        challenge_url: None,
        return_url: None,
        canceled_at: None,
    };
    if let Some(method) = &method {
        customers::check_owner(&intent, method)?;
    }
    let mut shown = intent.to_json(KeyKind::Server);
    match method {
        None if confirms => return Err(confirm::method_missing()),
        Some(method) if confirms => {
            context.database.intents.insert(intent);
            context.record("payment_intent.created", shown);
            shown = confirm::attempt(context, &id, &method, None)?;
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
) -> Result<Value, StripeApiError> {
    let shown = authorized(context, id, &mut params)?.to_json(context.key_kind);
    let expand = params.take_list("expand");
    params.finish()?;
    expand_charge(context.database, shown, &expand)
}

/// `POST /v1/payment_intents/{id}`. Changes amount, currency, customer, future usage and metadata. An empty value removes
/// what is stored.
pub fn update(
    context: &mut RequestContext<'_>,
    id: &str,
    mut params: Params,
) -> Result<Value, StripeApiError> {
    refuse_old_types(&mut params)?;
    let key_kind = context.key_kind;
    let customer = take_customer(context.database, &mut params)?;
    let usage = take_usage(&mut params)?;
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
    intent.customer = customer.or(intent.customer.take());
    if let Some(usage) = usage {
        intent.setup_future_usage = Some(usage).filter(|usage| !usage.is_empty());
    }
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
pub fn confirm(
    context: &mut RequestContext<'_>,
    id: &str,
    mut params: Params,
) -> Result<Value, StripeApiError> {
    let intent = authorized(context, id, &mut params)?;
    refuse_old_types(&mut params)?;
    // Browser scripts send these, and they have no effect here.
    params.take_bool("use_stripe_sdk")?;
    params.take("expected_payment_method_type");
    let return_url = take_return_url(&mut params)?;
    check_elements(&intent, params.take_group("client_context"))?;
    let shipping = take_shipping(&mut params)?;
    if shipping.is_some() && intent.shipping_is_of_server && context.key_kind == KeyKind::Browser {
        let message = "The shipping information on this PaymentIntent was last set with a secret key and therefore \
                       cannot be changed with a publishable key. Please use your secret key instead.";
        return Err(StripeApiError::malformed(message).with("param", "shipping"));
    }
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
    if !intent.payment_method_types.iter().any(|kind| kind == "card") {
        let message = "The PaymentMethod provided (card) is not allowed for this PaymentIntent.";
        return Err(StripeApiError::malformed(message).with("param", "payment_method"));
    }
    if let Err(error) = customers::check_owner(&intent, &method) {
        return Err(error.with("payment_intent", intent.to_json(context.key_kind)));
    }
    let is_server = context.key_kind == KeyKind::Server;
    let stored = context.intent(id)?;
    stored.receipt_email = receipt_email.or(stored.receipt_email.take());
    if shipping.is_some() {
        (stored.shipping, stored.shipping_is_of_server) = (shipping, is_server);
    }
    let shown = confirm::attempt(context, id, &method, return_url)?;
    expand_charge(context.database, shown, &expand)
}

/// `POST /v1/payment_intents/{id}/cancel`
pub fn cancel(context: &mut RequestContext<'_>, id: &str, params: Params) -> Result<Value, StripeApiError> {
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
pub fn list(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeApiError> {
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

/// The activated types that `allowed_payment_method_types` names, or all of them. Others are left out silently.
fn take_types(params: &mut Params) -> Result<Vec<String>, StripeApiError> {
    refuse_old_types(params)?;
    let param = "allowed_payment_method_types";
    let named = params.take_list(param);
    let is_automatic = !params.take_group("automatic_payment_methods").is_empty();
    if is_automatic && !named.is_empty() {
        let message = "You may only specify one of these parameters: allowed_payment_method_types, \
                       automatic_payment_methods.";
        return Err(StripeApiError::malformed(message).with("param", param));
    }
    let mut types = all_types();
    types.retain(|kind| named.is_empty() || named.contains(kind));
    if types.is_empty() {
        let message = "None of the allowed payment method types can be used for this PaymentIntent.";
        return Err(StripeApiError::malformed(message).with("param", param));
    }
    Ok(types)
}

/// Refuses `payment_method_types`, as the provider does since its API version 2026-09-30.endive.
fn refuse_old_types(params: &mut Params) -> Result<(), StripeApiError> {
    let param = "payment_method_types";
    if params.take_group(param).is_empty() {
        return Ok(());
    }
    let message = "payment_method_types is no longer supported. Use allowed_payment_method_types to limit the \
                   payment methods, or manage them in the Dashboard.";
    Err(StripeApiError::invalid("payment_method_types_no_longer_supported", message).with("param", param))
}

/// What the page showed must be what the intent charges. `client_context` is sent by our own script for Elements that
/// were made without an intent.
fn check_elements(intent: &StoredIntent, mut shown: Params) -> Result<(), StripeApiError> {
    if shown.is_empty() {
        return Ok(());
    }
    shown.take("mode");
    let mut types = shown.take_list("allowed_payment_method_types");
    types.sort_unstable();
    let amount = shown.require_integer("amount")?;
    let currency = shown.require("currency")?;
    let differs = |name: &str, intent: String, elements: String| {
        let message = format!(
            "The {name} of the PaymentIntent ({intent}) does not match the {name} of Elements ({elements}). Call \
             elements.update() before the confirmation."
        );
        Err(StripeApiError::malformed(message).with("param", name))
    };
    if amount != intent.amount {
        return differs("amount", intent.amount.to_string(), amount.to_string());
    }
    if currency != intent.currency {
        return differs("currency", intent.currency.clone(), currency);
    }
    let usage = shown.take("setup_future_usage");
    if usage != intent.setup_future_usage {
        let name_of = |usage: Option<String>| usage.unwrap_or_else(|| "null".to_owned());
        return differs("setup_future_usage", name_of(intent.setup_future_usage.clone()), name_of(usage));
    }
    if !types.is_empty() && types != intent.payment_method_types {
        let name = "allowed_payment_method_types";
        return differs(name, intent.payment_method_types.join(", "), types.join(", "));
    }
    shown.finish()
}

fn take_return_url(params: &mut Params) -> Result<Option<String>, StripeApiError> {
    match params.take("return_url") {
        Some(url) if !url.starts_with("https://") && !url.starts_with("http://") => {
            Err(StripeApiError::invalid("url_invalid", "Not a valid URL").with("param", "return_url"))
        }
        url => Ok(url),
    }
}

fn take_customer(database: &Database, params: &mut Params) -> Result<Option<String>, StripeApiError> {
    let customer = params.take("customer");
    if let Some(id) = &customer {
        customers::given(database, id)?;
    }
    Ok(customer)
}

/// Returns `None` if it was not sent. An empty text removes it.
fn take_usage(params: &mut Params) -> Result<Option<String>, StripeApiError> {
    let usage = params.take_removable("setup_future_usage");
    if usage.as_deref().is_some_and(|usage| !["", "on_session", "off_session"].contains(&usage)) {
        let message = "Invalid setup_future_usage: must be one of on_session or off_session";
        return Err(StripeApiError::malformed(message).with("param", "setup_future_usage"));
    }
    Ok(usage)
}

fn take_shipping(params: &mut Params) -> Result<Option<Value>, StripeApiError> {
    let group = params.take_group("shipping");
    if group.is_empty() {
        return Ok(None);
    }
    Ok(Some(payment_methods::billing_details(group)?.to_json()))
}

fn supported_currency(given: &str) -> Result<String, StripeApiError> {
    let currency = given.to_ascii_lowercase();
    if CURRENCIES.contains(&currency.as_str()) {
        return Ok(currency);
    }
    let supported = CURRENCIES.join(", ");
    let message = format!("Invalid currency: {given}. These currencies are supported: {supported}");
    Err(StripeApiError::malformed(message).with("param", "currency"))
}

fn check_amount(amount: i64, currency: &str) -> Result<(), StripeApiError> {
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
    Err(StripeApiError::invalid(code, message).with("param", "amount"))
}

/// The intent at `id`. A browser must know its client secret.
fn authorized(
    context: &RequestContext<'_>,
    id: &str,
    params: &mut Params,
) -> Result<StoredIntent, StripeApiError> {
    let secret = params.take("client_secret");
    if context.key_kind == KeyKind::Browser && secret.is_none() {
        return Err(StripeApiError::secret_key_required());
    }
    let intent = context.database.intents.get(id);
    let intent = intent.ok_or_else(|| StripeApiError::not_found("payment_intent", id, "intent"))?;
    if secret.is_some_and(|secret| secret != intent.client_secret) {
        let message = "The client_secret provided does not match the client_secret of this PaymentIntent.";
        let error = StripeApiError::invalid("payment_intent_invalid_parameter", message);
        return Err(error.with("param", "client_secret"));
    }
    Ok(intent.clone())
}

/// `payment_method` by id or name, or a new one from `payment_method_data`.
fn take_method(
    context: &mut RequestContext<'_>,
    params: &mut Params,
) -> Result<Option<PaymentMethod>, StripeApiError> {
    let data = params.take_group("payment_method_data");
    match params.take("payment_method") {
        Some(_) if !data.is_empty() => {
            let message = "Pass either payment_method or payment_method_data, not both.";
            Err(StripeApiError::malformed(message).with("param", "payment_method_data"))
        }
        Some(id) => context.method(&id).map(Some),
        None if data.is_empty() => Ok(None),
        None => payment_methods::insert(context, data).map(Some),
    }
}

fn unexpected_status(intent: &StoredIntent, verb: &str, key_kind: KeyKind) -> StripeApiError {
    let status = intent.status.code();
    let message = format!("You cannot {verb} this PaymentIntent because it has a status of {status}.");
    StripeApiError::invalid("payment_intent_unexpected_state", message)
        .with("payment_intent", intent.to_json(key_kind))
}

/// Replaces the id in `latest_charge` with the charge, for `expand[]=latest_charge`.
fn expand_charge(database: &Database, mut shown: Value, expand: &[String]) -> Result<Value, StripeApiError> {
    for name in expand {
        if name != "latest_charge" {
            let message = format!("This property cannot be expanded ({name}).");
            return Err(StripeApiError::malformed(message).with("param", "expand"));
        }
        let charge = shown[name].as_str().and_then(|id| database.charges.get(id));
        if let Some(charge) = charge.map(Charge::to_json) {
            shown[name] = charge;
        }
    }
    Ok(shown)
}
