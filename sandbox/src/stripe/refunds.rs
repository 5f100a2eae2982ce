//! Refunds: money back, never more than was taken.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids;

use super::error::Refusal;
use super::form::Params;
use super::intents::currency::spoken;
use super::shelf::Kept;
use super::visit::Visit;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub currency: String,
    pub charge: String,
    pub payment_intent: String,
    reason: Option<String>,
    metadata: BTreeMap<String, String>,
}

impl Kept for Refund {
    fn id(&self) -> &str {
        &self.id
    }
    fn created(&self) -> i64 {
        self.created
    }
}

impl Refund {
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "object": "refund",
            "amount": self.amount,
            "charge": self.charge,
            "created": self.created,
            "currency": self.currency,
            "metadata": self.metadata,
            "payment_intent": self.payment_intent,
            "reason": self.reason,
            "receipt_number": null,
            "status": "succeeded",
        })
    }
}

/// `POST /v1/refunds` of a `payment_intent` or a `charge`, whole by default.
pub fn create(visit: &mut Visit<'_>, mut params: Params) -> Result<Value, Refusal> {
    let charge_id = match (params.take("payment_intent"), params.take("charge")) {
        (Some(intent), None) => charge_of(visit, &intent)?,
        (None, Some(charge)) => charge,
        (Some(_), Some(_)) => {
            return Err(Refusal::malformed("Pass either payment_intent or charge, not both.").param("charge"));
        }
        (None, None) => {
            let message =
                "One of the following params should be provided for this request: payment_intent or charge.";
            return Err(Refusal::malformed(message));
        }
    };
    let asked = params.take_integer("amount")?;
    let reasons = ["duplicate", "fraudulent", "requested_by_customer"];
    let reason = params.take_one_of("reason", &reasons)?.map(str::to_owned);
    let metadata = params.take_metadata()?;
    params.finish()?;

    let Some(charge) = visit.book.charges.get_mut(&charge_id) else {
        return Err(Refusal::missing_reference("charge", &charge_id, "charge"));
    };
    if charge.decline.is_some() {
        return Err(Refusal::malformed(format!(
            "Charge {charge_id} was not successful, so it cannot be refunded."
        )));
    }
    if charge.disputed {
        let message = format!("Charge {charge_id} has been charged back; cannot issue a refund.");
        return Err(Refusal::invalid("charge_disputed", message));
    }
    let left = charge.refundable();
    if left == 0 {
        let message = format!("Charge {charge_id} has already been refunded.");
        return Err(Refusal::invalid("charge_already_refunded", message));
    }
    let amount = asked.unwrap_or(left);
    if amount < 1 {
        return Err(Refusal::invalid(
            "parameter_invalid_integer",
            "This value must be greater than or equal to 1.",
        )
        .param("amount"));
    }
    if amount > left {
        let message = format!(
            "Refund amount ({}) is greater than unrefunded amount on charge ({}).",
            spoken(amount, &charge.currency),
            spoken(left, &charge.currency)
        );
        return Err(Refusal::malformed(message).param("amount"));
    }
    charge.amount_refunded += amount;
    let refund = Refund {
        id: ids::new("re_3"),
        created: visit.now,
        amount,
        currency: charge.currency.clone(),
        charge: charge_id,
        payment_intent: charge.payment_intent.clone(),
        reason,
        metadata,
    };
    let (shown, charge) = (refund.to_json(), charge.to_json());
    visit.book.refunds.put(refund);
    visit.record("charge.refunded", charge);
    Ok(shown)
}

fn charge_of(visit: &Visit<'_>, intent_id: &str) -> Result<String, Refusal> {
    let intent = visit.book.intents.get(intent_id);
    let intent =
        intent.ok_or_else(|| Refusal::missing_reference("payment_intent", intent_id, "payment_intent"))?;
    let charge = intent.latest_charge.clone().filter(|_| intent.is_paid());
    charge.ok_or_else(|| {
        let message =
            format!("This PaymentIntent ({intent_id}) does not have a successful charge to refund.");
        Refusal::malformed(message).param("payment_intent")
    })
}

/// `GET /v1/refunds/{id}`
pub fn retrieve(visit: &mut Visit<'_>, id: &str, params: Params) -> Result<Value, Refusal> {
    params.finish()?;
    visit.book.refunds.get(id).map(Refund::to_json).ok_or_else(|| Refusal::missing("refund", id, "id"))
}

/// `GET /v1/refunds`, of one payment or of all.
pub fn list(visit: &mut Visit<'_>, mut params: Params) -> Result<Value, Refusal> {
    let (intent, charge) = (params.take("payment_intent"), params.take("charge"));
    let wanted = |refund: &Refund| {
        intent.as_ref().is_none_or(|id| *id == refund.payment_intent)
            && charge.as_ref().is_none_or(|id| *id == refund.charge)
    };
    let page = visit.book.refunds.page("/v1/refunds", &mut params, wanted, Refund::to_json)?;
    params.finish()?;
    Ok(page)
}
