//! Webhooks to a real receiver: signatures, retries, replay, and addresses that they must not reach.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header::LOCATION},
    routing::any,
};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use trowel::{
    app::background,
    db::params,
    settings::webhooks::{deliver::deliver_lane, signature::sign},
};

use crate::{
    sales::payment::paid_order,
    support::{Person, Setup, TestShop, intent_of, on_both_engines},
};

pub const ALL: [&str; 6] =
    ["order.paid", "purchase.paid", "order.shipped", "order.refunded", "stock.changed", "tool.changed"];

/// Changes that no call of the shop makes.
mod by_hand {
    trowel::db::statements! {
        pub MOVE = "UPDATE webhook_endpoints SET url = $1";
    }
}

pub fn to_this_machine(setup: Setup) -> Setup {
    Setup { webhooks_to_private_networks: true, ..setup }
}

/// A program that gets webhooks.
#[derive(Clone, Default)]
pub struct Receiver {
    pub url: String,
    /// The next answers; 200 after them. 0 never answers.
    answers: Arc<Mutex<VecDeque<u16>>>,
    got: Arc<Mutex<Vec<Message>>>,
}

#[derive(Clone)]
pub struct Message {
    headers: HeaderMap,
    pub body: String,
}

impl Message {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The signatures that these secrets make, as a receiver computes them.
    fn signed_with(&self, secrets: &[&str]) -> bool {
        let secrets = secrets.iter().map(|secret| secret.strip_prefix("whsec_").unwrap());
        let at = self.header("webhook-timestamp").parse().unwrap();
        self.header("webhook-signature") == sign(secrets, self.header("webhook-id"), at, &self.body)
    }
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let receiver = Self { url, ..Self::default() };
        let router = Router::new().fallback(any(receive)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    fn answers(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    /// Each is as openapi.json documents it.
    pub fn messages(&self) -> Vec<Message> {
        let messages = self.got.lock().unwrap().clone();
        for message in &messages {
            super::event_schema::check(&message.json());
        }
        messages
    }

    fn types(&self) -> Vec<String> {
        self.messages().iter().map(|message| message.json()["type"].as_str().unwrap().to_owned()).collect()
    }
}

async fn receive(
    State(receiver): State<Receiver>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap) {
    let body = String::from_utf8(body.to_vec()).unwrap();
    receiver.got.lock().unwrap().push(Message { headers, body });
    let status = receiver.answers.lock().unwrap().pop_front().unwrap_or(200);
    if status == 0 {
        std::future::pending::<()>().await;
    }
    let elsewhere = [(LOCATION, HeaderValue::from_static("/elsewhere"))].into_iter().collect();
    (StatusCode::from_u16(status).unwrap(), elsewhere)
}

/// Returns the webhook's path and secret.
pub async fn add(hazel: &Person<'_>, url: &str, events: &[&str]) -> (String, String) {
    let added = hazel.post("/webhooks", json!({ "url": url, "events": events })).await;
    assert_eq!(added.status, 200, "{}", added.text);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (format!("/webhooks/{}", text(&added.body["webhook"]["_id"])), text(&added.body["secret"]))
}

pub async fn deliver(shop: &TestShop) {
    deliver_lane(&shop.shop, 0).await.unwrap();
}

async fn log(hazel: &Person<'_>, webhook: &str) -> Value {
    hazel.get(&format!("{webhook}/deliveries")).await.body
}

async fn test(hazel: &Person<'_>, webhook: &str) {
    hazel.post(&format!("{webhook}/test"), json!({})).await.is(200, "");
}

on_both_engines! {
    with crate::settings::webhooks::to_this_machine;

    async fn each_event_is_sent_once_signed_and_without_the_customer(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let receiver = Receiver::start().await;
        let (_, secret) = add(&hazel, &receiver.url, &ALL).await;
        let woken = tokio::time::timeout(Duration::from_secs(20), shop.shop.webhooks.notified());
        let (woken, order) = tokio::join!(woken, ada.order("Draw Hoe", 1_000, 2));
        woken.expect("the commit wakes the job");
        let secret_of_payment = ada.start_payment(&order, 20.0).await;
        shop.provider.pay(&secret_of_payment, "4242424242424242").await;
        let body = json!({ "orders": order, "transactionId": intent_of(&secret_of_payment), "status": "pending" });
        ada.patch(&format!("/orders/{order}"), body.clone()).await.is(200, "");
        ada.patch(&format!("/orders/{order}"), body).await.is(200, "");
        hazel.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
        hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": false })).await.is(200, "");
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 500)).await.is(409, "not_enough_stock");
        let opened = hazel.get(&format!("/tools/{hoe}")).await;
        let mut body = opened.body.clone();
        (body["name"], body["availableQuantity"]) = (json!("Long Hoe"), json!(50));
        let edit = hazel.call(Method::PUT, &format!("/tools/{hoe}"));
        edit.header("If-Match", opened.header("etag")).json(body).send().await.is(200, "");
        hazel.delete(&format!("/tools/{hoe}")).await.is(200, "");
        deliver(shop).await;
        let expected = ["stock.changed", "order.paid", "purchase.paid", "order.shipped", "order.refunded", "stock.changed", "tool.changed", "tool.changed"];
        let mut types = receiver.types();
        types.sort_unstable();
        let mut sorted = expected;
        sorted.sort_unstable();
        assert_eq!(types, sorted);
        let messages = receiver.messages();
        let mut ids: Vec<_> = messages.iter().map(|message| message.header("webhook-id")).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), messages.len());
        for message in &messages {
            assert!(message.signed_with(&[&secret]), "{}", message.body);
            assert_eq!(message.header("content-type"), "application/json");
            // Identifiers have small letters only.
            assert!(!message.body.contains("Ada") && !message.body.contains('@'), "{}", message.body);
        }
        let paid = messages.iter().map(Message::json).find(|message| message["type"] == "order.paid").unwrap();
        assert_eq!((&paid["data"]["orderId"], &paid["data"]["total"], &paid["data"]["quantity"]), (&json!(order), &json!(20), &json!(2)));
        let stock = messages.iter().map(Message::json).find(|message| message["type"] == "stock.changed").unwrap();
        assert_eq!(stock["data"], json!({ "toolId": hoe, "sku": null, "availableQuantity": 50 }), "the stock when it is sent");
    }

    async fn an_order_tells_that_it_is_placed_and_how_it_ends_unpaid(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await.into_string();
        let (ada, mut hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let opened = hazel.get(&format!("/tools/{hoe}")).await;
        let edit = hazel.call(Method::PUT, &format!("/tools/{hoe}")).header("If-Match", opened.header("etag"));
        edit.json(json!({ "sku": "H-1" })).send().await.is(200, "");
        let receiver = Receiver::start().await;
        add(&hazel, &receiver.url, &["order.placed", "order.cancelled", "order.expired"]).await;
        let told = async |kind: &str| {
            deliver(shop).await;
            let messages = receiver.messages().into_iter().map(|message| message.json());
            let of_kind: Vec<Value> =
                messages.filter(|message| message["type"] == kind).map(|mut message| message["data"].take()).collect();
            of_kind
        };
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let about = json!({
            "orderId": order, "purchaseId": order, "number": ada.get(&format!("/orders/{order}")).await.body["number"],
            "toolId": hoe, "sku": "H-1", "toolName": "Draw Hoe", "quantity": 2, "price": 10, "total": 20,
        });
        assert_eq!(told("order.placed").await, std::slice::from_ref(&about));
        ada.delete(&format!("/orders/{order}")).await.is(200, "");
        assert_eq!(told("order.cancelled").await, [about]);
        let late = ada.order("Draw Hoe", 1_000, 3).await;
        shop.shop.clock.advance(Duration::from_hours(8 * 24));
        background::tidy(&shop.shop).await;
        hazel.be_signed_in().await;
        hazel.get(&format!("/manageOrders/{late}")).await.is(404, "not_found");
        let expired = told("order.expired").await;
        assert_eq!((expired.len(), &expired[0]["orderId"], &expired[0]["total"]), (1, &json!(late), &json!(30)));
        assert_eq!(told("order.cancelled").await.len(), 1, "once");
    }

    async fn a_shipped_order_has_the_pieces_that_were_not_refunded(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let receiver = Receiver::start().await;
        add(&hazel, &receiver.url, &["order.shipped"]).await;
        let (order, _) = paid_order(shop, &ada).await;
        let one = json!({ "lines": [{ "orderId": order, "quantity": 1 }], "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{order}/refund"), one).await.is(200, "");
        hazel.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
        deliver(shop).await;
        let data = receiver.messages()[0].json()["data"].take();
        assert_eq!((&data["orderId"], &data["quantity"], &data["total"]), (&json!(order), &json!(1), &json!(20)));
    }

    async fn a_failed_delivery_is_retried_for_three_days_then_the_webhook_is_paused(shop: TestShop) {
        let mut hazel = shop.admin().await;
        let receiver = Receiver::start().await;
        let (webhook, _) = add(&hazel, &receiver.url, &["tool.changed"]).await;
        shop.shop.clock.stop();
        receiver.answers(&[500, 302]);
        test(&hazel, &webhook).await;
        for wait in [0, 29, 1, 59, 1] {
            shop.shop.clock.advance(Duration::from_secs(wait));
            deliver(shop).await;
        }
        let messages = receiver.messages();
        assert_eq!(messages.len(), 3, "at once, after 30 seconds, and after a minute; the redirect is not followed");
        assert!(messages.iter().all(|message| message.header("webhook-id") == messages[0].header("webhook-id")));
        assert_ne!(messages[0].header("webhook-timestamp"), messages[1].header("webhook-timestamp"));
        let entry = log(&hazel, &webhook).await[0].clone();
        let statuses: Vec<_> = entry["attempts"].as_array().unwrap().iter().map(|attempt| &attempt["status"]).collect();
        assert_eq!((&entry["state"], statuses), (&json!("sent"), vec![&json!(200), &json!(302), &json!(500)]));
        // The owner sends it again.
        let replay = format!("{webhook}/deliveries/{}/replay", entry["_id"].as_str().unwrap());
        hazel.post(&replay, json!({})).await.is(200, "");
        hazel.post(&replay, json!({})).await.is(409, "delivery_queued");
        deliver(shop).await;
        assert_eq!(receiver.messages()[3].header("webhook-id"), messages[0].header("webhook-id"));
        // From now on the receiver fails.
        receiver.answers(&[503; 200]);
        test(&hazel, &webhook).await;
        for _ in 0..80 {
            deliver(shop).await;
            shop.shop.clock.advance(Duration::from_hours(1));
        }
        let attempts = receiver.messages().len();
        assert!((70..90).contains(&attempts), "{attempts}");
        hazel.sign_in().await;
        assert_eq!(log(&hazel, &webhook).await[0]["state"], "failed");
        let listed = hazel.get("/webhooks").await.body[0].clone();
        assert!(listed["pausedAt"].is_string() && listed["failingSince"].is_string(), "{listed}");
        hazel.post(&format!("{webhook}/test"), json!({})).await.is(409, "webhook_paused");
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        deliver(shop).await;
        assert_eq!(receiver.messages().len(), attempts, "nothing is sent while it is paused");
        // The owner resumes it.
        receiver.answers.lock().unwrap().clear();
        let body = json!({ "url": receiver.url, "events": ["tool.changed"], "paused": false });
        let resumed = hazel.put(&webhook, body).await.body;
        assert!(resumed["pausedAt"].is_null() && resumed["failingSince"].is_null(), "{resumed}");
        shop.shop.clock.advance(Duration::from_secs(1));
        test(&hazel, &webhook).await;
        deliver(shop).await;
        assert_eq!(receiver.messages().len(), attempts + 1);
        let id = trowel::values::ids::Id::parse(&webhook["/webhooks/".len()..]).unwrap();
        let mut actions: Vec<_> = shop.audit_entries(&id).await.into_iter().map(|entry| entry.action).collect();
        // The clock is stopped, so that some have the same time.
        actions.sort_unstable();
        assert_eq!(actions, ["add_webhook", "edit_webhook", "replay_webhook", "test_webhook", "test_webhook", "test_webhook"]);
    }

    async fn a_new_secret_overlaps_the_old_one_for_a_day(shop: TestShop) {
        let mut hazel = shop.admin().await;
        let receiver = Receiver::start().await;
        let (webhook, old) = add(&hazel, &receiver.url, &ALL).await;
        assert!(!hazel.get("/webhooks").await.text.contains(&old[6..]), "a secret is shown once");
        let new = hazel.post(&format!("{webhook}/secret"), json!({})).await.body["secret"].as_str().unwrap().to_owned();
        assert_ne!(old, new);
        test(&hazel, &webhook).await;
        deliver(shop).await;
        shop.shop.clock.advance(Duration::from_hours(25));
        hazel.sign_in().await;
        test(&hazel, &webhook).await;
        deliver(shop).await;
        let messages = receiver.messages();
        assert!(messages[0].signed_with(&[&new, &old]) && messages[1].signed_with(&[&new]));
        hazel.delete(&webhook).await.is(200, "");
        hazel.delete(&webhook).await.is(404, "not_found");
    }

    async fn a_receiver_that_does_not_answer_delays_no_other(shop: TestShop) {
        let hazel = shop.admin().await;
        let (silent, quick) = (Receiver::start().await, Receiver::start().await);
        silent.answers(&[0]);
        let (first, _) = add(&hazel, &silent.url, &ALL).await;
        let (second, _) = add(&hazel, &quick.url, &ALL).await;
        test(&hazel, &first).await;
        test(&hazel, &second).await;
        let lanes = async { tokio::join!(deliver_lane(&shop.shop, 0), deliver_lane(&shop.shop, 1)) };
        let waits = tokio::time::timeout(Duration::from_secs(2), lanes).await;
        assert!(waits.is_err(), "the first lane still waits");
        assert_eq!((silent.messages().len(), quick.types()), (1, vec!["test".to_owned()]));
    }

    async fn at_most_ten_addresses_are_told_and_each_is_checked(shop: TestShop) {
        let hazel = shop.admin().await;
        for (body, field) in [
            (json!({ "events": ["order.paid"] }), "url"),
            (json!({ "url": "https://a.ca/", "events": [] }), "events"),
            (json!({ "url": "https://a.ca/", "events": ["order.lost"] }), "events"),
            (json!({ "url": "file:///etc/passwd", "events": ["order.paid"] }), "url"),
        ] {
            let answer = hazel.post("/webhooks", body).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [field]);
        }
        for _ in 0..10 {
            add(&hazel, "https://hooks.example.ca/", &ALL).await;
        }
        let body = json!({ "url": "https://hooks.example.ca/", "events": ALL });
        hazel.post("/webhooks", body).await.is(409, "too_many_webhooks");
    }
}

/// An administrator must not reach the machines beside the shop.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_private_address_gets_a_webhook() {
    crate::support::with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        for url in [
            "https://127.0.0.1/",
            "https://169.254.169.254/",
            "https://10.0.0.1/",
            "https://[::1].x/",
            "http://example.ca/",
        ] {
            let answer = hazel.post("/webhooks", json!({ "url": url, "events": ALL })).await;
            answer.is(422, "invalid_field");
        }
        let (webhook, _) = add(&hazel, "https://hooks.example.ca/", &ALL).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // A name that has moved to a private address since it was saved.
        let url = format!("https://localhost:{}/", listener.local_addr().unwrap().port());
        shop.execute(&by_hand::MOVE, params![url]).await;
        shop.shop.webhooks.refresh(&shop.shop.db).await.unwrap();
        test(&hazel, &webhook).await;
        deliver(shop).await;
        let attempt = log(&hazel, &webhook).await[0]["attempts"][0].clone();
        assert_eq!(
            attempt["error"],
            "The address is in a private network, and webhooks go to public addresses only."
        );
        let connected = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(connected.is_err(), "no connection was made");
    })
    .await;
}
