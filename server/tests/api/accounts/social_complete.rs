//! "Finish your account": an address, and the link that shows whose it is.

use std::time::Duration;

use serde_json::{Value, json};
use trowel::{
    accounts::{roles, user::Role},
    app::background,
};
use trowel_sandbox::oauth::Provider;

use crate::{
    accounts::social::{caller, person, session, signed_in, verify},
    accounts::social_support::{Browser, who},
    support::{Answer, Setup, TestShop, on_both_engines, with_shop},
};

const SECOND: Duration = Duration::from_secs(1);

/// The token of the newest link to this address.
async fn token(shop: &TestShop, email: &str) -> String {
    let letters = shop.letters_to(email).await;
    let letter =
        letters.iter().rev().find(|letter| letter.kind == "finish_account").expect("an e-mail with a link");
    let (_, token) = letter.text_body.split_once("/finish#token=").expect("a link");
    token.split_whitespace().next().unwrap().to_owned()
}

async fn complete(shop: &TestShop, browser: &mut Browser<'_>, body: Value) -> Answer {
    let answer = caller(shop, browser, "").post("/identity/complete", body).await;
    browser.keep_cookies(&answer);
    answer
}

/// Asks for a link and finishes with it.
pub async fn finish(shop: &TestShop, browser: &mut Browser<'_>, email: &str) -> Answer {
    let sent = complete(shop, browser, json!({ "email": email })).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    let token = token(shop, &email.to_lowercase()).await;
    complete(shop, browser, json!({ "token": token })).await
}

on_both_engines! {
    with crate::accounts::social::providers_and_mail;

    async fn an_address_finishes_an_account_and_gives_it_a_token(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let before = cleo.jar["trowel_session"].clone();
        let sent = complete(shop, &mut cleo, json!({ "email": " Cleo@Example.com " })).await;
        assert_eq!((sent.status, &sent.body["email"]), (200, &json!("cleo@example.com")), "{}", sent.text);
        let token = token(shop, "cleo@example.com").await;
        let done = complete(shop, &mut cleo, json!({ "token": token })).await;
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

    async fn a_link_works_once_for_an_hour_and_in_a_session_of_its_account(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let mut bram = signed_in(shop, Provider::Twitter, &who::bram()).await;
        complete(shop, &mut cleo, json!({ "email": "cleo@example.com" })).await;
        let first = json!({ "token": token(shop, "cleo@example.com").await });
        assert!(first["token"].as_str().unwrap().len() > 40, "too long to guess: {first}");
        complete(shop, &mut bram, first.clone()).await.is(401, "sign_in_first");
        shop.visitor().post("/identity/complete", first.clone()).await.is(401, "unauthenticated");
        shop.shop.clock.advance(3_600 * SECOND);
        complete(shop, &mut cleo, first.clone()).await.is(409, "link_expired");
        complete(shop, &mut cleo, json!({ "email": "other@example.com" })).await;
        let second = json!({ "token": token(shop, "other@example.com").await });
        complete(shop, &mut cleo, json!({ "email": "cleo@example.com" })).await;
        complete(shop, &mut cleo, second).await.is(409, "link_expired");
        let third = json!({ "token": token(shop, "cleo@example.com").await });
        let me = caller(shop, &cleo, "");
        let answers = futures_util::future::join_all((0..4).map(|_| me.post("/identity/complete", third.clone()))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1, "only one of four requests at once");
        complete(shop, &mut bram, third).await.is(409, "link_expired");
    }

    async fn a_name_is_kept_with_the_link(shop: TestShop) {
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        complete(shop, &mut cleo, json!({ "email": "cleo@example.com", "name": "Cleo Moss" })).await;
        let done = complete(shop, &mut cleo, json!({ "token": token(shop, "cleo@example.com").await })).await;
        assert_eq!(done.body["displayName"], "Cleo Moss", "{}", done.text);
    }

    async fn five_links_are_sent_to_an_address_in_an_hour(shop: TestShop) {
        shop.shop.clock.stop();
        let mut cleo = signed_in(shop, Provider::Twitter, &who::cleo()).await;
        let ask = json!({ "email": "cleo@example.com" });
        for _ in 0..5 {
            shop.shop.clock.advance(SECOND);
            assert_eq!(complete(shop, &mut cleo, ask.clone()).await.status, 200);
        }
        let last = token(shop, "cleo@example.com").await;
        complete(shop, &mut cleo, ask.clone()).await.is(429, "too_many_emails");
        let mut bram = signed_in(shop, Provider::Twitter, &who::bram()).await;
        complete(shop, &mut bram, ask).await.is(429, "too_many_emails");
        assert_eq!(complete(shop, &mut cleo, json!({ "token": last })).await.status, 200, "a refused request replaces no link");
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
            (json!({ "token": "" }), "token", "This link is incomplete. Please open it from the e-mail again."),
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
        assert_eq!(roles::change(&shop.shop.db, &bo, roles::RoleEdit::Grant(Role::Admin), by, shop.shop.clock.now()).await.unwrap(), roles::RoleChange::Made);
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
