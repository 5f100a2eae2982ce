//! Error responses of the API: RFC 9457 problem documents with a stable `code`.

use std::fmt::Display;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{database_log, language::FrenchBody, missing::Missing};
use crate::{
    db,
    values::{
        InvalidValue,
        language::{Language, Localized, localized, write_in},
    },
};

/// An error response. Internal causes are logged where it is created and are never sent.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: StatusCode,
    pub code: &'static str,
    pub detail: Localized,
    errors: Vec<FieldError>,
    /// Seconds, for status 429 and 503.
    retry_after: Option<u64>,
    /// Boxed, so that an error stays small.
    extra: Box<ExtraMembers>,
}

/// Additional members, for example the current price.
#[derive(Debug, Clone, Default)]
struct ExtraMembers {
    in_english: Map<String, Value>,
    /// The members that have texts, in French.
    in_french: Map<String, Value>,
}

/// An invalid field of a request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FieldError {
    pub field: String,
    pub code: String,
    /// A sentence for people. Programs use the other members, because its words can change.
    #[schema(value_type = String)]
    pub detail: Localized,
    /// The index of the invalid row in a list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub row: Option<usize>,
    /// The path inside the field or its row, such as `prices.steps[1].from`. Indexes count from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
}

impl FieldError {
    pub fn new(field: &str, InvalidValue { code, detail, row, member }: InvalidValue) -> Self {
        Self { field: field.into(), code: code.into(), detail, row, member }
    }

    /// Says the error in one sentence, for people who read no other member.
    fn sentence(&self) -> Localized {
        let (field, row) = (&self.field, self.row.map(|row| row + 1));
        Localized::each(|language| {
            let detail = self.detail.in_language(language);
            match (language, row) {
                (Language::English, None) => format!("{field}: {detail}"),
                (Language::English, Some(row)) => format!("{field}: Row {row}: {detail}"),
                (Language::French, None) => format!("{field}\u{a0}: {detail}"),
                (Language::French, Some(row)) => format!("{field}\u{a0}: Ligne {row}\u{a0}: {detail}"),
            }
        })
    }
}

/// The problem document (RFC 9457) of every error response.
#[derive(Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`. `code` identifies the error.
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    #[schema(value_type = String)]
    detail: Localized,
    /// Stable identifier for programs.
    code: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    #[serde(flatten)]
    #[schema(ignore)]
    more: Map<String, Value>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, detail: Localized) -> Self {
        Self { status, code, detail, errors: Vec::new(), retry_after: None, extra: Box::default() }
    }

    pub fn bad_request(code: &'static str, detail: Localized) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    pub fn unauthenticated() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthenticated",
            localized!(
                "Please log in and try again. Your session has expired, or you are not logged in.",
                "Veuillez vous connecter et réessayer. Votre session a expiré, ou vous n’en avez pas."
            ),
        )
    }

    pub fn forbidden(code: &'static str, detail: Localized) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    pub fn not_found(missing: Missing) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", missing.sentence())
    }

    pub fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            localized!(
                "This address does not support this HTTP method.",
                "Cette adresse n’accepte pas cette méthode HTTP."
            ),
        )
    }

    pub fn conflict(code: &'static str, detail: Localized) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    pub fn too_large(code: &'static str, detail: Localized) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, code, detail)
    }

    pub fn unprocessable(code: &'static str, detail: Localized) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    pub fn unavailable(code: &'static str, detail: Localized) -> Self {
        Self { retry_after: Some(2), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail) }
    }

    pub fn too_many(code: &'static str, detail: Localized, retry_after_s: u64) -> Self {
        Self {
            retry_after: Some(retry_after_s.max(1)),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, detail)
        }
    }

    /// Sets `Retry-After`.
    #[must_use]
    pub fn after(self, retry_after_s: u64) -> Self {
        Self { retry_after: Some(retry_after_s.max(1)), ..self }
    }

    /// Logs `cause` and returns 500 without it.
    pub fn internal(cause: impl Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            localized!(
                "Something went wrong on our side. Before you try again, please check whether it worked.",
                "Un problème est survenu de notre côté. Avant de réessayer, veuillez vérifier si l’opération a \
                 réussi."
            ),
        )
    }

    /// What happened and what to do, without the name of a field.
    pub fn sentence(&self) -> &Localized {
        self.errors.first().map_or(&self.detail, |error| &error.detail)
    }

    pub fn invalid_fields(errors: Vec<FieldError>) -> Self {
        let detail = Localized::join(&errors.iter().map(FieldError::sentence).collect::<Vec<_>>());
        Self { errors, ..Self::unprocessable("invalid_field", detail) }
    }

    pub fn invalid_field(field: &str, fault: InvalidValue) -> Self {
        Self::invalid_fields(vec![FieldError::new(field, fault)])
    }

    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.extra.in_english.insert(member.to_owned(), value.into());
        self
    }

    /// Adds a member with texts inside.
    #[must_use]
    pub fn with_texts(mut self, member: &str, value: &impl Serialize) -> Self {
        let json = || serde_json::to_value(value).unwrap_or_default();
        self.extra.in_french.insert(member.to_owned(), write_in(Language::French, json));
        self.with(member, write_in(Language::English, json))
    }

    /// The response body.
    pub fn to_json(&self, language: Language) -> String {
        let mut more = self.extra.in_english.clone();
        if language == Language::French {
            more.extend(self.extra.in_french.clone());
        }
        let problem = Problem {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            code: self.code.to_owned(),
            errors: self.errors.clone(),
            more,
        };
        write_in(language, || serde_json::to_string(&problem)).unwrap_or_default()
    }
}

