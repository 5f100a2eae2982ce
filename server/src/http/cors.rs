//! CORS for the origins in `TROWEL_ALLOWED_ORIGINS`. Responses to other origins do not reveal that such origins exist.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::origin::AllowedOrigins;

const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE");
const REQUEST_HEADERS: HeaderValue =
    HeaderValue::from_static("authorization, content-type, idempotency-key, if-match");
const RESPONSE_HEADERS: HeaderValue = HeaderValue::from_static("Link, X-Total-Count, ETag, Retry-After");
const TRUE: HeaderValue = HeaderValue::from_static("true");
/// Seconds for which a browser may cache a preflight response.
const PREFLIGHT_TTL: HeaderValue = HeaderValue::from_static("600");

/// How CORS applies to a request.
pub enum CorsDecision {
    /// No origin is allowed, or the path is not part of the API. Responses are the same for all origins.
    NotApplicable,
    /// The origin is missing or not allowed. Allowed origins get other headers, so caches need `Vary`.
    Denied,
    Allowed {
        origin: HeaderValue,
        is_preflight: bool,
    },
}

impl CorsDecision {
    pub fn decide(request: &Request, allowed: &AllowedOrigins) -> Self {
        if allowed.is_empty() || !request.uri().path().starts_with("/api/") {
            return Self::NotApplicable;
        }
        let headers = request.headers();
        match headers.get(header::ORIGIN) {
            Some(origin) if allowed.allow(headers) => Self::Allowed {
                origin: origin.clone(),
                is_preflight: request.method() == Method::OPTIONS
                    && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD),
            },
            _ => Self::Denied,
        }
    }

    /// The response to a preflight request, which never reaches a handler.
    pub fn approval(&self) -> Option<Response> {
        let Self::Allowed { is_preflight: true, .. } = self else { return None };
        let approved = [
            (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS),
            (header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_TTL),
        ];
        Some((StatusCode::NO_CONTENT, approved).into_response())
    }

    /// Adds the CORS headers to a response.
    pub fn add_to(self, answer: &mut HeaderMap) {
        if matches!(self, Self::NotApplicable) {
            return;
        }
        answer.append(header::VARY, HeaderValue::from_static("origin"));
        if let Self::Allowed { origin, is_preflight } = self {
            let mut fill = |name: HeaderName, value| answer.insert(name, value);
            fill(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            fill(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, TRUE);
            if !is_preflight {
                fill(header::ACCESS_CONTROL_EXPOSE_HEADERS, RESPONSE_HEADERS);
            }
        }
    }
}
