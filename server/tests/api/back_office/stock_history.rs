//! The stock history of a tool: its rows add up.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{app::background::tidy, db::params, values::ids::Id};

use crate::{
    back_office::csv_files::records,
    sales::payment::paid_order,
    support::{Person, TestShop, on_both_engines},
};

async fn rows(person: &Person<'_>, tool: &Id) -> Vec<Value> {
    let answer = person.get(&format!("/manageTools/{tool}/stock")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body.as_array().unwrap().clone()
}

/// The rows, after a check that each begins where the older one ends, and that the newest is the tool's stock.
pub async fn adding_up(shop: &TestShop, person: &Person<'_>, tool: &Id) -> Vec<Value> {
    let rows = rows(person, tool).await;
    let number = |row: &Value, name: &str| row[name].as_i64().unwrap();
    assert_eq!(number(&rows[0], "stockAfter"), shop.stock(tool).await, "{rows:?}");
    let mut stock = 0;
    for row in rows.iter().rev() {
        stock += number(row, "change");
        assert_eq!(stock, number(row, "stockAfter"), "{rows:?}");
    }
    rows
}

async fn edit(hazel: &Person<'_>, tool: &Id, available: i64) {
    let path = format!("/tools/{tool}");
    let etag = hazel.get(&path).await.header("etag").to_owned();
    let call = hazel.call(Method::PUT, &path).header("if-match", &etag);
    call.json(json!({ "availableQuantity": available })).send().await.is(200, "");
}

async fn import(hazel: &Person<'_>, file: &str) {
    let checked = hazel
        .call(Method::POST, "/tool-imports/check?setQuantities=true")
        .text("text/csv", file)
        .send()
        .await
        .body;
    let path = format!("/tool-imports?setQuantities=true&digest={}", checked["digest"].as_str().unwrap());
    hazel.call(Method::POST, &path).text("text/csv", file).send().await.is(200, "");
}

mod by_hand {
    trowel::db::statements! {
        pub RECLAIM = "UPDATE users SET reclaimed_at = $2 WHERE email = $1";
    }
}

on_both_engines! {
    async fn every_row_has_the_stock_that_the_tool_had(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 20, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let mut seen = Vec::new();
        let step = async |seen: &mut Vec<i64>| {
            let rows = adding_up(shop, &hazel, &hoe).await;
            seen.push(rows[0]["stockAfter"].as_i64().unwrap());
            let after: Vec<i64> = rows.iter().rev().map(|row| row["stockAfter"].as_i64().unwrap()).collect();
            assert_eq!(after, *seen, "an older row never changes");
        };
        step(&mut seen).await;
        let order = ada.order("Draw Hoe", 1_000, 5).await;
        step(&mut seen).await;
        edit(&hazel, &hoe, 40).await;
        step(&mut seen).await;
        ada.delete(&format!("/orders/{order}")).await.is(200, "");
        step(&mut seen).await;
        import(&hazel, &format!("ID,Available quantity\n{hoe},30")).await;
        step(&mut seen).await;
        let (paid, _) = paid_order(shop, &ada).await;
        step(&mut seen).await;
        hazel.post(&format!("/orders/{paid}/refund"), json!({ "returnStock": true })).await.is(200, "");
        step(&mut seen).await;
        let order = ada.order("Draw Hoe", 1_000, 3).await;
        step(&mut seen).await;
        hazel.delete(&format!("/orders/{order}")).await.is(200, "");
        step(&mut seen).await;
        assert_eq!(seen, [20, 15, 40, 45, 30, 28, 30, 27, 30]);

        let rows = rows(&hazel, &hoe).await;
        let told: Vec<_> = rows.iter().rev()
            .map(|row| (row["cause"].as_str().unwrap(), row["who"].as_str().unwrap(), row["orderNumber"].as_i64())).collect();
        assert_eq!(told, [
            ("added", "The shop", None), ("ordered", "Customer", None), ("edited", "Hazel", None), ("order_deleted", "Customer", None),
            ("imported", "Hazel", None), ("ordered", "Customer", Some(1002)), ("order_refunded", "Hazel", Some(1002)),
            ("ordered", "Customer", None), ("order_deleted", "Hazel", None),
        ]);
        assert_eq!(rows[3]["orderId"], paid);
        assert_eq!(hazel.get("/ledger").await.body["differences"], json!([]));
    }

    async fn an_expired_order_is_told_apart(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 20, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        ada.order("Draw Hoe", 1_000, 2).await;
        shop.shop.clock.advance(Duration::from_hours(24 * 30));
        tidy(&shop.shop).await;
        let mut hazel = hazel;
        hazel.sign_in().await;
        let rows = adding_up(shop, &hazel, &hoe).await;
        assert_eq!((&rows[0]["cause"], rows.len()), (&json!("order_expired"), 3));
    }

    async fn whoever_it_was_is_named(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 20, 1).await;
        let (ada, hazel, sam) = (shop.verified_customer("Ada").await, shop.admin().await, shop.staff().await);
        let wanted = json!({
            "toolName": "Draw Hoe", "orderQuantity": 2, "price": 10, "totalPrice": 20, "customerEmail": ada.email,
            "phone": "12 Elm St", "address": "555-0100"
        });
        let entered = hazel.post("/manageOrders", wanted).await.body;
        hazel.delete(&format!("/orders/{}", entered["insertedId"].as_str().unwrap())).await.is(200, "");
        let key = json!({ "name": "Warehouse", "scopes": ["tools:write"], "days": 30, "password": "correct horse" });
        let mut script = shop.visitor();
        hazel.post("/api-keys", key).await.body["key"].as_str().unwrap().clone_into(&mut script.token);
        edit(&script, &hoe, 30).await;
        edit(&sam, &hoe, 31).await;
        let closing = json!({ "confirm": sam.email, "password": "correct horse" });
        sam.post("/identity/account/close", closing).await.is(200, "");
        ada.order("Draw Hoe", 1_000, 1).await;
        shop.shop.clock.advance(Duration::from_mins(1));
        shop.execute(&by_hand::RECLAIM, params![ada.email.as_str(), shop.shop.clock.now().micros()]).await;
        tidy(&shop.shop).await;
        let rows = adding_up(shop, &hazel, &hoe).await;
        let told: Vec<_> = rows.iter().rev().map(|row| (row["cause"].as_str().unwrap(), row["who"].as_str().unwrap())).collect();
        assert_eq!(told, [
            ("added", "The shop"), ("ordered", "Hazel"), ("order_deleted", "Hazel"), ("edited", "Hazel (API key Warehouse)"),
            ("edited", "A deleted account"), ("ordered", "Customer"), ("order_expired", "The shop"),
        ]);
    }

    async fn the_history_has_pages_and_a_file(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 20, 1).await;
        let (hazel, sam) = (shop.admin().await, shop.staff().await);
        for count in 0..6 {
            edit(&hazel, &hoe, count).await;
        }
        let whole = adding_up(shop, &sam, &hoe).await;
        let pages = sam.pages(&format!("/manageTools/{hoe}/stock?limit=3")).await;
        assert_eq!((pages.len(), pages[0].header("x-total-count")), (3, "7"));
        let paged: Vec<Value> = pages.iter().flat_map(|page| page.body.as_array().unwrap().clone()).collect();
        assert_eq!(paged, whole);

        let file = hazel.get(&format!("/csv/stock?tool={hoe}")).await;
        assert!(file.header("content-disposition").contains("stock-draw-hoe-"), "{}", file.header("content-disposition"));
        let lines = records(&file);
        assert_eq!(lines[0][1..6], ["Cause", "Added", "Taken", "Stock after", "Who"]);
        assert_eq!((lines.len(), &lines[1][1..6]), (8, &["Edited", "1", "", "5", "Hazel"].map(str::to_owned)[..]));
        assert_eq!(lines[6][1..6], ["Edited", "", "20", "0", "Hazel"]);
        let early = records(&hazel.get(&format!("/csv/stock?tool={hoe}&to=2020-01-01")).await);
        assert_eq!(early.len(), 1);
        hazel.get("/csv/stock").await.is(404, "not_found");

        let path = format!("/manageTools/{hoe}/stock");
        shop.customer("Ada").await.get(&path).await.is(403, "forbidden");
        sam.get(&format!("/manageTools/{}/stock", Id::new(shop.shop.clock.now()))).await.is(404, "not_found");
        sam.get(&format!("{path}?cursor=1")).await.is(422, "invalid_field");
        hazel.delete(&format!("/tools/{hoe}")).await.is(200, "");
        adding_up(shop, &sam, &hoe).await;
    }
}
