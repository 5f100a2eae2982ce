//! The start-up check of the card provider's account.
//!
//! An open payment can be paid, canceled and refunded only with keys of the account that holds it. So the shop refuses
//! to start with keys of another account while customers may still pay.

use thiserror::Error;

use super::store;
use crate::{
    base::{
        config::{Config, RunMode, payments::PaymentConfig},
        metadata,
    },
    db::{self, Db, Tx},
};

const METADATA_KEY: &str = "card_account";

#[derive(Debug, Error)]
pub enum CardAccountError {
    #[error(
        "{open} unpaid orders have a payment at {stored}, and the given keys of the card provider are for {given}. \
         Start with the previous keys until these orders are paid or expired. If those keys no longer work: start without \
         card settings, delete the orders in Manage Orders, then start with the new keys."
    )]
    OpenPayments { open: i64, stored: String, given: String },
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Remembers the account of the given keys. Refuses another account while unpaid orders have an open payment. The demo
/// is exempt, because its sandbox keeps its payments but makes new keys at each start.
pub async fn check(db: &Db, config: &Config) -> Result<(), CardAccountError> {
    let Some(cards) = config.payments.as_ref().filter(|_| config.mode == RunMode::Serve) else {
        return Ok(());
    };
    db.try_write(account_of(cards), |tx, given| Box::pin(store_account(tx, given))).await
}

async fn store_account(tx: &Tx<'_>, given: &str) -> Result<(), CardAccountError> {
    let stored = metadata::store::get(tx, METADATA_KEY).await?;
    if let Some(stored) = stored.filter(|stored| *stored != given) {
        let open = store::count_open(tx).await?;
        if open > 0 {
            return Err(CardAccountError::OpenPayments { open, stored, given: given.to_owned() });
        }
    }
    Ok(metadata::store::put(tx, METADATA_KEY, given).await?)
}

/// The account and mode of these keys, without a network call. Keys of today contain the account id: `sk_live_51Abc…`
/// is a key of `acct_1Abc…`. For older keys it is the publishable key, which stays the same when the secret key is
/// rotated.
fn account_of(cards: &PaymentConfig) -> String {
    let publishable_key = cards.publishable_key.as_str();
    let keys = [&cards.secret_key, publishable_key];
    keys.into_iter().find_map(account_in).unwrap_or_else(|| publishable_key.to_owned())
}

fn account_in(key: &str) -> Option<String> {
    const MIN_LENGTH: usize = 64;
    let mut parts = key.splitn(3, '_');
    let (_, mode, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let id = rest.get(1..17).filter(|_| rest.len() >= MIN_LENGTH && rest.starts_with("51"))?;
    Some(format!("acct_{id} ({mode})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::payments::PublishableKey;

    fn account(secret_key: &str, publishable_key: &str) -> String {
        account_of(&PaymentConfig {
            api_url: String::new(),
            js_url: String::new(),
            secret_key: secret_key.to_owned(),
            publishable_key: PublishableKey::parse(publishable_key).unwrap(),
            webhook_secret: String::new(),
        })
    }

    #[test]
    fn keys_of_one_account_and_mode_name_the_same_account() {
        let key = |start: &str, end: &str| format!("{start}{}", end.repeat(70));
        let first = account(&key("sk_live_51BTUDGJAJfZb9HEB", "a"), "pk_live_old");
        assert_eq!(first, "acct_1BTUDGJAJfZb9HEB (live)");
        assert_eq!(account(&key("rk_live_51BTUDGJAJfZb9HEB", "b"), "pk_live_other"), first);
        assert_eq!(account("sk_live_old", &key("pk_live_51BTUDGJAJfZb9HEB", "c")), first);
        assert_ne!(account(&key("sk_test_51BTUDGJAJfZb9HEB", "a"), "pk_test_old"), first);
        assert_ne!(account(&key("sk_live_51CTUDGJAJfZb9HEB", "a"), "pk_live_old"), first);
    }

    #[test]
    fn older_keys_are_told_apart_by_the_publishable_key() {
        assert_eq!(account("sk_test_4eC39HqLyjWDarjtT1zdp7dc", "pk_test_a"), "pk_test_a");
        assert_eq!(account("sk_test_51C39HqLyjWDarjtT1zdp7dc", "pk_test_a"), "pk_test_a");
        assert_eq!(account("nonsense", "pk_test_a"), "pk_test_a");
    }
}
