//! PUT and DELETE /user/admin/{email} and /user/staff/{email}.

use super::{GrantedBy, RoleChange, RoleEdit, change};
use crate::{
    accounts::{extractors::Admin, session::store::Session, user::Role},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(make_admin, remove_admin)).routes(routes!(make_staff, remove_staff))
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
    let email = Email::parse(path).ok_or_else(|| ApiError::not_found("account"))?;
    let by = GrantedBy::Admin {
        id: by.user.id,
        only_verified: shop.config.verifies_emails(),
        mail: shop.mailer.clone(),
    };
    match change(&shop.db, &email, edit, by, shop.clock.now()).await? {
        RoleChange::Made => Ok(ApiJson(WriteResult::modified())),
        RoleChange::Unchanged => Ok(ApiJson(WriteResult::unchanged())),
        RoleChange::UnknownAccount => Err(ApiError::not_found("account")),
        RoleChange::NotVerified => Err(ApiError::conflict(
            "email_not_verified",
            "This e-mail address is not confirmed yet. The user has to open the link in the confirmation e-mail first.",
        )),
        RoleChange::NoLoginMethod => Err(ApiError::conflict(
            "no_login_method",
            "No one can log in to this account yet. Its user has to set a password first: “Forgot your password?” on the login page.",
        )),
        RoleChange::LastAdmin => Err(ApiError::conflict(
            "last_admin",
            "This is the only admin of the shop. Please make another user an admin first.",
        )),
    }
}
