//! A customer changes the e-mail address of the account: the link at the new address does it, and the old one is told.

use std::time::Duration;

use serde_json::{Value, json};
use trowel::{base::audit::AuditAction, values::ids::Id};

use crate::support::{Answer, Person, TestShop, on_both_engines};

const NEW: &str = "ada@garden.example";

async fn ask(person: &Person<'_>, email: &str) -> Answer {
    person.post("/identity/email/change", json!({ "email": email, "password": "correct horse" })).await
}

async fn verify(person: &Person<'_>, token: &str) -> Answer {
    person.post("/identity/email/verify", json!({ "token": token })).await
}

async fn kinds_to(shop: &TestShop, email: &str) -> Vec<String> {
    shop.letters_to(email).await.into_iter().map(|letter| letter.kind).collect()
}

async fn newest_token(shop: &TestShop, email: &str) -> String {
    let letters = shop.letters_to(email).await;
    let letter = letters.iter().rev().find(|letter| letter.kind == "change_email").unwrap();
    let (_, rest) = letter.text_body.split_once("/verify-email#token=").unwrap();
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

async fn address(person: &Person<'_>) -> Value {
    let answer = person.get("/identity/email/verification").await;
    json!([answer.body["email"], answer.body["verified"]])
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn the_address_changes_by_the_link_and_the_old_one_is_told(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        let answer = ask(&ada, NEW).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true })));
        let notice = shop.letters_to(&ada.email).await.pop().unwrap();
        assert_eq!(notice.kind, "change_of_email_asked");
        assert!(notice.text_body.contains(NEW), "{}", notice.text_body);
        assert_eq!(address(&ada).await, json!([ada.email, true]), "only the link changes it");

        let token = newest_token(shop, NEW).await;
        verify(&shop.visitor(), &token).await.is(401, "sign_in_first");
        assert_eq!(verify(&ada, &token).await.body, json!({ "acknowledged": true, "email": NEW }));
        assert_eq!(address(&ada).await, json!([NEW, true]), "the session stays");
        verify(&ada, &token).await.is(409, "link_expired");

        let exported = ada.get("/identity/account/export").await.body;
        let me = Id::parse(exported["account"]["_id"].as_str().unwrap()).unwrap();
        let actions: Vec<_> = shop.audit_entries(&me).await.into_iter().map(|entry| entry.action).collect();
        assert_eq!(actions, [AuditAction::ChangeEmail.as_str()]);
        // The old address is free.
        assert_eq!(ask(&shop.verified_customer("Bo").await, &ada.email).await.status, 200);
        assert_eq!(kinds_to(shop, &ada.email).await.last().unwrap(), "change_email");
    }

    async fn a_change_takes_the_password_and_an_address(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        for (body, field) in [
            (json!({ "email": NEW, "password": "wrong horse" }), "password"),
            (json!({ "email": NEW }), "password"),
            (json!({ "email": "fern", "password": "correct horse" }), "email"),
            (json!({ "password": "correct horse" }), "email"),
        ] {
            let answer = ada.post("/identity/email/change", body).await;
            assert_eq!((answer.status, answer.fields()), (422, vec![field]), "{}", answer.text);
        }
        assert_eq!(kinds_to(shop, NEW).await.len(), 0);
        assert_eq!(ask(&ada, &ada.email).await.status, 200, "nothing to do");
        assert_eq!(kinds_to(shop, &ada.email).await, ["verify_email"]);
    }

    async fn a_taken_address_gets_the_same_answer_and_no_link(shop: TestShop) {
        let (ada, bo) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await);
        let (free, taken) = (ask(&ada, NEW).await, ask(&ada, &bo.email).await);
        assert_eq!((taken.status, &taken.body), (free.status, &free.body));
        assert_eq!(kinds_to(shop, &bo.email).await, ["verify_email", "sign_up_attempt"]);
        // The later request replaces the earlier one.
        verify(&ada, &newest_token(shop, NEW).await).await.is(409, "link_expired");
        assert_eq!(address(&ada).await, json!([ada.email, true]));
    }

    async fn an_address_that_was_taken_meanwhile_changes_nothing(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        assert_eq!(ask(&ada, NEW).await.status, 200);
        let token = newest_token(shop, NEW).await;
        let bo = shop.verified_customer("Bo").await;
        assert_eq!(ask(&bo, NEW).await.status, 200);
        let of_bo = newest_token(shop, NEW).await;
        let (one, other) = tokio::join!(verify(&ada, &token), verify(&bo, &of_bo));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.text, other.text);
        let addresses = [address(&ada).await, address(&bo).await];
        assert_eq!(addresses.iter().filter(|address| address[0] == NEW).count(), 1, "{addresses:?}");
    }

    async fn a_link_ends_after_an_hour_with_a_newer_one_and_with_a_new_password(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        assert_eq!(ask(&ada, NEW).await.status, 200);
        let first = newest_token(shop, NEW).await;
        assert_eq!(ask(&ada, "ada@fern.example").await.status, 200);
        verify(&ada, &first).await.is(409, "link_expired");
        let second = newest_token(shop, "ada@fern.example").await;
        shop.shop.clock.advance(Duration::from_hours(1));
        verify(&ada, &second).await.is(409, "link_expired");

        assert_eq!(ask(&ada, "ada@moss.example").await.status, 200);
        let third = newest_token(shop, "ada@moss.example").await;
        let change = json!({ "currentPassword": "correct horse", "password": "battery staple" });
        assert_eq!(ada.post("/identity/password/change", change).await.status, 200);
        let changed = verify(&ada, &third).await;
        assert!([401, 409].contains(&changed.status), "{}", changed.text);
        assert_eq!(kinds_to(shop, NEW).await, ["change_email"]);
    }

    async fn a_change_ends_links_that_were_sent_to_the_old_address(shop: TestShop) {
        let ada = shop.verified_customer("Ada").await;
        let forgot = shop.visitor().post("/identity/password/forgot", json!({ "email": ada.email })).await;
        assert_eq!(forgot.status, 200, "{}", forgot.text);
        let letters = shop.letters_to(&ada.email).await;
        let (_, rest) = letters.last().unwrap().text_body.split_once("/reset-password#token=").unwrap();
        let reset: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
        assert_eq!(ask(&ada, NEW).await.status, 200);
        assert_eq!(verify(&ada, &newest_token(shop, NEW).await).await.status, 200);
        let body = json!({ "token": reset, "password": "battery staple" });
        shop.visitor().post("/identity/password/reset", body).await.is(409, "link_expired");
    }

    async fn an_unconfirmed_old_address_gets_no_notice(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        assert_eq!(ask(&ada, NEW).await.status, 200);
        assert_eq!(kinds_to(shop, &ada.email).await, ["verify_email"]);
        assert_eq!(verify(&ada, &newest_token(shop, NEW).await).await.status, 200);
        assert_eq!(address(&ada).await, json!([NEW, true]));
    }
}
