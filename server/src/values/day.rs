//! Days of the calendar, and when they begin in a time zone.

use jiff::{
    civil::{Date, DateTime},
    tz::TimeZone,
};

use super::time::Timestamp;

/// Returns the first moment of a day that is written `2026-11-05`. Returns `None` if the text is not a day.
pub fn parse_start_of_day(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    parse_day(text).map(|day| start_of(day, zone))
}

/// Returns the first moment after such a day. Returns `None` if the text is not a day.
pub fn parse_end_of_day(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    parse_day(text).map(|day| end_of(day, zone))
}

/// The first moment of a day. The last days of the year 9999 begin after all other moments.
pub fn start_of(day: Date, zone: &TimeZone) -> Timestamp {
    moment(day.into(), zone)
}

/// The first moment after a day.
pub fn end_of(day: Date, zone: &TimeZone) -> Timestamp {
    day.tomorrow().map_or(Timestamp::from_micros(i64::MAX), |next| start_of(next, zone))
}

/// The latest moment up to `now` at which this hour of a day began.
pub fn last_start_of_hour(hour: i8, now: Timestamp, zone: &TimeZone) -> Timestamp {
    let today = day_at(now, zone);
    let start = |day: Date| moment(day.at(hour, 0, 0, 0), zone);
    if start(today) <= now { start(today) } else { start(today.saturating_sub(jiff::Span::new().days(1))) }
}

/// The day of this moment. The last one for later moments.
pub fn day_at(at: Timestamp, zone: &TimeZone) -> Date {
    let at = jiff::Timestamp::from_microsecond(at.micros());
    at.map_or(Date::MAX, |at| zone.to_datetime(at).date())
}

/// `2026-11-05`. The parser accepts more, such as `20261105` and a time after the day.
pub fn parse_day(text: &str) -> Option<Date> {
    if text.len() == 10 { text.parse().ok() } else { None }
}

fn moment(at: DateTime, zone: &TimeZone) -> Timestamp {
    let at = zone.to_ambiguous_zoned_datetime(at).compatible();
    // Only the last days of the year 9999 fail.
    Timestamp::from_micros(at.map_or(i64::MAX, |at| at.timestamp().as_microsecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_and_ends_where_the_shop_is() {
        let zone = TimeZone::get("America/Toronto").unwrap();
        let times = |text| {
            let begin = parse_start_of_day(text, &zone)?;
            let end = parse_end_of_day(text, &zone)?;
            Some((begin.to_string(), begin.seconds_until(end) / 3_600))
        };
        assert_eq!(times("2026-11-05"), Some(("2026-11-05T05:00:00.000000Z".into(), 24)));
        assert_eq!(
            times("2026-11-01"),
            Some(("2026-11-01T04:00:00.000000Z".into(), 25)),
            "the clocks go back"
        );
        assert_eq!(times("2026-03-08").map(|(_, hours)| hours), Some(23));
        let last = parse_start_of_day("9999-12-31", &zone).unwrap();
        assert!(Some(last) > parse_start_of_day("9998-12-31", &zone));
        assert_eq!((parse_end_of_day("9999-12-31", &zone), day_at(last, &zone)), (Some(last), Date::MAX));
        for text in
            ["", "2026-02-30", "20261105", "2026-11-5", "05/11/2026", "2026-11-05T10:00", "tomorrow  "]
        {
            assert_eq!(times(text), None, "{text}");
        }
    }
    #[test]
    fn an_hour_begins_where_the_shop_is() {
        let zone = TimeZone::get("America/Toronto").unwrap();
        for (now, begin) in [
            ("2026-11-05T11:59:59Z", "2026-11-04T12:00:00Z"),
            ("2026-11-05T12:00:00Z", "2026-11-05T12:00:00Z"),
            ("2026-11-01T11:00:00Z", "2026-10-31T11:00:00Z"),
            ("2026-11-01T12:00:00Z", "2026-11-01T12:00:00Z"),
            ("2026-03-08T11:30:00Z", "2026-03-08T11:00:00Z"),
        ] {
            let [now, begin] = [now, begin].map(|text| Timestamp::parse(text).unwrap());
            assert_eq!(last_start_of_hour(7, now, &zone), begin, "{now}");
        }
    }
}
