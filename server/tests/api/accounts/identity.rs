//! Signing up, in and out; sessions, tokens and what ends them; who is an administrator.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    accounts::{
        roles::{self, RoleEdit},
        user::Role,
    },
    db::{self, DatabaseLocation},
    values::email::Email,
};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Every call that the table of docs/authorization.md §2 marks Bearer.
const BEARER_CALLS: &[(Method, &str)] = &[
    (Method::GET, "/tools/x"),
    (Method::PUT, "/tools/x"),
    (Method::POST, "/orders"),
    (Method::GET, "/orders"),
    (Method::GET, "/orders/x"),
    (Method::DELETE, "/orders/x"),
    (Method::PATCH, "/orders/x"),
    (Method::GET, "/manageOrders"),
    (Method::GET, "/admin/ada@example.com"),
    (Method::POST, "/create-payment-intent"),
];

fn sign_up_body(name: &str, email: &str) -> Value {
    json!({ "name": name, "email": email, "password": "correct horse" })
}

/// What is wrong with which field, in the words that are shown.
fn sentences(answer: &Answer) -> Vec<(&str, &str)> {
    let errors = answer.body["errors"].as_array().into_iter().flatten();
    errors.map(|error| (error["field"].as_str().unwrap(), error["detail"].as_str().unwrap())).collect()
}

async fn change_role(shop: &TestShop, email: &str, role: Role) -> roles::RoleChange {
    let now = shop.shop.clock.now();
    let edit = if role == Role::Customer { RoleEdit::Revoke(Role::Admin) } else { RoleEdit::Grant(role) };
    roles::change(
        &shop.shop.db,
        &Email::parse(email).unwrap(),
        edit,
        roles::GrantedBy::Host { only_verified: false },
        now,
    )
    .await
    .unwrap()
}

/// Whether the cookie and the token of this person still open anything.
async fn proofs(person: &Person<'_>) -> (u16, u16) {
    (person.get("/identity/session").await.status, person.get("/orders").await.status)
}

