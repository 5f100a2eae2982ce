use crate::support::{NOW, Provider, answer, error, text};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

const FORM: [(&str, &str); 2] = [("amount", "500"), ("currency", "cad")];

#[tokio::test]
async fn the_same_key_returns_the_same_response() {
    let provider = Provider::start().await;
    let send = || provider.post("/v1/payment_intents", &FORM).header("Idempotency-Key", "order-1").send();
    let first = send().await.unwrap();
    assert_eq!(first.headers().get("idempotent-replayed"), None);
    let first: Value = first.json().await.unwrap();
    let again = send().await.unwrap();
    assert_eq!(again.headers()["idempotent-replayed"], "true");
    assert_eq!(again.headers()["idempotency-key"], "order-1");
    assert_eq!(again.json::<Value>().await.unwrap(), first);
    assert_eq!(provider.state().await["intents"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_order_of_parameters_does_not_matter_and_their_values_do() {
    let provider = Provider::start().await;
    let send = |path: &str, form: &[(&str, &str)]| provider.post(path, form).header("Idempotency-Key", "k");
    let first = answer(send("/v1/payment_intents", &FORM)).await;
    let reordered = [FORM[1], FORM[0]];
    assert_eq!(answer(send("/v1/payment_intents", &reordered)).await["id"], first["id"]);

    let other = [("amount", "600"), ("currency", "cad")];
    let conflict = error(send("/v1/payment_intents", &other), 400).await;
    assert_eq!(conflict["type"], "idempotency_error");
    let path = format!("/v1/payment_intents/{}/cancel", text(&first["id"]));
    assert_eq!(error(send(&path, &[]), 400).await["type"], "idempotency_error");
}

#[tokio::test]
async fn a_decline_is_replayed_and_an_invalid_request_can_be_corrected() {
    let provider = Provider::start().await;
    let intent = provider.intent().await;
    let confirm = format!("/v1/payment_intents/{}/confirm", text(&intent["id"]));
    let declined = [("payment_method", "pm_card_chargeDeclined")];
    for _ in 0..2 {
        error(provider.post(&confirm, &declined).header("Idempotency-Key", "pay"), 402).await;
    }
    let failures = answer(provider.get("/v1/events?types[]=payment_intent.payment_failed")).await;
    assert_eq!(failures["data"].as_array().unwrap().len(), 1);

    let mistake = [("amount", "5"), ("currency", "cad")];
    error(provider.post("/v1/payment_intents", &mistake).header("Idempotency-Key", "new"), 400).await;
    answer(provider.post("/v1/payment_intents", &FORM).header("Idempotency-Key", "new")).await;
}

#[tokio::test]
async fn a_key_in_use_is_a_conflict() {
    let provider = Provider::start().await;
    provider.faults(json!({ "rest": [{ "action": { "delay_ms": 300 } }] })).await;
    let send = || provider.post("/v1/payment_intents", &FORM).header("Idempotency-Key", "k").send();
    let (one, other) = tokio::join!(send(), send());
    let mut statuses = [one.unwrap().status().as_u16(), other.unwrap().status().as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(send().await.unwrap().headers()["idempotent-replayed"], "true");
}

#[tokio::test]
async fn keys_expire_after_a_day() {
    let provider = Provider::start().await;
    let send = || provider.post("/v1/payment_intents", &FORM).header("Idempotency-Key", "k");
    let first = answer(send()).await;
    provider.clock.store(NOW + 86_400, Ordering::Relaxed);
    assert_eq!(answer(send()).await["id"], first["id"]);
    provider.clock.store(NOW + 86_401, Ordering::Relaxed);
    assert_ne!(answer(send()).await["id"], first["id"]);
}
