//! The two calls of phone login.

use super::{PhoneLoginError, RequestPhoneCodeError, RequesterFingerprint, log_in, start};
use crate::{
    accounts::{
        extractors::LoginAttempt,
        one_time_code::{IssuedCode, code_input::CodeInput},
        session::start::{CurrentUser, DEVICE_COOKIE, LoginResponse, account_blocked},
        social::{
            account_linking::LinkError,
            http::{AUTHORIZATION_COOKIE, second_factor_on},
        },
        user::AuthMethod,
    },
    base::rate_limit::{LimitedAction, http::humanize_seconds},
    clients::sms::SmsClient,
    http::prelude::*,
    shop::Shop,
    values::phone::Phone,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(start_phone_login)).routes(routes!(verify_phone_code))
}

fn sms_client(shop: &Shop) -> Result<&SmsClient, ApiError> {
    shop.sms.as_ref().ok_or_else(|| ApiError::not_found(Missing::LoginMethod))
}

#[derive(Deserialize, ToSchema)]
struct RequestPhoneCodeBody {
    /// The number with its country code after `+`, `00` or `011`. Without one it is a number of Canada. Blanks, dots,
    /// dashes, slashes and brackets are ignored.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, max_length = 60)]
    phone: Field<Phone>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CodeSent {
    expires_at: Timestamp,
    /// When another code can be requested.
    resend_at: Timestamp,
}

impl From<IssuedCode> for CodeSent {
    fn from(sent: IssuedCode) -> Self {
        Self { expires_at: sent.expires_at, resend_at: sent.resend_at }
    }
}

/// Send a code by text message, to log in with in this browser. The response does not reveal whether the number has an
/// account.
#[utoipa::path(post, path = "/identity/phone/start", tag = "identity", request_body = RequestPhoneCodeBody,
    responses((status = 200, body = CodeSent), (status = 403), (status = 404, description = "not offered"),
        (status = 429), (status = 503, description = "`sms_unavailable`")))]
async fn start_phone_login(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    RequestLanguage(language): RequestLanguage,
    headers: HeaderMap,
    JsonBody(body): JsonBody<RequestPhoneCodeBody>,
) -> Result<Response, ApiError> {
    let gateway = sms_client(&shop)?;
    let phone = body.phone.required("phone")?;
    let address = attempt.count()?;
    shop.limiters.text_messages.admit(address)?;
    let browser = AUTHORIZATION_COOKIE.of(&headers, shop.public_url()).unwrap_or_default();
    let cookie = [(header::SET_COOKIE, AUTHORIZATION_COOKIE.set(shop.public_url(), &browser)?)];
    let answer = match start(&shop, gateway, &phone, &requester(&shop, &headers, &browser), language).await {
        Ok(sent) => ApiJson(CodeSent::from(sent)).into_response(),
        Err(error) => request_error(error, shop.clock.now()).into_response(),
    };
    // The cookie is set with an error too, because a code may arrive although the gateway did not answer.
    Ok((cookie, answer).into_response())
}

fn requester(shop: &Shop, headers: &HeaderMap, browser: &Secret) -> RequesterFingerprint {
    RequesterFingerprint {
        requester: browser.hash(),
        device: DEVICE_COOKIE.of(headers, shop.public_url()).map(Arc::new),
    }
}

fn request_error(error: RequestPhoneCodeError, now: Timestamp) -> ApiError {
    match error {
        RequestPhoneCodeError::RateLimited(limited) if limited.action == LimitedAction::SendText => {
            tracing::error!(
                "the shop has sent its share of TROWEL_SMS_PER_DAY text messages, so the next one waits"
            );
            let seconds = now.seconds_until(limited.retry_at).max(1);
            let detail = localized!(
                "The shop has sent many text messages today. Please log in another way.",
                "La boutique a envoyé beaucoup de textos aujourd’hui. Veuillez vous connecter d’une autre \
                 façon."
            );
            ApiError::unavailable("sms_unavailable", detail).after(seconds)
        }
        RequestPhoneCodeError::RateLimited(limited) => limited.into(),
        RequestPhoneCodeError::CountryNotSupported(countries) => ApiError::invalid_field(
            "phone",
            InvalidValue::new(
                "country_not_supported",
                localized!(
                    "We send text messages only to numbers that begin with {countries}. Please log in another \
                     way.",
                    "Nous envoyons des textos seulement aux numéros qui commencent par {countries}. Veuillez \
                     vous connecter d’une autre façon."
                ),
            ),
        ),
        RequestPhoneCodeError::SmsUnavailable { resend_at } => {
            let seconds = now.seconds_until(resend_at).max(1);
            let wait = humanize_seconds(seconds);
            let detail = localized!(
                language =>
                "Text messages cannot be sent right now. Please try again in {}, or log in another way.",
                "Les textos ne peuvent pas être envoyés pour le moment. Veuillez réessayer dans {}, ou vous \
                 connecter d’une autre façon.",
                wait.in_language(language)
            );
            ApiError::unavailable("sms_unavailable", detail).after(seconds)
        }
        RequestPhoneCodeError::Unreachable => ApiError::invalid_field(
            "phone",
            InvalidValue::new(
                "unreachable",
                localized!(
                    "We can’t send a text message to this number. Please check it, or log in another way.",
                    "Nous ne pouvons pas envoyer de texto à ce numéro. Veuillez le vérifier, ou vous connecter \
                     d’une autre façon."
                ),
            ),
        ),
        RequestPhoneCodeError::Db(error) => error.into(),
    }
}

