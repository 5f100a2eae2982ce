//! Purchases that are paid where the goods are fetched: no payment by card, three days of stock, and a recorded
//! payment.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{base::config::limits::Limits, sales::payments::job::reconcile, values::ids::Id};

use crate::{
    sales::{
        checkout::{address, body, books, check_out, pay, put, quote},
        discount_codes::{add_code, use_code, used},
        entered_purchases::in_the_demo_with_mail,
        payment::{GOOD_CARD, provider_state},
        unpaid_stock::as_served,
    },
    support::{Answer, Person, Setup, TestShop, intent_of, on_both_engines},
};

const DAY: Duration = Duration::from_hours(24);
const SECOND: Duration = Duration::from_secs(1);

/// Other unpaid orders end after a day.
pub fn with_short_orders(setup: Setup) -> Setup {
    let limits = Limits { unpaid_order_ttl: Some(DAY), ..as_served(Setup::sqlite()).limits };
    in_the_demo_with_mail(Setup { limits, ..setup })
}

fn to() -> Value {
    address("NS", "B3J 1A1")
}

async fn set(admin: &Person<'_>, change: Value) {
    let revision = admin.get("/manageShop").await.header("etag").to_owned();
    let call = admin.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    call.json(change).send().await.is(200, "");
}

/// An administrator whose shop takes money at the counter.
async fn owner(shop: &TestShop) -> Person<'_> {
    let hazel = shop.admin().await;
    set(&hazel, json!({ "payAtPickUp": "on" })).await;
    hazel
}

/// Checks out by this method, with what else the request says, to be paid at the shop.
async fn fetch_by(person: &Person<'_>, key: &str, method: &str, more: Value) -> Answer {
    let quote = quote(person, &to(), Some(method)).await;
    let mut body = body(&quote, &to());
    body["payAtPickUp"] = json!(true);
    body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    check_out(person, key, body).await
}

/// Buys what is in the basket, to be paid at the shop.
async fn fetched(person: &Person<'_>, key: &str) -> String {
    let placed = fetch_by(person, key, "pick-up", json!({})).await;
    placed.is(200, "");
    placed.body["purchaseId"].as_str().unwrap().to_owned()
}

async fn intents(shop: &TestShop) -> usize {
    provider_state(shop).await["intents"].as_array().unwrap().len()
}

async fn record(person: &Person<'_>, order: &str, amount: &Value) -> Answer {
    let body = json!({ "paymentMethod": "cash", "amount": amount });
    person.post(&format!("/manageOrders/{order}/payment"), body).await
}

async fn kinds_of_letters(shop: &TestShop, email: &str) -> Vec<String> {
    let letters = shop.letters_to(email).await.into_iter().map(|letter| letter.kind);
    letters.filter(|kind| kind.starts_with("order")).collect()
}

/// Ada and 20 hats, two of them in the basket.
async fn with_hats(shop: &TestShop) -> (Person<'_>, Id) {
    let ada = shop.verified_customer("Ada").await;
    let hat = shop.tool("Hat", 2_000, 20, 1).await;
    put(&ada, &hat, 2).await;
    (ada, hat)
}

