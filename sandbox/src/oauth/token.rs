//! The exchange of a code for an access token, in the format of each provider.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Form, Json};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Url;
use serde_json::{Value, json};

use super::grants::{ACCESS_TOKEN_TTL, Grant, InvalidGrant};
use super::id_token;
use super::oauth_fault::Stage;
use super::provider::{Provider, RegisteredClient};
use super::state::Providers;
use super::userinfo::facebook_error;

type Parameters = BTreeMap<String, String>;

enum TokenError {
    /// Unknown, with a wrong secret, or with credentials in the wrong place.
    InvalidClient,
    InvalidGrantType,
    MissingParameter(&'static str),
    OtherRedirectUri,
    InvalidGrant(InvalidGrant),
}

/// `POST /{provider}/token`
pub async fn exchange(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    headers: HeaderMap,
    Form(parameters): Form<Parameters>,
) -> Response {
    let (status, body) = match redeem(&providers, provider, &headers, &parameters) {
        Ok((token, grant)) => {
            if let Some(fault) = grant.fault
                && let Some(replacement) = fault.replacement(Stage::Token).await
            {
                return replacement;
            }
            (StatusCode::OK, success(&providers, &token, &grant))
        }
        Err(error) => failure(provider, &error),
    };
    let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    let wants_json = accept.is_some_and(|accept| accept.contains("application/json"));
    let mut response = if provider == Provider::Github && !wants_json {
        ([(CONTENT_TYPE, "application/x-www-form-urlencoded; charset=utf-8")], to_form(&body)).into_response()
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
) -> Result<(String, Grant), TokenError> {
    let value = |name: &'static str| {
        let value = parameters.get(name).map(String::as_str).filter(|value| !value.is_empty());
        value.ok_or(TokenError::MissingParameter(name))
    };
    let client = client(providers, provider, headers, parameters).ok_or(TokenError::InvalidClient)?;
    // Only Google and Twitter require it.
    if matches!(provider, Provider::Google | Provider::Twitter)
        && value("grant_type")? != "authorization_code"
    {
        return Err(TokenError::InvalidGrantType);
    }
    let (code, verifier) = (value("code")?, value("code_verifier")?);
    match value("redirect_uri") {
        Ok(given) if given == client.redirect_uri => {}
        Err(_) if provider == Provider::Github => {}
        Ok(_) => return Err(TokenError::OtherRedirectUri),
        Err(missing) => return Err(missing),
    }
    providers.grants().redeem(code, client, verifier, providers.now()).map_err(TokenError::InvalidGrant)
}

/// The client by its credentials: in the header for Twitter, in the form for GitHub and Facebook, and either for
/// Google.
fn client<'a>(
    providers: &'a Providers,
    provider: Provider,
    headers: &HeaderMap,
    parameters: &Parameters,
) -> Option<&'a RegisteredClient> {
    let in_form = || Some((parameters.get("client_id")?.clone(), parameters.get("client_secret")?.clone()));
    let (id, secret) = match provider {
        Provider::Google => basic_credentials(headers).or_else(in_form)?,
        Provider::Twitter => basic_credentials(headers)?,
        Provider::Facebook | Provider::Github => in_form()?,
    };
    providers.client(provider, &id).filter(|client| client.secret == secret)
}

/// Id and secret are form-encoded before they are joined (RFC 6749, section 2.3.1).
fn basic_credentials(headers: &HeaderMap) -> Option<(String, String)> {
    let credentials = headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?;
    let credentials = String::from_utf8(BASE64_STANDARD.decode(credentials).ok()?).ok()?;
    let (id, secret) = credentials.split_once(':')?;
    Some((form_decode(id)?, form_decode(secret)?))
}

fn form_decode(text: &str) -> Option<String> {
    let mut url = Url::parse("form:").ok()?;
    url.set_query(Some(&format!("v={text}")));
    url.query_pairs().next().map(|(_, value)| value.into_owned())
}

fn to_form(body: &Value) -> String {
    let members = body.as_object().into_iter().flatten();
    let pairs = members.filter_map(|(name, value)| Some((name, value.as_str()?)));
    let mut url = Url::parse("form:").expect("a constant");
    url.query_pairs_mut().extend_pairs(pairs);
    url.query().unwrap_or_default().to_owned()
}

