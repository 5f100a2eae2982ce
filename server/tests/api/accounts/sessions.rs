//! The list of one's sessions, and ending them from another one.

use std::{sync::Arc, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    accounts::{
        session::{NewSession, SessionStart},
        user::AuthMethod,
    },
    values::ids::Secret,
};

use crate::support::{Person, TestShop, on_both_engines};

const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Signs in to Ada's account from another browser.
async fn elsewhere<'a>(shop: &'a TestShop, ada: &Person<'_>, user_agent: &str) -> Person<'a> {
    let mut other = shop.visitor();
    other.email.clone_from(&ada.email);
    let body = json!({ "email": ada.email, "password": "correct horse" });
    let call = other.call(Method::POST, "/identity/sign-in").header("user-agent", user_agent);
    let answer = call.json(body).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    other.remember(&answer);
    other.fetch_token().await;
    other
}

async fn sessions(person: &Person<'_>) -> Vec<Value> {
    let answer = person.get("/identity/sessions").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body.as_array().unwrap().clone()
}

/// Whether the cookie and the token of this person still open anything.
async fn proofs(person: &Person<'_>) -> (u16, u16) {
    (person.get("/identity/session").await.status, person.get("/orders").await.status)
}

on_both_engines! {
    async fn a_clock_corrected_by_minutes_ends_no_session(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        for _ in 0..4 {
            shop.shop.clock.rewind(MINUTE);
            assert_eq!((proofs(&ada).await, proofs(&hazel).await), ((200, 200), (200, 200)));
        }
    }

    async fn a_user_sees_the_own_sessions(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.customer("Bo").await;
        shop.shop.clock.advance(5 * MINUTE);
        let other = elsewhere(shop, &ada, FIREFOX).await;
        let seen = sessions(&other).await;
        assert_eq!(seen.len(), 2, "{seen:?}");
        let told = |session: &Value| ["method", "device", "current"].map(|name| session[name].to_string());
        assert_eq!(told(&seen[0]), ["\"password\"", "\"Firefox on Linux\"", "true"]);
        assert_eq!(told(&seen[1]), ["\"password\"", "\"Unknown device\"", "false"]);
        assert!(seen[0]["createdAt"].as_str() > seen[1]["createdAt"].as_str());
        shop.shop.clock.advance(5 * MINUTE);
        let seen = sessions(&ada).await;
        assert_eq!((&seen[0]["current"], seen.len()), (&json!(true), 2), "the one used last comes first");
        assert!(seen[0]["seenAt"].as_str() > seen[1]["seenAt"].as_str());
        let members: Vec<_> = seen[0].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(members, ["createdAt", "current", "device", "id", "method", "seenAt"], "and no secret");
    }

    async fn a_session_that_is_over_is_in_no_list(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.shop.clock.advance(6 * DAY);
        let other = elsewhere(shop, &ada, "curl/8.14.1").await;
        assert_eq!(sessions(&other).await.len(), 2);
        shop.shop.clock.advance(DAY);
        assert_eq!(sessions(&other).await.len(), 1, "the other was left alone for a week");
    }

    async fn one_session_ends_another(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let lost = elsewhere(shop, &ada, FIREFOX).await;
        let id = sessions(&lost).await[0]["id"].as_str().unwrap().to_owned();
        let answer = ada.delete(&format!("/identity/sessions/{id}")).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true, "deletedCount": 1 })));
        assert!(answer.headers.get("set-cookie").is_none());
        assert_eq!(proofs(&lost).await, (401, 401));
        assert_eq!(proofs(&ada).await, (200, 200));
        ada.delete(&format!("/identity/sessions/{id}")).await.is(404, "not_found");
        ada.delete("/identity/sessions/x").await.is(404, "not_found");
    }

    async fn a_user_cannot_end_the_session_of_another(shop: TestShop) {
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let id = sessions(&ada).await[0]["id"].as_str().unwrap().to_owned();
        bo.delete(&format!("/identity/sessions/{id}")).await.is(404, "not_found");
        let foreign = ada.call(Method::DELETE, "/identity/sessions").header("origin", "https://evil.example");
        foreign.send().await.is(403, "forbidden_origin");
        let mut token_only = shop.visitor();
        token_only.token.clone_from(&ada.token);
        token_only.delete("/identity/sessions").await.is(401, "unauthenticated");
        assert_eq!(proofs(&ada).await, (200, 200));
    }

    async fn ending_the_session_that_asks_takes_its_cookie_along(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let id = sessions(&ada).await[0]["id"].as_str().unwrap().to_owned();
        let answer = ada.delete(&format!("/identity/sessions/{id}")).await;
        assert!(answer.header("set-cookie").contains("Max-Age=0"), "{}", answer.header("set-cookie"));
        assert_eq!(proofs(&ada).await, (401, 401));
    }

    async fn all_others_end_at_once(shop: TestShop) {
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let others = [elsewhere(shop, &ada, FIREFOX).await, elsewhere(shop, &ada, "curl/8").await];
        let answer = ada.delete("/identity/sessions").await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true, "deletedCount": 2 })));
        for other in &others {
            assert_eq!(proofs(other).await, (401, 401));
        }
        assert_eq!((proofs(&ada).await, proofs(&bo).await), ((200, 200), (200, 200)));
        assert_eq!(ada.delete("/identity/sessions").await.body["deletedCount"], 0);
    }

    async fn a_session_that_ends_while_it_asks_for_a_token_gets_none(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        for _ in 0..5 {
            ada.token.clear();
            ada.sign_in().await;
            let (token, out) = tokio::join!(ada.put("/user/ada@example.com", json!({})), ada.post("/identity/sign-out", json!({})));
            assert_eq!(out.status, 200);
            assert!(matches!(token.status, 200 | 401), "{}", token.text);
            if let Some(token) = token.body["token"].as_str() {
                token.clone_into(&mut ada.token);
                ada.get("/orders").await.is(401, "unauthenticated");
            }
        }
    }

    async fn a_password_that_changed_between_its_proof_and_the_session_opens_nothing(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let email = trowel::values::email::Email::parse(&ada.email).unwrap();
        let account = shop.shop.db.read(email, |tx, email| trowel::accounts::store::account_by_email(tx, email));
        let account = account.await.unwrap().unwrap();
        let begins = async |proven: Option<String>| {
            let new = NewSession::new(&Secret::new(), AuthMethod::Password, "", None, Arc::default(), shop.shop.clock.now());
            let new = match proven {
                Some(hash) => new.proven_by(hash),
                None => new,
            };
            shop.shop.sessions.start(&account.user, new).await.unwrap()
        };
        assert_eq!(begins(account.password_hash.clone()).await, SessionStart::Started);
        assert_eq!(begins(Some("$argon2id$an-older-one".into())).await, SessionStart::AccountChanged);
        assert_eq!(begins(None).await, SessionStart::Started, "by a provider, whatever the password is");
    }
}
