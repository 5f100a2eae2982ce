//! The owner and the shelf: adding, editing and removing tools.

use reqwest::Method;
use serde_json::{Value, json};

use trowel::values::ids::Id;

use crate::support::{Answer, Person, TestShop, on_both_engines};

fn hoe() -> Value {
    json!({
        "name": "Draw Hoe", "description": "For the border.\nAsh handle.", "price": "19.99", "availableQuantity": "40", "minimumQuantity": "5",
        "img": "/images/draw-hoe/350.webp"
    })
}

fn with(member: &str, value: Value) -> Value {
    let mut tool = hoe();
    tool[member] = value;
    tool
}

async fn add(hazel: &Person<'_>, tool: Value) -> String {
    let answer = hazel.post("/tools", tool).await;
    assert_eq!((answer.status, &answer.body["acknowledged"]), (200, &json!(true)), "{}", answer.text);
    answer.body["insertedId"].as_str().unwrap().to_owned()
}

async fn edit(person: &Person<'_>, id: &str, version: &str, change: Value) -> Answer {
    person.call(Method::PUT, &format!("/tools/{id}")).header("if-match", version).json(change).send().await
}

fn modified(answer: &Answer, count: u64) {
    let expected = json!({ "acknowledged": true, "matchedCount": 1, "modifiedCount": count, "upsertedCount": 0, "upsertedId": null });
    assert_eq!((answer.status, &answer.body), (200, &expected), "{}", answer.text);
}

/// What the audit trail says was done to a tool.
async fn audited_actions(shop: &TestShop, tool: &str) -> Vec<String> {
    let rows = shop.audit_entries(&Id::parse(tool).unwrap()).await;
    assert!(rows.iter().all(|row| row.actor_id.is_some()), "who did it is known");
    rows.into_iter().map(|row| row.action).collect()
}

