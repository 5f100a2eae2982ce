//! The time as the stand-ins see it.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970. Tests bring their own.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

pub fn system() -> Clock {
    Arc::new(system_seconds)
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the clock, replaceable by settings")]
fn system_seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Year, month (1–12) and day (1–31), counted in 400-year cycles of 146,097 days that begin on a 1 March.
pub fn date(seconds: i64) -> (i64, u32, u32) {
    let days = seconds.div_euclid(86_400) + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_cycle = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = cycle * 400 + year_of_cycle + i64::from(month <= 2);
    let small = |n: i64| u32::try_from(n).unwrap_or_default();
    (year, small(month), small(day_of_month))
}

/// `2026-11-20 23:51`
pub fn written(seconds: i64) -> String {
    let (year, month, day) = date(seconds);
    let minutes = seconds.rem_euclid(86_400) / 60;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::{date, written};

    #[test]
    fn dates_follow_the_calendar() {
        for (seconds, expected) in [
            (0, (1970, 1, 1)),
            (951_782_400, (2000, 2, 29)),
            (951_868_800, (2000, 3, 1)),
            (1_795_132_800, (2026, 11, 20)),
            (1_798_761_599, (2026, 12, 31)),
            (1_798_761_600, (2027, 1, 1)),
            (-1, (1969, 12, 31)),
        ] {
            assert_eq!(date(seconds), expected, "{seconds}");
        }
    }

    #[test]
    fn a_time_is_written_to_the_minute() {
        assert_eq!(written(1_795_132_800 + 86_399), "2026-11-20 23:59");
    }
}
