//! The profile of a user, for the holder of an access token. Google also puts it into the ID token.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::grants::Grant;
use super::id_token::add_user_claims;
use super::oauth_fault::{OAuthFault, Stage};
use super::provider::Provider;
use super::state::Providers;
use crate::ids;

/// `GET /google/userinfo`
pub async fn google(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Response {
    let Some(grant) = grant(&providers, Provider::Google, &headers) else {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_token" }))).into_response();
    };
    let mut body = json!({ "sub": grant.person.subject(Provider::Google) });
    add_user_claims(&mut body, &providers, &grant);
    if grant.fault == Some(OAuthFault::UserOtherId) {
        body["sub"] = json!(ids::new("1"));
    }
    respond(&grant, body, "sub").await
}

/// `GET /github/user`. It never contains the e-mail address, as for all users who keep it private.
pub async fn github(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Response {
    let grant = match github_grant(&providers, &headers) {
        Ok(grant) => grant,
        Err(error) => return error.into_response(),
    };
    let person = &grant.person;
    let body = json!({
        "login": person.handle('-'),
        "id": person.id,
        "type": "User",
        "name": person.name,
        "email": null,
        "avatar_url": providers.picture_url(person),
    });
    respond(&grant, body, "id").await
}

/// `GET /github/user/emails`. The first address is verified but not primary.
pub async fn github_emails(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Response {
    let grant = match github_grant(&providers, &headers) {
        Ok(grant) => grant,
        Err(error) => return error.into_response(),
    };
    if !grant.has_scope("user:email") && !grant.has_scope("user") {
        return (StatusCode::NOT_FOUND, Json(json!({ "message": "Not Found" }))).into_response();
    }
    let person = &grant.person;
    let Some(email) = &person.email else { return Json(json!([])).into_response() };
    let hidden = format!("{}+{}@users.noreply.github.com", person.id, person.handle('-'));
    Json(json!([
        { "email": hidden, "primary": false, "verified": true, "visibility": null },
        { "email": email, "primary": true, "verified": person.email_verified, "visibility": "private" },
    ]))
    .into_response()
}

/// GitHub rejects requests without a User-Agent.
fn github_grant(providers: &Providers, headers: &HeaderMap) -> Result<Grant, (StatusCode, Json<Value>)> {
    let error = |status: StatusCode, message: &str| (status, Json(json!({ "message": message })));
    if !headers.contains_key(USER_AGENT) {
        let message = "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.";
        return Err(error(StatusCode::FORBIDDEN, message));
    }
    grant(providers, Provider::Github, headers)
        .ok_or_else(|| error(StatusCode::UNAUTHORIZED, "Bad credentials"))
}

/// `GET /facebook/me?fields=id,name,email,picture`
pub async fn facebook(
    State(providers): State<Arc<Providers>>,
    headers: HeaderMap,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let error = |code, message: &str| {
        (StatusCode::BAD_REQUEST, Json(facebook_error(code, None, message))).into_response()
    };
    let Some(grant) = grant(&providers, Provider::Facebook, &headers) else {
        return error(190, "Invalid OAuth access token.");
    };
    let person = &grant.person;
    let mut body = json!({ "id": person.subject(Provider::Facebook) });
    for field in query.get("fields").map_or("name", String::as_str).split(',') {
        match field {
            "id" => {}
            "name" => body["name"] = json!(person.name),
            "email" => {
                if let Some(email) = person.email.as_ref().filter(|_| grant.has_scope("email")) {
                    body["email"] = json!(email);
                }
            }
            "picture" => {
                let url = providers.picture_url(person);
                body["picture"] =
                    json!({ "data": { "height": 50, "is_silhouette": false, "url": url, "width": 50 } });
            }
            unknown => {
                let message =
                    format!("(#100) Tried accessing nonexisting field ({unknown}) on node type (User)");
                return error(100, &message);
            }
        }
    }
    respond(&grant, body, "id").await
}

/// The envelope of all errors of the Graph API.
pub fn facebook_error(code: u32, subcode: Option<u32>, message: &str) -> Value {
    let mut error =
        json!({ "message": message, "type": "OAuthException", "code": code, "fbtrace_id": ids::new("A") });
    if let Some(subcode) = subcode {
        error["error_subcode"] = json!(subcode);
    }
    json!({ "error": error })
}

/// `GET /twitter/users/me?user.fields=profile_image_url`
pub async fn twitter(
    State(providers): State<Arc<Providers>>,
    headers: HeaderMap,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let error = |status: StatusCode, title: &str| {
        let code = status.as_u16();
        let body = json!({ "title": title, "type": "about:blank", "status": code, "detail": title });
        (status, Json(body)).into_response()
    };
    let Some(grant) = grant(&providers, Provider::Twitter, &headers) else {
        return error(StatusCode::UNAUTHORIZED, "Unauthorized");
    };
    if !grant.has_scope("users.read") || !grant.has_scope("tweet.read") {
        return error(StatusCode::FORBIDDEN, "Forbidden");
    }
    let person = &grant.person;
    let mut data = json!({
        "id": person.subject(Provider::Twitter),
        "name": person.name,
        "username": person.handle('_'),
    });
    if query.get("user.fields").is_some_and(|fields| fields.split(',').any(|it| it == "profile_image_url")) {
        data["profile_image_url"] = json!(providers.picture_url(person));
    }
    respond(&grant, json!({ "data": data }), "data").await
}

/// Responds with `body`, unless the user selected a fault. `id_member` is the member that identifies the user.
async fn respond(grant: &Grant, mut body: Value, id_member: &str) -> Response {
    if let Some(fault) = grant.fault
        && let Some(replacement) = fault.replacement(Stage::UserInfo).await
    {
        return replacement;
    }
    if grant.fault == Some(OAuthFault::UserWithoutId)
        && let Some(members) = body.as_object_mut()
    {
        members.remove(id_member);
    }
    Json(body).into_response()
}

fn grant(providers: &Providers, provider: Provider, headers: &HeaderMap) -> Option<Grant> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    providers.grants().by_token(provider, token.trim(), providers.now()).cloned()
}
