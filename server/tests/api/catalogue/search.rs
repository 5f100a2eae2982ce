//! Searching for tools.

use std::collections::BTreeSet;

use trowel::{
    catalogue::tools::{
        store::{StockChangeReason, insert_tool},
        tool::{Tool, ToolExtras},
    },
    values::{ids::Id, money::Cents},
};

use crate::support::{TestShop, on_both_engines};

async fn put_on_sale(shop: &TestShop, name: &'static str, description: &'static str) {
    let now = shop.shop.clock.now();
    let id = Id::new(now);
    let tool = Tool {
        id: id.clone(),
        name: name.into(),
        description: description.into(),
        img: "/images/hoe/350.webp".into(),
        price: Cents::new(1_000).unwrap(),
        available: 10,
        minimum: 1,
        revision: 1,
        created_at: now,
        changed_at: now,
        extras: ToolExtras::default(),
    };
    shop.shop
        .db
        .write(tool, |tx, tool| Box::pin(insert_tool(tx, tool, None, StockChangeReason::Added)))
        .await
        .unwrap();
    shop.shop.catalogue.mark_changed(&id);
}

async fn shed(shop: &TestShop) {
    for (name, description) in [
        ("Digging Spade", "A forged blade for heavy clay."),
        ("Bypass Secateurs", "Clean cuts on living wood. Bake in the sun, they stay sharp."),
        ("Bow-Rake", "Levels soil; hangs on any rack."),
        ("Draw Hoe", "Chops weeds between rows of étalage."),
        ("Sécateur à haie", "Pour la haie."),
    ] {
        put_on_sale(shop, name, description).await;
    }
}

