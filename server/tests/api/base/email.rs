//! What the shop writes, to whom, and when.

use std::time::Duration;

use serde_json::json;
use trowel::{
    app::background::tidy,
    base::{
        config::{RunMode, limits::Limits},
        email::{
            message::EmailMessage,
            order_summary::{OrderSummary, ParcelTracking, PaymentTerms},
            outbox_worker::deliver_due,
        },
        rate_limit::LimitedAction,
    },
    values::{email::Email, ids::Id, money::Cents},
};

use crate::support::{Letter, Person, Setup, TestShop, intent_of, with_shop};

fn with_mail() -> [Setup; 2] {
    [Setup::sqlite(), Setup::postgres()].map(|setup| Setup { mail: true, ..setup })
}

/// The letters about orders.
async fn about_orders(shop: &TestShop, email: &str) -> Vec<Letter> {
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
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
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
                let facts = [
                    "Order: #1001",
                    "Quantity: 3 × $12.50",
                    "Total: $37.50 CAD",
                    "Placed on: ",
                    "Ship to: Ada, 12 Elm St",
                ];
                for fact in facts {
                    assert!(letter.text_body.contains(fact), "{fact}: {}", letter.text_body);
                }
                let picture = format!("src=\"{}/images/hoe/350.webp\" alt=\"Draw Hoe\"", shop.url);
                assert!(letter.html_body.contains(&picture), "{}", letter.html_body);
            }
            // A web page of a mail program may show it.
            let parcel = shop.fetch(reqwest::Method::GET, "/scenes/parcel.png").send().await;
            assert_eq!((parcel.status, parcel.header("cross-origin-resource-policy")), (200, "cross-origin"));
            assert!(letters[2].text_body.contains("Parcel: Sent without tracking"));
            for letter in &letters[1..] {
                let receipt = format!("{}/dashboard/myOrders/{order}/receipt", shop.url);
                assert!(letter.text_body.contains(&receipt) && letter.html_body.contains(&receipt));
            }
            assert!(about_orders(shop, "hazel@example.com").await.is_empty());
            let listed = hazel.get(&format!("/manageOrders/{order}")).await.body["emails"].clone();
            let listed: Vec<_> = listed.as_array().unwrap().iter().map(|email| &email["kind"]).collect();
            assert_eq!(listed, kinds);
        })
        .await;
    }
}

#[tokio::test]
async fn an_order_that_is_refused_or_deleted_by_hand_is_not_written_about() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { mail: true, ..setup }, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let ada = shop.verified_customer("Ada").await;
            ada.post("/orders", ada.wish("Draw Hoe", 1_250, 10)).await.is(409, "not_enough_stock");
            let order = ada.order("Draw Hoe", 1_250, 1).await;
            assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
            let kinds: Vec<_> =
                about_orders(shop, "ada@example.com").await.into_iter().map(|letter| letter.kind).collect();
            assert_eq!(kinds, ["order_placed"]);
            let order = ada.order("Draw Hoe", 1_250, 1).await;
            assert_eq!(shop.admin().await.delete(&format!("/orders/{order}")).await.status, 200);
            let letters = about_orders(shop, "ada@example.com").await;
            assert_eq!(letters.last().unwrap().kind, "order_cancelled", "the owner's decision is told");
        })
        .await;
    }
}

#[tokio::test]
async fn an_order_that_was_not_paid_in_time_is_told_to_be_gone() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let ada = shop.verified_customer("Ada").await;
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
            let ada = shop.verified_customer("Ada").await;
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
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
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

