//! Actions as HTTP calls, and as lines of the trace.

use serde_json::json;

use crate::{
    actions::{Call, Deed, Work},
    actors::Person,
    oracle::{Memory, name_of_key},
    world::World,
};

impl World<'_> {
    pub(crate) fn work_of(&mut self, deed: &Deed) -> Work {
        let now = self.clock.now();
        let admin = self.people.len() - 1;
        let owner = |memory: &Memory, people: &[Person], order: &str| {
            people
                .iter()
                .position(|person| person.user.id.as_str() == memory.orders[order].row.user_id)
                .expect("it has an owner")
        };
        let mut token = |who: usize| self.people[who].token(self.ground, now);
        Work::Call(match deed {
            Deed::Reconcile => return Work::Reconcile,
            Deed::Count { tool, version, more } => {
                let path = format!("/tools/{}", self.sold[*tool].id);
                let body = json!({ "availableQuantity": version.available + more });
                Call::new("PUT", path, &token(admin)).with("if-match", version.tag()).json(&body)
            }
            Deed::Place { key } => {
                let wish = &self.memory.keys[*key];
                let tool = &self.sold[wish.tool];
                let token = token(wish.who);
                Call::new("POST", "/orders".into(), &token).with("idempotency-key", format!("key-{key}")).json(&json!({
                    "toolName": tool.name, "orderQuantity": wish.quantity, "price": dollars(tool.price_cents),
                    "totalPrice": dollars(tool.price_cents * wish.quantity), "customerEmail": self.people[wish.who].email(),
                    "customerName": self.people[wish.who].name, "phone": name_of_key(*key), "address": "555-0100",
                }))
            }
            Deed::StartPayment { order } => {
                let who = owner(&self.memory, &self.people, order);
                let total = dollars(self.memory.orders[order].row.total_cents);
                let token = self.people[who].token(self.ground, now);
                Call::new("POST", "/create-payment-intent".into(), &token)
                    .json(&json!({ "totalPrice": total, "orderId": order }))
            }
            Deed::Report { order, intent } => {
                let who = owner(&self.memory, &self.people, order);
                let token = self.people[who].token(self.ground, now);
                Call::new("PATCH", format!("/orders/{order}"), &token)
                    .json(&json!({ "orders": order, "transactionId": intent, "status": "pending" }))
            }
            Deed::Delete { order } => {
                let who =
                    if self.dice.in_a_hundred(30) { admin } else { owner(&self.memory, &self.people, order) };
                let token = self.people[who].token(self.ground, now);
                Call::new("DELETE", format!("/orders/{order}"), &token)
            }
            Deed::Ship { order } => {
                let body = json!({ "status": "Approved and shipped" });
                Call::new("PATCH", format!("/orders/{order}"), &token(admin)).json(&body)
            }
            Deed::Refund { order, returns_stock } => {
                let body = json!({ "returnStock": returns_stock });
                Call::new("POST", format!("/orders/{order}/refund"), &token(admin)).json(&body)
            }
            Deed::Hear { event, signed, .. } => {
                let (body, signature) = self.provider.sign(event, *signed);
                let mut call =
                    Call::new("POST", "/webhooks/stripe".into(), "").with("stripe-signature", signature);
                call.body = body;
                call
            }
        })
    }

    pub(crate) fn told(&self, deed: &Deed) -> String {
        let name = |order: &str| self.memory.name(order);
        match deed {
            Deed::Place { key } => {
                let wish = &self.memory.keys[*key];
                let (who, tool) = (self.people[wish.who].name, self.sold[wish.tool].name);
                format!("{who} orders {} × {tool} under key {key}", wish.quantity)
            }
            Deed::StartPayment { order } => format!("a payment of {} starts", name(order)),
            Deed::Report { order, intent } => {
                format!("{} is reported paid by {}", name(order), self.memory.name_of_intent(intent))
            }
            Deed::Delete { order } => format!("{} is to be deleted", name(order)),
            Deed::Ship { order } => format!("{} is to be shipped", name(order)),
            Deed::Refund { order, returns_stock } => {
                let shelf = if *returns_stock { ", its pieces to the shelf" } else { "" };
                format!("{} is to be refunded{shelf}", name(order))
            }
            Deed::Count { tool, version, more } => {
                format!("{} × {} are counted, {more:+}", version.available + more, self.sold[*tool].name)
            }
            Deed::Hear { event, signed } => format!(
                "{} of {}, signed {signed:?}",
                event["type"].as_str().unwrap_or_default(),
                self.memory.name_of_intent(event["data"]["object"]["id"].as_str().unwrap_or_default())
            ),
            Deed::Reconcile => "the shop tidies up".into(),
        }
    }
}

fn dollars(cents: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "as a browser computes it")]
    let cents = cents as f64;
    cents / 100.0
}
