//! Several nodes on one database: what one node revokes or counts applies at the others with the next request.

use serde_json::json;
use trowel::{
    accounts::{
        roles::{self, RoleEdit},
        user::Role,
    },
    values::email::Email,
};

use crate::support::{Person, Setup, TestShop, with_shop};

/// The same browser, at another node.
pub fn at<'a>(node: &'a TestShop, person: &Person<'_>) -> Person<'a> {
    let mut there = node.visitor();
    there.email.clone_from(&person.email);
    there.cookie.clone_from(&person.cookie);
    there.device.clone_from(&person.device);
    there.token.clone_from(&person.token);
    there
}

async fn proofs(person: &Person<'_>) -> (u16, u16) {
    (person.get("/identity/session").await.status, person.get("/orders").await.status)
}

async fn with_two_nodes(test: impl AsyncFnOnce(&TestShop, &TestShop)) {
    with_shop(Setup::postgres(), async |one| {
        let other = one.another_node(&Setup::postgres()).await;
        test(one, &other).await;
        other.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signing_out_at_one_node_signs_out_at_the_other() {
    with_two_nodes(async |one, other| {
        let ada = one.customer("Ada").await;
        let there = at(other, &ada);
        assert_eq!(proofs(&there).await, (200, 200));
        assert_eq!(ada.post("/identity/sign-out", json!({})).await.status, 200);
        assert_eq!(proofs(&there).await, (401, 401));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_password_ends_the_others_at_every_node() {
    with_two_nodes(async |one, other| {
        let (ada, mut elsewhere) = (one.customer("Ada").await, other.visitor());
        elsewhere.email.clone_from(&ada.email);
        elsewhere.sign_in().await;
        assert_eq!(proofs(&elsewhere).await, (200, 200));
        let change = json!({ "currentPassword": "correct horse", "password": "battery staple" });
        let answer = ada.post("/identity/password/change", change).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(proofs(&elsewhere).await, (401, 401));
        let old = json!({ "email": ada.email, "password": "correct horse" });
        other.visitor().post("/identity/sign-in", old).await.is(401, "bad_credentials");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_administrator_revoked_on_the_host_loses_access_at_every_node() {
    with_two_nodes(async |one, other| {
        let (hazel, mut ada) = (one.admin().await, one.customer("Ada").await);
        let change = async |person: &Person<'_>, edit| {
            let (email, now) = (Email::parse(&person.email).unwrap(), one.shop.clock.now());
            roles::change(&one.shop.db, &email, edit, roles::GrantedBy::Host { only_verified: false }, now)
                .await
                .unwrap()
        };
        assert_eq!(change(&ada, RoleEdit::Grant(Role::Admin)).await, roles::RoleChange::Made);
        ada.sign_in().await;
        let nodes = [at(one, &hazel), at(other, &hazel)];
        for there in &nodes {
            assert_eq!(there.get("/manageOrders").await.status, 200);
        }
        assert_eq!(change(&hazel, RoleEdit::Revoke(Role::Admin)).await, roles::RoleChange::Made);
        for there in &nodes {
            there.get("/manageOrders").await.is(401, "unauthenticated");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_are_counted_over_all_nodes() {
    with_two_nodes(async |one, other| {
        let ada = one.customer("Ada").await;
        // A slow machine would wait out the delay.
        for node in [one, other] {
            node.shop.clock.stop();
        }
        let mut looked_at = 0;
        for node in [one, other, one, other, one, other, one, other] {
            let guess = json!({ "email": ada.email, "password": "wrong password" });
            let answer = node.visitor().post("/identity/sign-in", guess).await;
            looked_at += usize::from(answer.status == 401);
        }
        assert_eq!(looked_at, 5);
        let mut known = at(other, &ada);
        known.sign_in().await;
    })
    .await;
}
