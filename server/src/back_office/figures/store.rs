//! The sums of days and the searches without a result. The sums are read from the orders and never written elsewhere.

use super::calendar::TimeSpan;
use crate::{
    db::{Error, One, Tx, queries, row},
    values::time::Timestamp,
};

row! {
    /// Sums of the orders that were paid in some time.
    #[derive(Copy, Default, PartialEq, Eq)]
    pub struct SalesSums {
        pub orders: i64,
        pub revenue_cents: i64,
        /// How many of these orders were refunded, whenever that was.
        pub refunds: i64,
        pub refunded_cents: i64,
        /// The part of the revenue that was paid without the card provider.
        pub recorded_cents: i64,
    }
}

impl SalesSums {
    pub fn add(&mut self, other: Self) {
        self.orders += other.orders;
        self.revenue_cents += other.revenue_cents;
        self.refunds += other.refunds;
        self.refunded_cents += other.refunded_cents;
        self.recorded_cents += other.recorded_cents;
    }

    /// Returns the average revenue of an order, rounded to the cent. It is 0 if there are no orders.
    pub fn average_cents(&self) -> i64 {
        if self.orders == 0 { 0 } else { (self.revenue_cents + self.orders / 2) / self.orders }
    }
}

row! {
    /// A day whose sums differ from its orders.
    pub struct WrongDayRow {
        pub starts_at: i64,
        pub ends_at: i64,
        pub orders: i64,
        pub revenue_cents: i64,
        pub refunds: i64,
        pub refunded_cents: i64,
        pub now_orders: i64,
        pub now_revenue_cents: i64,
        pub now_refunds: i64,
        pub now_refunded_cents: i64,
    }
}

row! {
    pub struct UnsoldToolRow {
        pub id: String,
        pub name: String,
        pub available: i64,
        pub created_at: i64,
    }
}

