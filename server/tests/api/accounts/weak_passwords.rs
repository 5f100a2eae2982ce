//! Roles on weak passwords: what such an account may do, and what ends it.

use std::sync::Arc;

use serde_json::{Value, json};
use trowel::{
    accounts::{
        self,
        roles::{self, GrantedBy, RoleChange, RoleEdit},
        session::{NewSession, SessionStart},
        user::{AuthMethod, Role},
    },
    base::config::RunMode,
    db::statements,
    values::{email::Email, ids::Secret},
};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

statements! {
    // The accounts are as before the column existed.
    FORGET_STRENGTH = "UPDATE users SET has_weak_password = NULL";
    MAKE_WEAK = "UPDATE users SET has_weak_password = 1";
}

const WEAK: &str = "123456";
const STRONG: &str = "four garden words here";
const TOO_WEAK: &str = "password_too_weak";

async fn sign_up<'a>(shop: &'a TestShop, name: &str, password: &str) -> Person<'a> {
    // The first account would be the owner's, which needs a strong password.
    if !roles::has_any_admin(&shop.shop.db).await.unwrap() {
        let owner = shop.customer("Otto").await;
        edit_role(shop, &owner, RoleEdit::Grant(Role::Admin)).await;
    }
    let mut person = shop.visitor();
    person.email = format!("{}@example.com", name.to_lowercase());
    let body = json!({ "name": name, "email": person.email, "password": password });
    let answer = person.post("/identity/sign-up", body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    person.remember(&answer);
    person.fetch_token().await;
    person
}

