//! POST /identity/account/close.

use super::{DeleteAccountError, close};
use crate::{
    accounts::{
        extractors::{AnyAccountByCookie, LoginAttempt},
        password::{
            PlaintextPassword,
            http::{current_password, reauth_error},
        },
        session::start::SESSION_COOKIE,
        user::User,
    },
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(close_account))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CloseAccountBody {
    /// The account's e-mail address as a confirmation, or its name if it has no address. Ignored if it has neither.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 320)]
    confirm: Field<Text<320>>,
    /// Absent if the account has none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024)]
    password: Field<PlaintextPassword>,
    /// Whether the account's reviews are deleted, too. Otherwise they stay, without its name.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    delete_reviews: Field<bool>,
}

#[derive(Serialize, ToSchema)]
struct AccountClosed {
    acknowledged: bool,
}

/// Delete the caller's account. Unpaid orders are deleted. Paid orders are anonymized, but an order keeps name and
/// address until it is shipped. Reviews are anonymized, or deleted on request. Everything else is deleted at once.
#[utoipa::path(post, path = "/identity/account/close", tag = "accounts", request_body = CloseAccountBody,
    security(("session" = [])),
    responses((status = 200, body = AccountClosed),
        (status = 403, description = "`reauthentication_required`: there is no password, and this session began more than ten minutes ago"),
        (status = 409, description = "`last_admin`, `payment_under_way`"),
        (status = 422, description = "`invalid_field`: `mismatch` in `confirm`, or `wrong_password` in `password`")))]
async fn close_account(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    JsonBody(body): JsonBody<CloseAccountBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let is_nameless = session.user.email.is_none() && session.user.display_name.is_empty();
    let typed = if is_nameless { None } else { check.required("confirm", body.confirm) };
    if typed.is_some_and(|typed| !identifies(typed.as_str(), &session.user)) {
        let sentence = if session.user.email.is_some() {
            localized!(
                "Please type the e-mail address of this account.",
                "Veuillez taper l’adresse courriel de ce compte."
            )
        } else {
            localized!("Please type the name of this account.", "Veuillez taper le nom de ce compte.")
        };
        check.add_error("confirm", InvalidValue::new("mismatch", sentence));
    }
    let password = current_password(&mut check, "password", body.password);
    let deletes_reviews = check.optional("deleteReviews", body.delete_reviews).unwrap_or_default();
    check.finish(())?;
    attempt.count()?;
    match close(&shop, &session, password.as_ref(), deletes_reviews).await {
        Ok(()) => {
            let cookie = [(header::SET_COOKIE, SESSION_COOKIE.clear(shop.public_url())?)];
            Ok((cookie, ApiJson(AccountClosed { acknowledged: true })).into_response())
        }
        Err(DeleteAccountError::Reauth(why)) => Err(reauth_error("password", why)),
        Err(DeleteAccountError::LastAdmin) => Err(ApiError::conflict(
            "last_admin",
            localized!(
                "You are the last administrator of this shop. Please make someone else an administrator first.",
                "Vous êtes le dernier administrateur de cette boutique. Veuillez d’abord donner ce rôle à une \
                 autre personne."
            ),
        )),
        Err(DeleteAccountError::PaymentInProgress) => Err(ApiError::conflict(
            "payment_under_way",
            localized!(
                "One of your orders is being placed or paid right now. Please try again in a few minutes.",
                "Une de vos commandes est en train d’être passée ou payée. Veuillez réessayer dans quelques \
                 minutes."
            ),
        )),
        Err(DeleteAccountError::Payment(error)) => Err(error.into()),
        Err(DeleteAccountError::Db(error)) => Err(error.into()),
    }
}

fn identifies(typed: &str, user: &User) -> bool {
    match &user.email {
        Some(email) => Email::parse(typed).is_some_and(|typed| typed.as_str() == email),
        None => typed == user.display_name,
    }
}
