//! The texts of the e-mails: what happened, and what to do.

use std::time::Duration;

use super::{
    message::{EmailMessage, OrderSummary, ParcelTracking},
    render::{Block, EmailBody, Letterhead, RenderedEmail},
};
use crate::values::{duration::humanize_duration, locale::AmountFormat, time::Timestamp};

// Pages that e-mails link to. docs/specification.md fixes their paths.
const LOGIN: &str = "/login";
const TOOLS: &str = "/tool";
const MY_ORDERS: &str = "/dashboard/myOrders";
const ACCOUNT: &str = "/dashboard/account";
const PURCHASE: &str = "/tools/";
const ALL_REVIEWS: &str = "/allReview";
const PAYMENT: &str = "/dashboard/payment/";

impl EmailMessage {
    /// `now`: when it was queued, so that each attempt has the same content.
    pub fn render(&self, shop: &Letterhead, now: Timestamp) -> RenderedEmail {
        self.body(shop, now).render(self.subject(shop), shop)
    }

    /// One line, whatever the tool's name contains.
    pub(super) fn subject(&self, letterhead: &Letterhead) -> String {
        let Letterhead { shop_name: shop, amounts, .. } = letterhead;
        let subject = match self {
            Self::VerifyEmail { .. } => "Please confirm your e-mail address".to_owned(),
            Self::ResetPassword { .. } => "Choose a new password".to_owned(),
            Self::SignUpAttempt { .. } => format!("You already have an account at {shop}"),
            Self::PasswordChanged { .. } => "Your password was changed".to_owned(),
            Self::MadeAdmin { .. } => format!("You are now an administrator of {shop}"),
            Self::MadeStaff { .. } => format!("You now work for {shop}"),
            Self::LoginMethodAdded { .. } => "A new way to log in to your account".to_owned(),
            Self::TwoStepLoginChanged { is_on: true, .. } => "Two-step login is on".to_owned(),
            Self::TwoStepLoginChanged { .. } => "Two-step login is off".to_owned(),
            Self::AccountDeleted { .. } => format!("Your account at {shop} is deleted"),
            Self::LogIn { .. } => "Log in to your account".to_owned(),
            Self::FinishAccount { .. } => format!("Finish your {shop} account"),
            Self::OrderPlaced { order, .. }
            | Self::OrderEntered { order, .. }
            | Self::FirstOrderEntered { order, .. } => format!("Your order: {}", order.goods()),
            Self::OrderPaid { order, .. } => format!("We received your payment: {}", order.goods()),
            Self::OrderShipped { order, .. } => format!("On its way to you: {}", order.goods()),
            Self::OrderExpired { order } | Self::OrderCancelled { order } => {
                format!("Your order was cancelled: {}", order.goods())
            }
            Self::OrderRefunded { order, .. } => format!("We have refunded your payment: {}", order.goods()),
            Self::OrderPartRefunded { amount, .. } => {
                format!("We have refunded {} of your payment", amount.format(*amounts))
            }
            Self::PaymentRefunded { amount, .. } => format!("We have refunded {}", amount.format(*amounts)),
            Self::BackInStock { tool_name, .. } => format!("Back in stock: {tool_name}"),
            Self::ReviewPublished { .. } => format!("Your review is published at {shop}"),
            Self::Owner(message) => message.subject(letterhead),
        };
        subject.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn body(&self, letterhead: &Letterhead, now: Timestamp) -> EmailBody {
        let &Letterhead { shop_name: ref shop, ref shop_url, amounts, .. } = letterhead;
        let page = |path: &str| format!("{shop_url}{path}");
        match self {
            Self::VerifyEmail { name, link, expires_at } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "Welcome to {shop}! Please confirm that this e-mail address is yours."
                    )),
                    Block::Link("Confirm my address", link.clone()),
                    note(format!("The link works once and expires in {}.", time_left(now, *expires_at))),
                    note(format!("Didn’t sign up at {shop}? Then you can ignore this e-mail.")),
                ],
            ),
            Self::ResetPassword { name, link, expires_at } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "We received a request to reset the password of your {shop} account. You can choose a new one here:",
                    )),
                    Block::Link("Choose a new password", link.clone()),
                    note(format!(
                        "The link works once and expires in {}. When you set a new password, we sign you out everywhere.",
                        time_left(now, *expires_at)
                    )),
                    note("Wasn’t you? Then you can ignore this e-mail. Your password stays the same."),
                ],
            ),
            Self::SignUpAttempt { name } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "Someone just tried to sign up at {shop} with your e-mail address. You already have an account, so nothing has changed.",
                    )),
                    paragraph(
                        "If that was you, please log in instead. If you forgot your password, you can reset it on the login page.",
                    ),
                    Block::Link("Log in", page(LOGIN)),
                    note("Wasn’t you? Then you can ignore this e-mail. Your account is safe."),
                ],
            ),
            Self::PasswordChanged { name } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "The password of your {shop} account was just changed. All other browsers were signed out.",
                    )),
                    paragraph(
                        "If that was you, there is nothing to do. If it wasn’t, someone else has access to your account: please set a new password right away with “Forgot your password?” on the login page.",
                    ),
                    Block::Link("Go to the login page", page(LOGIN)),
                ],
            ),
            Self::MadeAdmin { name } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "Another administrator has made you an administrator of {shop}. You can now manage tools, orders and users.",
                    )),
                    paragraph(
                        "Please log in again to use your new role. If your password is short or easy to guess, please choose a longer one under Account & security first.",
                    ),
                    Block::Link("Log in", page(LOGIN)),
                    note("Didn’t expect this? Please reply to this e-mail and let us know."),
                ],
            ),
            Self::MadeStaff { name } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "An administrator has made you staff of {shop}. You can now ship orders and edit tools.",
                    )),
                    paragraph(
                        "Please log in again to use your new role. If your password is short or easy to guess, please choose a longer one under Account & security first.",
                    ),
                    Block::Link("Log in", page(LOGIN)),
                    note("Didn’t expect this? Please reply to this e-mail and let us know."),
                ],
            ),
            Self::LoginMethodAdded { name, login_method: way } => EmailBody::new(
                name,
                vec![
                    paragraph(format!("You can now log in to your {shop} account with {way}.")),
                    paragraph(
                        "If that was you, there is nothing to do. If it wasn’t, please remove it on your account page and change your password.",
                    ),
                    Block::Link("Go to my account", page(ACCOUNT)),
                ],
            ),
            Self::TwoStepLoginChanged { name, is_on: true } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "From now on your {shop} account asks for a code from your authenticator app at each login.",
                    )),
                    paragraph(
                        "Please keep your recovery codes. With one of them you can log in without your phone.",
                    ),
                    note("If that wasn’t you, please reply to this e-mail and let us know."),
                ],
            ),
            Self::TwoStepLoginChanged { name, .. } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "Your {shop} account no longer asks for a code from your authenticator app.",
                    )),
                    paragraph(
                        "If that was you, there is nothing to do. If it wasn’t, please change your password and turn it on again.",
                    ),
                    Block::Link("Go to my account", page(ACCOUNT)),
                ],
            ),
            Self::AccountDeleted { name } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "We have deleted your {shop} account, as you asked. Your profile is gone, and your unpaid orders are cancelled.",
                    )),
                    paragraph(
                        "We keep a record of the orders you paid for, without your name. Thank you for gardening with us!",
                    ),
                    note("Didn’t ask for this? Please reply to this e-mail soon."),
                ],
            ),
            Self::LogIn { name, link, expires_at } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "Someone just tried to log in to your {shop} account. If it was you, please log in with this link:",
                    )),
                    Block::Link("Log in", link.clone()),
                    note(format!("The link works once and expires in {}.", time_left(now, *expires_at))),
                    note(
                        "Wasn’t you? Then please don’t open the link. Someone else knows your password or has your phone number, so choose a new password and check your phone number on your account page.",
                    ),
                ],
            ),
            Self::FinishAccount { link, expires_at } => EmailBody::new(
                "",
                vec![
                    paragraph(format!(
                        "Please confirm that this e-mail address is yours. Then your {shop} account is complete.",
                    )),
                    Block::Link("Finish my account", link.clone()),
                    note(format!(
                        "The link works once and expires in {}. Please open it in the browser that asked for it.",
                        time_left(now, *expires_at)
                    )),
                    note(format!("Didn’t sign up at {shop}? Then you can ignore this e-mail.")),
                ],
            ),
            Self::OrderPlaced { order, can_be_paid, held_for } => {
                let blocks = placed(order, THANKS, None, *can_be_paid, *held_for, letterhead);
                EmailBody::new(&order.customer_name, blocks)
            }
            Self::OrderEntered { order, can_be_paid, held_for } => {
                let blocks = placed(order, ENTERED, None, *can_be_paid, *held_for, letterhead);
                EmailBody::new(&order.customer_name, blocks)
            }
            Self::FirstOrderEntered { order, link, expires_at, can_be_paid, held_for } => {
                let password = (link.as_str(), time_left(now, *expires_at));
                let blocks = placed(order, ENTERED, Some(password), *can_be_paid, *held_for, letterhead);
                EmailBody::new(&order.customer_name, blocks)
            }
            Self::OrderPaid { order, transaction_id } => {
                let mut facts = order.rows(amounts);
                facts.push(("Payment", transaction_id.clone()));
                EmailBody::new(
                    &order.customer_name,
                    vec![
                        paragraph(format!(
                            "Thank you! We received your payment of {}. We will pack your order and e-mail you when it ships.",
                            order.total.format(amounts)
                        )),
                        Block::Facts(facts),
                        Block::Link("See my orders", page(MY_ORDERS)),
                    ],
                )
            }
            Self::OrderShipped { order, parcel } => {
                EmailBody::new(&order.customer_name, shipped(order, parcel, amounts, page(MY_ORDERS)))
            }
            Self::OrderExpired { order } => EmailBody::new(
                &order.customer_name,
                vec![
                    paragraph(
                        "We did not receive your payment in time, so we have cancelled this order. You don’t owe us anything.",
                    ),
                    order.table(amounts),
                    paragraph("Still want it? You are welcome to order again."),
                    Block::Link("Browse the tools", page(TOOLS)),
                ],
            ),
            Self::OrderCancelled { order } => EmailBody::new(
                &order.customer_name,
                vec![
                    paragraph(
                        "We are sorry: we had to cancel this order. You had not paid for it, so you don’t owe us anything.",
                    ),
                    order.table(amounts),
                    Block::Link("Browse the tools", page(TOOLS)),
                    note("Didn’t expect this? Reply to this e-mail and we will explain."),
                ],
            ),
            Self::OrderRefunded { order, was_shipped } => EmailBody::new(
                &order.customer_name,
                vec![
                    paragraph(format!(
                        "All of your payment of {} has gone back to the card you paid with. It can take your bank five to ten days to show it.",
                        order.total.format(amounts)
                    )),
                    order.table(amounts),
                    if *was_shipped {
                        paragraph(
                            "Your order had already been sent. We will tell you if you need to return anything.",
                        )
                    } else {
                        paragraph("Your order is cancelled and will not be sent.")
                    },
                    Block::Link("See my orders", page(MY_ORDERS)),
                    note("Didn’t expect this? Reply to this e-mail and we will explain."),
                ],
            ),
            Self::OrderPartRefunded { order, amount, refunded, reason } => {
                let mut facts = order.rows(amounts);
                facts.push(("Refunded", refunded.format(amounts)));
                facts.push(("Reason", reason.clone()));
                EmailBody::new(
                    &order.customer_name,
                    vec![
                        paragraph(format!(
                            "{} of your payment has gone back to the card you paid with. It can take your bank five to ten days to show it.",
                            amount.format(amounts)
                        )),
                        Block::Facts(facts),
                        Block::Link("See my orders", page(MY_ORDERS)),
                        note("Didn’t expect this? Reply to this e-mail and we will explain."),
                    ],
                )
            }
            Self::PaymentRefunded { name, amount, transaction_id } => EmailBody::new(
                name,
                vec![
                    paragraph(format!(
                        "We received your payment of {} after the order was cancelled or already paid. We have refunded all of it to the card you paid with. It can take your bank five to ten days to show it.",
                        amount.format(amounts)
                    )),
                    Block::Facts(vec![
                        ("Amount", amount.format(amounts)),
                        ("Payment", transaction_id.clone()),
                    ]),
                    Block::Link("See my orders", page(MY_ORDERS)),
                ],
            ),
            Self::BackInStock { name, tool_id, tool_name } => EmailBody::new(
                name,
                vec![
                    paragraph(format!("Good news: {tool_name} is back in stock at {shop}.")),
                    paragraph("We have not set one aside for you, so please order soon."),
                    Block::Link("Order it", page(&format!("{PURCHASE}{tool_id}"))),
                    note(
                        "You asked for this e-mail on the tool’s page. We send it once, so there is nothing to cancel.",
                    ),
                ],
            ),
            Self::ReviewPublished { name, review } => EmailBody::new(
                name,
                vec![
                    paragraph("Thank you for your review. We have read it, and now everyone can:"),
                    paragraph(format!("“{review}”")),
                    Block::Link("See all reviews", page(ALL_REVIEWS)),
                    note("You can change or delete it on the Review page of your dashboard."),
                ],
            ),
            Self::Owner(message) => message.body(letterhead),
        }
    }
}

