//! Converts actions to requests and to lines of the trace.

use serde_json::json;

use crate::{
    actions::{Action, Call, Job},
    charges::PLACES,
    oracle::{Wish, key_name},
    world::World,
};

impl World<'_> {
    pub(crate) fn job_for(&mut self, action: &Action) -> Job {
        let admin = self.actors.len() - 1;
        Job::Call(match action {
            Action::Reconcile => return Job::Reconcile,
            Action::RefreshSettings => return Job::RefreshSettings,
            Action::ChangeTool { tool, version, more, price_cents } => {
                let path = format!("/tools/{}", self.tools[*tool].id);
                let mut body = json!({ "availableQuantity": version.available + more });
                if let Some(price) = price_cents {
                    body["price"] = json!(dollars(*price));
                }
                Call::new("PUT", path, &self.token(admin)).with("if-match", version.tag()).json(&body)
            }
            Action::EditSettings { charges } => Call::new("PUT", "/shop-settings".into(), &self.token(admin))
                .with("if-match", format!("\"{}\"", charges.revision))
                .json(&charges.body()),
            Action::Buy { key } => self.purchase(*key),
            Action::SetLine { who, tool, quantity } => {
                let path = format!("/basket/lines/{}", self.tools[*tool].id);
                Call::new("PUT", path, &self.token(*who)).json(&json!({ "quantity": quantity }))
            }
            Action::StartPayment { purchase } => self.start_payment(purchase),
            Action::ConfirmPayment { purchase, intent } => {
                let who = self.buyer(purchase);
                let lines = self.oracle.lines_of(purchase);
                let order = lines.iter().find(|line| line.exists()).unwrap_or(&lines[0]).row.id.clone();
                let token = self.token(who);
                if self.rng.percent_chance(50) {
                    Call::new("PATCH", format!("/orders/{order}"), &token)
                        .json(&json!({ "orders": order, "transactionId": intent, "status": "pending" }))
                } else {
                    Call::new("POST", format!("/purchases/{purchase}/confirm"), &token)
                        .json(&json!({ "transactionId": intent }))
                }
            }
            Action::RecordPayment { order } => {
                let purchase = self.oracle.purchases.last_seen(&self.oracle.orders[order].row.purchase_id);
                let amount = purchase.map(|purchase| dollars(purchase.total));
                let body = json!({ "paymentMethod": "cash", "amount": amount });
                Call::new("POST", format!("/manageOrders/{order}/payment"), &self.token(admin)).json(&body)
            }
            Action::Extend { purchase } => {
                let who = self.buyer(purchase);
                Call::new("POST", format!("/purchases/{purchase}/extend"), &self.token(who)).json(&json!({}))
            }
            Action::Delete { order } => {
                let purchase = self.oracle.orders[order].row.purchase_id.clone();
                let who = if self.rng.percent_chance(30) { admin } else { self.buyer(&purchase) };
                Call::new("DELETE", format!("/orders/{order}"), &self.token(who))
            }
            Action::DeletePurchase { purchase } => {
                let who = if self.rng.percent_chance(30) { admin } else { self.buyer(purchase) };
                Call::new("DELETE", format!("/purchases/{purchase}"), &self.token(who))
            }
            Action::Ship { order } => {
                let body = json!({ "status": "Approved and shipped" });
                Call::new("PATCH", format!("/orders/{order}"), &self.token(admin)).json(&body)
            }
            Action::ShipAll { purchase } => {
                let body = json!({ "status": "Approved and shipped" });
                Call::new("POST", format!("/purchases/{purchase}/ship"), &self.token(admin)).json(&body)
            }
            Action::Refund { order, returns_stock } => {
                let body = json!({ "returnStock": returns_stock });
                Call::new("POST", format!("/orders/{order}/refund"), &self.token(admin)).json(&body)
            }
            Action::RefundPart { order, cents } => {
                let purchase = &self.oracle.orders[order].row.purchase_id;
                let before = dollars(self.oracle.purchases.refunded(purchase));
                let lines = json!([{ "orderId": order, "amount": dollars(*cents) }]);
                let body = json!({ "lines": lines, "reason": "late", "refundedBefore": before });
                Call::new("POST", format!("/purchases/{purchase}/refund"), &self.token(admin)).json(&body)
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

    pub(crate) fn token(&mut self, who: usize) -> String {
        let now = self.clock.now();
        self.actors[who].token(self.environment, now)
    }

    fn buyer(&self, purchase: &str) -> usize {
        let user = &self.oracle.lines_of(purchase)[0].row.user_id;
        let buyer = self.actors.iter().position(|person| person.user.id.as_str() == user);
        buyer.expect("a purchase has a buyer")
    }

    fn purchase(&mut self, key: usize) -> Call {
        let who = self.oracle.keys[key].who;
        let token = self.token(who);
        let call = |path: &str| {
            Call::new("POST", path.to_owned(), &token).with("idempotency-key", format!("key-{key}"))
        };
        let actor = &self.actors[who];
        match &self.oracle.keys[key].wish {
            Wish::Order { tool, quantity, price_cents } => call("/orders").json(&json!({
                "toolName": self.tools[*tool].name, "orderQuantity": quantity, "price": dollars(*price_cents),
                "totalPrice": dollars(price_cents * quantity), "customerEmail": actor.email(),
                "customerName": actor.name, "phone": key_name(key), "address": "555-0100",
            })),
            Wish::Checkout(shown) => {
                let (province, code) = PLACES[shown.place];
                let address = json!({ "name": actor.name, "street": key_name(key), "city": "Somewhere",
                    "province": province, "postalCode": code });
                call("/checkout").json(&json!({ "basketRevision": shown.revision, "digest": shown.digest,
                    "method": shown.method, "address": address, "saveAddress": key.is_multiple_of(2) }))
            }
        }
    }

    /// By the call for purchases, or for an order alone by the specified one.
    fn start_payment(&mut self, purchase: &str) -> Call {
        let who = self.buyer(purchase);
        let lines = self.oracle.lines_of(purchase);
        let order = &lines.iter().find(|line| line.exists()).unwrap_or(&lines[0]).row;
        let body = json!({ "totalPrice": dollars(order.due), "orderId": order.id });
        let is_alone = order.lines == 1;
        let token = self.token(who);
        if is_alone && self.rng.percent_chance(60) || self.rng.percent_chance(5) {
            return Call::new("POST", "/create-payment-intent".into(), &token).json(&body);
        }
        Call::new("POST", format!("/purchases/{purchase}/payment"), &token).json(&json!({}))
    }

    pub(crate) fn describe(&self, action: &Action) -> String {
        let name = |order: &str| self.oracle.name(order);
        let purchase_name = |purchase: &str| self.oracle.purchase_name(purchase);
        match action {
            Action::Buy { key } => {
                let wished = &self.oracle.keys[*key];
                let who = self.actors[wished.who].name;
                match &wished.wish {
                    Wish::Order { tool, quantity, .. } => {
                        format!("{who} orders {quantity} × {} under key {key}", self.tools[*tool].name)
                    }
                    Wish::Checkout(shown) => format!(
                        "{who} buys the basket of revision {} for {} in {} under key {key}",
                        shown.revision, shown.total, PLACES[shown.place].0
                    ),
                }
            }
            Action::SetLine { who, tool, quantity } => {
                format!(
                    "{} wants {quantity} × {} in the basket",
                    self.actors[*who].name, self.tools[*tool].name
                )
            }
            Action::StartPayment { purchase } => format!("a payment of {} begins", purchase_name(purchase)),
            Action::ConfirmPayment { purchase, intent } => {
                format!(
                    "{} is reported as paid by {}",
                    purchase_name(purchase),
                    self.oracle.intent_name(intent)
                )
            }
            Action::RecordPayment { order } => format!("cash is recorded for {}", name(order)),
            Action::Extend { purchase } => format!("more time is asked for {}", purchase_name(purchase)),
            Action::Delete { order } => format!("{} is deleted", name(order)),
            Action::DeletePurchase { purchase } => format!("{} is deleted", purchase_name(purchase)),
            Action::Ship { order } => format!("{} is shipped", name(order)),
            Action::ShipAll { purchase } => format!("{} is shipped", purchase_name(purchase)),
            Action::Refund { order, returns_stock } => {
                let restock = if *returns_stock { ", its stock returned" } else { "" };
                format!("{} is refunded{restock}", name(order))
            }
            Action::RefundPart { order, cents } => format!("{cents} cents of {} are refunded", name(order)),
            Action::ChangeTool { tool, version, more, price_cents } => format!(
                "{} × {} are in stock, {more:+}, price {price_cents:?}",
                version.available + more,
                self.tools[*tool].name
            ),
            Action::EditSettings { charges } => format!("the settings change: {charges:?}"),
            Action::RefreshSettings => "settings are read".into(),
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
