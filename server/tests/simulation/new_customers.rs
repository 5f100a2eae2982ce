//! The model of what customers who never paid may hold, and for how long.

use std::{collections::BTreeMap, time::Duration};

use trowel::values::time::Timestamp;

const MAX_UNPAID: usize = 3;
const MAX_PURCHASES_PER_HOUR: usize = 10;
/// A purchase counts one for each so many lines.
const LINES_OF_PURCHASE: usize = 5;
const MAX_PICK_UP_LINES_PER_DAY: usize = 10;
const MAX_OF_MOST_PER_HOUR: usize = 2;
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
const ORDER_TTL: Duration = HOUR;
const LARGE_ORDER_TTL: Duration = Duration::from_mins(15);

/// When the period began in which something is counted, and how much it is.
#[derive(Default)]
pub struct Counted(Option<(Timestamp, usize)>);

impl Counted {
    /// Whether the limit allows it. The first of a period may exceed the limit.
    pub fn add(&mut self, amount: usize, max: usize, per: Duration, at: Timestamp) -> bool {
        let (since, count) = self.0.filter(|(since, _)| at < since.plus(per)).unwrap_or((at, 0));
        self.0 = Some((since, count + amount));
        count == 0 || count + amount <= max
    }
}

#[derive(Default)]
pub struct NewCustomers {
    /// The first payment of each account.
    first_payments: BTreeMap<String, Timestamp>,
    /// All clients have one address.
    purchases: Counted,
    pick_up_lines: Counted,
    /// What counts against the limit of each tool.
    most: BTreeMap<String, Counted>,
}

/// A purchase that was just placed.
pub struct Placed<'o> {
    pub user: &'o str,
    pub at: Timestamp,
    pub lines: usize,
    /// The tools of which customers who never paid hold more than half, with this purchase.
    pub mostly_held: Vec<&'o str>,
    /// Unpaid purchases of its customer, with this one.
    pub unpaid: usize,
    /// Whether the purchase is to be paid at the counter.
    pub waits: bool,
}

impl NewCustomers {
    pub fn record_payment(&mut self, user: &str, now: Timestamp) {
        self.first_payments.entry(user.to_owned()).or_insert(now);
    }

    pub fn is_new(&self, user: &str) -> bool {
        !self.first_payments.contains_key(user)
    }

    /// Places an order, and returns until when it is held. Returns `None` if its customer has paid before.
    pub fn place(&mut self, placed: &Placed<'_>) -> Result<Option<Timestamp>, String> {
        if !self.is_new(placed.user) {
            return Ok(None);
        }
        if placed.unpaid > MAX_UNPAID {
            return Err(format!("a customer who never paid has {} unpaid orders", placed.unpaid));
        }
        let purchases = placed.lines.div_ceil(LINES_OF_PURCHASE);
        if !self.purchases.add(purchases, MAX_PURCHASES_PER_HOUR, HOUR, placed.at) {
            return Err(format!("customers who never paid buy too often, now {} lines", placed.lines));
        }
        for tool in &placed.mostly_held {
            let counted = self.most.entry((*tool).to_owned()).or_default();
            if !counted.add(1, MAX_OF_MOST_PER_HOUR, HOUR, placed.at) {
                return Err("customers of a network take most of a tool too often".into());
            }
        }
        if placed.waits {
            if !placed.mostly_held.is_empty() {
                return Err("customers who never paid hold more than half of a tool for three days".into());
            }
            if !self.pick_up_lines.add(placed.lines, MAX_PICK_UP_LINES_PER_DAY, DAY, placed.at) {
                return Err(format!("{} lines too many are fetched", placed.lines));
            }
        }
        let ttl = if placed.mostly_held.is_empty() { ORDER_TTL } else { LARGE_ORDER_TTL };
        Ok(Some(placed.at.plus(ttl)))
    }

    /// Whether an order that is held until this moment may be deleted now. A payment does not save an order whose time
    /// was over before.
    pub fn may_expire(&self, user: &str, held_until: Timestamp, now: Timestamp) -> bool {
        held_until < now && self.first_payments.get(user).is_none_or(|paid_at| held_until < *paid_at)
    }
}
