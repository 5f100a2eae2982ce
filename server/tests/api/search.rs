//! Searching for tools.

use std::collections::BTreeSet;

use trowel::{
    catalogue::{
        store::insert_tool,
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
    shop.shop.db.write(tool, |tx, tool| Box::pin(insert_tool(tx, tool, None, "test"))).await.unwrap();
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
        for typed in ["secatuers", "secateirs", "seccateurs", "byppass"] {
            assert_eq!(found(shop, typed).await, ["Bypass Secateurs"], "{typed}");
        }
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
