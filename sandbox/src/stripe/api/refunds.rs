//! Refunds of a payment, in full or in part, and their list.

use serde_json::Value;

use super::context::RequestContext;
use super::error::StripeApiError;
use super::lists;
use super::params::Params;
use crate::ids;
use crate::stripe::model::currency::format_amount;
use crate::stripe::model::refund::Refund;

/// `POST /v1/refunds` with a `payment_intent`, and an `amount` unless all of it is refunded.
pub fn create(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeApiError> {
    let intent_id = params.require("payment_intent")?;
    let amount = params.take_integer("amount")?;
    let metadata = params.take_metadata()?;
    params.finish()?;
    let Some(intent) = context.database.intents.get(&intent_id) else {
        return Err(StripeApiError::invalid_reference("payment_intent", &intent_id, "payment_intent"));
    };
    let charge_id = intent.latest_charge.clone().filter(|_| intent.is_paid()).unwrap_or_default();
    let Some(charge) = context.database.charges.get_mut(&charge_id) else {
        let message =
            format!("This PaymentIntent ({intent_id}) does not have a successful charge to refund.");
        return Err(StripeApiError::malformed(message).with("param", "payment_intent"));
    };
    if charge.disputed {
        let message = format!("Charge {charge_id} has been charged back; cannot issue a refund.");
        return Err(StripeApiError::invalid("charge_disputed", message));
    }
    let remaining = charge.refundable();
    if remaining == 0 {
        let message = format!("Charge {charge_id} has already been refunded.");
        return Err(StripeApiError::invalid("charge_already_refunded", message));
    }
    let amount = amount.unwrap_or(remaining);
    if amount < 1 {
        let message = "This value must be greater than or equal to 1.";
        return Err(StripeApiError::invalid("parameter_invalid_integer", message).with("param", "amount"));
    }
    if amount > remaining {
        let message = format!(
            "Refund amount ({}) is greater than unrefunded amount on charge ({}).",
            format_amount(amount, &charge.currency),
            format_amount(remaining, &charge.currency)
        );
        return Err(StripeApiError::malformed(message).with("param", "amount"));
    }
    charge.amount_refunded += amount;
    let refund = Refund {
        id: ids::new("re_3"),
        created: context.now,
        amount,
        currency: charge.currency.clone(),
        charge: charge_id,
        payment_intent: intent_id,
        metadata,
        failure_reason: None,
    };
    let shown = refund.to_json();
    let charge_shown = charge.to_json();
    let id = refund.id.clone();
    let fails = charge.refunds_fail;
    context.database.refunds.insert(refund);
    context.record("charge.refunded", charge_shown);
    if fails {
        fail(context, &id)?;
    }
    Ok(shown)
}

/// The payer's bank sends an accepted refund back, as it may do weeks later.
pub fn fail(context: &mut RequestContext<'_>, id: &str) -> Result<Value, StripeApiError> {
    let not_found = || StripeApiError::not_found("refund", id, "refund");
    let refund = context.database.refunds.get_mut(id).ok_or_else(not_found)?;
    if refund.failure_reason.is_some() {
        return Ok(refund.to_json());
    }
    refund.failure_reason = Some("expired_or_canceled_card".to_owned());
    let shown = refund.to_json();
    let amount = refund.amount;
    let charge_id = refund.charge.clone();
    if let Some(charge) = context.database.charges.get_mut(&charge_id) {
        charge.amount_refunded -= amount;
    }
    context.record("refund.updated", shown.clone());
    context.record("refund.failed", shown.clone());
    Ok(shown)
}

/// `GET /v1/refunds`, of one `payment_intent` if it is given.
pub fn list(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeApiError> {
    let intent = params.take("payment_intent");
    let matches = |refund: &Refund| intent.as_ref().is_none_or(|intent| refund.payment_intent == *intent);
    let page = lists::page(&context.database.refunds, "/v1/refunds", &mut params, matches, Refund::to_json)?;
    params.finish()?;
    Ok(page)
}
