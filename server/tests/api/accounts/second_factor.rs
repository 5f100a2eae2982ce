//! Two-step login: the code of an app after every way of login, what it can be used for, and where it is required.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::{Method, header};
use serde_json::json;
use trowel::{
    accounts::{
        email_link,
        second_factor::{self, totp},
    },
    db::{params, statements},
    values::{email::Email, ids::Id},
};
use trowel_sandbox::oauth::Provider;

use crate::{
    accounts::phone::Caller,
    accounts::social::{person, place},
    accounts::social_support::Browser,
    support::{Answer, Person, TestShop, on_both_engines},
};

statements! {
    GIVE_PHONE = "UPDATE users SET phone = '+16135550142', phone_used_at = $1 WHERE email = $2";
}

const STEP: Duration = Duration::from_secs(30);
const PASSWORD: &str = "correct horse";

/// What the app shows now. Each call is a step later than the last, because a code works once.
pub fn next_code(shop: &TestShop, secret: &str) -> String {
    shop.shop.clock.advance(STEP);
    totp::code(secret, shop.shop.clock.now()).unwrap()
}

/// Returns the secret and the recovery codes.
pub async fn turn_on(shop: &TestShop, person: &Person<'_>) -> (String, Vec<String>) {
    let begun = person.post("/identity/second-factor", json!({ "password": PASSWORD })).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let secret = begun.body["secret"].as_str().unwrap().to_owned();
    assert!(begun.body["uri"].as_str().unwrap().contains(&format!("secret={secret}&issuer=Trowel")));
    assert_eq!(person.get("/identity/second-factor").await.body["on"], false);
    let code = next_code(shop, &secret);
    let done = person.post("/identity/second-factor/confirm", json!({ "code": code })).await;
    assert_eq!(done.status, 200, "{}", done.body);
    let codes: Vec<String> = serde_json::from_value(done.body["recoveryCodes"].clone()).unwrap();
    let status = person.get("/identity/second-factor").await.body;
    assert_eq!((&status["on"], &status["recoveryCodesLeft"]), (&json!(true), &json!(10)));
    (secret, codes)
}

/// The cookie of a first step, which is all that it gives.
fn pending(answer: &Answer) -> String {
    let cookies: Vec<_> = answer.headers.get_all(header::SET_COOKIE).iter().collect();
    let [cookie] = cookies[..] else { panic!("{cookies:?}: {}", answer.text) };
    let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
    assert!(cookie.starts_with("trowel_login="), "{cookie}");
    cookie.to_owned()
}

pub async fn first_step(person: &Person<'_>) -> String {
    let answer =
        person.post("/identity/sign-in", json!({ "email": person.email, "password": PASSWORD })).await;
    answer.is(401, "second_factor_required");
    pending(&answer)
}

pub async fn second_step(person: &mut Person<'_>, cookie: &str, code: &str) -> Answer {
    let call = person.call(Method::POST, "/identity/second-factor/sign-in").header("cookie", cookie);
    let answer = call.json(json!({ "code": code })).send().await;
    person.remember(&answer);
    answer
}

fn browser_of<'a>(shop: &'a TestShop, person: &Person<'_>) -> Person<'a> {
    let mut browser = shop.visitor();
    browser.email.clone_from(&person.email);
    browser
}

async fn methods(person: &Person<'_>) -> Vec<String> {
    let sessions = person.get("/identity/sessions").await.body;
    sessions.as_array().unwrap().iter().map(|one| one["method"].as_str().unwrap().to_owned()).collect()
}

async fn id_of(person: &Person<'_>) -> Id {
    Id::parse(person.get("/identity/session").await.body["uid"].as_str().unwrap()).unwrap()
}

