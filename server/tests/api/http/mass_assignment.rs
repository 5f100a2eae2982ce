//! Undeclared members in every body: no request can set a role, a payment, a price, an owner or a date that way.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    base::persistence,
    http::hostile_text::still_in_order,
    http::openapi_coverage::{self, in_turn},
    http::samples::{SAMPLES, Sample, Scene, prepare},
    support::{Answer, Person, TestShop, on_both_engines},
};

/// Values that occur nowhere else.
const ID: &str = "01a1fb87-dead-78d7-9b1b-aaffb4e43a62";
const TRACES: [&str; 6] = [ID, "1999-12-31", "946684799", "mallory", "77700777077", "pi_planted"];

fn planted() -> Vec<(&'static str, Value)> {
    vec![
        ("role", json!("admin")),
        ("roles", json!(["admin"])),
        ("isAdmin", json!(true)),
        ("is_admin", json!(1)),
        ("admin", json!(true)),
        ("paid", json!(true)),
        ("status", json!("Approved and shipped")),
        ("state", json!("paid")),
        ("transactionId", json!("pi_planted")),
        ("transaction_id", json!("pi_planted")),
        ("_id", json!(ID)),
        ("id", json!(ID)),
        ("userId", json!(ID)),
        ("user_id", json!(ID)),
        ("toolId", json!(ID)),
        ("price", json!(77_777.77)),
        ("price_cents", json!(77_700_777_077_i64)),
        ("totalPrice", json!(77_777.77)),
        ("total_cents", json!(77_700_777_077_i64)),
        ("amount", json!(77_700_777_077_i64)),
        ("discount", json!(77_700_777_077_i64)),
        ("currency", json!("mallory")),
        ("availableQuantity", json!(77_700_777_077_i64)),
        ("revision", json!(77_700_777_077_i64)),
        ("createdAt", json!("1999-12-31T23:59:59Z")),
        ("created_at", json!(946_684_799_000_000_i64)),
        ("paidAt", json!("1999-12-31T23:59:59Z")),
        ("expiresAt", json!("1999-12-31T23:59:59Z")),
        ("email", json!("mallory@example.com")),
        ("customerEmail", json!("mallory@example.com")),
        ("customerName", json!("mallory")),
        ("emailVerified", json!(true)),
        ("email_verified_at", json!(946_684_799_000_000_i64)),
        ("passwordHash", json!("mallory")),
        ("displayName", json!("mallory")),
        ("issuer", json!("mallory")),
        ("$set", json!({ "role": "admin" })),
        ("__proto__", json!({ "isAdmin": true, "role": "admin" })),
        ("constructor", json!({ "prototype": { "role": "admin" } })),
    ]
}

async fn ask(person: &Person<'_>, sample: &Sample, scene: &Scene, more: &[(&str, Value)]) -> Answer {
    let method: Method = sample.call.split_once(' ').unwrap().0.parse().unwrap();
    let mut body = sample.body(scene).unwrap();
    for (name, value) in more {
        body[*name] = value.clone();
    }
    let mut call = person.call(method, &sample.path(scene));
    if let Some(version) = sample.if_match(scene) {
        call = call.header("if-match", &version);
    }
    call.json(body).send().await
}

on_both_engines! {
    with crate::http::permissions::with_everything;
    async fn what_a_call_does_not_name_cannot_be_set_with_it(shop: TestShop) {
        // A payment that becomes known while others are read would be a change.
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "drop", "times": 100_000 }] })).await;
        let tool = shop.tool("Draw Hoe", 1_000, 1_000_000, 1).await.into_string();
        let mut people = [shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await];
        let (mut sent, mut count) = (0, 0);
        for described in openapi_coverage::all() {
            let Some(members) = &described.members else { continue };
            let probe = Scene { tool: tool.clone(), ..Scene::default() };
            // A call that ends the caller's sessions cannot be sent twice.
            let samples = SAMPLES.iter().filter(|sample| sample.call == described.call && !sample.ends_sessions());
            for sample in samples.filter(|sample| sample.body(&probe).is_some()) {
                let foreign: Vec<_> =
                    planted().into_iter().filter(|(name, _)| !members.iter().any(|member| member == name)).collect();
                let alone = in_turn(&foreign, 2, sent).into_iter().map(|one| vec![one]);
                for more in alone.chain([foreign.clone()]) {
                    for person in &mut people {
                        person.be_signed_in().await;
                    }
                    for at in 0..people.len() {
                        let person = &people[at];
                        let scene = async |count: usize| {
                            let mut scene = prepare(shop, &people[0], &tool, sample, count).await;
                            person.email.clone_into(&mut scene.caller);
                            scene
                        };
                        (sent, count) = (sent + 1, count + 2);
                        let answer = ask(person, sample, &scene(count).await, &more).await;
                        let plain = ask(person, sample, &scene(count + 1).await, &[]).await;
                        let is_refused_too = answer.status >= 400 && (plain.status >= 400 || answer.status == 422);
                        let is_expected = plain.status == answer.status || is_refused_too;
                        assert!(is_expected, "{} {} with {more:?}: {}", sample.call, sample.about, answer.text);
                    }
                }
                let stored = persistence::everything(shop).await;
                for (table, row) in stored.iter().flat_map(|(table, rows)| rows.iter().map(move |row| (table, row))) {
                    let trace = TRACES.iter().find(|trace| row.contains(**trace));
                    assert!(trace.is_none(), "{} {} planted {trace:?} in {table}: {row}", sample.call, sample.about);
                }
            }
        }
        assert!(sent > 250, "only {sent} requests");
        let unpaid = |row: &&String| row.contains("unpaid");
        let orders = &persistence::everything(shop).await["orders"];
        assert_eq!(orders.iter().filter(unpaid).count() + paid_at_the_provider(shop).await, orders.len(), "{orders:?}");
        still_in_order(shop, &people[2]).await;
    }
}

/// The number of orders with a succeeded payment.
async fn paid_at_the_provider(shop: &TestShop) -> usize {
    let stored = persistence::everything(shop).await;
    let is_paid =
        |row: &&String| ["succeeded", "refund_due", "refunded"].iter().any(|state| row.contains(state));
    stored["payments"].iter().filter(is_paid).count()
}
