//! E-mails to addresses that are not confirmed, which strangers can enter.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use trowel::base::{
    config::{RunMode, limits::Limits},
    rate_limit::LimitedAction,
};

use crate::{
    accounts::phone::Caller,
    sales::payment::paid_order,
    support::{Answer, Person, Setup, TestShop, on_both_engines},
};

const DAY: Duration = Duration::from_hours(24);

/// The limits of `serve`, except that the whole shop sends twenty such e-mails a day: five to anyone, five to networks
/// that ask for their first one, and ten to people who bought. So one network gets six.
pub fn few_emails(setup: Setup) -> Setup {
    let limits = setup.limits.with(LimitedAction::EmailAllUnconfirmed, 20);
    Setup { limits, phones: true, ..setup }.with_mail()
}

async fn ask_for_verification(person: &Person<'_>) -> Answer {
    person.post("/identity/email/verification", json!({})).await
}

async fn forget_password(shop: &TestShop, email: &str) {
    let answer = shop.visitor().post("/identity/password/forgot", json!({ "email": email })).await;
    assert_eq!(answer.status, 200, "the response does not tell whether an e-mail was sent");
}

on_both_engines! {
    with crate::accounts::unconfirmed_emails::few_emails;

    async fn a_stranger_gets_five_emails_a_day_of_all_kinds_together(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        for _ in 0..2 {
            assert_eq!(ask_for_verification(&ada).await.status, 200);
        }
        for _ in 0..4 {
            forget_password(shop, &ada.email).await;
        }
        assert_eq!(shop.letters_to(&ada.email).await.len(), 5);
        shop.shop.clock.advance(Duration::from_hours(1));
        let refused = ask_for_verification(&ada).await;
        refused.is(429, "too_many_emails");
        assert!(refused.body["detail"].as_str().unwrap().ends_with("or ask again in 23 hours."), "{}", refused.text);
        forget_password(shop, &ada.email).await;
        assert_eq!(shop.letters_to(&ada.email).await.len(), 5);
        // Other addresses, and this one once it is confirmed, are not affected.
        let bo = shop.customer("Bo").await;
        assert_eq!(shop.letters_to(&bo.email).await.len(), 1);
        shop.verify(&ada.email).await;
        forget_password(shop, &ada.email).await;
        assert_eq!(shop.letters_to(&ada.email).await.len(), 6);
    }

    async fn the_whole_shop_sends_so_many_emails_to_strangers_a_day(shop: TestShop) {
        let (sam, ada) = (shop.staff().await, shop.verified_customer("Ada").await);
        shop.tool("Draw Hoe", 1_000, 20, 1).await;
        for number in 0..4 {
            shop.customer(&format!("Stranger{number}")).await;
        }
        let bo = shop.customer("Bo").await;
        assert_eq!(shop.letters_to(&bo.email).await.len(), 0, "it would be the seventh");
        let refused = ask_for_verification(&bo).await;
        refused.is(429, "too_many_emails");
        assert!(refused.body["detail"].as_str().unwrap().contains("many new addresses today"), "{}", refused.text);
        // An account that began with a phone number.
        let mut caller = Caller::at(shop);
        caller.ask("+16135550142").await.is(200, "");
        caller.type_in("+16135550142", &shop.phones.as_ref().unwrap().code("+16135550142").await).await.is(200, "");
        let finish = json!({ "email": "cleo@example.com", "name": "Cleo" });
        caller.person.post("/identity/complete", finish.clone()).await.is(429, "too_many_emails");

        // Customers with a confirmed address, and those for whom staff orders, get theirs.
        forget_password(shop, &ada.email).await;
        ada.order("Draw Hoe", 1_000, 1).await;
        let kinds: Vec<_> = shop.letters_to(&ada.email).await.into_iter().map(|letter| letter.kind).collect();
        assert_eq!(kinds, ["verify_email", "reset_password", "order_placed"]);
        let order = json!({
            "toolName": "Draw Hoe", "orderQuantity": 1, "price": 10, "totalPrice": 10, "customerEmail": "dora@example.com",
            "customerName": "Dora", "phone": "555-0100", "address": "12 Elm St"
        });
        sam.post("/manageOrders", order).await.is(200, "");
        assert_eq!(shop.letters_to("dora@example.com").await[0].kind, "first_order_entered");

        shop.shop.clock.advance(DAY);
        caller.person.post("/identity/complete", finish).await.is(200, "");
        assert_eq!(shop.letters_to("cleo@example.com").await.len(), 1);
    }
}

