//! The French pages, below /fr. Each has the same page in English beside it.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Setup, TestShop, on_both_engines, with_shop};

async fn open(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

/// What stands in the first element that begins so.
fn after<'a>(text: &'a str, start: &str) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("{start} is not in {text}"));
    rest.split(['"', '<']).next().unwrap()
}

/// The addresses of a page in English, in French and for other languages, as its head names them.
fn alternates(shop: &TestShop, page: &str) -> [String; 3] {
    ["en-CA", "fr-CA", "x-default"].map(|language| {
        let address = after(page, &format!("<link rel=\"alternate\" hreflang=\"{language}\" href=\""));
        address.strip_prefix(&shop.url).unwrap().to_owned()
    })
}

on_both_engines! {
    async fn a_page_has_a_french_address_with_french_words(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 123_450, 10, 6).await;
        hazel.post("/categories", json!({ "name": "Hand Tools" })).await;
        for (path, title, text) in [
            ("/fr", "Trowel", "<html lang=\"fr-CA\">"),
            ("/fr/outils", "Tous les outils · Trowel", "Draw Hoe"),
            ("/fr/outils/draw-hoe", "Draw Hoe · Trowel", "1\u{a0}234,50\u{a0}$ l’unité, minimum de 6."),
            ("/fr/categorie/hand-tools", "Hand Tools · Trowel", "Hand Tools\u{a0}: prix, stock"),
            ("/fr/avis", "Tous les avis · Trowel", "Tous les avis</h1>"),
            ("/fr/confidentialite", "Confidentialité · Trowel", "Confidentialité</h1>"),
            ("/fr/connexion", "Connexion · Trowel", "Connectez-vous pour commander"),
            ("/fr/panier", "Panier · Trowel", "Panier</h1>"),
            ("/fr/tableau-de-bord/mes-commandes", "Mes commandes · Trowel", "noindex"),
        ] {
            let page = open(shop, path).await;
            assert_eq!((page.status, after(&page.text, "<title>")), (200, title), "{path}");
            assert!(page.text.contains(text), "{path} has no {text}: {}", page.text);
            assert!(page.text.contains("lang=\"fr-CA\""), "{path}");
        }
        let missing = open(shop, "/fr/nulle-part").await;
        assert_eq!((missing.status, after(&missing.text, "<title>")), (404, "Page introuvable · Trowel"));
        assert_eq!(open(shop, "/fr/outils/rien").await.status, 404);
    }

    async fn categories_have_french_names_on_french_pages(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let both = json!({ "name": "Hand Tools", "frenchName": "Outils à main" });
        let id = hazel.post("/categories", both).await.body["insertedId"].as_str().unwrap().to_owned();
        hazel.post("/categories", json!({ "name": "Hoes", "parent": "hand-tools" })).await.is(200, "");
        let listed = async |query: &str| shop.visitor().get(&format!("/categories{query}")).await.body;
        assert_eq!(listed("").await[0]["frenchName"], "Outils à main");
        for (query, name) in [("?language=en", "Hand Tools"), ("?language=fr", "Outils à main")] {
            let rows = listed(query).await;
            assert_eq!((&rows[0]["name"], &rows[0]["frenchName"]), (&json!(name), &Value::Null), "{query}");
            assert_eq!((&rows[0]["slug"], &rows[1]["name"]), (&json!("hand-tools"), &json!("Hoes")), "{query}");
        }
        let french = open(shop, "/fr/categorie/hand-tools").await.text;
        assert_eq!(after(&french, "<title>"), "Outils à main · Trowel");
        assert!(french.contains("\"name\":\"Outils à main\"") && !french.contains("Hand Tools"), "{french}");
        let english = open(shop, "/category/hand-tools").await.text;
        assert_eq!(after(&english, "<title>"), "Hand Tools · Trowel");
        assert!(!english.contains("Outils à main"), "{english}");

        // A client that knows no French name keeps it.
        let path = format!("/categories/{id}");
        hazel.put(&path, json!({ "name": "Hand tools" })).await.is(200, "");
        assert_eq!(listed("?language=fr").await[0]["name"], "Outils à main");
        hazel.put(&path, json!({ "name": "Hand tools", "frenchName": "À la\nmain" })).await.is(422, "invalid_field");
        hazel.put(&path, json!({ "name": "Hand tools", "frenchName": " " })).await.is(200, "");
        assert_eq!(listed("?language=fr").await[0]["name"], "Hand tools");
    }

    async fn other_spellings_of_a_french_address_lead_to_it(shop: TestShop) {
        shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 10, 6).await;
        for (path, target) in [
            ("/fr/", "/fr"),
            ("/fr/tool", "/fr/outils"),
            ("/fr/tool/draw-hoe?a=b", "/fr/outils/draw-hoe?a=b"),
            ("/fr/Outils/", "/fr/outils"),
            ("/fr/outils/Draw-Hoe", "/fr/outils/draw-hoe"),
            ("/fr/dashboard/myOrders", "/fr/tableau-de-bord/mes-commandes"),
        ] {
            let moved = open(shop, path).await;
            assert_eq!((moved.status, moved.header("location")), (301, target), "{path}");
        }
        for path in ["/outils", "/panier", "/french", "/fr/fr/outils", "/fr/index.html", "/fr/pages.json", "/fr/renderer.js"] {
            assert_eq!(open(shop, path).await.status, 404, "{path}");
        }
    }

    async fn the_french_basket_works_without_javascript(shop: TestShop) {
        shop.admin().await;
        let hoe = shop.tool("Draw Hoe", 123_450, 120, 6).await;
        let body = format!("tool={hoe}");
        let post = shop.fetch(Method::POST, "/fr/panier").header("origin", &shop.url);
        let added = post.text("application/x-www-form-urlencoded", &body).send().await;
        assert_eq!((added.status, added.header("location")), (303, "/fr/panier"), "{}", added.text);
        let cookie = added.header("set-cookie").split(';').next().unwrap().to_owned();
        let page = shop.fetch(Method::GET, "/fr/panier").header("cookie", &cookie).send().await.text;
        for text in [
            "<a href=\"/fr/outils/draw-hoe\">Draw Hoe</a>",
            "1\u{a0}234,50\u{a0}$ l’unité · Minimum de 6",
            "action=\"/fr/panier\"",
            "Le paiement a besoin de JavaScript",
        ] {
            assert!(page.contains(text), "{text} is not in {page}");
        }
    }
}

