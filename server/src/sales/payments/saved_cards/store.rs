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
    /// What an attacker saved before the owner of the e-mail address reclaimed the account is not the owner's.
    pub fn of_user(user: &Id) -> Option<CardCustomer> =
        "SELECT c.id, c.customer_id, c.created_at FROM card_customers c JOIN users u ON u.id = c.user_id
        WHERE c.user_id = $1 AND (u.reclaimed_at IS NULL OR c.created_at > u.reclaimed_at)";
    /// Requires the lock on the account, which has no customer.
    pub fn insert(id: &Id, user: &Id, now: Timestamp) =
        "INSERT INTO card_customers (id, user_id, created_at, tried_at) VALUES ($1, $2, $3, $3)";
    /// Returns `false` if the account was deleted meanwhile.
    pub fn set_customer(id: &Id, customer: &str) -> bool =
        "UPDATE card_customers SET customer_id = $2 WHERE id = $1 AND user_id IS NOT NULL";
    /// Leaves the customer to the payments job, which deletes it at the provider.
    pub fn release_of_user(user: &Id) = "UPDATE card_customers SET user_id = NULL WHERE user_id = $1";
    /// The same for customers of accounts that were reclaimed since.
    pub fn release_reclaimed() =
        "UPDATE card_customers SET user_id = NULL WHERE id IN (SELECT c.id FROM users u JOIN card_customers c ON c.user_id = u.id
        WHERE u.reclaimed_at IS NOT NULL AND c.created_at <= u.reclaimed_at)";
    /// Up to fifty customers to delete at the provider. The one tried longest ago comes first.
    pub fn released() -> Vec<CardCustomer> =
        "SELECT id, customer_id, created_at FROM card_customers WHERE user_id IS NULL ORDER BY tried_at LIMIT 50";
    pub fn mark_tried(id: &Id, now: Timestamp) = "UPDATE card_customers SET tried_at = $2 WHERE id = $1";
    pub fn delete(id: &Id) = "DELETE FROM card_customers WHERE id = $1";
}
