//! GET, PUT and DELETE /tools/{id}/stock-alert; GET /stock-alerts.

use super::{AskStockAlertOutcome, MAX_OF_USER, ask, store};
use crate::{
    accounts::extractors::{AnyAccountByToken, StaffWritingTools},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_stock_alert, set_stock_alert, delete_stock_alert))
        .routes(routes!(count_stock_alerts))
}

/// Whether the caller gets an e-mail when the tool is back in stock.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockAlert {
    is_waiting: bool,
    /// `false`: the shop sends no e-mail, so there is nothing to wait for.
    is_offered: bool,
}

/// How many customers wait for a tool.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockAlertCount {
    tool_id: String,
    waiting: i64,
}

/// Whether the caller waits for the tool.
#[utoipa::path(get, path = "/tools/{id}/stock-alert", tag = "tools", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = StockAlert)))]
async fn get_stock_alert(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    ToolPathId(id): ToolPathId,
) -> Result<ApiJson<StockAlert>, ApiError> {
    let input = (id, session.user.id);
    let read = shop.db.read(input, |tx, (tool, user)| store::is_waiting(tx, tool, user));
    Ok(ApiJson(StockAlert { is_waiting: read.await?, is_offered: shop.mailer.is_on() }))
}

/// Asks for one e-mail when the tool can be ordered again.
#[utoipa::path(put, path = "/tools/{id}/stock-alert", tag = "tools", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = StockAlert),
        (status = 409, description = "`in_stock`, `email_off`, `email_not_verified`, `too_many_stock_alerts`")))]
async fn set_stock_alert(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    ToolPathId(id): ToolPathId,
) -> Result<ApiJson<StockAlert>, ApiError> {
    if !shop.mailer.is_on() {
        return Err(ApiError::conflict(
            "email_off",
            localized!(
                "This shop sends no e-mail. Please look here again later.",
                "Cette boutique n’envoie pas de courriels. Veuillez revenir voir plus tard."
            ),
        ));
    }
    match ask(&shop, &session.user.id, &id).await? {
        AskStockAlertOutcome::Waiting => Ok(ApiJson(StockAlert { is_waiting: true, is_offered: true })),
        AskStockAlertOutcome::NotFound => Err(ApiError::not_found(Missing::Tool)),
        AskStockAlertOutcome::InStock => Err(ApiError::conflict(
            "in_stock",
            localized!(
                "This tool is in stock. You can order it now.",
                "Cet outil est en stock. Vous pouvez le commander maintenant."
            ),
        )),
        AskStockAlertOutcome::EmailNotVerified => Err(ApiError::conflict(
            "email_not_verified",
            localized!(
                "Please confirm your e-mail address on your account page first. Then ask again.",
                "Veuillez d’abord confirmer votre adresse courriel à la page de votre compte. Refaites ensuite \
                 la demande."
            ),
        )),
        AskStockAlertOutcome::TooMany => Err(ApiError::conflict(
            "too_many_stock_alerts",
            localized!(
                "You are waiting for {MAX_OF_USER} tools already. Please stop waiting for one of them first.",
                "Vous attendez déjà {MAX_OF_USER}\u{a0}outils. Veuillez d’abord cesser d’en attendre un."
            ),
        )),
    }
}

/// The caller no longer wants the e-mail.
#[utoipa::path(delete, path = "/tools/{id}/stock-alert", tag = "tools", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = Deleted)))]
async fn delete_stock_alert(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    ToolPathId(id): ToolPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    let input = (id, session.user.id);
    let deleted = shop.db.write(input, |tx, (tool, user)| store::delete(tx, tool, user)).await?;
    Ok(ApiJson(if deleted { Deleted::one() } else { Deleted::none() }))
}

/// How many customers wait for each tool that is sold out.
#[utoipa::path(get, path = "/stock-alerts", tag = "tools", security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = Vec<StockAlertCount>),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn count_stock_alerts(
    State(shop): State<Arc<Shop>>,
    _: StaffWritingTools,
) -> Result<ApiJson<Vec<StockAlertCount>>, ApiError> {
    let counts = shop.db.read((), |tx, ()| store::counts(tx)).await?;
    let json = |(tool_id, waiting)| StockAlertCount { tool_id, waiting };
    Ok(ApiJson(counts.into_iter().map(json).collect()))
}
