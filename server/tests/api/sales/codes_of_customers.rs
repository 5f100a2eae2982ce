//! A code that each customer uses once: who hears that it was used, and which tries count.

use serde_json::{Value, json};

use crate::{
    sales::{
        checkout::{address, body, buy, check_out, put, quote},
        discount_codes::{add_code, use_code},
        guests::with_basket,
    },
    support::on_both_engines,
};

const ENDED: &str = "The code ONCE does not work any more.";

fn to() -> Value {
    address("QC", "H2X 1Y4")
}

fn once() -> Value {
    json!({ "code": "ONCE", "kind": "amount", "value": 5, "oncePerCustomer": true })
}

on_both_engines! {
    with crate::sales::entered_purchases::in_the_demo_with_mail;

    async fn a_code_that_its_account_has_used_is_no_discount_in_the_basket(shop: TestShop) {
        let hazel = shop.admin().await;
        add_code(&hazel, once()).await;
        let mut ada = shop.verified_customer("Ada").await;
        let hat = shop.tool("Hat", 2_000, 100, 1).await;
        put(&ada, &hat, 1).await;
        use_code(&ada, "once").await.is(200, "");
        buy(&ada, &to()).await;
        // Before a login the shop does not know whose code it is.
        let visitor = with_basket(shop, &hat).await;
        assert_eq!(use_code(&visitor, "once").await.body["quote"]["discount"], 5);
        ada.cookie = format!("{}; {}", ada.cookie, visitor.cookie);
        let joined = ada.get("/basket").await.body["quote"].take();
        assert_eq!((&joined["discount"], &joined["code"]["detail"]), (&json!(0), &json!(ENDED)));
        let seen = quote(&ada, &to(), None).await;
        assert_eq!(seen["discount"], 0);
        check_out(&ada, "again", body(&seen, &to())).await.is(200, "");
    }

    async fn a_visitor_whose_mailbox_has_used_a_code_can_buy_without_it(shop: TestShop) {
        let hazel = shop.admin().await;
        add_code(&hazel, once()).await;
        let ada = shop.verified_customer("Ada").await;
        let hat = shop.tool("Hat", 2_000, 100, 1).await;
        put(&ada, &hat, 1).await;
        use_code(&ada, "once").await.is(200, "");
        buy(&ada, &to()).await;
        let visitor = with_basket(shop, &hat).await;
        let attempt = async |key: &str| {
            let seen = quote(&visitor, &to(), None).await;
            let mut body = body(&seen, &to());
            body["email"] = json!("ada+garden@example.com");
            (seen["discount"].clone(), check_out(&visitor, key, body).await)
        };
        // Each refusal tells something of the typed address, so it counts as a try.
        for number in 0..10 {
            use_code(&visitor, "once").await.is(200, "");
            let (discount, refused) = attempt(&format!("code-{number}")).await;
            refused.is(409, "quote_changed");
            assert_eq!((discount, &refused.body["changes"]), (json!(5), &json!([ENDED])));
        }
        use_code(&visitor, "once").await.is(429, "too_many_codes_tried");
        let (discount, bought) = attempt("without").await;
        assert_eq!((discount, bought.status), (json!(0), 200), "{}", bought.text);
    }

    async fn a_login_keeps_the_code_that_works(shop: TestShop) {
        let hazel = shop.admin().await;
        add_code(&hazel, json!({ "code": "GOOD", "kind": "amount", "value": 3 })).await;
        let dead = add_code(&hazel, json!({ "code": "DEAD", "kind": "amount", "value": 9 })).await;
        let mut ada = shop.customer("Ada").await;
        let hat = shop.tool("Hat", 2_000, 100, 1).await;
        put(&ada, &hat, 1).await;
        use_code(&ada, "good").await.is(200, "");
        let visitor = with_basket(shop, &hat).await;
        use_code(&visitor, "dead").await.is(200, "");
        hazel.delete(&format!("/discountCodes/{dead}")).await.is(200, "");
        ada.cookie = format!("{}; {}", ada.cookie, visitor.cookie);
        let joined = ada.get("/basket").await.body["quote"].take();
        assert_eq!((&joined["code"]["code"], &joined["discount"]), (&json!("GOOD"), &json!(3)));
    }

    async fn only_tries_that_fail_count(shop: TestShop) {
        let hazel = shop.admin().await;
        add_code(&hazel, once()).await;
        let ada = shop.customer("Ada").await;
        put(&ada, &shop.tool("Hat", 2_000, 100, 1).await, 1).await;
        for _ in 0..11 {
            use_code(&ada, "once").await.is(200, "");
        }
        for _ in 0..10 {
            use_code(&ada, "guess").await.is(422, "code_not_valid");
        }
        use_code(&ada, "guess").await.is(429, "too_many_codes_tried");
    }

    async fn an_active_code_is_listed_before_200_that_have_ended(shop: TestShop) {
        let hazel = shop.admin().await;
        let lasting = add_code(&hazel, json!({ "code": "LASTING", "kind": "percent", "value": 15 })).await;
        for number in 0..200 {
            let code = json!({ "code": format!("WEEK{number}"), "kind": "percent", "value": 5 });
            let id = add_code(&hazel, code).await;
            hazel.delete(&format!("/discountCodes/{id}")).await.is(200, "");
        }
        let listed = hazel.get("/discountCodes").await.body;
        assert_eq!((listed.as_array().unwrap().len(), &listed[0]["_id"]), (200, &json!(lasting)));
    }
}
