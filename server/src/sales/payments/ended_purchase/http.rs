//! What its customer reads in place of a purchase that was deleted unpaid.

use serde_json::json;

use super::store::{self, EndedLine};
use crate::{http::prelude::*, shop::Shop};

/// Returns `None` if this account or browser had no such purchase.
pub async fn problem(
    shop: &Shop,
    purchase: Id,
    user: Option<Id>,
    browser_hash: Option<String>,
) -> Result<Option<ApiError>, ApiError> {
    let input = (purchase, user, browser_hash, shop.clock.now());
    let lines: Vec<EndedLine> = shop
        .db
        .read(input, |tx, (purchase, user, browser, now)| {
            store::lines_of(tx, purchase, user.as_ref(), browser.as_deref(), *now)
        })
        .await?;
    let Some(first) = lines.first() else { return Ok(None) };
    let detail = if first.is_expired {
        localized!(
            "Your reservation has ended. You were not charged.",
            "Votre réservation a pris fin. Rien ne vous a été facturé."
        )
    } else {
        localized!(
            "This order was deleted. You were not charged.",
            "Cette commande a été supprimée. Rien ne vous a été facturé."
        )
    };
    let to_put_back =
        |line: &EndedLine| json!({ "toolId": line.tool, "toolName": line.name, "quantity": line.quantity });
    let error = ApiError::new(StatusCode::GONE, "purchase_ended", detail)
        .with("expired", first.is_expired)
        .with("lines", lines.iter().map(to_put_back).collect::<Vec<_>>());
    Ok(Some(error))
}
