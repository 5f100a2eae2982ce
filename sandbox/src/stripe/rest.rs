//! A call from the socket to the answer: key, parameters, faults, idempotency, then the handler.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest as _, OriginalUri, Query, Request, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::{Form, Json};
use serde_json::Value;

use crate::{connection, ids};

use super::error::Refusal;
use super::faults::RestAction;
use super::form::Params;
use super::keys::Caller;
use super::ledger::{Book, KeptAnswer};
use super::visit::Visit;
use super::{Account, charges, cors, events, intents, methods, refunds};

const BODY_LIMIT: usize = 64 * 1024;
const PAIRS_LIMIT: usize = 500;

static REQUEST_ID: HeaderName = HeaderName::from_static("request-id");
static IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
static IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Everything under `/v1`.
pub async fn answer(
    State(account): State<Arc<Account>>,
    OriginalUri(uri): OriginalUri,
    request: Request,
) -> Response {
    if request.method() == Method::OPTIONS {
        return cors::preflight();
    }
    let call = match Call::read(&account, &uri, request).await {
        Ok(call) => call,
        Err(refusal) => return refusal.into_response(),
    };
    // On a task of its own: as at the provider, a caller who hangs up does not stop the payment.
    match tokio::spawn(serve(account, call)).await {
        Ok(response) => response,
        Err(_) => Refusal::internal(StatusCode::INTERNAL_SERVER_ERROR).into_response(),
    }
}

