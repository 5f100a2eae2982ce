//! The letters' words: what happened, and what to do.

use std::time::Duration;

use super::{
    message::{Letter, OrderFacts},
    render::{Part, Sheet, Written},
};
use crate::values::time::Moment;

// Screens that letters lead to; docs/specification.md names them.
const LOGIN: &str = "/login";
const TOOLS: &str = "/tool";
const MY_ORDERS: &str = "/dashboard/myOrders";
const ACCOUNT: &str = "/dashboard/account";
const PAYMENT: &str = "/dashboard/payment/";

impl Letter {
    pub(crate) fn write(&self, shop_url: &str, now: Moment) -> Written {
        self.sheet(shop_url, now).write(shop_url)
    }

    fn sheet(&self, shop_url: &str, now: Moment) -> Sheet {
        let screen = |path: &str| format!("{shop_url}{path}");
        match self {
            Self::VerifyEmail { name, link, expires_at } => Sheet::new(
                "Please confirm your email address",
                name,
                vec![
                    paragraph("Welcome to Trowel. One step is left: show us that this address is yours."),
                    Part::Link("Confirm my address", link.clone()),
                    note(format!("The link works once, for {}.", words(now, *expires_at))),
                    note(
                        "You did not sign up at Trowel? Then somebody mistyped their address, and there is nothing to do.",
                    ),
                ],
            ),
            Self::ResetPassword { name, link, expires_at } => Sheet::new(
                "Choose a new password",
                name,
                vec![
                    paragraph(
                        "Somebody, we hope you, told us that the password of your account at Trowel is forgotten. Here you can choose a new one.",
                    ),
                    Part::Link("Choose a new password", link.clone()),
                    note(format!(
                        "The link works once, for {}. A new password signs you out in every browser.",
                        words(now, *expires_at)
                    )),
                    note("That was not you? Then do nothing: your password stays as it is."),
                ],
            ),
            Self::SignUpAttempt { name } => Sheet::new(
                "You already have an account at Trowel",
                name,
                vec![
                    paragraph(
                        "Somebody just tried to sign up at Trowel with your address. You have an account already, so nothing was changed.",
                    ),
                    paragraph(
                        "If that was you, sign in instead. If you have forgotten your password, the sign-in page helps you to a new one.",
                    ),
                    Part::Link("Sign in", screen(LOGIN)),
                    note(
                        "That was not you? Then there is nothing to do: nobody but you gets into your account.",
                    ),
                ],
            ),
            Self::PasswordChanged { name } => Sheet::new(
                "Your password was changed",
                name,
                vec![
                    paragraph(
                        "The password of your account at Trowel has just been changed. Other browsers were signed out.",
                    ),
                    paragraph(
                        "If that was you, all is well. If not, somebody else is in your account: choose a new password at once, by “Forgot your password?” on the sign-in page.",
                    ),
                    Part::Link("Go to the sign-in page", screen(LOGIN)),
                ],
            ),
            Self::MadeAdmin { name } => Sheet::new(
                "You are an administrator of Trowel now",
                name,
                vec![
                    paragraph(
                        "Another administrator of Trowel has made you one too. You can now look after tools, orders and people.",
                    ),
                    paragraph("Your new role begins when you sign in again."),
                    Part::Link("Sign in", screen(LOGIN)),
                    note(
                        "You did not expect this? Please tell whoever runs the shop by answering this letter.",
                    ),
                ],
            ),
            Self::SignInAdded { name, way } => Sheet::new(
                "A new way to sign in to your account",
                name,
                vec![
                    paragraph(format!("From now on you can sign in to your account at Trowel with {way}.")),
                    paragraph(
                        "If that was you, all is well. If not, please remove it there and change your password.",
                    ),
                    Part::Link("Look at my account", screen(ACCOUNT)),
                ],
            ),
            Self::AccountClosed { name } => Sheet::new(
                "Your account at Trowel is deleted",
                name,
                vec![
                    paragraph(
                        "Your account at Trowel was deleted, as you asked. Your profile is gone, and orders that you had not paid were cancelled.",
                    ),
                    paragraph(
                        "Orders that you paid stay in our books, without your name. Thank you for having gardened with us.",
                    ),
                    note("You did not ask for this? Please answer this letter soon."),
                ],
            ),
            Self::FinishCode { code, expires_at } => Sheet::new(
                "Your code for Trowel",
                "",
                vec![
                    paragraph(
                        "This is the code that finishes your account at Trowel. Type it into the page that asked you for it.",
                    ),
                    Part::Code(code.clone()),
                    note(format!(
                        "It works once, for {}. Nobody from Trowel will ever ask you for it.",
                        words(now, *expires_at)
                    )),
                    note(
                        "You did not ask for a code? Then somebody mistyped their address, and there is nothing to do.",
                    ),
                ],
            ),
            Self::OrderPlaced { order, can_be_paid, held_for } => Sheet::new(
                format!("Your order: {}", order.goods()),
                &order.customer_name,
                placed(order, *can_be_paid, *held_for, shop_url),
            ),
            Self::OrderPaid { order, transaction_id } => {
                let mut facts = order.rows();
                facts.push(("Payment", transaction_id.clone()));
                Sheet::new(
                    format!("Your payment has arrived: {}", order.goods()),
                    &order.customer_name,
                    vec![
                        paragraph(format!(
                            "Thank you: your payment of ${} has arrived. We pack your order next and write to you when it is on its way.",
                            order.total
                        )),
                        Part::Facts(facts),
                        Part::Link("See my orders", screen(MY_ORDERS)),
                    ],
                )
            }
            Self::OrderShipped { order } => Sheet::new(
                format!("On its way to you: {}", order.goods()),
                &order.customer_name,
                vec![
                    paragraph("Good news: your order is packed and on its way to you."),
                    order.table(),
                    Part::Link("See my orders", screen(MY_ORDERS)),
                    note("Something is not right? Answer this letter, and we will look into it."),
                ],
            ),
            Self::OrderExpired { order } => Sheet::new(
                format!("Your order was cancelled: {}", order.goods()),
                &order.customer_name,
                vec![
                    paragraph(
                        "Your order was not paid in time, so we have cancelled it and put the tools back on the shelf. You owe us nothing.",
                    ),
                    order.table(),
                    paragraph("Would you still like to have them? Just order again."),
                    Part::Link("Browse the tools", screen(TOOLS)),
                ],
            ),
            Self::OrderRefunded { order, was_shipped } => Sheet::new(
                format!("Your money is on its way back: {}", order.goods()),
                &order.customer_name,
                vec![
                    paragraph(format!(
                        "All of your payment of ${} has gone back to the card you paid with. Banks take five to ten days to show it.",
                        order.total
                    )),
                    order.table(),
                    if *was_shipped {
                        paragraph(
                            "Your order had been sent already; the shop will tell you if anything is to come back.",
                        )
                    } else {
                        paragraph("Your order is cancelled and will not be sent.")
                    },
                    Part::Link("See my orders", screen(MY_ORDERS)),
                    note("You did not expect this? Answer this letter, and we will explain."),
                ],
            ),
            Self::PaymentReturned { name, amount, transaction_id } => Sheet::new(
                format!("We have sent ${amount} back to you"),
                name,
                vec![
                    paragraph(format!(
                        "Your payment of ${amount} reached us after its order was gone, or had been paid already. We have given all of it back to the card you paid with. Banks take five to ten days to show it."
                    )),
                    Part::Facts(vec![("Amount", format!("${amount}")), ("Payment", transaction_id.clone())]),
                    Part::Link("See my orders", screen(MY_ORDERS)),
                ],
            ),
        }
    }
}

