//! The tables `discount_codes` and `discount_uses`.

use super::{BasketCode, DiscountCode};
use crate::{
    db::{Last, One, queries},
    values::{discount::Discount, ids::Id, time::Timestamp},
};

/// The columns of [`DiscountCode`], in its order.
macro_rules! columns {
    () => {
        "c.id, c.code, c.kind, c.value, c.minimum_cents, c.starts_at, c.ends_at, c.max_uses, c.used, c.once, c.created_at, c.ended_at"
    };
}

/// A [`BasketCode`] for the customer with the key `$2`.
macro_rules! select_for_customer {
    ($from:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            ", (SELECT CAST(count(*) AS BIGINT) FROM discount_uses u WHERE u.code_id = c.id AND u.customer_key = $2 AND u.once = 1) FROM ",
            $from
        )
    };
}

queries! {
    /// Inserts the code. Returns `false` if there is such a code, which was not ended.
    pub fn insert(it: &DiscountCode) -> bool =
        "INSERT INTO discount_codes (id, code, kind, value, minimum_cents, starts_at, ends_at, max_uses, used, once, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (code) WHERE ended_at IS NULL DO NOTHING",
        [it.id, it.discount.code, it.discount.kind, it.discount.value, it.discount.minimum, it.starts_at, it.ends_at,
            it.max_uses, it.used, it.is_once, it.created_at];
    /// The newest, active ones first, each with the cents that it took off the goods of its purchases.
    pub fn newest(limit: i64) -> Vec<(DiscountCode, i64)> = concat!(
        "SELECT ", columns!(),
        ", (SELECT CAST(coalesce(sum(p.discount_cents), 0) AS BIGINT) FROM discount_uses u JOIN purchases p ON p.id = u.purchase_id WHERE u.code_id = c.id)
        FROM discount_codes c ORDER BY CASE WHEN c.ended_at IS NULL THEN 0 ELSE 1 END, c.id DESC LIMIT $1");
    pub fn count_active() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM discount_codes WHERE ended_at IS NULL";
    /// Whether a customer may have one.
    pub fn are_any() -> bool = "SELECT id FROM discount_codes WHERE ended_at IS NULL LIMIT 1";
    /// Ends the code. Returns `false` if it has ended before, or the shop has no such code.
    pub fn end(id: &Id, now: Timestamp) -> bool =
        "UPDATE discount_codes SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    pub fn by_code(code: &str, customer_key: &str) -> Option<BasketCode> =
        select_for_customer!("discount_codes c WHERE c.code = $1 AND c.ended_at IS NULL");
    pub fn of_basket_of_user(user: &Id, customer_key: &str) -> Option<BasketCode> =
        select_for_customer!("baskets b JOIN discount_codes c ON c.id = b.code_id WHERE b.user_id = $1");
    pub fn of_basket_of_cookie(hash: &str, customer_key: &str) -> Option<BasketCode> =
        select_for_customer!("baskets b JOIN discount_codes c ON c.id = b.code_id WHERE b.secret_hash = $1");
    pub fn of_purchase(purchase: &Id) -> Option<Discount> =
        "SELECT c.code, c.kind, c.value, c.minimum_cents FROM discount_uses u JOIN discount_codes c ON c.id = u.code_id
        WHERE u.purchase_id = $1";
    pub(super) fn count_use(id: &Id, now: Timestamp) -> Last =
        "UPDATE discount_codes SET used = used + 1 WHERE id = $1 AND ended_at IS NULL AND (max_uses IS NULL OR used < max_uses)
        AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2) RETURNING id";
    pub(super) fn insert_use(purchase: &Id, code: &Id, customer_key: &str, once: bool) -> Last =
        "INSERT INTO discount_uses (purchase_id, code_id, customer_key, once) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING RETURNING purchase_id";
    pub(super) fn count_return(purchase: &Id) =
        "UPDATE discount_codes SET used = used - 1 WHERE id = (SELECT code_id FROM discount_uses WHERE purchase_id = $1)";
    pub(super) fn delete_use(purchase: &Id) = "DELETE FROM discount_uses WHERE purchase_id = $1";
}
