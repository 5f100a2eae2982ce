//! Reconciliation: each rule is broken once in the database, and its report is checked.

use std::time::Duration;

use serde_json::{Value, json};
use trowel::{
    app::background,
    back_office::reconciliation::corrections::{StockAdjustment, adjust_stock, mark_refund_due},
    base::metadata::maintenance::{self, Verification},
    db::{Statement, params},
    values::ids::Id,
};

use crate::support::{self, Person, Setup, TestShop, intent_of, on_both_engines};

/// Changes that no call of the shop makes.
mod by_hand {
    trowel::db::statements! {
        pub LOSE_STOCK = "UPDATE tools SET available = available - 3 WHERE name = $1";
        pub FORGET_PAYMENT = "DELETE FROM payments WHERE intent_id = $1";
        pub UNPAY = "UPDATE orders SET state = 'unpaid', transaction_id = NULL, paid_at = NULL WHERE transaction_id = $1";
        pub CHEAPEN = "UPDATE payments SET amount_cents = 1 WHERE intent_id = $1";
        pub OWE = "UPDATE payments SET state = 'refund_due', refund_due_at = 0 WHERE intent_id = $1";
        // One more than the report lists.
        pub MANY_OF_ANOTHER_ACCOUNT = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 201)
            INSERT INTO payments (id, order_id, user_id, amount_cents, currency, intent_id, state, created_at, changed_at)
            SELECT id || '_' || CAST(i AS TEXT), order_id || '_' || CAST(i AS TEXT), user_id, amount_cents, currency, 'pi_gone_' || CAST(i AS TEXT), 'refunded', created_at, changed_at
            FROM payments, n WHERE intent_id = $1";
        pub MISCOUNT = "UPDATE orders SET lines = 2 WHERE id = $1";
        pub PAY_EARLY = "UPDATE orders SET paid_at = 1 WHERE transaction_id = $1";
    }
}

async fn by_hand(shop: &TestShop, statement: &'static Statement, value: &str) {
    assert_eq!(shop.execute(statement, params![value]).await, 1);
}

async fn ledger(admin: &Person<'_>) -> Value {
    let answer = admin.get("/ledger").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// Kinds and subjects of the differences.
async fn differences(admin: &Person<'_>) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let body = ledger(admin).await;
    let found = body["differences"].as_array().unwrap();
    let subject = |it: &Value| format!("{} {}", text(&it["kind"]), text(&it["id"]));
    found.iter().map(|found| (text(&found["kind"]), subject(&found["subject"]))).collect()
}

/// The intent that paid for an order of twenty dollars.
async fn paid(shop: &TestShop, ada: &Person<'_>) -> (String, String) {
    let order = ada.order("Draw Hoe", 1_000, 2).await;
    let secret = ada.start_payment(&order, 20.0).await;
    assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.status, 200);
    let intent = intent_of(&secret).to_owned();
    let body = json!({ "orders": order, "transactionId": intent, "status": "pending" });
    ada.patch(&format!("/orders/{order}"), body).await.is(200, "");
    (order, intent)
}

/// What the host did to this order or tool.
async fn audited(shop: &TestShop, subject: &Id) -> Vec<String> {
    let entries = shop.audit_entries(subject).await;
    entries.into_iter().filter(|entry| entry.actor_id.is_none()).map(|entry| entry.action).collect()
}

async fn shop_with_a_hoe(shop: &TestShop) -> (Id, Person<'_>, Person<'_>) {
    (shop.tool("Draw Hoe", 1_000, 100, 1).await, shop.customer("Ada").await, shop.admin().await)
}

