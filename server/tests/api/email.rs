//! What the shop writes, to whom, and when.

use std::time::Duration;

use serde_json::json;
use trowel::{
    background::tidy,
    config::RunMode,
    email::{outbox::OutboxRow, outbox_worker::deliver_due},
};

use crate::support::{Person, Setup, TestShop, intent_of, with_shop};

fn with_mail() -> [Setup; 2] {
    [Setup::sqlite(), Setup::postgres()].map(|setup| Setup { mail: true, ..setup })
}

/// The letters about orders.
async fn about_orders(shop: &TestShop, email: &str) -> Vec<OutboxRow> {
    shop.letters_to(email).await.into_iter().filter(|letter| letter.kind.starts_with("order_")).collect()
}

async fn pay(shop: &TestShop, person: &Person<'_>, order: &str, total: f64) {
    let secret = person.start_payment(order, total).await;
    shop.provider.pay(&secret, "4242424242424242").await;
    let report = json!({ "orders": order, "transactionId": intent_of(&secret), "status": "pending" });
    // Twice, as the provider's word comes twice as well.
    for _ in 0..2 {
        let answer = person.patch(&format!("/orders/{order}"), report.clone()).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
}

#[tokio::test]
async fn who_is_made_an_administrator_is_told_once() {
    for setup in with_mail() {
        // In demo mode, a customer does not have to verify an address.
        with_shop(Setup { mode: RunMode::Demo, ..setup }, async |shop| {
            let (_bo, hazel) = (shop.customer("Bo").await, shop.admin().await);
            for modified in [1, 0] {
                let answer = hazel.put("/user/admin/bo@example.com", json!({})).await;
                assert_eq!(answer.body["modifiedCount"], modified, "{}", answer.text);
            }
            let letters = shop.letters_to("bo@example.com").await;
            let [letter] = &letters.iter().filter(|it| it.kind == "made_admin").collect::<Vec<_>>()[..]
            else {
                panic!("{} letters", letters.len())
            };
            assert!(letter.text_body.starts_with("Hello Bo,"), "{}", letter.text_body);
            assert!(letter.html_body.contains(&format!("{}/login", shop.url)), "{}", letter.html_body);
        })
        .await;
    }
}

#[tokio::test]
async fn a_customer_is_told_of_each_step_of_an_order_once() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
            let order = ada.order("Draw Hoe", 1_250, 3).await;
            pay(shop, &ada, &order, 37.5).await;
            for status in [200, 409] {
                let ship = json!({ "status": "Approved and shipped" });
                assert_eq!(hazel.patch(&format!("/orders/{order}"), ship).await.status, status);
            }
            let letters = about_orders(shop, "ada@example.com").await;
            let kinds: Vec<_> = letters.iter().map(|letter| letter.kind.as_str()).collect();
            assert_eq!(kinds, ["order_placed", "order_paid", "order_shipped"]);
            let pay_here = format!("{}/dashboard/payment/{order}", shop.url);
            assert!(letters[0].text_body.contains(&pay_here), "{}", letters[0].text_body);
            for letter in &letters {
                assert!(letter.subject.contains("3 × Draw Hoe"), "{}", letter.subject);
                assert!(letter.text_body.contains("$37.50") && letter.text_body.contains(&order));
            }
            assert!(about_orders(shop, "hazel@example.com").await.is_empty());
        })
        .await;
    }
}

#[tokio::test]
async fn an_order_that_is_refused_or_deleted_by_hand_is_not_written_about() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { mail: true, ..setup }, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let ada = shop.customer("Ada").await;
            ada.post("/orders", ada.wish("Draw Hoe", 1_250, 10)).await.is(409, "not_enough_stock");
            let order = ada.order("Draw Hoe", 1_250, 1).await;
            assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
            let kinds: Vec<_> =
                about_orders(shop, "ada@example.com").await.into_iter().map(|letter| letter.kind).collect();
            assert_eq!(kinds, ["order_placed"]);
        })
        .await;
    }
}

