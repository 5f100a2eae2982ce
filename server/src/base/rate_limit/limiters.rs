//! The rate limiters of this process.

use super::{
    LimitedAction, RateLimits,
    token_bucket::{IpRateLimiter, UserRateLimiter},
};
use crate::values::clock::Clock;

macro_rules! limiters {
    ($($(#[$attribute:meta])* $name:ident: $limiter:ident of $action:ident,)+) => {
        pub struct Limiters {
            $($(#[$attribute])* pub $name: $limiter,)+
        }

        impl Limiters {
            pub fn new(rates: &RateLimits, clock: &Clock) -> Self {
                Self { $($name: $limiter::new(LimitedAction::$action, rates, clock.clone()),)+ }
            }

            pub fn delete_expired(&self) {
                $(self.$name.delete_expired();)+
            }
        }
    };
}

limiters! {
    log_in: IpRateLimiter of LogIn,
    /// Sign-ups from a whole IPv6 site, which has many networks of the other limiters.
    sign_up: IpRateLimiter of LogIn,
    text_messages: IpRateLimiter of RequestText,
    /// Changes of baskets of visitors.
    baskets: IpRateLimiter of ChangeBasket,
    quotes: IpRateLimiter of AskForQuote,
    /// Checkouts and new payments of guests.
    guests: IpRateLimiter of GuestCheckout,
    newsletter: IpRateLimiter of SubscribeToNewsletter,
    /// Requests of one user that change something.
    writes: UserRateLimiter of Write,
}
