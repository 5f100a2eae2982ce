//! Taxes in reports, files, figures and the export of an account: what was charged and what went back, to the cent.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    back_office::{
        csv_files::{day_of, records},
        figures::paid,
    },
    sales::checkout::{address, buy, pay, put},
    sales::payment::{GOOD_CARD, report},
    support::{Person, TestShop, intent_of, on_both_engines},
};

/// Registered for GST/HST and QST, not for PST. Delivers everywhere for 15.00.
pub async fn set_up(admin: &Person<'_>) {
    let methods = json!([{ "id": "post", "name": "Canada Post", "text": "", "isPickUp": false, "provinces": [], "areas": [],
        "prices": { "by": "goods", "steps": [{ "from": 0, "price": 15 }] }, "daysFrom": 3, "daysTo": 8 }]);
    let registrations = json!([
        { "authority": "GST/HST", "number": "12345 6782 RT0001", "from": "2020-01-01", "until": null },
        { "authority": "QST", "number": "1234567890 TQ0001", "from": "2020-01-01", "until": null },
    ]);
    let current = admin.get("/manageShop").await;
    let change =
        json!({ "homeProvince": "NS", "deliveryMethods": methods, "taxRegistrations": registrations });
    let call = admin.call(Method::PUT, "/shop-settings").header("if-match", current.header("etag"));
    call.json(change).send().await.is(200, "");
}

/// Two pieces of 10.00, as a client orders them that knows only the specification.
pub async fn single(shop: &TestShop, ada: &Person<'_>, city: &str) -> String {
    let mut wish = ada.wish("Draw Hoe", 1_000, 2);
    wish["phone"] = json!(format!("12 Fern Lane, {city}"));
    let placed = ada.post("/orders", wish).await.body;
    let id = placed["insertedId"].as_str().unwrap().to_owned();
    let secret = ada.start_payment(&id, placed["totalPrice"].as_f64().unwrap()).await;
    assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
    report(ada, &id, intent_of(&secret)).await.is(200, "");
    id
}

/// 3 × 12.34 and 29.99 to Québec: 82.01 with the delivery. Returns the purchase and its orders.
pub async fn two_lines(shop: &TestShop, ada: &Person<'_>) -> (String, String, String) {
    let (shears, gloves) =
        (shop.tool("Shears", 1_234, 120, 1).await, shop.tool("Gloves", 2_999, 20, 1).await);
    put(ada, &shears, 3).await;
    put(ada, &gloves, 1).await;
    let (id, secret) = buy(ada, &address("QC", "H2X 1Y4")).await;
    pay(shop, ada, &id, &secret).await;
    let orders = ada.get(&format!("/purchases/{id}")).await.body["orders"].clone();
    let of = |name: &str| {
        let order = orders.as_array().unwrap().iter().find(|order| order["toolName"] == name).unwrap();
        order["_id"].as_str().unwrap().to_owned()
    };
    (id, of("Shears"), of("Gloves"))
}

async fn refund(admin: &Person<'_>, order: &str) {
    let answer = admin.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await;
    assert_eq!(answer.body["refund"], "given", "{}", answer.text);
}

