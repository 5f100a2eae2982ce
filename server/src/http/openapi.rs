//! The parts of the OpenAPI document that all operations share.

use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, OpenApi as Document, Ref, RefOr, Response,
        path::{Operation, Parameter, ParameterIn},
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Trowel",
        description = "The API of an online shop for gardening tools. Errors are problem documents (RFC 9457) with a stable `code`. \
            Amounts are dollars with at most two decimals. Identifiers are opaque."
    ),
    servers((url = "/api")),
    modifiers(&SecuritySchemes)
)]
pub struct ApiDoc;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of PUT /user/{email}"))
            .build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        let session = ApiKeyValue::with_description(
            "trowel_session",
            "Set by a sign-in; `__Host-trowel_session` on https",
        );
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    }
}

const JSON: &str = "application/json";
const PROBLEM_JSON: &str = "application/problem+json";
/// Errors of all operations with a JSON body.
const BODY_ERRORS: [(&str, &str); 4] = [
    ("400", "`malformed_json`, `incomplete_body`"),
    ("408", "`request_timeout`"),
    ("413", "`body_too_large`: more than 64 KiB"),
    ("415", "`unsupported_media_type`: not JSON, or compressed"),
];
/// The error of all operations with a query or an idempotency key.
const PARAMETER_ERROR: (&str, &str) = ("400", "`malformed_query`, `invalid_idempotency_key`");
const BUSY_ERROR: (&str, &str) = ("503", "`busy`: try again after `Retry-After`");

/// Adds the responses that all operations share: problem documents, and body and query errors.
pub fn add_common_responses(document: &mut Document) {
    for path in document.paths.paths.values_mut() {
        let methods = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        for operation in methods.into_iter().filter_map(Option::as_mut) {
            if takes_json(operation) {
                for error in BODY_ERRORS {
                    add(operation, error);
                }
            }
            if operation.parameters.iter().flatten().any(has_common_error) {
                add(operation, PARAMETER_ERROR);
            }
            add(operation, BUSY_ERROR);
            for response in operation.responses.responses.values_mut() {
                set_problem_media_type(response);
            }
        }
    }
}

fn takes_json(operation: &Operation) -> bool {
    matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key(JSON))
}

fn has_common_error(parameter: &RefOr<Parameter>) -> bool {
    let RefOr::T(parameter) = parameter else { return false };
    parameter.parameter_in == ParameterIn::Query || parameter.name == "Idempotency-Key"
}

fn add(operation: &mut Operation, (status, description): (&str, &str)) {
    operation.responses.responses.entry(status.to_owned()).or_insert_with(|| {
        let problem = Content::new(Some(Ref::from_schema_name("Problem")));
        let mut error = Response::new(description);
        error.content.insert(PROBLEM_JSON.to_owned(), problem.into());
        error.into()
    });
}

fn set_problem_media_type(response: &mut RefOr<Response>) {
    let RefOr::T(response) = response else { return };
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
