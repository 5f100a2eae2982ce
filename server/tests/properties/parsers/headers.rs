//! Request headers.

use std::{
    net::{IpAddr, SocketAddr},
    slice,
};

use axum::{
    extract::FromRequestParts as _,
    http::{HeaderMap, HeaderName, HeaderValue, Request, header},
};
use futures_util::FutureExt as _;
use trowel::{
    accounts::extractors::bearer_token,
    base::idempotency::IdempotencyKey,
    catalogue::tools::version::ToolVersion,
    http::{client_ip::TrustedProxies, conditional, cookies::find_secret, request_id::RequestId},
    values::ids::Secret,
};

use super::{
    input::{Input, text},
    settings,
};

fn headers(name: HeaderName, values: impl IntoIterator<Item = HeaderValue>) -> HeaderMap {
    values.into_iter().map(|value| (name.clone(), value)).collect()
}

/// A key is accepted unchanged, or refused.
pub fn idempotency_key(bytes: &[u8]) {
    let Some(value) = Input::new(bytes).header() else { return };
    let (mut parts, ()) = Request::new(()).into_parts();
    parts.headers.insert("idempotency-key", value.clone());
    match IdempotencyKey::from_request_parts(&mut parts, &()).now_or_never().unwrap() {
        Ok(IdempotencyKey(key)) => {
            let key = key.unwrap();
            assert_eq!(key.as_bytes(), value.as_bytes());
            assert!((1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()));
        }
        Err(refusal) => assert_eq!((refusal.status.as_u16(), refusal.code), (400, "invalid_idempotency_key")),
    }
}

/// Content negotiation never chooses a coding that was not named, and recognizes a tag that was given.
pub fn negotiation(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (Some(accepted), Some(known)) = (input.header(), input.header()) else { return };
    let asked = headers(header::ACCEPT_ENCODING, [accepted.clone()]);
    for coding in ["br", "gzip"] {
        let named = text(accepted.as_bytes()).to_ascii_lowercase();
        assert!(!conditional::accepts_encoding(&asked, coding) || named.contains(coding), "{accepted:?}");
    }
    let (own, weak) = (conditional::strong_etag(&[7; 32]), conditional::weak_etag(&"07".repeat(32)));
    for tag in [&own, &weak] {
        assert!(
            !conditional::contains_etag(slice::from_ref(&known), tag)
                || text(known.as_bytes()).contains(&"07".repeat(16)),
            "{known:?}"
        );
        let among_others = [known.clone(), HeaderValue::from_str(tag).unwrap()];
        assert!(conditional::contains_etag(&among_others, tag), "{known:?}");
    }
}

/// The secret is found among other cookies, and only under its own name.
pub fn cookies(bytes: &[u8]) {
    let Some(others) = Input::new(bytes).header() else { return };
    let (name, secret) = ("trowel_session", "A".repeat(43));
    let found = |values: Vec<HeaderValue>| find_secret(&headers(header::COOKIE, values), name);
    if let Some(found) = found(vec![others.clone()]) {
        let sent = text(others.as_bytes());
        assert!(sent.contains(name) && sent.contains(found.reveal()), "{others:?}");
        return;
    }
    let own = HeaderValue::from_str(&format!("{name}={secret}")).unwrap();
    let one_line = HeaderValue::from_bytes(&[others.as_bytes(), b"; ", own.as_bytes()].concat()).unwrap();
    assert!(found(vec![others.clone(), own]).is_some(), "behind {others:?}");
    assert!(one_line.to_str().is_err() || found(vec![one_line]).is_some(), "in a line with {others:?}");
}

/// A token follows the scheme's name, and has one spelling.
pub fn bearer(bytes: &[u8]) {
    let Some(value) = Input::new(bytes).header() else { return };
    let Some(token) = bearer_token(&headers(header::AUTHORIZATION, [value.clone()])) else { return };
    let sent = value.to_str().unwrap();
    assert!(
        sent.to_ascii_lowercase().starts_with("bearer ") && sent.trim_end().ends_with(token.reveal()),
        "{sent:?}"
    );
    assert!(Secret::parse(token.reveal()).is_some());
}

/// The tags of `If-Match`: a tag of the shop is parsed, also next to others.
pub fn if_match(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (tags, revision, available) = (input.text_line(), input.number(), input.number());
    let version = ToolVersion { revision, available };
    assert_eq!(ToolVersion::parse_if_match(&version.tag()), [version]);
    assert_eq!(ToolVersion::parse_if_match(&format!("W/{}", version.tag())), [version]);
    assert!(ToolVersion::parse_if_match(&format!("{tags},{}", version.tag())).contains(&version), "{tags:?}");
    for read in ToolVersion::parse_if_match(&tags) {
        assert_eq!(ToolVersion::parse_if_match(&read.tag()), [read], "{tags:?}");
    }
}

/// An address counts only when a trusted proxy added it. What the client wrote further to the left changes nothing.
pub fn forwarded_for(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (written_by_client, line) = (input.text_line(), input.text_line());
    let hops: Vec<&str> = line.split(',').collect();
    let [proxy, inner, stranger]: [IpAddr; 3] =
        ["10.0.0.1", "10.0.0.2", "192.0.2.9"].map(|ip| ip.parse().unwrap());
    let trusted = TrustedProxies::new([proxy, inner].map(Into::into).to_vec());
    assert_eq!(trusted.client_ip(stranger, &hops), stranger, "{line:?}");
    let client = trusted.client_ip(proxy, &hops);
    let is_said = hops.iter().any(|hop| {
        let hop = hop.trim();
        let ip = hop.parse::<IpAddr>().or_else(|_| hop.parse::<SocketAddr>().map(|hop| hop.ip()));
        ip.is_ok_and(|ip| ip.to_canonical() == client)
    });
    assert!(client == proxy || is_said, "{line:?} is no word of {client}");
    if !trusted.contains(client) {
        let forged: Vec<&str> = written_by_client.split(',').chain(hops).collect();
        assert_eq!(trusted.client_ip(proxy, &forged), client, "{written_by_client:?} in front of {line:?}");
    }
}

/// A request id fits into a log line, and only a trusted proxy can set it.
pub fn request_id(bytes: &[u8]) {
    let Some(given) = Input::new(bytes).header() else { return };
    for (peer, is_trusted) in [("10.0.0.1", true), ("192.0.2.9", false)] {
        let request = headers(HeaderName::from_static("x-request-id"), [given.clone()]);
        let peer = Some(peer.parse().unwrap());
        let id = RequestId::choose(&request, peer, &settings::config().trusted_proxies);
        assert!((1..=64).contains(&id.as_str().len()), "{given:?}");
        assert!(
            id.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)),
            "{given:?}"
        );
        assert!(is_trusted || id.as_str() != given.to_str().unwrap_or_default(), "{given:?}");
    }
}