fn success(providers: &Providers, token: &str, grant: &Grant) -> Value {
    let mut body = json!({ "access_token": token });
    body["token_type"] = json!(if grant.provider == Provider::Google { "Bearer" } else { "bearer" });
    if grant.provider != Provider::Github {
        body["expires_in"] = json!(ACCESS_TOKEN_TTL);
    }
    match grant.provider {
        Provider::Google | Provider::Twitter => body["scope"] = json!(grant.scopes.join(" ")),
        Provider::Github => body["scope"] = json!(grant.scopes.join(",")),
        Provider::Facebook => {}
    }
    if grant.provider == Provider::Google
        && let Some(id_token) = id_token::create(providers, grant, token)
    {
        body["id_token"] = json!(id_token);
    }
    body
}

fn failure(provider: Provider, error: &TokenError) -> (StatusCode, Value) {
    let (code, description) = match provider {
        Provider::Google => google_failure(error),
        Provider::Facebook => return (StatusCode::BAD_REQUEST, facebook_failure(error)),
        Provider::Github => github_failure(error),
        Provider::Twitter => twitter_failure(error),
    };
    let status = match error {
        _ if provider == Provider::Github => StatusCode::OK,
        TokenError::InvalidClient => StatusCode::UNAUTHORIZED,
        _ => StatusCode::BAD_REQUEST,
    };
    (status, json!({ "error": code, "error_description": description }))
}

fn google_failure(error: &TokenError) -> (&'static str, String) {
    match error {
        TokenError::InvalidClient => ("invalid_client", "Unauthorized".into()),
        TokenError::InvalidGrantType => ("unsupported_grant_type", "Invalid grant_type".into()),
        TokenError::MissingParameter(name) => {
            ("invalid_request", format!("Missing required parameter: {name}"))
        }
        TokenError::OtherRedirectUri => ("redirect_uri_mismatch", "Bad Request".into()),
        TokenError::InvalidGrant(InvalidGrant::WrongVerifier) => {
            ("invalid_grant", "Invalid code verifier.".into())
        }
        TokenError::InvalidGrant(_) => ("invalid_grant", "Bad Request".into()),
    }
}

fn github_failure(error: &TokenError) -> (&'static str, String) {
    let (code, description) = match error {
        TokenError::InvalidClient => {
            ("incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.")
        }
        TokenError::OtherRedirectUri => (
            "redirect_uri_mismatch",
            "The redirect_uri MUST match the registered callback URL for this application.",
        ),
        _ => ("bad_verification_code", "The code passed is incorrect or expired."),
    };
    (code, description.into())
}

fn twitter_failure(error: &TokenError) -> (&'static str, String) {
    let value = |what: &str| format!("Value passed for the {what}.");
    match error {
        TokenError::InvalidClient => ("unauthorized_client", "Missing valid authorization header".into()),
        TokenError::InvalidGrantType => ("unsupported_grant_type", value("grant type was invalid")),
        TokenError::MissingParameter(name) => {
            ("invalid_request", format!("Missing required parameter [{name}]."))
        }
        TokenError::OtherRedirectUri => {
            ("invalid_request", value("redirect uri did not match the uri of the authorization code"))
        }
        TokenError::InvalidGrant(InvalidGrant::WrongVerifier) => {
            ("invalid_request", value("code verifier did not match the code challenge"))
        }
        TokenError::InvalidGrant(_) => ("invalid_request", value("authorization code was invalid")),
    }
}

fn facebook_failure(error: &TokenError) -> Value {
    match error {
        TokenError::InvalidClient => facebook_error(1, None, "Error validating client secret."),
        TokenError::InvalidGrantType => facebook_error(100, None, "Invalid grant_type"),
        TokenError::MissingParameter(name) => {
            facebook_error(100, None, &format!("Missing {name} parameter."))
        }
        TokenError::OtherRedirectUri => facebook_error(
            100,
            Some(36_008),
            "Error validating verification code. Please make sure your redirect_uri is identical to the one you \
             used in the OAuth dialog request",
        ),
        TokenError::InvalidGrant(InvalidGrant::Spent) => {
            facebook_error(100, Some(36_009), "This authorization code has been used.")
        }
        TokenError::InvalidGrant(_) => facebook_error(100, Some(36_007), "Invalid verification code format."),
    }
}
