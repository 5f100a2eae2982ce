//! The CSV file of refunds.

use std::time::Duration;

use serde_json::json;
use trowel::{app::background::tidy, db::params};

use crate::{
    back_office::csv_files::{day_of, records},
    sales::payment::paid_order,
    sales::payment_misfits::misfit,
    support::on_both_engines,
};

mod by_hand {
    trowel::db::statements! {
        // Two in each second, as many as need several batches together with the parts.
        pub MANY_WHOLE = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO payments (id, order_id, user_id, amount_cents, currency, intent_id, state, created_at, changed_at, refund_due_at)
            SELECT id || '_' || CAST(i AS TEXT), order_id || '_' || CAST(i AS TEXT), user_id, amount_cents, currency, 'pi_' || CAST(i AS TEXT), 'refunded', created_at, changed_at, CAST($2 AS BIGINT) + i / 2 * 1000000
            FROM payments, n WHERE intent_id = $1";
        pub MANY_PARTS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO refunds (id, purchase_id, payment_id, intent_id, ends, amount_cents, reason, state, created_at, changed_at)
            SELECT id || '_' || CAST(i AS TEXT), purchase_id, payment_id, intent_id, ends, 1, reason, state, CAST($2 AS BIGINT) + i / 2 * 1000000, changed_at
            FROM refunds, n WHERE intent_id = $1";
    }
}

on_both_engines! {
    async fn every_refund_of_these_days_is_in_the_file_once(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (mut ada, mut hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (lost, _) = misfit(shop, &ada, &[("amount", "1500")]).await;
        hazel.delete(&format!("/orders/{lost}")).await.is(200, "");
        tidy(&shop.shop).await;
        let first_day = day_of(shop, Duration::ZERO);
        shop.shop.clock.advance(Duration::from_hours(24));
        ada.sign_in().await;
        hazel.sign_in().await;

        let (order, intent) = paid_order(shop, &ada).await;
        let part = json!({ "lines": [{ "orderId": order, "amount": 5.5 }], "reason": "=Scratched", "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{order}/refund"), part).await.is(200, "");
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "method": "POST", "action": "drop_before" }] })).await;
        hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await.is(200, "");

        let rows = records(&hazel.get("/csv/refunds").await);
        let seen: Vec<_> = rows[1..].iter().map(|row| [0, 2, 3, 4, 5, 6, 7].map(|cell| &*row[cell])).collect();
        assert_eq!(seen, [
            ["", "Refunded", "20.00", "CAD", "Whole", "Payment without an order", ""],
            ["#1002", "Refunded", "5.50", "CAD", "Part", "'=Scratched", "Hazel"],
            ["#1002", "Refund under way", "14.50", "CAD", "Whole", "", "Hazel"],
        ]);
        assert_eq!((&*rows[1][12], &*rows[3][11], &*rows[3][12]), (&*lost, &*intent, &*order));
        assert!(rows[2][1].starts_with(&day_of(shop, Duration::ZERO)) && rows[2][9] >= rows[2][1] && rows[3][9].is_empty(), "{rows:?}");
        assert_eq!(records(&hazel.get("/csv/orders").await)[1][2], "Refund under way");
        let of_first_day = records(&hazel.get(&format!("/csv/refunds?from={first_day}&to={first_day}")).await);
        assert_eq!((of_first_day.len(), &of_first_day[1]), (2, &rows[1]));
        assert_eq!(records(&hazel.get(&format!("/csv/refunds?from={}", day_of(shop, Duration::ZERO))).await).len(), 3);
        shop.staff().await.get("/csv/refunds").await.is(403, "forbidden");
    }

    async fn a_file_of_many_refunds_is_in_the_order_of_time(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, intent) = paid_order(shop, &ada).await;
        let part = json!({ "lines": [{ "orderId": order, "amount": 5.5 }], "reason": "Scratched", "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{order}/refund"), part).await.is(200, "");
        let start = shop.shop.clock.now().plus(Duration::from_secs(1)).micros();
        for many in [&by_hand::MANY_WHOLE, &by_hand::MANY_PARTS] {
            assert_eq!(shop.execute(many, params![&*intent, start]).await, 400);
        }
        let rows = records(&hazel.get("/csv/refunds").await);
        let mut seen: Vec<_> = rows[1..].iter().map(|row| (&row[1], &row[13])).collect();
        assert!(seen.is_sorted_by_key(|(time, _)| *time));
        seen.sort_by_key(|(_, id)| *id);
        seen.dedup();
        assert_eq!((rows.len(), seen.len()), (802, 801));
    }
}
