//! The page on which a person says who they are, and whether the shop may know.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{OriginalUri, Query, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Form};
use reqwest::Url;
use serde::Deserialize;

use super::asked::{self, Asked};
use super::grants::Grant;
use super::wrong::Stage;
use super::{MOUNT, Person, Provider, Providers, Wrong};
use crate::ids;
use crate::page::{self, escape};

const NAME_LENGTH: usize = 60;
const EMAIL_LENGTH: usize = 120;

/// What stands in the form.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// `allow`, or anything else.
    decision: String,
    /// An id, or `new`.
    person: String,
    name: String,
    email: String,
    email_verified: Option<String>,
    wrong: String,
}

/// `GET /{provider}/authorize`
pub async fn ask(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let asked = match Asked::read(&providers, provider, &query) {
        Ok(asked) => asked,
        Err(refusal) => return refused(provider, refusal),
    };
    let action = uri.to_string();
    Sheet { asked: &asked, action: &action, answer: &Answer::default(), problem: None }.shown(&providers)
}

/// `POST /{provider}/authorize`, with the request still in the query.
pub async fn answer(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
    Form(answer): Form<Answer>,
) -> Response {
    let asked = match Asked::read(&providers, provider, &query) {
        Ok(asked) => asked,
        Err(refusal) => return refused(provider, refusal),
    };
    if answer.decision != "allow" {
        return sent(asked::way_back(asked.client, provider.refusal(), Some(&asked.state)));
    }
    match providers.chosen(&answer) {
        Ok(person) => sent(providers.allow(&asked, person, Wrong::parse(&answer.wrong))),
        Err(problem) => {
            let action = uri.to_string();
            Sheet { asked: &asked, action: &action, answer: &answer, problem: Some(problem) }
                .shown(&providers)
        }
    }
}

pub async fn style() -> Response {
    page::style(include_str!("consent.css"))
}

impl Providers {
    /// Who is meant; somebody new is on the list from now on.
    fn chosen(&self, answer: &Answer) -> Result<Person, &'static str> {
        if answer.person != "new" {
            let id = answer.person.parse().ok();
            let known = id.and_then(|id| self.people().get(id).cloned());
            return known.ok_or("Choose who you are.");
        }
        let (name, email) = (answer.name.trim(), answer.email.trim());
        if name.is_empty() {
            return Err("Somebody else needs a name.");
        }
        if name.chars().count() > NAME_LENGTH || email.chars().count() > EMAIL_LENGTH {
            return Err("That is too long: 60 characters for a name, 120 for an address.");
        }
        let email = Some(email).filter(|email| !email.is_empty());
        if email.is_some_and(|email| !is_address(email)) {
            return Err("That is no e-mail address. Leave it empty for somebody who shares none.");
        }
        if email
            .is_some_and(|email| self.taken.iter().any(|taken| taken.to_lowercase() == email.to_lowercase()))
        {
            return Err("That address belongs to somebody else. Choose another.");
        }
        let person = Person::new(name, email, email.is_some() && answer.email_verified.is_some());
        self.people().remember(person.clone());
        Ok(person)
    }

    fn allow(&self, asked: &Asked<'_>, person: Person, wrong: Option<Wrong>) -> Option<Url> {
        let wrong = wrong.filter(|wrong| wrong.is_of(asked.provider));
        let grant = Grant {
            provider: asked.provider,
            client_id: asked.client.id.clone(),
            scopes: asked.scopes.clone(),
            nonce: asked.nonce.clone(),
            person,
            wrong,
        };
        let code = self.book().give_code(grant, &asked.challenge, self.now());
        let code = if wrong == Some(Wrong::UnknownCode) { ids::new("") } else { code };
        let state = match wrong {
            Some(Wrong::OtherState) => Some(ids::new("")),
            Some(Wrong::NoState) => None,
            _ => Some(asked.state.clone()),
        };
        let mut told = vec![("code", code.as_str())];
        let (issuer, scope) = (self.back(asked.provider), asked.scopes.join(" "));
        if asked.provider == Provider::Google {
            told.extend([
                ("iss", issuer.as_str()),
                ("scope", &scope),
                ("authuser", "0"),
                ("prompt", "consent"),
            ]);
        }
        asked::way_back(asked.client, &told, state.as_deref())
    }
}

fn is_address(text: &str) -> bool {
    let is_plain = text.chars().all(|character| !character.is_whitespace() && !character.is_control());
    is_plain && text.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
}

