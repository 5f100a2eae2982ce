//! Durations for people.

use std::time::Duration;

/// Uses the largest unit that needs no fraction.
pub fn humanize_duration(time: Duration) -> String {
    let minutes = (time.as_secs() + 30) / 60;
    let (count, unit) = match minutes {
        ..120 if minutes != 60 => (minutes, "minute"),
        ..2_881 => (minutes / 60, "hour"),
        _ => (minutes / 1_440, "day"),
    };
    if count == 1 { format!("one {unit}") } else { format!("{count} {unit}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_naturally() {
        let humanized = |minutes| humanize_duration(Duration::from_mins(minutes));
        // The e-mail is rendered shortly after the link is made.
        assert_eq!(
            [3_601, 3_599].map(|seconds| humanize_duration(Duration::from_secs(seconds))),
            ["one hour", "one hour"]
        );
        assert_eq!(
            [1, 5, 60, 90, 120, 1_440, 2_880, 10_080].map(humanized),
            [
                "one minute",
                "5 minutes",
                "one hour",
                "90 minutes",
                "2 hours",
                "24 hours",
                "48 hours",
                "7 days"
            ]
        );
    }
}
