//! Paying an order once, as the card provider confirms it or a person of the shop records it ([`record_payment`]).
//!
//! Invariants: an order is paid by card only when the provider says that its intent succeeded with the right amount,
//! currency and mode. An intent belongs to one order from its creation. An unclear result is asked for again and never
//! guessed. News come from webhooks, from the browser's PATCH and from our own requests. All three end in
//! [`apply_intent`].
//!
//! Screens: the payment page; Delete, Ship and Refund on the order tables.

pub mod account;
pub mod apply_intent;
pub mod cancel_order;
pub mod cancel_reclaimed;
mod change_body;
pub mod confirm;
pub mod create_intent;
mod delete_order;
pub mod ended_purchase;
pub mod guest_purchase;
pub mod http;
pub mod job;
pub mod orders_http;
pub mod purchase;
pub mod record_payment;
pub mod refund;
pub mod saved_cards;
pub mod ship;
pub mod start_payment;
pub mod store;
pub mod test_connection;
pub mod webhook;

use thiserror::Error;

use crate::{clients::stripe, db};

/// Errors of calls that need the card provider.
#[derive(Debug, Error)]
pub enum PaymentError {
    #[error(transparent)]
    Db(#[from] db::Error),
    /// Card payment is not set up in this shop.
    #[error("card payment is off")]
    Disabled,
    #[error(transparent)]
    Provider(#[from] stripe::StripeError),
}
