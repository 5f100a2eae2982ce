//! The call of "Finish your account".

use super::{CompleteProfileError, SendLinkError, complete, send_link};
use crate::{
    accounts::{
        email_link::http::{EmailTokenInput, link_expired},
        extractors::{AnyAccountByCookie, LoginAttempt},
        http::required,
        session::{
            start::{CurrentUser, LoginResponse, account_blocked},
            store::Session,
        },
        social::{account_linking::LinkError, http::second_factor_on},
    },
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(complete_account))
}

#[derive(Deserialize, ToSchema)]
struct CompleteProfileBody {
    /// Required without a token.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Email)]
    email: Field<Email>,
    /// Required without a token if the account has no name.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    name: Field<SingleLine<120>>,
    /// The secret of the link. Without it a link is sent. With it the account is completed.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    token: Field<EmailTokenInput>,
}

/// A link was sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FinishLinkSent {
    email: String,
    expires_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "says to openapi.json that there are two answers")]
enum CompleteProfileResponse {
    Mailed(FinishLinkSent),
    Finished(CurrentUser),
}

/// Set the address of an account that has none. With `email` a link is mailed there. With the link's `token`, in a
/// session of the same account, the account is completed and a new session starts. If another account has the address,
/// this login method is linked to that one.
#[utoipa::path(post, path = "/identity/complete", tag = "identity", request_body = CompleteProfileBody,
    security(("session" = [])),
    responses((status = 200, body = CompleteProfileResponse),
        (status = 401, description = "`unauthenticated`, `sign_in_first`, `second_factor_required`"),
        (status = 403, description = "`account_closed`, `account_blocked`"),
        (status = 409, description = "`profile_complete`, `link_expired`, `provider_already_linked`, `second_factor_on`"),
        (status = 503, description = "`email_disabled`: this shop sends no mail")))]
async fn complete_account(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    headers: HeaderMap,
    JsonBody(body): JsonBody<CompleteProfileBody>,
) -> Result<Response, ApiError> {
    if !matches!(body.token, Field::Missing) {
        let EmailTokenInput(token) = body.token.required("token")?;
        attempt.count()?;
        return complete_by_link(&shop, &session, token, &headers).await;
    }
    let mut check = Validator::new();
    let email = required(
        &mut check,
        "email",
        localized!("Email is required", "L’adresse courriel est obligatoire"),
        body.email,
    );
    let name = check.optional("name", body.name).map(SingleLine::into_string);
    if name.is_none() && session.user.display_name.is_empty() && check.is_valid() {
        check.add_error(
            "name",
            InvalidValue::new("required", localized!("Name is required", "Le nom est obligatoire")),
        );
    }
    let email = check.finish(email)?;
    if session.user.email.is_some() {
        return Err(profile_complete());
    }
    let address = attempt.count()?;
    if !shop.mailer.is_on() {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "email_disabled",
            localized!(
                "This shop can’t send e-mails, so it can’t confirm your address. Please log in with e-mail and \
                 password instead.",
                "Cette boutique ne peut pas envoyer de courriels, donc elle ne peut pas confirmer votre \
                 adresse. Veuillez plutôt vous connecter avec une adresse courriel et un mot de passe."
            ),
        ));
    }
    let expires_at = send_link(&shop, &session, &email, name, address).await?;
    Ok(ApiJson(FinishLinkSent { email: email.to_string(), expires_at }).into_response())
}

async fn complete_by_link(
    shop: &Shop,
    session: &Session,
    token: Option<Secret>,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let token = token.ok_or(CompleteProfileError::LinkExpired)?;
    let login_response = LoginResponse::new(shop, headers, session.method);
    let login = complete(shop, session, &token, login_response.session.clone()).await?;
    login_response.respond(shop, &login.user, login.start).await
}

fn profile_complete() -> ApiError {
    ApiError::conflict(
        "profile_complete",
        localized!(
            "This account already has an e-mail address. There is nothing left to do.",
            "Ce compte a déjà une adresse courriel. Il ne reste rien à faire."
        ),
    )
}

impl From<SendLinkError> for ApiError {
    fn from(error: SendLinkError) -> Self {
        match error {
            SendLinkError::RateLimited(limited) => limited.into(),
            SendLinkError::Db(error) => error.into(),
        }
    }
}

impl From<CompleteProfileError> for ApiError {
    fn from(unfinished: CompleteProfileError) -> Self {
        match unfinished {
            CompleteProfileError::LinkExpired => link_expired(localized!(
                "This link has expired or was already used. Please request a new one.",
                "Ce lien a expiré ou a déjà servi. Veuillez en demander un nouveau."
            )),
            CompleteProfileError::LoginRequired => Self::new(
                StatusCode::UNAUTHORIZED,
                "sign_in_first",
                localized!(
                    "This link belongs to another account. Please log in the way you did when you asked for \
                     it. Then open the link again: it still works.",
                    "Ce lien appartient à un autre compte. Veuillez vous connecter comme vous l’aviez fait \
                     pour le demander. Ouvrez ensuite le lien de nouveau\u{a0}: il fonctionne encore."
                ),
            ),
            CompleteProfileError::AlreadyComplete => profile_complete(),
            CompleteProfileError::Link(LinkError::AccountDeleted) => Self::new(
                StatusCode::FORBIDDEN,
                "account_closed",
                localized!(
                    "This account has been deleted. Please sign up again.",
                    "Ce compte a été supprimé. Veuillez créer un nouveau compte."
                ),
            ),
            CompleteProfileError::Link(LinkError::AccountBlocked) => account_blocked(),
            CompleteProfileError::Link(LinkError::ProviderAlreadyLinked) => Self::conflict(
                "provider_already_linked",
                localized!(
                    "There is already an account with this address that uses another login of the same kind. \
                     Please log in with that one, or use another address.",
                    "Un compte avec cette adresse existe déjà et utilise une autre connexion du même type. \
                     Veuillez vous connecter avec celle-là, ou utiliser une autre adresse."
                ),
            ),
            CompleteProfileError::Link(LinkError::SecondFactorOn) => second_factor_on(),
            CompleteProfileError::Link(LinkError::Db(error)) => error.into(),
        }
    }
}
