//! Orders in the database. State changes are conditional updates: they affect no row when the state has changed.

use super::{
    order::{Contact, Order, OrderPayment, OrderRefund, OrderState},
    tracking::{Carrier, Tracking},
};
use crate::{
    db::{Error, Tx, params, row, statements},
    http::pagination::PageCursor,
    values::{ids::Id, money::Cents, search_words::phone_key, time::Timestamp},
};

/// The columns of `OrderRow`, in its order.
macro_rules! order_columns {
    () => {
        "id, number, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email, phone, address, state, transaction_id, created_at, paid_at, shipped_at, refund_begun_at, refunded_at, restocked_at, carrier, tracking_number, tracking_link, disputed_at, part_refunded_cents, entered,
            CASE WHEN held_until IS NOT NULL AND (SELECT 1 FROM orders paid WHERE paid.user_id = orders.user_id AND paid.transaction_id IS NOT NULL LIMIT 1) IS NULL THEN held_until END"
    };
}
pub(super) use order_columns;

statements! {
    INSERT = "INSERT INTO orders (id, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email, phone, address, state, created_at, search_key, number, phone_key, entered, held_until)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'unpaid', $12, $13, $14, $15, $16, $17)";
    // Stops counting unpaid orders at the limit. They have no transaction: see orders_unpaid_of_user.
    CUSTOMER = "SELECT CAST((SELECT count(*) FROM (SELECT 1 FROM orders WHERE user_id = $1 AND transaction_id IS NOT NULL LIMIT 1) AS paid) AS BIGINT),
            CAST((SELECT count(*) FROM sessions s WHERE s.id = $2 AND s.user_id = u.id) AS BIGINT),
            CAST((SELECT count(*) FROM (SELECT 1 FROM orders WHERE user_id = $1 AND transaction_id IS NULL LIMIT $3) AS unpaid) AS BIGINT)
        FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL";
    BY_ID = concat!("SELECT ", order_columns!(), " FROM orders WHERE id = $1");
    // The order opened last comes first, because it is the one on the customer's screen.
    PAYABLE = concat!("SELECT ", order_columns!(), " FROM orders WHERE user_id = $1 AND transaction_id IS NULL AND total_cents = $2
        ORDER BY coalesce(opened_at, 0) DESC, created_at DESC, id DESC LIMIT 1");
    LOCK = "SELECT id FROM orders WHERE id = $1 FOR NO KEY UPDATE";
    MARK_OPENED = "UPDATE orders SET opened_at = $2 WHERE id = $1 AND state = 'unpaid'";
    PAY = "UPDATE orders SET state = 'paid', transaction_id = $2, paid_at = $3 WHERE id = $1 AND state = 'unpaid'";
    SHIP = "UPDATE orders SET state = 'shipped', shipped_at = $2, carrier = $3, tracking_number = $4, tracking_link = $5 WHERE id = $1 AND state = 'paid'";
    MARK_DISPUTED = "UPDATE orders SET disputed_at = $2 WHERE transaction_id = $1 AND disputed_at IS NULL";
    SET_PART_REFUNDED = "UPDATE orders SET part_refunded_cents = $2 WHERE id = $1";
    SET_TRACKING = "UPDATE orders SET carrier = $2, tracking_number = $3, tracking_link = $4 WHERE id = $1";
    BEGIN_REFUND = "UPDATE orders SET state = 'refunding', refund_begun_at = $2, restocked_at = $3 WHERE id = $1 AND state IN ('paid', 'shipped')";
    CONFIRM_REFUND = "UPDATE orders SET state = 'refunded', refunded_at = $2 WHERE id = $1 AND state = 'refunding'";
    DELETE_UNPAID = "DELETE FROM orders WHERE id = $1 AND state = 'unpaid' RETURNING tool_id, quantity";
    UNPAID_OF = "SELECT id FROM orders WHERE user_id = $1 AND transaction_id IS NULL ORDER BY id LIMIT 100";
    SET_BUYER = "UPDATE orders SET customer_name = $2, customer_email = $3, phone = $4, address = $5, search_key = $6, phone_key = $7 WHERE id = $1";
    // Orders that the customer placed before the owner of the e-mail address reclaimed the account. CROSS JOIN makes SQLite start
    // with the few reclaimed accounts.
    UNPAID_BEFORE_RECLAIM = "SELECT o.id FROM users u CROSS JOIN orders o
        WHERE o.user_id = u.id AND u.reclaimed_at IS NOT NULL AND o.state = 'unpaid' AND o.entered = 0 AND o.created_at <= u.reclaimed_at AND o.id > $1 ORDER BY o.id LIMIT 100";
    UNPAID_BY_CUSTOMER = "SELECT u.id, u.email, u.display_name, CASE WHEN u.email_verified_at IS NULL THEN 0 ELSE 1 END,
            CAST(count(*) AS BIGINT), CAST(sum(o.quantity) AS BIGINT),
            CASE WHEN u.blocked_at IS NULL THEN 0 ELSE 1 END
        FROM orders o JOIN users u ON u.id = o.user_id WHERE o.state = 'unpaid'
        GROUP BY u.id, u.email, u.display_name, u.email_verified_at, u.blocked_at ORDER BY sum(o.quantity) DESC, u.id LIMIT 100";
    MOVE_COUNT = "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = counters.value + $2";
    FIRST_SINCE = "SELECT created_at FROM orders WHERE created_at >= $1 ORDER BY created_at, id LIMIT 1";
    REMOVE_CONTACTS = "UPDATE orders SET phone = '', address = '', phone_key = NULL WHERE created_at >= $1 AND created_at < $2";
    RECORD_CHANGE = "INSERT INTO sales_changes (id, paid_at) VALUES ($1, $2)";
    UNPAID_BEFORE = "SELECT id, created_at FROM orders WHERE state = 'unpaid' AND created_at < $1 AND (created_at, id) > ($2, $3)
        ORDER BY created_at, id LIMIT 100";
}

pub(super) const SHIPPED_COUNT: &str = "orders_shipped";
pub(super) const REFUNDED_COUNT: &str = "orders_refunded";

row! {
    pub struct OrderRow {
        pub id: String,
        pub number: i64,
        pub user_id: String,
        pub tool_id: String,
        pub tool_name: String,
        pub price_cents: i64,
        pub quantity: i64,
        pub total_cents: i64,
        pub customer_name: String,
        pub customer_email: String,
        pub phone: String,
        pub address: String,
        pub state: String,
        pub transaction_id: Option<String>,
        pub created_at: i64,
        pub paid_at: Option<i64>,
        pub shipped_at: Option<i64>,
        pub refund_begun_at: Option<i64>,
        pub refunded_at: Option<i64>,
        pub restocked_at: Option<i64>,
        pub carrier: Option<String>,
        pub tracking_number: Option<String>,
        pub tracking_link: Option<String>,
        pub disputed_at: Option<i64>,
        pub part_refunded_cents: i64,
        pub entered: i64,
        pub held_until: Option<i64>,
    }
}

row! {
    /// What a customer's unpaid orders hold.
    pub struct UnpaidCustomerRow {
        pub id: String,
        pub email: Option<String>,
        pub name: String,
        pub is_verified: i32,
        pub orders: i64,
        pub units: i64,
        pub is_blocked: i32,
    }
}

impl OrderRow {
    /// Fails for a row that the table's constraints should have excluded.
    pub(super) fn into_order(self) -> Result<Order, Error> {
        let id = self.id.clone();
        self.parse().ok_or_else(|| Error::broken_row("orders", &id))
    }

    fn parse(self) -> Option<Order> {
        let payment = self.transaction_id.zip(self.paid_at);
        let payment = payment
            .map(|(transaction_id, at)| OrderPayment { transaction_id, at: Timestamp::from_micros(at) });
        let moment = |micros: Option<i64>| micros.map(Timestamp::from_micros);
        let (shipped_at, begun_at, refunded_at) =
            (moment(self.shipped_at), moment(self.refund_begun_at), moment(self.refunded_at));
        let state = match (self.state.as_str(), payment, shipped_at, begun_at, refunded_at) {
            ("unpaid", None, None, None, None) => OrderState::Unpaid,
            ("paid", Some(payment), None, None, None) => OrderState::Paid(payment),
            ("shipped", Some(payment), Some(at), None, None) => OrderState::Shipped { payment, at },
            (word @ ("refunding" | "refunded"), Some(payment), shipped_at, Some(begun_at), done_at) => {
                let restocked_at = moment(self.restocked_at);
                let refund = OrderRefund { payment, shipped_at, begun_at, restocked_at };
                match (word, done_at) {
                    ("refunding", None) => OrderState::Refunding(refund),
                    ("refunded", Some(at)) => OrderState::Refunded { refund, at },
                    _ => return None,
                }
            }
            _ => return None,
        };
        let carrier = match self.carrier.as_deref() {
            None => None,
            Some(name) => Some(Carrier::parse(name)?),
        };
        Some(Order {
            id: Id::parse(&self.id)?,
            number: self.number,
            user_id: Id::parse(&self.user_id)?,
            tool_id: Id::parse(&self.tool_id)?,
            tool_name: self.tool_name,
            price: Cents::new(self.price_cents)?,
            quantity: self.quantity,
            total: Cents::new(self.total_cents)?,
            customer_name: self.customer_name,
            customer_email: self.customer_email,
            contact: Contact { phone: self.phone, address: self.address },
            state,
            tracking: Tracking { carrier, number: self.tracking_number, own_link: self.tracking_link },
            disputed_at: moment(self.disputed_at),
            part_refunded: Cents::new(self.part_refunded_cents)?,
            held_until: moment(self.held_until),
            is_entered: self.entered == 1,
            created_at: Timestamp::from_micros(self.created_at),
        })
    }
}

/// Inserts the order at the end of the transaction.
pub async fn insert_unpaid(tx: &Tx<'_>, order: &Order) -> Result<(), Error> {
    let values = params![
        order.id.as_str(),
        order.user_id.as_str(),
        order.tool_id.as_str(),
        order.tool_name.as_str(),
        order.price.as_i64(),
        order.quantity,
        order.total.as_i64(),
        order.customer_name.as_str(),
        order.customer_email.as_str(),
        order.contact.phone.as_str(),
        order.contact.address.as_str(),
        order.created_at.micros(),
        search_key(order),
        order.number,
        phone_key(order.contact.phone_number()),
        i64::from(order.is_entered),
        order.held_until.map(Timestamp::micros)
    ];
    tx.finish_with(&INSERT, values).await
}

/// What decides whether a customer may order.
pub struct CustomerStatus {
    /// At least one order, even if it was refunded.
    pub has_paid: bool,
    pub has_session: bool,
    /// At most the limit that was given.
    pub unpaid_orders: i64,
}

/// `None` for a deleted account.
pub async fn customer_status(
    tx: &Tx<'_>,
    user: &Id,
    session: &Id,
    max_unpaid: i64,
) -> Result<Option<CustomerStatus>, Error> {
    let values = params![user.as_str(), session.as_str(), max_unpaid];
    let row = tx.optional::<(i64, i64, i64)>(&CUSTOMER, values).await?;
    Ok(row.map(|(paid, sessions, unpaid_orders)| CustomerStatus {
        has_paid: paid == 1,
        has_session: sessions == 1,
        unpaid_orders,
    }))
}

pub async fn by_id(tx: &Tx<'_>, id: &Id) -> Result<Option<Order>, Error> {
    let row = tx.optional::<OrderRow>(&BY_ID, params![id.as_str()]).await?;
    row.map(OrderRow::into_order).transpose()
}

/// The unpaid order of this customer that exactly this amount pays.
pub async fn payable(tx: &Tx<'_>, user: &Id, total: Cents) -> Result<Option<Order>, Error> {
    let row = tx.optional::<OrderRow>(&PAYABLE, params![user.as_str(), total.as_i64()]).await?;
    row.map(OrderRow::into_order).transpose()
}

/// The text that the search looks at, with a space before each word. It is lower-cased here, because the engines
/// lower-case differently.
fn search_key(order: &Order) -> String {
    let Order { customer_name, customer_email, tool_name, .. } = order;
    format!(" {customer_name} | {customer_email} | {tool_name}").to_lowercase()
}

/// Locks the order's row until the transaction ends. Does nothing if the order was deleted.
pub async fn lock_order(tx: &Tx<'_>, id: &Id) -> Result<(), Error> {
    tx.lock(&LOCK, params![id.as_str()]).await.map(|_| ())
}

/// Locks the order's row until the transaction ends. `false`: the order is no longer unpaid, or was deleted.
pub async fn mark_opened(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&MARK_OPENED, params![id.as_str(), now.micros()]).await? == 1)
}

