//! What the simulation has recorded, and the invariants listed in `main.rs`.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    time::Duration,
};

use trowel::{
    back_office::reconciliation::{DiscrepancyKind, internal},
    values::time::Timestamp,
};

use crate::{
    baskets::{Baskets, ShownQuote},
    charges::Charges,
    codes::{self, CodeRow, UseRow},
    environment::Environment,
    guests::{self, GuestRow, Guests, UserRow},
    holds::{Holdings, check_first_hold},
    new_customers::{NewCustomers, Placed},
    provider::{Provider, intent_of},
    purchases::{self, PartRow, PurchaseRow, Purchases, Step},
    stats::Stats,
};

mod queries {
    trowel::db::statements! {
        pub ORDERS = "SELECT id, purchase_id, line, lines, user_id, tool_id, price_cents, quantity, discount_cents, federal_tax_cents, provincial_tax_cents, due_cents, state, transaction_id, phone, created_at, shipped_at, part_refunded_cents FROM orders ORDER BY created_at, line";
        pub TOOLS = "SELECT id, available FROM tools";
        pub PAYMENTS = "SELECT id, order_id, amount_cents, state FROM payments ORDER BY created_at, id";
        pub SETTINGS = "SELECT revision, settings FROM shop_settings ORDER BY revision";
    }
}

trowel::db::row! {
    pub struct OrderRow {
        pub id: String,
        pub purchase_id: String,
        pub line: i64,
        pub lines: i64,
        pub user_id: String,
        pub tool_id: String,
        pub price: i64,
        pub quantity: i64,
        pub discount: i64,
        pub federal_tax: i64,
        pub provincial_tax: i64,
        pub due: i64,
        pub state: String,
        pub intent: Option<String>,
        /// Begins with the name of the idempotency key. The customer enters it as the address.
        address: String,
        pub created_at: i64,
        pub shipped_at: Option<i64>,
        pub part_refunded: i64,
    }
}

impl OrderRow {
    /// The name of the idempotency key.
    pub fn key(&self) -> &str {
        self.address.split(',').next().unwrap_or_default()
    }

    pub fn is_recorded(&self) -> bool {
        self.intent.as_ref().is_some_and(|intent| intent.starts_with("cash-"))
    }
}

trowel::db::row! {
    pub struct PaymentRow {
        pub id: String,
        /// The purchase.
        pub order_id: String,
        pub amount: i64,
        pub state: String,
    }
}

/// Unpaid orders are deleted at this age.
const ORDER_TTL: Duration = Duration::from_hours(7 * 24);
/// Responses are stored under their keys for this long.
const KEY_TTL: Duration = Duration::from_hours(24);

/// What is bought under a key.
#[derive(Clone)]
pub enum Wish {
    Order {
        tool: usize,
        quantity: i64,
        price_cents: i64,
    },
    /// The basket as this quote showed it.
    Checkout(ShownQuote),
}

/// One purchase, however often it is sent.
pub struct Key {
    pub who: usize,
    /// The e-mail address of the account, or the one that a visitor typed.
    pub email: String,
    pub wish: Wish,
    pub pays_at_pick_up: bool,
    pub since: Timestamp,
    pub answered: Option<String>,
    /// The tool that a refusal has named.
    pub refused_for: Option<String>,
}

impl Key {
    pub fn may_be_repeated(&self, now: Timestamp) -> bool {
        now < self.since.plus(KEY_TTL)
    }
}

#[derive(Clone)]
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

/// A client secret, known to the customer whose purchase it pays.
#[derive(Clone)]
pub struct Payable {
    pub purchase: String,
    pub secret: String,
}

#[derive(Default)]
pub struct Oracle {
    pub keys: Vec<Key>,
    /// Every order that ever existed.
    pub orders: BTreeMap<String, Order>,
    pub payable: Vec<Payable>,
    /// What customers saw before they pressed the button. Two tabs of one customer have two.
    pub quotes: Vec<ShownQuote>,
    /// Every revision of the settings. Without one nothing is charged beyond prices.
    pub charges: Vec<Charges>,
    pub purchases: Purchases,
    payments: BTreeMap<String, String>,
    /// The purchase of each key.
    ordered_under: BTreeMap<String, String>,
    pub baskets: Baskets,
    pub guests: Guests,
    new_customers: NewCustomers,
}

