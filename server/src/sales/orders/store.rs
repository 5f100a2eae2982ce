//! Orders in the database. State changes are conditional updates: they affect no row when the state has changed.

pub mod insert;

use super::{
    order::{Contact, Order, OrderPayment, OrderRefund, OrderState, PiecesBack},
    tracking::Tracking,
};
use crate::{
    catalogue::tools::store::DeletedOrder,
    db::{Error, FromRow, Last, Row, Tx, queries, row},
    http::pagination::PageCursor,
    sales::purchases::PurchaseLine,
    values::{
        ids::Id,
        money::Cents,
        payment_method::PaymentMethod,
        search_words::{self, phone_key},
        time::Timestamp,
    },
};

/// Whether staff entered the order for an account that has a login and no confirmed address.
macro_rules! is_unconfirmed {
    () => {
        "(entered = 1 AND (SELECT u.id FROM users u WHERE u.id = orders.user_id AND u.email_verified_at IS NULL AND (u.password_hash IS NOT NULL OR u.phone IS NOT NULL
            OR (SELECT l.user_id FROM linked_identities l WHERE l.user_id = u.id LIMIT 1) IS NOT NULL)) IS NOT NULL)"
    };
}

/// The same, where the shop sends the e-mail that confirms the address.
macro_rules! is_hidden {
    () => {
        concat!(
            "(", crate::sales::orders::store::is_unconfirmed!(),
            " AND (SELECT m.name FROM shop_metadata m WHERE m.name = 'verifies_emails' AND m.value = 'yes') IS NOT NULL)"
        )
    };
}
/// Whether it was bought without a login, and the account with its address has not disowned it.
macro_rules! is_of_guest {
    () => {
        "(SELECT g.purchase_id FROM guest_purchases g WHERE g.purchase_id = orders.purchase_id AND g.disowned_at IS NULL) IS NOT NULL"
    };
}
pub(in crate::sales) use is_hidden;
pub(super) use {is_of_guest, is_unconfirmed};

