//! A program that misspells a name with an API key learns it, in every call that takes keys.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::accounts::permissions::KeyScope;

use crate::{
    http::permissions::with_everything,
    http::samples::{SAMPLES, Sample, Scene, prepare},
    support::{Answer, Person, Setup, with_shop},
};

/// Every call that takes API keys, and whether it has a JSON body.
fn key_calls() -> Vec<(String, bool)> {
    let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let schemes = call["security"].as_array().into_iter().flatten().filter_map(Value::as_object);
            if schemes.flat_map(|scheme| scheme.keys()).any(|name| name.starts_with("key")) {
                let takes_json = call["requestBody"]["content"]["application/json"].is_object();
                all.push((format!("{} {path}", method.to_uppercase()), takes_json));
            }
        }
    }
    all
}

async fn ask(
    person: &Person<'_>,
    sample: &Sample,
    scene: &Scene,
    query: &str,
    body: Option<Value>,
) -> Answer {
    let method: Method = sample.call.split_once(' ').unwrap().0.parse().unwrap();
    let path = sample.path(scene);
    let mark = if path.contains('?') { '&' } else { '?' };
    let mut call = person.call(method, &format!("{path}{mark}{query}"));
    if let Some(version) = sample.if_match(scene) {
        call = call.header("if-match", &version);
    }
    match body {
        Some(body) => call.json(body).send().await,
        None => call.send().await,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_api_key_learns_which_names_a_call_does_not_know() {
    with_shop(with_everything(Setup::sqlite()), async |shop| {
        let tool = shop.tool("Draw Hoe", 1_000, 1_000_000, 1).await.into_string();
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let scopes = KeyScope::ALL.map(KeyScope::as_str);
        let wish = json!({ "name": "All", "scopes": scopes, "days": 30, "password": "correct horse" });
        let mut script = shop.visitor();
        hazel.post("/api-keys", wish).await.body["key"].as_str().unwrap().clone_into(&mut script.token);
        let (mut bodies, mut queries) = (0, 0);
        for (count, (call, takes_json)) in key_calls().into_iter().enumerate() {
            let samples: Vec<_> = SAMPLES.iter().filter(|sample| *sample.call == call).collect();
            let sample = samples.iter().find(|sample| sample.has_body()).or(samples.first()).unwrap();
            let scene = prepare(shop, &ada, &tool, sample, count).await;
            let told = |answer: &Answer| {
                let first = &answer.body["errors"][0];
                (answer.status, first["field"].clone(), first["code"].clone())
            };
            let unknown = (422, json!("misspelt"), json!("unknown"));
            if takes_json {
                let mut body = sample.body(&scene).unwrap_or_else(|| json!({}));
                body["misspelt"] = json!(1);
                let answer = ask(&script, sample, &scene, "", Some(body)).await;
                assert_eq!(told(&answer), unknown, "body of {call}: {}", answer.body);
                bodies += 1;
            }
            let answer = ask(&script, sample, &scene, "misspelt=1", sample.body(&scene)).await;
            assert_eq!(told(&answer), unknown, "query of {call}: {}", answer.body);
            queries += 1;
        }
        assert!(bodies >= 10 && queries >= 30, "{bodies} bodies, {queries} queries");
        // What a session sends besides is ignored, as before.
        hazel.get("/manageOrders?misspelt=1").await.is(200, "");
    })
    .await;
}
