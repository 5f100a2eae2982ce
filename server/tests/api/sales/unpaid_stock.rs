//! Unpaid orders hold stock: what a customer who never paid may hold, and how the owner ends it.

use std::time::Duration;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::json;
use trowel::{
    app::background::tidy,
    base::{
        audit::AuditAction,
        config::{RunMode, limits::Limits},
        rate_limit::LimitedAction,
    },
    db::params,
    sales::payments::cancel_order::{CancelOrderOutcome, CancelledBy, OrderExpiry, cancel_purchase_of},
    values::ids::Id,
};

use crate::{
    base::nodes::at,
    sales::{
        checkout::{address, body, check_out, put, quote},
        payment::{GOOD_CARD, paid_order, report},
    },
    support::{Answer, Person, Setup, TestShop, intent_of, on_both_engines, with_shop},
};

const MINUTE: Duration = Duration::from_mins(1);
const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);
const HOME: &str = "203.0.113.9";

mod by_hand {
    trowel::db::statements! {
        pub FORGET_HOLD = "UPDATE orders SET held_until = NULL WHERE id = $1";
    }
}

/// A setup with mail, with all limits of orders, and behind a proxy.
pub fn as_served(setup: Setup) -> Setup {
    let kept = [LimitedAction::LogIn, LimitedAction::Write];
    let limits = kept.into_iter().fold(Limits::of(RunMode::Serve), |limits, action| {
        limits.with(action, setup.limits.rates.max(action))
    });
    Setup { limits, behind_proxy: true, ..setup }.with_mail()
}

async fn order_from(network: &str, person: &Person<'_>, quantity: i64) -> Answer {
    let call = person.call(Method::POST, "/orders").header("x-forwarded-for", network);
    call.json(person.wish("Draw Hoe", 1_000, quantity)).send().await
}

/// The time from the purchase until the order says that it expires.
async fn held_for(person: &Person<'_>, order: &str) -> SignedDuration {
    let order = person.get(&format!("/orders/{order}")).await.body;
    let at = |name: &str| -> Timestamp { order[name].as_str().unwrap().parse().unwrap() };
    at("expiresAt").duration_since(at("createdAt"))
}

async fn customers(shop: &TestShop, count: usize) -> Vec<Person<'_>> {
    let mut customers = Vec::new();
    for number in 0..count {
        customers.push(shop.verified_customer(&format!("Customer{number}")).await);
    }
    customers
}

