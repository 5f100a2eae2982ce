//! Generates actions: the seed chooses one that is possible, though the shop may have to refuse it.

use crate::{
    actions::Action,
    codes::{CODES, open_code},
    guests::TYPED,
    oracle::{Key, Order, Payable, Wish},
    provider::{Signature, intent_of},
    world::World,
};

#[derive(Clone, Copy)]
enum Kind {
    Buy,
    SetLine,
    UseCode,
    ChangeCode,
    StartPayment,
    ConfirmPayment,
    RecordPayment,
    Extend,
    Delete,
    DeletePurchase,
    Ship,
    ShipAll,
    Refund,
    RefundPart,
    ChangeTool,
    EditSettings,
    RefreshSettings,
    OpenLink,
    SendLinks,
    SetPassword,
    Disown,
    DeliverEvent,
    Reconcile,
}

impl World<'_> {
    /// Returns `None` if no such action is possible now.
    pub(crate) fn generate_action(&mut self) -> Option<Action> {
        let edits = usize::from(self.has_charges);
        let kind = self.rng.choose_weighted(&[
            (26, Kind::Buy),
            (3, Kind::SetLine),
            (3, Kind::UseCode),
            (3, Kind::ChangeCode),
            (24, Kind::StartPayment),
            (18, Kind::ConfirmPayment),
            (5, Kind::RecordPayment),
            (4, Kind::Extend),
            (8, Kind::Delete),
            (3, Kind::DeletePurchase),
            (6, Kind::Ship),
            (4, Kind::ShipAll),
            (16, Kind::Refund),
            (8, Kind::RefundPart),
            (8, Kind::ChangeTool),
            (3 * edits, Kind::EditSettings),
            (3 * edits, Kind::RefreshSettings),
            (6, Kind::OpenLink),
            (1, Kind::SendLinks),
            (3, Kind::SetPassword),
            (2, Kind::Disown),
            (18, Kind::DeliverEvent),
            (9, Kind::Reconcile),
        ]);
        let purchase = |order: Order| order.row.purchase_id;
        let id = |order: Order| order.row.id;
        match kind {
            Kind::Buy => Some(Action::Buy { key: self.pick_key()? }),
            Kind::SetLine => {
                let who = self.pick_buyer();
                let tool = self.rng.below(self.tools.len());
                let quantity = *self.rng.choose(&[0, 1, 2])?;
                Some(Action::SetLine { who, tool, quantity })
            }
            Kind::UseCode => {
                let who = self.pick_buyer();
                Some(Action::UseCode { who, code: self.pick_code() })
            }
            Kind::ChangeCode => {
                let code = self.rng.below(CODES.len());
                Some(Action::ChangeCode { code, id: open_code(self.environment, CODES[code].word) })
            }
            Kind::StartPayment => {
                self.pick_order("unpaid").map(purchase).map(|purchase| Action::StartPayment { purchase })
            }
            Kind::ConfirmPayment => self.pick_confirmation(),
            Kind::RecordPayment => {
                self.pick_order("unpaid").map(id).map(|order| Action::RecordPayment { order })
            }
            Kind::Extend => {
                self.pick_order("unpaid").map(purchase).map(|purchase| Action::Extend { purchase })
            }
            Kind::Delete => self.pick_order("unpaid").map(id).map(|order| Action::Delete { order }),
            Kind::DeletePurchase => {
                self.pick_order("unpaid").map(purchase).map(|purchase| Action::DeletePurchase { purchase })
            }
            Kind::Ship => self.pick_order("paid").map(id).map(|order| Action::Ship { order }),
            Kind::ShipAll => {
                self.pick_order("paid").map(purchase).map(|purchase| Action::ShipAll { purchase })
            }
            Kind::Refund => {
                let state = *self.rng.choose(&["paid", "paid", "shipped", "refunding", "refunded"])?;
                let returns_stock = self.rng.percent_chance(50);
                self.pick_order(state).map(id).map(|order| Action::Refund { order, returns_stock })
            }
            Kind::RefundPart => {
                let state = *self.rng.choose(&["paid", "shipped"])?;
                let cents = *self.rng.choose(&[1, 1, 33, 100, 250])?;
                self.pick_order(state).map(id).map(|order| Action::RefundPart { order, cents })
            }
            Kind::ChangeTool => {
                let tool = self.rng.below(self.tools.len());
                let price_cents = if self.rng.percent_chance(40) {
                    Some(self.tools[tool].price_cents + *self.rng.choose(&[1, -1, 50])?)
                } else {
                    None
                };
                let version = self.tools[tool].version(self.environment);
                let sells_out = self.rng.percent_chance(30);
                let more =
                    if sells_out { -version.available } else { *self.rng.choose(&[-3, -1, 1, 2, 5])? };
                Some(Action::ChangeTool { tool, version, more, price_cents })
            }
            Kind::EditSettings => {
                let charges = self.oracle.charges.last()?.next(&mut self.rng);
                Some(Action::EditSettings { charges })
            }
            Kind::RefreshSettings => Some(Action::RefreshSettings),
            Kind::OpenLink => self.pick_link().map(|link| Action::OpenLink { link }),
            Kind::SendLinks => Some(Action::SendLinks { email: self.rng.choose(&TYPED)? }),
            Kind::SetPassword if self.rng.percent_chance(50) => {
                let link = self.pick_link()?;
                Some(Action::SetPassword { purchase: link.purchase.clone(), link: Some(link) })
            }
            Kind::SetPassword => {
                let purchase = self.pick_guest_purchase()?;
                Some(Action::SetPassword { purchase, link: None })
            }
            Kind::Disown => {
                let purchase = self.pick_guest_purchase()?;
                let who = self.actors[self.account_of(&purchase)?].user.id.to_string();
                Some(Action::Disown { purchase, who })
            }
            Kind::DeliverEvent => self.pick_event(),
            Kind::Reconcile => Some(Action::Reconcile),
        }
    }

    /// A new purchase, or an earlier one sent again.
    fn pick_key(&mut self) -> Option<usize> {
        let now = self.clock.now();
        let old: Vec<usize> =
            (0..self.oracle.keys.len()).filter(|key| self.oracle.keys[*key].may_be_repeated(now)).collect();
        if let Some(key) = self.rng.choose(&old)
            && self.rng.percent_chance(30)
        {
            return Some(*key);
        }
        let (who, wish) = if self.rng.percent_chance(60.max(self.percent_guests)) {
            // Usually a basket as it is, sometimes in an older tab.
            let is_as_shown = self.rng.percent_chance(92);
            let quotes = self.oracle.quotes.iter().rev();
            let shown = quotes.filter(|shown| !is_as_shown || self.oracle.baskets.are_as(shown));
            let shown: Vec<_> = shown.take(3).collect();
            let mut shown = (*self.rng.choose(&shown)?).clone();
            // An answer may have given the browser another cookie since.
            if let Some(browser) = shown.tab.who.checked_sub(self.actors.len()) {
                shown.tab.owner = self.browsers[browser].basket_owner();
            }
            (shown.tab.who, Wish::Checkout(shown))
        } else {
            let (who, tool) = (self.rng.below(self.actors.len() - 1), self.rng.below(self.tools.len()));
            let quantity = *self.rng.choose(&[1, 1, 2, 3])?;
            (
                who,
                Wish::Order { tool, quantity, price_cents: self.tools[tool].current_price(self.environment) },
            )
        };
        let is_fetched = matches!(&wish, Wish::Checkout(shown) if shown.method.as_deref() == Some("pick-up"));
        let pays_at_pick_up = is_fetched && self.rng.percent_chance(80);
        let email = if self.is_browser(who) {
            // Often one mailbox in two spellings.
            let typed = if self.rng.percent_chance(50) { &TYPED[..2] } else { &TYPED[..] };
            (*self.rng.choose(typed)?).to_owned()
        } else {
            self.actors[who].email().to_owned()
        };
        Some(self.oracle.add_key(Key {
            who,
            email,
            wish,
            pays_at_pick_up,
            since: now,
            answered: None,
            refused_for: None,
        }))
    }

    /// A customer or a visitor.
    pub(crate) fn pick_buyer(&mut self) -> usize {
        if self.rng.percent_chance(self.percent_guests) {
            self.actors.len() + self.rng.below(self.browsers.len())
        } else {
            self.rng.below(self.actors.len() - 1)
        }
    }

    /// Often one that each customer may use once.
    pub(crate) fn pick_code(&mut self) -> usize {
        if self.rng.percent_chance(40) { 0 } else { self.rng.below(CODES.len()) }
    }

    fn pick_guest_purchase(&mut self) -> Option<String> {
        let guests = &self.oracle.guests;
        let bought = self.oracle.orders_by_age().map(|order| order.row.purchase_id.clone());
        let bought: Vec<String> = bought.filter(|purchase| guests.is_of_guest(purchase)).collect();
        self.rng.choose(&bought).cloned()
    }

    /// Usually an order in this state, sometimes any existing one.
    fn pick_order(&mut self, state: &str) -> Option<Order> {
        let any = self.rng.percent_chance(15);
        let fit =
            self.oracle.orders_by_age().filter(|order| order.exists() && (any || order.row.state == state));
        let fit: Vec<&Order> = fit.collect();
        self.rng.choose(&fit).map(|order| (*order).clone())
    }

    /// Usually the purchase's own payment, sometimes a payment of another one.
    fn pick_confirmation(&mut self) -> Option<Action> {
        if self.rng.percent_chance(25) {
            let made: Vec<String> =
                self.oracle.orders_by_age().filter_map(|order| order.row.intent.clone()).collect();
            let purchase = self.pick_order("unpaid")?.row.purchase_id;
            let intent = self.rng.choose(&made)?.clone();
            return Some(Action::ConfirmPayment { purchase, intent });
        }
        let Payable { purchase, secret } = self.rng.choose(&self.oracle.payable)?.clone();
        Some(Action::ConfirmPayment { purchase, intent: intent_of(&secret).to_owned() })
    }

    /// Any earlier event. Events therefore arrive late, twice, in any order, or never.
    fn pick_event(&mut self) -> Option<Action> {
        let mut events = self.provider.events();
        events.retain(|event| event["type"].as_str().is_some_and(|kind| kind.starts_with("payment_intent.")));
        let event = self.rng.choose(&events)?.clone();
        let signature = self.rng.choose_weighted(&[
            (84, Signature::Valid),
            (4, Signature::WrongSecret),
            (4, Signature::Expired),
            (4, Signature::Tampered),
            (4, Signature::Missing),
        ]);
        Some(Action::DeliverEvent { event, signature })
    }

    /// A customer pays at the provider, whatever the order's state is now.
    pub(crate) fn pay(&mut self) {
        let mut secrets = self.oracle.payable.clone();
        // Usually for an unpaid order, sometimes for any.
        if self.rng.percent_chance(80) {
            secrets.retain(|payable| {
                let lines = self.oracle.lines_of(&payable.purchase);
                lines.iter().any(|line| line.exists() && line.row.state == "unpaid")
            });
        }
        let Some(Payable { purchase, secret }) = self.rng.choose(&secrets).cloned() else { return };
        let card = self.rng.choose_weighted(&[(85, "pm_card_visa"), (15, "pm_card_chargeDeclined")]);
        let status = self.provider.pay(&secret, card);
        let name = self.oracle.purchase_name(&purchase);
        self.note(format_args!("the card {card} is used for {name}: {status}"));
    }
}