fn sent(address: Option<Url>) -> Response {
    match address.and_then(|address| HeaderValue::from_str(address.as_str()).ok()) {
        Some(address) => (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn refused(provider: Provider, refusal: asked::Refusal) -> Response {
    match refusal {
        asked::Refusal::SentBack(address) => sent(Some(address)),
        asked::Refusal::Told(sentence) => {
            let html = include_str!("refused.html")
                .replace("{{mount}}", MOUNT)
                .replace("{{name}}", provider.name())
                .replace("{{label}}", provider.label())
                .replace("{{sentence}}", sentence);
            let mut response = page::document(html, "'none'");
            *response.status_mut() = StatusCode::BAD_REQUEST;
            response
        }
    }
}

/// The page as it is to be drawn.
struct Sheet<'a> {
    asked: &'a Asked<'a>,
    /// The address of the page itself, with the shop's request in it.
    action: &'a str,
    answer: &'a Answer,
    problem: Option<&'static str>,
}

impl Sheet<'_> {
    fn shown(&self, providers: &Providers) -> Response {
        let provider = self.asked.provider;
        let shop =
            Url::parse(&self.asked.client.redirect_uri).ok().map(|url| url.origin().ascii_serialization());
        let shop = shop.unwrap_or_default();
        let host = shop.split_once("://").map_or(shop.as_str(), |(_, host)| host);
        let (is_new, problem) = (self.answer.person == "new", self.problem());
        let html = include_str!("consent.html")
            .replace("{{mount}}", MOUNT)
            .replace("{{name}}", provider.name())
            .replace("{{label}}", provider.label())
            .replace("{{learns}}", self.learns())
            .replace("{{wrongs}}", &self.wrongs())
            .replace("{{open}}", if self.answer.wrong.is_empty() { "" } else { " open" })
            .replace("{{problem_of_choice}}", if is_new { "" } else { &problem })
            .replace("{{problem_of_new}}", if is_new { &problem } else { "" })
            .replace("{{focus}}", if is_new { " autofocus" } else { "" })
            .replace("{{new}}", if is_new { " checked" } else { "" })
            .replace("{{tick}}", &self.tick())
            .replace("{{people}}", &self.people(providers))
            .replace("{{host}}", &escape(host))
            .replace("{{action}}", &escape(self.action))
            .replace("{{new_name}}", &escape(&self.answer.name))
            .replace("{{new_email}}", &escape(&self.answer.email));
        // A form that leads away by a redirect leads there as well.
        let mut response = page::document(html, &format!("'self' {shop}"));
        if provider == Provider::Twitter {
            let isolated = HeaderValue::from_static("same-origin");
            response.headers_mut().insert(HeaderName::from_static("cross-origin-opener-policy"), isolated);
        }
        if self.problem.is_some() {
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        }
        response
    }

    fn learns(&self) -> &'static str {
        if self.asked.tells_email() {
            "your name, your picture and your e-mail address"
        } else {
            "your name and your picture, not your e-mail address"
        }
    }

    fn problem(&self) -> String {
        self.problem
            .map_or_else(String::new, |problem| format!("<p class=\"problem\" role=\"alert\">{problem}</p>"))
    }

    /// Whether the address of somebody new is verified, with the providers that say so.
    fn tick(&self) -> String {
        let (label, answer) = (self.asked.provider.label(), self.answer);
        if !self.asked.provider.tells_verified() {
            return format!("<p class=\"note\">{label} does not say whether an address is verified.</p>");
        }
        // Ticked until somebody has unticked it.
        let is_ticked = answer.email_verified.is_some() || answer.decision.is_empty();
        let checked = if is_ticked { " checked" } else { "" };
        format!(
            "<label class=\"tick\"><input type=\"checkbox\" name=\"email_verified\" value=\"yes\"{checked}>\
             {label} has verified this address</label>"
        )
    }

    fn people(&self, providers: &Providers) -> String {
        let mut rows = String::new();
        let people = providers.people();
        let first = people.all().first().map(|person| person.id.to_string()).unwrap_or_default();
        let chosen = if self.answer.person.is_empty() { &first } else { &self.answer.person };
        for person in people.all() {
            let checked = if *chosen == person.id.to_string() { " checked" } else { "" };
            let (name, id) = (escape(&person.name), person.id);
            let _ = write!(
                rows,
                "<label class=\"person\"><input type=\"radio\" name=\"person\" value=\"{id}\"{checked}>\
                 <img src=\"{MOUNT}/pictures/{id}.svg\" alt=\"\" width=\"40\" height=\"40\">\
                 <span class=\"who\"><b>{name}</b>{}</span></label>",
                known_by(person, self.asked.provider)
            );
        }
        rows
    }

    fn wrongs(&self) -> String {
        let mut options = String::new();
        for stage in Stage::ALL {
            let fitting = Wrong::ALL.into_iter().filter(|wrong| wrong.stage() == stage);
            let fitting: Vec<_> = fitting.filter(|wrong| wrong.is_of(self.asked.provider)).collect();
            if fitting.is_empty() {
                continue;
            }
            let _ = write!(options, "<optgroup label=\"{}\">", stage.label());
            for wrong in fitting {
                let name = wrong.name();
                let selected = if self.answer.wrong == name { " selected" } else { "" };
                let _ = write!(options, "<option value=\"{name}\"{selected}>{}</option>", wrong.label());
            }
            options.push_str("</optgroup>");
        }
        options
    }
}

/// What the provider knows somebody by.
fn known_by(person: &Person, provider: Provider) -> String {
    match &person.email {
        _ if provider == Provider::Twitter => format!("<small>@{}</small>", person.handle('_')),
        None => "<small>shares no e-mail address</small>".to_owned(),
        Some(email) if person.email_verified || !provider.tells_verified() => {
            format!("<small>{}</small>", escape(email))
        }
        Some(email) => format!("<small>{} <em>not verified</em></small>", escape(email)),
    }
}
