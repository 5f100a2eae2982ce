//! Sums of purchases by province. Only reads tables of other features.

use crate::{back_office::figures::calendar::TimeSpan, db::queries, values::province::Province};

queries! {
    /// Goods and delivery, without taxes, of the purchases of which a line was paid in a time.
    pub fn sales(span: TimeSpan) -> Vec<(Option<Province>, i64)> =
        "SELECT tax_province, CAST(sum(goods_cents - discount_cents + shipping_cents) AS BIGINT) FROM purchases
        WHERE id IN (SELECT purchase_id FROM orders WHERE paid_at >= $1 AND paid_at < $2) GROUP BY tax_province",
        [span.start, span.end];
}
