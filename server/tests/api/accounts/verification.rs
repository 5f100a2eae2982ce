//! Showing that an address is one's own, and the letters that signing up sends.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

const HOUR: Duration = Duration::from_hours(1);

async fn kinds_to(shop: &TestShop, email: &str) -> Vec<String> {
    shop.letters_to(email).await.into_iter().map(|letter| letter.kind).collect()
}

async fn newest_token(shop: &TestShop, email: &str) -> String {
    let letters = shop.letters_to(email).await;
    let letter = letters.iter().rev().find(|letter| letter.kind == "verify_email").unwrap();
    let start = format!("{}/verify-email#token=", shop.url);
    let (_, rest) = letter.text_body.split_once(&start).unwrap();
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

async fn verify(person: &Person<'_>, token: &str) -> Answer {
    person.post("/identity/email/verify", json!({ "token": token })).await
}

async fn state(person: &Person<'_>) -> Value {
    let answer = person.get("/identity/email/verification").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn signing_up_mails_a_link_that_verifies_the_address(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        assert_eq!(state(&ada).await, json!({ "email": "ada@example.com", "verified": false, "mail": true }));
        let token = newest_token(shop, "ada@example.com").await;
        let answer = verify(&ada, &token).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true, "email": "ada@example.com" })));
        assert_eq!(state(&ada).await["verified"], true);
        verify(&ada, &token).await.is(409, "link_expired");
        let answer = ada.post("/identity/email/verification", json!({})).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true, "sent": false })));
        assert_eq!(kinds_to(shop, "ada@example.com").await, ["verify_email"]);
    }

    async fn a_press_on_a_strangers_link_verifies_nothing(shop: TestShop) {
        let mallory = shop.customer("Ada").await;
        let bo = shop.customer("Bo").await;
        let token = newest_token(shop, "ada@example.com").await;
        // Ada reads the mail, is signed in to nothing or to an account of her own, and presses.
        for ada in [shop.visitor(), bo] {
            verify(&ada, &token).await.is(401, "sign_in_first");
        }
        assert_eq!(state(&mallory).await["verified"], false);
        assert_eq!(verify(&mallory, &token).await.status, 200, "the link is as good as before");
    }

    async fn a_link_can_be_asked_for_again_and_the_newest_counts(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let first = newest_token(shop, "ada@example.com").await;
        let answer = ada.call(reqwest::Method::POST, "/identity/email/verification").send().await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true, "sent": true })), "without a body too");
        let second = newest_token(shop, "ada@example.com").await;
        verify(&ada, &first).await.is(409, "link_expired");
        shop.shop.clock.advance(23 * HOUR);
        assert_eq!(verify(&ada, &second).await.status, 200);
    }

    async fn a_link_ends_with_the_day(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let token = newest_token(shop, "ada@example.com").await;
        shop.shop.clock.advance(24 * HOUR);
        verify(&ada, &token).await.is(409, "link_expired");
        assert_eq!(state(&ada).await["verified"], false);
        for made_up in ["x", &"A".repeat(43)] {
            verify(&ada, made_up).await.is(409, "link_expired");
        }
        for nothing in [json!({}), json!({ "token": "" }), json!({ "token": 1 })] {
            assert_eq!(shop.visitor().post("/identity/email/verify", nothing).await.fields(), ["token"]);
        }
    }

    async fn links_are_mailed_so_often_and_no_more(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        // The sign-up sent the first.
        for _ in 0..4 {
            assert_eq!(ada.post("/identity/email/verification", json!({})).await.status, 200);
        }
        let answer = ada.post("/identity/email/verification", json!({})).await;
        answer.is(429, "too_many_emails");
        let wait: u64 = answer.header("retry-after").parse().unwrap();
        assert!((3_500..=3_600).contains(&wait), "{wait}");
        assert_eq!(verify(&ada, &newest_token(shop, "ada@example.com").await).await.status, 200, "the last one is good");
        shop.shop.clock.advance(HOUR);
        assert_eq!(ada.post("/identity/email/verification", json!({})).await.body["sent"], false);
    }

    async fn signing_up_with_a_known_address_tells_its_owner_once_an_hour(shop: TestShop) {
        shop.verified_customer("Ada").await;
        let again = async || {
            let body = json!({ "name": "Mallory", "email": "ada@example.com", "password": "correct horse" });
            shop.visitor().post("/identity/sign-up", body).await.is(409, "email_taken");
        };
        again().await;
        again().await;
        assert_eq!(kinds_to(shop, "ada@example.com").await, ["verify_email", "sign_up_attempt"]);
        assert!(!shop.letters_to("ada@example.com").await[1].text_body.contains("Mallory"), "a stranger's words are not mailed");
        shop.shop.clock.advance(HOUR);
        again().await;
        assert_eq!(kinds_to(shop, "ada@example.com").await.len(), 3);
    }

    async fn a_customer_with_orders_and_no_login_gets_a_link_for_the_first_password(shop: TestShop) {
        let hoe = crate::sales::guests::open_shop(shop).await;
        crate::sales::guests::bought(shop, &hoe, "ada@example.com").await;
        let sign_up = async |email: &str| {
            let body = json!({ "name": "Ada", "email": email, "password": "correct horse" });
            let answer = shop.visitor().post("/identity/sign-up", body).await;
            answer.is(409, "email_taken");
            answer.body["detail"].clone()
        };
        let bo = shop.verified_customer("Bo").await;
        assert_eq!(sign_up("ada@example.com").await, sign_up(&bo.email).await, "the page tells no difference");
        assert_eq!(kinds_to(shop, "ada@example.com").await, ["guest_order", "first_password"]);
        assert_eq!(kinds_to(shop, &bo.email).await.last().unwrap(), "sign_up_attempt");
        let letter = shop.letters_to("ada@example.com").await.pop().unwrap();
        assert!(letter.text_body.contains("You already have orders with us"), "{}", letter.text_body);
        let (_, rest) = letter.text_body.split_once("/reset-password#token=").unwrap();
        let token = rest.split_whitespace().next().unwrap();
        let body = json!({ "token": token, "password": "battery staple" });
        shop.visitor().post("/identity/password/reset", body).await.is(200, "");
        let mut ada = shop.visitor();
        ada.email = "ada@example.com".into();
        let log_in = json!({ "email": ada.email, "password": "battery staple" });
        ada.post("/identity/sign-in", log_in).await.is(200, "");
        // From then on it is an account as others are.
        shop.shop.clock.advance(HOUR);
        sign_up("ada@example.com").await;
        assert_eq!(kinds_to(shop, "ada@example.com").await.last().unwrap(), "sign_up_attempt");
    }

    async fn of_twins_who_sign_up_at_once_one_gets_the_account_and_one_link(shop: TestShop) {
        let twins = futures_util::future::join_all((0..4).map(|n| {
            let visitor = shop.visitor();
            let body = json!({ "name": format!("Bo{n}"), "email": "bo@example.com", "password": "correct horse" });
            async move { visitor.post("/identity/sign-up", body).await.status }
        }));
        let mut statuses = twins.await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409]);
        assert_eq!(kinds_to(shop, "bo@example.com").await, ["verify_email"], "it is not verified");
    }

    async fn another_user_cannot_request_my_link(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.visitor().get("/identity/email/verification").await.is(401, "unauthenticated");
        let foreign = ada.call(reqwest::Method::POST, "/identity/email/verification").header("origin", "https://evil.example");
        foreign.send().await.is(403, "forbidden_origin");
    }
}

#[tokio::test]
async fn a_shop_without_mail_says_so() {
    with_shop(Setup::sqlite(), async |shop| {
        let ada = shop.customer("Ada").await;
        assert_eq!(
            state(&ada).await,
            json!({ "email": "ada@example.com", "verified": false, "mail": false })
        );
        ada.post("/identity/email/verification", json!({})).await.is(409, "email_disabled");
        for email in ["ada@example.com", "unknown@example.com"] {
            shop.visitor()
                .post("/identity/password/forgot", json!({ "email": email }))
                .await
                .is(409, "email_disabled");
        }
    })
    .await;
}