/// What the database contains.
struct Rows {
    orders: Vec<OrderRow>,
    purchases: Vec<PurchaseRow>,
    payments: Vec<PaymentRow>,
    parts: Vec<PartRow>,
    baskets: Baskets,
    available: BTreeMap<String, i64>,
    settings: Vec<(i64, String)>,
    codes: Vec<CodeRow>,
    uses: Vec<UseRow>,
    guests: Vec<GuestRow>,
    users: Vec<UserRow>,
}

pub fn key_name(key: usize) -> String {
    format!("key {key}")
}

pub type CheckResult = Result<(), String>;

pub fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Oracle {
    pub fn add_key(&mut self, key: Key) -> usize {
        self.keys.push(key);
        self.keys.len() - 1
    }

    /// The key under which an order was bought.
    pub fn key_of(&self, row: &OrderRow) -> Option<&Key> {
        self.keys.get(row.key().strip_prefix("key ")?.parse::<usize>().ok()?)
    }

    /// How many orders there were, and are.
    pub fn count_existing(&self) -> (usize, usize) {
        (self.orders.len(), self.orders.values().filter(|order| order.exists()).count())
    }

    /// The purchase's name in the trace.
    pub fn purchase_name(&self, purchase: &str) -> String {
        let first = self.orders_by_age().find(|order| order.row.purchase_id == purchase);
        first.map_or_else(|| "an unknown purchase".into(), |order| format!("the purchase of {}", order.name))
    }

    /// Every line that it ever had.
    pub fn lines_of(&self, purchase: &str) -> Vec<&Order> {
        self.orders_by_age().filter(|order| order.row.purchase_id == purchase).collect()
    }

    /// The order's name in the trace.
    pub fn name(&self, order: &str) -> String {
        self.orders.get(order).map_or_else(|| "an unknown order".into(), |order| order.name.clone())
    }

    pub fn intent_name(&self, intent: &str) -> String {
        let payable = self.payable.iter().find(|payable| intent_of(&payable.secret) == intent);
        payable.map_or_else(
            || "an unknown intent".into(),
            |payable| format!("the intent of {}", self.purchase_name(&payable.purchase)),
        )
    }

    pub fn expect_deletion(&mut self, order: &str) {
        if let Some(order) = self.orders.get_mut(order) {
            order.deletion_requested = true;
        }
    }

    /// Reads the current rows and checks them, and every change since the previous check. The node of the operation
    /// that ran has used these revisions of the settings since the operation began.
    pub fn check(
        &mut self,
        environment: &Environment,
        provider: &Provider,
        now: Timestamp,
        (began, revisions): (Timestamp, RangeInclusive<i64>),
    ) -> CheckResult {
        let rows = environment.read((), |tx, ()| {
            Box::pin(async move {
                let tools: Vec<(String, i64)> = tx.all(&queries::TOOLS, &[]).await?;
                Ok(Rows {
                    orders: tx.all(&queries::ORDERS, &[]).await?,
                    purchases: tx.all(&purchases::PURCHASES, &[]).await?,
                    payments: tx.all(&queries::PAYMENTS, &[]).await?,
                    parts: tx.all(&purchases::PARTS, &[]).await?,
                    baskets: Baskets::read(tx).await?,
                    available: tools.into_iter().collect(),
                    settings: tx.all(&queries::SETTINGS, &[]).await?,
                    codes: tx.all(&codes::CODE_ROWS, &[]).await?,
                    uses: tx.all(&codes::USE_ROWS, &[]).await?,
                    guests: tx.all(&guests::GUESTS, &[]).await?,
                    users: tx.all(&guests::USERS, &[]).await?,
                })
            })
        });
        let Rows { orders, purchases, payments, parts, baskets, available, settings, .. } = rows;
        for (revision, text) in settings.iter().skip(self.charges.len()) {
            self.charges.push(Charges::parse(*revision, text));
        }
        let negative = available.values().find(|available| **available < 0);
        ensure(negative.is_none(), || format!("6: {negative:?} pieces of a tool are available"))?;
        let step = Step {
            charges: self
                .charges
                .iter()
                .filter(|charges| revisions.contains(&charges.revision))
                .cloned()
                .collect(),
            began,
        };
        let is_new = |row: &PurchaseRow| self.purchases.last_seen(&row.id).is_none();
        let bought: Vec<&PurchaseRow> = purchases.iter().filter(|row| is_new(row)).collect();
        let placed: BTreeSet<String> = bought.iter().map(|row| row.id.clone()).collect();
        let is_longer = |row: &&PurchaseRow| {
            self.purchases.last_seen(&row.id).is_some_and(|before| before.held_until < row.held_until)
        };
        let extended: BTreeSet<String> =
            purchases.iter().filter(is_longer).map(|row| row.id.clone()).collect();
        self.check_bought(&bought, &orders, &baskets)?;
        self.baskets = baskets;
        self.check_codes((&rows.codes, &rows.uses), &purchases, &orders, is_new)?;
        self.guests.check((rows.guests, &rows.users), &purchases, &orders, &step)?;
        self.check_missing_orders(&orders, now)?;
        self.purchases.check(purchases, &orders, &payments, &parts, &step)?;
        let recorded: BTreeSet<String> =
            orders.iter().filter(|row| row.is_recorded()).map(|row| row.purchase_id.clone()).collect();
        let recorded = recorded.iter().filter_map(|id| self.purchases.last_seen(id));
        let recorded = recorded.fold((0, 0), |(count, sum), row| (count + 1, sum + row.total));
        for row in orders.iter().filter(|row| row.intent.is_some()) {
            self.new_customers.record_payment(&row.user_id, now);
        }
        let held_until = self.check_holds((&orders, &placed, &extended), &available, provider)?;
        for row in orders {
            let held_until = held_until.get(&row.id).copied();
            self.check_order(row, held_until, provider)?;
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
        let kept: BTreeSet<&str> = rows.iter().map(|row| row.purchase_id.as_str()).collect();
        for (id, order) in &mut self.orders {
            if order.is_deleted || there.contains(id.as_str()) {
                continue;
            }
            order.is_deleted = true;
            let purchase = self.purchases.last_seen(&order.row.purchase_id);
            let checkout_until = purchase.and_then(|purchase| purchase.held_until);
            let (name, state) = (&order.name, &order.row.state);
            ensure(state == "unpaid", || format!("I5: {name} was {state} and was deleted"))?;
            let expired = Timestamp::from_micros(order.row.created_at).plus(ORDER_TTL) < now
                || order
                    .held_until
                    .is_some_and(|until| self.new_customers.may_expire(&order.row.user_id, until, now))
                || checkout_until.is_some_and(|until| until < now.micros());
            ensure(order.deletion_requested || expired, || {
                format!("I1: {name} was deleted without a request")
            })?;
            ensure(order.deletion_requested || !kept.contains(order.row.purchase_id.as_str()), || {
                format!("I1: {name} expired without the rest of its purchase")
            })?;
        }
        Ok(())
    }

    /// I7. Returns until when new orders are held, by their ids.
    fn check_holds(
        &mut self,
        (orders, placed, extended): (&[OrderRow], &BTreeSet<String>, &BTreeSet<String>),
        available: &BTreeMap<String, i64>,
        provider: &Provider,
    ) -> Result<BTreeMap<String, Timestamp>, String> {
        let holdings = Holdings::new(orders, available, &self.new_customers);
        let mut held_until = BTreeMap::new();
        for id in placed.union(extended) {
            let lines: Vec<&OrderRow> = orders.iter().filter(|row| row.purchase_id == *id).collect();
            let (Some(first), Some(row)) = (lines.first(), self.purchases.last_seen(id)) else { continue };
            let mostly_held = holdings.mostly_held(&lines);
            let is_new = self.new_customers.is_new(&first.user_id);
            if extended.contains(id) {
                let own = self.payable.iter().filter(|payable| payable.purchase == *id);
                let mut own =
                    own.map(|payable| provider.intent(intent_of(&payable.secret))["status"].clone());
                ensure(!is_new || mostly_held.is_empty() || own.any(|status| status == "succeeded"), || {
                    "I7: more than half of a tool is held for longer".into()
                })?;
                continue;
            }
            if is_new {
                check_first_hold(row, !mostly_held.is_empty())?;
            }
            let is_unpaid = |row: &&OrderRow| row.user_id == first.user_id && row.state == "unpaid";
            let unpaid: BTreeSet<&str> =
                orders.iter().filter(is_unpaid).map(|row| row.purchase_id.as_str()).collect();
            let until = self.new_customers.place(&Placed {
                user: &first.user_id,
                at: Timestamp::from_micros(first.created_at),
                lines: lines.len(),
                mostly_held,
                unpaid: unpaid.len(),
                waits: row.pays_at_pick_up,
            });
            let until = until.map_err(|fault| format!("I7: {fault}"))?;
            // A checkout has its own end.
            held_until
                .extend(until.filter(|_| row.held_until.is_none()).map(|until| (first.id.clone(), until)));
        }
        Ok(held_until)
    }

    fn check_order(
        &mut self,
        row: OrderRow,
        held_until: Option<Timestamp>,
        provider: &Provider,
    ) -> CheckResult {
        let Some(known) = self.orders.get_mut(&row.id) else {
            let key = row.key().to_owned();
            let under = self.ordered_under.entry(key).or_insert_with(|| row.purchase_id.clone());
            ensure(*under == row.purchase_id, || format!("I6/11: two purchases under {}", row.key()))?;
            ensure(row.state == "unpaid", || format!("I5: an order began as {}", row.state))?;
            let name = format!("order {}", self.orders.len());
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
                let own = self.payable.iter().filter(|payable| payable.purchase == row.purchase_id);
                let mut states =
                    own.map(|payable| provider.intent(intent_of(&payable.secret))["status"].clone());
                let open = states.find(|status| status != "canceled");
                known.row = row;
                return ensure(open.is_none(), || format!("I3: cash is recorded, and a card is {open:?}"));
            }
            let intent = provider.intent(row.intent.as_deref().unwrap_or_default());
            let total = self.purchases.last_seen(&row.purchase_id).map_or(0, |purchase| purchase.total);
            let is_word = intent["status"] == "succeeded"
                && intent["amount_received"] == total
                && intent["currency"] == "cad"
                && intent["metadata"]["order_id"] == row.purchase_id.as_str();
            ensure(is_word, || {
                format!("I3: {name} became {to}, and the provider says {}", intent["status"])
            })?;
        }
        known.row = row;
        Ok(())
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
        let name = self.purchase_name(&row.order_id);
        ensure(later.contains(&row.state.as_str()), || {
            format!("I5: a payment of {name} went to {}", row.state)
        })?;
        self.payments.insert(row.id, row.state);
        Ok(())
    }

    /// Sorted by time of creation.
    pub fn orders_by_age(&self) -> impl Iterator<Item = &Order> {
        let mut orders: Vec<&Order> = self.orders.values().collect();
        orders.sort_by_key(|order| (order.row.created_at, order.row.line));
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

    /// 8, at the end: what the provider has returned of each payment is what the refunds say.
    pub fn check_returned(&self, environment: &Environment, provider: &Provider) -> CheckResult {
        let (orders, parts): (Vec<OrderRow>, Vec<PartRow>) = environment.read((), |tx, ()| {
            Box::pin(async move {
                Ok((tx.all(&queries::ORDERS, &[]).await?, tx.all(&purchases::PARTS, &[]).await?))
            })
        });
        let intents: BTreeSet<&String> =
            orders.iter().filter(|row| !row.is_recorded()).filter_map(|row| row.intent.as_ref()).collect();
        for intent in intents {
            let lines: Vec<_> = orders.iter().filter(|row| row.intent.as_ref() == Some(intent)).collect();
            let purchase = lines.first().and_then(|line| self.purchases.last_seen(&line.purchase_id));
            let ours = purchase.map_or(0, |purchase| purchases::returned(purchase, &lines, &parts));
            let theirs = provider.returned(intent);
            ensure(ours == theirs, || {
                format!("8: {ours} of a payment are refunded, the provider says {theirs}")
            })?;
        }
        Ok(())
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
}