on_both_engines! {
    with crate::sales::unpaid_stock::as_served;

    async fn a_new_customer_holds_three_orders_for_an_hour(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 200, 1).await;
        for person in [shop.customer("Ada").await, shop.verified_customer("Bo").await] {
            for _ in 0..3 {
                let order = person.order("Draw Hoe", 1_000, 10).await;
                assert_eq!(held_for(&person, &order).await, SignedDuration::from_hours(1));
            }
            let fourth = person.post("/orders", person.wish("Draw Hoe", 1_000, 1)).await;
            fourth.is(409, "too_many_unpaid_orders");
            assert!(fourth.text.contains("After your first payment you can have up to 20."), "{}", fourth.text);
        }
        shop.shop.clock.advance(59 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 140);
        shop.shop.clock.advance(2 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 200);
    }

    // The job asks the provider for each order, so a customer may start to pay after it has read its list.
    async fn a_payment_that_begins_after_the_list_was_read_keeps_its_order(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let mut ada = shop.verified_customer("Ada").await;
        for why in [OrderExpiry::NewCustomer, OrderExpiry::Old] {
            let order = ada.order("Draw Hoe", 1_000, 10).await;
            let id = Id::parse(&order).unwrap();
            shop.shop.clock.advance(61 * MINUTE);
            let listed_at = shop.shop.clock.now();
            shop.shop.clock.advance(Duration::from_secs(1));
            ada.sign_in().await;
            let secret = ada.start_payment(&order, 100.0).await;
            let by = CancelledBy::Expired { listed_at, why };
            let kept = cancel_purchase_of(&shop.shop, &id, |_| Some(by.clone())).await.unwrap();
            assert!(matches!(kept, CancelOrderOutcome::StillHeld), "{why:?}");
            shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
            report(&ada, &order, intent_of(&secret)).await.is(200, "");
        }
        assert_eq!(shop.stock(&hoe).await, 80);
    }

    async fn a_checkout_of_more_than_half_is_held_for_fifteen_minutes_too(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let gloves = shop.tool("Gloves", 1_000, 20, 1).await;
        let buyers = customers(shop, 3).await;
        let cases = [(5, 30, Some(60)), (8, 15, None), (3, 15, None)];
        for (buyer, (quantity, minutes, extended_to)) in buyers.iter().zip(cases) {
            put(buyer, &gloves, quantity).await;
            let to = address("NS", "B3J 1A1");
            let quote = quote(buyer, &to, None).await;
            let placed = check_out(buyer, "k", body(&quote, &to)).await.body;
            let until: Timestamp = placed["heldUntil"].as_str().unwrap().parse().unwrap();
            let order = buyer.get("/orders").await.body[0].clone();
            let at: Timestamp = order["createdAt"].as_str().unwrap().parse().unwrap();
            assert_eq!(until.duration_since(at), SignedDuration::from_mins(minutes), "{quantity} gloves");
            let path = format!("/purchases/{}/extend", placed["purchaseId"].as_str().unwrap());
            let extended = buyer.post(&path, json!({})).await;
            let Some(minutes) = extended_to else {
                extended.is(409, "cannot_extend");
                continue;
            };
            let until: Timestamp = extended.body["heldUntil"].as_str().unwrap().parse().unwrap();
            assert_eq!(until.duration_since(at), SignedDuration::from_mins(minutes), "{quantity} gloves");
        }
    }

    async fn a_new_customer_takes_the_last_pieces_of_three_tools_at_once(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let buyers = customers(shop, 1).await;
        let to = address("NS", "B3J 1A1");
        for name in ["Hat", "Sieve", "Trug", "Gloves"] {
            put(&buyers[0], &shop.tool(name, 1_000, 4, 1).await, 3).await;
        }
        let seen = quote(&buyers[0], &to, None).await;
        check_out(&buyers[0], "a", body(&seen, &to)).await.is(409, "takes_too_much");
        put(&buyers[0], &trowel::values::ids::Id::parse(seen["lines"][0]["toolId"].as_str().unwrap()).unwrap(), 2).await;
        let seen = quote(&buyers[0], &to, None).await;
        check_out(&buyers[0], "b", body(&seen, &to)).await.is(200, "");
    }

    async fn what_takes_more_than_half_is_held_for_fifteen_minutes(shop: TestShop) {
        let cases = [(3, 3, 15), (3, 2, 15), (4, 2, 60), (4, 3, 15), (1, 1, 15), (10, 5, 60), (10, 6, 15), (11, 5, 60)];
        let buyers = customers(shop, cases.len()).await;
        let mut tools = Vec::new();
        for (number, ((available, quantity, minutes), buyer)) in cases.into_iter().zip(&buyers).enumerate() {
            let name = format!("Wheelbarrow {number}");
            tools.push((shop.tool(&name, 1_000, available, 1).await, available, quantity, minutes));
            let order = buyer.order(&name, 1_000, quantity).await;
            assert_eq!(held_for(buyer, &order).await, SignedDuration::from_mins(minutes), "{quantity} of {available}");
            let letter = shop.letters_to(&buyer.email).await.pop().unwrap();
            let time = if minutes == 15 { "15 minutes" } else { "one hour" };
            assert!(letter.text_body.contains(&format!("We hold your order for {time}.")), "{}", letter.text_body);
        }
        shop.shop.clock.advance(14 * MINUTE);
        tidy(&shop.shop).await;
        for (id, available, quantity, _) in &tools {
            assert_eq!(shop.stock(id).await, available - quantity);
        }
        shop.shop.clock.advance(2 * MINUTE);
        tidy(&shop.shop).await;
        for (id, available, quantity, minutes) in &tools {
            let held = if *minutes == 15 { 0 } else { *quantity };
            assert_eq!(shop.stock(id).await, available - held);
        }
    }

    async fn of_two_halves_at_once_one_takes_more_than_half(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let buyers = customers(shop, 2).await;
        let orders = join_all(buyers.iter().map(|buyer| buyer.order("Draw Hoe", 1_000, 5))).await;
        let mut minutes = Vec::new();
        for (buyer, order) in buyers.iter().zip(&orders) {
            minutes.push(held_for(buyer, order).await.as_mins());
        }
        minutes.sort_unstable();
        assert_eq!(minutes, [15, 60]);
    }

    async fn the_first_payment_lifts_the_limits(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 101, 1).await;
        let (mut ada, mut hazel) = (shop.customer("Ada").await, shop.admin().await);
        let waiting = ada.order("Draw Hoe", 1_000, 60).await;
        assert_eq!(held_for(&ada, &waiting).await, SignedDuration::from_mins(15));
        let (paid, _) = paid_order(shop, &ada).await;
        assert_eq!(held_for(&ada, &waiting).await, WEEK, "also of the order that waits");
        for _ in 0..18 {
            let order = order_from(HOME, &ada, 1).await.body["insertedId"].as_str().unwrap().to_owned();
            assert_eq!(held_for(&ada, &order).await, WEEK);
        }
        order_from(HOME, &ada, 20).await.is(200, "");
        order_from(HOME, &ada, 1).await.is(409, "too_many_unpaid_orders");
        shop.shop.clock.advance(120 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 1);
        hazel.sign_in().await;
        hazel.post(&format!("/orders/{paid}/refund"), json!({ "returnStock": true })).await.is(200, "");
        shop.shop.clock.advance(120 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 3, "a refund does not take it back");
        ada.sign_in().await;
        ada.delete(&format!("/orders/{waiting}")).await.is(200, "");
        let order = ada.order("Draw Hoe", 1_000, 60).await;
        assert_eq!(held_for(&ada, &order).await, WEEK);
    }

    async fn an_order_of_an_earlier_version_expires_by_its_age(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let mut ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        shop.execute(&by_hand::FORGET_HOLD, params![&order]).await;
        shop.shop.clock.advance(120 * MINUTE);
        tidy(&shop.shop).await;
        ada.sign_in().await;
        assert_eq!(held_for(&ada, &order).await, WEEK);
    }

    async fn a_payment_that_has_begun_keeps_an_order_as_long_again(shop: TestShop) {
        for (quantity, minutes) in [(1, 60), (50, 60)] {
            let tool = format!("Draw Hoe {quantity}");
            let hoe = shop.tool(&tool, 1_000, 100, 1).await;
            let ada = shop.customer(&format!("Ada{quantity}")).await;
            let order = ada.order(&tool, 1_000, quantity).await;
            shop.shop.clock.advance((minutes - 5) * MINUTE);
            #[expect(clippy::cast_precision_loss, reason = "small")]
            ada.start_payment(&order, 10.0 * quantity as f64).await;
            shop.shop.clock.advance((minutes - 5) * MINUTE);
            tidy(&shop.shop).await;
            assert_eq!(shop.stock(&hoe).await, 100 - quantity, "the customer may be typing the card");
            shop.shop.clock.advance(6 * MINUTE);
            tidy(&shop.shop).await;
            assert_eq!(shop.stock(&hoe).await, 100, "an attacker cannot keep it with a payment");
        }
    }

    async fn a_payment_does_not_keep_more_than_half(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        for (buyer, quantity, minutes) in [(&ada, 40, 60), (&bo, 20, 15)] {
            let order = buyer.order("Draw Hoe", 1_000, quantity).await;
            assert_eq!(held_for(buyer, &order).await, SignedDuration::from_mins(minutes));
            #[expect(clippy::cast_precision_loss, reason = "small")]
            buyer.start_payment(&order, 10.0 * quantity as f64).await;
        }
        shop.shop.clock.advance(16 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 60);
    }

    async fn new_customers_of_one_network_place_ten_orders_an_hour(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 300, 1).await;
        let (mut buyers, sam) = (customers(shop, 10).await, shop.staff().await);
        let mut placed = Vec::new();
        for buyer in &buyers {
            for _ in 0..3 {
                let answer = order_from(HOME, buyer, 10).await;
                if let Some(id) = answer.body["insertedId"].as_str() {
                    placed.push(id.to_owned());
                } else {
                        answer.is(429, "too_many_orders");
                        assert_eq!(answer.header("retry-after").len(), 4, "most of an hour");
                        assert!(answer.text.contains("pay for an order that you have placed"), "{}", answer.text);
                }
            }
        }
        assert_eq!((placed.len(), shop.stock(&hoe).await), (10, 200));

        let last = &buyers[9];
        order_from("198.51.100.7", last, 1).await.is(200, "");
        for _ in 0..12 {
            let call = sam.call(Method::POST, "/manageOrders").header("x-forwarded-for", HOME);
            let entered = call.json(last.wish("Draw Hoe", 1_000, 1)).send().await;
            entered.is(200, "");
            assert_eq!(held_for(last, entered.body["insertedId"].as_str().unwrap()).await, WEEK, "staff entered it");
        }
        let secret = buyers[0].start_payment(&placed[0], 100.0).await;
        shop.provider.pay(&secret, crate::sales::payment::GOOD_CARD).await.is(200, "");
        crate::sales::payment::report(&buyers[0], &placed[0], crate::support::intent_of(&secret)).await.is(200, "");
        order_from(HOME, &buyers[0], 1).await.is(200, "");
        order_from(HOME, &buyers[8], 1).await.is(429, "too_many_orders");
        shop.shop.clock.advance(60 * MINUTE);
        buyers[8].sign_in().await;
        order_from(HOME, &buyers[8], 1).await.is(200, "");
    }

    async fn a_site_with_many_networks_of_ipv6_is_one(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 300, 1).await;
        let buyers = customers(shop, 11).await;
        for (number, buyer) in buyers.iter().enumerate().take(10) {
            order_from(&format!("2001:db8:7:{number:x}::1"), buyer, 1).await.is(200, "");
        }
        order_from("2001:db8:7:ffff::1", &buyers[10], 1).await.is(429, "too_many_orders");
        order_from("2001:db8:8::1", &buyers[10], 1).await.is(200, "");
    }

    async fn of_thirty_orders_at_once_ten_are_placed(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 300, 1).await;
        let buyers = customers(shop, 10).await;
        let answers = join_all(buyers.iter().flat_map(|buyer| (0..3).map(|_| order_from(HOME, buyer, 10)))).await;
        let placed = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!((placed, shop.stock(&hoe).await), (10, 200));
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            refused.is(429, "too_many_orders");
        }
    }

    async fn an_administrator_blocks_a_customer_who_holds_the_stock(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, bo, hazel) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await, shop.admin().await);
        bo.order("Draw Hoe", 1_000, 2).await;
        ada.order("Draw Hoe", 1_000, 30).await;
        let paying = ada.order("Draw Hoe", 1_000, 40).await;
        ada.start_payment(&paying, 400.0).await;

        let listed = hazel.get("/orders/unpaid-by-customer").await.body;
        let row = &listed[0];
        assert_eq!((&row["email"], &row["verified"], &row["orders"], &row["units"]), (&json!("ada@example.com"), &json!(true), &json!(2), &json!(70)));
        assert_eq!((&listed[1]["name"], &listed[1]["units"]), (&json!("Bo"), &json!(2)));
        bo.get("/orders/unpaid-by-customer").await.is(403, "forbidden");

        let id = row["customerId"].as_str().unwrap();
        let block = format!("/users/{id}/block");
        bo.post(&block, json!({})).await.is(403, "forbidden");
        let blocked = |modified: u32, deleted: u32| json!({ "acknowledged": true, "modifiedCount": modified, "deletedOrders": deleted, "remainingOrders": 0 });
        assert_eq!(hazel.post(&block, json!({})).await.body, blocked(1, 2));
        assert_eq!(hazel.post(&block, json!({})).await.body, blocked(0, 0));
        assert_eq!(shop.stock(&hoe).await, 98);
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.is(401, "unauthenticated");
        let sign_in = json!({ "email": ada.email, "password": "correct horse" });
        let answer = shop.visitor().post("/identity/sign-in", sign_in).await;
        answer.is(403, "account_blocked");
        assert!(answer.text.contains("contact the shop"), "{}", answer.text);

        let mut ada = ada;
        for modified in [1, 0] {
            assert_eq!(hazel.delete(&block).await.body["modifiedCount"], modified);
        }
        ada.sign_in().await;
        ada.order("Draw Hoe", 1_000, 1).await;
        let entries = shop.audit_entries(&Id::parse(id).unwrap()).await;
        let actions: Vec<_> = entries.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, [AuditAction::BlockAccount.as_str(), AuditAction::UnblockAccount.as_str()]);
    }

    async fn an_administrator_deletes_all_unpaid_orders_of_a_customer(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, bo, hazel) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await, shop.admin().await);
        bo.order("Draw Hoe", 1_000, 2).await;
        ada.order("Draw Hoe", 1_000, 30).await;
        let paying = ada.order("Draw Hoe", 1_000, 40).await;
        ada.start_payment(&paying, 400.0).await;
        let uid = ada.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        let unpaid = format!("/users/{uid}/unpaid-orders");
        bo.delete(&unpaid).await.is(403, "forbidden");
        hazel.delete("/users/unknown/unpaid-orders").await.is(404, "not_found");
        for count in [2, 0] {
            assert_eq!(hazel.delete(&unpaid).await.body, json!({ "acknowledged": true, "deletedCount": count, "remainingOrders": 0 }));
        }
        assert_eq!(shop.stock(&hoe).await, 98);
        ada.order("Draw Hoe", 1_000, 1).await;
    }

    async fn blocked_accounts_are_listed(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, _bo, hazel) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
        let uid = ada.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        let block = format!("/users/{uid}/block");
        hazel.post(&block, json!({})).await.is(200, "");
        let wanted = json!([{ "_id": uid, "email": ada.email, "role": "user", "blocked": true }]);
        for query in ["blocked=true", "blocked=true&limit=5", "blocked=true&limit=1&sort=newest&q=ada"] {
            assert_eq!(hazel.get(&format!("/users?{query}")).await.body, wanted, "{query}");
        }
        assert_eq!(hazel.get("/users?blocked=true&q=bo@").await.body, json!([]));
        assert_eq!(hazel.get("/users?limit=5").await.header("x-total-count"), "3");
        assert_eq!(hazel.get("/users?blocked=true&limit=5").await.header("x-total-count"), "1");
        hazel.get("/users?blocked=maybe").await.is(422, "invalid_field");
        hazel.delete(&block).await.is(200, "");
        assert_eq!(hazel.get("/users?blocked=true").await.body, json!([]));
    }

    async fn a_silent_provider_keeps_only_the_order_that_has_a_payment(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let uid = ada.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        ada.order("Draw Hoe", 1_000, 30).await;
        let paying = ada.order("Draw Hoe", 1_000, 40).await;
        ada.start_payment(&paying, 400.0).await;
        shop.provider.misbehave(json!({ "rest": [{ "action": "drop_before", "times": 100 }] })).await;
        let block = format!("/users/{uid}/block");
        let left = hazel.post(&block, json!({})).await.body;
        assert_eq!((&left["deletedOrders"], &left["remainingOrders"]), (&json!(1), &json!(1)));
        assert_eq!(shop.stock(&hoe).await, 60);
    }

    async fn an_administrator_cannot_be_blocked(shop: TestShop) {
        let hazel = shop.admin().await;
        let own = hazel.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        hazel.post(&format!("/users/{own}/block"), json!({})).await.is(409, "account_is_admin");
        hazel.post("/users/unknown/block", json!({})).await.is(404, "not_found");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_count_the_orders_of_a_network_together() {
    with_shop(as_served(Setup::postgres()), async |shop| {
        let other = shop.another_node(&as_served(Setup::postgres())).await;
        shop.tool("Draw Hoe", 1_000, 300, 1).await;
        let buyers = customers(shop, 12).await;
        for pair in buyers[..10].chunks(2) {
            order_from(HOME, &pair[0], 1).await.is(200, "");
            order_from(HOME, &at(&other, &pair[1]), 1).await.is(200, "");
        }
        order_from(HOME, &buyers[10], 1).await.is(429, "too_many_orders");
        order_from(HOME, &at(&other, &buyers[11]), 1).await.is(429, "too_many_orders");
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_customer_places_so_many_orders_an_hour() {
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::PlaceOrder, 2);
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { limits: limits.clone(), ..setup }, async |shop| {
            let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let (mut ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
            for _ in 0..2 {
                let order = ada.order("Draw Hoe", 1_000, 1).await;
                assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
            }
            ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.is(429, "too_many_orders");
            assert_eq!(shop.stock(&hoe).await, 100);
            bo.order("Draw Hoe", 1_000, 1).await;
            shop.shop.clock.advance(60 * MINUTE);
            ada.sign_in().await;
            ada.order("Draw Hoe", 1_000, 1).await;
        })
        .await;
    }
}
