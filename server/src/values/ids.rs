//! Identifiers and secrets.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{hash::sha256_hex, time::Timestamp};

/// An `_id`: a UUID version 7 in its canonical spelling. Clients treat it as opaque.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Id(String);

impl Id {
    /// Sorts by `now`. The lower bits are random.
    pub fn new(now: Timestamp) -> Self {
        let mut random = [0; 10];
        fill_random(&mut random);
        let millis = u64::try_from(now.micros() / 1_000).unwrap_or(0);
        Self(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().to_string())
    }

    /// The same for each use of the secret. No account has it.
    pub fn of_secret(secret: &Secret) -> Self {
        let half: String = secret.hash().chars().take(32).collect();
        Self(Uuid::try_parse(&half).unwrap_or_default().to_string())
    }

    /// `None` for malformed ids, which callers treat like unknown ids.
    pub fn parse(text: &str) -> Option<Self> {
        let id = Uuid::try_parse(text).ok()?.to_string();
        (id == text).then_some(Self(id))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The time that [`new`](Self::new) got, in whole milliseconds.
    pub fn created_at(&self) -> Timestamp {
        let time = Uuid::try_parse(&self.0).ok().and_then(|id| id.get_timestamp());
        let (seconds, nanos) = time.map_or((0, 0), |time| time.to_unix());
        Timestamp::from_micros(i64::try_from(seconds).unwrap_or(0) * 1_000_000 + i64::from(nanos / 1_000))
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("not an id"))
    }
}

crate::db::column! { Id as String: |id| id.as_str(), |text| Self::parse(&text) }

/// A 256-bit secret in clear text. The database stores only [`Secret::hash`].
pub struct Secret(String);

impl Secret {
    pub fn new() -> Self {
        let mut bytes = [0; 32];
        fill_random(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The same for the same parts, which have no line breaks. One who lacks a part cannot compute it.
    pub fn derived(parts: &[&str]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(Sha256::digest(parts.join("\n"))))
    }

    /// Parses a secret that a client sends. `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == 32).then(|| Self(text.to_owned()))
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The timing of an index lookup by hash reveals nothing about the secret, so no constant-time comparison is used.
    pub fn hash(&self) -> String {
        sha256_hex(self.0.as_bytes())
    }
}

impl Default for Secret {
    fn default() -> Self {
        Self::new()
    }
}

/// Fills the buffer from the operating system's generator, which does not fail on supported systems.
#[expect(clippy::expect_used, reason = "without randomness secrets would be guessable")]
pub fn fill_random(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the operating system gives random bytes");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_time() {
        let early = Id::new(Timestamp::from_micros(1_000_000_000));
        let late = Id::new(Timestamp::from_micros(1_000_001_000));
        assert!(early < late);
        assert_eq!(late.created_at(), Timestamp::from_micros(1_000_001_000));
    }

    #[test]
    fn only_the_canonical_spelling_is_an_id() {
        let id = Id::new(Timestamp::from_micros(0));
        assert_eq!(Id::parse(id.as_str()), Some(id.clone()));
        for text in [
            "",
            "1",
            "../x",
            &id.as_str().to_uppercase(),
            &format!("{{{id}}}"),
            &id.as_str().replace('-', ""),
        ] {
            assert_eq!(Id::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_secret_parses_and_other_text_does_not() {
        let secret = Secret::new();
        assert_eq!(Secret::parse(secret.reveal()).map(|s| s.hash()), Some(secret.hash()));
        assert!(Secret::parse("short").is_none());
        assert_eq!(secret.hash().len(), 64);
    }
}
