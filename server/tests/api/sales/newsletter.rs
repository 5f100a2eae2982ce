//! The newsletter: the consent, the link that confirms it, the ways to withdraw it, and the owner's file.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    app::background::tidy,
    base::email::outbox_worker::deliver_due,
    db::{params, statements},
};

use crate::support::{Answer, Letter, Person, TestShop, on_both_engines};

const DAY: Duration = Duration::from_hours(24);
const ADDRESS: &str = "12 Fern Lane\nHalifax NS";

statements! {
    // It changes no row, and counts those that it finds.
    COUNT = "UPDATE newsletter_consents SET page = page WHERE email = $1";
    COUNT_PENDING = "UPDATE newsletter_consents SET page = page WHERE email = $1 AND confirmed_at IS NULL";
}

async fn set(hazel: &Person<'_>, change: Value) {
    let revision = hazel.get("/manageShop").await.header("etag").to_owned();
    let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    call.json(change).send().await.is(200, "");
}

async fn turn_on(hazel: &Person<'_>) {
    set(hazel, json!({ "newsletter": "on", "address": ADDRESS, "email": "hello@fern.example.ca" })).await;
}

async fn wording(shop: &TestShop, language: &str) -> String {
    let answer = shop.visitor().get(&format!("/newsletter?language={language}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["wording"].as_str().unwrap().to_owned()
}

async fn subscribe(shop: &TestShop, email: &str) -> Answer {
    let wording = wording(shop, "en").await;
    let body = json!({ "email": email, "consent": true, "wording": wording, "page": "/home" });
    shop.visitor().post("/newsletter", body).await
}

async fn asked(shop: &TestShop, email: &str) -> Vec<Letter> {
    let letters = shop.letters_to(email).await;
    letters.into_iter().filter(|letter| letter.kind == "confirm_newsletter").collect()
}

/// The path of a link in the e-mail.
fn path_in(shop: &TestShop, letter: &Letter, page: &str) -> String {
    let (_, rest) = letter.text_body.split_once(&format!("{}{page}?", shop.url)).unwrap();
    format!("{page}?{}", rest.split_whitespace().next().unwrap())
}

/// Subscribes the address. Returns the link that ends it.
async fn confirmed(shop: &TestShop, email: &str) -> String {
    subscribe(shop, email).await.is(200, "");
    let letters = asked(shop, email).await;
    let letter = letters.last().unwrap();
    shop.fetch(Method::POST, &path_in(shop, letter, "/newsletter")).send().await.is(200, "");
    path_in(shop, letter, "/unsubscribe")
}

async fn subscribers(hazel: &Person<'_>) -> Value {
    let answer = hazel.get("/newsletter/subscribers").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn a_shop_without_a_newsletter_or_an_address_asks_for_no_consent(shop: TestShop) {
        let hazel = shop.admin().await;
        let body = json!({ "email": "ida@example.com", "consent": true, "wording": "Yes", "page": "/" });
        let is_off = async || {
            shop.visitor().get("/newsletter").await.is(409, "newsletter_off");
            shop.visitor().post("/newsletter", body.clone()).await.is(409, "newsletter_off");
        };
        is_off().await;
        assert_eq!(subscribers(&hazel).await, json!({ "count": 0, "isOffered": false }));
        set(&hazel, json!({ "newsletter": "on", "address": "" })).await;
        is_off().await;
        turn_on(&hazel).await;
        assert_eq!(subscribers(&hazel).await, json!({ "count": 0, "isOffered": true }));
        assert!(wording(shop, "en").await.contains("12 Fern Lane, Halifax NS"));
        assert!(wording(shop, "fr").await.contains("en tout temps"));
    }

    async fn an_address_is_subscribed_by_a_press_behind_the_link(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        subscribe(shop, "Ida@Example.com").await.is(200, "");
        let letters = asked(shop, "ida@example.com").await;
        let [letter] = &letters[..] else { panic!("{} letters", letters.len()) };
        assert!(!letter.text_body.contains('$') && !letter.text_body.contains("/tool"), "{}", letter.text_body);
        let link = path_in(shop, letter, "/newsletter");
        // Mail servers open links.
        let page = shop.fetch(Method::GET, &link).send().await;
        assert!(page.status == 200 && page.text.contains("Confirm the newsletter?"), "{}", page.text);
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(subscribers(&hazel).await["count"], 0);
        for _ in 0..2 {
            let done = shop.fetch(Method::POST, &link).send().await;
            assert!(done.status == 200 && done.text.contains("You get the newsletter"), "{}", done.text);
            assert_eq!(subscribers(&hazel).await["count"], 1);
        }
        let french = shop.fetch(Method::GET, &link).header("accept-language", "fr-CA").send().await;
        assert!(french.text.contains("<html lang=\"fr-CA\">") && french.text.contains("Confirmer"), "{}", french.text);
        for wrong in ["/newsletter", "/newsletter?token=x"] {
            let answer = shop.fetch(Method::POST, wrong).send().await;
            assert!(answer.status == 404 && answer.text.contains("This link does not work"), "{}", answer.text);
        }

        deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
        let arrived = shop.post.as_ref().unwrap().emails();
        let headers = &arrived.iter().find(|email| email.subject == letter.subject).unwrap().headers;
        let unsubscribe = path_in(shop, letter, "/unsubscribe");
        for header in [
            &*format!("List-Unsubscribe: <{}{unsubscribe}>", shop.url),
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ] {
            assert!(headers.contains(header), "{header}: {headers}");
        }
    }

    async fn the_answer_does_not_tell_who_is_subscribed(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        confirmed(shop, "ida@example.com").await;
        let (known, unknown) = (subscribe(shop, "ida@example.com").await, subscribe(shop, "joe@example.com").await);
        assert_eq!((known.status, &known.text), (200, &unknown.text));
        assert_eq!(asked(shop, "ida@example.com").await.len(), 1);
        assert_eq!(asked(shop, "joe@example.com").await.len(), 1);
        assert_eq!(shop.execute(&COUNT, params!["ida@example.com"]).await, 1);
    }

    async fn a_box_that_is_not_ticked_or_another_wording_is_no_consent(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        let wording = wording(shop, "en").await;
        let body = |consent: bool, wording: &str| {
            json!({ "email": "ida@example.com", "consent": consent, "wording": wording, "page": "/" })
        };
        let refused = shop.visitor().post("/newsletter", body(false, &wording)).await;
        assert_eq!(refused.fields(), ["consent"]);
        shop.visitor().post("/newsletter", body(true, "I agree to all")).await.is(409, "wording_changed");
        let missing = shop.visitor().post("/newsletter", json!({})).await;
        assert_eq!(missing.fields(), ["email", "consent", "wording", "page"]);
        assert!(asked(shop, "ida@example.com").await.is_empty());
        set(&hazel, json!({ "address": "9 Moss Road" })).await;
        shop.visitor().post("/newsletter", body(true, &wording)).await.is(409, "wording_changed");
    }

    async fn a_french_visitor_agrees_to_french_words_and_gets_a_french_email(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        let body = json!({ "email": "ida@example.com", "consent": true, "wording": wording(shop, "fr").await, "page": "/fr" });
        let visitor = shop.visitor();
        let call = visitor.call(Method::POST, "/newsletter").header("accept-language", "fr-CA");
        call.json(body).send().await.is(200, "");
        let letters = asked(shop, "ida@example.com").await;
        assert!(letters[0].text_body.contains("Confirmer"), "{}", letters[0].text_body);
    }

    async fn one_press_withdraws_the_consent_and_the_proof_stays_for_three_years(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        let link = confirmed(shop, "ida@example.com").await;
        let page = shop.fetch(Method::GET, &link).send().await;
        assert!(page.status == 200 && page.text.contains("Stop the newsletter?"), "{}", page.text);
        assert_eq!(subscribers(&hazel).await["count"], 1);
        for _ in 0..2 {
            let kind = "application/x-www-form-urlencoded";
            let call = shop.fetch(Method::POST, &link).text(kind, "List-Unsubscribe=One-Click");
            let done = call.send().await;
            assert!(done.status == 200 && done.text.contains("You get no more newsletter"), "{}", done.text);
            assert_eq!(subscribers(&hazel).await["count"], 0);
        }
        let unknown = "/unsubscribe?list=newsletter&token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        shop.fetch(Method::POST, unknown).send().await.is(404, "");
        shop.shop.clock.advance(1_095 * DAY);
        tidy(&shop.shop).await;
        assert_eq!(shop.execute(&COUNT, params!["ida@example.com"]).await, 1);
        shop.shop.clock.advance(2 * DAY);
        tidy(&shop.shop).await;
        assert_eq!(shop.execute(&COUNT, params!["ida@example.com"]).await, 0);
    }

    async fn an_address_that_does_not_confirm_is_forgotten_after_a_week(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        confirmed(shop, "joe@example.com").await;
        subscribe(shop, "ida@example.com").await.is(200, "");
        let link = path_in(shop, &asked(shop, "ida@example.com").await[0], "/newsletter");
        shop.shop.clock.advance(6 * DAY);
        tidy(&shop.shop).await;
        assert_eq!(shop.execute(&COUNT_PENDING, params!["ida@example.com"]).await, 1);
        shop.shop.clock.advance(2 * DAY);
        shop.fetch(Method::POST, &link).send().await.is(404, "");
        tidy(&shop.shop).await;
        assert_eq!(shop.execute(&COUNT, params!["ida@example.com"]).await, 0);
        assert_eq!(shop.execute(&COUNT, params!["joe@example.com"]).await, 1);
    }

    async fn a_network_asks_for_some_addresses_an_hour(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        for count in 0..10 {
            subscribe(shop, &format!("p{count}@example.com")).await.is(200, "");
        }
        subscribe(shop, "more@example.com").await.is(429, "too_many_requests");
        assert!(asked(shop, "more@example.com").await.is_empty());
    }

    async fn an_account_downloads_its_consents_and_withdraws_them_with_its_deletion(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        let ada = shop.verified_customer("Ada").await;
        confirmed(shop, &ada.email).await;
        let export = ada.get("/identity/account/export").await.body;
        let consents = export["newsletterConsents"].as_array().unwrap();
        let [consent] = &consents[..] else { panic!("{export}") };
        assert_eq!((&consent["page"], &consent["language"]), (&json!("/home"), &json!("en")));
        assert!(consent["confirmedAt"].is_string() && consent["withdrawnAt"].is_null(), "{consent}");
        assert!(consent["wording"].as_str().unwrap().starts_with("I agree that"), "{consent}");
        let closed = json!({ "confirm": ada.email, "password": "correct horse" });
        ada.post("/identity/account/close", closed).await.is(200, "");
        assert_eq!(subscribers(&hazel).await["count"], 0);
        assert_eq!(shop.execute(&COUNT, params![ada.email]).await, 1, "the proof stays");
    }

    async fn the_owners_file_has_the_subscribers_with_their_proof(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        let link = confirmed(shop, "ida@example.com").await;
        let ended = confirmed(shop, "joe@example.com").await;
        shop.fetch(Method::POST, &ended).send().await.is(200, "");
        subscribe(shop, "kim@example.com").await.is(200, "");
        let file = hazel.get("/csv/newsletter").await;
        assert_eq!(file.status, 200, "{}", file.text);
        for expected in ["E-mail,Language,Asked", "ida@example.com,en,", "I agree that", "/home", &link] {
            assert!(file.text.contains(expected), "{expected}: {}", file.text);
        }
        assert!(!file.text.contains("joe@") && !file.text.contains("kim@"), "{}", file.text);
        let workbook = hazel.get("/csv/newsletter?format=xlsx").await;
        assert_eq!(workbook.status, 200, "{}", workbook.text);
        for other in [shop.staff().await, shop.customer("Bo").await] {
            other.get("/csv/newsletter").await.is(403, "forbidden");
            other.get("/newsletter/subscribers").await.is(403, "forbidden");
        }
    }
}
