//! POST /identity/password/change. Forgotten ones are in [`crate::identity::email_link`].

use std::sync::Arc;

use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Error, Typed,
    change::{self, Refusal},
};
use crate::{
    http::{
        error::{ApiError, Problem},
        json::{Answer, Check, Field, JsonBody},
    },
    identity::{
        extractors::BySession,
        password::reauthenticate::Unconfirmed,
        session::{
            Method,
            start::{Arrival, Identity},
        },
    },
    shop::Shop,
    values::Fault,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(change_password))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChangePasswordBody {
    /// Absent if the account has none yet.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    current_password: Field<Typed>,
    #[serde(default)]
    #[schema(value_type = String, min_length = 6, max_length = 1024)]
    password: Field<Typed>,
}

/// The response to a request that sets a password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chosen<T> {
    #[serde(flatten)]
    pub answer: T,
    /// A sentence, if the password is weak. The password is accepted anyway.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password_warning: Option<&'static str>,
}

/// Change or set the caller's password. Ends all sessions and tokens; the browser gets a new session.
#[utoipa::path(post, path = "/identity/password/change", tag = "identity", request_body = ChangePasswordBody, security(("session" = [])),
    responses((status = 200, body = Chosen<Identity>), (status = 401, body = Problem),
        (status = 403, description = "`reauthentication_required`: there is no password yet, and this session began more than ten minutes ago", body = Problem),
        (status = 409, description = "`no_email`", body = Problem),
        (status = 422, description = "`wrong_password` of `currentPassword`", body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
async fn change_password(
    State(shop): State<Arc<Shop>>,
    BySession(session): BySession,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChangePasswordBody>,
) -> Result<Response, ApiError> {
    let mut check = Check::new();
    let wished = new_password(&mut check, body.password);
    let current = match body.current_password {
        // An empty form field. The account decides whether a password is needed.
        Field::Bad(fault) if fault.code == "required" => None,
        other => check.optional("currentPassword", other),
    };
    let (Some(wished), true) = (wished, check.is_clean()) else { return Err(check.refusal()) };
    let arrival = Arrival::new(&shop, &headers, Method::Password);
    let changed = change::change(&shop, &session, current.as_ref(), &wished, arrival.session.clone()).await;
    match changed {
        Ok(user) => {
            let password_warning = shop.passwords.warning(wished.as_str(), Some(&user)).await;
            let answer = Chosen { answer: Identity::from(&user), password_warning };
            Ok((arrival.cookies(&shop, &user)?, Answer(answer)).into_response())
        }
        Err(Refusal::Unconfirmed(why)) => Err(unconfirmed("currentPassword", why)),
        Err(Refusal::NoEmail) => Err(no_email()),
    }
}

/// Validates a new password with the messages of the form.
pub fn new_password(check: &mut Check, field: Field<Typed>) -> Option<Typed> {
    if let Field::Absent = field {
        check.fault("password", Fault::new("required", "password is required"));
    }
    let typed = check.optional("password", field)?;
    match typed.fault_if_new() {
        None => Some(typed),
        Some(fault) => {
            check.fault("password", fault);
            None
        }
    }
}

/// `field` is the form field of the password.
pub fn unconfirmed(field: &str, why: Unconfirmed) -> ApiError {
    match why {
        Unconfirmed::Missing => ApiError::field(field, Fault::new("required", "password is required")),
        Unconfirmed::Wrong => ApiError::field(
            field,
            Fault::new("wrong_password", "This password is not correct. Please try again."),
        ),
        Unconfirmed::TooMany(limited) => limited.into(),
        Unconfirmed::SignInAgain => ApiError::forbidden(
            "reauthentication_required",
            "For your security, please sign in again. Then try again within ten minutes.",
        ),
        Unconfirmed::SessionOver => ApiError::unauthenticated(),
        Unconfirmed::Password(error) => error.into(),
        Unconfirmed::Db(error) => error.into(),
    }
}

pub fn no_email() -> ApiError {
    ApiError::conflict("no_email", "Please add an email address to your account first.")
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::Busy => Self::unavailable(
                "busy",
                "Many people are signing in right now. Please try again in a moment.",
            ),
            Error::Failed(cause) => Self::internal(cause),
        }
    }
}