on_both_engines! {
    async fn what_an_administrator_did_is_kept_and_what_came_to_nothing_is_not(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, hoe()).await;
        edit(&hazel, &id, "\"9.40\"", json!({ "price": 1 })).await.is(412, "revision_changed");
        modified(&edit(&hazel, &id, "\"1.40\"", json!({ "price": "19.99" })).await, 0);
        edit(&ada, &id, "\"1.40\"", json!({ "price": 1 })).await.is(403, "forbidden");
        assert_eq!(audited_actions(shop, &id).await, ["add_tool"]);
        modified(&edit(&hazel, &id, "\"1.40\"", json!({ "availableQuantity": 50 })).await, 1);
        for count in [1, 0] {
            assert_eq!(hazel.delete(&format!("/tools/{id}")).await.body["deletedCount"], count);
        }
        assert_eq!(audited_actions(shop, &id).await, ["add_tool", "edit_tool", "delete_tool"]);
    }

    async fn an_added_tool_is_on_sale_at_once(shop: TestShop) {
        let hazel = shop.admin().await;
        let id = add(&hazel, hoe()).await;
        let listed = shop.visitor().get("/tools").await.body[0].clone();
        assert_eq!(listed["_id"], id);
        assert_eq!((&listed["name"], &listed["price"], &listed["availableQuantity"], &listed["minimumQuantity"]), (&json!("Draw Hoe"), &json!(19.99), &json!(40), &json!(5)));
        assert_eq!((&listed["description"], &listed["img"]), (&json!("For the border.\nAsh handle."), &json!(format!("{}/images/draw-hoe/350.webp", shop.url))));
        let ada = shop.customer("Ada").await;
        ada.order("Draw Hoe", 1_999, 5).await;
        assert_eq!(ada.get(&format!("/tools/{id}")).await.header("etag"), "\"1.35\"");
        let absolute = add(&hazel, json!({
            "name": "Rake", "description": "x", "price": 0.01, "availableQuantity": 0, "minimumQuantity": 1_000_000,
            "img": format!("{}/images/bow-rake/350.webp", shop.url), "_id": "mine", "revision": 9, "createdAt": "2001-01-01T00:00:00Z", "role": "admin"
        })).await;
        let rake = ada.get(&format!("/tools/{absolute}")).await;
        assert_eq!((&rake.body["revision"], rake.header("etag")), (&json!(1), "\"1.0\""), "what is not asked for is ignored");
        assert!(rake.body["createdAt"].as_str().unwrap() > "2020");
    }

    async fn every_wrong_field_of_a_new_tool_is_named(shop: TestShop) {
        let hazel = shop.admin().await;
        let refused = hazel.post("/tools", json!({})).await;
        refused.is(422, "invalid_field");
        assert_eq!(refused.fields(), ["name", "description", "price", "availableQuantity", "minimumQuantity", "img"]);
        for (member, value) in [
            ("name", json!("")), ("name", json!("  ")), ("name", json!("x".repeat(121))), ("name", json!("a\nb")), ("name", json!(null)), ("name", json!(["x"])),
            ("description", json!("")), ("description", json!("x".repeat(4_001))), ("description", json!("a\u{0}b")),
            ("price", json!(0)), ("price", json!("0.00")), ("price", json!(-1)), ("price", json!(1_000_000)), ("price", json!("1.005")), ("price", json!("abc")), ("price", json!("1e3")), ("price", json!(true)),
            ("availableQuantity", json!(-1)), ("availableQuantity", json!(1.5)), ("availableQuantity", json!(1_000_001)), ("availableQuantity", json!("")),
            ("minimumQuantity", json!(0)), ("minimumQuantity", json!("x")), ("minimumQuantity", json!(1_000_001)),
            ("img", json!("")), ("img", json!("https://evil.example/x.png")), ("img", json!("javascript:alert(1)")), ("img", json!("/images/../x/350.webp")), ("img", json!("data:image/png;base64,AA")),
        ] {
            let answer = hazel.post("/tools", with(member, value.clone())).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [member], "{value}");
        }
        assert_eq!(hazel.get("/tools").await.text, "[]", "nothing was added");
    }

    async fn a_name_is_free_once_its_tool_is_off_sale(shop: TestShop) {
        let hazel = shop.admin().await;
        let id = add(&hazel, hoe()).await;
        for name in ["Draw Hoe", "DRAW HOE", "  draw hoe "] {
            hazel.post("/tools", with("name", json!(name))).await.is(409, "name_taken");
        }
        let other = add(&hazel, with("name", json!("Rake"))).await;
        edit(&hazel, &other, "\"1.40\"", json!({ "name": "draw HOE" })).await.is(409, "name_taken");
        modified(&edit(&hazel, &id, "\"1.40\"", json!({ "name": "DRAW Hoe" })).await, 1);
        assert_eq!(hazel.delete(&format!("/tools/{id}")).await.body["deletedCount"], 1);
        modified(&edit(&hazel, &other, "\"1.40\"", json!({ "name": "draw HOE" })).await, 1);
    }

    async fn an_edit_changes_what_it_names_and_counts_the_revision(shop: TestShop) {
        let hazel = shop.admin().await;
        let id = add(&hazel, hoe()).await;
        let path = format!("/tools/{id}");
        let mut tool = hazel.get(&path).await.body;
        for (n, (member, value)) in (1..).zip([
            ("name", json!("Swan Hoe")), ("description", json!("Lighter.")), ("price", json!(24.5)), ("minimumQuantity", json!(3)),
            ("img", json!(format!("{}/images/hoe/350.webp", shop.url))),
        ]) {
            if member == "name" {
                tool["slug"] = json!("swan-hoe");
            }
            tool[member] = value;
            tool["revision"] = json!(n + 1);
            let answer = edit(&hazel, &id, &format!("\"{n}.40\""), tool.clone()).await;
            modified(&answer, 1);
            assert_eq!(answer.header("etag"), format!("\"{}.40\"", n + 1));
            assert_eq!(hazel.get(&path).await.body, tool, "the whole tool back with another {member}");
            assert_eq!(hazel.get("/tools").await.body[0], tool, "and in the list at once");
        }
        let again = edit(&hazel, &id, "\"6.40\"", tool.clone()).await;
        modified(&again, 0);
        assert_eq!(again.header("etag"), "\"6.40\"");
        modified(&edit(&hazel, &id, "W/\"6.40\"", json!({ "price": "25" })).await, 1);
        modified(&edit(&hazel, &id, "\"1.1\", \"7.40\"", json!({ "price": "26" })).await, 1);
    }

    async fn an_edit_of_another_version_is_refused(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, hoe()).await;
        let path = format!("/tools/{id}");
        modified(&edit(&hazel, &id, "\"1.40\"", json!({ "price": 20 })).await, 1);
        for version in ["\"1.40\"", "\"3.40\"", "\"x\"", "2.40", "\"2\"", "\"2.40.1\"", "\"-2.40\""] {
            edit(&hazel, &id, version, json!({ "price": 30 })).await.is(412, "revision_changed");
        }
        edit(&hazel, &id, "*", json!({ "price": 30 })).await.is(428, "revision_required");
        hazel.put(&path, json!({ "price": 30 })).await.is(428, "revision_required");
        edit(&ada, &id, "\"2.40\"", json!({ "price": 30 })).await.is(403, "forbidden");
        modified(&edit(&ada, &id, "\"2.40\"", json!({ "availableQuantity": 1 })).await, 0);
        edit(&hazel, &id, "\"2.40\"", json!({ "img": "https://evil.example/x.png" })).await.is(422, "invalid_field");
        let unknown = edit(&hazel, "01a1fb87-8521-78d7-9b1b-aaffb4e43a62", "\"1.40\"", json!({ "price": 30 })).await;
        unknown.is(404, "not_found");
        let tool = hazel.get(&path).await;
        assert_eq!((&tool.body["price"], &tool.body["availableQuantity"], tool.header("etag")), (&json!(20), &json!(40), "\"2.40\""));
    }

    async fn stock_moves_by_what_the_owner_added_whatever_was_sold_since(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, hoe()).await;
        let path = format!("/tools/{id}");
        let seen = hazel.get(&path).await.header("etag").to_owned();
        ada.order("Draw Hoe", 1_999, 10).await;
        let added = edit(&hazel, &id, &seen, json!({ "availableQuantity": 100 })).await;
        modified(&added, 1);
        assert_eq!(added.header("etag"), "\"1.90\"", "60 more than the 40 that were seen, 10 of which are sold; no new revision");
        let counted = edit(&hazel, &id, "\"1.90\"", json!({ "availableQuantity": 0 })).await;
        assert_eq!(counted.header("etag"), "\"1.0\"");
        let below = edit(&hazel, &id, "\"1.90\"", json!({ "availableQuantity": 80, "price": 5 })).await;
        below.is(409, "not_enough_stock");
        assert_eq!((&below.body["availableQuantity"], hazel.get(&path).await.header("etag")), (&json!(0), "\"1.0\""), "and the price stays too");
        let above = edit(&hazel, &id, "\"1.0\"", json!({ "availableQuantity": 1_000_000 })).await;
        modified(&above, 1);
        edit(&hazel, &id, "\"1.0\"", json!({ "availableQuantity": 1 })).await.is(409, "stock_out_of_range");
        edit(&hazel, &id, "\"1.1000000\"", json!({ "availableQuantity": 1_000_001 })).await.is(422, "invalid_field");
        // Stock that came back may exceed what can be entered; the tool can be edited all the same.
        modified(&edit(&hazel, &id, "\"1.1000007\"", json!({ "availableQuantity": 1_000_007, "price": 5 })).await, 1);
        modified(&edit(&hazel, &id, "\"2.1000000\"", json!({ "price": "19.99" })).await, 1);
        modified(&edit(&hazel, &id, "\"3.1000000\"", json!({ "availableQuantity": "1000000" })).await, 0);
    }

    async fn an_edit_that_is_repeated_with_its_key_moves_the_stock_once(shop: TestShop) {
        let hazel = shop.admin().await;
        let id = add(&hazel, hoe()).await;
        let path = format!("/tools/{id}");
        let send = |key: &str, count: i64| {
            let edit = hazel.call(Method::PUT, &path).header("if-match", "\"1.40\"").header("idempotency-key", key);
            edit.json(json!({ "availableQuantity": count })).send()
        };
        for answer in futures_util::future::join_all((0..6).map(|_| send("one", 50))).await {
            modified(&answer, 1);
        }
        assert_eq!(hazel.get(&path).await.header("etag"), "\"1.50\"");
        send("one", 60).await.is(422, "idempotency_mismatch");
        modified(&send("two", 50).await, 1);
        assert_eq!(hazel.get(&path).await.header("etag"), "\"1.60\"", "another key is another delivery");
        let again = hazel.call(Method::PUT, &path).header("if-match", "\"1.60\"").header("idempotency-key", "three");
        add(&hazel, with("name", json!("Rake"))).await;
        again.json(json!({ "name": "rake" })).send().await.is(409, "name_taken");
    }

    async fn two_owners_edit_at_once_and_one_of_them_is_told(shop: TestShop) {
        let hazel = shop.admin().await;
        let id = add(&hazel, hoe()).await;
        let edits = (0..8).map(|n| edit(&hazel, &id, "\"1.40\"", json!({ "price": 20 + n, "availableQuantity": 41 })));
        let answers = futures_util::future::join_all(edits).await;
        let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((count(200), count(412)), (1, 7), "{:?}", answers.iter().map(|answer| &answer.text).collect::<Vec<_>>());
        assert_eq!(hazel.get(&format!("/tools/{id}")).await.header("etag"), "\"2.41\"");
        // Stock alone has no revision: both deliveries count.
        let deliveries = (0..8).map(|_| edit(&hazel, &id, "\"2.41\"", json!({ "availableQuantity": 51 })));
        for answer in futures_util::future::join_all(deliveries).await {
            modified(&answer, 1);
        }
        assert_eq!(hazel.get(&format!("/tools/{id}")).await.header("etag"), "\"2.121\"");
    }

    async fn a_removed_tool_is_gone_and_its_orders_are_payable(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, hoe()).await;
        let path = format!("/tools/{id}");
        let (kept, returned) = (ada.order("Draw Hoe", 1_999, 5).await, ada.order("Draw Hoe", 1_999, 6).await);
        ada.delete(&path).await.is(403, "forbidden");
        shop.visitor().delete(&path).await.is(401, "unauthenticated");
        let gone = hazel.delete(&path).await;
        assert_eq!((gone.status, &gone.body), (200, &json!({ "acknowledged": true, "deletedCount": 1 })));
        let again = hazel.delete(&path).await;
        assert_eq!((again.status, &again.body), (200, &json!({ "acknowledged": true, "deletedCount": 0 })));
        for unknown in ["nonsense", "01a1fb87-8521-78d7-9b1b-aaffb4e43a62", "%00", "..%2f..%2fetc"] {
            hazel.delete(&format!("/tools/{unknown}")).await.is(404, "not_found");
        }
        assert_eq!(hazel.get("/tools").await.text, "[]");
        hazel.get(&path).await.is(404, "not_found");
        edit(&hazel, &id, "\"1.29\"", json!({ "price": 1 })).await.is(404, "not_found");
        ada.post("/orders", ada.wish("Draw Hoe", 1_999, 5)).await.is(409, "tool_unavailable");
        let secret = ada.start_payment(&kept, 99.95).await;
        assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.body["status"], "succeeded");
        let body = json!({ "orders": kept, "transactionId": crate::support::intent_of(&secret), "status": "pending" });
        assert_eq!(ada.patch(&format!("/orders/{kept}"), body).await.status, 200);
        assert_eq!(ada.delete(&format!("/orders/{returned}")).await.status, 200);
        assert_eq!(shop.stock(&trowel::values::ids::Id::parse(&id).unwrap()).await, 35, "what came back is accounted for");
    }
}
