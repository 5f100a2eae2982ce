//! GET and DELETE /saved-cards.

use super::{SavedCardError, list, remove};
use crate::{
    accounts::extractors::AnyAccountByToken, clients::stripe::customers::SavedPaymentMethod,
    http::prelude::*, sales::payments::PaymentError, shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_saved_cards)).routes(routes!(remove_saved_card))
}

/// A card that the card provider keeps for the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedCard)]
struct SavedCardJson {
    id: String,
    /// As the provider names it: `visa`. `link` is a login at the provider, and has no number and no expiry.
    brand: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    last4: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u8)]
    exp_month: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u16)]
    exp_year: Option<u16>,
}

impl From<SavedPaymentMethod> for SavedCardJson {
    fn from(SavedPaymentMethod { id, kind, card }: SavedPaymentMethod) -> Self {
        let (exp_month, exp_year) = card.as_ref().map(|card| (card.exp_month, card.exp_year)).unzip();
        let (brand, last4) = card.map_or((kind, None), |card| (card.brand, Some(card.last4)));
        Self { id, brand, last4, exp_month, exp_year }
    }
}

/// The saved cards of the caller's account, the newest first. The card provider keeps them.
#[utoipa::path(get, path = "/saved-cards", tag = "payment", security(("bearer" = [])),
    responses((status = 200, body = Vec<SavedCardJson>),
        (status = 429, description = "`too_many_requests`"),
        (status = 503, description = "`card_provider_unavailable`")))]
async fn list_saved_cards(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
) -> Result<ApiJson<Vec<SavedCardJson>>, ApiError> {
    let saved = list(&shop, &session.user.id).await.map_err(unavailable)?;
    Ok(ApiJson(saved.into_iter().map(SavedCardJson::from).collect()))
}

/// Remove a saved card at the card provider.
#[utoipa::path(delete, path = "/saved-cards/{id}", tag = "payment", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = Deleted),
        (status = 404, description = "the card is not saved, or another account saved it"),
        (status = 409, description = "`payments_disabled`"),
        (status = 429, description = "`too_many_requests`"),
        (status = 503, description = "`card_provider_unavailable`: nothing changed")))]
async fn remove_saved_card(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    PathSegment(id): PathSegment,
) -> Result<ApiJson<Deleted>, ApiError> {
    run_to_completion(async move { remove(&shop, &session.user.id, &id).await.map_err(unavailable) }).await?;
    Ok(ApiJson(Deleted::one()))
}

/// The error outside of a payment.
fn unavailable(error: SavedCardError) -> ApiError {
    match error {
        SavedCardError::NotSaved => ApiError::not_found(Missing::SavedCard),
        SavedCardError::TooMany(limited) => limited.into(),
        SavedCardError::Payment(PaymentError::Provider(cause)) => {
            tracing::warn!(%cause, "the card provider gave no usable response about saved cards");
            ApiError::unavailable(
                "card_provider_unavailable",
                localized!(
                    "We can’t reach the card provider right now. Please try again in a moment.",
                    "Nous ne pouvons pas joindre le fournisseur de paiement par carte pour le moment. Veuillez \
                     réessayer dans un instant."
                ),
            )
        }
        SavedCardError::Payment(error) => error.into(),
    }
}
