//! What customers who never paid hold and try together, whatever accounts they have: docs/threats.md, "What is
//! counted".

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    base::rate_limit::LimitedAction,
    sales::payments::job::reconcile,
    values::ids::{Id, Secret},
};

use crate::{
    sales::{
        checkout::{address, body, put, quote},
        discount_codes::use_code,
        entered_purchases::in_the_demo_with_mail,
        guests::with_basket,
        payment::paid_order,
        unpaid_stock::as_served,
    },
    support::{Answer, Call, Person, Setup, TestShop, on_both_engines},
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DECLINED: &str = "4000000000000002";
const ASKS_THE_BANK: &str = "4000002760003184";

/// Guests and pick-up as in the demo, with the limits of `serve`.
pub fn open_to_strangers(setup: Setup) -> Setup {
    let limits = as_served(Setup::sqlite()).limits;
    Setup { limits, behind_proxy: true, ..in_the_demo_with_mail(setup) }
}

fn network(number: usize) -> String {
    format!("198.51.100.{number}")
}

async fn tools(shop: &TestShop, count: usize, available: i64) -> Vec<Id> {
    let mut tools = Vec::new();
    for number in 0..count {
        tools.push(shop.tool(&format!("Trowel {number}"), 50, available, 1).await);
    }
    tools
}

async fn fill(person: &Person<'_>, tools: &[Id], quantity: i64) {
    for tool in tools {
        put(person, tool, quantity).await;
    }
}

async fn guest<'s>(shop: &'s TestShop, tools: &[Id], quantity: i64) -> Person<'s> {
    let visitor = with_basket(shop, &tools[0]).await;
    fill(&visitor, tools, quantity).await;
    visitor
}

/// Checks out what is in the basket. `more` is added to the request.
async fn buy_from(network: &str, person: &Person<'_>, method: &str, more: Value) -> Answer {
    let to = address("NS", "B3J 1A1");
    let mut body = body(&quote(person, &to, Some(method)).await, &to);
    body["email"] = json!(if person.email.is_empty() { "ada@example.com" } else { &person.email });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let key = Secret::new().reveal().to_owned();
    let call = person.call(Method::POST, "/checkout").header("x-forwarded-for", network);
    call.header("idempotency-key", &key).json(body).send().await
}

async fn by_card(network: &str, person: &Person<'_>) -> Answer {
    buy_from(network, person, "pick-up", json!({})).await
}

async fn at_the_shop(network: &str, person: &Person<'_>) -> Answer {
    buy_from(network, person, "pick-up", json!({ "payAtPickUp": true })).await
}

/// How long what was bought is held from now.
fn held_for(shop: &TestShop, placed: &Answer) -> SignedDuration {
    placed.is(200, "");
    let until: Timestamp = placed.body["heldUntil"].as_str().unwrap().parse().unwrap();
    let now: Timestamp = shop.shop.clock.now().to_string().parse().unwrap();
    until.duration_since(now).round(jiff::Unit::Minute).unwrap()
}

/// A call with what proves the purchase.
fn call_of(person: &Person<'_>, placed: &Answer, what: &str) -> Call {
    let path = format!("/purchases/{}/{what}", placed.body["purchaseId"].as_str().unwrap());
    let proof = placed.header("set-cookie").split(';').next().unwrap().to_owned();
    person.call(Method::POST, &path).header("cookie", &proof).json(json!({}))
}

async fn extend(person: &Person<'_>, placed: &Answer) -> Answer {
    call_of(person, placed, "extend").send().await
}

async fn pass(shop: &TestShop, time: Duration) {
    shop.shop.clock.advance(time);
    reconcile(&shop.shop).await;
}

async fn hazel_takes_money_at_the_counter(shop: &TestShop) {
    let hazel = shop.admin().await;
    let revision = hazel.get("/manageShop").await.header("etag").to_owned();
    let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    call.json(json!({ "payAtPickUp": "on" })).send().await.is(200, "");
}

