//! "Finish your account": an address, and the code that shows whose it is.

use std::time::Duration;

use serde_json::{Value, json};
use trowel::{
    background,
    identity::{roles, user::Role},
};
use trowel_sandbox::oauth::Provider;

use crate::{
    social::{caller, person, session, signed_in, verify},
    social_support::{Browser, who},
    support::{Answer, Setup, TestShop, on_both_engines, with_shop},
};

const SECOND: Duration = Duration::from_secs(1);

/// The code of the newest letter to this address.
async fn code(shop: &TestShop, email: &str) -> String {
    let letters = shop.letters_to(email).await;
    let letter =
        letters.iter().rev().find(|letter| letter.kind == "address_code").expect("a letter with a code");
    let digits: Vec<&str> =
        letter.text_body.split(|c: char| !c.is_ascii_digit()).filter(|word| word.len() == 6).collect();
    digits.first().copied().expect("six digits").to_owned()
}

/// Another code than this one.
fn other_than(code: &str) -> String {
    code.chars().map(|digit| if digit == '9' { '0' } else { '9' }).collect()
}

async fn complete(shop: &TestShop, browser: &mut Browser<'_>, body: Value) -> Answer {
    let answer = caller(shop, browser, "").post("/identity/complete", body).await;
    browser.keep_cookies(&answer);
    answer
}

/// Asks for a code and finishes with it.
async fn finish(shop: &TestShop, browser: &mut Browser<'_>, email: &str) -> Answer {
    let sent = complete(shop, browser, json!({ "email": email })).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    let code = code(shop, &email.to_lowercase()).await;
    complete(shop, browser, json!({ "email": email, "code": code })).await
}

