//! Signing in by a phone: the code, who can use it and how often, and what the gateway can do to it.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    accounts::social,
    app::background,
    base::{
        config::{RunMode, limits::Limits},
        rate_limit::LimitedAction,
    },
    db::{params, statements},
    values::{email::Email, ids::Id, time::Timestamp},
};

use crate::{
    accounts::sms_support::Phones,
    support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop},
};

statements! {
    USERS = "SELECT CAST(count(*) AS BIGINT) FROM users";
}

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
const MINUTE: Duration = Duration::from_mins(1);
const NUMBER: &str = "+16135550142";

fn with_phones(setup: Setup) -> Setup {
    let limits = Limits::of(RunMode::Serve)
        .with(LimitedAction::LogIn, 10_000)
        .with(LimitedAction::RequestText, 10_000);
    Setup { phones: true, mail: true, limits, ..setup }
}

/// A person whose browser keeps the cookie set by the request for a code.
pub struct Caller<'a> {
    pub person: Person<'a>,
    browser: String,
}

impl<'a> Caller<'a> {
    pub fn at(shop: &'a TestShop) -> Self {
        Self { person: shop.visitor(), browser: String::new() }
    }

    async fn post(&mut self, path: &str, body: Value) -> Answer {
        let call = self.person.call(Method::POST, path).header("cookie", &self.browser);
        let answer = call.json(body).send().await;
        for line in answer.headers.get_all("set-cookie") {
            let cookie = line.to_str().unwrap().split(';').next().unwrap();
            if cookie.starts_with("trowel_flow=") {
                cookie.clone_into(&mut self.browser);
            }
        }
        self.person.remember(&answer);
        answer
    }

    pub async fn ask(&mut self, phone: &str) -> Answer {
        self.post("/identity/phone/start", json!({ "phone": phone })).await
    }

    pub async fn type_in(&mut self, phone: &str, code: &str) -> Answer {
        self.post("/identity/phone/verify", json!({ "phone": phone, "code": code })).await
    }

    async fn session(&self) -> Answer {
        self.person.get("/identity/session").await
    }
}

fn phones(shop: &TestShop) -> &Phones {
    shop.phones.as_ref().unwrap()
}

async fn users(shop: &TestShop) -> i64 {
    shop.shop.db.read((), |tx, ()| Box::pin(tx.one::<(i64,)>(&USERS, params![]))).await.unwrap().0
}

/// Six digits that are not these.
fn other(code: &str) -> String {
    code.chars().map(|digit| if digit == '9' { '0' } else { '9' }).collect()
}

