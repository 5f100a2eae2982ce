use std::sync::atomic::Ordering;

use aws_lc_rs::rsa::PublicKeyComponents;
use aws_lc_rs::signature::RSA_PKCS1_2048_8192_SHA256;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use trowel_sandbox::oauth::Provider::{Google, Twitter};

use crate::support::{
    CLIENT, NOW, Providers, SECRET, VERIFIER, json, location, param, parts, people, query, redirect_uri, text,
};

/// Whether a published key has signed the token.
pub async fn is_signed(providers: &Providers, token: &str) -> bool {
    let jwks = json(providers.client.get(providers.url(Google, "/jwks")), 200).await;
    let (header, _) = parts(token);
    let Some(key) = jwks["keys"].as_array().unwrap().iter().find(|key| key["kid"] == header["kid"]) else {
        return false;
    };
    let (message, signature) = token.rsplit_once('.').unwrap();
    let bytes = |encoded: &str| BASE64_URL_SAFE_NO_PAD.decode(encoded).unwrap();
    let key = PublicKeyComponents { n: bytes(text(&key["n"])), e: bytes(text(&key["e"])) };
    key.verify(&RSA_PKCS1_2048_8192_SHA256, message.as_bytes(), &bytes(signature)).is_ok()
}

pub async fn id_token(providers: &Providers, fault: &str) -> String {
    let [ada, ..] = people();
    let code = providers.code(Google, &ada, fault).await;
    text(&json(providers.exchange(Google, &code), 200).await["id_token"]).to_owned()
}

#[tokio::test]
async fn discovery_has_the_public_address_for_browsers_only() {
    let providers =
        Providers::start_with(|settings| settings.origin = "https://public.example".to_owned()).await;
    let found =
        json(providers.client.get(providers.url(Google, "/.well-known/openid-configuration")), 200).await;
    let back = providers.url(Google, "");
    assert_eq!(found["issuer"], back);
    assert_eq!(found["token_endpoint"], format!("{back}/token"));
    assert_eq!(found["jwks_uri"], format!("{back}/jwks"));
    assert_eq!(found["authorization_endpoint"], "https://public.example/sandbox/oauth/google/authorize");
}

#[tokio::test]
async fn an_id_token_identifies_the_user_and_is_signed() {
    let providers = Providers::start().await;
    let [ada, bram, cleo] = people();
    let code = providers.code(Google, &ada, "").await;
    let answer = json(providers.exchange(Google, &code), 200).await;
    let token = text(&answer["id_token"]);
    assert!(is_signed(&providers, token).await);
    let (header, claims) = parts(token);
    assert_eq!(header["alg"], "RS256");
    for (claim, value) in [
        ("iss", json!(providers.url(Google, ""))),
        ("aud", json!(CLIENT)),
        ("azp", json!(CLIENT)),
        ("nonce", json!("a nonce")),
        ("email", json!("ada.thorne@example.com")),
        ("email_verified", json!(true)),
        ("name", json!("Ada Thorne")),
        ("iat", json!(NOW)),
        ("exp", json!(NOW + 3600)),
    ] {
        assert_eq!(claims[claim], value, "{claim}");
    }
    assert_eq!(claims["sub"], ada.subject(Google));
    for (person, email, verified) in
        [(&bram, json!("bram.oakes@example.com"), json!(false)), (&cleo, Value::Null, Value::Null)]
    {
        let code = providers.code(Google, person, "").await;
        let answer = json(providers.exchange(Google, &code), 200).await;
        let (_, claims) = parts(text(&answer["id_token"]));
        assert_eq!((&claims["email"], &claims["email_verified"]), (&email, &verified));
    }
}

#[tokio::test]
async fn the_callback_has_the_parameters_that_google_adds() {
    let providers = Providers::start().await;
    let id = people()[0].id.to_string();
    let back = providers.submit(Google, &[("decision", "allow"), ("person", &id)]).await;
    assert_eq!(param(&back, "state").as_deref(), Some("a state"));
    assert_eq!(param(&back, "iss"), Some(providers.url(Google, "")));
    assert_eq!(param(&back, "scope").as_deref(), Some("openid email profile"));
}

#[tokio::test]
async fn a_code_works_once_and_a_second_use_revokes_its_token() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let code = providers.code(Twitter, &ada, "").await;
    let answer = json(providers.exchange(Twitter, &code), 200).await;
    let token = text(&answer["access_token"]);
    let user = || providers.client.get(providers.url(Twitter, "/users/me")).bearer_auth(token);
    json(user(), 200).await;
    assert_eq!(json(providers.exchange(Twitter, &code), 400).await["error"], "invalid_request");
    json(user(), 401).await;
}

#[tokio::test]
async fn a_code_is_invalid_with_other_parameters_or_after_its_expiry() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let right = [
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("client_secret", SECRET),
        ("redirect_uri", &redirect_uri(Google)),
        ("code_verifier", VERIFIER),
    ];
    for (name, value, status, error) in [
        ("client_secret", "guessed", 401, "invalid_client"),
        ("client_id", "another", 401, "invalid_client"),
        ("grant_type", "password", 400, "unsupported_grant_type"),
        ("redirect_uri", "http://evil.example/", 400, "redirect_uri_mismatch"),
        ("code_verifier", "x", 400, "invalid_grant"),
        ("code_verifier", "", 400, "invalid_request"),
    ] {
        let code = providers.code(Google, &ada, "").await;
        let mut form: Vec<_> = right.into_iter().filter(|(known, _)| *known != name).collect();
        form.extend([(name, value), ("code", code.as_str())]);
        let error_body =
            json(providers.client.post(providers.url(Google, "/token")).form(&form), status).await;
        assert_eq!(error_body["error"], error, "{name}={value}");
    }
    // A wrong verifier spends the code.
    let code = providers.code(Google, &ada, "").await;
    let mut form: Vec<_> = right.to_vec();
    form.extend([("code_verifier", "x"), ("code", code.as_str())]);
    json(providers.client.post(providers.url(Google, "/token")).form(&form), 400).await;
    json(providers.exchange(Google, &code), 400).await;

    let code = providers.code(Google, &ada, "").await;
    providers.clock.fetch_add(60, Ordering::Relaxed);
    json(providers.exchange(Google, &code), 400).await;
}

#[tokio::test]
async fn scopes_select_the_claims() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let mut query = query(Google);
    query.insert("scope", "openid".to_owned());
    let id = ada.id.to_string();
    let form = [("decision", "allow"), ("person", id.as_str())];
    let response =
        providers.client.post(providers.page_url(Google, &query)).form(&form).send().await.unwrap();
    let code = param(&location(&response), "code").unwrap();
    let (_, claims) = parts(text(&json(providers.exchange(Google, &code), 200).await["id_token"]));
    assert!(claims["sub"].is_string() && claims["email"].is_null() && claims["name"].is_null(), "{claims}");
}
