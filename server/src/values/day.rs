//! Days of the calendar, and when they begin in a time zone.

use jiff::{civil::Date, tz::TimeZone};

use super::time::Timestamp;

/// The first moment of this day, written `2026-11-05`. `None`: the text is not a day.
pub fn begin_of_day(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    parse(text).map(|day| begin(day, zone))
}

/// The first moment after this day.
pub fn end_of_day(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    parse(text).map(|day| begin(day.saturating_add(jiff::Span::new().days(1)), zone))
}

fn parse(text: &str) -> Option<Date> {
    // The parser accepts more, such as `20261105` and a time after the day.
    if text.len() == 10 { text.parse().ok() } else { None }
}

fn begin(day: Date, zone: &TimeZone) -> Timestamp {
    let begin = zone.to_ambiguous_zoned(day.into()).compatible();
    // Only the last days of the year 9999 fail.
    Timestamp::from_micros(begin.map_or(i64::MAX, |begin| begin.timestamp().as_microsecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_and_ends_where_the_shop_is() {
        let zone = TimeZone::get("America/Toronto").unwrap();
        let times = |text| {
            let (begin, end) = (begin_of_day(text, &zone)?, end_of_day(text, &zone)?);
            Some((begin.to_string(), begin.seconds_until(end) / 3_600))
        };
        assert_eq!(times("2026-11-05"), Some(("2026-11-05T05:00:00.000000Z".into(), 24)));
        assert_eq!(
            times("2026-11-01"),
            Some(("2026-11-01T04:00:00.000000Z".into(), 25)),
            "the clocks go back"
        );
        assert_eq!(times("2026-03-08").map(|(_, hours)| hours), Some(23));
        assert!(begin_of_day("9999-12-31", &zone) > begin_of_day("9998-12-31", &zone));
        for text in
            ["", "2026-02-30", "20261105", "2026-11-5", "05/11/2026", "2026-11-05T10:00", "tomorrow  "]
        {
            assert_eq!(times(text), None, "{text}");
        }
    }
}
