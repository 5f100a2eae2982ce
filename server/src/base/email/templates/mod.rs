//! The texts of the e-mails: what happened, and what to do. One function for each e-mail has its subject and its body.

mod account;
mod catalogue;
mod order;
mod owner;

use std::time::Duration;

use super::{
    message::EmailMessage,
    render::{Block, EmailText, Letterhead, RenderedEmail},
};
use crate::values::{duration::humanize_duration, time::Timestamp};

// The pages that e-mails link to. A test of `site/page_list.rs` looks for each of them in web/src/pages.ts.
const LOGIN: &str = "/login";
const TOOLS: &str = "/tool";
const MY_ORDERS: &str = "/dashboard/myOrders";
const ACCOUNT: &str = "/dashboard/account";
const PURCHASE: &str = "/tools/";
const ALL_REVIEWS: &str = "/allReview";
const PAYMENT: &str = "/dashboard/payment/";
const MANAGE_ORDERS: &str = "/dashboard/manageOrders";
const MANAGE_TOOLS: &str = "/dashboard/manageProduct";
const BOOKS: &str = "/dashboard/books";
const UNDELIVERED: &str = "/dashboard/mails";
const WEBHOOKS: &str = "/dashboard/webhooks";
const USERS: &str = "/dashboard/users";
const SETTINGS: &str = "/dashboard/shop";

impl EmailMessage {
    /// `now`: when it was queued, so that each attempt has the same content.
    pub fn render(&self, shop: &Letterhead, now: Timestamp) -> RenderedEmail {
        self.text(shop, now).render(shop)
    }

    pub(super) fn subject(&self, shop: &Letterhead, now: Timestamp) -> String {
        self.text(shop, now).subject
    }

    fn text(&self, shop: &Letterhead, now: Timestamp) -> EmailText {
        let left = self.facts().secret_until.map_or(0, |until| now.seconds_until(until));
        let left = humanize_duration(Duration::from_secs(left));
        match self {
            Self::VerifyEmail { name, link, .. } => account::verify_email(shop, name, link, &left),
            Self::ResetPassword { name, link, .. } => account::reset_password(shop, name, link, &left),
            Self::SignUpAttempt { name } => account::sign_up_attempt(shop, name),
            Self::PasswordChanged { name } => account::password_changed(shop, name),
            Self::MadeAdmin { name } => account::made_admin(shop, name),
            Self::MadeStaff { name } => account::made_staff(shop, name),
            Self::LoginMethodAdded { name, login_method } => {
                account::login_method_added(shop, name, login_method)
            }
            Self::TwoStepLoginChanged { name, is_on: true } => account::two_step_login_on(shop, name),
            Self::TwoStepLoginChanged { name, is_on: false } => account::two_step_login_off(shop, name),
            Self::AccountDeleted { name } => account::account_deleted(shop, name),
            Self::LogIn { name, link, .. } => account::log_in(shop, name, link, &left),
            Self::FinishAccount { link, .. } => account::finish_account(shop, link, &left),
            Self::OrderPlaced { order, payment } => order::placed(shop, order, payment),
            Self::OrderEntered { order, payment } => order::entered(shop, order, None, payment),
            Self::FirstOrderEntered { order, link, payment, .. } => {
                order::entered(shop, order, Some((link, &left)), payment)
            }
            Self::OrderPaid { order, transaction_id } => order::paid(shop, order, transaction_id),
            Self::OrderShipped { order, parcel } => order::shipped(shop, order, parcel),
            Self::OrderExpired { order } => order::expired(shop, order),
            Self::OrderCancelled { order } => order::cancelled(shop, order),
            Self::OrderRefunded { order, was_shipped, method } => {
                order::refunded(shop, order, *was_shipped, *method)
            }
            Self::OrderPartRefunded { order, amount, refunded, reason, method } => {
                order::part_refunded(shop, order, (*amount, *refunded), reason, *method)
            }
            Self::PaymentRefunded { name, amount, transaction_id } => {
                order::payment_refunded(shop, name, *amount, transaction_id)
            }
            Self::BackInStock { name, tool_id, tool_name } => {
                catalogue::back_in_stock(shop, name, tool_id, tool_name)
            }
            Self::ReviewPublished { name, review } => catalogue::review_published(shop, name, review),
            Self::Owner(message) => message.text(shop),
        }
    }
}

