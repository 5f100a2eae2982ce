//! Profiles, the users table, and making administrators.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    accounts::{self, user::User},
    values::ids::Id,
};

use crate::support::{Answer, Setup, TestShop, on_both_engines, with_shop};

fn emails(answer: &Answer) -> Vec<&str> {
    answer.body.as_array().unwrap().iter().map(|user| user["email"].as_str().unwrap()).collect()
}

/// Matched, modified, upserted.
fn counts(answer: &Answer) -> [u64; 3] {
    assert_eq!((answer.status, &answer.body["acknowledged"]), (200, &json!(true)), "{}", answer.text);
    ["matchedCount", "modifiedCount", "upsertedCount"].map(|name| answer.body[name].as_u64().unwrap())
}

/// An account that came by phone and was not finished.
async fn account_without_address(shop: &TestShop) {
    let now = shop.shop.clock.now();
    let user = User {
        id: Id::new(now),
        email: None,
        display_name: "Not Yet".into(),
        photo_url: None,
        role: accounts::user::Role::Customer,
        language: trowel::values::language::Language::English,
    };
    let made = shop
        .shop
        .db
        .write((user, now), |tx, (user, now)| Box::pin(accounts::store::insert_user(tx, user, None, *now)));
    made.await.unwrap();
}

/// Actor and action of what was done to the account.
async fn audited(shop: &TestShop, subject: &str) -> Vec<(Option<String>, String)> {
    let rows = shop.audit_entries(&Id::parse(subject).unwrap()).await;
    rows.into_iter().map(|row| (row.actor_id.map(Id::into_string), row.action)).collect()
}

