//! Durations for people.

use std::time::Duration;

use super::language::Language;

/// Uses the largest unit that needs no fraction. In English.
pub fn humanize_duration(time: Duration) -> String {
    humanize_duration_in(Language::English, time)
}

/// The same in this language.
pub fn humanize_duration_in(language: Language, time: Duration) -> String {
    let minutes = (time.as_secs() + 30) / 60;
    let (count, [english, french], one_in_french) = match minutes {
        ..120 if minutes != 60 => (minutes, ["minute", "minute"], "une"),
        ..2_881 => (minutes / 60, ["hour", "heure"], "une"),
        _ => (minutes / 1_440, ["day", "jour"], "un"),
    };
    let unit = language.choose(english, french);
    match (language, count) {
        (Language::English, 1) => format!("one {unit}"),
        (Language::French, 0 | 1) => format!("{one_in_french} {unit}"),
        (Language::English | Language::French, _) => format!("{count} {unit}s"),
    }
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
        let in_french = |minutes| humanize_duration_in(Language::French, Duration::from_mins(minutes));
        assert_eq!(
            [1, 5, 60, 120, 10_080].map(in_french),
            ["une minute", "5 minutes", "une heure", "2 heures", "7 jours"]
        );
    }
}
