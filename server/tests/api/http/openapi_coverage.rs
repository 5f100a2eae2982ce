//! The calls of the OpenAPI document, to build requests from. New calls are included automatically.

use serde_json::{Map, Value};

pub struct Described {
    /// As in the registry: `PUT /tools/{id}`.
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
