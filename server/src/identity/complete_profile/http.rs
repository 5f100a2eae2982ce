//! The call of "Finish your account".

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Unfinished, complete, send};
use crate::{
    http::{
        client_ip::ClientAddress,
        error::{ApiError, Problem},
        json::{Answer, Check, Field, JsonBody},
    },
    identity::{
        extractors::BySession,
        one_time_code::{Sent, code_input::Digits},
        session::start::{Arrival, Identity},
        social::account_linking::Refusal,
        store::StoredSession,
    },
    shop::Shop,
    values::{Fault, email::Email, text::Line, time::Moment},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(complete_account))
}

#[derive(Deserialize, ToSchema)]
struct CompleteBody {
    #[serde(default)]
    #[schema(value_type = String, format = Email)]
    email: Field<Email>,
    /// Without it a code is sent. With it the account is completed.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "012345")]
    code: Field<Digits>,
    /// Required with the code if the account has no name.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    name: Field<Line<120>>,
}

/// A code was sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CodeMailed {
    email: String,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Moment,
    /// When another code can be requested.
    #[schema(value_type = String, format = DateTime)]
    resend_at: Moment,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "says to openapi.json that there are two answers")]
enum Completed {
    Mailed(CodeMailed),
    Finished(Identity),
}

/// Set the address of an account that has none. Without `code` a code is mailed there. With it the account is completed
/// and a new session starts. If another account has the address, this login method is linked to that one.
#[utoipa::path(post, path = "/identity/complete", tag = "identity", request_body = CompleteBody, security(("session" = [])),
    responses((status = 200, body = Completed), (status = 401, body = Problem),
        (status = 403, description = "also `account_closed`", body = Problem),
        (status = 409, description = "`profile_complete`, `code_expired`, `provider_already_linked`", body = Problem),
        (status = 422, description = "also a wrong code", body = Problem), (status = 429, body = Problem),
        (status = 503, description = "`email_disabled`: this shop sends no mail", body = Problem)))]
async fn complete_account(
    State(shop): State<Arc<Shop>>,
    BySession(session): BySession,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(body): JsonBody<CompleteBody>,
) -> Result<Response, ApiError> {
    let mut check = Check::new();
    let is_sending = matches!(body.code, Field::Absent);
    let email = match body.email {
        Field::Absent => {
            check.fault("email", Fault::new("required", "Email is required"));
            None
        }
        given => check.optional("email", given),
    };
    let (code, name) = (check.optional("code", body.code), check.optional("name", body.name));
    if !is_sending && name.is_none() && session.user.display_name.is_empty() && check.is_clean() {
        check.fault("name", Fault::new("required", "Name is required"));
    }
    let (Some(email), true) = (email, check.is_clean()) else { return Err(check.refusal()) };
    if session.user.email.is_some() {
        return Err(profile_complete());
    }
    shop.throttle.admit(address)?;
    let Some(code) = code else { return mail_code(&shop, &session, &email).await };
    let name = name.map(Line::into_string).unwrap_or_default();
    let arrival = Arrival::new(&shop, &headers, session.method);
    let admitted = complete(&shop, &session, &email, code.as_str(), &name, arrival.session.clone()).await?;
    let cookies = arrival.cookies(&shop, &admitted.user)?;
    Ok((cookies, Answer(Identity::from(&admitted.user))).into_response())
}

async fn mail_code(shop: &Shop, session: &StoredSession, email: &Email) -> Result<Response, ApiError> {
    if !shop.mail.is_on() {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "email_disabled",
            "This shop can’t send emails, so it can’t confirm your address. Please sign in with email and password instead.",
        ));
    }
    let Sent { expires_at, resend_at } = send(shop, session, email).await??;
    Ok(Answer(CodeMailed { email: email.to_string(), expires_at, resend_at }).into_response())
}

fn profile_complete() -> ApiError {
    ApiError::conflict(
        "profile_complete",
        "This account already has an email address. There is nothing left to do.",
    )
}

impl From<Unfinished> for ApiError {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Wrong => Self::field(
                "code",
                Fault::new("wrong_code", "This is not the code we sent. Please check the email again."),
            ),
            Unfinished::Over => {
                Self::conflict("code_expired", "Your code has expired. Please request a new one.")
            }
            Unfinished::HasAddress => profile_complete(),
            Unfinished::Refused(Refusal::Closed) => Self::new(
                StatusCode::FORBIDDEN,
                "account_closed",
                "This account has been deleted. Please sign up again.",
            ),
            Unfinished::Refused(Refusal::OtherLinked) => Self::conflict(
                "provider_already_linked",
                "There is already an account with this address that uses another login of the same kind. Please sign in with that one, or use another address.",
            ),
            Unfinished::Refused(Refusal::Db(error)) => error.into(),
        }
    }
}
