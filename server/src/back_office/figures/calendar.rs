//! Days, weeks and months where the shop is.

use jiff::{ToSpan as _, civil::Date, tz::TimeZone};
use utoipa::ToSchema;

pub use crate::values::day::{day_at, end_of, parse_day, start_of};
use crate::{
    db::row,
    http::prelude::{InvalidValue, Validator},
    values::{language::localized, time::Timestamp},
};

row! {
    /// A time from a moment up to another one, which is not part of it.
    #[derive(Copy, PartialEq, Eq)]
    pub struct TimeSpan {
        pub start: Timestamp,
        pub end: Timestamp,
    }
}

impl TimeSpan {
    pub fn contains(&self, at: Timestamp) -> bool {
        self.start <= at && at < self.end
    }
}

/// The length of a step in the charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum ChartStep {
    Day,
    Week,
    Month,
}

/// Days, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayRange {
    pub from: Date,
    pub to: Date,
}

pub fn span_of(day: Date, zone: &TimeZone) -> TimeSpan {
    TimeSpan { start: start_of(day, zone), end: end_of(day, zone) }
}

pub fn plus(day: Date, days: i64) -> Date {
    day.saturating_add(days.days())
}

/// An optional day of a query.
pub fn day_in(check: &mut Validator, field: &str, text: Option<&str>) -> Option<Date> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?;
    let day = parse_day(text);
    if day.is_none() {
        check.add_error(
            field,
            InvalidValue::new(
                "not_a_day",
                localized!(
                    "Please enter a day, like 2026-03-31.",
                    "Veuillez entrer un jour, par exemple 2026-03-31."
                ),
            ),
        );
    }
    day
}

impl DayRange {
    pub fn day_count(&self) -> usize {
        usize::try_from((self.to - self.from).get_days() + 1).unwrap_or(0)
    }

    pub fn days(self) -> impl Iterator<Item = Date> {
        std::iter::successors(Some(self.from), |day| day.tomorrow().ok())
            .take_while(move |day| *day <= self.to)
    }

    pub fn span(&self, zone: &TimeZone) -> TimeSpan {
        TimeSpan { start: start_of(self.from, zone), end: end_of(self.to, zone) }
    }

    /// Returns the days directly before, as many as these.
    #[must_use]
    pub fn before(&self) -> Self {
        let days = i64::try_from(self.day_count()).unwrap_or(0);
        Self { from: plus(self.from, -days), to: plus(self.from, -1) }
    }

    /// Whole weeks from Monday or whole months, except for the first and the last.
    pub fn steps(&self, step: ChartStep) -> Vec<Self> {
        let mut steps = Vec::new();
        let mut next = Some(self.from);
        while let Some(from) = next.filter(|from| *from <= self.to) {
            let to = match step {
                ChartStep::Day => from,
                ChartStep::Week => plus(from, 7 - i64::from(from.weekday().to_monday_one_offset())),
                ChartStep::Month => from.last_of_month(),
            };
            steps.push(Self { from, to: to.min(self.to) });
            // No day comes after the last one of the year 9999.
            next = to.tomorrow().ok();
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use jiff::{civil::date, tz::offset};

    use super::*;

    #[test]
    fn a_day_is_a_day_where_the_shop_is() {
        let zone = TimeZone::fixed(offset(-5));
        let span = span_of(date(2026, 11, 5), &zone);
        assert_eq!(span.start.to_string(), "2026-11-05T05:00:00.000000Z");
        assert_eq!(span.start.seconds_until(span.end), 24 * 3_600);
        let last = Timestamp::from_micros(span.end.micros() - 1);
        assert_eq!([day_at(span.start, &zone), day_at(last, &zone)], [date(2026, 11, 5); 2]);
        assert_eq!(day_at(span.end, &zone), date(2026, 11, 6));
    }

    #[test]
    fn weeks_begin_on_monday_and_the_first_and_last_step_may_be_short() {
        let range = DayRange { from: date(2026, 10, 28), to: date(2026, 11, 10) };
        let steps = |step| {
            range
                .steps(step)
                .iter()
                .map(|part| format!("{} {}", part.from, part.day_count()))
                .collect::<Vec<_>>()
        };
        assert_eq!(steps(ChartStep::Week), ["2026-10-28 5", "2026-11-02 7", "2026-11-09 2"]);
        assert_eq!(steps(ChartStep::Month), ["2026-10-28 4", "2026-11-01 10"]);
        assert_eq!((steps(ChartStep::Day).len(), range.day_count(), range.days().count()), (14, 14, 14));
        assert_eq!(range.before(), DayRange { from: date(2026, 10, 14), to: date(2026, 10, 27) });
        let last = DayRange { from: date(9999, 12, 30), to: Date::MAX };
        for (step, count) in [(ChartStep::Day, 2), (ChartStep::Week, 1), (ChartStep::Month, 1)] {
            assert_eq!(last.steps(step).len(), count, "{step:?}");
        }
        assert_eq!(last.span(&TimeZone::UTC).end, Timestamp::from_micros(i64::MAX));
    }
}
