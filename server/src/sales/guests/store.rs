//! The table `guest_purchases`.

use crate::{
    db::{Last, queries, row},
    values::{email::Email, ids::Id, time::Timestamp},
};

row! {
    /// What is known of the visitor who bought without a login.
    pub struct GuestPurchase {
        pub purchase_id: Id,
        /// The account that the checkout made.
        pub user_id: Id,
        /// The address as the guest typed it.
        pub email: Email,
        /// The hash of the secret that the browser has since its last checkout.
        pub browser_hash: String,
        pub created_at: Timestamp,
        /// When the last link was mailed. `None` if the purchase is not paid.
        pub linked_at: Option<Timestamp>,
        pub disowned_at: Option<Timestamp>,
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT purchase_id, user_id, email, browser_hash, created_at, linked_at, disowned_at FROM guest_purchases ",
            $rest
        )
    };
}

queries! {
    pub fn insert(guest: &GuestPurchase) -> Last =
        "INSERT INTO guest_purchases (purchase_id, user_id, email, browser_hash, created_at) VALUES ($1, $2, $3, $4, $5)",
        [guest.purchase_id, guest.user_id, guest.email, guest.browser_hash, guest.created_at];
    pub fn by_purchase(purchase: &Id) -> Option<GuestPurchase> = select!("WHERE purchase_id = $1");
    pub fn by_link(hash: &str) -> Option<GuestPurchase> = select!("WHERE link_hash = $1");
    /// Up to three paid ones, the latest first.
    pub fn linked_to(email: &Email) -> Vec<GuestPurchase> =
        select!("WHERE email = $1 AND link_hash IS NOT NULL AND disowned_at IS NULL ORDER BY created_at DESC LIMIT 3");
    /// The customer who has the orders of this purchase, if this browser bought it after `since` and no account
    /// disowned it.
    pub fn customer_in_browser(purchase: &Id, browser_hash: &str, since: Timestamp) -> Option<Id> =
        "SELECT o.user_id FROM guest_purchases g JOIN orders o ON o.purchase_id = g.purchase_id
        WHERE g.purchase_id = $1 AND (g.browser_hash = $2 OR g.earlier_browser_hash = $2) AND g.created_at > $3
        AND g.disowned_at IS NULL ORDER BY o.line LIMIT 1";
    /// Lets a new secret of the browser prove what the one before proves, which still works.
    pub fn renew_browser(before: &str, new: &str) -> Last =
        "UPDATE guest_purchases SET browser_hash = $2, earlier_browser_hash = $1 WHERE browser_hash = $1 OR earlier_browser_hash = $1";
    pub fn set_browser(purchase: &Id, hash: &str) = "UPDATE guest_purchases SET browser_hash = $2 WHERE purchase_id = $1";
    pub fn has_other_orders(user: &Id, purchase: &Id) -> bool =
        "SELECT id FROM orders WHERE user_id = $1 AND purchase_id <> $2 LIMIT 1";
    /// Replaces the link before.
    pub fn set_link(purchase: &Id, hash: &str, now: Timestamp) =
        "UPDATE guest_purchases SET link_hash = $2, linked_at = $3 WHERE purchase_id = $1";
    /// Returns `false` if the purchase was disowned before.
    pub fn disown(purchase: &Id, user: &Id, now: Timestamp) -> bool =
        "UPDATE guest_purchases SET user_id = $2, disowned_at = $3 WHERE purchase_id = $1 AND disowned_at IS NULL";
    /// Up to a hundred that were deleted before they were paid, with the accounts that their checkouts made.
    pub fn deleted_unpaid(before: Timestamp) -> Vec<(Id, Id)> =
        "SELECT purchase_id, user_id FROM guest_purchases WHERE link_hash IS NULL AND created_at < $1
        AND NOT EXISTS (SELECT 1 FROM purchases WHERE id = guest_purchases.purchase_id) ORDER BY created_at LIMIT 100";
    pub fn delete(purchase: &Id) = "DELETE FROM guest_purchases WHERE purchase_id = $1";
    /// Deletes the rows of the account's purchases, together with the account.
    pub fn delete_of_user(user: &Id) =
        "DELETE FROM guest_purchases WHERE purchase_id IN (SELECT purchase_id FROM orders WHERE user_id = $1)";
}
