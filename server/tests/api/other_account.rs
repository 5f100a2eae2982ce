//! Keys of another account in the settings: what was begun at the first one is unknown there, and is not lost for that.

use std::time::Duration;

use serde_json::json;
use trowel::background::tidy;

use crate::{
    nodes::at,
    payment::{GOOD_CARD, order_and_intent, order_of, provider_state, report, without_webhooks},
    support::{Setup, on_both_engines},
};

on_both_engines! {
    async fn a_payment_begun_at_another_account_is_kept_for_it(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let (mut ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, secret, intent) = order_and_intent(&ada).await;
        let setup = Setup { card_key: "sk_test_of_another_account", engine: shop.shop.db.engine(), ..Setup::sqlite() };
        let other = shop.another_node(&setup).await;
        other.shop.clock.advance(Duration::from_mins(11));
        tidy(&other.shop).await;
        let again = json!({ "totalPrice": 20, "orderId": order });
        at(&other, &ada).post("/create-payment-intent", again).await.is(409, "payment_elsewhere");
        let refund = at(&other, &hazel).post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await;
        refund.is(409, "payment_elsewhere");
        ada.sign_in().await;
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        report(&ada, &order, &intent).await.is(200, "");
        assert_eq!(order_of(&ada, &order).await["paid"], json!(true));

        let (order, secret, _) = order_and_intent(&ada).await;
        at(&other, &ada).delete(&format!("/orders/{order}")).await.is(200, "");
        assert_eq!(shop.stock(&hoe).await, 8, "nobody waits for keys that may never come back");
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        shop.shop.clock.advance(Duration::from_mins(11));
        tidy(&shop.shop).await;
        tidy(&shop.shop).await;
        let state = provider_state(shop).await;
        assert_eq!(state["refunds"].as_array().map(Vec::len), Some(1), "{state}");
        other.close().await;
    }
}
