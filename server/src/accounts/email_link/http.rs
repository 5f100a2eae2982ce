//! The calls of e-mail verification and password reset.

use super::{
    change_email::http as change_email,
    login::{self, EmailLoginOutcome},
    reset_password::{self, ResetPasswordError},
    verify_email::{self, RequestVerificationOutcome, VerifyEmailOutcome},
};
use crate::{
    accounts::{
        extractors::{AnyAccountByCookie, LoginAttempt},
        password::{
            PlaintextPassword,
            http::{WithPasswordWarning, new_password, no_email_error},
            strength::PasswordWarning,
        },
        session::start::{CurrentUser, DEVICE_COOKIE, LoginResponse, SESSION_COOKIE},
        store as accounts,
        user::AuthMethod,
    },
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_email_verification, request_email_verification))
        .routes(routes!(verify_email))
        .routes(routes!(log_in_by_email))
        .routes(routes!(forgot_password))
        .routes(routes!(reset_password))
        .merge(change_email::routes())
}

/// The token of a mailed link. Text that cannot be a token is treated as an unknown one.
pub struct EmailTokenInput(pub Option<Secret>);

impl FromJson for EmailTokenInput {
    fn from_json(value: &serde_json::Value) -> Result<Self, InvalidValue> {
        match value.as_str() {
            None | Some("") => Err(InvalidValue::new(
                "required",
                localized!(
                    "This link is incomplete. Please open it from the e-mail again.",
                    "Ce lien est incomplet. Veuillez l’ouvrir de nouveau à partir du courriel."
                ),
            )),
            Some(text) => Ok(Self(Secret::parse(text))),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct VerificationStatus {
    #[schema(required)]
    email: Option<String>,
    verified: bool,
    /// Whether this shop can send e-mails, and so the link.
    mail: bool,
}

/// Whether the caller's e-mail address is verified.
#[utoipa::path(get, path = "/identity/email/verification", tag = "identity", security(("session" = [])),
    responses((status = 200, body = VerificationStatus)))]
async fn get_email_verification(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
) -> Result<ApiJson<VerificationStatus>, ApiError> {
    let id = session.user.id.clone();
    let account = shop.db.read(id, |tx, id| accounts::account_by_id(tx, id)).await?;
    let verified = account.is_some_and(|account| account.is_verified);
    Ok(ApiJson(VerificationStatus { email: session.user.email, verified, mail: shop.mailer.is_on() }))
}

#[derive(Serialize, ToSchema)]
struct VerificationRequested {
    acknowledged: bool,
    /// `false`: the address is verified already.
    sent: bool,
}

/// Mail the caller a link that verifies the address. It works once, for 24 hours. A newer link replaces it.
#[utoipa::path(post, path = "/identity/email/verification", tag = "identity", security(("session" = [])),
    responses((status = 200, body = VerificationRequested),
        (status = 409, description = "`no_email`, `email_disabled`"),
        (status = 429, description = "`too_many_emails`")))]
async fn request_email_verification(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    ClientIp(address): ClientIp,
) -> Result<ApiJson<VerificationRequested>, ApiError> {
    match verify_email::ask(&shop, &session.user, address).await? {
        RequestVerificationOutcome::Sent => {
            Ok(ApiJson(VerificationRequested { acknowledged: true, sent: true }))
        }
        RequestVerificationOutcome::AlreadyVerified => {
            Ok(ApiJson(VerificationRequested { acknowledged: true, sent: false }))
        }
        RequestVerificationOutcome::NoEmail => Err(no_email_error()),
        RequestVerificationOutcome::RateLimited(limited) => Err(limited.into()),
        RequestVerificationOutcome::EmailDisabled => Err(email_disabled()),
    }
}

#[derive(Deserialize, ToSchema)]
struct VerifyEmailBody {
    /// The secret of the link.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1)]
    token: Field<EmailTokenInput>,
}

#[derive(Serialize, ToSchema)]
struct VerifiedEmail {
    acknowledged: bool,
    email: String,
}

/// Verify an address by the mailed link and a session of the account. An attacker who signed up with another person's
/// address does not have both.
#[utoipa::path(post, path = "/identity/email/verify", tag = "identity", request_body = VerifyEmailBody,
    security(("session" = [])),
    responses((status = 200, body = VerifiedEmail), (status = 401, description = "`sign_in_first`"),
        (status = 409, description = "`link_expired`")))]
async fn verify_email(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<VerifyEmailBody>,
) -> Result<ApiJson<VerifiedEmail>, ApiError> {
    let EmailTokenInput(token) = body.token.required("token")?;
    attempt.count()?;
    let session = match SESSION_COOKIE.of(&headers, shop.public_url()) {
        Some(secret) => shop.sessions.by_secret(&secret).await?,
        None => None,
    };
    let outcome = match token {
        None => VerifyEmailOutcome::LinkExpired,
        Some(token) => {
            verify_email::verify_email(&shop, &token, session.map(|session| session.user.id)).await?
        }
    };
    match outcome {
        VerifyEmailOutcome::Verified(email) => {
            Ok(ApiJson(VerifiedEmail { acknowledged: true, email: email.to_string() }))
        }
        VerifyEmailOutcome::LoginRequired => Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "sign_in_first",
            localized!(
                "Please log in to your account with this address first. Then open the link again: it still \
                 works.",
                "Veuillez d’abord vous connecter à votre compte avec cette adresse. Ouvrez ensuite le lien de \
                 nouveau\u{a0}: il fonctionne encore."
            ),
        )),
        VerifyEmailOutcome::LinkExpired => Err(link_expired(localized!(
            "This link has expired or was already used. If your address is not confirmed yet, please request a \
             new link on your account page.",
            "Ce lien a expiré ou a déjà servi. Si votre adresse n’est pas encore confirmée, veuillez demander \
             un nouveau lien sur la page de votre compte."
        ))),
    }
}

