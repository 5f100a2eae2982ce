//! POST and DELETE /users/{id}/block, DELETE /users/{id}/unpaid-orders.

use super::{BlockOutcome, delete_unpaid_orders, set_blocked};
use crate::{
    accounts::{self, extractors::Admin},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(block_account, unblock_account)).routes(routes!(delete_unpaid))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountBlocked {
    acknowledged: bool,
    /// 0 if the account was blocked already.
    modified_count: u64,
    /// Unpaid orders that this call deleted.
    deleted_orders: u64,
    /// Unpaid orders that are left, because their payment is in progress or the card provider does not answer. Repeat
    /// the call to delete them.
    remaining_orders: usize,
}

/// Block a customer. Ends the sessions, refuses every login, and deletes the unpaid orders.
#[utoipa::path(post, path = "/users/{id}/block", tag = "accounts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = AccountBlocked), (status = 403),
        (status = 409, description = "`account_is_admin`")))]
async fn block_account(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    AccountPathId(user): AccountPathId,
) -> Result<ApiJson<AccountBlocked>, ApiError> {
    let admin = session.user.id;
    let work = async move {
        let is_changed = modified(set_blocked(&shop, &admin, &user, true).await?)?;
        let (deleted_orders, remaining_orders) = delete_unpaid_orders(&shop, &admin, &user).await?;
        let modified_count = u64::from(is_changed);
        Ok(AccountBlocked { acknowledged: true, modified_count, deleted_orders, remaining_orders })
    };
    run_to_completion(work).await.map(ApiJson)
}

/// Let a blocked customer log in again.
#[utoipa::path(delete, path = "/users/{id}/block", tag = "accounts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = WriteResult), (status = 403)))]
async fn unblock_account(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    AccountPathId(user): AccountPathId,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let is_changed = modified(set_blocked(&shop, &session.user.id, &user, false).await?)?;
    Ok(ApiJson(if is_changed { WriteResult::modified() } else { WriteResult::unchanged() }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnpaidOrdersDeleted {
    acknowledged: bool,
    deleted_count: u64,
    /// Unpaid orders that are left, because their payment is in progress or the card provider does not answer. Repeat
    /// the call to delete them.
    remaining_orders: usize,
}

/// Delete all unpaid orders of a customer and give their stock back.
#[utoipa::path(delete, path = "/users/{id}/unpaid-orders", tag = "accounts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = UnpaidOrdersDeleted), (status = 403)))]
async fn delete_unpaid(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    AccountPathId(user): AccountPathId,
) -> Result<ApiJson<UnpaidOrdersDeleted>, ApiError> {
    let admin = session.user.id;
    let work = async move {
        let account = shop.db.read(user.clone(), |tx, user| accounts::store::account_by_id(tx, user));
        account.await?.ok_or_else(|| ApiError::not_found(Missing::Account))?;
        let (deleted_count, remaining_orders) = delete_unpaid_orders(&shop, &admin, &user).await?;
        Ok(UnpaidOrdersDeleted { acknowledged: true, deleted_count, remaining_orders })
    };
    run_to_completion(work).await.map(ApiJson)
}

fn modified(outcome: BlockOutcome) -> Result<bool, ApiError> {
    match outcome {
        BlockOutcome::Changed => Ok(true),
        BlockOutcome::Unchanged => Ok(false),
        BlockOutcome::UnknownAccount => Err(ApiError::not_found(Missing::Account)),
        BlockOutcome::HasRole => Err(ApiError::conflict(
            "account_is_admin",
            localized!(
                "Administrators and staff cannot be blocked. Take the role away first, in Users.",
                "Les administrateurs et le personnel ne peuvent pas être bloqués. Retirez d’abord le rôle, \
                 dans «\u{a0}Utilisateurs\u{a0}»."
            ),
        )),
    }
}
