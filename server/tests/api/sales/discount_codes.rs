//! Discount codes: never used more often than allowed, returned with an unpaid purchase, and silent to who tries them.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    db::{Statement, params, statement},
    sales::payments::job::reconcile,
    values::ids::Id,
};

use crate::{
    sales::checkout::{address, assert_adds_up, body, books, buy, check_out, pay, put, quote, two_tools},
    support::{Answer, Person, intent_of, on_both_engines},
};

const DECLINED: &str = "4000000000000002";
/// The bank asks for 3-D Secure.
const ASKS: &str = "4000002500003155";
const USED_WRONG: Statement =
    statement!(USED_WRONG, "UPDATE discount_codes SET used = used + $2 WHERE id = $1");

/// Taxes are the ones of Québec, and nothing is charged for the delivery from 150 dollars on.
fn to() -> Value {
    address("QC", "H2X 1Y4")
}

pub async fn add_code(admin: &Person<'_>, code: Value) -> String {
    let added = admin.post("/discountCodes", code).await;
    assert_eq!(added.status, 200, "{}", added.text);
    added.body["insertedId"].as_str().unwrap().to_owned()
}

pub async fn use_code(person: &Person<'_>, code: &str) -> Answer {
    person.put("/basket/code", json!({ "code": code })).await
}

/// The browser reports the payment, and reports it again.
async fn pay_confirmed(person: &Person<'_>, purchase: &str, secret: &str) {
    for _ in 0..2 {
        let body = json!({ "transactionId": intent_of(secret) });
        person.post(&format!("/purchases/{purchase}/confirm"), body).await.is(200, "");
    }
    assert_eq!(person.get(&format!("/purchases/{purchase}")).await.body["paid"], true);
}

async fn code_of(admin: &Person<'_>, id: &str) -> Value {
    let codes = admin.get("/discountCodes").await.body;
    codes.as_array().unwrap().iter().find(|code| code["_id"] == id).unwrap().clone()
}

pub async fn used(admin: &Person<'_>, id: &str) -> i64 {
    code_of(admin, id).await["used"].as_i64().unwrap()
}

fn ten_percent() -> Value {
    json!({ "code": "SPRING10", "kind": "percent", "value": 10 })
}

mod in_demo {
    use super::*;

