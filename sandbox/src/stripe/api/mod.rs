//! The REST API: keys, parameters, idempotency, faults, then the handler of the call.

pub mod confirm;
mod context;
pub mod control;
mod customers;
mod error;
mod lists;
mod params;
mod payment_intents;
mod payment_methods;
mod refunds;

use std::sync::Arc;

use axum::Form;
use axum::body::Body;
use axum::extract::{FromRequest as _, OriginalUri, Query, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;

use context::{RequestContext, run};
use error::{StripeApiError, json_response, preflight};
use params::Params;

use super::account::StripeAccount;
use super::model::KeyKind;
use super::store::IdempotentResponse;
use crate::ids;

const MAX_BODY_BYTES: usize = 64 * 1024;
const MAX_PARAMETERS: usize = 500;

static IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
static IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Everything below `/v1`.
pub async fn handle(
    State(account): State<Arc<StripeAccount>>,
    OriginalUri(uri): OriginalUri,
    request: Request,
) -> Response {
    if request.method() == Method::OPTIONS {
        return preflight();
    }
    let call = match Call::read(&account, &uri, request).await {
        Ok(call) => call,
        Err(error) => return error.into_response(),
    };
    // The call runs in a task, because a client that disconnects must not cancel the payment.
    match tokio::spawn(serve(account, call)).await {
        Ok(response) => response,
        Err(_) => StripeApiError::server(StatusCode::INTERNAL_SERVER_ERROR).into_response(),
    }
}

struct Call {
    key_kind: KeyKind,
    method: Method,
    /// The path begins with `/v1`.
    path: String,
    params: Params,
    idempotency_key: Option<String>,
}

impl Call {
    async fn read(account: &StripeAccount, uri: &Uri, request: Request) -> Result<Self, StripeApiError> {
        let method = request.method().clone();
        let headers = request.headers().clone();
        let Ok(Query(mut pairs)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else {
            return Err(StripeApiError::malformed("Invalid query string."));
        };
        pairs.extend(read_body(request).await?);
        if pairs.len() > MAX_PARAMETERS {
            return Err(StripeApiError::malformed("Too many parameters."));
        }
        let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(api_key) = header.and_then(|value| value.strip_prefix("Bearer ")) else {
            let message =
                "You did not provide an API key. Send it in the Authorization header, using Bearer auth.";
            return Err(StripeApiError::unauthorized(message));
        };
        let Some(key_kind) = account.key_kind(api_key) else {
            return Err(StripeApiError::unauthorized("Invalid API Key provided."));
        };
        let idempotency_key = match headers.get(&IDEMPOTENCY_KEY).filter(|_| method == Method::POST) {
            None => None,
            Some(key) => Some(read_key(key)?),
        };
        let path = uri.path();
        let path = path.find("/v1/").map_or(path, |start| &path[start..]).trim_end_matches('/').to_owned();
        Ok(Self { key_kind, method, path, params: Params::new(pairs), idempotency_key })
    }
}

async fn read_body(request: Request) -> Result<Vec<(String, String)>, StripeApiError> {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, MAX_BODY_BYTES).await else {
        return Err(StripeApiError::malformed("The request body is too large or incomplete."));
    };
    if body.is_empty() {
        return Ok(Vec::new());
    }
    // The method is set to POST, because the extractor would read the query of a GET instead.
    let mut request = Request::from_parts(parts, Body::from(body));
    *request.method_mut() = Method::POST;
    match Form::from_request(request, &()).await {
        Ok(Form(pairs)) => Ok(pairs),
        Err(rejection) => Err(StripeApiError::malformed(rejection.body_text())),
    }
}

fn read_key(value: &HeaderValue) -> Result<String, StripeApiError> {
    let key = value.to_str().ok().filter(|key| (1..=255).contains(&key.len()));
    key.map(str::to_owned)
        .ok_or_else(|| StripeApiError::idempotency("Idempotency keys are 1 to 255 visible characters long."))
}

async fn serve(account: Arc<StripeAccount>, call: Call) -> Response {
    let key = call.idempotency_key.clone();
    let _reserved = match key.map(|key| KeyInUse::reserve(&account, key)).transpose() {
        Ok(reserved) => reserved,
        Err(error) => return error.into_response(),
    };
    let (method, path) = (call.method.clone(), call.path.clone());
    let fault_response = |status| StripeApiError::server(status).into_response();
    account.faults.serve(&method, &path, fault_response, async { respond(&account, call) }).await
}

/// Other calls cannot use the key while this value exists.
struct KeyInUse<'a> {
    account: &'a StripeAccount,
    key: String,
}

