//! The model of what customers who never paid may hold, and for how long.

use std::{collections::BTreeMap, time::Duration};

use trowel::values::time::Timestamp;

const MAX_UNPAID: usize = 3;
const MAX_ORDERS_PER_HOUR: u32 = 10;
const HOUR: Duration = Duration::from_hours(1);
const ORDER_TTL: Duration = HOUR;
const LARGE_ORDER_TTL: Duration = Duration::from_mins(15);

#[derive(Default)]
pub struct NewCustomers {
    /// By account.
    first_payments: BTreeMap<String, Timestamp>,
    /// When the hour began in which orders are counted, and how many they are. All clients have one address.
    counted: Option<(Timestamp, u32)>,
}

/// An order that was just placed.
pub struct Placed<'o> {
    pub user: &'o str,
    pub at: Timestamp,
    pub quantity: i64,
    /// Of its tool, without the order.
    pub left: i64,
    /// Unpaid orders of its customer, with this one.
    pub unpaid: usize,
}

impl NewCustomers {
    pub fn record_payment(&mut self, user: &str, now: Timestamp) {
        self.first_payments.entry(user.to_owned()).or_insert(now);
    }

    pub fn is_new(&self, user: &str) -> bool {
        !self.first_payments.contains_key(user)
    }

    /// Until when the order is held. `None`: its customer has paid before.
    pub fn place(&mut self, placed: &Placed<'_>) -> Result<Option<Timestamp>, String> {
        if !self.is_new(placed.user) {
            return Ok(None);
        }
        if placed.unpaid > MAX_UNPAID {
            return Err(format!("a customer who never paid has {} unpaid orders", placed.unpaid));
        }
        let (since, count) =
            self.counted.filter(|(since, _)| placed.at < since.plus(HOUR)).unwrap_or((placed.at, 0));
        self.counted = Some((since, count + 1));
        if count == MAX_ORDERS_PER_HOUR {
            return Err(format!("customers who never paid placed {} orders since {since}", count + 1));
        }
        let ttl = if placed.quantity > placed.left { LARGE_ORDER_TTL } else { ORDER_TTL };
        Ok(Some(placed.at.plus(ttl)))
    }

    /// Whether an order that is held until this moment may be deleted now. A payment does not save an order whose time
    /// was over before.
    pub fn may_expire(&self, user: &str, held_until: Timestamp, now: Timestamp) -> bool {
        held_until < now && self.first_payments.get(user).is_none_or(|paid_at| held_until < *paid_at)
    }
}
