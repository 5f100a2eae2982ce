//! Content negotiation and conditional requests: `Accept-Encoding` and `If-None-Match`.

use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};

use super::error::ApiError;
use crate::values::{hash::hex, language::localized};

/// Whether `Accept-Encoding` names this coding with a weight above zero.
pub fn accepts_encoding(headers: &HeaderMap, coding: &str) -> bool {
    let given = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(coding) && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// The values of `If-None-Match` of a GET or HEAD request.
pub fn if_none_match<B>(request: &Request<B>) -> Vec<HeaderValue> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Vec::new();
    }
    request.headers().get_all(header::IF_NONE_MATCH).iter().cloned().collect()
}

/// Replaces a response by 304 without a body if `known` contains its ETag, weak or strong.
pub fn or_not_modified<B: Default>(known: &[HeaderValue], mut response: Response<B>) -> Response<B> {
    let etag = response.headers().get(header::ETAG).and_then(|etag| etag.to_str().ok());
    if response.status() == StatusCode::OK && etag.is_some_and(|etag| contains_etag(known, etag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = B::default();
        response.headers_mut().remove(header::CONTENT_LENGTH);
        response.headers_mut().remove(header::CONTENT_ENCODING);
    }
    response
}

/// What an edit with a revision changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revised {
    Post,
    Settings,
    Tool,
}

/// The revision of this `thing` in the only tag of `If-Match`. A tag that is no revision matches none.
pub fn if_match_revision(headers: &HeaderMap, thing: Revised) -> Result<i64, ApiError> {
    // A proxy that compresses makes the tag weak.
    let revision = |tag: &str| tag.trim().trim_start_matches("W/").trim_matches('"').parse().ok();
    let tag = headers.get(header::IF_MATCH).ok_or_else(|| revision_required(thing))?;
    Ok(tag.to_str().ok().and_then(revision).unwrap_or(-1))
}

/// The answer to an edit of this `thing` without `If-Match`.
pub fn revision_required(thing: Revised) -> ApiError {
    ApiError::new(
        StatusCode::PRECONDITION_REQUIRED,
        "revision_required",
        match thing {
            Revised::Post => localized!(
                "Send the ETag of the post as If-Match, so that your change can’t overwrite another one. \
                 Nothing was changed.",
                "Envoyez l’ETag de l’article comme If-Match, pour que votre modification n’en écrase pas une \
                 autre. Rien n’a été modifié."
            ),
            Revised::Settings => localized!(
                "Send the ETag of the settings as If-Match, so that your change can’t overwrite another one. \
                 Nothing was changed.",
                "Envoyez l’ETag des paramètres comme If-Match, pour que votre modification n’en écrase pas une \
                 autre. Rien n’a été modifié."
            ),
            Revised::Tool => localized!(
                "Send the ETag of the tool as If-Match, so that your change can’t overwrite another one. \
                 Nothing was changed.",
                "Envoyez l’ETag de l’outil comme If-Match, pour que votre modification n’en écrase pas une \
                 autre. Rien n’a été modifié."
            ),
        },
    )
}

/// Whether a value of `If-None-Match` contains this ETag, weak or strong.
pub fn contains_etag(known: &[HeaderValue], etag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let known = known.iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|value| value.split(',')).any(|tag| opaque(tag) == opaque(etag))
}

/// A strong ETag, for exactly these bytes.
pub fn strong_etag(hash: &[u8]) -> String {
    format!("\"{}\"", hex(hash.get(..16).unwrap_or(hash)))
}

/// A weak ETag, for content that is sent with and without compression.
pub fn weak_etag(hash_hex: &str) -> String {
    format!("W/\"{}\"", hash_hex.get(..32).unwrap_or(hash_hex))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_coding_is_taken_when_it_is_named_and_not_refused() {
        for value in ["gzip", "br, gzip", "GZIP;q=0.5", "br;q=1 , gzip; q=0.001"] {
            assert!(accepts_encoding(&with(header::ACCEPT_ENCODING, value), "gzip"), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "gzip; q=0.000, br", "x-gzip", "identity"] {
            assert!(!accepts_encoding(&with(header::ACCEPT_ENCODING, value), "gzip"), "{value}");
        }
    }

    #[test]
    fn a_tag_matches_in_a_list_and_when_weak() {
        let known = [HeaderValue::from_static("\"x\", W/\"abc\"")];
        assert!(contains_etag(&known, "\"abc\""));
        assert!(contains_etag(&known, &weak_etag("abc")));
        assert!(!contains_etag(&known, "\"ab\""));
    }
}
