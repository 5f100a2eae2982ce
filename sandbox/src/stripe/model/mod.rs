//! The objects of the card provider and their JSON. They know nothing of calls and storage.

pub mod card;
pub mod charge;
pub mod currency;
pub mod customer;
pub mod event;
pub mod payment_intent;
pub mod payment_method;
pub mod refund;

/// What all objects have in common.
pub trait Object {
    fn id(&self) -> &str;
    /// Seconds since 1970.
    fn created(&self) -> i64;
}

macro_rules! object {
    ($name:ty) => {
        impl $crate::stripe::model::Object for $name {
            fn id(&self) -> &str {
                &self.id
            }
            fn created(&self) -> i64 {
                self.created
            }
        }
    };
}
pub(crate) use object;

/// The key of a call: the secret key of the shop's server, or the publishable key of a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    Server,
    Browser,
}
