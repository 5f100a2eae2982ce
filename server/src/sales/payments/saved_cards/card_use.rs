//! Tells the provider what the next card of a payment is: a saved one, one to save, or one that is used once.
//!
//! An intent is created without a customer, so that a repeated creation is the same call. Before its secret is returned,
//! an update names the customer and whether the card is saved. The update also takes back what an earlier attempt chose.

use super::{SavedCardError, count_question, customer_of, forget, require_saved, store};
use crate::{
    accounts,
    clients::stripe::StripeError,
    shop::{CardProvider, Shop},
    values::ids::Id,
};

/// What the customer pays with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardChoice {
    /// A card that is typed, and used once.
    NewCard,
    /// A card that is typed. The customer agrees that the provider saves it.
    SaveNewCard,
    /// A saved card, by the provider's id.
    SavedCard(String),
}

impl CardChoice {
    /// Refuses another account's card, before there is a payment.
    pub async fn check(&self, shop: &Shop, user: &Id) -> Result<(), SavedCardError> {
        match self {
            Self::NewCard | Self::SaveNewCard => Ok(()),
            Self::SavedCard(card) => require_saved(shop, user, card).await,
        }
    }

    /// Sets the choice at the intent. `is_new` says that the intent has no choice yet.
    pub async fn set(
        &self,
        shop: &Shop,
        cards: &CardProvider,
        user: &Id,
        (intent_id, is_new): (&str, bool),
    ) -> Result<(), SavedCardError> {
        match self {
            Self::NewCard if is_new => Ok(()),
            Self::NewCard => {
                // Without a customer, no earlier attempt can have chosen to save.
                if customer_of(shop, user).await?.is_none() {
                    return Ok(());
                }
                count_question(shop, user).await?;
                update(cards, intent_id, None, false).await.map(drop)
            }
            Self::SavedCard(_) => {
                let (_, customer) = customer_of(shop, user).await?.ok_or(SavedCardError::NotSaved)?;
                match update(cards, intent_id, Some(&customer), false).await? {
                    CustomerState::Known => Ok(()),
                    CustomerState::Missing => Err(SavedCardError::NotSaved),
                }
            }
            Self::SaveNewCard => {
                count_question(shop, user).await?;
                let (id, customer) = find_or_create_customer(shop, cards, user).await?;
                if let CustomerState::Known = update(cards, intent_id, Some(&customer), true).await? {
                    return Ok(());
                }
                // The customer was deleted at the provider, or the shop has keys of another account now.
                forget(shop, &id).await?;
                let (_, customer) = find_or_create_customer(shop, cards, user).await?;
                update(cards, intent_id, Some(&customer), true).await.map(drop)
            }
        }
    }
}

enum CustomerState {
    Known,
    Missing,
}

async fn update(
    cards: &CardProvider,
    intent_id: &str,
    customer: Option<&str>,
    saves_card: bool,
) -> Result<CustomerState, SavedCardError> {
    match cards.client.set_card_use(intent_id, customer, saves_card).await {
        Ok(()) => Ok(CustomerState::Known),
        // The payment has ended, which the browser learns when it confirms.
        Err(StripeError::Rejected { code, .. }) if code == "payment_intent_unexpected_state" => {
            Ok(CustomerState::Known)
        }
        Err(error) if error.is_missing() => Ok(CustomerState::Known),
        Err(StripeError::Rejected { code, .. }) if code == "resource_missing" => Ok(CustomerState::Missing),
        Err(error) => Err(error.into()),
    }
}

/// The id of the row, and the provider's id of the customer.
async fn find_or_create_customer(
    shop: &Shop,
    cards: &CardProvider,
    user: &Id,
) -> Result<(Id, String), SavedCardError> {
    let input = (user.clone(), shop.clock.now());
    let found = shop.db.write(input, |tx, (user, now)| {
        Box::pin(async move {
            if !accounts::store::lock_user(tx, user).await? {
                return Ok(None);
            }
            if let Some(known) = store::of_user(tx, user).await? {
                return Ok(Some((known.id, known.customer_id)));
            }
            let id = Id::new(*now);
            store::insert(tx, &id, user, *now).await?;
            Ok(Some((id, None)))
        })
    });
    let (id, customer) = found.await?.ok_or(SavedCardError::NotSaved)?;
    if let Some(customer) = customer {
        return Ok((id, customer));
    }
    let customer = match cards.client.create_customer(user.as_str(), id.as_str()).await {
        Ok(customer) => customer,
        Err(error) => {
            // The provider replays these for the same idempotency key. The next attempt gets a new one.
            if matches!(error, StripeError::Failed(_) | StripeError::Rejected { .. }) {
                forget(shop, &id).await?;
            }
            return Err(error.into());
        }
    };
    let input = (id.clone(), customer.clone());
    if shop.db.write(input, |tx, (id, customer)| store::set_customer(tx, id, customer)).await? {
        return Ok((id, customer));
    }
    if let Err(error) = cards.client.delete_customer(&customer).await {
        tracing::warn!(%error, customer, "a customer of a deleted account could not be deleted");
    }
    Err(SavedCardError::NotSaved)
}
