//! Purchases in the database.

use super::Purchase;
use crate::{
    db::{Last, queries},
    values::{ids::Id, time::Timestamp},
};

/// The columns of [`Purchase`], in its order.
macro_rules! purchase_columns {
    () => {
        "id, number, province, postal_code, method, method_name, is_pick_up, days_from, days_to, goods_cents, discount_cents, shipping_cents, tax_province, federal_tax, federal_rate, federal_base_cents, federal_tax_cents, federal_number, provincial_tax, provincial_rate, provincial_base_cents, provincial_tax_cents, provincial_number, shipping_federal_cents, shipping_provincial_cents, total_cents, created_at, held_until, is_extended"
    };
}

macro_rules! insert {
    () => {
        concat!(
            "INSERT INTO purchases (", purchase_columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)"
        )
    };
}

queries! {
    /// At the end of the transaction. Before the orders of the purchase.
    pub fn insert(p: &Purchase) -> Last = insert!(),
        [p.id, p.number, p.province, p.postal_code, p.delivery.method, p.delivery.name, p.delivery.is_pick_up,
            p.delivery.days_from, p.delivery.days_to, p.goods, p.discount, p.shipping, p.tax_province, p.federal.tax,
            p.federal.millionths, p.federal.base, p.federal.amount, p.federal.number, p.provincial.tax,
            p.provincial.millionths, p.provincial.base, p.provincial.amount, p.provincial.number, p.shipping_federal,
            p.shipping_provincial, p.total, p.created_at, p.held_until, p.is_extended];
    /// A plain one, before the next statement.
    pub fn insert_at_once(p: &Purchase) =
        "INSERT INTO purchases (id, number, goods_cents, total_cents, created_at) VALUES ($1, $2, $3, $4, $5)",
        [p.id, p.number, p.goods, p.total, p.created_at];
    pub fn by_id(id: &Id) -> Option<Purchase> = concat!("SELECT ", purchase_columns!(), " FROM purchases WHERE id = $1");
    /// Locks the purchase until the transaction ends. Every change of its payments and lines locks it first. Does nothing
    /// if it was deleted.
    pub fn lock(id: &Id) = "SELECT id FROM purchases WHERE id = $1 FOR NO KEY UPDATE";
    /// Its orders, by line.
    pub fn order_ids(id: &Id) -> Vec<Id> = "SELECT id FROM orders WHERE purchase_id = $1 ORDER BY line";
    /// Unless it has a line.
    pub fn delete_empty(id: &Id) =
        "DELETE FROM purchases WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE purchase_id = $1)";
    /// The stock is no longer held for an end.
    pub fn end_hold(id: &Id) = "UPDATE purchases SET held_until = NULL WHERE id = $1 AND held_until IS NOT NULL";
    /// Up to a hundred purchases that were not paid in time, after the position `after`.
    pub fn no_longer_held(now: Timestamp, after: &Id) -> Vec<Id> =
        "SELECT id FROM purchases WHERE held_until < $1 AND id > $2 ORDER BY id LIMIT 100";
}
