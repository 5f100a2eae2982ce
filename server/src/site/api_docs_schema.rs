//! Schemas and texts of the OpenAPI document as HTML.

use maud::{Markup, html};
use serde_json::Value;

pub fn schema_table(schema: &Value) -> Markup {
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    html! {
        p { (prose(text(schema, "/description"))) " " (values_of(schema)) }
        @if schema["oneOf"].is_array() { p { (type_of(schema)) } }
        table {
            tbody {
                @for (name, member) in entries(schema, "/properties") {
                    tr {
                        td { code { (name) } @if !required.contains(&name.into()) { " (optional)" } }
                        td { (type_of(member)) }
                        td { (prose(text(member, "/description"))) " " (limits_of(member)) }
                    }
                }
            }
        }
    }
}

/// Text with `code` between backticks.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The smallest and largest value, length or number of items.
pub fn limits_of(schema: &Value) -> Markup {
    let limits = [
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " items"),
    ];
    let limit = |(least, most, unit): (&str, &str, &str)| match (schema.get(least), schema.get(most)) {
        (Some(least), Some(most)) => Some(format!("{least} to {most}{unit}.")),
        (Some(least), None) => Some(format!("{least} or more{unit}.")),
        (None, Some(most)) => Some(format!("At most {most}{unit}.")),
        (None, None) => None,
    };
    html! { @for limit in limits.into_iter().filter_map(limit) { small { (limit) } " " } }
}

/// The values of an enum.
pub fn values_of(schema: &Value) -> Markup {
    let values = schema["enum"].as_array().map(Vec::as_slice).unwrap_or_default();
    html! {
        @for (index, value) in values.iter().filter_map(Value::as_str).enumerate() {
            @if index > 0 { ", " }
            code { (value) }
        }
    }
}

pub fn type_of(schema: &Value) -> Markup {
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

pub fn entries<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
    value
        .pointer(pointer)
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.as_str(), value))
}

pub fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn descriptions_show_code_and_limits() {
        assert_eq!(
            prose("`a`: only if `b < c`").into_string(),
            "<code>a</code>: only if <code>b &lt; c</code>"
        );
        let limits = |schema| limits_of(&schema).into_string();
        assert_eq!(limits(json!({ "minLength": 1, "maxLength": 60 })), "<small>1 to 60 characters.</small> ");
        assert_eq!(limits(json!({ "minimum": 0 })), "<small>0 or more.</small> ");
    }
}
