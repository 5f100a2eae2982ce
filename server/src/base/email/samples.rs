//! A sample of each e-mail, for tests. A variant without a sample does not compile.

use std::time::Duration;

use super::{
    message::{EmailMessage, OrderSummary, ParcelTracking, PaymentTerms},
    owner_message::{HeldTool, OwnerMessage},
    render::Letterhead,
};
use crate::values::{
    ids::Id, locale::AmountFormat, money::Cents, payment_method::PaymentMethod, time::Timestamp,
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
        amounts: AmountFormat::default(),
    }
}

pub fn order() -> OrderSummary {
    OrderSummary {
        id: Id::new(at(0)),
        number: 1_042,
        customer_name: "Ada".into(),
        tool_name: "Hoe\r\n<long>".into(),
        quantity: 3,
        total: Cents::new(3_750).unwrap(),
    }
}

/// Without a text it is paid by card.
fn terms(how_to_pay: &str) -> PaymentTerms {
    let can_be_paid = how_to_pay.is_empty();
    let held_for = can_be_paid.then(|| Duration::from_hours(48));
    PaymentTerms { can_be_paid, how_to_pay: how_to_pay.to_owned(), held_for }
}

/// Builds the list, and a match over the enum that has the same variants.
macro_rules! samples {
    ($name:ident: $message:ident, $($variant:ident { $($field:tt)* })+) => {
        fn $name() -> Vec<$message> {
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

pub fn messages() -> Vec<EmailMessage> {
    let owners = owner_messages().into_iter().map(EmailMessage::Owner);
    customer_messages().into_iter().chain(owners).collect()
}

samples! { customer_messages: EmailMessage,
    VerifyEmail { name: "Ada".into(), link: link(), expires_at: at(60) }
    ResetPassword { name: "Ada".into(), link: link(), expires_at: at(60) }
    LogIn { name: "Ada".into(), link: link(), expires_at: at(60) }
    FinishAccount { link: link(), expires_at: at(60) }
    SignUpAttempt { name: "Ada".into() }
    PasswordChanged { name: "Ada".into() }
    MadeAdmin { name: "Ada".into() }
    MadeStaff { name: "Ada".into() }
    LoginMethodAdded { name: "Ada".into(), login_method: "Google".into() }
    TwoStepLoginChanged { name: "Ada".into(), is_on: true }
    TwoStepLoginChanged { name: "Ada".into(), is_on: false }
    AccountDeleted { name: "Ada".into() }
    OrderPlaced { order: order(), payment: terms("") }
    OrderPlaced { order: order(), payment: terms("Cash") }
    OrderEntered { order: order(), payment: terms("") }
    FirstOrderEntered { order: order(), link: link(), expires_at: at(60), payment: terms("") }
    OrderPaid { order: order(), transaction_id: "pi_1".into() }
    OrderShipped { order: order(), parcel: ParcelTracking::default() }
    OrderExpired { order: order() }
    OrderCancelled { order: order() }
    OrderRefunded { order: order(), was_shipped: true, method: None }
    OrderPartRefunded { order: order(), amount: Cents::ZERO, refunded: Cents::ZERO, reason: "Late".into(), method: Some(PaymentMethod::Cash) }
    PaymentRefunded { name: "Ada".into(), amount: Cents::ZERO, transaction_id: "pi_1".into() }
    BackInStock { name: "Ada".into(), tool_id: Id::new(at(0)), tool_name: "Hoe".into() }
    ReviewPublished { name: "Ada".into(), review: "Sharp \"<b>\".".into() }
    Owner { 0: OwnerMessage::OwnerOrderPaid { order: order() } }
}

samples! { owner_messages: OwnerMessage,
    OwnerOrderPaid { order: order() }
    OwnerDailyOrders { orders: vec![order()], count: 3, total_cents: 6_005 }
    OwnerDailyOrders { orders: vec![order()], count: 1, total_cents: 3_750 }
    OwnerLowStock { tool_id: Id::new(at(0)), tool_name: "Hoe".into(), available: 2 }
    OwnerHeldStock { tools: vec![HeldTool { tool_name: "Hoe".into(), held: 5, total: 9 }] }
    OwnerDispute { order: order() }
    OwnerRefundFailed { amount: Cents::ZERO, transaction_id: "pi_1".into(), reason: "Expired".into() }
    OwnerUndelivered { subject: "Your order".into() }
    OwnerWebhookPaused { webhook_id: Id::new(at(0)), url: "https://hooks.example.ca".into() }
}

fn link() -> String {
    format!("{SHOP}/login#token=x")
}
