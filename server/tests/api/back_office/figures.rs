//! Figures: the sums of past days always agree with the orders.

use std::time::Duration;

use serde_json::{Value, json};
use trowel::{app::background, db::params};

use crate::support::{Person, TestShop, intent_of, on_both_engines};

const DAY: Duration = Duration::from_hours(24);

/// Changes that no call of the shop makes.
mod by_hand {
    trowel::db::statements! {
        pub FORGET_SUMS = "DELETE FROM sales_days";
        pub COUNT_SUMS = "UPDATE sales_days SET orders = orders";
        pub MISCOUNT = "UPDATE sales_days SET orders = orders + $1";
        pub MOVE_DAYS = "UPDATE sales_days SET ends_at = ends_at - 1";
    }
}

pub async fn paid(shop: &TestShop, ada: &Person<'_>, tool: &str, pieces: i64) -> String {
    let order = ada.order(tool, 1_000, pieces).await;
    pay(shop, ada, &order, pieces).await;
    order
}

/// An order of pieces for 10.00.
pub async fn pay(shop: &TestShop, ada: &Person<'_>, order: &str, pieces: i64) {
    #[expect(clippy::cast_precision_loss, reason = "a few dollars")]
    let secret = ada.start_payment(order, (pieces * 10) as f64).await;
    assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.status, 200);
    let body = json!({ "orders": order, "transactionId": intent_of(&secret), "status": "pending" });
    ada.patch(&format!("/orders/{order}"), body).await.is(200, "");
}

async fn refund(hazel: &Person<'_>, order: &str) {
    hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await.is(200, "");
}