async fn taxes(admin: &Person<'_>, query: &str) -> Value {
    let answer = admin.get(&format!("/manageTaxes/report{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// Tax, province, sales, charged, returned and net of each row.
fn rows(report: &Value) -> Vec<String> {
    let row = |row: &Value| {
        let amount = |name: &str| format!(" {:.2}", row[name].as_f64().unwrap());
        let amounts: String = ["sales", "charged", "returned", "net"].map(amount).concat();
        format!("{} {}{amounts}", row["tax"].as_str().unwrap(), row["province"].as_str().unwrap())
    };
    report["rows"].as_array().unwrap().iter().map(row).collect()
}

on_both_engines! {
    async fn a_report_counts_each_tax_on_its_day_to_the_cent(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (mut hazel, mut ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        paid(shop, &ada, "Draw Hoe", 2).await;
        set_up(&hazel).await;
        let (ontario, west) = (single(shop, &ada, "Ottawa ON K1N 1A1").await, single(shop, &ada, "Victoria BC V8W 1A1").await);
        let (_, shears, gloves) = two_lines(shop, &ada).await;
        let sold_on = day_of(shop, Duration::ZERO);
        let of_day = |day: &str| format!("?from={day}&to={day}");
        let sold = taxes(&hazel, &of_day(&sold_on)).await;
        assert_eq!(rows(&sold), [
            "GST BC 35.00 1.75 0.00 1.75", "GST QC 82.01 4.10 0.00 4.10", "HST ON 35.00 4.55 0.00 4.55", "QST QC 82.01 8.18 0.00 8.18",
        ]);
        assert_eq!((&sold["untaxedSales"], &sold["from"], &sold["rows"][0]["name"]), (&json!(20.0), &json!(sold_on), &json!("British Columbia")));
        assert_eq!(sold["totals"], json!([
            { "authority": "GST/HST", "sales": 152.01, "charged": 10.4, "returned": 0.0, "net": 10.4 },
            { "authority": "QST", "sales": 82.01, "charged": 8.18, "returned": 0.0, "net": 8.18 },
        ]));
        let figures = hazel.get("/figures").await.body;
        let beside = [&figures["total"]["revenue"], &figures["delivery"], &figures["taxes"]];
        assert_eq!(beside, [&json!(127.01), &json!(45.0), &json!(18.58)], "the revenue is goods without tax");

        // A line, a part, and a single order as a whole go back on another day.
        shop.shop.clock.advance(Duration::from_hours(48));
        hazel.sign_in().await;
        ada.sign_in().await;
        refund(&hazel, &gloves).await;
        let part = json!({ "lines": [{ "orderId": ontario, "amount": 10 }], "reason": "Late", "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{ontario}/refund"), part).await.is(200, "");
        refund(&hazel, &west).await;
        assert_eq!(taxes(&hazel, &of_day(&sold_on)).await, sold, "its day keeps its sums");
        let back_on = day_of(shop, Duration::ZERO);
        let back = taxes(&hazel, &of_day(&back_on)).await;
        assert_eq!(rows(&back), [
            "GST BC 0.00 0.00 1.75 -1.75", "GST QC 0.00 0.00 1.50 -1.50", "HST ON 0.00 0.00 1.15 -1.15", "QST QC 0.00 0.00 2.99 -2.99",
        ]);
        assert_eq!((&back["totals"][0]["net"], &back["untaxedSales"]), (&json!(-4.4), &json!(0.0)));
        let file = records(&hazel.get(&format!("/csv/taxes?from={sold_on}&to={back_on}")).await);
        let lines: Vec<_> = file.iter().map(|row| row.join(" ")).collect();
        assert_eq!(lines, [
            "Tax Province Sales Charged Returned Net", "GST British Columbia 35.00 1.75 1.75 0.00", "GST Québec 82.01 4.10 1.50 2.60",
            "HST Ontario 35.00 4.55 1.15 3.40", "QST Québec 82.01 8.18 2.99 5.19", "No tax  20.00 0.00 0.00 0.00",
        ]);
        assert_eq!(records(&hazel.get(&format!("/csv/taxes?from={back_on}")).await)[4][5], "-2.99", "a number for a spreadsheet");

        // The rest goes back too, the last line with the delivery.
        refund(&hazel, &shears).await;
        refund(&hazel, &ontario).await;
        let all = taxes(&hazel, &format!("?from={sold_on}&to={back_on}")).await;
        assert!(all["rows"].as_array().unwrap().iter().all(|row| row["net"] == 0.0 && row["returned"] == row["charged"]), "{all}");
    }

    async fn files_have_the_taxes_of_lines_purchases_and_refunds(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        let file = records(&hazel.get("/csv/orders").await);
        // The address has commas, so the cells count from the end.
        let end = |row: &Vec<String>| row[row.len() - 7..].join(" ");
        let cells = |order: &str| file.iter().map(end).find_map(|row| row.strip_prefix(order).map(str::to_owned)).unwrap();
        assert_eq!([cells(&shears), cells(&gloves)], [" 1 2 1.85 3.69 42.56 0.00", " 2 2 1.50 2.99 34.48 0.00"]);
        let ontario = single(shop, &ada, "Ottawa ON K1N 1A1").await;
        let unpaid = ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.body["insertedId"].clone();
        let file = records(&hazel.get("/csv/purchases").await);
        let cells = |order: &str| {
            let row = file.iter().find(|row| row[17] == order).unwrap();
            (row[3..17].join("|"), row[2].is_empty())
        };
        assert_eq!((file.len(), file[0].len(), &*file[0][3]), (4, 20, "Taxed in"));
        let quebec = "Québec|Canada Post|67.01|15.00|4.10|0.00|8.18|0.00|0.00|94.29|5|12345 6782 RT0001|9.975|1234567890 TQ0001";
        assert_eq!(cells(&id), (quebec.to_owned(), false));
        assert_eq!(cells(&ontario), ("Ontario|Canada Post|20.00|15.00|0.00|4.55|0.00|0.00|0.00|39.55|13|12345 6782 RT0001||".to_owned(), false));
        assert!(cells(unpaid.as_str().unwrap()).1, "it is not paid");

        refund(&hazel, &gloves).await;
        let part = json!({ "lines": [{ "orderId": ontario, "amount": 10 }], "reason": "Late", "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{ontario}/refund"), part).await.is(200, "");
        refund(&hazel, &ontario).await;
        let file = records(&hazel.get("/csv/refunds").await);
        let lines: Vec<_> = file[1..].iter().map(|row| [3, 5, 7, 14, 15].map(|cell| &*row[cell]).join(" ")).collect();
        assert_eq!(lines, ["34.48 Lines Hazel 1.50 2.99", "10.00 Part Hazel 1.15 0.00", "29.55 Whole Hazel 3.40 0.00"]);

        let export = ada.get("/identity/account/export").await.body["purchases"].clone();
        let purchase = export.as_array().unwrap().iter().find(|purchase| purchase["_id"] == id).unwrap();
        let sums = [&purchase["goods"], &purchase["shipping"], &purchase["delivery"], &purchase["total"], &purchase["taxes"][1]["amount"]];
        assert_eq!((export.as_array().unwrap().len(), sums), (3, [&json!(67.01), &json!(15), &json!("Canada Post"), &json!(94.29), &json!(8.18)]));
    }

    async fn what_is_left_of_a_purchase_is_reported_as_any_order(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.verified_customer("Ada").await);
        set_up(&hazel).await;
        let (shears, gloves) = (shop.tool("Shears", 1_234, 120, 1).await, shop.tool("Gloves", 2_000, 20, 1).await);
        put(&ada, &shears, 3).await;
        put(&ada, &gloves, 1).await;
        let (id, _) = buy(&ada, &address("ON", "K1N 1A1")).await;
        let orders = ada.get(&format!("/purchases/{id}")).await.body["orders"].clone();
        let of = |line: usize| orders[line]["_id"].as_str().unwrap();
        assert_eq!(of(0), id, "the purchase has the id of its first line");
        ada.delete(&format!("/orders/{}", of(0))).await.is(200, "");
        let due = ada.get(&format!("/purchases/{id}")).await.body["total"].as_f64().unwrap();
        let secret = ada.start_payment(of(1), due).await;
        assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
        report(&ada, of(1), intent_of(&secret)).await.is(200, "");
        refund(&hazel, of(1)).await;
        let tax = if orders[1]["toolName"] == "Gloves" { "4.55" } else { "6.76" };
        assert_eq!(rows(&taxes(&hazel, &format!("?from={}", day_of(shop, Duration::ZERO))).await).len(), 1);
        let row = records(&hazel.get("/csv/refunds").await)[1].clone();
        assert_eq!((&*row[0], &*row[2], &*row[7], &*row[14]), ("#1001", "Refunded", "Hazel", tax));
        assert_eq!(&*records(&hazel.get("/csv/payments").await)[1][5], "#1001");
        assert_eq!(records(&hazel.get("/csv/orders").await)[1][2], "Refunded");
    }

    async fn a_report_is_for_administrators_and_its_days_are_checked(shop: TestShop) {
        let hazel = shop.admin().await;
        let quarter = taxes(&hazel, "").await;
        assert_eq!((&quarter["rows"], &quarter["totals"], &quarter["untaxedSales"]), (&json!([]), &json!([]), &json!(0.0)));
        let (from, to) = (quarter["from"].as_str().unwrap(), quarter["to"].as_str().unwrap());
        assert!(["01-01", "04-01", "07-01", "10-01"].contains(&&from[5..]) && to < &*day_of(shop, Duration::ZERO), "{quarter}");
        for (query, field) in [("?from=2026-02-30", "from"), ("?to=20260101", "to"), ("?from=2026-02-02&to=2026-02-01", "from")] {
            let answer = hazel.get(&format!("/manageTaxes/report{query}")).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [field], "{query}");
        }
        shop.staff().await.get("/manageTaxes/report").await.is(403, "forbidden");
    }
}
