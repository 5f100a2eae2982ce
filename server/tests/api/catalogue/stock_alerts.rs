//! E-mails to customers who wait for a tool that is sold out.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Setup, with_shop};

fn with_mail() -> [Setup; 2] {
    [Setup::sqlite(), Setup::postgres()].map(Setup::with_mail)
}

async fn restock(hazel: &Person<'_>, tool: &str, available: i64) {
    let path = format!("/tools/{tool}");
    let tag = hazel.get(&path).await.header("etag").to_owned();
    let edit = hazel.call(Method::PUT, &path).header("if-match", &tag);
    edit.json(json!({ "availableQuantity": available })).send().await.is(200, "");
}

async fn ask(person: &Person<'_>, tool: &str) -> crate::support::Answer {
    person.call(Method::PUT, &format!("/tools/{tool}/stock-alert")).send().await
}

async fn back_in_stock(shop: &crate::support::TestShop, person: &Person<'_>) -> Vec<String> {
    let letters = shop.letters_to(&person.email).await;
    letters
        .into_iter()
        .filter(|letter| letter.kind == "back_in_stock")
        .map(|letter| letter.text_body)
        .collect()
}

#[tokio::test]
async fn a_customer_is_told_once_when_a_tool_is_back_in_stock() {
    for setup in with_mail() {
        let other_setup = Setup { engine: setup.engine, ..Setup::sqlite().with_mail() };
        with_shop(setup, async |shop| {
            let hoe = shop.tool("Draw Hoe", 1_000, 4, 5).await.to_string();
            let spade = shop.tool("Spade", 1_000, 5, 5).await.to_string();
            let (ada, bo, hazel) =
                (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await, shop.admin().await);
            let cy = shop.customer("Cy").await;
            ask(&ada, &spade).await.is(409, "in_stock");
            ask(&cy, &hoe).await.is(409, "email_not_verified");
            for person in [&ada, &bo, &ada] {
                ask(person, &hoe).await.is(200, "");
            }
            let alert = format!("/tools/{hoe}/stock-alert");
            assert_eq!(ada.get(&alert).await.body, json!({ "isWaiting": true, "isOffered": true }));
            assert_eq!(cy.get(&alert).await.body["isWaiting"], false);
            assert_eq!(hazel.get("/stock-alerts").await.body, json!([{ "toolId": hoe, "waiting": 2 }]));
            assert_eq!(bo.delete(&alert).await.body["deletedCount"], 1);
            assert_eq!(bo.delete(&alert).await.body["deletedCount"], 0);

            trowel::app::background::tidy(&shop.shop).await;
            assert!(back_in_stock(shop, &ada).await.is_empty(), "4 are fewer than the minimum");
            restock(&hazel, &hoe, 5).await;
            let node = shop.another_node(&other_setup).await;
            let (one, other) = tokio::join!(
                trowel::catalogue::stock_alerts::send_due(&shop.shop),
                trowel::catalogue::stock_alerts::send_due(&node.shop)
            );
            assert!(one.is_ok() && other.is_ok());
            let letters = back_in_stock(shop, &ada).await;
            assert_eq!(letters.len(), 1, "once, although two nodes looked");
            assert!(
                letters[0].contains(&format!("{}/tools/{hoe}", shop.url)) && letters[0].contains("Draw Hoe")
            );
            assert!(back_in_stock(shop, &bo).await.is_empty());
            assert_eq!(hazel.get("/stock-alerts").await.body, json!([]));
            restock(&hazel, &hoe, 0).await;
            restock(&hazel, &hoe, 9).await;
            trowel::app::background::tidy(&shop.shop).await;
            assert_eq!(back_in_stock(shop, &ada).await.len(), 1, "not again");
        })
        .await;
    }
}

#[tokio::test]
async fn no_alert_outlives_its_tool_or_its_account() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let hazel = shop.admin().await;
            let (ada, bo) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await);
            let hoe = shop.tool("Draw Hoe", 1_000, 0, 5).await.to_string();
            ask(&ada, &hoe).await.is(200, "");
            hazel.delete(&format!("/tools/{hoe}")).await.is(200, "");
            ask(&ada, &hoe).await.is(404, "not_found");
            trowel::app::background::tidy(&shop.shop).await;
            assert_eq!(hazel.get("/stock-alerts").await.body, json!([]));

            let rake = shop.tool("Rake", 1_000, 0, 5).await.to_string();
            ask(&bo, &rake).await.is(200, "");
            let closed = json!({ "confirm": bo.email, "password": "correct horse" });
            bo.post("/identity/account/close", closed).await.is(200, "");
            assert_eq!(hazel.get("/stock-alerts").await.body, json!([]));

            for n in 0..20 {
                let tool = shop.tool(&format!("Tool {n}"), 1_000, 0, 5).await.to_string();
                ask(&ada, &tool).await.is(200, "");
            }
            ask(&ada, &rake).await.is(409, "too_many_stock_alerts");
            let waiting: Vec<Value> = hazel.get("/stock-alerts").await.body.as_array().unwrap().clone();
            assert_eq!(waiting.len(), 20);
        })
        .await;
    }
}