impl OrderFacts {
    fn goods(&self) -> String {
        format!("{} × {}", self.quantity, self.tool_name)
    }

    fn table(&self) -> Part {
        Part::Facts(self.rows())
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Tool", self.tool_name.clone()),
            ("Quantity", self.quantity.to_string()),
            ("Total", format!("${}", self.total)),
            ("Order", self.id.to_string()),
        ]
    }
}

fn placed(order: &OrderFacts, can_be_paid: bool, held_for: Option<Duration>, shop_url: &str) -> Vec<Part> {
    let mut parts =
        vec![paragraph("Thank you for your order. We have put these aside for you:"), order.table()];
    if can_be_paid {
        parts.push(paragraph("As soon as it is paid, we pack it."));
        parts.push(Part::Link("Pay now", format!("{shop_url}{PAYMENT}{}", order.id)));
        parts.push(note("Paid already? Then there is nothing to do."));
    } else {
        parts.push(Part::Link("See my orders", format!("{shop_url}{MY_ORDERS}")));
    }
    if let Some(held_for) = held_for {
        parts.push(note(format!(
            "We keep it for you for {}; if it is not paid by then, it is cancelled.",
            spelled_out(held_for)
        )));
    }
    parts
}

fn paragraph(words: impl Into<String>) -> Part {
    Part::Paragraph(words.into())
}

