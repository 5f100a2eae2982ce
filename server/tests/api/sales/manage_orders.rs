//! Manage Orders: searching, narrowing down, and what an order's timeline is drawn from.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    base::config::{RunMode, limits::Limits},
    values::ids::Id,
};

use crate::support::{Answer, Person, Setup, TestShop, intent_of, on_both_engines, toronto_day, with_shop};

fn ids(answer: &Answer) -> Vec<&str> {
    answer
        .body
        .as_array()
        .unwrap_or_else(|| panic!("{}", answer.text))
        .iter()
        .map(|order| order["_id"].as_str().unwrap())
        .collect()
}

/// An account whose name differs from its address.
async fn buyer<'a>(shop: &'a TestShop, name: &str, email: &str) -> Person<'a> {
    let mut person = shop.visitor();
    person.email = email.into();
    let answer = person
        .post("/identity/sign-up", json!({ "name": name, "email": email, "password": "correct horse" }))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    person.remember(&answer);
    person.fetch_token().await;
    person
}

/// Returns the transaction id.
async fn pay(shop: &TestShop, owner: &Person<'_>, order: &str, total: f64) -> String {
    let secret = owner.start_payment(order, total).await;
    assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.body["status"], "succeeded");
    let transaction = intent_of(&secret).to_owned();
    let report = json!({ "orders": order, "transactionId": transaction, "status": "pending" });
    assert_eq!(owner.patch(&format!("/orders/{order}"), report).await.status, 200);
    transaction
}

mod by_hand {
    trowel::db::statements! {
        pub KEPT_NOTES = "UPDATE users SET notes = notes WHERE notes IS NOT NULL";
    }
}

