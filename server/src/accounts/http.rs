//! The identity calls of docs/api.md §6, and the call that turns a session into an access token.

use super::{
    api_keys, email_link,
    extractors::{AnyAccountByCookie, LoginAttempt},
    password::{
        self, PlaintextPassword,
        http::{WithPasswordWarning, new_password, role_warning},
        login,
        sign_up::{self, SignUpOutcome},
        strength::PasswordWarning,
    },
    push_devices, roles, second_factor,
    session::start::{self, CurrentUser, DEVICE_COOKIE, SESSION_COOKIE},
    social, store,
    user::{Role, User},
};
use crate::{
    base::rate_limit::token_bucket::{SITE_BITS, network_of},
    db::{self, Tx},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(sign_up))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(get_session))
        .routes(routes!(change_account))
        .routes(routes!(issue_token))
        .merge(password::http::routes())
        .merge(roles::http::routes())
        .merge(second_factor::http::routes())
        .merge(api_keys::http::routes())
        .merge(push_devices::http::routes())
        .merge(email_link::http::routes())
        .merge(crate::accounts::session::http::routes())
}

#[derive(Deserialize, ToSchema)]
struct SignUpBody {
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 120)]
    name: Field<SingleLine<120>>,
    #[serde(default)]
    #[schema(required, value_type = String, format = Email)]
    email: Field<Email>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 6, max_length = 1024)]
    password: Field<PlaintextPassword>,
}

/// Create an account with e-mail and password, and log it in. E-mails to it have the language of this request.
#[utoipa::path(post, path = "/identity/sign-up", tag = "identity", request_body = SignUpBody,
    responses((status = 200, body = WithPasswordWarning<CurrentUser>), (status = 403),
        (status = 409, description = "`email_taken`"),
        (status = 422, description = "`invalid_field`: `too_short`, `too_weak` in `password` while the shop has no administrator"), (status = 429)))]
async fn sign_up(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    RequestLanguage(language): RequestLanguage,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SignUpBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let name =
        required(&mut check, "name", localized!("Name is required", "Le nom est obligatoire"), body.name);
    let email = required(
        &mut check,
        "email",
        localized!("Email is required", "L’adresse courriel est obligatoire"),
        body.email,
    );
    let password = new_password(&mut check, body.password);
    let (name, email, password) = check.finish((name, email, password))?;
    let address = attempt.count()?;
    shop.limiters.sign_up.admit(network_of(address, SITE_BITS))?;
    let user = User {
        id: Id::new(shop.clock.now()),
        email: Some(email.to_string()),
        display_name: name.into_string(),
        photo_url: None,
        role: Role::Customer,
        language,
    };
    let password = shop.passwords.hash_new(&password, &user).await?;
    if shop.config.requires_strong_passwords()
        && let Some(fault) = password.strength.refusal_for_first_owner()
        && !roles::has_any_admin(&shop.db).await?
    {
        return Err(ApiError::invalid_field("password", fault));
    }
    match sign_up::sign_up(&shop, &user, &email, &password, address).await? {
        SignUpOutcome::Made(user) => {
            let password_warning = password.strength.warning.map(PasswordWarning::sentence);
            let answer = WithPasswordWarning { answer: CurrentUser::from(&user), password_warning };
            let response =
                start::start_password_session(&shop, &headers, &user, password.hash, answer).await?;
            response.ok_or_else(|| login::LoginError::BadCredentials.into())
        }
        SignUpOutcome::EmailTaken => Err(email_taken(shop.mailer.is_on())),
    }
}

/// The answer is the same whether the account has a password or orders alone.
fn email_taken(sends_email: bool) -> ApiError {
    let detail = if sends_email {
        localized!(
            "There is already an account with this e-mail. Please log in, or open the e-mail that we have just \
             sent there.",
            "Un compte avec cette adresse courriel existe déjà. Veuillez vous connecter, ou ouvrir le courriel \
             que nous venons d’y envoyer."
        )
    } else {
        localized!(
            "There is already an account with this e-mail. Please log in instead.",
            "Un compte avec cette adresse courriel existe déjà. Veuillez plutôt vous connecter."
        )
    };
    ApiError::conflict("email_taken", detail)
}