    on_both_engines! {
        with crate::sales::basket::in_the_demo;

        async fn a_code_takes_off_the_goods_before_the_taxes(shop: TestShop) {
            let hazel = shop.admin().await;
            let ada = shop.verified_customer("Ada").await;
            let (_, gloves) = two_tools(shop, &ada).await;
            assert_eq!(ada.get("/basket").await.body["takesCodes"], Value::Null, "the shop has no code");
            let id = add_code(&hazel, ten_percent()).await;
            assert_eq!(ada.get("/basket").await.body["takesCodes"], true);
            let basket = use_code(&ada, " spring 10").await;
            assert_eq!(basket.status, 200, "{}", basket.text);
            assert_eq!(basket.body["quote"]["code"], json!({ "code": "SPRING10", "freeDelivery": false }));
            let seen = quote(&ada, &to(), None).await;
            // The published example, with free delivery: 399.58 × 5 % and × 9.975 %.
            assert_eq!((&seen["goods"], &seen["discount"]), (&json!(443.98), &json!(44.4)));
            assert_eq!(seen["total"], 459.42, "399.58 + 19.98 + 39.86");
            let placed = check_out(&ada, "k", body(&seen, &to())).await;
            assert_eq!((placed.status, &placed.body["total"]), (200, &json!(459.42)), "{}", placed.text);
            let purchase_id = placed.body["purchaseId"].as_str().unwrap().to_owned();
            let purchase = ada.get(&format!("/purchases/{purchase_id}")).await.body;
            assert_eq!((&purchase["discount"], &purchase["discountCode"]), (&json!(44.4), &json!("SPRING10")));
            assert_adds_up(&purchase);
            assert_eq!(used(&hazel, &id).await, 1);
            pay(shop, &ada, &purchase_id, placed.body["clientSecret"].as_str().unwrap()).await;
            assert_eq!(books(&hazel).await, json!([]));

            // Gloves were 59.98 less 6.00, so a refund of one of two returns half of 53.98 with its taxes.
            let orders = purchase["orders"].as_array().unwrap();
            let line = orders.iter().find(|order| order["toolName"] == "Gloves").unwrap();
            let part = json!({ "lines": [{ "orderId": line["_id"], "quantity": 1 }] });
            let quoted = hazel.post(&format!("/purchases/{purchase_id}/refund-quote"), part).await;
            assert_eq!(quoted.body["amount"], 31.03, "26.99 + 1.35 + 2.69: {}", quoted.text);
            let figures = hazel.get("/figures?days=1").await.body;
            assert_eq!(figures["codes"], json!([{ "code": "SPRING10", "purchases": 1, "discount": 44.4 }]));
            assert_eq!(shop.stock(&gloves).await, 18);
            assert_eq!(code_of(&hazel, &id).await["given"], 44.4);
        }

        async fn of_many_customers_at_once_one_gets_the_last_use(shop: TestShop) {
            let hazel = shop.admin().await;
            // saleor #544.
            let id = add_code(&hazel, json!({ "code": "LAST", "kind": "amount", "value": 5, "maxUses": 1 })).await;
            let hat = shop.tool("Hat", 2_000, 100, 1).await;
            let mut customers = Vec::new();
            for number in 0..6 {
                let customer = shop.customer(&format!("C{number}")).await;
                put(&customer, &hat, 1).await;
                assert_eq!(use_code(&customer, "last").await.status, 200);
                let seen = quote(&customer, &to(), None).await;
                customers.push((customer, seen));
            }
            let answers = join_all(customers.iter().map(|(it, seen)| check_out(it, "k", body(seen, &to())))).await;
            let bought = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!((bought, used(&hazel, &id).await), (1, 1));
            for answer in answers.iter().filter(|answer| answer.status != 200) {
                answer.is(409, "quote_changed");
                assert_eq!(answer.body["changes"], json!(["The code LAST does not work any more."]));
                assert_eq!(answer.body["quote"]["discount"], 0);
            }
            assert_eq!(books(&hazel).await, json!([]));
        }

        async fn attempts_to_pay_use_a_code_once_and_an_unpaid_purchase_returns_it(shop: TestShop) {
            let mut hazel = shop.admin().await;
            // saleor #7588.
            let id = add_code(&hazel, json!({ "code": "ONCE", "kind": "percent", "value": 20, "oncePerCustomer": true })).await;
            let mut ada = shop.verified_customer("Ada").await;
            let hat = shop.tool("Hat", 2_000, 100, 1).await;
            put(&ada, &hat, 2).await;
            assert_eq!(use_code(&ada, "once").await.status, 200);
            let (purchase, secret) = buy(&ada, &to()).await;
            for _ in 0..3 {
                assert_ne!(shop.provider.pay(&secret, DECLINED).await.status, 200);
            }
            // The bank asks, and the browser comes back twice before it has an answer.
            assert_eq!(shop.provider.pay(&secret, ASKS).await.body["status"], "requires_action");
            for _ in 0..2 {
                let path = format!("/purchases/{purchase}");
                let confirm = json!({ "transactionId": intent_of(&secret) });
                ada.post(&format!("{path}/confirm"), confirm).await.is(409, "payment_not_succeeded");
                let again = ada.post(&format!("{path}/payment"), json!({})).await;
                assert_eq!(again.body["clientSecret"], secret);
            }
            assert_eq!(used(&hazel, &id).await, 1);
            put(&ada, &hat, 1).await;
            use_code(&ada, "once").await.is(422, "code_not_valid");

            shop.shop.clock.advance(Duration::from_mins(31));
            reconcile(&shop.shop).await;
            ada.fetch_token().await;
            hazel.sign_in().await;
            ada.get(&format!("/purchases/{purchase}")).await.is(410, "purchase_ended");
            assert_eq!(used(&hazel, &id).await, 0, "the purchase ended unpaid");
            assert_eq!(use_code(&ada, "once").await.status, 200);
            let seen = quote(&ada, &to(), None).await;
            let placed = check_out(&ada, "again", body(&seen, &to())).await;
            assert_eq!(placed.status, 200, "{}", placed.text);
            let secret = placed.body["clientSecret"].as_str().unwrap();
            let purchase = placed.body["purchaseId"].as_str().unwrap();
            assert_eq!(shop.provider.pay(secret, ASKS).await.body["status"], "requires_action");
            shop.provider.prove(secret).await;
            pay_confirmed(&ada, purchase, secret).await;
            assert_eq!((used(&hazel, &id).await, &books(&hazel).await), (1, &json!([])));
        }

        async fn a_line_that_is_deleted_takes_its_discount_along(shop: TestShop) {
            let hazel = shop.admin().await;
            let id = add_code(&hazel, json!({ "code": "BIG", "kind": "amount", "value": 10, "minimum": 100 })).await;
            let ada = shop.customer("Ada").await;
            let (shears, gloves) = two_tools(shop, &ada).await;
            assert_eq!(use_code(&ada, "BIG").await.status, 200);
            let (purchase, _) = buy(&ada, &to()).await;
            let path = format!("/purchases/{purchase}");
            let order = |purchase: &Value, tool: &str| {
                let orders = purchase["orders"].as_array().unwrap();
                orders.iter().find(|order| order["toolName"] == tool).unwrap()["_id"].as_str().unwrap().to_owned()
            };
            let before = ada.get(&path).await.body;
            assert_eq!(ada.delete(&format!("/orders/{}", order(&before, "Shears"))).await.status, 200);
            let after = ada.get(&path).await.body;
            // 59.98 is below the minimum.
            assert_eq!((&after["discount"], &after["discountCode"]), (&json!(0), &Value::Null));
            assert_adds_up(&after);
            assert_eq!(used(&hazel, &id).await, 0);
            assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (120, 18));
            assert_eq!(books(&hazel).await, json!([]));
        }

