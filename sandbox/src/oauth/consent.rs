//! The page on which a user signs in and allows or refuses the request of the shop.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{OriginalUri, Query, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Form};
use maud::{Markup, html};
use reqwest::Url;
use serde::Deserialize;

use super::authorization_request::{AuthorizationRequest, InvalidRequest, redirect_url};
use super::grants::Grant;
use super::oauth_fault::{OAuthFault, Stage};
use super::person::Person;
use super::provider::Provider;
use super::state::{MOUNT, Providers};
use crate::ids;
use crate::page::{self, Page};

const MAX_NAME_CHARACTERS: usize = 60;
const MAX_EMAIL_CHARACTERS: usize = 120;

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ConsentForm {
    /// `allow`, or any other value to refuse.
    decision: String,
    /// An id, or `new`.
    person: String,
    name: String,
    email: String,
    email_verified: Option<String>,
    fault: String,
}

/// `GET /{provider}/authorize`
pub async fn show(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    match AuthorizationRequest::parse(&providers, provider, &query) {
        Ok(request) => {
            ConsentPage { request, action: uri.to_string(), form: ConsentForm::default(), problem: None }
                .render(&providers)
        }
        Err(invalid) => reject(provider, invalid),
    }
}

/// `POST /{provider}/authorize`, with the same query.
pub async fn submit(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
    Form(form): Form<ConsentForm>,
) -> Response {
    let request = match AuthorizationRequest::parse(&providers, provider, &query) {
        Ok(request) => request,
        Err(invalid) => return reject(provider, invalid),
    };
    if form.decision != "allow" {
        return redirect(redirect_url(request.client, provider.access_denied(), Some(&request.state)));
    }
    match selected_person(&providers, &form) {
        Ok(person) => redirect(allow(&providers, &request, person, OAuthFault::parse(&form.fault))),
        Err(problem) => {
            ConsentPage { request, action: uri.to_string(), form, problem: Some(problem) }.render(&providers)
        }
    }
}

pub async fn stylesheet() -> Response {
    page::stylesheet(include_str!("consent.css"))
}

/// The selected user. A new user is added to the page.
fn selected_person(providers: &Providers, form: &ConsentForm) -> Result<Person, &'static str> {
    if form.person != "new" {
        let known = form.person.parse().ok().and_then(|id| providers.people().get(id).cloned());
        return known.ok_or("Choose who you are.");
    }
    let (name, email) = (form.name.trim(), form.email.trim());
    if name.is_empty() {
        return Err("Enter a name.");
    }
    if name.chars().count() > MAX_NAME_CHARACTERS || email.chars().count() > MAX_EMAIL_CHARACTERS {
        return Err("That is too long. A name can have 60 characters, an e-mail address 120.");
    }
    let email = Some(email).filter(|email| !email.is_empty());
    if email.is_some_and(|email| !is_email(email)) {
        return Err("Enter a valid e-mail address, or leave it empty.");
    }
    let is_reserved = |email: &str| {
        providers.settings.reserved_emails.iter().any(|it| it.to_lowercase() == email.to_lowercase())
    };
    if email.is_some_and(is_reserved) {
        return Err("That address is in use. Choose another.");
    }
    let person = Person::new(name, email, email.is_some() && form.email_verified.is_some());
    providers.people().put(person.clone());
    Ok(person)
}

fn is_email(text: &str) -> bool {
    let is_plain = text.chars().all(|character| !character.is_whitespace() && !character.is_control());
    is_plain && text.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
}

/// Issues a code and returns the address that the browser is sent to.
fn allow(
    providers: &Providers,
    request: &AuthorizationRequest<'_>,
    person: Person,
    fault: Option<OAuthFault>,
) -> Option<Url> {
    let fault = fault.filter(|fault| fault.is_of(request.provider));
    let grant = Grant {
        provider: request.provider,
        client_id: request.client.id.clone(),
        scopes: request.scopes.clone(),
        nonce: request.nonce.clone(),
        person,
        fault,
    };
    let code = providers.grants().issue_code(grant, &request.challenge, providers.now());
    let code = if fault == Some(OAuthFault::UnknownCode) { ids::new("") } else { code };
    let state = match fault {
        Some(OAuthFault::OtherState) => Some(ids::new("")),
        Some(OAuthFault::NoState) => None,
        _ => Some(request.state.clone()),
    };
    let (issuer, scope) = (providers.server_url(request.provider), request.scopes.join(" "));
    let mut params = vec![("code", code.as_str())];
    if request.provider == Provider::Google {
        if fault != Some(OAuthFault::NoIssuer) {
            params.push(("iss", issuer.as_str()));
        }
        params.extend([("scope", scope.as_str()), ("authuser", "0"), ("prompt", "consent")]);
    }
    redirect_url(request.client, &params, state.as_deref())
}

