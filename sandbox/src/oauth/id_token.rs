//! The ID token, true or not.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::grants::{ACCESS_SECONDS, Grant};
use super::keys::Key;
use super::{Provider, Providers, Wrong};
use crate::ids;

const HOUR: i64 = 3600;

impl Providers {
    /// `None` when it is to be left out.
    pub fn id_token(&self, grant: &Grant, access_token: &str) -> Option<String> {
        if grant.wrong == Some(Wrong::NoIdToken) {
            return None;
        }
        let claims = self.id_claims(grant, access_token);
        Some(signed(&claims, &self.keys.current(), grant.wrong))
    }

    fn id_claims(&self, grant: &Grant, access_token: &str) -> Value {
        let now = self.now();
        let half_hash = &Sha256::digest(access_token.as_bytes())[..16];
        let mut claims = json!({
            "iss": self.back(Provider::Google),
            "azp": grant.client_id,
            "aud": grant.client_id,
            "sub": grant.person.subject(Provider::Google),
            "at_hash": BASE64_URL_SAFE_NO_PAD.encode(half_hash),
            "iat": now,
            "exp": now + ACCESS_SECONDS,
        });
        self.add_person(&mut claims, grant);
        if let Some(nonce) = &grant.nonce {
            claims["nonce"] = json!(nonce);
        }
        match grant.wrong {
            Some(Wrong::OtherIssuer) => claims["iss"] = json!("https://accounts.example.net"),
            Some(Wrong::OtherAudience) => {
                claims["aud"] = json!("another-shop");
                claims["azp"] = json!("another-shop");
            }
            Some(Wrong::MoreAudiences) => {
                claims["aud"] = json!([grant.client_id, "another-shop"]);
                claims["azp"] = json!("another-shop");
            }
            Some(Wrong::OtherNonce) => claims["nonce"] = json!(ids::new("")),
            Some(Wrong::NoNonce) => {
                claims.as_object_mut().map(|claims| claims.remove("nonce"));
            }
            Some(Wrong::Expired) => {
                claims["iat"] = json!(now - 2 * HOUR);
                claims["exp"] = json!(now - HOUR);
            }
            _ => {}
        }
        claims
    }

    /// What the scopes open; also the answer of `/userinfo`.
    pub fn add_person(&self, claims: &mut Value, grant: &Grant) {
        let person = &grant.person;
        if grant.has_scope("profile") {
            claims["name"] = json!(person.name);
            claims["given_name"] = json!(person.given_name());
            claims["picture"] = json!(self.picture(person));
        }
        if let Some(email) = person.email.as_ref().filter(|_| grant.has_scope("email")) {
            claims["email"] = json!(email);
            claims["email_verified"] = json!(person.email_verified);
        }
    }
}

fn signed(claims: &Value, key: &Key, wrong: Option<Wrong>) -> String {
    let stranger = || Key::new();
    let (algorithm, key_id) = match wrong {
        Some(Wrong::AlgNone) => ("none", None),
        Some(Wrong::HmacWithPublicKey) => ("HS256", Some(key.id.clone())),
        Some(Wrong::UnknownKey) => ("RS256", Some(ids::new(""))),
        _ => ("RS256", Some(key.id.clone())),
    };
    let mut header = json!({ "alg": algorithm, "typ": "JWT" });
    if let Some(key_id) = key_id {
        header["kid"] = json!(key_id);
    }
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(&header), part(claims));
    let signature = match wrong {
        Some(Wrong::AlgNone) => Vec::new(),
        Some(Wrong::HmacWithPublicKey) => {
            let secret = hmac::Key::new(hmac::HMAC_SHA256, &key.public());
            hmac::sign(&secret, message.as_bytes()).as_ref().to_vec()
        }
        Some(Wrong::BadSignature | Wrong::UnknownKey) => stranger().sign(message.as_bytes()),
        _ => key.sign(message.as_bytes()),
    };
    format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}