on_both_engines! {
    with crate::social::providers_and_mail;

    async fn an_address_finishes_an_account_and_gives_it_a_token(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let before = cleo.jar["trowel_session"].clone();
        let sent = complete(shop, &mut cleo, json!({ "email": " Cleo@Example.com " })).await;
        assert_eq!((sent.status, &sent.body["email"]), (200, &json!("cleo@example.com")), "{}", sent.text);
        assert!(sent.body["expiresAt"].as_str() > sent.body["resendAt"].as_str(), "{}", sent.text);
        let code = code(shop, "cleo@example.com").await;
        let spaced = format!("{} {}", &code[..3], &code[3..]);
        let done = complete(shop, &mut cleo, json!({ "email": "cleo@example.com", "code": spaced })).await;
        assert_eq!((done.status, &done.body["email"], &done.body["displayName"]), (200, &json!("cleo@example.com"), &json!("Cleo Reed")), "{}", done.text);
        assert_ne!(cleo.jar["trowel_session"], before, "a new session");
        let mut me = caller(shop, &cleo, "cleo@example.com");
        me.fetch_token().await;
        assert_eq!(me.get("/orders").await.status, 200);
        me.cookie = format!("trowel_session={before}");
        me.get("/identity/session").await.is(401, "unauthenticated");
        complete(shop, &mut cleo, json!({ "email": "other@example.com" })).await.is(409, "profile_complete");
        let again = session(&mut signed_in(shop, Provider::Twitter, &who::cleo()).await).await;
        assert_eq!(again["uid"], done.body["uid"]);
    }

    async fn an_address_of_a_verified_account_leads_to_that_account(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        verify(shop, "ada@example.com").await;
        let uid = ada.get("/identity/session").await.body["uid"].clone();
        let mut cleo = signed_in(shop, Provider::Facebook, &who::cleo()).await;
        let unfinished = session(&mut cleo).await["uid"].clone();
        let done = finish(shop, &mut cleo, "ADA@example.com").await;
        assert_eq!((done.status, &done.body["uid"], &done.body["displayName"]), (200, &uid, &json!("Ada")), "{}", done.text);
        assert_ne!(unfinished, uid);
        assert_eq!(session(&mut cleo).await["uid"], uid);
        assert_eq!(ada.get("/orders").await.status, 200);
        let again = session(&mut signed_in(shop, Provider::Facebook, &who::cleo()).await).await;
        assert_eq!(again["uid"], uid, "the way is that account's from now on");
        let letters = shop.letters_to("ada@example.com").await;
        assert!(letters.iter().any(|letter| letter.kind == "login_method_added" && letter.text_body.contains("Facebook")));
        // A second identity with the same provider finds the place taken, and keeps what it has.
        let mut bram = signed_in(shop, Provider::Facebook, &who::bram()).await;
        shop.shop.clock.advance(60 * SECOND);
        finish(shop, &mut bram, "ada@example.com").await.is(409, "provider_already_linked");
        assert_eq!(session(&mut bram).await["email"], Value::Null);
    }

    async fn an_address_of_an_unverified_account_takes_it_over(shop: TestShop) {
        let hoe = shop.tool("Hoe", 1_000, 10, 1).await;
        let stranger = shop.customer("Ada").await;
        stranger.order("Hoe", 1_000, 3).await;
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let done = finish(shop, &mut cleo, "ada@example.com").await;
        assert_eq!((done.status, &done.body["displayName"]), (200, &json!("Cleo Reed")), "{}", done.text);
        stranger.get("/identity/session").await.is(401, "unauthenticated");
        let password = json!({ "email": "ada@example.com", "password": "correct horse" });
        stranger.post("/identity/sign-in", password).await.is(401, "bad_credentials");
        background::tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 10);
    }

    async fn five_wrong_codes_end_the_right_one(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        assert_eq!(complete(shop, &mut cleo, json!({ "email": "cleo@example.com" })).await.status, 200);
        let code = code(shop, "cleo@example.com").await;
        let me = caller(shop, &cleo, "");
        let wrong = json!({ "email": "cleo@example.com", "code": other_than(&code) });
        let answers = futures_util::future::join_all((0..8).map(|_| me.post("/identity/complete", wrong.clone()))).await;
        let (wrong, over): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 422);
        assert_eq!((wrong.len(), over.len()), (5, 3), "all at once are no more than five");
        assert_eq!(wrong[0].fields(), ["code"]);
        over[0].is(409, "code_expired");
        complete(shop, &mut cleo, json!({ "email": "cleo@example.com", "code": code })).await.is(409, "code_expired");
    }

    async fn a_code_is_for_the_session_that_asked_and_for_five_minutes(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let mut bram = signed_in(shop, Provider::Twitter, &who::bram()).await;
        complete(shop, &mut cleo, json!({ "email": "cleo@example.com" })).await;
        let first = code(shop, "cleo@example.com").await;
        let stolen = json!({ "email": "cleo@example.com", "code": first });
        complete(shop, &mut bram, stolen.clone()).await.is(409, "code_expired");
        let elsewhere = json!({ "email": "bram@example.com", "code": first });
        complete(shop, &mut cleo, elsewhere).await.is(409, "code_expired");
        shop.shop.clock.advance(300 * SECOND);
        complete(shop, &mut cleo, stolen).await.is(409, "code_expired");
        let done = finish(shop, &mut cleo, "cleo@example.com").await;
        assert_eq!(done.status, 200, "{}", done.text);
        let used = code(shop, "cleo@example.com").await;
        complete(shop, &mut bram, json!({ "email": "cleo@example.com", "code": used })).await.is(409, "code_expired");
    }

    async fn three_codes_are_sent_to_an_address_in_ten_minutes(shop: TestShop) {
        shop.shop.clock.stop();
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let ask = json!({ "email": "cleo@example.com" });
        for _ in 0..3 {
            assert_eq!(complete(shop, &mut cleo, ask.clone()).await.status, 200);
            let answer = complete(shop, &mut cleo, ask.clone()).await;
            answer.is(429, "too_many_requests");
            assert_eq!(answer.header("retry-after"), "30");
            shop.shop.clock.advance(31 * SECOND);
        }
        let answer = complete(shop, &mut cleo, ask.clone()).await;
        answer.is(429, "too_many_requests");
        let wait: u64 = answer.header("retry-after").parse().unwrap();
        assert_eq!(wait, 507);
        let mut bram = signed_in(shop, Provider::Twitter, &who::bram()).await;
        complete(shop, &mut bram, ask.clone()).await.is(429, "too_many_requests");
        shop.shop.clock.advance(Duration::from_secs(wait));
        assert_eq!(complete(shop, &mut cleo, ask).await.status, 200);
    }

    async fn one_account_cannot_email_many_addresses(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        for n in 0..10 {
            assert_eq!(complete(shop, &mut cleo, json!({ "email": format!("stranger{n}@example.com") })).await.status, 200);
        }
        complete(shop, &mut cleo, json!({ "email": "stranger10@example.com" })).await.is(429, "too_many_requests");
    }

    async fn what_is_missing_is_said_in_the_words_of_the_form(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        for (body, field, sentence) in [
            (json!({}), "email", "Email is required"),
            (json!({ "email": "cleo" }), "email", "Provide a valid email"),
            (json!({ "email": "cleo@example.com", "code": "12345" }), "code", "Please enter the six digits of the code."),
            (json!({ "email": "cleo@example.com", "name": "a\nb" }), "name", "Please use a single line without tabs."),
        ] {
            let answer = complete(shop, &mut cleo, body).await;
            answer.is(422, "invalid_field");
            assert_eq!((answer.fields(), answer.body["errors"][0]["detail"].as_str()), (vec![field], Some(sentence)));
        }
        let me = caller(shop, &cleo, "");
        let foreign = me.call(reqwest::Method::POST, "/identity/complete").header("origin", "https://evil.example");
        foreign.json(json!({ "email": "cleo@example.com" })).send().await.is(403, "forbidden_origin");
        assert_eq!(shop.letters_to("cleo@example.com").await.len(), 0);
    }

    async fn an_administrator_whose_account_is_taken_over_stays_one_by_the_hosts_word_only(shop: TestShop) {
        let hazel = shop.admin().await;
        let by_admin = shop.customer("Bo").await;
        let bo = trowel::values::email::Email::parse("bo@example.com").unwrap();
        let hazel_id = trowel::values::ids::Id::parse(hazel.get("/identity/session").await.body["uid"].as_str().unwrap()).unwrap();
        let by = roles::GrantedBy::Admin { id: hazel_id, only_verified: false, mail: shop.shop.mailer.clone() };
        assert_eq!(roles::change(&shop.shop.db, &bo, Role::Admin, by, shop.shop.clock.now()).await.unwrap(), roles::RoleChange::Made);
        let mut owner = signed_in(shop, Provider::Google, &person(shop, "Bo", "bo@example.com", true).await).await;
        let mut bo = caller(shop, &owner, "bo@example.com");
        bo.fetch_token().await;
        assert_eq!(bo.get("/admin/bo@example.com").await.body["admin"], false);
        session(&mut owner).await;
        let owner = signed_in(shop, Provider::Google, &person(shop, "Hazel", "hazel@example.com", true).await).await;
        let mut hazel = caller(shop, &owner, "hazel@example.com");
        hazel.fetch_token().await;
        assert_eq!(hazel.get("/admin/hazel@example.com").await.body["admin"], true);
        drop(by_admin);
    }
}

#[tokio::test]
async fn a_shop_without_mail_says_so() {
    with_shop(Setup { elsewhere: true, ..Setup::sqlite() }, async |shop| {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        complete(shop, &mut cleo, json!({ "email": "cleo@example.com" })).await.is(503, "email_disabled");
    })
    .await;
}