async fn figures(hazel: &Person<'_>, query: &str) -> Value {
    let answer = hazel.get(&format!("/figures{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// The figures with the sums of past days, which must equal what the orders alone say.
async fn agreed(shop: &TestShop, hazel: &Person<'_>) -> Value {
    let summed = figures(hazel, "").await;
    shop.execute(&by_hand::FORGET_SUMS, params![]).await;
    assert_eq!(summed, figures(hazel, "").await, "the sums differ from the orders");
    background::tidy(&shop.shop).await;
    assert_eq!(summed, figures(hazel, "").await, "the sums made again differ");
    summed
}

fn sales(orders: i64, revenue: f64, refunds: i64, refunded: f64, average: f64) -> Value {
    json!({ "orders": orders, "revenue": revenue, "refunds": refunds, "refunded": refunded, "recorded": 0.0, "averageOrder": average })
}

on_both_engines! {
    async fn past_days_are_summed_once_and_follow_late_refunds(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let rake = shop.tool("Bow Rake", 1_000, 100, 1).await;
        shop.tool("Old Dibber", 1_000, 100, 1).await;
        let (mut ada, mut hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (first, _) = (paid(shop, &ada, "Draw Hoe", 2).await, paid(shop, &ada, "Bow Rake", 3).await);
        shop.shop.clock.advance(DAY * 30);
        ada.sign_in().await;
        hazel.sign_in().await;
        paid(shop, &ada, "Bow Rake", 1).await;
        ada.order("Draw Hoe", 1_000, 5).await;
        shop.shop.clock.advance(DAY);
        ada.sign_in().await;
        hazel.sign_in().await;
        paid(shop, &ada, "Bow Rake", 4).await;
        background::tidy(&shop.shop).await;
        assert_eq!(shop.execute(&by_hand::COUNT_SUMS, params![]).await, 31, "each day from the first sale to yesterday");
        let body = agreed(shop, &hazel).await;
        assert_eq!(body["total"], sales(2, 50.0, 0, 0.0, 25.0), "an unpaid order does not count");
        assert_eq!(body["before"], sales(2, 50.0, 0, 0.0, 25.0));
        let steps = body["steps"].as_array().unwrap();
        assert_eq!((steps.len(), &steps[28]["sales"]["revenue"], &steps[29]["sales"]["revenue"]), (30, &json!(10.0), &json!(40.0)));
        assert_eq!(steps[28]["before"]["orders"], 2, "the same day of the period before");
        assert_eq!(body["bestSellers"], json!([{ "toolId": rake, "name": "Bow Rake", "units": 5, "revenue": 50.0 }]));
        let unsold: Vec<_> = body["neverSold"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
        assert_eq!(unsold, ["Old Dibber"]);
        // The refund of an order of a summed day.
        refund(&hazel, &first).await;
        assert_eq!(agreed(shop, &hazel).await["before"], sales(2, 50.0, 1, 20.0, 25.0));
        let weeks = figures(&hazel, "?by=week").await;
        let revenue: f64 = weeks["steps"].as_array().unwrap().iter().map(|step| step["sales"]["revenue"].as_f64().unwrap()).sum();
        assert!((revenue - 50.0).abs() < 0.001, "{weeks}");
    }

    async fn a_wrong_sum_is_reported_and_repaired(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        paid(shop, &ada, "Draw Hoe", 2).await;
        shop.shop.clock.advance(DAY);
        let hazel = shop.admin().await;
        background::tidy(&shop.shop).await;
        let right = figures(&hazel, "").await;
        assert_eq!(hazel.get("/ledger").await.body["differences"], json!([]));
        assert_eq!(shop.execute(&by_hand::MISCOUNT, params![1_i64]).await, 1);
        let found = hazel.get("/ledger").await.body["differences"][0].clone();
        assert_eq!((&found["kind"], &found["otherSays"]), (&json!("day_sums"), &json!("orders: 1 for $20.00, refunds: 0 for $0.00")), "{found}");
        trowel::back_office::figures::roll_up::repair(&shop.shop).await.unwrap();
        assert_eq!(hazel.get("/ledger").await.body["differences"], json!([]));
        // Days of another time zone are not used, and replaced.
        assert_eq!(shop.execute(&by_hand::MOVE_DAYS, params![]).await, 1);
        assert_eq!(figures(&hazel, "").await, right);
        background::tidy(&shop.shop).await;
        assert_eq!(shop.execute(&by_hand::COUNT_SUMS, params![]).await, 1);
        assert_eq!(agreed(shop, &hazel).await, right);
    }

    async fn searches_without_a_result_are_counted_for_ninety_days(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let visitor = shop.visitor();
        for query in ["q=Hedge%20trimmer", "q=hedge+trimmer&limit=5", "q=hoe", "q=ada%40example.com", "q=scythe", "q=scythe&priceMax=5"] {
            visitor.get(&format!("/tools?{query}")).await.is(200, "");
        }
        background::tidy(&shop.shop).await;
        let mut hazel = shop.admin().await;
        let found = json!([{ "term": "hedge trimmer", "searches": 2 }, { "term": "scythe", "searches": 1 }]);
        assert_eq!(figures(&hazel, "").await["emptySearches"], found);
        let day = figures(&hazel, "").await["to"].as_str().unwrap().to_owned();
        shop.shop.clock.advance(DAY * 92);
        background::tidy(&shop.shop).await;
        hazel.sign_in().await;
        assert_eq!(figures(&hazel, &format!("?from={day}")).await["emptySearches"], json!([]));
    }

    async fn a_period_is_checked(shop: TestShop) {
        let hazel = shop.admin().await;
        let body = figures(&hazel, "?from=2026-01-01&to=2026-12-31").await;
        assert_eq!((&body["by"], body["steps"].as_array().unwrap().len()), (&json!("month"), 12));
        // Beyond the last day of the calendar there is no next one.
        for (query, steps) in [("to=9999-12-31", 30), ("from=9999-12-31&to=9999-12-31", 1), ("from=9999-12-01&to=9999-12-31&by=month", 1)] {
            let body = figures(&hazel, &format!("?{query}")).await;
            assert_eq!(body["steps"].as_array().unwrap().len(), steps, "{query}");
        }
        for (query, field) in [
            ("from=2026-02-30", "from"),
            ("to=20260230", "to"),
            ("from=2026-02-02&to=2026-02-01", "from"),
            ("from=2020-01-01&to=2026-01-01", "from"),
            ("from=2026-01-01&to=2026-12-31&by=day", "by"),
            ("by=year", "by"),
            ("days=0", "days"),
            ("days=732", "days"),
        ] {
            let answer = hazel.get(&format!("/figures?{query}")).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [field], "{query}");
        }
    }
}
