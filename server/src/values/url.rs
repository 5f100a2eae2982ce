//! URLs in settings.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;
use thiserror::Error;

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

/// An address that strangers on the Internet cannot reach.
#[derive(Debug, Clone, Copy, Error)]
#[error("the address is not public")]
pub struct PrivateAddress;

/// Whether the host is a public address. Returns `None` if the host is a name.
pub fn public_literal(url: &Url) -> Option<bool> {
    let host = url.host_str()?.trim_matches(['[', ']']);
    host.parse().ok().map(is_public_ip)
}

/// Whether the address is on the Internet, and not of this machine, its network, a cloud's metadata or a group.
pub fn is_public_ip(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_reserved = a == 0
        || a >= 240
        // Shared by the customers of a provider.
        || (a == 100 && (64..128).contains(&b))
        // Protocol assignments, relays to IPv6, and benchmarks.
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19));
    !(is_reserved
        || ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation())
}

/// Only 2000::/3 is on the Internet. In it, documentation, benchmarks and addresses that lead to an IPv4 address are
/// not.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    let is_reserved =
        (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002 || (a == 0x3fff && b < 0x1000);
    (0x2000..0x4000).contains(&a) && !is_reserved
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

/// Whether the name is one of documentation, which no shop has: RFC 2606, and the name of our own examples.
pub fn is_example_host(host: &str) -> bool {
    let mut labels = host.trim_end_matches('.').rsplit('.');
    matches!(
        (labels.next(), labels.next()),
        (Some("example" | "invalid"), _) | (Some("com" | "net" | "org" | "ca"), Some("example"))
    )
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
    fn only_addresses_on_the_internet_are_public() {
        for ip in ["8.8.8.8", "1.1.1.1", "100.63.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_public_ip(ip.parse().unwrap()), "{ip}");
        }
        for ip in [
            "0.0.0.0",
            "10.1.2.3",
            "100.100.100.200",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.192",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "fe80::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
        ] {
            assert!(!is_public_ip(ip.parse().unwrap()), "{ip}");
        }
        let literal = |url: &str| public_literal(&Url::parse(url).unwrap());
        assert_eq!(["https://2130706433/", "https://[::1]/"].map(literal), [Some(false); 2]);
        assert_eq!((literal("https://8.8.8.8/"), literal("https://a.ca/")), (Some(true), None));
    }

    #[test]
    fn a_host_is_a_name_only() {
        assert_eq!(parse_host("Bücher.example").as_deref(), Some("xn--bcher-kva.example"));
        for text in ["", "a.ca:8443", "a.ca/x", "*.a.ca", "[::1]", "a.ca;", "u@a.ca"] {
            assert_eq!(parse_host(text), None, "{text}");
        }
    }
}
