//! Tells the provider what the next card of a payment is: a saved one, one to save, or one that is used once.
//!
//! An intent is created without a customer, so that a repeated creation is the same call. Before its secret is returned,
//! an update names the customer and whether the card is saved. The payment keeps the named customer, so that a later
//! attempt takes the choice back, even after the account has lost this customer.

use super::{SavedCardError, count_question, customer_of, forget, require_saved, store};
use crate::{
    accounts,
    clients::stripe::StripeError,
    sales::payments::{
        create_intent::{MAX_POLLS, POLL_INTERVAL},
        store as payments,
    },
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

    /// Sets the choice at the intent.
    pub async fn set(
        &self,
        shop: &Shop,
        cards: &CardProvider,
        user: &Id,
        intent_id: &str,
    ) -> Result<ChoiceEffect, SavedCardError> {
        let id = intent_id.to_owned();
        let named = shop.db.read_statement(id, |tx, id| payments::named_customer(tx, id)).await?;
        let customer = match (self, &named) {
            (Self::NewCard, None) => return Ok(ChoiceEffect::Set),
            (Self::NewCard, Some(named)) => named.clone(),
            (Self::SavedCard(_), _) => customer_of(shop, user).await?.ok_or(SavedCardError::NotSaved)?.1,
            (Self::SaveNewCard, _) => find_or_create_customer(shop, cards, user).await?,
        };
        match &named {
            Some(named) if *named != customer => return Ok(ChoiceEffect::ReplaceIntent),
            Some(_) => {}
            // Stored before the call, because a lost response must be taken back too.
            None => {
                let input = (intent_id.to_owned(), customer.clone());
                shop.db.write(input, |tx, (id, customer)| payments::name_customer(tx, id, customer)).await?;
            }
        }
        if *self != Self::NewCard {
            count_question(shop, user).await?;
        }
        let saves_card = *self == Self::SaveNewCard;
        match cards.client.set_card_use(intent_id, &customer, saves_card).await {
            Ok(()) => Ok(ChoiceEffect::Set),
            // The payment has ended, which the browser learns when it confirms.
            Err(StripeError::Rejected { code, .. }) if code == "payment_intent_unexpected_state" => {
                Ok(ChoiceEffect::Set)
            }
            Err(error) if error.is_missing() => Ok(ChoiceEffect::Set),
            // The customer was deleted at the provider, or the shop has keys of another account now.
            Err(StripeError::Rejected { code, .. }) if code == "resource_missing" => {
                if let Some((known, _)) = customer_of(shop, user).await?.filter(|(_, id)| *id == customer) {
                    forget(shop, &known.id).await?;
                }
                Ok(ChoiceEffect::ReplaceIntent)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// What setting a choice did.
pub enum ChoiceEffect {
    Set,
    /// The intent names a customer that is gone, so no card can pay it.
    ReplaceIntent,
}

/// Returns the provider's id of the account's customer. Creates a missing customer.
async fn find_or_create_customer(
    shop: &Shop,
    cards: &CardProvider,
    user: &Id,
) -> Result<String, SavedCardError> {
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
        return Ok(customer);
    }
    count_question(shop, user).await?;
    let customer = match cards.client.create_customer(user.as_str(), id.as_str()).await {
        Ok(customer) => customer,
        Err(StripeError::IdempotencyKeyInUse) => return wait_for_concurrent_call(shop, user).await,
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
        return Ok(customer);
    }
    if let Err(error) = cards.client.delete_customer(&customer).await {
        tracing::warn!(%error, customer, "a customer of a deleted account could not be deleted");
    }
    Err(SavedCardError::NotSaved)
}

/// Two payments save their card at the same time. Waits for the customer of the other call.
async fn wait_for_concurrent_call(shop: &Shop, user: &Id) -> Result<String, SavedCardError> {
    for _ in 0..MAX_POLLS {
        tokio::time::sleep(POLL_INTERVAL).await;
        if let Some((_, customer)) = customer_of(shop, user).await? {
            return Ok(customer);
        }
    }
    Err(StripeError::IdempotencyKeyInUse.into())
}
