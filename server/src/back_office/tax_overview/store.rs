//! Sums of purchases by province. Only reads tables of other features.

use crate::{back_office::figures::calendar::TimeSpan, db::queries, values::province::Province};

queries! {
    /// Goods and delivery of the purchases in a time, without taxes. One with a paid line counts whole.
    pub fn sales(span: TimeSpan) -> Vec<(Option<Province>, i64)> =
        "SELECT p.tax_province, CAST(sum(p.goods_cents - p.discount_cents + p.shipping_cents) AS BIGINT) FROM purchases p
        WHERE p.created_at >= $1 AND p.created_at < $2
            AND EXISTS (SELECT 1 FROM orders o WHERE o.purchase_id = p.id AND o.transaction_id IS NOT NULL)
        GROUP BY p.tax_province", [span.start, span.end];
}
