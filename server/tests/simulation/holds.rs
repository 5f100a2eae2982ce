//! How long a purchase holds its stock, and how much customers who never paid hold together.

use std::collections::BTreeMap;

use crate::{
    new_customers::NewCustomers,
    oracle::{CheckResult, OrderRow, ensure},
    purchases::{PurchaseRow, Step},
};

const MINUTE: i64 = 60_000_000;
/// How long a checkout is held. The time is shorter for customers who never paid and take most of a tool.
const CHECKOUT_TTL: [i64; 2] = [30 * MINUTE, 15 * MINUTE];
/// How long goods are held that are paid where they are fetched.
const PICK_UP_TTL: i64 = 3 * 24 * 60 * MINUTE;

/// What is in stock, and what customers who never paid hold of it, by tool.
pub struct Holdings<'r> {
    available: &'r BTreeMap<String, i64>,
    held: BTreeMap<&'r str, i64>,
}

impl<'r> Holdings<'r> {
    pub fn new(
        orders: &'r [OrderRow],
        available: &'r BTreeMap<String, i64>,
        new_customers: &NewCustomers,
    ) -> Self {
        let mut held = BTreeMap::new();
        for order in
            orders.iter().filter(|order| order.state == "unpaid" && new_customers.is_new(&order.user_id))
        {
            *held.entry(order.tool_id.as_str()).or_default() += order.quantity;
        }
        Self { available, held }
    }

    /// The tools of this purchase of which they hold more than half.
    pub fn mostly_held<'o>(&self, lines: &[&'o OrderRow]) -> Vec<&'o str> {
        let held = |line: &&&OrderRow| self.held.get(line.tool_id.as_str()).copied().unwrap_or_default();
        let mostly = lines.iter().filter(|line| held(line) > self.available[&line.tool_id]);
        mostly.map(|line| line.tool_id.as_str()).collect()
    }
}

/// A checkout of a customer who never paid is short exactly if such customers hold more than half of a tool.
pub fn check_first_hold(row: &PurchaseRow, is_mostly_held: bool) -> CheckResult {
    let Some(until) = row.held_until.filter(|_| !row.pays_at_pick_up) else { return Ok(()) };
    let length = until - row.created_at;
    ensure((length == CHECKOUT_TTL[1]) == is_mostly_held, || {
        format!("I7: a checkout is held for {length}, and most of a tool is held: {is_mostly_held}")
    })
}

/// Money is taken at the counter only where the goods are fetched and the owner wants it.
pub fn check_hold(row: &PurchaseRow, is_new: bool, step: &Step) -> CheckResult {
    let length = row.held_until.map(|until| until - row.created_at);
    let is_usual = length.is_none_or(|length| CHECKOUT_TTL.contains(&length));
    if !row.pays_at_pick_up {
        return ensure(!is_new || is_usual, || format!("a checkout is held for {length:?}"));
    }
    ensure(row.is_pick_up && length.is_none_or(|length| length == PICK_UP_TTL), || {
        format!("what is paid at the counter is held for {length:?}")
    })?;
    ensure(!is_new || length.is_some() && step.charges.iter().any(|it| it.takes_cash), || {
        "the owner takes no money at the counter".into()
    })
}

/// Checks that a checkout is held for the same time again, once, and was extended in time.
pub fn check_extension(
    before: &PurchaseRow,
    row: &PurchaseRow,
    lines: &[&OrderRow],
    step: &Step,
) -> CheckResult {
    match (before.held_until, row.held_until) {
        (before, after) if before == after => Ok(()),
        (Some(_), None) => ensure(lines.iter().all(|line| line.state != "unpaid"), || {
            "an unpaid checkout is held without an end".into()
        }),
        (Some(until), Some(longer)) => {
            let is_once = !before.is_extended && row.is_extended;
            let is_in_time = step.began.micros() < until;
            let expected = until + (until - row.created_at);
            ensure(is_once && is_in_time && longer == expected, || {
                format!("a hold until {until} was extended to {longer}, asked at {}", step.began.micros())
            })
        }
        (None, _) => Err("a purchase is held that had no end".into()),
    }
}
