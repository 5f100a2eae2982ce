//! PUT and DELETE /user/admin/{email} and /user/staff/{email}, and GET /admin/{email}.

use super::{GrantedBy, RoleChange, RoleEdit, change};
use crate::{
    accounts::{
        extractors::{Admin, AnyAccountByToken, reason_to_withhold},
        http::wrong_email,
        permissions::{Caller, Permission, WithheldReason, WithheldRole},
        session::store::Session,
        store::{self, Account},
        user::Role,
    },
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_admin_status))
        .routes(routes!(make_admin, remove_admin))
        .routes(routes!(make_staff, remove_staff))
}

/// Make an existing account an administrator. Its user has to log in again.
#[utoipa::path(put, path = "/user/admin/{email}", tag = "accounts", params(("email" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403), (status = 404),
        (status = 409, description = "`email_not_verified`, `no_login_method`")))]
async fn make_admin(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(path): PathSegment,
) -> Result<ApiJson<WriteResult>, ApiError> {
    change_role(&shop, session, &path, RoleEdit::Grant(Role::Admin)).await
}

/// Take an administrator's role away, and end the account's sessions. `modifiedCount` is 0 for an account without it.
#[utoipa::path(delete, path = "/user/admin/{email}", tag = "accounts", params(("email" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403), (status = 404),
        (status = 409, description = "`last_admin`")))]
async fn remove_admin(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(path): PathSegment,
) -> Result<ApiJson<WriteResult>, ApiError> {
    change_role(&shop, session, &path, RoleEdit::Revoke(Role::Admin)).await
}

/// Make an existing account staff, who handle orders and tools. Its user has to log in again. The last administrator
/// cannot become staff.
#[utoipa::path(put, path = "/user/staff/{email}", tag = "accounts", params(("email" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403), (status = 404),
        (status = 409, description = "`email_not_verified`, `no_login_method`, `last_admin`")))]
async fn make_staff(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(path): PathSegment,
) -> Result<ApiJson<WriteResult>, ApiError> {
    change_role(&shop, session, &path, RoleEdit::Grant(Role::Staff)).await
}

/// Take the role of staff away, and end the account's sessions. `modifiedCount` is 0 for an account without it.
#[utoipa::path(delete, path = "/user/staff/{email}", tag = "accounts", params(("email" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = WriteResult), (status = 403), (status = 404)))]
async fn remove_staff(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(path): PathSegment,
) -> Result<ApiJson<WriteResult>, ApiError> {
    change_role(&shop, session, &path, RoleEdit::Revoke(Role::Staff)).await
}

async fn change_role(
    shop: &Shop,
    by: Session,
    path: &str,
    edit: RoleEdit,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let email = Email::parse(path).ok_or_else(|| ApiError::not_found(Missing::Account))?;
    let by = GrantedBy::Admin {
        id: by.user.id,
        only_verified: shop.config.verifies_emails(),
        mail: shop.mailer.clone(),
    };
    match change(&shop.db, &email, edit, by, shop.clock.now()).await? {
        RoleChange::Made => Ok(ApiJson(WriteResult::modified())),
        RoleChange::Unchanged => Ok(ApiJson(WriteResult::unchanged())),
        RoleChange::UnknownAccount => Err(ApiError::not_found(Missing::Account)),
        RoleChange::NotVerified => Err(ApiError::conflict(
            "email_not_verified",
            localized!(
                "This e-mail address is not confirmed yet. The user has to open the link in the confirmation \
                 e-mail first.",
                "Cette adresse courriel n’est pas encore confirmée. L’utilisateur doit d’abord ouvrir le lien \
                 du courriel de confirmation."
            ),
        )),
        RoleChange::NoLoginMethod => Err(ApiError::conflict(
            "no_login_method",
            if shop.mailer.is_on() {
                localized!(
                    "No one can log in to this account yet. Its user has to set a password first: “Forgot your \
                     password?” on the login page.",
                    "La connexion à ce compte n’est pas encore possible. L’utilisateur doit d’abord choisir un \
                     mot de passe\u{a0}: «\u{a0}Mot de passe oublié?\u{a0}» sur la page de connexion."
                )
            } else {
                localized!(
                    "No one can log in to this account yet. Its user has to sign up with this address first.",
                    "La connexion à ce compte n’est pas encore possible. L’utilisateur doit d’abord créer un \
                     compte avec cette adresse."
                )
            },
        )),
        RoleChange::LastAdmin => Err(ApiError::conflict(
            "last_admin",
            localized!(
                "This is the only admin of the shop. Please make another user an admin first.",
                "C’est le seul administrateur de la boutique. Veuillez d’abord donner ce rôle à un autre \
                 utilisateur."
            ),
        )),
    }
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
            ..Role::Customer.into()
        }
    }
}

/// The role with which an account may act now. The caller's own, or any if the caller is an administrator. Unknown
/// addresses have none.
#[utoipa::path(get, path = "/admin/{email}", tag = "identity", params(("email" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = AdminStatus), (status = 403, description = "`wrong_email`")))]
async fn get_admin_status(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
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
    let Some(email) = email else { return Ok(ApiJson(Role::Customer.into())) };
    let account = shop.db.read(email, |tx, email| store::account_by_email(tx, email)).await?;
    let Some(Account { user, has_weak_password, .. }) = account else {
        return Ok(ApiJson(Role::Customer.into()));
    };
    let withheld = reason_to_withhold(&shop, &user, has_weak_password == Some(true)).await?;
    let role = user.role;
    Ok(ApiJson(withheld.map_or_else(|| role.into(), |reason| WithheldRole { role, reason }.into())))
}
