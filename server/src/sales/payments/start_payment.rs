//! Starts or continues a payment, with the card that the customer chose.

use std::net::IpAddr;

use super::{
    PaymentError,
    create_intent::{CreateIntentOutcome, PaymentTarget, find_or_create},
    saved_cards::{SavedCardError, card_use::CardChoice},
};
use crate::{shop::Shop, values::ids::Id};

/// Starts a payment of the caller's own orders with this card.
pub async fn start_payment(
    shop: &Shop,
    (user, client): (&Id, IpAddr),
    target: PaymentTarget,
    card: &CardChoice,
) -> Result<CreateIntentOutcome, PaymentError> {
    let cards = shop.payments.as_ref().ok_or(PaymentError::Disabled)?;
    if let Err(error) = card.check(shop, user).await {
        return refused_card(error);
    }
    let (outcome, is_new) = find_or_create(shop, cards, (user, client), target).await?;
    if let CreateIntentOutcome::ClientSecret(secret) = &outcome
        && let Err(error) = card.set(shop, cards, user, (intent_id_of(secret), is_new)).await
    {
        return refused_card(error);
    }
    Ok(outcome)
}

fn refused_card(error: SavedCardError) -> Result<CreateIntentOutcome, PaymentError> {
    match error {
        SavedCardError::NotSaved => Ok(CreateIntentOutcome::CardNotSaved),
        SavedCardError::TooMany(limited) => Ok(CreateIntentOutcome::TooMany(limited)),
        SavedCardError::Payment(error) => Err(error),
    }
}

/// The provider's secrets begin with it: `pi_…_secret_…`.
pub fn intent_id_of(client_secret: &str) -> &str {
    client_secret.split("_secret_").next().unwrap_or_default()
}