/// The names of the tools found, in the order of the list.
async fn found(shop: &TestShop, question: &str) -> Vec<String> {
    let address = reqwest::Url::parse_with_params("http://x/tools", [("q", question)]).unwrap();
    let answer = shop.visitor().get(&format!("/tools?{}", address.query().unwrap())).await;
    assert_eq!(answer.status, 200, "{question}: {}", answer.text);
    answer.body.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn the_beginning_of_a_word_is_enough_in_name_and_description(shop: TestShop) {
        shed(shop).await;
        for (question, expected) in [
            ("s", &["Digging Spade", "Bypass Secateurs", "Bow-Rake", "Sécateur à haie"][..]),
            ("spa", &["Digging Spade"]), ("SPADE", &["Digging Spade"]), ("dig spa", &["Digging Spade"]), ("spade dig", &["Digging Spade"]),
            ("clay", &["Digging Spade"]), ("spade clay", &["Digging Spade"]), ("spade weeds", &[]),
            ("rake", &["Bow-Rake"]), ("bow rake", &["Bow-Rake"]), ("bow-rake", &["Bow-Rake"]), ("ow", &[]),
            ("hoe!", &["Draw Hoe"]), ("  hoe  ", &["Draw Hoe"]), ("living, wood", &["Bypass Secateurs"]),
        ] {
            assert_eq!(found(shop, question).await, expected, "{question}");
        }
    }

    async fn one_slip_in_a_word_is_forgiven_in_name_and_description(shop: TestShop) {
        shed(shop).await;
        for typed in ["spaed", "spde", "spadde", "spabe", "xpade", "pade", "spades", "digign spade", "diging spaed"] {
            assert_eq!(found(shop, typed).await, ["Digging Spade"], "{typed}");
        }
        for typed in ["secatuers", "secateirs", "seccateurs"] {
            assert_eq!(found(shop, typed).await, ["Bypass Secateurs", "Sécateur à haie"], "{typed}: with the synonym");
        }
        assert_eq!(found(shop, "byppass").await, ["Bypass Secateurs"]);
        assert_eq!(found(shop, "secatr").await, ["Bypass Secateurs", "Sécateur à haie"], "a part of a word with a typo");
        assert_eq!(found(shop, "forgde").await, ["Digging Spade"], "from the description");
        assert_eq!(found(shop, "hpe").await, ["Draw Hoe"], "three letters, the first one right");
        for typed in ["spdea", "sxxde", "dgigign", "ho x"] {
            assert!(found(shop, typed).await.is_empty(), "{typed}: two slips");
        }
    }

    async fn a_correct_spelling_finds_no_similar_words(shop: TestShop) {
        shed(shop).await;
        assert_eq!(found(shop, "rake").await, ["Bow-Rake"], "without the tool whose description says bakes");
        assert_eq!(found(shop, "rack").await, ["Bow-Rake"], "in the description, and nearly in the name");
        assert_eq!(found(shop, "bake").await, ["Bypass Secateurs", "Bow-Rake"], "in the description, or a typo of the name");
    }

    async fn accents_do_not_matter_either_way(shop: TestShop) {
        shed(shop).await;
        for typed in ["sécateur", "secateur à haie", "SÉCATEUR haie", "se\u{301}cateur à", "sécatuer haie"] {
            assert!(found(shop, typed).await.contains(&"Sécateur à haie".to_owned()), "{typed}");
        }
        assert_eq!(found(shop, "etalage").await, ["Draw Hoe"]);
    }

    async fn letters_are_found_in_their_plain_spelling(shop: TestShop) {
        put_on_sale(shop, "Œillet Cœur Straße", "").await;
        put_on_sale(shop, "Tuyau d’arrosage", "").await;
        put_on_sale(shop, "Gardener's Łódź Knife", "").await;
        for typed in ["oeillet", "ŒILLET", "coeur", "cœur", "strasse", "STRASSE", "straße", "coeur  oeillet"] {
            assert_eq!(found(shop, typed).await, ["Œillet Cœur Straße"], "{typed}");
        }
        for typed in ["arrosage", "d'arrosage", "d’arrosage"] {
            assert_eq!(found(shop, typed).await, ["Tuyau d’arrosage"], "{typed}");
        }
        for typed in ["gardeners", "gardener’s", "gardener", "lodz"] {
            assert_eq!(found(shop, typed).await, ["Gardener's Łódź Knife"], "{typed}");
        }
    }

    async fn the_end_of_a_word_is_found_after_whole_words_and_beginnings(shop: TestShop) {
        for name in ["Broadfork", "Forklift Pallet", "Hand Fork", "Handsaw", "Hedge Shears", "Work Gloves", "Wheelbarrow"] {
            put_on_sale(shop, name, "").await;
        }
        let ranked = shop.visitor().get("/tools?q=fork&sort=relevance&limit=10").await;
        let ranked: Vec<_> = ranked.body.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(ranked, ["Hand Fork", "Forklift Pallet", "Broadfork"]);
        assert_eq!(found(shop, "barrows").await, ["Wheelbarrow"]);
        assert_eq!(found(shop, "saw").await, ["Handsaw"]);
    }

    async fn signs_alone_find_nothing_and_harm_nothing(shop: TestShop) {
        shed(shop).await;
        for typed in ["%", "_", "'", "\";--", "*", "\u{301}", "\\", "🥕", "' OR 1=1"] {
            assert!(found(shop, typed).await.is_empty(), "{typed}");
        }
        assert_eq!(found(shop, " \t").await.len(), 5, "blanks are not a search");
        let many_words: String = "a ".repeat(100);
        assert_eq!(found(shop, &many_words).await.len(), 3, "a repeated word counts once");
    }

    async fn an_edit_is_found_at_once_and_the_old_name_no_longer(shop: TestShop) {
        shed(shop).await;
        let hazel = shop.admin().await;
        assert_eq!(found(shop, "hoe").await, ["Draw Hoe"]);
        let tools = hazel.get("/tools?q=hoe").await;
        let path = format!("/tools/{}", tools.body[0]["_id"].as_str().unwrap());
        let edit = hazel.call(reqwest::Method::PUT, &path).header("if-match", "\"1.10\"");
        assert_eq!(edit.json(serde_json::json!({ "name": "Border Rake" })).send().await.status, 200);
        assert!(found(shop, "hoe").await.is_empty());
        assert_eq!(found(shop, "rake").await, ["Bow-Rake", "Border Rake"]);
        assert_eq!(hazel.delete(&path).await.status, 200);
        assert_eq!(found(shop, "rake").await, ["Bow-Rake"]);
    }

    async fn the_best_match_comes_first_and_pages_keep_that_order(shop: TestShop) {
        for (name, description) in [
            ("Knife", "Cuts hose, twine and sods."), ("Hose Reel", "For 30 m."), ("Garden Hose", "Does not kink."),
            ("Hoses, set of two", "Short ones."), ("Sold Hose", "Is gone."),
        ] {
            put_on_sale(shop, name, description).await;
        }
        let hazel = shop.admin().await;
        let sold = hazel.get("/tools?q=sold").await.body[0]["_id"].as_str().unwrap().to_owned();
        let edit = hazel.call(reqwest::Method::PUT, &format!("/tools/{sold}")).header("if-match", "\"1.10\"");
        assert_eq!(edit.json(serde_json::json!({ "availableQuantity": 0 })).send().await.status, 200);
        let expected = ["Garden Hose", "Sold Hose", "Hoses, set of two", "Hose Reel", "Knife"];
        let names = |body: &serde_json::Value| {
            body.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&shop.visitor().get("/tools?q=hose&sort=relevance").await.body), expected);
        let pages = shop.visitor().pages("/tools?q=hose&sort=relevance&limit=2").await;
        assert_eq!(pages.iter().flat_map(|page| names(&page.body)).collect::<Vec<_>>(), expected);
        assert_eq!(pages[0].header("x-total-count"), "5");
        assert_eq!(names(&shop.visitor().get("/tools?sort=relevance").await.body)[0], "Sold Hose", "without a search the newest");
        assert_eq!(shop.visitor().get("/tools?q=hose").await.body[0]["name"], "Knife", "the specified order stays");
    }

    async fn the_owner_says_which_words_mean_the_same(shop: TestShop) {
        shed(shop).await;
        assert_eq!(found(shop, "pruners").await, ["Bypass Secateurs", "Sécateur à haie"]);
        assert!(found(shop, "tickler").await.is_empty());
        let hazel = shop.admin().await;
        let save = |revision: &'static str, text: &'static str| {
            let change = serde_json::json!({ "synonyms": text });
            hazel.call(reqwest::Method::PUT, "/shop-settings").header("if-match", revision).json(change).send()
        };
        save("\"0\"", "hoe tickler").await.is(422, "invalid_field");
        assert_eq!(save("\"0\"", "hoe = tickler").await.status, 200);
        assert_eq!(found(shop, "ticklers").await, ["Draw Hoe"], "at once");
        assert!(found(shop, "pruners").await.is_empty(), "the list of the owner replaces ours");
    }

    async fn each_filter_says_how_many_tools_it_would_leave(shop: TestShop) {
        let hazel = shop.admin().await;
        for (name, parent) in [("Cutting", None), ("Saws", Some("cutting"))] {
            let category = serde_json::json!({ "name": name, "parent": parent });
            assert_eq!(hazel.post("/categories", category).await.status, 200);
        }
        for (name, price, available, minimum, category) in [
            ("Saw", 10, 5, 1, "saws"), ("Knife", 20, 5, 1, "cutting"), ("Bow Saw", 40, 0, 10, "saws"), ("Hose", 80, 50, 10, ""),
        ] {
            let tool = serde_json::json!({
                "name": name, "description": "For the garden", "img": "/images/draw-hoe/350.webp", "price": price,
                "availableQuantity": available, "minimumQuantity": minimum, "category": category,
            });
            let answer = hazel.post("/tools", tool).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
        }
        let facets = async |query: &str| shop.visitor().get(&format!("/tool-facets{query}")).await.body;
        let all = facets("").await;
        assert_eq!(all["categories"], serde_json::json!([{ "slug": "cutting", "count": 3 }, { "slug": "saws", "count": 2 }]));
        assert_eq!((&all["inStock"], &all["minimums"]), (&3.into(), &serde_json::json!([{ "upTo": 1, "count": 2 }])));
        assert_eq!(all["prices"], serde_json::json!([
            { "to": 24.99, "count": 2 }, { "from": 25, "to": 49.99, "count": 1 }, { "from": 50, "count": 1 },
        ]));
        let saws = facets("?q=saw&inStock=true&category=saws").await;
        assert_eq!((&saws["categories"][0]["count"], &saws["categories"][1]["count"], &saws["inStock"]), (&1.into(), &1.into(), &1.into()));
        assert_eq!(saws["minimums"][0]["count"], 1);
        for (filter, total) in [("inStock=true", 3), ("maxMinimum=1", 2), ("priceMin=40&priceMax=79.99", 1), ("category=cutting", 3)] {
            let listed = shop.visitor().get(&format!("/tools?limit=1&{filter}")).await;
            assert_eq!(listed.header("x-total-count"), total.to_string(), "{filter}: the counts are true");
        }
        shop.visitor().get("/tool-facets?priceMin=x").await.is(422, "invalid_field");
        let suggested = shop.visitor().get("/tool-suggestions?q=saw").await.body;
        assert_eq!((&suggested["tools"][0]["name"], &suggested["categories"][0]["slug"]), (&"Saw".into(), &"saws".into()));
        assert_eq!(shop.visitor().get("/tool-suggestions").await.body, serde_json::json!({ "tools": [], "categories": [] }));
    }

    async fn a_search_without_a_result_says_what_is_near(shop: TestShop) {
        shed(shop).await;
        let near = async |question: &str| {
            let address = reqwest::Url::parse_with_params("http://x/", [("q", question)]).unwrap();
            shop.visitor().get(&format!("/tool-facets?{}", address.query().unwrap())).await.body["near"].clone()
        };
        assert_eq!(near("sqadr").await, serde_json::json!([{ "q": "spade", "total": 1, "isSpelling": true }]));
        assert_eq!(near("spade weeds").await, serde_json::json!([
            { "q": "spade", "total": 1, "isSpelling": false }, { "q": "weeds", "total": 1, "isSpelling": false },
        ]));
        assert_eq!(near("spade").await, serde_json::json!([]), "it has a result");
        assert_eq!(near("tractor").await, serde_json::json!([]));
    }

    async fn pages_of_what_was_found_show_each_tool_once(shop: TestShop) {
        shed(shop).await;
        for sort in ["newest", "oldest", "name", "price", "-price"] {
            let pages = shop.visitor().pages(&format!("/tools?q=s&limit=1&sort={sort}")).await;
            let seen: BTreeSet<&str> = pages.iter().map(|page| page.body[0]["name"].as_str().unwrap()).collect();
            assert_eq!((pages.len(), seen.len()), (4, 4), "{sort}");
            assert!(pages.iter().all(|page| page.header("x-total-count") == "4"), "{sort}");
        }
    }
}
