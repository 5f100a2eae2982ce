//! The events in openapi.json: what the shop sends has exactly the documented members.

use std::{collections::BTreeSet, sync::OnceLock};

use serde_json::{Map, Value};
use trowel::settings::webhooks::WebhookEvent;

fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| serde_json::to_value(trowel::app::router::openapi()).unwrap())
}

/// Panics unless the body of a webhook is as documented.
pub fn check(body: &Value) {
    let kind = body["type"].as_str().unwrap();
    if kind == trowel::settings::webhooks::TEST_EVENT {
        return;
    }
    let content = &document()["webhooks"][kind]["post"]["requestBody"]["content"];
    let schema = &content["application/json"]["schema"];
    assert!(schema.is_object(), "{kind} is not in openapi.json");
    let faults = faults(schema, body, kind);
    assert!(faults.is_empty(), "{faults:?} in {body}");
}

fn resolved(schema: &Value) -> &Value {
    match schema["$ref"].as_str() {
        Some(path) => document().pointer(&path[1..]).unwrap_or_else(|| panic!("{path} is nowhere")),
        None => schema,
    }
}

/// The properties of an object and its parts, and the required ones.
fn members(schema: &Value) -> (Map<String, Value>, BTreeSet<String>) {
    let schema = resolved(schema);
    let mut properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let names = schema["required"].as_array().into_iter().flatten();
    let mut required: BTreeSet<String> = names.map(|name| name.as_str().unwrap().to_owned()).collect();
    for part in schema["allOf"].as_array().into_iter().flatten() {
        let (more, needed) = members(part);
        properties.extend(more);
        required.extend(needed);
    }
    (properties, required)
}

fn faults(schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let schema = resolved(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = choices.iter().any(|choice| faults(choice, value, at).is_empty());
        return if fits { Vec::new() } else { vec![format!("{at} fits no kind")] };
    }
    let mut found = Vec::new();
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        _ => Vec::new(),
    };
    let is_one = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("an unknown type: {other}"),
    };
    if !kinds.is_empty() && !kinds.iter().any(is_one) {
        found.push(format!("{at} has another type"));
    }
    if schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
        found.push(format!("{at} has an unknown value"));
    }
    if schema["format"] == "date-time" {
        let is_time = value.as_str().is_some_and(|text| text.parse::<jiff::Timestamp>().is_ok());
        found.extend((!is_time).then(|| format!("{at} is no time")));
    }
    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
        found.extend(faults(&schema["items"], item, &format!("{at}[{place}]")));
    }
    if let Some(object) = value.as_object() {
        let (properties, required) = members(schema);
        found.extend(
            required
                .iter()
                .filter(|name| !object.contains_key(*name))
                .map(|name| format!("{at} lacks {name}")),
        );
        for (name, member) in object {
            match properties.get(name) {
                Some(schema) => found.extend(faults(schema, member, &format!("{at}.{name}"))),
                None => found.push(format!("{at}.{name} is not documented")),
            }
        }
    }
    found
}

#[test]
fn every_event_is_a_webhook_of_the_document() {
    let listed: BTreeSet<&str> =
        document()["webhooks"].as_object().unwrap().keys().map(String::as_str).collect();
    let known: BTreeSet<&str> = WebhookEvent::ALL.iter().map(|event| event.as_str()).collect();
    assert_eq!(listed, known);
}

#[test]
fn an_event_with_other_members_is_noticed() {
    let of = |data: Value| serde_json::json!({ "type": "payment.returned", "timestamp": "2026-11-05T14:30:00Z", "data": data });
    let schema = &document()["webhooks"]["payment.returned"]["post"]["requestBody"]["content"]["application/json"]
        ["schema"];
    let good = serde_json::json!({ "paymentId": "a", "transactionId": "pi_1", "amount": 20.5 });
    assert!(faults(schema, &of(good.clone()), "").is_empty());
    for (member, value, fault) in [
        ("amount", Value::Null, ".data.amount has another type"),
        ("note", Value::from("x"), ".data.note is not documented"),
    ] {
        let mut wrong = good.clone();
        wrong[member] = value;
        assert_eq!(faults(schema, &of(wrong), ""), [fault]);
    }
    let mut wrong = good;
    wrong.as_object_mut().unwrap().remove("paymentId");
    assert_eq!(faults(schema, &of(wrong), ""), [".data lacks paymentId"]);
}