pub const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.to_json(Language::English)).into_response();
        response.extensions_mut().insert(FrenchBody::new(self.to_json(Language::French)));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, PROBLEM_JSON);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

fn not_available() -> Localized {
    localized!(
        "The shop is not available right now. Please try again in a moment.",
        "La boutique n’est pas disponible pour le moment. Veuillez réessayer dans un instant."
    )
}

/// The owner sees this text first, so it is for the owner too.
fn cannot_write() -> Localized {
    localized!(
        "The shop can store nothing right now: its disk is full, or its database takes no changes. Nothing was \
         changed. Please try again later.",
        "La boutique ne peut rien enregistrer pour le moment\u{a0}: son disque est plein, ou sa base de \
         données n’accepte aucune modification. Rien n’a été modifié. Veuillez réessayer plus tard."
    )
}

/// Database errors that no feature handles itself.
impl From<db::Error> for ApiError {
    fn from(error: db::Error) -> Self {
        match error {
            db::Error::Busy | db::Error::Conflict => Self::unavailable(
                "busy",
                localized!(
                    "The shop is very busy right now. Please try again in a moment.",
                    "La boutique est très occupée en ce moment. Veuillez réessayer dans un instant."
                ),
            ),
            db::Error::Unavailable(_) => {
                database_log::failed("a request failed", &error);
                Self::unavailable("busy", if error.cannot_write() { cannot_write() } else { not_available() })
            }
            db::Error::OutcomeUnknown => {
                tracing::error!(%error, "commit outcome unknown");
                // Not 503, because a client that follows its Retry-After could repeat a write that succeeded.
                Self::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "outcome_unknown",
                    localized!(
                        "The connection broke at the last moment. Before you try again, please check whether \
                         it worked.",
                        "La connexion a été coupée au dernier moment. Avant de réessayer, veuillez vérifier si \
                         l’opération a réussi."
                    ),
                )
            }
            other => Self::internal(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_that_are_safe_to_repeat_have_retry_after() {
        let when = |error: db::Error| {
            let response = ApiError::from(error).into_response();
            (response.status().as_u16(), response.headers().contains_key(header::RETRY_AFTER))
        };
        assert_eq!(when(db::Error::Busy), (503, true));
        assert_eq!(when(db::Error::OutcomeUnknown), (500, false));
    }
}