/// `false`: the order is no longer unpaid, or was deleted.
pub async fn pay(tx: &Tx<'_>, id: &Id, payment: &OrderPayment) -> Result<bool, Error> {
    let values = params![id.as_str(), payment.transaction_id.as_str(), payment.at.micros()];
    if tx.execute(&PAY, values).await? == 0 {
        return Ok(false);
    }
    record_change(tx, &Id::new(payment.at), payment.at).await?;
    Ok(true)
}

/// `false`: the order is not in the state `paid`.
pub async fn ship(tx: &Tx<'_>, id: &Id, at: Timestamp, tracking: &Tracking) -> Result<bool, Error> {
    let (carrier, number, link) = tracking_columns(tracking);
    let is_shipped = tx.execute(&SHIP, params![id.as_str(), at.micros(), carrier, number, link]).await? == 1;
    if is_shipped {
        move_count(tx, SHIPPED_COUNT, 1).await?;
    }
    Ok(is_shipped)
}

/// Requires the [lock](lock_order).
pub async fn set_tracking(tx: &Tx<'_>, id: &Id, tracking: &Tracking) -> Result<(), Error> {
    let (carrier, number, link) = tracking_columns(tracking);
    tx.execute(&SET_TRACKING, params![id.as_str(), carrier, number, link]).await.map(|_| ())
}