#[derive(Deserialize, ToSchema)]
struct VerifyPhoneBody {
    /// The number with its country code after `+`, `00` or `011`. Without one it is a number of Canada. Blanks, dots,
    /// dashes, slashes and brackets are ignored.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, max_length = 60)]
    phone: Field<Phone>,
    #[serde(default)]
    #[schema(required, value_type = String, pattern = "^[ -]*([0-9][ -]*){6}$")]
    code: Field<CodeInput>,
}

/// Log in with the code, in the browser that requested it. A new account has no e-mail address, and gets no access
/// token until it is completed.
#[utoipa::path(post, path = "/identity/phone/verify", tag = "identity", request_body = VerifyPhoneBody,
    responses((status = 200, body = CurrentUser), (status = 401, description = "`second_factor_required`"),
        (status = 403, description = "`account_closed`, `account_blocked`, `second_proof_required`"),
        (status = 404, description = "not offered"),
        (status = 409, description = "`code_expired`, `provider_already_linked`"),
        (status = 422, description = "also for a wrong code"), (status = 429)))]
async fn verify_phone_code(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    RequestLanguage(language): RequestLanguage,
    headers: HeaderMap,
    JsonBody(body): JsonBody<VerifyPhoneBody>,
) -> Result<Response, ApiError> {
    sms_client(&shop)?;
    let mut check = Validator::new();
    let phone = check.required("phone", body.phone);
    let code = check.required("code", body.code);
    let (phone, code) = check.finish((phone, code))?;
    attempt.count()?;
    let Some(browser) = AUTHORIZATION_COOKIE.of(&headers, shop.public_url()) else {
        return Err(PhoneLoginError::CodeExpired.into());
    };
    let login_response = LoginResponse::new(&shop, &headers, AuthMethod::Phone);
    let asker = requester(&shop, &headers, &browser);
    let session = login_response.session.clone();
    let login = log_in(&shop, &phone, code.as_str(), &asker, session, language).await?;
    login_response.respond(&shop, &login.user, login.start).await
}

impl From<PhoneLoginError> for ApiError {
    fn from(error: PhoneLoginError) -> Self {
        match error {
            PhoneLoginError::WrongCode => Self::invalid_field(
                "code",
                InvalidValue::new(
                    "wrong_code",
                    localized!(
                        "This is not the code we sent. Please check the text message again.",
                        "Ce n’est pas le code que nous avons envoyé. Veuillez vérifier le texto."
                    ),
                ),
            ),
            PhoneLoginError::CodeExpired => Self::conflict(
                "code_expired",
                localized!(
                    "Your code has expired. Please request a new one.",
                    "Votre code a expiré. Veuillez en demander un nouveau."
                ),
            ),
            PhoneLoginError::SecondProofRequired { is_link_mailed } => {
                let why = localized!(
                    "This phone number was not used for more than a year, so it may have a new owner.",
                    "Ce numéro de téléphone n’a pas servi depuis plus d’un an, donc il a peut-être changé de \
                     propriétaire."
                );
                let what_to_do = if is_link_mailed {
                    localized!(
                        "We have sent its account an e-mail with a link to log in.",
                        "Nous avons envoyé au compte un courriel avec un lien pour se connecter."
                    )
                } else {
                    localized!(
                        "Please log in another way first, for example with your password. If you can’t, please \
                         contact the shop.",
                        "Veuillez d’abord vous connecter d’une autre façon, par exemple avec votre mot de \
                         passe. Si c’est impossible, veuillez communiquer avec la boutique."
                    )
                };
                Self::forbidden("second_proof_required", Localized::join(&[why, what_to_do]))
            }
            PhoneLoginError::Link(LinkError::AccountDeleted) => Self::new(
                StatusCode::FORBIDDEN,
                "account_closed",
                localized!(
                    "The account with this phone number has been deleted. Please sign up again.",
                    "Le compte avec ce numéro de téléphone a été supprimé. Veuillez créer un nouveau compte."
                ),
            ),
            PhoneLoginError::Link(LinkError::AccountBlocked) => account_blocked(),
            PhoneLoginError::Link(LinkError::ProviderAlreadyLinked) => Self::conflict(
                "provider_already_linked",
                localized!(
                    "This account already has another phone number. Please remove that one first.",
                    "Ce compte a déjà un autre numéro de téléphone. Veuillez d’abord le retirer."
                ),
            ),
            PhoneLoginError::Link(LinkError::SecondFactorOn) => second_factor_on(),
            PhoneLoginError::Link(LinkError::Db(error)) | PhoneLoginError::Db(error) => error.into(),
        }
    }
}
