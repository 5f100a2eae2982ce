//! Keys for scripts: what they may do, and what ends them.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{accounts::permissions::KeyScope, values::ids::Secret};

use crate::{
    sales::payment::paid_order,
    support::{Person, on_both_engines},
};

const PASSWORD: &str = "correct horse";

fn wish(scopes: &[&str]) -> Value {
    json!({ "name": "Warehouse", "scopes": scopes, "days": 30, "password": PASSWORD })
}

async fn key_of(person: &Person<'_>, scopes: &[&str]) -> (String, String) {
    let answer = person.post("/api-keys", wish(scopes)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    (text("_id"), text("key"))
}

on_both_engines! {
    async fn a_key_does_what_its_scopes_say_and_nothing_else(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, own) = (ada.order("Draw Hoe", 1_000, 2).await, hazel.order("Draw Hoe", 1_000, 2).await);
        let mut script = shop.visitor();
        (_, script.token) = key_of(&hazel, &["orders:read"]).await;
        assert!(script.token.starts_with("trowel_"));
        for path in ["/manageOrders", &format!("/manageOrders/{order}"), &format!("/orders/{order}")] {
            assert_eq!(script.get(path).await.status, 200, "{path}");
        }
        let (notes, contact) = (format!("/manageOrders/{order}/notes"), json!({ "phone": "9 Moss Road", "address": "1" }));
        let no = "api_key_not_allowed";
        script.put(&notes, json!({ "notes": "Ring twice" })).await.is(403, no);
        script.patch(&format!("/orders/{own}"), contact.clone()).await.is(403, no);
        script.get(&format!("/tools/{tool}")).await.is(403, no);
        assert_eq!(hazel.get("/audit?action=create_api_key").await.body[0]["apiKey"], "Warehouse");

        (_, script.token) = key_of(&hazel, &["orders:write", "tools:write"]).await;
        assert_eq!(script.put(&notes, json!({ "notes": "Ring twice" })).await.status, 200);
        assert_eq!(script.patch(&format!("/orders/{order}"), contact).await.status, 200);
        let version = script.get(&format!("/tools/{tool}")).await.header("etag").to_owned();
        let edit = script.call(Method::PUT, &format!("/tools/{tool}")).header("if-match", &version);
        assert_eq!(edit.json(json!({ "availableQuantity": 20 })).send().await.status, 200);
        let told = hazel.get("/audit?action=edit_tool").await.body;
        assert_eq!((&told[0]["actor"]["email"], &told[0]["actor"]["apiKey"]), (&json!("hazel@example.com"), &json!("Warehouse")));
        assert_eq!(hazel.get(&format!("/manageOrders/{order}")).await.body["audit"][0]["by"], "Hazel");

        // It is not its owner: it neither deletes, pays nor orders, and it gives itself nothing.
        let report = json!({ "orders": own, "transactionId": "pi_1", "status": "pending" });
        script.patch(&format!("/orders/{own}"), report).await.is(403, no);
        script.delete(&format!("/orders/{own}")).await.is(403, no);
        script.delete(&format!("/tools/{tool}")).await.is(403, no);
        script.get("/orders").await.is(403, no);
        script.get("/users").await.is(403, no);
        script.get("/audit").await.is(403, no);
        script.put("/user/admin/ada@example.com", json!({})).await.is(403, no);
        script.put("/shop-settings", json!({})).await.is(403, no);
        script.post("/api-keys", wish(&["orders:read"])).await.is(403, no);
        script.get("/identity/session").await.is(401, "unauthenticated");
        script.put("/user/hazel@example.com", json!({})).await.is(401, "unauthenticated");
    }

    async fn a_key_sets_the_stock_of_a_sku_and_never_undoes_a_sale(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await.into_string();
        let path = format!("/tools/{tool}");
        let version = hazel.get(&path).await.header("etag").to_owned();
        let named = hazel.call(Method::PUT, &path).header("if-match", &version).json(json!({ "sku": "H-1" }));
        named.send().await.is(200, "");
        let mut script = shop.visitor();
        (_, script.token) = key_of(&hazel, &["tools:write"]).await;

        // Nothing is acknowledged that did not happen.
        script.put(&path, json!({ "availableQuantity": 99 })).await.is(428, "revision_required");
        let any = script.call(Method::PUT, &path).header("if-match", "*").json(json!({ "availableQuantity": 99 }));
        any.send().await.is(428, "revision_required");
        assert_eq!(hazel.get(&path).await.body["availableQuantity"], 10);

        let level = |available: i64| json!({ "sku": "H-1", "toolId": tool, "available": available });
        assert_eq!(script.get("/stock/H-1").await.body, level(10));
        let count = json!({ "available": 25, "basedOn": 10 });
        assert_eq!(script.put("/stock/H-1", count.clone()).await.body, level(25));
        assert_eq!(script.put("/stock/H-1", count).await.body, level(25), "a repeated request");
        ada.order("Draw Hoe", 1_000, 2).await;
        let stale = script.put("/stock/H-1", json!({ "available": 30, "basedOn": 25 })).await;
        assert_eq!((stale.status, &stale.body["code"], &stale.body["available"]), (409, &json!("stock_changed"), &json!(23)));
        assert_eq!(script.get("/stock/H-1").await.body, level(23));
        assert_eq!(script.put("/stock/H-1", json!({ "available": 0 })).await.body, level(0));
        assert_eq!(ada.get(&path).await.body["availableQuantity"], 0);

        script.get("/stock/h-2").await.is(404, "not_found");
        script.put("/stock/h-2", json!({ "available": 1 })).await.is(404, "not_found");
        for wrong in [json!({}), json!({ "available": -1 }), json!({ "available": 1_000_001 })] {
            script.put("/stock/H-1", wrong).await.is(422, "invalid_field");
        }
        ada.put("/stock/H-1", json!({ "available": 5 })).await.is(403, "forbidden");
        let history = hazel.get(&format!("/manageTools/{tool}/stock")).await;
        assert_eq!(history.status, 200, "{}", history.body);
        assert_eq!(hazel.get("/ledger").await.body["differences"], json!([]));
    }

    async fn a_key_ends_when_it_is_revoked_expires_or_its_owner_loses_the_role(shop: TestShop) {
        let (mut hazel, mut bo) = (shop.admin().await, shop.customer("Bo").await);
        let mut script = shop.visitor();
        let works = async |script: &Person<'_>| script.get("/manageOrders").await.status;
        let (id, key) = key_of(&hazel, &["orders:read"]).await;
        script.token = key;
        assert_eq!(works(&script).await, 200);
        // The use is recorded behind the response.
        let recorded = tokio::time::timeout(Duration::from_secs(30), async {
            loop {
                let listed = hazel.get("/api-keys").await.body;
                if listed[0]["lastUsedAt"].is_string() {
                    return listed;
                }
                tokio::task::yield_now().await;
            }
        });
        let listed = recorded.await.expect("the use of the key is recorded");
        assert!(!listed.to_string().contains(&script.token), "a key is shown once");

        hazel.put("/user/admin/bo@example.com", json!({})).await;
        bo.sign_in().await;
        let all = bo.get("/api-keys").await.body;
        assert_eq!(all[0]["holder"], json!({ "name": "Hazel", "email": "hazel@example.com" }));
        assert_eq!(bo.delete(&format!("/api-keys/{id}")).await.status, 200);
        let told = hazel.get("/audit?action=revoke_api_key").await.body;
        assert_eq!((&told[0]["actor"]["email"], &told[0]["apiKey"]), (&json!("bo@example.com"), &json!("Warehouse")));
        hazel.delete(&format!("/api-keys/{id}")).await.is(404, "not_found");
        assert_eq!(works(&script).await, 401);

        script.token = key_of(&hazel, &["orders:read"]).await.1;
        shop.shop.clock.advance(Duration::from_hours(24 * 30));
        assert_eq!(works(&script).await, 401);

        hazel.sign_in().await;
        bo.sign_in().await;
        script.token = key_of(&hazel, &["orders:read"]).await.1;
        assert_eq!(works(&script).await, 200);
        bo.put("/user/staff/hazel@example.com", json!({})).await;
        assert_eq!(works(&script).await, 401);
        bo.put("/user/admin/hazel@example.com", json!({})).await;
        assert_eq!(works(&script).await, 401, "a later role brings no key back");
        for wrong in ["trowel_", "trowel_x", &format!("trowel_{}", Secret::new().reveal())] {
            wrong.clone_into(&mut script.token);
            assert_eq!(works(&script).await, 401, "{wrong}");
        }
    }

    async fn a_scope_opens_its_calls_and_no_reading_scope_writes(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let csv = "ID,Name,Description,Price,Available,Minimum,Picture\n";
        for scope in KeyScope::ALL {
            let (mut script, name) = (shop.visitor(), scope.as_str());
            (_, script.token) = key_of(&hazel, &[name]).await;
            let (order, _) = paid_order(shop, &ada).await;
            let hook = json!({ "url": "https://hooks.example.ca/shop", "events": ["order.paid"] });
            let part = json!({ "lines": [{ "orderId": order, "amount": 1 }], "reason": "Late", "refundedBefore": 0 });
            let import = |path| script.call(Method::POST, path).bytes("text/csv", csv.as_bytes().to_vec());
            let answers = [
                ("csv:read", script.get("/csv/customers").await),
                ("figures:read", script.get("/figures").await),
                ("webhooks:write", script.get("/webhooks").await),
                ("webhooks:write", script.post("/webhooks", hook).await),
                ("tools:import", import("/tool-imports/check").send().await),
                ("tools:import", import("/tool-imports?digest=1").send().await),
                ("refunds:write", script.post(&format!("/purchases/{order}/refund"), part).await),
                ("refunds:write", script.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await),
            ];
            for (needed, answer) in answers {
                let is_refused = answer.status == 403;
                assert_eq!(is_refused, needed != name, "{name}: {needed} {}", answer.text);
                if is_refused {
                    answer.is(403, "api_key_not_allowed");
                }
            }
            for path in ["/user/admin/ada@example.com", "/user/staff/ada@example.com", "/shop-settings"] {
                script.put(path, json!({})).await.is(403, "api_key_not_allowed");
            }
            script.get("/api-keys").await.is(403, "api_key_not_allowed");
            script.delete("/api-keys/1").await.is(403, "api_key_not_allowed");
            if name.ends_with(":read") {
                script.post("/tools", json!({})).await.is(403, "api_key_not_allowed");
                script.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await.is(403, "api_key_not_allowed");
            }
        }
        let told = hazel.get("/audit?action=refund_order").await.body;
        assert_eq!(told[0]["actor"]["apiKey"], "Warehouse");
    }

    async fn a_key_is_made_by_a_person_with_the_password(shop: TestShop) {
        let hazel = shop.admin().await;
        let with = |name: &str, value: Value| {
            let mut body = wish(&["orders:read"]);
            body[name] = value;
            body
        };
        for (name, value) in [
            ("password", json!("wrong horse")),
            ("password", Value::Null),
            ("scopes", json!([])),
            ("scopes", json!(["roles:write"])),
            ("days", json!(0)),
            ("days", json!(10_000)),
            ("name", json!(" ")),
        ] {
            let answer = hazel.post("/api-keys", with(name, value)).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [name]);
        }
        for _ in 0..20 {
            key_of(&hazel, &["tools:write"]).await;
        }
        hazel.post("/api-keys", wish(&["orders:read"])).await.is(409, "too_many_api_keys");
    }
}