impl<'a> KeyInUse<'a> {
    fn reserve(account: &'a StripeAccount, key: String) -> Result<Self, StripeApiError> {
        if account.store.lock().keys_in_use.insert(key.clone()) {
            Ok(Self { account, key })
        } else {
            Err(StripeApiError::idempotency_key_in_use(&key))
        }
    }
}

impl Drop for KeyInUse<'_> {
    fn drop(&mut self) {
        self.account.store.lock().keys_in_use.remove(&self.key);
    }
}

fn respond(account: &StripeAccount, call: Call) -> Response {
    let Call { key_kind, method, path, params, idempotency_key: key } = call;
    let fingerprint = params.fingerprint();
    if let Some(key) = &key
        && let Some(stored) = account.store.lock().response(key, (account.clock)())
    {
        return replay(stored, key, &path, &fingerprint);
    }
    let request_id = ids::new("req_");
    let outcome = run(account, key_kind, &request_id, key.as_deref(), |context| {
        let outcome = route(context, &method, &path, params);
        let (status, body) = parts(outcome);
        // A request that was rejected before it had an effect may be corrected and sent with the same key.
        if let Some(key) = key.clone()
            && (status == StatusCode::OK || status == StatusCode::PAYMENT_REQUIRED)
        {
            let (status, body, created) = (status.as_u16(), body.clone(), context.now);
            let stored = IdempotentResponse { created, path, fingerprint, status, body };
            context.database.store_response(key, stored);
        }
        Ok((status, body))
    });
    let (status, body) = outcome.unwrap_or_else(|error| parts(Err(error)));
    let mut response = json_response(status, body);
    add_key(&mut response, key.as_deref());
    response
}

fn parts(outcome: Result<Value, StripeApiError>) -> (StatusCode, Value) {
    match outcome {
        Ok(body) => (StatusCode::OK, body),
        Err(error) => (error.status, error.envelope()),
    }
}

fn replay(stored: &IdempotentResponse, key: &str, path: &str, fingerprint: &str) -> Response {
    if stored.path == path && stored.fingerprint == fingerprint {
        let status = StatusCode::from_u16(stored.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = json_response(status, stored.body.clone());
        response.headers_mut().insert(&IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"));
        add_key(&mut response, Some(key));
        return response;
    }
    let same = if stored.path == path { "with the same parameters" } else { "for the same endpoint" };
    let message = format!(
        "Keys for idempotent requests can only be used {same} they were first used with. Try using a key other \
         than '{key}' if you meant to execute a different request."
    );
    StripeApiError::idempotency(message).into_response()
}

fn add_key(response: &mut Response, key: Option<&str>) {
    if let Some(key) = key.and_then(|key| HeaderValue::from_str(key).ok()) {
        response.headers_mut().insert(&IDEMPOTENCY_KEY, key);
    }
}

/// The calls with the publishable key are listed first.
fn route(
    context: &mut RequestContext<'_>,
    method: &Method,
    path: &str,
    params: Params,
) -> Result<Value, StripeApiError> {
    let segments: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
    match (method.as_str(), segments.as_slice()) {
        ("POST", ["payment_methods"]) => payment_methods::create(context, params),
        ("GET", ["payment_intents", id]) => payment_intents::retrieve(context, id, params),
        ("POST", ["payment_intents", id, "confirm"]) => payment_intents::confirm(context, id, params),
        _ if context.key_kind == KeyKind::Browser => Err(StripeApiError::secret_key_required()),
        ("POST", ["payment_methods", id, "attach"]) => customers::attach(context, id, params),
        ("POST", ["payment_methods", id, "detach"]) => customers::detach(context, id, params),
        ("POST", ["customers"]) => customers::create(context, params),
        ("GET", ["customers", id]) => customers::retrieve(context, id, params),
        ("DELETE", ["customers", id]) => customers::delete(context, id, params),
        ("GET", ["customers", id, "payment_methods"]) => customers::payment_methods(context, id, params),
        ("GET", ["customers", id, "payment_methods", method]) => {
            customers::payment_method(context, id, method, params)
        }
        ("POST", ["payment_intents"]) => payment_intents::create(context, params),
        ("GET", ["payment_intents"]) => payment_intents::list(context, params),
        ("POST", ["payment_intents", id]) => payment_intents::update(context, id, params),
        ("POST", ["payment_intents", id, "cancel"]) => payment_intents::cancel(context, id, params),
        ("POST", ["refunds"]) => refunds::create(context, params),
        ("GET", ["refunds"]) => refunds::list(context, params),
        ("GET", ["events"]) => lists::events(context, params),
        ("GET", ["webhook_endpoints"]) => lists::webhook_endpoints(context, params),
        ("GET", ["payment_method_domains"]) => lists::payment_method_domains(context, params),
        _ => Err(StripeApiError::unknown_url(method.as_str(), path)),
    }
}
