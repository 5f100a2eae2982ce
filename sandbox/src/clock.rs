//! The current time, and dates as text.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970. Tests replace it.
pub type SandboxClock = Arc<dyn Fn() -> i64 + Send + Sync>;

pub fn system() -> SandboxClock {
    Arc::new(system_seconds)
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the clock, replaceable by settings")]
fn system_seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Year, month (1–12) and day (1–31), counted in 400-year cycles of 146,097 days that begin on 1 March.
pub fn date(seconds: i64) -> (i64, usize, i64) {
    let days = seconds.div_euclid(86_400) + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_cycle = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = cycle * 400 + year_of_cycle + i64::from(month <= 2);
    (year, usize::try_from(month).unwrap_or_default(), day_of_month)
}

/// `06:00:00`
pub fn time(seconds: i64) -> String {
    let second = seconds.rem_euclid(86_400);
    format!("{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60)
}

/// `2026-11-20 23:51:07`
pub fn date_time(seconds: i64) -> String {
    let (year, month, day) = date(seconds);
    format!("{year:04}-{month:02}-{day:02} {}", time(seconds))
}

/// `Sat, 21 Nov 2026 06:00:00 +0000`
pub fn rfc2822(seconds: i64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, month, day) = date(seconds);
    let weekday = usize::try_from(seconds.div_euclid(86_400).rem_euclid(7)).unwrap_or_default();
    format!("{}, {day:02} {} {year} {} +0000", DAYS[weekday], MONTHS[month - 1], time(seconds))
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_follow_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400, "2000-02-29 00:00:00"),
            (951_868_800, "2000-03-01 00:00:00"),
            (1_795_132_800 + 86_399, "2026-11-20 23:59:59"),
            (1_798_761_600, "2027-01-01 00:00:00"),
            (-1, "1969-12-31 23:59:59"),
        ] {
            assert_eq!(super::date_time(seconds), expected);
        }
        assert_eq!(super::rfc2822(0), "Thu, 01 Jan 1970 00:00:00 +0000");
        assert_eq!(super::rfc2822(1_795_240_799), "Sat, 21 Nov 2026 05:59:59 +0000");
        assert_eq!(super::rfc2822(1_709_164_800), "Thu, 29 Feb 2024 00:00:00 +0000");
    }
}
