//! Purchases in the database.

use super::Purchase;
use crate::{
    db::{Last, queries},
    http::pagination::PageCursor,
    values::{ids::Id, postal_code::PostalCode, province::Province, time::Timestamp},
};

/// The columns of [`Purchase`], in its order.
macro_rules! purchase_columns {
    () => {
        "id, number, province, postal_code, method, method_name, is_pick_up, days_from, days_to, goods_cents, discount_cents, discount_code, shipping_cents, tax_province, federal_tax, federal_rate, federal_base_cents, federal_tax_cents, federal_number, provincial_tax, provincial_rate, provincial_base_cents, provincial_tax_cents, provincial_number, shipping_federal_cents, shipping_provincial_cents, total_cents, created_at, held_until, is_extended, pays_at_pick_up, language"
    };
}

macro_rules! insert {
    () => {
        concat!(
            "INSERT INTO purchases (", purchase_columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)"
        )
    };
}

macro_rules! insert_plain {
    () => {
        "INSERT INTO purchases (id, number, goods_cents, total_cents, created_at, tax_province, language) VALUES ($1, $2, $3, $4, $5, $6, $7)"
    };
}

queries! {
    /// Inserts the purchase at the end of the transaction, before its orders.
    pub fn insert(p: &Purchase) -> Last = insert!(),
        [p.id, p.number, p.province, p.postal_code, p.delivery.method, p.delivery.name, p.delivery.is_pick_up,
            p.delivery.days_from, p.delivery.days_to, p.goods, p.discount, p.discount_code, p.shipping, p.tax_province, p.federal.tax,
            p.federal.millionths, p.federal.base, p.federal.amount, p.federal.number, p.provincial.tax,
            p.provincial.millionths, p.provincial.base, p.provincial.amount, p.provincial.number, p.shipping_federal,
            p.shipping_provincial, p.total, p.created_at, p.held_until, p.is_extended, p.pays_at_pick_up, p.language];
    /// Inserts a purchase that has no delivery, discount or tax.
    pub fn insert_plain(p: &Purchase) -> Last = insert_plain!(),
        [p.id, p.number, p.goods, p.total, p.created_at, p.tax_province, p.language];
    /// Inserts such a purchase before the next statement runs.
    pub fn insert_at_once(p: &Purchase) = insert_plain!(),
        [p.id, p.number, p.goods, p.total, p.created_at, p.tax_province, p.language];
    pub fn by_id(id: &Id) -> Option<Purchase> = concat!("SELECT ", purchase_columns!(), " FROM purchases WHERE id = $1");
    pub fn of_order(order: &Id) -> Option<Purchase> = concat!(
        "SELECT ", purchase_columns!(), " FROM purchases WHERE id = (SELECT purchase_id FROM orders WHERE id = $1)");
    /// What a customer bought, oldest first.
    pub fn of_user(user: &Id) -> Vec<Purchase> = concat!(
        "SELECT ", purchase_columns!(), " FROM purchases
        WHERE id IN (SELECT purchase_id FROM orders WHERE user_id = $1) ORDER BY created_at, id");
    /// Locks the purchase until the transaction ends. Every change of its payments and lines locks it first. Does
    /// nothing if it was deleted.
    pub fn lock(id: &Id) = "SELECT id FROM purchases WHERE id = $1 FOR NO KEY UPDATE";
    /// Locks the purchase of an order.
    pub fn lock_of(order: &Id) =
        "SELECT id FROM purchases WHERE id = (SELECT purchase_id FROM orders WHERE id = $1) FOR NO KEY UPDATE";
    /// The tools of the purchase, and what one piece of each weighs. `None` if the owner has not entered it.
    pub fn weights(id: &Id) -> Vec<(Id, Option<i64>)> =
        "SELECT t.id, t.weight_grams FROM orders o JOIN tools t ON t.id = o.tool_id WHERE o.purchase_id = $1";
    /// Whether an unpaid purchase of this customer is paid at pick-up.
    pub fn waits_at_pick_up(user: &Id) -> bool =
        "SELECT p.id FROM orders o JOIN purchases p ON p.id = o.purchase_id
        WHERE o.user_id = $1 AND o.transaction_id IS NULL AND p.pays_at_pick_up = 1 LIMIT 1";
    /// Stores the new delivery, discount, taxes and total of a purchase that lost a line.
    pub fn update(p: &Purchase) =
        "UPDATE purchases SET method = $2, method_name = $3, is_pick_up = $4, days_from = $5, days_to = $6, goods_cents = $7, discount_cents = $8, discount_code = $9, shipping_cents = $10, tax_province = $11, federal_tax = $12, federal_rate = $13, federal_base_cents = $14, federal_tax_cents = $15, federal_number = $16, provincial_tax = $17, provincial_rate = $18, provincial_base_cents = $19, provincial_tax_cents = $20, provincial_number = $21, shipping_federal_cents = $22, shipping_provincial_cents = $23, total_cents = $24 WHERE id = $1",
        [p.id, p.delivery.method, p.delivery.name, p.delivery.is_pick_up, p.delivery.days_from, p.delivery.days_to, p.goods,
            p.discount, p.discount_code, p.shipping, p.tax_province, p.federal.tax, p.federal.millionths, p.federal.base,
            p.federal.amount, p.federal.number, p.provincial.tax, p.provincial.millionths, p.provincial.base, p.provincial.amount,
            p.provincial.number, p.shipping_federal, p.shipping_provincial, p.total];
    /// Changes where the purchase goes, when the address is corrected.
    pub fn set_place(id: &Id, province: Province, code: Option<&PostalCode>) =
        "UPDATE purchases SET province = CASE WHEN province IS NULL THEN NULL ELSE $2 END, postal_code = $3, tax_province = $2 WHERE id = $1";
    /// Removes the postal code with the customer's address. The province stays, because the taxes depend on it.
    pub fn remove_postal_code(id: &Id) = "UPDATE purchases SET postal_code = NULL WHERE id = $1 AND postal_code IS NOT NULL";
    /// Removes the postal codes of all purchases placed in this time.
    pub fn remove_postal_codes(from: Timestamp, until: Timestamp) =
        "UPDATE purchases SET postal_code = NULL WHERE postal_code IS NOT NULL
        AND id IN (SELECT purchase_id FROM orders WHERE created_at >= $1 AND created_at < $2)";
    /// Deletes the purchase unless it has a line.
    pub fn delete_empty(id: &Id) =
        "DELETE FROM purchases WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE purchase_id = $1)";
    /// The stock is no longer held for an end.
    pub fn end_hold(id: &Id) = "UPDATE purchases SET held_until = NULL WHERE id = $1 AND held_until IS NOT NULL";
    /// While card payment is off, nothing expires that waits for a card.
    pub fn end_all_holds() = "UPDATE purchases SET held_until = NULL WHERE held_until IS NOT NULL AND pays_at_pick_up = 0";
    /// Up to a hundred orders of purchases that were not paid in time, after the position `after`.
    pub fn no_longer_held(now: Timestamp, after: &PageCursor) -> Vec<(Id, Timestamp, Id)> =
        "SELECT o.id, p.held_until, p.id FROM purchases p JOIN orders o ON o.purchase_id = p.id
        WHERE p.held_until IS NOT NULL AND p.held_until < $1 AND (p.held_until, o.id) > ($2, $3)
        ORDER BY p.held_until, o.id LIMIT 100",
        [now, after.created_at, after.id];
    /// Holds the stock of the purchase until then. Returns `false` if the purchase was extended before, is paid at
    /// pick-up, has no end, or has ended at `now`.
    pub fn extend(id: &Id, until: Timestamp, now: Timestamp) -> bool =
        "UPDATE purchases SET held_until = $2, is_extended = 1 WHERE id = $1 AND is_extended = 0 AND pays_at_pick_up = 0 AND held_until > $3";
}