#[derive(Deserialize, ToSchema)]
struct EmailLoginBody {
    /// The secret of the link.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1)]
    token: Field<EmailTokenInput>,
}

/// Log in by the mailed link. The shop mails it to a verified address when a right password comes while others try
/// passwords, and after a login by a phone number that was not used for a year.
#[utoipa::path(post, path = "/identity/email/sign-in", tag = "identity", request_body = EmailLoginBody,
    responses((status = 200, body = CurrentUser), (status = 401, description = "`second_factor_required`"),
        (status = 403, description = "`account_blocked`"), (status = 409, description = "`link_expired`"),
        (status = 429)))]
async fn log_in_by_email(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<EmailLoginBody>,
) -> Result<Response, ApiError> {
    let EmailTokenInput(token) = body.token.required("token")?;
    attempt.count()?;
    let login_response = LoginResponse::new(&shop, &headers, AuthMethod::Email);
    let outcome = match token {
        None => EmailLoginOutcome::LinkExpired,
        Some(token) => login::log_in(&shop, &token, login_response.session.clone()).await?,
    };
    match outcome {
        EmailLoginOutcome::LoggedIn(user, start) => login_response.respond(&shop, &user, start).await,
        EmailLoginOutcome::LinkExpired => Err(link_expired(localized!(
            "This link has expired or was already used. Please log in again.",
            "Ce lien a expiré ou a déjà servi. Veuillez vous connecter de nouveau."
        ))),
    }
}

#[derive(Deserialize, ToSchema)]
struct ForgotPasswordBody {
    #[serde(default)]
    #[schema(required, value_type = String, format = Email)]
    email: Field<Email>,
}

#[derive(Serialize, ToSchema)]
struct Acknowledged {
    acknowledged: bool,
}

/// Mail a link that sets a new password. It works once, for an hour. A newer link replaces it. The response does not
/// reveal whether the account exists.
#[utoipa::path(post, path = "/identity/password/forgot", tag = "identity", request_body = ForgotPasswordBody,
    responses((status = 200, body = Acknowledged), (status = 403),
        (status = 409, description = "`email_disabled`"), (status = 429)))]
async fn forgot_password(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    JsonBody(body): JsonBody<ForgotPasswordBody>,
) -> Result<ApiJson<Acknowledged>, ApiError> {
    let email = match body.email {
        Field::Valid(email) | Field::Blank(Ok(email)) => email,
        Field::Invalid(fault) | Field::Blank(Err(fault)) => {
            return Err(ApiError::invalid_field("email", fault));
        }
        Field::Missing => {
            return Err(ApiError::invalid_field(
                "email",
                InvalidValue::new(
                    "required",
                    localized!("Email is required", "L’adresse courriel est obligatoire"),
                ),
            ));
        }
    };
    if !shop.mailer.is_on() {
        return Err(email_disabled());
    }
    let address = attempt.count()?;
    reset_password::ask(&shop, &email, address).await?;
    Ok(ApiJson(Acknowledged { acknowledged: true }))
}

#[derive(Deserialize, ToSchema)]
struct ResetPasswordBody {
    /// The secret of the link.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1)]
    token: Field<EmailTokenInput>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 6, max_length = 1024)]
    password: Field<PlaintextPassword>,
}

/// Set a new password by the mailed link. Ends every session of the account, and verifies its address.
#[utoipa::path(post, path = "/identity/password/reset", tag = "identity", request_body = ResetPasswordBody,
    responses((status = 200, body = WithPasswordWarning<Acknowledged>), (status = 403),
        (status = 409, description = "`link_expired`"), (status = 429)))]
async fn reset_password(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ResetPasswordBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let token = check.required("token", body.token);
    let password = new_password(&mut check, body.password);
    let (EmailTokenInput(token), password) = check.finish((token, password))?;
    attempt.count()?;
    let token = token.ok_or_else(reset_link_expired_error)?;
    let browser = Arc::new(DEVICE_COOKIE.of(&headers, shop.public_url()).unwrap_or_default());
    match reset_password::reset_password(&shop, &token, &password, Arc::clone(&browser)).await {
        Ok(strength) => {
            let cookie = [(header::SET_COOKIE, DEVICE_COOKIE.set(shop.public_url(), &browser)?)];
            let answer = WithPasswordWarning {
                answer: Acknowledged { acknowledged: true },
                password_warning: strength.warning.map(PasswordWarning::sentence),
            };
            Ok((cookie, ApiJson(answer)).into_response())
        }
        Err(ResetPasswordError::LinkExpired) => Err(reset_link_expired_error()),
        Err(ResetPasswordError::New(why)) => Err(why.into()),
        Err(ResetPasswordError::Db(error)) => Err(error.into()),
    }
}

fn reset_link_expired_error() -> ApiError {
    link_expired(localized!(
        "This link has expired or was already used. Please request a new one.",
        "Ce lien a expiré ou a déjà servi. Veuillez en demander un nouveau."
    ))
}

pub fn link_expired(sentence: Localized) -> ApiError {
    ApiError::conflict("link_expired", sentence)
}

pub fn email_disabled() -> ApiError {
    ApiError::conflict(
        "email_disabled",
        localized!(
            "This shop can’t send e-mails right now. Please contact the shop.",
            "Cette boutique ne peut pas envoyer de courriels pour le moment. Veuillez communiquer avec la \
             boutique."
        ),
    )
}
