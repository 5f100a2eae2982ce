use serde_json::json as value;
use trowel_sandbox::oauth::Provider::Google;

use crate::google::{id_token, is_signed};
use crate::support::{CONTROL_KEY, Providers, json, param, parts, people, query, text};

#[tokio::test]
async fn control_endpoints_need_the_key() {
    let providers = Providers::start().await;
    for path in ["faults", "people", "keys/rotate", "state"] {
        let url = format!("{}/_control/{path}", providers.base);
        for key in ["", "guessed"] {
            json(providers.client.post(&url).bearer_auth(key).json(&value!({})), 401).await;
        }
    }
}

#[tokio::test]
async fn faults_occur_at_the_calls_that_match() {
    let providers = Providers::start().await;
    let faults = value!({ "rest": [
        { "path_contains": "google/token", "action": "drop_before", "times": 2 },
        { "path_contains": "jwks", "action": { "status": 503 } },
        { "path_contains": "openid-configuration", "action": "garbage" },
    ] });
    json(providers.control("faults", &faults), 200).await;
    let [ada, ..] = people();
    let code = providers.code(Google, &ada, "").await;
    for _ in 0..2 {
        assert!(providers.exchange(Google, &code).send().await.is_err());
    }
    json(providers.exchange(Google, &code), 200).await;
    let jwks = || providers.client.get(providers.url(Google, "/jwks"));
    assert_eq!(jwks().send().await.unwrap().status(), 503);
    json(jwks(), 200).await;

    let control = |method, path| {
        let url = format!("{}/_control/{path}", providers.base);
        providers.client.request(method, url).bearer_auth(CONTROL_KEY)
    };
    let state = json(control(reqwest::Method::GET, "state"), 200).await;
    assert_eq!(state["faults"]["rest"].as_array().unwrap().len(), 1, "{state}");
    json(control(reqwest::Method::DELETE, "faults"), 200).await;
    json(providers.client.get(providers.url(Google, "/.well-known/openid-configuration")), 200).await;
}

#[tokio::test]
async fn a_held_call_continues_when_the_queue_is_cleared() {
    let providers = Providers::start().await;
    let fault = value!({ "rest": [{ "path_contains": "jwks", "action": "hold" }] });
    json(providers.control("faults", &fault), 200).await;
    let held = tokio::spawn(providers.client.get(providers.url(Google, "/jwks")).send());
    let faults = format!("{}/_control/faults", providers.base);
    let state = format!("{}/_control/state", providers.base);
    while json(providers.client.get(&state).bearer_auth(CONTROL_KEY), 200).await["faults"]["rest"]
        != value!([])
    {}
    assert!(!held.is_finished());
    json(providers.client.delete(faults).bearer_auth(CONTROL_KEY), 200).await;
    assert_eq!(held.await.unwrap().unwrap().status(), 200);
}

#[tokio::test]
async fn a_response_can_be_endless() {
    let providers = Providers::start().await;
    let fault = value!({ "rest": [{ "path_contains": "jwks", "action": "endless" }] });
    json(providers.control("faults", &fault), 200).await;
    let mut response = providers.client.get(providers.url(Google, "/jwks")).send().await.unwrap();
    let mut received = 0;
    while received < 4 * 1024 * 1024 {
        received += response.chunk().await.unwrap().expect("more").len();
    }
}

#[tokio::test]
async fn old_tokens_stay_valid_after_one_rotation_of_the_keys() {
    let providers = Providers::start().await;
    let before = id_token(&providers, "").await;
    let rotated = json(providers.control("keys/rotate", &value!({})), 200).await;
    let after = id_token(&providers, "").await;
    assert_eq!(parts(&after).0["kid"], rotated["current"]);
    assert_ne!(parts(&before).0["kid"], parts(&after).0["kid"]);
    assert!(is_signed(&providers, &before).await && is_signed(&providers, &after).await);
    json(providers.control("keys/rotate", &value!({})), 200).await;
    assert!(!is_signed(&providers, &before).await, "the second rotation removes the first key");
}

#[tokio::test]
async fn an_email_address_can_have_a_new_owner() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let person = value!({ "name": "Ada Thorne", "email": ada.email, "email_verified": true, "id": 7 });
    assert_eq!(json(providers.control("people", &person), 200).await["id"], 7);
    let page = providers.client.get(providers.page_url(Google, &query(Google))).send().await.unwrap();
    assert_eq!(page.text().await.unwrap().matches(ada.email.as_deref().unwrap()).count(), 2);
    let back = providers.submit(Google, &[("decision", "allow"), ("person", "7")]).await;
    let tokens = json(providers.exchange(Google, &param(&back, "code").unwrap()), 200).await;
    let (_, claims) = parts(text(&tokens["id_token"]));
    assert_eq!(claims["email"], "ada.thorne@example.com");
    assert_ne!(claims["sub"], ada.subject(Google));
}
