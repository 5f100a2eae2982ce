//! The errors of the operations in the OpenAPI document.
//!
//! A handler documents only what its signature does not say. The description of an error is "`code`, `code`: when",
//! and /api/docs reads the codes from it.

use std::collections::BTreeMap;

use utoipa::openapi::{
    Content, Header, Object, Ref, RefOr, Response, Schema, Type,
    path::{Operation, Parameter, ParameterIn},
    security::SecurityRequirement,
};

const JSON: &str = "application/json";
const PROBLEM_JSON: &str = "application/problem+json";

/// A response that many operations refer to.
struct SharedError {
    name: &'static str,
    status: &'static str,
    description: &'static str,
}

macro_rules! shared_errors {
    ($($constant:ident = $name:ident $status:literal $description:literal;)*) => {
        $(const $constant: SharedError =
            SharedError { name: stringify!($name), status: $status, description: $description };)*
        const SHARED: &[SharedError] = &[$($constant),*];
    };
}

shared_errors! {
    MALFORMED_JSON = MalformedJson "400" "`malformed_json`, `incomplete_body`";
    MALFORMED_QUERY = MalformedQuery "400" "`malformed_query`";
    UNAUTHENTICATED = Unauthenticated "401" "`unauthenticated`: no valid session or token";
    NOT_ADMINISTRATOR = NotAdministrator "403" "`forbidden`: not an administrator";
    NOT_STAFF = NotStaff "403" "`forbidden`, `api_key_not_allowed`";
    FOREIGN_ORIGIN = ForeignOrigin "403" "`forbidden_origin`: sent by a page of another origin";
    NOT_FOUND = NotFound "404" "`not_found`: unknown, or it belongs to another account";
    REQUEST_TIMEOUT = RequestTimeout "408" "`request_timeout`";
    BODY_TOO_LARGE = BodyTooLarge "413" "`body_too_large`: more than 64 KiB";
    UNSUPPORTED_MEDIA_TYPE = UnsupportedMediaType "415" "`unsupported_media_type`: not JSON, or compressed";
    INVALID_FIELD = InvalidField "422" "`invalid_field`: `errors` explains each field";
    TOO_MANY_REQUESTS = TooManyRequests "429" "`too_many_requests`: try again after `Retry-After`";
    INTERNAL = Internal "500" "`internal`, `outcome_unknown`: it may have succeeded, so check before you try again";
    BUSY = Busy "503" "`busy`: try again after `Retry-After`";
}

/// The responses that operations refer to.
pub fn components() -> BTreeMap<String, RefOr<Response>> {
    let response = |error: &SharedError| problem(error.status, error.description).into();
    SHARED.iter().map(|error| (error.name.to_owned(), response(error))).collect()
}

/// Adds the errors that follow from the caller, the path, the query and the body, and the usual code of each status.
pub fn add(operation: &mut Operation, path: &str, is_write: bool) {
    let security = operation.security.as_deref().unwrap_or_default();
    let is_one = |name| security.contains(&SecurityRequirement::new(name, Vec::<String>::new()));
    let is_by_token = is_one("bearer") && !is_one("session");
    let implied = implied(operation, path, is_write);
    let responses = &mut operation.responses.responses;
    for &SharedError { status, description, .. } in implied {
        responses.entry(status.to_owned()).or_insert_with(|| Response::new(description).into());
    }
    for (status, response) in responses.iter_mut().filter(|(status, _)| status.as_str() >= "400") {
        if let RefOr::T(given) = response {
            *response = error(status, describe(status, &given.description, is_by_token));
        }
    }
}

fn implied(operation: &Operation, path: &str, is_write: bool) -> Vec<&'static SharedError> {
    let security = operation.security.as_deref().unwrap_or_default();
    let body = match &operation.request_body {
        Some(RefOr::T(body)) => body.content.get(JSON),
        _ => None,
    };
    // The schema of a body without checked members is not a reference.
    let has_fields = match body {
        Some(RefOr::T(Content { schema: Some(RefOr::Ref(_)), .. })) => true,
        // The body may be missing.
        Some(RefOr::T(Content { schema: Some(RefOr::T(Schema::OneOf(choice))), .. })) => {
            choice.items.iter().any(|item| matches!(item, RefOr::Ref(_)))
        }
        _ => false,
    };
    let is_query =
        |parameter: &_| matches!(parameter, RefOr::T(Parameter { parameter_in: ParameterIn::Query, .. }));
    let has_query = operation.parameters.iter().flatten().any(is_query);
    // An operation that sends the browser on does so with an invalid query too.
    let redirects = !operation.responses.responses.contains_key("200");
    // An account is unknown by its address without being an error.
    let names_one = path.contains('{') && !path.contains("{email}");
    let by_cookie = security.contains(&SecurityRequirement::new("session", Vec::<String>::new()));
    let by_key = security.iter().any(|requirement| {
        // A requirement tells its names only as JSON.
        let names = serde_json::to_value(requirement).unwrap_or_default();
        names.as_object().is_some_and(|names| names.keys().any(|name| name.starts_with("key")))
    });
    // A key learns which parameters and members a call does not know.
    let errors: [(bool, &'static [SharedError]); 8] = [
        (body.is_some(), &[MALFORMED_JSON, REQUEST_TIMEOUT, BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE]),
        (has_query, &[MALFORMED_QUERY]),
        (!security.is_empty(), &[UNAUTHENTICATED]),
        (is_write && by_cookie, &[FOREIGN_ORIGIN]),
        (names_one, &[NOT_FOUND]),
        (has_fields || (has_query && !redirects) || by_key, &[INVALID_FIELD]),
        (is_write && !security.is_empty(), &[TOO_MANY_REQUESTS]),
        (true, &[INTERNAL, BUSY]),
    ];
    errors.into_iter().filter(|(applies, _)| *applies).flat_map(|(_, errors)| errors).collect()
}

/// A reference, if the error is a shared one.
fn error(status: &str, description: String) -> RefOr<Response> {
    match SHARED.iter().find(|shared| shared.status == status && shared.description == description) {
        Some(shared) => Ref::from_response_name(shared.name).into(),
        None => problem(status, description).into(),
    }
}

/// A problem document, with `Retry-After` for the statuses that a client may try again.
fn problem(status: &str, description: impl Into<String>) -> Response {
    let mut response = Response::new(description);
    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
    response.content.insert(PROBLEM_JSON.to_owned(), problem.into());
    if matches!(status, "429" | "503") {
        let mut header = Header::new(Object::with_type(Type::Integer));
        header.description = Some("Seconds until the next attempt".to_owned());
        response.headers.insert("Retry-After".to_owned(), header.into());
    }
    response
}

/// Names the usual code of a status unless the operation does.
fn describe(status: &str, given: &str, is_by_token: bool) -> String {
    let usual = match status {
        "401" => UNAUTHENTICATED,
        "403" if is_by_token => NOT_ADMINISTRATOR,
        "403" => FOREIGN_ORIGIN,
        "404" => NOT_FOUND,
        "422" => INVALID_FIELD,
        "429" => TOO_MANY_REQUESTS,
        "503" => BUSY,
        _ => return given.to_owned(),
    };
    let code = usual.description.split(':').next().unwrap_or_default();
    // These errors occur beside the codes of the operation.
    let is_additional = matches!(status, "422" | "429" | "503") || (status == "403" && !is_by_token);
    if given.is_empty() {
        usual.description.to_owned()
    } else if !given.starts_with('`') {
        format!("{code}: {given}")
    } else if is_additional && !given.contains(code) {
        format!("{code}, {given}")
    } else {
        given.to_owned()
    }
}