        async fn a_free_delivery_is_free(shop: TestShop) {
            let hazel = shop.admin().await;
            add_code(&hazel, json!({ "code": "POST", "kind": "delivery" })).await;
            let ada = shop.customer("Ada").await;
            let hat = shop.tool("Hat", 2_000, 100, 1).await;
            put(&ada, &hat, 1).await;
            assert_eq!(quote(&ada, &to(), None).await["shipping"], 15);
            assert_eq!(use_code(&ada, "post").await.status, 200);
            let seen = quote(&ada, &to(), None).await;
            assert_eq!((&seen["shipping"], &seen["total"]), (&json!(0), &json!(23)), "20.00 + 1.00 + 2.00");
            assert_eq!(seen["code"], json!({ "code": "POST", "freeDelivery": true }));
            assert_eq!(check_out(&ada, "k", body(&seen, &to())).await.status, 200);
        }

        async fn every_code_that_does_not_work_has_one_answer(shop: TestShop) {
            let hazel = shop.admin().await;
            let ended = add_code(&hazel, json!({ "code": "ENDED", "kind": "percent", "value": 5 })).await;
            assert_eq!(hazel.delete(&format!("/discountCodes/{ended}")).await.status, 200);
            hazel.delete(&format!("/discountCodes/{ended}")).await.is(404, "not_found");
            add_code(&hazel, json!({ "code": "LATER", "kind": "percent", "value": 5, "from": "2999-01-01" })).await;
            add_code(&hazel, json!({ "code": "LARGE", "kind": "percent", "value": 5, "minimum": 500 })).await;
            let ada = shop.customer("Ada").await;
            use_code(&ada, "ENDED").await.is(409, "basket_empty");
            let hat = shop.tool("Hat", 2_000, 100, 1).await;
            put(&ada, &hat, 1).await;
            let mut texts = Vec::new();
            for code in ["ENDED", "LATER", "LARGE", "NO-SUCH", "' OR 1=1 --", "ŠPRING", "0"] {
                let refused = use_code(&ada, code).await;
                refused.is(422, "code_not_valid");
                texts.push(refused.body["detail"].clone());
            }
            assert!(texts.iter().all(|text| text == &texts[0]), "{texts:?}");
            for _ in 0..2 {
                use_code(&ada, "GUESS").await.is(422, "code_not_valid");
            }
            let limited = use_code(&ada, "LATER").await;
            limited.is(429, "too_many_codes_tried");
            // A removal is not limited. Another new customer of this network is.
            assert_eq!(use_code(&ada, "").await.status, 200);
            let bo = shop.customer("Bo").await;
            put(&bo, &hat, 30).await;
            use_code(&bo, "LARGE").await.is(429, "too_many_codes_tried");
            shop.shop.clock.advance(Duration::from_hours(1));
            let mut bo = bo;
            bo.sign_in().await;
            assert_eq!(use_code(&bo, "LARGE").await.status, 200);
        }

        async fn a_basket_says_why_its_code_changes_nothing(shop: TestShop) {
            let hazel = shop.admin().await;
            let id = add_code(&hazel, json!({ "code": "FIFTY", "kind": "amount", "value": 5, "minimum": 50 })).await;
            let ada = shop.customer("Ada").await;
            let hat = shop.tool("Hat", 2_000, 100, 1).await;
            put(&ada, &hat, 3).await;
            assert_eq!(use_code(&ada, "fifty").await.status, 200);
            let seen = quote(&ada, &to(), None).await;
            put(&ada, &hat, 2).await;
            let small = quote(&ada, &to(), None).await;
            let below = json!({ "code": "FIFTY", "freeDelivery": false, "detail": "FIFTY works from $50.00 of goods on." });
            assert_eq!((&small["code"], &small["discount"]), (&below, &json!(0)));
            put(&ada, &hat, 3).await;
            assert_eq!(quote(&ada, &to(), None).await["digest"], seen["digest"]);
            assert_eq!(hazel.delete(&format!("/discountCodes/{id}")).await.status, 200);
            let mut wanted = body(&seen, &to());
            wanted["basketRevision"] = Value::Null;
            let refused = check_out(&ada, "k", wanted).await;
            refused.is(409, "quote_changed");
            assert_eq!(refused.body["changes"], json!(["The code FIFTY does not work any more."]));
            let new = refused.body["quote"].clone();
            assert_eq!(check_out(&ada, "l", body(&new, &to())).await.status, 200);
            assert_eq!(used(&hazel, &id).await, 0);
        }