on_both_engines! {
    async fn signing_up_signs_in_and_the_session_gives_a_token(shop: TestShop) {
        let mut ada = shop.visitor();
        ada.email = "ada@example.com".into();
        let answer = ada.post("/identity/sign-up", json!({ "name": "  Ada Moss ", "email": " Ada@Example.COM ", "password": "correct horse", "role": "admin", "uid": "1" })).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.header("cache-control"), "no-store");
        let uid = answer.body["uid"].as_str().unwrap().to_owned();
        let identity = json!({ "uid": uid, "email": "ada@example.com", "displayName": "Ada Moss", "photoURL": null });
        assert_eq!(answer.body, identity);
        ada.remember(&answer);
        let mut with_basket = identity.clone();
        with_basket["basketCount"] = json!(0);
        assert_eq!(ada.get("/identity/session").await.body, with_basket);
        let answer = ada.put("/user/ada@example.com", json!({ "email": "ada@example.com" })).await;
        let result = json!({ "acknowledged": true, "matchedCount": 1, "modifiedCount": 0, "upsertedCount": 0, "upsertedId": null });
        assert_eq!((answer.status, &answer.body["result"]), (200, &result));
        assert_eq!(answer.header("cache-control"), "no-store");
        ada.token = answer.body["token"].as_str().unwrap().to_owned();
        assert!(ada.token.len() >= 43, "256 bits of text: {}", ada.token.len());
        assert_eq!(ada.get("/orders").await.status, 200);
        assert_eq!(ada.get("/admin/ada@example.com").await.body, json!({ "admin": false }));
    }

    async fn a_missing_field_answers_the_sentence_of_the_form(shop: TestShop) {
        let visitor = shop.visitor();
        for nothing in [json!({}), json!({ "name": null, "email": null, "password": null }), json!({ "name": " ", "email": "", "password": "" })] {
            let answer = visitor.post("/identity/sign-up", nothing.clone()).await;
            answer.is(422, "invalid_field");
            assert_eq!(sentences(&answer), [("name", "Name is required"), ("email", "Email is required"), ("password", "password is required")], "{nothing}");
            let answer = visitor.post("/identity/sign-in", nothing.clone()).await;
            answer.is(422, "invalid_field");
            assert_eq!(sentences(&answer), [("email", "Email is required"), ("password", "password is required")], "{nothing}");
        }
        let answer = visitor.post("/identity/sign-up", json!({ "name": "Ada", "email": "ada", "password": "12345" })).await;
        assert_eq!(sentences(&answer), [("email", "Provide a valid email"), ("password", "Password must be 6 characters or longer")]);
        let answer = visitor.post("/identity/sign-up", json!({ "name": ["Ada"], "email": 7, "password": {} })).await;
        answer.is(422, "invalid_field");
        assert_eq!(answer.fields(), ["name", "email", "password"]);
        visitor.post("/identity/sign-up", json!({ "name": "x".repeat(121), "email": "ada@example.com", "password": "123456" })).await.is(422, "invalid_field");
        visitor.post("/identity/sign-in", json!({ "email": "ada@example.com", "password": "correct horse" })).await.is(401, "bad_credentials");
    }

    async fn the_account_of_a_shop_without_an_owner_needs_a_password_for_one(shop: TestShop) {
        let sign_up = async |password: &str| {
            let body = json!({ "name": "Ada", "email": "ada@example.com", "password": password });
            shop.visitor().post("/identity/sign-up", body).await
        };
        assert_eq!(shop.visitor().get("/config").await.body["needsOwner"], true);
        for (password, code) in [("garden", "too_short"), ("password1234", "too_weak")] {
            let answer = sign_up(password).await;
            answer.is(422, "invalid_field");
            assert_eq!((answer.fields(), &answer.body["errors"][0]["code"]), (vec!["password"], &json!(code)));
        }
        shop.admin().await;
        assert_eq!(shop.visitor().get("/config").await.body["needsOwner"], false);
        assert_eq!(sign_up("garden").await.status, 200, "a customer");
    }

    async fn six_characters_are_enough_and_a_kilobyte_is_the_most(shop: TestShop) {
        shop.admin().await;
        let visitor = shop.visitor();
        let with = |email: &str, password: &str| json!({ "name": "Ada", "email": email, "password": password });
        visitor.post("/identity/sign-up", with("ada@example.com", "12345")).await.is(422, "invalid_field");
        assert_eq!(visitor.post("/identity/sign-up", with("ada@example.com", "123456")).await.status, 200, "weak ones are not refused");
        visitor.post("/identity/sign-up", with("bo@example.com", "ééééé")).await.is(422, "invalid_field");
        assert_eq!(visitor.post("/identity/sign-up", with("bo@example.com", "éééééé")).await.status, 200, "characters, not bytes");
        let most = " ".repeat(1_024);
        assert_eq!(visitor.post("/identity/sign-up", with("cy@example.com", &most)).await.status, 200, "blanks count too");
        visitor.post("/identity/sign-up", with("di@example.com", &format!("{most}x"))).await.is(422, "invalid_field");
        assert_eq!(visitor.post("/identity/sign-in", with("cy@example.com", &most)).await.status, 200);
        visitor.post("/identity/sign-in", with("cy@example.com", &most[1..])).await.is(401, "bad_credentials");
        visitor.post("/identity/sign-in", with("cy@example.com", &format!("{most}x"))).await.is(422, "invalid_field");
    }

    async fn an_address_has_one_account_in_whatever_capitals(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        for email in ["ada@example.com", "ADA@EXAMPLE.COM", " Ada@Example.com "] {
            let body = json!({ "name": "Mallory", "email": email, "password": "another password" });
            shop.visitor().post("/identity/sign-up", body).await.is(409, "email_taken");
        }
        ada.sign_in().await;
        assert_eq!(ada.get("/identity/session").await.body["displayName"], "Ada");
        let twins = futures_util::future::join_all((0..4).map(|n| {
            let visitor = shop.visitor();
            async move { visitor.post("/identity/sign-up", sign_up_body(&format!("Bo{n}"), "bo@example.com")).await.status }
        }));
        let mut statuses = twins.await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409]);
    }

    async fn an_unknown_address_and_a_wrong_password_are_one_answer(shop: TestShop) {
        shop.customer("Ada").await;
        let attempt = async |email: &str| {
            let answer = shop.visitor().post("/identity/sign-in", json!({ "email": email, "password": "wrong password" })).await;
            answer.is(401, "bad_credentials");
            assert!(answer.headers.get("set-cookie").is_none());
            let mut headers: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
            headers.sort();
            (answer.text, headers)
        };
        assert_eq!(attempt("ada@example.com").await, attempt("unknown@example.com").await);
    }

    async fn a_browser_on_another_site_can_neither_sign_anyone_in_nor_out(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        let foreign = [
            ("origin", "https://evil.example"), ("origin", "null"), ("origin", "http://localhost:1"), ("origin", ""),
            ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"),
        ];
        let calls = [
            (Method::POST, "/identity/sign-up", sign_up_body("Eve", "eve@example.com")),
            (Method::POST, "/identity/sign-in", sign_up_body("Ada", "ada@example.com")),
            (Method::POST, "/identity/sign-out", json!({})),
            (Method::PUT, "/user/ada@example.com", json!({ "email": "ada@example.com" })),
        ];
        for (name, value) in foreign {
            for (method, path, body) in &calls {
                let answer = ada.call(method.clone(), path).header(name, value).json(body.clone()).send().await;
                answer.is(403, "forbidden_origin");
                assert!(answer.headers.get("set-cookie").is_none(), "{method} {path} {name}: {value}");
            }
        }
        assert_eq!(proofs(&ada).await, (200, 200), "still signed in");
        shop.visitor().post("/identity/sign-in", sign_up_body("Eve", "eve@example.com")).await.is(401, "bad_credentials");
        // Calls from our own page are let in, and calls from what is no browser.
        let (_, path, body) = &calls[3];
        for proof in [[("origin", shop.url.as_str()), ("sec-fetch-site", "same-origin")], [("sec-fetch-site", "none"), ("x-nothing", "")]] {
            let call = ada.call(Method::PUT, path).header(proof[0].0, proof[0].1).header(proof[1].0, proof[1].1);
            assert_eq!(call.json(body.clone()).send().await.status, 200, "{proof:?}");
        }
        ada.sign_in().await;
        assert_eq!(ada.call(Method::POST, "/identity/sign-out").header("origin", &shop.url).send().await.status, 200);
    }

    async fn the_cookie_is_out_of_reach_for_scripts_and_other_sites(shop: TestShop) {
        let answer = shop.visitor().post("/identity/sign-up", sign_up_body("Ada", "ada@example.com")).await;
        let cookie = answer.header("set-cookie").to_owned();
        let (value, attributes) = cookie.split_once("; ").unwrap();
        assert!(value.starts_with("trowel_session=") && value.len() > 50, "{cookie}");
        let mut attributes: Vec<_> = attributes.split("; ").collect();
        attributes.sort_unstable();
        assert_eq!(attributes, ["HttpOnly", "Path=/", "SameSite=Lax"]);
        let mut ada = shop.visitor();
        ada.remember(&answer);
        let answer = ada.post("/identity/sign-out", json!({})).await;
        assert!(answer.header("set-cookie").starts_with("trowel_session=; ") && answer.header("set-cookie").contains("Max-Age=0"));
    }

    async fn signing_out_ends_this_browsers_tokens_at_once_and_no_others(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        let mut elsewhere = shop.visitor();
        elsewhere.email.clone_from(&ada.email);
        elsewhere.sign_in().await;
        let first = ada.token.clone();
        ada.fetch_token().await;
        assert_eq!(ada.post("/identity/sign-out", json!({})).await.status, 200);
        assert_eq!(proofs(&ada).await, (401, 401));
        ada.token = first;
        assert_eq!(proofs(&ada).await, (401, 401), "nor does another tab's token live on");
        ada.put("/user/ada@example.com", json!({})).await.is(401, "unauthenticated");
        assert_eq!(proofs(&elsewhere).await, (200, 200));
        assert_eq!(ada.post("/identity/sign-out", json!({})).await.status, 200, "twice is fine");
        assert_eq!(shop.visitor().call(Method::POST, "/identity/sign-out").send().await.status, 200, "so is never");
    }

    async fn signing_in_again_ends_what_this_browser_had(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        let (cookie, token) = (ada.cookie.clone(), ada.token.clone());
        ada.token.clear();
        ada.sign_in().await;
        assert_ne!(ada.cookie, cookie, "a new secret at every sign-in");
        assert_eq!(proofs(&ada).await, (200, 200));
        (ada.cookie, ada.token) = (cookie, token);
        assert_eq!(proofs(&ada).await, (401, 401));
    }

    async fn a_secret_that_was_never_given_out_opens_nothing(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        let (cookie, token) = (ada.cookie.clone(), ada.token.clone());
        let secret = cookie.split_once('=').unwrap().1.to_owned();
        for forged in [String::new(), "x".into(), secret.clone(), token.to_lowercase(), format!("{token}="), "A".repeat(43), "A".repeat(60_000)] {
            ada.token = if forged.is_empty() { "-".into() } else { forged.clone() };
            ada.get("/orders").await.is(401, "unauthenticated");
        }
        for forged in [token.clone(), "A".repeat(43), secret.to_uppercase(), "\"".into()] {
            ada.cookie = format!("trowel_session={forged}");
            ada.get("/identity/session").await.is(401, "unauthenticated");
        }
        (ada.cookie, ada.token) = (format!("a=b; {cookie}; trowel=1"), String::new());
        assert_eq!(ada.get("/identity/session").await.status, 200, "other cookies are no obstacle");
        for scheme in ["Basic", "Token", "", "Bearer Bearer"] {
            let answer = ada.call(Method::GET, "/orders").header("authorization", format!("{scheme} {token}").trim()).send().await;
            answer.is(401, "unauthenticated");
        }
        assert_eq!(ada.call(Method::GET, "/orders").header("authorization", &format!("bearer  {token}")).send().await.status, 200);
    }

    async fn calls_marked_bearer_take_nothing_else(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        let good = ada.token.clone();
        for (method, path) in BEARER_CALLS {
            let ask = async |person: &Person<'_>| person.call(method.clone(), path).json(json!({})).send().await;
            for bad in ["", "A", &"A".repeat(43)] {
                ada.token = bad.into();
                let answer = ask(&ada).await;
                answer.is(401, "unauthenticated");
                assert_eq!(answer.header("www-authenticate"), "Bearer", "{method} {path} with the cookie and {bad:?}");
            }
            ada.token.clone_from(&good);
            assert_ne!(ask(&ada).await.status, 401, "{method} {path}");
        }
        // The other way round: a token is no session.
        ada.cookie.clear();
        ada.get("/identity/session").await.is(401, "unauthenticated");
        ada.put("/user/ada@example.com", json!({})).await.is(401, "unauthenticated");
    }

    async fn a_token_is_for_the_sessions_own_address_in_any_spelling(shop: TestShop) {
        let mut ada = shop.customer("Ada+Beds").await;
        shop.customer("Bo").await;
        ada.token = "A".repeat(43); // not looked at here
        for path in ["ada+beds@example.com", "ada%2Bbeds%40example.com", "ADA+Beds@Example.COM", "%20ada+beds@example.com%20"] {
            let answer = ada.call(Method::PUT, &format!("/user/{path}")).send().await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        }
        let own = "/user/ada+beds@example.com";
        for body in [json!({}), json!({ "email": null }), json!({ "email": "" }), json!({ "email": " ADA+beds@example.com" }), json!({ "email": "ada+beds@example.com", "role": "admin" })] {
            assert_eq!(ada.put(own, body.clone()).await.status, 200, "{body}");
        }
        for body in [json!({ "email": "bo@example.com" }), json!({ "email": 1 })] {
            ada.put(own, body.clone()).await.is(403, "wrong_email");
        }
        let known = ada.put("/user/bo@example.com", json!({})).await;
        known.is(403, "wrong_email");
        for path in ["/user/unknown@example.com", "/user/nonsense", "/user/%00", "/user/ada%20beds@example.com"] {
            assert_eq!(ada.put(path, json!({})).await.text, known.text, "{path} tells nothing about accounts");
        }
        ada.call(Method::PUT, own).text("application/json", "{").send().await.is(400, "malformed_json");
        ada.fetch_token().await;
        assert_eq!(ada.get("/admin/ada+beds@example.com").await.body["admin"], false, "a role in the body is ignored");
    }

    async fn who_is_an_administrator_is_told_to_oneself_and_to_administrators(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        for path in ["/admin/ada@example.com", "/admin/ada%40example.com", "/admin/ADA@example.com"] {
            assert_eq!(ada.get(path).await.body, json!({ "admin": false }), "{path}");
            assert_eq!(hazel.get(path).await.body, json!({ "admin": false }), "{path}");
        }
        for path in ["/admin/hazel@example.com", "/admin/hazel%40example.com"] {
            ada.get(path).await.is(403, "wrong_email");
            assert_eq!(hazel.get(path).await.body, json!({ "admin": true }), "{path}");
        }
        for path in ["/admin/unknown@example.com", "/admin/nonsense", "/admin/%00"] {
            ada.get(path).await.is(403, "wrong_email");
            assert_eq!(hazel.get(path).await.body, json!({ "admin": false }), "{path}");
        }
        shop.visitor().get("/admin/hazel@example.com").await.is(401, "unauthenticated");
    }

    async fn a_changed_role_ends_the_accounts_sessions(shop: TestShop) {
        let early = shop.customer("Ada").await;
        shop.shop.clock.advance(Duration::from_mins(61));
        let mut ada = shop.visitor();
        ada.email.clone_from(&early.email);
        ada.sign_in().await;
        assert_eq!(change_role(shop, "ada@example.com", Role::Admin).await, roles::RoleChange::Made);
        assert_eq!(proofs(&early).await, (401, 401));
        assert_eq!(proofs(&ada).await, (200, 200), "the first owner goes on with the setup");
        assert_eq!(change_role(shop, "ada@example.com", Role::Admin).await, roles::RoleChange::Unchanged);
        assert_eq!(ada.get("/manageOrders").await.status, 200, "an unchanged role ends no session");
        assert_eq!(change_role(shop, "ada@example.com", Role::Customer).await, roles::RoleChange::LastAdmin);
        assert_eq!(change_role(shop, "unknown@example.com", Role::Admin).await, roles::RoleChange::UnknownAccount);
        let hazel = shop.admin().await;
        assert_eq!(change_role(shop, "ada@example.com", Role::Customer).await, roles::RoleChange::Made);
        ada.get("/manageOrders").await.is(401, "unauthenticated");
        ada.sign_in().await;
        ada.get("/manageOrders").await.is(403, "forbidden");
        assert_eq!(hazel.get("/manageOrders").await.status, 200);
    }

    async fn staff_handle_orders_and_tools_and_lose_it_with_the_role(shop: TestShop) {
        let (hazel, mut sam) = (shop.admin().await, shop.customer("Sam").await);
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let order = shop.customer("Ada").await.order("Draw Hoe", 1_000, 2).await;
        let path = "/user/staff/sam@example.com";
        sam.put(path, json!({})).await.is(403, "forbidden");
        assert_eq!(hazel.put(path, json!({})).await.body["modifiedCount"], 1);
        assert_eq!(hazel.put(path, json!({})).await.body["modifiedCount"], 0);
        assert_eq!(hazel.delete("/user/admin/sam@example.com").await.body["modifiedCount"], 0, "another role");
        hazel.put("/user/staff/hazel@example.com", json!({})).await.is(409, "last_admin");
        assert_eq!(proofs(&sam).await, (401, 401));
        sam.sign_in().await;
        assert_eq!(sam.get("/admin/sam@example.com").await.body, json!({ "admin": false, "role": "staff" }));
        let contact = json!({ "phone": "9 Moss Road", "address": "902 555 0199" });
        assert_eq!(sam.patch(&format!("/orders/{order}"), contact).await.body["modifiedCount"], 1);
        sam.delete(&format!("/orders/{order}")).await.is(404, "not_found");
        let version = sam.get(&format!("/tools/{tool}")).await.header("etag").to_owned();
        let edit = sam.call(Method::PUT, &format!("/tools/{tool}")).header("if-match", &version);
        assert_eq!(edit.json(json!({ "availableQuantity": 20 })).send().await.body["modifiedCount"], 1);
        sam.delete(&format!("/tools/{tool}")).await.is(403, "forbidden");
        let account = trowel::values::ids::Id::parse(sam.get("/identity/session").await.body["uid"].as_str().unwrap()).unwrap();
        hazel.post(&format!("/users/{account}/block"), json!({})).await.is(409, "account_is_admin");

        assert_eq!(hazel.delete(path).await.body["modifiedCount"], 1);
        sam.get("/manageOrders").await.is(401, "unauthenticated");
        sam.sign_in().await;
        sam.get("/manageOrders").await.is(403, "forbidden");
        let actions: Vec<_> = shop.audit_entries(&account).await.into_iter().map(|entry| entry.action).collect();
        assert_eq!(actions, ["grant_staff", "revoke_staff"]);

        let page = hazel.get(&format!("/users/{account}")).await.body;
        assert_eq!((&page["name"], &page["role"], &page["sessions"]), (&json!("Sam"), &json!("user"), &json!(1)));
        assert_eq!(page["orders"], json!([]));
        let customer = hazel.get(&format!("/manageOrders/{order}")).await.body["customerId"].as_str().unwrap().to_owned();
        let page = hazel.get(&format!("/users/{customer}")).await.body;
        assert_eq!((&page["email"], &page["verified"]), (&json!("ada@example.com"), &json!(false)));
        assert_eq!((&page["orders"][0]["_id"], &page["orderCount"]), (&json!(order), &json!(1)));

        let log = hazel.get("/audit").await.body;
        let told: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
        assert_eq!(told, ["revoke_staff", "edit_tool", "correct_contact", "grant_staff", "grant_admin"]);
        assert_eq!(log[0]["actor"]["email"], "hazel@example.com");
        assert_eq!(log[0]["account"], "sam@example.com");
        assert_eq!((&log[1]["tool"], &log[1]["actor"]["name"]), (&json!("Draw Hoe"), &json!("Sam")));
        assert_eq!(log[2]["orderNumber"], 1001);
        assert_eq!(log[4]["actor"], Value::Null, "the host");
        let count = async |query: &str| hazel.get(&format!("/audit?limit=1&{query}")).await.header("x-total-count").to_owned();
        assert_eq!(count("person=SAM").await, "4", "as actor and as subject");
        assert_eq!(count("person=sa%25").await, "0");
        assert_eq!(count("action=grant_staff").await, "1");
        assert_eq!(count("until=2020-01-01T00:00:00Z").await, "0");
        assert_eq!(count("since=2020-01-01T00:00:00Z").await, "5");
        assert_eq!(hazel.pages("/audit?limit=2").await.len(), 3);
        hazel.get("/audit?action=nothing").await.is(422, "invalid_field");
        hazel.get("/audit?since=yesterday").await.is(422, "invalid_field");
    }

    async fn two_administrators_cannot_be_revoked_at_the_same_moment(shop: TestShop) {
        for round in 0..5 {
            let names = [format!("ada{round}@example.com"), format!("bo{round}@example.com")];
            for (name, email) in [("Ada", &names[0]), ("Bo", &names[1])] {
                shop.visitor().post("/identity/sign-up", sign_up_body(name, email)).await;
                change_role(shop, email, Role::Admin).await;
            }
            if round > 0 {
                let last = [format!("ada{}@example.com", round - 1), format!("bo{}@example.com", round - 1)];
                change_role(shop, &last[0], Role::Customer).await;
                change_role(shop, &last[1], Role::Customer).await;
            }
            let (one, other) = tokio::join!(change_role(shop, &names[0], Role::Customer), change_role(shop, &names[1], Role::Customer));
            let refused = [one, other].into_iter().filter(|change| *change == roles::RoleChange::LastAdmin).count();
            assert_eq!(refused, 1, "round {round}: {one:?} {other:?}");
        }
    }

    async fn a_token_lives_an_hour_and_its_session_goes_on(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        shop.shop.clock.advance(59 * MINUTE);
        assert_eq!(proofs(&ada).await, (200, 200));
        shop.shop.clock.advance(MINUTE);
        assert_eq!(proofs(&ada).await, (200, 401));
        ada.fetch_token().await;
        assert_eq!(proofs(&ada).await, (200, 200));
    }

    async fn a_customers_session_ends_after_a_week_alone_or_after_thirty_days(shop: TestShop) {
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        shop.shop.clock.advance(6 * DAY + 23 * HOUR);
        assert_eq!(ada.get("/identity/session").await.status, 200, "used within a week");
        shop.shop.clock.advance(HOUR);
        bo.get("/identity/session").await.is(401, "unauthenticated");
        assert_eq!(ada.get("/identity/session").await.status, 200, "an hour is nothing");
        for _ in 0..3 {
            shop.shop.clock.advance(6 * DAY + 23 * HOUR);
            assert_eq!(ada.get("/identity/session").await.status, 200, "used within a week");
        }
        shop.shop.clock.advance(2 * DAY + 2 * HOUR);
        assert_eq!(ada.get("/identity/session").await.status, 200, "an hour before its thirtieth day is over");
        shop.shop.clock.advance(HOUR);
        assert_eq!(proofs(&ada).await, (401, 401));
    }

    async fn what_was_seen_expired_stays_dead_when_the_clock_is_set_back(shop: TestShop) {
        shop.shop.clock.stop();
        let (ada, bo, mut cid) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.customer("Cid").await);
        let path = |person: &Person<'_>| format!("/orders?customerEmail={}", person.email);
        shop.shop.clock.advance(9 * DAY);
        ada.get("/identity/session").await.is(401, "unauthenticated");
        bo.get(&path(&bo)).await.is(401, "unauthenticated");
        shop.shop.clock.rewind(9 * DAY);
        for person in [&ada, &bo] {
            assert_eq!(proofs(person).await, (401, 401), "{}", person.email);
        }
        assert_eq!(proofs(&cid).await, (200, 200), "nothing was asked with it");
        shop.shop.clock.advance(2 * HOUR);
        cid.get(&path(&cid)).await.is(401, "unauthenticated");
        shop.shop.clock.rewind(2 * HOUR);
        assert_eq!(proofs(&cid).await, (200, 401), "the token alone has ended");
        cid.fetch_token().await;
        assert_eq!(proofs(&cid).await, (200, 200));
    }

    async fn an_administrators_session_ends_after_half_an_hour_alone_or_after_eight_hours(shop: TestShop) {
        let mut hazel = shop.admin().await;
        for _ in 0..16 {
            shop.shop.clock.advance(29 * MINUTE);
            assert_eq!(hazel.get("/identity/session").await.status, 200, "used within half an hour");
        }
        // Sixteen minutes are left, and a token gets no more than those.
        let answer = hazel.put("/user/hazel@example.com", json!({})).await;
        let now = shop.shop.clock.now();
        assert!(answer.body["expiresAt"].as_str().unwrap() < now.plus(17 * MINUTE).to_string().as_str(), "{}", answer.text);
        hazel.token = answer.body["token"].as_str().unwrap().to_owned();
        shop.shop.clock.advance(15 * MINUTE);
        assert_eq!(proofs(&hazel).await, (200, 200));
        shop.shop.clock.advance(2 * MINUTE);
        assert_eq!(proofs(&hazel).await, (401, 401));
        hazel.sign_in().await;
        shop.shop.clock.advance(29 * MINUTE);
        assert_eq!(hazel.get("/manageOrders").await.status, 200, "a token in use keeps its session");
        shop.shop.clock.advance(29 * MINUTE);
        assert_eq!(proofs(&hazel).await, (200, 200));
        shop.shop.clock.advance(30 * MINUTE);
        assert_eq!(hazel.get("/identity/session").await.status, 401);
    }

    async fn a_session_keeps_its_newest_twenty_tokens(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        let first = ada.token.clone();
        let mut newest = Vec::new();
        for _ in 0..20 {
            shop.shop.clock.advance(Duration::from_secs(1));
            ada.fetch_token().await;
            newest.push(ada.token.clone());
        }
        ada.token = first;
        ada.get("/orders").await.is(401, "unauthenticated");
        for token in newest {
            ada.token = token;
            assert_eq!(ada.get("/orders").await.status, 200);
        }
    }

    async fn a_name_is_one_line_and_an_address_plain_letters(shop: TestShop) {
        for (name, email, field) in [("a\r\nBcc: x", "ada@example.com", "name"), ("Kevin", "\u{212a}evin@example.com", "email")] {
            let answer = shop.visitor().post("/identity/sign-up", sign_up_body(name, email)).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [field]);
        }
    }

    async fn what_can_be_signed_in_with_is_told(shop: TestShop) {
        let answer = shop.visitor().get("/identity/providers").await;
        assert_eq!((answer.status, answer.body), (200, json!({ "password": true, "phone": false, "social": [] })));
    }
}

