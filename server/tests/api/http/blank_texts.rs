//! Empty text in an optional member is as a member that was left out, in every call with a body. A form sends a field
//! that was left empty as such a text.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    http::permissions::with_everything,
    http::samples::{SAMPLES, Sample, Scene, prepare},
    support::{Answer, Person, Setup, with_shop},
};

/// Members whose empty text is answered in another way, and why.
const MEANINGFUL: &[(&str, &str)] = &[
    ("PATCH /orders/{id} carrier", "the report of a payment has no such member"),
    ("PATCH /orders/{id} trackingNumber", "the report of a payment has no such member"),
    ("PATCH /orders/{id} trackingUrl", "the report of a payment has no such member"),
    ("POST /api-keys password", "spaces are a password, and a wrong one"),
    ("POST /identity/account/close password", "spaces are a password, and a wrong one"),
    ("POST /identity/complete token", "a link without its end is not the request for a link"),
    ("POST /identity/email/change password", "spaces are a password, and a wrong one"),
    ("POST /identity/password/change currentPassword", "spaces are a password, and a wrong one"),
    ("POST /identity/second-factor password", "spaces are a password, and a wrong one"),
    ("POST /identity/second-factor/recovery-codes password", "spaces are a password, and a wrong one"),
    ("POST /identity/second-factor/remove password", "spaces are a password, and a wrong one"),
    ("PUT /manageReviews/{id}/reply review", "it is compared with the text that was read"),
    ("PUT /manageReviews/{id}/state review", "it is compared with the text that was read"),
    ("PUT /shop-settings guestCheckout", "it is one of several words"),
    ("PUT /shop-settings locale", "it is one of several words"),
    ("PUT /shop-settings name", "a shop has one"),
    ("PUT /shop-settings newsletter", "it is one of several words"),
    ("PUT /shop-settings orderEmails", "it is one of several words"),
    ("PUT /shop-settings privacy", "a shop has one"),
    ("PUT /shop-settings quebecSales", "it is one of several words"),
    ("PUT /shop-settings returns", "a shop has one"),
    ("PUT /shop-settings reviewPolicy", "a shop has one"),
    ("PUT /shop-settings reviewRequestDays", "it is a number of days"),
    ("PUT /shop-settings reviewRequests", "it is one of several words"),
    ("PUT /shop-settings shopState", "it is one of several words"),
    ("PUT /shop-settings summaryFigures", "it is one of several words"),
    ("PUT /shop-settings taxStatus", "it is one of several words"),
    ("PUT /shop-settings terms", "a shop has one"),
    ("PUT /shop-settings timeZone", "a shop has one"),
    ("PUT /shop-settings twoStepLogin", "it is one of several words"),
    ("PUT /tools/{id} description", "a tool has one"),
    ("PUT /tools/{id} img", "a tool has one"),
    ("PUT /tools/{id} name", "a tool has one"),
];

struct Described {
    call: String,
    /// The body may not be left out.
    is_required: bool,
    /// The alternatives of the body: the members that each requires, and the paths of its optional texts.
    bodies: Vec<(BTreeSet<String>, Vec<Vec<String>>)>,
}

fn resolve<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    match schema["$ref"].as_str() {
        Some(path) => resolve(document, document.pointer(path.trim_start_matches('#')).unwrap()),
        None => schema,
    }
}

/// The alternatives of a schema that are no null.
fn alternatives<'d>(document: &'d Value, schema: &'d Value) -> Vec<&'d Value> {
    let schema = resolve(document, schema);
    let nested = ["oneOf", "anyOf"].iter().find_map(|name| schema[name].as_array());
    match nested {
        Some(nested) => nested.iter().flat_map(|one| alternatives(document, one)).collect(),
        None => vec![schema],
    }
}

fn required(schema: &Value) -> BTreeSet<String> {
    let names = schema["required"].as_array().into_iter().flatten();
    names.map(|name| name.as_str().unwrap().to_owned()).collect()
}

