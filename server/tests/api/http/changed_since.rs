//! Lists of what changed since a moment.

use std::{collections::BTreeSet, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    sales::payment::paid_order,
    support::{Person, TestShop, on_both_engines},
};

fn now(shop: &TestShop) -> String {
    shop.shop.clock.now().to_string()
}

fn ids_of(page: &Value) -> Vec<String> {
    page.as_array().unwrap().iter().map(|row| row["_id"].as_str().unwrap().to_owned()).collect()
}

/// The ids of all pages, by pages of two.
async fn changed(person: &Person<'_>, list: &str, since: &str) -> Vec<String> {
    let pages = person.pages(&format!("{list}?limit=2&changedSince={since}")).await;
    pages.iter().flat_map(|page| ids_of(&page.body)).collect()
}

/// Only this row has changed since a moment before the action, and none after it.
async fn counts(
    shop: &TestShop,
    hazel: &mut Person<'_>,
    list: &str,
    id: &str,
    action: impl AsyncFnOnce(&Person<'_>),
    what: &str,
) {
    shop.shop.clock.advance(Duration::from_secs(5));
    let since = now(shop);
    action(hazel).await;
    assert_eq!(changed(hazel, list, &since).await, [id], "{what}");
    shop.shop.clock.advance(Duration::from_secs(5));
    assert_eq!(changed(hazel, list, &now(shop)).await, [""; 0], "after {what}");
}

async fn edit(person: &Person<'_>, path: &str, body: Value) {
    let tag = person.get(path).await.header("etag").to_owned();
    let edited = person.call(Method::PUT, path).header("if-match", &tag).json(body).send().await;
    assert_eq!(edited.body["modifiedCount"], 1, "{}", edited.text);
}

on_both_engines! {
    async fn every_change_of_an_order_counts(shop: TestShop) {
        let (mut hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (other, _) = paid_order(shop, &ada).await;
        let (id, _) = paid_order(shop, &ada).await;
        let (list, order, managed) = ("/manageOrders", format!("/orders/{id}"), format!("/manageOrders/{id}"));
        let hazel = &mut hazel;
        let notes = json!({ "notes": "By the gate" });
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.put(&format!("{managed}/notes"), notes).await.is(200, ""), "notes").await;
        let part = json!({ "lines": [{ "orderId": id, "quantity": 1 }], "refundedBefore": 0 });
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.post(&format!("/purchases/{id}/refund"), part).await.is(200, ""), "a part").await;
        let shipped = json!({ "status": "Approved and shipped" });
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.patch(&order, shipped).await.is(200, ""), "shipping").await;
        let tracking = json!({ "carrier": "Canada Post", "trackingNumber": "1234567890123456" });
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.patch(&order, tracking).await.is(200, ""), "tracking").await;
        let refund = json!({ "returnStock": false });
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.post(&format!("{order}/refund"), refund).await.is(200, ""), "a refund").await;

        shop.shop.clock.advance(Duration::from_secs(5));
        let since = now(shop);
        let (placed, _) = paid_order(shop, &ada).await;
        assert_eq!(changed(hazel, list, &since).await, std::slice::from_ref(&placed), "placed and paid");
        let contact = json!({ "phone": "9 New Street", "address": "555-0199" });
        shop.shop.clock.advance(Duration::from_secs(5));
        ada.patch(&format!("/orders/{other}"), contact).await.is(200, "");
        assert_eq!(changed(hazel, list, &since).await, [placed, other], "the oldest change first");
    }

    async fn every_change_of_a_tool_counts(shop: TestShop) {
        let (mut hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await.into_string();
        shop.tool("Spade", 1_000, 100, 1).await;
        let (list, path) = ("/manageTools", format!("/tools/{hoe}"));
        let hazel = &mut hazel;
        counts(shop, hazel, list, &hoe, async |hazel: &Person<'_>| edit(hazel, &path, json!({ "price": 11 })).await, "an edit").await;
        counts(shop, hazel, list, &hoe, async |hazel: &Person<'_>| edit(hazel, &path, json!({ "availableQuantity": 90 })).await, "the stock").await;
        counts(shop, hazel, list, &hoe, async |_: &Person<'_>| drop(ada.order("Draw Hoe", 1_100, 2).await), "a sale").await;
        counts(shop, hazel, list, &hoe, async |_: &Person<'_>| {
            let orders = ada.get("/orders").await.body;
            ada.delete(&format!("/orders/{}", orders[0]["_id"].as_str().unwrap())).await.is(200, "");
        }, "a return").await;
        counts(shop, hazel, list, &hoe, async |hazel: &Person<'_>| edit(hazel, &path, json!({ "draft": true, "gtin": "96385074" })).await, "a draft").await;
        shop.shop.clock.advance(Duration::from_secs(5));
        let since = now(shop);
        hazel.delete(&path).await.is(200, "");
        assert_eq!(changed(hazel, list, &since).await, [""; 0], "a removed tool is in GET /removed-tools");
    }

    async fn every_change_of_a_customer_counts(shop: TestShop) {
        let (mut hazel, bo) = (shop.admin().await, shop.customer("Bo").await);
        let users = hazel.get("/users").await.body;
        let id = users.as_array().unwrap().iter().find(|user| user["email"] == bo.email).unwrap()["_id"].as_str().unwrap().to_owned();
        let (list, path) = ("/users", format!("/users/{id}"));
        let hazel = &mut hazel;
        counts(shop, hazel, list, &id, async |_: &Person<'_>| bo.patch("/identity/account", json!({ "name": "Bo Fern" })).await.is(200, ""), "the name").await;
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.put(&format!("{path}/notes"), json!({ "notes": "Prefers ash" })).await.is(200, ""), "notes").await;
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.post(&format!("{path}/block"), json!({})).await.is(200, ""), "a block").await;
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.delete(&format!("{path}/block")).await.is(200, ""), "its end").await;
        counts(shop, hazel, list, &id, async |hazel: &Person<'_>| hazel.put(&format!("/user/admin/{}", bo.email), json!({})).await.is(200, ""), "a role").await;
        shop.shop.clock.advance(Duration::from_secs(5));
        let since = now(shop);
        shop.customer("Cai").await;
        assert_eq!(changed(hazel, list, &since).await.len(), 1, "a new one");
    }

    async fn rows_that_share_a_moment_are_told_once_also_if_one_changes_meanwhile(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        shop.tool("Hoe", 1_000, 100, 1).await;
        shop.shop.clock.advance(Duration::from_mins(1));
        shop.shop.clock.stop();
        let since = now(shop);
        for number in 1..=5 {
            shop.tool(&format!("Spade {number}"), 1_000, 100, 1).await;
            ada.order("Hoe", 1_000, 1).await;
        }
        let file = (1..=5).fold("Name,Email\n".to_owned(), |file, n| format!("{file}C {n},c{n}@example.com\n"));
        hazel.call(Method::POST, "/customer-imports").text("text/csv", &file).send().await.is(200, "");
        for (list, count) in [("/manageOrders", 5), ("/manageTools", 6), ("/users", 5)] {
            let first = hazel.get(&format!("{list}?limit=2&changedSince={since}")).await;
            assert_eq!(first.header("x-total-count"), count.to_string(), "{list}");
            let mut told = ids_of(&first.body);
            // A sale in between changes the hoe at the same moment, which is no reason to tell it twice.
            ada.order("Hoe", 1_000, 1).await;
            let rest = hazel.pages(&format!("{list}?limit=2&changedSince={since}&cursor={}", first.cursor())).await;
            told.extend(rest.iter().flat_map(|page| ids_of(&page.body)));
            let sorted: Vec<_> = told.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
            assert_eq!(told, sorted, "{list}: in the order of the ids, each once");
            assert!(told.len() >= count, "{list}: {told:?}");
        }
    }

    async fn pages_of_changes_miss_no_row_that_changes_meanwhile(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let since = now(shop);
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let mut placed = Vec::new();
        for quantity in 1..=5 {
            placed.push(ada.order("Draw Hoe", 1_000, quantity).await);
            shop.shop.clock.advance(Duration::from_secs(1));
        }
        let path = format!("/manageOrders?limit=2&changedSince={since}");
        let first = hazel.get(&path).await;
        assert_eq!((first.header("x-total-count"), first.body.as_array().unwrap().len()), ("5", 2));
        hazel.put(&format!("/manageOrders/{}/notes", placed[0]), json!({ "notes": "Late" })).await.is(200, "");
        let rest = hazel.pages(&format!("{path}&cursor={}", first.cursor())).await;
        let rest: Vec<_> = rest.iter().flat_map(|page| ids_of(&page.body)).collect();
        assert_eq!(rest, [&placed[2..], &placed[..1]].concat(), "it comes again at the end");
        // A moment with an offset, and one that is encoded as a form.
        let everything = hazel.get("/manageOrders?changedSince=2020-01-01T00:00:00+02:00").await;
        assert_eq!(everything.body.as_array().unwrap().len(), 5);
        for (query, field) in [
            ("changedSince=2020-01-01", "changedSince"), ("changedSince=1577836800000", "changedSince"),
            ("changedSince=2020-01-01T00:00:00Z&q=ada", "q"), ("changedSince=2020-01-01T00:00:00Z&sort=newest", "sort"),
        ] {
            let refused = hazel.get(&format!("/manageOrders?{query}")).await;
            refused.is(422, "invalid_field");
            assert_eq!(refused.fields(), [field], "{query}");
        }
    }
}
