//! URLs in settings.

use std::net::IpAddr;

use reqwest::Url;

/// Whether the connection is encrypted or stays on this machine.
pub fn is_https_or_loopback(address: &str) -> bool {
    Url::parse(address)
        .is_ok_and(|url| url.scheme() == "https" || (url.scheme() == "http" && is_loopback(address)))
}

/// Whether the URL is on this machine.
pub fn is_loopback(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Whether a link of the owner to another site is safe on a page. It cannot run a script.
pub fn is_public_https(address: &str) -> bool {
    address.starts_with("https://")
        && Url::parse(address).is_ok_and(|url| {
            url.host_str().is_some_and(|host| is_safe_host(host) && host.contains('.'))
                && url.username().is_empty()
                && url.password().is_none()
        })
}

/// Whether the host has only letters, digits and a few marks. The URL parser also accepts `*`, `;` and quotes, which
/// would have a meaning in the content security policy.
fn is_safe_host(host: &str) -> bool {
    let has_only = |host: &str, marks: &[u8]| {
        host.bytes().all(|byte| byte.is_ascii_alphanumeric() || marks.contains(&byte))
    };
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => has_only(address, b":."),
        None => !host.is_empty() && has_only(host, b"-._"),
    }
}

/// A host name in its ASCII form. `None` for text with a port, a path or a wildcard, because host names become part of
/// the content security policy.
pub fn parse_host(text: &str) -> Option<String> {
    let url = Url::parse(&format!("https://{text}/")).ok()?;
    let host = url.host_str()?;
    let is_host = url.as_str() == format!("https://{host}/")
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    is_host.then(|| host.to_owned())
}

/// The host of a URL, without its port.
pub fn url_host(address: &str) -> Option<String> {
    Url::parse(address).ok()?.host_str().map(str::to_owned)
}

/// Scheme and authority of a URL that has nothing else.
pub fn parse_origin(url: &str) -> Option<String> {
    let url = Url::parse(url.trim()).ok()?;
    let is_bare = matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none();
    let is_bare = is_bare && url.host_str().is_some_and(is_safe_host);
    (is_bare && url.username().is_empty() && url.password().is_none())
        .then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_and_authority_only() {
        assert_eq!(parse_origin("https://Tools.example.ca/"), Some("https://tools.example.ca".into()));
        assert_eq!(parse_origin("http://[::1]:8080").as_deref(), Some("http://[::1]:8080"));
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
            assert_eq!(parse_origin(url), None, "{url}");
        }
    }

    #[test]
    fn a_host_is_a_name_only() {
        assert_eq!(parse_host("Bücher.example").as_deref(), Some("xn--bcher-kva.example"));
        for text in ["", "a.ca:8443", "a.ca/x", "*.a.ca", "[::1]", "a.ca;", "u@a.ca"] {
            assert_eq!(parse_host(text), None, "{text}");
        }
    }
}
