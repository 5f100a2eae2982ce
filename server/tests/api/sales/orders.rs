//! Placing, listing and reading orders.

use std::{collections::BTreeSet, time::Duration};

use futures_util::future::try_join_all;
use reqwest::Method;
use serde_json::{Value, json};

use trowel::{
    app::background::tidy,
    db::{self, Tx, params},
    sales::{
        orders::{
            self,
            numbers::OrderNumbers,
            order::{Contact, Order, OrderState, PiecesBack},
            tracking::Tracking,
        },
        purchases::PurchaseLine,
    },
    values::{ids::Id, money::Cents, time::Timestamp},
};

use crate::{
    sales::payment::paid_order,
    support::{Person, on_both_engines},
};

/// Changes that no call of the shop makes.
mod by_hand {
    trowel::db::statements! {
        pub BREAK = "UPDATE orders SET id = 'no id' WHERE id = $1";
    }
}

async fn insert_orders(tx: &Tx<'_>, tool: &Id, user: &Id, now: Timestamp) -> Result<(), db::Error> {
    for n in 1..=1_202_i64 {
        let created_at = Timestamp::from_micros(now.micros() + n);
        let id = Id::new(created_at);
        let order = Order {
            line: PurchaseLine::only(&id, Cents::new(1_000).unwrap()),
            id,
            number: 10_000 + n,
            user_id: user.clone(),
            tool_id: tool.clone(),
            tool_name: "Draw Hoe".into(),
            price: Cents::new(1_000).unwrap(),
            quantity: 1,
            total: Cents::new(1_000).unwrap(),
            customer_name: "Ada".into(),
            customer_email: "ada@example.com".into(),
            contact: Contact { phone: String::new(), address: String::new() },
            state: OrderState::Unpaid,
            tracking: Tracking::default(),
            disputed_at: None,
            part_refunded: Cents::ZERO,
            pieces: PiecesBack::default(),
            created_at,
            held_until: None,
            is_entered: false,
            is_kept: false,
            is_guest: false,
            is_unconfirmed: false,
            is_hidden: false,
        };
        orders::store::insert::unpaid(tx, &order).await?;
    }
    Ok(())
}

