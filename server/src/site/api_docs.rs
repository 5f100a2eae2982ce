//! GET /api/docs: the OpenAPI document as a page without a script (docs/decisions/0001).

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

use super::api_docs_schema::{entries, limits_of, prose, schema_table, text, type_of, values_of};
use crate::http::openapi::KEY_SCHEMES;

/// A code that more calls respond with is common, and the list would not help.
const MAX_LISTED_CALLS: usize = 8;
const STYLE_PATH: &str = "/api/docs/style.css";
pub const STYLE: &str = include_str!("api_docs.css");

/// `document` is the OpenAPI document as JSON.
pub fn page(mut document: Value) -> Markup {
    resolve_responses(&mut document);
    let document = &document;
    let operations = operations(document);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Trowel API" }
                link rel="stylesheet" href=(STYLE_PATH);
            }
            body { main {
                h1 { "Trowel API" }
                p { (prose(text(document, "/info/description"))) }
                p {
                    "All paths begin with " code { "/api" } ". The same document for programs: "
                    a href="/api/openapi.json" { "openapi.json" }
                    " (OpenAPI 3.1), or " a href="/api/openapi-3.0.json" { "openapi-3.0.json" }
                    " for generators that need 3.0."
                }
                p {
                    "In the examples " code { "$SHOP" } " is the address of this shop, and " code { "$TOKEN" }
                    " the token of " a href="#issue_token" { "PUT /user/{email}" } ", or an API key with the scope that the"
                    " call names. The file " code { "cookies" } " keeps the session."
                }
                nav aria-label="Contents" {
                    @for tag in document["tags"].as_array().into_iter().flatten() {
                        p { a href={ "#" (text(tag, "/name")) } { (text(tag, "/name")) } }
                        ul {
                            @for operation in operations.iter().filter(|operation| operation.tag() == tag["name"]) {
                                li { (operation.link()) " " (prose(text(operation.value, "/summary"))) }
                            }
                        }
                    }
                    p { a href="#errors" { "errors" } " · " a href="#schemas" { "schemas" } }
                }
                @for tag in document["tags"].as_array().into_iter().flatten() {
                    h2 id=(text(tag, "/name")) { (text(tag, "/name")) }
                    p { (prose(text(tag, "/description"))) }
                    @for operation in operations.iter().filter(|operation| operation.tag() == tag["name"]) {
                        (operation_section(operation))
                    }
                }
                (error_table(&operations))
                h2 id="schemas" { "Schemas" }
                @for (name, schema) in entries(document, "/components/schemas") {
                    section id=(name) { h3 { (name) } (schema_table(schema)) }
                }
            } }
        }
    }
}

/// Replaces each reference to a shared response by the response.
fn resolve_responses(document: &mut Value) {
    let shared = document["components"]["responses"].take();
    let paths = document["paths"].as_object_mut().into_iter().flatten().map(|(_, path)| path);
    let operations = paths.filter_map(Value::as_object_mut).flatten().map(|(_, operation)| operation);
    for response in operations.filter_map(|call| call["responses"].as_object_mut()).flatten().map(|(_, r)| r)
    {
        if let Some(name) = response["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            *response = shared[name].clone();
        }
    }
}

struct DocumentedOperation<'a> {
    path: &'a str,
    method: String,
    value: &'a Value,
}

impl<'a> DocumentedOperation<'a> {
    fn id(&self) -> &'a str {
        text(self.value, "/operationId")
    }

    fn tag(&self) -> &'a str {
        text(self.value, "/tags/0")
    }

    fn link(&self) -> Markup {
        html! { a href={ "#" (self.id()) } { code { (self.method) " " (self.path) } } }
    }

    /// Returns the names of the operation's security schemes. A public operation has none.
    fn schemes(&self) -> Vec<&'a str> {
        let schemes = self.value["security"].as_array().into_iter().flatten();
        schemes.filter_map(|scheme| scheme.as_object()?.keys().next().map(String::as_str)).collect()
    }

    fn curl(&self) -> String {
        let method = if self.method == "GET" { String::new() } else { format!(" -X {}", self.method) };
        let proof = match self.schemes().last() {
            Some(&"session") => " -b cookies -c cookies",
            Some(_) => " -H \"authorization: Bearer $TOKEN\"",
            None if self.tag() == "identity" => " -c cookies",
            None => "",
        };
        let body = if self.value.pointer("/requestBody/content/multipart~1form-data").is_some() {
            " -F image=@photo.jpg".to_owned()
        } else if let Some(body) = self.value.pointer("/requestBody/content/application~1json/example") {
            format!(" -H 'content-type: application/json' -d '{body}'")
        } else {
            String::new()
        };
        format!("curl{method}{proof}{body} \"$SHOP/api{}\"", self.path)
    }
}

fn operations(document: &Value) -> Vec<DocumentedOperation<'_>> {
    let methods = entries(document, "/paths").flat_map(|(path, methods)| {
        methods.as_object().into_iter().flatten().map(move |method| (path, method))
    });
    methods
        .map(|(path, (method, value))| DocumentedOperation { path, method: method.to_uppercase(), value })
        .collect()
}

