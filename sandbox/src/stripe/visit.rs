//! One call while it is being served: who calls, when, and the book it may write in.

use super::cards::Card;
use super::error::Refusal;
use super::events::Event;
use super::keys::Caller;
use super::ledger::Book;
use super::methods::Method;

/// Handlers take this and their parameters, and answer JSON. They run one at a time, so what they find in the
/// book stays true until they return. What they write stays written even when they answer with a refusal: a
/// declined payment is remembered.
pub struct Visit<'a> {
    pub book: &'a mut Book,
    pub now: i64,
    pub caller: Caller,
    pub origin: &'a str,
    /// Of the call, as shown in `Request-Id` and in the events it causes.
    pub request_id: &'a str,
    pub idempotency_key: Option<&'a str>,
}

impl Visit<'_> {
    /// The card behind `tok_visa` and its like, or behind a token made earlier.
    pub fn card_of_token(&self, token: &str) -> Option<Card> {
        let named = token.strip_prefix("tok_").and_then(|name| Card::from_token(name, self.now));
        named.or_else(|| self.book.methods.get(token).map(|method| method.card.clone()))
    }

    /// The method named by a parameter; a `pm_card_…` name makes a fresh one each time.
    pub fn method(&mut self, id: &str) -> Result<Method, Refusal> {
        if let Some(method) = Method::from_token(id, self.now) {
            self.book.methods.put(method.clone());
            return Ok(method);
        }
        let found = self.book.methods.get(id).filter(|method| method.id.starts_with("pm_"));
        let method =
            found.ok_or_else(|| Refusal::missing_reference("PaymentMethod", id, "payment_method"))?;
        if method.used {
            let message = "The provided PaymentMethod was previously used with a PaymentIntent without Customer \
                           attachment. It may not be used again.";
            return Err(Refusal::invalid("payment_method_unexpected_state", message).param("payment_method"));
        }
        Ok(method.clone())
    }

    /// Writes an event into the book; it is sent when the call has been answered.
    pub fn record(&mut self, kind: &'static str, object: serde_json::Value) {
        let event = Event::new(kind, object, self.now, self.request_id, self.idempotency_key);
        self.book.events.put(event);
    }
}