fn redirect(address: Option<Url>) -> Response {
    match address.and_then(|address| HeaderValue::from_str(address.as_str()).ok()) {
        Some(address) => (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn reject(provider: Provider, invalid: InvalidRequest) -> Response {
    match invalid {
        InvalidRequest::Redirect(address) => redirect(Some(address)),
        InvalidRequest::ShowUser(message) => {
            let body = html! {
                main {
                    header {
                        (banner(provider))
                        h1 { "This sign-in cannot continue" }
                        p { (message) }
                        p { "Go back to the shop and try again." }
                    }
                }
            };
            let mut response = render(provider, "'none'", body);
            *response.status_mut() = StatusCode::BAD_REQUEST;
            response
        }
    }
}

fn render(provider: Provider, form_action: &str, body: Markup) -> Response {
    let title = format!("Sign in with {} · sandbox", provider.label());
    let stylesheet = format!("{MOUNT}/consent.css");
    let (title, stylesheet) = (title.as_str(), stylesheet.as_str());
    Page { title, stylesheet, body_class: provider.name(), refresh: None, form_action, body }.into_response()
}

fn banner(provider: Provider) -> Markup {
    html! { p class="stand-in" { b { (provider.label()) } " sandbox · no real account involved" } }
}

struct ConsentPage<'a> {
    request: AuthorizationRequest<'a>,
    /// The address of this page with its query.
    action: String,
    form: ConsentForm,
    problem: Option<&'static str>,
}

impl ConsentPage<'_> {
    fn render(&self, providers: &Providers) -> Response {
        let provider = self.request.provider;
        let shop =
            Url::parse(&self.request.client.redirect_uri).map(|url| url.origin().ascii_serialization());
        let shop = shop.unwrap_or_default();
        let host = shop.split_once("://").map_or(shop.as_str(), |(_, host)| host);
        let learns = if self.request.reveals_email() {
            "your name, your picture and your e-mail address"
        } else {
            "your name and your picture, not your e-mail address"
        };
        let body = html! {
            main {
                header {
                    (banner(provider))
                    h1 { "Sign in to " span class="host" { (host) } }
                    p { "The shop will learn " (learns) "." }
                }
                form method="post" action=(self.action) {
                    @if self.form.person != "new" { (self.problem()) }
                    (self.people(providers))
                    (self.faults())
                    div class="decision" {
                        button name="decision" value="allow" class="main" { "Allow" }
                        button name="decision" value="refuse" { "Refuse" }
                    }
                }
            }
        };
        // The form redirects to the shop, which the policy must allow too.
        let mut response = render(provider, &format!("'self' {shop}"), body);
        if provider == Provider::Twitter {
            let isolated = HeaderValue::from_static("same-origin");
            response.headers_mut().insert(HeaderName::from_static("cross-origin-opener-policy"), isolated);
        }
        if self.problem.is_some() {
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        }
        response
    }

    fn problem(&self) -> Markup {
        html! { @if let Some(problem) = self.problem { p class="problem" role="alert" { (problem) } } }
    }

    fn people(&self, providers: &Providers) -> Markup {
        let people = providers.people();
        let first = people.all().first().map(|person| person.id.to_string()).unwrap_or_default();
        let selected = if self.form.person.is_empty() { &first } else { &self.form.person };
        let is_new = selected == "new";
        html! {
            fieldset class="people" {
                legend { "Who are you?" }
                @for person in people.all() {
                    label class="person" {
                        input type="radio" name="person" value=(person.id) checked[*selected == person.id.to_string()];
                        img src={ (MOUNT) "/pictures/" (person.id) ".svg" } alt="" width="40" height="40";
                        span class="who" { b { (person.name) } (identifier(person, self.request.provider)) }
                    }
                }
                label class="person" {
                    input type="radio" name="person" value="new" checked[is_new];
                    span class="plus" aria-hidden="true" { "+" }
                    span class="who" { b { "New user" } small { "Enter a name and an e-mail address" } }
                }
                div class="new" {
                    @if is_new { (self.problem()) }
                    label {
                        "Name"
                        input name="name" value=(self.form.name) maxlength="60" autocomplete="off" autofocus[is_new];
                    }
                    label {
                        "E-mail address"
                        input name="email" type="text" inputmode="email" value=(self.form.email) maxlength="120"
                            autocomplete="off" placeholder="empty for none";
                    }
                    (self.verified())
                }
            }
        }
    }

    /// The checkbox for a verified e-mail address, if the provider tells it.
    fn verified(&self) -> Markup {
        let (provider, form) = (self.request.provider, &self.form);
        // Checked by default.
        let is_checked = form.email_verified.is_some() || form.decision.is_empty();
        html! {
            @if provider.tells_verified() {
                label class="tick" {
                    input type="checkbox" name="email_verified" value="yes" checked[is_checked];
                    (provider.label()) " has verified this address"
                }
            } @else {
                p class="note" { (provider.label()) " does not tell whether an address is verified." }
            }
        }
    }

    fn faults(&self) -> Markup {
        let of_stage = |stage| {
            let faults = OAuthFault::ALL.iter().filter(move |fault| fault.stage() == stage);
            faults.filter(|fault| fault.is_of(self.request.provider)).collect::<Vec<_>>()
        };
        html! {
            details open[!self.form.fault.is_empty()] {
                summary { "Respond with a fault" }
                label {
                    "What the shop gets"
                    select name="fault" {
                        option value="" { "the correct response" }
                        @for stage in Stage::ALL {
                            @let faults = of_stage(stage);
                            @if !faults.is_empty() {
                                optgroup label=(stage.label()) {
                                    @for fault in faults {
                                        @let name = fault.name();
                                        option value=(name) selected[self.form.fault == name] { (fault.label()) }
                                    }
                                }
                            }
                        }
                    }
                }
                p { "A secure shop never signs you in after one of these." }
            }
        }
    }
}

/// The handle or e-mail address of a user.
fn identifier(person: &Person, provider: Provider) -> Markup {
    html! {
        small {
            @if provider == Provider::Twitter {
                "@" (person.handle('_'))
            } @else if let Some(email) = &person.email {
                (email)
                @if provider.tells_verified() && !person.email_verified { " " em { "not verified" } }
            } @else {
                "shares no e-mail address"
            }
        }
    }
}