fn optional_texts(document: &Value, schema: &Value) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        for inner in alternatives(document, member) {
            let is_text = inner["type"] == "string" || inner["type"] == json!(["string", "null"]);
            if is_text && !required(schema).contains(name) {
                found.push(vec![name.clone()]);
            }
            let below = optional_texts(document, inner).into_iter();
            found.extend(below.map(|path| [vec![name.clone()], path].concat()));
        }
    }
    found
}

/// Every call with a JSON body that has an optional text.
fn described() -> Vec<Described> {
    let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let schema = &call["requestBody"]["content"]["application/json"]["schema"];
            let bodies = alternatives(&document, schema).into_iter();
            let bodies: Vec<_> =
                bodies.map(|body| (required(body), optional_texts(&document, body))).collect();
            if bodies.iter().any(|(_, texts)| !texts.is_empty()) {
                let is_required = call["requestBody"]["required"] == true;
                all.push(Described {
                    call: format!("{} {path}", method.to_uppercase()),
                    is_required,
                    bodies,
                });
            }
        }
    }
    all
}

/// The body with this member, or without it.
fn with(mut body: Value, path: &[String], value: Option<&Value>) -> Value {
    let (last, above) = path.split_last().unwrap();
    let holder = above.iter().fold(&mut body, |holder, name| &mut holder[name]);
    match value {
        Some(value) => holder[last] = value.clone(),
        None => drop(holder.as_object_mut().and_then(|holder| holder.remove(last))),
    }
    body
}

async fn ask(person: &Person<'_>, sample: &Sample, scene: &Scene, body: Value) -> Answer {
    let method: Method = sample.call.split_once(' ').unwrap().0.parse().unwrap();
    let mut call = person.call(method, &sample.path(scene));
    if let Some(version) = sample.if_match(scene) {
        call = call.header("if-match", &version);
    }
    call.json(body).send().await
}

/// What the client learns of its body.
fn told(answer: &Answer) -> Value {
    json!([answer.status, answer.body["code"], answer.body["errors"], answer.body["problems"]])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_optional_text_may_be_empty_in_every_call() {
    with_shop(with_everything(Setup::sqlite()), async |shop| {
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "drop", "times": 100_000 }] })).await;
        let tool = shop.tool("Draw Hoe", 1_000, 1_000_000, 1).await.into_string();
        let mut people = [shop.verified_customer("Ada").await, shop.admin().await];
        let (mut meaningful, mut count) = (BTreeSet::new(), 0);
        for Described { call, is_required, bodies } in described() {
            let mut samples = SAMPLES.iter().filter(|sample| *sample.call == call);
            assert!(
                !is_required || samples.any(Sample::has_body),
                "{call} has no sample request with a body"
            );
            for (needed, path) in
                bodies.iter().flat_map(|(needed, texts)| texts.iter().map(move |path| (needed, path)))
            {
                let member = format!("{call} {}", path.join("."));
                for sample in SAMPLES.iter().filter(|sample| *sample.call == call) {
                    for at in 0..people.len() {
                        people[0].be_signed_in().await;
                        people[1].be_signed_in().await;
                        let send = async |value: Option<Value>, count: usize| {
                            let mut scene = prepare(shop, &people[0], &tool, sample, count).await;
                            people[at].email.clone_into(&mut scene.caller);
                            let body = sample.body(&scene).filter(|body| {
                                let has = |name: &String| body.get(name).is_some();
                                needed.iter().all(has) && path[..path.len() - 1].iter().all(has)
                            })?;
                            Some(ask(&people[at], sample, &scene, with(body, path, value.as_ref())).await)
                        };
                        count += 3;
                        let Some(plain) = send(None, count).await else { continue };
                        for (more, text) in [(1, ""), (2, "  ")] {
                            let blank = send(Some(json!(text)), count + more).await.unwrap();
                            if told(&blank) != told(&plain) {
                                meaningful.insert(member.clone());
                            }
                        }
                    }
                }
            }
        }
        assert!(count > 1_000, "only {count} requests");
        let listed: BTreeSet<String> = MEANINGFUL.iter().map(|(member, _)| (*member).to_owned()).collect();
        assert!(meaningful == listed, "MEANINGFUL should be, if each member is right: {meaningful:#?}");
    })
    .await;
}
