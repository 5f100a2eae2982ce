//! The 429 response.

use super::RateLimited;
use crate::http::error::ApiError;

impl From<RateLimited> for ApiError {
    fn from(RateLimited { action, at, retry_at }: RateLimited) -> Self {
        let seconds = at.seconds_until(retry_at).max(1);
        Self::too_many(action.limit().code, action.message(&humanize_seconds(seconds)), seconds)
    }
}

/// `1 second`, `59 seconds`, `2 minutes`, `3 hours`: rounded up.
pub fn humanize_seconds(seconds: u64) -> String {
    match seconds {
        1 => "1 second".into(),
        2..=90 => format!("{seconds} seconds"),
        91..=5_400 => format!("{} minutes", seconds.div_ceil(60)),
        _ => format!("{} hours", seconds.div_ceil(3_600)),
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
        assert_eq!(told, expected);
    }
}
