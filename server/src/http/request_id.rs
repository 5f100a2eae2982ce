//! A name for each request: in the answer's `x-request-id` for whoever asks about it, and in front of every line that is
//! logged on its way.

use std::net::SocketAddr;

use axum::{
    extract::{ConnectInfo, Request},
    http::{HeaderMap, HeaderName, HeaderValue},
};

use crate::{
    config::Config,
    values::{hash::hex, ids},
};

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
const LONGEST: usize = 64;

pub struct RequestId(HeaderValue);

impl RequestId {
    /// A trusted proxy's own name for it, so that its log and ours agree; anyone else could write what they like into
    /// our log.
    pub fn of(request: &Request, config: &Config) -> Self {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let is_trusted =
            peer.is_some_and(|ConnectInfo(peer)| config.trusted_proxies.contains(&peer.ip().to_canonical()));
        let given = request.headers().get(HEADER).filter(|value| is_trusted && is_a_name(value.as_bytes()));
        Self(given.cloned().unwrap_or_else(new))
    }

    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    pub fn add_to(self, answer: &mut HeaderMap) {
        answer.insert(HEADER, self.0);
    }
}

fn new() -> HeaderValue {
    let mut random = [0; 8];
    ids::fill(&mut random);
    HeaderValue::from_str(&hex(&random)).unwrap_or(HeaderValue::from_static("-"))
}

fn is_a_name(bytes: &[u8]) -> bool {
    (1..=LONGEST).contains(&bytes.len())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Mode, tests::checked};

    fn id_of(peer: &str, given: &str) -> String {
        let config =
            checked(Mode::Serve, &["--public-url=https://a.ca", "--trusted-proxies=10.0.0.1"]).unwrap();
        let mut request = Request::new(axum::body::Body::empty());
        request.headers_mut().insert(HEADER, HeaderValue::from_str(given).unwrap());
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer.parse().unwrap()));
        RequestId::of(&request, &config).as_str().to_owned()
    }

    #[test]
    fn a_trusted_proxys_name_is_kept_and_nobody_elses() {
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
