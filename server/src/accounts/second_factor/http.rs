//! The calls of two-step login.

use super::{
    SecondFactorError,
    code_input::SecondFactorInput,
    manage::{self, SecondFactorRequest},
    pending_login::{self, SecondStepError},
    store,
};
use crate::{
    accounts::{
        extractors::{AnyAccountByCookie, LoginAttempt},
        password::{
            PlaintextPassword,
            http::{WithPasswordWarning, current_password, reauth_error, role_warning},
        },
        session::{
            SessionStart,
            start::{CurrentUser, DEVICE_COOKIE, LoginResponse, PENDING_LOGIN_COOKIE, account_blocked},
            store::Session,
        },
        user::AuthMethod,
    },
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_second_factor, begin_second_factor))
        .routes(routes!(confirm_second_factor))
        .routes(routes!(renew_recovery_codes))
        .routes(routes!(remove_second_factor))
        .routes(routes!(finish_second_step))
}

/// The caller's two-step login.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorStatus {
    on: bool,
    recovery_codes_left: i64,
    /// Whether the shop asks the caller's role for it.
    required: bool,
}

/// Whether the caller uses two-step login.
#[utoipa::path(get, path = "/identity/second-factor", tag = "identity", security(("session" = [])),
    responses((status = 200, body = SecondFactorStatus)))]
async fn get_second_factor(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
) -> Result<ApiJson<SecondFactorStatus>, ApiError> {
    let required = session.has_role() && shop.account_rules.load().two_step_login_for_staff;
    let (on, recovery_codes_left) = shop
        .db
        .read(session.user.id, |tx, user| {
            Box::pin(async move {
                Ok((store::is_on(tx, user).await?, store::count_recovery_codes(tx, user).await?))
            })
        })
        .await?;
    Ok(ApiJson(SecondFactorStatus { on, recovery_codes_left, required }))
}

#[derive(Deserialize, ToSchema)]
struct BeginSecondFactorBody {
    /// Absent if the account has none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024)]
    password: Field<PlaintextPassword>,
}

/// For an authenticator app.
#[derive(Serialize, ToSchema)]
struct SecondFactorSecret {
    /// The secret in base32.
    secret: String,
    /// `otpauth://…`, for a link or a QR code.
    uri: String,
}

/// Make a secret for an authenticator app. A login asks for a code only after the secret is confirmed.
#[utoipa::path(post, path = "/identity/second-factor", tag = "identity", request_body = BeginSecondFactorBody,
    security(("session" = [])),
    responses((status = 200, body = SecondFactorSecret),
        (status = 403, description = "`reauthentication_required`: there is no password, and this session began more than ten minutes ago"),
        (status = 409, description = "`email_not_verified`, `second_factor_on`"),
        (status = 422, description = "`invalid_field`: `wrong_password` in `password`")))]
async fn begin_second_factor(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    JsonBody(body): JsonBody<BeginSecondFactorBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let password = current_password(&mut check, "password", body.password);
    check.finish(())?;
    attempt.count()?;
    let new = manage::begin(&shop, &session, password.as_ref()).await?;
    Ok(private(SecondFactorSecret { secret: new.secret, uri: new.uri }))
}

fn private<T: Serialize>(body: T) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], ApiJson(body)).into_response()
}

#[derive(Deserialize, ToSchema)]
struct SecondFactorCodeBody {
    /// The code of the app. At a login also a recovery code.
    #[serde(default)]
    #[schema(required, value_type = String, pattern = "^[ -]*(([0-9][ -]*){6}|([A-Za-z2-7][ -]*){10})$")]
    code: Field<SecondFactorInput>,
}

/// Each replaces one code of the app.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    /// They are not shown again.
    recovery_codes: Vec<String>,
}

/// Turn two-step login on with a first code of the app. Ends the caller's other sessions.
#[utoipa::path(post, path = "/identity/second-factor/confirm", tag = "identity",
    request_body = SecondFactorCodeBody, security(("session" = [])),
    responses((status = 200, body = RecoveryCodes),
        (status = 409, description = "`second_factor_off`: its setup was not begun"),
        (status = 422, description = "`invalid_field`: for example `wrong_code` in `code`")))]
async fn confirm_second_factor(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SecondFactorCodeBody>,
) -> Result<Response, ApiError> {
    let code = body.code.required("code")?;
    let recovery_codes = manage::confirm(&shop, request(&shop, session, &headers), code).await?;
    Ok(private(RecoveryCodes { recovery_codes }))
}

fn request(shop: &Shop, session: Session, headers: &HeaderMap) -> SecondFactorRequest {
    SecondFactorRequest { session, device: DEVICE_COOKIE.of(headers, shop.public_url()).map(Arc::new) }
}

#[derive(Deserialize, ToSchema)]
struct ChangeSecondFactorBody {
    /// Absent if the account has none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024)]
    password: Field<PlaintextPassword>,
    /// The code of the app, or a recovery code.
    #[serde(default)]
    #[schema(required, value_type = String, pattern = "^[ -]*(([0-9][ -]*){6}|([A-Za-z2-7][ -]*){10})$")]
    code: Field<SecondFactorInput>,
}

impl ChangeSecondFactorBody {
    fn check(self) -> Result<(Option<PlaintextPassword>, SecondFactorInput), ApiError> {
        let mut check = Validator::new();
        let password = current_password(&mut check, "password", self.password);
        let code = check.required("code", self.code);
        Ok((password, check.finish(code)?))
    }
}