async fn log_in(person: &mut Person<'_>, password: &str) -> Answer {
    person.token.clear();
    let answer =
        person.post("/identity/sign-in", json!({ "email": person.email, "password": password })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    person.remember(&answer);
    person.fetch_token().await;
    answer
}

async fn edit_role(shop: &TestShop, person: &Person<'_>, edit: RoleEdit) {
    let (email, now) = (Email::parse(&person.email).unwrap(), shop.shop.clock.now());
    let by = GrantedBy::Host { only_verified: false };
    let change = roles::change(&shop.shop.db, &email, edit, by, now).await.unwrap();
    assert_eq!(change, RoleChange::Made);
}

/// A session of the account that did not begin with its password.
async fn log_in_by_google<'a>(shop: &'a TestShop, person: &Person<'_>) -> Person<'a> {
    let (email, secret) = (Email::parse(&person.email).unwrap(), Secret::new());
    let mut browser = shop.visitor();
    (browser.email, browser.cookie) = (person.email.clone(), format!("trowel_session={}", secret.reveal()));
    let new = NewSession::new(&secret, AuthMethod::Google, "", None, Arc::default(), shop.shop.clock.now());
    let start = shop.shop.db.write((email, new), |tx, (email, new)| {
        Box::pin(async move {
            let account = accounts::store::account_by_email(tx, email).await?.unwrap();
            new.start(tx, &account.user).await
        })
    });
    assert_eq!(start.await.unwrap(), SessionStart::Started);
    browser.fetch_token().await;
    browser
}

async fn change(person: &mut Person<'_>, current: &str, password: &str) -> Answer {
    let body = json!({ "currentPassword": current, "password": password });
    let answer = person.post("/identity/password/change", body).await;
    if answer.status == 200 {
        person.remember(&answer);
        person.fetch_token().await;
    }
    answer
}

on_both_engines! {
    with crate::http::permissions::with_everything;

    async fn a_role_waits_for_a_strong_password(shop: TestShop) {
        let mut ada = sign_up(shop, "Ada", WEAK).await;
        edit_role(shop, &ada, RoleEdit::Grant(Role::Admin)).await;
        let answer = log_in(&mut ada, WEAK).await;
        let warning = answer.body["passwordWarning"].as_str().unwrap();
        assert!(warning.contains("under Account & security. Until then you use the shop as a customer"), "{warning}");
        assert_eq!(ada.get("/admin/ada@example.com").await.body, json!({ "admin": false, "withheldRole": "admin", "passwordTooWeak": true }));
        let hazel = shop.admin().await;
        assert_eq!(hazel.get("/admin/ada@example.com").await.body, json!({ "admin": false, "withheldRole": "admin", "passwordTooWeak": true }), "another administrator asks");
        for path in ["/users", "/manageOrders", "/manageTools", "/api-keys", "/audit", "/csv/orders"] {
            ada.get(path).await.is(403, TOO_WEAK);
        }
        ada.put("/user/admin/bo@example.com", json!({})).await.is(403, TOO_WEAK);
        ada.post("/api-keys", json!({ "name": "X", "scopes": ["orders:read"], "days": 1, "password": WEAK })).await.is(403, TOO_WEAK);
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        ada.order("Draw Hoe", 1_000, 1).await;

        // Twelve characters of every list are no better, and a customer's six are not enough.
        for (password, code) in [("password1234", "too_weak"), ("mK9#x!2qW&7", "too_short"), ("adaadaadaada", "too_weak")] {
            let answer = change(&mut ada, WEAK, password).await;
            answer.is(422, "invalid_field");
            assert_eq!((answer.fields(), &answer.body["errors"][0]["code"]), (vec!["password"], &json!(code)), "{password}");
        }
        assert_eq!(change(&mut ada, WEAK, STRONG).await.status, 200);
        assert_eq!(ada.get("/users").await.status, 200);
        assert_eq!(log_in(&mut ada, STRONG).await.body["passwordWarning"], Value::Null);
        assert_eq!(ada.get("/admin/ada@example.com").await.body, json!({ "admin": true }));
    }

    async fn a_change_of_a_weak_password_revokes_the_api_keys(shop: TestShop) {
        let mut ada = sign_up(shop, "Ada", STRONG).await;
        edit_role(shop, &ada, RoleEdit::Grant(Role::Admin)).await;
        log_in(&mut ada, STRONG).await;
        let wish = json!({ "name": "Script", "scopes": ["orders:read"], "days": 1, "password": STRONG });
        let mut script = shop.visitor();
        ada.post("/api-keys", wish).await.body["key"].as_str().unwrap().clone_into(&mut script.token);
        assert_eq!(change(&mut ada, STRONG, STRONG).await.status, 200);
        assert_eq!(script.get("/manageOrders").await.status, 200, "a strong one was hardly guessed");
        shop.execute(&MAKE_WEAK, &[]).await;
        assert_eq!(change(&mut ada, STRONG, STRONG).await.status, 200);
        assert_eq!(script.get("/manageOrders").await.status, 401);
    }

    async fn a_role_that_comes_and_goes_finds_the_weak_password_again(shop: TestShop) {
        let mut sam = sign_up(shop, "Sam", WEAK).await;
        for role in [Role::Staff, Role::Admin] {
            edit_role(shop, &sam, RoleEdit::Grant(role)).await;
            sam.get("/manageOrders").await.is(401, "unauthenticated");
            log_in(&mut sam, WEAK).await;
            sam.get("/manageOrders").await.is(403, TOO_WEAK);
            let ship = json!({ "status": "Approved and shipped" });
            sam.patch("/orders/01jd0000000000000000000000", ship).await.is(403, TOO_WEAK);
            if role == Role::Admin {
                continue;
            }
            edit_role(shop, &sam, RoleEdit::Revoke(role)).await;
            sam.get("/manageOrders").await.is(401, "unauthenticated");
            log_in(&mut sam, WEAK).await;
            sam.get("/manageOrders").await.is(403, "forbidden");
        }
        // A customer may choose a weak one. The next role waits again.
        let hazel = shop.admin().await;
        assert_eq!(change(&mut sam, WEAK, STRONG).await.status, 200);
        assert_eq!(hazel.delete("/user/admin/sam@example.com").await.status, 200);
        log_in(&mut sam, STRONG).await;
        assert_eq!(change(&mut sam, STRONG, "password1234").await.status, 200);
        shop.verify(&sam.email).await;
        assert_eq!(hazel.put("/user/staff/sam@example.com", json!({})).await.status, 200);
        log_in(&mut sam, "password1234").await;
        sam.get("/manageOrders").await.is(403, TOO_WEAK);
    }

    async fn the_role_waits_however_its_account_logs_in(shop: TestShop) {
        let mut ada = sign_up(shop, "Ada", WEAK).await;
        edit_role(shop, &ada, RoleEdit::Grant(Role::Admin)).await;
        let by_google = log_in_by_google(shop, &ada).await;
        by_google.get("/users").await.is(403, TOO_WEAK);
        log_in(&mut ada, WEAK).await;
        assert_eq!(change(&mut ada, WEAK, STRONG).await.status, 200);
        assert_eq!(log_in_by_google(shop, &ada).await.get("/users").await.status, 200);
    }

    async fn a_password_from_an_older_version_is_judged_when_it_is_typed(shop: TestShop) {
        let mut ada = sign_up(shop, "Ada", WEAK).await;
        edit_role(shop, &ada, RoleEdit::Grant(Role::Admin)).await;
        shop.execute(&FORGET_STRENGTH, &[]).await;
        let by_google = log_in_by_google(shop, &ada).await;
        assert_eq!(by_google.get("/users").await.status, 200);
        log_in(&mut ada, WEAK).await;
        ada.get("/users").await.is(403, TOO_WEAK);
        by_google.get("/users").await.is(403, TOO_WEAK);
    }

    async fn a_reset_takes_no_weak_password_for_a_role(shop: TestShop) {
        let (mut sam, mut ada) = (shop.staff().await, shop.customer("Ada").await);
        let link_of = async |email: &str| {
            shop.visitor().post("/identity/password/forgot", json!({ "email": email })).await;
            let letters = shop.letters_to(email).await;
            letters.last().unwrap().text_body.split_once("#token=").unwrap().1[..43].to_owned()
        };
        let reset = async |token: &str, password: &str| {
            shop.visitor().post("/identity/password/reset", json!({ "token": token, "password": password })).await
        };
        let token = link_of(&sam.email).await;
        for password in ["eleven char", "password1234"] {
            assert_eq!(reset(&token, password).await.fields(), ["password"], "{password}");
        }
        assert_eq!(reset(&token, STRONG).await.status, 200, "the link still works");
        log_in(&mut sam, STRONG).await;
        assert_eq!(sam.get("/manageOrders").await.status, 200);
        assert_eq!(reset(&link_of(&ada.email).await, WEAK).await.status, 200, "of a customer");
        edit_role(shop, &ada, RoleEdit::Grant(Role::Staff)).await;
        log_in(&mut ada, WEAK).await;
        ada.get("/manageOrders").await.is(403, TOO_WEAK);
    }
}

#[tokio::test]
async fn a_demo_only_warns() {
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        let mut ada = sign_up(shop, "Ada", WEAK).await;
        edit_role(shop, &ada, RoleEdit::Grant(Role::Admin)).await;
        let answer = log_in(&mut ada, WEAK).await;
        let warning = answer.body["passwordWarning"].as_str().unwrap();
        assert!(warning.ends_with("under Account & security."), "{warning}");
        assert_eq!(ada.get("/users").await.status, 200);
        assert_eq!(ada.get("/admin/ada@example.com").await.body, json!({ "admin": true }));
    })
    .await;
}
