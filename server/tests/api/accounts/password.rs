//! Changing a password, forgetting it, and setting a new one by a mailed link.

use std::time::Duration;

use crate::support::{Answer, Person, TestShop, on_both_engines};
use reqwest::Method;
use serde_json::{Value, json};

const MINUTE: Duration = Duration::from_mins(1);
const PASSWORD: &str = "correct horse";

async fn sign_in(shop: &TestShop, email: &str, password: &str) -> Answer {
    shop.visitor().post("/identity/sign-in", json!({ "email": email, "password": password })).await
}

/// Signs in to Ada's account from another browser.
async fn elsewhere<'a>(shop: &'a TestShop, ada: &Person<'_>) -> Person<'a> {
    let mut other = shop.visitor();
    other.email.clone_from(&ada.email);
    other.sign_in().await;
    other
}

/// Whether the cookie and the token of this person still open anything.
async fn proofs(person: &Person<'_>) -> (u16, u16) {
    (person.get("/identity/session").await.status, person.get("/orders").await.status)
}

async fn change(person: &Person<'_>, current: &str, password: &str) -> Answer {
    person
        .post("/identity/password/change", json!({ "currentPassword": current, "password": password }))
        .await
}

async fn forget(shop: &TestShop, email: &str) -> Answer {
    shop.visitor().post("/identity/password/forgot", json!({ "email": email })).await
}

async fn reset(shop: &TestShop, token: &str, password: &str) -> Answer {
    shop.visitor().post("/identity/password/reset", json!({ "token": token, "password": password })).await
}

async fn kinds_to(shop: &TestShop, email: &str) -> Vec<String> {
    shop.letters_to(email).await.into_iter().map(|letter| letter.kind).collect()
}

