use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{Delivery, NOW, Provider, SECRET_KEY, Shop, WEBHOOK_SECRET, answer, error, text};

async fn shop_and_provider() -> (Shop, Provider) {
    let shop = Shop::open().await;
    let provider = Provider::start().await;
    provider.sandbox.set_webhook_url(&shop.url);
    (shop, provider)
}

/// HMAC-SHA256 written out as RFC 2104 has it, so as not to check the library by itself.
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
fn the_check_itself_agrees_with_a_published_vector() {
    // RFC 4231, test case 2.
    let mac = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    assert_eq!(hmac("Jefe", "what do ya want for nothing?"), mac);
}

/// The time of a signature, if it is one of ours.
fn verified(delivery: &Delivery) -> Option<i64> {
    let (time, mac) = delivery.signature.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
    let expected = hmac(WEBHOOK_SECRET, &format!("{time}.{}", delivery.body));
    (mac == expected).then(|| time.parse().unwrap())
}

#[tokio::test]
async fn a_payment_is_told_signed_and_in_order() {
    let (mut shop, provider) = shop_and_provider().await;
    let paid = provider.paid_intent().await;
    let created = shop.next().await;
    assert_eq!(verified(&created), Some(NOW));
    assert_eq!(created.event()["data"]["object"]["status"], "requires_payment_method");
    assert_eq!(shop.next().await.kind(), "charge.succeeded");
    let succeeded = shop.next().await;
    assert_eq!(verified(&succeeded), Some(NOW));
    let event = succeeded.event();
    assert_eq!((&event["type"], &event["livemode"]), (&json!("payment_intent.succeeded"), &json!(false)));
    let object = &event["data"]["object"];
    assert_eq!((&object["id"], &object["amount_received"]), (&paid["id"], &json!(12550)));
    assert_eq!(object["metadata"]["order_id"], "order-1");
}

#[tokio::test]
async fn declines_cancellations_and_refunds_are_told() {
    let (mut shop, provider) = shop_and_provider().await;
    let intent = provider.intent().await;
    let path = format!("/v1/payment_intents/{}", text(&intent["id"]));
    provider
        .post(&format!("{path}/confirm"), &[("payment_method", "pm_card_chargeDeclined")])
        .send()
        .await
        .unwrap();
    answer(provider.post(&format!("{path}/cancel"), &[])).await;
    let kinds = shop.next_kinds(4).await;
    assert!(kinds.contains(&"payment_intent.payment_failed".to_owned()), "{kinds:?}");
    assert!(kinds.contains(&"payment_intent.canceled".to_owned()), "{kinds:?}");

    let paid = provider.paid_intent().await;
    shop.next_kinds(3).await;
    answer(provider.post("/v1/refunds", &[("payment_intent", text(&paid["id"]))])).await;
    let refunded = shop.next().await.event();
    assert_eq!(refunded["type"], "charge.refunded");
    assert_eq!(refunded["data"]["object"]["payment_intent"], paid["id"]);
}

#[tokio::test]
async fn a_shop_that_fails_is_asked_again_until_it_takes_the_event() {
    let (mut shop, provider) = shop_and_provider().await;
    shop.answers.lock().unwrap().extend([500, 302]);
    provider.intent().await;
    let tries = [shop.next().await, shop.next().await, shop.next().await];
    let ids: Vec<Value> = tries.iter().map(|delivery| delivery.event()["id"].clone()).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    provider.intent().await;
    assert_ne!(shop.next().await.event()["id"], ids[0]);
    shop.assert_quiet();
}

#[tokio::test]
async fn webhooks_can_be_held_turned_round_and_released() {
    let (mut shop, provider) = shop_and_provider().await;
    provider.faults(json!({ "webhooks": [{ "times": 3, "action": "hold" }] })).await;
    provider.paid_intent().await;
    provider.intent().await;
    assert_eq!(shop.next().await.kind(), "payment_intent.created");
    shop.assert_quiet();
    let held = provider.state().await["webhooks"]["held"].clone();
    assert_eq!(held.as_array().unwrap().len(), 3);
    assert_eq!(provider.release(true).await["released"], 3);
    let kinds = shop.next_kinds(3).await;
    assert_eq!(kinds, ["payment_intent.succeeded", "charge.succeeded", "payment_intent.created"]);
}