/// Make new recovery codes. The former ones stop working.
#[utoipa::path(post, path = "/identity/second-factor/recovery-codes", tag = "identity",
    request_body = ChangeSecondFactorBody, security(("session" = [])),
    responses((status = 200, body = RecoveryCodes),
        (status = 403, description = "`reauthentication_required`: there is no password, and this session began more than ten minutes ago"),
        (status = 409, description = "`second_factor_off`"),
        (status = 422, description = "`invalid_field`: for example `wrong_code` in `code`")))]
async fn renew_recovery_codes(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChangeSecondFactorBody>,
) -> Result<Response, ApiError> {
    let (password, code) = body.check()?;
    attempt.count()?;
    let request = request(&shop, session, &headers);
    let recovery_codes = manage::renew_recovery_codes(&shop, request, password.as_ref(), code).await?;
    Ok(private(RecoveryCodes { recovery_codes }))
}

#[derive(Serialize, ToSchema)]
struct SecondFactorRemoved {
    acknowledged: bool,
}

/// Turn two-step login off.
#[utoipa::path(post, path = "/identity/second-factor/remove", tag = "identity",
    request_body = ChangeSecondFactorBody, security(("session" = [])),
    responses((status = 200, body = SecondFactorRemoved),
        (status = 403, description = "`reauthentication_required`: there is no password, and this session began more than ten minutes ago"),
        (status = 409, description = "`second_factor_off`"),
        (status = 422, description = "`invalid_field`: for example `wrong_code` in `code`")))]
async fn remove_second_factor(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChangeSecondFactorBody>,
) -> Result<ApiJson<SecondFactorRemoved>, ApiError> {
    let (password, code) = body.check()?;
    attempt.count()?;
    manage::turn_off(&shop, request(&shop, session, &headers), password.as_ref(), code).await?;
    Ok(ApiJson(SecondFactorRemoved { acknowledged: true }))
}

/// The second step of a login. A code of the app, or a recovery code, in the browser of the first step. It has five
/// minutes and five tries.
#[utoipa::path(post, path = "/identity/second-factor/sign-in", tag = "identity",
    request_body = SecondFactorCodeBody,
    responses((status = 200, body = WithPasswordWarning<CurrentUser>),
        (status = 403, description = "`account_blocked`"), (status = 409, description = "`login_expired`"),
        (status = 422, description = "`invalid_field`: for example `wrong_code` in `code`"), (status = 429)))]
async fn finish_second_step(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SecondFactorCodeBody>,
) -> Result<Response, ApiError> {
    let code = body.code.required("code")?;
    attempt.count()?;
    let pending = PENDING_LOGIN_COOKIE.of(&headers, shop.public_url()).ok_or(SecondStepError::Expired)?;
    // The first step says by which method.
    let login_response = LoginResponse::new(&shop, &headers, AuthMethod::Password);
    let account = pending_login::log_in(&shop, &pending, code, login_response.session.clone()).await?;
    let user = account.user;
    let password_warning = role_warning(&shop.config, user.role, account.has_weak_password == Some(true));
    let answer =
        WithPasswordWarning { answer: CurrentUser::with_basket(&shop, &user).await, password_warning };
    let mut response = login_response.respond_with(&shop, &user, SessionStart::Started, answer)?;
    let done = PENDING_LOGIN_COOKIE.clear(shop.public_url())?;
    response.headers_mut().append(header::SET_COOKIE, done);
    Ok(response)
}

fn wrong_code() -> ApiError {
    let sentence = localized!(
        "This code is not right, or it was used before. Please enter the next one that your app shows.",
        "Ce code est incorrect, ou il a déjà servi. Veuillez entrer le prochain que votre application affiche."
    );
    ApiError::invalid_field("code", InvalidValue::new("wrong_code", sentence))
}

impl From<SecondStepError> for ApiError {
    fn from(error: SecondStepError) -> Self {
        match error {
            SecondStepError::WrongCode => wrong_code(),
            SecondStepError::Expired => Self::conflict(
                "login_expired",
                localized!(
                    "Logging in took too long, or too many codes were wrong. Please start again.",
                    "La connexion a pris trop de temps, ou trop de codes étaient incorrects. Veuillez \
                     recommencer."
                ),
            ),
            SecondStepError::RateLimited(limited) => limited.into(),
            SecondStepError::AccountBlocked => account_blocked(),
            SecondStepError::Db(error) => error.into(),
        }
    }
}

impl From<SecondFactorError> for ApiError {
    fn from(error: SecondFactorError) -> Self {
        match error {
            SecondFactorError::Reauth(why) => reauth_error("password", why),
            SecondFactorError::NotVerified => Self::conflict(
                "email_not_verified",
                localized!(
                    "Please confirm your e-mail address first.",
                    "Veuillez d’abord confirmer votre adresse courriel."
                ),
            ),
            SecondFactorError::AlreadyOn => Self::conflict(
                "second_factor_on",
                localized!(
                    "Two-step login is on already.",
                    "La vérification en deux étapes est déjà activée."
                ),
            ),
            SecondFactorError::NotOn => Self::conflict(
                "second_factor_off",
                localized!(
                    "Two-step login is off. Please turn it on first.",
                    "La vérification en deux étapes est désactivée. Veuillez d’abord l’activer."
                ),
            ),
            SecondFactorError::WrongCode => wrong_code(),
            SecondFactorError::RateLimited(limited) => limited.into(),
            SecondFactorError::Db(error) => error.into(),
        }
    }
}
