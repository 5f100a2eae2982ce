//! The header Host, which an HTTP/1.1 request has once (RFC 9112 §3.2).
//!
//! The shop takes its addresses from its settings. A proxy in front of it may choose a site by one of two headers, and
//! the shop another, so neither is guessed.

use axum::{
    http::{HeaderValue, Request, Version, header, uri::Authority},
    response::{IntoResponse as _, Response},
};

use super::{
    error::ApiError,
    security_headers::{self, StrictTransport},
};
use crate::values::language::localized;

/// The response to a request with two of them, with none, or with one that names no host. Health checks still use
/// HTTP/1.0, which needs none.
pub fn refuse<B>(request: &Request<B>) -> Option<Response> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let sentence = match (hosts.next(), hosts.next()) {
        (None, _) if request.version() < Version::HTTP_11 => return None,
        (Some(host), None) if is_host(host) => return None,
        (None, _) => localized!(
            "This request has no Host header. Please send one.",
            "Cette requête n’a pas d’en-tête Host. Veuillez en envoyer un."
        ),
        (Some(_), None) => localized!(
            "The Host header of this request is not the name of a host.",
            "L’en-tête Host de cette requête n’est pas le nom d’un hôte."
        ),
        (Some(_), Some(_)) => localized!(
            "This request has more than one Host header.",
            "Cette requête a plus d’un en-tête Host."
        ),
    };
    let mut response = ApiError::bad_request("bad_host", sentence).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    security_headers::add(response.headers_mut(), StrictTransport::Off);
    Some(response)
}

/// An empty one is allowed.
fn is_host(value: &HeaderValue) -> bool {
    let text = value.to_str().unwrap_or("@");
    text.is_empty() || (!text.contains('@') && text.parse::<Authority>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(version: Version, hosts: &[&str]) -> u16 {
        let request =
            hosts.iter().fold(Request::builder().version(version), |it, host| it.header("host", *host));
        refuse(&request.body(()).unwrap()).map_or(200, |response| response.status().as_u16())
    }

    #[test]
    fn a_request_names_one_host() {
        let named = ["a", "a.example:8080", "127.0.0.1", "[::1]:80", "my_shop.example", ""];
        for host in named {
            assert_eq!(status(Version::HTTP_11, &[host]), 200, "{host}");
            assert_eq!(status(Version::HTTP_11, &[host, "a"]), 400, "{host}");
            assert_eq!(status(Version::HTTP_10, &[host, host]), 400, "{host}");
        }
        for wrong in ["a b", "a, b", "user@a", "a/b", "http://a", "a?b"] {
            assert_eq!(status(Version::HTTP_11, &[wrong]), 400, "{wrong}");
        }
        assert_eq!((status(Version::HTTP_11, &[]), status(Version::HTTP_10, &[])), (400, 200));
    }
}
