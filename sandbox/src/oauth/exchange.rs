//! A code turned into an access token, in the dialect of each provider.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Form, Json};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Url;
use serde_json::{Value, json};

use super::grants::{ACCESS_SECONDS, Grant, Unredeemable};
use super::{Client, Provider, Providers, Wrong};
use crate::ids;

type Parameters = BTreeMap<String, String>;

/// Why no token is given.
enum Refusal {
    /// Not known, or its secret is wrong, or sent in a way that the provider does not take.
    Client,
    GrantType,
    Missing(&'static str),
    OtherRedirect,
    Code(Unredeemable),
}

/// `POST /{provider}/token`
pub async fn by_post(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    headers: HeaderMap,
    Form(parameters): Form<Parameters>,
) -> Response {
    answer(&providers, provider, &headers, &parameters).await
}

/// `GET /facebook/token`
pub async fn by_get(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    headers: HeaderMap,
    Query(parameters): Query<Parameters>,
) -> Response {
    answer(&providers, provider, &headers, &parameters).await
}

async fn answer(
    providers: &Providers,
    provider: Provider,
    headers: &HeaderMap,
    parameters: &Parameters,
) -> Response {
    let (status, body) = match redeem(providers, provider, headers, parameters) {
        Ok((token, grant)) => {
            if let Some(mishap) = grant.wrong.and_then(Wrong::at_token)
                && let Some(instead) = mishap.happen().await
            {
                return instead;
            }
            (StatusCode::OK, given(providers, &token, &grant))
        }
        Err(refusal) => refused(provider, &refusal),
    };
    let wants_json = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    let wants_json = wants_json.is_some_and(|accept| accept.contains("application/json"));
    let mut response = if provider == Provider::Github && !wants_json {
        ([(CONTENT_TYPE, "application/x-www-form-urlencoded; charset=utf-8")], as_form(&body)).into_response()
    } else {
        (status, Json(body)).into_response()
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn redeem(
    providers: &Providers,
    provider: Provider,
    headers: &HeaderMap,
    parameters: &Parameters,
) -> Result<(String, Grant), Refusal> {
    let value = |name: &'static str| {
        parameters
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
            .ok_or(Refusal::Missing(name))
    };
    let client = client(providers, provider, headers, parameters).ok_or(Refusal::Client)?;
    // The two that speak the standard insist on its word.
    if matches!(provider, Provider::Google | Provider::Twitter)
        && value("grant_type")? != "authorization_code"
    {
        return Err(Refusal::GrantType);
    }
    let (code, verifier) = (value("code")?, value("code_verifier")?);
    match value("redirect_uri") {
        Ok(named) if named == client.redirect_uri => {}
        Err(_) if provider == Provider::Github => {}
        Ok(_) => return Err(Refusal::OtherRedirect),
        Err(missing) => return Err(missing),
    }
    providers.book().redeem(code, client, verifier, providers.now()).map_err(Refusal::Code)
}

/// Who asks, by the ways in which the provider documents that it is told: Twitter in the header, GitHub and Facebook
/// in the form, Google either way.
fn client<'a>(
    providers: &'a Providers,
    provider: Provider,
    headers: &HeaderMap,
    parameters: &Parameters,
) -> Option<&'a Client> {
    let in_form = || Some((parameters.get("client_id")?.clone(), parameters.get("client_secret")?.clone()));
    let (id, secret) = match provider {
        Provider::Google => basic(headers).or_else(in_form)?,
        Provider::Twitter => basic(headers)?,
        Provider::Facebook | Provider::Github => in_form()?,
    };
    providers.client(provider, &id).filter(|client| client.secret == secret)
}

/// Id and secret are form-encoded before they are joined: RFC 6749, section 2.3.1.
fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let (scheme, credentials) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let credentials =
        scheme.eq_ignore_ascii_case("basic").then(|| BASE64_STANDARD.decode(credentials).ok())??;
    let credentials = String::from_utf8(credentials).ok()?;
    let (id, secret) = credentials.split_once(':')?;
    Some((form_decoded(id)?, form_decoded(secret)?))
}

fn form_decoded(text: &str) -> Option<String> {
    let mut url = Url::parse("form:").ok()?;
    url.set_query(Some(&format!("v={text}")));
    url.query_pairs().next().map(|(_, value)| value.into_owned())
}

fn as_form(body: &Value) -> String {
    let members = body.as_object().into_iter().flatten();
    let pairs = members.filter_map(|(name, value)| Some((name, value.as_str()?)));
    let mut url = Url::parse("form:").expect("a constant");
    url.query_pairs_mut().extend_pairs(pairs);
    url.query().unwrap_or_default().to_owned()
}

