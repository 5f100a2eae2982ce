//! A sample of each e-mail, for the owner's preview and for tests. A variant without a sample does not compile.

use std::time::Duration;

#[cfg(test)]
use super::owner_message::HeldTool;
use super::{
    message::EmailMessage,
    order_summary::{OrderDetails, OrderSummary, ParcelTracking, PaymentTerms},
    owner_message::OwnerMessage,
    purchase_summary::CreditNoteSummary,
};
use crate::values::{
    ids::Id, language::Language, money::Cents, payment_method::PaymentMethod, time::Timestamp,
};

/// An order as the owner's preview shows it.
pub fn sample_order(language: Language, now: Timestamp) -> OrderSummary {
    let price = Cents::new(5_400).unwrap_or(Cents::ZERO);
    let details = OrderDetails {
        price,
        placed_at: now,
        ship_to: "Ada Wren\n1 Maple Street\nHalifax NS B3H 1A1".into(),
        picture: String::new(),
        picture_alt: String::new(),
        is_pick_up: false,
        pieces: Vec::new(),
        pictures: Vec::new(),
        purchase: None,
    };
    OrderSummary {
        id: Id::new(now),
        number: 1_042,
        customer_name: "Ada".into(),
        tool_name: language.choose("Border Spade", "Bêche à bordures").into(),
        quantity: 2,
        total: price.times(2).unwrap_or(price),
        is_guest: false,
        language,
        details: Some(details),
    }
}

/// The sample of a kind of [`EMAIL_WORDINGS`](super::wording::EMAIL_WORDINGS).
pub fn sample_of(kind: &str, order: &OrderSummary, shop_url: &str, now: Timestamp) -> Option<EmailMessage> {
    let link = format!("{shop_url}/login");
    let messages = customer_messages(order, &link, now.plus(Duration::from_hours(1)));
    messages.into_iter().find(|message| message.wording().is_some_and(|wording| wording.kind == kind))
}

fn credit_note(order: &OrderSummary) -> CreditNoteSummary {
    let cents = |cents| Cents::new(cents).unwrap_or(Cents::ZERO);
    CreditNoteSummary {
        number: 17,
        purchase_id: order.id.clone(),
        invoice: order.number,
        invoiced_at: order.details.as_ref().map_or(Timestamp::from_micros(0), |details| details.placed_at),
        lines: vec![(format!("1 × {}", order.tool_name), cents(5_400))],
        taxes: vec![(
            order.language.choose("HST 14% (12345 6782 RT0001)", "TVH 14\u{a0}% (12345 6782 RT0001)").into(),
            cents(756),
        )],
        amount: cents(6_156),
    }
}

fn picked_up(order: &OrderSummary) -> OrderSummary {
    let details = order.details.clone().map(|details| OrderDetails { is_pick_up: true, ..details });
    OrderSummary { details, ..order.clone() }
}

fn bought(order: &OrderSummary) -> OrderSummary {
    let pieces = vec![order.tool_name.clone()];
    let details = order.details.clone().map(|details| OrderDetails { pieces, ..details });
    OrderSummary { details, ..order.clone() }
}

/// Makes the terms of a sample. An order without a text is paid by card.
fn terms(how_to_pay: &str) -> PaymentTerms {
    let can_be_paid = how_to_pay.is_empty();
    let held_for = can_be_paid.then(|| Duration::from_hours(48));
    PaymentTerms { can_be_paid, at_pick_up: false, how_to_pay: how_to_pay.to_owned(), held_for }
}

fn cash(order: &OrderSummary) -> &'static str {
    order.language.choose("Cash", "Argent comptant")
}

fn gloves(order: &OrderSummary) -> String {
    order.language.choose("2 × Garden Gloves", "2 × Gants de jardinage").to_owned()
}

