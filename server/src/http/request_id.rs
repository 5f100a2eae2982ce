//! An id for each request: sent as `x-request-id`, and part of every log line that the request causes.

use std::{
    net::IpAddr,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::client_ip::TrustedProxies;
use crate::values::{hash::hex, ids};

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
const MAX_LENGTH: usize = 64;

pub struct RequestId(HeaderValue);

impl RequestId {
    /// Takes the id from a trusted proxy, so that its log and ours agree. An id from other clients would be log
    /// injection.
    pub fn choose(request: &HeaderMap, peer: Option<IpAddr>, trusted: &TrustedProxies) -> Self {
        let given = request.get(HEADER).filter(|value| {
            is_valid(value.as_bytes()) && peer.is_some_and(|peer| trusted.contains(peer.to_canonical()))
        });
        Self(given.cloned().unwrap_or_else(next_id))
    }

    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    /// Adds the id to a response, but not to a file that browsers keep for ever. Such a file would have the id of an
    /// earlier request.
    pub fn add_to(self, answer: &mut HeaderMap) {
        let caching = answer.get(header::CACHE_CONTROL).map(HeaderValue::as_bytes).unwrap_or_default();
        if !caching.ends_with(b"immutable") {
            answer.insert(HEADER, self.0);
        }
    }
}

/// A random start of this process, and a count. Multiplication by an odd number keeps ids distinct and spreads them.
fn next_id() -> HeaderValue {
    static NEXT: LazyLock<AtomicU64> = LazyLock::new(|| {
        let mut random = [0; 8];
        ids::fill_random(&mut random);
        AtomicU64::new(u64::from_ne_bytes(random))
    });
    let id = NEXT.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    HeaderValue::from_str(&hex(&id.to_be_bytes())).unwrap_or(HeaderValue::from_static("-"))
}

fn is_valid(bytes: &[u8]) -> bool {
    (1..=MAX_LENGTH).contains(&bytes.len())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    fn id_of(peer: &str, given: &str) -> String {
        let trusted = TrustedProxies::new(vec!["10.0.0.1/32".parse().unwrap()]);
        let headers = HeaderMap::from_iter([(HEADER, HeaderValue::from_str(given).unwrap())]);
        RequestId::choose(&headers, Some(peer.parse().unwrap()), &trusted).as_str().to_owned()
    }

    #[test]
    fn a_file_that_is_kept_for_ever_has_no_id() {
        for (caching, has_id) in [("public, max-age=31536000, immutable", false), ("no-cache", true)] {
            let mut answer =
                HeaderMap::from_iter([(header::CACHE_CONTROL, HeaderValue::from_static(caching))]);
            RequestId(next_id()).add_to(&mut answer);
            assert_eq!(answer.contains_key(HEADER), has_id, "{caching}");
        }
    }

    #[test]
    fn only_a_trusted_proxys_id_is_kept() {
        assert_eq!(id_of("10.0.0.1", "7f3a-b.c_d"), "7f3a-b.c_d");
        assert_eq!(id_of("::ffff:10.0.0.1", "7f3a"), "7f3a");
        for (peer, given) in
            [("192.0.2.1", "7f3a"), ("10.0.0.1", "a b"), ("10.0.0.1", ""), ("10.0.0.1", &"a".repeat(65))]
        {
            let own = id_of(peer, given);
            assert!(own.len() == 16 && own != id_of(peer, given), "{peer} {given}: {own}");
        }
    }
}
