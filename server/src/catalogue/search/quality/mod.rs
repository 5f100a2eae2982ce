//! Judged searches: what a customer types, and the tools that must be among the first three.

use std::sync::Arc;

use serde::Deserialize;

use crate::{
    catalogue::{
        categories::Category,
        listing::{entry::CatalogueEntry, query_params::ToolQueryParams, snapshot::CatalogueSnapshot},
        search::{word_numbers::WordNumbers, words::Synonyms},
        tools::{
            texts::ToolTexts,
            tool::{Tool, ToolExtras},
        },
    },
    values::{ids::Id, language::Language, money::Cents, time::Timestamp},
};

const LARGE_SHOP: &str = include_str!("tools.txt");
const SEARCHES: &str = include_str!("searches.txt");
const FRENCH_SEARCHES: &str = include_str!("searches.fr.txt");
/// At least this many of 60 searches must be right.
const MIN_RIGHT: usize = 58;
/// At least this many of 20 French searches must be right.
const MIN_RIGHT_IN_FRENCH: usize = 19;

#[derive(Deserialize)]
struct DemoCatalogue {
    tools: Vec<DemoTool>,
}

#[derive(Deserialize)]
struct DemoTool {
    name: String,
    description: String,
    french: DemoTexts,
}

#[derive(Deserialize)]
struct DemoTexts {
    name: String,
    description: String,
}

/// The lines with a text, without comments.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// `{A, B} C` are `A C` and `B C`.
fn expanded(name: &str) -> Vec<String> {
    let Some((before, rest)) = name.split_once('{') else { return vec![name.to_owned()] };
    let (choices, after) = rest.split_once('}').unwrap();
    choices.split(", ").map(|choice| format!("{before}{choice}{after}")).collect()
}

/// Name, category, description and French texts.
type Row = (String, Option<String>, String, ToolTexts);

/// The demo's tools alone have French texts. In English they stand beside the tools of a large shop.
fn tools(language: Language) -> Vec<Tool> {
    let demo: DemoCatalogue = serde_json::from_str(include_str!("../../../../demo/catalogue.json")).unwrap();
    let french = |DemoTexts { name, description }| ToolTexts {
        name: Some(name),
        description: Some(description.into()),
    };
    let of_demo = |tool: DemoTool| (tool.name, None, tool.description, french(tool.french));
    let mut all: Vec<_> = demo.tools.into_iter().map(of_demo).collect();
    for line in lines(language.choose(LARGE_SHOP, "")) {
        let [name, category, description] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        all.extend(
            expanded(name)
                .into_iter()
                .map(|name| (name, Some(category.to_owned()), description.to_owned(), ToolTexts::default())),
        );
    }
    let tool = |(number, (name, category, description, french)): (i64, Row)| {
        let at = Timestamp::from_micros(number);
        let sku = name.starts_with("Hori-Hori").then(|| "HX-204-B".to_owned());
        let extras = ToolExtras { sku, category, french, ..ToolExtras::default() };
        Tool {
            id: Id::new(at),
            name,
            description: description.into(),
            img: "/x".into(),
            price: Cents::new(1_000 + number).unwrap(),
            // Some are sold out.
            available: if number % 17 == 0 { 0 } else { 100 },
            minimum: 1,
            revision: 1,
            created_at: at,
            changed_at: at,
            extras,
        }
    };
    (1..).zip(all).map(tool).collect()
}

#[test]
fn judged_searches_find_the_right_tool_among_the_first_three() {
    let (right, all, wrong) = judge(SEARCHES, Language::English);
    println!("{right} of {all} judged searches are right; wrong: {wrong:#?}");
    assert!(all >= 60 && right + 60 >= MIN_RIGHT + all, "{right} of {all} are right: {wrong:#?}");
}

#[test]
fn judged_french_searches_find_the_right_tool_among_the_first_three() {
    let (right, all, wrong) = judge(FRENCH_SEARCHES, Language::French);
    println!("{right} of {all} judged French searches are right; wrong: {wrong:#?}");
    assert!(all >= 20 && right + 20 >= MIN_RIGHT_IN_FRENCH + all, "{right} of {all} are right: {wrong:#?}");
}

/// Returns how many searches are right, how many there are, and what the wrong ones found.
fn judge(searches: &'static str, language: Language) -> (usize, usize, Vec<String>) {
    let words: Arc<WordNumbers> = Arc::default();
    let tools = tools(language);
    assert!(tools.len() > language.choose(280, 29), "{}", tools.len());
    let mut categories: Vec<Category> = Vec::new();
    for slug in tools.iter().filter_map(|tool| tool.extras.category.clone()) {
        if categories.iter().all(|known| known.slug != slug) {
            let name = slug.replace('-', " ");
            categories.push(Category {
                id: Id::new(Timestamp::from_micros(1)),
                slug,
                name,
                french_name: None,
                parent: None,
            });
        }
    }
    let entry = |tool: &Tool| Arc::new(CatalogueEntry::new(tool.clone(), &words).unwrap());
    let snapshot = CatalogueSnapshot::new(tools.iter().map(entry).collect(), &words);
    let synonyms = Synonyms::parse(include_str!("../../../settings/shop_settings/synonyms.txt"), language);
    let (mut right, mut all, mut wrong) = (0, 0, Vec::new());
    for line in lines(searches) {
        let (search, expected) = line.split_once(" | ").unwrap();
        let expected: Vec<&str> = expected.split("; ").collect();
        for name in &expected {
            assert!(tools.iter().any(|tool| tool.name_in(language) == *name), "{name} is no tool");
        }
        let params = ToolQueryParams {
            q: Some(search.to_owned()),
            sort: Some("relevance".into()),
            limit: Some("3".into()),
            language: Some(language.as_str().to_owned()),
            ..ToolQueryParams::default()
        };
        let mut query = params.check().unwrap();
        query.words = query.words.map(|words| words.with(&synonyms, &categories));
        let page = snapshot.select(&query);
        let name = |id: &Id| tools.iter().find(|tool| tool.id == *id).map(|tool| tool.name_in(language));
        let found: Vec<&str> = page.tools.iter().filter_map(|tool| name(&tool.id)).collect();
        all += 1;
        if found.iter().any(|name| expected.contains(name)) {
            right += 1;
        } else {
            wrong.push(format!("{search}: {found:?}"));
        }
    }
    (right, all, wrong)
}