/// What stands behind `#token=` in the newest letter of this kind.
async fn token_in(shop: &TestShop, email: &str, kind: &str) -> String {
    let letters = shop.letters_to(email).await;
    let letter = letters.iter().rev().find(|letter| letter.kind == kind).unwrap();
    let (before, rest) = letter.text_body.split_once("#token=").unwrap();
    assert!(before.contains(&shop.url), "{before}");
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

async fn is_verified(person: &Person<'_>) -> Value {
    person.get("/identity/email/verification").await.body["verified"].clone()
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn a_reset_ends_the_api_keys_and_a_change_does_on_request(shop: TestShop) {
        let mut hazel = shop.admin().await;
        let mut script = shop.visitor();
        let works = async |script: &Person<'_>| script.get("/manageOrders").await.status == 200;
        let new_key = async |hazel: &Person<'_>| {
            let wish = json!({ "name": "Script", "scopes": ["orders:read"], "days": 1, "password": PASSWORD });
            hazel.post("/api-keys", wish).await.body["key"].as_str().unwrap().to_owned()
        };
        script.token = new_key(&hazel).await;
        for (wish, status, still_works) in
            [(json!("yes"), 422, true), (Value::Null, 200, true), (json!(false), 200, true), (json!(true), 200, false)]
        {
            let body = json!({ "currentPassword": PASSWORD, "password": PASSWORD, "revokeApiKeys": wish });
            let answer = hazel.post("/identity/password/change", body).await;
            assert_eq!((answer.status, works(&script).await), (status, still_works), "{wish}");
            hazel.sign_in().await;
        }
        assert_eq!(hazel.get("/api-keys").await.body, json!([]));

        script.token = new_key(&hazel).await;
        forget(shop, &hazel.email).await;
        let token = token_in(shop, &hazel.email, "reset_password").await;
        assert_eq!(reset(shop, &token, PASSWORD).await.status, 200);
        assert!(!works(&script).await);
        hazel.sign_in().await;
        let told = hazel.get("/audit?action=revoke_api_key").await.body;
        assert_eq!(told.as_array().unwrap().len(), 2, "{told}");
        assert_eq!(told[0]["actor"]["email"], "hazel@example.com");
    }

    async fn a_changed_password_ends_every_other_session(shop: TestShop) {
        let mut ada = shop.verified_customer("Ada").await;
        let other = elsewhere(shop, &ada).await;
        let before = ada.cookie.clone();
        let answer = change(&ada, "correct horse", "battery staple").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.body["email"], "ada@example.com");
        assert_eq!(proofs(&other).await, (401, 401));
        assert_eq!(proofs(&ada).await, (401, 401), "the old cookie and its token too");
        ada.remember(&answer);
        assert_ne!(ada.cookie, before);
        ada.fetch_token().await;
        assert_eq!(proofs(&ada).await, (200, 200));
        sign_in(shop, &ada.email, "correct horse").await.is(401, "bad_credentials");
        assert_eq!(sign_in(shop, &ada.email, "battery staple").await.status, 200);
        assert_eq!(kinds_to(shop, &ada.email).await.last().unwrap(), "password_changed");
    }

    async fn a_password_change_needs_the_old_password(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let answer = change(&ada, "wrong horse", "battery staple").await;
        answer.is(422, "invalid_field");
        assert_eq!(answer.body["errors"][0]["code"], "wrong_password");
        assert_eq!(answer.fields(), ["currentPassword"]);
        for nothing in [json!({ "password": "battery staple" }), json!({ "currentPassword": "", "password": "battery staple" })] {
            let answer = ada.post("/identity/password/change", nothing).await;
            assert_eq!(answer.fields(), ["currentPassword"]);
        }
        let answer = change(&ada, "correct horse", "12345").await;
        assert_eq!((answer.fields(), answer.body["errors"][0]["detail"].as_str()), (vec!["password"], Some("Password must be 6 characters or longer")));
        assert_eq!(ada.post("/identity/password/change", json!({})).await.fields(), ["password"]);
        let mut token_only = shop.visitor();
        token_only.token.clone_from(&ada.token);
        change(&token_only, "correct horse", "battery staple").await.is(401, "unauthenticated");
        let foreign = ada.call(Method::POST, "/identity/password/change").header("origin", "https://evil.example");
        foreign.json(json!({ "currentPassword": "correct horse", "password": "battery staple" })).send().await.is(403, "forbidden_origin");
        assert_eq!(proofs(&ada).await, (200, 200));
        assert_eq!(sign_in(shop, &ada.email, "correct horse").await.status, 200);
    }

    async fn an_open_session_is_no_place_to_guess_at(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.customer("Ada").await;
        for _ in 0..5 {
            change(&ada, "wrong horse", "battery staple").await.is(422, "invalid_field");
        }
        let answer = change(&ada, "correct horse", "battery staple").await;
        answer.is(429, "too_many_requests");
        assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
        assert_eq!(sign_in(shop, &ada.email, "correct horse").await.status, 200, "sign-in still works");
    }

    async fn of_two_changes_at_once_one_is_made(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let other = elsewhere(shop, &ada).await;
        let (one, two) = tokio::join!(change(&ada, "correct horse", "battery one"), change(&other, "correct horse", "battery two"));
        // The later one finds its session ended, or its old password changed, depending on when the other commits.
        let late = if one.status == 200 { &two } else { &one };
        assert!(matches!(late.status, 401 | 422), "{} {}", one.text, two.text);
        assert_eq!(one.status.min(two.status), 200, "{} {}", one.text, two.text);
        let good = if one.status == 200 { "battery one" } else { "battery two" };
        assert_eq!(sign_in(shop, &ada.email, good).await.status, 200);
    }

    async fn an_account_without_a_password_sets_one_in_a_fresh_session(shop: TestShop) {
        let (ada, bo) = (shop.newcomer("Ada").await, shop.newcomer("Bo").await);
        shop.shop.clock.advance(9 * MINUTE);
        let answer = ada.post("/identity/password/change", json!({ "password": "battery staple" })).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(sign_in(shop, &ada.email, "battery staple").await.status, 200);
        shop.shop.clock.advance(MINUTE);
        change(&bo, "", "battery staple").await.is(403, "reauthentication_required");
        assert_eq!(bo.get("/identity/session").await.status, 200);
        forget(shop, &bo.email).await;
        let token = token_in(shop, &bo.email, "reset_password").await;
        assert_eq!(reset(shop, &token, "battery staple").await.status, 200, "by mail at any time");
    }

    async fn a_forgotten_password_is_replaced_by_a_mailed_link(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let other = elsewhere(shop, &ada).await;
        let answer = forget(shop, " Ada@Example.com ").await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true })));
        let token = token_in(shop, &ada.email, "reset_password").await;
        let answer = reset(shop, &token, "battery staple").await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true })));
        let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()).collect();
        assert!(matches!(&cookies[..], [cookie] if cookie.starts_with("trowel_device=")), "the reset sets the device cookie and starts no session: {cookies:?}");
        assert_eq!((proofs(&ada).await, proofs(&other).await), ((401, 401), (401, 401)));
        sign_in(shop, &ada.email, "correct horse").await.is(401, "bad_credentials");
        let mut ada = shop.visitor();
        let answer = sign_in(shop, "ada@example.com", "battery staple").await;
        ada.remember(&answer);
        assert_eq!(is_verified(&ada).await, true, "the mail was read");
        reset(shop, &token, "battery again").await.is(409, "link_expired");
        assert_eq!(kinds_to(shop, "ada@example.com").await, ["verify_email", "reset_password", "password_changed"]);
        let verify = token_in(shop, "ada@example.com", "verify_email").await;
        shop.visitor().post("/identity/email/verify", json!({ "token": verify })).await.is(409, "link_expired");
    }

    async fn who_resets_a_password_gets_in_while_others_guess_at_it(shop: TestShop) {
        shop.shop.clock.stop();
        let mut ada = shop.customer("Ada").await;
        for _ in 0..5 {
            sign_in(shop, &ada.email, "wrong password").await.is(401, "bad_credentials");
        }
        forget(shop, &ada.email).await;
        let token = token_in(shop, &ada.email, "reset_password").await;
        ada.cookie = String::new(); // a browser that the account has never seen
        let answer = ada.post("/identity/password/reset", json!({ "token": token, "password": "battery staple" })).await;
        ada.remember(&answer);
        let words = json!({ "email": ada.email, "password": "battery staple" });
        shop.visitor().post("/identity/sign-in", words.clone()).await.is(429, "too_many_requests");
        assert_eq!(ada.post("/identity/sign-in", words).await.status, 200);
    }

    async fn of_two_who_use_a_link_at_once_one_succeeds(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        for _ in 0..3 {
            forget(shop, &ada.email).await;
            let token = token_in(shop, &ada.email, "reset_password").await;
            let words = ["battery 0", "battery 1", "battery 2", "battery 3"];
            let answers = futures_util::future::join_all(words.iter().map(|word| reset(shop, &token, word))).await;
            let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
            let winner = statuses.iter().position(|status| *status == 200).unwrap();
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409, 409, 409]);
            assert_eq!(sign_in(shop, &ada.email, words[winner]).await.status, 200);
        }
    }

    async fn a_link_ends_with_the_hour_and_with_a_newer_one(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        forget(shop, &ada.email).await;
        let first = token_in(shop, &ada.email, "reset_password").await;
        forget(shop, &ada.email).await;
        let second = token_in(shop, &ada.email, "reset_password").await;
        assert_ne!(first, second);
        reset(shop, &first, "battery staple").await.is(409, "link_expired");
        shop.shop.clock.advance(60 * MINUTE);
        reset(shop, &second, "battery staple").await.is(409, "link_expired");
        for made_up in ["x", &"A".repeat(43), &second.to_lowercase()] {
            reset(shop, made_up, "battery staple").await.is(409, "link_expired");
        }
        assert_eq!(reset(shop, "", "12345").await.fields(), ["token", "password"]);
        let verify = token_in(shop, &ada.email, "verify_email").await;
        reset(shop, &verify, "battery staple").await.is(409, "link_expired");
        assert_eq!(sign_in(shop, &ada.email, "correct horse").await.status, 200);
    }

    async fn a_link_that_is_too_weak_for_a_password_is_not_used_up(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        forget(shop, &ada.email).await;
        let token = token_in(shop, &ada.email, "reset_password").await;
        assert_eq!(reset(shop, &token, "12345").await.fields(), ["password"]);
        assert_eq!(reset(shop, &token, "123456").await.status, 200);
    }

    async fn the_reset_form_does_not_tell_which_accounts_exist(shop: TestShop) {
        shop.customer("Ada").await;
        let told = async |email: &str| {
            let answer = forget(shop, email).await;
            let mut headers: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
            headers.sort();
            (answer.status, answer.text, headers)
        };
        assert_eq!(told("ada@example.com").await, told("unknown@example.com").await);
        assert_eq!(told("ada@example.com").await.0, 200);
        assert!(shop.letters_to("unknown@example.com").await.is_empty());
        forget(shop, "nonsense").await.is(422, "invalid_field");
        assert_eq!(shop.visitor().post("/identity/password/forgot", json!({})).await.fields(), ["email"]);
    }

    async fn the_reset_form_cannot_flood_an_address(shop: TestShop) {
        shop.verified_customer("Ada").await;
        for _ in 0..8 {
            assert_eq!(forget(shop, "ada@example.com").await.status, 200, "as ever");
        }
        let count = async || kinds_to(shop, "ada@example.com").await.iter().filter(|kind| *kind == "reset_password").count();
        assert_eq!(count().await, 5);
        let newest = token_in(shop, "ada@example.com", "reset_password").await;
        shop.shop.clock.advance(59 * MINUTE);
        assert_eq!(reset(shop, &newest, "battery staple").await.status, 200, "the last one that was sent is good");
        shop.shop.clock.advance(MINUTE);
        forget(shop, "ada@example.com").await;
        assert_eq!(count().await, 6);
    }
}
