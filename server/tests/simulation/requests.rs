//! Converts actions to requests and to lines of the trace.

use serde_json::json;

use crate::{
    actions::{Action, Call, Job},
    actors::Actor,
    oracle::{Oracle, key_name},
    world::World,
};

impl World<'_> {
    pub(crate) fn job_for(&mut self, action: &Action) -> Job {
        let now = self.clock.now();
        let admin = self.actors.len() - 1;
        let owner = |oracle: &Oracle, actors: &[Actor], order: &str| {
            actors
                .iter()
                .position(|person| person.user.id.as_str() == oracle.orders[order].row.user_id)
                .expect("an order has an owner")
        };
        let mut token = |who: usize| self.actors[who].token(self.environment, now);
        Job::Call(match action {
            Action::Reconcile => return Job::Reconcile,
            Action::AdjustStock { tool, version, more } => {
                let path = format!("/tools/{}", self.tools[*tool].id);
                let body = json!({ "availableQuantity": version.available + more });
                Call::new("PUT", path, &token(admin)).with("if-match", version.tag()).json(&body)
            }
            Action::Place { key } => {
                let wish = &self.oracle.keys[*key];
                let tool = &self.tools[wish.tool];
                let token = token(wish.who);
                Call::new("POST", "/orders".into(), &token).with("idempotency-key", format!("key-{key}")).json(&json!({
                    "toolName": tool.name, "orderQuantity": wish.quantity, "price": dollars(tool.price_cents),
                    "totalPrice": dollars(tool.price_cents * wish.quantity), "customerEmail": self.actors[wish.who].email(),
                    "customerName": self.actors[wish.who].name, "phone": key_name(*key), "address": "555-0100",
                }))
            }
            Action::StartPayment { order } => {
                let who = owner(&self.oracle, &self.actors, order);
                let total = dollars(self.oracle.orders[order].row.total_cents);
                let token = self.actors[who].token(self.environment, now);
                Call::new("POST", "/create-payment-intent".into(), &token)
                    .json(&json!({ "totalPrice": total, "orderId": order }))
            }
            Action::ConfirmPayment { order, intent } => {
                let who = owner(&self.oracle, &self.actors, order);
                let token = self.actors[who].token(self.environment, now);
                Call::new("PATCH", format!("/orders/{order}"), &token)
                    .json(&json!({ "orders": order, "transactionId": intent, "status": "pending" }))
            }
            Action::RecordPayment { order } => {
                let body = json!({ "paymentMethod": "cash" });
                Call::new("POST", format!("/manageOrders/{order}/payment"), &token(admin)).json(&body)
            }
            Action::Delete { order } => {
                let who = if self.rng.percent_chance(30) {
                    admin
                } else {
                    owner(&self.oracle, &self.actors, order)
                };
                let token = self.actors[who].token(self.environment, now);
                Call::new("DELETE", format!("/orders/{order}"), &token)
            }
            Action::Ship { order } => {
                let body = json!({ "status": "Approved and shipped" });
                Call::new("PATCH", format!("/orders/{order}"), &token(admin)).json(&body)
            }
            Action::Refund { order, returns_stock } => {
                let body = json!({ "returnStock": returns_stock });
                Call::new("POST", format!("/orders/{order}/refund"), &token(admin)).json(&body)
            }
            Action::RefundPart { order } => {
                let before = dollars(self.oracle.orders[order].row.part_refunded);
                let lines = json!([{ "orderId": order, "amount": 1 }]);
                let body = json!({ "lines": lines, "reason": "late", "refundedBefore": before });
                Call::new("POST", format!("/purchases/{order}/refund"), &token(admin)).json(&body)
            }
            Action::DeliverEvent { event, signature, .. } => {
                let (body, signature) = self.provider.sign(event, *signature);
                let mut call =
                    Call::new("POST", "/webhooks/stripe".into(), "").with("stripe-signature", signature);
                call.body = body;
                call
            }
        })
    }

    pub(crate) fn describe(&self, action: &Action) -> String {
        let name = |order: &str| self.oracle.name(order);
        match action {
            Action::Place { key } => {
                let wish = &self.oracle.keys[*key];
                let (who, tool) = (self.actors[wish.who].name, self.tools[wish.tool].name);
                format!("{who} orders {} × {tool} under key {key}", wish.quantity)
            }
            Action::StartPayment { order } => format!("a payment of {} begins", name(order)),
            Action::ConfirmPayment { order, intent } => {
                format!("{} is reported as paid by {}", name(order), self.oracle.intent_name(intent))
            }
            Action::RecordPayment { order } => format!("cash is recorded for {}", name(order)),
            Action::Delete { order } => format!("{} is deleted", name(order)),
            Action::Ship { order } => format!("{} is shipped", name(order)),
            Action::Refund { order, returns_stock } => {
                let restock = if *returns_stock { ", its stock returned" } else { "" };
                format!("{} is refunded{restock}", name(order))
            }
            Action::RefundPart { order } => format!("a dollar of {} is refunded", name(order)),
            Action::AdjustStock { tool, version, more } => {
                format!("{} × {} are in stock, {more:+}", version.available + more, self.tools[*tool].name)
            }
            Action::DeliverEvent { event, signature } => format!(
                "{} of {}, signature {signature:?}",
                event["type"].as_str().unwrap_or_default(),
                self.oracle.intent_name(event["data"]["object"]["id"].as_str().unwrap_or_default())
            ),
            Action::Reconcile => "background jobs run".into(),
        }
    }
}

fn dollars(cents: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "as a browser computes it")]
    let cents = cents as f64;
    cents / 100.0
}
