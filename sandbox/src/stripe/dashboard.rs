//! The provider's side of the demo, for people: which test cards there are, and what became of payments.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::clock::written;
use crate::page::{self, escape};

use super::cards::{Behaviour, TEST_CARDS, TestCard};
use super::intents::currency::spoken;
use super::intents::{Intent, Status};
use super::ledger::Book;
use super::{Account, MOUNT};

const PAYMENTS_SHOWN: usize = 25;

/// `GET /`
pub async fn page(State(account): State<Arc<Account>>) -> Response {
    page::document(render(&account.ledger.book()), "'none'")
}

pub async fn style() -> Response {
    page::style(include_str!("dashboard.css"))
}

fn render(book: &Book) -> String {
    let mut payments = String::new();
    for intent in book.intents.newest_first().take(PAYMENTS_SHOWN) {
        payments.push_str(&payment_row(book, intent));
    }
    if payments.is_empty() {
        payments.push_str(
            "<tr><td colspan=\"5\" class=\"empty\">None yet. Place an order and press Pay.</td></tr>",
        );
    }
    let row = |card: &TestCard| {
        let digits = spaced(card.number);
        let (class, effect) = effect(card.behaviour);
        format!(
            "<tr><td class=\"number\">{digits}</td><td>{}</td><td><span class=\"mark {class}\">{effect}</span></td></tr>",
            card.brand.name()
        )
    };
    let cards: String = TEST_CARDS.iter().map(row).collect();
    include_str!("dashboard.html")
        .replace("{{mount}}", MOUNT)
        .replace("{{payments}}", &payments)
        .replace("{{cards}}", &cards)
}

fn payment_row(book: &Book, intent: &Intent) -> String {
    let charge = intent.latest_charge.as_ref().and_then(|id| book.charges.get(id));
    let refunded = charge.map_or(0, |charge| charge.amount_refunded);
    let declined =
        charge.and_then(|charge| charge.decline).map(|decline| decline.decline_code().replace('_', " "));
    let (class, state) = match intent.status {
        Status::Succeeded if refunded == intent.amount => ("off", "Refunded".to_owned()),
        Status::Succeeded if refunded > 0 => {
            ("good", format!("Paid, {} refunded", spoken(refunded, &intent.currency)))
        }
        Status::Succeeded => ("good", "Paid".to_owned()),
        Status::Canceled => ("off", "Canceled".to_owned()),
        Status::RequiresAction => ("wait", "Asked to authenticate".to_owned()),
        Status::RequiresPaymentMethod | Status::RequiresConfirmation => match declined {
            Some(reason) => ("bad", format!("Declined: {reason}")),
            None if intent.last_payment_error.is_some() => ("bad", "Failed".to_owned()),
            None => ("wait", "Waiting for a card".to_owned()),
        },
    };
    let card = intent
        .payment_method
        .as_ref()
        .and_then(|id| book.methods.get(id))
        .map_or_else(String::new, |method| {
            format!("{} ending {}", method.card.brand.name(), method.card.last4)
        });
    let notes: Vec<String> = intent.metadata.iter().map(|(key, value)| format!("{key} {value}")).collect();
    let mut row = String::from("<tr>");
    let amount = spoken(intent.amount, &intent.currency);
    let _ = write!(row, "<td><span class=\"mark {class}\">{}</span></td>", escape(&state));
    let _ =
        write!(row, "<td class=\"amount\">{amount} <small>{}</small></td>", intent.currency.to_uppercase());
    let _ = write!(row, "<td>{}</td>", escape(&card));
    let _ = write!(row, "<td><code>{}</code><small>{}</small></td>", intent.id, escape(&notes.join(", ")));
    let _ = write!(row, "<td>{}</td></tr>", written(intent.created));
    row
}

fn effect(behaviour: Behaviour) -> (&'static str, String) {
    match behaviour {
        Behaviour::Pays => ("good", "pays".to_owned()),
        Behaviour::PaysAndIsDisputed => ("wait", "pays, then its bank disputes it".to_owned()),
        Behaviour::Declines(decline) => ("bad", decline.decline_code().replace('_', " ")),
        Behaviour::AsksThenPays => ("wait", "asks, then pays".to_owned()),
        Behaviour::AsksThenDeclines(decline) => {
            ("bad", format!("asks, then {}", decline.decline_code().replace('_', " ")))
        }
    }
}

fn spaced(number: &str) -> String {
    let mut text = String::new();
    for (place, digit) in number.chars().enumerate() {
        if place > 0 && place % 4 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