fn tracking_columns(tracking: &Tracking) -> (Option<&'static str>, Option<&str>, Option<&str>) {
    (tracking.carrier.map(Carrier::as_str), tracking.number.as_deref(), tracking.own_link.as_deref())
}

/// Stores that the payer's bank disputes this payment.
pub async fn mark_disputed(tx: &Tx<'_>, transaction_id: &str, at: Timestamp) -> Result<(), Error> {
    tx.execute(&MARK_DISPUTED, params![transaction_id, at.micros()]).await.map(|_| ())
}

/// The sum of the partial refunds. Requires the [lock](lock_order).
pub async fn set_part_refunded(tx: &Tx<'_>, id: &Id, sum: Cents) -> Result<(), Error> {
    tx.execute(&SET_PART_REFUNDED, params![id.as_str(), sum.as_i64()]).await.map(|_| ())
}

/// Stores the refund in the order's state. Requires the [lock](lock_order). `false`: the order is neither paid nor shipped.
pub async fn begin_refund(tx: &Tx<'_>, order: &Order) -> Result<bool, Error> {
    let Some(refund) = order.state.order_refund() else { return Ok(false) };
    let restocked_at = refund.restocked_at.map(Timestamp::micros);
    let values = params![order.id.as_str(), refund.begun_at.micros(), restocked_at];
    let is_begun = tx.execute(&BEGIN_REFUND, values).await? == 1;
    if is_begun {
        record_change(tx, &Id::new(refund.begun_at), refund.payment.at).await?;
        if refund.shipped_at.is_some() {
            move_count(tx, SHIPPED_COUNT, -1).await?;
        }
    }
    Ok(is_begun)
}

