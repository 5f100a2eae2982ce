//! The texts of the e-mails: what happened, and what to do. `wording.rs` has their subjects and opening words, and one
//! function for each e-mail has the rest.

mod account;
mod catalogue;
mod newsletter;
mod order;
mod owner;

use std::time::Duration;

use super::{
    message::EmailMessage,
    owner_message::OwnerMessage,
    render::{Block, EmailText, Letterhead, RenderedEmail, safe_greeting_name},
    wording::{self, EmailWording},
};
use crate::values::{duration::humanize_duration_in, time::Timestamp};

// The pages that e-mails link to. A test of `site/page_list.rs` looks for each of them in web/src.
const LOGIN: &str = "/login";
const TOOLS: &str = "/tool";
const MY_ORDERS: &str = "/dashboard/myOrders";
/// Sends the link of a guest's order again.
pub const GUEST_ORDER: &str = "/guest-order";
/// Ends e-mails of a kind for their recipient.
pub const UNSUBSCRIBE: &str = "/unsubscribe";
/// Confirms that an address wants the newsletter.
pub const CONFIRM_NEWSLETTER: &str = "/newsletter";
const REVIEW: &str = "/dashboard/review";
const ACCOUNT: &str = "/dashboard/account";
const PURCHASE: &str = "/tools/";
const PLACED_PURCHASE: &str = "/purchases/";
const ALL_REVIEWS: &str = "/allReview";
const PAYMENT: &str = "/dashboard/payment/";
const MANAGE_ORDERS: &str = "/dashboard/manageOrders";
const MANAGE_TOOLS: &str = "/dashboard/manageProduct";
const BOOKS: &str = "/dashboard/books";
const UNDELIVERED: &str = "/dashboard/mails";
const WEBHOOKS: &str = "/dashboard/webhooks";
const USERS: &str = "/dashboard/users";
const SETTINGS: &str = "/dashboard/shop";

