//! The subject and the opening words of each e-mail to customers. The owner may write others, with placeholders such as
//! `{tool}`. What follows them is in `templates`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::values::{FromJson, InvalidValue, language::localized};

/// The owner's texts, by [`EmailWording::keys`]. An empty text stands for the first one.
pub type EmailTexts = BTreeMap<String, String>;

pub struct EmailWording {
    pub kind: &'static str,
    /// When it is sent, for the owner.
    pub title: &'static str,
    /// What its texts may name.
    pub placeholders: &'static [&'static str],
    pub subject: &'static str,
    pub opening: &'static str,
}

/// A static for each e-mail, and the list of all.
macro_rules! wordings {
    ($($name:ident = ($kind:literal, $title:literal, $placeholders:expr, $subject:expr, $opening:expr $(,)?);)+) => {
        $(pub(super) static $name: EmailWording = EmailWording {
            kind: $kind,
            title: $title,
            placeholders: $placeholders,
            subject: $subject,
            opening: $opening,
        };)+

        pub static EMAIL_WORDINGS: &[&EmailWording] = &[$(&$name),+];
    };
}

const ACCOUNT: &[&str] = &["name", "shop"];
const ORDER: &[&str] = &["name", "shop", "order", "tool", "quantity", "total"];
/// `{next}` is a sentence: the shop writes again when the order is on its way, or when it can be picked up.
const PAID: &[&str] = &["name", "shop", "order", "tool", "quantity", "total", "next"];
const CANCELLED: &str = "Your order was cancelled: {quantity} × {tool}";
const NEW: &str = "Your order: {quantity} × {tool}";
const ENTERED: &str =
    "Thank you for your order. As you asked, we have entered it for you and set these tools aside:";

