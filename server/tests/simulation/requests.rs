//! Converts actions to requests and to lines of the trace.

use serde_json::json;

use crate::{
    actions::{Action, Call, Job},
    charges::{PLACES, dollars},
    codes::CODES,
    guests::Browser,
    oracle::{Key, Wish, key_name},
    world::World,
};

impl World<'_> {
    pub(crate) fn job_for(&mut self, action: &Action) -> Job {
        let admin = self.actors.len() - 1;
        if let Some(call) = self.call_of_guest(action) {
            return Job::Call(call);
        }
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
                self.call_as(*who, "PUT", &path).json(&json!({ "quantity": quantity }))
            }
            Action::UseCode { who, code } => {
                self.call_as(*who, "PUT", "/basket/code").json(&json!({ "code": CODES[*code].word }))
            }
            Action::ChangeCode { id: Some(id), .. } => {
                self.call_as(admin, "DELETE", &format!("/discountCodes/{id}"))
            }
            Action::ChangeCode { code, id: None } => {
                self.call_as(admin, "POST", "/discountCodes").json(&CODES[*code].body())
            }
            Action::StartPayment { purchase } => self.start_payment(purchase),
            Action::ConfirmPayment { purchase, intent } => {
                let who = self.buyer(purchase);
                let lines = self.oracle.lines_of(purchase);
                let order = lines.iter().find(|line| line.exists()).unwrap_or(&lines[0]).row.id.clone();
                if !self.is_browser(who) && self.rng.percent_chance(50) {
                    self.call_as(who, "PATCH", &format!("/orders/{order}"))
                        .json(&json!({ "orders": order, "transactionId": intent, "status": "pending" }))
                } else {
                    self.call_as(who, "POST", &format!("/purchases/{purchase}/confirm"))
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
                self.call_as(who, "POST", &format!("/purchases/{purchase}/extend")).json(&json!({}))
            }
            Action::Delete { order } => {
                let purchase = self.oracle.orders[order].row.purchase_id.clone();
                let who = if self.rng.percent_chance(30) { admin } else { self.buyer(&purchase) };
                self.call_as(who, "DELETE", &format!("/orders/{order}"))
            }
            Action::DeletePurchase { purchase } => {
                let who = if self.rng.percent_chance(30) { admin } else { self.buyer(purchase) };
                self.call_as(who, "DELETE", &format!("/purchases/{purchase}"))
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
            Action::OpenLink { .. }
            | Action::SendLinks { .. }
            | Action::SetPassword { .. }
            | Action::Disown { .. } => {
                unreachable!("a call of guests")
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

    /// Visitors come after the accounts.
    pub(crate) fn is_browser(&self, who: usize) -> bool {
        who >= self.actors.len()
    }

    pub(crate) fn call_as(&mut self, who: usize, method: &'static str, path: &str) -> Call {
        match who.checked_sub(self.actors.len()) {
            Some(browser) => {
                let Browser { jar, .. } = &self.browsers[browser];
                let cookie = self.browsers[browser].cookie();
                let call = Call::new(method, path.to_owned(), "").with("cookie", cookie);
                Call { jar: Some(jar.clone()), ..call }
            }
            None => Call::new(method, path.to_owned(), &self.token(who)),
        }
    }

    pub(crate) fn person_name(&self, who: usize) -> &'static str {
        who.checked_sub(self.actors.len())
            .map_or_else(|| self.actors[who].name, |browser| self.browsers[browser].name)
    }

    /// The index of the purchase's account among the actors.
    pub(crate) fn account_of(&self, purchase: &str) -> Option<usize> {
        let lines = self.oracle.lines_of(purchase);
        let user = &lines.first()?.row.user_id;
        self.actors.iter().position(|person| person.user.id.as_str() == user)
    }

    /// The browser that bought it, or the account that has it.
    pub(crate) fn buyer(&mut self, purchase: &str) -> usize {
        let lines = self.oracle.lines_of(purchase);
        let bought = self.oracle.key_of(&lines[0].row).expect("a purchase has a key").who;
        match self.account_of(purchase) {
            Some(account) if !self.is_browser(bought) || self.rng.percent_chance(50) => account,
            _ => bought,
        }
    }

    fn purchase(&mut self, key: usize) -> Call {
        let who = self.oracle.keys[key].who;
        let name = self.person_name(who);
        let path = match &self.oracle.keys[key].wish {
            Wish::Order { .. } => "/orders",
            Wish::Checkout(_) => "/checkout",
        };
        let call = self.call_as(who, "POST", path).with("idempotency-key", format!("key-{key}"));
        let Key { wish, email, pays_at_pick_up, .. } = &self.oracle.keys[key];
        match wish {
            Wish::Order { tool, quantity, price_cents } => call.json(&json!({
                "toolName": self.tools[*tool].name, "orderQuantity": quantity, "price": dollars(*price_cents),
                "totalPrice": dollars(price_cents * quantity), "customerEmail": email,
                "customerName": name, "phone": key_name(key), "address": "555-0100",
            })),
            Wish::Checkout(shown) => {
                let (province, code) = PLACES[shown.tab.place];
                let address = json!({ "name": name, "street": key_name(key), "city": "Somewhere",
                    "province": province, "postalCode": code });
                let mut body = json!({ "basketRevision": shown.revision, "digest": shown.digest, "email": email,
                    "method": shown.method, "address": address, "saveAddress": key.is_multiple_of(2) });
                if *pays_at_pick_up {
                    body["payAtPickUp"] = json!(true);
                }
                call.json(&body)
            }
        }
    }

    /// Starts the payment by the call for purchases. An order alone may be paid by the specified call.
    fn start_payment(&mut self, purchase: &str) -> Call {
        let who = self.buyer(purchase);
        let lines = self.oracle.lines_of(purchase);
        let order = &lines.iter().find(|line| line.exists()).unwrap_or(&lines[0]).row;
        let body = json!({ "totalPrice": dollars(order.due), "orderId": order.id });
        let is_alone = order.lines == 1 && !self.is_browser(who);
        if is_alone && self.rng.percent_chance(60) || self.rng.percent_chance(5) {
            return self.call_as(who, "POST", "/create-payment-intent").json(&body);
        }
        self.call_as(who, "POST", &format!("/purchases/{purchase}/payment")).json(&json!({}))
    }

    pub(crate) fn describe(&self, action: &Action) -> String {
        let name = |order: &str| self.oracle.name(order);
        let purchase_name = |purchase: &str| self.oracle.purchase_name(purchase);
        match action {
            Action::Buy { key } => {
                let wished = &self.oracle.keys[*key];
                let who = self.person_name(wished.who);
                match &wished.wish {
                    Wish::Order { tool, quantity, .. } => {
                        format!("{who} orders {quantity} × {} under key {key}", self.tools[*tool].name)
                    }
                    Wish::Checkout(shown) => format!(
                        "{who} buys the basket of revision {} for {} in {} under key {key} for {}{}",
                        shown.revision,
                        shown.total,
                        PLACES[shown.tab.place].0,
                        wished.email,
                        if wished.pays_at_pick_up { ", to pay at the counter" } else { "" }
                    ),
                }
            }
            Action::SetLine { who, tool, quantity } => {
                format!(
                    "{} wants {quantity} × {} in the basket",
                    self.person_name(*who),
                    self.tools[*tool].name
                )
            }
            Action::UseCode { who, code } => {
                format!("{} uses {} in a second tab", self.person_name(*who), CODES[*code].word)
            }
            Action::ChangeCode { code, id } => {
                format!("the owner {} {}", if id.is_some() { "ends" } else { "makes" }, CODES[*code].word)
            }
            Action::OpenLink { link } => format!("a link to {} is opened", purchase_name(&link.purchase)),
            Action::SendLinks { email } => format!("links are asked for at {email}"),
            Action::SetPassword { purchase, link } => {
                let proof = if link.is_some() { "a link" } else { "the browser" };
                format!("{proof} sets a password for {}", purchase_name(purchase))
            }
            Action::Disown { purchase, .. } => format!("{} is disowned", purchase_name(purchase)),
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
