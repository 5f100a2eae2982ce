//! Records what was acknowledged, and checks the invariants I1 to I6 that `main.rs` lists.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use trowel::{
    reconciliation::{Kind, internal},
    values::time::Moment,
};

use crate::{
    actions::{Deed, Reply},
    environment::Ground,
    provider::{Provider, Signed, intent_of},
    stats::Tally,
};

mod look {
    trowel::db::statements! {
        pub ORDERS = "SELECT id, user_id, tool_id, quantity, total_cents, state, transaction_id, phone, created_at FROM orders ORDER BY created_at, id";
        pub PAYMENTS = "SELECT id, order_id, intent_id, state FROM payments ORDER BY created_at, id";
    }
}

trowel::db::row! {
    pub struct OrderRow {
        pub id: String,
        pub user_id: String,
        pub tool_id: String,
        pub quantity: i64,
        pub total_cents: i64,
        pub state: String,
        pub intent: Option<String>,
        /// What the customer typed as the address: the name of the idempotency key.
        pub key: String,
        pub created_at: i64,
    }
}

trowel::db::row! {
    pub struct PaymentRow {
        pub id: String,
        pub order_id: String,
        pub intent: Option<String>,
        pub state: String,
    }
}

/// Unpaid orders are deleted at this age.
const EXPIRES_AFTER: Duration = Duration::from_hours(7 * 24);
/// How long responses are stored under their keys.
const KEPT_FOR: Duration = Duration::from_hours(24);

/// One intended purchase, however often it is sent.
pub struct Key {
    pub who: usize,
    pub tool: usize,
    pub quantity: i64,
    pub since: Moment,
    answered: Option<String>,
}

impl Key {
    pub fn may_be_repeated(&self, now: Moment) -> bool {
        now < self.since.plus(KEPT_FOR)
    }
}

pub struct Order {
    pub row: OrderRow,
    name: String,
    is_gone: bool,
    /// Its owner or an administrator asked for its deletion.
    was_to_go: bool,
}

impl Order {
    pub fn is_there(&self) -> bool {
        !self.is_gone
    }
}

/// A client secret and the order it pays.
#[derive(Clone)]
pub struct Payable {
    pub order: String,
    pub secret: String,
}

#[derive(Default)]
pub struct Memory {
    pub keys: Vec<Key>,
    /// Every order, also deleted ones.
    pub orders: BTreeMap<String, Order>,
    pub payable: Vec<Payable>,
    payments: BTreeMap<String, String>,
    ordered_under: BTreeSet<String>,
}

pub fn name_of_key(key: usize) -> String {
    format!("key {key}")
}

type Verdict = Result<(), String>;

