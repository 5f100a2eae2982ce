//! Names and descriptions of tools in French.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{app::background, catalogue::tools::store, values::ids::Id};

use crate::support::{Person, on_both_engines};

const HOE: (&str, &str) = ("Binette à col de cygne", "Pour désherber le potager");

async fn add(hazel: &Person<'_>, name: &str, french: Value) -> String {
    let body = json!({
        "name": name, "description": "For the border", "price": 10, "availableQuantity": 20, "minimumQuantity": 1,
        "img": "/images/hoe/350.webp", "french": french
    });
    let answer = hazel.post("/tools", body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["insertedId"].as_str().unwrap().to_owned()
}

async fn names(person: &Person<'_>, path: &str) -> Vec<String> {
    let listed = person.get(path).await;
    assert_eq!(listed.status, 200, "{}", listed.text);
    listed.body.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn a_french_list_has_the_french_texts_and_english_in_place_of_missing_ones(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, "Draw Hoe", json!({ "name": HOE.0, "description": HOE.1 })).await;
        add(&hazel, "Spade", json!({ "name": "Bêche" })).await;
        add(&hazel, "Fork", json!(null)).await;
        let visitor = shop.visitor();
        assert_eq!(names(&visitor, "/tools").await, ["Draw Hoe", "Spade", "Fork"]);
        assert_eq!(names(&visitor, "/tools?language=fr").await, [HOE.0, "Bêche", "Fork"]);
        assert_eq!(names(&visitor, "/tools?language=en").await, ["Draw Hoe", "Spade", "Fork"]);
        assert_eq!(names(&visitor, "/tools?language=fr&sort=name&limit=10").await, ["Bêche", HOE.0, "Fork"]);
        let french = visitor.get("/tools?language=fr").await.body;
        assert_eq!((&french[0]["description"], &french[1]["description"]), (&json!(HOE.1), &json!("For the border")));
        for path in ["/tools", "/tools?language=fr"] {
            assert!(!visitor.get(path).await.text.contains("french"), "{path}: customers see one language");
        }

        let path = format!("/tools/{id}");
        assert_eq!(ada.get(&path).await.body["name"], "Draw Hoe");
        assert_eq!(ada.get(&path).await.body.get("french"), None);
        assert_eq!(ada.get(&format!("{path}?language=fr")).await.body["name"], HOE.0);
        let page = visitor.get("/tool-pages/draw-hoe?language=fr").await.body;
        assert_eq!((&page["tool"]["name"], &page["tool"]["description"]), (&json!(HOE.0), &json!(HOE.1)));
        assert_eq!(page["related"][0]["name"], "Bêche");
        assert_eq!(visitor.get("/tool-pages/draw-hoe").await.body["tool"]["name"], "Draw Hoe");
        assert_eq!(visitor.get("/home-page?language=fr").await.status, 200);
    }

    async fn the_next_page_of_a_french_list_is_french(shop: TestShop) {
        let hazel = shop.admin().await;
        for (english, french) in [("A", "Éclisse"), ("B", "Zinc"), ("C", "Bêche")] {
            add(&hazel, english, json!({ "name": french })).await;
        }
        let first = shop.visitor().get("/tools?language=fr&sort=name&limit=2").await;
        assert_eq!((&first.body[0]["name"], &first.body[1]["name"]), (&json!("Bêche"), &json!("Éclisse")));
        let link = first.header("link");
        assert!(link.contains("language=fr"), "{link}");
        let next = link.split(['<', '>']).nth(1).unwrap().split_once("/api").unwrap().1.to_owned();
        assert_eq!(names(&shop.visitor(), &next).await, ["Zinc"]);
    }

    async fn the_owner_edits_the_french_texts_beside_the_english_ones(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, "Draw Hoe", json!({ "name": HOE.0, "description": HOE.1 })).await;
        let path = format!("/tools/{id}");
        let opened = hazel.get(&path).await;
        assert_eq!(opened.body["name"], "Draw Hoe");
        assert_eq!(opened.body["french"], json!({ "name": HOE.0, "description": HOE.1 }));
        assert_eq!(hazel.get("/manageTools").await.body[0]["french"], opened.body["french"]);
        add(&hazel, "Spade", json!({ "name": "Bêche" })).await;
        assert_eq!(names(&hazel, "/manageTools?state=untranslated").await, ["Spade"], "half is not enough");
        hazel.delete(&format!("/tools/{}", hazel.get("/tools?q=spade").await.body[0]["_id"].as_str().unwrap())).await;
        let edit = async |tag: &str, french: Value| {
            let edit = hazel.call(Method::PUT, &path).header("if-match", tag);
            edit.json(json!({ "french": french })).send().await
        };
        assert_eq!(edit("\"1.20\"", json!({ "name": HOE.0 })).await.body["modifiedCount"], 0, "nothing new");
        assert_eq!(edit("\"1.20\"", json!({ "name": "Sarcloir" })).await.body["modifiedCount"], 1);
        let seen = hazel.get(&path).await.body;
        assert_eq!(seen["french"], json!({ "name": "Sarcloir", "description": HOE.1 }), "the other one stays");
        assert_eq!(names(&shop.visitor(), "/tools?language=fr").await, ["Sarcloir"]);
        edit("\"1.20\"", json!({ "name": "Binette" })).await.is(412, "revision_changed");
        let removed = edit("\"2.20\"", json!({ "name": "", "description": " " })).await;
        assert_eq!(removed.body["modifiedCount"], 1);
        assert_eq!(hazel.get(&path).await.body.get("french"), None);
        assert_eq!(names(&shop.visitor(), "/tools?language=fr").await, ["Draw Hoe"]);

        let refused = edit("\"3.20\"", json!({ "name": "b".repeat(121), "description": "x".repeat(4_001) })).await;
        refused.is(422, "invalid_field");
        let errors = refused.body["errors"].as_array().unwrap();
        let places: Vec<_> = errors.iter().map(|it| (it["field"].as_str(), it["member"].as_str())).collect();
        assert_eq!(places, [(Some("french"), Some("name")), (Some("french"), Some("description"))]);
        ada.put(&path, json!({ "french": { "name": "Pelle" } })).await.is(403, "forbidden");
    }

    async fn french_texts_go_with_their_tool(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let id = add(&hazel, "Draw Hoe", json!({ "name": HOE.0 })).await;
        // The specified client sends back what it has read.
        let mut shown = ada.get(&format!("/tools/{id}")).await.body;
        shown["availableQuantity"] = json!(19);
        assert_eq!(ada.put(&format!("/tools/{id}"), shown).await.body["modifiedCount"], 0);
        let shown = hazel.get(&format!("/tools/{id}")).await.body;
        assert_eq!(hazel.put(&format!("/tools/{id}"), shown).await.body["modifiedCount"], 0, "an administrator too");
        // A page in French orders by the name that it shows.
        assert_eq!(ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.status, 200);
        let mut wish = ada.wish(HOE.0, 1_000, 2);
        wish["toolId"] = json!(id);
        let placed = ada.post("/orders", wish).await;
        assert_eq!(placed.status, 200, "{}", placed.text);
        let mut wish = ada.wish("Pelle", 1_000, 2);
        wish["toolId"] = json!(id);
        assert_eq!(ada.post("/orders", wish).await.status, 409);

        assert_eq!(hazel.delete(&format!("/tools/{id}")).await.status, 200);
        assert!(names(&shop.visitor(), "/tools?language=fr").await.is_empty());
        assert_eq!(hazel.post(&format!("/removed-tools/{id}/restore"), json!({})).await.status, 200);
        assert_eq!(names(&shop.visitor(), "/tools?language=fr").await, [HOE.0]);
    }

    async fn a_removed_tool_with_french_texts_is_deleted_in_the_end(shop: TestShop) {
        let hazel = shop.admin().await;
        let id = add(&hazel, "Draw Hoe", json!({ "name": HOE.0 })).await;
        assert_eq!(hazel.delete(&format!("/tools/{id}")).await.status, 200);
        shop.shop.clock.advance(Duration::from_hours(30 * 24 + 1));
        background::tidy(&shop.shop).await;
        let id = Id::parse(&id).unwrap();
        let found = shop.shop.db.read(id, |tx, id| store::find_row(tx, id)).await.unwrap();
        assert!(found.is_none());
    }

    async fn a_french_search_finds_french_and_english_words(shop: TestShop) {
        let hazel = shop.admin().await;
        add(&hazel, "Garden Hose", json!({ "name": "Tuyau d’arrosage", "description": "Souple et solide" })).await;
        add(&hazel, "Spade", json!({ "name": "Bêche" })).await;
        let found = async |search: &str| names(&shop.visitor(), &format!("/tools?q={search}&sort=relevance&limit=5{}", "&language=fr")).await;
        for search in ["tuyaux", "l'arrosage", "arroser", "tuyau%20d%E2%80%99arrosage", "hose", "solides", "tuyua"] {
            assert_eq!(found(search).await, ["Tuyau d’arrosage"], "{search}");
        }
        assert_eq!(found("beches").await, ["Bêche"]);
        assert_eq!(names(&shop.visitor(), "/tools?q=tuyau").await, ["Garden Hose"], "an English page shows English names");
        let suggested = shop.visitor().get("/tool-suggestions?q=tuy&language=fr").await.body;
        assert_eq!(suggested["tools"][0]["name"], "Tuyau d’arrosage");
        assert_eq!(shop.visitor().get("/tool-facets?q=beches&language=fr").await.status, 200);
    }

    async fn french_pages_have_french_names_in_every_part(shop: TestShop) {
        let hazel = shop.admin().await;
        add(&hazel, "Draw Hoe", json!({ "name": HOE.0, "description": HOE.1 })).await;
        let open = async |path: &str| shop.fetch(Method::GET, path).send().await.text;
        let page = open("/fr/outils/draw-hoe").await;
        assert!(page.contains(&format!("<title>{} · Trowel</title>", HOE.0)), "{page}");
        assert!(page.contains(&format!("\"name\":\"{}\"", HOE.0)), "structured data");
        assert!(page.contains(HOE.1) && !page.contains("For the border"), "{page}");
        for path in ["/fr", "/fr/outils"] {
            let page = open(path).await;
            assert!(page.contains(HOE.0) && !page.contains("Draw Hoe"), "{path}: {page}");
        }
        let page = open("/tool/draw-hoe").await;
        assert!(page.contains("<title>Draw Hoe · Trowel</title>") && !page.contains(HOE.0), "{page}");
    }
}