on_both_engines! {
    with crate::accounts::phone::with_phones;

    async fn a_code_that_was_sent_signs_in_and_the_same_phone_is_the_same_account(shop: TestShop) {
        let mut ada = Caller::at(shop);
        let answer = ada.ask(" (613) 555-0142 ").await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{}", answer.text);
        let mut members: Vec<_> = answer.body.as_object().unwrap().keys().collect();
        members.sort();
        assert_eq!(members, ["expiresAt", "resendAt"]);
        let now = shop.shop.clock.now();
        let ends = answer.body["expiresAt"].as_str().unwrap().to_owned();
        assert!(ends > now.plus(4 * MINUTE).to_string() && ends < now.plus(6 * MINUTE).to_string(), "{ends}");
        let message = &phones(shop).messages(NUMBER).await[0];
        let code = message["code"].as_str().unwrap();
        assert!(message["body"].as_str().unwrap().ends_with(&format!("\n\n@127.0.0.1 #{code}")), "{message}");
        let answer = ada.type_in(NUMBER, &format!("{} {}", &code[..3], &code[3..])).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.body["email"], Value::Null);
        let session = ada.session().await;
        assert_eq!(session.body, answer.body);
        assert!(session.status == 200 && answer.body["uid"].is_string());
        // No address, no token.
        ada.person.put("/user/ada@example.com", json!({})).await.is(403, "wrong_email");
        shop.shop.clock.advance(MINUTE);
        let mut elsewhere = Caller::at(shop);
        assert_eq!(elsewhere.ask("+1 613 555 0142").await.status, 200);
        let again = elsewhere.type_in("613 555 0142", &phones(shop).code(NUMBER).await).await;
        assert_eq!(again.body["uid"], answer.body["uid"]);
        assert_eq!(ada.session().await.status, 200, "a session elsewhere ends none");
    }

    async fn a_code_works_once_in_one_browser_for_one_number(shop: TestShop) {
        let (mut ada, mut mallory) = (Caller::at(shop), Caller::at(shop));
        ada.ask(NUMBER).await;
        let code = phones(shop).code(NUMBER).await;
        mallory.type_in(NUMBER, &code).await.is(409, "code_expired");
        mallory.ask("+16135550143").await;
        mallory.type_in(NUMBER, &code).await.is(409, "code_expired");
        mallory.type_in("+16135550143", &other(&phones(shop).code("+16135550143").await)).await.is(422, "invalid_field");
        assert_eq!(mallory.session().await.status, 401);
        let both = join_all([(); 2].map(|()| async {
            let call = shop.visitor().call(Method::POST, "/identity/phone/verify").header("cookie", &ada.browser);
            call.json(json!({ "phone": NUMBER, "code": code })).send().await.status
        }));
        let mut statuses = both.await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        ada.type_in(NUMBER, &code).await.is(409, "code_expired");
    }

    async fn five_codes_are_tried_and_no_more(shop: TestShop) {
        let mut ada = Caller::at(shop);
        ada.ask(NUMBER).await;
        let code = phones(shop).code(NUMBER).await;
        let tries = join_all([(); 20].map(|()| async {
            let call = shop.visitor().call(Method::POST, "/identity/phone/verify").header("cookie", &ada.browser);
            call.json(json!({ "phone": NUMBER, "code": other(&code) })).send().await
        }));
        let tries = tries.await;
        assert_eq!(tries.iter().filter(|answer| answer.status == 422).count(), 5);
        assert_eq!(tries.iter().filter(|answer| answer.status == 409).count(), 15);
        let wrong = tries.iter().find(|answer| answer.status == 422).unwrap();
        assert_eq!(wrong.body["errors"][0]["code"], "wrong_code", "{}", wrong.text);
        ada.type_in(NUMBER, &code).await.is(409, "code_expired");
    }

    async fn a_code_ends_after_five_minutes_and_when_a_newer_one_is_sent(shop: TestShop) {
        let mut ada = Caller::at(shop);
        ada.ask(NUMBER).await;
        let first = phones(shop).code(NUMBER).await;
        shop.shop.clock.advance(5 * MINUTE);
        ada.type_in(NUMBER, &first).await.is(409, "code_expired");
        ada.ask(NUMBER).await;
        let second = phones(shop).code(NUMBER).await;
        shop.shop.clock.advance(MINUTE);
        ada.ask(NUMBER).await;
        let third = phones(shop).code(NUMBER).await;
        if second != third {
            assert_ne!(ada.type_in(NUMBER, &second).await.status, 200);
        }
        assert_eq!(ada.type_in(NUMBER, &third).await.status, 200);
    }

    async fn endless_requests_and_guesses_lock_no_user_out(shop: TestShop) {
        let mut ada = Caller::at(shop);
        ada.ask(NUMBER).await;
        let code = phones(shop).code(NUMBER).await;
        assert_eq!(ada.type_in(NUMBER, &code).await.status, 200, "her browser is known from now on");

        let mut tried = 0;
        for _ in 0..12 {
            shop.shop.clock.advance(4 * MINUTE);
            let mut mallory = Caller::at(shop);
            if mallory.ask(NUMBER).await.status != 200 {
                continue;
            }
            let wrong = other(&phones(shop).code(NUMBER).await);
            for _ in 0..5 {
                tried += usize::from(mallory.type_in(NUMBER, &wrong).await.status == 422);
            }
        }
        assert_eq!(tried, 29, "with Ada's own thirty in a day");
        let mut stranger = Caller::at(shop);
        shop.shop.clock.advance(11 * MINUTE);
        assert_eq!(stranger.ask(NUMBER).await.status, 200);
        let right = phones(shop).code(NUMBER).await;
        stranger.type_in(NUMBER, &right).await.is(409, "code_expired");

        shop.shop.clock.advance(6 * HOUR);
        background::tidy(&shop.shop).await;
        let mut stranger = Caller::at(shop);
        assert_eq!(stranger.ask(NUMBER).await.status, 200);
        let right = phones(shop).code(NUMBER).await;
        stranger.type_in(NUMBER, &right).await.is(409, "code_expired");

        shop.shop.clock.advance(11 * MINUTE);
        assert_eq!(ada.ask(NUMBER).await.status, 200);
        let code = phones(shop).code(NUMBER).await;
        shop.shop.clock.advance(MINUTE);
        assert_eq!(Caller::at(shop).ask(NUMBER).await.status, 200);
        assert_eq!(ada.type_in(NUMBER, &code).await.status, 200, "another's code does not end hers");

        shop.shop.clock.advance(11 * MINUTE);
        for expected in [200, 200, 200, 429] {
            assert_eq!(Caller::at(shop).ask(NUMBER).await.status, expected);
            shop.shop.clock.advance(MINUTE);
        }
        assert_eq!(ada.ask(NUMBER).await.status, 200, "though three were sent on others' word");
    }

    async fn deleting_the_account_resets_no_limit(shop: TestShop) {
        for n in 0..2 {
            let mut ada = Caller::at(shop);
            assert_eq!(ada.ask(NUMBER).await.status, 200);
            let code = phones(shop).code(NUMBER).await;
            if n == 0 {
                for _ in 0..4 {
                    ada.type_in(NUMBER, &other(&code)).await.is(422, "invalid_field");
                }
            }
            assert_eq!(ada.type_in(NUMBER, &code).await.status, 200);
            assert_eq!(ada.person.post("/identity/account/close", json!({})).await.status, 200);
            shop.shop.clock.advance(MINUTE);
        }
        assert_eq!(Caller::at(shop).ask(NUMBER).await.status, 200);
        shop.shop.clock.advance(MINUTE);
        Caller::at(shop).ask(NUMBER).await.is(429, "too_many_requests");
        for _ in 0..4 {
            shop.shop.clock.advance(10 * MINUTE);
            let mut mallory = Caller::at(shop);
            mallory.ask(NUMBER).await;
            let wrong = other(&phones(shop).code(NUMBER).await);
            for _ in 0..5 {
                mallory.type_in(NUMBER, &wrong).await.is(422, "invalid_field");
            }
        }
        shop.shop.clock.advance(10 * MINUTE);
        let mut mallory = Caller::at(shop);
        mallory.ask(NUMBER).await;
        let wrong = other(&phones(shop).code(NUMBER).await);
        for expected in [422, 422, 422, 422, 409] {
            assert_eq!(mallory.type_in(NUMBER, &wrong).await.status, expected, "six were tried for the accounts");
        }
    }

    async fn one_number_gets_three_messages_in_ten_minutes(shop: TestShop) {
        shop.shop.clock.stop();
        for expected in [200, 200, 200, 429] {
            let answer = Caller::at(shop).ask(NUMBER).await;
            assert_eq!(answer.status, expected, "{}", answer.text);
            shop.shop.clock.advance(MINUTE);
            if expected == 429 {
                let wait: u64 = answer.header("retry-after").parse().unwrap();
                assert_eq!(wait, 420);
                assert!(answer.body["detail"].as_str().unwrap().ends_with("in 7 minutes."), "{}", answer.text);
            }
        }
        assert_eq!(Caller::at(shop).ask("+16135550143").await.status, 200, "another number");
        shop.shop.clock.advance(7 * MINUTE);
        assert_eq!(Caller::at(shop).ask(NUMBER).await.status, 200);
        assert_eq!(phones(shop).messages(NUMBER).await.len(), 4);
        let soon = Caller::at(shop).ask(NUMBER).await;
        soon.is(429, "too_many_requests");
        let at_once = join_all([(); 4].map(|()| async { Caller::at(shop).ask("+16135550144").await.status }));
        let sent = at_once.await.into_iter().filter(|status| *status == 200).count();
        assert_eq!((sent, phones(shop).messages("+16135550144").await.len()), (1, 1));
    }

    async fn a_gateway_that_fails_is_told_and_a_code_that_arrives_all_the_same_is_good(shop: TestShop) {
        shop.shop.clock.stop();
        let mishaps = [json!({ "status": 500 }), json!({ "status": 429 }), json!("drop_before"), json!("drop_after")];
        for (at, mishap) in mishaps.into_iter().enumerate() {
            let number = &format!("+1613555015{at}");
            phones(shop).misbehave(json!([{ "action": &mishap }])).await;
            let mut ada = Caller::at(shop);
            let answer = ada.ask(number).await;
            answer.is(503, "sms_unavailable");
            let wait: u64 = answer.header("retry-after").parse().unwrap();
            assert_eq!(wait, 30);
            if mishap == "drop_after" {
                let code = phones(shop).code(number).await;
                assert_eq!(ada.type_in(number, &code).await.status, 200);
            } else {
                assert_eq!(phones(shop).messages(number).await.len(), 0);
                shop.shop.clock.advance(Duration::from_secs(wait));
                assert_eq!(ada.ask(number).await.status, 200, "and then it works again");
            }
        }
        for (number, code) in [("+15005550001", "unreachable"), ("+15005550009", "unreachable"), ("12", "not_a_phone_number"), ("", "required")] {
            let answer = Caller::at(shop).ask(number).await;
            answer.is(422, "invalid_field");
            assert_eq!((answer.fields(), &answer.body["errors"][0]["code"]), (vec!["phone"], &json!(code)));
        }
    }

    async fn the_last_way_into_an_account_is_not_taken_away(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        ada.delete("/identity/login-methods/phone").await.is(404, "not_found");
        let mut cleo = Caller::at(shop);
        cleo.ask(NUMBER).await;
        cleo.type_in(NUMBER, &phones(shop).code(NUMBER).await).await;
        cleo.person.delete("/identity/login-methods/phone").await.is(409, "last_login_method");
        assert_eq!(cleo.session().await.status, 200);
    }

    async fn an_account_without_address_and_name_is_closed_without_typing_either(shop: TestShop) {
        let mut ada = Caller::at(shop);
        ada.ask(NUMBER).await;
        ada.type_in(NUMBER, &phones(shop).code(NUMBER).await).await;
        let closed = ada.person.post("/identity/account/close", json!({})).await;
        assert_eq!(closed.status, 200, "{}", closed.text);
        assert_eq!(ada.session().await.status, 401);
    }

    async fn a_number_unused_for_a_year_asks_for_a_second_proof(shop: TestShop) {
        let mut ada = Caller::at(shop);
        let enter = async |caller: &mut Caller<'_>| {
            shop.shop.clock.advance(10 * MINUTE); // few codes are sent at a time
            assert_eq!(caller.ask(NUMBER).await.status, 200);
            caller.type_in(NUMBER, &phones(shop).code(NUMBER).await).await
        };
        let first = enter(&mut ada).await;
        let uid = Id::parse(first.body["uid"].as_str().unwrap()).unwrap();
        shop.shop.clock.advance(364 * DAY);
        assert_eq!(enter(&mut Caller::at(shop)).await.status, 200, "and the year begins again");
        shop.shop.clock.advance(364 * DAY);
        assert_eq!(enter(&mut Caller::at(shop)).await.status, 200);
        shop.shop.clock.advance(366 * DAY);
        let answer = enter(&mut Caller::at(shop)).await;
        answer.is(403, "second_proof_required");
        assert!(answer.text.contains("contact the shop"), "without a verified address: {}", answer.text);
        let input = (uid, Email::parse("wren@example.com").unwrap(), shop.shop.clock.now());
        let finish = shop.shop.db.write(input, |tx, (user, email, now)| {
            Box::pin(social::store::set_email(tx, user, email, *now))
        });
        assert!(finish.await.unwrap());
        let mut wren = Caller::at(shop);
        let answer = enter(&mut wren).await;
        answer.is(403, "second_proof_required");
        assert!(answer.text.contains("e-mail"), "{}", answer.text);
        let letters = shop.letters_to("wren@example.com").await;
        let (_, token) = letters[0].text_body.split_once("/email-login#token=").unwrap();
        let token = token.split_whitespace().next().unwrap();
        assert_eq!(wren.session().await.status, 401);
        assert_eq!(wren.post("/identity/email/sign-in", json!({ "token": token })).await.status, 200);
        enter(&mut Caller::at(shop)).await.is(403, "second_proof_required");
        assert_eq!(enter(&mut wren).await.status, 200, "this browser is known now");
        assert_eq!(enter(&mut Caller::at(shop)).await.status, 200, "and the number is in use again");
    }

    async fn an_incomplete_account_is_deleted_after_a_month(shop: TestShop) {
        let (other, kept) = ("+16135550143", "+16135550144");
        let enter = async |number: &str| {
            let mut caller = Caller::at(shop);
            caller.ask(number).await;
            let answer = caller.type_in(number, &phones(shop).code(number).await).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            answer.body["uid"].clone()
        };
        let [gone, lately, finished] = [enter(NUMBER).await, enter(other).await, enter(kept).await];
        let input = (Id::parse(finished.as_str().unwrap()).unwrap(), Email::parse("wren@example.com").unwrap());
        let finish = shop.shop.db.write(input, |tx, (user, email)| {
            Box::pin(social::store::set_email(tx, user, email, Timestamp::from_micros(1)))
        });
        assert!(finish.await.unwrap());
        shop.shop.clock.advance(29 * DAY);
        assert_eq!(enter(other).await, lately);
        background::tidy(&shop.shop).await;
        assert_eq!(users(shop).await, 3);
        shop.shop.clock.advance(2 * DAY);
        background::tidy(&shop.shop).await;
        assert_eq!(users(shop).await, 2, "who came lately has a session, and who has an address an account");
        assert_eq!(enter(other).await, lately);
        assert_ne!(enter(NUMBER).await, gone);
    }

    async fn what_is_no_code_costs_no_try(shop: TestShop) {
        let mut ada = Caller::at(shop);
        ada.ask(NUMBER).await;
        for code in [json!("12345"), json!("1234567"), json!("abcdef"), json!(123_456), json!(null), json!("")] {
            let answer = ada.post("/identity/phone/verify", json!({ "phone": NUMBER, "code": code })).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), ["code"], "{code}");
        }
        for path in ["start", "verify"] {
            let call = ada.person.call(Method::POST, &format!("/identity/phone/{path}")).header("origin", "https://evil.example");
            call.json(json!({ "phone": NUMBER, "code": "123456" })).send().await.is(403, "forbidden_origin");
        }
        assert_eq!(ada.type_in(NUMBER, &phones(shop).code(NUMBER).await).await.status, 200);
    }
}

#[tokio::test]
async fn one_address_asks_for_so_many_messages_in_an_hour() {
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::RequestText, 2);
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { phones: true, limits: limits.clone(), ..setup }, async |shop| {
            for (number, status) in [("+16135550142", 200), ("+16135550143", 200), ("+16135550144", 429)] {
                assert_eq!(Caller::at(shop).ask(number).await.status, status, "{number}");
            }
            assert_eq!(phones(shop).messages("+16135550144").await.len(), 0);
        })
        .await;
    }
}

#[tokio::test]
async fn a_shop_without_a_gateway_offers_no_phone() {
    with_shop(Setup::sqlite(), async |shop| {
        assert_eq!(shop.visitor().get("/identity/providers").await.body["phone"], false);
        Caller::at(shop).ask(NUMBER).await.is(404, "not_found");
        Caller::at(shop).type_in(NUMBER, "123456").await.is(404, "not_found");
    })
    .await;
    with_shop(Setup { phones: true, ..Setup::sqlite() }, async |shop| {
        assert_eq!(shop.visitor().get("/identity/providers").await.body["phone"], true);
    })
    .await;
}
