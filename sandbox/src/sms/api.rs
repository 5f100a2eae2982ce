//! The call that sends a message.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{AUTHORIZATION, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Form, Json};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Gateway, SmsSettings};
use crate::clock::rfc2822;
use crate::ids;
use crate::inbox_store::TextMessage;
use crate::phone_numbers::{self, SmsApiError};

const MAX_BODY_CHARACTERS: usize = 1_600;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub struct SendMessage {
    to: String,
    from: String,
    body: String,
}

/// `POST /2010-04-01/Accounts/{account}/Messages.json`
pub async fn send(
    State(gateway): State<Arc<Gateway>>,
    Path(account): Path<String>,
    headers: HeaderMap,
    Form(SendMessage { to, from, body }): Form<SendMessage>,
) -> Response {
    let settings = &gateway.settings;
    if !is_authorized(settings, &headers) {
        let mut response = error(StatusCode::UNAUTHORIZED, 20003, "Authenticate");
        let challenge = HeaderValue::from_static("Basic realm=\"Twilio API\"");
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        return response;
    }
    if account != settings.account_sid {
        return error(StatusCode::NOT_FOUND, 20404, "The requested resource was not found");
    }
    if let Err((code, message)) = check(&to, &from, &body) {
        return error(StatusCode::BAD_REQUEST, code, message);
    }
    let message = TextMessage { sid: ids::new("SM"), to, from, body, received_at: (settings.clock)() };
    let shown = to_json(&message, &account);
    settings.inbox.store().add_text(message);
    (StatusCode::CREATED, Json(shown)).into_response()
}

fn check(to: &str, from: &str, body: &str) -> Result<(), SmsApiError> {
    if to.is_empty() {
        return Err((21604, "A 'To' phone number is required."));
    }
    if from.is_empty() {
        return Err((21603, "A 'From' phone number is required."));
    }
    if body.is_empty() {
        return Err((21602, "Message body is required."));
    }
    phone_numbers::check_sender(from)?;
    phone_numbers::check_recipient(to)?;
    if body.chars().count() > MAX_BODY_CHARACTERS {
        return Err((21617, "The concatenated message body exceeds the 1600 character limit"));
    }
    Ok(())
}

fn is_authorized(settings: &SmsSettings, headers: &HeaderMap) -> bool {
    let expected = format!("{}:{}", settings.account_sid, settings.auth_token);
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Basic "));
    given.and_then(|value| BASE64_STANDARD.decode(value).ok()).as_deref() == Some(expected.as_bytes())
}

fn to_json(message: &TextMessage, account: &str) -> Value {
    let created = rfc2822(message.received_at);
    json!({
        "account_sid": account,
        "api_version": "2010-04-01",
        "body": message.body,
        "date_created": created, "date_sent": null, "date_updated": created,
        "direction": "outbound-api",
        "error_code": null, "error_message": null,
        "from": message.from,
        "num_media": "0", "num_segments": "1",
        "price": null, "price_unit": "USD",
        "sid": message.sid,
        "status": "queued",
        "to": message.to,
        "uri": format!("/2010-04-01/Accounts/{account}/Messages/{}.json", message.sid),
    })
}

fn error(status: StatusCode, code: u32, message: &str) -> Response {
    let body = json!({
        "code": code,
        "message": message,
        "more_info": format!("https://www.twilio.com/docs/errors/{code}"),
        "status": status.as_u16(),
    });
    (status, Json(body)).into_response()
}

/// The response of a call that fails by a fault.
pub fn fault_response(status: StatusCode) -> Response {
    if status == StatusCode::TOO_MANY_REQUESTS {
        let mut response = error(status, 20429, "Too Many Requests");
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("3"));
        return response;
    }
    error(status, 20500, "This failed on request.")
}