on_both_engines! {
    async fn a_profile_is_empty_then_made_then_changed(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let path = "/profiles/ada@example.com";
        let answer = ada.get(path).await;
        assert_eq!((answer.status, answer.text.as_str(), answer.header("cache-control")), (200, "{}", "no-store"));
        let body = json!({ "email": "ada@example.com", "name": "Someone", "location": " Guelph ", "address": "12 Elm St", "phone": "555-0142", "role": "admin", "_id": "1", "paid": true });
        let made = ada.put(path, body.clone()).await;
        assert_eq!(counts(&made), [0, 0, 1]);
        assert!(Id::parse(made.body["upsertedId"].as_str().unwrap()).is_some());
        let again = ada.put(path, body).await;
        assert_eq!((counts(&again), &again.body["upsertedId"]), ([1, 0, 0], &Value::Null));
        assert_eq!(counts(&ada.put(path, json!({ "phone": 5_550_143 })).await), [1, 1, 0]);
        assert_eq!(counts(&ada.put(path, json!({})).await), [1, 0, 0]);
        assert_eq!(counts(&ada.put(path, json!({ "location": "", "address": null })).await), [1, 1, 0]);
        let stored = ada.get(path).await;
        assert_eq!(stored.body, json!({ "email": "ada@example.com", "name": "Ada", "location": "", "address": "12 Elm St", "phone": "5550143" }));
        assert_eq!(ada.get("/admin/ada@example.com").await.body["admin"], false);
    }

    async fn a_profile_is_for_its_owner_alone(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let mut by_cookie = shop.customer("Bo").await;
        by_cookie.token.clear();
        assert_eq!(counts(&by_cookie.put("/profiles/bo@example.com", json!({ "phone": "1" })).await), [0, 0, 1]);
        assert_eq!(by_cookie.get("/profiles/bo@example.com").await.body["phone"], "1");
        let foreign = by_cookie.call(Method::PUT, "/profiles/bo@example.com").header("sec-fetch-site", "cross-site");
        foreign.json(json!({ "phone": "2" })).send().await.is(403, "forbidden_origin");
        for person in [&ada, &hazel] {
            for path in ["/profiles/bo@example.com", "/profiles/unknown@example.com", "/profiles/nonsense"] {
                person.get(path).await.is(403, "wrong_email");
                person.put(path, json!({ "phone": "3" })).await.is(403, "wrong_email");
                person.put(path, json!({ "phone": "3", "email": person.email })).await.is(403, "wrong_email");
            }
        }
        for email in [json!("bo@example.com"), json!("x"), json!(7), json!({})] {
            ada.put("/profiles/ada@example.com", json!({ "email": email, "phone": "4" })).await.is(403, "wrong_email");
        }
        assert_eq!(ada.get("/profiles/ada@example.com").await.text, "{}");
        for answer in [shop.visitor().get("/profiles/ada@example.com").await, shop.visitor().put("/profiles/ada@example.com", json!({})).await] {
            answer.is(401, "unauthenticated");
        }
        let mut bad_token = shop.customer("Cleo").await;
        bad_token.token = "x".repeat(43);
        bad_token.get("/profiles/cleo@example.com").await.is(401, "unauthenticated");
        assert_eq!(by_cookie.get("/profiles/bo@example.com").await.body["phone"], "1");
    }

    async fn what_does_not_fit_a_profile_is_refused_by_field(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let path = "/profiles/ada@example.com";
        let answer = ada.put(path, json!({ "location": "x".repeat(301), "address": ["x"], "phone": "a\u{0}b" })).await;
        answer.is(422, "invalid_field");
        assert_eq!(answer.fields(), ["location", "address", "phone"]);
        ada.call(Method::PUT, path).text("application/json", "{").send().await.is(400, "malformed_json");
        ada.call(Method::PUT, path).text("text/plain", "{}").send().await.is(415, "unsupported_media_type");
        assert_eq!(ada.get(path).await.text, "{}");
        assert_eq!(counts(&ada.put(path, json!({ "location": "é".repeat(300) })).await), [0, 0, 1]);
    }

    async fn an_address_in_a_path_is_one_however_it_is_written(shop: TestShop) {
        let mut ada = shop.visitor();
        ada.email = "ada+beds@example.com".into();
        let answer = ada.post("/identity/sign-up", json!({ "name": "Ada", "email": ada.email, "password": "correct horse" })).await;
        ada.remember(&answer);
        ada.fetch_token().await;
        let hazel = shop.admin().await;
        assert_eq!(counts(&ada.put("/profiles/ada+beds@example.com", json!({ "phone": "1" })).await), [0, 0, 1]);
        for email in ["ada+beds@example.com", "ada%2Bbeds%40example.com", "ADA%2bBeds@Example.com", "%20ada+beds@example.com"] {
            assert_eq!(ada.get(&format!("/profiles/{email}")).await.body["phone"], "1", "{email}");
        }
        ada.get("/profiles/ada%20beds@example.com").await.is(403, "wrong_email");
        assert_eq!(counts(&hazel.put("/user/admin/ADA%2Bbeds%40example.com", json!({})).await), [1, 1, 0]);
        assert_eq!(counts(&hazel.call(Method::PUT, "/user/admin/ada+beds@example.com").send().await), [1, 0, 0]);
    }

    async fn the_users_are_listed_searched_and_paged(shop: TestShop) {
        for name in ["Ada", "Bo", "Cleo", "Dora"] {
            shop.customer(name).await;
        }
        account_without_address(shop).await;
        let hazel = shop.admin().await;
        let all = ["ada@example.com", "bo@example.com", "cleo@example.com", "dora@example.com", "hazel@example.com"];
        let listed = hazel.get("/users").await;
        assert_eq!(emails(&listed), all);
        assert_eq!(listed.header("cache-control"), "no-store");
        let first = listed.body[0].as_object().unwrap();
        assert_eq!(first.keys().collect::<Vec<_>>(), ["_id", "email", "role"]);
        assert_eq!((&listed.body[0]["role"], &listed.body[4]["role"]), (&json!("user"), &json!("admin")));
        for (sort, wanted) in [("oldest", all.to_vec()), ("newest", all.iter().rev().copied().collect())] {
            for limit in [1, 2, 5, 100] {
                let pages = hazel.pages(&format!("/users?limit={limit}&sort={sort}")).await;
                assert_eq!(pages.iter().flat_map(emails).collect::<Vec<_>>(), wanted, "{sort} by {limit}");
                assert!(pages.iter().all(|page| page.header("x-total-count") == "5"));
            }
        }
        for (q, wanted) in [("O@", vec![all[1], all[2]]), (" DORA ", vec![all[3]]), ("%25", vec![]), ("_", vec![]), ("!", vec![]), ("", all.to_vec()), ("unknown", vec![])] {
            assert_eq!(emails(&hazel.get(&format!("/users?q={q}")).await), wanted, "{q:?}");
            let pages = hazel.pages(&format!("/users?q={q}&limit=1")).await;
            assert_eq!(pages.iter().flat_map(emails).collect::<Vec<_>>(), wanted, "{q:?} in pages");
            assert!(pages.iter().all(|page| page.header("x-total-count") == wanted.len().to_string()), "{q:?}");
        }
        for query in ["limit=0", "sort=role", "cursor=x", "q=a%00", &format!("q={}", "x".repeat(201))] {
            hazel.get(&format!("/users?{query}")).await.is(422, "invalid_field");
        }
    }

    async fn a_plus_in_an_address_is_searched_for_as_one(shop: TestShop) {
        let hazel = shop.admin().await;
        for email in ["ada+beds@example.com", "ada@example.com"] {
            let body = json!({ "name": "Ada", "email": email, "password": "correct horse" });
            assert_eq!(shop.visitor().post("/identity/sign-up", body).await.status, 200);
        }
        for q in ["a%2Bb", "a+b"] {
            assert_eq!(emails(&hazel.get(&format!("/users?q={q}")).await), ["ada+beds@example.com"], "{q}");
        }
    }

    async fn a_new_administrator_signs_in_again_as_one(shop: TestShop) {
        let (mut bo, hazel) = (shop.customer("Bo").await, shop.admin().await);
        bo.put("/user/admin/bo@example.com", json!({})).await.is(403, "forbidden");
        hazel.put("/user/admin/unknown@example.com", json!({})).await.is(404, "not_found");
        hazel.put("/user/admin/nonsense", json!({})).await.is(404, "not_found");
        // What a body says changes nothing.
        assert_eq!(counts(&hazel.put("/user/admin/bo@example.com", json!({ "role": "owner", "email": "ada@example.com" })).await), [1, 1, 0]);
        assert_eq!(counts(&hazel.put("/user/admin/bo@example.com", json!({})).await), [1, 0, 0]);
        bo.get("/orders").await.is(401, "unauthenticated");
        bo.get("/identity/session").await.is(401, "unauthenticated");
        bo.sign_in().await;
        assert_eq!(bo.get("/admin/bo@example.com").await.body["admin"], true);
        assert_eq!(bo.get("/users").await.status, 200);
        shop.shop.clock.advance(std::time::Duration::from_mins(31));
        bo.get("/users").await.is(401, "unauthenticated");
    }

    async fn an_administrator_takes_the_role_away_but_not_from_the_last(shop: TestShop) {
        let (mut bo, hazel) = (shop.customer("Bo").await, shop.admin().await);
        bo.delete("/user/admin/hazel@example.com").await.is(403, "forbidden");
        hazel.delete("/user/admin/hazel@example.com").await.is(409, "last_admin");
        hazel.delete("/user/admin/nonsense").await.is(404, "not_found");
        assert_eq!(counts(&hazel.delete("/user/admin/bo@example.com").await), [1, 0, 0]);
        assert_eq!(counts(&hazel.put("/user/admin/bo@example.com", json!({})).await), [1, 1, 0]);
        bo.sign_in().await;
        assert_eq!(counts(&hazel.delete("/user/admin/Bo@example.com").await), [1, 1, 0]);
        bo.get("/users").await.is(401, "unauthenticated");
        let users = hazel.get("/users").await;
        let [bo, owner] = [0, 1].map(|at| users.body[at]["_id"].as_str().unwrap().to_owned());
        assert_eq!(audited(shop, &bo).await.last().unwrap(), &(Some(owner), "revoke_admin".to_owned()));
    }

    async fn who_made_whom_an_administrator_is_kept(shop: TestShop) {
        let (_, hazel) = (shop.customer("Bo").await, shop.admin().await);
        let users = hazel.get("/users").await;
        let [bo, owner] = [0, 1].map(|at| users.body[at]["_id"].as_str().unwrap().to_owned());
        assert_eq!(audited(shop, &owner).await, [(None, "grant_admin".to_owned())]);
        assert_eq!(audited(shop, &bo).await, []);
        for _ in 0..2 {
            assert_eq!(hazel.put("/user/admin/bo@example.com", json!({})).await.status, 200);
        }
        assert_eq!(audited(shop, &bo).await, [(Some(owner), "grant_admin".to_owned())]);
    }

    async fn changes_of_an_order_by_an_administrator_are_audited(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let [own, removed, shipped] = [
            ada.order("Draw Hoe", 1_000, 1).await,
            ada.order("Draw Hoe", 1_000, 2).await,
            ada.order("Draw Hoe", 1_000, 3).await,
        ];
        let secret = ada.start_payment(&shipped, 30.0).await;
        assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.body["status"], "succeeded");
        let report = json!({ "orders": shipped, "transactionId": crate::support::intent_of(&secret), "status": "pending" });
        assert_eq!(ada.patch(&format!("/orders/{shipped}"), report).await.status, 200);
        assert_eq!(ada.delete(&format!("/orders/{own}")).await.status, 200);
        assert_eq!(hazel.delete(&format!("/orders/{removed}")).await.status, 200);
        for status in [200, 409] {
            assert_eq!(
                hazel
                    .patch(&format!("/orders/{shipped}"), json!({ "status": "Approved and shipped" }))
                    .await
                    .status,
                status
            );
        }
        for (order, expected) in
            [(own, vec![]), (removed, vec!["delete_order"]), (shipped, vec!["ship_order"])]
        {
            let actions: Vec<String> = audited(shop, &order).await.into_iter().map(|(_, action)| action).collect();
            assert_eq!(actions, expected, "deleting one's own order is not audited");
        }
    }
}

#[tokio::test]
async fn where_addresses_are_verified_only_a_verified_one_gets_the_role() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { mail: true, ..setup }, async |shop| {
            let (bo, hazel) = (shop.customer("Bo").await, shop.admin().await);
            hazel.put("/user/admin/bo@example.com", json!({})).await.is(409, "email_not_verified");
            assert_eq!(
                bo.get("/admin/bo@example.com").await.body["admin"],
                false,
                "the session goes on as it was"
            );
            // An administrator already, verified or not.
            assert_eq!(counts(&hazel.put("/user/admin/hazel@example.com", json!({})).await), [1, 0, 0]);
        })
        .await;
    }
}