#[tokio::test]
async fn on_https_the_cookie_is_bound_to_the_host_and_to_tls() {
    let setup = Setup { public_url: Some("https://tools.example.ca".into()), ..Setup::sqlite() };
    with_shop(setup, async |shop| {
        let mut ada = shop.visitor();
        let body = sign_up_body("Ada", "ada@example.com");
        ada.call(Method::POST, "/identity/sign-up")
            .header("origin", &shop.url)
            .json(body.clone())
            .send()
            .await
            .is(403, "forbidden_origin");
        let answer = ada
            .call(Method::POST, "/identity/sign-up")
            .header("origin", "https://tools.example.ca")
            .json(body)
            .send()
            .await;
        let cookie = answer.header("set-cookie").to_owned();
        let (value, attributes) = cookie.split_once("; ").unwrap();
        assert!(value.starts_with("__Host-trowel_session="), "{cookie}");
        let mut attributes: Vec<_> = attributes.split("; ").collect();
        attributes.sort_unstable();
        assert_eq!(attributes, ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
        assert!(answer.header("strict-transport-security") == "max-age=31536000");
        ada.remember(&answer);
        assert_eq!(ada.get("/identity/session").await.status, 200);
        let bound = ada.cookie.clone();
        ada.cookie = ada.cookie.replace("__Host-", "");
        ada.get("/identity/session").await.is(401, "unauthenticated");
        ada.cookie = bound;
        let out = ada
            .call(Method::POST, "/identity/sign-out")
            .header("origin", "https://tools.example.ca")
            .send()
            .await;
        assert_eq!((out.status, out.header("clear-site-data")), (200, "\"cache\""));
        ada.get("/identity/session").await.is(401, "unauthenticated");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_signed_in_reads_on_while_nothing_can_be_written() {
    with_shop(Setup::sqlite(), async |shop| {
        let ada = shop.customer("Ada").await;
        let DatabaseLocation::Sqlite(file) = &shop.shop.config.database else {
            panic!("this is a test of SQLite")
        };
        let other = rusqlite::Connection::open(file).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        shop.shop.clock.advance(2 * MINUTE);
        // A request that waits for the lock waits this long, because the test never releases the lock.
        let answers = tokio::time::timeout(db::Options::default().lock_timeout, proofs(&ada)).await;
        assert_eq!(answers.expect("a read does not wait for the lock"), (200, 200));
    })
    .await;
}