on_both_engines! {
    with crate::sales::entered_purchases::in_the_demo_with_mail;

    async fn only_what_an_account_fetches_is_paid_at_the_shop_and_only_if_the_owner_allows_it(shop: TestShop) {
        let (ada, hat) = with_hats(shop).await;
        let offered = async |person: &Person<'_>| {
            let methods = quote(person, &to(), None).await["methods"].take();
            methods.as_array().unwrap().iter().map(|method| method["payAtPickUp"] == true).collect::<Vec<_>>()
        };
        let sentence = "This order cannot be paid at the shop. Please choose another way to pay.";
        let refused = async |answer: Answer| {
            answer.is(409, "not_paid_at_pick_up");
            assert_eq!(answer.body["detail"], sentence);
            assert_eq!((shop.stock(&hat).await, intents(shop).await), (20, 0));
        };
        assert_eq!(offered(&ada).await, [false, false], "a new shop does not");
        refused(fetch_by(&ada, "off", "pick-up", json!({})).await).await;

        let hazel = owner(shop).await;
        set(&hazel, json!({ "guestCheckout": "on" })).await;
        assert_eq!(offered(&ada).await, [false, true], "the post brings no goods to the counter");
        let unclear = fetch_by(&ada, "unclear", "pick-up", json!({ "payAtPickUp": "yes" })).await;
        assert_eq!((unclear.status, unclear.fields()), (422, vec!["payAtPickUp"]), "{}", unclear.text);
        refused(fetch_by(&ada, "posted", "post", json!({})).await).await;
        // The goods wait for days, and a visitor is anyone.
        let mut visitor = shop.visitor();
        let first = visitor.put(&format!("/basket/lines/{hat}"), json!({ "quantity": 1 })).await;
        first.header("set-cookie").split(';').next().unwrap().clone_into(&mut visitor.cookie);
        refused(fetch_by(&visitor, "guest", "pick-up", json!({ "email": "bo@example.com" })).await).await;
        fetched(&ada, "fetched").await;
        assert_eq!(shop.stock(&hat).await, 18);
    }

    async fn it_waits_for_three_days_and_then_gives_back_what_it_took(shop: TestShop) {
        shop.shop.clock.stop();
        let mut hazel = owner(shop).await;
        let code = add_code(&hazel, json!({ "code": "LAST", "kind": "amount", "value": 5, "maxUses": 1 })).await;
        let (mut ada, hat) = with_hats(shop).await;
        use_code(&ada, "LAST").await.is(200, "");
        let placed = fetch_by(&ada, "fetch", "pick-up", json!({})).await;
        placed.is(200, "");
        let id = placed.body["purchaseId"].as_str().unwrap().to_owned();
        let end = shop.shop.clock.now().plus(3 * DAY).to_string();
        assert_eq!((&placed.body["payAtPickUp"], &placed.body["heldUntil"]), (&json!(true), &json!(end)));
        assert_eq!((&placed.body["clientSecret"], intents(shop).await), (&Value::Null, 0), "no payment begins");
        let path = format!("/purchases/{id}");
        let seen = ada.get(&path).await.body;
        let told = [&seen["payAtPickUp"], &seen["canExtend"], &seen["heldUntil"], &seen["orders"][0]["expiresAt"]];
        assert_eq!(told, [&json!(true), &json!(false), &json!(end), &json!(end)]);
        let letters = shop.letters_to(&ada.email).await;
        let letter = &letters.iter().find(|letter| letter.kind == "order_placed").unwrap().text_body;
        for sentence in [
            "Please pay when you pick your order up. Tell us the number of your order.",
            "We hold your order for 3 days. If it is not paid by then, we will cancel it.",
            "Pick up at: ",
            "Ready in 1 to 2 days",
        ] {
            assert!(letter.contains(sentence), "{sentence}: {letter}");
        }
        assert!(!letter.contains("Pay now") && !letter.contains("We will pack"), "{letter}");
        ada.post(&format!("{path}/extend"), json!({})).await.is(409, "cannot_extend");

        // A node without card payment does not end its time, because it waits for no card.
        let without_cards = in_the_demo_with_mail(Setup { cards: false, engine: shop.shop.db.engine(), ..Setup::sqlite() });
        shop.another_node(&without_cards).await.close().await;
        shop.shop.clock.advance(3 * DAY);
        reconcile(&shop.shop).await;
        assert_eq!(shop.stock(&hat).await, 18, "held to the end");
        shop.shop.clock.advance(SECOND);
        reconcile(&shop.shop).await;
        assert_eq!(shop.stock(&hat).await, 20);
        ada.sign_in().await;
        hazel.sign_in().await;
        ada.get(&path).await.is(410, "purchase_ended");
        assert_eq!(used(&hazel, &code).await, 0);
        assert_eq!(kinds_of_letters(shop, &ada.email).await, ["order_placed", "order_expired"]);
        assert_eq!(books(&hazel).await, json!([]));
    }

    async fn staff_take_the_money_and_books_and_figures_keep_it_apart(shop: TestShop) {
        let hazel = owner(shop).await;
        let (ada, _) = with_hats(shop).await;
        let sam = shop.staff().await;
        let id = fetched(&ada, "fetch").await;
        let total = ada.get(&format!("/purchases/{id}")).await.body["total"].take();
        assert_eq!(total, 45.6, "40.00 and 14 % where the shop is");
        // A customer who opens the payment page after all has a payment that can no longer succeed.
        let secret = ada.post(&format!("/purchases/{id}/payment"), json!({})).await.body["clientSecret"].take();
        let secret = secret.as_str().unwrap();
        record(&ada, &id, &total).await.is(403, "forbidden");
        record(&shop.visitor(), &id, &total).await.is(401, "unauthenticated");
        record(&sam, &id, &json!(40)).await.is(409, "amount_differs");
        record(&sam, &id, &total).await.is(200, "");
        record(&sam, &id, &total).await.is(409, "already_paid");
        assert_ne!(shop.provider.pay(secret, GOOD_CARD).await.status, 200, "cash was taken");
        let paid = ada.get(&format!("/purchases/{id}")).await.body;
        let order = &paid["orders"][0];
        assert_eq!((&paid["paid"], &paid["heldUntil"], &order["paymentMethod"]), (&json!(true), &Value::Null, &json!("cash")));
        assert_eq!(kinds_of_letters(shop, &ada.email).await, ["order_placed", "order_paid"]);

        let ledger = hazel.get("/ledger").await.body;
        let found = ["recordedPayments", "recordedAmount", "differences"].map(|name| &ledger[name]);
        assert_eq!(found, [&json!(1), &total, &json!([])]);
        let figures = hazel.get("/figures?days=7").await.body["total"].take();
        assert_eq!((&figures["orders"], &figures["recorded"]), (&json!(1), &figures["revenue"]));
        shop.shop.clock.advance(4 * DAY);
        reconcile(&shop.shop).await;
        let mut ada = ada;
        ada.sign_in().await;
        assert_eq!(ada.get(&format!("/purchases/{id}")).await.body["paid"], true, "what is paid does not end");
    }

    async fn its_customer_may_pay_by_card_before_or_cancel(shop: TestShop) {
        let hazel = owner(shop).await;
        let code = add_code(&hazel, json!({ "code": "TEN", "kind": "percent", "value": 10, "oncePerCustomer": true })).await;
        let (ada, hat) = with_hats(shop).await;
        use_code(&ada, "TEN").await.is(200, "");
        let id = fetched(&ada, "fetch").await;
        // The owner takes no more money at the counter. What was promised stands.
        set(&hazel, json!({ "payAtPickUp": "off" })).await;
        let path = format!("/purchases/{id}");
        assert_eq!((used(&hazel, &code).await, &ada.get(&path).await.body["payAtPickUp"]), (1, &json!(true)));
        ada.delete(&path).await.is(200, "");
        assert_eq!((shop.stock(&hat).await, used(&hazel, &code).await), (20, 0));
        set(&hazel, json!({ "payAtPickUp": "on" })).await;

        put(&ada, &hat, 1).await;
        let id = fetched(&ada, "second").await;
        let path = format!("/purchases/{id}");
        let secret = ada.post(&format!("{path}/payment"), json!({ "total": 22.8 })).await.body["clientSecret"].take();
        let secret = secret.as_str().unwrap();
        pay(shop, &ada, &id, secret).await;
        let paid = ada.get(&path).await.body;
        assert_eq!((&paid["paid"], &paid["orders"][0]["transactionId"]), (&json!(true), &json!(intent_of(secret))));
        let ledger = hazel.get("/ledger").await.body;
        assert_eq!((&ledger["payments"], &ledger["recordedPayments"], &ledger["differences"]), (&json!(1), &json!(0), &json!([])));
    }
}

