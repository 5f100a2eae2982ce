//! Generates actions: the seed chooses one that is possible, though the shop may have to refuse it.

use crate::{
    actions::Action,
    oracle::Payable,
    provider::{Signature, intent_of},
    world::World,
};

#[derive(Clone, Copy)]
enum Kind {
    Place,
    StartPayment,
    ConfirmPayment,
    RecordPayment,
    Delete,
    Ship,
    Refund,
    RefundPart,
    AdjustStock,
    DeliverEvent,
    Reconcile,
}

impl World<'_> {
    /// `None`: no such action is possible now.
    pub(crate) fn generate_action(&mut self) -> Option<Action> {
        let kind = self.rng.choose_weighted(&[
            (19, Kind::Place),
            (26, Kind::StartPayment),
            (16, Kind::ConfirmPayment),
            (6, Kind::RecordPayment),
            (8, Kind::Delete),
            (7, Kind::Ship),
            (9, Kind::Refund),
            (6, Kind::RefundPart),
            (4, Kind::AdjustStock),
            (18, Kind::DeliverEvent),
            (9, Kind::Reconcile),
        ]);
        match kind {
            Kind::Place => Some(Action::Place { key: self.pick_key() }),
            Kind::StartPayment => self.pick_order("unpaid").map(|order| Action::StartPayment { order }),
            Kind::ConfirmPayment => self.pick_confirmation(),
            Kind::RecordPayment => self.pick_order("unpaid").map(|order| Action::RecordPayment { order }),
            Kind::Delete => self.pick_order("unpaid").map(|order| Action::Delete { order }),
            Kind::Ship => self.pick_order("paid").map(|order| Action::Ship { order }),
            Kind::Refund => {
                let state = *self.rng.choose(&["paid", "shipped", "refunding", "refunded"])?;
                let returns_stock = self.rng.percent_chance(50);
                self.pick_order(state).map(|order| Action::Refund { order, returns_stock })
            }
            Kind::RefundPart => {
                let state = *self.rng.choose(&["paid", "shipped"])?;
                self.pick_order(state).map(|order| Action::RefundPart { order })
            }
            Kind::AdjustStock => {
                let more = *self.rng.choose(&[-3, -1, 1, 2, 5])?;
                let tool = self.rng.below(self.tools.len());
                Some(Action::AdjustStock { tool, version: self.tools[tool].version(self.environment), more })
            }
            Kind::DeliverEvent => self.pick_event(),
            Kind::Reconcile => Some(Action::Reconcile),
        }
    }

    /// A new purchase, or an earlier one sent again.
    fn pick_key(&mut self) -> usize {
        let now = self.clock.now();
        let old: Vec<usize> =
            (0..self.oracle.keys.len()).filter(|key| self.oracle.keys[*key].may_be_repeated(now)).collect();
        match self.rng.choose(&old) {
            Some(key) if self.rng.percent_chance(35) => *key,
            _ => {
                let (who, tool) = (self.rng.below(self.actors.len() - 1), self.rng.below(self.tools.len()));
                let quantity = *self.rng.choose(&[1, 1, 2, 3]).expect("the list is not empty");
                self.oracle.order_key(who, tool, quantity, now)
            }
        }
    }

    /// Usually an order in this state, sometimes any existing one.
    fn pick_order(&mut self, state: &str) -> Option<String> {
        let any = self.rng.percent_chance(15);
        let fit =
            self.oracle.orders_by_age().filter(|order| order.exists() && (any || order.row.state == state));
        let fit: Vec<String> = fit.map(|order| order.row.id.clone()).collect();
        self.rng.choose(&fit).cloned()
    }

    /// Usually the order's own payment, sometimes a payment of another order.
    fn pick_confirmation(&mut self) -> Option<Action> {
        if self.rng.percent_chance(25) {
            let made: Vec<String> =
                self.oracle.orders_by_age().filter_map(|order| order.row.intent.clone()).collect();
            let (order, intent) = (self.pick_order("unpaid")?, self.rng.choose(&made)?.clone());
            return Some(Action::ConfirmPayment { order, intent });
        }
        let Payable { order, secret } = self.rng.choose(&self.oracle.payable)?.clone();
        Some(Action::ConfirmPayment { order, intent: intent_of(&secret).to_owned() })
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
                let order = self.oracle.orders.get(&payable.order);
                order.is_some_and(|order| order.exists() && order.row.state == "unpaid")
            });
        }
        let Some(Payable { order, secret }) = self.rng.choose(&secrets).cloned() else { return };
        let card = self.rng.choose_weighted(&[(85, "pm_card_visa"), (15, "pm_card_chargeDeclined")]);
        let status = self.provider.pay(&secret, card);
        let name = self.oracle.name(&order);
        self.note(format_args!("the card {card} is used for {name}: {status}"));
    }
}
