//! Payments that do not match their order: they pay nothing, are reported to the owner, and are refunded when an
//! administrator deletes the order.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::app::background::tidy;

use crate::{
    base::nodes::at,
    sales::payment::{GOOD_CARD, order_and_intent, order_of, provider_state, report, without_webhooks},
    support::{Person, Setup, TestShop, on_both_engines},
};

async fn differences(admin: &Person<'_>) -> Vec<(String, String)> {
    let body = admin.get("/ledger").await.body;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let found = body["differences"].as_array().unwrap_or_else(|| panic!("{body}"));
    let subject = |it: &Value| format!("{} {}", text(&it["kind"]), text(&it["id"]));
    found.iter().map(|found| (text(&found["kind"]), subject(&found["subject"]))).collect()
}

/// The intent changes at the provider, and then the customer pays it.
pub async fn misfit(shop: &TestShop, ada: &Person<'_>, change: &[(&str, &str)]) -> (String, String) {
    let (order, secret, intent) = order_and_intent(ada).await;
    let path = format!("/v1/payment_intents/{intent}");
    shop.provider.call(Method::POST, &path, shop.provider.secret_key, change).await.is(200, "");
    shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
    (order, intent)
}

/// This shop with card payment switched off.
async fn switched_off(shop: &TestShop) -> TestShop {
    shop.another_node(&Setup { cards: false, engine: shop.shop.db.engine(), ..Setup::sqlite() }).await
}

on_both_engines! {
    async fn a_payment_that_does_not_fit_is_in_the_books_and_pays_nothing(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, mut hazel) = (shop.customer("Ada").await, shop.admin().await);
        for change in [[("amount", "1500")], [("amount", "2001")], [("currency", "usd")], [("metadata[order_id]", "another")], [("metadata[order_id]", "")]] {
            without_webhooks(shop).await;
            let (order, intent) = misfit(shop, &ada, &change).await;
            report(&ada, &order, &intent).await.is(409, "payment_mismatch");
            tidy(&shop.shop).await;
            shop.shop.clock.advance(Duration::from_secs(61));
            tidy(&shop.shop).await;
            assert_eq!(order_of(&ada, &order).await["paid"], false);
            assert_eq!(differences(&hazel).await, [("mismatch".to_owned(), format!("payment {intent}"))], "{change:?}");
            ada.delete(&format!("/orders/{order}")).await.is(409, "payment_under_way");
            let deleted = hazel.delete(&format!("/orders/{order}")).await;
            assert_eq!(deleted.status, 200, "{}", deleted.text);
            tidy(&shop.shop).await;
            assert_eq!(differences(&hazel).await, [], "{change:?}: the money went back with the order");
            let state = provider_state(shop).await;
            assert_eq!(state["refunds"][0]["payment_intent"], intent.as_str(), "{state}");
            hazel.sign_in().await;
        }
        assert_eq!(shop.stock(&hoe).await, 100);
    }

    async fn a_payment_of_the_other_mode_is_in_the_books(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let hazel = shop.admin().await;
        let (_, secret, intent) = order_and_intent(&ada).await;
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        let lie = json!({ "path_contains": "/v1/payment_intents", "method": "GET", "action": "wrong_livemode", "times": 2 });
        shop.provider.misbehave(json!({ "rest": [lie] })).await;
        let body = hazel.get("/ledger").await.body;
        let found = &body["differences"][0];
        assert_eq!((&found["kind"], &found["subject"]), (&json!("mismatch"), &json!({ "kind": "payment", "id": intent })), "{body}");
        assert!(found["otherSays"].as_str().unwrap().ends_with("in live mode"), "{found}");
    }

    async fn it_stays_in_the_books_however_old_it_is(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let (ada, mut hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, intent) = misfit(shop, &ada, &[("amount", "1500")]).await;
        for _ in 0..3 {
            shop.shop.clock.advance(Duration::from_hours(24 * 24));
            tidy(&shop.shop).await;
            hazel.sign_in().await;
            assert_eq!(differences(&hazel).await, [("mismatch".to_owned(), format!("payment {intent}"))]);
        }
        assert_eq!(hazel.get(&format!("/orders/{order}")).await.body["paid"], false, "it did not expire with the money in it");
    }

    async fn while_payment_is_off_orders_go_and_what_is_paid_later_goes_back(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let hazel = shop.admin().await;
        let (paid, secret, intent) = order_and_intent(&ada).await;
        let (unpaid, unpaid_secret, unpaid_intent) = order_and_intent(&ada).await;
        let off = switched_off(shop).await;
        at(&off, &ada).delete(&format!("/orders/{paid}")).await.is(200, "");
        at(&off, &hazel).delete(&format!("/orders/{unpaid}")).await.is(200, "");
        assert_eq!(shop.stock(&hoe).await, 100);
        let mut open: Vec<_> = differences(&at(&off, &hazel)).await;
        open.sort();
        let mut expected = [&intent, &unpaid_intent].map(|intent| ("orphan_intent".to_owned(), format!("payment {intent}")));
        expected.sort();
        assert_eq!(open, expected, "the owner is told");
        // The customer pays in a tab that was open all the time.
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        tidy(&off.shop).await;
        shop.shop.clock.advance(Duration::from_mins(11));
        tidy(&shop.shop).await;
        tidy(&shop.shop).await;
        assert_eq!(differences(&hazel).await, []);
        assert_eq!(shop.provider.pay(&unpaid_secret, GOOD_CARD).await.status, 400, "an intent of a deleted order cannot be paid");
        let state = provider_state(shop).await;
        let refunds = state["refunds"].as_array().unwrap();
        assert_eq!((refunds.len(), &refunds[0]["payment_intent"]), (1, &json!(intent)));
        off.close().await;
    }

    async fn while_payment_is_off_orders_wait_for_the_owner(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let hazel = shop.admin().await;
        let (order, ..) = order_and_intent(&ada).await;
        let off = switched_off(shop).await;
        off.shop.clock.advance(Duration::from_hours(7 * 24 + 1));
        tidy(&off.shop).await;
        assert_eq!(shop.stock(&hoe).await, 98);
        let mut there = at(&off, &hazel);
        there.sign_in().await;
        there.delete(&format!("/orders/{order}")).await.is(200, "");
        assert_eq!(shop.stock(&hoe).await, 100);
        off.close().await;
    }
}
