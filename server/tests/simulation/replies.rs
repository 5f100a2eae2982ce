//! What a response may say.

use crate::{
    actions::{Action, Reply},
    baskets::ShownQuote,
    charges::cents,
    oracle::{CheckResult, Oracle, Order, Payable, Wish, ensure, key_name},
    provider::{Provider, Signature, intent_of},
};

impl Oracle {
    /// Checks a response and records it. `wrote` says whether the operation reached a write.
    pub fn check_reply(
        &mut self,
        provider: &Provider,
        action: &Action,
        reply: &Reply,
        wrote: bool,
    ) -> CheckResult {
        ensure(reply.status != 500, || format!("a fault of the shop: {}", reply.body))?;
        if let Action::DeliverEvent { signature, .. } = action
            && *signature != Signature::Valid
        {
            ensure(reply.status == 400 && !wrote, || {
                format!("I3: an event with signature {signature:?} had an effect")
            })?;
        }
        if let Action::Buy { key } = action {
            self.check_refused_checkout(*key, reply)?;
        }
        if reply.status != 200 {
            return Ok(());
        }
        let is = |order: &str, holds: fn(&Order) -> bool| self.orders.get(order).is_some_and(holds);
        match action {
            Action::Buy { key } => self.check_bought_under(provider, *key, reply),
            Action::StartPayment { purchase } => self.keep_secret(provider, purchase, reply),
            Action::ConfirmPayment { purchase, intent } => {
                let lines = self.lines_of(purchase);
                ensure(lines.iter().any(|line| line.row.intent.as_ref() == Some(intent)), || {
                    format!("I3: {} was reported paid", self.purchase_name(purchase))
                })
            }
            Action::RecordPayment { order } => ensure(is(order, |order| order.row.is_recorded()), || {
                format!("I3: {} was reported paid in cash", self.name(order))
            }),
            Action::Delete { order } => ensure(is(order, |order| !order.exists()), || {
                format!("{} was reported deleted", self.name(order))
            }),
            Action::DeletePurchase { purchase } => {
                ensure(self.lines_of(purchase).iter().all(|line| !line.exists()), || {
                    format!("{} was reported deleted", self.purchase_name(purchase))
                })
            }
            Action::Extend { purchase } => {
                let held_until = self.purchases.last_seen(purchase).and_then(|purchase| purchase.held_until);
                let exists = self.lines_of(purchase).iter().any(|line| line.exists());
                ensure(exists && held_until.is_some(), || {
                    format!("{} was reported held for longer", self.purchase_name(purchase))
                })
            }
            Action::Ship { order } => {
                let is_on_its_way =
                    is(order, |order| order.row.state != "unpaid" && order.row.state != "paid");
                ensure(is_on_its_way, || format!("{} was reported shipped", self.name(order)))
            }
            Action::ShipAll { purchase } => {
                let lines = self.lines_of(purchase);
                let is_left = lines.iter().any(|line| line.exists() && line.row.state == "paid");
                ensure(!is_left, || format!("{} was reported shipped", self.purchase_name(purchase)))
            }
            Action::Refund { order, .. } => {
                let goes_back = is(order, |order| order.row.state.starts_with("refund"));
                ensure(goes_back, || format!("{} was reported refunded", self.name(order)))
            }
            Action::RefundPart { .. }
            | Action::ChangeTool { .. }
            | Action::SetLine { .. }
            | Action::UseCode { .. }
            | Action::ChangeCode { .. }
            | Action::OpenLink { .. }
            | Action::SendLinks { .. }
            | Action::SetPassword { .. }
            | Action::Disown { .. }
            | Action::EditSettings { .. }
            | Action::RefreshSettings
            | Action::DeliverEvent { .. }
            | Action::Reconcile => Ok(()),
        }
    }

    /// 12: whose checkout is refused for a tool hears which one. A new quote is on the page.
    fn check_refused_checkout(&mut self, key: usize, reply: &Reply) -> CheckResult {
        let Wish::Checkout(shown) = self.keys[key].wish.clone() else { return Ok(()) };
        let code = reply.body["code"].as_str().unwrap_or_default();
        if ["sold_out", "not_enough_stock", "below_minimum", "tool_unavailable"].contains(&code) {
            let tool = reply.body["toolName"].as_str().unwrap_or_default();
            let detail = reply.body["detail"].as_str().unwrap_or_default();
            // A newer basket may have the same revision.
            let is_there = self.baskets.have(&shown.tab.owner, reply.body["toolId"].as_str());
            let is_known = shown.tool_names.iter().any(|name| name == tool) || is_there;
            let is_repeated = self.keys[key].refused_for.as_deref() == Some(tool);
            ensure((is_known || is_repeated) && detail.starts_with(tool), || {
                format!("12: {code} does not name the tool: {}", reply.body)
            })?;
            self.keys[key].refused_for = Some(tool.to_owned());
        }
        if code == "quote_changed" {
            let new = ShownQuote::new(shown.tab.clone(), &reply.body["quote"]);
            self.quotes.extend(new);
        }
        Ok(())
    }

    fn check_bought_under(&mut self, provider: &Provider, key: usize, reply: &Reply) -> CheckResult {
        let is_checkout = matches!(self.keys[key].wish, Wish::Checkout(_));
        let id = reply.body[if is_checkout { "purchaseId" } else { "insertedId" }]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let lines = self.lines_of(&id);
        ensure(lines.first().is_some_and(|line| line.row.key() == key_name(key)), || {
            format!("I1: key {key} returned a purchase that does not exist")
        })?;
        let answered = self.keys[key].answered.get_or_insert_with(|| id.clone());
        ensure(*answered == id, || format!("I6/11: key {key} returned two purchases"))?;
        if let Wish::Checkout(shown) = &self.keys[key].wish {
            let total = cents(&reply.body["total"]);
            ensure(total == shown.total, || {
                format!("5: {} was shown, and the answer says {total}", shown.total)
            })?;
        }
        let begins_payment = reply.body["clientSecret"].is_string();
        ensure(!begins_payment || !self.keys[key].pays_at_pick_up, || {
            "a payment begins of what is paid at the counter".into()
        })?;
        if begins_payment { self.keep_secret(provider, &id, reply) } else { Ok(()) }
    }

    /// 5: the customer with the secret pays the total of the purchase.
    fn keep_secret(&mut self, provider: &Provider, purchase: &str, reply: &Reply) -> CheckResult {
        let secret = reply.body["clientSecret"].as_str().unwrap_or_default().to_owned();
        let intent = provider.intent(intent_of(&secret));
        let exists = self.lines_of(purchase).iter().any(|line| line.exists());
        let total = self.purchases.last_seen(purchase).map(|row| row.total);
        ensure(!exists || intent["amount"].as_i64() == total && intent["currency"] == "cad", || {
            format!(
                "5: {} is asked for, and {} costs {total:?}",
                intent["amount"],
                self.purchase_name(purchase)
            )
        })?;
        if !self.payable.iter().any(|payable| payable.secret == secret) {
            self.payable.push(Payable { purchase: purchase.to_owned(), secret });
        }
        Ok(())
    }
}
