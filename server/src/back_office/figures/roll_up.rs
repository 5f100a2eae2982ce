//! Sums each day after its end, and again after a late payment or refund. Every node may run it at once.

use std::collections::HashMap;

use jiff::{civil::Date, tz::TimeZone};

use super::{
    calendar::{DayRange, TimeSpan, day_at, plus, span_of, start_of},
    empty_searches, store, time_zone,
};
use crate::{
    db::{self, Tx},
    shop::Shop,
    values::time::Timestamp,
};

/// What a round has to do.
#[derive(Default)]
struct RollUpPlan {
    days_to_sum: Vec<TimeSpan>,
    /// Summed in another time zone.
    days_to_delete: Vec<Timestamp>,
}

/// One round: every missing and changed day in a transaction of its own.
pub async fn roll_up(shop: &Shop) -> Result<(), db::Error> {
    empty_searches::save(shop).await?;
    let zone = time_zone(shop);
    let today = day_at(shop.clock.now(), &zone);
    let plan = shop.db.read_long((zone, today), |tx, (zone, today)| Box::pin(plan(tx, zone, *today))).await?;
    for start in plan.days_to_delete {
        shop.db.write(start, |tx, start| Box::pin(store::delete_day(tx, *start))).await?;
    }
    for day in plan.days_to_sum {
        shop.db.write(day, |tx, day| Box::pin(store::sum_day(tx, *day))).await?;
    }
    Ok(())
}

/// Sums the days again whose sums differ from their orders. A node calls this when it starts.
pub async fn repair(shop: &Shop) -> Result<(), db::Error> {
    let wrong = shop.db.read_long((), |tx, ()| Box::pin(store::wrong_days(tx, i64::MAX))).await?;
    for day in wrong {
        tracing::warn!(day = %Timestamp::from_micros(day.starts_at), "the summed sales of a day differ from its orders and are summed again");
        let day = TimeSpan {
            start: Timestamp::from_micros(day.starts_at),
            end: Timestamp::from_micros(day.ends_at),
        };
        shop.db.write(day, |tx, day| Box::pin(store::sum_day(tx, *day))).await?;
    }
    Ok(())
}

async fn plan(tx: &Tx<'_>, zone: &TimeZone, today: Date) -> Result<RollUpPlan, db::Error> {
    let Some(first) = store::first_paid(tx).await? else { return Ok(RollUpPlan::default()) };
    let past = DayRange { from: day_at(first, zone), to: plus(today, -1) };
    let all = TimeSpan { start: Timestamp::from_micros(i64::MIN), end: start_of(today, zone) };
    let summed = store::summed_days(tx, TimeSpan { end: Timestamp::from_micros(i64::MAX), ..all }).await?;
    let summed: HashMap<i64, TimeSpan> =
        summed.into_iter().map(|(day, _)| (day.start.micros(), day)).collect();
    let mut changes = store::changes(tx, all).await?;
    changes.sort_unstable();
    let has_changed = |day: &TimeSpan| {
        changes.get(changes.partition_point(|at| *at < day.start)).is_some_and(|at| day.contains(*at))
    };
    let days: Vec<TimeSpan> =
        past.days().map(|day| span_of(day, zone)).filter(|day| day.start < day.end).collect();
    let is_current = |day: &TimeSpan| summed.get(&day.start.micros()) == Some(day);
    let wanted: HashMap<i64, TimeSpan> = days.iter().map(|day| (day.start.micros(), *day)).collect();
    let stale = summed.values().filter(|day| wanted.get(&day.start.micros()) != Some(day));
    Ok(RollUpPlan {
        days_to_delete: stale.map(|day| day.start).collect(),
        days_to_sum: days.into_iter().filter(|day| !is_current(day) || has_changed(day)).collect(),
    })
}