fn given(providers: &Providers, token: &str, grant: &Grant) -> Value {
    match grant.provider {
        Provider::Google => {
            let mut answer = json!({
                "access_token": token,
                "expires_in": ACCESS_SECONDS,
                "scope": grant.scopes.join(" "),
                "token_type": "Bearer",
            });
            if let Some(id_token) = providers.id_token(grant, token) {
                answer["id_token"] = json!(id_token);
            }
            answer
        }
        Provider::Facebook => {
            json!({ "access_token": token, "token_type": "bearer", "expires_in": ACCESS_SECONDS })
        }
        Provider::Github => {
            json!({ "access_token": token, "scope": grant.scopes.join(","), "token_type": "bearer" })
        }
        Provider::Twitter => json!({
            "token_type": "bearer",
            "expires_in": ACCESS_SECONDS,
            "access_token": token,
            "scope": grant.scopes.join(" "),
        }),
    }
}

fn refused(provider: Provider, refusal: &Refusal) -> (StatusCode, Value) {
    match provider {
        Provider::Google => refused_by_google(refusal),
        Provider::Facebook => (StatusCode::BAD_REQUEST, refused_by_facebook(refusal)),
        // Status 200, whatever it was.
        Provider::Github => (StatusCode::OK, refused_by_github(refusal)),
        Provider::Twitter => refused_by_twitter(refusal),
    }
}

fn refused_by_google(refusal: &Refusal) -> (StatusCode, Value) {
    let (status, error, description) = match refusal {
        Refusal::Client => (StatusCode::UNAUTHORIZED, "invalid_client", "Unauthorized".to_owned()),
        Refusal::GrantType => {
            (StatusCode::BAD_REQUEST, "unsupported_grant_type", "Invalid grant_type".to_owned())
        }
        Refusal::Missing(name) => {
            (StatusCode::BAD_REQUEST, "invalid_request", format!("Missing required parameter: {name}"))
        }
        Refusal::OtherRedirect => {
            (StatusCode::BAD_REQUEST, "redirect_uri_mismatch", "Bad Request".to_owned())
        }
        Refusal::Code(Unredeemable::OtherVerifier) => {
            (StatusCode::BAD_REQUEST, "invalid_grant", "Invalid code verifier.".to_owned())
        }
        Refusal::Code(_) => (StatusCode::BAD_REQUEST, "invalid_grant", "Bad Request".to_owned()),
    };
    (status, json!({ "error": error, "error_description": description }))
}

fn refused_by_facebook(refusal: &Refusal) -> Value {
    let (code, subcode, message) = match refusal {
        Refusal::Client => (1, None, "Error validating client secret.".to_owned()),
        Refusal::GrantType => (100, None, "Invalid grant_type".to_owned()),
        Refusal::Missing(name) => (100, None, format!("Missing {name} parameter.")),
        Refusal::OtherRedirect => (
            100,
            Some(36_008),
            "Error validating verification code. Please make sure your redirect_uri is identical to the one you \
             used in the OAuth dialog request"
                .to_owned(),
        ),
        Refusal::Code(Unredeemable::Spent) => {
            (100, Some(36_009), "This authorization code has been used.".to_owned())
        }
        Refusal::Code(_) => (100, Some(36_007), "Invalid verification code format.".to_owned()),
    };
    facebook_error(code, subcode, &message)
}

/// The envelope of every refusal of the Graph API.
pub fn facebook_error(code: u32, subcode: Option<u32>, message: &str) -> Value {
    let mut error = json!({
        "message": message,
        "type": "OAuthException",
        "code": code,
        "fbtrace_id": ids::new("A"),
    });
    if let Some(subcode) = subcode {
        error["error_subcode"] = json!(subcode);
    }
    json!({ "error": error })
}

fn refused_by_github(refusal: &Refusal) -> Value {
    let (error, description) = match refusal {
        Refusal::Client => {
            ("incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.")
        }
        Refusal::OtherRedirect => (
            "redirect_uri_mismatch",
            "The redirect_uri MUST match the registered callback URL for this application.",
        ),
        Refusal::GrantType | Refusal::Missing(_) | Refusal::Code(_) => {
            ("bad_verification_code", "The code passed is incorrect or expired.")
        }
    };
    json!({ "error": error, "error_description": description })
}

fn refused_by_twitter(refusal: &Refusal) -> (StatusCode, Value) {
    let (status, error, description) = match refusal {
        Refusal::Client => {
            (StatusCode::UNAUTHORIZED, "unauthorized_client", "Missing valid authorization header".to_owned())
        }
        Refusal::GrantType => (
            StatusCode::BAD_REQUEST,
            "unsupported_grant_type",
            "Value passed for the grant type was invalid.".to_owned(),
        ),
        Refusal::Missing(name) => {
            (StatusCode::BAD_REQUEST, "invalid_request", format!("Missing required parameter [{name}]."))
        }
        Refusal::OtherRedirect => (
            StatusCode::BAD_REQUEST,
            "invalid_request",
            "Value passed for the redirect uri did not match the uri of the authorization code.".to_owned(),
        ),
        Refusal::Code(Unredeemable::OtherVerifier) => (
            StatusCode::BAD_REQUEST,
            "invalid_request",
            "Value passed for the code verifier did not match the code challenge.".to_owned(),
        ),
        Refusal::Code(_) => (
            StatusCode::BAD_REQUEST,
            "invalid_request",
            "Value passed for the authorization code was invalid.".to_owned(),
        ),
    };
    (status, json!({ "error": error, "error_description": description }))
}
