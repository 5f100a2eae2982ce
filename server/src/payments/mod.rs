//! Paying an order once, on the card provider's word.
//!
//! Invariants: an order is paid only when the provider says that the intent of this very order succeeded with the
//! right amount, currency and mode; an intent belongs to one order from its creation; whatever is unclear is asked
//! again and never guessed. The provider tells us three ways (its signed events, the browser's PATCH, our own asking),
//! and all three end in [`apply_intent`].
//!
//! Screens: the payment page; Delete and Ship on the order tables. This module knows orders and not screens' wording.

pub mod account;
pub mod apply_intent;
pub mod cancel_order;
pub mod cancel_reclaimed;
pub mod confirm;
pub mod create_intent;
pub mod http;
pub mod reconcile;
pub mod refund;
pub mod store;
pub mod webhook;

use thiserror::Error;

use crate::{clients::stripe, db};

/// What can go wrong while the provider is asked.
#[derive(Debug, Error)]
pub enum Error {
    #[error(transparent)]
    Db(#[from] db::Error),
    /// Card payment is not set up in this shop.
    #[error("card payment is off")]
    Off,
    #[error(transparent)]
    Provider(#[from] stripe::Error),
}