        async fn a_visitors_code_comes_along_at_login(shop: TestShop) {
            let hazel = shop.admin().await;
            let id = add_code(&hazel, ten_percent()).await;
            let hat = shop.tool("Hat", 2_000, 100, 1).await;
            let mut visitor = shop.visitor();
            let first = visitor.put(&format!("/basket/lines/{hat}"), json!({ "quantity": 2 })).await;
            visitor.cookie = first.header("set-cookie").split(';').next().unwrap().to_owned();
            assert_eq!(use_code(&visitor, "spring10").await.status, 200);
            let mut ada = shop.customer("Ada").await;
            ada.cookie = format!("{}; {}", ada.cookie, visitor.cookie);
            assert_eq!(ada.get("/basket").await.body["quote"]["code"]["code"], "SPRING10");
            buy(&ada, &to()).await;
            assert_eq!(used(&hazel, &id).await, 1);
        }

        async fn books_find_a_code_that_was_counted_wrong(shop: TestShop) {
            let hazel = shop.admin().await;
            let id = add_code(&hazel, ten_percent()).await;
            let id = Id::parse(&id).unwrap();
            let wrong = shop.shop.db.write(id, |tx, id| Box::pin(async move {
                tx.execute(&USED_WRONG, params![id, 1_i64]).await.map(drop)
            }));
            wrong.await.unwrap();
            let found = books(&hazel).await;
            assert_eq!(found[0]["kind"], "discount_code", "{found}");
        }
    }
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn the_owner_makes_codes_and_bad_input_gets_a_sentence(shop: TestShop) {
        let hazel = shop.admin().await;
        for (change, field) in [
            (json!({ "code": "AB" }), "code"),
            (json!({ "code": "a b!" }), "code"),
            (json!({ "code": "x".repeat(31) }), "code"),
            (json!({ "kind": "gift" }), "kind"),
            (json!({ "value": 0 }), "value"),
            (json!({ "value": 100 }), "value"),
            (json!({ "value": 12.5 }), "value"),
            (json!({ "value": "ten" }), "value"),
            (json!({ "kind": "amount", "value": 0 }), "value"),
            (json!({ "minimum": -1 }), "minimum"),
            (json!({ "from": "2026-02-30" }), "from"),
            (json!({ "until": "2001-01-01" }), "until"),
            (json!({ "from": "2999-01-02", "until": "2999-01-01" }), "until"),
            (json!({ "maxUses": 0 }), "maxUses"),
            (json!({ "oncePerCustomer": "yes" }), "oncePerCustomer"),
        ] {
            let mut code = ten_percent();
            code.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let refused = hazel.post("/discountCodes", code).await;
            refused.is(422, "invalid_field");
            assert_eq!(refused.body["errors"][0]["field"], field, "{}", refused.text);
        }
        let id = add_code(&hazel, json!({ "code": "spring 10", "kind": "percent", "value": "10", "minimum": "", "from": "2999-05-01", "until": "2999-05-31", "maxUses": "" })).await;
        hazel.post("/discountCodes", ten_percent()).await.is(409, "code_exists");
        let code = code_of(&hazel, &id).await;
        assert_eq!(
            (&code["code"], &code["value"], &code["from"], &code["until"], &code["maxUses"]),
            (&json!("SPRING10"), &json!(10.0), &json!("2999-05-01"), &json!("2999-05-31"), &Value::Null)
        );
        assert_eq!(hazel.delete(&format!("/discountCodes/{id}")).await.status, 200);
        add_code(&hazel, ten_percent()).await;
        let ada = shop.customer("Ada").await;
        ada.get("/discountCodes").await.is(403, "forbidden");
        ada.post("/discountCodes", ten_percent()).await.is(403, "forbidden");
        shop.visitor().call(Method::PUT, "/basket/code").json(json!({ "code": "X" })).send().await.is(409, "basket_empty");
    }
}
