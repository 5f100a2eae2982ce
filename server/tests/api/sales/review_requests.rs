//! The e-mails that ask for reviews some days after a purchase arrived.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    base::email::outbox_worker::deliver_due,
    db::{params, statements},
    sales::review_requests::send_due,
};

use crate::{
    sales::{
        checkout::{address, buy, pay, put, two_tools},
        guests::{bought, with_mail},
        payment::paid_order,
    },
    support::{Letter, Person, Setup, TestShop, on_both_engines},
};

const DAY: Duration = Duration::from_hours(24);
const MINUTE: Duration = Duration::from_mins(1);
statements! {
    FORGOTTEN = "UPDATE review_requests SET link_hash = link_hash WHERE address_hash IS NULL";
    SET_PASSWORD = "UPDATE users SET password_hash = 'none' WHERE email = 'ida@example.com'";
    DISPUTE = "UPDATE orders SET disputed_at = 1 WHERE id = $1";
    OPT_OUT = "INSERT INTO review_request_opt_outs (address_hash, created_at) VALUES ($1, 1)";
    BREAK = "UPDATE purchases SET province = 'XX' WHERE id = (SELECT purchase_id FROM orders WHERE id = $1)";
}

const SHIPPED: &str = "Approved and shipped";

async fn set(hazel: &Person<'_>, change: Value) {
    let revision = hazel.get("/manageShop").await.header("etag").to_owned();
    let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    call.json(change).send().await.is(200, "");
}

/// Turns the e-mails on, seven days after the arrival.
async fn turn_on(hazel: &Person<'_>) {
    set(hazel, json!({ "guestCheckout": "on" })).await;
    set(
        hazel,
        json!({ "reviewRequests": "on", "address": "12 Fern Lane\nHalifax NS", "email": "hello@fern.example.ca" }),
    )
    .await;
}

async fn asked(shop: &TestShop, email: &str) -> Vec<Letter> {
    let letters = shop.letters_to(email).await;
    letters.into_iter().filter(|letter| letter.kind == "review_request").collect()
}

async fn ship(hazel: &Person<'_>, purchase: &str) {
    hazel.post(&format!("/purchases/{purchase}/ship"), json!({ "status": SHIPPED })).await.is(200, "");
}

/// The path of the link in the e-mail that ends these e-mails.
fn unsubscribe_path(shop: &TestShop, letter: &Letter) -> String {
    let (_, rest) = letter.text_body.split_once(&format!("{}/unsubscribe", shop.url)).unwrap();
    format!("/unsubscribe{}", rest.split_whitespace().next().unwrap())
}

