//! JSON requests and responses. All invalid fields of a body are reported together.

use std::{collections::BTreeSet, time::Duration};

use axum::{
    body::{Bytes, HttpBody as _},
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    error::{ApiError, FieldError},
    known_members,
    language::localized_json,
    missing::Missing,
    strict_json::UniqueMembers,
};
use crate::values::{
    FromJson, InvalidValue,
    language::{Localized, localized},
};

/// The largest JSON body. The router rejects larger ones before reading them.
pub const MAX_BODY_BYTES: usize = 64 * 1024;
/// Stops clients that send their body slowly on purpose.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// A JSON object. Duplicate members are rejected, unknown ones only from API keys.
pub struct JsonBody<T>(pub T);

/// A JSON object like [`JsonBody`], or no body.
pub struct OptionalJsonBody<T>(pub Option<T>);

/// The body as bytes, limited in size and time.
pub struct RawBody(pub Bytes);

impl<S: Sync + Send> FromRequest<S> for RawBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        read_body(request, state, BODY_TIMEOUT).await.map(Self)
    }
}

async fn read_body<S: Sync + Send>(
    request: Request,
    state: &S,
    timeout: Duration,
) -> Result<Bytes, ApiError> {
    // Rejects before waiting for a body that declares its size.
    if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(too_large());
    }
    match tokio::time::timeout(timeout, Bytes::from_request(request, state)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(too_large()),
        Ok(Err(_)) => Err(ApiError::bad_request(
            "incomplete_body",
            localized!(
                "The connection ended before we received everything. Please try again.",
                "La connexion s’est terminée avant que tout nous parvienne. Veuillez réessayer."
            ),
        )),
        Err(_) => Err(ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "request_timeout",
            localized!(
                "We did not receive your request within {} seconds. Please try again.",
                "Votre requête ne nous est pas parvenue en {}\u{a0}secondes. Veuillez réessayer.",
                timeout.as_secs()
            ),
        )),
    }
}

fn too_large() -> ApiError {
    ApiError::too_large(
        "body_too_large",
        localized!(
            "The request body is too large. At most {MAX_BODY_BYTES} bytes are allowed.",
            "Le corps de la requête est trop volumineux. Au plus {MAX_BODY_BYTES}\u{a0}octets sont permis."
        ),
    )
}

/// The unparsed body, for requests that are compared byte by byte.
pub struct RawJson {
    pub bytes: Bytes,
    /// The members that an API key may send, see [`known_members::of_body`].
    known_members: Option<BTreeSet<String>>,
}

impl RawJson {
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        // Parses to Value first: a wrong type is then an error of its field (422), and only broken syntax is 400.
        let UniqueMembers(value) = serde_json::from_slice(&self.bytes).map_err(|error| {
            ApiError::bad_request(
                "malformed_json",
                localized!(
                    "The request body is not valid JSON: {error}.",
                    "Le corps de la requête n’est pas du JSON valide\u{a0}: {error}."
                ),
            )
        })?;
        let Value::Object(members) = &value else {
            return Err(ApiError::bad_request(
                "malformed_json",
                localized!(
                    "The request body must be a JSON object.",
                    "Le corps de la requête doit être un objet JSON."
                ),
            ));
        };
        if let Some(known) = &self.known_members {
            known_members::refuse_unknown(known, members.keys().map(String::as_str))?;
        }
        T::deserialize(value).map_err(|error| {
            ApiError::bad_request(
                "malformed_json",
                localized!(
                    "The request body has the wrong shape: {error}.",
                    "Le corps de la requête n’a pas la bonne forme\u{a0}: {error}."
                ),
            )
        })
    }
}

impl<S: Sync + Send> FromRequest<S> for RawJson {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let headers = request.headers().clone();
        let known_members = known_members::of_body(request.method(), &headers, request.extensions());
        let RawBody(bytes) = RawBody::from_request(request, state).await?;
        if !bytes.is_empty() {
            require_json(&headers)?;
        }
        Ok(Self { bytes, known_members })
    }
}

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        RawJson::from_request(request, state).await?.parse().map(Self)
    }
}

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for OptionalJsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let raw = RawJson::from_request(request, state).await?;
        if raw.bytes.is_empty() { Ok(Self(None)) } else { raw.parse().map(|body| Self(Some(body))) }
    }
}

fn require_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let refused = |detail: Localized| {
        Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail))
    };
    if headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return refused(localized!("Send the body uncompressed.", "Envoyez le corps sans compression."));
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json")) {
        Ok(())
    } else {
        refused(localized!("Send the body as application/json.", "Envoyez le corps en application/json."))
    }
}

/// A member of a body before validation.
#[derive(Default)]
pub enum Field<T> {
    #[default]
    Missing,
    Valid(T),
    Invalid(InvalidValue),
    /// Empty text, or spaces alone. A form sends it for a field that was left empty. The result is what the type makes
    /// of it.
    Blank(Result<T, InvalidValue>),
}

impl<T> Field<T> {
    /// The value of the only field of a body.
    pub fn required(self, name: &str) -> Result<T, ApiError> {
        let mut check = Validator::new();
        let value = check.required(name, self);
        check.finish(value)
    }