#[tokio::test]
async fn an_order_that_was_not_paid_in_time_is_told_to_be_gone() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let ada = shop.customer("Ada").await;
            ada.order("Draw Hoe", 1_250, 2).await;
            shop.shop.clock.advance(Duration::from_hours(8 * 24));
            tidy(&shop.shop).await;
            tidy(&shop.shop).await;
            let letters = about_orders(shop, "ada@example.com").await;
            assert_eq!(letters.last().unwrap().kind, "order_expired");
            assert_eq!(letters.len(), 2);
        })
        .await;
    }
}

/// Orders cost nothing until they are paid, and the address may be a stranger's.
#[tokio::test]
async fn orders_that_are_placed_and_deleted_cannot_flood_an_address() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { mail: true, ..setup }, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let ada = shop.customer("Ada").await;
            for _ in 0..33 {
                let order = ada.order("Draw Hoe", 1_250, 1).await;
                assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
            }
            assert_eq!(about_orders(shop, "ada@example.com").await.len(), 30);
            shop.shop.clock.advance(Duration::from_hours(25));
            let mut ada = ada;
            ada.sign_in().await;
            ada.order("Draw Hoe", 1_250, 1).await;
            assert_eq!(about_orders(shop, "ada@example.com").await.len(), 31);
        })
        .await;
    }
}

#[tokio::test]
async fn without_a_mail_server_nothing_is_written() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            shop.customer("Ada").await.order("Draw Hoe", 1_250, 1).await;
            assert!(shop.letters_to("ada@example.com").await.is_empty());
            deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
        })
        .await;
    }
}

#[tokio::test]
async fn an_administrator_sees_what_did_not_arrive_and_sends_it_again() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
            deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
            let post = shop.post.as_ref().unwrap();
            let before = post.emails().len();
            shop.fail_email("recipient", json!({ "reply": "550 5.1.1 no such user here by that name" }))
                .await;
            shop.fail_email("recipient", json!({ "reply": "451 4.7.1 later" })).await;
            ada.order("Draw Hoe", 1_250, 1).await;
            deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
            ada.order("Draw Hoe", 1_250, 2).await;
            deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();

            let waiting = hazel.get("/mails?state=queued").await;
            assert_eq!((waiting.header("x-total-count"), &waiting.body[0]["attempts"]), ("1", &json!(1)));
            assert!(waiting.body[0]["nextAt"].is_string() && waiting.body[0]["retryable"] == false);
            let failed = hazel.get("/mails?state=failed&limit=1").await;
            assert_eq!((failed.header("x-total-count"), failed.header("link")), ("1", ""));
            let mail = &failed.body[0];
            assert_eq!(
                (&mail["recipient"], &mail["kind"]),
                (&json!("ada@example.com"), &json!("order_placed"))
            );
            assert!(mail["lastError"].as_str().unwrap().contains("no such user here"), "{mail}");
            assert!(
                !failed.text.contains("dashboard/payment"),
                "the list does not show the text of an e-mail"
            );

            let retry = format!("/mails/{}/retry", mail["_id"].as_str().unwrap());
            assert_eq!(hazel.post(&retry, json!({})).await.body["modifiedCount"], 1);
            hazel.post(&retry, json!({})).await.is(409, "email_not_failed");
            deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
            assert_eq!(post.emails().len(), before + 1);
            assert_eq!(hazel.get("/mails").await.body, json!([]));
            hazel.get("/mails?state=sent").await.is(422, "invalid_field");
        })
        .await;
    }
}

#[tokio::test]
async fn a_letter_that_held_a_link_cannot_be_sent_again() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { mail: true, ..setup }, async |shop| {
            let hazel = shop.admin().await;
            deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
            shop.fail_email("recipient", json!({ "reply": "550 5.1.1 no such user here" })).await;
            shop.visitor().post("/identity/password/forgot", json!({ "email": "hazel@example.com" })).await;
            deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
            let failed = hazel.get("/mails").await;
            let mail = &failed.body[0];
            assert_eq!((&mail["kind"], &mail["retryable"]), (&json!("reset_password"), &json!(false)));
            let retry = format!("/mails/{}/retry", mail["_id"].as_str().unwrap());
            hazel.post(&retry, json!({})).await.is(409, "email_expired");
        })
        .await;
    }
}
