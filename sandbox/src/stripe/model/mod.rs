//! The objects of the card provider and their JSON. They know nothing of calls and storage.

pub mod card;
pub mod charge;
pub mod currency;
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

/// Who calls: the server of the shop with the secret key, or a browser with the publishable key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Server,
    Browser,
}