/// A missing or empty field gets the message of the form.
pub fn required<T>(check: &mut Validator, name: &str, sentence: Localized, field: Field<T>) -> Option<T> {
    let is_empty = match &field {
        Field::Missing => true,
        Field::Invalid(fault) | Field::Blank(Err(fault)) => fault.code == "required",
        Field::Valid(_) | Field::Blank(Ok(_)) => false,
    };
    if is_empty {
        check.add_error(name, InvalidValue::new("required", sentence));
        return None;
    }
    check.given(name, field)
}

#[derive(Deserialize, ToSchema)]
struct SignInBody {
    #[serde(default)]
    #[schema(required, value_type = String, format = Email)]
    email: Field<Email>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, max_length = 1024)]
    password: Field<PlaintextPassword>,
}

/// Another request may change or rehash the password after it was verified. The second attempt tells which.
const MAX_ATTEMPTS: usize = 2;

/// Log in with e-mail and password. An unknown address and a wrong password get the same response after the same work.
#[utoipa::path(post, path = "/identity/sign-in", tag = "identity", request_body = SignInBody,
    responses((status = 200, body = WithPasswordWarning<CurrentUser>),
        (status = 401, description = "`bad_credentials`, `second_factor_required`"),
        (status = 403, description = "`account_blocked`"), (status = 429)))]
async fn sign_in(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SignInBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let email = required(
        &mut check,
        "email",
        localized!("Email is required", "L’adresse courriel est obligatoire"),
        body.email,
    );
    let password = required(
        &mut check,
        "password",
        localized!("password is required", "Le mot de passe est obligatoire"),
        body.password,
    );
    let (email, password) = check.finish((email, password))?;
    attempt.count()?;
    let browser = DEVICE_COOKIE.of(&headers, shop.public_url());
    for _ in 0..MAX_ATTEMPTS {
        let login::PasswordLogin { user, hash, has_weak_password } =
            login::authenticate(&shop, &email, password.as_str(), browser.as_ref()).await?;
        let password_warning = role_warning(&shop.config, user.role, has_weak_password);
        let answer =
            WithPasswordWarning { answer: CurrentUser::with_basket(&shop, &user).await, password_warning };
        if let Some(response) = start::start_password_session(&shop, &headers, &user, hash, answer).await? {
            return Ok(response);
        }
    }
    Err(login::LoginError::BadCredentials.into())
}

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// End the session and every token it issued. Also succeeds without a session.
#[utoipa::path(post, path = "/identity/sign-out", tag = "identity",
    responses((status = 200, body = SignedOut), (status = 403)))]
async fn sign_out(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if let Some(secret) = SESSION_COOKIE.of(&headers, shop.public_url()) {
        shop.sessions.end(&secret).await?;
    }
    let cookie = [(header::SET_COOKIE, SESSION_COOKIE.clear(shop.public_url())?)];
    let mut response = (cookie, ApiJson(SignedOut { acknowledged: true })).into_response();
    // Also removes pages that the Back button would show again. Cookies and storage stay: they hold the known-device
    // secret, the theme and the data of other tabs. The web app removes its own token.
    if shop.public_url().is_https() {
        response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
    }
    Ok(response)
}

#[derive(Serialize, ToSchema)]
struct SignedOut {
    acknowledged: bool,
}

/// The user of the session cookie.
#[utoipa::path(get, path = "/identity/session", tag = "identity", security(("session" = [])),
    responses((status = 200, body = CurrentUser)))]
async fn get_session(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
) -> ApiJson<CurrentUser> {
    ApiJson(CurrentUser::with_basket(&shop, &session.user).await)
}

#[derive(Deserialize, ToSchema)]
struct ChangeAccountBody {
    /// Required without a language.
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, pattern = "\\S", max_length = 120)]
    name: Field<SingleLine<120>>,
    /// The language of e-mails to the account.
    #[serde(default)]
    #[schema(value_type = Option<Language>)]
    language: Field<Language>,
}

