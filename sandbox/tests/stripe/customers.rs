//! Customers, the payment methods that are attached to them, and whose a payment method is.

use std::{slice, sync::atomic::Ordering};

use serde_json::{Value, json};

use crate::support::{NOW, Provider, SECRET_KEY, answer, error, text};

const INTENT: [(&str, &str); 2] = [("amount", "12550"), ("currency", "cad")];

async fn customer(provider: &Provider) -> String {
    let made = answer(provider.post("/v1/customers", &[("metadata[account_id]", "ada")])).await;
    assert_eq!((&made["object"], &made["metadata"]["account_id"]), (&json!("customer"), &json!("ada")));
    text(&made["id"]).to_owned()
}

async fn intent_with(provider: &Provider, more: &[(&str, &str)]) -> Value {
    answer(provider.post("/v1/payment_intents", &[&INTENT[..], more].concat())).await
}

fn confirm(intent: &Value) -> String {
    format!("/v1/payment_intents/{}/confirm", text(&intent["id"]))
}

/// Pays an intent that saves the card, and returns the card's id.
async fn saved_card(provider: &Provider, customer: &str, card: &str) -> String {
    let intent = intent_with(provider, &[("customer", customer), ("setup_future_usage", "on_session")]).await;
    let paid = answer(provider.post(&confirm(&intent), &[("payment_method", card)])).await;
    assert_eq!(paid["status"], "succeeded");
    text(&paid["payment_method"]).to_owned()
}

async fn cards_of(provider: &Provider, customer: &str) -> Vec<String> {
    let list = answer(provider.get(&format!("/v1/customers/{customer}/payment_methods"))).await;
    list["data"].as_array().unwrap().iter().map(|card| text(&card["id"]).to_owned()).collect()
}

#[tokio::test]
async fn a_card_is_saved_by_a_payment_that_says_so_and_pays_again() {
    let provider = Provider::start().await;
    let ada = customer(&provider).await;
    let once = intent_with(&provider, &[("customer", &ada)]).await;
    answer(provider.post(&confirm(&once), &[("payment_method", "pm_card_visa")])).await;
    assert_eq!(cards_of(&provider, &ada).await, [""; 0], "a payment alone saves nothing");

    let card = saved_card(&provider, &ada, "pm_card_visa").await;
    assert_eq!(cards_of(&provider, &ada).await, slice::from_ref(&card));
    let shown = answer(provider.get(&format!("/v1/customers/{ada}/payment_methods/{card}"))).await;
    assert_eq!((&shown["customer"], &shown["card"]["last4"]), (&json!(ada), &json!("4242")));
    let again = intent_with(&provider, &[("customer", &ada)]).await;
    let form = [("payment_method", card.as_str()), ("client_secret", text(&again["client_secret"]))];
    assert_eq!(answer(provider.browser_post(&confirm(&again), &form)).await["status"], "succeeded");
}

#[tokio::test]
async fn an_update_gives_an_intent_its_customer_and_takes_the_future_usage_back() {
    let provider = Provider::start().await;
    let ada = customer(&provider).await;
    let intent = provider.intent().await;
    let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
    let saves = [("customer", ada.as_str()), ("setup_future_usage", "on_session")];
    let saving = answer(provider.post(&path, &saves)).await;
    assert_eq!((&saving["customer"], &saving["setup_future_usage"]), (&json!(ada), &json!("on_session")));
    let elements = |usage: &'static str| {
        let mut form = vec![
            ("client_context[amount]", "12550"),
            ("client_context[currency]", "cad"),
            ("client_secret", text(&intent["client_secret"])),
            ("payment_method", "pm_card_visa"),
        ];
        form.extend((!usage.is_empty()).then_some(("client_context[setup_future_usage]", usage)));
        provider.browser_post(&confirm(&intent), &form)
    };
    assert_eq!(error(elements(""), 400).await["param"], "setup_future_usage");
    let once = answer(provider.post(&path, &[("setup_future_usage", "")])).await;
    assert_eq!((&once["customer"], &once["setup_future_usage"]), (&json!(ada), &Value::Null));
    assert_eq!(error(elements("on_session"), 400).await["param"], "setup_future_usage");
    answer(elements("")).await;
    assert_eq!(cards_of(&provider, &ada).await, [""; 0]);
    let unknown = error(provider.post(&path, &[("customer", "cus_unknown")]), 400).await;
    assert_eq!((&unknown["code"], &unknown["param"]), (&json!("resource_missing"), &json!("customer")));
}