on_both_engines! {
    with crate::sales::strangers::open_to_strangers;

    async fn baskets_of_guests_hold_more_than_half_for_fifteen_minutes(shop: TestShop) {
        shop.shop.clock.stop();
        let tools = tools(shop, 12, 100).await;
        let first = guest(shop, &tools, 50).await;
        let half = by_card(&network(1), &first).await;
        assert_eq!(held_for(shop, &half), SignedDuration::from_mins(30), "an honest first basket has many lines");
        let second = guest(shop, &tools, 25).await;
        let more = by_card(&network(2), &second).await;
        assert_eq!(held_for(shop, &more), SignedDuration::from_mins(15), "half of the rest is more than half");
        for (person, placed) in [(&second, &more), (&first, &half)] {
            extend(person, placed).await.is(409, "cannot_extend");
        }
        assert_eq!(shop.stock(&tools[0]).await, 25);
        pass(shop, 16 * MINUTE).await;
        assert_eq!(shop.stock(&tools[0]).await, 50);
        extend(&first, &half).await.is(200, "");
        for number in 3..6 {
            let other = guest(shop, &tools, 10).await;
            by_card(&network(number), &other).await.is(200, "");
        }
        let ada = shop.customer("Ada").await;
        fill(&ada, &tools[..1], 3).await;
        assert_eq!(held_for(shop, &by_card(&network(9), &ada).await), SignedDuration::from_mins(15));
        pass(shop, 16 * MINUTE).await;
        assert_eq!(shop.stock(&tools[0]).await, 50, "what was extended, and nothing beyond half");
        pass(shop, 30 * MINUTE).await;
        assert_eq!(shop.stock(&tools[0]).await, 100);
    }

    async fn a_network_buys_ten_small_baskets_or_fifty_lines_an_hour(shop: TestShop) {
        shop.shop.clock.stop();
        let tools = tools(shop, 12, 1_000).await;
        let baskets = [(4, 3, true), (12, 2, true), (5, 1, true), (1, 1, false)];
        for (lines, times, is_sold) in baskets {
            for _ in 0..times {
                let placed = by_card(&network(1), &guest(shop, &tools[..lines], 1).await).await;
                let (status, code) = if is_sold { (200, "") } else { (429, "too_many_orders") };
                placed.is(status, code);
            }
        }
        by_card(&network(2), &guest(shop, &tools, 1).await).await.is(200, "");
        pass(shop, HOUR + MINUTE).await;
        for _ in 0..10 {
            by_card(&network(1), &guest(shop, &tools[..1], 1).await).await.is(200, "");
        }
        by_card(&network(1), &guest(shop, &tools[..1], 1).await).await.is(429, "too_many_orders");
    }

    async fn orders_of_accounts_and_baskets_of_guests_count_together(shop: TestShop) {
        shop.shop.clock.stop();
        let tools = tools(shop, 1, 10).await;
        let ada = shop.customer("Ada").await;
        let wish = |quantity| ada.wish("Trowel 0", 50, quantity);
        let order = ada.call(Method::POST, "/orders").header("x-forwarded-for", &network(1)).json(wish(4)).send().await;
        order.is(200, "");
        let bo = guest(shop, &tools, 1).await;
        assert_eq!(held_for(shop, &by_card(&network(2), &bo).await), SignedDuration::from_mins(30));
        let cy = guest(shop, &tools, 1).await;
        assert_eq!(held_for(shop, &by_card(&network(3), &cy).await), SignedDuration::from_mins(15));
        // What staff enters is no stranger's, and neither is what a customer takes who has paid.
        let (sam, dora) = (shop.staff().await, shop.verified_customer("Dora").await);
        sam.post("/manageOrders", dora.wish("Trowel 0", 50, 1)).await.is(200, "");
        let again = ada.call(Method::POST, "/orders").header("x-forwarded-for", &network(4)).json(wish(1)).send().await;
        let order = ada.get(&format!("/orders/{}", again.body["insertedId"].as_str().unwrap())).await.body;
        let at = |name: &str| -> Timestamp { order[name].as_str().unwrap().parse().unwrap() };
        assert_eq!(at("expiresAt").duration_since(at("createdAt")), SignedDuration::from_mins(15));
        pass(shop, 31 * MINUTE).await;
        assert_eq!(shop.stock(&tools[0]).await, 5);
    }

    async fn a_card_that_was_entered_extends_what_is_more_than_half(shop: TestShop) {
        shop.shop.clock.stop();
        let tools = tools(shop, 1, 10).await;
        let ada = guest(shop, &tools, 8).await;
        let placed = by_card(&network(1), &ada).await;
        extend(&ada, &placed).await.is(409, "cannot_extend");
        let secret = placed.body["clientSecret"].as_str().unwrap();
        shop.provider.pay(secret, DECLINED).await.is(402, "");
        let refused = extend(&ada, &placed).await;
        refused.is(409, "cannot_extend");
        assert!(refused.body["detail"].as_str().unwrap().contains("Other customers want"), "{}", refused.text);
        shop.provider.pay(secret, ASKS_THE_BANK).await.is(200, "");
        extend(&ada, &placed).await.is(200, "");
        extend(&ada, &placed).await.is(409, "cannot_extend");
        pass(shop, 16 * MINUTE).await;
        assert_eq!(shop.stock(&tools[0]).await, 2);
    }

    async fn pick_ups_of_strangers_leave_half_together(shop: TestShop) {
        shop.shop.clock.stop();
        hazel_takes_money_at_the_counter(shop).await;
        let tools = tools(shop, 12, 100).await;
        let (mut ada, mut bo) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await);
        fill(&ada, &tools, 50).await;
        at_the_shop(&network(1), &ada).await.is(409, "not_paid_at_pick_up");
        fill(&ada, &tools[10..], 0).await;
        let placed = at_the_shop(&network(1), &ada).await;
        assert_eq!(held_for(shop, &placed), SignedDuration::from_hours(3 * 24));
        fill(&bo, &tools[..1], 1).await;
        at_the_shop(&network(2), &bo).await.is(409, "not_paid_at_pick_up");
        if shop.shop.payments.is_some() {
            assert_eq!(held_for(shop, &by_card(&network(2), &bo).await), SignedDuration::from_mins(15));
        } else {
            fill(&bo, &tools[..1], 0).await; // without cards what is not paid at the shop waits for no time
        }
        pass(shop, HOUR + MINUTE).await;
        assert_eq!((shop.stock(&tools[0]).await, shop.stock(&tools[11]).await), (50, 100));
        bo.sign_in().await;
        fill(&bo, &tools[11..], 1).await;
        let limited = at_the_shop(&network(1), &bo).await;
        limited.is(429, "too_many_orders");
        assert!(limited.text.contains("Please choose another way to pay"), "{}", limited.text);
        pass(shop, 24 * HOUR).await;
        ada.sign_in().await;
        bo.sign_in().await;
        at_the_shop(&network(1), &ada).await.is(409, "basket_empty");
        at_the_shop(&network(1), &bo).await.is(200, "");
    }

    async fn a_network_takes_most_of_a_tool_twice_an_hour(shop: TestShop) {
        shop.shop.clock.stop();
        let tools = tools(shop, 1, 3).await;
        for _ in 0..2 {
            by_card(&network(1), &guest(shop, &tools, 3).await).await.is(200, "");
            pass(shop, 16 * MINUTE).await;
            assert_eq!(shop.stock(&tools[0]).await, 3);
        }
        let third = guest(shop, &tools, 3).await;
        by_card(&network(1), &third).await.is(429, "too_many_orders");
        by_card(&network(1), &guest(shop, &tools, 1).await).await.is(200, "");
        pass(shop, 31 * MINUTE).await;
        by_card(&network(1), &third).await.is(200, "");
    }

    async fn declined_cards_count_for_the_customer_and_the_network(shop: TestShop) {
        shop.shop.clock.stop();
        shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 1_000 }] })).await;
        let start = async |person: &Person<'_>, order: &str| {
            let call = person.call(Method::POST, "/create-payment-intent").header("x-forwarded-for", &network(1));
            call.json(json!({ "totalPrice": 10, "orderId": order })).send().await
        };
        let mut payments = 0;
        let mut people = Vec::new();
        for number in 0..8 {
            let person = shop.customer(&format!("Thief{number}")).await;
            let order = person.order("Draw Hoe", 1_000, 1).await;
            let mut own = 0;
            let refused = loop {
                let started = start(&person, &order).await;
                if started.status != 200 {
                    break started;
                }
                (payments, own) = (payments + 1, own + 1);
                let secret = started.body["clientSecret"].as_str().unwrap();
                for _ in 0..10 {
                    shop.provider.pay(secret, DECLINED).await.is(402, "");
                }
                shop.provider.release().await.is(200, "");
                shop.provider.pay(secret, DECLINED).await.is(400, "");
            };
            refused.is(429, "too_many_intents");
            assert_eq!(own, [3, 3, 3, 3, 3, 3, 2, 0][number]);
            people.push(person);
        }
        assert_eq!(payments, 20, "200 cards");
        // A new purchase does not start from zero, and neither does a guest of this network.
        pass(shop, 61 * MINUTE).await;
        people[0].sign_in().await;
        let again = people[0].order("Draw Hoe", 1_000, 1).await;
        start(&people[0], &again).await.is(429, "too_many_intents");
        let last = people.last_mut().unwrap();
        last.sign_in().await;
        let order = last.order("Draw Hoe", 1_000, 1).await;
        start(last, &order).await.is(200, "");
    }

    async fn a_guest_counts_for_the_payments_of_the_network(shop: TestShop) {
        shop.shop.clock.stop();
        shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        let tools = tools(shop, 1, 100).await;
        let (mut ada, paid) = (shop.customer("Ada").await, shop.customer("Bo").await);
        paid_order(shop, &paid).await;
        for (number, pieces) in (1..=20).enumerate() {
            if number % 3 == 0 {
                pass(shop, MINUTE).await;
                ada = shop.customer(&format!("Ada{number}")).await;
            }
            let placed = ada.call(Method::POST, "/orders").header("x-forwarded-for", &network(100 + number));
            let placed = placed.json(ada.wish("Draw Hoe", 1_000, pieces)).send().await;
            let order = placed.body["insertedId"].as_str().unwrap();
            let call = ada.call(Method::POST, "/create-payment-intent").header("x-forwarded-for", &network(1));
            let started = call.json(json!({ "totalPrice": 10 * pieces, "orderId": order })).send().await;
            assert_eq!(started.status, 200, "{}", started.text);
        }
        let guest = guest(shop, &tools, 1).await;
        let placed = by_card(&network(1), &guest).await;
        placed.is(200, "");
        assert_eq!(placed.body["clientSecret"], Value::Null);
        let pay = async |number| {
            call_of(&guest, &placed, "payment").header("x-forwarded-for", &network(number)).send().await
        };
        pay(1).await.is(429, "too_many_intents");
        pay(2).await.is(200, "");
        fill(&paid, &tools, 1).await;
        assert!(by_card(&network(1), &paid).await.body["clientSecret"].is_string(), "a customer who has paid");
    }

    async fn codes_count_for_the_account_and_the_network(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let tools = tools(shop, 1, 100).await;
        let visitor = guest(shop, &tools, 1).await;
        let (ada, bo, cy) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.customer("Cy").await);
        for person in [&ada, &bo, &cy] {
            fill(person, &tools, 1).await;
        }
        paid_order(shop, &cy).await;
        for person in [&visitor, &ada] {
            for _ in 0..5 {
                use_code(person, "GUESS").await.is(422, "code_not_valid");
            }
        }
        for person in [&bo, &visitor, &ada] {
            use_code(person, "GUESS").await.is(429, "too_many_codes_tried");
        }
        for _ in 0..10 {
            use_code(&cy, "GUESS").await.is(422, "code_not_valid");
        }
        use_code(&cy, "GUESS").await.is(429, "too_many_codes_tried");
    }
}

