//! Saved cards. The provider keeps them; the shop keeps the id of the account's customer there
//! (docs/decisions/0036).
//!
//! Invariants: an account has a customer only after it agreed to save a card. The provider says which cards are saved,
//! and charges a card only for its own customer.

pub mod card_use;
pub mod delete_customers;
pub mod http;
pub mod store;

use thiserror::Error;

use self::store::CardCustomer;
use super::PaymentError;
use crate::{
    base::rate_limit::{self, LimitedAction, RateLimited},
    clients::stripe::{
        StripeError,
        customers::{SavedPaymentMethod, is_payment_method_id},
    },
    db,
    shop::Shop,
    values::ids::Id,
};

#[derive(Debug, Error)]
pub enum SavedCardError {
    /// The card is not saved for this account.
    #[error("not a saved card of this account")]
    NotSaved,
    #[error("too many questions about saved cards")]
    TooMany(RateLimited),
    #[error(transparent)]
    Payment(#[from] PaymentError),
}

impl From<db::Error> for SavedCardError {
    fn from(error: db::Error) -> Self {
        Self::Payment(error.into())
    }
}

impl From<StripeError> for SavedCardError {
    fn from(error: StripeError) -> Self {
        Self::Payment(error.into())
    }
}

/// The saved cards of an account, the newest first. None while the shop takes no cards. An account that never agreed
/// asks the provider nothing.
pub async fn list(shop: &Shop, user: &Id) -> Result<Vec<SavedPaymentMethod>, SavedCardError> {
    let Some(cards) = &shop.payments else { return Ok(Vec::new()) };
    let Some((known, customer)) = customer_of(shop, user).await? else { return Ok(Vec::new()) };
    count_question(shop, user).await?;
    match cards.client.saved_payment_methods(&customer).await {
        Ok(saved) => Ok(saved),
        Err(error) if error.is_missing() => {
            forget(shop, &known.id).await?;
            Ok(Vec::new())
        }
        Err(error) => Err(error.into()),
    }
}

/// Removes a saved card of this account at the provider.
pub async fn remove(shop: &Shop, user: &Id, card: &str) -> Result<(), SavedCardError> {
    require_saved(shop, user, card).await?;
    let cards = shop.payments.as_ref().ok_or(PaymentError::Disabled)?;
    match cards.client.detach_payment_method(card).await {
        // Another request was faster.
        Err(StripeError::Rejected { .. }) => Ok(()),
        done => Ok(done?),
    }
}

/// Refuses a card that the provider does not keep for this account's customer.
pub async fn require_saved(shop: &Shop, user: &Id, card: &str) -> Result<(), SavedCardError> {
    let cards = shop.payments.as_ref().ok_or(PaymentError::Disabled)?;
    if !is_payment_method_id(card) {
        return Err(SavedCardError::NotSaved);
    }
    let (_, customer) = customer_of(shop, user).await?.ok_or(SavedCardError::NotSaved)?;
    count_question(shop, user).await?;
    match cards.client.saved_payment_method(&customer, card).await {
        Ok(found) if found.id == card => Ok(()),
        Ok(_) => Err(SavedCardError::NotSaved),
        Err(error) if error.is_missing() => Err(SavedCardError::NotSaved),
        Err(error) => Err(error.into()),
    }
}

/// The account's customer with its id at the provider.
async fn customer_of(shop: &Shop, user: &Id) -> Result<Option<(CardCustomer, String)>, db::Error> {
    let known = shop.db.read_statement(user.clone(), |tx, user| store::of_user(tx, user)).await?;
    Ok(known.and_then(|known| known.customer_id.clone().map(|customer| (known, customer))))
}

/// Each call asks the provider, which limits questions too.
async fn count_question(shop: &Shop, user: &Id) -> Result<(), SavedCardError> {
    let input = (user.clone(), shop.clock.now());
    let counted = shop.db.write_repeatable(input, |tx, (user, now)| {
        Box::pin(async move {
            let limit = LimitedAction::AskAboutCards.by(user.as_str());
            rate_limit::take(tx, &[limit], *now).await
        })
    });
    counted.await?.into_result().map(drop).map_err(SavedCardError::TooMany)
}

/// The provider has no such customer any more, and so no cards.
async fn forget(shop: &Shop, id: &Id) -> Result<(), db::Error> {
    shop.db.write(id.clone(), |tx, id| store::delete(tx, id)).await
}
