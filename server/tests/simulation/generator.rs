//! Generates actions: the seed chooses one that is possible, though the shop may have to refuse it.

use crate::{
    actions::Action,
    oracle::{Order, Payable, Wish},
    provider::{Signature, intent_of},
    world::World,
};

#[derive(Clone, Copy)]
enum Kind {
    Buy,
    SetLine,
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
    DeliverEvent,
    Reconcile,
}

impl World<'_> {
    /// `None`: no such action is possible now.
    pub(crate) fn generate_action(&mut self) -> Option<Action> {
        let edits = usize::from(self.has_charges);
        let kind = self.rng.choose_weighted(&[
            (22, Kind::Buy),
            (3, Kind::SetLine),
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
            (18, Kind::DeliverEvent),
            (9, Kind::Reconcile),
        ]);
        let purchase = |order: Order| order.row.purchase_id;
        let id = |order: Order| order.row.id;
        match kind {
            Kind::Buy => Some(Action::Buy { key: self.pick_key()? }),
            Kind::SetLine => {
                let (who, tool) = (self.rng.below(self.actors.len() - 1), self.rng.below(self.tools.len()));
                let quantity = *self.rng.choose(&[0, 1, 2])?;
                Some(Action::SetLine { who, tool, quantity })
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
        let (who, wish) = if self.rng.percent_chance(60) {
            // Usually what was shown last, sometimes in an older tab.
            let latest = self.oracle.quotes.len().saturating_sub(3);
            let shown = self.rng.choose(&self.oracle.quotes[latest..])?.clone();
            (shown.who, Wish::Checkout(shown))
        } else {
            let (who, tool) = (self.rng.below(self.actors.len() - 1), self.rng.below(self.tools.len()));
            let quantity = *self.rng.choose(&[1, 1, 2, 3])?;
            (
                who,
                Wish::Order { tool, quantity, price_cents: self.tools[tool].current_price(self.environment) },
            )
        };
        Some(self.oracle.add_key(who, wish, now))
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