on_both_engines! {
    async fn orders_are_found_by_words_by_id_and_by_state(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        shop.tool("100%_Hemp !Twine", 500, 100, 1).await;
        let emile = buyer(shop, "ÉMILE Øst", "emile+beds@example.com").await;
        let ada = buyer(shop, "Ada Moss", "ada@example.com").await;
        let hazel = shop.admin().await;
        let unpaid = emile.order("Draw Hoe", 1_000, 1).await;
        let pending = emile.order("100%_Hemp !Twine", 500, 2).await;
        let shipped = ada.order("Draw Hoe", 1_000, 3).await;
        let paid_by = pay(shop, &emile, &pending, 10.0).await;
        pay(shop, &ada, &shipped, 30.0).await;
        assert_eq!(hazel.patch(&format!("/orders/{shipped}"), json!({ "status": "Approved and shipped" })).await.status, 200);
        let (unpaid, pending, shipped) = (unpaid.as_str(), pending.as_str(), shipped.as_str());
        let first = hazel.get(&format!("/orders/{unpaid}")).await.body["createdAt"].as_str().unwrap().to_owned();
        let today = &toronto_day(&first);
        let upper = pending.to_uppercase();
        let moved = json!({ "phone": "9 Fern Lane", "address": "(902) 555-0199" });
        assert_eq!(emile.patch(&format!("/orders/{pending}"), moved).await.status, 200);
        let cases = [
            ("q=émile øst", vec![unpaid, pending]),
            ("q=ÉMILE", vec![unpaid, pending]),
            ("q=MOSS", vec![shipped]),
            ("q=EMILE%2BBEDS@", vec![unpaid, pending]),
            ("q= draw ", vec![unpaid, shipped]),
            ("q=100%25_", vec![pending]),
            ("q=%25", vec![]),
            ("q=raw", vec![]),
            ("q=oe", vec![]),
            ("q=w_h", vec![]),
            ("q=émile ada", vec![]),
            ("q=!t", vec![pending]),
            ("q=\\", vec![]),
            ("q='", vec![]),
            (&format!("q={unpaid}"), vec![unpaid]),
            (&format!("q={}", &unpaid[..20]), vec![]),
            (&format!("q={upper}"), vec![]),
            (&format!("q={paid_by}"), vec![pending]),
            ("q=pi_", vec![]),
            ("q=1003", vec![shipped]),
            ("q= %231003 ", vec![shipped]),
            ("q=%23100", vec![]),
            ("state=unpaid&q=1003", vec![]),
            ("q=(902) 555", vec![pending]),
            ("q=9025550199", vec![pending]),
            ("q=%2B1 902-555", vec![pending]),
            ("q=0199", vec![]),
            ("q=", vec![unpaid, pending, shipped]),
            ("state=unpaid", vec![unpaid]),
            ("state=pending", vec![pending]),
            ("state=shipped", vec![shipped]),
            ("state=", vec![unpaid, pending, shipped]),
            ("state=pending&q=hoe", vec![]),
            ("state=shipped&q=hoe", vec![shipped]),
            (&format!("state=unpaid&q={paid_by}"), vec![]),
            (&format!("from={today}"), vec![unpaid, pending, shipped]),
            (&format!("from={today}&to={today}&state=shipped&q=hoe"), vec![shipped]),
            ("to=2026-01-01", vec![]),
            ("to=2026-01-01&q=hoe", vec![]),
            ("from=9999-12-31&state=unpaid", vec![]),
            ("to=9999-12-31", vec![unpaid, pending, shipped]),
        ];
        for (query, wanted) in &cases {
            assert_eq!(ids(&hazel.get(&format!("/manageOrders?{query}")).await), *wanted, "{query}");
            for (sort, wanted) in [("oldest", wanted.clone()), ("newest", wanted.iter().rev().copied().collect())] {
                let pages = hazel.pages(&format!("/manageOrders?{query}&limit=1&sort={sort}")).await;
                assert_eq!(pages.iter().flat_map(ids).collect::<Vec<_>>(), wanted, "{query} {sort}");
                assert!(pages.iter().all(|page| page.header("x-total-count") == wanted.len().to_string()), "{query}");
            }
        }
        for query in ["state=paid", "state=Pending", "from=yesterday", "to=2026-02-30", "q=a%00b", &format!("q={}", "x".repeat(201)), "state=unpaid&limit=0"] {
            hazel.get(&format!("/manageOrders?{query}")).await.is(422, "invalid_field");
        }
        emile.get("/manageOrders?q=moss").await.is(403, "forbidden");

        let counts = async |query: &str| hazel.get(&format!("/manageOrders?limit=1&{query}")).await.header("x-state-counts").to_owned();
        for (query, wanted) in [("", [1, 1, 1]), ("state=shipped", [1, 1, 1]), ("q=hoe", [1, 0, 1]), ("q=moss&state=unpaid", [0, 0, 1])] {
            let [unpaid, pending, shipped] = wanted;
            let wanted = format!("unpaid={unpaid}, pending={pending}, shipped={shipped}, refunding=0, refunded=0");
            assert_eq!(counts(query).await, wanted, "{query}");
        }
        assert_eq!(emile.get("/orders?limit=1").await.header("x-state-counts"), "", "only for administrators");

        for path in [&pending, &shipped].map(|id| format!("/orders/{id}/refund")) {
            hazel.post(&path, json!({ "returnStock": false })).await.is(200, "");
        }
        assert_eq!(emile.delete(&format!("/orders/{unpaid}")).await.status, 200);
        trowel::app::background::tidy(&shop.shop).await;
        let mut listed = [0, 0, 0, 0];
        for (count, state) in listed.iter_mut().zip(["pending", "shipped", "refunding", "refunded"]) {
            *count = ids(&hazel.get(&format!("/manageOrders?state={state}")).await).len();
        }
        let [pending, shipped, refunding, refunded] = listed;
        assert_eq!(pending + shipped + refunding + refunded, 2);
        let wanted = format!("unpaid=0, pending={pending}, shipped={shipped}, refunding={refunding}, refunded={refunded}");
        assert_eq!(counts("").await, wanted, "the counters agree with the rows");
    }

    async fn an_order_is_found_by_the_names_it_was_placed_with(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let hazel = shop.admin().await;
        let ada = buyer(shop, "Ada Moss", "ada@example.com").await;
        let id = ada.order("Draw Hoe", 1_000, 1).await;
        pay(shop, &ada, &id, 10.0).await;
        let found = async |q: &str| ids(&hazel.get(&format!("/manageOrders?limit=9&q={q}")).await).len();
        let edit = hazel.call(Method::PUT, &format!("/tools/{hoe}")).header("if-match", "\"1.99\"");
        assert_eq!(edit.json(json!({ "name": "Swan Neck" })).send().await.status, 200);
        assert_eq!((found("hoe").await, found("swan").await, found("moss").await), (1, 0, 1));
        let close = json!({ "confirm": "ada@example.com", "password": "correct horse" });
        assert_eq!(ada.post("/identity/account/close", close).await.status, 200);
        assert_eq!((found("moss").await, found("ada@").await), (1, 0), "the name is needed until it is shipped");
        let ship = json!({ "status": "Approved and shipped" });
        assert_eq!(hazel.patch(&format!("/orders/{id}"), ship).await.status, 200);
        assert_eq!((found("moss").await, found("former").await, found("hoe").await), (0, 1, 1));
    }

    async fn an_order_is_shipped_with_a_tracking_number_that_can_be_changed_afterwards(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        let path = format!("/orders/{order}");
        let tracking = |carrier: &str, number: &str, url: &str| {
            json!({ "carrier": carrier, "trackingNumber": number, "trackingUrl": url })
        };
        let ship = |mut body: Value| {
            body["status"] = json!("Approved and shipped");
            body
        };
        hazel.patch(&path, tracking("UPS", "1Z 999", "")).await.is(409, "not_shipped");
        pay(shop, &ada, &order, 10.0).await;
        for body in [
            tracking("ACME", "1", ""),
            tracking("UPS", "1&x=2", ""),
            tracking("Other", "1", "http://bike.example"),
            tracking("UPS", "1", "https://bike.example"),
        ] {
            hazel.patch(&path, ship(body.clone())).await.is(422, "invalid_field");
            ada.patch(&path, ship(body)).await.is(403, "forbidden");
        }
        assert_eq!(hazel.patch(&path, ship(tracking("UPS", "1Z 999", ""))).await.status, 200);
        let shipped = ada.get(&path).await.body;
        let url = "https://www.ups.com/track?tracknum=1Z999";
        assert_eq!(
            [&shipped["carrier"], &shipped["trackingNumber"], &shipped["trackingUrl"]],
            [&json!("UPS"), &json!("1Z999"), &json!(url)]
        );

        ada.patch(&path, tracking("Other", "7", "")).await.is(403, "forbidden");
        let changed = tracking("Other", "7", "https://bike.example/7");
        for modified in [1, 0] {
            assert_eq!(hazel.patch(&path, changed.clone()).await.body["modifiedCount"], modified);
        }
        assert_eq!(ada.get(&path).await.body["trackingUrl"], "https://bike.example/7");
        assert_eq!(hazel.patch(&path, json!({ "trackingNumber": "" })).await.status, 200);
        assert_eq!(ada.get(&path).await.body.get("carrier"), None);
    }

    async fn the_owner_writes_notes_about_a_customer_that_go_with_the_account(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let id = hazel.get("/users?q=ada").await.body[0]["_id"].as_str().unwrap().to_owned();
        let (path, notes) = (format!("/users/{id}"), format!("/users/{id}/notes"));
        for modified in [1, 0] {
            assert_eq!(hazel.put(&notes, json!({ "notes": " Pays by the month " })).await.body["modifiedCount"], modified);
        }
        let conflict = hazel.put(&notes, json!({ "notes": "Pays late", "before": "" })).await;
        conflict.is(409, "notes_changed");
        assert_eq!((&conflict.body["notes"], &hazel.get(&path).await.body["notes"]), (&json!("Pays by the month"), &json!("Pays by the month")));
        ada.put(&notes, json!({ "notes": "" })).await.is(403, "forbidden");
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        hazel.put(&format!("/manageOrders/{order}/notes"), json!({ "notes": "Ring twice" })).await.is(200, "");
        let export = ada.get("/identity/account/export").await.body;
        let both = json!([{ "orderId": null, "text": "Pays by the month" }, { "orderId": order, "text": "Ring twice" }]);
        assert_eq!((&export["notes"], export["orders"][0].get("notes")), (&both, None));
        let entries = shop.audit_entries(&Id::parse(&id).unwrap()).await;
        assert_eq!(entries.iter().filter(|entry| entry.action == "edit_customer_notes").count(), 1);
        let close = json!({ "confirm": "ada@example.com", "password": "correct horse" });
        assert_eq!(ada.post("/identity/account/close", close).await.status, 200);
        assert_eq!(shop.execute(&by_hand::KEPT_NOTES, &[]).await, 0);

        let stranger = shop.customer("Bea").await;
        let bea = hazel.get("/users?q=bea").await.body[0]["_id"].as_str().unwrap().to_owned();
        hazel.put(&format!("/users/{bea}/notes"), json!({ "notes": "The real Bea is out in May" })).await.is(200, "");
        assert_eq!(stranger.get("/identity/account/export").await.body["notes"], json!([]), "its address is not confirmed");
    }

    async fn the_owner_sees_the_way_of_an_order_and_writes_notes(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        pay(shop, &ada, &order, 10.0).await;
        let (path, notes) = (format!("/manageOrders/{order}"), format!("/manageOrders/{order}/notes"));
        for modified in [1, 0] {
            let saved = hazel.put(&notes, json!({ "notes": " Ring twice " })).await;
            assert_eq!(saved.body["modifiedCount"], modified);
        }
        let conflict = hazel.put(&notes, json!({ "notes": "Knock", "before": "" })).await;
        conflict.is(409, "notes_changed");
        assert_eq!(conflict.body["notes"], "Ring twice");
        assert_eq!(hazel.put(&notes, json!({ "notes": "Ring twice", "before": "" })).await.status, 200, "both wrote the same");
        hazel.put(&notes, json!({ "notes": "x".repeat(2_001) })).await.is(422, "invalid_field");
        hazel.put(&notes, json!({})).await.is(422, "invalid_field");
        let seen = hazel.get(&path).await.body;
        assert_eq!((&seen["notes"], &seen["order"]["number"]), (&json!("Ring twice"), &json!(1_001)));
        assert_eq!((&seen["audit"][0]["action"], &seen["audit"][0]["by"]), (&json!("edit_order_notes"), &json!("Hazel")));
        assert_eq!(seen["audit"].as_array().map(Vec::len), Some(1));
        assert!(!ada.get(&format!("/orders/{order}")).await.body.to_string().contains("Ring"), "only the owner reads them");
        ada.get(&path).await.is(403, "forbidden");
        hazel.get("/manageOrders/01a1fb87-8521-78d7-9b1b-aaffb4e43a62").await.is(404, "not_found");
    }

    async fn an_address_is_corrected_until_the_order_is_shipped(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, bo, hazel) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
        let id = ada.order("Draw Hoe", 1_000, 1).await;
        let path = format!("/orders/{id}");
        let contact = |house: &str| json!({ "phone": house, "address": "902 555 0199" });
        let actions = async || {
            let entries = shop.audit_entries(&Id::parse(&id).unwrap()).await;
            entries.into_iter().map(|entry| entry.action).collect::<Vec<_>>()
        };

        for modified in [1, 0] {
            assert_eq!(ada.patch(&path, contact(" 9 Moss Road ")).await.body["modifiedCount"], modified);
        }
        bo.patch(&path, contact("2 Elsewhere")).await.is(404, "not_found");
        ada.patch(&path, contact(&"x".repeat(301))).await.is(422, "invalid_field");
        bo.patch(&path, contact(&"x".repeat(301))).await.is(404, "not_found");
        ada.patch(&path, json!({ "phone": "9 Moss Road" })).await.is(422, "invalid_field");
        ada.patch(&path, json!({ "phone": "1", "address": "2", "paid": true })).await.is(422, "invalid_field");
        let order = ada.get(&path).await.body;
        assert_eq!((&order["phone"], &order["address"]), (&json!("9 Moss Road"), &json!("902 555 0199")));
        assert!(actions().await.is_empty(), "a customer's own correction is not audited");

        pay(shop, &ada, &id, 10.0).await;
        assert_eq!(hazel.patch(&path, contact("7 Fern Lane")).await.body["modifiedCount"], 1);
        assert_eq!(ada.get(&path).await.body["phone"], "7 Fern Lane");
        assert_eq!(ids(&hazel.get("/manageOrders?q=hoe").await), [id.as_str()], "the search still finds it");
        assert_eq!(actions().await, ["correct_contact"]);

        assert_eq!(hazel.patch(&path, json!({ "status": "Approved and shipped" })).await.status, 200);
        for person in [&ada, &hazel] {
            person.patch(&path, contact("too late")).await.is(409, "already_shipped");
        }
        hazel.post(&format!("{path}/refund"), json!({ "returnStock": false })).await.is(200, "");
        ada.patch(&path, contact("too late")).await.is(409, "refunded");
        assert_eq!(ada.get(&path).await.body["phone"], "7 Fern Lane");
    }

    async fn a_timeline_tells_what_happened_and_nothing_else(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let id = ada.order("Draw Hoe", 1_000, 1).await;
        let path = format!("/orders/{id}");
        let everywhere = async || {
            let one = ada.get(&path).await.body;
            for list in [ada.get("/orders").await, hazel.get("/manageOrders").await, hazel.get("/manageOrders?q=ada&limit=5").await] {
                assert_eq!(list.body[0], one);
            }
            one
        };
        let at = |order: &serde_json::Value, name: &str| -> Option<jiff::Timestamp> { order.get(name).map(|at| at.as_str().unwrap().parse().unwrap()) };
        let unpaid = everywhere().await;
        let week = jiff::SignedDuration::from_hours(7 * 24);
        assert_eq!(at(&unpaid, "expiresAt"), Some(at(&unpaid, "createdAt").unwrap() + week));
        for name in ["status", "transactionId", "paidAt", "shippedAt"] {
            assert_eq!(unpaid.get(name), None, "{name}");
        }
        pay(shop, &ada, &id, 10.0).await;
        let paid = everywhere().await;
        assert!(at(&paid, "paidAt") >= at(&paid, "createdAt"));
        assert_eq!((paid.get("expiresAt"), paid.get("shippedAt")), (None, None));
        assert_eq!(hazel.patch(&path, json!({ "status": "Approved and shipped" })).await.status, 200);
        let shipped = everywhere().await;
        assert!(at(&shipped, "shippedAt") >= at(&shipped, "paidAt"));
        assert_eq!((&shipped["paidAt"], &shipped["transactionId"]), (&paid["paidAt"], &paid["transactionId"]));
    }
}

