//! Sends text messages by Twilio's Messages API.
//!
//! API: <https://www.twilio.com/docs/messaging/api/message-resource#create-a-message>, form-encoded, Basic credentials.
//! Status 201 means that Twilio queued the message, not that it arrived.

use serde::Deserialize;
use thiserror::Error;

use crate::values::phone::Phone;

#[derive(Debug, Error)]
pub enum SmsError {
    /// No answer, or an unclear one: the message may have been sent.
    #[error("the text message gateway gave no clear answer: {0}")]
    NoResponse(String),
    /// The gateway will never send to this number.
    #[error("the text message gateway does not send to this number: code {0}")]
    Undeliverable(u32),
}

/// Twilio's error codes for numbers that cannot receive text messages.
const UNDELIVERABLE_CODES: [u32; 8] = [
    21211, // invalid number
    21217, // invalid number
    21265, // a short code
    21408, // a country the account does not send to
    21610, // the recipient unsubscribed
    21612, // no route from the sender
    21614, // not a mobile number
    21635, // a landline
];

#[derive(Clone)]
pub struct SmsClient {
    http: reqwest::Client,
    messages: String,
    account_sid: String,
    auth_token: String,
    from: String,
}

#[derive(Deserialize)]
struct GatewayError {
    code: u32,
}

impl SmsClient {
    /// `base` without a trailing slash.
    pub fn new(http: reqwest::Client, base: &str, account_sid: &str, auth_token: &str, from: &str) -> Self {
        Self {
            http,
            messages: format!(
                "{}/2010-04-01/Accounts/{account_sid}/Messages.json",
                base.trim_end_matches('/')
            ),
            account_sid: account_sid.to_owned(),
            auth_token: auth_token.to_owned(),
            from: from.to_owned(),
        }
    }

    pub async fn send(&self, to: &Phone, text: &str) -> Result<(), SmsError> {
        let no_answer = |error: reqwest::Error| SmsError::NoResponse(error.without_url().to_string());
        let call = self
            .http
            .post(&self.messages)
            .basic_auth(&self.account_sid, Some(&self.auth_token))
            .form(&[("To", to.as_str()), ("From", &self.from), ("Body", text)]);
        let answer = call.send().await.map_err(no_answer)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(());
        }
        let failure = answer.bytes().await.map_err(no_answer)?;
        let code = serde_json::from_slice::<GatewayError>(&failure).map_or(0, |failure| failure.code);
        if status == reqwest::StatusCode::BAD_REQUEST && UNDELIVERABLE_CODES.contains(&code) {
            return Err(SmsError::Undeliverable(code));
        }
        Err(SmsError::NoResponse(format!("status {status}, code {code}")))
    }
}
