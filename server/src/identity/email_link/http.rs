//! The calls of e-mail verification and password reset.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    reset_password::{self, Refusal},
    verify_email::{self, Asked, Outcome},
};
use crate::{
    db,
    http::{
        client_ip::ClientAddress,
        error::{ApiError, Problem},
        json::{Answer, Check, Field, JsonBody},
        origin::OurOrigin,
    },
    identity::{
        extractors::BySession,
        password::{
            Typed,
            http::{Chosen, new_password, no_email},
        },
        session::start::{DEVICE, SESSION},
        store as accounts,
    },
    shop::Shop,
    values::{Fault, FromJson, email::Email, ids::Secret},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(verification, ask_to_verify))
        .routes(routes!(verify_email))
        .routes(routes!(forgot_password))
        .routes(routes!(reset_password))
}

/// The token of a mailed link. Text that cannot be a token is treated as an unknown one.
struct Token(Option<Secret>);

impl FromJson for Token {
    fn from_json(value: &serde_json::Value) -> Result<Self, Fault> {
        match value.as_str() {
            None | Some("") => {
                Err(Fault::new("required", "This link is incomplete. Please open it from the email again."))
            }
            Some(text) => Ok(Self(Secret::parse(text))),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct Verification {
    email: Option<String>,
    verified: bool,
    /// Whether this shop can send e-mails, and so the link.
    mail: bool,
}

/// Whether the caller's e-mail address is verified.
#[utoipa::path(get, path = "/identity/email/verification", tag = "identity", security(("session" = [])),
    responses((status = 200, body = Verification), (status = 401, body = Problem)))]
async fn verification(
    State(shop): State<Arc<Shop>>,
    BySession(session): BySession,
) -> Result<Answer<Verification>, ApiError> {
    let id = session.user.id.clone();
    let account = shop
        .db
        .read(move |tx| {
            let id = id.clone();
            Box::pin(async move { accounts::account_by_id(tx, &id).await })
        })
        .await
        .map_err(|error: db::Error| ApiError::from(error))?;
    let verified = account.is_some_and(|account| account.is_verified);
    Ok(Answer(Verification { email: session.user.email, verified, mail: shop.mail.is_on() }))
}

#[derive(Serialize, ToSchema)]
struct AskedToVerify {
    acknowledged: bool,
    /// `false`: the address is verified already.
    sent: bool,
}

/// Mail the caller a link that verifies the address. It works once, for 24 hours. A newer link replaces it.
#[utoipa::path(post, path = "/identity/email/verification", tag = "identity", security(("session" = [])),
    responses((status = 200, body = AskedToVerify), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, description = "`no_email`, `email_disabled`", body = Problem), (status = 429, description = "`too_many_emails`", body = Problem)))]
async fn ask_to_verify(
    State(shop): State<Arc<Shop>>,
    BySession(session): BySession,
) -> Result<Answer<AskedToVerify>, ApiError> {
    match verify_email::ask(&shop, &session.user).await? {
        Asked::Sent => Ok(Answer(AskedToVerify { acknowledged: true, sent: true })),
        Asked::WasVerified => Ok(Answer(AskedToVerify { acknowledged: true, sent: false })),
        Asked::NoEmail => Err(no_email()),
        Asked::TooMany(limited) => Err(limited.into()),
        Asked::MailIsOff => Err(email_disabled()),
    }
}

#[derive(Deserialize, ToSchema)]
struct VerifyBody {
    /// From the link.
    #[serde(default)]
    #[schema(value_type = String)]
    token: Field<Token>,
}

#[derive(Serialize, ToSchema)]
struct Verified {
    acknowledged: bool,
    email: String,
}