queries! {
    /// When the orders of recorded changes were paid.
    pub fn changes(span: TimeSpan) -> Vec<Timestamp> =
        "SELECT paid_at FROM sales_changes WHERE paid_at >= $1 AND paid_at < $2", [span.start, span.end];
    fn delete_changes(span: TimeSpan) = "DELETE FROM sales_changes WHERE paid_at >= $1 AND paid_at < $2", [span.start, span.end];
    /// When the first order was paid.
    pub fn first_paid() -> Option<Timestamp> = "SELECT paid_at FROM orders WHERE paid_at IS NOT NULL ORDER BY paid_at LIMIT 1";
    /// The summed days that start in this time.
    pub fn summed_days(span: TimeSpan) -> Vec<(TimeSpan, SalesSums)> =
        "SELECT starts_at, ends_at, orders, revenue_cents, refunds, refunded_cents, recorded_cents FROM sales_days WHERE starts_at >= $1 AND starts_at < $2 ORDER BY starts_at", [span.start, span.end];
    /// Days whose sums differ from their orders. None, unless a row was changed by hand.
    // Compared in one statement with the orders and with the tools of the day. Days with a recorded change are left
    // out.
    pub fn wrong_days(limit: i64) -> Vec<WrongDayRow> =
        "SELECT starts_at, ends_at, orders, revenue_cents, refunds, refunded_cents, now_orders, now_revenue_cents, now_refunds, now_refunded_cents
        FROM (SELECT d.starts_at, d.ends_at, d.orders, d.revenue_cents, d.refunds, d.refunded_cents, d.recorded_cents,
                (SELECT CAST(count(*) AS BIGINT) FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_orders,
                (SELECT CAST(coalesce(sum(o.total_cents), 0) AS BIGINT) FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_revenue_cents,
                (SELECT CAST(count(o.refund_begun_at) AS BIGINT) FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_refunds,
                (SELECT CAST(coalesce(sum(CASE WHEN o.refund_begun_at IS NULL THEN 0 ELSE o.total_cents END), 0) AS BIGINT)
                    FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_refunded_cents,
                (SELECT CAST(coalesce(sum(CASE WHEN o.payment_method IS NULL THEN 0 ELSE o.total_cents END), 0) AS BIGINT)
                    FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_recorded_cents,
                (SELECT CAST(coalesce(sum(t.revenue_cents), 0) AS BIGINT) FROM sales_of_tools t WHERE t.starts_at = d.starts_at) AS tools_cents
            FROM sales_days d) AS days
        WHERE (orders <> now_orders OR revenue_cents <> now_revenue_cents OR refunds <> now_refunds OR refunded_cents <> now_refunded_cents
                OR recorded_cents <> now_recorded_cents OR tools_cents <> revenue_cents - refunded_cents)
            AND NOT EXISTS (SELECT 1 FROM sales_changes c WHERE c.paid_at >= days.starts_at AND c.paid_at < days.ends_at)
        ORDER BY starts_at LIMIT $1";
    pub fn delete_day(start: Timestamp) = "DELETE FROM sales_days WHERE starts_at = $1";
    fn insert_day(span: TimeSpan) -> bool =
        "INSERT INTO sales_days (starts_at, ends_at, orders, revenue_cents, refunds, refunded_cents, recorded_cents)
        SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), count(*), coalesce(sum(total_cents), 0), count(refund_begun_at),
            coalesce(sum(CASE WHEN refund_begun_at IS NULL THEN 0 ELSE total_cents END), 0),
            coalesce(sum(CASE WHEN payment_method IS NULL THEN 0 ELSE total_cents END), 0)
        FROM orders WHERE paid_at >= $1 AND paid_at < $2
        ON CONFLICT (starts_at) DO NOTHING", [span.start, span.end];
    fn insert_tools(span: TimeSpan) =
        "INSERT INTO sales_of_tools (starts_at, tool_id, units, revenue_cents)
        SELECT CAST($1 AS BIGINT), tool_id, sum(quantity), sum(total_cents) FROM orders
        WHERE paid_at >= $1 AND paid_at < $2 AND refund_begun_at IS NULL GROUP BY tool_id", [span.start, span.end];
    /// Sums the orders themselves.
    pub fn sum_orders(span: TimeSpan) -> One<SalesSums> =
        "SELECT CAST(count(*) AS BIGINT), CAST(coalesce(sum(total_cents), 0) AS BIGINT), CAST(count(refund_begun_at) AS BIGINT),
            CAST(coalesce(sum(CASE WHEN refund_begun_at IS NULL THEN 0 ELSE total_cents END), 0) AS BIGINT),
            CAST(coalesce(sum(CASE WHEN payment_method IS NULL THEN 0 ELSE total_cents END), 0) AS BIGINT)
        FROM orders WHERE paid_at >= $1 AND paid_at < $2", [span.start, span.end];
    /// Delivery, taxes and discounts of the purchases that were paid in a time.
    pub fn beside_revenue(span: TimeSpan) -> One<(i64, i64, i64)> =
        "SELECT CAST(coalesce(sum(shipping_cents), 0) AS BIGINT), CAST(coalesce(sum(federal_tax_cents + provincial_tax_cents), 0) AS BIGINT),
            CAST(coalesce(sum(discount_cents), 0) AS BIGINT)
        FROM purchases WHERE id IN (SELECT purchase_id FROM orders WHERE paid_at >= $1 AND paid_at < $2)",
        [span.start, span.end];
    /// What customers got back for a part of the goods of orders that go on and were paid in a time, without taxes.
    pub fn part_refunds(span: TimeSpan) -> One<i64> =
        "SELECT CAST(coalesce(sum(l.amount_cents - l.federal_tax_cents - l.provincial_tax_cents), 0) AS BIGINT)
        FROM refunds r CROSS JOIN refund_lines l CROSS JOIN orders o
        WHERE r.created_at >= $1 AND r.state <> 'refused' AND r.failed_at IS NULL AND l.refund_id = r.id AND o.id = l.order_id
            AND o.paid_at >= $1 AND o.paid_at < $2 AND o.refund_begun_at IS NULL",
        [span.start, span.end];
    /// The discount codes of these purchases: how many purchases, and what was taken off their goods.
    pub fn used_codes(span: TimeSpan, limit: i64) -> Vec<(String, i64, i64)> =
        "SELECT discount_code, CAST(count(*) AS BIGINT), CAST(sum(discount_cents) AS BIGINT) FROM purchases
        WHERE discount_code IS NOT NULL AND id IN (SELECT purchase_id FROM orders WHERE paid_at >= $1 AND paid_at < $2)
        GROUP BY discount_code ORDER BY count(*) DESC, discount_code LIMIT $3",
        [span.start, span.end, limit];
    fn tools_between(span: TimeSpan) -> Vec<(String, i64, i64)> =
        "SELECT tool_id, CAST(sum(quantity) AS BIGINT), CAST(sum(total_cents) AS BIGINT) FROM orders
        WHERE paid_at >= $1 AND paid_at < $2 AND refund_begun_at IS NULL GROUP BY tool_id", [span.start, span.end];
    // CROSS JOIN makes SQLite read the days of one tool after the other in their index, so that it sorts nothing.
    fn tools_of_days(span: TimeSpan) -> Vec<(String, i64, i64)> =
        "SELECT t.id, CAST(sum(s.units) AS BIGINT), CAST(sum(s.revenue_cents) AS BIGINT)
        FROM tools t CROSS JOIN sales_of_tools s
        WHERE s.tool_id = t.id AND s.starts_at >= $1 AND s.starts_at < $2 GROUP BY t.id", [span.start, span.end];
    pub fn tool_name(id: &str) -> One<String> = "SELECT name FROM tools WHERE id = $1";
    /// Tools on sale that no customer has paid for, the ones on sale longest first.
    pub fn never_sold(limit: i64) -> Vec<UnsoldToolRow> =
        "SELECT id, name, available, created_at FROM tools t WHERE deleted_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.tool_id = t.id AND o.paid_at IS NOT NULL)
        ORDER BY created_at, id LIMIT $1";
    fn count_search(day: Timestamp, term: &str, searches: i64) -> bool =
        "UPDATE empty_searches SET searches = searches + $3 WHERE day = $1 AND term = $2";
    fn count_terms(day: Timestamp) -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM empty_searches WHERE day = $1";
    fn add_term(day: Timestamp, term: &str, searches: i64) =
        "INSERT INTO empty_searches (day, term, searches) VALUES ($1, $2, $3)
        ON CONFLICT (day, term) DO UPDATE SET searches = empty_searches.searches + $3";
    /// Terms and how often they were searched, the most frequent first.
    pub fn searches(span: TimeSpan, limit: i64) -> Vec<(String, i64)> =
        "SELECT term, CAST(sum(searches) AS BIGINT) FROM empty_searches WHERE day >= $1 AND day < $2
        GROUP BY term ORDER BY sum(searches) DESC, term LIMIT $3",
        [span.start, span.end, limit];
    pub fn delete_searches(before: Timestamp) -> u64 = "DELETE FROM empty_searches WHERE day < $1";
}

/// Sums a day from its orders. The changes are deleted first: a change that is recorded later stays, and the day is
/// summed again.
pub async fn sum_day(tx: &Tx<'_>, day: TimeSpan) -> Result<(), Error> {
    delete_changes(tx, day).await?;
    delete_day(tx, day.start).await?;
    if !insert_day(tx, day).await? {
        return Err(tx.conflict());
    }
    insert_tools(tx, day).await
}

/// Tool, units and cents: from the summed days, or from the orders themselves.
pub async fn tool_sales(
    tx: &Tx<'_>,
    span: TimeSpan,
    are_summed: bool,
) -> Result<Vec<(String, i64, i64)>, Error> {
    if are_summed { tools_of_days(tx, span).await } else { tools_between(tx, span).await }
}

/// Terms above the maximum of a day are dropped.
pub async fn count_searches(
    tx: &Tx<'_>,
    day: Timestamp,
    terms: &[(String, i64)],
    max_terms: i64,
) -> Result<(), Error> {
    let mut known = count_terms(tx, day).await?;
    for (term, searches) in terms {
        if !count_search(tx, day, term, *searches).await? && known < max_terms {
            add_term(tx, day, term, *searches).await?;
            known += 1;
        }
    }
    Ok(())
}
