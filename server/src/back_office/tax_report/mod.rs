//! What was charged and returned of each tax in a time, by where the sales are taxed.
//!
//! A tax counts as charged on the day of the payment, and as returned on the day on which the refund was decided. A
//! refund that failed is taken off what was returned on the day on which it failed.

pub mod http;
pub mod store;

use jiff::{ToSpan as _, civil::Date};

use self::store::PlaceSums;
use crate::{
    back_office::figures::calendar::{DayRange, TimeSpan},
    db::{Error, Tx},
    values::{province::Province, taxes::Tax},
};

/// Cents of one tax in one province.
#[derive(Debug, PartialEq, Eq)]
pub struct TaxSums {
    pub tax: Tax,
    pub province: Province,
    /// Goods and delivery, without taxes and before refunds.
    pub sales: i64,
    pub charged: i64,
    pub returned: i64,
}

#[derive(Default)]
pub struct TaxReport {
    /// The sums in the order of taxes and then of provinces.
    pub rows: Vec<TaxSums>,
    /// Sales on which no tax was charged.
    pub untaxed_sales: i64,
}

pub async fn tax_report(tx: &Tx<'_>, span: TimeSpan) -> Result<TaxReport, Error> {
    let mut report = TaxReport::default();
    for sums in store::charged(tx, span).await? {
        if sums.taxes().next().is_none() {
            report.untaxed_sales += sums.sales;
        }
        for (tax, province, cents) in sums.taxes() {
            let row = report.row(tax, province);
            row.sales += sums.sales;
            row.charged += cents;
        }
    }
    for sums in store::returned(tx, span).await? {
        for (tax, province, cents) in sums.taxes() {
            report.row(tax, province).returned += cents;
        }
    }
    for sums in store::failed(tx, span).await? {
        for (tax, province, cents) in sums.taxes() {
            report.row(tax, province).returned -= cents;
        }
    }
    report.rows.sort_by_key(|row| (row.tax, row.province.as_str()));
    Ok(report)
}

impl TaxReport {
    fn row(&mut self, tax: Tax, province: Province) -> &mut TaxSums {
        let known = self.rows.iter().position(|row| row.tax == tax && row.province == province);
        let place = known.unwrap_or_else(|| {
            self.rows.push(TaxSums { tax, province, sales: 0, charged: 0, returned: 0 });
            self.rows.len() - 1
        });
        &mut self.rows[place]
    }
}

impl PlaceSums {
    fn taxes(&self) -> impl Iterator<Item = (Tax, Province, i64)> {
        let both = [(self.federal, self.federal_cents), (self.provincial, self.provincial_cents)];
        both.into_iter().filter_map(|(tax, cents)| Some((tax?, self.province?, cents)))
    }
}

/// Returns the days to report on. If both are absent, they are the last full quarter. If only the first day is absent,
/// the days begin with the quarter of the last one.
pub fn days_of_report(from: Option<Date>, to: Option<Date>, today: Date) -> DayRange {
    let latest = if from.is_some() { today } else { quarter_of(today).saturating_sub(1.day()) };
    let to = to.unwrap_or(latest);
    DayRange { from: from.unwrap_or_else(|| quarter_of(to)), to }
}

/// The first day of the quarter.
fn quarter_of(day: Date) -> Date {
    day.first_of_month().saturating_sub(((day.month() - 1) % 3).months())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn without_days_it_is_the_last_full_quarter() {
        let days = |from, to, today| {
            let DayRange { from, to } = days_of_report(from, to, today);
            (from.to_string(), to.to_string())
        };
        let of = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(days(None, None, date(2026, 11, 26)), of("2026-07-01", "2026-09-30"));
        assert_eq!(days(None, None, date(2026, 1, 1)), of("2025-10-01", "2025-12-31"));
        assert_eq!(days(None, None, date(2026, 3, 31)), of("2025-10-01", "2025-12-31"));
        let own = (Some(date(2026, 11, 3)), Some(date(2026, 5, 31)));
        assert_eq!(days(own.0, None, date(2026, 11, 26)), of("2026-11-03", "2026-11-26"));
        assert_eq!(days(None, own.1, date(2026, 11, 26)), of("2026-04-01", "2026-05-31"));
    }
}