/// Verify an address by the mailed link and a session of the account. An attacker who signed up with another person's
/// address does not have both.
#[utoipa::path(post, path = "/identity/email/verify", tag = "identity", request_body = VerifyBody, security(("session" = [])),
    responses((status = 200, body = Verified), (status = 401, description = "`sign_in_first`", body = Problem), (status = 403, body = Problem), (status = 409, description = "`link_expired`", body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn verify_email(
    State(shop): State<Arc<Shop>>,
    _: OurOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(body): JsonBody<VerifyBody>,
) -> Result<Answer<Verified>, ApiError> {
    let mut check = Check::new();
    let Some(Token(token)) = check.required("token", body.token) else { return Err(check.refusal()) };
    shop.throttle.admit(address)?;
    let session = match SESSION.of(&headers, shop.public_url()) {
        Some(secret) => shop.sessions.by_secret(&secret).await?,
        None => None,
    };
    let outcome = match token {
        None => Outcome::LinkEnded,
        Some(token) => verify_email::verify(&shop, &token, session.map(|session| session.user.id)).await?,
    };
    match outcome {
        Outcome::Verified(email) => Ok(Answer(Verified { acknowledged: true, email: email.to_string() })),
        Outcome::SignInFirst => Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "sign_in_first",
            "Please log in to your account with this address first. Then open the link again: it still works.",
        )),
        Outcome::LinkEnded => Err(link_expired(
            "This link has expired or was already used. If your address is not confirmed yet, please request a new link on your account page.",
        )),
    }
}

#[derive(Deserialize, ToSchema)]
struct ForgotBody {
    #[serde(default)]
    #[schema(value_type = String, format = Email)]
    email: Field<Email>,
}

#[derive(Serialize, ToSchema)]
struct Acknowledged {
    acknowledged: bool,
}

/// Mail a link that sets a new password. It works once, for an hour. A newer link replaces it. The response does not
/// reveal whether the account exists.
#[utoipa::path(post, path = "/identity/password/forgot", tag = "identity", request_body = ForgotBody,
    responses((status = 200, body = Acknowledged), (status = 403, body = Problem), (status = 409, description = "`email_disabled`", body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn forgot_password(
    State(shop): State<Arc<Shop>>,
    _: OurOrigin,
    ClientAddress(address): ClientAddress,
    JsonBody(body): JsonBody<ForgotBody>,
) -> Result<Answer<Acknowledged>, ApiError> {
    let email = match body.email {
        Field::Good(email) => email,
        Field::Bad(fault) => return Err(ApiError::field("email", fault)),
        Field::Absent => return Err(ApiError::field("email", Fault::new("required", "Email is required"))),
    };
    if !shop.mail.is_on() {
        return Err(email_disabled());
    }
    shop.throttle.admit(address)?;
    reset_password::ask(&shop, &email).await?;
    Ok(Answer(Acknowledged { acknowledged: true }))
}

#[derive(Deserialize, ToSchema)]
struct ResetBody {
    /// From the link.
    #[serde(default)]
    #[schema(value_type = String)]
    token: Field<Token>,
    #[serde(default)]
    #[schema(value_type = String, min_length = 6, max_length = 1024)]
    password: Field<Typed>,
}

/// Set a new password by the mailed link. Ends every session of the account, and verifies its address.
#[utoipa::path(post, path = "/identity/password/reset", tag = "identity", request_body = ResetBody,
    responses((status = 200, body = Chosen<Acknowledged>), (status = 403, body = Problem), (status = 409, description = "`link_expired`", body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
async fn reset_password(
    State(shop): State<Arc<Shop>>,
    _: OurOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ResetBody>,
) -> Result<Response, ApiError> {
    let mut check = Check::new();
    let token = check.required("token", body.token);
    let wished = new_password(&mut check, body.password);
    let (Some(Token(token)), Some(wished)) = (token, wished) else { return Err(check.refusal()) };
    shop.throttle.admit(address)?;
    let token = token.ok_or_else(reset_link_ended)?;
    let browser = Arc::new(DEVICE.of(&headers, shop.public_url()).unwrap_or_default());
    match reset_password::reset(&shop, &token, &wished, Arc::clone(&browser)).await {
        Ok(()) => {
            let password_warning = shop.passwords.warning(wished.as_str(), None).await;
            let cookie = [(header::SET_COOKIE, DEVICE.set(shop.public_url(), &browser)?)];
            let answer = Chosen { answer: Acknowledged { acknowledged: true }, password_warning };
            Ok((cookie, Answer(answer)).into_response())
        }
        Err(Refusal::LinkEnded) => Err(reset_link_ended()),
        Err(Refusal::Password(error)) => Err(error.into()),
        Err(Refusal::Db(error)) => Err(error.into()),
    }
}

fn reset_link_ended() -> ApiError {
    link_expired("This link has expired or was already used. Please request a new one.")
}

fn link_expired(sentence: &str) -> ApiError {
    ApiError::conflict("link_expired", sentence)
}

fn email_disabled() -> ApiError {
    ApiError::conflict("email_disabled", "This shop can’t send emails right now. Please contact the shop.")
}
