//! Reads the sales of a range of days: past days from their sums, other days from the orders.

use std::collections::{HashMap, HashSet};

use jiff::{civil::Date, tz::TimeZone};

use super::{
    calendar::{DayRange, TimeSpan, day_at, span_of},
    store::{self, SalesSums},
};
use crate::db::{Error, Tx};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSales {
    pub tool_id: String,
    pub units: i64,
    pub revenue_cents: i64,
}

/// The days of a range, each with its sums. Days before the first sale are left out.
pub struct DailySales {
    days: Vec<SalesDay>,
}

struct SalesDay {
    day: Date,
    span: TimeSpan,
    is_summed: bool,
    sums: SalesSums,
}

pub async fn daily_sales(tx: &Tx<'_>, range: DayRange, zone: &TimeZone) -> Result<DailySales, Error> {
    let Some(first) = store::first_paid(tx).await? else { return Ok(DailySales { days: Vec::new() }) };
    let range = DayRange { from: range.from.max(day_at(first, zone)), ..range };
    let whole = range.span(zone);
    let summed = store::summed_days(tx, whole).await?;
    let last_summed = summed.last().map_or(whole.start, |(day, _)| day.end);
    let changes: HashSet<Date> = store::changes(tx, TimeSpan { end: last_summed, ..whole })
        .await?
        .into_iter()
        .map(|at| day_at(at, zone))
        .collect();
    let spans: Vec<(Date, TimeSpan)> = range.days().map(|day| (day, span_of(day, zone))).collect();
    let starts: HashMap<i64, TimeSpan> = spans.iter().map(|(_, span)| (span.start.micros(), *span)).collect();
    // After a change of the time zone no sum is used until the job has replaced them all.
    let are_valid = summed.iter().all(|(day, _)| starts.get(&day.start.micros()) == Some(day));
    let sums: HashMap<i64, SalesSums> =
        summed.into_iter().filter(|_| are_valid).map(|(day, sums)| (day.start.micros(), sums)).collect();
    let mut days = Vec::with_capacity(spans.len());
    for (day, span) in spans {
        let known = sums.get(&span.start.micros()).filter(|_| !changes.contains(&day));
        let (is_summed, sums) = match known {
            Some(sums) => (true, *sums),
            None => (false, store::sum_orders(tx, span).await?),
        };
        days.push(SalesDay { day, span, is_summed, sums });
    }
    Ok(DailySales { days })
}

impl DailySales {
    pub fn sum(&self, range: DayRange) -> SalesSums {
        let mut total = SalesSums::default();
        for day in self.days.iter().filter(|day| range.from <= day.day && day.day <= range.to) {
            total.add(day.sums);
        }
        total
    }

    /// The tools that sold in this range, in no order. Days in a row are read by one statement.
    pub async fn tools(&self, tx: &Tx<'_>, range: DayRange) -> Result<Vec<ToolSales>, Error> {
        let days: Vec<&SalesDay> =
            self.days.iter().filter(|day| range.from <= day.day && day.day <= range.to).collect();
        let mut tools = HashMap::<String, (i64, i64)>::new();
        for run in days.chunk_by(|day, next| day.is_summed == next.is_summed) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let span = TimeSpan { start: first.span.start, end: last.span.end };
            for (tool, units, cents) in store::tool_sales(tx, span, first.is_summed).await? {
                let sums = tools.entry(tool).or_default();
                *sums = (sums.0 + units, sums.1 + cents);
            }
        }
        let sales = |(tool_id, (units, revenue_cents))| ToolSales { tool_id, units, revenue_cents };
        Ok(tools.into_iter().map(sales).collect())
    }
}