on_both_engines! {
    async fn old_orders_lose_address_and_phone_and_newer_ones_keep_them(shop: TestShop) {
        const YEAR: Duration = Duration::from_hours(366 * 24);
        const MINUTE: Duration = Duration::from_mins(1);
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (mut ada, mut hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let mut placed = Vec::new();
        for age in [3 * YEAR, 4 * YEAR, Duration::ZERO] {
            let (order, _) = paid_order(shop, &ada).await;
            placed.push(order);
            shop.shop.clock.advance(age);
            ada.sign_in().await;
        }
        let contacts = async |hazel: &mut Person<'_>| {
            hazel.sign_in().await;
            let orders = hazel.get("/manageOrders").await.body;
            let has_contact = |id: &String| {
                let order = orders.as_array().unwrap().iter().find(|order| order["_id"] == json!(id)).unwrap();
                assert_eq!(order["customerName"], "Ada");
                (order["phone"] != "", order["address"] != "")
            };
            placed.iter().map(has_contact).collect::<Vec<_>>()
        };
        assert_eq!(contacts(&mut hazel).await, [(true, true); 3]);
        shop.shop.clock.advance(MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(contacts(&mut hazel).await, [(false, false), (true, true), (true, true)]);
        shop.shop.clock.advance(4 * YEAR);
        tidy(&shop.shop).await;
        assert_eq!(contacts(&mut hazel).await, [(false, false), (false, false), (true, true)]);
    }

    async fn an_order_that_cannot_be_read_does_not_vanish_from_the_lists(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let mut orders = Vec::new();
        for _ in 0..3 {
            orders.push(ada.order("Draw Hoe", 1_000, 1).await);
        }
        shop.execute(&by_hand::BREAK, params![&orders[1]]).await;
        for path in ["/orders", "/orders?limit=2", "/orders?limit=100&sort=newest"] {
            let proof = format!("authorization: Bearer {}\r\nconnection: close", ada.token);
            let answer = shop.send_raw(&format!("GET /api{path} HTTP/1.1\r\nhost: x\r\n{proof}\r\n\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 500 "), "{path}: {answer}");
        }
        assert_eq!(ada.get(&format!("/orders/{}", orders[0])).await.status, 200, "the others can be read");
    }

    async fn every_order_has_a_number_of_its_own_on_all_nodes(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let number = async |order: String| ada.get(&format!("/orders/{order}")).await.body["number"].clone();
        assert_eq!(number(ada.order("Draw Hoe", 1_000, 1).await).await, 1_001);
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1_000)).await.is(409, "not_enough_stock");
        assert_eq!(number(ada.order("Draw Hoe", 1_000, 1).await).await, 1_002, "a refused order leaves no gap");

        let nodes = [OrderNumbers::default(), OrderNumbers::default()];
        let taken = (0..60).map(|n| nodes[n % 2].next(&shop.shop.db));
        let numbers: BTreeSet<i64> = try_join_all(taken).await.unwrap().into_iter().collect();
        assert_eq!(numbers.len(), 60);
        assert!(numbers.first() > Some(&1_010), "the shop has reserved the numbers before");
    }

    async fn an_order_takes_its_stock_and_reads_back_as_it_was_placed(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_999, 100, 5).await;
        let ada = shop.customer("Ada").await;
        let id = ada.order("Draw Hoe", 1_999, 7).await;
        assert_eq!(shop.stock(&hoe).await, 93);
        let order = ada.get(&format!("/orders/{id}")).await.body;
        assert_eq!(order["_id"], id);
        assert_eq!(order["toolId"], hoe.as_str());
        assert_eq!((&order["toolName"], &order["orderQuantity"]), (&json!("Draw Hoe"), &json!(7)));
        assert_eq!((&order["price"], &order["totalPrice"]), (&json!(19.99), &json!(139.93)));
        assert_eq!((&order["customerEmail"], &order["customerName"]), (&json!("ada@example.com"), &json!("Ada")));
        assert_eq!((&order["phone"], &order["address"]), (&json!("12 Elm St"), &json!("555-0100")));
        assert_eq!(order["paid"], false);
        for absent in ["status", "transactionId", "paidAt", "shippedAt"] {
            assert!(order.get(absent).is_none(), "{absent} in {order}");
        }
    }

    async fn two_buyers_of_the_last_stock_are_one_order(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 5, 5).await;
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let answers = tokio::join!(ada.post("/orders", ada.wish("Draw Hoe", 1_000, 5)), bo.post("/orders", bo.wish("Draw Hoe", 1_000, 5)));
        let mut statuses = [answers.0.status, answers.1.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        assert_eq!(shop.stock(&hoe).await, 0);
    }

    async fn a_hundred_buyers_of_ten_pieces_are_ten_orders(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let mut buyers = Vec::new();
        for n in 0..10 {
            buyers.push(shop.customer(&format!("Buyer{n}")).await);
        }
        let wishes = (0..100).map(|n| {
            let buyer = &buyers[n % 10];
            buyer.post("/orders", buyer.wish("Draw Hoe", 1_000, 1))
        });
        let answers = futures_util::future::join_all(wishes).await;
        let placed = answers.iter().filter(|answer| answer.status == 200).count();
        let refused = answers.iter().filter(|answer| answer.status == 409 && answer.body["code"] == "not_enough_stock").count();
        assert_eq!((placed, refused), (10, 90));
        assert_eq!(shop.stock(&hoe).await, 0);
        let mut listed = 0;
        for buyer in &buyers {
            listed += buyer.get("/orders").await.body.as_array().unwrap().len();
        }
        assert_eq!(listed, 10);
    }

    async fn the_browser_never_decides_a_price(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_999, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let (other_price, other_total) = ("The price has changed. One piece is now $19.99.", "The total is wrong: 2 × $19.99 is $39.98.");
        for (member, value, why) in [("price", json!(0.01), other_price), ("price", json!(-19.99), other_price), ("totalPrice", json!(0.5), other_total), ("totalPrice", json!(39.97), other_total), ("totalPrice", json!(5_000_000), other_total)] {
            let mut wish = ada.wish("Draw Hoe", 1_999, 2);
            wish[member] = value;
            let answer = ada.post("/orders", wish).await;
            answer.is(409, "price_changed");
            assert_eq!(answer.body["price"], 19.99);
            assert!(answer.body["detail"].as_str().unwrap().starts_with(why), "{}", answer.text);
        }
        assert_eq!(shop.stock(&hoe).await, 100);
    }

    async fn quantities_outside_the_terms_are_refused_by_name(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 12).await;
        let ada = shop.customer("Ada").await;
        let with = |quantity: Value| {
            let mut wish = ada.wish("Draw Hoe", 1_000, 12);
            wish["orderQuantity"] = quantity;
            wish
        };
        ada.post("/orders", with(json!(11))).await.is(422, "below_minimum");
        ada.post("/orders", with(json!(101))).await.is(409, "not_enough_stock");
        for quantity in [json!(0), json!(-5), json!(1.5), json!("1e2"), json!(""), json!(null), json!([12]), json!(1_000_001), json!(1e300), json!("18446744073709551628")] {
            let answer = ada.post("/orders", with(quantity.clone())).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), ["orderQuantity"], "{quantity}");
        }
        assert_eq!(shop.stock(&hoe).await, 100);
    }

    async fn a_total_no_card_can_be_charged_is_refused(shop: TestShop) {
        let seed = shop.tool("Seed", 1, 1_000_000, 1).await;
        let greenhouse = shop.tool("Greenhouse", 99_999_999, 1_000_000, 1).await;
        let ada = shop.customer("Ada").await;
        ada.post("/orders", ada.wish("Seed", 1, 49)).await.is(422, "total_out_of_range");
        ada.post("/orders", ada.wish("Greenhouse", 99_999_999, 2)).await.is(422, "total_out_of_range");
        ada.post("/orders", ada.wish("Greenhouse", 99_999_999, 1_000_000)).await.is(422, "total_out_of_range");
        ada.order("Seed", 1, 50).await;
        ada.order("Greenhouse", 99_999_999, 1).await;
        assert_eq!((shop.stock(&seed).await, shop.stock(&greenhouse).await), (999_950, 999_999));
    }

    async fn every_wrong_field_is_named_at_once(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let answer = ada.post("/orders", json!({ "phone": "x".repeat(301), "address": "a\u{0}b" })).await;
        answer.is(422, "invalid_field");
        let mut fields = answer.fields();
        fields.sort_unstable();
        assert_eq!(fields, ["address", "orderQuantity", "phone", "price", "toolName", "totalPrice"]);
    }

    async fn a_tool_is_found_by_its_name_and_checked_by_its_id(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let fork = shop.tool("Fork", 1_000, 10, 1).await;
        let ada = shop.customer("Ada").await;
        let with_id = |name: &str, id: &str| {
            let mut wish = ada.wish(name, 1_000, 1);
            wish["toolId"] = json!(id);
            wish
        };
        ada.order("  draw HOE ", 1_000, 1).await;
        assert_eq!(ada.post("/orders", with_id("Draw Hoe", hoe.as_str())).await.status, 200);
        ada.post("/orders", with_id("Draw Hoe", fork.as_str())).await.is(409, "tool_mismatch");
        ada.post("/orders", with_id("Draw Hoe", "nonsense")).await.is(409, "tool_unavailable");
        ada.post("/orders", ada.wish("Rake", 1_000, 1)).await.is(409, "tool_unavailable");
        assert_eq!((shop.stock(&hoe).await, shop.stock(&fork).await), (8, 10));
    }

    async fn an_order_is_the_callers_own_whatever_the_body_says(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let mut wish = ada.wish("Draw Hoe", 1_000, 1);
        wish["customerEmail"] = json!("bo@example.com");
        ada.post("/orders", wish).await.is(403, "wrong_email");
        let mut wish = ada.wish("Draw Hoe", 1_000, 1);
        for (member, value) in [("_id", json!("x")), ("paid", json!(true)), ("status", json!("pending")), ("transactionId", json!("pi_1")), ("role", json!("admin")), ("customerName", json!("Bo")), ("userId", json!("x"))] {
            wish[member] = value;
        }
        wish["customerEmail"] = json!(" ADA@example.com ");
        let id = ada.post("/orders", wish).await.body["insertedId"].as_str().unwrap().to_owned();
        let order = ada.get(&format!("/orders/{id}")).await.body;
        assert_eq!((&order["paid"], &order["customerName"], order.get("status")), (&json!(false), &json!("Ada"), None));
        assert!(bo.get("/orders").await.body.as_array().unwrap().is_empty());
    }

    async fn the_order_of_another_customer_does_not_exist(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (ada, bo, hazel) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
        let id = ada.order("Draw Hoe", 1_000, 1).await;
        bo.get(&format!("/orders/{id}")).await.is(404, "not_found");
        bo.delete(&format!("/orders/{id}")).await.is(404, "not_found");
        bo.get("/orders?customerEmail=ada@example.com").await.is(403, "wrong_email");
        hazel.get("/orders?customerEmail=ada@example.com").await.is(403, "wrong_email");
        bo.get("/manageOrders").await.is(403, "forbidden");
        assert_eq!(hazel.get(&format!("/orders/{id}")).await.status, 200);
        for path in ["/orders/nonsense", "/orders/%00", "/orders/01a1fb87-8521-78d7-9b1b-aaffb4e43a62", "/orders/%F0%28"] {
            ada.get(path).await.is(404, "not_found");
        }
    }

    async fn a_plus_in_the_query_is_a_plus(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let ada = shop.customer("Ada+Beds").await;
        ada.order("Draw Hoe", 1_000, 1).await;
        for email in ["ada+beds@example.com", "ada%2Bbeds%40example.com", "Ada+Beds@EXAMPLE.com"] {
            let answer = ada.get(&format!("/orders?customerEmail={email}")).await;
            assert_eq!(answer.body.as_array().map(Vec::len), Some(1), "{email}: {}", answer.text);
        }
    }

    async fn lists_are_whole_or_in_pages_and_never_miss_or_repeat(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let mut placed = Vec::new();
        for _ in 0..7 {
            placed.push(ada.order("Draw Hoe", 1_000, 1).await);
        }
        let ids = |body: &Value| body.as_array().unwrap().iter().map(|order| order["_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        for (person, path) in [(&ada, "/orders"), (&hazel, "/manageOrders")] {
            assert_eq!(ids(&person.get(path).await.body), placed, "{path}: oldest first");
            let mut paged = Vec::new();
            let mut next = Some(format!("{path}?limit=3&sort=newest"));
            while let Some(page) = next {
                let answer = person.get(&page).await;
                assert_eq!(answer.headers["x-total-count"], "7");
                paged.extend(ids(&answer.body));
                let link = answer.headers.get("link").map(|link| link.to_str().unwrap().to_owned());
                next = link.map(|link| link.trim_start_matches("</api").split('>').next().unwrap().to_owned());
            }
            assert_eq!(paged.into_iter().rev().collect::<Vec<_>>(), placed, "{path}: newest first");
            for query in ["limit=0", "limit=101", "limit=x", "cursor=!", "sort=price"] {
                person.get(&format!("{path}?{query}")).await.is(422, "invalid_field");
            }
        }
    }

    async fn a_long_list_is_streamed_whole(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10_000, 1).await;
        let ada = shop.customer("Ada").await;
        let user = ada.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        // Straight into the table: 1,203 orders is two full batches and a rest.
        let first = ada.order("Draw Hoe", 1_000, 1).await;
        let template = ada.get(&format!("/orders/{first}")).await.body;
        let tool = Id::parse(template["toolId"].as_str().unwrap()).unwrap();
        let input = (tool, Id::parse(&user).unwrap(), shop.shop.clock.now());
        shop.shop.db.write(input, |tx, (tool, user, now)| Box::pin(insert_orders(tx, tool, user, *now))).await.unwrap();
        let body = ada.get("/orders").await.body;
        let ids: std::collections::BTreeSet<_> = body.as_array().unwrap().iter().map(|order| order["_id"].as_str().unwrap()).collect();
        assert_eq!((body.as_array().unwrap().len(), ids.len()), (1_203, 1_203));
    }

    async fn unpaid_orders_are_limited_even_when_they_come_at_once(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let answers = futures_util::future::join_all((0..30).map(|_| ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 20);
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            refused.is(409, "too_many_unpaid_orders");
        }
        assert_eq!(shop.stock(&hoe).await, 80);
    }

    async fn one_idempotency_key_is_one_order(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let send = |person: &crate::support::Person<'_>, key: &str, quantity: i64| {
            person.call(Method::POST, "/orders").header("Idempotency-Key", key).json(person.wish("Draw Hoe", 1_000, quantity)).send()
        };
        let answers = futures_util::future::join_all((0..3).map(|_| send(&ada, "k1", 2))).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.body), (200, &answers[0].body));
        }
        assert_eq!(shop.stock(&hoe).await, 98);
        send(&ada, "k1", 3).await.is(422, "idempotency_mismatch");
        assert_eq!(send(&bo, "k1", 2).await.status, 200, "the key of another customer");
        let refused = send(&ada, "k2", 500).await;
        refused.is(409, "not_enough_stock");
        assert_eq!(send(&ada, "k2", 500).await.text, refused.text, "a kept refusal is the same again");
        let mut faulty = ada.wish("Draw Hoe", 1_000, 2);
        faulty["orderQuantity"] = json!("two");
        let ask = |body: Value| ada.call(Method::POST, "/orders").header("Idempotency-Key", "k3").json(body);
        ask(faulty.clone()).send().await.is(422, "invalid_field");
        ask(faulty).send().await.is(422, "invalid_field");
        ask(ada.wish("Draw Hoe", 1_000, 2)).send().await.is(422, "idempotency_mismatch");
        let key = "x".repeat(256);
        send(&ada, &key, 1).await.is(400, "invalid_idempotency_key");
        assert_eq!(shop.stock(&hoe).await, 96);
    }
}
