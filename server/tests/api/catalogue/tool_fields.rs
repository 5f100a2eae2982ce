//! What an owner may add to a tool: SKU, category, draft and low stock. The specified calls work without them.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{app::background, catalogue::tools::store, values::ids::Id};

use crate::support::{Answer, Person, intent_of, on_both_engines};

fn tool(name: &str, more: &Value) -> Value {
    let mut tool = json!({
        "name": name, "description": "For the border", "price": 10, "availableQuantity": 20, "minimumQuantity": 1,
        "img": "/images/hoe/350.webp"
    });
    tool.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    tool
}

async fn add(hazel: &Person<'_>, name: &str, more: Value) -> String {
    let answer = hazel.post("/tools", tool(name, &more)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["insertedId"].as_str().unwrap().to_owned()
}

async fn restore(hazel: &Person<'_>, id: &str) -> Answer {
    hazel.post(&format!("/removed-tools/{id}/restore"), json!({})).await
}

async fn names(person: &Person<'_>, path: &str) -> Vec<String> {
    let listed = person.get(path).await;
    assert_eq!(listed.status, 200, "{}", listed.text);
    listed.body.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn only_the_owner_meets_a_draft(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        add(&hazel, "Spade", json!({})).await;
        let id = add(&hazel, "Draw Hoe", json!({ "draft": true, "sku": "HOE-1" })).await;
        let path = format!("/tools/{id}");
        for list in ["/tools", "/tools?q=hoe", "/tools?limit=10&sort=name"] {
            assert!(!names(&ada, list).await.contains(&"Draw Hoe".to_owned()), "{list}");
        }
        ada.get(&path).await.is(404, "not_found");
        ada.put(&path, json!({ "availableQuantity": 19 })).await.is(404, "not_found");
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.is(409, "tool_unavailable");
        let mut by_id = ada.wish("Draw Hoe", 1_000, 1);
        by_id["toolId"] = json!(id);
        ada.post("/orders", by_id).await.is(409, "tool_unavailable");
        let page = shop.fetch(Method::GET, "/tool").send().await.text;
        assert!(page.contains("Spade") && !page.contains("Draw Hoe"));
        assert_eq!(names(&hazel, "/manageTools").await, ["Draw Hoe", "Spade"]);
        assert_eq!(names(&hazel, "/manageTools?state=draft&q=hoe-1").await, ["Draw Hoe"]);
        let opened = hazel.get(&path).await;
        assert_eq!((&opened.body["draft"], opened.header("etag")), (&json!(true), "\"1.20\""));

        let publish = hazel.call(Method::PUT, &path).header("if-match", "\"1.20\"").json(json!({ "draft": false }));
        assert_eq!(publish.send().await.body["modifiedCount"], 1);
        assert_eq!(names(&ada, "/tools?q=hoe").await, ["Draw Hoe"]);
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        let hide = hazel.call(Method::PUT, &path).header("if-match", "\"2.19\"").json(json!({ "draft": true }));
        assert_eq!(hide.send().await.body["modifiedCount"], 1);
        assert_eq!(names(&ada, "/tools").await, ["Spade"], "a published tool can be hidden again");
        ada.start_payment(&order, 10.0).await;
    }

    async fn a_larger_quantity_costs_less(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let steps = json!([{ "from": 3, "price": 9 }, { "from": 5, "price": "7.50" }]);
        let id = add(&hazel, "Spade", json!({ "priceSteps": steps })).await;
        let path = format!("/tools/{id}");
        let opened = ada.get(&path).await.body;
        assert_eq!(opened["priceSteps"], json!([{ "from": 3, "price": 9 }, { "from": 5, "price": 7.5 }]));
        assert_eq!(shop.visitor().get("/tools").await.body[0]["priceSteps"], opened["priceSteps"]);
        assert_eq!(ada.put(&path, opened).await.body["modifiedCount"], 0, "as the specified client does");

        let placed = ada.order("Spade", 750, 6).await;
        let order = ada.get(&format!("/orders/{placed}")).await.body;
        assert_eq!((&order["price"], &order["totalPrice"]), (&json!(7.5), &json!(45)));
        ada.start_payment(&placed, 45.0).await;
        // A client that knows no steps shows and sends the base price.
        let placed = ada.order("Spade", 1_000, 3).await;
        let order = ada.get(&format!("/orders/{placed}")).await.body;
        assert_eq!((&order["price"], &order["totalPrice"]), (&json!(9), &json!(27)));
        let refused = ada.post("/orders", ada.wish("Spade", 750, 4)).await;
        refused.is(409, "price_changed");
        assert_eq!(refused.body["price"], 9);
        ada.post("/orders", ada.wish("Spade", 900, 2)).await.is(409, "price_changed");
        let mut wrong_total = ada.wish("Spade", 900, 3);
        wrong_total["totalPrice"] = json!(26);
        ada.post("/orders", wrong_total).await.is(409, "price_changed");

        for wrong in [json!("3: 9"), json!([{ "from": 3, "price": 9 }, { "from": 3, "price": 8 }]), json!([{ "from": 1, "price": 9 }]), json!([{ "from": 2, "price": 10 }])] {
            let refused = hazel.post("/tools", tool("Fork", &json!({ "priceSteps": wrong }))).await;
            refused.is(422, "invalid_field");
            assert_eq!(refused.body["errors"][0]["field"], "priceSteps");
        }
        let edit = |body: Value| hazel.call(Method::PUT, &path).header("if-match", "\"1.11\"").json(body).send();
        edit(json!({ "minimumQuantity": 3 })).await.is(422, "invalid_field");
        edit(json!({ "price": 9 })).await.is(422, "invalid_field");
        ada.put(&path, json!({ "priceSteps": [] })).await.is(403, "forbidden");
        assert_eq!(edit(json!({ "priceSteps": [] })).await.body["modifiedCount"], 1);
        assert_eq!(ada.get(&path).await.body.get("priceSteps"), None);
        ada.post("/orders", ada.wish("Spade", 900, 3)).await.is(409, "price_changed");
    }

    async fn a_tool_has_several_pictures_and_lists_have_the_first(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let picture = |name: &str, alt: &str| json!({ "url": format!("/images/{name}/350.webp"), "alt": alt });
        let pictures = json!([picture("hoe", " The hoe "), picture("fork", ""), picture("rake", "A rake")]);
        let id = add(&hazel, "Spade", json!({ "pictures": pictures, "img": "" })).await;
        let path = format!("/tools/{id}");
        let opened = ada.get(&path).await.body;
        let url = |name: &str| json!(format!("{}/images/{name}/350.webp", shop.shop.public_url()));
        assert_eq!((&opened["img"], &opened["imgAlt"], &opened["pictureCount"]), (&url("hoe"), &json!("The hoe"), &json!(3)));
        assert_eq!(opened["pictures"][0], json!({ "url": url("hoe"), "alt": "The hoe" }));
        assert_eq!(shop.visitor().get("/tool-pages/spade").await.body["tool"]["pictures"], opened["pictures"]);
        assert_eq!(opened["pictures"][2], json!({ "url": url("rake"), "alt": "A rake" }));
        let listed = shop.visitor().get("/tools").await.body[0].clone();
        assert_eq!((listed.get("pictures"), &listed["imgAlt"], &listed["pictureCount"]), (None, &json!("The hoe"), &json!(3)));
        assert_eq!(ada.put(&path, opened.clone()).await.body["modifiedCount"], 0, "as the specified client does");
        for differing in [json!([opened["pictures"][0]]), json!([{ "url": "https://pictures.example/x.png" }]), json!([])] {
            ada.put(&path, json!({ "pictures": differing })).await.is(403, "forbidden");
        }

        let edit = |tag: &'static str, body: Value| hazel.call(Method::PUT, &path).header("if-match", tag).json(body).send();
        let many: Vec<Value> = (0..9).map(|n| picture(&format!("hoe-{n}"), "")).collect();
        for wrong in [json!([]), json!(many), json!([{ "alt": "x" }]), json!([{ "url": "https://pictures.example/x.png" }]), json!([picture("hoe", &"x".repeat(201))])] {
            let refused = edit("\"1.20\"", json!({ "pictures": wrong })).await;
            refused.is(422, "invalid_field");
            assert_eq!(refused.body["errors"][0]["field"], "pictures");
            let new = tool("Fork", &json!({ "pictures": wrong, "img": null }));
            assert_eq!(hazel.post("/tools", new).await.fields(), ["pictures"]);
        }
        let turned = json!([opened["pictures"][2], opened["pictures"][0]]);
        assert_eq!(edit("\"1.20\"", json!({ "pictures": turned })).await.body["modifiedCount"], 1);
        let after = ada.get(&path).await.body;
        assert_eq!((&after["img"], &after["imgAlt"], after["pictures"].as_array().unwrap().len()), (&url("rake"), &json!("A rake"), 2));
        // The specified body, with one picture.
        assert_eq!(edit("\"2.20\"", json!({ "img": url("fork") })).await.body["modifiedCount"], 1);
        let after = ada.get(&path).await.body;
        assert_eq!((&after["img"], after.get("imgAlt"), &after["pictures"][1]["alt"]), (&url("fork"), None, &json!("The hoe")));
    }

    async fn a_sku_is_unique_and_can_be_removed(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, "Spade", json!({ "sku": " SP-1 ", "lowStock": 20 })).await;
        hazel.post("/tools", tool("Fork", &json!({ "sku": "SP-1" }))).await.is(409, "sku_taken");
        let listed = ada.get("/tools?q=sp-1").await.body[0].clone();
        assert_eq!((&listed["sku"], listed.get("lowStock"), listed.get("draft")), (&json!("SP-1"), None, None));
        let mut back = listed.clone();
        back["availableQuantity"] = json!(19);
        assert_eq!(ada.put(&format!("/tools/{id}"), back).await.body["modifiedCount"], 0, "as the specified client does");
        assert_eq!(hazel.get("/manageTools?state=low").await.body[0]["lowStock"], 20);
        let edit = json!({ "sku": "", "lowStock": "" });
        ada.put(&format!("/tools/{id}"), edit.clone()).await.is(403, "forbidden");
        let saved = hazel.call(Method::PUT, &format!("/tools/{id}")).header("if-match", "\"1.20\"").json(edit).send().await;
        assert_eq!(saved.body["modifiedCount"], 1);
        let managed = hazel.get("/manageTools").await.body[0].clone();
        assert_eq!((managed.get("sku"), managed.get("lowStock"), managed.get("draft")), (None, None, None));
        assert_eq!(names(&hazel, "/manageTools?state=low").await, Vec::<String>::new());
        hazel.post("/tools", tool("Fork", &json!({ "sku": "a\nb", "lowStock": 1_000_001 }))).await.is(422, "invalid_field");
        hazel.get("/manageTools?state=sold").await.is(422, "invalid_field");
    }

    async fn a_weight_is_whole_grams_and_can_be_removed(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, "Spade", json!({ "weightGrams": "1250" })).await;
        add(&hazel, "Fork", json!({})).await;
        let path = format!("/tools/{id}");
        let opened = ada.get(&path).await;
        assert_eq!(opened.body["weightGrams"], 1_250);
        let listed = ada.get("/tools").await.body;
        assert!(listed.as_array().unwrap().iter().any(|tool| tool.get("weightGrams").is_none()), "{listed}");
        for wrong in [json!(0), json!(1_000_001), json!(1.5), json!("1.2 kg"), json!(true)] {
            let answer = hazel.post("/tools", tool("Rake", &json!({ "weightGrams": wrong }))).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), ["weightGrams"], "{wrong}");
        }
        let edit = async |revision: &str, weight: Value| {
            hazel.call(Method::PUT, &path).header("if-match", revision).json(json!({ "weightGrams": weight })).send().await
        };
        assert_eq!(edit(opened.header("etag"), json!(900)).await.body["modifiedCount"], 1);
        let heavier = ada.get(&path).await;
        assert_eq!(heavier.body["weightGrams"], 900);
        let file = |weight: &str| format!("ID,Weight in kg\n{id},{weight}\n");
        let checked = hazel.call(Method::POST, "/tool-imports/check").text("text/csv", &file("1.05")).send().await;
        let difference = json!([{ "column": "Weight in kg", "before": "0.9", "after": "1.05" }]);
        assert_eq!(checked.body["changed"][0]["differences"], difference, "{}", checked.text);
        assert_eq!(edit(heavier.header("etag"), json!("")).await.body["modifiedCount"], 1);
        assert_eq!(ada.get(&path).await.body.get("weightGrams"), None);
    }

    async fn a_tool_has_the_numbers_that_other_programs_know_it_by(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let given = json!({ "gtin": "4 006381-333931", "brand": " Fern & Sons ", "mpn": "FS-6" });
        let id = add(&hazel, "Spade", given).await;
        let path = format!("/tools/{id}");
        let opened = ada.get(&path).await;
        let numbers = |tool: &Value| ["gtin", "brand", "mpn"].map(|member| tool[member].as_str().unwrap_or_default().to_owned());
        assert_eq!(numbers(&opened.body), ["4006381333931", "Fern & Sons", "FS-6"]);
        for (member, wrong) in [
            ("gtin", json!("4006381333932")), ("gtin", json!("36000291452")), ("gtin", json!("4.00638E+12")),
            ("brand", json!("B".repeat(71))), ("mpn", json!("a\nb")), ("gtin", json!(true)),
        ] {
            let answer = hazel.post("/tools", tool("Rake", &json!({ member: wrong }))).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), [member], "{wrong}");
        }
        let edit = hazel.call(Method::PUT, &path).header("if-match", opened.header("etag"));
        assert_eq!(edit.json(json!({ "gtin": "", "brand": "Fern" })).send().await.body["modifiedCount"], 1);
        assert_eq!(numbers(&ada.get(&path).await.body), ["", "Fern", "FS-6"]);

        let check = async |file: &str| {
            hazel.call(Method::POST, "/tool-imports/check").text("text/csv", file).send().await.body
        };
        let file = |gtin: &str| format!("ID,GTIN,Brand,MPN\n{id},{gtin},Fern,\n");
        let difference = json!([{ "column": "GTIN", "before": "", "after": "036000291452" }, { "column": "MPN", "before": "FS-6", "after": "" }]);
        assert_eq!(check(&file("036000291452")).await["changed"][0]["differences"], difference);
        let detail = "GTIN: A GTIN has 8, 12, 13 or 14 digits. Please enter all of them, with zeros at the beginning.";
        assert_eq!(check(&file("3.60E+10")).await["faults"][0]["detail"], detail, "as a spreadsheet alters it");
        let unchanged = check(&hazel.get("/csv/tools").await.text).await;
        assert_eq!((&unchanged["unchangedCount"], &unchanged["faultCount"]), (&json!(1), &json!(0)), "{unchanged}");
    }

    async fn a_category_lists_its_tools_and_those_of_the_level_below(shop: TestShop) {
        let (hazel, visitor) = (shop.admin().await, shop.visitor());
        assert_eq!(hazel.post("/categories", json!({ "name": "Hand Tools" })).await.status, 200);
        assert_eq!(hazel.post("/categories", json!({ "name": "Hoes", "parent": "hand-tools" })).await.status, 200);
        let listed = visitor.get("/categories").await.body;
        assert_eq!((&listed[0]["slug"], &listed[1]["slug"], &listed[1]["parent"]), (&json!("hand-tools"), &json!("hoes"), &json!("hand-tools")));
        let (hand_tools, hoes) = (listed[0]["_id"].as_str().unwrap().to_owned(), listed[1]["_id"].as_str().unwrap().to_owned());
        hazel.post("/categories", json!({ "name": "hoes" })).await.is(409, "slug_taken");
        hazel.post("/categories", json!({ "name": "!" })).await.is(422, "invalid_field");
        hazel.post("/categories", json!({ "name": "Draw hoes", "parent": "hoes" })).await.is(422, "invalid_field");
        hazel.put(&format!("/categories/{hand_tools}"), json!({ "name": "Tools", "parent": "hand-tools" })).await.is(422, "invalid_field");
        assert_eq!(hazel.post("/categories", json!({ "name": "Pots" })).await.status, 200);
        hazel.put(&format!("/categories/{hand_tools}"), json!({ "name": "Tools", "parent": "pots" })).await.is(409, "has_categories_below");
        hazel.post("/tools", tool("Rake", &json!({ "category": "rakes" }))).await.is(422, "invalid_field");

        add(&hazel, "Draw Hoe", json!({ "category": "hoes" })).await;
        add(&hazel, "Spade", json!({ "category": "hand-tools" })).await;
        add(&hazel, "Pot", json!({})).await;
        assert_eq!(names(&visitor, "/tools?category=hand-tools").await, ["Draw Hoe", "Spade"]);
        let first = visitor.get("/tools?category=hand-tools&limit=1").await;
        assert_eq!((first.header("x-total-count"), first.header("link").contains("category=hand")), ("2", true));
        assert_eq!(names(&visitor, "/tools?category=hoes").await, ["Draw Hoe"]);
        assert_eq!(names(&hazel, "/manageTools?category=hoes&state=published").await, ["Draw Hoe"]);
        assert_eq!(names(&visitor, "/tools?category=unknown").await, Vec::<String>::new());
        assert_eq!(names(&visitor, "/tools?category=").await.len(), 3);

        let renamed = json!({ "name": "Hoes & cultivators", "slug": "other" });
        assert_eq!(hazel.put(&format!("/categories/{hoes}"), renamed).await.status, 200);
        let listed = visitor.get("/categories").await.body;
        assert_eq!((&listed[1]["slug"], &listed[1]["name"], listed[1].get("parent")), (&json!("hoes"), &json!("Hoes & cultivators"), None));
        assert_eq!(hazel.delete(&format!("/categories/{hoes}")).await.body["deletedCount"], 1);
        assert_eq!(visitor.get("/tools?q=hoe").await.body[0].get("category"), None, "its tool stays");
        hazel.delete(&format!("/categories/{hoes}")).await.is(404, "not_found");
        let audited = shop.audit_entries(&Id::parse(&hoes).unwrap()).await;
        assert_eq!(audited.iter().map(|row| row.action.as_str()).collect::<Vec<_>>(), ["add_category", "edit_category", "delete_category"]);
    }

    async fn a_removed_tool_can_be_restored_for_thirty_days(shop: TestShop) {
        let (mut hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let spade = add(&hazel, "Spade", json!({ "sku": "SP-1" })).await;
        let hoe = add(&hazel, "Hoe", json!({})).await;
        let order = ada.order("Hoe", 1_000, 2).await;
        let secret = ada.start_payment(&order, 20.0).await;
        shop.provider.pay(&secret, "4242424242424242").await;
        let report = json!({ "orders": order, "transactionId": intent_of(&secret), "status": "pending" });
        ada.patch(&format!("/orders/{order}"), report).await.is(200, "");
        assert_eq!(hazel.get("/removed-tools").await.body, json!([]));
        for id in [&spade, &hoe] {
            assert_eq!(hazel.delete(&format!("/tools/{id}")).await.body["deletedCount"], 1);
        }
        let removed = hazel.get("/removed-tools").await.body;
        assert_eq!((&removed[0]["name"], &removed[1]["sku"]), (&json!("Hoe"), &json!("SP-1")));
        let other = add(&hazel, "Fork", json!({ "sku": "SP-1" })).await;
        restore(&hazel, &spade).await.is(409, "sku_taken");
        assert_eq!(hazel.delete(&format!("/tools/{other}")).await.status, 200);
        assert_eq!(restore(&hazel, &spade).await.body["modifiedCount"], 1);
        assert_eq!(restore(&hazel, &hoe).await.body["modifiedCount"], 1);
        restore(&hazel, &hoe).await.is(404, "not_found");
        let listed = ada.get("/tools").await.body;
        assert_eq!((&listed[0]["name"], &listed[1]["name"], &listed[1]["availableQuantity"]), (&json!("Spade"), &json!("Hoe"), &json!(18)));

        for id in [&spade, &hoe] {
            hazel.delete(&format!("/tools/{id}")).await;
        }
        shop.shop.clock.advance(Duration::from_hours(30 * 24 + 1));
        background::tidy(&shop.shop).await;
        hazel.sign_in().await;
        assert_eq!(hazel.get("/removed-tools").await.body, json!([]));
        for id in [&spade, &hoe] {
            hazel.post(&format!("/removed-tools/{id}/restore"), json!({})).await.is(404, "not_found");
        }
        let exists = async |id: &String| {
            let id = Id::parse(id).unwrap();
            shop.shop.db.read(id, |tx, id| store::find_row(tx, id)).await.unwrap().is_some()
        };
        assert_eq!((exists(&spade).await, exists(&hoe).await), (false, true), "an order names the hoe");
    }
}
