//! The parts of the OpenAPI document that all operations share.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Header, Object, OpenApi as Document, Ref, RefOr, Response, Type,
        path::{Operation, Parameter, ParameterIn},
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

use super::progress::NDJSON;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Trowel",
        description = "The API of an online shop for gardening tools. Errors are problem documents (RFC 9457) with a stable `code`. \
            Amounts are dollars with at most two decimals. Identifiers are opaque. \
            Texts have no control characters, except line breaks and tabs in texts of several lines."
    ),
    servers((url = "/api")),
    tags(
        (name = "tools", description = "The articles for sale. Everyone may list them; administrators and staff edit them."),
        (name = "orders", description = "Customers place and delete orders. Staff ship them, and administrators refund them."),
        (name = "payment", description = "Card payments of orders, and the events of the card provider."),
        (name = "webhooks", description = "Addresses of other programs that the shop tells of its events."),
        (name = "reports", description = "Figures, and CSV files for spreadsheets."),
        (name = "images", description = "Upload of pictures for tools."),
        (name = "reviews", description = "What customers say. Everyone may read it."),
        (name = "accounts", description = "Profiles, data and deletion of an account. Administrators see all accounts, API keys and undelivered e-mails."),
        (name = "identity", description = "Sign-up, login, sessions and access tokens. Most of these calls use the session cookie."),
        (name = "site", description = "The shop's settings, and the configuration that a client needs before a login."),
        (name = "ledger", description = "Whether stock, orders and payments agree with each other and with the card provider."),
    ),
    modifiers(&SecuritySchemes)
)]
pub struct ApiDoc;

/// The security schemes of API keys, with the scope that each needs.
pub const KEY_SCHEMES: [(&str, &str); 8] = [
    ("keyOrdersRead", "orders:read"),
    ("keyOrdersWrite", "orders:write"),
    ("keyToolsWrite", "tools:write"),
    ("keyToolsImport", "tools:import"),
    ("keyCsvRead", "csv:read"),
    ("keyFiguresRead", "figures:read"),
    ("keyWebhooksWrite", "webhooks:write"),
    ("keyRefundsWrite", "refunds:write"),
];

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of PUT /user/{email}"))
            .build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        for (name, scope) in KEY_SCHEMES {
            let key = HttpBuilder::new()
                .scheme(HttpAuthScheme::Bearer)
                .description(Some(format!(
                    "An API key with the scope {scope}; `orders:write` includes `orders:read`"
                )))
                .build();
            components.add_security_scheme(name, SecurityScheme::Http(key));
        }
        let session = ApiKeyValue::with_description(
            "trowel_session",
            "Set by a login; `__Host-trowel_session` on https",
        );
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    }
}

const JSON: &str = "application/json";
const FORM: &str = "multipart/form-data";
const PROBLEM_JSON: &str = "application/problem+json";
/// Errors of all operations with a JSON body.
const BODY_ERRORS: [(&str, &str); 4] = [
    ("400", "`malformed_json`, `incomplete_body`"),
    ("408", "`request_timeout`"),
    ("413", "`body_too_large`: more than 64 KiB"),
    ("415", "`unsupported_media_type`: not JSON, or compressed"),
];
const QUERY_ERROR: (&str, &str) = ("400", "`malformed_query`");
/// An error of every write by an account or a key: their extractors limit it.
const LIMIT_ERROR: (&str, &str) = ("429", "");
/// Errors of all operations.
const COMMON_ERRORS: [(&str, &str); 2] = [
    ("500", "`internal`, `outcome_unknown`: it may have succeeded, so check before you try again"),
    ("503", "`busy`: try again after `Retry-After`"),
];

/// An example of each operation: its request body, or its response if it has none.
const EXAMPLES: &str = include_str!("openapi_examples.json");

#[derive(Deserialize)]
struct OperationExample {
    request: Option<Value>,
    response: Option<Value>,
}

