//! What a guest hears of a paid order, who may never open the mailed link.

use serde_json::json;

use crate::{
    sales::guests::{bought, open_shop_of},
    support::on_both_engines,
};

on_both_engines! {
    with crate::sales::guests::with_mail;

    async fn a_guest_hears_that_the_order_ships_and_goes_back(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = open_shop_of(shop, &hazel).await;
        let (_, order) = bought(shop, &hoe, "bo@example.com").await;
        let ship = json!({ "status": "Approved and shipped" });
        hazel.patch(&format!("/orders/{order}"), ship).await.is(200, "");
        hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": false })).await.is(200, "");
        trowel::sales::payments::job::reconcile(&shop.shop).await;
        let letters = shop.letters_to("bo@example.com").await;
        let kinds: Vec<_> = letters.iter().map(|letter| letter.kind.as_str()).collect();
        assert_eq!(kinds, ["guest_order", "order_shipped", "order_refunded"]);
        for letter in &letters[1..] {
            let text = &letter.text_body;
            assert!(text.contains("/guest-order") && !text.contains("/dashboard/"), "no page needs a login: {text}");
            assert!(!text.contains("/purchases/"), "{text}");
        }
    }
}
