//! A request reads rows, waits for a lock, and then sees that another transaction changed them: orders, stock and
//! payments.

use std::time::Duration;

use futures_util::{TryFutureExt as _, future::join};
use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    accounts::social::reclaim::reclaim,
    base::idempotency::{self, IdempotencyKey, IdempotentRequest, KeyStatus, StoredResponse},
    catalogue,
    db::params,
    sales::orders::{
        self,
        anonymize::anonymize_orders,
        order::{Contact, Order, OrderPayment},
    },
    values::{ids::Id, quantity::MAX_QUANTITY},
};

use crate::{
    sales::concurrency::{TxStep, account, lock_table, nothing, row_of, statement_step, tx_step, while_held},
    sales::payment::{order_and_intent, paid_order},
    support::{Answer, Person, TestShop, intent_of, on_both_engines},
};

/// Tables are written in a module of their own, as in a store.
mod rows {
    trowel::db::statements! {
        pub HOLD_TOOL = "UPDATE tools SET changed_at = changed_at WHERE id = $1";
        pub RENAME = "UPDATE tools SET name = 'Rake', name_key = 'rake', revision = revision + 1 WHERE id = $1";
        // Reads pass, writes wait.
        pub HOLD_KEYS = "LOCK TABLE idempotency_keys IN SHARE MODE";
    }
}

const A_DAY_LATER: Duration = Duration::from_hours(25);

async fn edit(person: &Person<'_>, tool: &Id, version: &str, key: &str, change: Value) -> Answer {
    let call = person.call(Method::PUT, &format!("/tools/{tool}")).header("if-match", version);
    call.header("idempotency-key", key).json(change).send().await
}

fn hold_order(order: &str) -> TxStep<Id> {
    tx_step(Id::parse(order).unwrap(), |tx, order| Box::pin(orders::store::lock_order(tx, order)))
}

/// Two requests edit this tool concurrently, both from the same version.
async fn both_edit(
    shop: &TestShop,
    tool: &Id,
    one: impl Future<Output = Answer>,
    other: impl Future<Output = Answer>,
) -> (Answer, Answer) {
    let hold = statement_step(&rows::HOLD_TOOL, params![tool.as_str()]);
    while_held(shop, 2, hold, nothing(), join(one, other)).await
}

