//! Baskets become purchases: one payment for several orders, with delivery and taxes, and never another amount than was
//! shown.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    db::{Param as _, Statement, statement},
    sales::{payments::job::reconcile, purchases},
    values::{ids::Id, postal_code::PostalCode},
};

use crate::{
    sales::basket::in_the_demo,
    sales::payment::{GOOD_CARD, order_of, provider_state, report},
    support::{Answer, Person, Setup, TestShop, intent_of, on_both_engines},
};

pub fn address(province: &str, postal_code: &str) -> Value {
    json!({ "name": "Ada", "street": "12 Fern Lane", "city": "Somewhere", "province": province, "postalCode": postal_code })
}

pub async fn put(person: &Person<'_>, tool: &Id, quantity: i64) {
    let answer = person.put(&format!("/basket/lines/{tool}"), json!({ "quantity": quantity })).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// What the customer sees before the button.
pub async fn quote(person: &Person<'_>, to: &Value, method: Option<&str>) -> Value {
    let place = json!({ "province": to["province"], "postalCode": to["postalCode"] });
    let answer = person.post("/quote", json!({ "address": place, "method": method })).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

pub fn body(quote: &Value, to: &Value) -> Value {
    json!({ "basketRevision": quote["basketRevision"], "digest": quote["digest"], "address": to, "method": quote["method"] })
}

pub async fn check_out(person: &Person<'_>, key: &str, body: Value) -> Answer {
    person.call(Method::POST, "/checkout").header("idempotency-key", key).json(body).send().await
}

/// Buys the basket as it is quoted, and returns the purchase's id and the client secret.
pub async fn buy(person: &Person<'_>, to: &Value) -> (String, String) {
    let quote = quote(person, to, None).await;
    let answer = check_out(person, "buy", body(&quote, to)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let text = |name: &str| answer.body[name].as_str().unwrap_or_default().to_owned();
    (text("purchaseId"), text("clientSecret"))
}

/// Two tools to Québec: 6 × 64.00 and 2 × 29.99, with a delivery that is free above 150.
pub async fn two_tools(shop: &TestShop, person: &Person<'_>) -> (Id, Id) {
    let (shears, gloves) =
        (shop.tool("Shears", 6_400, 120, 6).await, shop.tool("Gloves", 2_999, 20, 1).await);
    put(person, &shears, 6).await;
    put(person, &gloves, 2).await;
    (shears, gloves)
}

pub async fn pay(shop: &TestShop, person: &Person<'_>, purchase: &str, secret: &str) {
    assert_eq!(shop.provider.pay(secret, GOOD_CARD).await.status, 200);
    let path = format!("/purchases/{purchase}/confirm");
    let confirmed = person.post(&path, json!({ "transactionId": intent_of(secret) })).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
}

pub fn cents(value: &Value) -> i64 {
    format!("{:.0}", value.as_f64().unwrap() * 100.0).parse().unwrap()
}

/// The stored amounts add up, whatever they are.
pub fn assert_adds_up(purchase: &Value) {
    let orders = purchase["orders"].as_array().unwrap();
    let taxes = purchase["taxes"].as_array().unwrap();
    let tax: i64 = taxes.iter().map(|tax| cents(&tax["amount"])).sum();
    let goods: i64 =
        orders.iter().map(|order| cents(&order["price"]) * order["orderQuantity"].as_i64().unwrap()).sum();
    assert_eq!(cents(&purchase["goods"]), goods, "{purchase}");
    let net = goods - cents(&purchase["discount"]) + cents(&purchase["shipping"]);
    assert_eq!(cents(&purchase["total"]), net + tax, "{purchase}");
    for tax in taxes {
        let (base, rate) = (cents(&tax["base"]), tax["rate"].as_f64().unwrap());
        #[expect(clippy::cast_precision_loss, reason = "a test amount is small")]
        let exact = base as f64 * rate / 100.0;
        #[expect(clippy::cast_precision_loss, reason = "a test amount is small")]
        let off = (cents(&tax["amount"]) as f64 - exact).abs();
        assert!(off <= 0.5 + 1e-6, "{tax}");
    }
}

/// Marks nothing. Finds the order if its refunds have returned these taxes.
const RETURNED: Statement = statement!(
    RETURNED,
    "UPDATE orders SET notes = notes WHERE id = $1
    AND (SELECT CAST(sum(federal_tax_cents + provincial_tax_cents) AS BIGINT) FROM refund_lines WHERE order_id = $1) = $2"
);

fn hat_taxes(order: &Value) -> i64 {
    cents(&order["totalPrice"]) - cents(&order["subtotal"])
}

pub async fn books(admin: &Person<'_>) -> Value {
    let ledger = admin.get("/ledger").await;
    assert_eq!(ledger.status, 200, "{}", ledger.text);
    ledger.body["differences"].clone()
}

mod in_demo {
    use super::*;

    on_both_engines! {
        with crate::sales::basket::in_the_demo;

        async fn several_tools_are_one_purchase_and_one_payment(shop: TestShop) {
            let ada = shop.verified_customer("Ada").await;
            let (shears, gloves) = two_tools(shop, &ada).await;
            let to = address("qc", "h2x1y4");
            let (id, secret) = buy(&ada, &to).await;
            assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (114, 18));
            assert_eq!(ada.get("/basket").await.body["lines"], json!([]), "the basket is bought");
            let purchase = ada.get(&format!("/purchases/{id}")).await.body;
            // Free from 150: base 443.98.
            assert_eq!((&purchase["goods"], &purchase["shipping"]), (&json!(443.98), &json!(0)));
            let taxes: Vec<_> = purchase["taxes"].as_array().unwrap().iter().map(|tax| (&tax["tax"], &tax["amount"])).collect();
            assert_eq!(taxes, [(&json!("GST"), &json!(22.2)), (&json!("QST"), &json!(44.29))]);
            assert_eq!(purchase["total"], 510.47);
            assert_adds_up(&purchase);
            let state = provider_state(shop).await;
            assert_eq!(state["intents"].as_array().unwrap().len(), 1, "{state}");

            // The specified calls see two orders, and no single one of them can be paid.
            let orders = ada.get("/orders").await.body;
            let orders = orders.as_array().unwrap();
            assert_eq!(orders.len(), 2);
            let due: i64 = orders.iter().map(|order| cents(&order["totalPrice"])).sum();
            assert_eq!(due, 51_047, "each order has its share of the taxes");
            for order in orders {
                assert_eq!((&order["purchaseId"], &order["lines"]), (&json!(id), &json!(2)));
                let asked = json!({ "totalPrice": order["totalPrice"], "orderId": order["_id"] });
                let refused = ada.post("/create-payment-intent", asked).await;
                refused.is(409, "part_of_purchase");
                assert_eq!(refused.body["purchase"], format!("/purchases/{id}"));
            }
            pay(shop, &ada, &id, &secret).await;
            let orders = ada.get("/orders").await.body;
            let paid = orders.as_array().unwrap().iter();
            assert!(paid.clone().all(|order| order["paid"] == true && order["transactionId"] == intent_of(&secret)));
            let numbers: Vec<_> = paid.map(|order| &order["number"]).collect();
            assert_eq!(numbers[0], numbers[1]);
            assert_eq!(books(&shop.admin().await).await, json!([]));
        }

        async fn nothing_is_charged_that_was_not_shown(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let (shears, gloves) = two_tools(shop, &ada).await;
            let to = address("ON", "K1N 1A1");
            let seen = quote(&ada, &to, None).await;
            let admin = shop.admin().await;
            let tool = admin.get(&format!("/tools/{gloves}")).await;
            let mut edit = tool.body.clone();
            edit["price"] = json!(31.5);
            let call = admin.call(Method::PUT, &format!("/tools/{gloves}")).header("if-match", tool.header("etag"));
            assert_eq!(call.json(edit).send().await.status, 200);
            let refused = check_out(&ada, "a", body(&seen, &to)).await;
            refused.is(409, "quote_changed");
            assert_eq!(refused.body["changes"], json!(["The price of Gloves was $29.99, now it is $31.50."]));
            let new = refused.body["quote"].clone();
            assert!(new["total"].as_f64() > seen["total"].as_f64());
            assert_eq!(shop.stock(&shears).await, 120);
            assert_eq!(check_out(&ada, "b", body(&new, &to)).await.status, 200);
            assert_eq!(shop.stock(&shears).await, 114);
        }

        async fn a_refusal_names_the_tool_and_loses_nothing(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let to = address("NS", "B3J 1A1");
            let refused = check_out(&ada, "0", json!({ "basketRevision": 0, "digest": "x", "address": to })).await;
            refused.is(409, "basket_empty");
            let (shears, gloves) = two_tools(shop, &ada).await;
            let seen = quote(&ada, &to, None).await;
            // Another customer is quicker.
            let eve = shop.customer("Eve").await;
            put(&eve, &gloves, 19).await;
            buy(&eve, &to).await;
            let refused = check_out(&ada, "1", body(&seen, &to)).await;
            refused.is(409, "not_enough_stock");
            let told = [&refused.body["toolName"], &refused.body["available"], &refused.body["detail"]];
            assert_eq!(told, [&json!("Gloves"), &json!(1), &json!("Gloves: Only 1 left.")]);
            assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (120, 1), "all or nothing");
            assert_eq!(ada.get("/basket").await.body["lines"].as_array().unwrap().len(), 2);

            put(&ada, &gloves, 1).await;
            check_out(&ada, "2", body(&seen, &to)).await.is(409, "basket_changed");
            let mut elsewhere = body(&quote(&ada, &to, None).await, &to);
            elsewhere["address"]["province"] = json!("ON");
            let refused = check_out(&ada, "3", elsewhere).await;
            refused.is(422, "invalid_field");
            assert!(refused.text.contains("province_mismatch"), "{}", refused.text);
            let mut gone = body(&quote(&ada, &to, None).await, &to);
            gone["method"] = json!("courier");
            check_out(&ada, "4", gone).await.is(409, "quote_changed");
            let keyless = ada.post("/checkout", body(&seen, &to)).await;
            keyless.is(400, "idempotency_key_required");
            shop.visitor().post("/checkout", body(&seen, &to)).await.is(401, "unauthenticated");
        }

        async fn a_repeat_with_the_same_key_buys_once(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let (shears, _) = two_tools(shop, &ada).await;
            let to = address("BC", "V5K 0A1");
            let wanted = body(&quote(&ada, &to, None).await, &to);
            let first = check_out(&ada, "k", wanted.clone()).await;
            let again = check_out(&ada, "k", wanted.clone()).await;
            assert_eq!((first.status, again.status, &first.body), (200, 200, &again.body));
            assert!(first.body["clientSecret"].as_str().is_some());
            let mut other = wanted.clone();
            other["saveAddress"] = json!(true);
            check_out(&ada, "k", other).await.is(422, "idempotency_mismatch");
            check_out(&ada, "l", wanted).await.is(409, "basket_empty");
            assert_eq!(shop.stock(&shears).await, 114);
        }

        async fn two_presses_at_once_make_one_purchase(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let (shears, _) = two_tools(shop, &ada).await;
            let to = address("AB", "T2P 1A1");
            let wanted = body(&quote(&ada, &to, None).await, &to);
            let (one, two) = tokio::join!(check_out(&ada, "1", wanted.clone()), check_out(&ada, "2", wanted.clone()));
            let mut statuses = [one.status, two.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409], "{} {}", one.text, two.text);
            assert_eq!(shop.stock(&shears).await, 114);
            assert_eq!(ada.get("/orders").await.body.as_array().unwrap().len(), 2);
        }

        async fn a_purchase_that_is_not_paid_in_time_returns_its_stock(shop: TestShop) {
            let mut ada = shop.customer("Ada").await;
            let (shears, gloves) = two_tools(shop, &ada).await;
            let (id, _) = buy(&ada, &address("NS", "B3J 1A1")).await;
            let path = format!("/purchases/{id}");
            assert_eq!(ada.post(&format!("{path}/extend"), json!({})).await.status, 200);
            ada.post(&format!("{path}/extend"), json!({})).await.is(409, "cannot_extend");
            shop.shop.clock.advance(Duration::from_mins(59));
            reconcile(&shop.shop).await;
            assert_eq!(shop.stock(&shears).await, 114, "held for twice thirty minutes");
            shop.shop.clock.advance(Duration::from_mins(2));
            reconcile(&shop.shop).await;
            assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (120, 20));
            ada.fetch_token().await;
            assert_eq!(ada.get("/orders").await.body, json!([]));
            ada.get(&path).await.is(410, "purchase_ended");
            assert_eq!(books(&shop.admin().await).await, json!([]));
        }

        async fn a_purchase_waits_without_an_end_while_card_payment_is_off(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let (shears, _) = two_tools(shop, &ada).await;
            buy(&ada, &address("NS", "B3J 1A1")).await;
            let without_cards = in_the_demo(Setup { cards: false, engine: shop.shop.db.engine(), ..Setup::sqlite() });
            shop.another_node(&without_cards).await.close().await;
            shop.shop.clock.advance(Duration::from_hours(2));
            reconcile(&shop.shop).await;
            assert_eq!(shop.stock(&shears).await, 114, "its customer cannot pay here");
        }

        async fn the_rest_of_a_purchase_is_quoted_anew_when_a_line_is_deleted(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let (shears, gloves) = two_tools(shop, &ada).await;
            let (id, secret) = buy(&ada, &address("ON", "K1N 1A1")).await;
            let orders = ada.get(&format!("/purchases/{id}")).await.body["orders"].clone();
            let of = |name: &str| {
                let order = orders.as_array().unwrap().iter().find(|order| order["toolName"] == name).unwrap();
                order["_id"].as_str().unwrap().to_owned()
            };
            assert_eq!(ada.delete(&format!("/orders/{}", of("Shears"))).await.status, 200);
            assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (120, 18));
            // 59.98 is below the 150 that deliver free: 59.98 + 15.00, and 13 % of it.
            let rest = ada.get(&format!("/purchases/{id}")).await.body;
            assert_eq!((&rest["shipping"], &rest["total"]), (&json!(15), &json!(84.73)));
            assert_adds_up(&rest);
            let left = order_of(&ada, &of("Gloves")).await;
            assert_eq!((&left["totalPrice"], &left["subtotal"], &left["lines"]), (&json!(84.73), &json!(59.98), &Value::Null));
            // The purchase keeps the id of the line that is gone, and the order names it.
            let second = of("Gloves");
            if second != id {
                assert_eq!(left["purchaseId"], id);
            }
            // The old intent is canceled. The order alone can be paid as any order, for what is due now.
            assert_ne!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
            let secret = ada.start_payment(&of("Gloves"), 84.73).await;
            assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
            assert_eq!(report(&ada, &of("Gloves"), intent_of(&secret)).await.status, 200);
            assert_eq!(books(&shop.admin().await).await, json!([]));
        }

        async fn a_payment_of_another_amount_than_the_page_shows_does_not_begin(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            two_tools(shop, &ada).await;
            let (id, _) = buy(&ada, &address("ON", "K1N 1A1")).await;
            let path = format!("/purchases/{id}");
            let seen = ada.get(&path).await.body;
            let shears = seen["orders"].as_array().unwrap().iter().find(|order| order["toolName"] == "Shears").unwrap();
            // Staff delete a line, and the delivery is free no more.
            assert_eq!(shop.admin().await.delete(&format!("/orders/{}", shears["_id"].as_str().unwrap())).await.status, 200);
            let payment = format!("{path}/payment");
            let refused = ada.post(&payment, json!({ "total": seen["total"] })).await;
            refused.is(409, "total_changed");
            assert_eq!(refused.body["total"], 84.73);
            assert_eq!(ada.post(&payment, json!({ "total": 84.73 })).await.status, 200);
            ada.post(&payment, json!({ "total": "much" })).await.is(422, "invalid_field");
        }

        async fn a_registration_that_came_later_adds_no_tax_to_a_purchase(shop: TestShop) {
            let hazel = shop.admin().await;
            let set = async |registrations: Value| {
                let current = hazel.get("/manageShop").await;
                let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", current.header("etag"));
                call.json(json!({ "taxRegistrations": registrations })).send().await.is(200, "");
            };
            set(json!([])).await;
            let ada = shop.customer("Ada").await;
            two_tools(shop, &ada).await;
            let (id, _) = buy(&ada, &address("ON", "K1N 1A1")).await;
            set(json!([{ "authority": "GST/HST", "number": "12345 6782 RT0001", "from": "2020-01-01", "until": null }])).await;
            let path = format!("/purchases/{id}");
            let seen = ada.get(&path).await.body;
            assert_eq!(seen["taxes"], json!([]));
            let gloves = seen["orders"].as_array().unwrap().iter().find(|order| order["toolName"] == "Gloves").unwrap();
            assert_eq!(ada.delete(&format!("/orders/{}", gloves["_id"].as_str().unwrap())).await.status, 200);
            let rest = ada.get(&path).await.body;
            assert_eq!((&rest["taxes"], &rest["total"]), (&json!([]), &json!(384)));
        }

        async fn each_line_goes_back_with_its_share_and_the_last_with_the_delivery(shop: TestShop) {
            let ada = shop.verified_customer("Ada").await;
            let (shears, gloves) = (shop.tool("Shears", 1_234, 120, 1).await, shop.tool("Gloves", 2_999, 20, 1).await);
            put(&ada, &shears, 3).await;
            put(&ada, &gloves, 1).await;
            let (id, secret) = buy(&ada, &address("QC", "H2X 1Y4")).await;
            pay(shop, &ada, &id, &secret).await;
            let purchase = ada.get(&format!("/purchases/{id}")).await.body;
            let admin = shop.admin().await;
            let refunds = || async {
                let state = provider_state(shop).await;
                let refunds = state["refunds"].as_array().unwrap().clone();
                refunds.iter().map(|refund| refund["amount"].as_i64().unwrap()).collect::<Vec<_>>()
            };
            let lines = purchase["orders"].as_array().unwrap();
            for (place, order) in lines.iter().enumerate() {
                let path = format!("/orders/{}/refund", order["_id"].as_str().unwrap());
                let answer = admin.post(&path, json!({ "returnStock": true })).await;
                assert_eq!(answer.body["refund"], "given", "{}", answer.text);
                let returned: i64 = refunds().await.iter().sum();
                if place == 0 {
                    assert_eq!(returned, cents(&order["totalPrice"]));
                } else {
                    assert_eq!(returned, cents(&purchase["total"]), "the rest to the cent, with the delivery");
                }
                assert_eq!(books(&admin).await, json!([]), "line {place}");
            }
            assert_eq!((shop.stock(&shears).await, shop.stock(&gloves).await), (120, 20));
            let orders = ada.get("/orders").await.body;
            assert!(orders.as_array().unwrap().iter().all(|order| order["status"] == "Refunded"), "{orders}");
        }

        async fn refunds_of_a_cent_return_no_more_than_a_cent(shop: TestShop) {
            let ada = shop.verified_customer("Ada").await;
            let hat = shop.tool("Hat", 5_566, 20, 1).await;
            put(&ada, &hat, 1).await;
            put(&ada, &shop.tool("Sieve", 20_000, 20, 1).await, 1).await;
            let (id, secret) = buy(&ada, &address("QC", "H2X 1Y4")).await;
            pay(shop, &ada, &id, &secret).await;
            let admin = shop.admin().await;
            let orders = ada.get(&format!("/purchases/{id}")).await.body["orders"].clone();
            let hat = orders.as_array().unwrap().iter().find(|order| order["toolName"] == "Hat").unwrap();
            let path = format!("/orders/{}", hat["_id"].as_str().unwrap());
            let mut before = 0;
            for amount in [1_574, 1, 1, 1, 900, 1] {
                #[expect(clippy::cast_precision_loss, reason = "a test amount is small")]
                let dollars = |cents: i64| cents as f64 / 100.0;
                let line = json!({ "orderId": hat["_id"], "amount": dollars(amount) });
                let part = json!({ "lines": [line], "reason": "Late", "refundedBefore": dollars(before) });
                let answer = admin.post(&format!("/purchases/{id}/refund"), part).await;
                assert_eq!(answer.body["refund"], "given", "{amount}: {}", answer.text);
                before += amount;
            }
            let rest = admin.post(&format!("{path}/refund"), json!({ "returnStock": false })).await;
            assert_eq!(rest.body["refund"], "given", "{}", rest.text);
            let taxes = shop.execute(&RETURNED, &[hat["_id"].as_str().unwrap().to_owned().to_value(), hat_taxes(hat).to_value()]).await;
            assert_eq!(taxes, 1, "all refunds together return exactly the order's taxes");
            assert_eq!(books(&admin).await, json!([]));
        }

        async fn lines_are_shipped_together_or_one_by_one(shop: TestShop) {
            let ada = shop.verified_customer("Ada").await;
            two_tools(shop, &ada).await;
            let (id, secret) = buy(&ada, &address("NS", "B3J 1A1")).await;
            let staff = shop.staff().await;
            let ship = json!({ "status": "Approved and shipped", "carrier": "Canada Post", "trackingNumber": "1234" });
            let path = format!("/purchases/{id}/ship");
            staff.post(&path, ship.clone()).await.is(409, "not_shippable");
            pay(shop, &ada, &id, &secret).await;
            ada.post(&path, ship.clone()).await.is(403, "forbidden");
            let first = staff.get(&format!("/purchases/{id}")).await.body["orders"][0]["_id"].clone();
            let one = json!({ "status": "Approved and shipped" });
            assert_eq!(staff.patch(&format!("/orders/{}", first.as_str().unwrap()), one).await.status, 200);
            assert_eq!(staff.post(&path, ship.clone()).await.status, 200);
            let orders = ada.get("/orders").await.body;
            assert!(orders.as_array().unwrap().iter().all(|order| order["status"] == "Approved and shipped"));
            staff.post(&path, ship).await.is(409, "not_shippable");
        }

        async fn a_purchase_is_of_its_customer_alone(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            two_tools(shop, &ada).await;
            let (id, _) = buy(&ada, &address("NS", "B3J 1A1")).await;
            let eve = shop.customer("Eve").await;
            let path = format!("/purchases/{id}");
            eve.get(&path).await.is(404, "not_found");
            eve.delete(&path).await.is(404, "not_found");
            eve.post(&format!("{path}/payment"), json!({})).await.is(404, "not_found");
            eve.post(&format!("{path}/extend"), json!({})).await.is(404, "not_found");
            eve.post(&format!("{path}/confirm"), json!({ "transactionId": "pi_1" })).await.is(404, "not_found");
            ada.get("/purchases/1").await.is(404, "not_found");
            let secret = ada.post(&format!("{path}/payment"), json!({})).await.body["clientSecret"].clone();
            assert!(secret.as_str().is_some_and(|secret| secret.starts_with("pi_")));
            assert_eq!(ada.delete(&path).await.body["deletedCount"], 1);
            assert_eq!(ada.get("/orders").await.body, json!([]));
        }

        async fn the_address_is_kept_for_the_next_purchase(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            assert_eq!(ada.get("/checkout").await.body, json!({}));
            two_tools(shop, &ada).await;
            let mut to = address("ns", "b3j 1a1");
            to["unit"] = json!("4");
            let mut wanted = body(&quote(&ada, &to, None).await, &to);
            wanted["saveAddress"] = json!(true);
            assert_eq!(check_out(&ada, "k", wanted).await.status, 200);
            let kept = ada.get("/checkout").await.body["address"].clone();
            assert_eq!(kept, json!({ "name": "Ada", "street": "12 Fern Lane", "unit": "4", "city": "Somewhere", "province": "NS", "postalCode": "B3J 1A1" }));
            let order = ada.get("/orders").await.body[0].clone();
            assert_eq!(order["phone"], "4-12 Fern Lane, Somewhere NS  B3J 1A1");
        }

        async fn an_address_is_taken_as_people_write_it(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            two_tools(shop, &ada).await;
            let mut to = address("Nouvelle-Écosse", "NS b3j.la1 Canada");
            (to["unit"], to["phone"]) = (json!("10-B"), json!("Tél. : 902 555-0142 poste 221"));
            let wanted = body(&quote(&ada, &address("ns", "b3j 1a1"), None).await, &to);
            let placed = check_out(&ada, "k", wanted).await;
            assert_eq!(placed.status, 200, "{}", placed.text);
            let order = ada.get("/orders").await.body[0].clone();
            assert_eq!(order["phone"], "12 Fern Lane Unit 10-B, Somewhere NS  B3J 1A1");
            assert_eq!(order["address"], "Tél. : 902 555-0142 poste 221");
            let found = shop.admin().await.get("/manageOrders?q=9025550142").await.body;
            assert_eq!(found.as_array().map(Vec::len), Some(2), "by the digits of the number");
        }

        async fn the_specified_purchase_of_the_demo_has_neither_tax_nor_delivery(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.customer("Ada").await;
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            let order = order_of(&ada, &order).await;
            assert_eq!((&order["totalPrice"], &order["subtotal"]), (&json!(20), &Value::Null));
        }
    }
}