#[tokio::test]
async fn a_card_pays_only_for_its_customer() {
    let provider = Provider::start().await;
    let (ada, bram) = (customer(&provider).await, customer(&provider).await);
    let card = saved_card(&provider, &ada, "pm_card_visa").await;
    for (more, param) in [(vec![], "source"), (vec![("customer", bram.as_str())], "payment_method")] {
        let intent = intent_with(&provider, &more).await;
        let form = [("payment_method", card.as_str()), ("client_secret", text(&intent["client_secret"]))];
        let refused = error(provider.browser_post(&confirm(&intent), &form), 400).await;
        assert_eq!((&refused["param"], &refused["payment_intent"]["id"]), (&json!(param), &intent["id"]));
        let form = [&INTENT[..], &more, &[("payment_method", card.as_str())]].concat();
        assert_eq!(error(provider.post("/v1/payment_intents", &form), 400).await["param"], param);
    }
    error(provider.get(&format!("/v1/customers/{bram}/payment_methods/{card}")), 404).await;
    let attach = provider.post(&format!("/v1/payment_methods/{card}/attach"), &[("customer", &bram)]);
    error(attach, 400).await;
}

#[tokio::test]
async fn a_detached_card_never_pays_again() {
    let provider = Provider::start().await;
    let ada = customer(&provider).await;
    let card = saved_card(&provider, &ada, "pm_card_visa").await;
    let detach = format!("/v1/payment_methods/{card}/detach");
    assert_eq!(answer(provider.post(&detach, &[])).await["customer"], Value::Null);
    error(provider.post(&detach, &[]), 400).await;
    assert_eq!(cards_of(&provider, &ada).await, [""; 0]);
    let intent = intent_with(&provider, &[("customer", &ada)]).await;
    let refused = error(provider.post(&confirm(&intent), &[("payment_method", &card)]), 400).await;
    assert_eq!(refused["code"], "payment_method_unexpected_state");
}

#[tokio::test]
async fn a_saved_card_expires() {
    let provider = Provider::start().await;
    let ada = customer(&provider).await;
    let card = saved_card(&provider, &ada, "pm_card_visa").await;
    provider.clock.store(NOW + 2 * 365 * 86_400, Ordering::Relaxed);
    let intent = intent_with(&provider, &[("customer", &ada)]).await;
    let declined = error(provider.post(&confirm(&intent), &[("payment_method", &card)]), 402).await;
    assert_eq!(declined["code"], "expired_card");
    assert_eq!(cards_of(&provider, &ada).await, [card], "the customer removes it");
}

#[tokio::test]
async fn a_deleted_customer_has_no_cards_and_no_payments() {
    let provider = Provider::start().await;
    let ada = customer(&provider).await;
    let card = saved_card(&provider, &ada, "pm_card_visa").await;
    let path = format!("/v1/customers/{ada}");
    let delete = || provider.client.delete(provider.url(&path)).bearer_auth(SECRET_KEY);
    assert_eq!(answer(delete()).await["deleted"], true);
    error(delete(), 404).await;
    assert_eq!(answer(provider.get(&path)).await["deleted"], true);
    error(provider.get(&format!("{path}/payment_methods")), 404).await;
    let intent = provider.intent().await;
    error(provider.post(&confirm(&intent), &[("payment_method", &card)]), 400).await;
    let form = [&INTENT[..], &[("customer", ada.as_str())]].concat();
    assert_eq!(error(provider.post("/v1/payment_intents", &form), 400).await["param"], "customer");
}
