//! Text messages, by Twilio's Messages API, as much of it as the shop needs.
//!
//! Wire: <https://www.twilio.com/docs/messaging/api/message-resource#create-a-message>, form-encoded, Basic credentials.
//! Status 201 means that the message is queued there: whether it arrives is known to whoever holds the phone.

use serde::Deserialize;
use thiserror::Error;

use crate::values::phone::Phone;

#[derive(Debug, Error)]
pub enum Error {
    /// Nothing, or nothing that says what happened: the message may be on its way.
    #[error("the text message gateway gave no clear answer: {0}")]
    NoAnswer(String),
    /// It will not send to this number, now or later.
    #[error("the text message gateway does not send there: {0}")]
    CannotReach(u32),
}

/// What the gateway says of a number that no text message can be sent to.
const CANNOT_REACH: [u32; 8] = [
    21211, // no number
    21217, // no number either
    21265, // a short code
    21408, // a country the account does not send to
    21610, // its holder asked for no more messages
    21612, // no way there from the sender
    21614, // no mobile
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
struct Failure {
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

    pub async fn send(&self, to: &Phone, text: &str) -> Result<(), Error> {
        let no_answer = |error: reqwest::Error| Error::NoAnswer(error.without_url().to_string());
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
        let code = serde_json::from_slice::<Failure>(&failure).map_or(0, |failure| failure.code);
        if status == reqwest::StatusCode::BAD_REQUEST && CANNOT_REACH.contains(&code) {
            return Err(Error::CannotReach(code));
        }
        Err(Error::NoAnswer(format!("status {status}, code {code}")))
    }
}
