//! Events about payments and refunds: together they tell all money of a purchase, and each credit note once.

use serde_json::{Value, json};
use trowel::{app::background, values::ids::Id};

use crate::{
    back_office::tax_report::set_up,
    base::rng::Dice,
    sales::{
        checkout::{address, body, cents, check_out, pay, put, quote},
        discount_codes::{add_code, use_code},
        payment::{GOOD_CARD, paid_order, provider_state},
    },
    settings::webhooks::{Receiver, add, deliver, to_this_machine},
    support::{Person, Setup, TestShop, intent_of, on_both_engines},
};

const MONEY: [&str; 7] = [
    "purchase.paid",
    "order.paid",
    "order.refunded",
    "order.refund_failed",
    "credit_note.issued",
    "debit_note.issued",
    "payment.returned",
];

pub fn with_receiver(setup: Setup) -> Setup {
    to_this_machine(setup.with_mail())
}

pub async fn listen(hazel: &Person<'_>) -> Receiver {
    let receiver = Receiver::start().await;
    add(hazel, &receiver.url, &MONEY).await;
    receiver
}

/// What was sent of this type, as data.
pub async fn events(shop: &TestShop, receiver: &Receiver, kind: &str) -> Vec<Value> {
    let mut before = usize::MAX;
    while before != receiver.messages().len() {
        before = receiver.messages().len();
        deliver(shop).await;
    }
    let messages = receiver.messages().into_iter().map(|message| message.json());
    messages.filter(|message| message["type"] == kind).map(|mut message| message["data"].take()).collect()
}

fn sum<'v>(events: impl IntoIterator<Item = &'v Value>, members: &[&str]) -> i64 {
    let amount = |event: &Value, member: &&str| event.get(*member).map_or(0, cents);
    events.into_iter().map(|event| members.iter().map(|member| amount(event, member)).sum::<i64>()).sum()
}

const RETURNED: [&str; 2] = ["refunded", "refundedDelivery"];

/// The events say what the purchase and the provider say.
async fn assert_tells_all(shop: &TestShop, receiver: &Receiver, purchase: &Value) {
    let id = &purchase["_id"];
    let is_of = |event: &&Value| event.get("purchaseId").unwrap_or(&event["orderId"]) == id;
    let paid = events(shop, receiver, "order.paid").await;
    assert_eq!(sum(paid.iter().filter(is_of), &["total", "delivery"]), cents(&purchase["total"]));
    let (refunded, notes) =
        (events(shop, receiver, "order.refunded").await, events(shop, receiver, "credit_note.issued").await);
    let refunded: Vec<_> = refunded.iter().filter(is_of).collect();
    assert_eq!(sum(refunded.iter().copied(), &RETURNED), cents(&purchase["refunded"]), "{refunded:?}");
    let notes: Vec<_> = notes.iter().filter(|note| note["purchaseId"] == *id).collect();
    let mut numbers: Vec<_> = notes.iter().map(|note| note["creditNote"].as_i64().unwrap()).collect();
    numbers.sort_unstable();
    let refunds = purchase["refunds"].as_array().unwrap();
    let documents: Vec<_> = refunds.iter().map(|refund| refund["creditNote"].as_i64().unwrap()).collect();
    assert_eq!(numbers, documents, "each credit note is in one event");
    for note in notes {
        let of_note = refunded.iter().filter(|event| event["creditNote"] == note["creditNote"]).copied();
        assert_eq!(sum(of_note, &RETURNED), cents(&note["amount"]), "{note}");
        assert_eq!(sum(note["lines"].as_array().unwrap(), &["amount"]), cents(&note["amount"]), "{note}");
    }
}

