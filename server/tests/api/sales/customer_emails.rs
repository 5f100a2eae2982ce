//! What customers are told about a part of a purchase, and about goods that they pick up.

use serde_json::json;

use crate::{
    sales::{
        checkout::{address, body, buy, check_out, pay, put, quote, two_tools},
        payment::paid_order,
    },
    support::{Letter, Person, Setup, TestShop, on_both_engines},
};

const SHIPPED: &str = "Approved and shipped";

fn with_mail_without_cards(setup: Setup) -> Setup {
    Setup { cards: false, ..crate::sales::entered_purchases::in_the_demo_with_mail(setup) }
}

/// The ids of these tools' orders.
async fn lines<const N: usize>(person: &Person<'_>, purchase: &str, names: [&str; N]) -> [String; N] {
    let orders = person.get(&format!("/purchases/{purchase}")).await.body["orders"].take();
    names.map(|name| {
        let order = orders.as_array().unwrap().iter().find(|order| order["toolName"] == name).unwrap();
        order["_id"].as_str().unwrap().to_owned()
    })
}

/// Oldest first.
async fn letters(shop: &TestShop, person: &Person<'_>, kind: &str) -> Vec<Letter> {
    let all = shop.letters_to(&person.email).await;
    all.into_iter().filter(|letter| letter.kind == kind).collect()
}

async fn only_letter(shop: &TestShop, person: &Person<'_>, kind: &str) -> Letter {
    let mut found = letters(shop, person, kind).await;
    assert_eq!(found.len(), 1, "{kind}");
    found.remove(0)
}

#[track_caller]
fn assert_says(letter: &Letter, said: &[&str], unsaid: &[&str]) {
    let text = &letter.text_body;
    for words in said {
        assert!(text.contains(words), "{words}: {text}");
    }
    for words in unsaid {
        assert!(!text.contains(words), "{words}: {text}");
    }
}

/// Buys the basket to be picked up, and returns the purchase's id and the client secret.
async fn pick_up(person: &Person<'_>) -> (String, String) {
    let to = address("NS", "B3J 1A1");
    let seen = quote(person, &to, Some("pick-up")).await;
    let placed = check_out(person, "pickup", body(&seen, &to)).await;
    assert_eq!(placed.status, 200, "{}", placed.text);
    let text = |name: &str| placed.body[name].as_str().unwrap().to_owned();
    (text("purchaseId"), text("clientSecret"))
}

mod in_demo {
    use super::*;