on_both_engines! {
    async fn after_a_day_of_trade_the_books_agree(shop: TestShop) {
        let (hoe, ada, hazel) = shop_with_a_hoe(shop).await;
        let (order, _) = paid(shop, &ada).await;
        paid(shop, &ada).await;
        hazel.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
        let gone = ada.order("Draw Hoe", 1_000, 5).await;
        ada.start_payment(&gone, 50.0).await;
        ada.delete(&format!("/orders/{gone}")).await.is(200, "");
        ada.order("Draw Hoe", 1_000, 7).await;
        let opened = hazel.get(&format!("/tools/{hoe}")).await;
        let mut body = opened.body.clone();
        body["availableQuantity"] = json!(500);
        hazel.call(reqwest::Method::PUT, &format!("/tools/{hoe}")).header("If-Match", opened.header("etag")).json(body).send().await.is(200, "");
        let body = ledger(&hazel).await;
        assert_eq!(body, json!({ "tools": 1, "orders": 3, "payments": 3, "recordedPayments": 0, "recordedAmount": 0.0, "provider": "compared", "compared": 3, "differences": [], "more": false, "givenBack": [] }));
    }

    async fn stock_that_went_missing_is_found_and_may_be_accepted(shop: TestShop) {
        let (hoe, ada, hazel) = shop_with_a_hoe(shop).await;
        ada.order("Draw Hoe", 1_000, 7).await;
        by_hand(shop, &by_hand::LOSE_STOCK, "Draw Hoe").await;
        let found = ledger(&hazel).await["differences"][0].clone();
        assert_eq!((&found["kind"], &found["weSay"]), (&json!("stock"), &json!("90 available")), "{found}");
        assert_eq!(found["otherSays"], "100 put in, 7 in orders: 93 should be available, a difference of -3");
        assert!(found["repair"].as_str().unwrap().contains("trowel adjust-stock TOOL"));
        let now = shop.shop.clock.now();
        assert_eq!(adjust_stock(&shop.shop.db, &hoe, now).await.unwrap(), StockAdjustment::By(-3));
        assert_eq!(adjust_stock(&shop.shop.db, &hoe, now).await.unwrap(), StockAdjustment::Unchanged);
        assert_eq!(adjust_stock(&shop.shop.db, &Id::new(now), now).await.unwrap(), StockAdjustment::UnknownTool);
        assert_eq!(audited(shop, &hoe).await, ["adjust_stock"], "once, by the host");
        assert_eq!((differences(&hazel).await, shop.stock(&hoe).await), (vec![], 90));
    }

    async fn an_order_paid_by_nothing_is_found(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let (order, intent) = paid(shop, &ada).await;
        by_hand(shop, &by_hand::FORGET_PAYMENT, &intent).await;
        assert_eq!(differences(&hazel).await, [
            ("paid_without_payment".to_owned(), format!("order {order}")),
            ("unknown_payment".to_owned(), format!("payment {intent}")),
        ]);
    }

    async fn a_payment_that_pays_no_order_is_found(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let (order, intent) = paid(shop, &ada).await;
        by_hand(shop, &by_hand::UNPAY, &intent).await;
        assert_eq!(differences(&hazel).await, [("payment_without_order".to_owned(), format!("payment {intent}"))]);
        let (db, now) = (&shop.shop.db, shop.shop.clock.now());
        assert!(mark_refund_due(db, &intent, now).await.unwrap(), "what pays no order may be given back");
        assert!(!mark_refund_due(db, &intent, now).await.unwrap());
        let (paid_for, other) = paid(shop, &ada).await;
        assert!(!mark_refund_due(db, &other, now).await.unwrap(), "what pays an order is kept");
        assert_eq!(audited(shop, &Id::parse(&order).unwrap()).await, ["refund_payment"], "once, by the host");
        assert_eq!(audited(shop, &Id::parse(&paid_for).unwrap()).await, [""; 0]);
        background::tidy(&shop.shop).await;
        assert_eq!(differences(&hazel).await, []);
    }

    async fn an_amount_of_another_size_is_found_on_both_sides(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let (order, intent) = paid(shop, &ada).await;
        by_hand(shop, &by_hand::CHEAPEN, &intent).await;
        assert_eq!(differences(&hazel).await, [
            ("paid_without_payment".to_owned(), format!("order {order}")),
            ("mismatch".to_owned(), format!("payment {intent}")),
        ]);
    }

    async fn an_unreported_payment_is_found(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "drop", "times": 1_000 }] })).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let secret = ada.start_payment(&order, 20.0).await;
        assert_eq!(differences(&hazel).await, [], "not paid for is no difference");
        shop.provider.pay(&secret, "4242424242424242").await;
        assert_eq!(differences(&hazel).await, [("unrecorded_payment".to_owned(), format!("payment {}", intent_of(&secret)))]);
        shop.shop.clock.advance(Duration::from_mins(11));
        trowel::app::background::tidy(&shop.shop).await;
        let mut hazel = hazel;
        hazel.sign_in().await;
        assert_eq!(differences(&hazel).await, []);
    }

    async fn money_given_back_at_the_provider_is_found(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let (_, intent) = paid(shop, &ada).await;
        let form = [("payment_intent", intent.as_str()), ("amount", "500")];
        let given = shop.provider.call(reqwest::Method::POST, "/v1/refunds", shop.provider.secret_key, &form).await;
        assert_eq!(given.status, 200, "{}", given.text);
        let found = ledger(&hazel).await["differences"][0].clone();
        assert_eq!(found["kind"], "partial_refund");
        assert!(found["otherSays"].as_str().unwrap().ends_with(", $5.00 cad refunded"), "{found}");
    }

    async fn money_we_count_on_and_the_provider_does_not_have_is_found(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let secret = ada.start_payment(&order, 20.0).await;
        by_hand(shop, &by_hand::OWE, intent_of(&secret)).await;
        assert_eq!(differences(&hazel).await, [
            ("refund_stuck".to_owned(), format!("payment {}", intent_of(&secret))),
            ("missing_at_provider".to_owned(), format!("payment {}", intent_of(&secret))),
        ]);
    }

    async fn a_state_of_the_past_is_found(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let (order, intent) = paid(shop, &ada).await;
        by_hand(shop, &by_hand::PAY_EARLY, &intent).await;
        assert_eq!(differences(&hazel).await, [("timestamps_out_of_order".to_owned(), format!("order {order}"))]);
    }

    async fn a_purchase_whose_orders_do_not_add_up_is_reported(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        assert_eq!(differences(&hazel).await, []);
        by_hand(shop, &by_hand::MISCOUNT, &order).await;
        assert_eq!(differences(&hazel).await, [("purchase".to_owned(), format!("purchase {order}"))]);
    }

    async fn a_silent_provider_is_said_and_the_own_books_are_read(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let (_, intent) = paid(shop, &ada).await;
        by_hand(shop, &by_hand::UNPAY, &intent).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "/payment_intents", "method": "GET", "times": 9, "action": { "status": 500 } }] })).await;
        let body = ledger(&hazel).await;
        assert_eq!((&body["provider"], &body["differences"][0]["kind"]), (&json!("silent"), &json!("payment_without_order")), "{body}");
    }

    async fn more_payments_than_are_listed_are_said_to_be_more(shop: TestShop) {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let (_, intent) = paid(shop, &ada).await;
        assert_eq!(shop.execute(&by_hand::MANY_OF_ANOTHER_ACCOUNT, params![&intent]).await, 201);
        let body = ledger(&hazel).await;
        assert_eq!((body["differences"].as_array().unwrap().len(), &body["more"]), (200, &json!(true)));
    }

    async fn a_verification_without_the_card_provider_hides_no_differences(shop: TestShop) {
        let db = &shop.shop.db;
        let at = shop.shop.clock.now();
        let record = async |differences, is_complete| {
            let input = (Verification { at, differences }, is_complete);
            let write = db.write(input, |tx, (done, is_complete)| {
                Box::pin(maintenance::record_verification(tx, *done, *is_complete))
            });
            write.await.unwrap()
        };
        let last = async || {
            let read = db.read((), |tx, ()| Box::pin(maintenance::last_verification(tx)));
            read.await.unwrap().map(|last| last.differences)
        };
        assert!(record(0, false).await && record(2, false).await);
        assert!(!record(0, false).await);
        assert_eq!(last().await, Some(2));
        assert!(record(0, true).await && record(0, false).await);
        assert_eq!(last().await, Some(0));
    }
}

#[tokio::test]
async fn a_shop_with_euros_says_euros() {
    support::with_shop(Setup { currency: "eur", ..Setup::sqlite() }, async |shop| {
        let (_, ada, hazel) = shop_with_a_hoe(shop).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let secret = ada.start_payment(&order, 20.0).await;
        by_hand(shop, &by_hand::OWE, intent_of(&secret)).await;
        let found = ledger(&hazel).await["differences"].clone();
        let says = |place: usize| found[place]["weSay"].as_str().unwrap().to_owned();
        assert!(says(0).starts_with("€20.00 is to be refunded"), "{found}");
        assert_eq!(says(1), format!("to be refunded, €20.00 eur for order {order}"));
        shop.tool("Seed", 1, 100, 1).await;
        let refusal = ada.post("/orders", ada.wish("Seed", 1, 49)).await;
        let sentence = "We can charge a card between €0.50 and €999,999.99. Please change the quantity.";
        assert_eq!(
            (&refusal.body["code"], &refusal.body["detail"]),
            (&json!("total_out_of_range"), &json!(sentence)),
            "{}",
            refusal.text
        );
    })
    .await;
}