#[rustfmt::skip]
wordings! {
    ORDER_PLACED = ("order_placed", "Order placed", ORDER, NEW, "Thank you for your order. We have set these tools aside for you:");
    ORDER_ENTERED = ("order_entered", "Order entered by you", ORDER, NEW, ENTERED);
    FIRST_ORDER_ENTERED = ("first_order_entered", "First order entered by you", ORDER, NEW, ENTERED);
    ORDER_PAID = ("order_paid", "Order paid", PAID, "We received your payment: {quantity} × {tool}",
        "Thank you! We received your payment of {total}. {next}");
    GUEST_ORDER = ("guest_order", "Order of a guest paid", PAID, "Your order: {quantity} × {tool}",
        "Thank you! We received your payment of {total}. {next}");
    ORDER_SHIPPED = ("order_shipped", "Order shipped", ORDER, "On its way to you: {quantity} × {tool}",
        "Good news: your order is on its way to you.");
    ORDER_READY = ("order_ready", "Order ready to be picked up", ORDER, "Ready for you: {quantity} × {tool}",
        "Good news: your order is ready to be picked up.");
    ORDER_EXPIRED = ("order_expired", "Order not paid in time", ORDER, CANCELLED,
        "We did not receive your payment in time, so we have cancelled this order. You don’t owe us anything.");
    ORDER_CANCELLED = ("order_cancelled", "Order cancelled by you", ORDER, CANCELLED,
        "We are sorry: we had to cancel this order. You had not paid for it, so you don’t owe us anything.");
    ORDER_LINE_CANCELLED = ("order_line_cancelled", "Part of an order cancelled by you", &["name", "shop", "order", "removed", "total"],
        "We had to take {removed} out of your order {order}",
        "We are sorry: we had to take {removed} out of your order {order}. The rest now costs {total}.");
    ORDER_REFUNDED = ("order_refunded", "Order refunded", ORDER, "We have refunded your payment: {quantity} × {tool}",
        "All of your payment of {total} has gone back to you.");
    ORDER_PART_REFUNDED = ("order_part_refunded", "Order refunded in part",
        &["name", "shop", "order", "tool", "quantity", "total", "amount"],
        "We have refunded {amount} of your payment", "{amount} of your payment has gone back to you.");
    PAYMENT_REFUNDED = ("payment_refunded", "Late payment refunded", &["name", "shop", "amount"], "We have refunded {amount}",
        "We received your payment of {amount} after the order was cancelled or already paid. We have refunded all of it to the card you paid with. It can take your bank five to ten days to show it.");
    BACK_IN_STOCK = ("back_in_stock", "Back in stock", &["name", "shop", "tool"], "Back in stock: {tool}",
        "Good news: {tool} is back in stock at {shop}.");
    REVIEW_PUBLISHED = ("review_published", "Review published", ACCOUNT, "Your review is published at {shop}",
        "Thank you for your review. We have read it, and now everyone can:");
    REVIEW_REQUEST = ("review_request", "Review asked for", ORDER, "How do you like it? {tool}",
        "Your order {order} should be with you for some days now. How do these tools work for you? Other gardeners read what you write.");
    VERIFY_EMAIL = ("verify_email", "Confirm the e-mail address", ACCOUNT, "Please confirm your e-mail address",
        "Welcome to {shop}! Please confirm that this e-mail address is yours.");
    FINISH_ACCOUNT = ("finish_account", "Finish the account", &["shop"], "Finish your {shop} account",
        "Please confirm that this e-mail address is yours. Then your {shop} account is complete.");
    SIGN_UP_ATTEMPT = ("sign_up_attempt", "Sign-up with a known address", ACCOUNT, "You already have an account at {shop}",
        "Someone just tried to sign up at {shop} with your e-mail address. You already have an account, so nothing has changed.");
    FIRST_PASSWORD = ("first_password", "Sign-up by a customer without a password", ACCOUNT, "Set your first password at {shop}",
        "You already have orders with us, and no password yet. Set your first password here:");
    LOG_IN = ("log_in", "Login by e-mail", ACCOUNT, "Log in to your account",
        "Someone just tried to log in to your {shop} account. If it was you, please log in with this link:");
    RESET_PASSWORD = ("reset_password", "Password forgotten", ACCOUNT, "Choose a new password",
        "We received a request to reset the password of your {shop} account. You can choose a new one here:");
    PASSWORD_CHANGED = ("password_changed", "Password changed", ACCOUNT, "Your password was changed",
        "The password of your {shop} account was just changed. All other browsers were signed out.");
    LOGIN_METHOD_ADDED = ("login_method_added", "Login method added", &["name", "shop", "method"],
        "A new way to log in to your account", "You can now log in to your {shop} account with {method}.");
    TWO_STEP_LOGIN_ON = ("two_step_login_on", "Two-step login turned on", ACCOUNT, "Two-step login is on",
        "From now on your {shop} account asks for a code from your authenticator app at each login.");
    TWO_STEP_LOGIN_OFF = ("two_step_login_off", "Two-step login turned off", ACCOUNT, "Two-step login is off",
        "Your {shop} account no longer asks for a code from your authenticator app.");
    ACCOUNT_DELETED = ("account_deleted", "Account deleted", ACCOUNT, "Your account at {shop} is deleted",
        "We have deleted your {shop} account, as you asked. Your profile is gone, and your unpaid orders are cancelled.");
}

