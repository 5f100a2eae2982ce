//! The role with which an account may act now.

use super::{
    extractors::{BearerUser, reason_to_withhold},
    http::wrong_email,
    permissions::{Caller, Permission, WithheldReason, WithheldRole},
    store::{self, Account},
    user::Role,
};
use crate::{http::prelude::*, shop::Shop};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_admin_status))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AdminStatus {
    /// Whether the account may act as an administrator now.
    admin: bool,
    /// Only of staff. The specified client knows `admin` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    /// The role of an account that acts as a customer until it has done what the next two members say.
    #[serde(skip_serializing_if = "Option::is_none")]
    withheld_role: Option<Role>,
    /// Set if the shop asks for two-step login and the account has to turn it on first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    second_factor_missing: bool,
    /// Set if the account has to choose a stronger password first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    password_too_weak: bool,
}

impl From<Role> for AdminStatus {
    fn from(role: Role) -> Self {
        Self {
            admin: role == Role::Admin,
            role: Some(role).filter(|role| *role == Role::Staff),
            withheld_role: None,
            second_factor_missing: false,
            password_too_weak: false,
        }
    }
}

impl From<WithheldRole> for AdminStatus {
    fn from(WithheldRole { role, reason }: WithheldRole) -> Self {
        Self {
            withheld_role: Some(role),
            second_factor_missing: reason == WithheldReason::NoSecondFactor,
            password_too_weak: reason == WithheldReason::WeakPassword,
            ..Role::User.into()
        }
    }
}

/// The role with which an account may act now: the caller's own, or any if the caller is an administrator. Unknown
/// addresses have none.
#[utoipa::path(get, path = "/admin/{email}", tag = "identity", params(("email" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = AdminStatus), (status = 403, description = "`wrong_email`")))]
async fn get_admin_status(
    State(shop): State<Arc<Shop>>,
    BearerUser(session): BearerUser,
    PathSegment(path): PathSegment,
) -> Result<ApiJson<AdminStatus>, ApiError> {
    let email = Email::parse(&path);
    if email.as_ref().is_some_and(|email| session.user.has_email(email.as_str())) {
        let role = session.user.role;
        return Ok(ApiJson(session.withheld_role.map_or_else(|| role.into(), Into::into)));
    }
    if !Caller::new(session.user).may(Permission::RunShop) {
        return Err(wrong_email());
    }
    let Some(email) = email else { return Ok(ApiJson(Role::User.into())) };
    let account = shop.db.read(email, |tx, email| store::account_by_email(tx, email)).await?;
    let Some(Account { user, has_weak_password, .. }) = account else {
        return Ok(ApiJson(Role::User.into()));
    };
    let withheld = reason_to_withhold(&shop, &user, has_weak_password == Some(true)).await?;
    let role = user.role;
    Ok(ApiJson(withheld.map_or_else(|| role.into(), |reason| WithheldRole { role, reason }.into())))
}
