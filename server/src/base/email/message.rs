//! The e-mails that the shop sends, with the data of each. Their texts are in `templates`.

use serde::{Deserialize, Serialize};

use super::{
    message_facts::MessageFacts,
    order_summary::{OrderSummary, ParcelTracking, PaymentTerms},
    owner_message::OwnerMessage,
    purchase_summary::CreditNoteSummary,
};
use crate::{
    base::rate_limit::LimitedAction,
    values::{ids::Id, language::Language, money::Cents, payment_method::PaymentMethod, time::Timestamp},
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
    /// A sign-up used the address of an account that has orders and no login yet.
    FirstPassword {
        name: String,
        link: String,
        expires_at: Timestamp,
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
        /// The name of the method as it reads in a sentence, such as "Google" or "a phone number".
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
    /// The e-mail goes to the address that an unfinished account gave.
    FinishAccount {
        link: String,
        expires_at: Timestamp,
    },
    /// The e-mail goes to the address that the account gets with the link.
    ChangeEmail {
        name: String,
        link: String,
        expires_at: Timestamp,
    },
    /// The e-mail goes to the address that the account has.
    ChangeOfEmailAsked {
        name: String,
        new_email: String,
    },
    OrderPlaced {
        order: OrderSummary,
        #[serde(flatten)]
        payment: PaymentTerms,
    },
    /// Staff entered the order for the customer.
    OrderEntered {
        order: OrderSummary,
        #[serde(flatten)]
        payment: PaymentTerms,
    },
    /// Staff entered the order for a customer who has no password yet.
    FirstOrderEntered {
        order: OrderSummary,
        /// Sets the password.
        link: String,
        expires_at: Timestamp,
        #[serde(flatten)]
        payment: PaymentTerms,
    },
    OrderPaid {
        order: OrderSummary,
    },
    /// A visitor without a login has paid, or asks for the link again.
    GuestOrder {
        order: OrderSummary,
        /// Opens this purchase.
        link: String,
        /// When it is too late to send it. The link works longer.
        expires_at: Timestamp,
        is_again: bool,
    },
    OrderShipped {
        order: OrderSummary,
        #[serde(default)]
        parcel: ParcelTracking,
    },
    /// The order can be fetched at the shop.
    OrderReady {
        order: OrderSummary,
    },
    /// The order was not paid in time and is deleted.
    OrderExpired {
        order: OrderSummary,
        /// Its page can put the tools into the basket again.
        #[serde(default)]
        purchase_id: Option<Id>,
    },
    /// An administrator deleted the unpaid order.
    OrderCancelled {
        order: OrderSummary,
    },
    /// An administrator deleted a line of an unpaid purchase. `order` is the rest.
    OrderLineCancelled {
        order: OrderSummary,
        /// The quantity and the tool of the line, such as `2 × Gloves`.
        removed: String,
        purchase_id: Id,
        #[serde(flatten)]
        payment: PaymentTerms,
    },
    OrderRefunded {
        order: OrderSummary,
        was_shipped: bool,
        /// How the shop returned the money. If this is `None`, it went back to the card.
        #[serde(default)]
        method: Option<PaymentMethod>,
        #[serde(default)]
        credit_note: Option<CreditNoteSummary>,
        /// What the card provider sent, if the rest had gone back in its dashboard before.
        #[serde(default)]
        sent: Option<Cents>,
    },
    /// A part of the payment was refunded, and `refunded` so far.
    OrderPartRefunded {
        order: OrderSummary,
        amount: Cents,
        refunded: Cents,
        /// May be empty.
        reason: String,
        #[serde(default)]
        method: Option<PaymentMethod>,
        #[serde(default)]
        credit_note: Option<CreditNoteSummary>,
        /// What the card provider sent, if the rest had gone back in its dashboard before.
        #[serde(default)]
        sent: Option<Cents>,
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
    /// Asks for reviews of the tools in `order`, some days after they arrived.
    ReviewRequest {
        order: OrderSummary,
        /// Ends these e-mails for the recipient.
        unsubscribe: String,
    },
    /// Someone has entered the address for the newsletter. It holds nothing but the question whether that is right.
    ConfirmNewsletter {
        link: String,
        expires_at: Timestamp,
        /// Ends the newsletter for the recipient.
        unsubscribe: String,
    },
    #[serde(untagged)]
    Owner(OwnerMessage),
}

impl EmailMessage {
    pub const fn facts(&self) -> MessageFacts<'_> {
        const fn account(kind: &'static str) -> MessageFacts<'static> {
            MessageFacts::new(kind, LimitedAction::SendEmail)
        }
        const fn daily(kind: &'static str) -> MessageFacts<'static> {
            MessageFacts::new(kind, LimitedAction::SendOrderEmail)
        }
        match self {
            Self::VerifyEmail { expires_at, .. } => {
                account("verify_email").secret_until(*expires_at).for_unverified()
            }
            Self::ResetPassword { expires_at, .. } => {
                account("reset_password").secret_until(*expires_at).for_unverified()
            }
            Self::SignUpAttempt { .. } => {
                MessageFacts::new("sign_up_attempt", LimitedAction::SendSignUpAttempt)
            }
            Self::FirstPassword { expires_at, .. } => {
                MessageFacts::new("first_password", LimitedAction::SendSignUpAttempt)
                    .secret_until(*expires_at)
                    .for_unverified()
            }
            Self::PasswordChanged { .. } => account("password_changed"),
            Self::MadeAdmin { .. } => account("made_admin"),
            Self::MadeStaff { .. } => account("made_staff"),
            Self::LoginMethodAdded { .. } => account("login_method_added"),
            Self::TwoStepLoginChanged { .. } => account("two_step_login_changed"),
            Self::AccountDeleted { .. } => account("account_deleted"),
            Self::LogIn { expires_at, .. } => account("log_in").secret_until(*expires_at),
            Self::FinishAccount { expires_at, .. } => {
                account("finish_account").secret_until(*expires_at).for_unverified()
            }
            Self::ChangeEmail { expires_at, .. } => {
                account("change_email").secret_until(*expires_at).for_unverified()
            }
            Self::ChangeOfEmailAsked { .. } => account("change_of_email_asked"),
            Self::OrderPlaced { order, .. } => daily("order_placed").about(order),
            Self::OrderEntered { order, .. } => daily("order_entered").about(order).for_unverified(),
            Self::FirstOrderEntered { order, expires_at, .. } => {
                daily("first_order_entered").about(order).secret_until(*expires_at).for_unverified()
            }
            Self::OrderPaid { order } => daily("order_paid").about(order),
            Self::GuestOrder { order, expires_at, is_again, .. } => {
                let facts = if *is_again { account("guest_order") } else { daily("guest_order") };
                facts.about(order).secret_until(*expires_at).for_unverified()
            }
            Self::OrderShipped { order, .. } => daily("order_shipped").about_paid(order),
            Self::OrderReady { order } => daily("order_ready").about_paid(order),
            Self::OrderExpired { order, .. } => daily("order_expired").about(order),
            Self::OrderCancelled { order } => daily("order_cancelled").about(order),
            Self::OrderLineCancelled { order, .. } => daily("order_line_cancelled").about(order),
            Self::OrderRefunded { order, .. } => daily("order_refunded").about_paid(order),
            Self::OrderPartRefunded { order, .. } => daily("order_part_refunded").about_paid(order),
            Self::PaymentRefunded { .. } => daily("payment_refunded"),
            Self::BackInStock { .. } => daily("back_in_stock"),
            Self::ReviewPublished { .. } => daily("review_published"),
            Self::ReviewRequest { order, unsubscribe } => {
                daily("review_request").about_paid(order).unsubscribed_at(unsubscribe.as_str())
            }
            Self::ConfirmNewsletter { expires_at, unsubscribe, .. } => account("confirm_newsletter")
                .secret_until(*expires_at)
                .for_unverified()
                .unsubscribed_at(unsubscribe.as_str()),
            Self::Owner(message) => message.facts(),
        }
    }

    /// Returns the recipient's display name. It is empty if the shop does not know the name.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::VerifyEmail { name, .. }
            | Self::ResetPassword { name, .. }
            | Self::SignUpAttempt { name }
            | Self::FirstPassword { name, .. }
            | Self::PasswordChanged { name }
            | Self::MadeAdmin { name }
            | Self::MadeStaff { name }
            | Self::LoginMethodAdded { name, .. }
            | Self::TwoStepLoginChanged { name, .. }
            | Self::AccountDeleted { name }
            | Self::LogIn { name, .. }
            | Self::ChangeEmail { name, .. }
            | Self::ChangeOfEmailAsked { name, .. }
            | Self::PaymentRefunded { name, .. }
            | Self::BackInStock { name, .. }
            | Self::ReviewPublished { name, .. } => name,
            Self::OrderPlaced { order, .. }
            | Self::OrderEntered { order, .. }
            | Self::FirstOrderEntered { order, .. }
            | Self::OrderPaid { order }
            | Self::GuestOrder { order, .. }
            | Self::OrderShipped { order, .. }
            | Self::OrderReady { order }
            | Self::OrderExpired { order, .. }
            | Self::OrderCancelled { order }
            | Self::OrderLineCancelled { order, .. }
            | Self::OrderRefunded { order, .. }
            | Self::OrderPartRefunded { order, .. }
            | Self::ReviewRequest { order, .. } => &order.customer_name,
            Self::FinishAccount { .. } | Self::ConfirmNewsletter { .. } | Self::Owner(_) => "",
        }
    }

    /// The order that an e-mail to a customer is about.
    pub(super) const fn order(&self) -> Option<&OrderSummary> {
        match self {
            Self::OrderPlaced { order, .. }
            | Self::OrderEntered { order, .. }
            | Self::FirstOrderEntered { order, .. }
            | Self::OrderPaid { order }
            | Self::GuestOrder { order, .. }
            | Self::OrderShipped { order, .. }
            | Self::OrderReady { order }
            | Self::OrderExpired { order, .. }
            | Self::OrderCancelled { order }
            | Self::OrderLineCancelled { order, .. }
            | Self::OrderRefunded { order, .. }
            | Self::OrderPartRefunded { order, .. }
            | Self::ReviewRequest { order, .. } => Some(order),
            Self::VerifyEmail { .. }
            | Self::ResetPassword { .. }
            | Self::SignUpAttempt { .. }
            | Self::FirstPassword { .. }
            | Self::PasswordChanged { .. }
            | Self::MadeAdmin { .. }
            | Self::MadeStaff { .. }
            | Self::LoginMethodAdded { .. }
            | Self::TwoStepLoginChanged { .. }
            | Self::AccountDeleted { .. }
            | Self::LogIn { .. }
            | Self::FinishAccount { .. }
            | Self::ChangeEmail { .. }
            | Self::ChangeOfEmailAsked { .. }
            | Self::PaymentRefunded { .. }
            | Self::BackInStock { .. }
            | Self::ReviewPublished { .. }
            | Self::ConfirmNewsletter { .. }
            | Self::Owner(_) => None,
        }
    }

    /// The language of the purchase that it is about. `None` if it has the language of its recipient's account.
    pub(super) fn language(&self) -> Option<Language> {
        self.order().map(|order| order.language)
    }

    /// Whether the drawn parcel heads it: it confirms an order, or says that the goods come.
    pub(super) const fn has_parcel(&self) -> bool {
        matches!(
            self,
            Self::OrderPlaced { .. }
                | Self::OrderEntered { .. }
                | Self::FirstOrderEntered { .. }
                | Self::OrderPaid { .. }
                | Self::GuestOrder { .. }
                | Self::OrderShipped { .. }
                | Self::OrderReady { .. }
        )
    }

    pub const fn order_id(&self) -> Option<&Id> {
        self.facts().order_id
    }

    pub const fn kind(&self) -> &'static str {
        self.facts().kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::email::samples::{messages, order};

    #[test]
    fn the_outbox_reads_what_it_stored() {
        for message in messages() {
            let stored = serde_json::to_string(&message).unwrap();
            assert!(stored.starts_with(&format!("{{\"{}\":", message.kind())), "{stored}");
            assert_eq!(serde_json::from_str::<EmailMessage>(&stored).unwrap(), message);
        }
    }

    #[test]
    fn the_outbox_reads_what_an_older_version_stored() {
        let message = EmailMessage::OrderCancelled { order: order() };
        let mut stored = serde_json::to_value(&message).unwrap();
        let details = stored["order_cancelled"]["order"]["details"].as_object_mut().unwrap();
        for newer in ["is_pick_up", "pieces", "pictures", "purchase"] {
            assert!(details.remove(newer).is_some(), "{newer}");
        }
        assert_eq!(serde_json::from_value::<EmailMessage>(stored).unwrap(), message);
    }

    /// Otherwise a failed e-mail could be sent again with a link that has expired.
    #[test]
    fn an_email_that_expires_says_so() {
        for message in messages() {
            let stored = serde_json::to_value(&message).unwrap();
            let expires_at = &stored[message.kind()]["expires_at"];
            assert_eq!(message.facts().secret_until.is_some(), !expires_at.is_null(), "{message:?}");
        }
    }
}