fn operation_section(operation: &DocumentedOperation<'_>) -> Markup {
    let DocumentedOperation { path, method, value } = operation;
    let schemes = operation.schemes();
    let access: Vec<_> = schemes.iter().map(|scheme| access(scheme)).collect();
    let access = if access.is_empty() { "public".to_owned() } else { access.join(" or ") };
    let parameters = value["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let success = value.pointer("/responses/200/content/application~1json/example");
    html! {
        section id=(operation.id()) {
            h3 { a href={ "#" (operation.id()) } { code { b { (method) } " " (path) } } " " small { (access) } }
            p { (prose(text(value, "/summary"))) " " (prose(text(value, "/description"))) }
            pre { code { (operation.curl()) } }
            @if let Some(example) = success {
                pre { code { (serde_json::to_string_pretty(example).unwrap_or_default()) } }
            }
            @if !parameters.is_empty() {
                table {
                    thead { tr { th { "Parameter" } th { "In" } th {} } }
                    tbody {
                        @for parameter in parameters {
                            tr {
                                td { code { (text(parameter, "/name")) } }
                                td { (text(parameter, "/in")) }
                                td { (prose(text(parameter, "/description"))) " " (values_of(&parameter["schema"])) " " (limits_of(&parameter["schema"])) }
                            }
                        }
                    }
                }
            }
            @if let Some(schema) = value.pointer("/requestBody/content/application~1json/schema") {
                p { "Body: " (type_of(schema)) }
            }
            table {
                thead { tr { th { "Response" } th {} th {} } }
                tbody {
                    @for (status, response) in entries(value, "/responses") {
                        tr {
                            td { (status) }
                            td {
                                @for media in response["content"].as_object().into_iter().flat_map(|c| c.values()).take(1) {
                                    (type_of(&media["schema"]))
                                }
                            }
                            td { (prose(text(response, "/description"))) }
                        }
                    }
                }
            }
        }
    }
}

/// All error codes with the operations that respond with them.
fn error_table(operations: &[DocumentedOperation<'_>]) -> Markup {
    let mut errors: BTreeMap<(&str, &str), Vec<&DocumentedOperation<'_>>> = BTreeMap::new();
    for operation in operations {
        for (status, response) in
            entries(operation.value, "/responses").filter(|(status, _)| *status >= "400")
        {
            for code in error_codes(text(response, "/description")) {
                errors.entry((code, status)).or_default().push(operation);
            }
        }
    }
    html! {
        h2 id="errors" { "Errors" }
        p { "An error is a " a href="#Problem" { "Problem" } ". Its " code { "code" } " is stable." }
        table {
            thead { tr { th { "Code" } th { "Status" } th { "Calls" } } }
            tbody {
                @for ((code, status), operations) in &errors {
                    tr {
                        td { code { (code) } }
                        td { (status) }
                        td {
                            @if operations.len() > MAX_LISTED_CALLS { (operations.len()) " calls" }
                            @else {
                                @for (index, operation) in operations.iter().enumerate() {
                                    @if index > 0 { ", " }
                                    (operation.link())
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The codes at the start of a description: "`code`, `code` (with more): when".
fn error_codes(description: &str) -> impl Iterator<Item = &str> {
    let codes = description.split_once(':').map_or(description, |(codes, _)| codes);
    codes.split(", ").filter_map(|code| code.strip_prefix('`')?.split('`').next())
}

/// How a call is proved, for people.
fn access(scheme: &str) -> String {
    match (scheme, KEY_SCHEMES.iter().find(|(name, _)| *name == scheme)) {
        (_, Some((_, scope))) => format!("API key with {scope}"),
        ("bearer", None) => "token".to_owned(),
        (other, None) => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_every_call_with_a_command_and_every_error_code() {
        let document = serde_json::from_str::<Value>(include_str!("../../../openapi.json")).unwrap();
        let page = page(document.clone()).into_string();
        let operations = operations(&document);
        for operation in &operations {
            let anchor = format!("id=\"{}\"", operation.id());
            assert_eq!(page.matches(&anchor).count(), 1, "{} {}", operation.method, operation.path);
        }
        let order = operations.iter().find(|operation| operation.id() == "place_order").unwrap();
        let command = order.curl();
        assert!(command.starts_with("curl -X POST -H \"authorization: Bearer $TOKEN\""), "{command}");
        assert!(command.contains("\"toolName\":\"Hand Trowel\""), "{command}");
        for code in ["price_changed", "too_many_reviews", "forbidden_origin", "provider_unavailable"] {
            assert!(page.contains(&format!("<td><code>{code}</code></td>")), "{code}");
        }
    }

    #[test]
    fn the_scheme_of_an_api_key_shows_its_scope() {
        assert_eq!(access("keyCsvRead"), "API key with csv:read");
    }

    #[test]
    fn codes_are_read_from_the_start_of_a_description() {
        let codes = |text| error_codes(text).collect::<Vec<_>>();
        assert_eq!(codes("`a`, `b` (with the current `c`), `d`: only if `e`"), ["a", "b", "d"]);
    }
}
