//! A program that sees nothing but webhooks keeps the books of a month. They are the shop's tax report.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde_json::{Value, json};

use super::refund_events::{any_purchase, events, refund_something};
use crate::{
    back_office::tax_report::set_up,
    base::rng::Dice,
    sales::{
        checkout::cents,
        discount_codes::add_code,
        failed_refunds::{fail_newest, send_again},
        payment::paid_order,
    },
    settings::webhooks::{Receiver, add},
    support::{Person, on_both_engines, toronto_day},
};

/// Cents of sales, charged taxes and returned taxes.
type Sums = [i64; 3];

/// The books of a month, from bodies of webhooks alone. A message that came twice counts once.
#[derive(Default)]
struct Books {
    /// The sums by month, tax and province.
    taxes: BTreeMap<(String, String, String), Sums>,
    /// The amounts by month.
    untaxed: BTreeMap<String, i64>,
}

impl Books {
    fn of(receiver: &Receiver) -> Self {
        let mut books = Self::default();
        let mut seen = BTreeSet::new();
        for message in receiver.messages() {
            if seen.insert(message.header("webhook-id").to_owned()) {
                books.enter(&message.json());
            }
        }
        books
    }

    fn enter(&mut self, message: &Value) {
        let data = &message["data"];
        let (at, sign) = match message["type"].as_str().unwrap() {
            "purchase.paid" => (&data["paidAt"], 0),
            "credit_note.issued" => (&data["decidedAt"], 1),
            "debit_note.issued" => (&message["timestamp"], -1),
            _ => return,
        };
        let month = toronto_day(at.as_str().unwrap())[..7].to_owned();
        let taxes = data["taxes"].as_array().unwrap();
        let province = data["taxProvince"].as_str().unwrap_or_default();
        if taxes.is_empty() && sign == 0 {
            *self.untaxed.entry(month.clone()).or_default() += cents(&data["sales"]);
        }
        for tax in taxes {
            let row = (month.clone(), tax["tax"].as_str().unwrap().to_owned(), province.to_owned());
            let sums = self.taxes.entry(row).or_default();
            match sign {
                0 => {
                    sums[0] += cents(&data["sales"]);
                    sums[1] += cents(&tax["amount"]);
                }
                sign => sums[2] += sign * cents(&tax["amount"]),
            }
        }
    }
}

/// Days of two months, whatever the day of the test.
fn months(shop: &crate::support::TestShop) -> [String; 2] {
    let month = |later: Duration| toronto_day(&shop.shop.clock.now().plus(later).to_string())[..7].to_owned();
    [month(Duration::ZERO), month(A_MONTH)]
}

const A_MONTH: Duration = Duration::from_hours(31 * 24);

async fn assert_agrees(hazel: &Person<'_>, books: &Books, month: &str) {
    let first: jiff::civil::Date = format!("{month}-01").parse().unwrap();
    let last = first.last_of_month();
    let report = hazel.get(&format!("/manageTaxes/report?from={first}&to={last}")).await;
    assert_eq!(report.status, 200, "{}", report.text);
    let rows = report.body["rows"].as_array().unwrap().iter().map(|row| {
        let key = |name: &str| row[name].as_str().unwrap().to_owned();
        (
            (month.to_owned(), key("tax"), key("province")),
            ["sales", "charged", "returned"].map(|name| cents(&row[name])),
        )
    });
    let rows: BTreeMap<_, Sums> = rows.collect();
    let own: BTreeMap<_, Sums> =
        books.taxes.clone().into_iter().filter(|((of, ..), _)| of == month).collect();
    assert_eq!(own, rows, "{month}");
    assert_eq!(
        books.untaxed.get(month).copied().unwrap_or_default(),
        cents(&report.body["untaxedSales"]),
        "{month}"
    );
}

on_both_engines! {
    with crate::sales::refund_events::with_receiver;

    async fn a_receiver_of_webhooks_keeps_the_books_of_the_tax_report(shop: TestShop) {
        let (mut ada, mut hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let receiver = Receiver::start().await;
        let documents = ["purchase.paid", "credit_note.issued", "debit_note.issued", "order.cancelled"];
        add(&hazel, &receiver.url, &documents).await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (untaxed, _) = paid_order(shop, &ada).await;
        set_up(&hazel).await;
        add_code(&hazel, json!({ "code": "SPRING10", "kind": "percent", "value": 10 })).await;
        let mut tools = Vec::new();
        for (name, price) in [("Shears", 1_234), ("Gloves", 2_999), ("Hoe", 777), ("Twine", 105)] {
            tools.push(shop.tool(name, price, 1_000, 1).await);
        }
        let mut dice = Dice::new(1_818);
        let mut purchases = Vec::new();
        for number in 0..6 {
            let purchase = any_purchase(shop, &ada, &tools, (&format!("buy-{number}"), &mut dice)).await;
            purchases.push(purchase["_id"].as_str().unwrap().to_owned());
            // An order that is never paid.
            let ended = ada.order("Draw Hoe", 1_000, 1).await;
            ada.delete(&format!("/orders/{ended}")).await.is(200, "");
            refund_something(&hazel, &ada, &purchases[number], &mut dice).await;
        }
        let [this, next] = months(shop);
        shop.shop.clock.advance(A_MONTH);
        hazel.sign_in().await;
        ada.sign_in().await;
        for purchase in &purchases {
            for _ in 0..3 {
                refund_something(&hazel, &ada, purchase, &mut dice).await;
            }
        }
        hazel.post(&format!("/orders/{untaxed}/refund"), json!({ "returnStock": false })).await.is(200, "");
        let last = any_purchase(shop, &ada, &tools, ("buy-last", &mut dice)).await;
        let last = last["_id"].as_str().unwrap();
        let orders = ada.get(&format!("/purchases/{last}")).await.body["orders"].clone();
        hazel.post(&format!("/orders/{}/refund", orders[0]["_id"].as_str().unwrap()), json!({ "returnStock": false })).await.is(200, "");
        // The customer's bank sends it back.
        let failed = fail_newest(shop).await;
        send_again(shop, "evt_failed", &failed).await;
        assert_eq!(events(shop, &receiver, "debit_note.issued").await.len(), 1);
        assert_eq!(events(shop, &receiver, "order.cancelled").await.len(), 6);
        let books = Books::of(&receiver);
        assert!(books.taxes.keys().any(|(month, ..)| *month == this) && books.taxes.keys().any(|(month, ..)| *month == next));
        for month in [this, next] {
            assert_agrees(&hazel, &books, &month).await;
        }
    }
}
