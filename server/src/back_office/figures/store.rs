//! The sums of days and the searches without a result. The sums are read from the orders and never written elsewhere.

use super::calendar::TimeSpan;
use crate::{
    db::{Error, Tx, params, row, statements},
    values::time::Timestamp,
};

statements! {
    CHANGES = "SELECT paid_at FROM sales_changes WHERE paid_at >= $1 AND paid_at < $2";
    DELETE_CHANGES = "DELETE FROM sales_changes WHERE paid_at >= $1 AND paid_at < $2";
    FIRST_PAID = "SELECT paid_at FROM orders WHERE paid_at IS NOT NULL ORDER BY paid_at LIMIT 1";
    DAYS = "SELECT starts_at, ends_at, orders, revenue_cents, refunds, refunded_cents FROM sales_days WHERE starts_at >= $1 AND starts_at < $2 ORDER BY starts_at";
    // Compared in one statement with the orders and with the tools of the day. Days with a recorded change are left out.
    WRONG_DAYS = "SELECT starts_at, ends_at, orders, revenue_cents, refunds, refunded_cents, now_orders, now_revenue_cents, now_refunds, now_refunded_cents
        FROM (SELECT d.starts_at, d.ends_at, d.orders, d.revenue_cents, d.refunds, d.refunded_cents,
                (SELECT CAST(count(*) AS BIGINT) FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_orders,
                (SELECT CAST(coalesce(sum(o.total_cents), 0) AS BIGINT) FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_revenue_cents,
                (SELECT CAST(count(o.refund_begun_at) AS BIGINT) FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_refunds,
                (SELECT CAST(coalesce(sum(CASE WHEN o.refund_begun_at IS NULL THEN 0 ELSE o.total_cents END), 0) AS BIGINT)
                    FROM orders o WHERE o.paid_at >= d.starts_at AND o.paid_at < d.ends_at) AS now_refunded_cents,
                (SELECT CAST(coalesce(sum(t.revenue_cents), 0) AS BIGINT) FROM sales_of_tools t WHERE t.starts_at = d.starts_at) AS tools_cents
            FROM sales_days d) AS days
        WHERE (orders <> now_orders OR revenue_cents <> now_revenue_cents OR refunds <> now_refunds OR refunded_cents <> now_refunded_cents
                OR tools_cents <> revenue_cents - refunded_cents)
            AND NOT EXISTS (SELECT 1 FROM sales_changes c WHERE c.paid_at >= days.starts_at AND c.paid_at < days.ends_at)
        ORDER BY starts_at LIMIT $1";
    DELETE_DAY = "DELETE FROM sales_days WHERE starts_at = $1";
    SUM_DAY = "INSERT INTO sales_days (starts_at, ends_at, orders, revenue_cents, refunds, refunded_cents)
        SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), count(*), coalesce(sum(total_cents), 0), count(refund_begun_at),
            coalesce(sum(CASE WHEN refund_begun_at IS NULL THEN 0 ELSE total_cents END), 0)
        FROM orders WHERE paid_at >= $1 AND paid_at < $2
        ON CONFLICT (starts_at) DO NOTHING";
    SUM_TOOLS = "INSERT INTO sales_of_tools (starts_at, tool_id, units, revenue_cents)
        SELECT CAST($1 AS BIGINT), tool_id, sum(quantity), sum(total_cents) FROM orders
        WHERE paid_at >= $1 AND paid_at < $2 AND refund_begun_at IS NULL GROUP BY tool_id";
    ORDERS_BETWEEN = "SELECT CAST(count(*) AS BIGINT), CAST(coalesce(sum(total_cents), 0) AS BIGINT), CAST(count(refund_begun_at) AS BIGINT),
            CAST(coalesce(sum(CASE WHEN refund_begun_at IS NULL THEN 0 ELSE total_cents END), 0) AS BIGINT)
        FROM orders WHERE paid_at >= $1 AND paid_at < $2";
    TOOLS_BETWEEN = "SELECT tool_id, CAST(sum(quantity) AS BIGINT), CAST(sum(total_cents) AS BIGINT) FROM orders
        WHERE paid_at >= $1 AND paid_at < $2 AND refund_begun_at IS NULL GROUP BY tool_id";
    // CROSS JOIN makes SQLite read the days of one tool after the other in their index, so that it sorts nothing.
    TOOLS_OF_DAYS = "SELECT t.id, CAST(sum(s.units) AS BIGINT), CAST(sum(s.revenue_cents) AS BIGINT)
        FROM tools t CROSS JOIN sales_of_tools s
        WHERE s.tool_id = t.id AND s.starts_at >= $1 AND s.starts_at < $2 GROUP BY t.id";
    TOOL_NAME = "SELECT name FROM tools WHERE id = $1";
    NEVER_SOLD = "SELECT id, name, available, created_at FROM tools t WHERE deleted_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.tool_id = t.id AND o.paid_at IS NOT NULL)
        ORDER BY created_at, id LIMIT $1";
    COUNT_SEARCH = "UPDATE empty_searches SET searches = searches + $3 WHERE day = $1 AND term = $2";
    COUNT_TERMS = "SELECT CAST(count(*) AS BIGINT) FROM empty_searches WHERE day = $1";
    ADD_TERM = "INSERT INTO empty_searches (day, term, searches) VALUES ($1, $2, $3)
        ON CONFLICT (day, term) DO UPDATE SET searches = empty_searches.searches + $3";
    SEARCHES = "SELECT term, CAST(sum(searches) AS BIGINT) FROM empty_searches WHERE day >= $1 AND day < $2
        GROUP BY term ORDER BY sum(searches) DESC, term LIMIT $3";
    DELETE_SEARCHES = "DELETE FROM empty_searches WHERE day < $1";
}

/// Sums of the orders that were paid in some time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SalesSums {
    pub orders: i64,
    pub revenue_cents: i64,
    /// How many of these orders were refunded, whenever that was.
    pub refunds: i64,
    pub refunded_cents: i64,
}

impl SalesSums {
    pub fn add(&mut self, other: Self) {
        self.orders += other.orders;
        self.revenue_cents += other.revenue_cents;
        self.refunds += other.refunds;
        self.refunded_cents += other.refunded_cents;
    }

    /// To the nearest cent. 0 without orders.
    pub fn average_cents(&self) -> i64 {
        if self.orders == 0 { 0 } else { (self.revenue_cents + self.orders / 2) / self.orders }
    }
}

row! {
    struct SalesDayRow {
        starts_at: i64,
        ends_at: i64,
        orders: i64,
        revenue_cents: i64,
        refunds: i64,
        refunded_cents: i64,
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

/// When the orders of recorded changes were paid.
pub async fn changes(tx: &Tx<'_>, span: TimeSpan) -> Result<Vec<Timestamp>, Error> {
    let rows: Vec<(i64,)> = tx.all(&CHANGES, params![span.start.micros(), span.end.micros()]).await?;
    Ok(rows.into_iter().map(|(at,)| Timestamp::from_micros(at)).collect())
}

/// When the first order was paid.
pub async fn first_paid(tx: &Tx<'_>) -> Result<Option<Timestamp>, Error> {
    let first = tx.optional::<(i64,)>(&FIRST_PAID, params![]).await?;
    Ok(first.map(|(at,)| Timestamp::from_micros(at)))
}

/// The summed days that start in this time.
pub async fn summed_days(tx: &Tx<'_>, span: TimeSpan) -> Result<Vec<(TimeSpan, SalesSums)>, Error> {
    let rows: Vec<SalesDayRow> = tx.all(&DAYS, params![span.start.micros(), span.end.micros()]).await?;
    let day = |row: SalesDayRow| {
        let SalesDayRow { starts_at, ends_at, orders, revenue_cents, refunds, refunded_cents } = row;
        let span =
            TimeSpan { start: Timestamp::from_micros(starts_at), end: Timestamp::from_micros(ends_at) };
        (span, SalesSums { orders, revenue_cents, refunds, refunded_cents })
    };
    Ok(rows.into_iter().map(day).collect())
}

/// Days whose sums differ from their orders. None, unless a row was changed by hand.
pub async fn wrong_days(tx: &Tx<'_>, limit: i64) -> Result<Vec<WrongDayRow>, Error> {
    tx.all(&WRONG_DAYS, params![limit]).await
}

pub async fn delete_day(tx: &Tx<'_>, start: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_DAY, params![start.micros()]).await.map(|_| ())
}

/// Sums a day from its orders. The changes are deleted first: a change that is recorded later stays, and the day is
/// summed again.
pub async fn sum_day(tx: &Tx<'_>, day: TimeSpan) -> Result<(), Error> {
    let span = params![day.start.micros(), day.end.micros()];
    tx.execute(&DELETE_CHANGES, span).await?;
    delete_day(tx, day.start).await?;
    if tx.execute(&SUM_DAY, span).await? == 0 {
        return Err(tx.conflict());
    }
    tx.execute(&SUM_TOOLS, span).await.map(|_| ())
}

/// Sums the orders themselves.
pub async fn sum_orders(tx: &Tx<'_>, span: TimeSpan) -> Result<SalesSums, Error> {
    let (orders, revenue_cents, refunds, refunded_cents) =
        tx.one(&ORDERS_BETWEEN, params![span.start.micros(), span.end.micros()]).await?;
    Ok(SalesSums { orders, revenue_cents, refunds, refunded_cents })
}

/// Tool, units and cents: from the summed days, or from the orders themselves.
pub async fn tool_sales(
    tx: &Tx<'_>,
    span: TimeSpan,
    are_summed: bool,
) -> Result<Vec<(String, i64, i64)>, Error> {
    let statement = if are_summed { &TOOLS_OF_DAYS } else { &TOOLS_BETWEEN };
    tx.all(statement, params![span.start.micros(), span.end.micros()]).await
}

pub async fn tool_name(tx: &Tx<'_>, id: &str) -> Result<String, Error> {
    tx.one::<(String,)>(&TOOL_NAME, params![id]).await.map(|(name,)| name)
}

/// Tools on sale that no customer has paid for, those on sale longest first.
pub async fn never_sold(tx: &Tx<'_>, limit: i64) -> Result<Vec<UnsoldToolRow>, Error> {
    tx.all(&NEVER_SOLD, params![limit]).await
}

/// Terms above the maximum of a day are dropped.
pub async fn count_searches(
    tx: &Tx<'_>,
    day: Timestamp,
    terms: &[(String, i64)],
    max_terms: i64,
) -> Result<(), Error> {
    let (mut known,) = tx.one::<(i64,)>(&COUNT_TERMS, params![day.micros()]).await?;
    for (term, searches) in terms {
        let values = params![day.micros(), term, *searches];
        if tx.execute(&COUNT_SEARCH, values).await? == 0 && known < max_terms {
            tx.execute(&ADD_TERM, values).await?;
            known += 1;
        }
    }
    Ok(())
}

/// Terms and how often they were searched, the most frequent first.
pub async fn searches(tx: &Tx<'_>, span: TimeSpan, limit: i64) -> Result<Vec<(String, i64)>, Error> {
    tx.all(&SEARCHES, params![span.start.micros(), span.end.micros(), limit]).await
}

pub async fn delete_searches(tx: &Tx<'_>, before: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_SEARCHES, params![before.micros()]).await
}
