//! Customers of a former shop, from a file. Each gets an account without a password, and no e-mail.
//!
//! The account is like one that staff makes for a customer (docs/decisions/0031): its address is not confirmed, and the
//! mailed link that sets the first password confirms it. An account that the shop has stays as it is.

mod file;
pub mod http;

use self::file::{FormerAddress, FormerCustomer};
use crate::{
    accounts::{
        self,
        profiles::store::{ProfileChange, save_delivery_address, save_profile},
        user::{Role, User},
    },
    db::{self, Tx},
    values::{ids::Id, language::Language, time::Timestamp},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportCustomerOutcome {
    Added,
    /// The shop has an account with this address.
    Unchanged,
}

/// What the import of this customer would do.
async fn check(tx: &Tx<'_>, customer: &FormerCustomer) -> Result<ImportCustomerOutcome, db::Error> {
    let known = accounts::store::account_by_email(tx, &customer.email).await?;
    Ok(if known.is_some() { ImportCustomerOutcome::Unchanged } else { ImportCustomerOutcome::Added })
}

/// Adds the customer, unless an account has the address.
async fn import(
    tx: &Tx<'_>,
    customer: &FormerCustomer,
    now: Timestamp,
) -> Result<ImportCustomerOutcome, db::Error> {
    let outcome = check(tx, customer).await?;
    if outcome == ImportCustomerOutcome::Unchanged {
        return Ok(outcome);
    }
    let user = User {
        id: Id::new(now),
        email: Some(customer.email.to_string()),
        display_name: customer.name.clone(),
        photo_url: None,
        role: Role::Customer,
        language: Language::default(),
    };
    let inserted = accounts::store::insert_user(tx, &user, None, now).await;
    // A concurrent request made an account with this address.
    inserted.map_err(|error| if error.is_unique_violation() { tx.conflict() } else { error })?;
    let phone = &customer.phone;
    if let Some(FormerAddress { parts, line }) = &customer.address {
        save_delivery_address(tx, &user.id, parts, line, phone, now).await?;
    } else if !phone.is_empty() {
        let change = ProfileChange { location: None, address: None, phone: Some(phone.clone()) };
        save_profile(tx, &user.id, &change, now).await?;
    }
    Ok(outcome)
}
