//! An id for each request: sent as `x-request-id`, and part of every log line that the request causes.

use std::net::SocketAddr;

use axum::{
    extract::{ConnectInfo, Request},
    http::{HeaderMap, HeaderName, HeaderValue},
};

use super::client_ip::TrustedProxies;
use crate::values::{hash::hex, ids};

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
const MAX_LENGTH: usize = 64;

pub struct RequestId(HeaderValue);

impl RequestId {
    /// Takes the id from a trusted proxy, so that its log and ours agree. From other clients it would be log injection.
    pub fn from_request(request: &Request, trusted: &TrustedProxies) -> Self {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let is_trusted = peer.is_some_and(|ConnectInfo(peer)| trusted.contains(peer.ip().to_canonical()));
        let given = request.headers().get(HEADER).filter(|value| is_trusted && is_valid(value.as_bytes()));
        Self(given.cloned().unwrap_or_else(random_id))
    }

    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    pub fn add_to(self, answer: &mut HeaderMap) {
        answer.insert(HEADER, self.0);
    }
}

fn random_id() -> HeaderValue {
    let mut random = [0; 8];
    ids::fill_random(&mut random);
    HeaderValue::from_str(&hex(&random)).unwrap_or(HeaderValue::from_static("-"))
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
        let mut request = Request::new(axum::body::Body::empty());
        request.headers_mut().insert(HEADER, HeaderValue::from_str(given).unwrap());
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer.parse().unwrap()));
        RequestId::from_request(&request, &trusted).as_str().to_owned()
    }

    #[test]
    fn only_a_trusted_proxys_id_is_kept() {
        assert_eq!(id_of("10.0.0.1:1", "7f3a-b.c_d"), "7f3a-b.c_d");
        assert_eq!(id_of("[::ffff:10.0.0.1]:1", "7f3a"), "7f3a");
        for (peer, given) in [
            ("192.0.2.1:1", "7f3a"),
            ("10.0.0.1:1", "a b"),
            ("10.0.0.1:1", ""),
            ("10.0.0.1:1", &"a".repeat(65)),
        ] {
            let own = id_of(peer, given);
            assert!(own.len() == 16 && own != id_of(peer, given), "{peer} {given}: {own}");
        }
    }
}
