//! The orders that the demo begins with, on both engines.

use serde_json::{Value, json};

use crate::{ended::everywhere, running::Running};

async fn admin(shop: &Running) -> String {
    shop.sign("sign-in", "admin@example.com", "garden-admin").await
}

#[tokio::test]
async fn the_demo_begins_with_orders_that_agree_with_the_provider_and_the_stock() {
    everywhere(async |place| {
        for _ in 0..2 {
            let shop = place.open();
            let token = admin(&shop).await;
            let (_, today) = shop.get("/api/manageShop/today", &token).await;
            assert_eq!(
                (today["ordersToShip"].as_u64(), today["unpaidOrders"].as_u64()),
                (Some(11), Some(2)),
                "{today}"
            );
            assert!(
                today["owner"]["revenue"].as_f64().unwrap()
                    > today["owner"]["revenueBefore"].as_f64().unwrap()
            );
            let (_, tools) = shop.get("/api/tools?limit=100", "").await;
            let sold_out: Vec<&Value> =
                tools.as_array().unwrap().iter().filter(|tool| tool["availableQuantity"] == 0).collect();
            assert_eq!(sold_out.len(), 1, "the stock of the samples is what is left: {sold_out:?}");
            let (_, books) = shop.get("/api/ledger", &token).await;
            assert_eq!(
                (&books["differences"], &books["provider"]),
                (&json!([]), &json!("compared")),
                "{books}"
            );
            assert!(
                books["compared"].as_u64() > Some(40) && books["recordedPayments"].as_u64() > Some(8),
                "{books}"
            );
        }
        place.assert_books_agree();
    })
    .await;
}