/// Change the caller's name, the language of e-mails to the account, or both. Orders and reviews keep the name they were
/// written with. E-mails about a purchase keep the language of the request that placed it.
#[utoipa::path(patch, path = "/identity/account", tag = "identity", request_body = ChangeAccountBody,
    security(("session" = [])), responses((status = 200, body = CurrentUser)))]
async fn change_account(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    JsonBody(body): JsonBody<ChangeAccountBody>,
) -> Result<ApiJson<CurrentUser>, ApiError> {
    let mut check = Validator::new();
    let language = check.optional("language", body.language);
    let name = match body.name {
        Field::Missing if language.is_some() => None,
        name => required(&mut check, "name", localized!("Name is required", "Le nom est obligatoire"), name),
    };
    check.finish(())?;
    let change = AccountChange { name: name.map(SingleLine::into_string), language };
    let input = (session.user.id.clone(), session.id, change, shop.clock.now());
    let changed = shop.db.write(input, |tx, (user, session, change, now)| {
        Box::pin(change_if_logged_in(tx, user, session, change, *now))
    });
    let user = changed.await?.ok_or_else(ApiError::unauthenticated)?;
    Ok(ApiJson(CurrentUser::from(&user)))
}

/// What a request changes of its account.
#[derive(Clone)]
struct AccountChange {
    name: Option<String>,
    language: Option<Language>,
}

/// Returns the account as it is then. Returns `None` if the session has ended, or the account was deleted.
async fn change_if_logged_in(
    tx: &Tx<'_>,
    user: &Id,
    session: &Id,
    AccountChange { name, language }: &AccountChange,
    now: Timestamp,
) -> Result<Option<User>, db::Error> {
    if !store::lock_user(tx, user).await? || !super::session::store::exists(tx, user, session).await? {
        return Ok(None);
    }
    if let Some(name) = name {
        social::store::set_name(tx, user, name, None, now).await?;
    }
    if let Some(language) = language {
        store::set_language(tx, user, *language, now).await?;
    }
    Ok(store::account_by_id(tx, user).await?.map(|account| account.user))
}

#[derive(Deserialize, ToSchema)]
struct IssueTokenBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Email)]
    email: Field<Email>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccessToken {
    result: WriteResult,
    /// The token for `Authorization: Bearer …`. It is valid for an hour, and no longer than the session.
    token: String,
    expires_at: Timestamp,
}

/// Exchange the session for an access token. Only for the session's own address. Never changes a role.
#[utoipa::path(put, path = "/user/{email}", tag = "identity", params(("email" = String, Path)),
    request_body = Option<IssueTokenBody>, security(("session" = [])),
    responses((status = 200, body = AccessToken), (status = 403, description = "`wrong_email`")))]
async fn issue_token(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    PathSegment(path): PathSegment,
    OptionalJsonBody(body): OptionalJsonBody<IssueTokenBody>,
) -> Result<ApiJson<AccessToken>, ApiError> {
    let is_own = |email: Option<&Email>| email.is_some_and(|email| session.user.has_email(email.as_str()));
    let body_agrees = match body.map(|body| body.email) {
        None | Some(Field::Missing | Field::Blank(_)) => true,
        Some(Field::Valid(email)) => is_own(Some(&email)),
        Some(Field::Invalid(_)) => false,
    };
    if !is_own(Email::parse(&path).as_ref()) || !body_agrees {
        return Err(wrong_email());
    }
    let issued = shop.sessions.issue_token(&session).await?.ok_or_else(ApiError::unauthenticated)?;
    Ok(ApiJson(AccessToken {
        result: WriteResult::unchanged(),
        token: issued.token.reveal().to_owned(),
        expires_at: issued.expires_at,
    }))
}

pub fn wrong_email() -> ApiError {
    ApiError::forbidden(
        "wrong_email",
        localized!(
            "You are logged in with another e-mail address. Please use the one of your account.",
            "Votre session a été ouverte avec une autre adresse courriel. Veuillez utiliser celle de votre \
             compte."
        ),
    )
}
