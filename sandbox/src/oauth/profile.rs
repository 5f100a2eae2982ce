//! Who it is, told to the holder of an access token.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::exchange::facebook_error;
use super::grants::Grant;
use super::{Provider, Providers, Wrong};

/// `GET /google/userinfo`
pub async fn google(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Response {
    let Some(grant) = providers.holder(Provider::Google, bearer(&headers)) else {
        let body = json!({ "error": "invalid_request", "error_description": "Invalid Credentials" });
        return (StatusCode::UNAUTHORIZED, Json(body)).into_response();
    };
    let mut claims = json!({ "sub": grant.person.subject(Provider::Google) });
    providers.add_person(&mut claims, &grant);
    Json(claims).into_response()
}

/// `GET /github/user`. The address stays out of it, as with everybody who keeps it private.
pub async fn github(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Response {
    let grant = match providers.github_holder(&headers) {
        Ok(grant) => grant,
        Err(refused) => return refused,
    };
    let person = &grant.person;
    let body = json!({
        "login": person.handle('-'),
        "id": person.id,
        "type": "User",
        "name": person.name,
        "email": null,
        "avatar_url": providers.picture(person),
    });
    told(&grant, body, "id").await
}

/// `GET /github/user/emails`. The first is verified and not the primary one.
pub async fn github_emails(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Response {
    let grant = match providers.github_holder(&headers) {
        Ok(grant) => grant,
        Err(refused) => return refused,
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

/// `GET /facebook/me?fields=id,name,email,picture`
pub async fn facebook(
    State(providers): State<Arc<Providers>>,
    headers: HeaderMap,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let token = query.get("access_token").map(String::as_str).or_else(|| bearer(&headers));
    let Some(grant) = providers.holder(Provider::Facebook, token) else {
        let body = facebook_error(190, None, "Invalid OAuth access token.");
        return (StatusCode::BAD_REQUEST, Json(body)).into_response();
    };
    let person = &grant.person;
    let mut body = json!({ "id": person.subject(Provider::Facebook) });
    for field in query.get("fields").map_or("name", String::as_str).split(',') {
        match field {
            "id" => {}
            "name" => body["name"] = json!(person.name),
            "first_name" => body["first_name"] = json!(person.given_name()),
            "email" => {
                if let Some(email) = person.email.as_ref().filter(|_| grant.has_scope("email")) {
                    body["email"] = json!(email);
                }
            }
            "picture" => {
                let url = providers.picture(person);
                body["picture"] =
                    json!({ "data": { "height": 50, "is_silhouette": false, "url": url, "width": 50 } });
            }
            unknown => {
                let message =
                    format!("(#100) Tried accessing nonexisting field ({unknown}) on node type (User)");
                return (StatusCode::BAD_REQUEST, Json(facebook_error(100, None, &message))).into_response();
            }
        }
    }
    told(&grant, body, "id").await
}

/// `GET /twitter/users/me?user.fields=profile_image_url`
pub async fn twitter(
    State(providers): State<Arc<Providers>>,
    headers: HeaderMap,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let Some(grant) = providers.holder(Provider::Twitter, bearer(&headers)) else {
        return problem_of_twitter(StatusCode::UNAUTHORIZED, "Unauthorized");
    };
    if !grant.has_scope("users.read") || !grant.has_scope("tweet.read") {
        return problem_of_twitter(StatusCode::FORBIDDEN, "Forbidden");
    }
    let person = &grant.person;
    let mut data = json!({
        "id": person.subject(Provider::Twitter),
        "name": person.name,
        "username": person.handle('_'),
    });
    if query
        .get("user.fields")
        .is_some_and(|fields| fields.split(',').any(|field| field == "profile_image_url"))
    {
        data["profile_image_url"] = json!(providers.picture(person));
    }
    told(&grant, json!({ "data": data }), "data").await
}

fn problem_of_twitter(status: StatusCode, title: &str) -> Response {
    let body = json!({ "title": title, "type": "about:blank", "status": status.as_u16(), "detail": title });
    (status, Json(body)).into_response()
}

/// The answer, unless the person chose another. `id` is the member that says who it is.
async fn told(grant: &Grant, mut body: Value, id: &str) -> Response {
    if let Some(mishap) = grant.wrong.and_then(Wrong::at_profile)
        && let Some(instead) = mishap.happen().await
    {
        return instead;
    }
    if grant.wrong == Some(Wrong::UserWithoutId)
        && let Some(members) = body.as_object_mut()
    {
        members.remove(id);
    }
    Json(body).into_response()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") || scheme.eq_ignore_ascii_case("token")).then(|| token.trim())
}

impl Providers {
    fn holder(&self, provider: Provider, token: Option<&str>) -> Option<Grant> {
        self.book().grant(provider, token?, self.now()).cloned()
    }

    /// GitHub answers nobody who does not say what program it is.
    #[expect(clippy::result_large_err, reason = "an answer, given at once")]
    fn github_holder(&self, headers: &HeaderMap) -> Result<Grant, Response> {
        if !headers.contains_key(USER_AGENT) {
            let sentence = "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.";
            return Err((StatusCode::FORBIDDEN, sentence).into_response());
        }
        self.holder(Provider::Github, bearer(headers)).ok_or_else(|| {
            (StatusCode::UNAUTHORIZED, Json(json!({ "message": "Bad credentials" }))).into_response()
        })
    }
}