/// Stores that the refund is done. Requires the [lock](lock_order).
pub async fn confirm_refund(tx: &Tx<'_>, order: &Order) -> Result<(), Error> {
    let OrderState::Refunded { at, .. } = &order.state else { return Ok(()) };
    if tx.execute(&CONFIRM_REFUND, params![order.id.as_str(), at.micros()]).await? == 1 {
        move_count(tx, REFUNDED_COUNT, 1).await?;
    }
    Ok(())
}

/// Orders stay in these states, so the lists do not count them row by row. The row is locked at the end only, and
/// customers never wait for it.
async fn move_count(tx: &Tx<'_>, name: &str, by: i64) -> Result<(), Error> {
    tx.finish_with(&MOVE_COUNT, params![name, by]).await
}

/// Deletes the order if it is still unpaid. Returns tool and quantity, so that stock is returned exactly once.
pub async fn delete_unpaid(tx: &Tx<'_>, id: &Id) -> Result<Option<(Id, i64)>, Error> {
    let row = tx.optional::<(String, i64)>(&DELETE_UNPAID, params![id.as_str()]).await?;
    let Some((tool, quantity)) = row else { return Ok(None) };
    let tool = Id::parse(&tool).ok_or_else(|| Error::broken_row("orders", id.as_str()))?;
    Ok(Some((tool, quantity)))
}

