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
        }
    }

    /// When the link or code in it ends. A letter that has such an end holds a secret.
    pub const fn expires_at(&self) -> Option<Moment> {
        match self {
            Self::VerifyEmail { expires_at, .. }
            | Self::ResetPassword { expires_at, .. }
            | Self::FinishCode { expires_at, .. } => Some(*expires_at),
            _ => None,
        }
    }
}
