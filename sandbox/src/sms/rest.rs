//! The gateway's API: send a message, look one up, list them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Form, Json};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::json;

use super::Gateway;
use super::message::{self, Message};
use super::number;

const LONGEST_BODY: usize = 1_600;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub struct NewMessage {
    to: Option<String>,
    from: Option<String>,
    body: Option<String>,
}

/// `POST /2010-04-01/Accounts/{account}/Messages.json`
pub async fn send(
    State(gateway): State<Arc<Gateway>>,
    Path(account): Path<String>,
    headers: HeaderMap,
    Form(new): Form<NewMessage>,
) -> Response {
    if let Err(refusal) = gateway.admits(&account, &headers) {
        return refusal;
    }
    let sound = || -> Result<Message, (u32, &'static str)> {
        let to = new.to.filter(|to| !to.is_empty()).ok_or((21604, "A 'To' phone number is required."))?;
        let from =
            new.from.filter(|from| !from.is_empty()).ok_or((21603, "A 'From' phone number is required."))?;
        let body = new.body.filter(|body| !body.is_empty()).ok_or((21602, "Message body is required."))?;
        number::check_sender(&from).map_err(|refusal| (refusal.code, refusal.message))?;
        number::check_recipient(&to).map_err(|refusal| (refusal.code, refusal.message))?;
        if body.chars().count() > LONGEST_BODY {
            return Err((21617, "The concatenated message body exceeds the 1600 character limit"));
        }
        Ok(Message { sid: message::sid(), to, from, body, created: (gateway.settings.clock)() })
    };
    match sound() {
        Ok(message) => {
            let told = message.told(&account);
            gateway.keep(message);
            (StatusCode::CREATED, Json(told)).into_response()
        }
        Err((code, message)) => refused(StatusCode::BAD_REQUEST, code, message),
    }
}

/// `GET /2010-04-01/Accounts/{account}/Messages.json`, the newest first.
pub async fn list(
    State(gateway): State<Arc<Gateway>>,
    Path(account): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Err(refusal) = gateway.admits(&account, &headers) {
        return refusal;
    }
    let messages: Vec<_> = gateway.messages().iter().map(|message| message.told(&account)).collect();
    Json(json!({ "messages": messages, "page": 0, "page_size": super::KEPT, "next_page_uri": null }))
        .into_response()
}

/// `GET /2010-04-01/Accounts/{account}/Messages/{sid}.json`
pub async fn show(
    State(gateway): State<Arc<Gateway>>,
    Path((account, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    if let Err(refusal) = gateway.admits(&account, &headers) {
        return refusal;
    }
    let sid = name.strip_suffix(".json").unwrap_or(&name);
    let found =
        gateway.messages().iter().find(|message| message.sid == sid).map(|message| message.told(&account));
    match found {
        Some(message) => Json(message).into_response(),
        None => refused(StatusCode::NOT_FOUND, 20404, "The requested resource was not found"),
    }
}

pub fn refused(status: StatusCode, code: u32, message: &str) -> Response {
    let body = json!({
        "code": code,
        "message": message,
        "more_info": format!("https://www.twilio.com/docs/errors/{code}"),
        "status": status.as_u16(),
    });
    (status, Json(body)).into_response()
}

impl Gateway {
    /// One account, which may look at itself alone.
    #[expect(clippy::result_large_err, reason = "the refusal is the answer")]
    fn admits(&self, account: &str, headers: &HeaderMap) -> Result<(), Response> {
        let expected = format!("{}:{}", self.settings.account_sid, self.settings.auth_token);
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Basic "));
        let given = given.and_then(|value| BASE64_STANDARD.decode(value).ok());
        if given.as_deref() != Some(expected.as_bytes()) {
            let mut refusal = refused(StatusCode::UNAUTHORIZED, 20003, "Authenticate");
            let challenge = HeaderValue::from_static("Basic realm=\"Twilio API\"");
            refusal.headers_mut().insert(WWW_AUTHENTICATE, challenge);
            return Err(refusal);
        }
        if account != self.settings.account_sid {
            return Err(refused(StatusCode::NOT_FOUND, 20404, "The requested resource was not found"));
        }
        Ok(())
    }
}