on_both_engines! {
    async fn an_edit_that_is_repeated_while_the_first_is_made_is_answered_like_it(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let fewer = || edit(&hazel, &hoe, "\"1.10\"", "fewer", json!({ "availableQuantity": 2 }));
        let (one, other) = both_edit(shop, &hoe, fewer(), fewer()).await;
        assert_eq!((one.status, other.status), (200, 200), "{} {}", one.text, other.text);
        assert_eq!(shop.stock(&hoe).await, 2);
        let dearer = || edit(&hazel, &hoe, "\"1.2\"", "dearer", json!({ "price": 11 }));
        let (one, other) = both_edit(shop, &hoe, dearer(), dearer()).await;
        assert_eq!((one.status, other.status), (200, 200), "{} {}", one.text, other.text);
    }

    async fn two_who_add_stock_at_once_do_not_exceed_what_a_shelf_holds(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Draw Hoe", 1_000, MAX_QUANTITY - 1, 1).await;
        let version = format!("\"1.{}\"", MAX_QUANTITY - 1);
        let more = |key| edit(&hazel, &hoe, &version, key, json!({ "availableQuantity": MAX_QUANTITY }));
        let (one, other) = both_edit(shop, &hoe, more("one"), more("other")).await;
        let late = if one.status == 200 { other } else { one };
        late.is(409, "stock_out_of_range");
        assert_eq!(shop.stock(&hoe).await, MAX_QUANTITY);
    }

    async fn a_tool_that_gets_another_name_meanwhile_is_not_sold_under_the_old_one(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let mut wish = ada.wish("Draw Hoe", 1_000, 1);
        wish["toolId"] = json!(hoe.as_str());
        let hold = statement_step(&rows::HOLD_TOOL, params![hoe.as_str()]);
        let rename = statement_step(&rows::RENAME, params![hoe.as_str()]);
        while_held(shop, 1, hold, rename, ada.post("/orders", wish)).await.is(409, "tool_mismatch");
        assert_eq!(shop.stock(&hoe).await, 10);
    }

    async fn an_amount_pays_another_order_when_the_one_it_meant_is_deleted_meanwhile(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (other, meant) = (ada.order("Draw Hoe", 1_000, 2).await, ada.order("Draw Hoe", 1_000, 2).await);
        let deleted = (Id::parse(&meant).unwrap(), shop.shop.clock.now());
        let delete = tx_step(deleted, |tx, (order, now)| {
            Box::pin(async move {
                let deleted = orders::store::delete_unpaid(tx, order).await?.unwrap();
                catalogue::tools::store::add_to_stock(tx, &deleted.tool_id, deleted.quantity, *now).await
            })
        });
        let asked = ada.post("/create-payment-intent", json!({ "totalPrice": 20 }));
        let answer = while_held(shop, 1, hold_order(&meant), delete, asked).await;
        answer.is(200, "");
        let secret = ada.start_payment(&other, 20.0).await;
        assert_eq!(answer.body["clientSecret"], secret);
    }

    async fn an_order_that_is_paid_while_its_payment_is_asked_for_is_paid(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, secret, _) = order_and_intent(&ada).await;
        let transaction_id = intent_of(&secret).to_owned();
        let at = shop.shop.clock.now();
        let payment = OrderPayment { transaction_id, at, method: None };
        let pay = tx_step((Id::parse(&order).unwrap(), payment), |tx, (order, payment)| {
            Box::pin(orders::store::pay(tx, order, payment).map_ok(drop))
        });
        let asked = ada.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": order }));
        while_held(shop, 1, hold_order(&order), pay, asked).await.is(409, "already_paid");
    }

    async fn a_reclaimed_account_keeps_nothing_of_its_previous_user(shop: TestShop) {
        let mallory = shop.customer("Ada").await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let user = account(shop, &mallory.email).await;
        let ends = tx_step((user.clone(), shop.shop.clock.now()), |tx, (user, now)| {
            Box::pin(reclaim(tx, user, *now).map_ok(drop))
        });
        let (wish, profile) = (mallory.wish("Draw Hoe", 1_000, 1), json!({ "address": "1 Hideout" }));
        let path = format!("/profiles/{}", mallory.email);
        let both = join(mallory.post("/orders", wish), mallory.put(&path, profile));
        let (order, profile) = while_held(shop, 2, row_of(&user), ends, both).await;
        order.is(401, "unauthenticated");
        profile.is(401, "unauthenticated");
        assert_eq!(shop.stock(&hoe).await, 10);
    }

    async fn a_correction_while_an_account_is_anonymized_stays_in_its_paid_order(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, _) = paid_order(shop, &ada).await;
        let id = Id::parse(&order).unwrap();
        let user = account(shop, &ada.email).await.id;
        let correct = tx_step(id.clone(), |tx, id| {
            Box::pin(async move {
                let order = orders::store::by_id(tx, id).await?.unwrap();
                let contact = Contact { phone: "9 New Street".into(), address: "555-0199".into() };
                let now = order.created_at;
                orders::store::update_customer(tx, &Order { contact, ..order }, now).await
            })
        });
        let input = (user, shop.shop.clock.now());
        let anonymize = shop.shop.db.write(input, |tx, (user, now)| Box::pin(anonymize_orders(tx, user, *now)));
        while_held(shop, 1, hold_order(&order), correct, anonymize).await.unwrap();
        let kept = shop.shop.db.read(id, |tx, id| Box::pin(orders::store::by_id(tx, id))).await.unwrap().unwrap();
        assert_eq!((kept.contact.delivery_address(), &*kept.customer_email), ("9 New Street", ""));
        assert!(kept.customer_name.starts_with("Ada"), "{}", kept.customer_name);
    }

    async fn an_expired_key_that_is_reused_concurrently_is_still_one_order(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let wish = ada.wish("Draw Hoe", 1_000, 1);
        let user = account(shop, &ada.email).await;
        let again = |ada: &Person<'_>| ada.call(Method::POST, "/orders").header("idempotency-key", "k").json(wish.clone()).send();
        again(&ada).await.is(200, "");
        shop.shop.clock.advance(A_DAY_LATER);
        ada.token.clear();
        ada.fetch_token().await;
        let body = serde_json::to_vec(&wish).unwrap();
        let request = IdempotentRequest::new(IdempotencyKey(Some("k".into())), &user.id, "POST /orders", &body).unwrap();
        let now = shop.shop.clock.now();
        let concurrent = tx_step((request, now), |tx, (request, now)| {
            Box::pin(async move {
                let standing = idempotency::lookup(tx, request, *now).await?;
                assert!(matches!(standing, KeyStatus::New));
                let answer = StoredResponse::success("{\"insertedId\":\"concurrent\"}".into());
                idempotency::store_response(tx, request, &answer, *now).await
            })
        });
        let answer = while_held(shop, 1, lock_table(&rows::HOLD_KEYS), concurrent, again(&ada)).await;
        assert_eq!(answer.body["insertedId"], "concurrent", "{}", answer.text);
        assert_eq!(shop.stock(&hoe).await, 9);
    }
}
