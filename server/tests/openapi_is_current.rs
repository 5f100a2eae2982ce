//! openapi.json is what the web app's types are made from. It is written by this test and compared ever after.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;
use trowel::{accounts::permissions::KeyScope, http::openapi::KEY_SCHEMES};

#[test]
fn openapi_json_is_what_the_handlers_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi.json");
    let document = trowel::app::router::openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("TROWEL_REGEN").is_some() {
        fs::write(&path, &document).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == document, "openapi.json is out of date: run `make regen` and commit what it writes");
}

#[test]
fn each_scope_of_api_keys_has_a_security_scheme() {
    assert_eq!(KEY_SCHEMES.map(|(_, scope)| scope), KeyScope::ALL.map(KeyScope::as_str));
}

#[test]
fn every_call_says_what_it_is_for_and_what_it_answers() {
    let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
    let examples = include_str!("../src/http/openapi_examples.json");
    let mut examples: BTreeMap<String, Value> = serde_json::from_str(examples).unwrap();
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations += 1;
            let call = format!("{method} {path}");
            assert!(
                operation["summary"].as_str().is_some_and(|text| !text.is_empty()),
                "{call} has no summary"
            );
            assert!(operation["security"].is_array(), "{call} does not say who may call it");
            // The calls that a browser goes to succeed by sending it on.
            assert!(
                ["200", "303"].iter().any(|status| operation["responses"].get(status).is_some()),
                "{call} does not describe its success"
            );
            for (status, response) in operation["responses"].as_object().unwrap() {
                let shared = response["$ref"].as_str().and_then(|path| document.pointer(&path[1..]));
                let response = shared.unwrap_or(response);
                // The page with the documentation lists the codes of errors from these sentences.
                let has_code = response["description"].as_str().is_some_and(|text| text.starts_with('`'));
                assert!(has_code || status.as_str() < "400", "{call} gives no code for {status}");
                let waits = ["429", "503"].contains(&status.as_str());
                assert_eq!(response["headers"]["Retry-After"].is_object(), waits, "{call} {status}");
            }
            let contents = [&operation["requestBody"]["content"], &operation["responses"]["200"]["content"]];
            let mut contents =
                contents.into_iter().filter_map(|content| content.as_object()).flat_map(|c| c.values());
            let has_example = contents.any(|content| content.get("example").is_some());
            assert!(has_example || operation["responses"].get("303").is_some(), "{call} has no example");
            examples.remove(operation["operationId"].as_str().unwrap());
        }
    }
    assert!(examples.is_empty(), "examples of no call: {:?}", examples.keys());
    assert!(operations >= 20, "only {operations} calls are described");
}
