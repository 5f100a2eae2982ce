//! Timestamps: whole microseconds since 1970, UTC.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Microseconds since 1970-01-01T00:00:00Z. JSON has it in RFC 3339 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Parses a time in RFC 3339.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(|at: jiff::Timestamp| Self(at.as_microsecond()))
    }

    pub fn micros(self) -> i64 {
        self.0
    }

    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(micros_of(duration)))
    }

    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(micros_of(duration)))
    }
}

impl Timestamp {
    /// Whole seconds from `self` until `later`, rounded up. 0 if `later` is past.
    pub fn seconds_until(self, later: Self) -> u64 {
        u64::try_from(later.0.saturating_sub(self.0)).unwrap_or(0).div_ceil(1_000_000)
    }
}

crate::db::column! { Timestamp as i64: |at| at.micros(), |micros| Some(Self::from_micros(micros)) }

fn micros_of(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let timestamp = jiff::Timestamp::from_microsecond(self.0).unwrap_or_default();
        write!(f, "{timestamp:.6}")
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("not a time in RFC 3339"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_is_formatted_as_rfc_3339() {
        assert_eq!(Timestamp::from_micros(1_763_640_000_000_001).to_string(), "2025-11-20T12:00:00.000001Z");
    }
}
