//! GET /api/docs: the OpenAPI document as a page without a script (docs/decisions/0001).

use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

const STYLE_PATH: &str = "/api/docs/style.css";
pub const STYLE: &str = include_str!("api_docs.css");

/// `document` is the OpenAPI document as JSON.
pub fn page(document: &Value) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "Trowel API" }
                link rel="stylesheet" href=(STYLE_PATH);
            }
            body { main {
                h1 { "Trowel API" }
                p { (text(document, "/info/description")) }
                p {
                    "All paths begin with " code { "/api" } ". The same document for programs: "
                    a href="/api/openapi.json" { "openapi.json" } "."
                }
                @for (path, methods) in entries(document, "/paths") {
                    @for (method, operation) in methods.as_object().into_iter().flatten() {
                        (operation_section(path, method, operation))
                    }
                }
                h2 { "Schemas" }
                @for (name, schema) in entries(document, "/components/schemas") {
                    section id=(name) { h3 { (name) } (schema_table(schema)) }
                }
            } }
        }
    }
}

fn operation_section(path: &str, method: &str, operation: &Value) -> Markup {
    let schemes: Vec<&str> = operation["security"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|scheme| scheme.as_object()?.keys().next().map(String::as_str))
        .collect();
    let access = if schemes.is_empty() { "open".to_owned() } else { schemes.join(" or ") };
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    html! {
        section {
            h2 { code { b { (method.to_uppercase()) } " " (path) } " " small { (access) } }
            p { (text(operation, "/summary")) " " (text(operation, "/description")) }
            @if !parameters.is_empty() {
                table {
                    thead { tr { th { "Parameter" } th { "In" } th {} } }
                    tbody {
                        @for parameter in parameters {
                            tr {
                                td { code { (text(parameter, "/name")) } }
                                td { (text(parameter, "/in")) }
                                td { (text(parameter, "/description")) }
                            }
                        }
                    }
                }
            }
            @if let Some(schema) = operation.pointer("/requestBody/content/application~1json/schema") {
                p { "Body: " (type_of(schema)) }
            }
            table {
                thead { tr { th { "Response" } th {} th {} } }
                tbody {
                    @for (status, response) in entries(operation, "/responses") {
                        tr {
                            td { (status) }
                            td {
                                @for media in response["content"].as_object().into_iter().flat_map(|c| c.values()).take(1) {
                                    (type_of(&media["schema"]))
                                }
                            }
                            td { (text(response, "/description")) }
                        }
                    }
                }
            }
        }
    }
}

fn schema_table(schema: &Value) -> Markup {
    html! {
        p { (text(schema, "/description")) }
        table {
            tbody {
                @for (name, member) in entries(schema, "/properties") {
                    tr {
                        td { code { (name) } }
                        td { (type_of(member)) }
                        td { (text(member, "/description")) }
                    }
                }
            }
        }
    }
}

fn type_of(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return html! { a href={ "#" (name) } { (name) } };
    }
    if schema["type"] == "array" {
        return html! { "list of " (type_of(&schema["items"])) };
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return html! {
            @for (index, choice) in choices.iter().enumerate() {
                @if index > 0 { " or " }
                (type_of(choice))
            }
        };
    }
    match &schema["type"] {
        Value::String(kind) => html! { (kind) },
        Value::Array(kinds) => {
            html! { (kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")) }
        }
        _ => html! { "anything" },
    }
}

fn entries<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
    value
        .pointer(pointer)
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.as_str(), value))
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}