/// Builds the list, and a match over the enum that has the same variants.
macro_rules! samples {
    ($(#[$meta:meta])* $name:ident($($given:ident: $type:ty),*): $message:ident, $($variant:ident { $($field:tt)* })+) => {
        $(#[$meta])*
        fn $name($($given: $type),*) -> Vec<$message> {
            #[expect(unreachable_patterns, reason = "a variant may have several samples")]
            const fn has_a_sample(message: &$message) {
                match message {
                    $($message::$variant { .. } => {})+
                }
            }
            let samples = vec![$($message::$variant { $($field)* }),+];
            samples.iter().for_each(has_a_sample);
            samples
        }
    };
}

samples! { customer_messages(order: &OrderSummary, link: &str, end: Timestamp): EmailMessage,
    VerifyEmail { name: "Ada".into(), link: link.into(), expires_at: end }
    ResetPassword { name: "Ada".into(), link: link.into(), expires_at: end }
    LogIn { name: "Ada".into(), link: link.into(), expires_at: end }
    FinishAccount { link: link.into(), expires_at: end }
    ChangeEmail { name: "Ada".into(), link: link.into(), expires_at: end }
    ChangeOfEmailAsked { name: "Ada".into(), new_email: "ada@garden.example".into() }
    SignUpAttempt { name: "Ada".into() }
    FirstPassword { name: "Ada".into(), link: link.into(), expires_at: end }
    PasswordChanged { name: "Ada".into() }
    MadeAdmin { name: "Ada".into() }
    MadeStaff { name: "Ada".into() }
    LoginMethodAdded { name: "Ada".into(), login_method: "Google".into() }
    TwoStepLoginChanged { name: "Ada".into(), is_on: true }
    TwoStepLoginChanged { name: "Ada".into(), is_on: false }
    AccountDeleted { name: "Ada".into() }
    OrderPlaced { order: order.clone(), payment: terms("") }
    OrderPlaced { order: order.clone(), payment: terms(cash(order)) }
    OrderEntered { order: order.clone(), payment: terms("") }
    FirstOrderEntered { order: order.clone(), link: link.into(), expires_at: end, payment: terms("") }
    OrderPaid { order: order.clone() }
    GuestOrder { order: order.clone(), link: link.into(), expires_at: end, is_again: false }
    OrderShipped { order: order.clone(), parcel: ParcelTracking::default() }
    OrderReady { order: picked_up(order) }
    OrderExpired { order: order.clone(), purchase_id: Some(order.id.clone()) }
    OrderCancelled { order: order.clone() }
    OrderLineCancelled { order: order.clone(), removed: gloves(order), purchase_id: order.id.clone(), payment: terms("") }
    OrderLineCancelled { order: order.clone(), removed: gloves(order), purchase_id: order.id.clone(), payment: terms(cash(order)) }
    OrderRefunded { order: order.clone(), was_shipped: true, method: None, credit_note: None, sent: Some(order.total) }
    OrderPartRefunded { order: order.clone(), amount: order.total, refunded: order.total, reason: order.language.choose("It came late", "Elle est arrivée en retard").into(), method: Some(PaymentMethod::Cash), credit_note: Some(credit_note(order)), sent: None }
    PaymentRefunded { name: "Ada".into(), amount: order.total, transaction_id: "pi_3Q0123456789abcdefABCDEF".into() }
    BackInStock { name: "Ada".into(), tool_id: order.id.clone(), tool_name: order.tool_name.clone() }
    ReviewRequest { order: bought(order), unsubscribe: link.into() }
    ConfirmNewsletter { link: link.into(), expires_at: end, unsubscribe: link.into() }
    ReviewPublished { name: "Ada".into(), review: order.language.choose("Sharp, and light to work with.", "Bien affûté, et léger.").into() }
    Owner { 0: OwnerMessage::OwnerOrderPaid { order: order.clone() } }
}

samples! { #[cfg(test)] owner_messages(order: &OrderSummary): OwnerMessage,
    OwnerOrderPaid { order: order.clone() }
    OwnerDailyOrders { orders: vec![order.clone()], count: 3, total_cents: 6_005 }
    OwnerDailyOrders { orders: vec![order.clone()], count: 1, total_cents: 3_750 }
    OwnerLowStock { tool_id: Id::new(at(0)), tool_name: "Hoe".into(), available: 2 }
    OwnerHeldStock { tools: vec![HeldTool { tool_name: "Hoe".into(), held: 5, total: 9 }] }
    OwnerDispute { order: order.clone() }
    OwnerRefundFailed { amount: Cents::ZERO, transaction_id: "pi_1".into(), reason: "Expired".into() }
    OwnerRefundSentBack { order: order.clone(), amount: order.total, reason: "expired_or_canceled_card".into() }
    OwnerUndelivered { subject: order.language.choose("Your order", "Votre commande").into() }
    OwnerWebhookPaused { webhook_id: Id::new(at(0)), url: "https://hooks.example.ca".into() }
}

#[cfg(test)]
pub use for_tests::*;

#[cfg(test)]
mod for_tests {
    use super::*;
    use crate::{
        base::email::{render::Letterhead, wording::EmailTexts},
        values::locale::{AmountFormat, ShopLocale},
    };

    pub const SHOP: &str = "https://tools.example.ca";

    pub fn at(minutes: u64) -> Timestamp {
        Timestamp::from_micros(0).plus(Duration::from_mins(minutes))
    }

    pub fn letterhead() -> Letterhead {
        Letterhead {
            shop_name: "Fern & Co".into(),
            shop_url: SHOP.into(),
            contact: Vec::new(),
            reply_to: None,
            address: "1 Maple Street\nHalifax NS  B3J 1A1".into(),
            amounts: AmountFormat::default(),
            locale: ShopLocale::default(),
            time_zone: jiff::tz::TimeZone::UTC,
            texts: EmailTexts::new(),
            language: Language::English,
        }
    }

    /// Makes an order whose tool name tries to be markup and a header.
    pub fn order() -> OrderSummary {
        order_in(Language::English)
    }

    fn order_in(language: Language) -> OrderSummary {
        let price = Cents::new(1_250).unwrap();
        let mut order = OrderSummary {
            tool_name: "Hoe\r\n<long>".into(),
            quantity: 3,
            total: price.times(3).unwrap(),
            ..sample_order(language, at(0))
        };
        order.details.as_mut().unwrap().price = price;
        order
    }

    pub fn messages() -> Vec<EmailMessage> {
        messages_in(Language::English)
    }

    pub fn messages_in(language: Language) -> Vec<EmailMessage> {
        let order = order_in(language);
        let owners = owner_messages(&order).into_iter().map(EmailMessage::Owner);
        customer_messages(&order, &format!("{SHOP}/login#token=x"), at(60))
            .into_iter()
            .chain(owners)
            .collect()
    }
}
