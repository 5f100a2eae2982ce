//! What the simulation has recorded, and the invariants I1 to I7 listed in `main.rs`.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use trowel::{
    back_office::reconciliation::{DiscrepancyKind, internal},
    values::time::Timestamp,
};

use crate::{
    actions::{Action, Reply},
    environment::Environment,
    new_customers::{NewCustomers, Placed},
    provider::{Provider, Signature, intent_of},
    stats::Stats,
};

mod queries {
    trowel::db::statements! {
        pub ORDERS = "SELECT id, user_id, tool_id, quantity, total_cents, state, transaction_id, phone, created_at, part_refunded_cents FROM orders ORDER BY created_at, id";
        pub TOOLS = "SELECT id, available FROM tools";
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
        /// The name of the idempotency key. The customer enters it as the address.
        pub key: String,
        pub created_at: i64,
        pub part_refunded: i64,
    }
}

impl OrderRow {
    fn is_recorded(&self) -> bool {
        self.intent.as_ref().is_some_and(|intent| intent.starts_with("cash-"))
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
const ORDER_TTL: Duration = Duration::from_hours(7 * 24);
/// Responses are stored under their keys for this long.
const KEY_TTL: Duration = Duration::from_hours(24);

/// One purchase, however often it is sent.
pub struct Key {
    pub who: usize,
    pub tool: usize,
    pub quantity: i64,
    pub since: Timestamp,
    answered: Option<String>,
}

impl Key {
    pub fn may_be_repeated(&self, now: Timestamp) -> bool {
        now < self.since.plus(KEY_TTL)
    }
}

pub struct Order {
    pub row: OrderRow,
    name: String,
    /// While its customer has paid nothing.
    held_until: Option<Timestamp>,
    is_deleted: bool,
    /// A user who is allowed to has requested the deletion.
    deletion_requested: bool,
}

impl Order {
    pub fn exists(&self) -> bool {
        !self.is_deleted
    }
}

/// A client secret, known to the customer whose order it pays.
#[derive(Clone)]
pub struct Payable {
    pub order: String,
    pub secret: String,
}

#[derive(Default)]
pub struct Oracle {
    pub keys: Vec<Key>,
    /// Every order that ever existed.
    pub orders: BTreeMap<String, Order>,
    pub payable: Vec<Payable>,
    payments: BTreeMap<String, String>,
    ordered_under: BTreeSet<String>,
    new_customers: NewCustomers,
}

/// What the database contains.
struct Rows {
    orders: Vec<OrderRow>,
    payments: Vec<PaymentRow>,
    available: BTreeMap<String, i64>,
}

pub fn key_name(key: usize) -> String {
    format!("key {key}")
}

type CheckResult = Result<(), String>;

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Oracle {
    pub fn order_key(&mut self, who: usize, tool: usize, quantity: i64, since: Timestamp) -> usize {
        self.keys.push(Key { who, tool, quantity, since, answered: None });
        self.keys.len() - 1
    }

    /// The order's name in the trace.
    pub fn name(&self, order: &str) -> String {
        self.orders.get(order).map_or_else(|| "an unknown order".into(), |order| order.name.clone())
    }

    pub fn intent_name(&self, intent: &str) -> String {
        let payable = self.payable.iter().find(|payable| intent_of(&payable.secret) == intent);
        payable.map_or_else(
            || "an unknown intent".into(),
            |payable| format!("the intent of {}", self.name(&payable.order)),
        )
    }

    pub fn expect_deletion(&mut self, order: &str) {
        if let Some(order) = self.orders.get_mut(order) {
            order.deletion_requested = true;
        }
    }

    /// Reads the current rows and checks them, and every change since the previous check.
    pub fn check(&mut self, environment: &Environment, provider: &Provider, now: Timestamp) -> CheckResult {
        let Rows { orders, payments, available } = environment.read((), |tx, ()| {
            Box::pin(async move {
                let tools: Vec<(String, i64)> = tx.all(&queries::TOOLS, &[]).await?;
                Ok(Rows {
                    orders: tx.all(&queries::ORDERS, &[]).await?,
                    payments: tx.all(&queries::PAYMENTS, &[]).await?,
                    available: tools.into_iter().collect(),
                })
            })
        });
        self.check_missing_orders(&orders, now)?;
        let recorded = orders.iter().filter(|row| row.is_recorded());
        let recorded = recorded.fold((0, 0), |(count, sum), row| (count + 1, sum + row.total_cents));
        for row in orders {
            if row.intent.is_some() {
                self.new_customers.record_payment(&row.user_id, now);
            }
            self.check_order(row, &available, provider)?;
        }
        for row in payments {
            self.check_payment(row)?;
        }
        let own = environment
            .runtime
            .block_on(internal::check(&environment.db, now))
            .expect("the check can read the database");
        ensure(own.recorded == recorded, || {
            format!("I3: {recorded:?} of orders are recorded, and Books has {:?}", own.recorded)
        })?;
        // A refund may wait while the provider is unreachable. At the end none may.
        let differs =
            own.discrepancies.into_iter().find(|difference| difference.kind != DiscrepancyKind::RefundStuck);
        match differs {
            None => Ok(()),
            Some(difference) => Err(format!("I2/I3/I5: {difference}")),
        }
    }

    fn check_missing_orders(&mut self, rows: &[OrderRow], now: Timestamp) -> CheckResult {
        let there: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        for (id, order) in &mut self.orders {
            if order.is_deleted || there.contains(id.as_str()) {
                continue;
            }
            order.is_deleted = true;
            let (name, state) = (&order.name, &order.row.state);
            ensure(state == "unpaid", || format!("I5: {name} was {state} and was deleted"))?;
            let expired = Timestamp::from_micros(order.row.created_at).plus(ORDER_TTL) < now
                || order
                    .held_until
                    .is_some_and(|until| self.new_customers.may_expire(&order.row.user_id, until, now));
            ensure(order.deletion_requested || expired, || {
                format!("I1: {name} was deleted without a request")
            })?;
        }
        Ok(())
    }

    fn check_order(
        &mut self,
        row: OrderRow,
        available: &BTreeMap<String, i64>,
        provider: &Provider,
    ) -> CheckResult {
        let Some(known) = self.orders.get_mut(&row.id) else {
            ensure(self.ordered_under.insert(row.key.clone()), || {
                format!("I6: two orders under {}", row.key)
            })?;
            ensure(row.state == "unpaid", || format!("I5: an order began as {}", row.state))?;
            let name = format!("order {}", self.orders.len());
            let held_until = self.place(&row, available).map_err(|fault| format!("I7: {name}: {fault}"))?;
            let order = Order { row, name, held_until, is_deleted: false, deletion_requested: false };
            self.orders.insert(order.row.id.clone(), order);
            return Ok(());
        };
        let name = &known.name;
        ensure(!known.is_deleted, || format!("I5: {name} was deleted and exists again"))?;
        let ranks = ["unpaid", "paid", "shipped", "refunding", "refunded"];
        let rank = |state: &str| ranks.iter().position(|known| *known == state);
        let (from, to) = (&known.row.state, &row.state);
        ensure(rank(from) <= rank(to), || format!("I5: {name} went from {from} to {to}"))?;
        ensure(known.row.intent.is_none() || known.row.intent == row.intent, || {
            format!("I4: {name} is paid by another payment")
        })?;
        if from == "unpaid" && to != "unpaid" {
            if row.is_recorded() {
                // No card can pay it a second time.
                let own = self.payable.iter().filter(|payable| payable.order == row.id);
                let mut states =
                    own.map(|payable| provider.intent(intent_of(&payable.secret))["status"].clone());
                let open = states.find(|status| status != "canceled");
                known.row = row;
                return ensure(open.is_none(), || format!("I3: cash is recorded, and a card is {open:?}"));
            }
            let intent = provider.intent(row.intent.as_deref().unwrap_or_default());
            let is_word = intent["status"] == "succeeded"
                && intent["amount_received"] == row.total_cents
                && intent["metadata"]["order_id"] == row.id.as_str();
            ensure(is_word, || {
                format!("I3: {name} became {to}, and the provider says {}", intent["status"])
            })?;
        }
        known.row = row;
        Ok(())
    }

    fn place(
        &mut self,
        row: &OrderRow,
        available: &BTreeMap<String, i64>,
    ) -> Result<Option<Timestamp>, String> {
        let is_unpaid = |order: &&Order| {
            order.exists() && order.row.user_id == row.user_id && order.row.state == "unpaid"
        };
        self.new_customers.place(&Placed {
            user: &row.user_id,
            at: Timestamp::from_micros(row.created_at),
            quantity: row.quantity,
            left: available[&row.tool_id],
            unpaid: self.orders.values().filter(is_unpaid).count() + 1,
        })
    }

    fn check_payment(&mut self, row: PaymentRow) -> CheckResult {
        let later: &[&str] = match self.payments.get(&row.id).map(String::as_str) {
            None | Some("creating") => {
                &["creating", "open", "succeeded", "canceled", "refund_due", "refunded"]
            }
            Some("open") => &["open", "succeeded", "canceled", "refund_due", "refunded"],
            Some("canceled") => &["canceled", "refund_due", "refunded"],
            Some("succeeded") => &["succeeded", "refund_due", "refunded"],
            Some("refund_due") => &["refund_due", "refunded"],
            Some(_) => &["refunded"],
        };
        let name = self.name(&row.order_id);
        ensure(later.contains(&row.state.as_str()), || {
            format!("I5: a payment of {name} went to {}", row.state)
        })?;
        self.payments.insert(row.id, row.state);
        Ok(())
    }

    /// Checks a response and records it. `wrote`: the operation reached a write.
    pub fn check_reply(&mut self, action: &Action, reply: &Reply, wrote: bool) -> CheckResult {
        ensure(reply.status != 500, || format!("a fault of the shop: {}", reply.body))?;
        if let Action::DeliverEvent { signature, .. } = action
            && *signature != Signature::Valid
        {
            ensure(reply.status == 400 && !wrote, || {
                format!("I3: an event with signature {signature:?} had an effect")
            })?;
        }
        if reply.status != 200 {
            return Ok(());
        }
        let is = |order: &str, holds: fn(&Order) -> bool| self.orders.get(order).is_some_and(holds);
        match action {
            Action::Place { key } => {
                self.check_placed(*key, reply.body["insertedId"].as_str().unwrap_or_default())
            }
            Action::StartPayment { order } => {
                let secret = reply.body["clientSecret"].as_str().unwrap_or_default().to_owned();
                if !self.payable.iter().any(|payable| payable.secret == secret) {
                    self.payable.push(Payable { order: order.clone(), secret });
                }
                Ok(())
            }
            Action::ConfirmPayment { order, intent } => {
                let found = self.orders.get(order).and_then(|order| order.row.intent.as_ref());
                ensure(found == Some(intent), || format!("I3: {} was reported paid", self.name(order)))
            }
            Action::RecordPayment { order } => ensure(is(order, |order| order.row.is_recorded()), || {
                format!("I3: {} was reported paid in cash", self.name(order))
            }),
            Action::Delete { order } => ensure(is(order, |order| order.is_deleted), || {
                format!("{} was reported deleted", self.name(order))
            }),
            Action::Ship { order } => {
                let is_on_its_way =
                    is(order, |order| order.row.state != "unpaid" && order.row.state != "paid");
                ensure(is_on_its_way, || format!("{} was reported shipped", self.name(order)))
            }
            Action::Refund { order, .. } => {
                let goes_back = is(order, |order| order.row.state.starts_with("refund"));
                ensure(goes_back, || format!("{} was reported refunded", self.name(order)))
            }
            Action::RefundPart { .. }
            | Action::AdjustStock { .. }
            | Action::DeliverEvent { .. }
            | Action::Reconcile => Ok(()),
        }
    }

    /// Sorted by time of creation.
    pub fn orders_by_age(&self) -> impl Iterator<Item = &Order> {
        let mut orders: Vec<&Order> = self.orders.values().collect();
        orders.sort_by_key(|order| order.row.created_at);
        orders.into_iter()
    }

    /// Long after the last fault, no payment may be open and no refund may be due.
    pub fn check_nothing_pending(&self) -> CheckResult {
        for order in self.orders.values().filter(|order| order.exists()) {
            let is_unpaid = order.row.state == "unpaid";
            ensure(!is_unpaid, || format!("{} is unpaid and never expires", order.name))?;
            ensure(order.row.state != "refunding", || format!("{} is never refunded", order.name))?;
        }
        let waits =
            self.payments.values().find(|state| ["creating", "open", "refund_due"].contains(&state.as_str()));
        ensure(waits.is_none(), || format!("a payment stays {}", waits.map_or("", String::as_str)))
    }

    pub fn count_orders(&self, stats: Stats) -> Stats {
        let count =
            |holds: fn(&Order) -> bool| self.orders.values().filter(|order| holds(order)).count() as u64;
        Stats {
            orders: count(|_| true),
            paid: count(|order| order.row.intent.is_some()),
            refunded: count(|order| order.row.state == "refunded"),
            deleted: count(|order| order.is_deleted),
            ..stats
        }
    }

    fn check_placed(&mut self, key: usize, id: &str) -> CheckResult {
        let order = self.orders.get(id);
        ensure(order.is_some_and(|order| order.row.key == key_name(key)), || {
            format!("I1: key {key} returned an order that does not exist")
        })?;
        let answered = self.keys[key].answered.get_or_insert_with(|| id.to_owned());
        ensure(answered == id, || format!("I6: key {key} returned two orders"))
    }
}