/// Whom an e-mail is for. It decides whose words it has.
enum Audience<'m> {
    Customer(&'static EmailWording),
    /// The text greets the new admin by this name.
    NewAdmin(&'m str),
    NewStaff(&'m str),
    Owner(&'m OwnerMessage),
}

impl EmailMessage {
    /// Renders the e-mail. `now` is when it was queued, so that each attempt has the same content.
    pub fn render(&self, shop: &Letterhead, now: Timestamp) -> RenderedEmail {
        self.text(shop, now).render(shop)
    }

    pub(super) fn subject(&self, shop: &Letterhead, now: Timestamp) -> String {
        self.text(shop, now).subject
    }

    /// Returns the texts that the owner may change. Returns `None` if the e-mail is for the people of the shop.
    pub(super) fn wording(&self) -> Option<&'static EmailWording> {
        match self.audience() {
            Audience::Customer(wording) => Some(wording),
            Audience::NewAdmin(_) | Audience::NewStaff(_) | Audience::Owner(_) => None,
        }
    }

    fn audience(&self) -> Audience<'_> {
        Audience::Customer(match self {
            Self::MadeAdmin { name } => return Audience::NewAdmin(name),
            Self::MadeStaff { name } => return Audience::NewStaff(name),
            Self::Owner(message) => return Audience::Owner(message),
            Self::VerifyEmail { .. } => &wording::VERIFY_EMAIL,
            Self::ResetPassword { .. } => &wording::RESET_PASSWORD,
            Self::SignUpAttempt { .. } => &wording::SIGN_UP_ATTEMPT,
            Self::FirstPassword { .. } => &wording::FIRST_PASSWORD,
            Self::PasswordChanged { .. } => &wording::PASSWORD_CHANGED,
            Self::LoginMethodAdded { .. } => &wording::LOGIN_METHOD_ADDED,
            Self::TwoStepLoginChanged { is_on: true, .. } => &wording::TWO_STEP_LOGIN_ON,
            Self::TwoStepLoginChanged { is_on: false, .. } => &wording::TWO_STEP_LOGIN_OFF,
            Self::AccountDeleted { .. } => &wording::ACCOUNT_DELETED,
            Self::LogIn { .. } => &wording::LOG_IN,
            Self::FinishAccount { .. } => &wording::FINISH_ACCOUNT,
            Self::ChangeEmail { .. } => &wording::CHANGE_EMAIL,
            Self::ChangeOfEmailAsked { .. } => &wording::CHANGE_OF_EMAIL_ASKED,
            Self::OrderPlaced { .. } => &wording::ORDER_PLACED,
            Self::OrderEntered { .. } => &wording::ORDER_ENTERED,
            Self::FirstOrderEntered { .. } => &wording::FIRST_ORDER_ENTERED,
            Self::OrderPaid { .. } => &wording::ORDER_PAID,
            Self::GuestOrder { .. } => &wording::GUEST_ORDER,
            Self::OrderShipped { .. } => &wording::ORDER_SHIPPED,
            Self::OrderReady { .. } => &wording::ORDER_READY,
            Self::OrderExpired { .. } => &wording::ORDER_EXPIRED,
            Self::OrderCancelled { .. } => &wording::ORDER_CANCELLED,
            Self::OrderLineCancelled { .. } => &wording::ORDER_LINE_CANCELLED,
            Self::OrderRefunded { .. } => &wording::ORDER_REFUNDED,
            Self::OrderPartRefunded { .. } => &wording::ORDER_PART_REFUNDED,
            Self::PaymentRefunded { .. } => &wording::PAYMENT_REFUNDED,
            Self::BackInStock { .. } => &wording::BACK_IN_STOCK,
            Self::ReviewPublished { .. } => &wording::REVIEW_PUBLISHED,
            Self::ReviewRequest { .. } => &wording::REVIEW_REQUEST,
            Self::ConfirmNewsletter { .. } => &wording::CONFIRM_NEWSLETTER,
        })
    }

    /// What each placeholder stands for.
    fn values(&self, shop: &Letterhead) -> Vec<(&'static str, String)> {
        let name = safe_greeting_name(self.name()).unwrap_or_else(|| shop.choose("customer", "client"));
        let mut values = vec![("shop", shop.shop_name.clone()), ("name", name.to_owned())];
        if let Some(order) = self.order() {
            values.extend([
                ("order", format!("#{}", order.number)),
                ("tool", order.tool_name.clone()),
                ("quantity", order.quantity.to_string()),
                ("total", shop.amount(order.total)),
                ("next", order.next_step(shop).to_owned()),
            ]);
        }
        match self {
            Self::OrderPartRefunded { amount, .. } | Self::PaymentRefunded { amount, .. } => {
                values.push(("amount", shop.amount(*amount)));
            }
            Self::OrderLineCancelled { removed, .. } => values.push(("removed", removed.clone())),
            Self::BackInStock { tool_name, .. } => values.push(("tool", tool_name.clone())),
            Self::LoginMethodAdded { login_method, .. } => values.push(("method", login_method.clone())),
            _ => {}
        }
        values
    }

    fn text(&self, shop: &Letterhead, now: Timestamp) -> EmailText {
        let wording = match self.audience() {
            Audience::Customer(wording) => wording,
            Audience::NewAdmin(name) => return account::made_admin(shop, name),
            Audience::NewStaff(name) => return account::made_staff(shop, name),
            Audience::Owner(message) => return message.text(shop),
        };
        let (subject, opening) = wording.filled(shop.language, &shop.texts, &self.values(shop));
        let mut blocks: Vec<_> = opening.into_iter().map(Block::Paragraph).collect();
        blocks.extend(self.blocks(shop, now));
        EmailText::new(subject, self.name(), blocks).with_parcel(self.has_parcel())
    }

    /// What follows the opening words.
    fn blocks(&self, shop: &Letterhead, now: Timestamp) -> Vec<Block> {
        let left = self.facts().secret_until.map_or(0, |until| now.seconds_until(until));
        let left = humanize_duration_in(shop.language, Duration::from_secs(left));
        match self {
            Self::VerifyEmail { link, .. } => account::verify_email(shop, link, &left),
            Self::ResetPassword { link, .. } => account::reset_password(shop, link, &left),
            Self::SignUpAttempt { .. } => account::sign_up_attempt(shop),
            Self::FirstPassword { link, .. } => account::first_password(shop, link, &left),
            Self::PasswordChanged { .. } => account::password_changed(shop),
            Self::LoginMethodAdded { .. } => account::login_method_added(shop),
            Self::TwoStepLoginChanged { is_on: true, .. } => account::two_step_login_on(shop),
            Self::TwoStepLoginChanged { is_on: false, .. } => account::two_step_login_off(shop),
            Self::AccountDeleted { .. } => account::account_deleted(shop),
            Self::LogIn { link, .. } => account::log_in(shop, link, &left),
            Self::FinishAccount { link, .. } => account::finish_account(shop, link, &left),
            Self::ChangeEmail { link, .. } => account::change_email(shop, link, &left),
            Self::ChangeOfEmailAsked { new_email, .. } => account::change_of_email_asked(shop, new_email),
            Self::OrderPlaced { order, payment } | Self::OrderEntered { order, payment } => {
                order::new_order(shop, order, None, payment)
            }
            Self::FirstOrderEntered { order, link, payment, .. } => {
                order::new_order(shop, order, Some((link, &left)), payment)
            }
            Self::OrderPaid { order } => order::paid(shop, order),
            Self::GuestOrder { order, link, .. } => order::guest_order(shop, order, link),
            Self::OrderShipped { order, parcel } => order::shipped(shop, order, parcel),
            Self::OrderReady { order } => order::ready(shop, order),
            Self::OrderExpired { order, purchase_id } => order::expired(shop, order, purchase_id.as_ref()),
            Self::OrderCancelled { order } => order::cancelled(shop, order),
            Self::OrderLineCancelled { order, purchase_id, payment, .. } => {
                order::line_cancelled(shop, order, purchase_id, payment)
            }
            Self::OrderRefunded { order, was_shipped, method, credit_note, sent } => {
                order::refunded(shop, order, *was_shipped, (*method, *sent, credit_note.as_ref()))
            }
            Self::OrderPartRefunded { order, refunded, reason, method, credit_note, sent, .. } => {
                let way = (*method, *sent, credit_note.as_ref());
                order::part_refunded(shop, order, *refunded, reason, way)
            }
            Self::PaymentRefunded { amount, transaction_id, .. } => {
                order::payment_refunded(shop, *amount, transaction_id)
            }
            Self::BackInStock { tool_id, .. } => catalogue::back_in_stock(shop, tool_id),
            Self::ReviewRequest { order, unsubscribe } => catalogue::review_request(shop, order, unsubscribe),
            Self::ConfirmNewsletter { link, unsubscribe, .. } => {
                newsletter::confirm(shop, link, &left, unsubscribe)
            }
            Self::ReviewPublished { review, .. } => catalogue::review_published(shop, review),
            Self::MadeAdmin { .. } | Self::MadeStaff { .. } | Self::Owner(_) => Vec::new(),
        }
    }
}

/// The e-mail of `trowel mail test`.
pub(super) fn test_email(shop: &Letterhead) -> RenderedEmail {
    let blocks = vec![paragraph(shop.choose(
        "This is a test. Your shop can send e-mails, and this one has arrived.",
        "Ceci est un essai. Votre boutique peut envoyer des courriels, et celui-ci est arrivé.",
    ))];
    let subject = shop.choose("A test e-mail from your shop", "Un courriel d’essai de votre boutique");
    EmailText::new(subject, "", blocks).render(shop)
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

fn small_link(label: &'static str, target: impl Into<String>) -> Block {
    Block::SmallLink(label, target.into())
}

fn link_lifetime(shop: &Letterhead, time_left: &str) -> String {
    shop.choose(
        format!("The link works once and expires in {time_left}."),
        format!("Le lien fonctionne une seule fois et expire dans {time_left}."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::email::{
        order_summary::{EmailPicture, ParcelTracking, PaymentTerms},
        purchase_summary::{ArrivalSummary, PurchaseSummary},
        samples::{SHOP, at, letterhead, order},
    };
    use crate::values::language::Language;

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
            let payment = PaymentTerms { can_be_paid, at_pick_up: false, how_to_pay, held_for };
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
    fn the_owners_words_replace_subject_and_opening_and_nothing_else() {
        let message = EmailMessage::OrderPaid { order: order() };
        let mut shop = letterhead();
        let [subject, opening] = EmailWording::of("order_paid").unwrap().keys(Language::English);
        shop.texts =
            [(subject, "{shop}: {order}".into()), (opening, "Merci {name}!\n\nPaid: {total}".into())].into();
        let rendered = message.render(&shop, at(0));
        assert_eq!(rendered.subject, "Fern & Co: #1042");
        let start = "Hello Ada,\n\nMerci Ada!\n\nPaid: $37.50\n\nTool: Hoe";
        assert!(
            rendered.text.starts_with(start) && rendered.text.contains("See my orders"),
            "{}",
            rendered.text
        );
        let EmailMessage::OrderPaid { mut order } = message else { panic!() };
        order.customer_name = "win at x.ca".into();
        let message = EmailMessage::OrderPaid { order };
        assert!(message.render(&shop, at(0)).text.starts_with("Hello,\n\nMerci customer!\n"));
    }

    #[test]
    fn what_confirms_or_ships_an_order_begins_with_the_parcel() {
        let shop = Letterhead { contact: vec!["12 Fern Lane".into(), "902 555-0142".into()], ..letterhead() };
        let html = |message: &EmailMessage| message.render(&shop, at(0)).html;
        let parcel = format!("src=\"{SHOP}/scenes/parcel.png\" alt=\"\" width=\"560\" height=\"180\"");
        assert!(html(&EmailMessage::OrderPaid { order: order() }).contains(&parcel));
        let shipped = EmailMessage::OrderShipped { order: order(), parcel: ParcelTracking::default() };
        assert!(html(&shipped).contains(&parcel));
        let cancelled = EmailMessage::OrderCancelled { order: order() };
        assert!(!html(&cancelled).contains("parcel.png"));
        let text = cancelled.render(&shop, at(0)).text;
        assert!(text.ends_with(&format!("Fern & Co\n12 Fern Lane\n902 555-0142\n{SHOP}\n")), "{text}");
        assert!(
            html(&cancelled).contains("<strong>Fern &amp; Co</strong><br>12 Fern Lane<br>902 555-0142<br>")
        );
    }

    #[test]
    fn each_tool_of_a_purchase_has_its_picture() {
        let mut order = order();
        let details = order.details.as_mut().unwrap();
        let amount = |cents| crate::values::money::Cents::new(cents).unwrap();
        let days = letterhead().days_after(details.placed_at, 1, 2);
        details.purchase = Some(PurchaseSummary {
            lines: vec![("1 × Hoe".into(), amount(1_250)), ("2 × Rake".into(), amount(2_500))],
            discount: None,
            delivery: Some(("Canada Post".into(), amount(0))),
            taxes: Vec::new(),
            arrival: Some(ArrivalSummary { is_pick_up: true, days_from: 1, days_to: 2 }),
        });
        let picture = |path: &str, alt: &str| EmailPicture { path: path.into(), alt: alt.into() };
        details.pictures = vec![picture("/images/hoe/350.webp", "A hoe"), picture("", "A rake")];
        let rendered = EmailMessage::OrderPaid { order }.render(&letterhead(), at(0));
        let (text, html) = (rendered.text, rendered.html);
        let image = format!("src=\"{SHOP}/images/hoe/350.webp\" alt=\"A hoe\" width=\"56\" height=\"72\"");
        assert!(html.contains(&image) && html.matches("<img").count() == 2, "{html}");
        assert!(
            text.contains("1 × Hoe: $12.50\n2 × Rake: $25.00\nCanada Post: Free\nTotal: $37.50 CAD"),
            "{text}"
        );
        assert!(text.contains("We will write again when it is ready to be picked up.\n"), "{text}");
        assert!(!text.contains("on its way"), "{text}");
        assert!(text.contains(&format!("Pick-up: Ready {days}")), "{text}");
    }

    #[test]
    fn a_review_request_says_why_it_came_and_how_to_stop_it() {
        let unsubscribe = format!("{SHOP}/unsubscribe?token=x");
        let message = EmailMessage::ReviewRequest { order: order(), unsubscribe: unsubscribe.clone() };
        assert_eq!(message.facts().unsubscribe, Some(unsubscribe.as_str()));
        let text = message.render(&letterhead(), at(0)).text;
        assert!(text.contains("because you bought these tools from Fern & Co (order #1042)"), "{text}");
        assert!(text.contains(&format!("Stop review requests:\n{unsubscribe}\n")), "{text}");
    }

    #[test]
    fn an_email_of_an_older_version_has_what_it_stored() {
        let mut order = order();
        order.details = None;
        let text = EmailMessage::OrderCancelled { order }.render(&letterhead(), at(0)).text;
        assert!(text.contains("Quantity: 3\nTotal: $37.50 CAD\n\nOrder: #1042\n\n"), "{text}");
    }

    #[test]
    fn the_rest_of_an_order_has_its_total_and_a_link_to_pay() {
        let purchase = order().id;
        let rest = |can_be_paid| {
            let held_for = Some(Duration::from_mins(30)).filter(|_| can_be_paid);
            let payment =
                PaymentTerms { can_be_paid, at_pick_up: false, how_to_pay: "In cash".into(), held_for };
            let removed = "2 × Gloves".into();
            let purchase_id = purchase.clone();
            let message = EmailMessage::OrderLineCancelled { order: order(), removed, purchase_id, payment };
            message.render(&letterhead(), at(0))
        };
        let paid_here = rest(true);
        assert_eq!(paid_here.subject, "We had to take 2 × Gloves out of your order #1042");
        let link = format!("Pay now:\n{SHOP}/purchases/{purchase}\n");
        for expected in ["The rest now costs $37.50.", &link, "We hold your order for 30 minutes."] {
            assert!(paid_here.text.contains(expected), "{expected}: {}", paid_here.text);
        }
        let off = rest(false).text;
        assert!(off.contains("In cash\n") && !off.contains("Pay now") && !off.contains("We hold"), "{off}");
    }

    #[test]
    fn an_order_that_is_picked_up_is_ready_and_has_no_parcel() {
        let mut order = order();
        order.details.as_mut().unwrap().is_pick_up = true;
        let rendered = EmailMessage::OrderReady { order }.render(&letterhead(), at(0));
        assert_eq!(rendered.subject, "Ready for you: 3 × Hoe <long>");
        let text = rendered.text;
        assert!(text.contains("Pick up at: Fern & Co, 1 Maple Street, Halifax NS  B3J 1A1\n"), "{text}");
        assert!(!text.contains("Ship to") && !text.contains("Tracking"), "{text}");
    }

    #[test]
    fn a_part_that_is_shipped_is_listed_without_a_price() {
        let mut order = order();
        order.details.as_mut().unwrap().pieces = vec!["1 × Hoe".into(), "2 × Rake".into()];
        let parcel = ParcelTracking::default();
        let text = EmailMessage::OrderShipped { order, parcel }.render(&letterhead(), at(0)).text;
        assert!(text.contains("1 × Hoe\n2 × Rake\n\nOrder: #1042\n") && !text.contains('$'), "{text}");
    }

    #[test]
    fn a_shipped_order_has_its_number_and_the_link_to_follow_it() {
        let parcel = ParcelTracking {
            carrier: Some("UPS".into()),
            number: Some("1Z999".into()),
            url: Some("https://www.ups.com/track?tracknum=1Z999".into()),
        };
        let text = EmailMessage::OrderShipped { order: order(), parcel }.render(&letterhead(), at(0)).text;
        let facts = "Order: #1042\nPlaced on: January 1, 1970\nShip to: Ada Wren, 1 Maple Street, Halifax NS B3H 1A1\nCarrier: UPS\nTracking number: 1Z999\n\nFollow the parcel:\nhttps://www.ups.com/track?tracknum=1Z999\n";
        assert!(text.contains(facts), "{text}");
        let parcel = ParcelTracking::default();
        let text = EmailMessage::OrderShipped { order: order(), parcel }.render(&letterhead(), at(0)).text;
        assert!(!text.contains("Carrier") && !text.contains("Follow"), "{text}");
        assert!(
            text.contains("Parcel: Sent without tracking") && !text.contains("Tracking number"),
            "{text}"
        );
    }
}
