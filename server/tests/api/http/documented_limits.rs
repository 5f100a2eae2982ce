//! openapi.json names 429 for the calls that a limit can refuse, and for no others.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::json;
use trowel::base::{
    config::{RunMode, limits::Limits},
    rate_limit::LimitedAction,
};

use crate::{
    http::samples::{SAMPLES, Scene, UNKNOWN},
    support::{Setup, on_both_engines},
};

pub const MAX_CALLS: u32 = 20;

pub fn with_few_calls(setup: Setup) -> Setup {
    let limits = Limits::of(RunMode::Serve)
        .with(LimitedAction::Write, MAX_CALLS)
        .with(LimitedAction::LogIn, MAX_CALLS);
    Setup { limits, elsewhere: true, phones: true, mail: true, ..setup }
}

fn documented() -> BTreeSet<String> {
    let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
    let mut calls = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let given = &call["responses"]["429"];
            let shared = given["$ref"].as_str().and_then(|path| document.pointer(&path[1..]));
            let limited = shared.unwrap_or(given);
            if !limited.is_null() {
                let text = limited["description"].as_str().unwrap();
                assert!(text.contains("`too_many_requests`"), "{method} {path}: {text}");
                assert!(limited["headers"]["Retry-After"].is_object(), "{method} {path}");
                calls.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    calls
}

on_both_engines! {
    with crate::http::documented_limits::with_few_calls;

    async fn a_limit_refuses_the_calls_that_document_it_and_no_others(shop: TestShop) {
        shop.shop.clock.stop();
        let hazel = shop.admin().await;
        for _ in 0..MAX_CALLS {
            hazel.put("/profiles/hazel@example.com", json!({})).await;
            let unknown = json!({ "email": "unknown@example.com", "password": "battery staple" });
            shop.visitor().post("/identity/sign-in", unknown).await;
        }
        let id = || UNKNOWN.to_owned();
        let scene = Scene { tool: id(), order: id(), transaction: id(), session: id(), review: id(), made: id(), caller: hazel.email.clone(), count: 1, ..Scene::default() };
        // Only an account with saved cards asks the provider: sales/saved_cards.rs tests this limit.
        // Only a shop with a newsletter counts: sales/newsletter.rs tests that one.
        let mut refused = BTreeSet::from(["GET /saved-cards".to_owned(), "POST /newsletter".to_owned()]);
        // Signing out would end the session of the calls after it, and no limit stops it.
        for sample in SAMPLES.iter().filter(|sample| sample.call != "POST /identity/sign-out") {
            let (method, _) = sample.call.split_once(' ').unwrap();
            let mut call = hazel.call(method.parse::<Method>().unwrap(), &sample.path(&scene));
            if let Some(body) = sample.body(&scene) {
                call = call.json(body);
            }
            let answer = call.send().await;
            if answer.status == 429 {
                answer.is(429, "too_many_requests");
                assert!(!answer.header("retry-after").is_empty(), "{}", sample.call);
                refused.insert(sample.call.to_owned());
            }
        }
        assert_eq!(refused, documented());
    }
}