mod with_short_orders {
    use super::*;

    on_both_engines! {
        with crate::sales::pay_at_pick_up::with_short_orders;

        async fn before_the_first_payment_one_purchase_of_a_confirmed_address_waits(shop: TestShop) {
            owner(shop).await;
            let (ada, hat) = with_hats(shop).await;
            fetched(&ada, "one").await;
            put(&ada, &hat, 2).await;
            fetch_by(&ada, "two", "pick-up", json!({})).await.is(409, "pick_up_waits");
            let bo = shop.customer("Bo").await;
            put(&bo, &hat, 2).await;
            fetch_by(&bo, "three", "pick-up", json!({})).await.is(409, "email_not_verified");
            assert_eq!(shop.stock(&hat).await, 18);
        }

        async fn the_rest_of_a_pick_up_stays_one_when_the_shop_moves(shop: TestShop) {
            let hazel = owner(shop).await;
            let (ada, hat) = with_hats(shop).await;
            let rake = shop.tool("Rake", 1_000, 20, 1).await;
            put(&ada, &rake, 1).await;
            let purchase = fetched(&ada, "both").await;
            set(&hazel, json!({ "homeProvince": "" })).await;
            let path = format!("/purchases/{purchase}");
            let before = ada.get(&path).await.body;
            let orders = before["orders"].as_array().unwrap();
            let line = orders.iter().find(|order| order["toolName"] == "Rake").unwrap();
            let order = line["_id"].as_str().unwrap();
            ada.delete(&format!("/orders/{order}")).await.is(200, "");
            let after = ada.get(&path).await.body;
            assert_eq!((&after["delivery"]["pickUp"], &after["payAtPickUp"]), (&json!(true), &json!(true)));
            let kinds = |purchase: &Value| {
                let taxes = purchase["taxes"].as_array().unwrap();
                taxes.iter().map(|tax| tax["tax"].clone()).collect::<Vec<_>>()
            };
            assert_eq!(kinds(&after), kinds(&before), "the sale is taxed where it was");
            assert_eq!(shop.stock(&hat).await, 18);
        }

        async fn a_new_customer_leaves_half_and_nothing_ends_it_before_its_three_days(shop: TestShop) {
            owner(shop).await;
            let (mut ada, hat) = with_hats(shop).await;
            put(&ada, &hat, 11).await;
            let refused = fetch_by(&ada, "most", "pick-up", json!({})).await;
            refused.is(409, "not_paid_at_pick_up");
            assert_eq!(shop.stock(&hat).await, 20);
            put(&ada, &hat, 10).await;
            let placed = fetch_by(&ada, "half", "pick-up", json!({})).await;
            placed.is(200, "");
            shop.shop.clock.advance(Duration::from_mins(3 * 24 * 60 - 1));
            reconcile(&shop.shop).await;
            ada.sign_in().await;
            let seen = ada.get(&format!("/purchases/{}", placed.body["purchaseId"].as_str().unwrap())).await;
            assert_eq!((seen.status, &seen.body["orders"][0]["expiresAt"]), (200, &placed.body["heldUntil"]), "{}", seen.text);
            assert_eq!(shop.stock(&hat).await, 10);
            shop.shop.clock.advance(120 * SECOND);
            reconcile(&shop.shop).await;
            assert_eq!(shop.stock(&hat).await, 20);
        }
    }
}
