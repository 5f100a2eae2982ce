//! GET /reviews/options.

use crate::{
    accounts::extractors::AnyAccount,
    http::prelude::*,
    sales::{
        orders::bought_tools::{self, store::BoughtTool},
        reviews::{review::ReviewRefusal, write},
    },
    settings::shop_settings::preferences::ReviewPolicy,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(review_options))
}

/// What the caller may review.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReviewOptions {
    /// Why the caller may not review. Absent if the caller may.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    refusal: Option<Localized>,
    /// New reviews are shown after the owner has published them.
    needs_approval: bool,
    /// What the caller has bought, the last first. A review may name one of them.
    tools: Vec<BoughtTool>,
}

/// Whether the caller may review, and which tools a review may name.
#[utoipa::path(get, path = "/reviews/options", tag = "reviews", security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = ReviewOptions)))]
async fn review_options(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
) -> Result<ApiJson<ReviewOptions>, ApiError> {
    let policy = shop.settings.current().preferences.review_policy;
    let (refusal, tools) = shop
        .db
        .read((session.user.id, policy), |tx, (user, policy)| {
            Box::pin(async move {
                let refusal = write::refusal(tx, *policy, user).await?;
                Ok((refusal, bought_tools::store::of_user(tx, user).await?))
            })
        })
        .await?;
    Ok(ApiJson(ReviewOptions {
        refusal: refusal.map(ReviewRefusal::sentence),
        needs_approval: policy == ReviewPolicy::Approval,
        tools,
    }))
}