/// The columns of [`Order`], in the order of `OrderRow`.
macro_rules! order_columns {
    () => {
        concat!("id, number, user_id, tool_id, tool_name, price_cents, quantity, total_cents, purchase_id, line, lines, discount_cents, federal_tax_cents, provincial_tax_cents, due_cents,
            CASE WHEN lines = 1 THEN due_cents ELSE (SELECT p.total_cents FROM purchases p WHERE p.id = orders.purchase_id) END,
            customer_name, customer_email, phone, address, state, transaction_id, created_at, paid_at, shipped_at, refund_begun_at, refunded_at, restocked_at, carrier, tracking_number, tracking_link, disputed_at, part_refunded_cents, refunded_quantity, restocked_quantity, entered, kept, payment_method,
            CASE WHEN transaction_id IS NULL AND (SELECT p.held_until FROM purchases p WHERE p.id = orders.purchase_id) IS NOT NULL THEN (SELECT p.held_until FROM purchases p WHERE p.id = orders.purchase_id) WHEN held_until IS NOT NULL AND (SELECT 1 FROM orders paid WHERE paid.user_id = orders.user_id AND paid.transaction_id IS NOT NULL LIMIT 1) IS NULL THEN held_until END,
            CASE WHEN ", crate::sales::orders::store::is_of_guest!(), " THEN 1 ELSE 0 END,
            CASE WHEN ", crate::sales::orders::store::is_unconfirmed!(), " OR ", crate::sales::orders::store::is_of_guest!(), " AND (SELECT u.email_verified_at FROM users u WHERE u.id = orders.user_id) IS NULL THEN 1 ELSE 0 END,
            CASE WHEN ", crate::sales::orders::store::is_hidden!(), " THEN 1 ELSE 0 END, returns_stock")
    };
}
pub(super) use order_columns;

/// Whole orders.
macro_rules! select {
    ($($rest:expr),+) => {
        concat!("SELECT ", crate::sales::orders::store::order_columns!(), " FROM orders ", $($rest),+)
    };
}
pub(super) use select;

pub(super) const SHIPPED_COUNT: &str = "orders_shipped";
pub(super) const REFUNDED_COUNT: &str = "orders_refunded";

row! {
    struct OrderRow {
        id: Id,
        number: i64,
        user_id: Id,
        tool_id: Id,
        tool_name: String,
        price: Cents,
        quantity: i64,
        total: Cents,
        line: PurchaseLine,
        customer_name: String,
        customer_email: String,
        contact: Contact,
        state: String,
        transaction_id: Option<String>,
        created_at: Timestamp,
        paid_at: Option<Timestamp>,
        shipped_at: Option<Timestamp>,
        refund_begun_at: Option<Timestamp>,
        refunded_at: Option<Timestamp>,
        restocked_at: Option<Timestamp>,
        tracking: Tracking,
        disputed_at: Option<Timestamp>,
        part_refunded: Cents,
        pieces: PiecesBack,
        is_entered: bool,
        is_kept: bool,
        payment_method: Option<PaymentMethod>,
        held_until: Option<Timestamp>,
        is_guest: bool,
        is_unconfirmed: bool,
        is_hidden: bool,
        returns_stock: bool,
    }
}

impl FromRow for Order {
    const WIDTH: usize = OrderRow::WIDTH;

    /// Fails for a row that the table's constraints should have excluded.
    fn from_row(row: &Row<'_>, first: usize) -> Result<Self, Error> {
        let row = OrderRow::from_row(row, first)?;
        let Some(state) = row.order_state() else { return Err(Error::broken_row("orders", row.id.as_str())) };
        Ok(Self {
            id: row.id,
            number: row.number,
            user_id: row.user_id,
            tool_id: row.tool_id,
            tool_name: row.tool_name,
            price: row.price,
            quantity: row.quantity,
            total: row.total,
            line: row.line,
            customer_name: row.customer_name,
            customer_email: row.customer_email,
            contact: row.contact,
            state,
            tracking: row.tracking,
            disputed_at: row.disputed_at,
            part_refunded: row.part_refunded,
            pieces: row.pieces,
            held_until: row.held_until,
            is_entered: row.is_entered,
            is_kept: row.is_kept,
            is_guest: row.is_guest,
            is_unconfirmed: row.is_unconfirmed,
            is_hidden: row.is_hidden,
            created_at: row.created_at,
        })
    }
}

impl OrderRow {
    fn order_state(&self) -> Option<OrderState> {
        let payment = self.transaction_id.clone().zip(self.paid_at);
        let method = self.payment_method;
        let payment = payment.map(|(transaction_id, at)| OrderPayment { transaction_id, at, method });
        Some(match (self.state.as_str(), payment, self.shipped_at, self.refund_begun_at, self.refunded_at) {
            ("unpaid", None, None, None, None) => OrderState::Unpaid,
            ("paid", Some(payment), None, None, None) => OrderState::Paid(payment),
            ("shipped", Some(payment), Some(at), None, None) => OrderState::Shipped { payment, at },
            (word @ ("refunding" | "refunded"), Some(payment), shipped_at, Some(begun_at), done_at) => {
                let Self { returns_stock, restocked_at, .. } = *self;
                let refund = OrderRefund { payment, shipped_at, begun_at, returns_stock, restocked_at };
                match (word, done_at) {
                    ("refunding", None) => OrderState::Refunding(refund),
                    ("refunded", Some(at)) => OrderState::Refunded { refund, at },
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

row! {
    /// What decides whether a customer may order.
    pub struct CustomerStatus {
        /// Whether the customer paid at least one order, even if it was refunded.
        pub has_paid: bool,
        pub has_session: bool,
        /// The number of unpaid purchases, counted up to the given limit.
        pub unpaid_orders: i64,
    }
}

row! {
    /// What a customer's unpaid orders hold.
    #[derive(serde::Serialize, utoipa::ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct UnpaidCustomer {
        #[schema(value_type = String)]
        pub customer_id: Id,
        pub email: Option<String>,
        pub name: String,
        /// Whether the e-mail address is verified.
        pub verified: bool,
        pub orders: i64,
        /// Pieces that these orders hold.
        pub units: i64,
        /// Whether an administrator blocked the account.
        pub blocked: bool,
    }
}

queries! {
    /// The first picture of a tool and what it shows, also after the tool was removed.
    pub fn tool_picture(tool: &Id) -> Option<(String, String)> = "SELECT img, img_alt FROM tools WHERE id = $1";
    /// `None` for a deleted account. Stops counting unpaid purchases at the limit. They have no transaction: see
    /// orders_unpaid_of_user.
    pub fn customer_status(user: &Id, session: &Id, max_unpaid: i64) -> Option<CustomerStatus> =
        "SELECT CAST((SELECT count(*) FROM (SELECT 1 FROM orders WHERE user_id = $1 AND transaction_id IS NOT NULL LIMIT 1) AS paid) AS BIGINT),
            CAST((SELECT count(*) FROM sessions s WHERE s.id = $2 AND s.user_id = u.id) AS BIGINT),
            CAST((SELECT count(*) FROM (SELECT purchase_id FROM orders WHERE user_id = $1 AND transaction_id IS NULL GROUP BY purchase_id LIMIT $3) AS unpaid) AS BIGINT)
        FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL";
    /// Whether the customer paid at least one order, even if it was refunded.
    pub fn has_paid(user: &Id) -> bool = "SELECT id FROM orders WHERE user_id = $1 AND transaction_id IS NOT NULL LIMIT 1";
    pub fn by_id(id: &Id) -> Option<Order> = select!("WHERE id = $1");
    /// The unpaid order of this customer that exactly this amount pays. The order opened last comes first, because it
    /// is the one on the customer's screen.
    pub fn payable(user: &Id, total: Cents) -> Option<Order> =
        select!("WHERE user_id = $1 AND transaction_id IS NULL AND due_cents = $2 AND lines = 1 AND NOT ", is_hidden!(), "
        ORDER BY coalesce(opened_at, 0) DESC, created_at DESC, id DESC LIMIT 1");
    /// The lines of a purchase.
    pub fn of_purchase(purchase: &Id) -> Vec<Order> = select!("WHERE purchase_id = $1 ORDER BY line");
    /// Locks the order's row until the transaction ends. Does nothing if the order was deleted.
    pub fn lock_order(id: &Id) = "SELECT id FROM orders WHERE id = $1 FOR NO KEY UPDATE";
    /// The same for all orders of a purchase.
    pub fn lock_lines(purchase: &Id) = "SELECT id FROM orders WHERE purchase_id = $1 ORDER BY line FOR NO KEY UPDATE";
    /// Locks the orders of the purchase until the transaction ends. Returns `false` if it is no longer unpaid, or was
    /// deleted.
    pub fn mark_opened(purchase: &Id, now: Timestamp) -> bool =
        "UPDATE orders SET opened_at = $2 WHERE purchase_id = $1 AND state = 'unpaid'";
    fn set_paid(id: &Id, payment: &OrderPayment) -> bool =
        "UPDATE orders SET state = 'paid', transaction_id = $2, paid_at = $3, payment_method = $4, changed_at = $3 WHERE id = $1 AND state = 'unpaid'",
        [id, payment.transaction_id, payment.at, payment.method];
    fn set_shipped(id: &Id, at: Timestamp, tracking: &Tracking) -> bool =
        "UPDATE orders SET state = 'shipped', shipped_at = $2, carrier = $3, tracking_number = $4, tracking_link = $5, changed_at = $2 WHERE id = $1 AND state = 'paid'",
        [id, at, tracking.carrier, tracking.number, tracking.own_link];
    /// Stores that the payer's bank disputes this payment.
    pub fn mark_disputed(transaction_id: &str, at: Timestamp) =
        "UPDATE orders SET disputed_at = $2, changed_at = $2 WHERE transaction_id = $1 AND disputed_at IS NULL";
    /// A refund of some cents and pieces, or less than 0 if it is given up. Requires the [lock](lock_order).
    pub fn add_part_refunded(id: &Id, cents: i64, pieces: i64) =
        "UPDATE orders SET part_refunded_cents = part_refunded_cents + $2, refunded_quantity = refunded_quantity + $3 WHERE id = $1";
    /// Pieces that were refunded are on sale again. Requires the [lock](lock_order).
    pub fn add_restocked(id: &Id, pieces: i64) = "UPDATE orders SET restocked_quantity = restocked_quantity + $2 WHERE id = $1";
    /// What an order has of its purchase now. It keeps the number of its line.
    pub fn update_line(order: &Id, line: &PurchaseLine, now: Timestamp) =
        "UPDATE orders SET lines = $2, discount_cents = $3, federal_tax_cents = $4, provincial_tax_cents = $5, due_cents = $6, changed_at = $7 WHERE id = $1",
        [order, line.lines, line.discount, line.federal_tax, line.provincial_tax, line.due, now];
    /// Requires the [lock](lock_order).
    pub fn set_tracking(id: &Id, tracking: &Tracking, now: Timestamp) =
        "UPDATE orders SET carrier = $2, tracking_number = $3, tracking_link = $4, changed_at = $5 WHERE id = $1",
        [id, tracking.carrier, tracking.number, tracking.own_link, now];
    fn set_refunding(id: &Id, refund: &OrderRefund) -> bool =
        "UPDATE orders SET state = 'refunding', refund_begun_at = $2, returns_stock = $3, changed_at = $2 WHERE id = $1 AND state IN ('paid', 'shipped')",
        [id, refund.begun_at, refund.returns_stock];
    fn set_refunded(id: &Id, at: Timestamp, restocked_at: Option<Timestamp>) -> bool =
        "UPDATE orders SET state = 'refunded', refunded_at = $2, restocked_at = $3, changed_at = $2 WHERE id = $1 AND state = 'refunding'";
    fn set_refunding_again(id: &Id, now: Timestamp) -> bool =
        "UPDATE orders SET state = 'refunding', refunded_at = NULL, changed_at = $2 WHERE id = $1 AND state = 'refunded'";
    /// Deletes the order if it is still unpaid. Returns what it took, so that stock is returned exactly once.
    pub fn delete_unpaid(id: &Id) -> Option<DeletedOrder> =
        "DELETE FROM orders WHERE id = $1 AND state = 'unpaid' RETURNING tool_id, quantity, created_at";
    /// Up to a hundred unpaid orders of this customer.
    pub fn unpaid_of(user: &Id) -> Vec<Id> = "SELECT id FROM orders WHERE user_id = $1 AND transaction_id IS NULL ORDER BY id LIMIT 100";
    /// Only removes the e-mail address. Requires the [lock](lock_order), because the search key has the name too.
    fn remove_email(id: &Id, search_key: &str, now: Timestamp) =
        "UPDATE orders SET customer_email = '', search_key = $2, changed_at = $3 WHERE id = $1";
    fn set_customer(order: &Order, search_key: &str, now: Timestamp) =
        "UPDATE orders SET customer_name = $2, customer_email = $3, phone = $4, address = $5, search_key = $6, phone_key = $7, changed_at = $8 WHERE id = $1",
        [order.id, order.customer_name, order.customer_email, order.contact.phone, order.contact.address, search_key,
            phone_key(order.contact.phone_number()), now];
    /// All orders of the purchase are this account's from now on.
    pub fn set_user(purchase: &Id, user: &Id, now: Timestamp) = "UPDATE orders SET user_id = $2, changed_at = $3 WHERE purchase_id = $1";
    /// A refund of the purchase began, ended or failed.
    pub fn mark_changed(purchase: &Id, now: Timestamp) = "UPDATE orders SET changed_at = $2 WHERE purchase_id = $1";
    /// Up to a hundred unpaid orders that were placed before their account was reclaimed, with ids after `after`, and
    /// their purchases.
    // Orders that the customer placed before the owner of the e-mail address reclaimed the account. CROSS JOIN makes
    // SQLite start with the few reclaimed accounts.
    pub fn unpaid_before_reclaim(after: &str) -> Vec<(Id, Id)> =
        "SELECT o.id, o.purchase_id FROM users u CROSS JOIN orders o
        WHERE o.user_id = u.id AND u.reclaimed_at IS NOT NULL AND o.state = 'unpaid' AND o.entered = 0 AND o.created_at <= u.reclaimed_at AND o.id > $1 ORDER BY o.id LIMIT 100";
    /// The hundred customers whose unpaid orders hold the most units.
    pub fn unpaid_by_customer() -> Vec<UnpaidCustomer> =
        "SELECT u.id, u.email, u.display_name, CASE WHEN u.email_verified_at IS NULL THEN 0 ELSE 1 END,
            CAST(count(*) AS BIGINT), CAST(sum(o.quantity) AS BIGINT),
            CASE WHEN u.blocked_at IS NULL THEN 0 ELSE 1 END
        FROM orders o JOIN users u ON u.id = o.user_id WHERE o.state = 'unpaid'
        GROUP BY u.id, u.email, u.display_name, u.email_verified_at, u.blocked_at ORDER BY sum(o.quantity) DESC, u.id LIMIT 100";
    // Orders stay in these states, so the lists do not count them row by row. The row is locked at the end only, and
    // customers never wait for it.
    fn move_count(name: &str, by: i64) -> Last =
        "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = counters.value + $2";
    /// When the first order since `moment` was placed.
    pub fn first_since(moment: Timestamp) -> Option<Timestamp> =
        "SELECT created_at FROM orders WHERE created_at >= $1 ORDER BY created_at, id LIMIT 1";
    /// Removes address and phone of the orders placed in this time.
    pub fn remove_contacts(from: Timestamp, until: Timestamp, now: Timestamp) =
        "UPDATE orders SET phone = '', address = '', phone_key = NULL, changed_at = $3 WHERE created_at >= $1 AND created_at < $2";
    // The transaction that pays or refunds an order calls this, so that the figures of its day follow.
    fn record_change(id: &Id, paid_at: Timestamp) = "INSERT INTO sales_changes (id, paid_at) VALUES ($1, $2)";
    /// While card payment is off, the orders that wait cannot be paid by card, so they never expire.
    pub fn keep_unpaid(now: Timestamp) = "UPDATE orders SET kept = 1, held_until = NULL, changed_at = $1 WHERE state = 'unpaid' AND kept = 0";
    /// Up to a hundred unpaid orders that were placed before `moment` and may expire, after the position `after`.
    pub fn unpaid_before(moment: Timestamp, after: &PageCursor) -> Vec<(Id, Timestamp, Id)> =
        "SELECT id, created_at, purchase_id FROM orders WHERE state = 'unpaid' AND kept = 0 AND created_at < $1 AND (created_at, id) > ($2, $3)
        ORDER BY created_at, id LIMIT 100",
        [moment, after.created_at, after.id];
}

/// The words that the search looks at.
fn search_key(order: &Order) -> String {
    search_words::search_key(&[&order.customer_name, &order.customer_email, &order.tool_name])
}

/// Marks the order as paid. Returns `false` if it is no longer unpaid, or was deleted.
pub async fn pay(tx: &Tx<'_>, id: &Id, payment: &OrderPayment) -> Result<bool, Error> {
    let is_paid = set_paid(tx, id, payment).await?;
    if is_paid {
        record_change(tx, &Id::new(payment.at), payment.at).await?;
    }
    Ok(is_paid)
}

/// Marks the order as shipped. Returns `false` if it is not in the state `paid`.
pub async fn ship(tx: &Tx<'_>, id: &Id, at: Timestamp, tracking: &Tracking) -> Result<bool, Error> {
    let is_shipped = set_shipped(tx, id, at, tracking).await?;
    if is_shipped {
        move_count(tx, SHIPPED_COUNT, 1).await?;
    }
    Ok(is_shipped)
}

/// Stores the refund in the order's state. Requires the [lock](lock_order). Returns `false` if the order is neither
/// paid nor shipped.
pub async fn begin_refund(tx: &Tx<'_>, order: &Order) -> Result<bool, Error> {
    let Some(refund) = order.state.order_refund() else { return Ok(false) };
    let is_begun = set_refunding(tx, &order.id, refund).await?;
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
    let OrderState::Refunded { at, refund } = &order.state else { return Ok(()) };
    if set_refunded(tx, &order.id, *at, refund.restocked_at).await? {
        move_count(tx, REFUNDED_COUNT, 1).await?;
    }
    Ok(())
}

/// Stores that the refund failed and is under way again. Requires the [lock](lock_order).
pub async fn reopen_refund(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<(), Error> {
    if set_refunding_again(tx, id, now).await? {
        move_count(tx, REFUNDED_COUNT, -1).await?;
    }
    Ok(())
}

/// Removes the customer's e-mail address and nothing else. Requires the [lock](lock_order).
pub async fn remove_customer_email(tx: &Tx<'_>, order: &Order, now: Timestamp) -> Result<(), Error> {
    let anonymous = Order { customer_email: String::new(), ..order.clone() };
    remove_email(tx, &order.id, &search_key(&anonymous), now).await
}

/// Writes the customer's data of the order.
pub async fn update_customer(tx: &Tx<'_>, order: &Order, now: Timestamp) -> Result<(), Error> {
    set_customer(tx, order, &search_key(order), now).await
}
