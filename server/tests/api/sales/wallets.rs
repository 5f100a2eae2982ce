//! What wallets rely on: the fields of the intent, prices by area, Apple's file.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    sales::{
        checkout::{address, body, buy, check_out, quote, two_tools},
        payment::provider_state,
    },
    support::{APPLE_PAY_ASSOCIATION, Setup, on_both_engines, with_shop},
};

on_both_engines! {
    with crate::sales::basket::in_the_demo;

    async fn an_intent_takes_cards_and_link_and_leaves_the_shipping_to_the_wallet(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        two_tools(shop, &ada).await;
        let (purchase, secret) = buy(&ada, &address("QC", "H2X 1Y4")).await;
        let again = ada.post(&format!("/purchases/{purchase}/payment"), json!({})).await;
        assert_eq!(again.body["clientSecret"], secret.as_str());
        let state = provider_state(shop).await;
        let [intent] = &state["intents"].as_array().unwrap()[..] else { panic!("one intent: {state}") };
        assert_eq!(intent["payment_method_types"], json!(["card", "link"]));
        assert_eq!(intent["shipping"], Value::Null, "a wallet's own would be refused");
        assert_eq!((&intent["amount"], &intent["currency"]), (&json!(51_047), &json!("cad")));
    }

    async fn the_area_of_a_postal_code_has_the_price_of_the_whole_address(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        two_tools(shop, &ada).await;
        for (province, area, code) in
            [("QC", "H2X", "H2X 1Y4"), ("NS", "b3j ", "B3J 1A1"), ("NU", "X0A", "X0A 0H0"), ("ON", "K1A", "K1A 0B1")]
        {
            let by_area = quote(&ada, &json!({ "province": province, "postalCode": area }), None).await;
            let whole = quote(&ada, &address(province, code), None).await;
            assert_eq!((&by_area["digest"], &by_area["total"]), (&whole["digest"], &whole["total"]), "{area}");
        }
        let place = json!({ "postalCode": "X0A" });
        assert_eq!(quote(&ada, &place, None).await["destination"], json!({ "province": "NU", "postalCode": "X0A" }));
        // The sheet showed the area's sum. The whole address is known when the customer agrees.
        let shown = quote(&ada, &json!({ "province": "QC", "postalCode": "H2X" }), None).await;
        let placed = check_out(&ada, "wallet", body(&shown, &address("QC", "H2X 1Y4"))).await;
        assert_eq!((placed.status, &placed.body["total"]), (200, &shown["total"]), "{}", placed.text);
    }

    async fn another_place_than_the_wallet_showed_charges_nothing(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        two_tools(shop, &ada).await;
        let shown = quote(&ada, &json!({ "province": "QC", "postalCode": "H2X" }), None).await;
        let refused = check_out(&ada, "wallet", body(&shown, &address("NS", "B3J 1A1"))).await;
        refused.is(409, "quote_changed");
        assert_ne!(refused.body["quote"]["total"], shown["total"]);
        assert_eq!(provider_state(shop).await["intents"], json!([]));
        let area = check_out(&ada, "area", body(&shown, &address("QC", "H2X"))).await;
        area.is(422, "invalid_field");
    }
}

#[tokio::test]
async fn apple_reads_the_providers_file_and_a_shop_without_it_has_none() {
    let path = "/.well-known/apple-developer-merchantid-domain-association";
    with_shop(Setup::sqlite(), async |shop| {
        let file = shop.fetch(Method::GET, path).send().await;
        assert_eq!((file.status, &*file.text), (200, APPLE_PAY_ASSOCIATION));
    })
    .await;
    with_shop(Setup { cards: false, ..Setup::sqlite() }, async |shop| {
        assert_eq!(shop.fetch(Method::GET, path).send().await.status, 404);
    })
    .await;
}
