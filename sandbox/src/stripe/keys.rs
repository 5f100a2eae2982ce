//! Who calls: the shop's server with the secret key, or a browser with the publishable one.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::error::Refusal;

pub struct Keys {
    pub secret: String,
    pub publishable: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Server,
    Browser,
}

impl Keys {
    /// `in_form` is a `key` parameter, which browsers may send instead of the header.
    pub fn caller(&self, headers: &HeaderMap, in_form: Option<String>) -> Result<Caller, Refusal> {
        let Some(key) = in_header(headers).or(in_form) else {
            return Err(Refusal::unauthorized(
                "You did not provide an API key. Send it in the Authorization header, using Bearer auth.",
            ));
        };
        if key == self.secret {
            Ok(Caller::Server)
        } else if key == self.publishable {
            Ok(Caller::Browser)
        } else {
            let tail: String = key.chars().rev().take(4).collect::<Vec<_>>().into_iter().rev().collect();
            Err(Refusal::unauthorized(format!("Invalid API Key provided: ****{tail}")))
        }
    }
}

fn in_header(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, credentials) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(credentials.trim().to_owned());
    }
    if scheme.eq_ignore_ascii_case("basic") {
        let decoded = String::from_utf8(BASE64_STANDARD.decode(credentials.trim()).ok()?).ok()?;
        return Some(decoded.split_once(':').map_or(decoded.as_str(), |(user, _)| user).to_owned());
    }
    None
}
