//! Purchases of several tools that staff enters, and that staff and shop mean the same amount.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::sales::{owner_notices::daily_orders::send_daily, payments::job::reconcile};

use crate::{
    sales::checkout::{address, assert_adds_up, books, buy, in_shop::set_up, put},
    support::{Answer, Person, Setup, on_both_engines},
};

const OWNER: &str = "owner@example.com";

/// A setup with the delivery and the taxes of the demo, and with e-mail.
pub fn in_the_demo_with_mail(setup: Setup) -> Setup {
    crate::sales::basket::in_the_demo(setup).with_mail()
}

async fn quote(staff: &Person<'_>, lines: &Value, to: Option<&Value>, method: Option<&str>) -> Value {
    let mut asked = json!({ "lines": lines, "method": method });
    if let Some(to) = to {
        asked["address"] = json!({ "province": to["province"], "postalCode": to["postalCode"] });
    }
    let answer = staff.post("/quote", asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// What staff enters after this quote was shown.
fn entry(quote: &Value, lines: &Value, email: &str, to: Option<&Value>) -> Value {
    let mut entry = json!({
        "lines": lines, "customerEmail": email, "digest": quote["digest"], "method": quote["method"]
    });
    if let Some(to) = to {
        entry["address"] = to.clone();
    }
    entry
}

async fn enter(staff: &Person<'_>, key: &str, body: Value) -> Answer {
    staff.call(Method::POST, "/manageOrders/purchases").header("idempotency-key", key).json(body).send().await
}

async fn record(staff: &Person<'_>, order: &str, amount: Option<f64>) -> Answer {
    let mut body = json!({ "paymentMethod": "cash" });
    if let Some(amount) = amount {
        body["amount"] = json!(amount);
    }
    staff.post(&format!("/manageOrders/{order}/payment"), body).await
}

async fn set(admin: &Person<'_>, change: Value) -> Answer {
    let revision = admin.get("/manageShop").await.header("etag").to_owned();
    admin.call(Method::PUT, "/shop-settings").header("if-match", &revision).json(change).send().await
}

on_both_engines! {
    with crate::sales::entered_purchases::in_the_demo_with_mail;

    async fn staff_enters_several_tools_as_one_purchase(shop: TestShop) {
        let shears = shop.tool("Shears", 6_400, 120, 6).await;
        let gloves = shop.tool("Gloves", 2_999, 20, 1).await;
        let (ada, sam) = (shop.verified_customer("Ada").await, shop.staff().await);
        let to = address("qc", "h2x1y4");
        let lines = json!([{ "toolId": gloves, "quantity": 2 }, { "toolId": shears, "quantity": 6 }]);
        let seen = quote(&sam, &lines, Some(&to), None).await;
        assert_eq!(seen["total"], 510.47);
        let wanted = entry(&seen, &lines, &ada.email, Some(&to));

        enter(&ada, "0", wanted.clone()).await.is(403, "forbidden");
        sam.post("/manageOrders/purchases", wanted.clone()).await.is(400, "idempotency_key_required");
        let mut stale = wanted.clone();
        stale["digest"] = json!("0");
        let refused = enter(&sam, "1", stale).await;
        refused.is(409, "quote_changed");
        assert_eq!(refused.body["quote"]["total"], seen["total"]);
        let mut homeless = wanted.clone();
        homeless.as_object_mut().unwrap().remove("address");
        homeless["digest"] = quote(&sam, &lines, None, Some("post")).await["digest"].take();
        assert_eq!(enter(&sam, "2", homeless).await.fields(), ["address.street"]);
        let many = json!([{ "toolId": gloves, "quantity": 21 }]);
        let refused = enter(&sam, "3", entry(&seen, &many, &ada.email, Some(&to))).await;
        refused.is(409, "not_enough_stock");
        assert_eq!((&refused.body["toolName"], &refused.body["available"]), (&json!("Gloves"), &json!(20)));
        assert_eq!(enter(&sam, "4", entry(&seen, &json!([]), &ada.email, Some(&to))).await.fields(), ["lines"]);
        let stranger = enter(&sam, "5", entry(&seen, &lines, "bea@example.com", Some(&to))).await;
        assert_eq!(stranger.fields(), ["customerName"]);
        assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (120, 20), "all or nothing");

        let first = enter(&sam, "6", wanted.clone()).await;
        let again = enter(&sam, "6", wanted).await;
        assert_eq!((first.status, &first.body), (200, &again.body), "{}", first.text);
        assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (114, 18));
        let id = first.body["insertedId"].as_str().unwrap();
        let purchase = ada.get(&format!("/purchases/{id}")).await.body;
        assert_adds_up(&purchase);
        assert_eq!((&purchase["total"], &purchase["paid"]), (&seen["total"], &json!(false)));
        assert_eq!(purchase["orders"][0]["toolName"], "Gloves", "as staff entered them");

        // A list needs no second request for the sum.
        let other = purchase["orders"][1]["_id"].as_str().unwrap();
        let [own, all, one] = ["/orders", "/manageOrders", &format!("/orders/{other}")];
        for list in [ada.get(own).await.body, sam.get(all).await.body] {
            assert!(list.as_array().unwrap().iter().all(|order| order["purchaseTotal"] == seen["total"]), "{list}");
        }
        assert_eq!(ada.get(one).await.body["purchaseTotal"], seen["total"]);
        let view = sam.get(&format!("/manageOrders/{other}")).await.body;
        assert_eq!((&view["audit"][0]["action"], &view["order"]["purchaseTotal"]), (&json!("enter_order"), &seen["total"]));

        let letter = shop.letters_to(&ada.email).await.pop().unwrap();
        assert_eq!((letter.kind.as_str(), letter.subject.as_str()), ("order_entered", "Your order: 2 × Gloves and 1 more"));
        for told in ["QST 9.975% (1234567890 TQ0001): $44.29", "Delivery: Arrives in 3 to 8 days", "Total: $510.47 CAD", "Ship to: Ada, 12 Fern Lane"] {
            assert!(letter.text_body.contains(told), "{told}: {}", letter.text_body);
        }
    }

    async fn a_purchase_is_paid_at_the_amount_that_staff_saw(shop: TestShop) {
        let (shears, gloves) = (shop.tool("Secateurs", 6_400, 120, 6).await, shop.tool("Gloves", 2_700, 20, 1).await);
        let (ada, sam, hazel) = (shop.verified_customer("Ada").await, shop.staff().await, shop.admin().await);
        assert_eq!(set(&hazel, json!({ "email": OWNER, "orderEmails": "daily" })).await.status, 200);
        send_daily(&shop.shop).await.unwrap();
        put(&ada, &shears, 6).await;
        put(&ada, &gloves, 1).await;
        let (id, _) = buy(&ada, &address("ON", "K1N 1A1")).await;
        let purchase = ada.get(&format!("/purchases/{id}")).await.body;
        let due = purchase["total"].as_f64().unwrap();
        for order in purchase["orders"].as_array().unwrap() {
            let (order, share) = (order["_id"].as_str().unwrap(), order["totalPrice"].as_f64());
            for shown in [None, share, Some(due + 0.01)] {
                let refused = record(&sam, order, shown).await;
                refused.is(409, "amount_differs");
                assert_eq!(refused.body["amountDue"], purchase["total"]);
            }
        }
        assert_eq!(ada.get(&format!("/purchases/{id}")).await.body["paid"], false);
        record(&sam, &id, Some(due)).await.is(200, "");
        record(&sam, &id, Some(due)).await.is(409, "already_paid");
        let paid = ada.get(&format!("/purchases/{id}")).await.body;
        assert!(paid["orders"].as_array().unwrap().iter().all(|order| order["paymentMethod"] == "cash"), "{paid}");
        assert_eq!(books(&hazel).await, json!([]));

        // What customers paid is the same amount everywhere.
        let row = hazel.get("/csv/customers").await.text;
        let ada_paid = row.lines().find(|row| row.starts_with("Ada,")).unwrap();
        assert!(ada_paid.contains(&format!(",{due:.2}")), "{due}: {ada_paid}");
        shop.shop.clock.advance(Duration::from_hours(24));
        send_daily(&shop.shop).await.unwrap();
        let letter = shop.letters_to(OWNER).await.pop().unwrap();
        assert!(letter.text_body.contains(&format!("Customers paid ${due:.2} in total.")), "{}", letter.text_body);
    }

    async fn goods_that_are_fetched_are_taxed_at_the_shop_and_can_be_paid_at_once(shop: TestShop) {
        let gloves = shop.tool("Gloves", 2_999, 20, 1).await;
        let (sam, hazel, email) = (shop.staff().await, shop.admin().await, "bea.fern@example.com");
        let lines = json!([{ "toolId": gloves, "quantity": 2 }]);
        let seen = quote(&sam, &lines, None, Some("pick-up")).await;
        // 59.98 and 14 % of it.
        assert_eq!((&seen["total"], &seen["taxes"][0]["rate"]), (&json!(68.38), &json!(14.0)));
        let mut wanted = entry(&seen, &lines, email, None);
        wanted["customerName"] = json!("Bea Fern");
        wanted["paymentMethod"] = json!("cash");
        let first = enter(&sam, "1", wanted.clone()).await;
        assert_eq!(first.status, 200, "{}", first.text);
        assert_eq!(enter(&sam, "1", wanted).await.body, first.body, "a repeat pays nothing twice");
        let id = first.body["insertedId"].as_str().unwrap();
        let view = sam.get(&format!("/manageOrders/{id}")).await.body;
        assert_eq!((&view["order"]["paid"], &view["order"]["totalPrice"], &view["recordedPayment"]["method"]), (&json!(true), &json!(68.38), &json!("cash")));
        assert_eq!(shop.stock(&gloves).await, 18);
        assert_eq!(books(&hazel).await, json!([]));
        let letters = shop.letters_to(email).await;
        let kinds: Vec<_> = letters.iter().map(|letter| letter.kind.as_str()).collect();
        assert_eq!(kinds, ["first_order_entered", "order_paid"]);
        for letter in &letters {
            let text = &letter.text_body;
            assert!(text.contains("Pick up at: ") && text.contains("Pick-up: Ready November 26 to 27"), "{text}");
            assert!(!text.contains("Ship to"), "{text}");
        }
    }

    async fn the_owner_says_how_long_a_checkout_holds_its_stock(shop: TestShop) {
        let gloves = shop.tool("Gloves", 2_999, 20, 1).await;
        let (mut ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        for wrong in ["", "9", "1441", "half an hour"] {
            assert_eq!(set(&hazel, json!({ "checkoutMinutes": wrong })).await.fields(), ["checkoutMinutes"], "{wrong}");
        }
        assert_eq!(set(&hazel, json!({ "checkoutMinutes": "90" })).await.status, 200);
        put(&ada, &gloves, 2).await;
        let (id, _) = buy(&ada, &address("NS", "B3J 1A1")).await;
        let path = format!("/purchases/{id}");
        assert_eq!(ada.post(&format!("{path}/extend"), json!({})).await.status, 200);
        shop.shop.clock.advance(Duration::from_mins(179));
        reconcile(&shop.shop).await;
        assert_eq!(shop.stock(&gloves).await, 18);
        shop.shop.clock.advance(Duration::from_mins(2));
        reconcile(&shop.shop).await;
        assert_eq!(shop.stock(&gloves).await, 20);
        ada.fetch_token().await;
        ada.get(&path).await.is(410, "purchase_ended");
    }
}

mod in_serve {
    use super::*;

    on_both_engines! {
        async fn one_tool_that_is_paid_already_costs_what_staff_saw(shop: TestShop) {
            let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let (ada, sam) = (shop.verified_customer("Ada").await, shop.staff().await);
            let admin = set_up(shop).await;
            let mut wanted = json!({
                "toolName": "Draw Hoe", "orderQuantity": 2, "price": 10, "totalPrice": 20, "customerEmail": ada.email,
                "phone": "12 Fern Lane, Ottawa ON K1N 1A1"
            });
            wanted["paymentMethod"] = json!("cash");
            let refused = sam.post("/manageOrders", wanted.clone()).await;
            refused.is(409, "amount_differs");
            assert_eq!((&refused.body["amountDue"], shop.stock(&hoe).await), (&json!(39.55), 100));
            wanted["amount"] = json!(39.55);
            let entered = sam.post("/manageOrders", wanted.clone()).await;
            assert_eq!((entered.status, &entered.body["totalPrice"]), (200, &json!(39.55)), "{}", entered.text);
            let order = entered.body["insertedId"].as_str().unwrap();
            assert_eq!(ada.get(&format!("/orders/{order}")).await.body["paid"], true);

            // Without a payment the older body goes on, and the payment names what is due.
            for name in ["paymentMethod", "amount"] {
                wanted.as_object_mut().unwrap().remove(name);
            }
            let unpaid = sam.post("/manageOrders", wanted).await.body;
            let order = unpaid["insertedId"].as_str().unwrap();
            record(&sam, order, None).await.is(409, "amount_differs");
            record(&sam, order, Some(20.0)).await.is(409, "amount_differs");
            record(&sam, order, Some(39.55)).await.is(200, "");
            assert_eq!(books(&admin).await, json!([]));
        }

        async fn with_all_off_a_purchase_needs_no_address_if_the_shop_knows_its_province(shop: TestShop) {
            let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let (ada, sam, admin) = (shop.verified_customer("Ada").await, shop.staff().await, shop.admin().await);
            let lines = json!([{ "toolId": hoe, "quantity": 2 }]);
            let wanted = json!({ "lines": lines, "customerEmail": ada.email, "digest": "0" });
            assert_eq!(enter(&sam, "1", wanted.clone()).await.fields(), ["address.street"]);
            sam.post("/quote", json!({ "lines": lines })).await.is(422, "invalid_field");
            assert_eq!(set(&admin, json!({ "homeProvince": "NS" })).await.status, 200);
            let seen = quote(&sam, &lines, None, None).await;
            let entered = enter(&sam, "2", entry(&seen, &lines, &ada.email, None)).await;
            assert_eq!((entered.status, &entered.body["totalPrice"]), (200, &json!(20)), "{}", entered.text);
            let order = ada.get(&format!("/orders/{}", entered.body["insertedId"].as_str().unwrap())).await.body;
            assert_eq!((&order["totalPrice"], &order["phone"], &order["purchaseTotal"]), (&json!(20), &json!(""), &Value::Null));
            record(&sam, order["_id"].as_str().unwrap(), None).await.is(200, "");
        }
    }
}