impl EmailWording {
    pub fn of(kind: &str) -> Option<&'static Self> {
        EMAIL_WORDINGS.iter().copied().find(|wording| wording.kind == kind)
    }

    /// The names of subject and opening words among the settings.
    pub fn keys(&self) -> [String; 2] {
        ["subject", "opening"].map(|part| format!("email.{}.{part}", self.kind))
    }

    /// Subject and opening words as the shop came.
    pub const fn first(&self) -> [&'static str; 2] {
        [self.subject, self.opening]
    }

    /// Returns the owner's texts. They are empty if the owner wrote none.
    pub fn written<'t>(&self, texts: &'t EmailTexts) -> [&'t str; 2] {
        self.keys().map(|key| texts.get(&key).map_or("", String::as_str))
    }

    /// Subject and opening words of an e-mail.
    pub(super) fn filled(&self, texts: &EmailTexts, values: &[(&str, String)]) -> (String, Vec<String>) {
        let [written, first] = [self.written(texts), self.first()];
        let [subject, opening] =
            [0, 1].map(|at| if written[at].is_empty() { first[at] } else { written[at] });
        let opening = opening.lines().filter(|line| !line.trim().is_empty());
        (fill(subject, values), opening.map(|line| fill(line, values)).collect())
    }

    pub fn check_placeholders(&self, text: &str) -> Result<(), InvalidValue> {
        for rest in text.split('{').skip(1) {
            let name = rest.split_once('}').map(|(name, _)| name);
            if !name.is_some_and(|name| self.placeholders.contains(&name)) {
                let known: Vec<_> = self.placeholders.iter().map(|name| format!("{{{name}}}")).collect();
                return Err(InvalidValue::new(
                    "unknown_placeholder",
                    localized!(
                        "Braces are for these placeholders only: {}.",
                        "Les accolades sont réservées à ces champs\u{a0}: {}.",
                        known.join(", ")
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// Parses the kind of an e-mail and returns its wording.
impl FromJson for &'static EmailWording {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let known = EmailWording::of(value.as_str().unwrap_or_default());
        known.ok_or_else(|| {
            InvalidValue::new(
                "unknown",
                localized!("The shop sends no such e-mail.", "La boutique n’envoie pas ce courriel."),
            )
        })
    }
}

/// Replaces what stands in braces. A value is not searched for further placeholders.
fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let named = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value.as_str(), after))
        });
        let (value, after) = named.unwrap_or(("{", after));
        filled.push_str(value);
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::email::samples::{at, letterhead, messages};

    #[test]
    fn the_first_texts_use_only_their_placeholders() {
        for wording in EMAIL_WORDINGS {
            for text in wording.first() {
                assert_eq!(wording.check_placeholders(text), Ok(()), "{text}");
            }
        }
    }

    #[test]
    fn every_placeholder_of_every_kind_has_a_value() {
        let mut kinds: Vec<_> = EMAIL_WORDINGS.iter().map(|wording| wording.kind).collect();
        for message in messages() {
            let Some(wording) = message.wording() else { continue };
            assert!(wording.kind.starts_with(message.kind().trim_end_matches("changed")), "{}", wording.kind);
            let all: Vec<_> = wording.placeholders.iter().map(|name| format!("{{{name}}}")).collect();
            let mut shop = letterhead();
            shop.texts = wording.keys().map(|key| (key, all.join(" "))).into();
            let rendered = message.render(&shop, at(0));
            assert!(!rendered.subject.contains('{'), "{}", rendered.subject);
            assert!(!rendered.text.contains('{') && !rendered.html.contains("{name"), "{}", rendered.text);
            kinds.retain(|kind| *kind != wording.kind);
        }
        assert!(kinds.is_empty(), "without a sample: {kinds:?}");
    }

    #[test]
    fn other_braces_are_refused() {
        let wording = EmailWording::of("back_in_stock").unwrap();
        for wrong in ["{order}", "{Tool}", "{ tool }", "{tool", "{{tool}}", "{}", "a { b"] {
            let error = wording.check_placeholders(wrong).unwrap_err();
            assert_eq!(
                error.detail.english(),
                "Braces are for these placeholders only: {name}, {shop}, {tool}."
            );
        }
        assert_eq!(wording.check_placeholders("{tool}, {name} } {tool}"), Ok(()));
    }

    #[test]
    fn a_value_is_not_a_placeholder() {
        let values = [("tool", "{name}".to_owned()), ("name", "Ada".to_owned())];
        assert_eq!(fill("{tool} {name} {x} {", &values), "{name} Ada {x} {");
    }
}
