//! The calls of the OpenAPI document, to build requests from. New calls are included automatically.

use std::sync::OnceLock;

use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::support::on_both_engines;

pub struct Described {
    /// The call as in the registry: `PUT /tools/{id}`.
    pub call: String,
    pub path: String,
    pub in_path: Vec<String>,
    pub in_query: Vec<String>,
    pub in_headers: Vec<String>,
    /// The members of its JSON body; `None` if it takes none.
    pub members: Option<Vec<String>>,
}

pub fn all() -> Vec<Described> {
    let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let parameters = call["parameters"].as_array().cloned().unwrap_or_default();
            let names = |place: &str| {
                let there = parameters.iter().filter(|parameter| parameter["in"] == place);
                there.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect()
            };
            let body = &call["requestBody"]["content"]["application/json"]["schema"];
            all.push(Described {
                call: format!("{} {path}", method.to_uppercase()),
                path: path.clone(),
                in_path: names("path"),
                in_query: names("query"),
                in_headers: names("header"),
                members: (!body.is_null()).then(|| members(&document, body).keys().cloned().collect()),
            });
        }
    }
    all
}

fn members(document: &Value, schema: &Value) -> Map<String, Value> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/")) {
        return members(document, &document["components"]["schemas"][name]);
    }
    let mut found = schema["properties"].as_object().cloned().unwrap_or_default();
    for part in ["oneOf", "anyOf", "allOf"].iter().filter_map(|kind| schema[kind].as_array()).flatten() {
        found.extend(members(document, part));
    }
    found
}

/// A part of `all`, another for each `turn`, so that all turns together cover everything. With TROWEL_THOROUGH
/// (faults/hostile-input) always all.
pub fn in_turn<T: Clone>(all: &[T], some: usize, turn: usize) -> Vec<T> {
    let size = if std::env::var_os("TROWEL_THOROUGH").is_some() { all.len() } else { some.min(all.len()) };
    all.iter().cycle().skip(turn * some % all.len()).take(size).cloned().collect()
}

/// Panics if the document has the call and not this answer of it. Tests call it with each 422 that the shop answers.
pub fn must_document(method: &Method, path: &str, status: &str) {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    let document = DOCUMENT.get_or_init(|| serde_json::to_value(trowel::app::router::openapi()).unwrap());
    let Some(path) = path.strip_prefix("/api") else { return };
    let is_it = |template: &str| {
        let (mut wanted, mut given) = (template.split('/'), path.split('/'));
        wanted.by_ref().zip(given.by_ref()).all(|(wanted, given)| wanted.starts_with('{') || wanted == given)
            && template.split('/').count() == path.split('/').count()
    };
    let paths = document["paths"].as_object().unwrap();
    let mut found: Vec<_> = paths.keys().filter(|template| is_it(template)).collect();
    // A path without parameters comes first.
    found.sort_by_key(|template| template.matches('{').count());
    let Some(template) = found.first() else { return };
    let call = &paths[*template][method.as_str().to_lowercase()];
    assert!(
        call.is_null() || call["responses"].get(status).is_some(),
        "{method} {template} does not document {status}"
    );
}

on_both_engines! {
    async fn an_invalid_total_of_a_payment_is_a_documented_answer(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        let refused = ada.post(&format!("/purchases/{order}/payment"), json!({ "total": -1 })).await;
        refused.is(422, "invalid_field");
        assert_eq!(refused.fields(), ["total"]);
    }
}

#[test]
fn a_summary_is_one_short_sentence() {
    let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
    let calls =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    for call in calls {
        let summary = call["summary"].as_str().unwrap_or_default();
        let is_short = (1..=80).contains(&summary.chars().count());
        assert!(is_short && !summary.contains(". "), "{}: {summary}", call["operationId"]);
    }
}
