//! Confirmation: the card of a payment is charged, perhaps after the bank has authenticated the customer.

use std::sync::Arc;

use axum::extract::State;
use axum::{Form, Json};
use serde::Deserialize;
use serde_json::Value;

use super::context::{RequestContext, run};
use super::customers;
use super::error::StripeApiError;
use crate::stripe::account::{MOUNT, StripeAccount};
use crate::stripe::model::KeyKind;
use crate::stripe::model::card::{Behaviour, Decline};
use crate::stripe::model::charge::Charge;
use crate::stripe::model::payment_intent::{StoredIntent, StoredIntentStatus};
use crate::stripe::model::payment_method::PaymentMethod;

pub fn method_missing() -> StripeApiError {
    let message = "You cannot confirm this PaymentIntent because it's missing a payment method. Update it with a \
                   payment method and confirm it again, or confirm it directly with a payment method.";
    StripeApiError::invalid("payment_intent_unexpected_state", message).with("param", "payment_method")
}

/// Charges `method` for the intent at `id`, which must not be in a final status.
pub fn attempt(
    context: &mut RequestContext<'_>,
    id: &str,
    method: &PaymentMethod,
    return_url: Option<String>,
) -> Result<Value, StripeApiError> {
    if method.card.is_expired(context.now) {
        return Err(decline_charge(context, id, method, Decline::ExpiredCard)?);
    }
    match method.card.behaviour {
        Behaviour::Pays | Behaviour::PaysAndIsDisputed | Behaviour::PaysAndSendsRefundsBack => {
            succeed(context, id, method)
        }
        Behaviour::Declines(decline) => Err(decline_charge(context, id, method, decline)?),
        Behaviour::AsksThenPays | Behaviour::AsksThenDeclines(_) => require_action(context, id, method, None),
        Behaviour::RedirectsThenPays => require_action(context, id, method, return_url),
    }
}

#[derive(Deserialize)]
pub struct ChallengeAnswer {
    payment_intent: String,
    client_secret: String,
    /// Whether the customer authenticated.
    proved: bool,
}

/// `POST /elements/challenge/answer`, sent by the page of the bank. Responds with the intent as a browser sees it. Its
/// status shows how the payment ended. A page that replaced the shop's goes on to `return_url`.
pub async fn answer_challenge(
    State(account): State<Arc<StripeAccount>>,
    Form(answer): Form<ChallengeAnswer>,
) -> Result<Json<Value>, StripeApiError> {
    let handler = |context: &mut RequestContext<'_>| finish_challenge(context, &answer);
    run(&account, KeyKind::Browser, "", None, handler).map(Json)
}

