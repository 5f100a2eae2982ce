use serde_json::{Value, json as value};
use trowel_sandbox::oauth::Provider::Google;

use crate::google::{id_token, is_signed};
use crate::support::{CONTROL_KEY, Providers, json, parts, people, query, text};

#[tokio::test]
async fn control_is_for_holders_of_the_key() {
    let providers = Providers::start().await;
    let body = value!({ "name": "Edda" });
    for path in ["faults", "people", "keys/rotate"] {
        let url = format!("{}/_control/{path}", providers.base);
        for key in ["", "guessed"] {
            let request = providers.client.post(&url).bearer_auth(key);
            let request = if path == "faults" { request.json(&value!([])) } else { request.json(&body) };
            json(request, 401).await;
        }
    }
    json(providers.client.get(format!("{}/_control/state", providers.base)), 401).await;
}

#[tokio::test]
async fn faults_happen_to_the_next_calls_that_fit() {
    let providers = Providers::start().await;
    let faults = value!([
        { "path_contains": "google/token", "action": "cut", "times": 2 },
        { "path_contains": "jwks", "action": { "status": 503 } },
        { "path_contains": "openid-configuration", "action": "garbage" },
    ]);
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

    let state = providers.client.get(format!("{}/_control/state", providers.base)).bearer_auth(CONTROL_KEY);
    let state = json(state, 200).await;
    assert_eq!(state["faults"].as_array().unwrap().len(), 1, "{state}");
    assert_eq!(state["open"], value!({ "codes": 0, "access_tokens": 1 }));
    let clear =
        providers.client.delete(format!("{}/_control/faults", providers.base)).bearer_auth(CONTROL_KEY);
    json(clear, 200).await;
    json(providers.client.get(providers.url(Google, "/.well-known/openid-configuration")), 200).await;
}

#[tokio::test]
async fn an_answer_can_have_no_end() {
    let providers = Providers::start().await;
    json(providers.control("faults", &value!([{ "path_contains": "jwks", "action": "endless" }])), 200).await;
    let mut answer = providers.client.get(providers.url(Google, "/jwks")).send().await.unwrap();
    let mut received = 0;
    while received < 4 * 1024 * 1024 {
        received += answer.chunk().await.unwrap().expect("more").len();
    }
}

#[tokio::test]
async fn after_a_change_of_keys_old_tokens_hold_and_new_ones_have_another_key() {
    let providers = Providers::start().await;
    let before = id_token(&providers, "").await;
    let rotated = json(providers.control("keys/rotate", &value!({})), 200).await;
    let after = id_token(&providers, "").await;
    assert_eq!(parts(&after).0["kid"], rotated["current"]);
    assert_ne!(parts(&before).0["kid"], parts(&after).0["kid"]);
    assert!(is_signed(&providers, &before).await && is_signed(&providers, &after).await);
    json(providers.control("keys/rotate", &value!({})), 200).await;
    assert!(!is_signed(&providers, &before).await, "two changes later it is gone");
}

#[tokio::test]
async fn an_address_can_change_hands() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let person = value!({ "name": "Ada Thorne", "email": ada.email, "email_verified": true, "id": 7 });
    let made: Value = json(providers.control("people", &person), 200).await;
    assert_eq!(made["id"], 7);
    let page = providers.client.get(providers.page_url(Google, &query(Google))).send().await.unwrap();
    assert_eq!(page.text().await.unwrap().matches(ada.email.as_deref().unwrap()).count(), 2);
    let form = [("decision", "allow"), ("person", "7")];
    let code = crate::support::answered(&providers.decided(Google, &form).await, "code").unwrap();
    let (_, claims) = parts(text(&json(providers.exchange(Google, &code), 200).await["id_token"]));
    assert_eq!(claims["email"], "ada.thorne@example.com");
    assert_ne!(claims["sub"], ada.subject(Google));
}
