use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::support::{Delivery, NOW, Provider, Shop, WEBHOOK_SECRET, answer, error, text};

async fn shop_and_provider() -> (Shop, Provider) {
    let shop = Shop::open().await;
    let provider = Provider::start().await;
    provider.sandbox.set_webhook_url(&shop.url);
    (shop, provider)
}

/// HMAC-SHA256 as in RFC 2104, independent of the library under test.
fn hmac(secret: &str, text: &str) -> String {
    let padded = |pad: u8| -> Vec<u8> {
        let mut block = vec![pad; 64];
        block.iter_mut().zip(secret.bytes()).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(text).finalize();
    let outer = Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize();
    outer.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn the_check_agrees_with_a_published_vector() {
    // RFC 4231, test case 2.
    let mac = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    assert_eq!(hmac("Jefe", "what do ya want for nothing?"), mac);
}

/// The time of the signature.
fn verified(delivery: &Delivery) -> i64 {
    let (time, mac) = delivery.signature.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
    assert_eq!(mac, hmac(WEBHOOK_SECRET, &format!("{time}.{}", delivery.body)));
    time.parse().unwrap()
}

#[tokio::test]
async fn webhooks_are_signed_and_in_order() {
    let (mut shop, provider) = shop_and_provider().await;
    let paid = provider.paid_intent().await;
    let created = shop.next().await;
    assert_eq!(verified(&created), NOW);
    assert_eq!(created.event()["data"]["object"]["status"], "requires_payment_method");
    assert_eq!(shop.next().await.kind(), "charge.succeeded");
    let succeeded = shop.next().await;
    assert_eq!(verified(&succeeded), NOW);
    let event = succeeded.event();
    assert_eq!((&event["type"], &event["livemode"]), (&json!("payment_intent.succeeded"), &json!(false)));
    let object = &event["data"]["object"];
    assert_eq!((&object["id"], &object["amount_received"]), (&paid["id"], &json!(12550)));
    assert_eq!(object["metadata"]["order_id"], "order-1");
    answer(provider.post("/v1/refunds", &[("payment_intent", text(&paid["id"]))])).await;
    let refunded = shop.next().await.event();
    assert_eq!(refunded["type"], "charge.refunded");
    assert_eq!(refunded["data"]["object"]["payment_intent"], paid["id"]);

    let intent = provider.intent().await;
    let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
    error(provider.post(&format!("{path}/confirm"), &[("payment_method", "pm_card_chargeDeclined")]), 402)
        .await;
    answer(provider.post(&format!("{path}/cancel"), &[])).await;
    let mut kinds = shop.next_kinds(4).await;
    kinds.sort();
    let expected = [
        "charge.failed",
        "payment_intent.canceled",
        "payment_intent.created",
        "payment_intent.payment_failed",
    ];
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn a_webhook_is_repeated_until_the_shop_accepts_it() {
    let (mut shop, provider) = shop_and_provider().await;
    shop.answers.lock().unwrap().extend([500, 302]);
    provider.intent().await;
    let id = shop.next().await.event()["id"].clone();
    for _ in 0..2 {
        assert_eq!(shop.next().await.event()["id"], id);
    }
    provider.intent().await;
    assert_ne!(shop.next().await.event()["id"], id);
    shop.assert_quiet();
}

#[tokio::test]
async fn webhooks_can_be_held_released_and_dropped() {
    let (mut shop, provider) = shop_and_provider().await;
    provider.faults(json!({ "webhooks": [{ "times": 3, "action": "hold" }] })).await;
    provider.paid_intent().await;
    provider.intent().await;
    assert_eq!(shop.next().await.kind(), "payment_intent.created");
    shop.assert_quiet();
    let held = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];
    assert_eq!(provider.state().await["held_webhooks"], json!(held));
    assert_eq!(provider.release(true).await["released"], 3);
    let mut kinds = shop.next_kinds(3).await;
    kinds.reverse();
    assert_eq!(kinds, held);

    provider.faults(json!({ "webhooks": [{ "action": "drop" }] })).await;
    provider.paid_intent().await;
    assert_eq!(shop.next_kinds(2).await, held[1..]);
    let created = answer(provider.get("/v1/events?types[]=payment_intent.created")).await;
    assert_eq!(created["data"].as_array().unwrap().len(), 3, "the dropped event is listed");
}

#[tokio::test]
async fn the_endpoint_of_the_settings_is_listed() {
    let provider = Provider::start().await;
    let list = async || answer(provider.get("/v1/webhook_endpoints?limit=100")).await;
    assert_eq!(list().await["data"], json!([]));
    provider.sandbox.set_webhook_url("http://127.0.0.1:1/hooks");
    let endpoint = &list().await["data"][0];
    assert_eq!(
        (&endpoint["url"], &endpoint["status"]),
        (&json!("http://127.0.0.1:1/hooks"), &json!("enabled"))
    );
    assert_eq!(endpoint["enabled_events"], json!(["*"]));
}

#[tokio::test]
async fn events_are_listed_by_type_and_time_in_pages() {
    let provider = Provider::start().await;
    for second in 0..5 {
        provider.clock.store(NOW + second, std::sync::atomic::Ordering::Relaxed);
        provider.paid_intent().await;
    }
    let all = answer(provider.get("/v1/events?limit=100")).await;
    assert_eq!((all["data"].as_array().unwrap().len(), &all["data"][0]["created"]), (15, &json!(NOW + 4)));
    let first = format!("/v1/events?types[]=payment_intent.succeeded&created[gte]={}&limit=2", NOW + 1);
    let (mut path, mut created, mut pages) = (first.clone(), Vec::new(), 0);
    loop {
        let page = answer(provider.get(&path)).await;
        let events = page["data"].as_array().unwrap();
        created.extend(events.iter().map(|event| event["created"].as_i64().unwrap() - NOW));
        assert!(events.iter().all(|event| event["type"] == "payment_intent.succeeded"));
        pages += 1;
        if page["has_more"] == false {
            break;
        }
        path = format!("{first}&starting_after={}", text(&events.last().unwrap()["id"]));
    }
    assert_eq!((created, pages), (vec![4, 3, 2, 1], 2));
    let unknown = error(provider.get(&format!("{first}&starting_after=evt_none")), 400).await;
    assert_eq!((&unknown["code"], &unknown["param"]), (&json!("resource_missing"), &json!("starting_after")));
    error(provider.get("/v1/events?limit=101"), 400).await;
}
