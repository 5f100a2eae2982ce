//! Delivery and taxes as the owner sets them up: what is refused, and what GET /manageTaxes says of it.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{db::params, settings::shop_settings::store};

use crate::{
    back_office::figures::{paid, pay},
    support::{Answer, Person, on_both_engines},
};

mod by_hand {
    trowel::db::statements! {
        pub OLD = "UPDATE orders SET paid_at = paid_at - 40000000000000 WHERE id = $1";
        pub OLD_REVISION = "INSERT INTO shop_settings (revision, id, settings, created_at) VALUES (1, $1, $2, $3)";
    }
}

async fn save(person: &Person<'_>, change: Value) -> Answer {
    let revision = person.get("/manageShop").await.header("etag").to_owned();
    person.call(Method::PUT, "/shop-settings").header("if-match", &revision).json(change).send().await
}

async fn order_to(person: &Person<'_>, pieces: i64, province: &str) -> String {
    let mut wish = person.wish("Draw Hoe", 1_000, pieces);
    wish["phone"] = json!(format!("12 Fern Lane, Somewhere {province}"));
    person.post("/orders", wish).await.body["insertedId"].as_str().unwrap().to_owned()
}

fn method(change: Value) -> Value {
    let mut method = json!({
        "id": "post", "name": "Parcel", "text": "", "isPickUp": false, "provinces": [], "areas": [],
        "prices": { "by": "goods", "steps": [{ "from": 0, "price": 15 }, { "from": 150, "price": 0 }] },
        "daysFrom": 3, "daysTo": 8,
    });
    method.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    method
}

fn registration(authority: &str, number: &str, from: &str) -> Value {
    json!({ "authority": authority, "number": number, "from": from, "until": null })
}

fn rate(change: Value) -> Value {
    let mut rate = json!({ "province": "NS", "tax": "HST", "millionths": 130_000, "from": "2027-04-01", "reason": "Budget of 2027" });
    rate.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    rate
}

/// What is charged in a province: each tax, its percent, and whether it is charged.
fn taxes(overview: &Value, province: &str) -> Vec<(String, f64, bool)> {
    let place =
        overview["places"].as_array().unwrap().iter().find(|place| place["province"] == province).unwrap();
    let tax = |tax: &Value| {
        (tax["tax"].as_str().unwrap().to_owned(), tax["rate"].as_f64().unwrap(), tax["isCharged"] == true)
    };
    place["taxes"].as_array().unwrap().iter().map(tax).collect()
}

fn tax(name: &str, rate: f64, is_charged: bool) -> (String, f64, bool) {
    (name.to_owned(), rate, is_charged)
}