fn note(words: impl Into<String>) -> Part {
    Part::Note(words.into())
}

fn words(now: Moment, until: Moment) -> String {
    spelled_out(Duration::from_secs(now.seconds_until(until)))
}

/// In the largest unit that says it without a remainder worth telling.
fn spelled_out(time: Duration) -> String {
    let minutes = (time.as_secs() + 30) / 60;
    let (count, unit) = match minutes {
        ..120 if minutes != 60 => (minutes, "minute"),
        ..2_881 => (minutes / 60, "hour"),
        _ => (minutes / 1_440, "day"),
    };
    if count == 1 { format!("one {unit}") } else { format!("{count} {unit}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{ids::Id, money::Cents};

    const SHOP: &str = "https://tools.example.ca";

    fn at(minutes: u64) -> Moment {
        Moment::from_micros(0).plus(Duration::from_mins(minutes))
    }

    fn order() -> OrderFacts {
        OrderFacts {
            id: Id::new(at(0)),
            customer_name: "Ada".into(),
            tool_name: "Hoe <long>".into(),
            quantity: 3,
            total: Cents::new(3_750).unwrap(),
        }
    }

    #[test]
    fn a_letter_says_what_to_do_and_until_when() {
        let letter = Letter::ResetPassword {
            name: "Ada".into(),
            link: format!("{SHOP}/reset-password#token=x"),
            expires_at: at(60),
        };
        let written = letter.write(SHOP, at(0));
        assert!(written.text.contains(&format!("{SHOP}/reset-password#token=x")), "{}", written.text);
        assert!(written.text.contains("for one hour"), "{}", written.text);
        assert_eq!(letter.expires_at(), Some(at(60)));
    }

    #[test]
    fn an_order_is_told_with_its_total_and_the_way_to_pay() {
        let placed = |can_be_paid, held_for| {
            Letter::OrderPlaced { order: order(), can_be_paid, held_for }.write(SHOP, at(0))
        };
        let written = placed(true, Some(Duration::from_hours(7 * 24)));
        assert_eq!(written.subject, "Your order: 3 × Hoe <long>");
        let pay = format!("{SHOP}/dashboard/payment/{}", order().id);
        for words in ["$37.50", "for 7 days", "/dashboard/payment/"] {
            assert!(
                written.text.contains(words) && written.html.contains(words),
                "{words}: {}",
                written.text
            );
        }
        assert!(pay.starts_with(&format!("{SHOP}{PAYMENT}")) && written.html.contains("Hoe &lt;long&gt;"));
        let off = placed(false, None).text;
        assert!(!off.contains("Pay now") && !off.contains("We keep it"), "{off}");
    }

    /// A telephone shows the subject to whoever looks at it, and the table keeps it.
    #[test]
    fn no_subject_holds_a_code() {
        let letter = Letter::FinishCode { code: "314159".into(), expires_at: at(5) };
        let written = letter.write(SHOP, at(0));
        assert!(!written.subject.contains("314159") && written.text.contains("314159"));
        assert!(written.text.contains("for 5 minutes"));
    }

    #[test]
    fn time_is_told_as_people_do() {
        let told = |minutes| spelled_out(Duration::from_mins(minutes));
        // Between making a link and writing of it a moment passes.
        assert_eq!(
            [3_601, 3_599].map(|seconds| spelled_out(Duration::from_secs(seconds))),
            ["one hour", "one hour"]
        );
        assert_eq!(
            [1, 5, 60, 90, 120, 1_440, 2_880, 10_080].map(told),
            [
                "one minute",
                "5 minutes",
                "one hour",
                "90 minutes",
                "2 hours",
                "24 hours",
                "48 hours",
                "7 days"
            ]
        );
    }
}
