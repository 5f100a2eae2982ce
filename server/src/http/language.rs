//! The language of a response: errors and other sentences for people are in the language that the client prefers.
//!
//! Handlers write the English body. A body with texts has its French form beside it, as a [`FrenchBody`] in the
//! extensions of the response, and the router chooses one. A client that sends no `Accept-Language` gets English.

use axum::{
    body::{Body, HttpBody as _},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use serde::Serialize;

use super::{error::ApiError, json::json_response, response_cache::SharedResponse};
use crate::values::language::{Language, write_in_each};

/// The language that the client prefers. `None`: it does not say.
pub fn preferred(headers: &HeaderMap) -> Option<Language> {
    let header = headers.get(header::ACCEPT_LANGUAGE)?;
    Some(header.to_str().map(Language::accepted).unwrap_or_default())
}

/// The body of a response in French.
#[derive(Debug, Clone)]
pub struct FrenchBody(String);

impl FrenchBody {
    pub fn new(body: String) -> Self {
        Self(body)
    }
}

/// A JSON response in both languages, if `value` has texts.
pub fn localized_json(value: &impl Serialize) -> Response {
    match write_in_each(|| serde_json::to_string(value)) {
        (Ok(english), None) => json_response(english),
        (Ok(english), Some(Ok(french))) => in_both(json_response(english), french),
        (Err(error), _) | (_, Some(Err(error))) => ApiError::internal(error).into_response(),
    }
}

/// Adds the French body to a response with an English one.
pub fn in_both(mut response: Response, french: String) -> Response {
    response.extensions_mut().insert(FrenchBody(french));
    response
}

/// Chooses the language of a response that has two. Without `Accept-Language` the response stays as it is.
pub fn choose(preferred: Option<Language>, response: &mut Response) {
    let Some(FrenchBody(french)) = response.extensions_mut().remove() else { return };
    // It is not the same for every caller.
    response.extensions_mut().remove::<SharedResponse>();
    let Some(language) = preferred else { return };
    if language == Language::French {
        let headers = response.headers_mut();
        if headers.contains_key(header::CONTENT_LENGTH) {
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(french.len()));
        }
        // The body of a response to HEAD is empty.
        if !response.body().is_end_stream() {
            *response.body_mut() = Body::from(french);
        }
    }
    add_headers(language, response.headers_mut());
}

/// Says which language was chosen, and by which header.
pub fn add_headers(chosen: Language, headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(chosen.as_str()));
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::language::localized;

    async fn body(preferred: Option<Language>) -> (String, Option<HeaderValue>) {
        let mut response = localized_json(&localized!("Yes", "Oui"));
        response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(5));
        response.extensions_mut().insert(SharedResponse::Content);
        choose(preferred, &mut response);
        assert_eq!(response.extensions().get::<SharedResponse>(), None);
        let bytes = response.headers()[header::CONTENT_LENGTH].clone();
        let language = response.headers().get(header::CONTENT_LANGUAGE).cloned();
        assert_eq!(response.headers().contains_key(header::VARY), language.is_some());
        let body = axum::body::to_bytes(response.into_body(), 100).await.unwrap();
        assert_eq!(bytes, body.len().to_string());
        (String::from_utf8(body.to_vec()).unwrap(), language)
    }

    #[tokio::test]
    async fn a_body_with_texts_is_in_the_language_of_the_client() {
        assert_eq!(body(None).await, (r#""Yes""#.to_owned(), None));
        let english = Some(HeaderValue::from_static("en"));
        assert_eq!(body(Some(Language::English)).await, (r#""Yes""#.to_owned(), english));
        let french = Some(HeaderValue::from_static("fr"));
        assert_eq!(body(Some(Language::French)).await, (r#""Oui""#.to_owned(), french));
    }

    #[test]
    fn a_body_without_texts_has_no_language() {
        let mut response = localized_json(&"x");
        choose(Some(Language::French), &mut response);
        assert_eq!(response.headers().get(header::CONTENT_LANGUAGE), None);
    }
}
