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

use super::{CompleteProfileError, SendCodeError, complete, send};
use crate::{
    http::{
        client_ip::ClientIp,
        error::{ApiError, Problem},
        json::{ApiJson, Field, JsonBody, Validator},
    },
    identity::{
        extractors::SessionUser,
        one_time_code::{IssuedCode, code_input::CodeInput},
        session::start::{CurrentUser, LoginResponse, account_blocked},
        social::account_linking::LinkError,
        store::Session,
    },
    shop::Shop,
    values::{InvalidValue, email::Email, text::SingleLine, time::Timestamp},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(complete_account))
}

#[derive(Deserialize, ToSchema)]
struct CompleteProfileBody {
    #[serde(default)]
    #[schema(required, value_type = String, format = Email)]
    email: Field<Email>,
    /// Without it a code is sent. With it the account is completed.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    code: Field<CodeInput>,
    /// Required with the code if the account has no name.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    name: Field<SingleLine<120>>,
}

/// A code was sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CodeMailed {
    email: String,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// When another code can be requested.
    #[schema(value_type = String, format = DateTime)]
    resend_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "says to openapi.json that there are two answers")]
enum CompleteProfileResponse {
    Mailed(CodeMailed),
    Finished(CurrentUser),
}

/// Set the address of an account that has none. Without `code` a code is mailed there. With it the account is completed
/// and a new session starts. If another account has the address, this login method is linked to that one.
#[utoipa::path(post, path = "/identity/complete", tag = "identity", request_body = CompleteProfileBody, security(("session" = [])),
    responses((status = 200, body = CompleteProfileResponse), (status = 401, body = Problem),
        (status = 403, description = "`account_closed`, `account_blocked`", body = Problem),
        (status = 409, description = "`profile_complete`, `code_expired`, `provider_already_linked`", body = Problem),
        (status = 422, description = "also for a wrong code", body = Problem), (status = 429, body = Problem),
        (status = 503, description = "`email_disabled`: this shop sends no mail", body = Problem)))]
async fn complete_account(
    State(shop): State<Arc<Shop>>,
    SessionUser(session): SessionUser,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
    JsonBody(body): JsonBody<CompleteProfileBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let is_sending = matches!(body.code, Field::Missing);
    let email = match body.email {
        Field::Missing => {
            check.add_error("email", InvalidValue::new("required", "Email is required"));
            None
        }
        given => check.optional("email", given),
    };
    let (code, name) = (check.optional("code", body.code), check.optional("name", body.name));
    if !is_sending && name.is_none() && session.user.display_name.is_empty() && check.is_valid() {
        check.add_error("name", InvalidValue::new("required", "Name is required"));
    }
    let (Some(email), true) = (email, check.is_valid()) else { return Err(check.into_error()) };
    if session.user.email.is_some() {
        return Err(profile_complete());
    }
    shop.sign_in_limiter.admit(address)?;
    let Some(code) = code else { return mail_code(&shop, &session, &email).await };
    let name = name.map(SingleLine::into_string).unwrap_or_default();
    let arrival = LoginResponse::new(&shop, &headers, session.method);
    let admitted = complete(&shop, &session, &email, code.as_str(), &name, arrival.session.clone()).await?;
    let cookies = arrival.cookies(&shop, &admitted.user)?;
    Ok((cookies, ApiJson(CurrentUser::from(&admitted.user))).into_response())
}

async fn mail_code(shop: &Shop, session: &Session, email: &Email) -> Result<Response, ApiError> {
    if !shop.mailer.is_on() {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "email_disabled",
            "This shop can’t send e-mails, so it can’t confirm your address. Please log in with e-mail and password instead.",
        ));
    }
    let IssuedCode { expires_at, resend_at } = send(shop, session, email).await?;
    Ok(ApiJson(CodeMailed { email: email.to_string(), expires_at, resend_at }).into_response())
}

fn profile_complete() -> ApiError {
    ApiError::conflict(
        "profile_complete",
        "This account already has an e-mail address. There is nothing left to do.",
    )
}

impl From<SendCodeError> for ApiError {
    fn from(error: SendCodeError) -> Self {
        match error {
            SendCodeError::RateLimited(limited) => limited.into(),
            SendCodeError::Db(error) => error.into(),
        }
    }
}

impl From<CompleteProfileError> for ApiError {
    fn from(unfinished: CompleteProfileError) -> Self {
        match unfinished {
            CompleteProfileError::WrongCode => Self::invalid_field(
                "code",
                InvalidValue::new(
                    "wrong_code",
                    "This is not the code we sent. Please check the e-mail again.",
                ),
            ),
            CompleteProfileError::CodeExpired => {
                Self::conflict("code_expired", "Your code has expired. Please request a new one.")
            }
            CompleteProfileError::AlreadyComplete => profile_complete(),
            CompleteProfileError::Link(LinkError::AccountDeleted) => Self::new(
                StatusCode::FORBIDDEN,
                "account_closed",
                "This account has been deleted. Please sign up again.",
            ),
            CompleteProfileError::Link(LinkError::AccountBlocked) => account_blocked(),
            CompleteProfileError::Link(LinkError::ProviderAlreadyLinked) => Self::conflict(
                "provider_already_linked",
                "There is already an account with this address that uses another login of the same kind. Please log in with that one, or use another address.",
            ),
            CompleteProfileError::Link(LinkError::Db(error)) => error.into(),
        }
    }
}
