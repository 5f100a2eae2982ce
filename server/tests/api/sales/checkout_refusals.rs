//! Every reason for which a checkout is refused. Each says what is wrong and what to do, and changes nothing.

use serde_json::{Value, json};
use trowel::db::{Param as _, Statement, statement};

use crate::{
    sales::checkout::{address, body, check_out, in_shop::set_up, put, quote},
    support::{Answer, Person, TestShop, on_both_engines},
};

const SOLD: Statement = statement!(SOLD, "UPDATE tools SET available = 0 WHERE id = $1");
const REMOVED: Statement = statement!(
    REMOVED,
    "UPDATE tools SET deleted_at = created_at, changed_at = changed_at + 1 WHERE id = $1"
);
const HIDDEN: Statement = statement!(HIDDEN, "UPDATE tools SET draft = 1 WHERE id = $1");
const EXPENSIVE: Statement = statement!(EXPENSIVE, "UPDATE tools SET price_cents = 99999999 WHERE id = $1");
const CHEAP: Statement = statement!(CHEAP, "UPDATE tools SET price_cents = 49 WHERE id = $1");

fn to() -> Value {
    address("NS", "B3J 1A1")
}

/// Tries to buy as the page does, whatever the quote says.
async fn try_to_buy(person: &Person<'_>, key: &str, to: &Value) -> Answer {
    let seen = quote(person, to, None).await;
    check_out(person, key, body(&seen, to)).await
}

fn told<'a>(answer: &'a Answer, names: &[&str]) -> Vec<&'a Value> {
    names.iter().map(|name| &answer.body[name]).collect()
}

async fn nothing_is_sold(shop: &TestShop, person: &Person<'_>) {
    assert_eq!(person.get("/orders").await.body, json!([]));
    assert_eq!(crate::sales::payment::provider_state(shop).await["intents"], json!([]));
}

mod in_demo {
    use super::*;

    on_both_engines! {
        with crate::sales::basket::in_the_demo;

        async fn a_refusal_for_a_tool_names_it_and_what_is_possible(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            for (name, quantity, change, code, more, detail) in [
                ("Shears", 2, None, "below_minimum", ("minimum", json!(6)), "Shears: The minimum is 6."),
                ("Hats", 21, None, "not_enough_stock", ("available", json!(20)), "Hats: Only 20 left."),
                ("Gloves", 6, Some(&SOLD), "sold_out", ("available", Value::Null), "Gloves: This tool is sold out."),
                ("Saw", 6, Some(&REMOVED), "tool_unavailable", ("minimum", Value::Null), "Saw: "),
                ("Rake", 6, Some(&HIDDEN), "tool_unavailable", ("minimum", Value::Null), "Rake: "),
            ] {
                let tool = shop.tool(name, 2_000, 20, 6).await;
                put(&ada, &tool, quantity).await;
                if let Some(change) = change {
                    assert_eq!(shop.execute(change, &[tool.to_value()]).await, 1);
                }
                let refused = try_to_buy(&ada, name, &to()).await;
                refused.is(409, code);
                assert_eq!(told(&refused, &["toolId", "toolName", more.0]), [&json!(tool), &json!(name), &more.1]);
                assert!(refused.body["detail"].as_str().unwrap().starts_with(detail), "{}", refused.text);
                assert_eq!(ada.get("/basket").await.body["lines"].as_array().unwrap().len(), 1, "it stays");
                if code == "tool_unavailable" {
                    let path = format!("/basket/lines/{tool}");
                    shop.visitor().put(&path, json!({ "quantity": 6 })).await.is(404, "not_found");
                }
                put(&ada, &tool, 0).await;
            }
            nothing_is_sold(shop, &ada).await;
        }

        async fn a_refusal_for_the_address_says_how_to_correct_it(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let hat = shop.tool("Hat", 2_000, 20, 1).await;
            put(&ada, &hat, 1).await;
            let seen = body(&quote(&ada, &to(), None).await, &to());
            let placed = async |key: &str, province: &str, code: &str| {
                let mut body = seen.clone();
                body["address"] = address(province, code);
                let refused = check_out(&ada, key, body).await;
                refused.is(422, "invalid_field");
                refused
            };
            let malformed = placed("1", "NS", "D1D 1D1").await;
            assert_eq!(malformed.fields(), ["address.postalCode"]);
            assert_eq!(malformed.body["errors"][0]["detail"], "A Canadian postal code looks like K1A 0B1. Please check it.");
            for (key, phone) in [("5", "0613-555-0142"), ("6", "+1613555014"), ("7", "555-0142 ext. 12"), ("8", "call me")] {
                let mut body = seen.clone();
                body["address"] = address("NS", "B3J 1A1");
                body["address"]["phone"] = json!(phone);
                let refused = check_out(&ada, key, body).await;
                assert_eq!((refused.status, refused.fields()), (422, vec!["address.phone"]), "{phone}");
                assert_eq!(refused.body["errors"][0]["code"], "not_a_phone_number", "{phone}");
            }
            let elsewhere = placed("2", "ON", "h2x1y4").await;
            assert_eq!((elsewhere.fields(), &elsewhere.body["province"]), (vec!["address.province"], &json!("QC")));
            let both = "H2X 1Y4 lies in Québec. Please change the province, or check the postal code.";
            assert_eq!(elsewhere.body["errors"][0]["detail"], both);
            nothing_is_sold(shop, &ada).await;
        }

        async fn a_delivery_that_is_gone_comes_with_a_new_quote(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let hat = shop.tool("Hat", 2_000, 20, 1).await;
            put(&ada, &hat, 1).await;
            let mut gone = body(&quote(&ada, &to(), None).await, &to());
            gone["method"] = json!("courier");
            let refused = check_out(&ada, "gone", gone).await;
            refused.is(409, "quote_changed");
            assert_eq!((&refused.body["quote"]["method"], &refused.body["quote"]["total"]), (&json!("post"), &json!(39.9)));
            nothing_is_sold(shop, &ada).await;
            check_out(&ada, "new", body(&refused.body["quote"], &to())).await.is(200, "");
        }
    }
}

mod in_shop {
    use super::*;

    on_both_engines! {
        async fn a_place_without_delivery_hears_where_there_is_one(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            set_up(shop).await;
            let hat = shop.tool("Hat", 2_000, 20, 1).await;
            put(&ada, &hat, 1).await;
            let refused = try_to_buy(&ada, "far", &address("QC", "H2X 1Y4")).await;
            refused.is(422, "not_delivered_there");
            let sentence = "We do not deliver to this place in Québec. We deliver to Nova Scotia and Ontario.";
            assert_eq!(refused.body["detail"], sentence);
            nothing_is_sold(shop, &ada).await;
        }

        async fn a_total_that_no_card_pays_is_refused_with_the_limits(shop: TestShop) {
            let ada = shop.customer("Ada").await;
            let hat = shop.tool("Hat", 2_000, 20, 1).await;
            put(&ada, &hat, 1).await;
            let sentence = "We can charge a card between $0.50 and $999,999.99. Please change the quantity.";
            for (key, change, quantity) in [("low", &CHEAP, 1), ("high", &EXPENSIVE, 2)] {
                assert_eq!(shop.execute(change, &[hat.to_value()]).await, 1);
                put(&ada, &hat, quantity).await;
                let refused = try_to_buy(&ada, key, &to()).await;
                refused.is(422, "total_out_of_range");
                assert_eq!(refused.body["detail"], sentence);
            }
            nothing_is_sold(shop, &ada).await;
            put(&ada, &hat, 1).await;
            try_to_buy(&ada, "most", &to()).await.is(200, "");
        }
    }
}
