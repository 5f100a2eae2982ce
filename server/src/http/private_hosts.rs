//! Refuses requests that did not come from this machine, for a demo whose passwords are public.
//!
//! A tunnel or a proxy connects from this machine, too. The name that the browser asked for tells it apart, and so do
//! the headers that proxies add. A page on another site cannot use a name of its own that leads to this machine.

use std::net::IpAddr;

use axum::{
    http::{HeaderMap, Request, StatusCode, Version, header, uri::Authority},
    response::{IntoResponse as _, Response},
};

use super::{
    error::ApiError,
    security_headers::{self, StrictTransport},
};
use crate::values::language::localized;

const PROXY_HEADERS: [&str; 8] = [
    "forwarded",
    "via",
    "cf-connecting-ip",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-original-host",
    "x-real-ip",
];

/// The response to a request that names another host than this machine, names none, or went through a proxy.
pub fn refuse<B>(request: &Request<B>) -> Option<Response> {
    let headers = request.headers();
    // HTTP/1.0 counts as forwarded, because nginx speaks it by default to the program behind it, and adds no header.
    let is_forwarded =
        request.version() == Version::HTTP_10 || PROXY_HEADERS.iter().any(|name| headers.contains_key(*name));
    let names_this_machine =
        host(headers).as_ref().is_some_and(is_loopback) && request.uri().authority().is_none_or(is_loopback);
    if names_this_machine && !is_forwarded {
        return None;
    }
    let sentence = localized!(
        "This demo is for its own machine only, because its passwords are public. To show it to others, start \
         it with --public-url and the address that they open.",
        "Cette démonstration est réservée à sa propre machine, car ses mots de passe sont publics. Pour la \
         montrer à d’autres, lancez-la avec --public-url et l’adresse à ouvrir."
    );
    let error = ApiError::new(StatusCode::MISDIRECTED_REQUEST, "private_demo", sentence);
    let mut response = error.into_response();
    security_headers::add(response.headers_mut(), StrictTransport::Off);
    Some(response)
}

/// `None` also if the header is repeated or malformed.
fn host(headers: &HeaderMap) -> Option<Authority> {
    let mut values = headers.get_all(header::HOST).iter();
    let host = values.next()?.to_str().ok()?;
    if values.next().is_some() { None } else { host.parse().ok() }
}

fn is_loopback(authority: &Authority) -> bool {
    let host = authority.host();
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    !authority.as_str().contains('@')
        && (host.eq_ignore_ascii_case("localhost")
            || address.is_ok_and(|address| address.to_canonical().is_loopback()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(uri: &str, headers: &[(&str, &str)]) -> u16 {
        let request =
            headers.iter().fold(Request::builder().uri(uri), |it, (name, value)| it.header(*name, *value));
        refuse(&request.body(()).unwrap()).map_or(200, |response| response.status().as_u16())
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in [
            "localhost",
            "LocalHost:8330",
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.9.9.9",
            "[::1]",
            "[::1]:8080",
            "[::ffff:127.0.0.1]",
        ] {
            assert_eq!(status("/", &[("host", host)]), 200, "{host}");
        }
        for host in [
            "",
            "x.trycloudflare.com",
            "localhost.evil.example",
            "localhost@evil.example",
            "evil@localhost",
            "127.0.0.1.nip.io",
            "192.168.0.7:8080",
            "0.0.0.0",
            "[::]",
            "[::ffff:10.0.0.1]",
            "localhost, evil.example",
            "not a host",
        ] {
            assert_eq!(status("/", &[("host", host)]), 421, "{host}");
        }
        assert_eq!(status("/", &[]), 421);
        assert_eq!(status("/", &[("host", "localhost"), ("host", "evil.example")]), 421);
        assert_eq!(status("http://localhost/", &[("host", "localhost")]), 200);
        assert_eq!(status("http://evil.example/", &[("host", "localhost")]), 421);
    }

    #[test]
    fn a_request_through_a_proxy_is_refused() {
        let by_nginx = Request::builder().version(Version::HTTP_10).header("host", "127.0.0.1:8080");
        assert!(refuse(&by_nginx.body(()).unwrap()).is_some());
        for (name, value) in [
            ("X-Forwarded-For", "203.0.113.9"),
            ("X-Forwarded-For", ""),
            ("X-Forwarded-Host", "localhost"),
            ("X-Forwarded-Proto", "https"),
            ("Forwarded", "for=203.0.113.9"),
            ("X-Real-IP", "203.0.113.9"),
            ("Via", "1.1 proxy"),
            ("CF-Connecting-IP", "203.0.113.9"),
            ("X-Original-Host", "x.ngrok.app"),
        ] {
            assert_eq!(status("/", &[("host", "localhost"), (name, value)]), 421, "{name}: {value}");
        }
    }
}
