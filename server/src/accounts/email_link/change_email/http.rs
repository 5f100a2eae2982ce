//! POST /identity/email/change.

use super::{ChangeEmailError, ask};
use crate::{
    accounts::{
        email_link::http::email_disabled,
        extractors::{AnyAccountByCookie, LoginAttempt},
        password::{
            PlaintextPassword,
            http::{current_password, no_email_error, reauth_error},
        },
    },
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(request_email_change))
}

#[derive(Deserialize, ToSchema)]
struct ChangeEmailBody {
    /// The new address.
    #[serde(default)]
    #[schema(required, value_type = String, format = Email)]
    email: Field<Email>,
    /// Absent if the account has none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024)]
    password: Field<PlaintextPassword>,
}

#[derive(Serialize, ToSchema)]
struct EmailChangeRequested {
    acknowledged: bool,
}

/// Mail a link to a new address of the caller's account. It works once, for an hour, with `POST /identity/email/verify`
/// in a session of the account. A newer link replaces it. The confirmed old address gets a notice. The response does
/// not reveal whether another account has the address: then no link is sent.
#[utoipa::path(post, path = "/identity/email/change", tag = "identity", request_body = ChangeEmailBody,
    security(("session" = [])),
    responses((status = 200, body = EmailChangeRequested),
        (status = 403, description = "`reauthentication_required`: there is no password, and this session began more than ten minutes ago"),
        (status = 409, description = "`no_email`, `email_disabled`"),
        (status = 422, description = "`invalid_field`: `wrong_password` in `password`")))]
async fn request_email_change(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    JsonBody(body): JsonBody<ChangeEmailBody>,
) -> Result<ApiJson<EmailChangeRequested>, ApiError> {
    let mut check = Validator::new();
    let email = check.required("email", body.email);
    let password = current_password(&mut check, "password", body.password);
    let email = check.finish(email)?;
    let client = attempt.count()?;
    match ask(&shop, &session, password.as_ref(), email, client).await {
        Ok(()) => Ok(ApiJson(EmailChangeRequested { acknowledged: true })),
        Err(ChangeEmailError::Reauth(why)) => Err(reauth_error("password", why)),
        Err(ChangeEmailError::NoEmail) => Err(no_email_error()),
        Err(ChangeEmailError::EmailDisabled) => Err(email_disabled()),
    }
}