fn must(holds: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Memory {
    pub fn order_key(&mut self, who: usize, tool: usize, quantity: i64, since: Moment) -> usize {
        self.keys.push(Key { who, tool, quantity, since, answered: None });
        self.keys.len() - 1
    }

    /// For the trace.
    pub fn name(&self, order: &str) -> String {
        self.orders.get(order).map_or_else(|| "an unknown order".into(), |order| order.name.clone())
    }

    pub fn name_of_intent(&self, intent: &str) -> String {
        let payable = self.payable.iter().find(|payable| intent_of(&payable.secret) == intent);
        payable.map_or_else(
            || "an unknown intent".into(),
            |payable| format!("the intent of {}", self.name(&payable.order)),
        )
    }

    pub fn will_go(&mut self, order: &str) {
        if let Some(order) = self.orders.get_mut(order) {
            order.was_to_go = true;
        }
    }

    /// Checks the current records, and how they changed since the last check.
    pub fn look(&mut self, ground: &Ground, provider: &Provider, now: Moment) -> Verdict {
        let (orders, payments): (Vec<OrderRow>, Vec<PaymentRow>) = ground.read(|tx| {
            Box::pin(
                async move { Ok((tx.all(&look::ORDERS, &[]).await?, tx.all(&look::PAYMENTS, &[]).await?)) },
            )
        });
        self.orders_went_missing(&orders, now)?;
        for row in orders {
            self.order_moved(row, provider)?;
        }
        for row in payments {
            self.payment_moved(row)?;
        }
        let own = ground.runtime.block_on(internal::check(&ground.db, now)).expect("the books can be read");
        // A refund that waits for an unreachable provider is allowed, but not at the end.
        let differs = own.differences.into_iter().find(|difference| difference.kind != Kind::RefundWaits);
        match differs {
            None => Ok(()),
            Some(difference) => Err(format!("I2/I3/I5: {difference}")),
        }
    }

    fn orders_went_missing(&mut self, rows: &[OrderRow], now: Moment) -> Verdict {
        let there: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        for (id, order) in &mut self.orders {
            if order.is_gone || there.contains(id.as_str()) {
                continue;
            }
            order.is_gone = true;
            let (name, state) = (&order.name, &order.row.state);
            must(state == "unpaid", || format!("I5: {name} was {state} and is gone"))?;
            let expired = Moment::from_micros(order.row.created_at).plus(EXPIRES_AFTER) < now;
            must(order.was_to_go || expired, || format!("I1: {name} is gone without a deletion or expiry"))?;
        }
        Ok(())
    }

    fn order_moved(&mut self, row: OrderRow, provider: &Provider) -> Verdict {
        let Some(known) = self.orders.get_mut(&row.id) else {
            must(self.ordered_under.insert(row.key.clone()), || format!("I6: two orders under {}", row.key))?;
            must(row.state == "unpaid", || format!("I5: an order began as {}", row.state))?;
            let name = format!("order {}", self.orders.len());
            self.orders.insert(row.id.clone(), Order { row, name, is_gone: false, was_to_go: false });
            return Ok(());
        };
        let name = &known.name;
        must(!known.is_gone, || format!("I5: {name} was gone and is back"))?;
        let ranks = ["unpaid", "paid", "shipped", "refunding", "refunded"];
        let rank = |state: &str| ranks.iter().position(|known| *known == state);
        let (from, to) = (&known.row.state, &row.state);
        must(rank(from) <= rank(to), || format!("I5: {name} went from {from} to {to}"))?;
        must(known.row.intent.is_none() || known.row.intent == row.intent, || {
            format!("I4: {name} is paid by another")
        })?;
        if from == "unpaid" && to != "unpaid" {
            let intent = provider.intent(row.intent.as_deref().unwrap_or_default());
            let is_word = intent["status"] == "succeeded"
                && intent["amount_received"] == row.total_cents
                && intent["metadata"]["order_id"] == row.id.as_str();
            must(is_word, || format!("I3: {name} became {to}, and the provider says {}", intent["status"]))?;
        }
        known.row = row;
        Ok(())
    }

    fn payment_moved(&mut self, row: PaymentRow) -> Verdict {
        let later: &[&str] = match self.payments.get(&row.id).map(String::as_str) {
            None | Some("starting") => {
                &["starting", "open", "succeeded", "canceled", "refund_due", "refunded"]
            }
            Some("open") => &["open", "succeeded", "canceled", "refund_due", "refunded"],
            Some("canceled") => &["canceled", "refund_due", "refunded"],
            Some("succeeded") => &["succeeded", "refund_due", "refunded"],
            Some("refund_due") => &["refund_due", "refunded"],
            Some(_) => &["refunded"],
        };
        let name = self.name(&row.order_id);
        must(later.contains(&row.state.as_str()), || {
            format!("I5: a payment of {name} went to {}", row.state)
        })?;
        self.payments.insert(row.id, row.state);
        Ok(())
    }

    /// Checks that a response is true, and records it. `wrote`: the operation reached a write.
    pub fn learn(&mut self, deed: &Deed, reply: &Reply, wrote: bool) -> Verdict {
        must(reply.status != 500, || format!("a fault of the shop: {}", reply.body))?;
        if let Deed::Hear { signed, .. } = deed
            && *signed != Signed::Well
        {
            must(reply.status == 400 && !wrote, || {
                format!("I3: an event that was signed {signed:?} had an effect")
            })?;
        }
        if reply.status != 200 {
            return Ok(());
        }
        let is = |order: &str, holds: fn(&Order) -> bool| self.orders.get(order).is_some_and(holds);
        match deed {
            Deed::Place { key } => self.placed(*key, reply.body["insertedId"].as_str().unwrap_or_default()),
            Deed::StartPayment { order } => {
                let secret = reply.body["clientSecret"].as_str().unwrap_or_default().to_owned();
                if !self.payable.iter().any(|payable| payable.secret == secret) {
                    self.payable.push(Payable { order: order.clone(), secret });
                }
                Ok(())
            }
            Deed::Report { order, intent } => {
                let found = self.orders.get(order).and_then(|order| order.row.intent.as_ref());
                must(found == Some(intent), || format!("I3: {} was called paid", self.name(order)))
            }
            Deed::Delete { order } => {
                must(is(order, |order| order.is_gone), || format!("{} was called deleted", self.name(order)))
            }
            Deed::Ship { order } => {
                let is_on_its_way =
                    is(order, |order| order.row.state != "unpaid" && order.row.state != "paid");
                must(is_on_its_way, || format!("{} was called shipped", self.name(order)))
            }
            Deed::Refund { order, .. } => {
                let goes_back = is(order, |order| order.row.state.starts_with("refund"));
                must(goes_back, || format!("{} was called refunded", self.name(order)))
            }
            Deed::Count { .. } | Deed::Hear { .. } | Deed::Reconcile => Ok(()),
        }
    }

    /// In the order in which they were placed.
    pub fn in_order_of_age(&self) -> impl Iterator<Item = &Order> {
        let mut orders: Vec<&Order> = self.orders.values().collect();
        orders.sort_by_key(|order| order.row.created_at);
        orders.into_iter()
    }

    /// Long after the last fault: no order is unpaid and no refund is due.
    pub fn nothing_is_left_to_do(&self) -> Verdict {
        for order in self.orders.values().filter(|order| order.is_there()) {
            let is_unpaid = order.row.state == "unpaid";
            must(!is_unpaid, || format!("{} is unpaid and never expired", order.name))?;
            must(order.row.state != "refunding", || format!("{} waits for its money for ever", order.name))?;
        }
        let waits =
            self.payments.values().find(|state| ["starting", "open", "refund_due"].contains(&state.as_str()));
        must(waits.is_none(), || format!("a payment is {} for ever", waits.map_or("", String::as_str)))
    }

    pub fn count_orders(&self, tally: Tally) -> Tally {
        let count =
            |holds: fn(&Order) -> bool| self.orders.values().filter(|order| holds(order)).count() as u64;
        Tally {
            orders: count(|_| true),
            paid: count(|order| order.row.intent.is_some()),
            refunded: count(|order| order.row.state == "refunded"),
            deleted: count(|order| order.is_gone),
            ..tally
        }
    }

    fn placed(&mut self, key: usize, id: &str) -> Verdict {
        let order = self.orders.get(id);
        must(order.is_some_and(|order| order.row.key == name_of_key(key)), || {
            format!("I1: key {key} was answered an order that never was")
        })?;
        let answered = self.keys[key].answered.get_or_insert_with(|| id.to_owned());
        must(answered == id, || format!("I6: key {key} was answered two orders"))
    }
}
