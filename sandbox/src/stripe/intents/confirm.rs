//! Confirming: the card is asked for the money.

use serde_json::Value;

use super::super::MOUNT;
use super::super::cards::{Behaviour, Decline};
use super::super::charges::Charge;
use super::super::error::Refusal;
use super::super::form::Params;
use super::super::keys::Caller;
use super::super::methods::Method;
use super::super::visit::Visit;
use super::{Intent, Status};

/// How a confirmation is meant.
pub struct Confirmation {
    return_url: Option<String>,
    /// The customer is not there to answer the bank, so a card that asks is a card that declines.
    nobody_to_ask: bool,
}

impl Confirmation {
    pub fn take(params: &mut Params) -> Result<Self, Refusal> {
        let off_session = params.take_bool("off_session")?.unwrap_or(false);
        let give_up = params.take_bool("error_on_requires_action")?.unwrap_or(false);
        params.take_bool("use_stripe_sdk")?;
        params.take("expected_payment_method_type");
        params.take_group("client_attribution_metadata");
        Ok(Self { return_url: params.take("return_url"), nobody_to_ask: off_session || give_up })
    }

    /// A server that leaves the methods to the provider must say where a redirecting method may come back to.
    pub fn check_redirects(&self, automatic_payment_methods: Option<&str>) -> Result<(), Refusal> {
        if automatic_payment_methods == Some("always") && self.return_url.is_none() {
            return Err(Refusal::malformed(
                "This PaymentIntent may use payment methods that redirect the customer, so you must provide a \
                 `return_url`, or set `automatic_payment_methods[allow_redirects]` to `never`.",
            ));
        }
        Ok(())
    }
}

pub fn method_missing(intent: Option<Value>) -> Refusal {
    let message = "You cannot confirm this PaymentIntent because it's missing a payment method. Update it with a \
                   payment method and confirm it again, or confirm it directly with a payment method.";
    let refusal = Refusal::invalid("payment_intent_unexpected_state", message);
    match intent {
        Some(intent) => refusal.about(intent),
        None => refusal.param("payment_method"),
    }
}

/// Asks `method` for the amount of the intent at `id`, which must be neither paid nor canceled.
pub fn attempt(
    visit: &mut Visit<'_>,
    id: &str,
    method: Method,
    confirmation: &Confirmation,
) -> Result<Value, Refusal> {
    match method.card.behaviour {
        Behaviour::Pays | Behaviour::PaysAndIsDisputed => succeed(visit, id, &method),
        Behaviour::Declines(decline) => Err(refuse(visit, id, &method, decline)),
        Behaviour::AsksThenPays | Behaviour::AsksThenDeclines(_) if confirmation.nobody_to_ask => {
            let message = "Your card was declined. This transaction requires authentication.";
            let refusal = Refusal::card("authentication_required", Some("authentication_required"), message);
            Err(fail(visit, id, &method, refusal))
        }
        Behaviour::AsksThenPays | Behaviour::AsksThenDeclines(_) => ask(visit, id, &method),
    }
}

/// The customer has answered the bank's question.
pub fn answered(visit: &mut Visit<'_>, id: &str, method: &Method, proved: bool) -> Result<Value, Refusal> {
    if !proved {
        let message = "We are unable to authenticate your payment method. Please choose a different payment \
                       method and try again.";
        let refusal = Refusal::invalid("payment_intent_authentication_failure", message);
        return Err(fail(visit, id, method, refusal));
    }
    match method.card.behaviour {
        Behaviour::AsksThenDeclines(decline) => Err(refuse(visit, id, method, decline)),
        _ => succeed(visit, id, method),
    }
}

fn succeed(visit: &mut Visit<'_>, id: &str, method: &Method) -> Result<Value, Refusal> {
    let (caller, now) = (visit.caller, visit.now);
    let intent = intent(visit, id)?;
    let charge = Charge::new(intent, method, None, now);
    intent.status = Status::Succeeded;
    intent.payment_method = Some(method.id.clone());
    intent.latest_charge = Some(charge.id.clone());
    intent.last_payment_error = None;
    intent.challenge_url = None;
    let (private, shown) = (intent.to_json(Caller::Server), intent.to_json(caller));
    if let Some(kept) = visit.book.methods.get_mut(&method.id) {
        kept.used = true;
    }
    visit.record("charge.succeeded", charge.to_json());
    visit.book.charges.put(charge);
    visit.record("payment_intent.succeeded", private);
    Ok(shown)
}

fn ask(visit: &mut Visit<'_>, id: &str, method: &Method) -> Result<Value, Refusal> {
    let url = format!("{}{MOUNT}/elements/challenge.html", visit.origin);
    let caller = visit.caller;
    let intent = intent(visit, id)?;
    intent.status = Status::RequiresAction;
    intent.payment_method = Some(method.id.clone());
    intent.last_payment_error = None;
    intent.challenge_url = Some(url);
    let (private, shown) = (intent.to_json(Caller::Server), intent.to_json(caller));
    visit.record("payment_intent.requires_action", private);
    Ok(shown)
}

/// The bank declines: a failed charge is kept.
fn refuse(visit: &mut Visit<'_>, id: &str, method: &Method, decline: Decline) -> Refusal {
    let now = visit.now;
    let charge = match intent(visit, id) {
        Ok(intent) => Charge::new(intent, method, Some(decline), now),
        Err(refusal) => return refusal,
    };
    let refusal = decline.refusal().with_charge(&charge.id, method.to_json());
    if let Ok(intent) = intent(visit, id) {
        intent.latest_charge = Some(charge.id.clone());
    }
    visit.record("charge.failed", charge.to_json());
    visit.book.charges.put(charge);
    fail(visit, id, method, refusal)
}

/// Back to the start, with the reason noted.
fn fail(visit: &mut Visit<'_>, id: &str, method: &Method, refusal: Refusal) -> Refusal {
    let caller = visit.caller;
    let intent = match intent(visit, id) {
        Ok(intent) => intent,
        Err(unknown) => return unknown,
    };
    let mut detail = refusal.detail();
    detail["payment_method"] = method.to_json();
    intent.status = Status::RequiresPaymentMethod;
    intent.payment_method = None;
    intent.challenge_url = None;
    intent.last_payment_error = Some(detail);
    let (private, shown) = (intent.to_json(Caller::Server), intent.to_json(caller));
    visit.record("payment_intent.payment_failed", private);
    refusal.about(shown)
}

fn intent<'a>(visit: &'a mut Visit<'_>, id: &str) -> Result<&'a mut Intent, Refusal> {
    visit.book.intents.get_mut(id).ok_or_else(|| Refusal::missing("payment_intent", id, "intent"))
}
