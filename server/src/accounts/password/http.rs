//! POST /identity/password/change. Forgotten ones are in [`crate::accounts::email_link`].

use super::{
    NewPasswordError, PasswordError, PlaintextPassword,
    change::{self, ChangePasswordError},
    login::LoginError,
    strength::PasswordWarning,
};
use crate::{
    accounts::{
        extractors::{AnyAccountByCookie, LoginAttempt},
        password::reauthenticate::ReauthError,
        session::start::{CurrentUser, LoginResponse},
        user::{AuthMethod, Role},
    },
    base::config::Config,
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(change_password))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChangePasswordBody {
    /// Absent if the account has none yet.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024)]
    current_password: Field<PlaintextPassword>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 6, max_length = 1024)]
    password: Field<PlaintextPassword>,
    /// Whether the account's API keys stop working too. They keep working if absent.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    revoke_api_keys: Field<bool>,
}

/// The response to a request that sets a password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithPasswordWarning<T> {
    #[serde(flatten)]
    pub answer: T,
    /// A sentence, if the password is weak. The password is accepted anyway.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub password_warning: Option<Localized>,
}

/// Change or set the caller's password. Ends all sessions and tokens; the browser gets a new session.
#[utoipa::path(post, path = "/identity/password/change", tag = "identity", request_body = ChangePasswordBody,
    security(("session" = [])),
    responses((status = 200, body = WithPasswordWarning<CurrentUser>),
        (status = 403, description = "`reauthentication_required`: there is no password yet, and this session began more than ten minutes ago"),
        (status = 409, description = "`no_email`"),
        (status = 422, description = "`invalid_field`: `wrong_password` in `currentPassword`, `too_weak` in `password` of an administrator or staff")))]
async fn change_password(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChangePasswordBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let password = new_password(&mut check, body.password);
    let current = current_password(&mut check, "currentPassword", body.current_password);
    let revokes_api_keys = check.optional("revokeApiKeys", body.revoke_api_keys).unwrap_or(false);
    let password = check.finish(password)?;
    attempt.count()?;
    let login_response = LoginResponse::new(&shop, &headers, AuthMethod::Password);
    let new = login_response.session.clone();
    let changed = change::change(&shop, &session, current.as_ref(), &password, new, revokes_api_keys).await;
    match changed {
        Ok((user, strength)) => {
            let answer = WithPasswordWarning {
                answer: CurrentUser::from(&user),
                password_warning: strength.warning.map(PasswordWarning::sentence),
            };
            Ok((login_response.cookies(&shop, &user)?, ApiJson(answer)).into_response())
        }
        Err(ChangePasswordError::Reauth(why)) => Err(reauth_error("currentPassword", why)),
        Err(ChangePasswordError::NoEmail) => Err(no_email_error()),
        Err(ChangePasswordError::New(why)) => Err(why.into()),
    }
}

impl From<LoginError> for ApiError {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::BadCredentials => Self::new(
                StatusCode::UNAUTHORIZED,
                "bad_credentials",
                localized!(
                    "The e-mail or the password is not right.",
                    "L’adresse courriel ou le mot de passe est incorrect."
                ),
            ),
            LoginError::RateLimited { limited, mails_link } => {
                let mut error = Self::from(limited);
                if mails_link {
                    let link = localized!(
                        "If your password was right, we have sent you an e-mail with a link to log in.",
                        "Si votre mot de passe était correct, nous vous avons envoyé un courriel avec un lien \
                         pour vous connecter."
                    );
                    error.detail = Localized::join(&[error.detail, link]);
                }
                error
            }
            LoginError::Password(error) => error.into(),
            LoginError::Db(error) => error.into(),
        }
    }
}

/// Validates a new password with the messages of the form.
pub fn new_password(check: &mut Validator, field: Field<PlaintextPassword>) -> Option<PlaintextPassword> {
    if let Field::Missing = field {
        check.add_error(
            "password",
            InvalidValue::new(
                "required",
                localized!("password is required", "Le mot de passe est obligatoire"),
            ),
        );
    }
    let typed = check.given("password", field)?;
    match typed.validate_new() {
        None => Some(typed),
        Some(fault) => {
            check.add_error("password", fault);
            None
        }
    }
}

/// An empty form field is no password. The account decides whether one is needed.
pub fn current_password(
    check: &mut Validator,
    name: &str,
    field: Field<PlaintextPassword>,
) -> Option<PlaintextPassword> {
    match field {
        Field::Blank(Err(_)) => None,
        other => check.given(name, other),
    }
}

/// What a login tells an account with this role.
pub fn role_warning(config: &Config, role: Role, has_weak_password: bool) -> Option<Localized> {
    if role == Role::Customer || !has_weak_password {
        return None;
    }
    Some(if config.requires_strong_passwords() {
        localized!(
            "You work in this shop, and your password is short or easy to guess. Please choose a longer one \
             under Account & security. Until then you use the shop as a customer.",
            "Vous travaillez dans cette boutique, et votre mot de passe est court ou facile à deviner. \
             Veuillez en choisir un plus long sous «\u{a0}Compte et sécurité\u{a0}». D’ici là, vous utilisez \
             la boutique comme client."
        )
    } else {
        localized!(
            "You work in this shop, and your password is short or easy to guess. Please choose a longer one \
             under Account & security.",
            "Vous travaillez dans cette boutique, et votre mot de passe est court ou facile à deviner. \
             Veuillez en choisir un plus long sous «\u{a0}Compte et sécurité\u{a0}»."
        )
    })
}

/// `field` is the form field of the password.
pub fn reauth_error(field: &str, why: ReauthError) -> ApiError {
    match why {
        ReauthError::Missing => ApiError::invalid_field(
            field,
            InvalidValue::new(
                "required",
                localized!("password is required", "Le mot de passe est obligatoire"),
            ),
        ),
        ReauthError::Wrong => ApiError::invalid_field(
            field,
            InvalidValue::new(
                "wrong_password",
                localized!(
                    "This password is not correct. Please try again.",
                    "Ce mot de passe est incorrect. Veuillez réessayer."
                ),
            ),
        ),
        ReauthError::TooMany(limited) => limited.into(),
        ReauthError::ReauthenticationRequired => ApiError::forbidden(
            "reauthentication_required",
            localized!(
                "For your security, please log in again. Then try again within ten minutes.",
                "Par sécurité, veuillez vous connecter de nouveau. Réessayez ensuite dans les dix minutes."
            ),
        ),
        ReauthError::SessionExpired => ApiError::unauthenticated(),
        ReauthError::Password(error) => error.into(),
        ReauthError::Db(error) => error.into(),
    }
}

pub fn no_email_error() -> ApiError {
    ApiError::conflict(
        "no_email",
        localized!(
            "Please add an e-mail address to your account first.",
            "Veuillez d’abord ajouter une adresse courriel à votre compte."
        ),
    )
}

impl From<NewPasswordError> for ApiError {
    fn from(error: NewPasswordError) -> Self {
        match error {
            NewPasswordError::TooWeak(fault) => Self::invalid_field("password", fault),
            NewPasswordError::Password(error) => error.into(),
        }
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::unavailable(
                "busy",
                localized!(
                    "Many people are logging in right now. Please try again in a moment.",
                    "Beaucoup de personnes se connectent en ce moment. Veuillez réessayer dans un instant."
                ),
            ),
            PasswordError::Failed(cause) => Self::internal(cause),
        }
    }
}