#[tokio::test]
async fn each_language_names_the_same_page_in_the_other() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        for name in ["Draw Hoe", "Rake"] {
            shop.tool(name, 1_000, 10, 1).await;
        }
        hazel.post("/categories", json!({ "name": "Hand Tools" })).await;
        let sitemap = open(shop, "/sitemap.xml").await.text;
        let places: BTreeSet<String> =
            sitemap.split("<loc>").skip(1).map(|rest| after(rest, &shop.url).to_owned()).collect();
        assert!(places.iter().filter(|path| path.starts_with("/fr")).count() * 2 == places.len());
        for path in &places {
            let page = open(shop, path).await;
            assert_eq!(page.status, 200, "{path}");
            let canonical = after(&page.text, "rel=\"canonical\" href=\"").strip_prefix(&shop.url).unwrap();
            assert_eq!(canonical, path);
            let [english, french, other] = alternates(shop, &page.text);
            assert_eq!(english, other, "{path}");
            assert!([&english, &french].contains(&path), "{path} names itself");
            for alternate in [&english, &french] {
                assert!(places.contains(alternate), "{alternate} of {path} is not in the sitemap");
                let same = alternates(shop, &open(shop, alternate).await.text);
                assert_eq!(same, [english.clone(), french.clone(), other.clone()], "{path}");
            }
            let locale = if path.starts_with("/fr") { "fr_CA" } else { "en_CA" };
            assert_eq!(after(&page.text, "og:locale\" content=\""), locale, "{path}");
        }
    })
    .await;
}
