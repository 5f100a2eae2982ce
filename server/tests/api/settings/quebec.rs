//! Ready for Québec: the duties, and the gate of a new shop.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::base::metadata;

use crate::{
    sales::checkout::{address, body, check_out, put, quote},
    support::{Answer, Person, Setup, on_both_engines},
};

fn with_gate(setup: Setup) -> Setup {
    Setup { has_quebec_gate: true, ..setup }
}

async fn save(person: &Person<'_>, change: Value) {
    let revision = person.get("/manageShop").await.header("etag").to_owned();
    let saved =
        person.call(Method::PUT, "/shop-settings").header("if-match", &revision).json(change).send().await;
    assert_eq!(saved.status, 200, "{}", saved.text);
}

/// The codes of the duties that are still to do.
async fn to_do(admin: &Person<'_>) -> Vec<String> {
    let answer = admin.get("/manageShop/quebec").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let duties = answer.body["duties"].as_array().unwrap().clone();
    let open = duties.into_iter().filter(|duty| duty["state"] == "todo");
    open.map(|duty| duty["code"].as_str().unwrap().to_owned()).collect()
}

fn post(days_to: u32) -> Value {
    json!([{ "id": "post", "name": "Parcel", "text": "", "isPickUp": false, "provinces": [], "areas": [],
        "prices": { "by": "goods", "steps": [{ "from": 0, "price": 15 }] }, "daysFrom": 0, "daysTo": days_to }])
}

/// Everything that the law asks for.
fn all_settings() -> Value {
    json!({ "legalName": "Fern Ltd.", "address": "1 Maple Street\nHalifax NS  B3J 1A1", "phone": "902 555-0142", "homeProvince": "NS",
        "email": "hello@example.com", "privacyOfficer": "Fern Hill", "privacyContact": "hello@example.com",
        "deliveryMethods": post(8), "taxStatus": "unregistered",
        "french": { "privacy": "Nous gardons peu.", "terms": "Qui vend", "returns": "Trente jours" } })
}

fn montreal() -> Value {
    address("QC", "H2X 1Y4")
}

async fn order_to_montreal(person: &Person<'_>) -> Answer {
    let mut wish = person.wish("Hat", 2_000, 1);
    wish["phone"] = json!("12 Fern Lane, Montréal QC  H2X 1Y4");
    person.post("/orders", wish).await
}

mod with_a_gate {
    use super::*;

