//! The bank's question, answered on its page (`elements/challenge.html`). No part of the provider's public API:
//! there the page belongs to the bank.

use std::sync::Arc;

use axum::extract::State;
use axum::{Form, Json};
use serde::Deserialize;

use super::super::Account;
use super::super::error::Refusal;
use super::super::keys::Caller;
use super::super::visit::Visit;
use super::{Status, confirm};

#[derive(Deserialize)]
pub struct AnswerBody {
    payment_intent: String,
    client_secret: String,
    proved: bool,
}

/// Always 200 with the intent as a browser sees it: how the payment ended is in its status.
pub async fn answer(
    State(account): State<Arc<Account>>,
    Form(body): Form<AnswerBody>,
) -> Result<Json<serde_json::Value>, Refusal> {
    account.change(Caller::Browser, None, |visit| settle(visit, &body)).await.map(Json)
}

fn settle(visit: &mut Visit<'_>, body: &AnswerBody) -> Result<serde_json::Value, Refusal> {
    let id = body.payment_intent.as_str();
    let intent = visit.book.intents.get(id).filter(|intent| intent.client_secret == body.client_secret);
    let intent = intent.ok_or_else(|| Refusal::missing("payment_intent", id, "intent"))?;
    // A second answer, or one to a canceled payment, changes nothing.
    let asked = intent.payment_method.clone().filter(|_| intent.status == Status::RequiresAction);
    if let Some(method) = asked.and_then(|method| visit.book.methods.get(&method).cloned()) {
        // A failure is written into the intent, which is shown below.
        let _ = confirm::answered(visit, id, &method, body.proved);
    }
    let intent =
        visit.book.intents.get(id).ok_or_else(|| Refusal::missing("payment_intent", id, "intent"))?;
    Ok(intent.to_json(visit.caller))
}
