//! Every call below /identity/ that tries a secret counts as a login attempt.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::json;
use trowel::base::rate_limit::LimitedAction;

use crate::{
    http::documented_limits::{MAX_CALLS, with_few_calls},
    http::openapi_coverage,
    http::samples::{SAMPLES, Scene, UNKNOWN},
    support::{Setup, on_both_engines},
};

/// Members of bodies that an attacker would guess.
const SECRETS: [&str; 4] = ["password", "currentPassword", "code", "token"];

fn with_few_logins(setup: Setup) -> Setup {
    let setup = with_few_calls(setup);
    Setup { limits: setup.limits.with(LimitedAction::Write, 1_000), ..setup }
}

on_both_engines! {
    with crate::accounts::login_attempts::with_few_logins;

    async fn a_call_that_tries_a_secret_is_a_login_attempt(shop: TestShop) {
        shop.shop.clock.stop();
        let hazel = shop.admin().await;
        for _ in 0..MAX_CALLS {
            let unknown = json!({ "email": "unknown@example.com", "password": "battery staple" });
            shop.visitor().post("/identity/sign-in", unknown).await;
        }
        let id = || UNKNOWN.to_owned();
        let scene = Scene { tool: id(), order: id(), transaction: id(), session: id(), review: id(), made: id(), caller: hazel.email.clone(), count: 1, ..Scene::default() };
        let is_secret = |member: &String| SECRETS.contains(&member.as_str());
        let calls = openapi_coverage::all().into_iter().filter(|call| call.path.starts_with("/identity/"));
        let secret: BTreeSet<String> =
            calls.filter(|call| call.members.iter().flatten().any(is_secret)).map(|call| call.call).collect();
        let mut unlimited = secret.clone();
        for sample in SAMPLES.iter().filter(|sample| secret.contains(sample.call)) {
            // The sample of this call asks for a link, and only the link has a secret.
            let is_asking = sample.call == "POST /identity/complete";
            let body = if is_asking { Some(json!({ "token": "of a link" })) } else { sample.body(&scene) };
            let (method, _) = sample.call.split_once(' ').unwrap();
            let call = hazel.call(method.parse::<Method>().unwrap(), &sample.path(&scene));
            if call.json(body.unwrap_or_default()).send().await.status == 429 {
                unlimited.remove(sample.call);
            }
        }
        // The caller has just been shown the secret of these codes.
        assert_eq!(unlimited, ["POST /identity/second-factor/confirm".to_owned()].into(), "of {secret:?}");
    }
}
