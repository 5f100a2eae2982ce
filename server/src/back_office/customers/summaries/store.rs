//! A customer's name, place and orders. Only reads tables of other features.

use crate::{
    db::{queries, row},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// What the account `u` has paid for orders that were not refunded, with delivery and taxes, in cents.
macro_rules! paid_by_customer {
    () => {
        "CAST(coalesce((SELECT sum(o.due_cents) FROM orders o WHERE o.user_id = u.id AND o.state IN ('paid', 'shipped')), 0)
            + coalesce((SELECT sum(b.shipping_cents + b.shipping_federal_cents + b.shipping_provincial_cents) FROM purchases b
                WHERE b.id IN (SELECT o.purchase_id FROM orders o WHERE o.user_id = u.id AND o.lines > 1 AND o.state IN ('paid', 'shipped'))), 0) AS BIGINT)"
    };
}
pub(in crate::back_office) use paid_by_customer;

row! {
    pub struct CustomerSummaryRow {
        pub id: Id,
        pub name: String,
        /// As the customer typed it in the profile.
        pub location: Option<String>,
        /// The address of the last purchase, as JSON.
        pub delivery_address: Option<String>,
        pub order_count: i64,
        pub paid: Cents,
        pub last_order_at: Option<Timestamp>,
    }
}

queries! {
    pub fn summary(user: &Id) -> Option<CustomerSummaryRow> =
        concat!("SELECT u.id, u.display_name, p.location, p.delivery_address,
            CAST((SELECT count(*) FROM orders o WHERE o.user_id = u.id) AS BIGINT), ", paid_by_customer!(), ",
            (SELECT o.created_at FROM orders o WHERE o.user_id = u.id ORDER BY o.created_at DESC LIMIT 1)
        FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = $1 AND u.deleted_at IS NULL");
}