#[tokio::test]
async fn webhooks_can_be_doubled_dropped_delayed_and_forged() {
    let (mut shop, provider) = shop_and_provider().await;
    provider
        .faults(json!({ "webhooks": [
            { "type": "payment_intent.created", "action": "duplicate" },
            { "type": "charge.succeeded", "action": "drop" },
            { "type": "payment_intent.succeeded", "action": "bad_signature" },
        ] }))
        .await;
    provider.paid_intent().await;
    assert_eq!(shop.next_kinds(2).await, ["payment_intent.created", "payment_intent.created"]);
    let forged = shop.next().await;
    assert_eq!((forged.kind(), verified(&forged)), ("payment_intent.succeeded".to_owned(), None));
    let missed = answer(provider.get("/v1/events?type=charge.*")).await;
    assert_eq!(missed["data"].as_array().unwrap().len(), 1, "what was dropped is on the list");

    provider
        .faults(json!({ "webhooks": [
            { "type": "charge.succeeded", "action": "reorder" },
            { "type": "payment_intent.succeeded", "action": "stale_signature" },
        ] }))
        .await;
    provider.paid_intent().await;
    shop.next().await;
    let stale = shop.next().await;
    assert_eq!((stale.kind(), verified(&stale)), ("payment_intent.succeeded".to_owned(), Some(NOW - 3_600)));
    assert_eq!(shop.next().await.kind(), "charge.succeeded");

    provider.faults(json!({ "webhooks": [{ "type": "payment_*", "action": "no_signature" }] })).await;
    provider.intent().await;
    assert_eq!(shop.next().await.signature, "");

    provider.faults(json!({ "webhooks": [{ "action": "wrong_amount" }] })).await;
    provider.intent().await;
    let lie = shop.next().await;
    assert_eq!(lie.event()["data"]["object"]["amount"], 12650);
    assert!(verified(&lie).is_some());
    assert_eq!(provider.state().await["intents"][0]["amount"], 12550, "the truth is untouched");
}

#[tokio::test]
async fn a_delayed_webhook_is_overtaken_by_those_behind_it() {
    let (mut shop, provider) = shop_and_provider().await;
    let fault = json!({ "type": "payment_intent.*", "times": 2, "action": { "delay_ms": 300 } });
    provider.faults(json!({ "webhooks": [fault] })).await;
    provider.paid_intent().await;
    assert_eq!(shop.next().await.kind(), "charge.succeeded");
    let late = shop.next_kinds(2).await;
    assert!(late.iter().all(|kind| kind.starts_with("payment_intent.")), "{late:?}");
    provider.intent().await;
    assert_eq!(shop.next().await.kind(), "payment_intent.created");
}

#[tokio::test]
async fn a_list_of_events_is_turned_page_by_page() {
    let provider = Provider::start().await;
    for second in 0..5 {
        provider.clock.store(NOW + second, std::sync::atomic::Ordering::Relaxed);
        provider.paid_intent().await;
    }
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
}

#[tokio::test]
async fn an_event_can_be_sent_again_days_later() {
    let (mut shop, provider) = shop_and_provider().await;
    provider.intent().await;
    let first = shop.next().await;
    let later = NOW + 3 * 86_400;
    provider.clock.store(later, std::sync::atomic::Ordering::Relaxed);
    let url = provider.url("/_control/webhooks/resend");
    let body = json!({ "event": first.event()["id"] });
    answer(provider.client.post(url).bearer_auth(SECRET_KEY).json(&body)).await;
    let again = shop.next().await;
    assert_eq!((again.event(), verified(&again)), (first.event(), Some(later)));
}

#[tokio::test]
async fn events_are_listed_for_those_who_missed_them() {
    let provider = Provider::start().await;
    let paid = provider.paid_intent().await;
    provider.clock.store(NOW + 60, std::sync::atomic::Ordering::Relaxed);
    provider.intent().await;
    let all = answer(provider.get("/v1/events?limit=100")).await;
    assert_eq!(all["data"].as_array().unwrap().len(), 4);
    assert_eq!(all["data"][0]["created"], NOW + 60);
    let some =
        answer(provider.get("/v1/events?types[]=payment_intent.succeeded&types[]=charge.refunded")).await;
    assert_eq!(some["data"][0]["data"]["object"]["id"], paid["id"]);
    assert_eq!(some["data"].as_array().unwrap().len(), 1);
    let late = answer(provider.get(&format!("/v1/events?created[gte]={}", NOW + 1))).await;
    assert_eq!(late["data"].as_array().unwrap().len(), 1);
    let one = answer(provider.get(&format!("/v1/events/{}", text(&late["data"][0]["id"])))).await;
    assert_eq!(one, late["data"][0]);
}
