//! Who checks out: an account, or a visitor without a login.

use std::net::IpAddr;

use crate::{
    accounts::{session::store::Session, user::User},
    base::{config::limits::Limits, rate_limit::RateLimit},
    db::Tx,
    sales::{
        basket::BasketHolder,
        discounts::customer_key,
        guests::Guest,
        orders::{
            check_session::{check_network, check_session},
            place_order::PlaceOrderError,
        },
    },
    settings::shop_settings::preferences::ShopPreferences,
    values::{money::Cents, time::Timestamp},
};

pub enum CheckoutBuyer {
    Account(Session),
    Guest(Guest),
}

impl CheckoutBuyer {
    pub const fn user(&self) -> &User {
        match self {
            Self::Account(session) => &session.user,
            Self::Guest(guest) => &guest.user,
        }
    }

    /// The address to which e-mails of the purchase go. Empty if it is not known.
    pub fn email(&self) -> &str {
        match self {
            Self::Account(session) => session.user.email.as_deref().unwrap_or_default(),
            Self::Guest(guest) => guest.email.as_str(),
        }
    }

    pub const fn is_guest(&self) -> bool {
        matches!(self, Self::Guest(_))
    }

    /// A guest pays at once, so that goods wait for days for accounts alone.
    pub const fn may_pay_later(&self) -> bool {
        !self.is_guest()
    }

    pub fn basket(&self) -> BasketHolder {
        let customer_key = customer_key(self.email());
        match self {
            Self::Account(session) => BasketHolder::Account { id: session.user.id.clone(), customer_key },
            Self::Guest(guest) => BasketHolder::Cookie { hash: guest.browser.basket.hash(), customer_key },
        }
    }

    /// The most that the purchase may cost. Returns `None` if it may cost any amount.
    pub fn limit(&self, preferences: &ShopPreferences) -> Option<Cents> {
        match self {
            Self::Account(_) => None,
            Self::Guest(_) => preferences.guest_limit(),
        }
    }

    /// Locks the account. Returns whether it never paid, and what the purchase counts for. A guest counts for the network
    /// alone: a stranger could use up the unpaid orders of an account.
    pub async fn check(
        &self,
        tx: &Tx<'_>,
        limits: &Limits,
        client: IpAddr,
        lines: usize,
        now: Timestamp,
    ) -> Result<(bool, Vec<RateLimit>), PlaceOrderError> {
        match self {
            Self::Account(session) => {
                let customer = check_session(tx, limits, (session, client), lines, now).await?;
                Ok((customer.is_new, customer.counted))
            }
            Self::Guest(_) => Ok((true, check_network(tx, limits, client, lines, now).await?)),
        }
    }
}
