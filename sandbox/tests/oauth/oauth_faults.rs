use serde_json::{Value, json as value};
use trowel_sandbox::oauth::OAuthFault;
use trowel_sandbox::oauth::Provider::{self, Facebook, Github, Google, Twitter};

use crate::google::{id_token, is_signed};
use crate::support::{CLIENT, NOW, Providers, json, param, parts, people};

#[tokio::test]
async fn id_tokens_can_have_an_invalid_signature() {
    let providers = Providers::start().await;
    assert!(is_signed(&providers, &id_token(&providers, "").await).await);
    for (fault, algorithm) in [
        ("alg_none", "none"),
        ("hmac_with_public_key", "HS256"),
        ("bad_signature", "RS256"),
        ("unknown_key", "RS256"),
    ] {
        let token = id_token(&providers, fault).await;
        assert_eq!(parts(&token).0["alg"], algorithm, "{fault}");
        assert!(!is_signed(&providers, &token).await, "{fault}");
        assert_eq!(token.ends_with('.'), fault == "alg_none");
    }
}

#[tokio::test]
async fn id_tokens_can_have_wrong_claims_with_a_valid_signature() {
    let providers = Providers::start().await;
    let (_, correct) = parts(&id_token(&providers, "").await);
    for (fault, claim) in [
        ("other_issuer", "iss"),
        ("other_audience", "aud"),
        ("more_audiences", "aud"),
        ("other_nonce", "nonce"),
        ("no_nonce", "nonce"),
        ("expired", "exp"),
        ("other_authorized_party", "azp"),
        ("other_token_hash", "at_hash"),
        ("issued_later", "iat"),
        ("valid_later", "nbf"),
        ("claims_at_user_info", "email"),
        ("text_email_verified", "email_verified"),
        ("just_expired", "exp"),
    ] {
        let token = id_token(&providers, fault).await;
        assert!(is_signed(&providers, &token).await, "{fault}");
        let (_, claims) = parts(&token);
        assert_ne!(claims[claim], correct[claim], "{fault}");
        assert_eq!(claims["sub"], correct["sub"], "{fault}");
        match fault {
            "more_audiences" => assert_eq!(claims["aud"][0], CLIENT),
            "no_nonce" => assert!(claims["nonce"].is_null()),
            "expired" => assert!(claims["exp"].as_i64().unwrap() < NOW),
            _ => {}
        }
    }
}

#[tokio::test]
async fn callbacks_and_token_calls_can_fail() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let id = ada.id.to_string();
    for provider in Provider::ALL {
        let back = async |fault| {
            providers.submit(provider, &[("decision", "allow"), ("person", &id), ("fault", fault)]).await
        };
        assert_ne!(param(&back("other_state").await, "state").unwrap(), "a state");
        assert_eq!(param(&back("no_state").await, "state"), None);
        let exchange = async |fault| {
            let code = providers.code(provider, &ada, fault).await;
            providers.exchange(provider, &code).send().await
        };
        for fault in ["spent_code", "unknown_code"] {
            let answer = exchange(fault).await.unwrap().text().await.unwrap();
            assert!(
                answer.contains("error") && !answer.contains("access_token"),
                "{provider:?} {fault}: {answer}"
            );
        }
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
async fn user_info_can_fail() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    for (provider, path) in [(Github, "/user"), (Facebook, "/me?fields=id,name"), (Twitter, "/users/me")] {
        let get = async |fault| {
            let token = providers.token(provider, &ada, fault).await;
            providers.client.get(providers.url(provider, path)).bearer_auth(token).send().await.unwrap()
        };
        assert_eq!(get("user_error").await.status(), 503);
        assert!(get("user_garbage").await.text().await.unwrap().starts_with("<!doctype"));
        let user: Value = get("user_without_id").await.json().await.unwrap();
        assert_eq!((&user["id"], &user["data"]), (&value!(null), &value!(null)), "{provider:?}");
    }
}

#[test]
fn every_fault_has_a_name_and_a_provider() {
    for fault in OAuthFault::ALL {
        assert_eq!(OAuthFault::parse(&fault.name()), Some(*fault));
        assert!(Provider::ALL.into_iter().any(|provider| fault.is_of(provider)));
    }
    assert_eq!(OAuthFault::parse("harmless"), None);
}
