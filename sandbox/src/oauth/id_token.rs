//! The ID token of Google with its faults, and what Google publishes for OpenID Connect clients.

use std::sync::Arc;

use aws_lc_rs::hmac;
use axum::Json;
use axum::extract::State;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::grants::{ACCESS_TOKEN_TTL, Grant};
use super::oauth_fault::{OAuthFault, Stage};
use super::provider::Provider;
use super::signing_keys::SigningKey;
use super::state::Providers;
use crate::ids;

const HOUR: i64 = 3600;
const TEN_MINUTES: i64 = 600;

/// `GET /google/.well-known/openid-configuration`
pub async fn discovery(State(providers): State<Arc<Providers>>) -> Json<Value> {
    let issuer = providers.server_url(Provider::Google);
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{}/authorize", providers.browser_url(Provider::Google)),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "scopes_supported": ["openid", "email", "profile"],
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

/// `GET /google/jwks`
pub async fn jwks(State(providers): State<Arc<Providers>>) -> Json<Value> {
    Json(providers.keys.to_jwks())
}

/// `None` if the fault of the grant leaves it out.
pub fn create(providers: &Providers, grant: &Grant, access_token: &str) -> Option<String> {
    if grant.fault == Some(OAuthFault::NoIdToken) {
        return None;
    }
    let claims = claims(providers, grant, access_token);
    Some(sign(&claims, &providers.keys.current(), grant.fault))
}

fn claims(providers: &Providers, grant: &Grant, access_token: &str) -> Value {
    let (now, person) = (providers.now(), &grant.person);
    let half_hash = &Sha256::digest(access_token.as_bytes())[..16];
    let mut claims = json!({
        "iss": providers.server_url(Provider::Google),
        "azp": grant.client_id,
        "aud": grant.client_id,
        "sub": person.subject(Provider::Google),
        "at_hash": BASE64_URL_SAFE_NO_PAD.encode(half_hash),
        "iat": now,
        "exp": now + ACCESS_TOKEN_TTL,
    });
    let leaves_claims_out =
        |fault: OAuthFault| fault == OAuthFault::ClaimsAtUserInfo || fault.stage() == Stage::UserInfo;
    if !grant.fault.is_some_and(leaves_claims_out) {
        add_user_claims(&mut claims, providers, grant);
    }
    if let Some(nonce) = grant.nonce.as_ref().filter(|_| grant.fault != Some(OAuthFault::NoNonce)) {
        claims["nonce"] = json!(nonce);
    }
    match grant.fault {
        Some(OAuthFault::OtherIssuer) => claims["iss"] = json!("https://accounts.example.net"),
        Some(OAuthFault::OtherAudience) => {
            claims["aud"] = json!("another-shop");
            claims["azp"] = json!("another-shop");
        }
        Some(OAuthFault::MoreAudiences) => {
            claims["aud"] = json!([grant.client_id, "another-shop"]);
            claims["azp"] = json!("another-shop");
        }
        Some(OAuthFault::OtherNonce) => claims["nonce"] = json!(ids::new("")),
        Some(OAuthFault::Expired) => {
            claims["iat"] = json!(now - 2 * HOUR);
            claims["exp"] = json!(now - HOUR);
        }
        Some(OAuthFault::OtherAuthorizedParty) => claims["azp"] = json!("another-shop"),
        Some(OAuthFault::OtherTokenHash) => claims["at_hash"] = json!(ids::new("")),
        Some(OAuthFault::IssuedLater) => claims["iat"] = json!(now + TEN_MINUTES),
        Some(OAuthFault::ValidLater) => claims["nbf"] = json!(now + TEN_MINUTES),
        Some(OAuthFault::JustExpired) => {
            claims["iat"] = json!(now - HOUR);
            claims["exp"] = json!(now - 30);
        }
        Some(OAuthFault::TextEmailVerified) => {
            claims["email_verified"] = json!(person.email_verified.to_string());
        }
        _ => {}
    }
    claims
}

/// Name, picture and e-mail address, as the scopes allow.
pub fn add_user_claims(claims: &mut Value, providers: &Providers, grant: &Grant) {
    let person = &grant.person;
    if grant.has_scope("profile") {
        claims["name"] = json!(person.name);
        claims["picture"] = json!(providers.picture_url(person));
    }
    if let Some(email) = person.email.as_ref().filter(|_| grant.has_scope("email")) {
        claims["email"] = json!(email);
        claims["email_verified"] = json!(person.email_verified);
    }
}

fn sign(claims: &Value, key: &SigningKey, fault: Option<OAuthFault>) -> String {
    let header = match fault {
        Some(OAuthFault::AlgNone) => json!({ "alg": "none", "typ": "JWT" }),
        Some(OAuthFault::HmacWithPublicKey) => json!({ "alg": "HS256", "typ": "JWT", "kid": key.id }),
        Some(OAuthFault::UnknownKey) => json!({ "alg": "RS256", "typ": "JWT", "kid": ids::new("") }),
        _ => json!({ "alg": "RS256", "typ": "JWT", "kid": key.id }),
    };
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(&header), part(claims));
    let signature = match fault {
        Some(OAuthFault::AlgNone) => Vec::new(),
        Some(OAuthFault::HmacWithPublicKey) => {
            let secret = hmac::Key::new(hmac::HMAC_SHA256, &key.public_der());
            hmac::sign(&secret, message.as_bytes()).as_ref().to_vec()
        }
        Some(OAuthFault::BadSignature | OAuthFault::UnknownKey) => {
            SigningKey::generate().sign(message.as_bytes())
        }
        _ => key.sign(message.as_bytes()),
    };
    format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}
