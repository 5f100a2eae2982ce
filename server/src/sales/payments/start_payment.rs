//! Starts or continues a payment, with the card that the customer chose.

use std::net::IpAddr;

use super::{
    PaymentError,
    cancel_order::MAX_ATTEMPTS,
    create_intent::{CreateIntentOutcome, PaymentTarget, cancel_to_replace, find_or_create},
    saved_cards::{
        SavedCardError,
        card_use::{CardChoice, ChoiceEffect},
    },
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
    for _ in 0..MAX_ATTEMPTS {
        let outcome = find_or_create(shop, cards, (user, client), target.clone()).await?;
        let CreateIntentOutcome::ClientSecret(secret) = &outcome else { return Ok(outcome) };
        let intent_id = intent_id_of(secret);
        match card.set(shop, cards, user, intent_id).await {
            Ok(ChoiceEffect::Set) => return Ok(outcome),
            Ok(ChoiceEffect::ReplaceIntent) => {
                if !cancel_to_replace(shop, intent_id).await? {
                    break;
                }
            }
            Err(error) => return refused_card(error),
        }
    }
    Ok(CreateIntentOutcome::Refused)
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