pub mod in_shop {
    use super::*;

    /// Registered for GST/HST, and delivers for 15.00.
    pub async fn set_up(shop: &TestShop) -> Person<'_> {
        let admin = shop.admin().await;
        let methods = json!([{ "id": "post", "name": "Canada Post", "text": "", "isPickUp": false, "provinces": ["NS", "ON"], "areas": [],
            "prices": { "by": "goods", "steps": [{ "from": 0, "price": 15 }] }, "daysFrom": 3, "daysTo": 8 }]);
        let registrations = json!([{ "authority": "GST/HST", "number": "12345 6782 RT0001", "from": "2020-01-01", "until": null }]);
        let current = admin.get("/manageShop").await;
        let change =
            json!({ "homeProvince": "NS", "deliveryMethods": methods, "taxRegistrations": registrations });
        let saved = admin
            .call(Method::PUT, "/shop-settings")
            .header("if-match", current.header("etag"))
            .json(change)
            .send()
            .await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        admin
    }

    on_both_engines! {
        async fn with_all_off_a_basket_is_goods_alone(shop: TestShop) {
            let ada = shop.verified_customer("Ada").await;
            two_tools(shop, &ada).await;
            let quote = quote(&ada, &address("QC", "H2X 1Y4"), None).await;
            let parts = [&quote["total"], &quote["shipping"], &quote["taxes"], &quote["methods"]];
            assert_eq!(parts, [&json!(443.98), &json!(0), &json!([]), &json!([])]);
            let (id, secret) = buy(&ada, &address("QC", "H2X 1Y4")).await;
            pay(shop, &ada, &id, &secret).await;
            let orders = ada.get("/orders").await.body;
            assert!(orders.as_array().unwrap().iter().all(|order| order["subtotal"].is_null() && order["paid"] == true));
        }

        async fn a_client_that_knows_only_the_specification_pays_what_is_due(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let ada = shop.verified_customer("Ada").await;
            let admin = set_up(shop).await;
            assert_eq!(ada.get("/config").await.body["charges"], json!(["delivery", "taxes"]));
            let mut wish = ada.wish("Draw Hoe", 1_000, 2);
            wish["phone"] = json!("12 Fern Lane, Ottawa ON K1N 1A1");
            let placed = ada.post("/orders", wish.clone()).await.body;
            // 20.00 + 15.00, and 13 % of it.
            let due = [&placed["totalPrice"], &placed["subtotal"], &placed["shipping"], &placed["tax"][0]["tax"], &placed["tax"][0]["amount"]];
            assert_eq!(due, [&json!(39.55), &json!(20), &json!(15), &json!("HST"), &json!(4.55)]);
            let id = placed["insertedId"].as_str().unwrap();
            let order = order_of(&ada, id).await;
            assert_eq!((&order["totalPrice"], &order["subtotal"]), (&json!(39.55), &json!(20)));
            let short = ada.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": id })).await;
            short.is(409, "no_payable_order");
            let secret = ada.start_payment(id, 39.55).await;
            assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
            assert_eq!(report(&ada, id, intent_of(&secret)).await.status, 200);
            assert_eq!(books(&admin).await, json!([]));

            // A part of it goes back with its part of the tax, then the rest.
            let part = json!({ "lines": [{ "orderId": id, "amount": 10 }], "reason": "Late", "refundedBefore": 0 });
            assert_eq!(admin.post(&format!("/purchases/{id}/refund"), part).await.status, 200);
            assert_eq!(books(&admin).await, json!([]));
            let rest = admin.post(&format!("/orders/{id}/refund"), json!({ "returnStock": true })).await;
            assert_eq!(rest.body["refund"], "given", "{}", rest.text);
            assert_eq!(books(&admin).await, json!([]));

            wish["phone"] = json!("12 Fern Lane, Montréal QC H2X 1Y4");
            ada.post("/orders", wish.clone()).await.is(422, "not_delivered_there");
            wish["phone"] = json!("12 Fern Lane");
            assert_eq!(ada.post("/orders", wish).await.body["tax"][0]["amount"], 4.9, "14 % where the shop is");
        }

        async fn an_address_cannot_move_to_a_province_with_other_taxes(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let ada = shop.verified_customer("Ada").await;
            set_up(shop).await;
            let mut wish = ada.wish("Draw Hoe", 1_000, 2);
            wish["phone"] = json!("12 Fern Lane, Ottawa ON K1N 1A1");
            let placed = ada.post("/orders", wish.clone()).await.body;
            let path = format!("/orders/{}", placed["insertedId"].as_str().unwrap());
            let moved = |address: &str| json!({ "phone": address, "address": "" });
            assert_eq!(ada.patch(&path, moved("14 Fern Lane, Ottawa ON K1N 1A1")).await.status, 200);
            ada.patch(&path, moved("1 Elm Road, Halifax NS B3J 1A1")).await.is(409, "other_province");
            ada.patch(&path, moved("1 Elm Road, beside the church")).await.is(422, "invalid_field");
            wish["phone"] = json!("12 Fern Lane");
            let placed = ada.post("/orders", wish).await.body;
            let path = format!("/orders/{}", placed["insertedId"].as_str().unwrap());
            let moved = ada.patch(&path, moved("1 Elm Road, beside the church")).await;
            assert_eq!(moved.status, 200, "it is taxed where the shop is");
        }

        async fn a_corrected_address_reaches_all_orders_of_the_purchase(shop: TestShop) {
            let ada = shop.verified_customer("Ada").await;
            two_tools(shop, &ada).await;
            let admin = set_up(shop).await;
            let (id, secret) = buy(&ada, &address("ON", "K1N 1A1")).await;
            pay(shop, &ada, &id, &secret).await;
            let orders = ada.get("/orders").await.body;
            let second = orders.as_array().unwrap().iter().find(|order| order["line"] == 2).unwrap()["_id"].as_str().unwrap();
            let corrected = json!({ "phone": "1 Elm Road, Toronto ON M5V 2T6", "address": "902 555 0199" });
            assert_eq!(ada.patch(&format!("/orders/{second}"), corrected).await.status, 200);
            for order in admin.get("/orders").await.body.as_array().unwrap() {
                assert_eq!(order["phone"], "1 Elm Road, Toronto ON M5V 2T6", "line {}", order["line"]);
            }
            let id = Id::parse(&id).unwrap();
            let read = shop.shop.db.read_statement(id, |tx, id| purchases::store::by_id(tx, id));
            let code = read.await.unwrap().unwrap().postal_code;
            assert_eq!(code, PostalCode::parse("M5V 2T6"), "a later quote reads it");
        }

        async fn without_charges_an_address_moves_anywhere(shop: TestShop) {
            let ada = shop.verified_customer("Ada").await;
            two_tools(shop, &ada).await;
            let (id, _) = buy(&ada, &address("QC", "H2X 1Y4")).await;
            let moved = json!({ "phone": "12 Elm Road, Calgary AB T2P 1J9", "address": "" });
            assert_eq!(ada.patch(&format!("/orders/{id}"), moved).await.status, 200);
        }

        async fn clients_of_the_specification_do_not_fetch_what_the_shop_delivers(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let ada = shop.verified_customer("Ada").await;
            let admin = set_up(shop).await;
            let method = |id: &str, is_pick_up: bool, provinces: Value| json!({ "id": id, "name": id, "text": "", "isPickUp": is_pick_up, "provinces": provinces,
                "areas": [], "prices": { "by": "weight", "steps": [{ "upTo": 900, "price": 5 }] }, "daysFrom": 1, "daysTo": 2 });
            let fetched = json!({ "id": "pick-up", "name": "Pick-up", "text": "", "isPickUp": true, "provinces": [], "areas": [],
                "prices": { "by": "goods", "steps": [{ "from": 0, "price": 0 }] }, "daysFrom": 1, "daysTo": 2 });
            let mut wish = ada.wish("Draw Hoe", 1_000, 2);
            wish["phone"] = json!("12 Fern Lane, Calgary AB T2P 1J9");
            for (methods, status, code) in [
                (json!([method("van", false, json!(["NS"])), fetched]), 422, "not_delivered_there"),
                (json!([method("van", false, json!([])), fetched]), 422, "too_heavy"),
                (json!([fetched]), 200, ""),
            ] {
                let current = admin.get("/manageShop").await;
                let change = json!({ "deliveryMethods": methods });
                let saved = admin.call(Method::PUT, "/shop-settings").header("if-match", current.header("etag")).json(change).send().await;
                assert_eq!(saved.status, 200, "{}", saved.text);
                ada.post("/orders", wish.clone()).await.is(status, code);
            }
        }
    }
}
