//! Programs of other origins that a setting lets call the API from a browser (CORS). Nobody else learns from an answer
//! that there are such.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::config::Config;

const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE");
const SENT: HeaderValue = HeaderValue::from_static("authorization, content-type, idempotency-key, if-match");
const READ: HeaderValue = HeaderValue::from_static("Link, X-Total-Count, ETag, Retry-After");
const TRUE: HeaderValue = HeaderValue::from_static("true");
/// Seconds for which a browser need not ask again.
const REMEMBERED: HeaderValue = HeaderValue::from_static("600");

/// Whether a setting names the origin that a browser gives for this request.
pub fn is_allowed(headers: &HeaderMap, config: &Config) -> bool {
    let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
    origin.is_some_and(|origin| config.allowed_origins.iter().any(|allowed| allowed.as_bytes() == origin))
}

/// Who sends a request, as far as origins go.
pub enum Asker {
    /// No origin is allowed, or the call is not the API's: answers are the same for everybody.
    Anyone,
    /// Nobody who is allowed. Those get another answer, and caches must know.
    NotAllowed,
    Allowed {
        origin: HeaderValue,
        is_preflight: bool,
    },
}

impl Asker {
    pub fn of(request: &Request, config: &Config) -> Self {
        if config.allowed_origins.is_empty() || !request.uri().path().starts_with("/api/") {
            return Self::Anyone;
        }
        let headers = request.headers();
        match headers.get(header::ORIGIN) {
            Some(origin) if is_allowed(headers, config) => Self::Allowed {
                origin: origin.clone(),
                is_preflight: request.method() == Method::OPTIONS
                    && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD),
            },
            _ => Self::NotAllowed,
        }
    }

    /// The answer to a browser that asks before it calls; no handler knows such a request.
    pub fn approval(&self) -> Option<Response> {
        let Self::Allowed { is_preflight: true, .. } = self else { return None };
        let approved = [
            (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, SENT),
            (header::ACCESS_CONTROL_MAX_AGE, REMEMBERED),
        ];
        Some((StatusCode::NO_CONTENT, approved).into_response())
    }

    /// Adds to any answer who may read it.
    pub fn add_to(self, answer: &mut HeaderMap) {
        if matches!(self, Self::Anyone) {
            return;
        }
        answer.append(header::VARY, HeaderValue::from_static("origin"));
        if let Self::Allowed { origin, is_preflight } = self {
            let mut fill = |name: HeaderName, value| answer.insert(name, value);
            fill(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            fill(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, TRUE);
            if !is_preflight {
                fill(header::ACCESS_CONTROL_EXPOSE_HEADERS, READ);
            }
        }
    }
}