/// An answer of the API.
pub fn respond(status: StatusCode, body: Value) -> Response {
    let mut response = (status, Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-store"));
    if let Ok(id) = HeaderValue::from_str(&ids::new("req_")) {
        headers.insert(&REQUEST_ID, id);
    }
    cors::allow(headers);
    response
}

struct Call {
    caller: Caller,
    method: Method,
    /// From `/v1` on.
    path: String,
    params: Params,
    idempotency_key: Option<String>,
    fingerprint: String,
    request_id: String,
}

impl Call {
    async fn read(account: &Account, uri: &Uri, request: Request) -> Result<Self, Refusal> {
        let method = request.method().clone();
        let headers = request.headers().clone();
        let Ok(Query(mut pairs)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else {
            return Err(Refusal::malformed("Invalid query string."));
        };
        pairs.extend(read_body(request).await?);
        if pairs.len() > PAIRS_LIMIT {
            return Err(Refusal::malformed("Too many parameters."));
        }
        let mut params = Params::new(pairs);
        let caller = account.keys.caller(&headers, params.take("key"))?;
        // Browser scripts name their version in the form.
        params.take("_stripe_version");
        let fingerprint = params.fingerprint();
        let idempotency_key = match headers.get(&IDEMPOTENCY_KEY).filter(|_| method == Method::POST) {
            None => None,
            Some(key) => Some(read_key(key)?),
        };
        let path = uri.path();
        let path = path.find("/v1/").map_or(path, |start| &path[start..]).trim_end_matches('/').to_owned();
        let request_id = ids::new("req_");
        Ok(Self { caller, method, path, params, idempotency_key, fingerprint, request_id })
    }
}

async fn read_body(request: Request) -> Result<Vec<(String, String)>, Refusal> {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, BODY_LIMIT).await else {
        return Err(Refusal::malformed("The request body is too large or was cut short."));
    };
    if body.is_empty() {
        return Ok(Vec::new());
    }
    // The extractor would read the query of a GET.
    let mut request = Request::from_parts(parts, Body::from(body));
    *request.method_mut() = Method::POST;
    match Form::from_request(request, &()).await {
        Ok(Form(pairs)) => Ok(pairs),
        Err(rejection) => Err(Refusal::malformed(rejection.body_text())),
    }
}

fn read_key(value: &HeaderValue) -> Result<String, Refusal> {
    let key = value.to_str().ok().filter(|key| (1..=255).contains(&key.len()));
    key.map(str::to_owned)
        .ok_or_else(|| Refusal::idempotency("Idempotency keys are 1 to 255 visible characters long."))
}

async fn serve(account: Arc<Account>, call: Call) -> Response {
    let fault = account.faults.for_call(&call.method, &call.path);
    match fault {
        Some(RestAction::DropBefore) => return connection::cut(),
        Some(RestAction::Status(429)) => return Refusal::rate_limit().into_response(),
        Some(RestAction::Status(status)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return Refusal::internal(status).into_response();
        }
        _ => {}
    }
    let key = call.idempotency_key.clone();
    let reserved = match key.clone().map(|key| KeyInUse::reserve(&account, key)).transpose() {
        Ok(reserved) => reserved,
        Err(refusal) => return refusal.into_response(),
    };
    if let Some(RestAction::DelayMs(pause)) = fault {
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    let reply = account.reply(call).await;
    drop(reserved);
    if fault == Some(RestAction::DropAfter) {
        return connection::cut();
    }
    let Reply { status, mut body, replayed } = reply;
    if let Some(lie) = fault.and_then(RestAction::lie) {
        lie.tell(&mut body);
    }
    let mut response = respond(status, body);
    if let Some(key) = key.as_deref().and_then(|key| HeaderValue::from_str(key).ok()) {
        response.headers_mut().insert(&IDEMPOTENCY_KEY, key);
    }
    if replayed {
        response.headers_mut().insert(&IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"));
    }
    match fault {
        Some(RestAction::StallMs(pause)) => connection::stall(response, Duration::from_millis(pause)),
        _ => response,
    }
}

/// While it lives, no other call may use the key.
struct KeyInUse<'a> {
    account: &'a Account,
    key: String,
}

impl<'a> KeyInUse<'a> {
    fn reserve(account: &'a Account, key: String) -> Result<Self, Refusal> {
        if account.ledger.book().keys_in_use.insert(key.clone()) {
            Ok(Self { account, key })
        } else {
            Err(Refusal::idempotency_key_in_use(&key))
        }
    }
}

impl Drop for KeyInUse<'_> {
    fn drop(&mut self) {
        self.account.ledger.book().keys_in_use.remove(&self.key);
    }
}

struct Reply {
    status: StatusCode,
    body: Value,
    replayed: bool,
}

impl From<Result<Value, Refusal>> for Reply {
    fn from(outcome: Result<Value, Refusal>) -> Self {
        match outcome {
            Ok(body) => Self { status: StatusCode::OK, body, replayed: false },
            Err(refused) => Self { status: refused.status(), body: refused.envelope(), replayed: false },
        }
    }
}

impl Account {
    async fn reply(&self, call: Call) -> Reply {
        let Call { caller, method, path, params, idempotency_key, fingerprint, request_id } = call;
        let Some(key) = idempotency_key else {
            let request = Some((request_id.as_str(), None));
            return self.change(caller, request, |visit| route(visit, &method, &path, params)).await.into();
        };
        if let Some(kept) = self.ledger.book().answer(&key, (self.clock)()) {
            return replay(kept, &key, &path, &fingerprint);
        }
        let request = Some((request_id.as_str(), Some(key.as_str())));
        let kept = self.change(caller, request, |visit| {
            let outcome = route(visit, &method, &path, params);
            let reply = Reply::from(outcome);
            // What was refused before anything was done may be tried again with the same key.
            if reply.status == StatusCode::OK || reply.status == StatusCode::PAYMENT_REQUIRED {
                let kept = KeptAnswer {
                    at: visit.now,
                    path: path.clone(),
                    fingerprint,
                    status: reply.status.as_u16(),
                    body: reply.body.clone(),
                };
                visit.book.keep_answer(key.clone(), kept);
            }
            Ok(reply)
        });
        kept.await.unwrap_or_else(|refused| Err(refused).into())
    }

    /// Runs a handler, saves what it did, and sends the events it caused. `request` is the id of the call and its
    /// idempotency key.
    pub async fn change<T>(
        &self,
        caller: Caller,
        request: Option<(&str, Option<&str>)>,
        handler: impl FnOnce(&mut Visit<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let now = (self.clock)();
        let (request_id, idempotency_key) = request.unwrap_or_default();
        let change = |book: &mut Book| {
            let before = book.events.len();
            let outcome =
                handler(&mut Visit { book, now, caller, origin: &self.origin, request_id, idempotency_key });
            (outcome, book.events.since(before).to_vec())
        };
        match self.ledger.change(change).await {
            Ok((outcome, events)) => {
                self.courier.send(events);
                outcome
            }
            Err(error) => {
                tracing::error!(%error, "the sandbox could not save its ledger");
                Err(Refusal::internal(StatusCode::INTERNAL_SERVER_ERROR))
            }
        }
    }
}

fn replay(kept: &KeptAnswer, key: &str, path: &str, fingerprint: &str) -> Reply {
    if kept.path == path && kept.fingerprint == fingerprint {
        let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        return Reply { status, body: kept.body.clone(), replayed: true };
    }
    let same = if kept.path == path { "with the same parameters" } else { "for the same endpoint" };
    let message = format!(
        "Keys for idempotent requests can only be used {same} they were first used with. Try using a key other \
         than '{key}' if you meant to execute a different request."
    );
    Err(Refusal::idempotency(message)).into()
}

/// The API on one page. Browsers may do what the first lines say, and reach intents by their client secret.
fn route(visit: &mut Visit<'_>, method: &Method, path: &str, params: Params) -> Result<Value, Refusal> {
    let segments: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
    match (method, segments.as_slice()) {
        (&Method::POST, ["payment_methods"]) => return methods::create(visit, params),
        (&Method::POST, ["tokens"]) => return methods::create_token(visit, params),
        (&Method::GET, ["payment_intents", id]) => return intents::calls::retrieve(visit, id, params),
        (&Method::POST, ["payment_intents", id, "confirm"]) => {
            return intents::calls::confirm(visit, id, params);
        }
        _ if visit.caller == Caller::Browser => return Err(Refusal::secret_key_required()),
        _ => {}
    }
    match (method, segments.as_slice()) {
        (&Method::POST, ["payment_intents"]) => intents::calls::create(visit, params),
        (&Method::GET, ["payment_intents"]) => intents::calls::list(visit, params),
        (&Method::POST, ["payment_intents", id]) => intents::calls::update(visit, id, params),
        (&Method::POST, ["payment_intents", id, "cancel"]) => intents::calls::cancel(visit, id, params),
        (&Method::GET, ["payment_methods", id]) => methods::retrieve(visit, id, params),
        (&Method::GET, ["charges", id]) => charges::retrieve(visit, id, params),
        (&Method::POST, ["refunds"]) => refunds::create(visit, params),
        (&Method::GET, ["refunds"]) => refunds::list(visit, params),
        (&Method::GET, ["refunds", id]) => refunds::retrieve(visit, id, params),
        (&Method::GET, ["events"]) => events::list(visit, params),
        (&Method::GET, ["events", id]) => events::retrieve(visit, id, params),
        _ => Err(Refusal::unknown_url(method.as_str(), path)),
    }
}