/// The e-mail of `trowel mail test`.
pub(super) fn test_email(shop: &Letterhead) -> RenderedEmail {
    let blocks = vec![paragraph("This is a test. Your shop can send e-mails, and this one has arrived.")];
    EmailBody::new("", blocks).render("A test e-mail from your shop".to_owned(), shop)
}

impl OrderSummary {
    pub(super) fn goods(&self) -> String {
        format!("{} × {}", self.quantity, self.tool_name)
    }

    pub(super) fn table(&self, amounts: AmountFormat) -> Block {
        Block::Facts(self.rows(amounts))
    }

    fn rows(&self, amounts: AmountFormat) -> Vec<(&'static str, String)> {
        vec![
            ("Tool", self.tool_name.clone()),
            ("Quantity", self.quantity.to_string()),
            ("Total", self.total.format(amounts)),
            ("Order", format!("#{}", self.number)),
        ]
    }
}

fn shipped(
    order: &OrderSummary,
    parcel: &ParcelTracking,
    amounts: AmountFormat,
    my_orders: String,
) -> Vec<Block> {
    let mut facts = order.rows(amounts);
    let ParcelTracking { carrier, number, url } = parcel.clone();
    facts.extend(carrier.map(|carrier| ("Carrier", carrier)));
    facts.extend(number.map(|number| ("Tracking number", number)));
    let mut blocks = vec![paragraph("Good news: your order is on its way to you."), Block::Facts(facts)];
    blocks.extend(url.map(|url| Block::Link("Follow the parcel", url)));
    blocks.push(Block::Link("See my orders", my_orders));
    blocks.push(note("Is something not right? Reply to this e-mail and we will help."));
    blocks
}