#[tokio::test]
async fn where_orders_do_not_expire_none_says_when() {
    let limits = Limits {
        unpaid_order_ttl: None,
        new_customer_order_ttl: None,
        new_customer_large_order_ttl: None,
        ..Limits::of(RunMode::Serve)
    };
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { limits: limits.clone(), ..setup }, async |shop| {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let ada = shop.customer("Ada").await;
            let id = ada.order("Draw Hoe", 1_000, 1).await;
            assert_eq!(ada.get(&format!("/orders/{id}")).await.body.get("expiresAt"), None);
        })
        .await;
    }
}

#[tokio::test]
async fn an_order_is_gone_when_it_said_it_would_be() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let mut ada = shop.customer("Ada").await;
            let id = ada.order("Draw Hoe", 1_000, 1).await;
            let order = ada.get(&format!("/orders/{id}")).await;
            let expires: jiff::Timestamp = order.body["expiresAt"].as_str().unwrap().parse().unwrap();
            let left = expires.as_microsecond() - shop.shop.clock.now().micros() - 60_000_000;
            shop.shop.clock.advance(Duration::from_micros(left.unsigned_abs()));
            trowel::app::background::tidy(&shop.shop).await;
            ada.sign_in().await;
            assert_eq!(ada.get(&format!("/orders/{id}")).await.status, 200);
            shop.shop.clock.advance(Duration::from_secs(61));
            trowel::app::background::tidy(&shop.shop).await;
            ada.get(&format!("/orders/{id}")).await.is(404, "not_found");
        })
        .await;
    }
}
