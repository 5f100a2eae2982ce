//! Names of query parameters and body members that each call of an API key knows, from the OpenAPI document.
//!
//! A program that misspells a name should learn it at once. A browser's session may send more, as the specified client
//! does (docs/api.md).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use axum::{
    extract::{MatchedPath, Query},
    http::{Extensions, HeaderMap, Method, request::Parts},
};
use utoipa::openapi::{
    OpenApi as Document, RefOr, Schema,
    path::{Operation, ParameterIn},
};

use super::{
    bearer::{KEY_PREFIX, bearer},
    error::{ApiError, FieldError},
    openapi::KEY_SCHEMES,
};
use crate::values::{InvalidValue, language::localized};

const JSON: &str = "application/json";

#[derive(Default)]
struct Names {
    query: BTreeSet<String>,
    body: BTreeSet<String>,
}

/// The parameters and members of each call that takes API keys, by method and path below `/api`.
pub struct KnownMembers(BTreeMap<(Method, String), Names>);

impl KnownMembers {
    pub fn new(document: &Document) -> Self {
        let mut known = BTreeMap::new();
        for (path, item) in &document.paths.paths {
            for (method, operation) in [
                (Method::GET, &item.get),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ] {
                let Some(operation) = operation.as_ref().filter(|operation| takes_keys(operation)) else {
                    continue;
                };
                known.insert((method, path.clone()), names(document, operation));
            }
        }
        Self(known)
    }
}

fn takes_keys(operation: &Operation) -> bool {
    let scheme = |name: &str| {
        let requirements = serde_json::to_value(&operation.security).unwrap_or_default();
        requirements.as_array().is_some_and(|all| all.iter().any(|one| one.get(name).is_some()))
    };
    KEY_SCHEMES.iter().any(|(name, _)| scheme(name))
}

fn names(document: &Document, operation: &Operation) -> Names {
    let query = operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
        RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query => Some(parameter.name.clone()),
        _ => None,
    });
    let query = query.collect();
    let mut body = BTreeSet::new();
    if let Some(RefOr::T(request)) = &operation.request_body
        && let Some(RefOr::T(content)) = request.content.get(JSON)
        && let Some(schema) = &content.schema
    {
        collect(document, schema, &mut body);
    }
    Names { query, body }
}

/// The members of an object, also where it is composed of several.
fn collect(document: &Document, schema: &RefOr<Schema>, names: &mut BTreeSet<String>) {
    match schema {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next().unwrap_or_default();
            let schemas = document.components.as_ref().map(|components| &components.schemas);
            if let Some(schema) = schemas.and_then(|schemas| schemas.get(name)) {
                collect(document, schema, names);
            }
        }
        RefOr::T(Schema::Object(object)) => names.extend(object.properties.keys().cloned()),
        RefOr::T(Schema::AllOf(all)) => all.items.iter().for_each(|item| collect(document, item, names)),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().for_each(|item| collect(document, item, names)),
        RefOr::T(_) => {}
    }
}

/// The names of the call, if an API key sent the request.
fn of_key_call<'e>(method: &Method, headers: &HeaderMap, extensions: &'e Extensions) -> Option<&'e Names> {
    bearer(headers).filter(|token| token.starts_with(KEY_PREFIX))?;
    let path = extensions.get::<MatchedPath>()?.as_str().strip_prefix("/api")?;
    extensions.get::<Arc<KnownMembers>>()?.0.get(&(method.clone(), path.to_owned()))
}

/// Returns the members that the body of a request may have. Returns `None` if it may have any, because no API key sent
/// it.
pub fn of_body(method: &Method, headers: &HeaderMap, extensions: &Extensions) -> Option<BTreeSet<String>> {
    of_key_call(method, headers, extensions).map(|names| names.body.clone())
}

/// Refuses query parameters that the call of an API key does not know.
pub fn check_query(parts: &Parts) -> Result<(), ApiError> {
    let Some(names) = of_key_call(&parts.method, &parts.headers, &parts.extensions) else { return Ok(()) };
    // What is malformed is refused with its own sentence.
    let pairs = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).map(|Query(pairs)| pairs);
    refuse_unknown(&names.query, pairs.unwrap_or_default().iter().map(|(name, _)| name.as_str()))
}

/// 422 with each name of `given` that is not known.
pub fn refuse_unknown<'n>(
    known: &BTreeSet<String>,
    given: impl Iterator<Item = &'n str>,
) -> Result<(), ApiError> {
    let names = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let errors: Vec<FieldError> = given
        .filter(|name| !known.contains(*name))
        .map(|name| {
            let detail = if names.is_empty() {
                localized!(
                    "This call has no member of this name. It takes none.",
                    "Cet appel n’a pas de membre de ce nom. Il n’en accepte aucun."
                )
            } else {
                localized!(
                    "This call has no member of this name. It knows {names}.",
                    "Cet appel n’a pas de membre de ce nom. Il connaît {names}."
                )
            };
            FieldError::new(name, InvalidValue::new("unknown", detail))
        })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(ApiError::invalid_fields(errors)) }
}