fn finish_challenge(
    context: &mut RequestContext<'_>,
    answer: &ChallengeAnswer,
) -> Result<Value, StripeApiError> {
    let id = answer.payment_intent.as_str();
    let intent = context.intent(id)?;
    if intent.client_secret != answer.client_secret {
        return Err(StripeApiError::not_found("payment_intent", id, "intent"));
    }
    // A second answer has no effect.
    let method =
        intent.payment_method.clone().filter(|_| intent.status == StoredIntentStatus::RequiresAction);
    if let Some(method) = method.and_then(|method| context.database.methods.get(&method).cloned()) {
        match method.card.behaviour {
            _ if !answer.proved => {
                let message = "We are unable to authenticate your payment method. Please choose a different payment \
                               method and try again.";
                let error = StripeApiError::invalid("payment_intent_authentication_failure", message);
                fail(context, id, &method, error)?;
            }
            Behaviour::AsksThenDeclines(decline) => {
                decline_charge(context, id, &method, decline)?;
            }
            Behaviour::Pays
            | Behaviour::PaysAndIsDisputed
            | Behaviour::PaysAndSendsRefundsBack
            | Behaviour::Declines(_)
            | Behaviour::AsksThenPays
            | Behaviour::RedirectsThenPays => {
                succeed(context, id, &method)?;
            }
        }
    }
    let intent = context.intent(id)?;
    let mut shown = intent.to_json(KeyKind::Browser);
    if let Some(url) = &intent.return_url {
        let (page, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
        let separator = if page.contains('?') { '&' } else { '?' };
        let status = if intent.is_paid() { "succeeded" } else { "failed" };
        let secret = &intent.client_secret;
        shown["return_url"] = Value::String(format!(
            "{page}{separator}payment_intent={id}&payment_intent_client_secret={secret}&redirect_status={status}{fragment}"
        ));
    }
    Ok(shown)
}

fn succeed(
    context: &mut RequestContext<'_>,
    id: &str,
    method: &PaymentMethod,
) -> Result<Value, StripeApiError> {
    let key_kind = context.key_kind;
    let now = context.now;
    let intent = context.intent(id)?;
    let charge = Charge::new(intent, method, None, now);
    intent.status = StoredIntentStatus::Succeeded;
    intent.payment_method = Some(method.id.clone());
    intent.latest_charge = Some(charge.id.clone());
    intent.last_payment_error = None;
    intent.challenge_url = None;
    let customer = intent.customer.clone().filter(|_| intent.setup_future_usage.is_some());
    let full = intent.to_json(KeyKind::Server);
    let shown = intent.to_json(key_kind);
    if let Some(method) = context.database.methods.get_mut(&method.id) {
        method.used = true;
    }
    if let Some(customer) = customer {
        customers::attach_method(context, &method.id, &customer);
    }
    context.record("charge.succeeded", charge.to_json());
    let dispute = charge.disputed.then(|| charge.dispute_json());
    context.database.charges.insert(charge);
    context.record("payment_intent.succeeded", full);
    if let Some(dispute) = dispute {
        context.record("charge.dispute.created", dispute);
    }
    Ok(shown)
}

fn require_action(
    context: &mut RequestContext<'_>,
    id: &str,
    method: &PaymentMethod,
    return_url: Option<String>,
) -> Result<Value, StripeApiError> {
    let key_kind = context.key_kind;
    let mut url = format!("{}{MOUNT}/elements/challenge.html", context.origin);
    let intent = context.intent(id)?;
    if return_url.is_some() {
        // No page around it tells it the payment. The fragment never leaves the browser.
        let StoredIntent { id, client_secret, amount, currency, .. } = &*intent;
        let query = format!("id={id}&client_secret={client_secret}&amount={amount}&currency={currency}");
        url = format!("{url}#{query}");
    }
    intent.return_url = return_url;
    intent.status = StoredIntentStatus::RequiresAction;
    intent.payment_method = Some(method.id.clone());
    intent.last_payment_error = None;
    intent.challenge_url = Some(url);
    let full = intent.to_json(KeyKind::Server);
    let shown = intent.to_json(key_kind);
    context.record("payment_intent.requires_action", full);
    Ok(shown)
}

/// Stores a failed charge and returns the error for the caller.
fn decline_charge(
    context: &mut RequestContext<'_>,
    id: &str,
    method: &PaymentMethod,
    decline: Decline,
) -> Result<StripeApiError, StripeApiError> {
    let now = context.now;
    let intent = context.intent(id)?;
    let charge = Charge::new(intent, method, Some(decline), now);
    intent.latest_charge = Some(charge.id.clone());
    let error = StripeApiError::declined(decline).with("charge", charge.id.clone());
    context.record("charge.failed", charge.to_json());
    context.database.charges.insert(charge);
    fail(context, id, method, error)
}

/// Returns the intent to its first status, stores the error in it, and returns the error for the caller.
fn fail(
    context: &mut RequestContext<'_>,
    id: &str,
    method: &PaymentMethod,
    error: StripeApiError,
) -> Result<StripeApiError, StripeApiError> {
    let key_kind = context.key_kind;
    let error = error.with("payment_method", method.to_json());
    let intent = context.intent(id)?;
    intent.status = StoredIntentStatus::RequiresPaymentMethod;
    intent.payment_method = None;
    intent.challenge_url = None;
    intent.last_payment_error = Some((*error.detail).clone());
    let full = intent.to_json(KeyKind::Server);
    let shown = intent.to_json(key_kind);
    context.record("payment_intent.payment_failed", full);
    Ok(error.with("payment_intent", shown))
}
