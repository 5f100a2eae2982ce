//! GET /api/docs: the OpenAPI document as a page to read, without a script (docs/decisions/0011).

use std::fmt::Write as _;

use serde_json::Value;

use crate::http::html::escape;

const STYLE_PATH: &str = "/api/docs/style.css";
pub const STYLE: &str = include_str!("api_docs.css");

/// The whole page. `document` is the OpenAPI document as JSON.
pub fn page(document: &Value) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Trowel API</title><link rel=\"stylesheet\" href=\"{STYLE_PATH}\"></head><body><main><h1>Trowel API</h1><p>{}</p>\
         <p>All paths begin with <code>/api</code>. For programs: <a href=\"/api/openapi.json\">openapi.json</a>.</p>",
        escape(text(document, "/info/description"))
    );
    for (path, methods) in entries(document, "/paths") {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            write_operation(&mut html, path, method, operation);
        }
    }
    html.push_str("<h2>Shapes</h2>");
    for (name, schema) in entries(document, "/components/schemas") {
        let _ = write!(html, "<section id=\"{0}\"><h3>{0}</h3>", escape(name));
        write_schema(&mut html, schema);
        html.push_str("</section>");
    }
    html.push_str("</main></body></html>");
    html
}

fn write_operation(html: &mut String, path: &str, method: &str, operation: &Value) {
    let proof: Vec<&str> = operation["security"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|scheme| scheme.as_object()?.keys().next().map(String::as_str))
        .collect();
    let proof = if proof.is_empty() { "open".to_owned() } else { proof.join(" or ") };
    let _ = write!(
        html,
        "<section><h2><code><b>{}</b> {}</code> <small>{}</small></h2><p>{} {}</p>",
        escape(&method.to_uppercase()),
        escape(path),
        escape(&proof),
        escape(text(operation, "/summary")),
        escape(text(operation, "/description"))
    );
    let mut rows = String::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (name, place) = (escape(text(parameter, "/name")), escape(text(parameter, "/in")));
        let description = escape(text(parameter, "/description"));
        let _ = write!(rows, "<tr><td><code>{name}</code></td><td>{place}</td><td>{description}</td></tr>");
    }
    if !rows.is_empty() {
        let _ = write!(
            html,
            "<table><thead><tr><th>Parameter</th><th>In</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        );
    }
    if let Some(schema) = operation.pointer("/requestBody/content/application~1json/schema") {
        let _ = write!(html, "<p>Body: {}</p>", type_of(schema));
    }
    html.push_str("<table><thead><tr><th>Answer</th><th></th><th></th></tr></thead><tbody>");
    for (status, answer) in entries(operation, "/responses") {
        let body = answer["content"]
            .as_object()
            .and_then(|content| content.values().next())
            .map(|media| type_of(&media["schema"]));
        let _ = write!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(status),
            body.unwrap_or_default(),
            escape(text(answer, "/description"))
        );
    }
    html.push_str("</tbody></table></section>");
}

fn write_schema(html: &mut String, schema: &Value) {
    let _ = write!(html, "<p>{}</p><table><tbody>", escape(text(schema, "/description")));
    for (name, member) in entries(schema, "/properties") {
        let _ = write!(
            html,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escape(name),
            type_of(member),
            escape(text(member, "/description"))
        );
    }
    html.push_str("</tbody></table>");
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return format!("<a href=\"#{0}\">{0}</a>", escape(name));
    }
    if schema["type"] == "array" {
        return format!("list of {}", type_of(&schema["items"]));
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().map(type_of).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(kind) => escape(kind),
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).map(escape).collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
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
