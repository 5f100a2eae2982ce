//! The 429 response.

use super::RateLimited;
use crate::{
    http::error::ApiError,
    values::language::{Localized, localized},
};

impl From<RateLimited> for ApiError {
    fn from(RateLimited { action, at, retry_at }: RateLimited) -> Self {
        let seconds = at.seconds_until(retry_at).max(1);
        Self::too_many(action.limit().code, action.message(seconds), seconds)
    }
}

/// `1 second`, `59 seconds`, `2 minutes`, `3 hours`: rounded up.
pub fn humanize_seconds(seconds: u64) -> Localized {
    match seconds {
        1 => localized!("1 second", "1\u{a0}seconde"),
        2..=90 => localized!("{seconds} seconds", "{seconds}\u{a0}secondes"),
        91..=5_400 => localized!("{} minutes", "{}\u{a0}minutes", seconds.div_ceil(60)),
        _ => localized!("{} hours", "{}\u{a0}heures", seconds.div_ceil(3_600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_in_words() {
        let told = [1, 2, 90, 91, 5_400, 5_401, 86_400].map(humanize_seconds);
        let expected =
            ["1 second", "2 seconds", "90 seconds", "2 minutes", "90 minutes", "2 hours", "24 hours"];
        assert_eq!(told.each_ref().map(Localized::english), expected);
        let french = humanize_seconds(5_401);
        assert_eq!(french.in_language(crate::values::language::Language::French), "2\u{a0}heures");
    }
}
