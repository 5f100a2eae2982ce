//! Refunds of pieces, amounts and deliveries, with their credit notes.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    app::background,
    db::{Statement, params, statement},
    values::ids::Id,
};

use crate::{
    back_office::{
        csv_files::{day_of, records},
        stock_history::adding_up,
        tax_report::{set_up, single, two_lines},
    },
    sales::{
        checkout::{address, buy, put},
        payment::{GOOD_CARD, paid_order, provider_state, without_webhooks},
    },
    support::{Answer, Person, TestShop, intent_of, on_both_engines},
};

const SMALLER_REFUND: Statement =
    statement!(SMALLER_REFUND, "UPDATE refunds SET amount_cents = amount_cents - 1 WHERE purchase_id = $1");

async fn refund(admin: &Person<'_>, purchase: &str, chosen: &Value, before: f64) -> Answer {
    let mut body = chosen.clone();
    body["refundedBefore"] = json!(before);
    admin.post(&format!("/purchases/{purchase}/refund"), body).await
}

async fn given(admin: &Person<'_>, purchase: &str, chosen: &Value, before: f64) {
    let answer = refund(admin, purchase, chosen, before).await;
    assert_eq!(answer.body["refund"], "given", "{}", answer.text);
}

async fn quote(admin: &Person<'_>, purchase: &str, chosen: &Value) -> Answer {
    admin.post(&format!("/purchases/{purchase}/refund-quote"), chosen.clone()).await
}

async fn purchase_of(person: &Person<'_>, id: &str) -> Value {
    person.get(&format!("/purchases/{id}")).await.body
}

/// Cents at the provider, newest first.
async fn given_back(shop: &TestShop) -> Vec<i64> {
    let refunds = provider_state(shop).await["refunds"].as_array().unwrap().clone();
    refunds.iter().map(|refund| refund["amount"].as_i64().unwrap()).collect()
}

async fn books(admin: &Person<'_>) -> Value {
    admin.get("/ledger").await.body["differences"].take()
}

fn numbers(purchase: &Value) -> Vec<i64> {
    let refunds = purchase["refunds"].as_array().unwrap();
    refunds.iter().filter_map(|refund| refund["creditNote"].as_i64()).collect()
}

fn cents(value: &Value) -> i64 {
    format!("{:.0}", value.as_f64().unwrap() * 100.0).parse().unwrap()
}