on_both_engines! {
    with crate::sales::guests::with_mail;

    async fn a_buyer_is_asked_once_some_days_after_the_longest_delivery(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        turn_on(&hazel).await;
        let methods = include_str!("../../../src/settings/shop_settings/demo_delivery_methods.json");
        let methods: Value = serde_json::from_str(methods).unwrap();
        set(&hazel, json!({ "homeProvince": "NS", "deliveryMethods": methods })).await;
        two_tools(shop, &ada).await;
        let (id, secret) = buy(&ada, &address("ON", "K1N 1A1")).await;
        pay(shop, &ada, &id, &secret).await;
        ship(&hazel, &id).await;
        // Canada Post takes 3 to 8 days.
        shop.shop.clock.advance(Duration::from_mins(15 * 24 * 60 - 1));
        send_due(&shop.shop).await.unwrap();
        assert!(asked(shop, &ada.email).await.is_empty(), "it may not have arrived for seven days");
        shop.shop.clock.advance(2 * MINUTE);
        let setup = Setup { engine: shop.shop.db.engine(), ..Setup::sqlite() };
        let node = shop.another_node(&with_mail(setup)).await;
        let (one, other) = tokio::join!(send_due(&shop.shop), send_due(&node.shop));
        assert!(one.is_ok() && other.is_ok());
        node.close().await;
        trowel::app::background::tidy(&shop.shop).await;
        let letters = asked(shop, &ada.email).await;
        let [letter] = &letters[..] else { panic!("{} letters", letters.len()) };
        assert_eq!(letter.subject, "How do you like it? Shears and 1 more");
        for words in ["Shears\nGloves\n\n", "/dashboard/review", "12 Fern Lane, Halifax NS", "hello@fern.example.ca"] {
            assert!(letter.text_body.contains(words), "{words}: {}", letter.text_body);
        }
        assert!(!letter.text_body.contains('$'), "{}", letter.text_body);

        deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
        let arrived = shop.post.as_ref().unwrap().emails();
        let headers = &arrived.iter().find(|email| email.subject == letter.subject).unwrap().headers;
        let link = format!("List-Unsubscribe: <{}{}>", shop.url, unsubscribe_path(shop, letter));
        for header in [&*link, "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "Reply-To: hello@fern.example.ca"] {
            assert!(headers.contains(header), "{header}: {headers}");
        }
        let others = arrived.iter().filter(|email| email.subject != letter.subject);
        for email in others {
            assert!(!email.headers.contains("List-Unsubscribe"), "{}", email.headers);
        }
    }

    async fn one_press_ends_the_requests_for_an_address(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (mut ada, mut hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        turn_on(&hazel).await;
        let mut path = String::new();
        // What is queued then is not sent either.
        for (count, press) in [(1, Some(Method::GET)), (2, Some(Method::POST)), (0, None)] {
            let (order, _) = paid_order(shop, &ada).await;
            hazel.patch(&format!("/orders/{order}"), json!({ "status": SHIPPED })).await.is(200, "");
            shop.shop.clock.advance(7 * DAY + MINUTE);
            send_due(&shop.shop).await.unwrap();
            let letters = asked(shop, &ada.email).await;
            assert_eq!(letters.len(), count);
            ada.be_signed_in().await;
            hazel.be_signed_in().await;
            let Some(method) = press else { continue };
            path = unsubscribe_path(shop, letters.last().unwrap());
            // A GET changes nothing, because mail servers open links to check them.
            let is_read = method == Method::GET;
            let call = shop.fetch(method, &path);
            let kind = "application/x-www-form-urlencoded";
            let answer = if is_read { call } else { call.text(kind, "List-Unsubscribe=One-Click") }.send().await;
            let title = if is_read { "Stop review requests?" } else { "You get no more review requests" };
            assert!(answer.status == 200 && answer.text.contains(title), "{} {}", answer.status, answer.text);
            assert_eq!(answer.header("referrer-policy"), "no-referrer");
        }
        let export = ada.get("/identity/account/export").await.body;
        assert_eq!(export["reviewRequests"].as_array().unwrap().len(), 3);
        assert!(export["reviewRequestsEndedAt"].is_string());
        let again = async || shop.fetch(Method::POST, &path).send().await.is(200, "");
        again().await;
        let closed = json!({ "confirm": ada.email, "password": "correct horse" });
        ada.post("/identity/account/close", closed).await.is(200, "");
        assert_eq!(shop.execute(&FORGOTTEN, params![]).await, 3);
        again().await;
        for wrong in ["/unsubscribe", "/unsubscribe?token=x", "/unsubscribe?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            let answer = shop.fetch(Method::POST, wrong).send().await;
            assert!(answer.status == 404 && answer.text.contains("This link does not work"), "{wrong}: {}", answer.text);
        }
    }

    async fn a_buyer_without_a_reason_to_review_is_not_asked(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 900, 1).await;
        let hazel = shop.admin().await;
        turn_on(&hazel).await;
        let send = async |order: &str| {
            hazel.patch(&format!("/orders/{order}"), json!({ "status": SHIPPED })).await.is(200, "");
        };
        let names = ["Ada", "Bea", "Cy", "Dee", "Eli", "Fay"];
        let mut orders = Vec::new();
        for name in names {
            let person = shop.verified_customer(name).await;
            let (order, _) = paid_order(shop, &person).await;
            if name != "Bea" {
                send(&order).await;
            }
            orders.push((person, order));
        }
        let [_, _, (_, refunded), (dee, _), (_, part), (fay, _)] = &orders[..] else { panic!() };
        hazel.post(&format!("/orders/{refunded}/refund"), json!({ "returnStock": false })).await.is(200, "");
        let review = json!({ "name": "Dee", "email": dee.email, "review": "Sharp", "rating": 5, "toolId": hoe });
        dee.post("/reviews", review).await.is(200, "");
        let some = json!({ "lines": [{ "orderId": part, "amount": 5 }], "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{part}/refund"), some).await.is(200, "");
        let closed = json!({ "confirm": fay.email, "password": "correct horse" });
        fay.post("/identity/account/close", closed).await.is(200, "");
        // The account of the address says that it did not buy this.
        let gus = shop.verified_customer("Gus").await;
        let (_, disowned) = bought(shop, &hoe, &gus.email).await;
        send(&disowned).await;
        gus.post(&format!("/purchases/{disowned}/disown"), json!({})).await.is(200, "");
        let (_, of_guest) = bought(shop, &hoe, "ida@example.com").await;
        send(&of_guest).await;

        shop.shop.clock.advance(7 * DAY + MINUTE);
        send_due(&shop.shop).await.unwrap();
        assert_eq!(asked(shop, "ada@example.com").await.len(), 1);
        let asked_ida = async |count: usize| {
            send_due(&shop.shop).await.unwrap();
            assert_eq!(asked(shop, "ida@example.com").await.len(), count);
        };
        asked_ida(0).await;
        shop.verify("ida@example.com").await;
        asked_ida(0).await;
        assert_eq!(shop.execute(&SET_PASSWORD, params![]).await, 1);
        asked_ida(1).await;
        for name in ["bea", "cy", "dee", "eli", "fay", "gus"] {
            assert!(asked(shop, &format!("{name}@example.com")).await.is_empty(), "{name}");
        }
    }

    async fn a_refunded_or_disputed_line_is_left_out_and_the_others_are_asked_about(shop: TestShop) {
        let (ada, bea, hazel) =
            (shop.verified_customer("Ada").await, shop.verified_customer("Bea").await, shop.admin().await);
        turn_on(&hazel).await;
        let (shears, gloves) = two_tools(shop, &ada).await;
        put(&bea, &shears, 6).await;
        put(&bea, &gloves, 2).await;
        for (buyer, is_disputed) in [(&ada, false), (&bea, true)] {
            let (id, secret) = buy(buyer, &address("ON", "K1N 1A1")).await;
            pay(shop, buyer, &id, &secret).await;
            ship(&hazel, &id).await;
            if is_disputed {
                assert_eq!(shop.execute(&DISPUTE, params![id]).await, 1);
            } else {
                let some = json!({ "lines": [{ "orderId": id, "amount": 5 }], "refundedBefore": 0 });
                hazel.post(&format!("/purchases/{id}/refund"), some).await.is(200, "");
            }
        }
        shop.shop.clock.advance(7 * DAY + MINUTE);
        send_due(&shop.shop).await.unwrap();
        for buyer in [&ada, &bea] {
            let letters = asked(shop, &buyer.email).await;
            let [letter] = &letters[..] else { panic!("{} letters to {}", letters.len(), buyer.email) };
            assert_eq!(letter.subject, "How do you like it? Gloves");
            assert!(!letter.text_body.contains("Shears"), "{}", letter.text_body);
        }
    }

    async fn every_node_knows_an_address_that_ended_them_by_the_same_key(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        turn_on(&hazel).await;
        let (order, _) = paid_order(shop, &ada).await;
        hazel.patch(&format!("/orders/{order}"), json!({ "status": SHIPPED })).await.is(200, "");
        shop.execute(&OPT_OUT, params![shop.shop.hash_key.hash("ada@example.com")]).await;
        let setup = Setup { engine: shop.shop.db.engine(), ..Setup::sqlite() };
        let node = shop.another_node(&with_mail(setup)).await;
        node.shop.clock.advance(7 * DAY + MINUTE);
        send_due(&node.shop).await.unwrap();
        assert!(asked(shop, &ada.email).await.is_empty());
        node.close().await;
    }

    async fn a_round_asks_some_and_a_purchase_that_fails_delays_none(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (bea, mut ada, hazel) =
            (shop.verified_customer("Bea").await, shop.verified_customer("Ada").await, shop.admin().await);
        turn_on(&hazel).await;
        for buyer in std::iter::once(&bea).chain([&ada; 21]) {
            let (order, _) = paid_order(shop, buyer).await;
            hazel.patch(&format!("/orders/{order}"), json!({ "status": SHIPPED })).await.is(200, "");
            if buyer.email == bea.email {
                assert_eq!(shop.execute(&BREAK, params![order]).await, 1);
            }
        }
        shop.shop.clock.advance(7 * DAY + MINUTE);
        ada.be_signed_in().await;
        for count in [20, 21] {
            send_due(&shop.shop).await.unwrap();
            let export = ada.get("/identity/account/export").await.body;
            assert_eq!(export["reviewRequests"].as_array().unwrap().len(), count);
        }
        assert!(asked(shop, &bea.email).await.is_empty());
    }

    async fn the_switch_asks_about_nothing_that_arrived_long_ago(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 90, 1).await;
        let (ada, mut hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let (order, _) = paid_order(shop, &ada).await;
        hazel.patch(&format!("/orders/{order}"), json!({ "status": SHIPPED })).await.is(200, "");
        shop.shop.clock.advance(10 * DAY);
        send_due(&shop.shop).await.unwrap();
        assert!(asked(shop, &ada.email).await.is_empty(), "it is off at first");
        hazel.be_signed_in().await;
        set(&hazel, json!({ "reviewRequests": "on", "reviewRequestDays": "2", "address": "" })).await;
        send_due(&shop.shop).await.unwrap();
        assert!(asked(shop, &ada.email).await.is_empty(), "the e-mail has to name the shop's address");
        set(&hazel, json!({ "address": "12 Fern Lane" })).await;
        send_due(&shop.shop).await.unwrap();
        assert!(asked(shop, &ada.email).await.is_empty(), "it arrived ten days ago");
        set(&hazel, json!({ "reviewRequestDays": "4" })).await;
        send_due(&shop.shop).await.unwrap();
        assert_eq!(asked(shop, &ada.email).await.len(), 1);
        for wrong in ["0", "61", "", "x"] {
            let revision = hazel.get("/manageShop").await.header("etag").to_owned();
            let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
            let answer = call.json(json!({ "reviewRequestDays": wrong })).send().await;
            assert_eq!(answer.fields(), ["reviewRequestDays"], "{wrong}");
        }
    }
}