/// Up to a hundred unpaid orders of this customer.
pub async fn unpaid_of(tx: &Tx<'_>, user: &Id) -> Result<Vec<Id>, Error> {
    let rows: Vec<(String,)> = tx.all(&UNPAID_OF, params![user.as_str()]).await?;
    Ok(rows.iter().filter_map(|(id,)| Id::parse(id)).collect())
}

/// The hundred customers whose unpaid orders hold the most units.
pub async fn unpaid_by_customer(tx: &Tx<'_>) -> Result<Vec<UnpaidCustomerRow>, Error> {
    tx.all(&UNPAID_BY_CUSTOMER, params![]).await
}

/// Writes the customer's data of the order.
pub async fn update_customer(tx: &Tx<'_>, order: &Order) -> Result<(), Error> {
    let values = params![
        order.id.as_str(),
        order.customer_name.as_str(),
        order.customer_email.as_str(),
        order.contact.phone.as_str(),
        order.contact.address.as_str(),
        search_key(order),
        phone_key(order.contact.phone_number())
    ];
    tx.execute(&SET_BUYER, values).await.map(|_| ())
}

/// Up to a hundred unpaid orders that were placed before their account was reclaimed, with ids after `after`.
pub async fn unpaid_before_reclaim(tx: &Tx<'_>, after: &str) -> Result<Vec<Id>, Error> {
    let rows: Vec<(String,)> = tx.all(&UNPAID_BEFORE_RECLAIM, params![after]).await?;
    Ok(rows.iter().filter_map(|(id,)| Id::parse(id)).collect())
}

/// Up to a hundred unpaid orders that were placed before `moment`, after the position `after`.
pub async fn unpaid_before(
    tx: &Tx<'_>,
    moment: Timestamp,
    after: &PageCursor,
) -> Result<Vec<(Id, Timestamp)>, Error> {
    let values = params![moment.micros(), after.created_at, after.id.as_str()];
    let rows: Vec<(String, i64)> = tx.all(&UNPAID_BEFORE, values).await?;
    Ok(rows.iter().filter_map(|(id, at)| Some((Id::parse(id)?, Timestamp::from_micros(*at)))).collect())
}

/// When the first order since `moment` was placed.
pub async fn first_since(tx: &Tx<'_>, moment: Timestamp) -> Result<Option<Timestamp>, Error> {
    let placed: Option<(i64,)> = tx.optional(&FIRST_SINCE, params![moment.micros()]).await?;
    Ok(placed.map(|(at,)| Timestamp::from_micros(at)))
}

/// Removes address and phone of the orders placed in this time.
pub async fn remove_contacts(tx: &Tx<'_>, from: Timestamp, until: Timestamp) -> Result<(), Error> {
    tx.execute(&REMOVE_CONTACTS, params![from.micros(), until.micros()]).await.map(|_| ())
}

/// In the transaction that pays or refunds an order, so that the figures of its day follow.
async fn record_change(tx: &Tx<'_>, id: &Id, paid_at: Timestamp) -> Result<(), Error> {
    tx.execute(&RECORD_CHANGE, params![id.as_str(), paid_at.micros()]).await.map(|_| ())
}