    on_both_engines! {
        with crate::settings::quebec::with_gate;

        async fn a_new_shop_sells_to_quebec_when_every_duty_is_done(shop: TestShop) {
            let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
            let hat = shop.tool("Hat", 2_000, 20, 1).await;
            put(&ada, &hat, 1).await;
            let before = hazel.get("/manageShop/quebec").await.body;
            assert_eq!((&before["isOpen"], &before["sales"]), (&json!(false), &json!("ready")));
            assert_eq!(before["duties"][4], json!({ "code": "privacyOfficer", "state": "todo", "missing": ["privacyOfficer", "privacyContact"] }));
            assert_eq!(before["duties"][11], json!({ "code": "receipts", "state": "done", "missing": [] }));

            let seen = quote(&ada, &montreal(), None).await;
            assert_eq!(seen["problems"][0]["code"], "quebec_not_open");
            assert_eq!(seen["problems"][0]["detail"], "We do not sell to Québec yet. Please choose an address in another province.");
            check_out(&ada, "1", body(&seen, &montreal())).await.is(422, "quebec_not_open");
            order_to_montreal(&ada).await.is(422, "quebec_not_open");
            let french = ada.call(Method::POST, "/quote").header("accept-language", "fr-CA")
                .json(json!({ "address": { "province": "QC", "postalCode": "H2X 1Y4" } })).send().await;
            assert_eq!(french.body["problems"][0]["detail"], "Nous ne vendons pas encore au Québec. Veuillez choisir une adresse dans une autre province.");

            let toronto = address("ON", "M5V 2T6");
            let elsewhere = quote(&ada, &toronto, None).await;
            assert_eq!(elsewhere["problems"], json!([]), "the other provinces are not affected");

            save(&hazel, all_settings()).await;
            assert_eq!(to_do(&hazel).await, Vec::<String>::new());
            assert_eq!(hazel.get("/manageShop/quebec").await.body["isOpen"], true);
            let ready = quote(&ada, &montreal(), None).await;
            assert_eq!(ready["problems"], json!([]));
            check_out(&ada, "2", body(&ready, &montreal())).await.is(200, "");
            order_to_montreal(&ada).await.is(200, "");

            save(&hazel, json!({ "phone": "" })).await;
            assert_eq!(to_do(&hazel).await, ["phone"]);
            order_to_montreal(&ada).await.is(422, "quebec_not_open");
        }

        async fn the_owner_opens_it_and_the_history_says_who_did(shop: TestShop) {
            let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
            shop.tool("Hat", 2_000, 20, 1).await;
            order_to_montreal(&ada).await.is(422, "quebec_not_open");
            save(&hazel, json!({ "quebecSales": "open" })).await;
            let now = hazel.get("/manageShop/quebec").await.body;
            assert_eq!((&now["isOpen"], &now["sales"]), (&json!(true), &json!("open")));
            assert!(to_do(&hazel).await.len() > 5, "the duties stay on the list");
            order_to_montreal(&ada).await.is(200, "");
            let history = hazel.get("/manageShop/history").await;
            assert!(history.text.contains("quebecSales"), "{}", history.text);
        }

        async fn the_gate_is_decided_at_the_first_start(shop: TestShop) {
            assert!(metadata::has_quebec_gate(&shop.shop.db).await.unwrap());
            let engine = shop.shop.db.engine();
            let node = shop.another_node(&Setup { engine, ..Setup::sqlite() }).await;
            let hazel = node.admin().await;
            assert_eq!(hazel.get("/manageShop/quebec").await.body["isOpen"], false, "each node of the shop has it");
            node.close().await;
        }
    }
}

on_both_engines! {
    async fn a_shop_that_sold_to_quebec_before_goes_on_and_sees_the_list(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        shop.tool("Hat", 2_000, 20, 1).await;
        let engine = shop.shop.db.engine();
        let node = shop.another_node(&Setup { engine, has_quebec_gate: true, ..Setup::sqlite() }).await;
        assert!(!metadata::has_quebec_gate(&node.shop.db).await.unwrap(), "its database is older than the gate");
        node.close().await;
        assert_eq!(hazel.get("/manageShop/quebec").await.body["isOpen"], true);
        assert!(to_do(&hazel).await.contains(&"terms".to_owned()));
        order_to_montreal(&ada).await.is(200, "");
    }

    async fn each_duty_names_what_is_missing(shop: TestShop) {
        let hazel = shop.admin().await;
        save(&hazel, all_settings()).await;
        save(&hazel, json!({ "tagline": "Hoes", "deliveryMethods": post(0), "french": { "returns": "" } })).await;
        let answer = hazel.get("/manageShop/quebec").await;
        let missing = |code: &str| {
            let duties = answer.body["duties"].as_array().unwrap();
            duties.iter().find(|duty| duty["code"] == code).unwrap()["missing"].clone()
        };
        assert_eq!(missing("frenchTexts"), json!(["tagline"]));
        assert_eq!(missing("deliveryDays"), json!(["Parcel"]));
        assert_eq!(missing("returns"), json!(["returns"]));
        assert_eq!(to_do(&hazel).await, ["returns", "deliveryDays", "frenchTexts"]);
    }

    async fn the_person_in_charge_of_privacy_is_public(shop: TestShop) {
        let hazel = shop.admin().await;
        save(&hazel, json!({ "privacyOfficer": "Fern Hill", "privacyContact": "902 555-0142" })).await;
        for path in ["/shop-settings", "/shop-settings?language=fr"] {
            let settings = shop.visitor().get(path).await.body;
            assert_eq!((&settings["privacyOfficer"], &settings["privacyContact"]), (&json!("Fern Hill"), &json!("902 555-0142")));
            assert_eq!(settings["quebecSales"], Value::Null, "only administrators read it");
        }
    }
}
