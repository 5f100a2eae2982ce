//! The contract between the halves, as a document: put together from the handlers themselves.

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
        description = "The calls of an online shop for gardening tools. Errors are problem documents (RFC 9457) with a stable `code`; \
            money is a number of dollars with at most two decimals; identifiers are opaque."
    ),
    servers((url = "/api")),
    modifiers(&Schemes)
)]
pub struct Frame;

struct Schemes;

impl Modify for Schemes {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of PUT /user/{email}"))
            .build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        let session = ApiKeyValue::with_description(
            "trowel_session",
            "Set by signing in; `__Host-trowel_session` on https",
        );
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    }
}

const JSON: &str = "application/json";
const PROBLEM_JSON: &str = "application/problem+json";
/// What any call with a JSON body can answer before it looks at a member.
const OF_BODIES: [(&str, &str); 4] = [
    ("400", "`malformed_json`, `broken_body`"),
    ("408", "`body_too_slow`"),
    ("413", "`body_too_large`: 64 KiB are taken"),
    ("415", "`unsupported_media_type`: JSON, and not compressed"),
];
/// What any call with a query, or with a key of its own, can answer.
const OF_PARAMETERS: (&str, &str) = ("400", "`malformed_query`, `invalid_idempotency_key`");
const OF_ALL: (&str, &str) = ("503", "`busy`: come back after `Retry-After`");

/// Writes into every call what is so for all of its kind: that a refusal is a problem document, and how a body or a query
/// can be refused as a whole.
pub fn say_what_calls_share(document: &mut Document) {
    for path in document.paths.paths.values_mut() {
        let methods = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        for call in methods.into_iter().filter_map(Option::as_mut) {
            if takes_json(call) {
                for refusal in OF_BODIES {
                    add(call, refusal);
                }
            }
            if call.parameters.iter().flatten().any(is_checked_as_a_whole) {
                add(call, OF_PARAMETERS);
            }
            add(call, OF_ALL);
            for answer in call.responses.responses.values_mut() {
                name_problems(answer);
            }
        }
    }
}

fn takes_json(call: &Operation) -> bool {
    matches!(&call.request_body, Some(RefOr::T(body)) if body.content.contains_key(JSON))
}

fn is_checked_as_a_whole(parameter: &RefOr<Parameter>) -> bool {
    let RefOr::T(parameter) = parameter else { return false };
    parameter.parameter_in == ParameterIn::Query || parameter.name == "Idempotency-Key"
}

fn add(call: &mut Operation, (status, description): (&str, &str)) {
    call.responses.responses.entry(status.to_owned()).or_insert_with(|| {
        let problem = Content::new(Some(Ref::from_schema_name("Problem")));
        let mut refusal = Response::new(description);
        refusal.content.insert(PROBLEM_JSON.to_owned(), problem.into());
        refusal.into()
    });
}

fn name_problems(answer: &mut RefOr<Response>) {
    let RefOr::T(answer) = answer else { return };
    let is_problem = |content: &RefOr<Content>| {
        let RefOr::T(Content { schema: Some(RefOr::Ref(schema)), .. }) = content else { return false };
        schema.ref_location.ends_with("/Problem")
    };
    if answer.content.get(JSON).is_some_and(is_problem)
        && let Some(content) = answer.content.shift_remove(JSON)
    {
        answer.content.insert(PROBLEM_JSON.to_owned(), content);
    }
}