/// Adds what operations share: security, errors with their codes, headers and examples.
///
/// The description of an error is "`code`, `code`: when". /api/docs reads the codes from it.
pub fn add_common_parts(document: &mut Document) {
    let mut examples: BTreeMap<String, OperationExample> = serde_json::from_str(EXAMPLES).unwrap_or_default();
    for path in document.paths.paths.values_mut() {
        let writes = [&mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        let methods = writes.into_iter().map(|method| (true, method)).chain([(false, &mut path.get)]);
        for (is_write, operation) in
            methods.filter_map(|(is_write, method)| Some((is_write, method.as_mut()?)))
        {
            // An empty list says that the operation is public.
            let security = operation.security.get_or_insert_default();
            let is_one = |name| security.contains(&SecurityRequirement::new(name, Vec::<String>::new()));
            let is_by_token = is_one("bearer") && !is_one("session");
            if is_write && !security.is_empty() {
                add(operation, LIMIT_ERROR);
            }
            add_common_errors(operation);
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response {
                    set_problem_media_type(response);
                    describe(status, response, is_by_token);
                }
            }
            if let Some(example) = operation.operation_id.as_ref().and_then(|id| examples.remove(id)) {
                add_example(operation, example);
            }
        }
    }
}

fn add_common_errors(operation: &mut Operation) {
    if takes_json(operation) {
        for error in BODY_ERRORS {
            add(operation, error);
        }
    }
    if operation.parameters.iter().flatten().any(is_in_query) {
        add(operation, QUERY_ERROR);
    }
    for error in COMMON_ERRORS {
        add(operation, error);
    }
}

fn takes_json(operation: &Operation) -> bool {
    matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key(JSON))
}

fn is_in_query(parameter: &RefOr<Parameter>) -> bool {
    matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query)
}

fn add(operation: &mut Operation, (status, description): (&str, &str)) {
    operation.responses.responses.entry(status.to_owned()).or_insert_with(|| {
        let problem = Content::new(Some(Ref::from_schema_name("Problem")));
        let mut error = Response::new(description);
        error.content.insert(PROBLEM_JSON.to_owned(), problem.into());
        error.into()
    });
}

/// Names the usual code of a status unless the operation does, and documents `Retry-After`.
fn describe(status: &str, response: &mut Response, is_by_token: bool) {
    let (code, when) = match status {
        "200" => ("", "Success"),
        "401" => ("unauthenticated", "no valid session or token"),
        "403" if is_by_token => ("forbidden", "not an administrator"),
        "403" => ("forbidden_origin", "sent by a page of another origin"),
        "404" => ("not_found", "unknown, or it belongs to another account"),
        "422" => ("invalid_field", "`errors` explains each field"),
        "429" => ("too_many_requests", "try again after `Retry-After`"),
        "503" => ("busy", "try again after `Retry-After`"),
        _ => return,
    };
    let given = response.description.as_str();
    // These occur beside the codes of the operation.
    let is_additional = matches!(status, "422" | "429" | "503") || (status == "403" && !is_by_token);
    let description = if status == "200" {
        if given.is_empty() { when.to_owned() } else { given.to_owned() }
    } else if given.is_empty() {
        format!("`{code}`: {when}")
    } else if !given.starts_with('`') {
        format!("`{code}`: {given}")
    } else if is_additional && !given.contains(&format!("`{code}`")) {
        format!("`{code}`, {given}")
    } else {
        given.to_owned()
    };
    response.description = description;
    if matches!(status, "429" | "503") {
        let mut header = Header::new(Object::with_type(Type::Integer));
        header.description = Some("Seconds until the next attempt".to_owned());
        response.headers.insert("Retry-After".to_owned(), header.into());
    }
}

fn add_example(operation: &mut Operation, example: OperationExample) {
    if let (Some(RefOr::T(body)), Some(request)) = (&mut operation.request_body, example.request) {
        // The example of a call that also takes a form is the plain body.
        let plain = body.content.iter_mut().filter(|(kind, _)| *kind != FORM).map(|(_, content)| content);
        set_example(plain, request);
    }
    if let (Some(RefOr::T(success)), Some(response)) =
        (operation.responses.responses.get_mut("200"), example.response)
    {
        // The example of a call that may report its progress is the result.
        let whole =
            success.content.iter_mut().filter(|(kind, _)| *kind != NDJSON).map(|(_, content)| content);
        set_example(whole, response);
    }
}

fn set_example<'a>(contents: impl Iterator<Item = &'a mut RefOr<Content>>, example: Value) {
    for content in contents {
        if let RefOr::T(content) = content {
            content.example = Some(example.clone());
        }
    }
}

fn set_problem_media_type(response: &mut Response) {
    let is_problem = |content: &RefOr<Content>| {
        let RefOr::T(Content { schema: Some(RefOr::Ref(schema)), .. }) = content else { return false };
        schema.ref_location.ends_with("/Problem")
    };
    if response.content.get(JSON).is_some_and(is_problem)
        && let Some(content) = response.content.shift_remove(JSON)
    {
        response.content.insert(PROBLEM_JSON.to_owned(), content);
    }
}