on_both_engines! {
    with crate::sales::refund_events::with_receiver;

    async fn the_refund_of_one_piece_has_an_event_with_its_credit_note(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let receiver = listen(&hazel).await;
        let (order, _) = paid_order(shop, &ada).await;
        let one = json!({ "lines": [{ "orderId": order, "quantity": 1 }], "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{order}/refund"), one).await.is(200, "");
        let told = events(shop, &receiver, "order.refunded").await;
        assert_eq!(told.len(), 1);
        let seen = ["creditNote", "refunded", "refundedQuantity", "ended"].map(|member| told[0][member].clone());
        assert_eq!(seen, [json!(1), json!(10), json!(1), json!(false)], "{}", told[0]);
        hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await.is(200, "");
        let told = events(shop, &receiver, "order.refunded").await;
        assert_eq!((&told[1]["creditNote"], &told[1]["ended"]), (&json!(2), &json!(true)));
        let purchase = ada.get(&format!("/purchases/{order}")).await.body;
        assert_tells_all(shop, &receiver, &purchase).await;
    }

    async fn events_tell_all_money_of_any_purchase_and_any_refunds(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        set_up(&hazel).await;
        add_code(&hazel, json!({ "code": "SPRING10", "kind": "percent", "value": 10 })).await;
        let receiver = listen(&hazel).await;
        let mut tools = Vec::new();
        for (name, price) in [("Shears", 1_234), ("Gloves", 2_999), ("Hoe", 777), ("Twine", 105)] {
            tools.push(shop.tool(name, price, 1_000, 1).await);
        }
        for seed in 0..6 {
            let mut dice = Dice::new(seed);
            let purchase = any_purchase(shop, &ada, &tools, (&format!("buy-{seed}"), &mut dice)).await;
            assert_tells_all(shop, &receiver, &purchase).await;
            for _ in 0..5 {
                refund_something(&hazel, &ada, purchase["_id"].as_str().unwrap(), &mut dice).await;
            }
            let purchase = ada.get(&format!("/purchases/{}", purchase["_id"].as_str().unwrap())).await.body;
            assert_tells_all(shop, &receiver, &purchase).await;
        }
        let refunds = provider_state(shop).await["refunds"].take();
        let by_card: i64 = refunds.as_array().unwrap().iter().map(|refund| refund["amount"].as_i64().unwrap()).sum();
        assert_eq!(sum(&events(shop, &receiver, "order.refunded").await, &RETURNED), by_card);
        assert_eq!(hazel.get("/ledger").await.body["differences"], json!([]));
    }

    async fn money_that_came_for_a_deleted_order_has_an_event_when_it_goes_back(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let receiver = listen(&hazel).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let secret = ada.start_payment(&order, 20.0).await;
        let (intent, id) = (intent_of(&secret).to_owned(), Id::parse(&order).unwrap());
        // The order is deleted as a shop does while card payment is off.
        shop.execute(&by_hand::DELETE_ORDER, trowel::db::params![id]).await;
        shop.execute(&by_hand::DELETE_PURCHASE, trowel::db::params![id]).await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 1_000 }] })).await;
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        shop.provider.release().await.is(200, "");
        background::tidy(&shop.shop).await;
        let told = events(shop, &receiver, "payment.returned").await;
        assert_eq!((told.len(), &told[0]["amount"], &told[0]["transactionId"]), (1, &json!(20), &json!(intent)));
    }
}

mod by_hand {
    trowel::db::statements! {
        pub DELETE_ORDER = "DELETE FROM orders WHERE id = $1";
        pub DELETE_PURCHASE = "DELETE FROM purchases WHERE id = $1";
    }
}

/// 1 to 4 lines, with taxes and a delivery, and sometimes with a code.
pub async fn any_purchase(
    shop: &TestShop,
    ada: &Person<'_>,
    tools: &[Id],
    (key, dice): (&str, &mut Dice),
) -> Value {
    for tool in &tools[..=dice.below(tools.len())] {
        put(ada, tool, i64::try_from(1 + dice.below(4)).unwrap()).await;
    }
    if dice.in_a_hundred(50) {
        use_code(ada, "SPRING10").await.is(200, "");
    }
    let places = [("QC", "H2X 1Y4"), ("ON", "K1N 1A1"), ("NS", "B3J 1A1")];
    let (province, code) = places[dice.below(places.len())];
    let to = address(province, code);
    let quote = quote(ada, &to, None).await;
    let placed = check_out(ada, key, body(&quote, &to)).await.body;
    let text = |name: &str| placed[name].as_str().unwrap();
    pay(shop, ada, text("purchaseId"), text("clientSecret")).await;
    ada.get(&format!("/purchases/{}", text("purchaseId"))).await.body
}

/// A piece, an amount or all of some lines, the delivery, or several of them. What is not possible is refused.
pub async fn refund_something(hazel: &Person<'_>, ada: &Person<'_>, id: &str, dice: &mut Dice) {
    let purchase = ada.get(&format!("/purchases/{id}")).await.body;
    let mut lines = Vec::new();
    for order in purchase["orders"].as_array().unwrap() {
        if !order["refundBegunAt"].is_null() || dice.in_a_hundred(50) {
            continue;
        }
        let order = &order["_id"];
        lines.push(match dice.below(3) {
            0 => json!({ "orderId": order, "quantity": 1 }),
            1 => json!({ "orderId": order, "amount": 0.37 }),
            _ => json!({ "orderId": order }),
        });
    }
    let mut body = json!({ "lines": lines, "refundedBefore": purchase["refunded"], "returnStock": dice.in_a_hundred(50) });
    if dice.in_a_hundred(20) {
        body["delivery"] = json!(true);
    }
    let answer = hazel.post(&format!("/purchases/{id}/refund"), body).await;
    assert!([200, 409, 422].contains(&answer.status), "{}", answer.text);
}
