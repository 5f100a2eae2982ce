//! The language that a request asks for.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};

use crate::values::language::Language;

/// The language of the `Accept-Language` header.
pub struct RequestLanguage(pub Language);

impl RequestLanguage {
    pub fn of(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|line| line.to_str().ok());
        Self(Language::accepted(&lines.collect::<Vec<_>>().join(",")))
    }
}

impl<S: Sync> FromRequestParts<S> for RequestLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}
