//! openapi.json is what the web app's types are made from. It is written by this test and compared ever after.

use std::{fs, path::Path};

#[test]
fn openapi_json_is_what_the_handlers_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi.json");
    let document = trowel::router::openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("TROWEL_REGEN").is_some() {
        fs::write(&path, &document).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == document, "openapi.json is out of date: run `make regen` and commit what it writes");
}

#[test]
fn every_call_says_what_it_is_for_and_what_it_answers() {
    let document = serde_json::to_value(trowel::router::openapi()).unwrap();
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations += 1;
            assert!(
                operation["summary"].as_str().is_some_and(|text| !text.is_empty()),
                "{method} {path} has no summary"
            );
            // The calls that a browser goes to succeed by sending it on.
            assert!(
                ["200", "303"].iter().any(|status| operation["responses"].get(status).is_some()),
                "{method} {path} does not describe its success"
            );
        }
    }
    assert!(operations >= 20, "only {operations} calls are described");
}
