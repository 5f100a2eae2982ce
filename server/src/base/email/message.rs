//! The e-mails that the shop sends, with the data of each. Their texts are in `templates`.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::owner_message::OwnerMessage;
use crate::{
    base::rate_limit::LimitedAction,
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// `name` is the recipient's display name and may be empty. A `link` is a full URL with its secret in the fragment.
///
/// The outbox stores it as JSON. A new version must read what an older version wrote: new fields have a default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailMessage {
    VerifyEmail {
        name: String,
        link: String,
        expires_at: Timestamp,
    },
    ResetPassword {
        name: String,
        link: String,
        expires_at: Timestamp,
    },
    /// A sign-up used an address that already has an account.
    SignUpAttempt {
        name: String,
    },
    PasswordChanged {
        name: String,
    },
    MadeAdmin {
        name: String,
    },
    MadeStaff {
        name: String,
    },
    LoginMethodAdded {
        name: String,
        /// As it reads in a sentence: "Google", "a phone number".
        login_method: String,
    },
    TwoStepLoginChanged {
        name: String,
        is_on: bool,
    },
    AccountDeleted {
        name: String,
    },
    /// A right password or code needs a second proof.
    LogIn {
        name: String,
        link: String,
        expires_at: Timestamp,
    },
    /// To the address that an unfinished account gave.
    FinishAccount {
        link: String,
        expires_at: Timestamp,
    },
    OrderPlaced {
        order: OrderSummary,
        /// Whether this shop takes card payments.
        can_be_paid: bool,
        /// How long the order waits for its payment. `None`: without limit.
        held_for: Option<Duration>,
    },
    /// Staff entered the order for the customer.
    OrderEntered {
        order: OrderSummary,
        can_be_paid: bool,
        held_for: Option<Duration>,
    },
    /// The same to a customer who has no password yet.
    FirstOrderEntered {
        order: OrderSummary,
        /// Sets the password.
        link: String,
        expires_at: Timestamp,
        can_be_paid: bool,
        held_for: Option<Duration>,
    },
    OrderPaid {
        order: OrderSummary,
        transaction_id: String,
    },
    OrderShipped {
        order: OrderSummary,
        #[serde(default)]
        parcel: ParcelTracking,
    },
    /// The order was not paid in time and is deleted.
    OrderExpired {
        order: OrderSummary,
    },
    /// An administrator deleted the unpaid order.
    OrderCancelled {
        order: OrderSummary,
    },
    OrderRefunded {
        order: OrderSummary,
        was_shipped: bool,
    },
    /// A part of the payment was refunded, and `refunded` so far.
    OrderPartRefunded {
        order: OrderSummary,
        amount: Cents,
        refunded: Cents,
        reason: String,
    },
    /// A payment arrived for an order that was deleted or already paid, and was refunded automatically.
    PaymentRefunded {
        name: String,
        amount: Cents,
        transaction_id: String,
    },
    /// The customer asked for it while the tool was sold out.
    BackInStock {
        name: String,
        tool_id: Id,
        tool_name: String,
    },
    /// The owner has published the review of its recipient.
    ReviewPublished {
        name: String,
        review: String,
    },
    #[serde(untagged)]
    Owner(OwnerMessage),
}

/// The parts of an order that an e-mail shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSummary {
    pub id: Id,
    #[serde(default)]
    pub number: i64,
    pub customer_name: String,
    pub tool_name: String,
    pub quantity: i64,
    pub total: Cents,
}

/// How to follow a parcel, as far as it is known.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParcelTracking {
    pub carrier: Option<String>,
    pub number: Option<String>,
    pub url: Option<String>,
}

impl EmailMessage {
    /// The order that the e-mail is about.
    pub const fn order_id(&self) -> Option<&Id> {
        match self {
            Self::OrderPlaced { order, .. }
            | Self::OrderEntered { order, .. }
            | Self::FirstOrderEntered { order, .. }
            | Self::OrderPaid { order, .. }
            | Self::OrderShipped { order, .. }
            | Self::OrderExpired { order }
            | Self::OrderCancelled { order }
            | Self::OrderPartRefunded { order, .. }
            | Self::OrderRefunded { order, .. } => Some(&order.id),
            Self::Owner(message) => message.order_id(),
            _ => None,
        }
    }

