//! The page of the card provider: recent payments and test cards.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};

use super::account::{MOUNT, StripeAccount};
use super::model::card::{Behaviour, TEST_CARDS};
use super::model::currency::format_amount;
use super::model::payment_intent::{StoredIntent, StoredIntentStatus};
use super::store::Database;
use crate::clock::date_time;
use crate::page::{self, Page};

const MAX_PAYMENTS: usize = 25;

/// `GET /`
pub async fn show(State(account): State<Arc<StripeAccount>>) -> Response {
    let database = account.store.lock();
    let body = html! {
        header {
            h1 { "Card provider sandbox" }
            p {
                "This page replaces the card provider while you try the shop. No money moves, and only "
                a href="#cards" { "test cards" } " work."
            }
        }
        main {
            section {
                h2 id="payments" { "Recent payments" }
                div class="wide" tabindex="0" role="region" aria-labelledby="payments" {
                    table {
                        thead {
                            tr {
                                th scope="col" { "State" } th scope="col" class="amount" { "Amount" }
                                th scope="col" { "Card" } th scope="col" { "Payment" } th scope="col" { "Started (UTC)" }
                            }
                        }
                        tbody {
                            @if database.intents.is_empty() {
                                tr { td colspan="5" class="empty" { "None yet. Place an order and press Pay." } }
                            }
                            @for intent in database.intents.newest_first().take(MAX_PAYMENTS) {
                                (payment_row(&database, intent))
                            }
                        }
                    }
                }
            }
            section {
                h2 id="cards" { "Test cards" }
                p { "Use any future expiry date, security code and postal code." }
                div class="wide" tabindex="0" role="region" aria-labelledby="cards" {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Number" } th scope="col" { "Brand" } th scope="col" { "Effect" }
                            }
                        }
                        tbody {
                            @for card in TEST_CARDS {
                                @let (class, effect) = effect(card.behaviour);
                                tr {
                                    td class="number" { (in_groups(card.number)) }
                                    td { (card.brand.name()) }
                                    td { span class={ "mark " (class) } { (effect) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    let stylesheet = format!("{MOUNT}/dashboard.css");
    let title = "Card provider sandbox";
    Page { title, stylesheet: &stylesheet, body_class: "", refresh: None, form_action: "'none'", body }
        .into_response()
}

pub async fn stylesheet() -> Response {
    page::stylesheet(include_str!("dashboard.css"))
}

fn payment_row(database: &Database, intent: &StoredIntent) -> Markup {
    let charge = intent.latest_charge.as_ref().and_then(|id| database.charges.get(id));
    let refunded = charge.map_or(0, |charge| charge.amount_refunded);
    let declined = charge.and_then(|charge| charge.decline);
    let (class, state) = match intent.status {
        StoredIntentStatus::Succeeded if refunded == intent.amount => ("off", "Refunded".to_owned()),
        StoredIntentStatus::Succeeded if refunded > 0 => {
            ("good", format!("Paid, {} refunded", format_amount(refunded, &intent.currency)))
        }
        StoredIntentStatus::Succeeded => ("good", "Paid".to_owned()),
        StoredIntentStatus::Canceled => ("off", "Canceled".to_owned()),
        StoredIntentStatus::RequiresAction => ("wait", "Waiting for authentication".to_owned()),
        StoredIntentStatus::RequiresPaymentMethod | StoredIntentStatus::RequiresConfirmation => {
            match declined {
                Some(decline) => ("bad", format!("Declined: {}", decline.decline_code().replace('_', " "))),
                None if intent.last_payment_error.is_some() => ("bad", "Failed".to_owned()),
                None => ("wait", "Waiting for a card".to_owned()),
            }
        }
    };
    let method = intent.payment_method.as_ref().and_then(|id| database.methods.get(id));
    let notes: Vec<String> = intent.metadata.iter().map(|(key, value)| format!("{key} {value}")).collect();
    html! {
        tr {
            td { span class={ "mark " (class) } { (state) } }
            td class="amount" {
                (format_amount(intent.amount, &intent.currency)) " " small { (intent.currency.to_uppercase()) }
            }
            td { @if let Some(method) = method { (method.card.brand.name()) " ending " (method.card.last4) } }
            td { code { (intent.id) } small { (notes.join(", ")) } }
            td { (date_time(intent.created)) }
        }
    }
}

fn effect(behaviour: Behaviour) -> (&'static str, String) {
    match behaviour {
        Behaviour::Pays => ("good", "pays".to_owned()),
        Behaviour::PaysAndIsDisputed => ("wait", "pays, then its bank disputes it".to_owned()),
        Behaviour::PaysAndSendsRefundsBack => ("wait", "pays, and its bank sends refunds back".to_owned()),
        Behaviour::Declines(decline) => ("bad", decline.decline_code().replace('_', " ")),
        Behaviour::AsksThenPays => ("wait", "asks, then pays".to_owned()),
        Behaviour::RedirectsThenPays => ("wait", "asks on its own page, then pays".to_owned()),
        Behaviour::AsksThenDeclines(decline) => {
            ("bad", format!("asks, then {}", decline.decline_code().replace('_', " ")))
        }
    }
}

/// `4242 4242 4242 4242`
fn in_groups(number: &str) -> String {
    let digits: Vec<char> = number.chars().collect();
    digits.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}
