//! The limits of members in openapi.json are the limits of the server. Each member of each example takes the values at
//! its limits and the ones beyond them.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    http::samples::UNKNOWN,
    support::{Answer, on_both_engines},
};

/// Codes of values that are too long, too small or too large.
const LIMIT_CODES: [&str; 3] = ["too_long", "out_of_range", "not_a_quantity"];

/// Values beyond a limit get 422 with an error of the member. These calls refuse the example, or whose it is, before
/// they look at the limit. POST /orders ignores `customerName`.
const OTHER_REFUSALS: [&str; 9] = [
    "post /manageOrders reference: 409 tool_unavailable",
    "post /orders customerName: 403 wrong_email",
    "post /orders reference: 403 wrong_email",
    "post /purchases/{id}/refunds/{refundId}/again note: 404 not_found",
    "post /reviews email: 403 wrong_email",
    "put /profiles/{email} email: 403 wrong_email",
    "put /reviews/{id} email: 404 not_found",
    "put /reviews/{id} review: 404 not_found",
    "put /reviews/{id} toolId: 404 not_found",
];

/// The values at the limits of a schema, and those beyond them.
fn edges(schema: &Value) -> (Vec<Value>, Vec<Value>) {
    // Adds to a bound. A whole number stays without a point.
    let plus = |bound: &Value, more: i64| match (bound.as_i64(), bound.as_f64()) {
        (Some(whole), _) => json!(whole + more),
        #[expect(clippy::cast_precision_loss, reason = "1 and -1")]
        (None, fraction) => json!(fraction.unwrap() + more as f64),
    };
    let (mut allowed, mut refused) = (Vec::new(), Vec::new());
    let has_rule = ["pattern", "format", "enum", "$ref"].iter().any(|rule| schema.get(rule).is_some());
    let is_text = schema["type"] == "string" || schema["type"] == json!(["string", "null"]);
    if let Some(most) = schema["maxLength"].as_u64() {
        let most = usize::try_from(most).unwrap();
        refused.push(json!("7".repeat(most + 1)));
        if !has_rule || schema["pattern"] == "\\S" {
            allowed.push(json!("7".repeat(most)));
        }
    }
    if schema["minLength"] == 1 || schema["pattern"] == "\\S" {
        refused.push(json!(""));
    } else if is_text && !has_rule && schema.get("minLength").is_none() {
        allowed.push(json!(""));
    }
    if schema["minItems"] == 1 {
        refused.push(json!([]));
    }
    for (name, beyond) in [("minimum", -1), ("maximum", 1)] {
        if let Some(bound) = schema.get(name) {
            allowed.push(bound.clone());
            refused.push(plus(bound, beyond));
        }
    }
    (allowed, refused)
}

/// The codes of the errors of a member.
fn codes<'a>(answer: &'a Answer, member: &str) -> Vec<&'a str> {
    let errors = answer.body["errors"].as_array().into_iter().flatten();
    errors.filter(|error| error["field"] == member).filter_map(|error| error["code"].as_str()).collect()
}

on_both_engines! {
    with crate::http::permissions::with_everything;

    async fn a_body_is_refused_beyond_the_documented_limits_and_not_at_them(shop: TestShop) {
        let mut hazel = shop.admin().await;
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await.into_string();
        let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
        let mut other_refusals = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            let id = if path.starts_with("/tools") { &tool } else { UNKNOWN };
            let at = path.replace("{id}", id).replace("{email}", &hazel.email).replace("{provider}", "github");
            for (method, call) in methods.as_object().unwrap() {
                let content = &call["requestBody"]["content"]["application/json"];
                let Some(name) = content["schema"]["$ref"].as_str().and_then(|path| path.rsplit('/').next()) else { continue };
                for (member, schema) in document["components"]["schemas"][name]["properties"].as_object().into_iter().flatten() {
                    // A sign-up in the same browser ends the session.
                    hazel.be_signed_in().await;
                    let hazel = &hazel;
                    let send = async |value: &Value| {
                        let mut body = content["example"].clone();
                        body[member] = value.clone();
                        let call = hazel.call(method.to_uppercase().parse::<Method>().unwrap(), &at);
                        call.header("if-match", "\"0.0\"").json(body).send().await
                    };
                    let (allowed, refused) = edges(schema);
                    for value in &allowed {
                        let answer = send(value).await;
                        // An optional member may be required of some accounts.
                        let is_wrong = |code: &&str| LIMIT_CODES.contains(code) || (*code == "required" && schema["type"] == "string");
                        let wrong = codes(&answer, member).into_iter().find(is_wrong);
                        assert_eq!(wrong, None, "{method} {path} {member}: {value}");
                    }
                    for value in &refused {
                        let answer = send(value).await;
                        if answer.status != 422 || codes(&answer, member).is_empty() {
                            let code = answer.body["code"].as_str().unwrap_or_default();
                            other_refusals.insert(format!("{method} {path} {member}: {} {code}", answer.status));
                        }
                    }
                }
            }
        }
        let expected: BTreeSet<String> = OTHER_REFUSALS.map(str::to_owned).into();
        let lines: String = other_refusals.iter().map(|line| format!("    {line:?},\n")).collect();
        assert!(other_refusals == expected, "OTHER_REFUSALS should be, if each line is right:\n{lines}");
    }
}