/// One e-mail of each kind.
fn one_of_each(shop: &TestShop) -> Vec<EmailMessage> {
    let expires_at = shop.shop.clock.now().plus(Duration::from_hours(24));
    let (name, link) = (|| "Ada".to_owned(), || "https://tools.example.ca/#token=s3cret".to_owned());
    let order = || OrderSummary {
        id: Id::new(shop.shop.clock.now()),
        number: 1_042,
        customer_name: name(),
        tool_name: "Draw Hoe".into(),
        quantity: 1,
        total: Cents::new(1_250).unwrap(),
        is_guest: false,
        language: trowel::values::language::Language::English,
        details: None,
    };
    let (amount, transaction_id) = (Cents::new(1_250).unwrap(), || "pi_1".to_owned());
    vec![
        EmailMessage::VerifyEmail { name: name(), link: link(), expires_at },
        EmailMessage::ResetPassword { name: name(), link: link(), expires_at },
        EmailMessage::LogIn { name: name(), link: link(), expires_at },
        EmailMessage::SignUpAttempt { name: name() },
        EmailMessage::FirstPassword { name: name(), link: link(), expires_at },
        EmailMessage::PasswordChanged { name: name() },
        EmailMessage::MadeAdmin { name: name() },
        EmailMessage::LoginMethodAdded { name: name(), login_method: "Google".into() },
        EmailMessage::AccountDeleted { name: name() },
        EmailMessage::FinishAccount { link: "x".into(), expires_at },
        EmailMessage::ConfirmNewsletter { link: link(), expires_at, unsubscribe: link() },
        EmailMessage::ChangeEmail { name: name(), link: link(), expires_at },
        EmailMessage::ChangeOfEmailAsked { name: name(), new_email: "ada@garden.example".into() },
        EmailMessage::OrderPlaced {
            order: order(),
            payment: PaymentTerms { can_be_paid: true, ..PaymentTerms::default() },
        },
        EmailMessage::OrderPaid { order: order() },
        EmailMessage::OrderShipped { order: order(), parcel: ParcelTracking::default() },
        EmailMessage::OrderReady { order: order() },
        EmailMessage::OrderExpired { order: order(), purchase_id: None },
        EmailMessage::OrderLineCancelled {
            order: order(),
            removed: "1 × Gloves".into(),
            purchase_id: order().id,
            payment: PaymentTerms::default(),
        },
        EmailMessage::OrderRefunded {
            order: order(),
            was_shipped: false,
            method: None,
            credit_note: None,
            sent: None,
        },
        EmailMessage::PaymentRefunded { name: name(), amount, transaction_id: transaction_id() },
    ]
}

async fn queue(shop: &TestShop, to: &str, message: &EmailMessage) {
    let input = (shop.shop.mailer.clone(), Email::parse(to).unwrap(), message.clone(), shop.shop.clock.now());
    let queued = shop
        .shop
        .db
        .write(input, |tx, (mailer, to, message, now)| Box::pin(mailer.queue(tx, to, message, *now)));
    queued.await.unwrap();
}

#[tokio::test]
async fn no_kind_of_letter_can_flood_an_address() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let ada = shop.verified_customer("Ada").await;
            shop.shop.clock.advance(Duration::from_hours(1)); // the sign-up sent one
            for message in one_of_each(shop) {
                let sent = async || {
                    let letters = shop.letters_to(&ada.email).await;
                    letters.iter().filter(|letter| letter.kind == message.kind()).count()
                };
                let before = sent().await;
                for _ in 0..6 {
                    queue(shop, &ada.email, &message).await;
                }
                let most = match message.kind() {
                    "sign_up_attempt" | "first_password" => 1,
                    kind if kind.starts_with("order_") || kind == "payment_refunded" => 6,
                    _ => 5,
                };
                assert_eq!(sent().await - before, most, "{}", message.kind());
            }
        })
        .await;
    }
}

#[tokio::test]
async fn an_address_that_is_not_verified_gets_only_what_verifies_it() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let ada = shop.customer("Ada").await;
            for message in one_of_each(shop).iter().skip(1) {
                queue(shop, &ada.email, message).await;
            }
            let kinds: Vec<_> =
                shop.letters_to(&ada.email).await.into_iter().map(|letter| letter.kind).collect();
            assert_eq!(
                kinds,
                [
                    "verify_email",
                    "reset_password",
                    "first_password",
                    "finish_account",
                    "confirm_newsletter",
                    "change_email",
                ]
            );
        })
        .await;
    }
}

/// Deleting the account deletes its rows in the outbox, and must not reset the limit.
#[tokio::test]
async fn signing_up_and_deleting_the_account_in_a_loop_cannot_flood_an_address() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let mut letters = 0;
            for _ in 0..8 {
                let ada = shop.customer("Ada").await;
                letters += shop.letters_to(&ada.email).await.len();
                let close = json!({ "confirm": ada.email, "password": "correct horse" });
                assert_eq!(ada.post("/identity/account/close", close).await.status, 200);
                letters += shop.letters_to(&ada.email).await.len();
            }
            assert_eq!(letters, 5);
        })
        .await;
    }
}

#[tokio::test]
async fn changing_passwords_and_deleting_accounts_count_as_attempts_to_log_in() {
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::LogIn, 3);
    with_shop(Setup { limits, ..Setup::sqlite() }, async |shop| {
        let ada = shop.customer("Ada").await;
        let change = json!({ "currentPassword": "wrong", "password": "battery staple" });
        for _ in 0..2 {
            ada.post("/identity/password/change", change.clone()).await.is(422, "invalid_field");
        }
        ada.post("/identity/password/change", change).await.is(429, "too_many_requests");
        let close = json!({ "confirm": ada.email, "password": "correct horse" });
        ada.post("/identity/account/close", close).await.is(429, "too_many_requests");
    })
    .await;
}