    on_both_engines! {
        with crate::sales::entered_purchases::in_the_demo_with_mail;

        async fn a_line_that_the_shop_deletes_is_told_with_what_the_rest_costs(shop: TestShop) {
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            two_tools(shop, &ada).await;
            let (id, _) = buy(&ada, &address("ON", "K1N 1A1")).await;
            let [shears, gloves] = lines(&ada, &id, ["Shears", "Gloves"]).await;
            hazel.delete(&format!("/orders/{shears}")).await.is(200, "");
            let letter = only_letter(shop, &ada, "order_line_cancelled").await;
            let number = ada.get(&format!("/purchases/{id}")).await.body["number"].clone();
            assert_eq!(letter.subject, format!("We had to take 6 × Shears out of your order #{number}"));
            let link = format!("Pay now:\n{}/purchases/{id}\n", shop.url);
            let said = [
                "The rest now costs $84.73.", "2 × Gloves: $59.98\nCanada Post: $15.00\nHST 13% (", "Total: $84.73 CAD", &link,
                "We hold your order for 30 minutes.",
            ];
            assert_says(&letter, &said, &["Shears:", "don’t owe"]);
            // The last line is an order as any, and what the customer deletes is not told.
            hazel.delete(&format!("/orders/{gloves}")).await.is(200, "");
            assert_says(&only_letter(shop, &ada, "order_cancelled").await, &["2 × Gloves: $59.98", "you don’t owe us anything"], &[]);
            let bea = shop.verified_customer("Bea").await;
            let hat = shop.tool("Hat", 2_000, 20, 1).await;
            put(&bea, &hat, 1).await;
            put(&bea, &shop.tool("Trug", 3_000, 20, 1).await, 1).await;
            let (id, _) = buy(&bea, &address("ON", "K1N 1A1")).await;
            let [hat] = lines(&bea, &id, ["Hat"]).await;
            bea.delete(&format!("/orders/{hat}")).await.is(200, "");
            assert!(letters(shop, &bea, "order_line_cancelled").await.is_empty());
        }

        async fn what_is_picked_up_is_ready_and_never_on_its_way(shop: TestShop) {
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            two_tools(shop, &ada).await;
            let (id, secret) = pick_up(&ada).await;
            pay(shop, &ada, &id, &secret).await;
            let [gloves] = lines(&ada, &id, ["Gloves"]).await;
            let change = json!({ "status": SHIPPED, "carrier": "Canada Post", "trackingNumber": "1234" });
            hazel.patch(&format!("/orders/{gloves}"), change).await.is(200, "");
            hazel.post(&format!("/purchases/{id}/ship"), json!({ "status": SHIPPED })).await.is(200, "");
            let ready = letters(shop, &ada, "order_ready").await;
            let subjects: Vec<_> = ready.iter().map(|letter| &*letter.subject).collect();
            assert_eq!(subjects, ["Ready for you: 2 × Gloves", "Ready for you: 6 × Shears"]);
            let never = ["Ship to", "Tracking", "on its way", " sent"];
            for letter in &ready {
                assert_says(letter, &["ready to be picked up", "Pick up at: "], &never);
            }
            assert!(letters(shop, &ada, "order_shipped").await.is_empty());
            hazel.post(&format!("/orders/{gloves}/refund"), json!({ "returnStock": false })).await.is(200, "");
            assert_says(&only_letter(shop, &ada, "order_part_refunded").await, &["Pick up at: "], &never);
            // An order alone is told the same.
            let bea = shop.verified_customer("Bea").await;
            let hat = shop.tool("Hat", 2_000, 20, 1).await;
            for is_paid in [true, false] {
                put(&bea, &hat, 1).await;
                let to = address("NS", "B3J 1A1");
                let seen = quote(&bea, &to, Some("pick-up")).await;
                let placed = check_out(&bea, &is_paid.to_string(), body(&seen, &to)).await.body;
                let order = placed["purchaseId"].as_str().unwrap();
                if is_paid {
                    pay(shop, &bea, order, placed["clientSecret"].as_str().unwrap()).await;
                    hazel.patch(&format!("/orders/{order}"), json!({ "status": SHIPPED })).await.is(200, "");
                    hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": false })).await.is(200, "");
                } else {
                    hazel.delete(&format!("/orders/{order}")).await.is(200, "");
                }
            }
            for kind in ["order_ready", "order_refunded", "order_cancelled"] {
                assert_says(&only_letter(shop, &bea, kind).await, &["Pick up at: "], &never);
            }
        }

        async fn one_press_of_ship_is_one_email_about_the_pieces_that_are_sent(shop: TestShop) {
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            two_tools(shop, &ada).await;
            put(&ada, &shop.tool("Hat", 2_000, 20, 1).await, 3).await;
            put(&ada, &shop.tool("Trug", 3_000, 20, 1).await, 1).await;
            let (id, secret) = buy(&ada, &address("NS", "B3J 1A1")).await;
            pay(shop, &ada, &id, &secret).await;
            let [gloves, hat, trug] = lines(&ada, &id, ["Gloves", "Hat", "Trug"]).await;
            let chosen = json!({ "lines": [{ "orderId": hat, "quantity": 2 }, { "orderId": gloves }], "refundedBefore": 0 });
            assert_eq!(hazel.post(&format!("/purchases/{id}/refund"), chosen).await.body["refund"], "given");
            hazel.patch(&format!("/orders/{trug}"), json!({ "status": SHIPPED })).await.is(200, "");
            let ship = json!({ "status": SHIPPED, "carrier": "Canada Post", "trackingNumber": "1234" });
            hazel.post(&format!("/purchases/{id}/ship"), ship).await.is(200, "");
            let told = letters(shop, &ada, "order_shipped").await;
            assert_eq!(told.len(), 2, "one for each press");
            assert_eq!(told[0].subject, "On its way to you: 1 × Trug");
            assert!(told[1].subject.ends_with(" and 1 more"), "{}", told[1].subject);
            let said = ["6 × Shears", "1 × Hat", "Ship to: Ada", "Tracking number: 1234"];
            assert_says(&told[1], &said, &["3 × Hat", "Gloves", "Trug", "$"]);
            // Also of an order alone.
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let (order, _) = paid_order(shop, &ada).await;
            let one = json!({ "lines": [{ "orderId": order, "quantity": 1 }], "refundedBefore": 0 });
            assert_eq!(hazel.post(&format!("/purchases/{order}/refund"), one).await.body["refund"], "given");
            hazel.patch(&format!("/orders/{order}"), json!({ "status": SHIPPED })).await.is(200, "");
            let told = letters(shop, &ada, "order_shipped").await.pop().unwrap();
            assert_eq!(told.subject, "On its way to you: 1 × Draw Hoe");
            assert_says(&told, &["\n1 × Draw Hoe\n\nOrder: "], &["2 × Draw Hoe", "$"]);
        }
    }
}

mod without_cards {
    use super::*;

    on_both_engines! {
        with crate::sales::customer_emails::with_mail_without_cards;

        async fn the_rest_has_the_way_to_pay_and_no_link(shop: TestShop) {
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            two_tools(shop, &ada).await;
            let (id, _) = buy(&ada, &address("ON", "K1N 1A1")).await;
            let [shears] = lines(&ada, &id, ["Shears"]).await;
            hazel.delete(&format!("/orders/{shears}")).await.is(200, "");
            let letter = only_letter(shop, &ada, "order_line_cancelled").await;
            let said = ["The rest now costs $84.73.", "about the payment", "See my orders:"];
            assert_says(&letter, &said, &["Pay now", "We hold", "/purchases/"]);
        }
    }
}
