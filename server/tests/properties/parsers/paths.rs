//! Paths and URLs.

use std::sync::LazyLock;

use axum::{Router, body::Body, http::Request, routing::get};
use futures_util::FutureExt as _;
use http_body_util::BodyExt as _;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};
use reqwest::Url;
use tower::ServiceExt as _;
use trowel::{
    accounts::social::return_to::ReturnTo,
    catalogue::uploads::{fetch::is_complete_webp, image_url},
    http::{html, json::PathSegment},
    pictures::variants::{ImageVariant, is_image_name},
};

use super::{
    input::{Input, text},
    settings,
};

/// Decodes a path with the router and the extractor of the calls that take an e-mail address.
fn decoded(segment: &str) -> Option<(u16, String)> {
    static ROUTER: LazyLock<Router> = LazyLock::new(|| {
        Router::new().route("/profiles/{email}", get(async |PathSegment(email): PathSegment| email))
    });
    let request = Request::get(format!("/profiles/{segment}")).body(Body::empty()).ok()?;
    let answer = ROUTER.clone().oneshot(request).now_or_never()?.unwrap();
    let status = answer.status().as_u16();
    let body = answer.into_body().collect().now_or_never()?.unwrap().to_bytes();
    Some((status, text(&body)))
}

/// A handler receives exactly the text that was encoded. It is decoded once.
pub fn path_segment(bytes: &[u8]) {
    let wanted = text(bytes);
    let encoded = utf8_percent_encode(&wanted, NON_ALPHANUMERIC).to_string();
    if let Some((status, given)) = decoded(&encoded) {
        let expected = if wanted.is_empty() { (404, String::new()) } else { (200, wanted.clone()) };
        assert_eq!((status, given), expected, "{encoded}");
    }
    let raw = wanted.replace(['/', '?', '#'], "");
    if let Some((200, given)) = decoded(&raw) {
        assert_eq!(given.as_bytes(), percent_decode(raw.as_bytes()).collect::<Vec<_>>(), "{raw:?}");
    }
}

/// A redirect target is always a page of this shop, for the server and for a browser.
pub fn return_to(bytes: &[u8]) {
    let asked = text(bytes);
    let path = ReturnTo::parse_or_home(Some(&asked));
    for target in [path.as_str().to_owned(), path.with(&[("problem", "a&b#c"), ("provider", &asked)])] {
        let shop = Url::parse("https://tools.example.ca/login").unwrap();
        let landing = shop.join(&target).unwrap();
        assert_eq!(landing.origin(), shop.origin(), "{asked:?} leads to {landing}");
        assert!(target.starts_with('/') && !target.starts_with("//"), "{asked:?} became {target:?}");
        assert!(
            target.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\'),
            "{asked:?} became {target:?}"
        );
        assert!(
            !landing.path().starts_with("/api/") && !landing.path().starts_with("/sandbox/"),
            "{asked:?}"
        );
    }
    assert_eq!(ReturnTo::parse_or_home(Some(path.as_str())), path, "{asked:?}");
    let said =
        Url::parse("https://tools.example.ca").unwrap().join(&path.with(&[("problem", &asked)])).unwrap();
    assert!(said.query_pairs().any(|(name, value)| name == "problem" && value == asked), "{said}");
}

/// A tool's image belongs to the shop or is on a host that the settings name.
pub fn picture_address(bytes: &[u8]) {
    let typed = text(bytes);
    let config = settings::config();
    let Ok(kept) = image_url::check_image_url(&typed, config) else { return };
    assert_eq!(image_url::check_image_url(&kept, config).as_ref(), Ok(&kept), "{typed:?}");
    assert!(
        kept.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\".contains(&byte)),
        "{typed:?} became {kept:?}"
    );
    let seen = Url::parse("https://tools.example.ca/tool").unwrap().join(&kept).unwrap();
    if kept.starts_with('/') {
        assert_eq!(seen.host_str(), Some("tools.example.ca"), "{kept:?}");
        assert!(
            seen.path() == kept && kept.starts_with("/images/") && kept.ends_with("/350.webp"),
            "{kept:?}"
        );
    } else {
        assert_eq!(
            (seen.scheme(), seen.host_str(), seen.port()),
            ("https", Some("pictures.example.org"), None),
            "{kept:?}"
        );
        assert!(seen.username().is_empty() && seen.password().is_none(), "{kept:?}");
    }
}

/// A file in the store has a plain name and is one of two. A file without its last byte is incomplete.
pub fn picture_file(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (name, file) = (input.text_line(), input.text_line());
    if is_image_name(&name) {
        assert!(!name.contains(['/', '\\', '.', '%', '\0', ' ']) && name.len() <= 64, "{name:?}");
    }
    if let Some(known) = ImageVariant::from_file_name(&file) {
        assert_eq!(known.name(), file);
    }
    let content = input.rest();
    if is_complete_webp(content) {
        assert!(content.len() >= 12 && !is_complete_webp(&content[..content.len() - 1]));
    }
}

/// Text in HTML stays text: read back, it is unchanged, and it closes no element.
pub fn escaped(bytes: &[u8]) {
    let plain = text(bytes);
    let escaped = maud::html! { (plain) }.into_string();
    assert!(!escaped.contains(['<', '>', '"']), "{escaped}");
    let back =
        escaped.replace("&quot;", "\"").replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    assert_eq!(back, plain);
    let json = serde_json::Value::String(plain).to_string();
    let in_script = html::escape_json(&json);
    assert!(!in_script.contains('<'));
    assert_eq!(
        serde_json::from_str::<String>(&in_script).unwrap(),
        serde_json::from_str::<String>(&json).unwrap()
    );
}
