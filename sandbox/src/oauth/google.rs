//! What Google publishes for OpenID Connect clients.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::{Provider, Providers};

/// `GET /google/.well-known/openid-configuration`
pub async fn discovery(State(providers): State<Arc<Providers>>) -> Json<Value> {
    let (front, back) = (providers.front(Provider::Google), providers.back(Provider::Google));
    Json(json!({
        "issuer": back,
        "authorization_endpoint": format!("{front}/authorize"),
        "token_endpoint": format!("{back}/token"),
        "userinfo_endpoint": format!("{back}/userinfo"),
        "jwks_uri": format!("{back}/jwks"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "scopes_supported": ["openid", "email", "profile"],
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        "claims_supported": [
            "aud", "email", "email_verified", "exp", "given_name", "iat", "iss", "name", "picture", "sub",
        ],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

/// `GET /google/jwks`
pub async fn jwks(State(providers): State<Arc<Providers>>) -> Json<Value> {
    Json(providers.keys.to_jwks())
}
