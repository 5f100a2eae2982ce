//! Identifiers and secrets.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

use super::{hash::sha256_hex, time::Moment};

/// An `_id`: a UUID version 7 in its canonical spelling, opaque to callers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(String);

impl Id {
    /// Ordered by `now`, unguessable in its lower bits.
    pub fn new(now: Moment) -> Self {
        let mut random = [0; 10];
        fill(&mut random);
        let millis = u64::try_from(now.micros() / 1_000).unwrap_or(0);
        Self(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().to_string())
    }

    /// `None` for anything that cannot be an id of ours, which callers answer like an unknown id.
    pub fn parse(text: &str) -> Option<Self> {
        let id = Uuid::try_parse(text).ok()?.to_string();
        (id == text).then_some(Self(id))
    }

    pub fn as_str(&self) -> &str {
        &self.0
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

/// A 256-bit secret as its holder sees it. Only [`Secret::hash`] is ever stored.
pub struct Secret(String);

impl Secret {
    pub fn new() -> Self {
        let mut bytes = [0; 32];
        fill(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads what a client presents; `None` for anything that cannot be a secret of ours.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == 32).then(|| Self(text.to_owned()))
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Looking a hash up in an index leaks nothing of use about the secret, so no comparison in constant time is needed.
    pub fn hash(&self) -> String {
        sha256_hex(self.0.as_bytes())
    }
}

impl Default for Secret {
    fn default() -> Self {
        Self::new()
    }
}

/// The operating system's generator. It does not fail on any system we run on; if it did, no secret could be made safely.
#[expect(clippy::expect_used, reason = "going on without randomness would hand out guessable secrets")]
pub fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the operating system gives random bytes");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_time() {
        let early = Id::new(Moment::from_micros(1_000_000_000));
        let late = Id::new(Moment::from_micros(1_000_001_000));
        assert!(early < late);
    }

    #[test]
    fn only_the_canonical_spelling_is_an_id() {
        let id = Id::new(Moment::from_micros(0));
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
    fn a_secret_reads_back_and_nothing_else_does() {
        let secret = Secret::new();
        assert_eq!(Secret::parse(secret.reveal()).map(|s| s.hash()), Some(secret.hash()));
        assert!(Secret::parse("short").is_none());
        assert_eq!(secret.hash().len(), 64);
    }
}