    /// The kind as the table, the metrics and the log spell it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::VerifyEmail { .. } => "verify_email",
            Self::ResetPassword { .. } => "reset_password",
            Self::SignUpAttempt { .. } => "sign_up_attempt",
            Self::PasswordChanged { .. } => "password_changed",
            Self::MadeAdmin { .. } => "made_admin",
            Self::MadeStaff { .. } => "made_staff",
            Self::LoginMethodAdded { .. } => "login_method_added",
            Self::TwoStepLoginChanged { .. } => "two_step_login_changed",
            Self::AccountDeleted { .. } => "account_deleted",
            Self::LogIn { .. } => "log_in",
            Self::FinishAccount { .. } => "finish_account",
            Self::OrderPlaced { .. } => "order_placed",
            Self::OrderEntered { .. } => "order_entered",
            Self::FirstOrderEntered { .. } => "first_order_entered",
            Self::OrderPaid { .. } => "order_paid",
            Self::OrderShipped { .. } => "order_shipped",
            Self::OrderExpired { .. } => "order_expired",
            Self::OrderCancelled { .. } => "order_cancelled",
            Self::OrderRefunded { .. } => "order_refunded",
            Self::OrderPartRefunded { .. } => "order_part_refunded",
            Self::PaymentRefunded { .. } => "payment_refunded",
            Self::BackInStock { .. } => "back_in_stock",
            Self::ReviewPublished { .. } => "review_published",
            Self::Owner(message) => message.kind(),
        }
    }

    /// Limits e-mails of this kind to one address. A customer may have many orders, so their limit is by the day.
    pub const fn limited_action(&self) -> LimitedAction {
        match self {
            Self::SignUpAttempt { .. } => LimitedAction::SendSignUpAttempt,
            Self::OrderPlaced { .. }
            | Self::OrderEntered { .. }
            | Self::FirstOrderEntered { .. }
            | Self::OrderPaid { .. }
            | Self::OrderShipped { .. }
            | Self::OrderExpired { .. }
            | Self::OrderCancelled { .. }
            | Self::OrderRefunded { .. }
            | Self::OrderPartRefunded { .. }
            | Self::PaymentRefunded { .. }
            | Self::BackInStock { .. }
            | Self::ReviewPublished { .. } => LimitedAction::SendOrderEmail,
            Self::VerifyEmail { .. }
            | Self::ResetPassword { .. }
            | Self::PasswordChanged { .. }
            | Self::MadeAdmin { .. }
            | Self::MadeStaff { .. }
            | Self::LoginMethodAdded { .. }
            | Self::TwoStepLoginChanged { .. }
            | Self::AccountDeleted { .. }
            | Self::LogIn { .. }
            | Self::FinishAccount { .. }
            | Self::Owner(_) => LimitedAction::SendEmail,
        }
    }

    /// Whether it is sent to an address that is not verified: the recipient proves with it to own the address, or staff
    /// has typed the address. A login link is for verified addresses only.
    pub fn is_for_unverified(&self) -> bool {
        let proves_address = holds_secret(self.kind()) && !matches!(self, Self::LogIn { .. });
        proves_address || matches!(self, Self::OrderEntered { .. })
    }

    /// When the link in the e-mail expires, if it [holds one](holds_secret).
    pub const fn expires_at(&self) -> Option<Timestamp> {
        match self {
            Self::VerifyEmail { expires_at, .. }
            | Self::ResetPassword { expires_at, .. }
            | Self::LogIn { expires_at, .. }
            | Self::FinishAccount { expires_at, .. }
            | Self::FirstOrderEntered { expires_at, .. } => Some(*expires_at),
            _ => None,
        }
    }
}

/// Whether e-mails of this kind contain a link that gives access to an account.
pub fn holds_secret(kind: &str) -> bool {
    matches!(kind, "verify_email" | "reset_password" | "log_in" | "finish_account" | "first_order_entered")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages() -> Vec<EmailMessage> {
        let (name, link, at) = (String::new, String::new, Timestamp::from_micros(1_763_640_000_000_001));
        let order = || OrderSummary {
            id: Id::new(at),
            number: 1_042,
            customer_name: "Zoë".into(),
            tool_name: "Hoe \"<b>\"".into(),
            quantity: 3,
            total: Cents::new(99_999_999).unwrap(),
        };
        let held_for = Some(Duration::from_hours(48));
        vec![
            EmailMessage::VerifyEmail { name: name(), link: link(), expires_at: at },
            EmailMessage::ResetPassword { name: name(), link: link(), expires_at: at },
            EmailMessage::LogIn { name: name(), link: link(), expires_at: at },
            EmailMessage::FinishAccount { link: link(), expires_at: at },
            EmailMessage::SignUpAttempt { name: name() },
            EmailMessage::PasswordChanged { name: name() },
            EmailMessage::MadeAdmin { name: name() },
            EmailMessage::MadeStaff { name: name() },
            EmailMessage::LoginMethodAdded { name: name(), login_method: name() },
            EmailMessage::TwoStepLoginChanged { name: name(), is_on: true },
            EmailMessage::AccountDeleted { name: name() },
            EmailMessage::OrderPlaced { order: order(), can_be_paid: true, held_for },
            EmailMessage::OrderPlaced { order: order(), can_be_paid: false, held_for: None },
            EmailMessage::OrderEntered { order: order(), can_be_paid: true, held_for },
            EmailMessage::FirstOrderEntered {
                order: order(),
                link: link(),
                expires_at: at,
                can_be_paid: true,
                held_for,
            },
            EmailMessage::OrderPaid { order: order(), transaction_id: name() },
            EmailMessage::OrderShipped { order: order(), parcel: ParcelTracking::default() },
            EmailMessage::OrderExpired { order: order() },
            EmailMessage::OrderCancelled { order: order() },
            EmailMessage::OrderRefunded { order: order(), was_shipped: true },
            EmailMessage::OrderPartRefunded {
                order: order(),
                amount: Cents::ZERO,
                refunded: Cents::ZERO,
                reason: name(),
            },
            EmailMessage::PaymentRefunded {
                name: name(),
                amount: Cents::new(1_999).unwrap(),
                transaction_id: name(),
            },
            EmailMessage::BackInStock { name: name(), tool_id: Id::new(at), tool_name: name() },
            EmailMessage::ReviewPublished { name: name(), review: name() },
            EmailMessage::Owner(OwnerMessage::OwnerOrderPaid { order: order() }),
            EmailMessage::Owner(OwnerMessage::OwnerLowStock {
                tool_id: Id::new(at),
                tool_name: name(),
                available: 2,
            }),
        ]
    }

    #[test]
    fn an_email_that_expires_holds_a_secret() {
        for message in messages() {
            assert_eq!(holds_secret(message.kind()), message.expires_at().is_some(), "{message:?}");
        }
    }

    #[test]
    fn the_outbox_reads_what_it_stored() {
        for message in messages() {
            let stored = serde_json::to_string(&message).unwrap();
            assert!(stored.starts_with(&format!("{{\"{}\":", message.kind())), "{stored}");
            assert_eq!(serde_json::from_str::<EmailMessage>(&stored).unwrap(), message);
        }
    }
}
