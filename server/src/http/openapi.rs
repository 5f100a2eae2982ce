//! The parts of the OpenAPI document that all operations share.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, OpenApi as Document, RefOr,
        path::Operation,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use super::{error::Problem, openapi_errors, progress::NDJSON};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Trowel",
        description = "The API of an online shop for gardening tools. Errors are problem documents (RFC 9457) with a stable `code`. \
            Their `detail` is in English, or in French if `Accept-Language` prefers it. \
            Amounts are dollars with at most two decimals. Identifiers are opaque. \
            Texts have no control characters, except line breaks and tabs in texts of several lines. \
            A number is taken for its text, and an empty parameter of a query is as one that was left out."
    ),
    servers((url = "/api")),
    tags(
        (name = "tools", description = "The articles for sale. Everyone may list them; administrators and staff edit them."),
        (name = "basket", description = "What a visitor means to buy, and what it costs with delivery and taxes. It reserves no stock."),
        (name = "orders", description = "Customers place and delete orders. Staff ship them, and administrators refund them."),
        (name = "payment", description = "Card payments of orders, and the events of the card provider."),
        (name = "webhooks", description = "Addresses of other programs that the shop tells of its events."),
        (name = "reports", description = "Figures, and CSV files for spreadsheets."),
        (name = "images", description = "Upload of pictures for tools."),
        (name = "reviews", description = "What customers say. Everyone may read it."),
        (name = "posts", description = "Blog posts. Everyone reads the published ones; administrators and staff write them."),
        (name = "newsletter", description = "Visitors agree to the newsletter. The owner downloads the addresses; the shop sends none."),
        (name = "accounts", description = "Profiles, data and deletion of an account. Administrators see all accounts, API keys and undelivered e-mails."),
        (name = "identity", description = "Sign-up, login, sessions and access tokens. Most of these calls use the session cookie."),
        (name = "site", description = "The shop's settings, and the configuration that a client needs before a login."),
        (name = "ledger", description = "Whether stock, orders and payments agree with each other and with the card provider."),
    ),
    components(schemas(Problem)),
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

const FORM: &str = "multipart/form-data";

/// An example of each operation: its request body, or its response if it has none.
const EXAMPLES: &str = include_str!("openapi_examples.json");

#[derive(Deserialize)]
struct OperationExample {
    request: Option<Value>,
    response: Option<Value>,
}

/// Adds what operations share: security, errors with their codes, headers and examples.
pub fn add_common_parts(document: &mut Document) {
    let mut examples: BTreeMap<String, OperationExample> = serde_json::from_str(EXAMPLES).unwrap_or_default();
    for (path, item) in &mut document.paths.paths {
        let writes = [&mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        let methods = writes.into_iter().map(|method| (true, method)).chain([(false, &mut item.get)]);
        for (is_write, operation) in
            methods.filter_map(|(is_write, method)| Some((is_write, method.as_mut()?)))
        {
            // An empty list says that the operation is public.
            operation.security.get_or_insert_default();
            split_summary(operation);
            openapi_errors::add(operation, path, is_write);
            if let Some(RefOr::T(success)) = operation.responses.responses.get_mut("200")
                && success.description.is_empty()
            {
                "Success".clone_into(&mut success.description);
            }
            if let Some(example) = operation.operation_id.as_ref().and_then(|id| examples.remove(id)) {
                add_example(operation, example);
            }
        }
    }
    document.components.get_or_insert_default().responses = openapi_errors::components();
}

/// Lists of calls show the summary, so it is the first sentence of the documentation. The rest is the description.
fn split_summary(operation: &mut Operation) {
    let Some(text) = operation.summary.take() else { return };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    let (summary, rest) = text.split_at(end);
    operation.summary = Some(summary.to_owned());
    let more = [Some(rest.trim().to_owned()), operation.description.take()].into_iter().flatten();
    let more = more.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    operation.description = Some(more).filter(|more| !more.is_empty());
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
