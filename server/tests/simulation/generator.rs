//! Picks the next action by the seed. The shop may have to refuse it.

use crate::{
    actions::Deed,
    oracle::Payable,
    provider::{Signed, intent_of},
    world::World,
};

#[derive(Clone, Copy)]
enum Kind {
    Place,
    StartPayment,
    Report,
    Delete,
    Ship,
    Refund,
    Count,
    Hear,
    Reconcile,
}

impl World<'_> {
    /// `None`: no action of that kind is possible now.
    pub(crate) fn think_of_a_deed(&mut self) -> Option<Deed> {
        let kind = self.dice.weigh(&[
            (19, Kind::Place),
            (26, Kind::StartPayment),
            (16, Kind::Report),
            (8, Kind::Delete),
            (7, Kind::Ship),
            (9, Kind::Refund),
            (4, Kind::Count),
            (18, Kind::Hear),
            (9, Kind::Reconcile),
        ]);
        match kind {
            Kind::Place => Some(Deed::Place { key: self.some_key() }),
            Kind::StartPayment => self.some_order("unpaid").map(|order| Deed::StartPayment { order }),
            Kind::Report => self.some_report(),
            Kind::Delete => self.some_order("unpaid").map(|order| Deed::Delete { order }),
            Kind::Ship => self.some_order("paid").map(|order| Deed::Ship { order }),
            Kind::Refund => {
                let state = *self.dice.pick(&["paid", "shipped", "refunding", "refunded"])?;
                let returns_stock = self.dice.in_a_hundred(50);
                self.some_order(state).map(|order| Deed::Refund { order, returns_stock })
            }
            Kind::Count => {
                let more = *self.dice.pick(&[-3, -1, 1, 2, 5])?;
                let tool = self.dice.below(self.sold.len());
                Some(Deed::Count { tool, version: self.sold[tool].version(self.ground), more })
            }
            Kind::Hear => self.some_event(),
            Kind::Reconcile => Some(Deed::Reconcile),
        }
    }

    /// A purchase, new or repeated.
    fn some_key(&mut self) -> usize {
        let now = self.clock.now();
        let old: Vec<usize> =
            (0..self.memory.keys.len()).filter(|key| self.memory.keys[*key].may_be_repeated(now)).collect();
        match self.dice.pick(&old) {
            Some(key) if self.dice.in_a_hundred(35) => *key,
            _ => {
                let (who, tool) = (self.dice.below(self.people.len() - 1), self.dice.below(self.sold.len()));
                let quantity = *self.dice.pick(&[1, 1, 2, 3]).expect("some are listed");
                self.memory.order_key(who, tool, quantity, now)
            }
        }
    }

    /// Mostly an order in this state; sometimes any order.
    fn some_order(&mut self, state: &str) -> Option<String> {
        let any = self.dice.in_a_hundred(15);
        let fit = self
            .memory
            .in_order_of_age()
            .filter(|order| order.is_there() && (any || order.row.state == state));
        let fit: Vec<String> = fit.map(|order| order.row.id.clone()).collect();
        self.dice.pick(&fit).cloned()
    }

    /// Mostly true; sometimes with the payment of another order.
    fn some_report(&mut self) -> Option<Deed> {
        if self.dice.in_a_hundred(25) {
            let made: Vec<String> =
                self.memory.in_order_of_age().filter_map(|order| order.row.intent.clone()).collect();
            let (order, intent) = (self.some_order("unpaid")?, self.dice.pick(&made)?.clone());
            return Some(Deed::Report { order, intent });
        }
        let Payable { order, secret } = self.dice.pick(&self.memory.payable)?.clone();
        Some(Deed::Report { order, intent: intent_of(&secret).to_owned() })
    }

    /// Any past event, so that events come late, twice, in any order, or never.
    fn some_event(&mut self) -> Option<Deed> {
        let mut events = self.provider.events();
        events.retain(|event| event["type"].as_str().is_some_and(|kind| kind.starts_with("payment_intent.")));
        let event = self.dice.pick(&events)?.clone();
        let signed = self.dice.weigh(&[
            (84, Signed::Well),
            (4, Signed::ByAnother),
            (4, Signed::AnHourAgo),
            (4, Signed::ThenChanged),
            (4, Signed::NotAtAll),
        ]);
        Some(Deed::Hear { event, signed })
    }

    /// Pays at the provider with a customer's card, whatever state the order is in.
    pub(crate) fn pay(&mut self) {
        let mut secrets = self.memory.payable.clone();
        // Mostly for an unpaid order; sometimes for any.
        if self.dice.in_a_hundred(80) {
            secrets.retain(|payable| {
                let order = self.memory.orders.get(&payable.order);
                order.is_some_and(|order| order.is_there() && order.row.state == "unpaid")
            });
        }
        let Some(Payable { order, secret }) = self.dice.pick(&secrets).cloned() else { return };
        let card = self.dice.weigh(&[(85, "pm_card_visa"), (15, "pm_card_chargeDeclined")]);
        let status = self.provider.pay(&secret, card);
        let name = self.memory.name(&order);
        self.note(format_args!("the card {card} is used for {name}: {status}"));
    }
}