const THANKS: &str = "Thank you for your order. We have set these tools aside for you:";
const ENTERED: &str =
    "Thank you for your order. As you asked, we have entered it for you and set these tools aside:";

/// `password`: the link that sets one, and how long it works.
fn placed(
    order: &OrderSummary,
    thanks: &str,
    password: Option<(&str, String)>,
    can_be_paid: bool,
    held_for: Option<Duration>,
    letterhead: &Letterhead,
) -> Vec<Block> {
    let shop_url = &letterhead.shop_url;
    let mut blocks = vec![paragraph(thanks), order.table(letterhead.amounts)];
    if let Some((link, time_left)) = password {
        blocks.push(paragraph(format!(
            "We have made an account at {} for you, with this e-mail address. Please choose a password first. Then you can log in, follow your order and pay.",
            letterhead.shop_name
        )));
        blocks.push(Block::Link("Choose a password", link.to_owned()));
        blocks.push(note(format!(
            "The link works once and expires in {time_left}. After that, “Forgot your password?” on the login page sends you a new one."
        )));
    }
    if can_be_paid {
        blocks.push(paragraph("We will pack your order as soon as you have paid for it."));
        blocks.push(Block::Link("Pay now", format!("{shop_url}{PAYMENT}{}", order.id)));
        blocks.push(note("Already paid? Then there is nothing left to do."));
    } else {
        blocks.push(Block::Link("See my orders", format!("{shop_url}{MY_ORDERS}")));
    }
    if let Some(held_for) = held_for {
        blocks.push(note(format!(
            "We hold your order for {}. If it is not paid by then, we will cancel it.",
            humanize_duration(held_for)
        )));
    }
    blocks
}