on_both_engines! {
    with crate::http::permissions::with_everything;

    async fn no_way_of_login_skips_the_second_step(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.verified_customer("Ada").await;
        let (elsewhere, id) = (browser_of(shop, &ada), id_of(&ada).await);
        let (secret, _) = turn_on(shop, &ada).await;

        // The second step follows a password. The cookie of the first step opens nothing, under either name.
        let cookie = first_step(&elsewhere).await;
        for cookie in [cookie.clone(), cookie.replace("trowel_login", "trowel_session")] {
            elsewhere.call(Method::GET, "/identity/session").header("cookie", &cookie).send().await.is(401, "unauthenticated");
            let token = elsewhere.call(Method::PUT, "/user/ada@example.com").header("cookie", &cookie);
            token.send().await.is(401, "unauthenticated");
        }
        let mut by_password = browser_of(shop, &ada);
        assert_eq!(second_step(&mut by_password, &cookie, &next_code(shop, &secret)).await.status, 200);
        by_password.fetch_token().await;
        assert_eq!(methods(&by_password).await, ["password", "password"]);
        second_step(&mut shop.visitor(), &cookie, &next_code(shop, &secret)).await.is(409, "login_expired");

        // The second step follows a mailed link.
        assert!(email_link::login::send(&shop.shop, &id).await.unwrap());
        let letters = shop.letters_to("ada@example.com").await;
        let token = letters.last().unwrap().text_body.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
        let answer = elsewhere.post("/identity/email/sign-in", json!({ "token": token })).await;
        answer.is(401, "second_factor_required");
        let mut by_email = browser_of(shop, &ada);
        assert_eq!(second_step(&mut by_email, &pending(&answer), &next_code(shop, &secret)).await.status, 200);
        assert!(methods(&by_email).await.contains(&"email".to_owned()));

        // The second step follows a code by phone.
        let now = shop.shop.clock.now().micros();
        assert_eq!(shop.execute(&GIVE_PHONE, params![now, "ada@example.com"]).await, 1);
        let mut caller = Caller::at(shop);
        assert_eq!(caller.ask("+16135550142").await.status, 200);
        let answer = caller.type_in("+16135550142", &shop.phones.as_ref().unwrap().code("+16135550142").await).await;
        answer.is(401, "second_factor_required");
        let mut by_phone = browser_of(shop, &ada);
        assert_eq!(second_step(&mut by_phone, &pending(&answer), &next_code(shop, &secret)).await.status, 200);
        assert!(methods(&by_phone).await.contains(&"phone".to_owned()));

        // The second step follows a provider.
        let mut browser = Browser::of(shop);
        let someone = person(shop, "Ada", "ada@example.com", true).await;
        let answer = browser.continue_with(Provider::Google, &someone, "").await;
        assert_eq!(place(&answer), "/login?problem=second_factor_required&provider=google&returnTo=%2Ftool");
        assert!(!browser.jar.contains_key("trowel_session"), "{:?}", browser.jar);
        let cookie = format!("trowel_login={}", browser.jar["trowel_login"]);
        let mut by_google = browser_of(shop, &ada);
        assert_eq!(second_step(&mut by_google, &cookie, &next_code(shop, &secret)).await.status, 200);
        assert!(methods(&by_google).await.contains(&"google".to_owned()));

        // A new password by a mailed link changes nothing about it, and ends a login in progress.
        let cookie = first_step(&elsewhere).await;
        shop.visitor().post("/identity/password/forgot", json!({ "email": "ada@example.com" })).await;
        let letters = shop.letters_to("ada@example.com").await;
        let token = letters.last().unwrap().text_body.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
        let reset = json!({ "token": token, "password": PASSWORD });
        assert_eq!(shop.visitor().post("/identity/password/reset", reset).await.status, 200);
        second_step(&mut shop.visitor(), &cookie, &next_code(shop, &secret)).await.is(409, "login_expired");
        first_step(&elsewhere).await;
    }

    async fn a_code_works_once_also_for_two_logins_at_once(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.verified_customer("Ada").await;
        let (secret, _) = turn_on(shop, &ada).await;
        let code = next_code(shop, &secret);
        let cookies = [first_step(&ada).await, first_step(&ada).await, first_step(&ada).await];
        let logins = cookies.iter().map(async |cookie| second_step(&mut shop.visitor(), cookie, &code).await.status);
        let mut statuses = join_all(logins).await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422, 422]);
        shop.shop.clock.advance(STEP);
        second_step(&mut shop.visitor(), &first_step(&ada).await, &code).await.is(422, "invalid_field");
        // A clock that is one step ahead.
        let ahead = totp::code(&secret, shop.shop.clock.now().plus(STEP)).unwrap();
        let cookie = first_step(&ada).await;
        let mut browser = browser_of(shop, &ada);
        assert_eq!(second_step(&mut browser, &cookie, &ahead).await.status, 200);
        let off = json!({ "password": PASSWORD, "code": ahead });
        browser.post("/identity/second-factor/remove", off).await.is(422, "invalid_field");
    }

    async fn few_codes_can_be_tried_and_the_owner_is_not_locked_out(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.verified_customer("Ada").await;
        let (secret, _) = turn_on(shop, &ada).await;
        let mut attacker = browser_of(shop, &ada);
        for _ in 0..6 {
            let cookie = first_step(&attacker).await;
            for _ in 0..5 {
                second_step(&mut attacker, &cookie, "000000").await.is(422, "invalid_field");
            }
            second_step(&mut attacker, &cookie, "000000").await.is(409, "login_expired");
        }
        let cookie = first_step(&attacker).await;
        second_step(&mut attacker, &cookie, &next_code(shop, &secret)).await.is(429, "too_many_requests");
        // The owner's browser has a count of its own.
        let cookie = first_step(&ada).await;
        let mut own = browser_of(shop, &ada);
        own.device.clone_from(&ada.device);
        assert_eq!(second_step(&mut own, &cookie, &next_code(shop, &secret)).await.status, 200);
        // A first step lasts five minutes.
        let cookie = first_step(&ada).await;
        shop.shop.clock.advance(Duration::from_mins(5));
        second_step(&mut own, &cookie, &next_code(shop, &secret)).await.is(409, "login_expired");
    }

    async fn a_first_step_ends_after_five_codes_also_above_the_limit(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.verified_customer("Ada").await;
        let (secret, _) = turn_on(shop, &ada).await;
        let mut attacker = browser_of(shop, &ada);
        for _ in 0..6 {
            let cookie = first_step(&attacker).await;
            for _ in 0..5 {
                second_step(&mut attacker, &cookie, "000000").await.is(422, "invalid_field");
            }
        }
        let cookie = first_step(&attacker).await;
        for _ in 0..5 {
            second_step(&mut attacker, &cookie, "000000").await.is(429, "too_many_requests");
        }
        second_step(&mut attacker, &cookie, &next_code(shop, &secret)).await.is(409, "login_expired");
    }

    async fn wrong_codes_of_an_open_session_count(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.verified_customer("Ada").await;
        let begun = ada.post("/identity/second-factor", json!({ "password": PASSWORD })).await;
        let secret = begun.body["secret"].as_str().unwrap();
        let confirm = async |code: &str| ada.post("/identity/second-factor/confirm", json!({ "code": code })).await;
        for _ in 0..30 {
            confirm("000000").await.is(422, "invalid_field");
        }
        confirm(&next_code(shop, secret)).await.is(429, "too_many_requests");
        shop.shop.clock.advance(Duration::from_hours(24));
        assert_eq!(confirm(&next_code(shop, secret)).await.status, 200);
        let mut again = browser_of(shop, &ada);
        again.device.clone_from(&ada.device);
        let cookie = first_step(&ada).await;
        second_step(&mut again, &cookie, &next_code(shop, secret)).await.is(200, "");
        for path in ["/identity/second-factor/remove", "/identity/second-factor/recovery-codes"] {
            shop.shop.clock.advance(Duration::from_hours(24));
            let call = async |code: &str| again.post(path, json!({ "password": PASSWORD, "code": code })).await;
            for _ in 0..30 {
                call("000000").await.is(422, "invalid_field");
            }
            call(&next_code(shop, secret)).await.is(429, "too_many_requests");
        }
    }

    async fn a_recovery_code_and_a_new_password_end_a_lock_out(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.verified_customer("Ada").await;
        let (secret, codes) = turn_on(shop, &ada).await;
        let use_up = async || {
            for _ in 0..6 {
                let cookie = first_step(&browser_of(shop, &ada)).await;
                for _ in 0..5 {
                    second_step(&mut shop.visitor(), &cookie, "000000").await.is(422, "invalid_field");
                }
            }
        };
        let with_app = async || {
            let cookie = first_step(&browser_of(shop, &ada)).await;
            second_step(&mut shop.visitor(), &cookie, &next_code(shop, &secret)).await.status
        };
        let reset = async || {
            shop.visitor().post("/identity/password/forgot", json!({ "email": ada.email })).await;
            let letters = shop.letters_to(&ada.email).await;
            let token = letters.last().unwrap().text_body.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
            let reset = json!({ "token": token, "password": PASSWORD });
            shop.visitor().post("/identity/password/reset", reset).await.is(200, "");
        };
        use_up().await;
        assert_eq!(with_app().await, 429);
        let cookie = first_step(&browser_of(shop, &ada)).await;
        for _ in 0..4 {
            second_step(&mut shop.visitor(), &cookie, "WRONG-CODE2").await.is(422, "invalid_field");
        }
        second_step(&mut shop.visitor(), &cookie, &codes[0]).await.is(200, "");
        reset().await;
        assert_eq!(with_app().await, 200);
        // A reset ends the count once a day, so that codes cannot be guessed with a mailbox.
        use_up().await;
        reset().await;
        assert_eq!(with_app().await, 429);
        shop.shop.clock.advance(Duration::from_hours(23));
        assert_eq!(with_app().await, 429);
        shop.shop.clock.advance(Duration::from_hours(1));
        assert_eq!(with_app().await, 200);
    }

    async fn a_recovery_code_works_once_and_new_ones_replace_all(shop: TestShop) {
        shop.shop.clock.stop();
        let ada = shop.verified_customer("Ada").await;
        let (secret, codes) = turn_on(shop, &ada).await;
        let mut browser = browser_of(shop, &ada);
        let typed = codes[0].to_lowercase().replace('-', " ");
        assert_eq!(second_step(&mut browser, &first_step(&ada).await, &typed).await.status, 200);
        second_step(&mut shop.visitor(), &first_step(&ada).await, &codes[0]).await.is(422, "invalid_field");
        assert_eq!(browser.get("/identity/second-factor").await.body["recoveryCodesLeft"], 9);

        for (password, code, field) in [("wrong horse", codes[1].as_str(), "password"), (PASSWORD, "000000", "code"), (PASSWORD, "1", "code")] {
            let body = json!({ "password": password, "code": code });
            for path in ["/identity/second-factor/remove", "/identity/second-factor/recovery-codes"] {
                let answer = browser.post(path, body.clone()).await;
                answer.is(422, "invalid_field");
                assert_eq!(answer.fields(), [field], "{path}");
            }
        }
        let body = json!({ "password": PASSWORD, "code": next_code(shop, &secret) });
        let answer = browser.post("/identity/second-factor/recovery-codes", body).await;
        let new: Vec<String> = serde_json::from_value(answer.body["recoveryCodes"].clone()).unwrap();
        second_step(&mut shop.visitor(), &first_step(&ada).await, &codes[1]).await.is(422, "invalid_field");
        let body = json!({ "password": PASSWORD, "code": new[0] });
        assert_eq!(browser.post("/identity/second-factor/remove", body.clone()).await.status, 200);
        browser.post("/identity/second-factor/remove", body).await.is(409, "second_factor_off");
        browser.sign_in().await;
        let kinds: Vec<_> = shop.letters_to("ada@example.com").await.into_iter().map(|letter| letter.subject).collect();
        assert_eq!(kinds, ["Please confirm your e-mail address", "Two-step login is on", "Two-step login is off"]);
    }

    async fn turning_it_on_takes_a_confirmed_address_the_password_and_a_code(shop: TestShop) {
        shop.shop.clock.stop();
        let (ada, bo) = (shop.verified_customer("Ada").await, shop.customer("Bo").await);
        bo.post("/identity/second-factor", json!({ "password": PASSWORD })).await.is(409, "email_not_verified");
        assert_eq!(ada.post("/identity/second-factor", json!({ "password": "wrong horse" })).await.fields(), ["password"]);
        ada.post("/identity/second-factor/confirm", json!({ "code": "123456" })).await.is(409, "second_factor_off");
        let begun = ada.post("/identity/second-factor", json!({ "password": PASSWORD })).await;
        ada.post("/identity/second-factor/confirm", json!({ "code": "000000" })).await.is(422, "invalid_field");
        // Until then no login asks for a code.
        let mut other = browser_of(shop, &ada);
        other.sign_in().await;
        let code = next_code(shop, begun.body["secret"].as_str().unwrap());
        assert_eq!(ada.post("/identity/second-factor/confirm", json!({ "code": code })).await.status, 200);
        other.get("/identity/session").await.is(401, "unauthenticated");
        ada.post("/identity/second-factor", json!({ "password": PASSWORD })).await.is(409, "second_factor_on");
        // The session that a new password starts has passed the second step.
        let change = json!({ "currentPassword": PASSWORD, "password": "battery staple" });
        assert_eq!(ada.post("/identity/password/change", change).await.status, 200);
    }

    async fn a_shop_can_ask_its_owner_and_staff_for_it(shop: TestShop) {
        shop.shop.clock.stop();
        let (mut hazel, mut sam, ada) = (shop.admin().await, shop.staff().await, shop.customer("Ada").await);
        for person in [&hazel, &sam] {
            shop.verify(&person.email).await;
        }
        let save = async |person: &Person<'_>, revision: &str, value: &str| {
            let call = person.call(Method::PUT, "/shop-settings").header("if-match", revision);
            call.json(json!({ "twoStepLogin": value })).send().await
        };
        let answer = save(&hazel, "\"0\"", "staff").await;
        answer.is(422, "invalid_field");
        assert_eq!(answer.body["errors"][0]["code"], "second_factor_missing");
        turn_on(shop, &hazel).await;
        assert_eq!(save(&hazel, "\"0\"", "staff").await.status, 200);
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;

        let missing = "second_factor_missing";
        sam.get("/manageOrders").await.is(403, missing);
        sam.get("/manageTools").await.is(403, missing);
        sam.put(&format!("/manageOrders/{order}/notes"), json!({ "notes": "Ring" })).await.is(403, missing);
        sam.get(&format!("/orders/{order}")).await.is(404, "not_found");
        assert_eq!(sam.get(&format!("/tools/{tool}")).await.status, 200, "as a customer");
        assert_eq!(sam.get("/admin/sam@example.com").await.body, json!({ "admin": false, "withheldRole": "staff", "secondFactorMissing": true }));
        assert_eq!(sam.get("/identity/second-factor").await.body["required"], true);
        let (secret, _) = turn_on(shop, &sam).await;
        assert_eq!(sam.get("/manageOrders").await.status, 200, "at once");
        let cookie = first_step(&sam).await;
        assert_eq!(second_step(&mut sam, &cookie, &next_code(shop, &secret)).await.status, 200);

        // An administrator who loses it, too, and an API key does not.
        let key = json!({ "name": "Warehouse", "scopes": ["orders:read"], "days": 30, "password": PASSWORD });
        let key = hazel.post("/api-keys", key).await.body["key"].as_str().unwrap().to_owned();
        let (email, now) = (Email::parse(&hazel.email).unwrap(), shop.shop.clock.now());
        let id = id_of(&hazel).await;
        let removed = second_factor::remove_by_host(&shop.shop.db, &email, now).await.unwrap();
        assert_eq!(removed, second_factor::RemoveSecondFactorOutcome::Removed);
        for path in ["/users", "/audit", "/manageShop", "/api-keys"] {
            hazel.get(path).await.is(403, missing);
        }
        hazel.get("/csv/orders").await.is(403, missing);
        save(&hazel, "\"1\"", "optional").await.is(403, missing);
        assert_eq!(hazel.get("/admin/hazel@example.com").await.body, json!({ "admin": false, "withheldRole": "admin", "secondFactorMissing": true }));
        let mut script = shop.visitor();
        script.token = key;
        assert_eq!(script.get("/manageOrders").await.status, 200);
        hazel.sign_in().await;
        hazel.get("/manageOrders").await.is(403, missing);
        let actions: Vec<_> = shop.audit_entries(&id).await.into_iter().map(|entry| (entry.action, entry.actor_id.is_some())).collect();
        assert_eq!(actions[1..], [("turn_on_second_factor".to_owned(), true), ("turn_off_second_factor".to_owned(), false)]);
    }
}