async fn ship(admin: &Person<'_>, order: &str) {
    let body = json!({ "status": "Approved and shipped" });
    admin.patch(&format!("/orders/{order}"), body).await.is(200, "");
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn pieces_amounts_and_the_delivery_return_exactly_what_was_paid(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        let tool = ada.get(&format!("/orders/{shears}")).await.body["toolId"].as_str().unwrap().to_owned();
        let tool = trowel::values::ids::Id::parse(&tool).unwrap();
        let one = json!({ "lines": [{ "orderId": shears, "quantity": 1 }], "returnStock": true, "reason": "Blunt" });
        let quoted = quote(&hazel, &id, &json!({ "lines": one["lines"] })).await.body;
        assert_eq!([&quoted["net"], &quoted["taxes"][0]["amount"], &quoted["taxes"][1]["amount"], &quoted["amount"]], [&json!(12.34), &json!(0.62), &json!(1.23), &json!(14.19)]);
        assert_eq!([&quoted["left"]["amount"], &quoted["left"]["delivery"]], [&json!(94.29), &json!(17.25)]);
        let steps = [
            (one, 1_419, 118),
            (json!({ "lines": [{ "orderId": gloves, "amount": 5 }] }), 500, 118),
            (json!({ "delivery": true }), 1_725, 118),
            (json!({ "lines": [{ "orderId": shears }], "returnStock": true }), 2_837, 120),
            (json!({ "lines": [{ "orderId": gloves, "quantity": 1 }] }), 2_948, 120),
        ];
        let mut before = 0.0;
        for (chosen, amount, stock) in steps {
            given(&hazel, &id, &chosen, before).await;
            assert_eq!((given_back(shop).await[0], shop.stock(&tool).await), (amount, stock), "{chosen}");
            assert_eq!(books(&hazel).await, json!([]), "{chosen}");
            if before == 0.0 {
                assert_eq!(hazel.get("/figures").await.body["partRefunds"], 12.34);
            }
            adding_up(shop, &hazel, &tool).await;
            let purchase = purchase_of(&ada, &id).await;
            before = purchase["refunded"].as_f64().unwrap();
            assert_eq!(cents(&purchase["refunded"]), given_back(shop).await.iter().sum::<i64>());
            let order = ada.get(&format!("/orders/{shears}")).await.body;
            let ended = stock == 120;
            assert_eq!(order["status"] == "Refunded", ended, "{order}");
            assert_eq!((&order["refundedQuantity"], &order["refundedAmount"]), (&json!(1), &if ended { json!(42.56) } else { json!(14.19) }));
        }
        assert_eq!(hazel.get("/figures").await.body["partRefunds"], 0.0, "whole orders count as refunds");
        let purchase = purchase_of(&ada, &id).await;
        assert_eq!((numbers(&purchase), &purchase["refunded"]), (vec![1, 2, 3, 4, 5], &json!(94.29)));
        let refunds = purchase["refunds"].as_array().unwrap();
        let sum = |of: fn(&Value) -> &Value| refunds.iter().map(|refund| cents(of(refund))).sum::<i64>();
        let returned = [sum(|refund| &refund["net"]), sum(|refund| &refund["taxes"][0]["amount"]), sum(|refund| &refund["taxes"][1]["amount"])];
        assert_eq!(returned, [8_201, 410, 818], "to the cent, whatever the order");
        assert_eq!((&refunds[2]["lines"][0]["name"], &refunds[2]["lines"][0]["orderId"]), (&json!("Canada Post"), &Value::Null));
        let report = hazel.get(&format!("/manageTaxes/report?from={}", day_of(shop, Duration::ZERO))).await.body;
        assert!(report["rows"].as_array().unwrap().iter().all(|row| row["net"] == 0.0 && row["returned"] == row["charged"]), "{report}");
        refund(&hazel, &id, &json!({ "delivery": true }), 94.29).await.is(422, "refund_too_large");
        let file = records(&hazel.get("/csv/refunds").await);
        let notes: Vec<_> = file[1..].iter().map(|row| [3, 5, 6, 14, 15, 16].map(|cell| &*row[cell]).join(" ")).collect();
        assert_eq!(notes[0], "14.19 Part Blunt 0.62 1.23 C-1");
        assert_eq!((notes.len(), notes[4].ends_with(" C-5")), (5, true), "{notes:?}");
    }

    // vendure #4811: the refund of a part returned the total of the order.
    async fn the_refund_of_a_part_returns_that_part_alone(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let order = single(shop, &ada, "Ottawa ON K1N 1A1").await;
        let one = json!({ "lines": [{ "orderId": order, "quantity": 1 }] });
        assert_eq!(quote(&hazel, &order, &one).await.body["amount"], 11.3);
        given(&hazel, &order, &one, 0.0).await;
        assert_eq!(given_back(shop).await, [1_130]);
        assert_eq!(books(&hazel).await, json!([]));
        let letter = shop.letters_to("ada@example.com").await.pop().unwrap().text_body;
        for line in ["$11.30 of your payment", "Credit note C-1 for invoice #1001", "1 × Draw Hoe: $10.00", "HST 13% (12345 6782 RT0001): $1.30", "Total returned: $11.30 CAD"] {
            assert!(letter.contains(line), "{line}: {letter}");
        }
        assert!(!letter.contains("Reason"), "{letter}");
        // The other piece ends the order, and takes the delivery with it, because nothing was shipped.
        given(&hazel, &order, &one, 11.3).await;
        assert_eq!(given_back(shop).await, [2_825, 1_130]);
        let seen = purchase_of(&ada, &order).await;
        assert_eq!((&seen["orders"][0]["status"], &seen["refunded"], numbers(&seen)), (&json!("Refunded"), &json!(39.55), vec![1, 2]));
        let letter = shop.letters_to("ada@example.com").await.pop().unwrap();
        assert!(letter.kind == "order_refunded" && letter.text_body.contains("Canada Post: $15.00\nHST 13% (12345 6782 RT0001): $3.25\nTotal returned: $28.25"), "{}", letter.text_body);
        assert_eq!(books(&hazel).await, json!([]));
    }

    async fn two_administrators_refund_the_same_line_at_once(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        let two = json!({ "lines": [{ "orderId": shears, "quantity": 2 }] });
        let (one, other) = tokio::join!(refund(&hazel, &id, &two, 0.0), refund(&hazel, &id, &two, 0.0));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!((statuses, given_back(shop).await), ([200, 409], vec![2_837]), "{} {}", one.text, other.text);
        // The old call and the new one.
        let path = format!("/orders/{gloves}/refund");
        let rest = json!({ "lines": [{ "orderId": gloves }] });
        let order_alone = hazel.post(&path, json!({ "returnStock": false }));
        let (one, other) = tokio::join!(order_alone, refund(&hazel, &id, &rest, 28.37));
        assert!(one.status == 200 || other.status == 200, "{} {}", one.text, other.text);
        assert_eq!(given_back(shop).await, [3_448, 2_837]);
        assert_eq!(books(&hazel).await, json!([]));
    }

    async fn credit_notes_have_numbers_without_gaps(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        let mut orders = Vec::new();
        for _ in 0..5 {
            orders.push(paid_order(shop, &ada).await);
        }
        // The provider refuses one, and does not answer another.
        let by_hand = [("payment_intent", &*orders[0].1), ("amount", "1990")];
        shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &by_hand).await.is(200, "");
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "method": "POST", "action": "drop_before" }] })).await;
        let part = |order: &str| json!({ "lines": [{ "orderId": order, "amount": 5 }] });
        assert_eq!(refund(&hazel, &orders[1].0, &part(&orders[1].0), 0.0).await.body["refund"], "waits");
        assert_eq!(refund(&hazel, &orders[0].0, &part(&orders[0].0), 0.0).await.body["refund"], "refused");
        assert_eq!(purchase_of(&ada, &orders[1].0).await["refunds"][0].get("creditNote"), None);
        let whole = async |order: &str| hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await;
        let (one, two, three) = tokio::join!(whole(&orders[2].0), whole(&orders[3].0), whole(&orders[4].0));
        assert_eq!([one.status, two.status, three.status], [200; 3]);
        background::tidy(&shop.shop).await;
        let mut all = Vec::new();
        for (order, _) in &orders {
            all.extend(numbers(&purchase_of(&ada, order).await));
        }
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4], "none for the refused one");
        let letters = shop.letters_to("ada@example.com").await;
        assert!(letters.iter().all(|letter| !letter.text_body.contains("Credit note")), "goods alone have the older texts");
        // Only the customer and the people of the shop see them.
        let path = format!("/purchases/{}", orders[2].0);
        shop.staff().await.get(&path).await.is(200, "");
        shop.customer("Bo").await.get(&path).await.is(404, "not_found");
    }

    async fn a_delivery_is_refunded_after_it_was_shipped(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        ship(&hazel, &shears).await;
        ship(&hazel, &gloves).await;
        let restock = json!({ "lines": [{ "orderId": shears, "quantity": 1 }], "returnStock": true });
        refund(&hazel, &id, &restock, 0.0).await.is(409, "already_shipped");
        for order in [&shears, &gloves] {
            hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": false })).await.is(200, "");
        }
        assert_eq!(given_back(shop).await, [3_448, 4_256], "the delivery was made");
        given(&hazel, &id, &json!({ "delivery": true, "reason": "It came late" }), 77.04).await;
        assert_eq!(given_back(shop).await[0], 1_725);
        let letter = shop.letters_to("ada@example.com").await.pop().unwrap().text_body;
        let (note, sums) = letter.split_once("Total returned: $17.25 CAD").unwrap();
        assert!(!note.contains("Shears") && !note.contains("Gloves"), "the tools did not go back: {letter}");
        for row in ["3 × Shears: $37.02\n", "1 × Gloves: $29.99\n", "Canada Post: $15.00\n", "QST 9.975% (1234567890 TQ0001): $8.18\nTotal: $94.29 CAD\n", "Refunded: $94.29 CAD\n"] {
            assert!(sums.contains(row), "{row}: {letter}");
        }
        assert!(letter.contains("$17.25 of your payment") && letter.contains("Canada Post: $15.00") && letter.contains("Reason: It came late"), "{letter}");
        assert_eq!((&purchase_of(&ada, &id).await["refunded"], books(&hazel).await), (&json!(94.29), json!([])));

        let order = { shop.tool("Draw Hoe", 1_000, 100, 1).await; single(shop, &ada, "Ottawa ON K1N 1A1").await };
        ship(&hazel, &order).await;
        given(&hazel, &order, &json!({ "lines": [{ "orderId": order, "quantity": 2 }] }), 0.0).await;
        let seen = ada.get(&format!("/orders/{order}")).await.body;
        assert_eq!((&seen["status"], &seen["refundedQuantity"]), (&json!("Approved and shipped"), &json!(2)), "the delivery is left");
        given(&hazel, &order, &json!({ "delivery": true }), 22.6).await;
        assert_eq!(given_back(shop).await[..2], [1_695, 2_260]);
        assert_eq!((&ada.get(&format!("/orders/{order}")).await.body["status"], books(&hazel).await), (&json!("Refunded"), json!([])));
    }

    async fn books_find_refunds_that_do_not_add_up_to_their_payment(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let order = single(shop, &ada, "Ottawa ON K1N 1A1").await;
        hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await.is(200, "");
        assert_eq!(books(&hazel).await, json!([]));
        let id = Id::parse(&order).unwrap();
        let cut = shop.shop.db.write(id, |tx, id| {
            Box::pin(async move { tx.execute(&SMALLER_REFUND, params![id]).await.map(drop) })
        });
        cut.await.unwrap();
        let found = books(&hazel).await;
        assert_eq!((&found[0]["kind"], &found[0]["otherSays"]), (&json!("refund_sums"), &json!("$39.54 with credit notes")));
    }

    async fn the_rest_waits_for_a_part_whose_outcome_is_not_known(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let order = single(shop, &ada, "Ottawa ON K1N 1A1").await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "method": "POST", "action": "drop_before" }] })).await;
        assert_eq!(refund(&hazel, &order, &json!({ "delivery": true }), 0.0).await.body["refund"], "waits");
        // The provider would return all 39.55 at once.
        hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await.is(409, "refund_under_way");
        assert_eq!(given_back(shop).await, [0_i64; 0]);
        background::tidy(&shop.shop).await;
        hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await.is(200, "");
        assert_eq!(given_back(shop).await, [2_260, 1_695]);
        assert_eq!((&purchase_of(&ada, &order).await["refunded"], books(&hazel).await), (&json!(39.55), json!([])));
    }

    async fn the_last_line_says_that_the_delivery_went_back_too(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        hazel.post(&format!("/orders/{gloves}/refund"), json!({ "returnStock": true })).await.is(200, "");
        let file = records(&hazel.get("/csv/payments").await);
        assert_eq!((&*file[1][2], &*file[1][10]), ("Refunded in part", "34.48"));
        let quoted = quote(&hazel, &id, &json!({ "lines": [{ "orderId": shears }] })).await.body;
        assert_eq!((&quoted["amount"], &quoted["lines"][1]["name"]), (&json!(59.81), &json!("Canada Post")), "shown before it is confirmed");
        hazel.post(&format!("/orders/{shears}/refund"), json!({ "returnStock": true })).await.is(200, "");
        let letter = shop.letters_to("ada@example.com").await.pop().unwrap().text_body;
        for order in [&shears, &gloves] {
            let page = hazel.get(&format!("/manageOrders/{order}")).await.body;
            assert!(page["emails"].as_array().unwrap().iter().any(|email| email["kind"] == "order_part_refunded"), "{page}");
        }
        // The payment was of 94.29.
        assert!(letter.contains("\n$59.81 of your payment has gone back") && !letter.contains("All of") && letter.contains("3 × Shears: $37.02\nCanada Post: $15.00"), "{letter}");
        assert_eq!(purchase_of(&ada, &id).await["refunded"], 94.29);
        let file = records(&hazel.get("/csv/payments").await);
        assert_eq!((&*file[1][2], &*file[1][10]), ("Refunded", "94.29"));
    }

    async fn all_of_a_payment_has_gone_back_only_if_one_refund_returns_it(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        let all = json!({ "lines": [{ "orderId": shears }, { "orderId": gloves }], "returnStock": true });
        given(&hazel, &id, &all, 0.0).await;
        let letter = shop.letters_to("ada@example.com").await.pop().unwrap();
        assert_eq!(letter.kind, "order_refunded");
        for line in ["All of your payment of $94.29 has gone back to you.", "Total returned: $94.29 CAD", "Total: $94.29 CAD", "will not be sent"] {
            assert!(letter.text_body.contains(line), "{line}: {}", letter.text_body);
        }
    }

    async fn a_refused_refund_of_a_line_is_told_and_asked_for_again_by_the_hour(shop: TestShop) {
        let (mut hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let current = hazel.get("/manageShop").await;
        let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", current.header("etag"));
        call.json(json!({ "notificationEmail": "owner@fern.ca", "orderEmails": "off" })).send().await.is(200, "");
        without_webhooks(shop).await;
        for name in ["Shears", "Gloves"] {
            put(&ada, &shop.tool(name, 2_000, 20, 1).await, 1).await;
        }
        let (id, secret) = buy(&ada, &address("QC", "H2X 1Y4")).await;
        shop.provider.pay(&secret, "4000000000000259").await.is(200, "");
        let intent = intent_of(&secret);
        ada.post(&format!("/purchases/{id}/confirm"), json!({ "transactionId": intent })).await.is(200, "");
        let gloves = purchase_of(&ada, &id).await["orders"][1]["_id"].as_str().unwrap().to_owned();
        // The provider does not respond to the check before the refund, and rejects the refund.
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": intent, "action": "drop_before" }] })).await;
        let answer = hazel.post(&format!("/orders/{gloves}/refund"), json!({ "returnStock": true })).await;
        assert_eq!(answer.body["refund"], "refused", "{}", answer.text);
        let stuck = books(&hazel).await.as_array().unwrap().iter().find(|found| found["kind"] == "refund_stuck").cloned().unwrap();
        assert!(stuck["otherSays"].as_str().unwrap().starts_with("refused: "), "{stuck}");
        assert_eq!(hazel.get("/manageShop/tasks").await.body["failedRefunds"], 1);
        let calls = async || provider_state(shop).await["faults"]["rest"].as_array().unwrap().len();
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "action": { "status": 500 } }] })).await;
        background::tidy(&shop.shop).await;
        assert_eq!(calls().await, 1, "not asked again within the hour");
        shop.shop.clock.advance(Duration::from_mins(61));
        background::tidy(&shop.shop).await;
        assert_eq!(calls().await, 0, "and then asked again");
        hazel.sign_in().await;
        let told = shop.letters_to("owner@fern.ca").await;
        assert_eq!(told.iter().map(|letter| &*letter.kind).collect::<Vec<_>>(), ["owner_refund_failed"]);
    }

    async fn a_later_line_is_refunded_before_the_shop_heard_of_the_payment(shop: TestShop) {
        without_webhooks(shop).await;
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        for name in ["Shears", "Gloves"] {
            put(&ada, &shop.tool(name, 2_000, 20, 1).await, 1).await;
        }
        let (id, secret) = buy(&ada, &address("QC", "H2X 1Y4")).await;
        let last = purchase_of(&ada, &id).await["orders"][1]["_id"].as_str().unwrap().to_owned();
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        let answer = hazel.post(&format!("/orders/{last}/refund"), json!({ "returnStock": true })).await;
        assert_eq!(answer.body["refund"], "given", "{}", answer.text);
        assert_eq!(books(&hazel).await, json!([]));
    }

    async fn what_cannot_be_refunded_changes_nothing(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        let line = |more: Value| {
            let mut line = json!({ "orderId": shears });
            line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({ "lines": [line] })
        };
        for (chosen, rest) in [(line(json!({ "quantity": 4 })), "$42.56 (3 pieces)"), (line(json!({ "amount": 42.57 })), "$42.56 (3 pieces)")] {
            for answer in [refund(&hazel, &id, &chosen, 0.0).await, quote(&hazel, &id, &chosen).await] {
                answer.is(422, "refund_too_large");
                assert!(answer.text.contains(rest) && answer.body["left"] == 42.56, "{}", answer.text);
            }
        }
        refund(&hazel, &id, &json!({}), 0.0).await.is(422, "nothing_to_refund");
        quote(&hazel, &id, &json!({})).await.is(200, "");
        for chosen in [
            line(json!({ "quantity": 0 })), line(json!({ "quantity": 1, "amount": 1 })), line(json!({ "amount": 0 })), json!({ "lines": {} }),
            json!({ "lines": [{ "orderId": "0198c2a4-0000-7000-8000-000000000000" }] }), json!({ "lines": [{ "orderId": gloves }, { "orderId": gloves }] }),
        ] {
            refund(&hazel, &id, &chosen, 0.0).await.is(422, "invalid_field");
        }
        refund(&hazel, &id, &line(json!({})), 1.0).await.is(409, "refund_changed");
        shop.staff().await.post(&format!("/purchases/{id}/refund-quote"), json!({})).await.is(403, "forbidden");
        refund(&ada, &id, &line(json!({})), 0.0).await.is(403, "forbidden");
        assert_eq!((given_back(shop).await, books(&hazel).await), (vec![], json!([])));
        // A refund of one piece that the provider refuses is given up.
        let intent = ada.get(&format!("/orders/{shears}")).await.body["transactionId"].as_str().unwrap().to_owned();
        let by_hand = [("payment_intent", intent.as_str()), ("amount", "9000")];
        shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &by_hand).await.is(200, "");
        let one = json!({ "lines": [{ "orderId": shears, "quantity": 1 }], "returnStock": true });
        assert_eq!(refund(&hazel, &id, &one, 0.0).await.body["refund"], "refused");
        let order = ada.get(&format!("/orders/{shears}")).await.body;
        assert_eq!((order.get("refundedQuantity"), order.get("refundedAmount")), (None, None));
        assert_eq!(quote(&hazel, &id, &one).await.body["left"]["amount"], 94.29);
    }
}
