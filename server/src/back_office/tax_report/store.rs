//! Sums of purchases and refunds by province and tax. Only reads tables of other features.

use crate::{
    back_office::figures::calendar::TimeSpan,
    db::{queries, row},
    values::{province::Province, taxes::Tax},
};

row! {
    /// Sums of sales that have their province and taxes in common.
    pub struct PlaceSums {
        pub province: Option<Province>,
        pub federal: Option<Tax>,
        pub provincial: Option<Tax>,
        /// Goods and delivery, without taxes. 0 for refunds.
        pub sales: i64,
        pub federal_cents: i64,
        pub provincial_cents: i64,
    }
}

queries! {
    /// Sums up the purchases that were paid in a time.
    pub fn charged(span: TimeSpan) -> Vec<PlaceSums> =
        "SELECT tax_province, federal_tax, provincial_tax, CAST(sum(goods_cents - discount_cents + shipping_cents) AS BIGINT),
            CAST(sum(federal_tax_cents) AS BIGINT), CAST(sum(provincial_tax_cents) AS BIGINT)
        FROM purchases WHERE id IN (SELECT purchase_id FROM orders WHERE paid_at >= $1 AND paid_at < $2)
        GROUP BY tax_province, federal_tax, provincial_tax",
        [span.start, span.end];
    /// Sums up the taxes of refunds that were decided in a time.
    pub fn returned(span: TimeSpan) -> Vec<PlaceSums> =
        "SELECT p.tax_province, p.federal_tax, p.provincial_tax, CAST(0 AS BIGINT),
            CAST(sum(r.federal_tax_cents) AS BIGINT), CAST(sum(r.provincial_tax_cents) AS BIGINT)
        FROM refunds r JOIN purchases p ON p.id = r.purchase_id
        WHERE r.created_at >= $1 AND r.created_at < $2 AND r.state IN ('due', 'done') AND r.waits = 0
        GROUP BY p.tax_province, p.federal_tax, p.provincial_tax",
        [span.start, span.end];
    /// Sums up the taxes of refunds that failed in a time. Their debit notes cancel what they returned.
    pub fn failed(span: TimeSpan) -> Vec<PlaceSums> =
        "SELECT p.tax_province, p.federal_tax, p.provincial_tax, CAST(0 AS BIGINT),
            CAST(sum(r.federal_tax_cents) AS BIGINT), CAST(sum(r.provincial_tax_cents) AS BIGINT)
        FROM refunds r JOIN purchases p ON p.id = r.purchase_id
        WHERE r.failed_at >= $1 AND r.failed_at < $2
        GROUP BY p.tax_province, p.federal_tax, p.provincial_tax",
        [span.start, span.end];
}
