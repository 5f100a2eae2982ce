//! The shop's letters: what each one tells. Their words are in `wording`.

use std::time::Duration;

use crate::values::{ids::Id, money::Cents, time::Moment};

/// `name` is whoever it is for, as they call themselves; it may be empty. A `link` is whole, with what proves that it was
/// mailed in its fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Letter {
    VerifyEmail {
        name: String,
        link: String,
        expires_at: Moment,
    },
    ResetPassword {
        name: String,
        link: String,
        expires_at: Moment,
    },
    /// Somebody wanted to sign up with an address that has an account.
    SignUpAttempt {
        name: String,
    },
    PasswordChanged {
        name: String,
    },
    MadeAdmin {
        name: String,
    },
    SignInAdded {
        name: String,
        /// As people call it: "Google", "a phone number".
        way: String,
    },
    AccountClosed {
        name: String,
    },
    /// The code that shows whose address it is.
    FinishCode {
        code: String,
        expires_at: Moment,
    },
    OrderPlaced {
        order: OrderFacts,
        /// Whether this shop takes card payments.
        can_be_paid: bool,
        /// How long it waits for its payment; `None`: for ever.
        held_for: Option<Duration>,
    },
    OrderPaid {
        order: OrderFacts,
        transaction_id: String,
    },
    OrderShipped {
        order: OrderFacts,
    },
    /// It was not paid in time and is gone.
    OrderExpired {
        order: OrderFacts,
    },
    OrderRefunded {
        order: OrderFacts,
        was_shipped: bool,
    },
    /// Money came for an order that was gone or paid otherwise, and went back by itself.
    PaymentReturned {
        name: String,
        amount: Cents,
        transaction_id: String,
    },
}

/// What a letter says of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderFacts {
    pub id: Id,
    pub customer_name: String,
    pub tool_name: String,
    pub quantity: i64,
    pub total: Cents,
}

impl Letter {
    /// As it stands in the table, in figures and in the log.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::VerifyEmail { .. } => "verify_email",
            Self::ResetPassword { .. } => "reset_password",
            Self::SignUpAttempt { .. } => "sign_up_attempt",
            Self::PasswordChanged { .. } => "password_changed",
            Self::MadeAdmin { .. } => "made_admin",
            Self::SignInAdded { .. } => "sign_in_added",
            Self::AccountClosed { .. } => "account_closed",
            Self::FinishCode { .. } => "finish_code",
            Self::OrderPlaced { .. } => "order_placed",
            Self::OrderPaid { .. } => "order_paid",
            Self::OrderShipped { .. } => "order_shipped",
            Self::OrderExpired { .. } => "order_expired",
            Self::OrderRefunded { .. } => "order_refunded",
            Self::PaymentReturned { .. } => "payment_returned",
        }
    }

    /// When the link or code in it ends, if it [holds one](holds_secret).
    pub const fn expires_at(&self) -> Option<Moment> {
        match self {
            Self::VerifyEmail { expires_at, .. }
            | Self::ResetPassword { expires_at, .. }
            | Self::FinishCode { expires_at, .. } => Some(*expires_at),
            _ => None,
        }
    }
}

/// Whether a letter of this kind has a link or a code in it that opens an account.
pub fn holds_secret(kind: &str) -> bool {
    matches!(kind, "verify_email" | "reset_password" | "finish_code")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_holds_a_secret() {
        let (name, link, code, ends) = (String::new, String::new, String::new, Moment::from_micros(1));
        for letter in [
            Letter::VerifyEmail { name: name(), link: link(), expires_at: ends },
            Letter::ResetPassword { name: name(), link: link(), expires_at: ends },
            Letter::FinishCode { code: code(), expires_at: ends },
            Letter::PasswordChanged { name: name() },
            Letter::MadeAdmin { name: name() },
        ] {
            assert_eq!(holds_secret(letter.kind()), letter.expires_at().is_some(), "{letter:?}");
        }
    }
}
