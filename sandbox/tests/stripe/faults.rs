use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{PUBLISHABLE_KEY, Provider, SECRET_KEY, answer, error, text};

const FORM: [(&str, &str); 2] = [("amount", "500"), ("currency", "cad")];

/// All bytes of the response to a creation, up to the end of the connection.
async fn raw_creation(provider: &Provider) -> Vec<u8> {
    let address = provider.base.trim_start_matches("http://").split('/').next().unwrap();
    let mut socket = TcpStream::connect(address).await.unwrap();
    let body = "amount=500&currency=cad";
    let request = format!(
        "POST /sandbox/stripe/v1/payment_intents HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {SECRET_KEY}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut received = Vec::new();
    let end = tokio::time::timeout(Duration::from_secs(5), socket.read_to_end(&mut received)).await;
    end.expect("the connection ends").ok();
    received
}

#[tokio::test]
async fn a_dropped_call_ends_the_connection_without_a_byte() {
    let provider = Provider::start().await;
    provider.faults(json!({ "rest": [{ "action": "drop_before" }, { "action": "drop_after" }] })).await;
    assert_eq!(raw_creation(&provider).await, b"");
    assert_eq!(provider.state().await["intents"], json!([]), "dropped before the call was served");
    assert_eq!(raw_creation(&provider).await, b"");
    assert_eq!(
        provider.state().await["intents"].as_array().unwrap().len(),
        1,
        "dropped after the call was served"
    );
}

#[tokio::test]
async fn a_lost_response_is_replayed_with_its_key() {
    let provider = Provider::start().await;
    provider
        .faults(json!({ "rest": [{ "path_contains": "/payment_intents", "action": "drop_after" }] }))
        .await;
    let send = || provider.post("/v1/payment_intents", &FORM).header("Idempotency-Key", "k");
    let lost = send().send().await.expect_err("no response");
    assert!(lost.is_request() && !lost.is_timeout(), "{lost:?}");
    let found = send().send().await.unwrap();
    assert_eq!(found.headers()["idempotent-replayed"], "true");
    assert_eq!(provider.state().await["intents"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_slow_call_is_served_after_the_client_disconnected() {
    let provider = Provider::start().await;
    provider.faults(json!({ "rest": [{ "action": { "delay_ms": 200 } }] })).await;
    let send = || provider.post("/v1/payment_intents", &FORM).header("Idempotency-Key", "k");
    let gone = send().timeout(Duration::from_millis(50)).send().await.expect_err("too slow");
    assert!(gone.is_timeout(), "{gone:?}");
    let found = loop {
        let response = send().send().await.unwrap();
        if response.status() != 409 {
            break response;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(found.headers()["idempotent-replayed"], "true");
}

#[tokio::test]
async fn a_stalled_call_is_served_and_its_body_is_late() {
    let provider = Provider::start().await;
    provider.faults(json!({ "rest": [{ "method": "POST", "action": { "stall_ms": 30_000 } }] })).await;
    let call = provider.post("/v1/payment_intents", &FORM).timeout(Duration::from_secs(1));
    let begun = call.send().await.unwrap();
    assert_eq!(begun.status(), 200, "the head arrived");
    let gone = begun.bytes().await.expect_err("the body did not");
    assert!(gone.is_timeout(), "{gone:?}");
    assert_eq!(provider.state().await["intents"].as_array().unwrap().len(), 1);

    provider.faults(json!({ "rest": [{ "method": "POST", "action": { "stall_ms": 50 } }] })).await;
    assert_eq!(provider.intent().await["amount"], 12550, "late but complete");
}

#[tokio::test]
async fn errors_occur_as_often_as_requested_at_the_calls_that_match() {
    let provider = Provider::start().await;
    provider
        .faults(json!({ "rest": [
            { "path_contains": "/confirm", "method": "post", "times": 2, "action": { "status": 500 } },
            { "path_contains": "/confirm", "action": { "status": 429 } },
        ] }))
        .await;
    let intent = provider.intent().await;
    let confirm = format!("/v1/payment_intents/{}/confirm", text(&intent["id"]));
    let pay =
        || provider.post(&confirm, &[("payment_method", "pm_card_visa")]).header("Idempotency-Key", "k");
    for _ in 0..2 {
        assert_eq!(error(pay(), 500).await["type"], "api_error");
    }
    assert_eq!(error(pay(), 429).await["code"], "rate_limit");
    assert_eq!(answer(pay()).await["status"], "succeeded");
}

#[tokio::test]
async fn responses_can_be_wrong_while_the_data_are_correct() {
    let provider = Provider::start().await;
    let paid = provider.paid_intent().await;
    let path = format!("/v1/payment_intents/{}", text(&paid["id"]));
    for (action, name, value) in [
        ("wrong_amount", "amount_received", json!(12650)),
        ("wrong_currency", "currency", json!("eur")),
        ("wrong_livemode", "livemode", json!(true)),
        ("wrong_metadata", "metadata", json!({ "order_id": "another-order" })),
    ] {
        provider.faults(json!({ "rest": [{ "method": "GET", "action": action }] })).await;
        assert_eq!(answer(provider.get(&path)).await[name], value);
        assert_eq!(answer(provider.get(&path)).await[name], paid[name]);
    }
}

#[tokio::test]
async fn faults_can_be_cleared_and_need_the_secret_key() {
    let provider = Provider::start().await;
    let fault = json!({ "rest": [{ "times": 1000, "action": "drop_before" }] });
    let url = provider.url("/_control/faults");
    error(provider.client.post(&url).json(&fault), 401).await;
    error(provider.client.post(&url).bearer_auth(PUBLISHABLE_KEY).json(&fault), 401).await;
    let mistyped = provider.client.post(&url).bearer_auth(SECRET_KEY).json(&json!({ "rset": [] }));
    assert_eq!(mistyped.send().await.unwrap().status(), 422);
    provider.faults(fault).await;
    answer(provider.client.delete(&url).bearer_auth(SECRET_KEY)).await;
    provider.intent().await;
}
