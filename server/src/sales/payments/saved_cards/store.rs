//! The table `card_customers`.

use crate::{
    db::{queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    /// An account's customer at the provider.
    pub struct CardCustomer {
        /// The id is also the idempotency key for creating the customer.
        pub id: Id,
        /// `None` until the provider has answered.
        pub customer_id: Option<String>,
        pub created_at: Timestamp,
    }
}

queries! {
    pub fn of_user(user: &Id) -> Option<CardCustomer> =
        "SELECT id, customer_id, created_at FROM card_customers WHERE user_id = $1";
    /// Requires the lock on the account, which has no customer.
    pub fn insert(id: &Id, user: &Id, now: Timestamp) =
        "INSERT INTO card_customers (id, user_id, created_at, tried_at) VALUES ($1, $2, $3, 0)";
    /// Returns `false` if the account was deleted meanwhile.
    pub fn set_customer(id: &Id, customer: &str) -> bool =
        "UPDATE card_customers SET customer_id = $2 WHERE id = $1 AND user_id IS NOT NULL";
    /// Up to fifty customers whose account is gone, not tried since `before`. The one tried longest ago comes first.
    pub fn released(before: Timestamp) -> Vec<CardCustomer> =
        "SELECT id, customer_id, created_at FROM card_customers WHERE user_id IS NULL AND tried_at < $1 ORDER BY tried_at LIMIT 50";
    pub fn mark_tried(id: &Id, now: Timestamp) = "UPDATE card_customers SET tried_at = $2 WHERE id = $1";
    pub fn delete(id: &Id) = "DELETE FROM card_customers WHERE id = $1";
}
