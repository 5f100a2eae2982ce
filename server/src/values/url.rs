//! Addresses of the web, as settings give them.

use std::net::IpAddr;

use reqwest::Url;

/// Whether nobody on the way can read along: TLS, or no way at all.
pub fn stays_private(address: &str) -> bool {
    Url::parse(address)
        .is_ok_and(|url| url.scheme() == "https" || (url.scheme() == "http" && is_here(address)))
}

/// Whether the address leads to this machine and nowhere else.
pub fn is_here(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// A parser takes more for a host than any machine is called: a star, a semicolon, a quotation mark. In the security policy
/// they would say something.
fn is_plain(host: &str) -> bool {
    let is_of = |host: &str, marks: &[u8]| {
        host.bytes().all(|byte| byte.is_ascii_alphanumeric() || marks.contains(&byte))
    };
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => is_of(address, b":."),
        None => !host.is_empty() && is_of(host, b"-._"),
    }
}

/// A host name as it stands in an address. `None` for anything with more to it, or with a star: these names also go into
/// the security policy.
pub fn host(text: &str) -> Option<String> {
    let url = Url::parse(&format!("https://{text}/")).ok()?;
    let host = url.host_str()?;
    let is_host = url.as_str() == format!("https://{host}/")
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    is_host.then(|| host.to_owned())
}

/// The host of an address, without its port.
pub fn host_of(address: &str) -> Option<String> {
    Url::parse(address).ok()?.host_str().map(str::to_owned)
}

/// Scheme and authority of an address without path, query or fragment.
pub fn origin(url: &str) -> Option<String> {
    let url = Url::parse(url.trim()).ok()?;
    let bare = matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none();
    let bare = bare && url.host_str().is_some_and(is_plain);
    (bare && url.username().is_empty() && url.password().is_none())
        .then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_nothing_more() {
        assert_eq!(origin("https://Tools.example.ca/"), Some("https://tools.example.ca".into()));
        assert_eq!(origin("http://[::1]:8080").as_deref(), Some("http://[::1]:8080"));
        for url in [
            "https://a.ca/shop",
            "ftp://a.ca",
            "a.ca",
            "https://user@a.ca",
            "https://a.ca?x",
            "https://*.a.ca",
            "https://a;script-src.ca",
            "https://a,b.ca",
            "https://a'b.ca",
            "https://:secret@a.ca",
        ] {
            assert_eq!(origin(url), None, "{url}");
        }
    }

    #[test]
    fn a_host_has_nothing_more() {
        assert_eq!(host("Bücher.example").as_deref(), Some("xn--bcher-kva.example"));
        for text in ["", "a.ca:8443", "a.ca/x", "*.a.ca", "[::1]", "a.ca;", "u@a.ca"] {
            assert_eq!(host(text), None, "{text}");
        }
    }
}