#[tokio::test]
async fn few_networks_use_up_neither_the_emails_of_others_nor_of_people_who_bought() {
    let setup = few_emails(Setup { behind_proxy: true, ..Setup::sqlite() });
    crate::support::with_shop(setup, async |shop| {
        shop.shop.clock.stop();
        shop.tool("Draw Hoe", 1_000, 20, 1).await;
        let ada = shop.customer("Ada").await;
        paid_order(shop, &ada).await;
        let sign_up = async |name: &str, network: usize| {
            let email = format!("{name}{network}@example.com");
            let body = json!({ "name": name, "email": email, "password": "correct horse" });
            let call = shop.visitor().call(Method::POST, "/identity/sign-up");
            call.header("x-forwarded-for", &format!("203.0.113.{network}"))
                .json(body)
                .send()
                .await
                .is(200, "");
            shop.letters_to(&email).await.len()
        };
        let mut sent = 0;
        for number in 0..12 {
            sent += sign_up(&format!("stranger{number}"), 1).await;
        }
        assert_eq!(sent, 6);
        assert_eq!([sign_up("bo", 2).await, sign_up("cy", 2).await], [1, 0]);
        assert_eq!([sign_up("bo", 3).await, sign_up("bo", 4).await, sign_up("bo", 5).await], [1, 1, 0]);
        forget_password(shop, &ada.email).await;
        let letters = shop.letters_to(&ada.email).await;
        assert_eq!(letters.iter().filter(|letter| letter.kind == "reset_password").count(), 1, "she bought");
        // A fifth of a day brings one back.
        shop.shop.clock.advance(Duration::from_hours(5));
        assert_eq!([sign_up("dora", 5).await, sign_up("dora", 6).await, sign_up("dora", 7).await], [1, 1, 0]);
    })
    .await;
}

#[tokio::test]
async fn one_network_cannot_use_up_the_emails_of_the_shop() {
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::LogIn, 1_000);
    let setup = Setup { limits, behind_proxy: true, ..Setup::sqlite() }.with_mail();
    crate::support::with_shop(setup, async |shop| {
        let sign_up = async |name: &str, network: &str| {
            let email = format!("{name}@example.com");
            let body = json!({ "name": name, "email": email, "password": "correct horse" });
            let call = shop.visitor().call(Method::POST, "/identity/sign-up");
            call.header("x-forwarded-for", network).json(body).send().await.is(200, "");
            shop.letters_to(&email).await.len()
        };
        for number in 0..20 {
            assert_eq!(sign_up(&format!("stranger{number}"), "203.0.113.9").await, 1);
        }
        assert_eq!(sign_up("ada", "203.0.113.9").await, 0);
        assert_eq!(sign_up("bo", "203.0.113.10").await, 1);
        shop.shop.clock.advance(DAY);
        assert_eq!(sign_up("cleo", "203.0.113.9").await, 1);
    })
    .await;
}

#[tokio::test]
async fn sign_ups_of_a_whole_ipv6_site_count_together() {
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::LogIn, 3);
    let setup = Setup { limits, behind_proxy: true, ..Setup::sqlite() };
    crate::support::with_shop(setup, async |shop| {
        shop.shop.clock.stop();
        let sign_up = async |number: u32, network: &str| {
            let email = format!("stranger{number}@example.com");
            let body = json!({ "name": "Stranger", "email": email, "password": "correct horse" });
            let call = shop.visitor().call(Method::POST, "/identity/sign-up");
            call.header("x-forwarded-for", network).json(body).send().await
        };
        for number in 0..3 {
            sign_up(number, &format!("2001:db8:1:{number}::1")).await.is(200, "");
        }
        sign_up(3, "2001:db8:1:3::1").await.is(429, "too_many_requests");
        sign_up(3, "2001:db8:2::1").await.is(200, "");
        sign_up(4, "203.0.113.9").await.is(200, "");
    })
    .await;
}