/// The e-mail of `trowel mail test`.
pub(super) fn test_email(shop: &Letterhead) -> RenderedEmail {
    let blocks = vec![paragraph("This is a test. Your shop can send e-mails, and this one has arrived.")];
    EmailText::new("A test e-mail from your shop", "", blocks).render(shop)
}

fn paragraph(sentences: impl Into<String>) -> Block {
    Block::Paragraph(sentences.into())
}

fn note(sentences: impl Into<String>) -> Block {
    Block::Note(sentences.into())
}

fn link(label: &'static str, target: impl Into<String>) -> Block {
    Block::Link(label, target.into())
}

fn link_lifetime(time_left: &str) -> String {
    format!("The link works once and expires in {time_left}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::email::{
        message::{ParcelTracking, PaymentTerms},
        samples::{SHOP, at, letterhead, order},
    };

    #[test]
    fn an_email_says_what_to_do_and_until_when() {
        let message = EmailMessage::ResetPassword {
            name: "Ada".into(),
            link: format!("{SHOP}/reset-password#token=x"),
            expires_at: at(60),
        };
        let rendered = message.render(&letterhead(), at(0));
        assert!(rendered.text.contains(&format!("{SHOP}/reset-password#token=x")), "{}", rendered.text);
        assert!(rendered.text.contains("expires in one hour"), "{}", rendered.text);
        assert_eq!(message.facts().secret_until, Some(at(60)));
    }

    #[test]
    fn an_order_confirmation_has_the_total_and_a_link_to_pay() {
        let placed = |can_be_paid, held_for| {
            let how_to_pay = "Interac e-Transfer to pay@example.ca\nor cash".to_owned();
            let payment = PaymentTerms { can_be_paid, how_to_pay, held_for };
            EmailMessage::OrderPlaced { order: order(), payment }.render(&letterhead(), at(0))
        };
        let rendered = placed(true, Some(Duration::from_hours(7 * 24)));
        assert_eq!(rendered.subject, "Your order: 3 × Hoe <long>", "one line");
        let pay = format!("{SHOP}/dashboard/payment/{}", order().id);
        for expected in ["$37.50", "for 7 days", "/dashboard/payment/"] {
            assert!(
                rendered.text.contains(expected) && rendered.html.contains(expected),
                "{expected}: {}",
                rendered.text
            );
        }
        assert!(pay.starts_with(&format!("{SHOP}{PAYMENT}")) && rendered.html.contains("Hoe &lt;long&gt;"));
        let off = placed(false, None).text;
        assert!(!off.contains("Pay now") && !off.contains("We hold"), "{off}");
        assert!(off.contains("Interac e-Transfer to pay@example.ca") && off.contains("or cash"), "{off}");
    }

    #[test]
    fn a_shipped_order_has_its_number_and_the_link_to_follow_it() {
        let parcel = ParcelTracking {
            carrier: Some("UPS".into()),
            number: Some("1Z999".into()),
            url: Some("https://www.ups.com/track?tracknum=1Z999".into()),
        };
        let text = EmailMessage::OrderShipped { order: order(), parcel }.render(&letterhead(), at(0)).text;
        let facts = "Order: #1042\nCarrier: UPS\nTracking number: 1Z999\n\nFollow the parcel:\nhttps://www.ups.com/track?tracknum=1Z999\n";
        assert!(text.contains(facts) && !text.contains(order().id.as_str()), "{text}");
        let parcel = ParcelTracking::default();
        let text = EmailMessage::OrderShipped { order: order(), parcel }.render(&letterhead(), at(0)).text;
        assert!(!text.contains("Carrier") && !text.contains("Follow"), "{text}");
    }
}
