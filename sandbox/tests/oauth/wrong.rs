use serde_json::json as value;
use trowel_sandbox::oauth::Provider::{self, Facebook, Github, Google, Twitter};
use trowel_sandbox::oauth::Wrong;

use crate::google::{id_token, is_signed};
use crate::support::{CLIENT, NOW, Providers, answered, json, parts, people};

#[tokio::test]
async fn every_untruth_about_a_signature_is_one() {
    let providers = Providers::start().await;
    assert!(is_signed(&providers, &id_token(&providers, "").await).await);
    for (wrong, algorithm) in [
        ("alg_none", "none"),
        ("hmac_with_public_key", "HS256"),
        ("bad_signature", "RS256"),
        ("unknown_key", "RS256"),
    ] {
        let token = id_token(&providers, wrong).await;
        assert_eq!(parts(&token).0["alg"], algorithm, "{wrong}");
        assert!(!is_signed(&providers, &token).await, "{wrong}");
        assert_eq!(token.ends_with('.'), wrong == "alg_none");
    }
}

#[tokio::test]
async fn every_untruth_in_a_claim_is_signed_well() {
    let providers = Providers::start().await;
    let (_, truth) = parts(&id_token(&providers, "").await);
    for (wrong, claim) in [
        ("other_issuer", "iss"),
        ("other_audience", "aud"),
        ("more_audiences", "aud"),
        ("other_nonce", "nonce"),
        ("no_nonce", "nonce"),
        ("expired", "exp"),
    ] {
        let token = id_token(&providers, wrong).await;
        assert!(is_signed(&providers, &token).await, "{wrong}");
        let (_, claims) = parts(&token);
        assert_ne!(claims[claim], truth[claim], "{wrong}");
        assert_eq!(claims["sub"], truth["sub"], "{wrong}");
        match wrong {
            "more_audiences" => assert_eq!(claims["aud"][0], CLIENT),
            "no_nonce" => assert!(claims["nonce"].is_null()),
            "expired" => assert!(claims["exp"].as_i64().unwrap() < NOW),
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_way_back_can_be_wrong() {
    let providers = Providers::start().await;
    let id = people()[0].id.to_string();
    for provider in Provider::ALL {
        let back = async |wrong| {
            providers.decided(provider, &[("decision", "allow"), ("person", &id), ("wrong", wrong)]).await
        };
        let other = answered(&back("other_state").await, "state").unwrap();
        assert_ne!(other, "a state");
        assert_eq!(answered(&back("no_state").await, "state"), None);
        for wrong in ["spent_code", "unknown_code"] {
            let code = answered(&back(wrong).await, "code").unwrap();
            let answer = providers.exchange(provider, &code).send().await.unwrap().text().await.unwrap();
            assert!(
                answer.contains("error") && !answer.contains("access_token"),
                "{provider:?} {wrong}: {answer}"
            );
        }
    }
}

#[tokio::test]
async fn the_token_call_can_fail() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    for provider in Provider::ALL {
        let exchange = async |wrong| {
            let code = providers.code(provider, &ada, wrong).await;
            providers.exchange(provider, &code).send().await
        };
        assert_eq!(exchange("token_error").await.unwrap().status(), 500);
        let garbage = exchange("token_garbage").await.unwrap();
        assert_eq!(garbage.status(), 200);
        assert!(garbage.text().await.unwrap().starts_with("<!doctype"));
        assert!(exchange("token_cut").await.is_err());
    }
    let code = providers.code(Google, &ada, "no_id_token").await;
    let answer = json(providers.exchange(Google, &code), 200).await;
    assert!(answer["id_token"].is_null() && answer["access_token"].is_string());
}

#[tokio::test]
async fn the_question_who_it_is_can_fail() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    for (provider, path) in [(Github, "/user"), (Facebook, "/me?fields=id,name"), (Twitter, "/users/me")] {
        let ask = async |wrong| {
            let token = providers.token(provider, &ada, wrong).await;
            providers.client.get(providers.url(provider, path)).bearer_auth(token).send().await.unwrap()
        };
        assert_eq!(ask("user_error").await.status(), 503);
        assert!(ask("user_garbage").await.text().await.unwrap().starts_with("<!doctype"));
        let nobody: serde_json::Value = ask("user_without_id").await.json().await.unwrap();
        assert_eq!((&nobody["id"], &nobody["data"]), (&value!(null), &value!(null)), "{provider:?}");
    }
}

#[test]
fn every_wrong_answer_has_a_name_and_a_provider() {
    for wrong in Wrong::ALL {
        assert_eq!(Wrong::parse(&wrong.name()), Some(wrong));
        assert!(Provider::ALL.into_iter().any(|provider| wrong.is_of(provider)));
    }
    assert_eq!(Wrong::parse("harmless"), None);
}