on_both_engines! {
    async fn what_makes_no_sense_is_refused_at_its_row(shop: TestShop) {
        let hazel = shop.admin().await;
        let good = registration("GST/HST", "123456782 rt 0001", "2026-01-01");
        let rates = json!([rate(json!({})), rate(json!({ "millionths": 300_001 }))]);
        let methods = json!([method(json!({})), method(json!({ "id": "van", "name": "Van", "areas": ["D1A"] }))]);
        for (setting, rows, code, (row, member), sentence) in [
            ("taxRegistrations", json!([good, registration("GST/HST", "123456783RT0001", "2027-01-01")]), "invalid_registration_number", (1, "number"),
                "The last digit of the business number does not fit. Please check the number."),
            ("taxRegistrations", json!([good, registration("GST/HST", "123456782RT0001", "2027-01-01")]), "invalid_tax_registration", (1, "from"),
                "Two registrations are valid on the same day. Please enter the last day of the first one."),
            ("addedTaxRates", rates, "invalid_tax_rate", (1, "millionths"), "A rate lies between 0 and 30 %."),
            ("deliveryMethods", methods, "invalid_delivery_method", (1, "areas"), "D1A is not the beginning of a postal code. It looks like J8X."),
            ("deliveryMethods", json!([method(json!({ "daysTo": 2 }))]), "invalid_delivery_method", (0, "daysFrom"),
                "Please enter from how many to how many days it takes, at most 120."),
            ("deliveryMethods", json!([method(json!({ "prices": { "by": "goods", "steps": [{ "from": 0, "price": -1 }] } }))]),
                "not_delivery_methods", (0, "prices.steps[0].price"), "The delivery methods could not be read: not an amount."),
        ] {
            let answer = save(&hazel, json!({ setting: rows })).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.body["errors"], json!([{ "field": setting, "code": code, "detail": sentence, "row": row, "member": member }]));
            assert_eq!(answer.body["detail"], format!("{setting}: Row {}: {sentence}", row + 1));
        }
        for (setting, value) in [
            ("deliveryMethods", json!("no")), ("taxRegistrations", json!({})), ("addedTaxRates", json!([{ "province": "XX" }])), ("homeProvince", json!("ZZ")),
            ("untaxedDelivery", json!("ON")),
        ] {
            let answer = save(&hazel, json!({ setting: value })).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [setting]);
        }
        assert_eq!(hazel.get("/manageShop").await.header("etag"), "\"0\"", "nothing was saved");
        save(&hazel, json!({ "deliveryMethods": [method(json!({}))], "taxRegistrations": [good], "homeProvince": "Nova Scotia" })).await.is(200, "");
        let stored = hazel.get("/manageShop").await.body;
        assert_eq!(stored["homeProvince"], "NS");
        assert_eq!(stored["taxRegistrations"], json!([registration("GST/HST", "12345 6782 RT0001", "2026-01-01")]), "as the authority writes it");
        let page = shop.visitor().get("/shop-settings").await;
        for hidden in ["deliveryMethods", "taxRegistrations", "12345 6782"] {
            assert!(!page.text.contains(hidden), "{hidden}");
        }
    }

    /// The rows of nodes of the version before.
    async fn lists_of_an_older_version_are_read_and_stored_as_it_wrote_them(shop: TestShop) {
        let hazel = shop.admin().await;
        let methods = json!([method(json!({}))]);
        let registrations = json!([registration("GST/HST", "12345 6782 RT0001", "2026-01-01")]);
        let stored = json!({ "deliveryMethods": methods.to_string(), "taxRegistrations": registrations.to_string() }).to_string();
        shop.execute(&by_hand::OLD_REVISION, params!["old", stored, shop.shop.clock.now()]).await;
        shop.shop.settings.refresh().await.unwrap();
        let read = hazel.get("/manageShop").await;
        assert_eq!((read.header("etag"), &read.body["deliveryMethods"]), ("\"1\"", &methods));
        assert_eq!((&read.body["taxRegistrations"], &read.body["addedTaxRates"]), (&registrations, &json!([])));
        // A page of the version before sends text, and shows no rows.
        for text in [json!(""), json!(methods.to_string())] {
            let answer = save(&hazel, json!({ "deliveryMethods": text })).await;
            answer.is(422, "invalid_field");
            assert!(answer.body["errors"][0]["detail"].as_str().unwrap().contains("Please reload the page"), "{}", answer.text);
        }
        save(&hazel, json!({ "addedTaxRates": [rate(json!({}))], "deliveryMethods": [] })).await.is(200, "");
        let now = hazel.get("/manageShop").await.body;
        assert_eq!((&now["addedTaxRates"], &now["deliveryMethods"]), (&json!([rate(json!({}))]), &json!([])));
        let newest = shop.shop.db.read(0, |tx, revision| Box::pin(store::newest_after(tx, *revision))).await.unwrap();
        let (_, texts) = newest.unwrap();
        let rates: Value = serde_json::from_str(&texts["addedTaxRates"]).unwrap();
        assert_eq!((rates, &*texts["deliveryMethods"]), (json!([rate(json!({}))]), ""));
        let history = hazel.get("/manageShop/history").await.body;
        assert_eq!(history[0]["changes"], json!([
            { "setting": "deliveryMethods", "before": methods, "after": [] },
            { "setting": "addedTaxRates", "before": [], "after": [rate(json!({}))] },
        ]));
    }

    async fn the_owner_sees_what_is_charged_where_and_how_much_was_sold(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        // Nothing is charged yet, and still the sales count where the goods went.
        for (pieces, province) in [(3, "QC"), (2, "BC"), (1, "BC"), (5, "NS")] {
            let order = order_to(&ada, pieces, province).await;
            pay(shop, &ada, &order, pieces).await;
            if province == "NS" {
                shop.execute(&by_hand::OLD, params![order]).await;
            }
        }
        paid(shop, &ada, "Draw Hoe", 1).await;
        order_to(&ada, 4, "QC").await;

        ada.get("/manageTaxes").await.is(403, "forbidden");
        let before = hazel.get("/manageTaxes").await.body;
        assert_eq!(before.get("home"), None);
        assert_eq!(taxes(&before, "QC"), [tax("GST", 5.0, false), tax("QST", 9.975, false)]);
        let sales = |overview: &Value| overview["limits"].as_array().unwrap().iter().map(|limit| limit["sales"].as_f64().unwrap()).collect::<Vec<_>>();
        assert_eq!(sales(&before), [70.0, 30.0, 30.0, 0.0, 0.0], "in all, to QC, BC, MB and SK");
        assert_eq!(before["salesElsewhere"], 10.0);
        assert_eq!((&before["limits"][0]["limit"], before["limits"][4].get("limit")), (&json!(30_000.0), None));

        let today = before["day"].as_str().unwrap();
        let own = [rate(json!({ "from": today })), rate(json!({ "province": "ON", "from": today }))];
        let registrations = json!([registration("GST/HST", "123456782RT0001", today), registration("BC PST", "PST-1234-5678", "2099-01-01")]);
        let change = json!({ "taxRegistrations": registrations, "addedTaxRates": own, "homeProvince": "NS" });
        save(&hazel, change).await.is(200, "");
        let after = hazel.get("/manageTaxes").await.body;
        assert_eq!(after["home"], "NS");
        assert_eq!(taxes(&after, "QC"), [tax("GST", 5.0, true), tax("QST", 9.975, false)]);
        assert_eq!(taxes(&after, "BC"), [tax("GST", 5.0, true), tax("PST", 7.0, false)], "it is registered from 2099 on");
        assert_eq!(taxes(&after, "NS"), [tax("HST", 13.0, true)], "by the owner's own rate");
        assert_eq!(after["addedRates"], json!([
            { "province": "NS", "tax": "HST", "rate": 13.0, "from": today, "tableRate": 14.0, "isInTable": false },
            { "province": "ON", "tax": "HST", "rate": 13.0, "from": today, "tableRate": 13.0, "isInTable": true },
        ]));
        assert_eq!(after["limits"][0]["isRegistered"], true);
        let source = &after["places"].as_array().unwrap().iter().find(|place| place["province"] == "AB").unwrap()["taxes"][0];
        assert_eq!((&source["source"], &source["readOn"], &source["isOwn"]), (&json!("CRA: which rate to charge"), &json!("2026-11-24"), &json!(false)));
        let steps = hazel.get("/manageShop/today").await.body["owner"]["opening"].to_string();
        assert!(steps.contains(r#"{"state":"done","step":"taxes"}"#) && steps.contains(r#"{"state":"todo","step":"delivery"}"#), "{steps}");
    }
}