    pub const fn is_invalid(&self) -> bool {
        matches!(self, Self::Invalid(_) | Self::Blank(Err(_)))
    }

    /// Names the place of the value inside a member of the body.
    #[must_use]
    pub fn at(self, member: &str) -> Self {
        match self {
            Self::Invalid(fault) => Self::Invalid(fault.at(member)),
            Self::Blank(Err(fault)) => Self::Blank(Err(fault.at(member))),
            Self::Missing | Self::Valid(_) | Self::Blank(Ok(_)) => self,
        }
    }

    /// Treats empty text like a member that was left out.
    #[must_use]
    pub fn without_blank(self) -> Self {
        if let Self::Blank(_) = self { Self::Missing } else { self }
    }
}

impl<'de, T: FromJson> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::Null => Self::Missing,
            Value::String(text) if text.trim().is_empty() => Self::Blank(T::from_json(&Value::String(text))),
            value => T::from_json(&value).map_or_else(Self::Invalid, Self::Valid),
        })
    }
}

/// Collects all invalid fields of a body.
#[derive(Default)]
pub struct Validator(Vec<FieldError>);

impl Validator {
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns `None` if the field is missing, empty or invalid. Only an invalid field is an error.
    pub fn optional<T>(&mut self, name: &str, field: Field<T>) -> Option<T> {
        self.given(name, field.without_blank())
    }

    /// The same for a field whose empty text says something: it removes what is stored, or is refused.
    pub fn given<T>(&mut self, name: &str, field: Field<T>) -> Option<T> {
        match field {
            Field::Missing => None,
            Field::Valid(value) | Field::Blank(Ok(value)) => Some(value),
            Field::Invalid(fault) | Field::Blank(Err(fault)) => {
                self.add_error(name, fault);
                None
            }
        }
    }

    pub fn required<T>(&mut self, name: &str, field: Field<T>) -> Option<T> {
        if let Field::Missing = field {
            self.add_error(
                name,
                InvalidValue::new(
                    "required",
                    localized!("This field is required.", "Ce champ est obligatoire."),
                ),
            );
        }
        self.given(name, field)
    }

    pub fn add_error(&mut self, name: &str, fault: InvalidValue) {
        self.0.push(FieldError::new(name, fault));
    }

    pub fn is_valid(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the values of `fields`, or the errors of all fields.
    pub fn finish<F: CheckedFields>(self, fields: F) -> Result<F::Values, ApiError> {
        match fields.into_values() {
            Some(values) if self.is_valid() => Ok(values),
            _ => Err(ApiError::invalid_fields(self.0)),
        }
    }
}

/// Fields that a [`Validator`] has checked: one, a tuple of several, or `()`.
pub trait CheckedFields {
    type Values;

    /// `None` if one has no value.
    fn into_values(self) -> Option<Self::Values>;
}

impl CheckedFields for () {
    type Values = ();

    fn into_values(self) -> Option<()> {
        Some(())
    }
}

impl<T> CheckedFields for Option<T> {
    type Values = T;

    fn into_values(self) -> Self {
        self
    }
}

macro_rules! checked_tuples {
    ($($($field:ident)+;)*) => {$(
        #[expect(non_snake_case, reason = "a type parameter names its value")]
        impl<$($field),+> CheckedFields for ($(Option<$field>,)+) {
            type Values = ($($field,)+);

            fn into_values(self) -> Option<Self::Values> {
                let ($($field,)+) = self;
                Some(($($field?,)+))
            }
        }
    )*};
}

checked_tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

/// A JSON response with `Cache-Control: no-store`.
pub struct ApiJson<T>(pub T);

impl<T: Serialize> IntoResponse for ApiJson<T> {
    fn into_response(self) -> Response {
        localized_json(&self.0)
    }
}

pub fn json_response(bytes: impl Into<axum::body::Body>) -> Response {
    let mut response = Response::new(bytes.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Percent-decoded path segments: one, or several as a tuple. Text that cannot be decoded is 404.
pub struct PathSegment<T = String>(pub T);

impl<S: Sync + Send, T: DeserializeOwned + Send> FromRequestParts<S> for PathSegment<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let axum::extract::Path(segments) = axum::extract::Path::<T>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::not_found(Missing::Item))?;
        Ok(Self(segments))
    }
}

/// Query parameters. A duplicate or malformed parameter is rejected by name.
pub struct QueryParams<T>(pub T);

impl<S: Sync + Send, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        axum::extract::Query::<T>::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|rejection| {
                ApiError::bad_request(
                    "malformed_query",
                    localized!(
                        "The query is not valid: {}.",
                        "Les paramètres de l’adresse ne sont pas valides\u{a0}: {}.",
                        rejection.body_text()
                    ),
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use futures_util::stream;

    use super::*;

    #[tokio::test]
    async fn a_body_that_never_arrives_times_out() {
        let never = Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>());
        let refusal = read_body(Request::new(never), &(), Duration::from_millis(10)).await.err().unwrap();
        assert_eq!((refusal.status, refusal.code), (StatusCode::REQUEST_TIMEOUT, "request_timeout"));
    }
}