fn paragraph(sentences: impl Into<String>) -> Block {
    Block::Paragraph(sentences.into())
}

fn note(sentences: impl Into<String>) -> Block {
    Block::Note(sentences.into())
}

fn time_left(now: Timestamp, until: Timestamp) -> String {
    humanize_duration(Duration::from_secs(now.seconds_until(until)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{ids::Id, money::Cents};

    const SHOP: &str = "https://tools.example.ca";

    fn at(minutes: u64) -> Timestamp {
        Timestamp::from_micros(0).plus(Duration::from_mins(minutes))
    }

    fn letterhead() -> Letterhead {
        Letterhead {
            shop_name: "Fern & Co".into(),
            shop_url: SHOP.into(),
            contact: Vec::new(),
            amounts: AmountFormat::default(),
        }
    }

    fn order() -> OrderSummary {
        OrderSummary {
            id: Id::new(at(0)),
            number: 1_042,
            customer_name: "Ada".into(),
            tool_name: "Hoe\r\n<long>".into(),
            quantity: 3,
            total: Cents::new(3_750).unwrap(),
        }
    }

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
        assert_eq!(message.expires_at(), Some(at(60)));
    }

    #[test]
    fn an_order_confirmation_has_the_total_and_a_link_to_pay() {
        let placed = |can_be_paid, held_for| {
            EmailMessage::OrderPlaced { order: order(), can_be_paid, held_for }.render(&letterhead(), at(0))
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