mod without_cards {
    use super::*;

    pub fn without_cards(setup: Setup) -> Setup {
        Setup { cards: false, ..open_to_strangers(setup) }
    }

    on_both_engines! {
        with crate::sales::strangers::without_cards::without_cards;

        async fn pick_ups_of_strangers_leave_half_together_without_cards(shop: TestShop) {
            pick_ups_of_strangers_leave_half_together(shop).await;
        }
    }
}

mod without_limits_of_networks {
    use super::*;

    /// `TROWEL_NEW_CUSTOMER_ORDERS_PER_HOUR=0`
    pub fn at_a_fair(setup: Setup) -> Setup {
        let setup = open_to_strangers(setup);
        let limits = setup.limits.with(LimitedAction::PlaceFirstOrder, 0);
        Setup { limits: limits.with(LimitedAction::StartFirstPayment, 1), ..setup }
    }

    on_both_engines! {
        with crate::sales::strangers::without_limits_of_networks::at_a_fair;

        async fn everyone_at_a_fair_begins_to_pay(shop: TestShop) {
            let tools = tools(shop, 1, 100).await;
            for _ in 0..3 {
                let placed = by_card(&network(1), &guest(shop, &tools, 1).await).await;
                assert!(placed.body["clientSecret"].is_string(), "{}", placed.text);
            }
        }
    }
}
